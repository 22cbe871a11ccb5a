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

static int compare_key(const entry *e, const char *key, uint32_t n)
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
        if (compare_key(&m->entries[middle], key, n) < 0)
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

static void insert_row(store_memory *m, const store_op *op, char *data)
{
    const size_t at = position(m, op->key, op->n);
    const bool there = at < m->count && compare_key(&m->entries[at], op->key, op->n) == 0;
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
    if (at == m->count || compare_key(&m->entries[at], op->key, op->n) != 0)
        return;
    free(m->entries[at].data);
    m->count--;
    memmove(m->entries + at, m->entries + at + 1, (m->count - at) * sizeof *m->entries);
}

static void drop_key(store_memory *m, const char *key)
{
    const size_t first = position(m, key, 0);
    size_t end = first;
    for (; end < m->count && strcmp(m->entries[end].key, key) == 0; end++)
        free(m->entries[end].data);
    memmove(m->entries + first, m->entries + end, (m->count - end) * sizeof *m->entries);
    m->count -= end - first;
}

/* Memory for everything first, so that nothing can fail halfway. */
static char **copy_all(const store_job *jobs, size_t count, size_t ops)
{
    char **copies = calloc(ops + 1, sizeof *copies);
    size_t at = 0;
    for (size_t i = 0; copies && i < count; i++)
        for (size_t k = 0; k < jobs[i].count; k++, at++) {
            const store_op *op = &jobs[i].ops[k];
            if (!op->data)
                continue;
            copies[at] = malloc(op->length + 1);
            if (!copies[at]) {
                while (at)
                    free(copies[--at]);
                free(copies);
                return NULL;
            }
            memcpy(copies[at], op->data, op->length);
        }
    return copies;
}

static bool has_bytes(const char *data, size_t length, const char *wanted, size_t wanted_length)
{
    return !wanted || (length == wanted_length && memcmp(data, wanted, length) == 0);
}

/* Is the row there when operation k of the job begins, with these bytes (NULL: whatever it has)?
 * What the job did before counts. */
static bool is_there(const store_memory *m, const store_job *job, size_t k, const char *bytes,
                     size_t length)
{
    const store_op *op = &job->ops[k];
    for (size_t i = k; i-- > 0;) {
        const store_op *before = &job->ops[i];
        if (!before->is_guard && !before->is_note && strcmp(before->key, op->key) == 0 &&
            (before->n == op->n || (!before->data && before->whole_key)))
            return before->data && has_bytes(before->data, before->length, bytes, length);
    }
    const size_t at = position(m, op->key, op->n);
    return at < m->count && compare_key(&m->entries[at], op->key, op->n) == 0 &&
           has_bytes(m->entries[at].data, m->entries[at].length, bytes, length);
}

static bool guard_holds(const store_memory *m, const store_op *op)
{
    const size_t at = position(m, op->key, op->n);
    if (at == m->count || compare_key(&m->entries[at], op->key, op->n) != 0)
        return false;
    return has_bytes(m->entries[at].data, m->entries[at].length, op->data, op->length);
}

static bool conflicts(const store_memory *m, const store_job *job)
{
    for (size_t k = 0; k < job->count; k++) {
        const store_op *op = &job->ops[k];
        if (op->is_guard && !guard_holds(m, op))
            return true;
        if (!op->is_guard && op->data && op->is_new && is_there(m, job, k, NULL, 0))
            return true;
        if (op->before && !is_there(m, job, k, op->before, op->before_length))
            return true;
    }
    return false;
}

static void run_job(store_memory *m, const store_job *job, char **copies)
{
    for (size_t k = 0; k < job->count; k++) {
        const store_op *op = &job->ops[k];
        if (op->is_guard || op->is_note)
            free(copies[k]);
        else if (op->data)
            insert_row(m, op, copies[k]);
        else if (op->whole_key)
            drop_key(m, op->key);
        else
            drop(m, op);
    }
}

static bool memory_commit(store *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    store_memory *m = (store_memory *)s;
    size_t ops = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        ops += jobs[i].count;
    char **copies = copy_all(jobs, count, ops);
    pthread_mutex_lock(&m->lock);
    const bool good = copies && make_room(m, ops);
    for (size_t i = 0; i < count; at += jobs[i++].count) {
        jobs[i].result = !good                    ? STORE_FAILED
                         : conflicts(m, &jobs[i]) ? STORE_CONFLICT
                                                  : STORE_STORED;
        if (jobs[i].result == STORE_STORED)
            run_job(m, &jobs[i], copies + at);
        for (size_t k = 0; copies && k < jobs[i].count && jobs[i].result != STORE_STORED; k++)
            free(copies[at + k]);
    }
    pthread_mutex_unlock(&m->lock);
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
    static const store_methods methods = {
        .commit = memory_commit, .scan = memory_scan, .close = memory_close};
    store_memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->base.methods = &methods;
    pthread_mutex_init(&m->lock, NULL);
    return &m->base;
}
