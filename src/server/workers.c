/* workers.c - see workers.h. */
#include "server/workers.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct worker {
    workers *pool;
    pthread_t thread;
    unsigned index;
    bool started;
} worker;

struct workers {
    void (*wake)(void *);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    work *first, **last; /* waiting */
    work *done_first, **done_last;
    uint32_t waiting;
    bool ending;
    unsigned count;
    worker worker[];
};

static void finish(workers *p, work *w)
{
    w->next = NULL;
    *p->done_last = w;
    p->done_last = &w->next;
}

static void *loop(void *context)
{
    worker *self = context;
    workers *p = self->pool;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->first && !p->ending)
            pthread_cond_wait(&p->ready, &p->lock);
        if (p->ending)
            break;
        work *w = p->first;
        p->first = w->next;
        if (!p->first)
            p->last = &p->first;
        p->waiting--;
        pthread_mutex_unlock(&p->lock);
        w->run(w, self->index);
        pthread_mutex_lock(&p->lock);
        finish(p, w);
        p->wake(p->context);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

workers *workers_new(unsigned threads, void (*wake)(void *), void *context)
{
    workers *p = calloc(1, sizeof *p + threads * sizeof *p->worker);
    if (!p)
        return NULL;
    p->wake = wake;
    p->context = context;
    p->last = &p->first;
    p->done_last = &p->done_first;
    p->count = threads;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->ready, NULL);
    for (unsigned i = 0; i < threads; i++) {
        worker *w = &p->worker[i];
        w->pool = p;
        w->index = i;
        w->started = pthread_create(&w->thread, NULL, loop, w) == 0;
        if (!w->started) {
            workers_free(p);
            return NULL;
        }
    }
    return p;
}

bool workers_submit(workers *p, work *w)
{
    pthread_mutex_lock(&p->lock);
    const bool room = p->waiting < WORKERS_WAITING_MAX;
    if (room) {
        work **place = w->urgent ? &p->first : p->last;
        while (w->urgent && *place && (*place)->urgent)
            place = &(*place)->next;
        w->next = *place;
        *place = w;
        if (!w->next)
            p->last = &w->next;
        p->waiting++;
        pthread_cond_signal(&p->ready);
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}

uint32_t workers_waiting(workers *p)
{
    pthread_mutex_lock(&p->lock);
    const uint32_t waiting = p->waiting;
    pthread_mutex_unlock(&p->lock);
    return waiting;
}

void workers_collect(workers *p)
{
    pthread_mutex_lock(&p->lock);
    work *w = p->done_first, *next;
    p->done_first = NULL;
    p->done_last = &p->done_first;
    pthread_mutex_unlock(&p->lock);
    for (; w; w = next) {
        next = w->next;
        w->done(w);
    }
}

void workers_free(workers *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    pthread_cond_broadcast(&p->ready);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->count; i++)
        if (p->worker[i].started)
            pthread_join(p->worker[i].thread, NULL);
    while (p->first) {
        work *w = p->first;
        p->first = w->next;
        finish(p, w);
    }
    workers_collect(p);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->ready);
    free(p);
}
