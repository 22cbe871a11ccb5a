/* duel_endgame.c - solves the end of an acquisition: see duel_endgame.h. Alpha-beta on the chance
 * of seat 0, with moves in the order of their gains and the best tiling of both domes. */
#include "ai/duel_endgame.h"
#include "ai/duel_tiling.h"

#include <string.h>

/* Set by hand, not measured. */
enum {
    TILES_MAX = 8,            /* more are not tried */
    TILES_UNLIMITED_MAX = 12, /* the same without limits */
    BUDGET_PART = 3,          /* a third of the budget at most, since it may be spent in vain */
    CLOCK_NODES = 16,         /* nodes between two readings of the clock */
};

typedef struct endgame {
    azj_engine *e;
    duel_marginals *k;
    uint64_t nodes;   /* of the engine: the search is aborted then */
    uint64_t time_us; /* the same by the clock; 0: no limit */
    bool aborted;
    azj_move *moves; /* the lists of all plies, one after the other */
    size_t used, room;
} endgame;

/* Tiles of suns count twice, since their rest is stacked in an order. */
static unsigned tiles_left(const azj_duel *s)
{
    unsigned n = azj_tiles_total(s->large_moon) + 2 * azj_tiles_total(s->large_sun);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        n += 2 * azj_tiles_total(s->sun[f]);
        for (unsigned m = s->moon[f]; m; m >>= 3)
            n++;
        n += s->chip[f] != AZJ_NO_CHIP;
    }
    return n;
}

static bool nothing_hidden(const azj_duel *view)
{
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        if (view->chip[f] == AZJ_CHIP_UNKNOWN)
            return false;
    return view->phase == AZJ_PHASE_OFFER && view->board[0].tokens + view->board[1].tokens == 0;
}

static void set_limits(endgame *x)
{
    const ai_budget *b = &x->e->budget;
    const unsigned part = x->e->config->skill.exhaustive ? 1 : BUDGET_PART;
    x->nodes = b->nodes ? b->nodes / part : UINT64_MAX;
    if (b->hard_us)
        x->time_us = b->start_us + (b->hard_us - b->start_us) / part;
}

static unsigned tiles_max(const azj_engine *e)
{
    const bool limit = e->budget.nodes || e->budget.hard_us;
    if (!limit)
        return TILES_UNLIMITED_MAX;
    return e->config->skill.exhaustive ? UINT8_MAX : TILES_MAX;
}

static bool must_abort(endgame *x)
{
    azj_engine *e = x->e;
    ai_tick(e);
    if (e->nodes >= x->nodes || e->budget.over)
        x->aborted = true;
    else if (x->time_us && e->nodes % CLOCK_NODES == 0)
        x->aborted = e->options.now_us(e->options.context) >= x->time_us;
    return x->aborted;
}

/* Lists the moves of a position, highest gain first, after those of the plies above. They and their
 * gains are not on the stack, which is small in a browser. */
static size_t sorted_moves(endgame *x, const azj_duel *s)
{
    azj_move *moves = x->moves + x->used;
    float *gain = (float *)(moves + AZJ_DUEL_MOVES_MAX);
    if (x->room - x->used < 2 * AZJ_DUEL_MOVES_MAX) {
        x->aborted = true;
        return 0;
    }
    const size_t n = azj_duel_moves(s, moves);
    duel_gains(x->k, s, moves, n, gain);
    for (size_t i = 1; i < n; i++) {
        const azj_move move = moves[i];
        const float g = gain[i];
        size_t at = i;
        for (; at > 0 && gain[at - 1] < g; at--) {
            gain[at] = gain[at - 1];
            moves[at] = moves[at - 1];
        }
        gain[at] = g;
        moves[at] = move;
    }
    return n;
}

static float evaluate_leaf(const endgame *x, const azj_duel *s, duel_estimate *o)
{
    azj_duel end = *s;
    duel_tile_out(&end, DUEL_PAY_FEW, NULL);
    duel_evaluate(&end, &x->e->net, x->k->cache, o);
    return o->utility;
}

/* Inserts a move at the beginning of a line. */
static void prepend_move(azj_line *line, azj_move move)
{
    memmove(line->move + 1, line->move, sizeof line->move - sizeof line->move[0]);
    line->move[0] = move;
    line->length += line->length < AZJ_LINE_MOVES_MAX;
}

/* The value for seat 0; `best` receives the moves and the end of the best line. */
static float endgame_solve(endgame *x, const azj_duel *s, float low, float high, azj_line *best)
{
    duel_estimate o;
    if (must_abort(x))
        return 0;
    if (s->phase != AZJ_PHASE_OFFER || s->round != x->e->root.head.round) {
        const float utility = evaluate_leaf(x, s, &o);
        *best = (azj_line){.score = {o.score[0], o.score[1]}, .win = {o.win, 1 - o.win}};
        return utility;
    }
    const azj_move *moves = x->moves + x->used;
    const size_t n = sorted_moves(x, s);
    const bool first = s->seat == 0;
    float value = first ? -1 : 2;
    x->used += n;
    for (size_t i = 0; i < n && low < high && !x->aborted; i++) {
        azj_line line;
        azj_duel next = *s;
        azj_duel_apply(&next, moves[i], NULL);
        const float v = endgame_solve(x, &next, low, high, &line);
        if (x->aborted || (first ? v <= value : v >= value))
            continue;
        value = v;
        low = first && v > low ? v : low;
        high = !first && v < high ? v : high;
        *best = line;
        prepend_move(best, moves[i]);
    }
    x->used -= n;
    return value;
}

/* Solves every move by itself, if several lines are wanted. */
static void solve_each(endgame *x, const azj_duel *s)
{
    azj_info *info = &x->e->info;
    float worth[AZJ_LINES_MAX];
    const azj_move *moves = x->moves + x->used;
    const size_t n = sorted_moves(x, s);
    x->used += n;
    for (size_t i = 0; i < n && !x->aborted; i++) {
        azj_line line;
        azj_duel next = *s;
        azj_duel_apply(&next, moves[i], NULL);
        const float v = endgame_solve(x, &next, -1, 2, &line), mine = s->seat == 0 ? v : -v;
        prepend_move(&line, moves[i]);
        uint32_t at = info->lines < x->e->options.lines ? info->lines++ : info->lines;
        for (; at > 0 && worth[at - 1] < mine; at--)
            if (at < info->lines) {
                worth[at] = worth[at - 1];
                info->line[at] = info->line[at - 1];
            }
        if (at < info->lines) {
            worth[at] = mine;
            info->line[at] = line;
        }
    }
    x->used -= n;
}

bool duel_endgame_solve(azj_engine *e, duel_marginals *k, void *memory, size_t bytes)
{
    const azj_duel *s = &k->root;
    endgame x = {.e = e, .k = k, .moves = memory, .room = bytes / sizeof(azj_move)};
    if (!nothing_hidden(&e->root.duel) || tiles_left(s) > tiles_max(e))
        return false;
    set_limits(&x);
    e->info.lines = 0;
    if (e->options.lines > 1)
        solve_each(&x, s);
    else
        endgame_solve(&x, s, -1, 2, &e->info.line[e->info.lines++]);
    if (x.aborted)
        return false;
    e->info.depth = e->info.line[0].length;
    e->info.exact = 1;
    return true;
}
