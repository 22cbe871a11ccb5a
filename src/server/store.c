/* store.c - what every back end shares. */
#include "server/store.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

bool store_commit_jobs(store *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    return s->methods->commit(s, jobs, count, error);
}

bool store_commit(store *s, const store_op *ops, size_t count, char error[STORE_ERROR_MAX])
{
    store_job job = {ops, count, STORE_FAILED};
    if (!store_commit_jobs(s, &job, 1, error))
        return false;
    if (job.result == STORE_CONFLICT)
        snprintf(error, STORE_ERROR_MAX,
                 "a row that was to be new is there already, or another one has changed");
    return job.result == STORE_STORED;
}

bool store_tend(store *s, store_tend_when when)
{
    return !s->methods->tend || s->methods->tend(s, when);
}

void store_get_figures(store *s, store_figures *f)
{
    *f = (store_figures){0};
    if (s->methods->figures)
        s->methods->figures(s, f);
}

bool store_is_damaged(store *s)
{
    return s->methods->is_damaged && s->methods->is_damaged(s);
}

bool store_scan(store *s, const char *prefix, store_reader *reader, void *context,
                char error[STORE_ERROR_MAX])
{
    return s->methods->scan(s, prefix, reader, context, error);
}

bool store_is_shared(const store *s)
{
    return s->methods->listen != NULL;
}

bool store_listen(store *s, store_listener *listener, void *context)
{
    return s->methods->listen && s->methods->listen(s, listener, context);
}

bool store_is_away(store *s)
{
    return s->methods->is_away && s->methods->is_away(s);
}

void store_close(store *s)
{
    if (s)
        s->methods->close(s);
}

typedef struct part { /* of the rows of a key */
    const char *key;
    uint32_t from;
    store_reader *reader;
    void *context;
} part;

static bool take_part(void *context, const store_row *row)
{
    const part *p = context;
    if (row->key[0] && strcmp(row->key, p->key) != 0)
        return false; /* only begins so */
    return row->n < p->from || p->reader(p->context, row);
}

bool store_scan_key(store *s, const char *key, uint32_t from, store_reader *reader, void *context,
                    char error[STORE_ERROR_MAX])
{
    part p = {key, from, reader, context};
    if (s->methods->scan_key)
        return s->methods->scan_key(s, key, from, reader, context, error);
    return store_scan(s, key, take_part, &p, error);
}

typedef struct wanted {
    const char *key;
    uint32_t n;
    char *out;
    size_t size, *length;
    store_found found;
} wanted;

static bool take_row(void *context, const store_row *row)
{
    wanted *w = context;
    if (!row->intact && !row->key[0]) { /* it may be the one */
        w->found = STORE_DAMAGED;
        return true;
    }
    if (strcmp(row->key, w->key) != 0 || row->n > w->n)
        return false;
    if (row->n < w->n)
        return true;
    w->found = row->intact && row->length < w->size ? STORE_FOUND : STORE_DAMAGED;
    if (w->found == STORE_FOUND) {
        memcpy(w->out, row->data, row->length);
        w->out[row->length] = 0;
        *w->length = row->length;
    }
    return false;
}

store_found store_get(store *s, const char *key, uint32_t n, char *out, size_t size, size_t *length)
{
    char error[STORE_ERROR_MAX];
    wanted w = {key, n, out, size, length, STORE_NONE};
    const bool good = s->methods->scan_key ? s->methods->scan_key(s, key, n, take_row, &w, error)
                                           : store_scan(s, key, take_row, &w, error);
    return good ? w.found : STORE_DAMAGED;
}

typedef struct one_row { /* of several keys */
    uint32_t n;
    store_reader *reader;
    void *context;
} one_row;

static bool take_one(void *context, const store_row *row)
{
    const one_row *o = context;
    if (row->n == o->n)
        o->reader(o->context, row);
    return row->n < o->n;
}

bool store_get_rows(store *s, const char *const *keys, size_t count, uint32_t n,
                    store_reader *reader, void *context, char error[STORE_ERROR_MAX])
{
    one_row o = {n, reader, context};
    bool good = true;
    if (s->methods->get_rows)
        return s->methods->get_rows(s, keys, count, n, reader, context, error);
    for (size_t i = 0; good && i < count; i++)
        good = store_scan_key(s, keys[i], n, take_one, &o, error);
    return good;
}

void store_sum(const char *key, uint32_t n, const char *data, size_t length,
               uint8_t sum[STORE_SUM_BYTES])
{
    const uint8_t number[4] = {(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8),
                               (uint8_t)n};
    crypto_generichash_state h;
    crypto_generichash_init(&h, NULL, 0, STORE_SUM_BYTES);
    crypto_generichash_update(&h, (const uint8_t *)key, strlen(key) + 1);
    crypto_generichash_update(&h, number, sizeof number);
    crypto_generichash_update(&h, (const uint8_t *)data, length);
    crypto_generichash_final(&h, sum, STORE_SUM_BYTES);
}

typedef struct row_count {
    uint32_t count, most;
} row_count;

static bool count_row(void *context, const store_row *row)
{
    row_count *c = context;
    (void)row;
    return ++c->count < c->most;
}

uint32_t store_count(store *s, const char *prefix, uint32_t most)
{
    char error[STORE_ERROR_MAX];
    row_count c = {.most = most};
    store_scan(s, prefix, count_row, &c, error);
    return c.count;
}

static bool take_key(void *context, const store_row *row)
{
    snprintf(context, STORE_KEY_MAX, "%s", row->key);
    return false;
}

bool store_first(store *s, const char *prefix, char key[STORE_KEY_MAX], char error[STORE_ERROR_MAX])
{
    key[0] = 0;
    return store_scan(s, prefix, take_key, key, error);
}
