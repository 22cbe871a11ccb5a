/* store_read.c - see store_read.h. */
#include "server/store_read.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct store_file {
    store base;
    sqlite3 *db;
    sqlite3_stmt *page;
} store_file;

enum { SCAN_ROWS = 1 << 30 };

static bool read_failed(sqlite3 *db, const char *what, char error[STORE_ERROR_MAX])
{
    snprintf(error, STORE_ERROR_MAX, "%.200s: %.200s", what, db ? sqlite3_errmsg(db) : "no memory");
    return false;
}

/* The first key after all that begin with the prefix. Keys are ASCII. */
static void end_of(const char *prefix, char end[STORE_KEY_MAX])
{
    snprintf(end, STORE_KEY_MAX, "%s", prefix[0] ? prefix : "~");
    end[strlen(end) - 1]++;
}

/* A row whose key is no text is passed over: store_reader_count tells that it is there. */
static bool read_row(sqlite3_stmt *q, store_row *row)
{
    uint8_t sum[STORE_SUM_BYTES];
    const char *data = sqlite3_column_blob(q, 2);
    if (sqlite3_column_type(q, 0) != SQLITE_TEXT)
        return false;
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

static bool file_page(store_file *s, const char *prefix, store_cursor *place, size_t rows,
                      store_reader *reader, void *context, size_t *count,
                      char error[STORE_ERROR_MAX])
{
    char end[STORE_KEY_MAX], from[STORE_KEY_MAX];
    store_row row;
    int rc;
    end_of(prefix, end);
    snprintf(from, sizeof from, "%s", place->key[0] ? place->key : prefix);
    sqlite3_bind_text(s->page, 1, from, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s->page, 2, place->key[0] ? (sqlite3_int64)place->n : -1);
    sqlite3_bind_text(s->page, 3, end, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s->page, 4, (sqlite3_int64)rows);
    *count = 0;
    while ((rc = sqlite3_step(s->page)) == SQLITE_ROW) {
        ++*count;
        if (!read_row(s->page, &row))
            continue;
        snprintf(place->key, sizeof place->key, "%s", row.key);
        place->n = row.n;
        if (!reader(context, &row))
            break;
    }
    const bool good = rc == SQLITE_ROW || rc == SQLITE_DONE || read_failed(s->db, "read", error);
    sqlite3_reset(s->page);
    sqlite3_clear_bindings(s->page);
    return good;
}

static bool file_scan(store *base, const char *prefix, store_reader *reader, void *context,
                      char error[STORE_ERROR_MAX])
{
    store_cursor place = {0};
    size_t count;
    return file_page((store_file *)base, prefix, &place, SCAN_ROWS, reader, context, &count, error);
}

static bool file_commit(store *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    (void)s;
    for (size_t i = 0; i < count; i++)
        jobs[i].result = STORE_FAILED;
    snprintf(error, STORE_ERROR_MAX, "this file was opened for reading");
    return false;
}

static void file_close(store *base)
{
    store_file *s = (store_file *)base;
    sqlite3_finalize(s->page);
    sqlite3_close(s->db);
    free(s);
}

static const store_methods methods = {
    .commit = file_commit, .scan = file_scan, .close = file_close};

store *store_open_reader(const char *path, char error[STORE_ERROR_MAX])
{
    static const char PAGE[] = "SELECT key,n,data,sum FROM rows WHERE (key,n)>(?1,?2) AND key<?3 "
                               "ORDER BY key,n LIMIT ?4";
    store_file *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->base.methods = &methods;
    bool good = sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) ==
                SQLITE_OK;
    if (good) {
        sqlite3_busy_timeout(s->db, 5000);
        good = sqlite3_prepare_v2(s->db, PAGE, -1, &s->page, NULL) == SQLITE_OK;
    }
    if (good)
        return &s->base;
    read_failed(s->db, path, error);
    file_close(&s->base);
    return NULL;
}

/* ---- Pages of any store ---- */
typedef struct paging {
    store_cursor *place;
    size_t rows, *count;
    store_reader *reader;
    void *context;
} paging;

static bool pass(void *context, const store_row *row)
{
    paging *p = context;
    const int order = strcmp(row->key, p->place->key);
    if (p->place->key[0] && (order < 0 || (order == 0 && row->n <= p->place->n)))
        return true;
    ++*p->count;
    snprintf(p->place->key, sizeof p->place->key, "%s", row->key);
    p->place->n = row->n;
    return p->reader(p->context, row) && *p->count < p->rows;
}

bool store_page(store *s, const char *prefix, store_cursor *place, size_t rows,
                store_reader *reader, void *context, size_t *count, char error[STORE_ERROR_MAX])
{
    if (s->methods == &methods)
        return file_page((store_file *)s, prefix, place, rows, reader, context, count, error);
    paging p = {place, rows, count, reader, context};
    *count = 0;
    return store_scan(s, prefix, pass, &p, error);
}

enum { WALK_ROWS = 256 };

typedef struct row_copies {
    store_row row[WALK_ROWS];
    char *bytes[WALK_ROWS];
    size_t count;
} row_copies;

static bool copy_row(void *context, const store_row *row)
{
    row_copies *c = context;
    const size_t key = strlen(row->key) + 1;
    char *bytes = malloc(key + row->length + 1);
    if (!bytes)
        return false;
    memcpy(bytes, row->key, key);
    memcpy(bytes + key, row->data, row->length);
    c->bytes[c->count] = bytes;
    c->row[c->count] = *row;
    c->row[c->count].key = bytes;
    c->row[c->count++].data = bytes + key;
    return true;
}

bool store_walk(store *s, const char *prefix, store_reader *reader, void *context,
                char error[STORE_ERROR_MAX])
{
    store_cursor place = {0};
    row_copies *c = calloc(1, sizeof *c);
    size_t count = WALK_ROWS;
    bool good = c != NULL, more = good;
    snprintf(error, STORE_ERROR_MAX, "no memory");
    while (more && count == WALK_ROWS) {
        c->count = 0;
        good = store_page(s, prefix, &place, WALK_ROWS, copy_row, c, &count, error);
        more = good;
        for (size_t i = 0; i < c->count; i++) {
            more = more && reader(context, &c->row[i]);
            free(c->bytes[i]);
        }
    }
    free(c);
    return good;
}

static void run_on_reader(store *s, const char *sql)
{
    if (s->methods == &methods)
        sqlite3_exec(((store_file *)s)->db, sql, NULL, NULL, NULL);
}

void store_reader_begin(store *s)
{
    run_on_reader(s, "BEGIN");
}

void store_reader_end(store *s)
{
    run_on_reader(s, "COMMIT");
}

bool store_reader_count(store *s, uint64_t *rows, char error[STORE_ERROR_MAX])
{
    store_file *f = (store_file *)s;
    sqlite3_stmt *q = NULL;
    const bool good =
        s->methods == &methods &&
        sqlite3_prepare_v2(f->db, "SELECT count(*) FROM rows", -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW;
    *rows = good ? (uint64_t)sqlite3_column_int64(q, 0) : 0;
    if (!good)
        read_failed(f->db, "count", error);
    sqlite3_finalize(q);
    return good;
}
