/* greedy.c - the move that looks best at a glance, one ply deep, never minding the others: the
 * greedy bot and the easy levels, which differ in what they see (ai_skill). */
#include "ai/glance.h"

/* A player's whims: which colours and lines it likes. They stay the same for the whole game, since
 * they follow from the engine's seed alone, so that its mistakes have a character. */
static int32_t whim(const azj_engine *e, azj_move move)
{
    const uint32_t what =
        (uint32_t)azj_move_kind_of(move) << 6 | azj_move_colour(move) << 3 | azj_move_to(move);
    azj_rng taste;
    azj_rng_seed(&taste, e->options.seed * 1021 + what);
    const int32_t most = e->way->skill.taste * 256 / 10;
    return most ? (int32_t)azj_rng_below(&taste, (uint32_t)(2 * most + 1)) - most : 0;
}

static int32_t judge(azj_engine *e, const glance *g, azj_move move)
{
    return glance_at(g, move) + whim(e, move) + (int32_t)azj_rng_below(&e->rng, 8); /* no ties */
}

static void go(azj_engine *e)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_line *line = &e->info.line[0];
    azj_state s;
    glance g;
    azj_determinise(&e->root, &e->rng, &s);
    glance_begin(&g, &s, (ai_sight)e->way->skill.sight);
    const size_t n = azj_moves(&s, moves);
    int32_t best = 0;
    ai_no_opinion(&e->root, line);
    for (size_t i = 0; i < n; i++) {
        const int32_t value = judge(e, &g, moves[i]);
        ai_tick(e);
        if (i == 0 || value > best) {
            best = value;
            line->move[0] = moves[i];
        }
    }
    line->length = 1;
    e->info.lines = 1;
    e->info.depth = 1;
}

const ai_search ai_greedy = {"greedy", go};
