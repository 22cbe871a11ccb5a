/* store_sqlite.c - one SQLite file: a write-ahead log, synchronised at every commit.
 *
 * Two connections: commits go through one and reads through the other, so that neither waits.
 * A third one belongs to a thread that moves the log's pages into the file once a second, because a
 * commit that had to do that would keep everybody waiting.
 * A lock file keeps a second server away; it goes with the process, however that ends.
 */
#include "server/store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct file_id { /* of a file, whatever its name */
    dev_t device;
    ino_t number;
} file_id;

typedef struct store_sqlite {
    store base;
    int lock;
    char path[1024];
    file_id file, log; /* that we have open; a number of 0: not known yet */
    sqlite3 *writer, *reader, *keeper;
    sqlite3_stmt *put, *drop, *scan;
    pthread_t thread; /* the keeper's */
    pthread_mutex_t mutex;
    pthread_cond_t ending;
    bool thread_runs, is_ending;
} store_sqlite;

enum { LOG_PAGES_MAX = 16384 }; /* 64 MB: then a commit does move them */

static const char SCHEMA[] = "CREATE TABLE IF NOT EXISTS rows("
                             "key TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, "
                             "sum BLOB NOT NULL, PRIMARY KEY(key, n)) WITHOUT ROWID";

/* What cannot be mended here is said with the way to mend it. */
static bool fail_damaged(sqlite3 *db, const char *what, char error[STORE_ERROR_MAX])
{
    const char *path = sqlite3_db_filename(db, "main");
    path = path && path[0] ? path : "the data file";
    snprintf(error, STORE_ERROR_MAX,
             "%.100s is damaged (%.60s: %.60s). Stop the server and save what is whole: azulejo "
             "recover %.100s NEW",
             path, what, sqlite3_errmsg(db), path);
    return false;
}

static bool fail(sqlite3 *db, const char *what, char error[STORE_ERROR_MAX])
{
    const int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return fail_damaged(db, what, error);
    snprintf(error, STORE_ERROR_MAX, "%.60s: %.180s", what, db ? sqlite3_errmsg(db) : "no memory");
    return false;
}

static bool run(sqlite3 *db, const char *sql, char error[STORE_ERROR_MAX])
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(db, sql, error);
}

static bool step_op(store_sqlite *s, const store_op *op)
{
    uint8_t sum[STORE_SUM_BYTES];
    sqlite3_stmt *q = op->data ? s->put : s->drop;
    sqlite3_bind_text(q, 1, op->key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 2, op->n);
    if (op->data) {
        store_sum(op->key, op->n, op->data, op->length, sum);
        sqlite3_bind_blob64(q, 3, op->data, op->length, SQLITE_STATIC);
        sqlite3_bind_blob(q, 4, sum, sizeof sum, SQLITE_STATIC);
    }
    const bool done = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return done;
}

/* Is the file of that name still the one that we write to? What goes into a file that somebody has
 * moved away or put a backup in place of would be gone after the next start. */
static bool is_in_place(const store_sqlite *s, const char *end, file_id *known)
{
    char name[1100];
    struct stat found;
    snprintf(name, sizeof name, "%s%s", s->path, end);
    if (stat(name, &found) != 0)
        return known->number == 0;
    if (known->number == 0)
        *known = (file_id){found.st_dev, found.st_ino};
    return known->device == found.st_dev && known->number == found.st_ino;
}

static bool files_are_in_place(store_sqlite *s, char error[STORE_ERROR_MAX])
{
    if (is_in_place(s, "", &s->file) && is_in_place(s, "-wal", &s->log))
        return true;
    snprintf(error, STORE_ERROR_MAX,
             "the data file was moved or replaced while the server runs: put it back, or restart");
    return false;
}

