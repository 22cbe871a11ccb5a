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

/* After this number of urgent jobs in a row a normal one is run, so that none waits for ever. */
enum { URGENT_IN_A_ROW = 3 };

typedef struct line {
    work *first, **last;
} line;

struct workers {
    void (*wake)(void *);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    line urgent, normal; /* waiting */
    line done;
    uint32_t waiting, urgent_in_a_row;
    bool ending;
    unsigned count;
    worker worker[];
};

static void line_clear(line *l)
{
    l->first = NULL;
    l->last = &l->first;
}

static void line_add(line *l, work *w)
{
    w->next = NULL;
    *l->last = w;
    l->last = &w->next;
}

static work *line_take(line *l)
{
    work *w = l->first;
    if (w)
        l->first = w->next;
    if (!l->first)
        l->last = &l->first;
    return w;
}

/* NULL: nothing waits. */
static work *take_next(workers *p)
{
    const bool normal =
        p->normal.first && (!p->urgent.first || p->urgent_in_a_row == URGENT_IN_A_ROW);
    work *w = line_take(normal ? &p->normal : &p->urgent);
    if (w)
        p->waiting--;
    p->urgent_in_a_row = normal || !p->normal.first ? 0 : p->urgent_in_a_row + 1;
    return w;
}

static void *loop(void *context)
{
    worker *self = context;
    workers *p = self->pool;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->waiting && !p->ending)
            pthread_cond_wait(&p->ready, &p->lock);
        if (p->ending)
            break;
        work *w = take_next(p);
        pthread_mutex_unlock(&p->lock);
        w->run(w, self->index);
        pthread_mutex_lock(&p->lock);
        line_add(&p->done, w);
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
    line_clear(&p->urgent);
    line_clear(&p->normal);
    line_clear(&p->done);
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
        line_add(w->urgent ? &p->urgent : &p->normal, w);
        p->waiting++;
        pthread_cond_signal(&p->ready);
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}

void workers_collect(workers *p)
{
    pthread_mutex_lock(&p->lock);
    work *w = p->done.first, *next;
    line_clear(&p->done);
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
    for (work *w; (w = take_next(p));)
        line_add(&p->done, w);
    workers_collect(p);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->ready);
    free(p);
}
