/* time.c - turns limits and clocks into one budget. */
#include "ai/eval_classic.h"
#include "ai/team.h"

enum {
    DEFAULT_MS = 1000,       /* without limits */
    DEFAULT_NODES = 100000,  /* without limits and without a clock */
    RESERVE_MS = 20,         /* of a game clock, for sending the move */
    CLASSIC_ROUNDS = 5,      /* rounds of an ordinary game */
    CLASSIC_ROUND_MOVES = 7, /* of a seat */
    DUEL_ROUND_MOVES = 12,   /* of a seat, in acquisition and tiling */
    EXTRA_MOVES = 2,         /* a game may last longer than expected */
};

/* Rounds that follow this one. An ordinary game has five, but the last round completes a row, and a
 * row gets at most one tile a round (C17). */
static uint32_t rounds_later(const azj_classic *s)
{
    const uint32_t by_round = s->round >= CLASSIC_ROUNDS ? 0 : CLASSIC_ROUNDS - s->round;
    const int fullest = eval_fullest_row(s);
    const uint32_t by_wall = fullest < 4 ? 4u - (uint32_t)fullest : 0;
    return by_round > by_wall ? by_round : by_wall;
}

/* The expected number of moves that this seat still makes, including this one. */
static uint32_t moves_left(const azj_state *s)
{
    const uint32_t seats = s->head.players;
    if (s->head.rules == AZJ_DUEL) {
        const uint32_t rounds = s->head.round >= 5 ? 0 : 5u - s->head.round;
        return rounds * DUEL_ROUND_MOVES + DUEL_ROUND_MOVES / 2 + EXTRA_MOVES;
    }
    azj_tiles table = s->classic.centre;
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        table += s->classic.factory[f];
    const uint32_t takes = (azj_tiles_total(table) * 2 / 3 + seats - 1) / seats;
    return takes + rounds_later(&s->classic) * CLASSIC_ROUND_MOVES + EXTRA_MOVES;
}

static uint64_t clock_share_us(const azj_engine *e, const azj_limits *l)
{
    const uint64_t left = l->clock_ms > RESERVE_MS ? l->clock_ms - RESERVE_MS : 1;
    const uint64_t share = left / moves_left(&e->root) + (uint64_t)l->increment_ms * 3 / 4;
    return 1000 * (share < left / 2 ? share : left / 2 + 1);
}

static void limit_time(ai_budget *b, uint64_t soft_us, uint64_t hard_us)
{
    if (b->hard_us == 0 || b->start_us + hard_us < b->hard_us) {
        b->soft_us = b->start_us + soft_us;
        b->hard_us = b->start_us + hard_us;
    }
}

azj_error ai_budget_start(azj_engine *e, const azj_limits *l)
{
    const bool timed = l->time_ms || l->clock_ms;
    const bool any = timed || l->depth || l->nodes || l->infinite;
    ai_budget *b = &e->budget;
    *b = (ai_budget){.nodes = l->nodes, .depth = l->depth};
    if (timed && !e->options.now_us)
        return AZJ_E_NO_CLOCK;
    if (e->options.now_us)
        b->start_us = e->options.now_us(e->options.context);
    if (l->time_ms) /* a fixed time is used up */
        limit_time(b, 1000 * (uint64_t)l->time_ms, 1000 * (uint64_t)l->time_ms);
    if (l->clock_ms) {
        const uint64_t share = clock_share_us(e, l);
        limit_time(b, share * 2 / 3, share);
    }
    if (!any && e->options.now_us)
        limit_time(b, 1000 * DEFAULT_MS, 1000 * DEFAULT_MS);
    else if (!any)
        b->nodes = DEFAULT_NODES;
    const uint32_t most = e->config->skill.nodes;
    if (most && (b->nodes == 0 || b->nodes > most))
        b->nodes = most;
    e->fresh = !timed && (any || !e->options.now_us);
    e->nodes = 0;
    return AZJ_E_OK;
}

static uint64_t clock_us(const azj_engine *e)
{
    return e->options.now_us(e->options.context);
}

uint64_t ai_nodes_left(const azj_engine *e)
{
    const uint64_t most = e->budget.nodes;
    return most == 0 ? UINT64_MAX : most > e->nodes ? most - e->nodes : 0;
}

uint64_t ai_us_left(const azj_engine *e)
{
    const uint64_t until = e->budget.soft_us;
    if (until == 0)
        return UINT64_MAX;
    const uint64_t now = clock_us(e);
    return until > now ? until - now : 0;
}

ai_budget ai_budget_half(azj_engine *e)
{
    const ai_budget whole = e->budget;
    if (whole.nodes)
        e->budget.nodes = e->nodes + ai_nodes_left(e) / 2;
    if (whole.soft_us)
        e->budget.soft_us = e->budget.hard_us = clock_us(e) + ai_us_left(e) / 2;
    return whole;
}

static bool is_stopped(const azj_engine *e)
{
    return atomic_load_explicit(&e->stop, memory_order_relaxed) ||
           (e->first && atomic_load_explicit(&e->first->stop, memory_order_relaxed));
}

bool ai_time_is_up(azj_engine *e)
{
    if (is_stopped(e))
        return true;
    return e->budget.hard_us && clock_us(e) >= e->budget.hard_us;
}

bool ai_soft_limit(azj_engine *e)
{
    if (e->budget.over || is_stopped(e))
        return true;
    return e->budget.soft_us && clock_us(e) >= e->budget.soft_us;
}

/* An estimate may be negative, a score cannot (C13, D20). */
static void bound_scores(azj_info *info)
{
    for (uint32_t i = 0; i < info->lines; i++)
        for (unsigned p = 0; p < AZJ_SEATS_MAX; p++)
            if (info->line[i].score[p] < 0)
                info->line[i].score[p] = 0;
}

void ai_report(azj_engine *e)
{
    bound_scores(&e->info);
    e->info.nodes = ai_team_nodes(e);
    if (e->options.now_us)
        e->info.time_us = clock_us(e) - e->budget.start_us;
    if (e->options.progress)
        e->options.progress(e->options.context, &e->info);
}
