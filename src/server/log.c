/* log.c - structured lines: see log.h. */
#include "server/log.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static log_level least = LOG_INFO;

void log_set_least(log_level level)
{
    least = level;
}

void log_event(log_level level, const char *event, const char *format, ...)
{
    static const char *const names[] = {"info", "warn", "error"};
    char pairs[512], when[32];
    struct tm utc;
    va_list values;
    if (level < least)
        return;
    va_start(values, format);
    vsnprintf(pairs, sizeof pairs, format, values);
    va_end(values);
    const int64_t now_ms = clock_wall_ms();
    const time_t now_s = (time_t)(now_ms / 1000);
    gmtime_r(&now_s, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &utc);
    for (char *at = pairs; *at; at++) /* no line breaks: an event is one line */
        if ((unsigned char)*at < ' ')
            *at = ' ';
    fprintf(stderr, "time=%s.%03dZ level=%s event=%s%s%s\n", when, (int)(now_ms % 1000),
            names[level], event, pairs[0] ? " " : "", pairs);
}
