/* store_memory.c - a sorted array, for tests and for a server that keeps nothing. */
#include "server/store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char key[STORE_KEY_MAX];
    uint32_t n;
    char *data;
    size_t length;
} entry;

typedef struct store_memory {
    store base;
    pthread_mutex_t lock;
    entry *entries;
    size_t count, room;
} store_memory;

static int compare(const entry *e, const char *key, uint32_t n)
{
    const int order = strcmp(e->key, key);
    return order ? order : (e->n > n) - (e->n < n);
}

/* The first entry that is not before key, n. */
static size_t position(const store_memory *m, const char *key, uint32_t n)
{
    size_t low = 0, high = m->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (compare(&m->entries[middle], key, n) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool make_room(store_memory *m, size_t more)
{
    if (m->count + more <= m->room)
        return true;
    const size_t room = 2 * m->room + more + 64;
    entry *entries = realloc(m->entries, room * sizeof *entries);
    if (!entries)
        return false;
    m->entries = entries;
    m->room = room;
    return true;
}

static void put(store_memory *m, const store_op *op, char *data)
{
    const size_t at = position(m, op->key, op->n);
    const bool there = at < m->count && compare(&m->entries[at], op->key, op->n) == 0;
    if (there) {
        free(m->entries[at].data);
    } else {
        memmove(m->entries + at + 1, m->entries + at, (m->count - at) * sizeof *m->entries);
        m->count++;
    }
    entry *e = &m->entries[at];
    snprintf(e->key, sizeof e->key, "%s", op->key);
    e->n = op->n;
    e->data = data;
    e->length = op->length;
}

static void drop(store_memory *m, const store_op *op)
{
    const size_t at = position(m, op->key, op->n);
    if (at == m->count || compare(&m->entries[at], op->key, op->n) != 0)
        return;
    free(m->entries[at].data);
    m->count--;
    memmove(m->entries + at, m->entries + at + 1, (m->count - at) * sizeof *m->entries);
}

/* Memory for everything first, so that nothing can fail halfway. */
static char **copy_all(const store_op *ops, size_t count)
{
    char **copies = calloc(count + 1, sizeof *copies);
    for (size_t i = 0; copies && i < count; i++) {
        if (!ops[i].data)
            continue;
        copies[i] = malloc(ops[i].length + 1);
        if (!copies[i]) {
            for (size_t j = 0; j < i; j++)
                free(copies[j]);
            free(copies);
            return NULL;
        }
        memcpy(copies[i], ops[i].data, ops[i].length);
    }
    return copies;
}

static bool memory_commit(store *s, const store_op *ops, size_t count, char error[STORE_ERROR_MAX])
{
    store_memory *m = (store_memory *)s;
    char **copies = copy_all(ops, count);
    pthread_mutex_lock(&m->lock);
    const bool good = copies && make_room(m, count);
    for (size_t i = 0; good && i < count; i++)
        if (ops[i].data)
            put(m, &ops[i], copies[i]);
        else
            drop(m, &ops[i]);
    pthread_mutex_unlock(&m->lock);
    for (size_t i = 0; copies && !good && i < count; i++)
        free(copies[i]);
    free(copies);
    if (!good)
        snprintf(error, STORE_ERROR_MAX, "out of memory");
    return good;
}

static bool memory_scan(store *s, const char *prefix, store_reader *reader, void *context,
                        char error[STORE_ERROR_MAX])
{
    store_memory *m = (store_memory *)s;
    const size_t length = strlen(prefix);
    (void)error;
    pthread_mutex_lock(&m->lock);
    for (size_t i = position(m, prefix, 0);
         i < m->count && strncmp(m->entries[i].key, prefix, length) == 0; i++) {
        const entry *e = &m->entries[i];
        const store_row row = {e->key, e->n, e->data, e->length, true};
        if (!reader(context, &row))
            break;
    }
    pthread_mutex_unlock(&m->lock);
    return true;
}

static void memory_close(store *s)
{
    store_memory *m = (store_memory *)s;
    for (size_t i = 0; i < m->count; i++)
        free(m->entries[i].data);
    free(m->entries);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

store *store_open_memory(void)
{
    static const store_methods methods = {memory_commit, memory_scan, memory_close};
    store_memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->base.methods = &methods;
    pthread_mutex_init(&m->lock, NULL);
    return &m->base;
}
