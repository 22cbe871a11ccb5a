/* hub_bots.c - bots: each thinks on a worker's thread, about what its seat may see, for a bounded
 * time. Its move comes back to the table like anybody's and is checked like anybody's. */
#include "server/hub.h"

#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ENGINE_MEMORY = 8 << 20 };

typedef struct thought {
    work work;
    hub *hub;
    char table[GAME_ID_MAX];
    uint32_t n; /* events of the game when it was asked */
    unsigned level;
    azj_state view;
    azj_move move; /* 0: none */
} thought;

static uint64_t now_us(void *context)
{
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static azj_engine *engine_for(hub *h, unsigned worker, unsigned level)
{
    azj_engine **place = &h->engines[worker * AZJ_LEVELS + level - 1];
    if (!*place)
        *place = azj_engine_new(&(azj_engine_options){.bot = azj_level_name(level),
                                                      .memory_bytes = ENGINE_MEMORY,
                                                      .seed = now_us(NULL),
                                                      .now_us = now_us},
                                NULL);
    return *place;
}

/* A bot that fails still moves: the game must go on. */
static azj_move any_move(const azj_state *view)
{
    azj_move moves[AZJ_MOVES_MAX];
    return azj_moves(view, moves) ? moves[0] : 0;
}

/* The more wait, the less each has: a crowd of bots does not keep a player waiting for long. */
static uint32_t time_for_one(hub *h)
{
    const uint32_t share = 1 + workers_waiting(h->workers) / h->config.bot_threads;
    const uint32_t time_ms = h->config.bot_time_ms / share;
    return time_ms > 5 ? time_ms : 5;
}

static void think(work *w, unsigned worker)
{
    thought *t = (thought *)w;
    azj_info *info = calloc(1, sizeof *info);
    azj_engine *e = engine_for(t->hub, worker, t->level);
    const azj_limits limits = {.time_ms = time_for_one(t->hub)};
    if (info && e && azj_engine_set(e, &t->view) == AZJ_E_OK &&
        azj_engine_go(e, &limits, info) == AZJ_E_OK && info->lines && info->line[0].length)
        t->move = info->line[0].move[0];
    if (!t->move || azj_legal(&t->view, t->move, NULL) != AZJ_E_OK)
        t->move = any_move(&t->view);
    free(info);
}

static void thought_done(work *w)
{
    thought *t = (thought *)w;
    hub *h = t->hub;
    desk *d = map_get(&h->desks, t->table);
    game_batch b;
    azj_fault why;
    if (d) {
        d->thinking = false;
        const game *g = &d->game;
        if (h->stop_ms || d->busy || !game_bot_to_move(g)) {
            /* asked again, if need be, when the table is free */
        } else if (g->n != t->n) {
            bots_ask(h, d);
        } else if (t->move && game_decide_move(g, g->state.head.seat, g->ply, "bot", t->move,
                                               hub_time(h), &b, &why) == GAME_E_OK) {
            desk_commit(h, d, &b, NULL);
        } else {
            log_event(LOG_ERROR, "bot-failed", "table=%s level=%u", t->table, t->level);
            h->count.errors++;
        }
    }
    free(t);
}

void bots_ask(hub *h, desk *d)
{
    if (d->thinking || d->busy || h->stop_ms || !game_bot_to_move(&d->game))
        return;
    thought *t = calloc(1, sizeof *t);
    if (!t)
        return;
    t->work.run = think;
    t->work.done = thought_done;
    t->hub = h;
    t->n = d->game.n;
    t->level = game_level_to_move(&d->game);
    snprintf(t->table, sizeof t->table, "%s", d->game.id);
    azj_view(&d->game.state, d->game.state.head.seat, &t->view);
    d->thinking = workers_submit(h->workers, &t->work);
    if (!d->thinking)
        free(t);
}

static void wake(void *context)
{
    hub *h = context;
    transport_wake(h->transport);
}

bool bots_open(hub *h)
{
    h->engines = calloc((size_t)h->config.bot_threads * AZJ_LEVELS, sizeof *h->engines);
    h->workers = h->engines ? workers_new(h->config.bot_threads, wake, h) : NULL;
    return h->workers != NULL;
}

void bots_close(hub *h)
{
    workers_free(h->workers); /* waits for the thoughts that run: their time is bounded */
    h->workers = NULL;
    for (uint32_t i = 0; h->engines && i < h->config.bot_threads * AZJ_LEVELS; i++)
        if (h->engines[i])
            azj_engine_free(h->engines[i]);
    free(h->engines);
    h->engines = NULL;
}
