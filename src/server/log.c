/* log.c - structured lines: see log.h. */
#include "server/log.h"

#include <stdarg.h>
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
    struct timespec now;
    struct tm utc;
    va_list values;
    if (level < least)
        return;
    va_start(values, format);
    vsnprintf(pairs, sizeof pairs, format, values);
    va_end(values);
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &utc);
    for (char *at = pairs; *at; at++) /* one event stays one line */
        if ((unsigned char)*at < ' ')
            *at = ' ';
    fprintf(stderr, "time=%s.%03ldZ level=%s event=%s%s%s\n", when, now.tv_nsec / 1000000,
            names[level], event, pairs[0] ? " " : "", pairs);
}
