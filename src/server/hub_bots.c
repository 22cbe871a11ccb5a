/* hub_bots.c - bots: each thinks on a worker's thread, about what its seat may see, for a bounded
 * time. Its move comes back to the table like anybody's and is checked like anybody's.
 *
 * Tables whose bot is to move wait in a list. A free thread goes to the maker who was served least
 * recently, and the time for a move is shared among makers, so that somebody with fifty tables
 * slows down nobody else. Tables where bots play among themselves come last, only while somebody
 * watches, and for at most a quarter of a thread.
 */
#include "server/hub.h"

#include "base/clock.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINE_MEMORY = 8 << 20, TIME_MIN_MS = 5, BOTS_ONLY_REST = 3 };

typedef struct thought {
    work work;
    hub *hub;
    char table[GAME_ID_MAX];
    uint32_t n; /* events of the game when it was asked */
    unsigned level;
    uint32_t time_ms;
    uint64_t begun_us;
    bool bots_only;
    azj_state view;
    azj_move move; /* 0: none */
} thought;

static azj_engine *engine_for(hub *h, unsigned worker, unsigned level)
{
    azj_engine **place = &h->engines[worker * AZJ_LEVELS + level - 1];
    if (!*place)
        *place = azj_engine_new(&(azj_engine_options){.bot = azj_level_name(level),
                                                      .memory_bytes = ENGINE_MEMORY,
                                                      .seed = clock_mono_us(),
                                                      .now_us = clock_engine_us},
                                NULL);
    return *place;
}

/* A bot that fails still moves: the game must go on. */
static azj_move any_move(const azj_state *view)
{
    azj_move moves[AZJ_MOVES_MAX];
    return azj_moves(view, moves) ? moves[0] : 0;
}

static void think(work *w, unsigned worker)
{
    thought *t = (thought *)w;
    azj_info *info = calloc(1, sizeof *info);
    azj_engine *e = engine_for(t->hub, worker, t->level);
    const azj_limits limits = {.time_ms = t->time_ms};
    if (info && e && azj_engine_set(e, &t->view) == AZJ_E_OK &&
        azj_engine_go(e, &limits, info) == AZJ_E_OK && info->lines && info->line[0].length)
        t->move = info->line[0].move[0];
    if (!t->move || azj_legal(&t->view, t->move, NULL) != AZJ_E_OK)
        t->move = any_move(&t->view);
    free(info);
}

static void play_thought(hub *h, desk *d, const thought *t)
{
    const game *g = &d->game;
    game_batch b;
    azj_fault why;
    if (h->stop_ms || d->busy || !game_bot_to_move(g))
        return; /* asked again, if need be, when the table is free */
    if (g->n != t->n) {
        bots_ask(h, d);
    } else if (t->move && game_decide_move(g, g->state.head.seat, g->ply, "bot", t->move,
                                           hub_time(h), &b, &why) == GAME_E_OK) {
        desk_commit(h, d, &b, NULL);
    } else {
        log_event(LOG_ERROR, "bot-failed", "table=%s level=%u", t->table, t->level);
        h->count.errors++;
    }
}

static void thought_done(work *w)
{
    thought *t = (thought *)w;
    hub *h = t->hub;
    desk *d = map_get(&h->desks, t->table);
    const uint64_t spent_us = hub_now_us() - t->begun_us;
    h->thoughts--;
    h->count.thinking_us += spent_us;
    if (t->bots_only)
        h->bots_only_ms = hub_now_ms() + BOTS_ONLY_REST * spent_us / 1000u;
    if (d) {
        d->thinking = false;
        play_thought(h, d, t);
        desk_schedule(h, d);
    }
    free(t);
    bots_tick(h);
}

/* ---- Who is next ------------------------------------------------------------------------- */
typedef struct maker { /* of tables that wait, or waited since the list was empty */
    uint64_t served;   /* number of the thought that it got last */
    uint64_t seen;     /* number of the choice in which it was counted last */
} maker;

static maker *maker_of(hub *h, const desk *d)
{
    const char *key = desk_maker(d);
    maker *m = map_get(&h->bot_makers, key);
    if (m || !(m = calloc(1, sizeof *m)))
        return m;
    if (map_put(&h->bot_makers, key, m))
        return m;
    free(m);
    return NULL;
}

static void forget_makers(hub *h)
{
    for (map_entry *e = map_first(&h->bot_makers); e; e = map_next(&h->bot_makers, e))
        free(e->value);
    map_clear(&h->bot_makers);
}

/* The table to serve next, and among how many makers the time is shared. */
static desk *choose(hub *h, uint32_t *share)
{
    desk *best = NULL;
    uint64_t best_served = 0;
    bool best_only = true;
    const bool only_may = hub_now_ms() >= h->bots_only_ms;
    const uint64_t choice = ++h->bot_choices;
    *share = 0;
    for (desk *d = h->thinkers; d; d = d->next_thinker) {
        const bool only = game_is_bots_only(&d->game);
        maker *m = maker_of(h, d);
        if (!m || (only && !only_may))
            continue;
        *share += !only && m->seen != choice;
        if (!only)
            m->seen = choice;
        if (!best || only < best_only || (only == best_only && m->served < best_served)) {
            best = d;
            best_served = m->served;
            best_only = only;
        }
    }
    return best;
}

static void leave_list(hub *h, const desk *d)
{
    for (desk **at = &h->thinkers; *at; at = &(*at)->next_thinker)
        if (*at == d) {
            *at = d->next_thinker;
            return;
        }
}

static bool start_thought(hub *h, desk *d, uint32_t share)
{
    thought *t = calloc(1, sizeof *t);
    if (!t)
        return false;
    const uint32_t time_ms =
        h->config.bot_time_ms / (1 + (share ? share - 1 : 0) / h->config.bot_threads);
    t->work.run = think;
    t->work.done = thought_done;
    t->hub = h;
    t->n = d->game.n;
    t->level = game_level_to_move(&d->game);
    t->time_ms = time_ms > TIME_MIN_MS ? time_ms : TIME_MIN_MS;
    t->begun_us = hub_now_us();
    t->bots_only = game_is_bots_only(&d->game);
    snprintf(t->table, sizeof t->table, "%s", d->game.id);
    azj_view(&d->game.state, d->game.state.head.seat, &t->view);
    if (workers_submit(h->workers, &t->work)) {
        h->thoughts++;
        return true;
    }
    free(t);
    return false;
}

void bots_tick(hub *h)
{
    uint32_t share;
    desk *d;
    while (!h->stop_ms && h->thoughts < h->config.bot_threads && (d = choose(h, &share))) {
        maker *m = maker_of(h, d);
        if (m)
            m->served = h->bot_choices;
        leave_list(h, d);
        d->thinking = game_bot_to_move(&d->game) && !d->busy && start_thought(h, d, share);
        if (!d->thinking)
            desk_schedule(h, d);
    }
    if (!h->thinkers)
        forget_makers(h);
}

void bots_ask(hub *h, desk *d)
{
    if (d->thinking || d->busy || h->stop_ms || !game_bot_to_move(&d->game) ||
        (game_is_bots_only(&d->game) && !d->watchers_nb))
        return;
    desk **last = &h->thinkers;
    while (*last)
        last = &(*last)->next_thinker;
    *last = d;
    d->next_thinker = NULL;
    d->thinking = true;
    bots_tick(h);
}

void bots_forget(hub *h, desk *d)
{
    leave_list(h, d);
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
    if (h->bot_makers.heads)
        forget_makers(h);
}
