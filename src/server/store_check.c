/* store_check.c - see store_check.h. */
#include "server/store_check.h"

#include "base/clock.h"
#include "server/log.h"
#include "server/map.h"
#include "server/store_log.h"
#include "server/store_names.h"
#include "server/store_sqlite.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1000,
    QUICK_CHUNKS = 20, /* a club's file is read at once … */
    PAUSE_MS = 5,
    REST = 300,       /* … a larger one so slowly that it costs less than 1 % of a core */
    NAMED_MAX = 1000, /* lines of one run */
    PAGES_MAX = 256 * 1024 * 1024 / 4096
};
#define DAY_MS 86400000u

struct store_check {
    char path[STORE_PATH_MAX];
    pthread_t thread;
    pthread_mutex_t mutex; /* for what follows, down to `db` and its closing */
    pthread_cond_t wake;
    bool is_ending, damaged;
    store_check_state state;
    uint64_t rows, problems;
    sqlite3 *db;
    /* of the thread */
    sqlite3_stmt *chunk, *has, *events, *next_key, *key_before;
    map named; /* tables that need not be looked at (again) where rows cannot be read */
    char key[STORE_KEY_MAX], suspect[STORE_KEY_MAX]; /* read last; a table to look at again */
    uint32_t n;
    bool in_events, is_sure;
};

/* Waits, unless the end comes; true: it has come. */
static bool pause_ms(store_check *c, uint64_t ms)
{
    const struct timespec until = clock_deadline(ms);
    pthread_mutex_lock(&c->mutex);
    while (!c->is_ending && pthread_cond_timedwait(&c->wake, &c->mutex, &until) == 0)
        continue;
    const bool ending = c->is_ending;
    pthread_mutex_unlock(&c->mutex);
    return ending;
}

static bool is_ending(store_check *c)
{
    return pause_ms(c, 0);
}

/* Without memory for it a table is named twice. */
static void note_named(store_check *c, const char *id)
{
    char name[MAP_KEY_MAX];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(id, " "), id);
    if (!map_get(&c->named, name))
        map_put(&c->named, name, c);
}

static void log_problem(store_check *c, const char *line)
{
    pthread_mutex_lock(&c->mutex);
    const uint64_t number = ++c->problems;
    const bool ending = c->is_ending;
    c->damaged = c->damaged || !ending;
    pthread_mutex_unlock(&c->mutex);
    if (number <= NAMED_MAX && !ending)
        log_event(LOG_ERROR, "damaged", "%s", line);
    if (strncmp(line, "table=", 6) == 0)
        note_named(c, line + 6);
}

static void row_problem(store_check *c, const char *key, uint32_t n, const char *cause)
{
    char line[STORE_ERROR_MAX];
    const char *id = names_table(key);
    if (id)
        snprintf(line, sizeof line, "table=%.40s event=%u cause=\"%s\"", id, n, cause);
    else
        snprintf(line, sizeof line, "row=%.*s cause=\"%s\"", (int)strcspn(key, "/"), key, cause);
    log_problem(c, line);
}

/* A stretch of rows from `key` on. Tables of which no other row is left cannot be named. */
static void unreadable(store_check *c, const char *key, const char *cause)
{
    char line[STORE_ERROR_MAX];
    snprintf(line, sizeof line, "row=%.*s cause=\"%s\" tables=unknown", (int)strcspn(key, "/"), key,
             cause);
    log_problem(c, line);
}

