/* game.c - one game of a match: see game.h.
 *
 * The runner is the referee: it deals, sends each seat only its own view, checks that the answer
 * is legal and in time, and ends the game at the first fault. The player who made the fault is
 * last; the others share the win.
 */
#include "cli/match/game.h"
#include "ai/dumps.h"
#include "base/clock.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <string.h>

void match_table_init(match_table *t, const match_config *c, const match_schedule *s,
                      const atomic_bool *stop)
{
    t->config = c;
    t->schedule = s;
    t->stop = stop;
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned copy = 0; copy < AZJ_SEATS_MAX; copy++)
            match_seat_init(&t->seat[i][copy], c, &c->player[i]);
}

void match_table_release(match_table *t)
{
    for (unsigned i = 0; i < t->config->count; i++)
        for (unsigned copy = 0; copy < AZJ_SEATS_MAX; copy++)
            match_seat_release(&t->seat[i][copy]);
}

bool match_game_start(const match_config *c, const match_schedule *s, uint64_t index,
                      azj_state *state, azj_rng *rng)
{
    azj_rng_seed(rng, match_deal_seed(c, s, index));
    if (c->starts) {
        azj_determinise(&c->start[match_deal(s, index) % c->starts], rng, state);
        return true;
    }
    azj_options options = cli_game_options(&c->game, rng);
    options.starter = AZJ_NOBODY;
    return azj_new(state, &options) == AZJ_E_OK;
}

/* A running game. */
typedef struct playing {
    match_table *table;
    match_game *g;
    match_seat *seat[AZJ_SEATS_MAX];
    azj_state state;
    azj_rng rng;
    uint64_t clock_us[AZJ_SEATS_MAX]; /* what is left */
} playing;

static bool blame(playing *p, unsigned seat, proto_cause cause, const char *why)
{
    p->g->cause = cause;
    p->g->fault = seat;
    snprintf(p->g->why, sizeof p->g->why, "%s", why);
    return false;
}

/* ---- Beginning ---- */

static const azj_limits *limits_of(const playing *p, unsigned seat)
{
    return match_player_limits(p->table->config, p->g->who[seat]);
}

/* A player's first seat gets its first engine, its second seat the second, and so on. */
static void sit_down(playing *p)
{
    unsigned copies[MATCH_PLAYERS_MAX] = {0};
    for (unsigned seat = 0; seat < p->g->seats; seat++) {
        const unsigned who = p->g->who[seat];
        p->seat[seat] = &p->table->seat[who][copies[who]++];
        p->clock_us[seat] = 1000u * (uint64_t)limits_of(p, seat)->clock_ms;
    }
}

static bool begin(playing *p)
{
    match_game *g = p->g;
    const match_config *c = p->table->config;
    if (!match_game_start(c, p->table->schedule, g->index, &p->state, &p->rng))
        return false;
    azj_deal(&p->state, &p->rng);
    for (unsigned seat = 0; seat < g->seats; seat++)
        if (!match_seat_begin(p->seat[seat], match_player_seed(c, g->index, seat)))
            return blame(p, seat, p->seat[seat]->fault, p->seat[seat]->why);
    return true;
}

/* ---- One turn ---- */

static void set_limits(const playing *p, match_turn *t)
{
    const azj_limits *l = limits_of(p, t->seat);
    t->go = (proto_go){.limits = *l};
    t->go.limits.clock_ms = 0;
    t->allowed_us = 1000u * (uint64_t)l->time_ms;
    if (!l->clock_ms)
        return;
    t->go.clocks = p->g->seats;
    for (unsigned seat = 0; seat < p->g->seats; seat++) /* a seat without a clock: as one's own */
        t->go.clock_ms[seat] =
            (uint32_t)(p->clock_us[limits_of(p, seat)->clock_ms ? seat : t->seat] / 1000u);
    if (t->go.clock_ms[t->seat] == 0)
        t->go.clock_ms[t->seat] = 1;
    if (!t->allowed_us || p->clock_us[t->seat] < t->allowed_us)
        t->allowed_us = p->clock_us[t->seat];
}

static void count_time(playing *p, const match_turn *t)
{
    match_game *g = p->g;
    const azj_limits *l = limits_of(p, t->seat);
    uint64_t *left = &p->clock_us[t->seat];
    g->time_us[t->seat] += t->used_us;
    g->decisions[t->seat]++;
    g->nodes[t->seat] += t->nodes;
    g->nodes_us[t->seat] += t->nodes ? t->used_us : 0;
    if (t->used_us > g->slowest_us[t->seat])
        g->slowest_us[t->seat] = t->used_us;
    if (l->clock_ms)
        *left = (*left > t->used_us ? *left - t->used_us : 0) + 1000u * (uint64_t)l->increment_ms;
}

void match_game_apply(match_game *g, azj_state *s, azj_move move)
{
    azj_events events;
    events.count = 0;
    g->dumps[s->head.seat] += dumps_is(s, move);
    azj_apply(s, move, &events);
    for (uint32_t i = 0; i < events.count; i++)
        if (events.at[i].kind == AZJ_EVENT_FLOOR)
            g->floor[events.at[i].seat] += (uint32_t)-events.at[i].points;
}

