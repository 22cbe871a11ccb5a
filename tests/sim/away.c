/* away.c - server/bots_away.h in the simulation: no other process thinks for a node. */
#include "server/bots_away.h"

#include <stddef.h>

bots_away *away_new(const char *url, void (*wake)(void *context), void *context)
{
    (void)url;
    (void)wake;
    (void)context;
    return NULL;
}

uint32_t away_room(bots_away *a)
{
    (void)a;
    return 0;
}

uint32_t away_threads(bots_away *a)
{
    (void)a;
    return 0;
}

void away_send(bots_away *a, away_task *t)
{
    (void)a;
    t->done(t);
}

void away_collect(bots_away *a)
{
    (void)a;
}

void away_free(bots_away *a)
{
    (void)a;
}
