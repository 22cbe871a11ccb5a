/* random.c - a random legal move, uniformly: the simplest bot and the template for the others. */
#include "ai/internal.h"

static void random_run(azj_engine *e)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(&e->root, moves);
    azj_line *line = &e->info.line[0];
    ai_set_even_chances(&e->root, line);
    line->move[0] = moves[azj_rng_below(&e->rng, (uint32_t)n)];
    line->length = 1;
    e->info.lines = 1;
    e->info.depth = 1;
    ai_tick(e);
}

const ai_search ai_random = {"random", random_run};
