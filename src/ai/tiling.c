/* tiling.c - choosing a column of the grey walls, and the value of a position: see tiling.h. */
#include "ai/tiling.h"
#include "ai/round.h"

#include <string.h>

void tiling_estimate(const azj_classic *s, const net *n, float *win, float *score)
{
    round_frame f;
    round_state r;
    round_result v;
    if (s->phase == AZJ_PHASE_OVER) {
        azj_state over = {.classic = *s};
        ai_final_result(&over, win, score);
        return;
    }
    round_frame_begin(&f, s, n, NULL);
    round_pack(s, &r);
    round_play_out(&f, &r);
    round_value(&f, &r, &v);
    round_chances(&f, &v, win, score);
}

static void try_column(const azj_classic *at, const net *n, azj_move move, azj_line *line)
{
    azj_classic s = *at;
    memset(line, 0, sizeof *line);
    azj_classic_apply(&s, move, NULL);
    tiling_estimate(&s, n, line->win, line->score);
    line->move[0] = move;
    line->length = 1;
}

/* The better chance; if both are equal (in a decided game), the better score. */
static bool is_better_line(const azj_line *a, const azj_line *b, unsigned seat)
{
    if (a->win[seat] != b->win[seat])
        return a->win[seat] > b->win[seat];
    return a->score[seat] > b->score[seat];
}

azj_move tiling_choose(const azj_classic *s, const net *n)
{
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    const size_t count = azj_classic_moves(s, moves);
    azj_line best, next;
    try_column(s, n, moves[0], &best);
    for (size_t i = 1; i < count; i++) {
        try_column(s, n, moves[i], &next);
        if (is_better_line(&next, &best, s->seat))
            best = next;
    }
    return best.move[0];
}

void tiling_search(azj_engine *e)
{
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    const unsigned seat = e->root.head.seat;
    const size_t n = azj_classic_moves(&e->root.classic, moves);
    azj_line *line = e->info.line;
    uint32_t found = 0;
    for (size_t i = 0; i < n; i++) {
        azj_line l;
        if (!ai_allows(e, moves[i]))
            continue;
        uint32_t at = found++;
        try_column(&e->root.classic, &e->net, moves[i], &l);
        ai_tick(e);
        for (; at > 0 && is_better_line(&l, &line[at - 1], seat); at--)
            line[at] = line[at - 1];
        line[at] = l;
    }
    e->info.lines = found < e->options.lines ? found : e->options.lines;
    e->info.depth = 1;
    e->info.exact = 1;
}
