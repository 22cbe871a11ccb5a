/* duel_ending.c - the end of an acquisition, solved: see duel_ending.h. Alpha-beta on the chance of
 * seat 0, moves in the order of what they seem to bring, domes tiled by the best choices. */
#include "ai/duel_ending.h"
#include "ai/duel_tiling.h"

#include <string.h>

enum {
    TILES_MOST = 8,   /* more are not tried … */
    TILES_EVER = 12,  /* … nor so many without any limit */
    MOVES_MOST = 512, /* of a position with so few tiles */
};

typedef struct ending {
    azj_engine *e;
    duel_sight *k;
    uint64_t nodes;   /* given up after this many of the engine's */
    uint64_t time_us; /* or at this time; 0: no matter */
    bool given_up;
    azj_move *moves; /* the lists of all plies, one behind the other */
    size_t used, room;
} ending;

/* Suns count twice: what is left of them has an order. */
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

static bool is_open(const azj_duel *view)
{
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        if (view->chip[f] == AZJ_CHIP_UNKNOWN)
            return false;
    return view->phase == AZJ_PHASE_OFFER && view->board[0].tokens + view->board[1].tokens == 0;
}

/* At most a third of the nodes or of the time is spent on what may fail; all by who is patient. */
static void begin(ending *x)
{
    const ai_budget *b = &x->e->budget;
    const unsigned part = x->e->way->skill.patient ? 1 : 3;
    x->nodes = b->nodes ? b->nodes / part : UINT64_MAX;
    if (b->hard_us)
        x->time_us = b->start_us + (b->hard_us - b->start_us) / part;
}

static unsigned tiles_most(const azj_engine *e)
{
    const bool limit = e->budget.nodes || e->budget.hard_us;
    if (!limit)
        return TILES_EVER;
    return e->way->skill.patient ? UINT8_MAX : TILES_MOST;
}

static bool give_up(ending *x)
{
    azj_engine *e = x->e;
    ai_tick(e);
    if (e->nodes >= x->nodes || e->budget.over)
        x->given_up = true;
    else if (x->time_us && e->nodes % 16 == 0)
        x->given_up = e->options.now_us(e->options.context) >= x->time_us;
    return x->given_up;
}

/* The moves of a position, most promising first, behind those of the plies before it; they and
 * their gains do not lie on the stack, which is short in a browser. */
static size_t sorted_moves(ending *x, const azj_duel *s)
{
    azj_move *moves = x->moves + x->used;
    float *gain = (float *)(moves + AZJ_DUEL_MOVES_MAX);
    if (x->room - x->used < 2 * AZJ_DUEL_MOVES_MAX) {
        x->given_up = true;
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

static float leaf(const ending *x, const azj_duel *s, duel_outlook *o)
{
    azj_duel end = *s;
    duel_tile_out(&end, DUEL_PAY_FEW);
    duel_look(&end, &x->e->net, x->k->boards, o);
    return o->worth;
}

/* Puts a move before a line. */
static void lead_with(azj_line *line, azj_move move)
{
    memmove(line->move + 1, line->move, sizeof line->move - sizeof line->move[0]);
    line->move[0] = move;
    line->length += line->length < AZJ_LINE_MOVES_MAX;
}

/* What the position is worth to seat 0; `best` receives the best line's moves and end. */
static float solve(ending *x, const azj_duel *s, float low, float high, azj_line *best)
{
    duel_outlook o;
    if (give_up(x))
        return 0;
    if (s->phase != AZJ_PHASE_OFFER || s->round != x->e->root.head.round) {
        const float worth = leaf(x, s, &o);
        *best = (azj_line){.score = {o.score[0], o.score[1]}, .win = {o.win, 1 - o.win}};
        return worth;
    }
    const azj_move *moves = x->moves + x->used;
    const size_t n = sorted_moves(x, s);
    const bool first = s->seat == 0;
    float value = first ? -1 : 2;
    x->used += n;
    for (size_t i = 0; i < n && low < high && !x->given_up; i++) {
        azj_line line;
        azj_duel next = *s;
        azj_duel_apply(&next, moves[i], NULL);
        const float v = solve(x, &next, low, high, &line);
        if (x->given_up || (first ? v <= value : v >= value))
            continue;
        value = v;
        low = first && v > low ? v : low;
        high = !first && v < high ? v : high;
        *best = line;
        lead_with(best, moves[i]);
    }
    x->used -= n;
    return value;
}

/* The best moves, each solved for itself: for who wants to see several lines. */
static void solve_each(ending *x, const azj_duel *s)
{
    azj_info *info = &x->e->info;
    float worth[AZJ_LINES_MAX];
    const azj_move *moves = x->moves + x->used;
    const size_t n = sorted_moves(x, s);
    x->used += n;
    for (size_t i = 0; i < n && !x->given_up; i++) {
        azj_line line;
        azj_duel next = *s;
        azj_duel_apply(&next, moves[i], NULL);
        const float v = solve(x, &next, -1, 2, &line), mine = s->seat == 0 ? v : -v;
        lead_with(&line, moves[i]);
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

bool duel_ending_go(azj_engine *e, duel_sight *k, void *memory, size_t bytes)
{
    const azj_duel *s = &k->root;
    ending x = {.e = e, .k = k, .moves = memory, .room = bytes / sizeof(azj_move)};
    if (!is_open(&e->root.duel) || tiles_left(s) > tiles_most(e))
        return false;
    begin(&x);
    e->info.lines = 0;
    if (e->options.lines > 1)
        solve_each(&x, s);
    else
        solve(&x, s, -1, 2, &e->info.line[e->info.lines++]);
    if (x.given_up)
        return false;
    e->info.depth = e->info.line[0].length;
    e->info.exact = 1;
    return true;
}