static bool sqlite_commit(store *base, const store_op *ops, size_t count,
                          char error[STORE_ERROR_MAX])
{
    store_sqlite *s = (store_sqlite *)base;
    bool good = files_are_in_place(s, error) && run(s->writer, "BEGIN IMMEDIATE", error);
    if (!good)
        return false;
    for (size_t i = 0; good && i < count; i++)
        good = step_op(s, &ops[i]) || fail(s->writer, "write", error);
    good = good && run(s->writer, "COMMIT", error);
    if (!good && !sqlite3_get_autocommit(s->writer))
        sqlite3_exec(s->writer, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

static bool read_row(sqlite3_stmt *q, store_row *row)
{
    uint8_t sum[STORE_SUM_BYTES];
    const char *data = sqlite3_column_blob(q, 2);
    *row = (store_row){.key = (const char *)sqlite3_column_text(q, 0),
                       .n = (uint32_t)sqlite3_column_int64(q, 1),
                       .data = data ? data : "",
                       .length = (size_t)sqlite3_column_bytes(q, 2)};
    if (!row->key)
        return false;
    store_sum(row->key, row->n, row->data, row->length, sum);
    row->intact = sqlite3_column_bytes(q, 3) == STORE_SUM_BYTES &&
                  memcmp(sqlite3_column_blob(q, 3), sum, STORE_SUM_BYTES) == 0;
    return true;
}

static bool sqlite_scan(store *base, const char *prefix, store_reader *reader, void *context,
                        char error[STORE_ERROR_MAX])
{
    store_sqlite *s = (store_sqlite *)base;
    char end[STORE_KEY_MAX];
    int rc;
    store_row row;
    snprintf(end, sizeof end, "%s", prefix);
    end[strlen(end) - 1]++; /* the first key behind all that begin so */
    sqlite3_bind_text(s->scan, 1, prefix, -1, SQLITE_STATIC);
    sqlite3_bind_text(s->scan, 2, end, -1, SQLITE_STATIC);
    while ((rc = sqlite3_step(s->scan)) == SQLITE_ROW)
        if (!read_row(s->scan, &row) || !reader(context, &row))
            break;
    const bool good = rc == SQLITE_ROW || rc == SQLITE_DONE || fail(s->reader, "read", error);
    sqlite3_reset(s->scan);
    sqlite3_clear_bindings(s->scan);
    return good;
}

/* ---- Keeping the log short --------------------------------------------------------------------
 */
static void *keep(void *context)
{
    store_sqlite *s = context;
    pthread_mutex_lock(&s->mutex);
    while (!s->is_ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until); /* whatever is done to the calendar */
        until.tv_sec++;
        pthread_cond_timedwait(&s->ending, &s->mutex, &until);
        pthread_mutex_unlock(&s->mutex);
        sqlite3_wal_checkpoint_v2(s->keeper, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&s->mutex);
    }
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

static int on_log(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)context;
    if (pages > LOG_PAGES_MAX)
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK; /* what is in the log is safe, whether it could be moved or not: somebody who
                         makes a copy of the file may hold it for a while */
}

static bool start_keeper(store_sqlite *s, const char *path, char error[STORE_ERROR_MAX])
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &s->keeper, flags, NULL) != SQLITE_OK)
        return fail(s->keeper, path, error);
    sqlite3_wal_hook(s->writer, on_log, NULL); /* instead of the automatic one */
    s->thread_runs = pthread_create(&s->thread, NULL, keep, s) == 0;
    return s->thread_runs || fail(NULL, "thread", error);
}

static void stop_keeper(store_sqlite *s)
{
    if (s->thread_runs) {
        pthread_mutex_lock(&s->mutex);
        s->is_ending = true;
        pthread_cond_signal(&s->ending);
        pthread_mutex_unlock(&s->mutex);
        pthread_join(s->thread, NULL);
    }
    pthread_mutex_destroy(&s->mutex);
    pthread_cond_destroy(&s->ending);
    sqlite3_close(s->keeper);
}

/* ---- Opening and closing ----------------------------------------------------------------------
 */
static void sqlite_close(store *base)
{
    store_sqlite *s = (store_sqlite *)base;
    stop_keeper(s);
    sqlite3_finalize(s->put);
    sqlite3_finalize(s->drop);
    sqlite3_finalize(s->scan);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    if (s->lock >= 0)
        close(s->lock);
    free(s);
}

static bool take_lock(store_sqlite *s, const char *path, char error[STORE_ERROR_MAX])
{
    char name[1024];
    snprintf(name, sizeof name, "%s.lock", path);
    s->lock = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (s->lock < 0)
        snprintf(error, STORE_ERROR_MAX, "cannot write beside %.150s: %s", path, strerror(errno));
    else if (flock(s->lock, LOCK_EX | LOCK_NB) != 0)
        snprintf(error, STORE_ERROR_MAX, "another server uses %.150s", path);
    else
        return true;
    return false;
}

static bool prepare(sqlite3 *db, sqlite3_stmt **q, const char *sql, char error[STORE_ERROR_MAX])
{
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, q, NULL) == SQLITE_OK ||
           fail(db, "prepare", error);
}

static bool open_file(store_sqlite *s, const char *path, bool durable, char error[STORE_ERROR_MAX])
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    const int made = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600); /* it holds secrets */
    if (made >= 0)
        close(made);
    if (sqlite3_open_v2(path, &s->writer, flags | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
        return fail(s->writer, path, error);
    sqlite3_busy_timeout(s->writer, 5000);
    if (!run(s->writer, "PRAGMA journal_mode=WAL", error) ||
        !run(s->writer, durable ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL", error) ||
        !run(s->writer, "PRAGMA secure_delete=ON", error) || !run(s->writer, SCHEMA, error))
        return false;
    if (sqlite3_open_v2(path, &s->reader, flags, NULL) != SQLITE_OK)
        return fail(s->reader, path, error);
    sqlite3_busy_timeout(s->reader, 5000);
    return prepare(s->writer, &s->put, "INSERT OR REPLACE INTO rows VALUES(?1,?2,?3,?4)", error) &&
           prepare(s->writer, &s->drop, "DELETE FROM rows WHERE key=?1 AND n=?2", error) &&
           prepare(s->reader, &s->scan,
                   "SELECT key,n,data,sum FROM rows WHERE key>=?1 AND key<?2 ORDER BY key,n",
                   error);
}

store *store_open_sqlite(const char *path, bool durable, char error[STORE_ERROR_MAX])
{
    static const store_methods methods = {sqlite_commit, sqlite_scan, sqlite_close};
    store_sqlite *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->base.methods = &methods;
    s->lock = -1;
    snprintf(s->path, sizeof s->path, "%s", path);
    pthread_mutex_init(&s->mutex, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&s->ending, &steady);
    pthread_condattr_destroy(&steady);
    if (take_lock(s, path, error) && open_file(s, path, durable, error) &&
        start_keeper(s, path, error))
        return &s->base;
    sqlite_close(&s->base);
    return NULL;
}
