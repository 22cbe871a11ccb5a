/* log.h - one line an event on standard error: time, level, event, then key=value pairs.
 *
 * Secrets, cookies, passwords and what people typed are never logged: only ids, numbers and causes.
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

typedef enum log_level { LOG_INFO, LOG_WARN, LOG_ERROR } log_level;

/* log_event(LOG_INFO, "listening", "port=%u", port); an empty format adds nothing. */
void log_event(log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Logs only events of this level and above; by default all. */
void log_set_least(log_level level);

#endif
