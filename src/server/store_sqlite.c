/* store_sqlite.c - one SQLite file: a write-ahead log, synchronised at every commit.
 *
 * Two connections: commits go through one and reads through the other, so that neither waits. Two
 * more belong to threads: one moves the log's pages into the file (store_log.h), one checks all
 * rows in the background (store_check.h). What is done before SQLite sees the file: store_open.h.
 */
#include "server/store_sqlite.h"

#include "server/store_check.h"
#include "server/store_log.h"
#include "server/store_schema.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

typedef struct file_id { /* of a file, whatever its name */
    dev_t device;
    ino_t number;
} file_id;

typedef struct store_sqlite {
    store base;
    store_place place;
    store_log log;
    store_check *check; /* NULL: none */
    file_id file, wal;  /* that we have open; a number of 0: not known yet */
    sqlite3 *writer, *reader;
    sqlite3_stmt *put, *add, *replace, *drop, *drop_key, *guard, *scan;
    uint64_t rows_read;     /* by scans, which one thread does */
    atomic_bool has_damage; /* something could not be read */
    bool is_open;
} store_sqlite;

enum { BUSY_MS = 5000 };

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

static bool is_damage(sqlite3 *db)
{
    const int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_OK;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

static bool sqlite_failed(sqlite3 *db, const char *what, char error[STORE_ERROR_MAX])
{
    const int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM;
    if (is_damage(db))
        return fail_damaged(db, what, error);
    if (code == SQLITE_IOERR && sqlite3_system_errno(db) != 0) { /* a full disc, say */
        snprintf(error, STORE_ERROR_MAX, "%.60s: %.100s: %.100s", what, sqlite3_errmsg(db),
                 strerror(sqlite3_system_errno(db)));
        return false;
    }
    snprintf(error, STORE_ERROR_MAX, "%.60s: %.180s", what, db ? sqlite3_errmsg(db) : "no memory");
    return false;
}

static bool run_sql(sqlite3 *db, const char *sql, char error[STORE_ERROR_MAX])
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || sqlite_failed(db, sql, error);
}

/* SQLite reports a conflict as the constraint that a new row violates. */
static int check_guard(store_sqlite *s, const store_op *op)
{
    sqlite3_stmt *q = s->guard;
    sqlite3_bind_text(q, 1, op->key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 2, op->n);
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) {
        const void *data = sqlite3_column_blob(q, 0);
        const size_t length = (size_t)sqlite3_column_bytes(q, 0);
        const bool holds =
            !op->data || (length == op->length && (!length || memcmp(data, op->data, length) == 0));
        rc = holds ? SQLITE_DONE : SQLITE_CONSTRAINT;
    } else if (rc == SQLITE_DONE) {
        rc = SQLITE_CONSTRAINT;
    }
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return rc;
}

static int step_op(store_sqlite *s, const store_op *op)
{
    if (op->is_guard)
        return check_guard(s, op);
    if (op->is_note)
        return SQLITE_DONE; /* one file, one server: there is nobody to tell */
    uint8_t sum[STORE_SUM_BYTES];
    sqlite3_stmt *q = !op->data    ? op->whole_key ? s->drop_key : s->drop
                      : op->before ? s->replace
                      : op->is_new ? s->add
                                   : s->put;
    sqlite3_bind_text(q, 1, op->key, -1, SQLITE_STATIC);
    if (q != s->drop_key)
        sqlite3_bind_int64(q, 2, op->n);
    if (op->data) {
        store_sum(op->key, op->n, op->data, op->length, sum);
        sqlite3_bind_blob64(q, 3, op->data, op->length, SQLITE_STATIC);
        sqlite3_bind_blob(q, 4, sum, sizeof sum, SQLITE_STATIC);
    }
    if (op->before)
        sqlite3_bind_blob64(q, 5, op->before, op->before_length, SQLITE_STATIC);
    int rc = sqlite3_step(q);
    if (rc == SQLITE_DONE && op->before && sqlite3_changes(s->writer) == 0)
        rc = SQLITE_CONSTRAINT;
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return rc;
}

/* Is the file of that name still the one that we write to? What goes into a file that somebody has
 * moved away or put a backup in place of would be gone after the next start. */
static bool is_in_place(const store_sqlite *s, const char *end, file_id *known)
{
    char name[STORE_NAME_MAX];
    struct stat found;
    place_name(&s->place, end, name);
    if (stat(name, &found) != 0)
        return known->number == 0;
    if (known->number == 0)
        *known = (file_id){found.st_dev, found.st_ino};
    return known->device == found.st_dev && known->number == found.st_ino;
}

static bool files_are_in_place(store_sqlite *s, char error[STORE_ERROR_MAX])
{
    if (is_in_place(s, "", &s->file) && is_in_place(s, "-wal", &s->wal))
        return true;
    snprintf(error, STORE_ERROR_MAX,
             "the data file was moved or replaced while the server runs: put it back, or restart");
    return false;
}

