/* store_copy.c - see store_copy.h. */
#include "server/store_copy.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_PER_COMMIT = 500 };
static const char PLACE[] = "copy/place";

typedef struct copying {
    store *to;
    store_op *ops; /* ROWS_PER_COMMIT + 1 */
    size_t count;
    char place[STORE_KEY_MAX]; /* the last row that was copied; "": none */
    uint32_t place_n;
    store_copied *done;
    char *error;
    bool good;
} copying;

static bool stays_behind(const char *key)
{
    return strncmp(key, "node/", 5) == 0 || strncmp(key, "lease/", 6) == 0 ||
           strcmp(key, PLACE) == 0;
}

static void free_ops(copying *c)
{
    for (size_t i = 0; i < c->count; i++)
        free((void *)(uintptr_t)c->ops[i].data);
    c->count = 0;
}

/* ---- Copying ---- */
static bool commit_rows(copying *c)
{
    char place[STORE_KEY_MAX + 16];
    if (!c->count)
        return true;
    const store_op *last = &c->ops[c->count - 1];
    const int n = snprintf(place, sizeof place, "%u %s", last->n, last->key);
    store_op *mark = &c->ops[c->count];
    *mark = (store_op){.data = place, .length = (size_t)n};
    snprintf(mark->key, sizeof mark->key, "%s", PLACE);
    const bool good = store_commit(c->to, c->ops, c->count + 1, c->error);
    free_ops(c);
    return good && store_tend(c->to, STORE_BETWEEN);
}

static bool is_copied(const copying *c, const store_row *row)
{
    const int order = strcmp(row->key, c->place);
    return c->place[0] && (order < 0 || (order == 0 && row->n <= c->place_n));
}

static bool copy_row(void *context, const store_row *row)
{
    copying *c = context;
    if (!row->intact) {
        snprintf(c->error, STORE_ERROR_MAX,
                 "row %u of %.60s is damaged; azulejo recover saves what is whole", row->n,
                 row->key[0] ? row->key : "an unreadable key");
        c->good = false;
    } else if (!stays_behind(row->key)) {
        c->done->rows++;
        if (is_copied(c, row)) {
            c->done->found++;
            return true;
        }
        char *data = malloc(row->length + 1);
        store_op *op = &c->ops[c->count];
        *op = (store_op){.n = row->n, .data = data, .length = row->length};
        snprintf(op->key, sizeof op->key, "%s", row->key);
        c->good = data != NULL;
        if (data) {
            memcpy(data, row->data, row->length);
            c->good = ++c->count < ROWS_PER_COMMIT || commit_rows(c);
        }
    }
    return c->good;
}

/* ---- The hash ---- */
typedef struct hashing {
    crypto_generichash_state state;
    uint64_t rows;
    bool good;
} hashing;

static bool hash_row(void *context, const store_row *row)
{
    hashing *h = context;
    uint8_t sum[STORE_SUM_BYTES];
    h->good = row->intact;
    if (h->good && !stays_behind(row->key)) {
        store_sum(row->key, row->n, row->data, row->length, sum);
        crypto_generichash_update(&h->state, sum, sizeof sum);
        h->rows++;
    }
    return h->good;
}

static bool hash_store(store *s, uint64_t *rows, char hex[STORE_COPY_HASH_HEX],
                       char error[STORE_ERROR_MAX])
{
    uint8_t hash[32];
    hashing h = {.good = true};
    snprintf(error, STORE_ERROR_MAX, "a row is damaged");
    crypto_generichash_init(&h.state, NULL, 0, sizeof hash);
    if (!store_scan(s, "", hash_row, &h, error) || !h.good)
        return false;
    crypto_generichash_final(&h.state, hash, sizeof hash);
    sodium_bin2hex(hex, STORE_COPY_HASH_HEX, hash, sizeof hash);
    *rows = h.rows;
    return true;
}

static bool compare_rows(store *from, store *to, store_copied *done, char error[STORE_ERROR_MAX])
{
    char other[STORE_COPY_HASH_HEX];
    uint64_t rows, copied;
    if (!hash_store(from, &rows, done->hash, error) || !hash_store(to, &copied, other, error))
        return false;
    if (rows == copied && strcmp(done->hash, other) == 0)
        return true;
    snprintf(error, STORE_ERROR_MAX,
             "the copy differs: %llu rows became %llu; does a server use one of the stores? "
             "Empty the copy and begin again",
             (unsigned long long)rows, (unsigned long long)copied);
    return false;
}

/* ---- From where ---- */
bool store_copy_is_partial(store *s)
{
    return store_count(s, PLACE, 1) > 0;
}

static bool find_place(copying *c)
{
    char text[STORE_KEY_MAX + 16], *end;
    size_t length;
    const store_found found = store_get(c->to, PLACE, 0, text, sizeof text, &length);
    if (found == STORE_FOUND) {
        c->place_n = (uint32_t)strtoul(text, &end, 10);
        snprintf(c->place, sizeof c->place, "%s", *end ? end + 1 : "");
        return true;
    }
    if (found == STORE_NONE && store_count(c->to, "", 1) == 0)
        return true;
    snprintf(c->error, STORE_ERROR_MAX,
             "the copy is to go into an empty store, and this one is not");
    return false;
}

static bool end_copy(store *to, char error[STORE_ERROR_MAX])
{
    store_op op = {.n = 0};
    snprintf(op.key, sizeof op.key, "%s", PLACE);
    return store_commit(to, &op, 1, error) && store_tend(to, STORE_IDLE);
}

bool store_copy(store *from, store *to, store_copied *done, char error[STORE_ERROR_MAX])
{
    *done = (store_copied){.rows = 0};
    copying c = {.to = to, .done = done, .error = error, .good = true};
    if (store_copy_is_partial(from)) {
        snprintf(error, STORE_ERROR_MAX, "the source is an incomplete copy itself");
        return false;
    }
    if (!find_place(&c) || !(c.ops = calloc(ROWS_PER_COMMIT + 1, sizeof *c.ops)))
        return false;
    const bool good = store_scan(from, "", copy_row, &c, error) && c.good && commit_rows(&c);
    free_ops(&c);
    free(c.ops);
    return good && compare_rows(from, to, done, error) && end_copy(to, error);
}
