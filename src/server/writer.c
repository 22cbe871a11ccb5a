/* writer.c - see writer.h. */
#include "server/writer.h"

#include "server/log.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct line {
    writer_job *first, **last;
} line;

struct writer {
    store *store;
    void (*wake)(void *);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    line waiting, done;
    bool ending;
    writer_figures figures;
};

static void line_clear(line *l)
{
    l->first = NULL;
    l->last = &l->first;
}

static void line_add(line *l, writer_job *j)
{
    j->next = NULL;
    *l->last = j;
    l->last = &j->next;
}

/* ---- Jobs -------------------------------------------------------------------------------------
 */
writer_job *writer_job_new(void (*done)(void *, writer_job *), void *context, const char *owner)
{
    writer_job *j = malloc(sizeof *j);
    if (!j)
        return NULL;
    j->next = NULL;
    j->done = done;
    j->context = context;
    j->stored = false;
    j->count = 0;
    snprintf(j->owner, sizeof j->owner, "%s", owner);
    return j;
}

static bool add_op(writer_job *j, const char *key, uint32_t n, char *data, size_t length)
{
    if (j->count == WRITER_JOB_OPS_MAX || strlen(key) >= STORE_KEY_MAX) {
        free(data);
        return false;
    }
    store_op *op = &j->ops[j->count++];
    snprintf(op->key, sizeof op->key, "%s", key);
    op->n = n;
    op->data = data;
    op->length = length;
    return true;
}

bool writer_job_put(writer_job *j, const char *key, uint32_t n, const char *data, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy)
        return false;
    memcpy(copy, data, length);
    return add_op(j, key, n, copy, length);
}

bool writer_job_add(writer_job *j, const char *key, uint32_t n, const char *data, size_t length)
{
    return writer_job_put(j, key, n, data, length);
}

bool writer_job_drop(writer_job *j, const char *key, uint32_t n)
{
    return add_op(j, key, n, NULL, 0);
}

void writer_job_free(writer_job *j)
{
    if (!j)
        return;
    for (size_t i = 0; i < j->count; i++)
        free((void *)(uintptr_t)j->ops[i].data);
    free(j);
}

/* ---- The thread -------------------------------------------------------------------------------
 */
static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

/* Up to WRITER_GROUP_MAX operations; whole jobs only. */
static size_t gather(const line *group, store_op *ops, writer_job **end)
{
    size_t count = 0;
    writer_job *j = group->first;
    for (; j && count + j->count <= WRITER_GROUP_MAX; j = j->next) {
        memcpy(ops + count, j->ops, j->count * sizeof *ops);
        count += j->count;
    }
    *end = j;
    return count;
}

static void write_group(writer *w, line *group, store_op *ops)
{
    char error[STORE_ERROR_MAX] = "";
    while (group->first) {
        writer_job *end;
        const uint64_t start = now_us();
        const size_t count = gather(group, ops, &end);
        const bool stored = store_commit(w->store, ops, count, error);
        if (!stored)
            log_event(LOG_ERROR, "store-failed", "ops=%zu cause=\"%s\"", count, error);
        pthread_mutex_lock(&w->lock);
        w->figures.groups++;
        w->figures.busy_us += now_us() - start;
        for (writer_job *j = group->first, *next; j != end; j = next) {
            next = j->next;
            j->stored = stored;
            w->figures.jobs++;
            w->figures.failures += !stored;
            w->figures.waiting--;
            line_add(&w->done, j);
        }
        group->first = end;
        pthread_mutex_unlock(&w->lock);
        w->wake(w->context);
    }
}

static void *work(void *context)
{
    writer *w = context;
    store_op *ops = malloc(WRITER_GROUP_MAX * sizeof *ops);
    pthread_mutex_lock(&w->lock);
    while (ops) {
        while (!w->waiting.first && !w->ending)
            pthread_cond_wait(&w->ready, &w->lock);
        if (!w->waiting.first)
            break;
        line group = w->waiting;
        line_clear(&w->waiting);
        pthread_mutex_unlock(&w->lock);
        write_group(w, &group, ops);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    free(ops);
    return NULL;
}

writer *writer_new(store *s, void (*wake)(void *), void *context)
{
    writer *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->store = s;
    w->wake = wake;
    w->context = context;
    line_clear(&w->waiting);
    line_clear(&w->done);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->ready, NULL);
    if (pthread_create(&w->thread, NULL, work, w) != 0) {
        free(w);
        return NULL;
    }
    return w;
}

void writer_submit(writer *w, writer_job *job)
{
    pthread_mutex_lock(&w->lock);
    line_add(&w->waiting, job);
    w->figures.waiting++;
    pthread_cond_signal(&w->ready);
    pthread_mutex_unlock(&w->lock);
}

void writer_collect(writer *w)
{
    pthread_mutex_lock(&w->lock);
    writer_job *j = w->done.first, *next;
    line_clear(&w->done);
    pthread_mutex_unlock(&w->lock);
    for (; j; j = next) {
        next = j->next;
        j->done(j->context, j);
        writer_job_free(j);
    }
}

void writer_free(writer *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_signal(&w->ready);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    writer_collect(w);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->ready);
    free(w);
}

writer_figures writer_count(writer *w)
{
    pthread_mutex_lock(&w->lock);
    const writer_figures f = w->figures;
    pthread_mutex_unlock(&w->lock);
    return f;
}
