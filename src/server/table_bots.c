/* table_bots.c - bots: each thinks on a worker's thread, about what its seat may see, for a bounded
 * time. Its move comes back to the table like anybody's and is checked like anybody's. Where other
 * processes think for this node (bots_away.h), a move is theirs as long as one of their threads is
 * free; what they do not answer in time is thought about here.
 *
 * Tables whose bot is to move wait in a list. A free thread goes to the maker who was served least
 * recently, and the time for a move is shared among makers, so that somebody with fifty tables
 * slows down nobody else. Tables where bots play among themselves come last, only while somebody
 * watches, and for at most a quarter of a thread.
 */
#include "server/hub.h"

#include "base/checksum.h"
#include "server/bots_away.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME_MIN_MS = 5, BOTS_ONLY_REST = 3 };

typedef struct bot_job {
    work work;
    away_task away;
    hub *hub;
    char table[GAME_ID_MAX];
    uint32_t n; /* events of the game when it was asked */
    bot_task task;
    uint64_t begun_us;
    bool bots_only;
    azj_move move; /* 0: none */
} bot_job;

/* The seed of a bot: constant for a seat of a game across workers and restarts; differs between
 * seats. */
static uint64_t bot_seed(const game *g)
{
    char seat[GAME_ID_MAX + 8];
    const int n = snprintf(seat, sizeof seat, "%s %u", g->id, g->state.head.seat);
    return checksum_add(CHECKSUM_START, seat, (size_t)n);
}

static void run_bot_job(work *w, unsigned worker)
{
    bot_job *t = (bot_job *)w;
    t->move = bot_task_think(&t->task, &t->hub->engines[worker * azj_bot_count()]);
}

static void play_bot_move(hub *h, live_table *table, const bot_job *t)
{
    const game *g = &table->game;
    game_batch b;
    azj_fault why;
    if (h->stop_ms || table->busy || !game_bot_to_move(g) || !lease_hold(h, &table->lease, g->id))
        return; /* asked again, if need be, when the table is free */
    if (g->n != t->n) {
        bots_ask(h, table);
    } else if (t->move && game_decide_move(g, g->state.head.seat, g->ply, "bot", t->move,
                                           hub_time(h), &b, &why) == GAME_E_OK) {
        table_commit(h, table, &b, NULL);
    } else {
        log_event(LOG_ERROR, "bot-failed", "table=%s bot=%s", t->table, t->task.bot);
        h->count.errors++;
    }
}

static void end_bot_job(bot_job *t)
{
    hub *h = t->hub;
    live_table *table = map_get(&h->tables, t->table);
    const uint64_t spent_us = hub_now_us() - t->begun_us;
    h->count.thinking_us += spent_us;
    if (t->bots_only)
        h->bots_only_ms = hub_now_ms() + BOTS_ONLY_REST * spent_us / 1000u;
    if (table) {
        table->thinking = false;
        play_bot_move(h, table, t);
        table_schedule(h, table);
    }
    free(t);
    bots_tick(h);
}

static void bot_job_done(work *w)
{
    bot_job *t = (bot_job *)w;
    t->hub->bot_jobs_running--;
    end_bot_job(t);
}

static bool think_here(bot_job *t)
{
    const bool submitted = workers_submit(t->hub->workers, &t->work);
    t->hub->bot_jobs_running += submitted;
    return submitted;
}

static void bot_job_answered(away_task *answer)
{
    bot_job *t = (bot_job *)((char *)answer - offsetof(bot_job, away));
    if (answer->move && azj_legal(&t->task.view, answer->move, NULL) == AZJ_E_OK) {
        t->move = answer->move;
        t->hub->count.bot_moves_away++;
    } else if (!t->hub->stop_ms && think_here(t)) {
        return;
    }
    end_bot_job(t);
}

/* ---- Who is next ---- */
typedef struct maker { /* of tables that wait, or waited since the list was empty */
    uint64_t served;   /* number of the bot_job that it got last */
    uint64_t seen;     /* number of the choice in which it was counted last */
} maker;