/* One transaction of all jobs that are STORED so far. A conflict marks its job and ends it: it is
 * run again without that one. */
static bool run_jobs(store_sqlite *s, store_job *jobs, size_t count, bool *conflict,
                     char error[STORE_ERROR_MAX])
{
    bool good = run_sql(s->writer, "BEGIN IMMEDIATE", error);
    *conflict = false;
    for (size_t i = 0; good && i < count; i++)
        for (size_t k = 0; good && jobs[i].result == STORE_STORED && k < jobs[i].count; k++) {
            const int rc = step_op(s, &jobs[i].ops[k]);
            *conflict = rc == SQLITE_CONSTRAINT;
            if (*conflict)
                jobs[i].result = STORE_CONFLICT;
            good = rc == SQLITE_DONE || (!*conflict && sqlite_failed(s->writer, "write", error));
        }
    good = good && run_sql(s->writer, "COMMIT", error);
    if (!good && !sqlite3_get_autocommit(s->writer))
        sqlite3_exec(s->writer, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

static bool sqlite_commit(store *base, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    store_sqlite *s = (store_sqlite *)base;
    bool conflict = false, good = files_are_in_place(s, error);
    for (size_t i = 0; i < count; i++)
        jobs[i].result = STORE_STORED;
    if (good)
        do
            good = run_jobs(s, jobs, count, &conflict, error);
        while (!good && conflict);
    if (good)
        log_committed(&s->log);
    for (size_t i = 0; i < count && !good; i++)
        jobs[i].result = STORE_FAILED;
    return good;
}

/* A number beside 0 … 2^32 - 1, or a key that is no text, is damage too. */
void store_sqlite_row(sqlite3_stmt *q, store_row *row)
{
    uint8_t sum[STORE_SUM_BYTES];
    const int64_t n = sqlite3_column_int64(q, 1);
    const bool is_text = sqlite3_column_type(q, 0) == SQLITE_TEXT;
    const char *key = is_text ? (const char *)sqlite3_column_text(q, 0) : NULL;
    const char *data = sqlite3_column_blob(q, 2);
    *row = (store_row){.key = key ? key : "",
                       .n = (uint32_t)n,
                       .data = data ? data : "",
                       .length = (size_t)sqlite3_column_bytes(q, 2)};
    store_sum(row->key, row->n, row->data, row->length, sum);
    row->intact = key && (size_t)sqlite3_column_bytes(q, 0) == strlen(key) && n >= 0 &&
                  n <= UINT32_MAX && sqlite3_column_bytes(q, 3) == STORE_SUM_BYTES &&
                  memcmp(sqlite3_column_blob(q, 3), sum, STORE_SUM_BYTES) == 0;
}

static bool sqlite_scan(store *base, const char *prefix, store_reader *reader, void *context,
                        char error[STORE_ERROR_MAX])
{
    store_sqlite *s = (store_sqlite *)base;
    char end[STORE_KEY_MAX];
    int rc;
    store_row row;
    snprintf(end, sizeof end, "%s", prefix);
    if (end[0])
        end[strlen(end) - 1]++; /* the first key after all that begin so */
    else
        snprintf(end, sizeof end, "\x7f"); /* all keys begin with a letter */
    sqlite3_bind_text(s->scan, 1, prefix, -1, SQLITE_STATIC);
    sqlite3_bind_text(s->scan, 2, end, -1, SQLITE_STATIC);
    while ((rc = sqlite3_step(s->scan)) == SQLITE_ROW) {
        store_sqlite_row(s->scan, &row);
        s->rows_read++;
        if (!reader(context, &row))
            break;
    }
    const bool good =
        rc == SQLITE_ROW || rc == SQLITE_DONE || sqlite_failed(s->reader, "read", error);
    if (!good)
        atomic_store(&s->has_damage, true);
    sqlite3_reset(s->scan);
    sqlite3_clear_bindings(s->scan);
    return good;
}

static bool sqlite_tend(store *base, store_tend_when when)
{
    return log_tend(&((store_sqlite *)base)->log, when);
}

/* By the file that is locked: opening and closing it again would drop SQLite's own locks. The
 * number of free pages stands in the file's head, as of the last time that the log was moved. */
static void disc_figures(const store_sqlite *s, store_figures *f)
{
    uint8_t head[40];
    struct statvfs disc;
    if (pread(s->place.lock, head, sizeof head, 0) == (ssize_t)sizeof head)
        f->data_free_bytes = (uint64_t)wal_number(head + 36, 4) * WAL_PAGE;
    if (fstatvfs(s->place.lock, &disc) != 0)
        return;
    f->disc_bytes = (uint64_t)disc.f_blocks * disc.f_frsize;
    f->disc_free_bytes = (uint64_t)disc.f_bavail * disc.f_frsize;
}

static void sqlite_figures(store *base, store_figures *f)
{
    store_sqlite *s = (store_sqlite *)base;
    log_figures(&s->log, f);
    disc_figures(s, f);
    f->rows_read = s->rows_read;
    if (s->check)
        check_figures(s->check, f);
}

static bool sqlite_is_damaged(store *base)
{
    store_sqlite *s = (store_sqlite *)base;
    return s->place.has_loss || atomic_load(&s->has_damage) ||
           (s->check && check_found_damage(s->check));
}

/* ---- Opening and closing ---- */
static void sqlite_close(store *base)
{
    store_sqlite *s = (store_sqlite *)base;
    check_stop(s->check);
    log_stop(&s->log);
    sqlite3_finalize(s->put);
    sqlite3_finalize(s->add);
    sqlite3_finalize(s->replace);
    sqlite3_finalize(s->drop);
    sqlite3_finalize(s->drop_key);
    sqlite3_finalize(s->guard);
    sqlite3_finalize(s->scan);
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    log_end(&s->log, s->is_open);
    place_close(&s->place);
    free(s);
}

static bool prepare(sqlite3 *db, sqlite3_stmt **q, const char *sql, char error[STORE_ERROR_MAX])
{
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, q, NULL) == SQLITE_OK ||
           sqlite_failed(db, "prepare", error);
}

static bool prepare_all(store_sqlite *s, char error[STORE_ERROR_MAX])
{
    return prepare(s->writer, &s->put, "INSERT OR REPLACE INTO rows VALUES(?1,?2,?3,?4)", error) &&
           prepare(s->writer, &s->add, STORE_INSERT, error) &&
           prepare(s->writer, &s->replace,
                   "UPDATE rows SET data=?3,sum=?4 WHERE key=?1 AND n=?2 AND data=?5", error) &&
           prepare(s->writer, &s->drop, "DELETE FROM rows WHERE key=?1 AND n=?2", error) &&
           prepare(s->writer, &s->drop_key, "DELETE FROM rows WHERE key=?1", error) &&
           prepare(s->writer, &s->guard, "SELECT data FROM rows WHERE key=?1 AND n=?2", error) &&
           prepare(s->reader, &s->scan,
                   "SELECT key,n,data,sum FROM rows WHERE key>=?1 AND key<?2 ORDER BY key,n",
                   error);
}

/* Until all has worked, closing must leave the log alone: somebody may want to save it. */
static bool open_file(store_sqlite *s, bool durable, char error[STORE_ERROR_MAX])
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    const char *path = s->place.path;
    if (sqlite3_open_v2(path, &s->writer, flags, NULL) != SQLITE_OK)
        return sqlite_failed(s->writer, path, error);
    sqlite3_busy_timeout(s->writer, BUSY_MS);
    sqlite3_db_config(s->writer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_wal_autocheckpoint(s->writer, 0);
    if (!run_sql(s->writer, "PRAGMA journal_mode=WAL", error) ||
        !run_sql(s->writer, durable ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL",
                 error) ||
        !run_sql(s->writer, "PRAGMA secure_delete=ON", error) ||
        !run_sql(s->writer, STORE_SCHEMA, error))
        return false;
    if (sqlite3_open_v2(path, &s->reader, flags, NULL) != SQLITE_OK)
        return sqlite_failed(s->reader, path, error);
    sqlite3_db_config(s->reader, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_busy_timeout(s->reader, BUSY_MS);
    return prepare_all(s, error) && log_start(&s->log, s->writer, error) &&
           sqlite3_db_config(s->writer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL) == SQLITE_OK;
}

store *store_open_sqlite(const char *path, const store_options *options,
                         char error[STORE_ERROR_MAX])
{
    static const store_methods methods = {.commit = sqlite_commit,
                                          .scan = sqlite_scan,
                                          .close = sqlite_close,
                                          .tend = sqlite_tend,
                                          .figures = sqlite_figures,
                                          .is_damaged = sqlite_is_damaged};
    store_sqlite *s = calloc(1, sizeof *s);
    snprintf(error, STORE_ERROR_MAX, "no memory");
    if (!s || !place_open(&s->place, path, options, error)) {
        free(s);
        return NULL;
    }
    s->base.methods = &methods;
    log_init(&s->log, &s->place, options->durable);
    if (!open_file(s, options->durable, error)) {
        if (options->needs_host && (is_damage(s->writer) || is_damage(s->reader)))
            *options->needs_host = true;
        sqlite_close(&s->base);
        return NULL;
    }
    s->is_open = true;
    s->check = options->no_check ? NULL : check_start(s->place.path);
    return &s->base;
}
