/* think.c - a search in a thread of its own: azj_engine_start and azj_engine_wait. */
#include "ai/internal.h"

#ifndef __wasm__ /* a browser has its Workers */

#include <pthread.h>
#include <stdlib.h>

typedef struct thinking {
    pthread_t thread;
    azj_engine *e;
    azj_limits limits;
    azj_info info;
    azj_error error;
} thinking;

static void *think(void *context)
{
    thinking *t = context;
    t->error = azj_engine_go(t->e, &t->limits, &t->info);
    return NULL;
}

azj_error azj_engine_start(azj_engine *e, const azj_limits *limits)
{
    thinking *t = malloc(sizeof *t);
    if (!t)
        return AZJ_E_NO_MEMORY;
    t->e = e;
    t->limits = *limits;
    e->thinking = t;
    if (pthread_create(&t->thread, NULL, think, t) == 0)
        return AZJ_E_OK;
    e->thinking = NULL;
    free(t);
    return AZJ_E_NO_MEMORY;
}

azj_error azj_engine_wait(azj_engine *e, azj_info *info)
{
    thinking *t = e->thinking;
    if (!t)
        return AZJ_E_NO_POSITION; /* nothing was started */
    pthread_join(t->thread, NULL);
    const azj_error error = t->error;
    if (!error)
        *info = t->info;
    e->thinking = NULL;
    free(t);
    return error;
}

#endif