/* ---- Tables ---- */
static store_found has_key(void *context, const char *key)
{
    store_check *c = context;
    sqlite3_bind_text(c->has, 1, key, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(c->has);
    sqlite3_reset(c->has);
    return rc == SQLITE_DONE                            ? STORE_NONE
           : rc == SQLITE_CORRUPT || rc == SQLITE_IOERR ? STORE_DAMAGED
                                                        : STORE_FOUND;
}

/* Between two chunks a table may have changed: what looks wrong is read again in one piece. */
static void on_problem(void *context, const char *line)
{
    store_check *c = context;
    if (c->in_events && !c->is_sure)
        snprintf(c->suspect, sizeof c->suspect, "%.*s", (int)strcspn(line + 6, " "), line + 6);
    else
        log_problem(c, line);
}

static void check_again(store_check *c)
{
    char key[STORE_KEY_MAX];
    int rc;
    names_check names = {has_key, on_problem, c, c, "", 0, 0, 0, 0, false};
    if (!c->suspect[0])
        return;
    snprintf(key, sizeof key, "event/%.80s", c->suspect);
    c->is_sure = true;
    sqlite3_bind_text(c->events, 1, key, -1, SQLITE_STATIC);
    while ((rc = sqlite3_step(c->events)) == SQLITE_ROW) {
        const char *data = sqlite3_column_blob(c->events, 1);
        names_feed(&names, key, (uint32_t)sqlite3_column_int64(c->events, 0), data ? data : "",
                   (size_t)sqlite3_column_bytes(c->events, 1));
    }
    if (rc == SQLITE_DONE)
        names_end(&names);
    else
        row_problem(c, key, names.last + 1, sqlite3_errmsg(c->db));
    sqlite3_reset(c->events);
    c->suspect[0] = 0;
    c->is_sure = false;
}

/* ---- Rows ---- */
static void check_row(store_check *c, names_check *names, const store_row *row)
{
    const int order = strcmp(row->key, c->key);
    if (!row->intact)
        row_problem(c, row->key[0] ? row->key : c->key, row->n, "checksum");
    else if (order < 0 || (order == 0 && row->n <= c->n && c->rows))
        row_problem(c, row->key, row->n, "order");
    if (!row->intact || strlen(row->key) >= sizeof c->key)
        return;
    snprintf(c->key, sizeof c->key, "%s", row->key);
    c->n = row->n;
    c->in_events = names->table[0] != 0; /* feeding may end the table before */
    names_feed(names, row->key, row->n, row->data, row->length);
    c->in_events = false;
}

/* Where the rows after `key` cannot be read: the next place that may be readable. False: none. */
static bool skip_ahead(char key[STORE_KEY_MAX])
{
    char *slash = strchr(key, '/');
    if (slash && slash[1] && slash[1] < 'z') {
        slash[1]++;
        slash[2] = 0;
    } else if (slash) {
        snprintf(slash, 2, "0"); /* the character after '/' */
    } else if (key[0] < 'a') {
        snprintf(key, STORE_KEY_MAX, "a");
    } else if (key[0] < 'z') {
        key[0]++;
        key[1] = 0;
    } else {
        return false;
    }
    return true;
}

/* ---- Where rows cannot be read ---- */
static bool is_id(const char *id)
{
    const size_t length = strlen(id);
    return length > 0 && length < MAP_KEY_MAX &&
           strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

/* Names the table that a key leads to, if not all of its rows can be read. */
static void look_at_table(store_check *c, const char *key)
{
    char row[STORE_KEY_MAX];
    const char *id = names_table(key);
    names_check names = {has_key, on_problem, c, c, "", 0, 0, 0, 0, false};
    if (!id || !is_id(id) || map_get(&c->named, id))
        return;
    snprintf(c->suspect, sizeof c->suspect, "%s", id);
    snprintf(row, sizeof row, "table/%s", id);
    c->is_sure = true;
    names_feed(&names, has_key(c, row) == STORE_FOUND ? row : key, 0, "", 0);
    check_again(c);
    note_named(c, id);
}

/* The first key that the statement finds beside `key`. */
static int step_to_key(sqlite3_stmt *q, char key[STORE_KEY_MAX])
{
    sqlite3_bind_text(q, 1, key, -1, SQLITE_TRANSIENT);
    const int rc = sqlite3_step(q);
    const char *found = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : NULL;
    if (found)
        snprintf(key, STORE_KEY_MAX, "%s", found);
    sqlite3_reset(q);
    return found ? rc : rc == SQLITE_ROW ? SQLITE_CORRUPT : rc;
}

/* Rows on both sides of what cannot be read lead to tables that have rows there. */
static void name_tables(store_check *c)
{
    static const char *const ends[] = {"event0", "live0", "seat0", "table0"}; /* '0' follows '/' */
    char key[STORE_KEY_MAX] = "";
    for (int rc = SQLITE_ROW; rc != SQLITE_DONE && !is_ending(c);) {
        rc = step_to_key(c->next_key, key);
        if (rc == SQLITE_ROW)
            look_at_table(c, key);
        else if (rc != SQLITE_DONE && !skip_ahead(key))
            break;
    }
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        const size_t kind = strlen(ends[i]) - 1;
        snprintf(key, sizeof key, "%s", ends[i]);
        while (!is_ending(c) && step_to_key(c->key_before, key) == SQLITE_ROW &&
               strncmp(key, ends[i], kind) == 0)
            look_at_table(c, key);
    }
}

/* Rows read; -1: reading failed. */
static int read_chunk(store_check *c, names_check *names)
{
    int rc, count = 0;
    sqlite3_exec(c->db, "BEGIN", NULL, NULL, NULL);
    sqlite3_bind_text(c->chunk, 1, c->key, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(c->chunk, 2, c->n);
    while ((rc = sqlite3_step(c->chunk)) == SQLITE_ROW) {
        store_row row;
        store_sqlite_row(c->chunk, &row);
        check_row(c, names, &row);
        count++;
        pthread_mutex_lock(&c->mutex);
        c->rows++;
        pthread_mutex_unlock(&c->mutex);
    }
    sqlite3_reset(c->chunk);
    check_again(c);
    if (count < CHUNK && rc == SQLITE_DONE) {
        c->in_events = true;
        names_end(names);
        c->in_events = false;
        check_again(c);
    }
    sqlite3_exec(c->db, "COMMIT", NULL, NULL, NULL);
    return rc == SQLITE_DONE ? count : -1;
}

static void check_pages(store_check *c)
{
    sqlite3_stmt *q = NULL;
    char line[STORE_ERROR_MAX];
    int64_t pages = 0;
    if (sqlite3_prepare_v2(c->db, "PRAGMA page_count", -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        pages = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    q = NULL;
    if (pages > PAGES_MAX ||
        sqlite3_prepare_v2(c->db, "PRAGMA quick_check(20)", -1, &q, NULL) != SQLITE_OK)
        return;
    while (sqlite3_step(q) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(q, 0);
        if (!text || strcmp(text, "ok") == 0)
            continue;
        snprintf(line, sizeof line, "row=page cause=\"%.200s\" tables=unknown", text);
        log_problem(c, line);
    }
    sqlite3_finalize(q);
}

static bool open_file(store_check *c)
{
    sqlite3 *db = NULL;
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    const bool good =
        sqlite3_open_v2(c->path, &db, flags, NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(db, 1000) == SQLITE_OK &&
        sqlite3_prepare_v2(db,
                           "SELECT key,n,data,sum FROM rows WHERE (key,n)>(?1,?2) "
                           "ORDER BY key,n LIMIT 1000",
                           -1, &c->chunk, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT 1 FROM rows WHERE key=?1 LIMIT 1", -1, &c->has, NULL) ==
            SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT n,data FROM rows WHERE key=?1 ORDER BY n", -1, &c->events,
                           NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT key FROM rows WHERE key>?1 ORDER BY key LIMIT 1", -1,
                           &c->next_key, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT key FROM rows WHERE key<?1 ORDER BY key DESC LIMIT 1", -1,
                           &c->key_before, NULL) == SQLITE_OK;
    if (!good && !is_ending(c))
        unreadable(c, "file", sqlite3_errmsg(db));
    pthread_mutex_lock(&c->mutex);
    c->db = db;
    pthread_mutex_unlock(&c->mutex);
    return good;
}

static void close_file(store_check *c)
{
    sqlite3_finalize(c->chunk);
    sqlite3_finalize(c->has);
    sqlite3_finalize(c->events);
    sqlite3_finalize(c->next_key);
    sqlite3_finalize(c->key_before);
    c->chunk = c->has = c->events = c->next_key = c->key_before = NULL;
    pthread_mutex_lock(&c->mutex);
    sqlite3_close(c->db);
    c->db = NULL;
    pthread_mutex_unlock(&c->mutex);
}

static void read_rows(store_check *c)
{
    names_check names = {has_key, on_problem, c, c, "", 0, 0, 0, 0, false};
    c->key[0] = 0;
    c->n = 0;
    bool skipped = false, unread = false;
    uint32_t chunks = 0;
    for (int count = CHUNK; count == CHUNK || count < 0; chunks++) {
        const uint64_t start = clock_mono_us();
        count = read_chunk(c, &names);
        const uint64_t slow_ms = (clock_mono_us() - start) * REST / 1000u;
        if (is_ending(c))
            return;
        if (count < 0) {
            if (!skipped) /* one line for each stretch that cannot be read */
                unreadable(c, c->key[0] ? c->key : "file", sqlite3_errmsg(c->db));
            names.table[0] = 0;
            c->n = 0;
            unread = true;
            if (!skip_ahead(c->key))
                break;
        }
        skipped = count < 0;
        if (count == CHUNK && pause_ms(c, chunks < QUICK_CHUNKS ? PAUSE_MS : slow_ms))
            return;
    }
    if (unread)
        name_tables(c);
}

static void check_once(store_check *c)
{
    const uint64_t start = log_now_ms();
    pthread_mutex_lock(&c->mutex);
    c->state = CHECK_RUNNING;
    c->rows = c->problems = 0;
    pthread_mutex_unlock(&c->mutex);
    map_clear(&c->named);
    if (open_file(c)) {
        read_rows(c);
        if (!is_ending(c))
            check_pages(c);
    }
    close_file(c);
    if (is_ending(c))
        return;
    if (c->problems > NAMED_MAX) /* only this thread adds to them */
        log_event(LOG_ERROR, "damaged", "and %llu more; azulejo recover lists all",
                  (unsigned long long)(c->problems - NAMED_MAX));
    pthread_mutex_lock(&c->mutex);
    c->state = c->problems ? CHECK_DAMAGED : CHECK_GOOD;
    const uint64_t rows = c->rows, problems = c->problems;
    pthread_mutex_unlock(&c->mutex);
    log_event(problems ? LOG_ERROR : LOG_INFO, "checked", "rows=%llu problems=%llu ms=%llu",
              (unsigned long long)rows, (unsigned long long)problems,
              (unsigned long long)(log_now_ms() - start));
}

static void *check_in_background(void *context)
{
    store_check *c = context;
    do
        check_once(c);
    while (!pause_ms(c, DAY_MS));
    return NULL;
}

/* ---- Beginning and end ---- */
store_check *check_start(const char *path)
{
    store_check *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    snprintf(c->path, sizeof c->path, "%s", path);
    if (!map_init(&c->named)) {
        free(c);
        return NULL;
    }
    pthread_mutex_init(&c->mutex, NULL);
    clock_cond_init(&c->wake);
    if (pthread_create(&c->thread, NULL, check_in_background, c) == 0)
        return c;
    map_release(&c->named);
    free(c);
    return NULL;
}

void check_stop(store_check *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->mutex);
    c->is_ending = true;
    if (c->db)
        sqlite3_interrupt(c->db);
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->mutex);
    pthread_join(c->thread, NULL);
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->wake);
    map_release(&c->named);
    free(c);
}

void check_figures(store_check *c, store_figures *f)
{
    pthread_mutex_lock(&c->mutex);
    f->check = c->state;
    f->checked_rows = c->rows;
    f->problems = c->problems;
    pthread_mutex_unlock(&c->mutex);
}

bool check_found_damage(store_check *c)
{
    pthread_mutex_lock(&c->mutex);
    const bool damaged = c->damaged;
    pthread_mutex_unlock(&c->mutex);
    return damaged;
}
