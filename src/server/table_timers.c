/* table_timers.c - what happens at a table because time passes: a clock runs out, a player has been
 * away too long, a quick pairing waits for somebody who never gets ready, nobody needs the table in
 * memory any more. Each table has one timer, set to the earliest of these. */
#include "server/hub.h"

#include <string.h>

enum {
    IDLE_MS = 60000,   /* that a table stays in memory when nobody watches it */
    NEAR_MS = 60000,   /* a table that is due so soon stays */
    SOON_MS = 20,      /* at the earliest */
    RETRY_MS = 1000,   /* between two attempts while the store fails */
    AT_ONCE_MAX = 1000 /* tables a turn of the loop */
};

static const uint64_t NEVER = UINT64_MAX;

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- When ---- */
/* Steady time at which the running clock of a person is used up. */
static uint64_t clock_end(const hub *h, const live_table *table, uint64_t now)
{
    const game *g = &table->game;
    const unsigned seat = g->clock.running;
    if (g->phase != GAME_LIVE || g->options.clock.kind == CLOCKS_NONE || seat >= AZJ_SEATS_MAX ||
        game_bot_to_move(g))
        return NEVER;
    if (h->clock.halted_ms)
        return now + RETRY_MS;
    return now + game_left_ms(g, seat, hub_game_ms(h));
}

static bool bot_may_sit_in(const game *g)
{
    return g->phase == GAME_LIVE && g->options.leaver == GAME_LEAVER_BOT && game_leaving_counts(g);
}

static bool somebody_is_here(const live_table *table)
{
    for (unsigned i = 0; i < table->game.options.rules.players; i++) {
        const game_seat *s = &table->game.seat[i];
        if (s->kind == GAME_PERSON && !s->out && !table->away_ms[i])
            return true;
    }
    return false;
}

/* Steady time at which a bot sits in for the absent player to move. While no player is here the
 * game waits: perhaps it is the host's network that is away. */
static uint64_t standin_time(const hub *h, const live_table *table)
{
    const unsigned seat = table->game.state.head.seat;
    if (!bot_may_sit_in(&table->game) || seat >= AZJ_SEATS_MAX || !table->away_ms[seat] ||
        game_bot_to_move(&table->game) || !somebody_is_here(table))
        return NEVER;
    return table->away_ms[seat] + h->config.grace_s * 1000u + 1;
}

/* Quick pairings alone: at other tables the maker decides whom to wait for. */
static uint64_t seat_end(const hub *h, const live_table *table, unsigned i)
{
    const game_seat *s = &table->game.seat[i];
    uint64_t at = NEVER;
    if (!table->game.options.quick || table->game.phase != GAME_OPEN || s->kind != GAME_PERSON)
        return NEVER;
    if (table->full_ms && !s->ready)
        at = table->full_ms + h->config.ready_s * 1000u;
    if (table->away_ms[i])
        at = earlier(at, table->away_ms[i] + h->config.grace_s * 1000u);
    return at;
}

/* In a running game it stays as long as it matters since when somebody is away. */
static uint64_t idle_end(const hub *h, const live_table *table)
{
    const bool counts = table->game.phase == GAME_LIVE && game_leaving_counts(&table->game);
    if (table->watchers_nb || table->busy || table->thinking || table->expire_ms)
        return NEVER;
    if (table->game.options.is_public && table_seats_elsewhere(table))
        return NEVER; /* listed in the lobby of this node, too */
    return table->touched_ms + IDLE_MS + (counts ? h->config.grace_s * 1000u : 0);
}

static uint64_t next_time(const hub *h, const live_table *table, uint64_t now)
{
    uint64_t at = earlier(idle_end(h, table), clock_end(h, table, now));
    at = earlier(at, standin_time(h, table));
    for (unsigned i = 0; i < table->game.options.rules.players; i++)
        at = earlier(at, seat_end(h, table, i));
    if (table->retry_ms > now)
        at = at < table->retry_ms ? table->retry_ms : at;
    if (h->nodes.shared && !table->lease.held && at < table->lease.retry_ms)
        at = table->lease.retry_ms; /* another node does it */
    if (table->presence_due)
        at = earlier(at, table->presence_ms + 1000);
    if (game_bot_to_move(&table->game) && !table->thinking && table->watchers_nb)
        at = earlier(at, now + RETRY_MS);
    if (table->stale && !table->busy)
        at = earlier(at, now + RETRY_MS);
    if (table->expire_ms)
        at = earlier(at, table->expire_ms);
    return at;
}

