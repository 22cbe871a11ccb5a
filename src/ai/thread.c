/* thread.c - a search in a thread of its own: azj_engine_start and azj_engine_wait. */
#include "ai/internal.h"

#ifndef __wasm__ /* a browser uses Workers */

#include <pthread.h>
#include <stdlib.h>

typedef struct ai_thread {
    pthread_t thread;
    azj_engine *e;
    azj_limits limits;
    azj_info info;
    azj_error error;
} ai_thread;

static void *thread_main(void *context)
{
    ai_thread *t = context;
    t->error = azj_engine_go(t->e, &t->limits, &t->info);
    return NULL;
}

azj_error azj_engine_start(azj_engine *e, const azj_limits *limits)
{
    ai_thread *t = malloc(sizeof *t);
    if (!t)
        return AZJ_E_NO_MEMORY;
    t->e = e;
    t->limits = *limits;
    e->thread = t;
    if (pthread_create(&t->thread, NULL, thread_main, t) == 0)
        return AZJ_E_OK;
    e->thread = NULL;
    free(t);
    return AZJ_E_NO_MEMORY;
}

azj_error azj_engine_wait(azj_engine *e, azj_info *info)
{
    ai_thread *t = e->thread;
    if (!t)
        return AZJ_E_NO_POSITION; /* nothing was started */
    pthread_join(t->thread, NULL);
    const azj_error error = t->error;
    if (!error)
        *info = t->info;
    e->thread = NULL;
    free(t);
    return error;
}

#endif
