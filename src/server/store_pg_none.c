/* store_pg_none.c - stands for store_pg*.c in a program that was built without libpq. */
#include "server/bots_away.h"
#include "server/store.h"

#include <stdio.h>

#ifdef AZJ_NO_LIBPQ
store *store_open_postgres(const char *url, const store_options *options,
                           char error[STORE_ERROR_MAX])
{
    (void)url;
    (void)options;
    snprintf(error, STORE_ERROR_MAX,
             "this azulejo was built without PostgreSQL: install libpq-dev and build it again");
    return NULL;
}

/* There is no store on which a node could have workers. */
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
#endif