static maker *maker_of(hub *h, const live_table *table)
{
    const char *key = table_maker(table);
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
static live_table *choose_move(hub *h, uint32_t *share)
{
    live_table *best = NULL;
    uint64_t best_served = 0;
    bool best_only = true;
    const bool only_may = hub_now_ms() >= h->bots_only_ms;
    const uint64_t choice = ++h->bot_choices;
    *share = 0;
    for (live_table *table = h->bot_queue; table; table = table->next_waiting) {
        const bool only = game_is_bots_only(&table->game);
        maker *m = maker_of(h, table);
        if (!m || (only && !only_may))
            continue;
        *share += !only && m->seen != choice;
        if (!only)
            m->seen = choice;
        if (!best || only < best_only || (only == best_only && m->served < best_served)) {
            best = table;
            best_served = m->served;
            best_only = only;
        }
    }
    return best;
}

static void leave_list(hub *h, const live_table *table)
{
    for (live_table **at = &h->bot_queue; *at; at = &(*at)->next_waiting)
        if (*at == table) {
            *at = table->next_waiting;
            return;
        }
}

static bool start_bot_job(hub *h, live_table *table, uint32_t share)
{
    bot_job *t = calloc(1, sizeof *t);
    if (!t)
        return false;
    const uint32_t room = away_room(h->away);
    const uint32_t time_ms =
        h->config.bot_time_ms / (1 + (share ? share - 1 : 0) / (h->config.bot_threads + room));
    t->work.run = run_bot_job;
    t->work.done = bot_job_done;
    t->hub = h;
    t->n = table->game.n;
    t->away.done = bot_job_answered;
    t->away.task = &t->task;
    t->task.bot = game_bot_name_to_move(&table->game);
    t->task.seed = bot_seed(&table->game);
    t->task.time_ms = time_ms > TIME_MIN_MS ? time_ms : TIME_MIN_MS;
    t->begun_us = hub_now_us();
    t->bots_only = game_is_bots_only(&table->game);
    snprintf(t->table, sizeof t->table, "%s", table->game.id);
    azj_view(&table->game.state, table->game.state.head.seat, &t->task.view);
    if (room)
        away_send(h->away, &t->away);
    else if (!think_here(t)) {
        free(t);
        return false;
    }
    return true;
}

void bots_tick(hub *h)
{
    uint32_t share;
    live_table *table;
    while (!h->stop_ms && (h->bot_jobs_running < h->config.bot_threads || away_room(h->away) > 0) &&
           (table = choose_move(h, &share))) {
        maker *m = maker_of(h, table);
        if (m)
            m->served = h->bot_choices;
        leave_list(h, table);
        table->thinking =
            game_bot_to_move(&table->game) && !table->busy && start_bot_job(h, table, share);
        if (!table->thinking)
            table_schedule(h, table);
    }
    if (!h->bot_queue)
        forget_makers(h);
}

void bots_ask(hub *h, live_table *table)
{
    if (table->thinking || table->busy || h->stop_ms || !game_bot_to_move(&table->game) ||
        (game_is_bots_only(&table->game) && !table->watchers_nb) ||
        !lease_hold(h, &table->lease, table->game.id))
        return;
    live_table **last = &h->bot_queue;
    while (*last)
        last = &(*last)->next_waiting;
    *last = table;
    table->next_waiting = NULL;
    table->thinking = true;
    bots_tick(h);
}

void bots_forget(hub *h, live_table *table)
{
    leave_list(h, table);
}

static void wake_for_bots(void *context)
{
    hub *h = context;
    transport_wake(h->transport);
}

bool bots_open(hub *h)
{
    h->engines = calloc((size_t)h->config.bot_threads * azj_bot_count(), sizeof *h->engines);
    h->workers = h->engines ? workers_new(h->config.bot_threads, wake_for_bots, h) : NULL;
    if (h->workers && h->config.store[0] && h->config.bot_jobs)
        h->away = away_new(h->config.store, wake_for_bots, h);
    return h->workers != NULL;
}

void bots_close(hub *h)
{
    away_free(h->away);
    h->away = NULL;
    workers_free(h->workers); /* waits for the bot_jobs_running that run: their time is bounded */
    h->workers = NULL;
    for (uint32_t i = 0; h->engines && i < h->config.bot_threads * azj_bot_count(); i++)
        if (h->engines[i])
            azj_engine_free(h->engines[i]);
    free(h->engines);
    h->engines = NULL;
    if (h->bot_makers.heads)
        forget_makers(h);
}
