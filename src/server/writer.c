/* writer.c - see writer.h. */
#include "server/writer.h"

#include "base/clock.h"
#include "server/log.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDLE_MS = 1000, TRUNCATE_MS = 50 };

typedef struct job_queue {
    writer_job *first, **last;
} job_queue;

struct writer {
    store *store;
    void (*wake)(void *);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    job_queue waiting, done;
    bool ending;
    bool tend, truncate; /* truncate the log when idle; truncate it now */
    writer_figures figures;
};

static void queue_clear(job_queue *q)
{
    q->first = NULL;
    q->last = &q->first;
}

static void queue_add(job_queue *q, writer_job *j)
{
    j->next = NULL;
    *q->last = j;
    q->last = &j->next;
}

/* ---- Jobs ---- */
writer_job *writer_job_new(void (*done)(void *, writer_job *), void *context, const char *owner)
{
    writer_job *j = malloc(sizeof *j);
    if (!j)
        return NULL;
    j->next = NULL;
    j->done = done;
    j->context = context;
    j->result = STORE_FAILED;
    j->stored = j->truncate_log = j->late = false;
    j->until_ms = 0;
    j->count = 0;
    snprintf(j->owner, sizeof j->owner, "%s", owner);
    return j;
}

/* NULL: the job is full, or the key too long. */
static store_op *next_op(writer_job *j, const char *key, uint32_t n)
{
    if (j->count == WRITER_JOB_OPS_MAX || strlen(key) >= STORE_KEY_MAX)
        return NULL;
    store_op *op = &j->ops[j->count++];
    *op = (store_op){.n = n};
    snprintf(op->key, sizeof op->key, "%s", key);
    return op;
}

static bool put_row(writer_job *j, const char *key, uint32_t n, const char *data, size_t length,
                    bool is_new)
{
    char *copy = malloc(length + 1);
    store_op *op = copy ? next_op(j, key, n) : NULL;
    if (!op) {
        free(copy);
        return false;
    }
    memcpy(copy, data, length);
    op->data = copy;
    op->length = length;
    op->is_new = is_new;
    return true;
}

bool writer_job_put(writer_job *j, const char *key, uint32_t n, const char *data, size_t length)
{
    return put_row(j, key, n, data, length, false);
}

bool writer_job_add(writer_job *j, const char *key, uint32_t n, const char *data, size_t length)
{
    return put_row(j, key, n, data, length, true);
}

bool writer_job_replace(writer_job *j, const char *key, uint32_t n, const char *before,
                        size_t before_length, const char *data, size_t length)
{
    char *old = malloc(before_length + 1);
    if (!old || !put_row(j, key, n, data, length, false)) {
        free(old);
        return false;
    }
    memcpy(old, before, before_length);
    j->ops[j->count - 1].before = old;
    j->ops[j->count - 1].before_length = before_length;
    return true;
}

bool writer_job_drop(writer_job *j, const char *key, uint32_t n)
{
    return next_op(j, key, n) != NULL;
}

bool writer_job_drop_all(writer_job *j, const char *key)
{
    store_op *op = next_op(j, key, 0);
    if (op)
        op->whole_key = true;
    return op != NULL;
}

bool writer_job_guard(writer_job *j, const char *key, uint32_t n, const char *data, size_t length)
{
    const bool good = data ? put_row(j, key, n, data, length, false) : next_op(j, key, n) != NULL;
    if (good)
        j->ops[j->count - 1].is_guard = true;
    return good;
}

bool writer_job_note(writer_job *j, const char *note)
{
    store_op *op = next_op(j, note, 0);
    if (op)
        op->is_note = true;
    return op != NULL;
}

void writer_job_free(writer_job *j)
{
    if (!j)
        return;
    for (size_t i = 0; i < j->count; i++) {
        free((void *)(uintptr_t)j->ops[i].data);
        free((void *)(uintptr_t)j->ops[i].before);
    }
    free(j);
}

/* ---- The thread ---- */
/* Takes whole jobs, up to WRITER_GROUP_MAX operations; nothing of those that are too late. */
static size_t gather(const job_queue *group, store_job *jobs, writer_job **end)
{
    size_t count = 0, ops = 0;
    const uint64_t now = clock_mono_ms();
    writer_job *j = group->first;
    for (; j && count < WRITER_GROUP_MAX && ops + j->count <= WRITER_GROUP_MAX; j = j->next) {
        j->late = j->until_ms && now > j->until_ms;
        jobs[count++] = (store_job){j->ops, j->late ? 0 : j->count, STORE_FAILED};
        ops += j->count;
    }
    *end = j;
    return count;
}