/* The memory for the heap is there before a table is made: a table without a timer would stay. */
void table_schedule(hub *h, live_table *table)
{
    const uint64_t now = hub_now_ms(), at = next_time(h, table, now);
    table->timer.owner = table;
    if (at == NEVER)
        timers_clear(&h->timers, &table->timer);
    else
        timers_set(&h->timers, &table->timer, at > now + SOON_MS ? at : now + SOON_MS);
}

uint64_t table_due(const hub *h, const live_table *table)
{
    const uint64_t now = hub_now_ms(), end = clock_end(h, table, now);
    return end == NEVER ? 0 : hub_game_ms(h) + (end - now);
}

uint64_t table_ready_by(const hub *h, const live_table *table)
{
    if (!table->game.options.quick || !table->full_ms || table->game.phase != GAME_OPEN)
        return 0;
    const uint64_t now = hub_now_ms(), end = table->full_ms + h->config.ready_s * 1000u;
    return hub_wall_ms() + (end > now ? end - now : 0);
}

/* ---- What ---- */
/* Frees the seats of those who are gone or not ready in time; the others wait for the next. */
static bool free_seats(hub *h, live_table *table, uint64_t now)
{
    game_batch all = {0}, one;
    for (unsigned i = 0; i < table->game.options.rules.players; i++)
        if (seat_end(h, table, i) <= now &&
            game_decide_leave(&table->game, i, GAME_LATE, hub_time(h), &one) == GAME_E_OK) {
            one.at[0].n += all.count;
            all.at[all.count++] = one.at[0];
        }
    return all.count && lease_hold(h, &table->lease, table->game.id) &&
           table_commit(h, table, &all, NULL);
}

static bool sit_in(hub *h, live_table *table, uint64_t now)
{
    game_batch b;
    return standin_time(h, table) <= now && lease_hold(h, &table->lease, table->game.id) &&
           game_decide_away(&table->game, table->game.state.head.seat, AZJ_NOBODY, hub_time(h),
                            &b) == GAME_E_OK &&
           table_commit(h, table, &b, NULL);
}

static bool end_turn(hub *h, live_table *table)
{
    game_batch b;
    return game_decide_time(&table->game, hub_time(h), &b) == GAME_E_OK &&
           lease_hold(h, &table->lease, table->game.id) && table_commit(h, table, &b, NULL);
}

/* Leaves memory; the store knows when the server must look at it again. */
static bool leave_memory(hub *h, live_table *table, uint64_t now)
{
    const uint64_t due = clock_end(h, table, now);
    table_index index = table->index;
    if (idle_end(h, table) > now)
        return false;
    if (h->nodes.shared && !table->lease.held && !table->lease.asking) {
        h->live -= table->game.phase == GAME_LIVE;
        table_free(h, table);
        return true;
    }
    if (due != NEVER && due < now + NEAR_MS)
        return false;
    if (game_bot_to_move(&table->game) && !game_is_bots_only(&table->game))
        return false;
    index.due_ms = due == NEVER ? 0 : hub_game_ms(h) + (due - now);
    const bool early = table->index.due_ms && index.due_ms && table->index.due_ms <= index.due_ms &&
                       index.due_ms - table->index.due_ms < NEAR_MS;
    if (table->game.phase != GAME_OVER && index.due_ms != table->index.due_ms && !early) {
        table_move_index(h, table,
                         index); /* stored first: it leaves at the next turn of the timer */
        return false;
    }
    if (lease_give_back(h, &table->lease, table->game.id))
        return false; /* it leaves when that is stored */
    h->live -= table->game.phase == GAME_LIVE;
    table_free(h, table);
    return true;
}

/* Events of another node that could not be read when they were noted. */
static live_table *read_missed(hub *h, live_table *table)
{
    char id[GAME_ID_MAX];
    memcpy(id, table->game.id, sizeof id);
    table_refresh(h, id);
    return map_get(&h->tables, id);
}

static void table_tick(hub *h, live_table *table, uint64_t now)
{
    if (!(table = read_missed(h, table)))
        return;
    table_broadcast_presence(h, table, now);
    if (table->expire_ms && now >= table->expire_ms)
        table_expire(h, table);
    if (h->store_ok && now >= table->retry_ms && !table->busy && !table_end_standin(h, table) &&
        !end_turn(h, table) && !sit_in(h, table, now) && !free_seats(h, table, now)) {
        bots_ask(h, table);
        if (leave_memory(h, table, now))
            return;
    }
    table_schedule(h, table);
}

void tables_tick(hub *h, uint64_t now)
{
    live_table *table;
    for (unsigned i = 0; i < AT_ONCE_MAX && (table = timers_take(&h->timers, now)); i++)
        table_tick(h, table, now);
}
