/* random.c - any legal move, each as likely: the dullest bot and the template of the others. */
#include "ai/internal.h"

static void go(azj_engine *e)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(&e->root, moves);
    azj_line *line = &e->info.line[0];
    ai_no_opinion(&e->root, line);
    line->move[0] = moves[azj_rng_below(&e->rng, (uint32_t)n)];
    line->length = 1;
    e->info.lines = 1;
    e->info.depth = 1;
    ai_tick(e);
}

const ai_search ai_random = {"random", go};
