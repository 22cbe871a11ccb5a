/* store_log.h - keeps the write-ahead log short, and the mark beside it true (store_mark.h).
 *
 * A thread of its own moves the log's pages into the main file once a second, or when eight
 * megabytes wait: a commit that had to do that would keep everybody waiting. It also synchronises
 * the main file, in steps, so that the disc always has room for the next commit. While commits keep
 * coming, the thread never reaches the end of the log; so when that has grown to sixteen megabytes
 * the committing thread moves the short rest (at most one megabyte) between two groups, and the
 * next commit begins the log again. When nothing was committed for a second, the committing thread
 * empties the log.
 */
#ifndef SERVER_STORE_LOG_H
#define SERVER_STORE_LOG_H

#include "server/store_open.h"

#include <pthread.h>
#include <sqlite3.h>

typedef struct store_log {
    store_place *place;
    sqlite3 *writer, *keeper;
    bool is_durable;
    int file;        /* the log, for its head; -1: not open yet */
    uint32_t frames; /* in the log after the last commit; of the committing thread */
    pthread_t thread;
    pthread_mutex_t mutex; /* for all that follows, and the mark */
    pthread_cond_t wake;
    bool runs, is_ending;
    uint64_t oldest_ms; /* the oldest commit that is not in the main file; 0: none */
    uint64_t tried_ms, logged_ms;
    uint64_t checkpoints, failures;
} store_log;

void log_init(store_log *l, store_place *place, bool durable);

/* Opens the thread's connection and starts it. From now on the committing thread owns `writer`. */
bool log_start(store_log *l, sqlite3 *writer, char error[STORE_ERROR_MAX]);

/* After each commit, before it is reported. */
void log_committed(store_log *l);

bool log_tend(store_log *l, store_tend_when when);
void log_figures(store_log *l, store_figures *f);

/* Ends the thread and closes its connection; the mark then allows SQLite to remove the log. */
void log_stop(store_log *l);

/* After SQLite has closed the file: what the mark says until the next start. */
void log_end(store_log *l, bool was_open);

uint64_t log_now_ms(void);

#endif