/* Checks that the answer is in time and a legal move, and makes it. */
static bool judge(playing *p, const match_turn *t)
{
    char why[MATCH_WHY_MAX], text[AZJ_MOVE_TEXT_MAX], reason[AZJ_FAULT_TEXT_MAX];
    azj_fault fault;
    const azj_limits *l = limits_of(p, t->seat);
    const uint64_t margin = 1000u * p->table->config->margin_ms;
    if ((l->time_ms || l->clock_ms) && t->used_us > t->allowed_us + margin) {
        snprintf(why, sizeof why, "took %.1f ms of %.1f", (double)t->used_us / 1e3,
                 (double)t->allowed_us / 1e3);
        return blame(p, t->seat, PROTO_CAUSE_TIME, why);
    }
    if (azj_legal(&p->state, t->move, &fault)) {
        azj_move_text(t->move, text, sizeof text);
        azj_fault_text(&fault, reason, sizeof reason);
        snprintf(why, sizeof why, "%.24s: %s", text, reason);
        return blame(p, t->seat, PROTO_CAUSE_ILLEGAL, why);
    }
    match_game_apply(p->g, &p->state, t->move);
    return true;
}

static void count_overhead(match_game *g, const match_turn *t, uint64_t start_ns,
                           uint64_t start_cpu_ns)
{
    g->overhead_ns += (t->asked_ns - start_ns) + (clock_mono_ns() - t->answered_ns);
    g->overhead_cpu_ns += clock_thread_ns() - start_cpu_ns - (t->answered_cpu_ns - t->asked_cpu_ns);
}

static bool play_turn(playing *p, match_moves *moves)
{
    const uint64_t start_ns = clock_mono_ns(), start_cpu_ns = clock_thread_ns();
    match_game *g = p->g;
    azj_state view;
    match_turn t = {.view = &view, .seat = p->state.head.seat};
    match_seat *seat = p->seat[t.seat];
    set_limits(p, &t);
    azj_view(&p->state, t.seat, &view);
    if (!match_seat_move(seat, &t)) {
        count_time(p, &t);
        return blame(p, t.seat, seat->fault, seat->why);
    }
    count_time(p, &t);
    if (!judge(p, &t))
        return false;
    if (g->moves < MATCH_MOVES_MAX) {
        moves->move[g->moves] = t.move;
        moves->eval[g->moves] = t.eval;
        moves->nodes[g->moves] = t.nodes;
        moves->time_ms[g->moves++] = (uint32_t)((t.used_us + 500u) / 1000u);
    }
    azj_deal(&p->state, &p->rng);
    count_overhead(g, &t, start_ns, start_cpu_ns);
    return true;
}

/* ---- The end ---- */

/* The order of places: winners, then the others by points; the player with a fault is last. */
static unsigned worth(const match_game *g, unsigned seat)
{
    if (match_game_faulty(g))
        return seat != g->fault;
    return (g->winners >> seat & 1u) ? 1u << 20 : (unsigned)g->score[seat];
}

void match_game_settle(match_game *g, const azj_state *s)
{
    const unsigned all = (1u << g->seats) - 1;
    g->winners = match_game_faulty(g) ? all & ~(1u << g->fault) : azj_winners(s);
    for (unsigned seat = 0; seat < g->seats; seat++)
        g->score[seat] = azj_score(s, seat);
    for (unsigned seat = 0; seat < g->seats; seat++) {
        g->place[seat] = 0;
        for (unsigned other = 0; other < g->seats; other++)
            g->place[seat] = (uint8_t)(g->place[seat] + (worth(g, other) > worth(g, seat)));
    }
}

static void send_results(playing *p)
{
    const match_game *g = p->g;
    proto_result r = {
        .players = g->seats, .winners = g->winners, .cause = g->cause, .fault = g->fault};
    memcpy(r.score, g->score, sizeof r.score);
    for (unsigned seat = 0; seat < g->seats; seat++)
        match_seat_result(p->seat[seat], &r);
}

bool match_play(match_table *table, uint64_t index, match_game *g, match_moves *moves)
{
    playing p = {.table = table, .g = g};
    const uint64_t start_us = clock_mono_us();
    memset(g, 0, sizeof *g);
    g->index = index;
    g->seats = table->schedule->seats;
    g->cause = PROTO_CAUSE_NORMAL;
    g->fault = AZJ_NOBODY;
    match_schedule_seats(table->schedule, index, g->who);
    sit_down(&p);
    if (begin(&p))
        while (p.state.head.phase != AZJ_PHASE_OVER && !atomic_load(table->stop) &&
               play_turn(&p, moves))
            ;
    if (p.state.head.phase != AZJ_PHASE_OVER && !match_game_faulty(g))
        return false;
    match_game_settle(g, &p.state);
    send_results(&p);
    g->wall_us = clock_mono_us() - start_us;
    return true;
}