/* Moves the jobs before `end` to `done`, each with its own result. */
static void report_group(writer *w, job_queue *group, const store_job *jobs, writer_job *end)
{
    for (writer_job *j = group->first, *next; j != end; j = next, jobs++) {
        next = j->next;
        j->late = j->late && jobs->result == STORE_STORED;
        j->result = j->late ? STORE_CONFLICT : jobs->result;
        j->stored = j->result == STORE_STORED;
        w->figures.jobs++;
        w->figures.failures += j->result == STORE_FAILED;
        w->figures.conflicts += j->result == STORE_CONFLICT;
        w->figures.waiting--;
        w->truncate = w->truncate || (j->stored && j->truncate_log);
        queue_add(&w->done, j);
    }
    group->first = end;
}

static void write_group(writer *w, job_queue *group, store_job *jobs)
{
    char error[STORE_ERROR_MAX] = "";
    while (group->first) {
        writer_job *end;
        const uint64_t start = clock_mono_us();
        const size_t count = gather(group, jobs, &end);
        if (!store_commit_jobs(w->store, jobs, count, error))
            log_event(LOG_ERROR, "store-failed", "jobs=%zu cause=\"%s\"", count, error);
        pthread_mutex_lock(&w->lock);
        w->figures.groups++;
        w->figures.busy_us += clock_mono_us() - start;
        report_group(w, group, jobs, end);
        pthread_mutex_unlock(&w->lock);
        w->wake(w->context);
        store_tend(w->store, STORE_BETWEEN);
    }
}

/* Empties the log after IDLE_MS without a job, and tries again until it succeeds. */
static void wait_for_jobs(writer *w)
{
    while (!w->waiting.first && !w->ending) {
        if (!w->tend && !w->truncate) {
            pthread_cond_wait(&w->ready, &w->lock);
            continue;
        }
        const struct timespec until = clock_deadline(w->truncate ? TRUNCATE_MS : IDLE_MS);
        if (pthread_cond_timedwait(&w->ready, &w->lock, &until) != ETIMEDOUT)
            continue;
        const store_tend_when when = w->truncate ? STORE_TRUNCATE : STORE_IDLE;
        pthread_mutex_unlock(&w->lock);
        const bool done = store_tend(w->store, when);
        pthread_mutex_lock(&w->lock);
        w->truncate = w->truncate && !done;
        w->tend = !done;
    }
}

static void *write_jobs(void *context)
{
    writer *w = context;
    store_job *jobs = malloc(WRITER_GROUP_MAX * sizeof *jobs);
    pthread_mutex_lock(&w->lock);
    while (jobs) {
        wait_for_jobs(w);
        if (!w->waiting.first)
            break;
        job_queue group = w->waiting;
        queue_clear(&w->waiting);
        pthread_mutex_unlock(&w->lock);
        write_group(w, &group, jobs);
        if (w->truncate && store_tend(w->store, STORE_TRUNCATE))
            w->truncate = false; /* only this thread uses it */
        pthread_mutex_lock(&w->lock);
        w->tend = true;
    }
    pthread_mutex_unlock(&w->lock);
    free(jobs);
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
    queue_clear(&w->waiting);
    queue_clear(&w->done);
    pthread_mutex_init(&w->lock, NULL);
    clock_cond_init(&w->ready);
    if (pthread_create(&w->thread, NULL, write_jobs, w) != 0) {
        free(w);
        return NULL;
    }
    return w;
}

void writer_submit(writer *w, writer_job *job)
{
    pthread_mutex_lock(&w->lock);
    queue_add(&w->waiting, job);
    w->figures.waiting++;
    pthread_cond_signal(&w->ready);
    pthread_mutex_unlock(&w->lock);
}

bool writer_submit_if(writer *w, writer_job *job, bool complete)
{
    if (complete)
        writer_submit(w, job);
    else
        writer_job_free(job);
    return complete;
}

void writer_collect(writer *w)
{
    pthread_mutex_lock(&w->lock);
    writer_job *j = w->done.first, *next;
    queue_clear(&w->done);
    pthread_mutex_unlock(&w->lock);
    for (; j; j = next) {
        next = j->next;
        if (j->done)
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
