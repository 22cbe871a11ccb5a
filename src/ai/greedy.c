/* greedy.c - the move with the highest value by a one-ply heuristic (oneply.h), regardless of the
 * opponents: the greedy bot and the easy levels, which differ in heuristic and noise (ai_skill). */
#include "ai/oneply.h"

/* The constant error of a weak level about this kind of move, colour and line. It follows from the
 * engine's seed alone, so that a level prefers the same moves for the whole game. */
static int32_t move_noise(const azj_engine *e, azj_move move)
{
    const uint32_t what =
        (uint32_t)azj_move_kind_of(move) << 6 | azj_move_colour(move) << 3 | azj_move_to(move);
    azj_rng rng;
    azj_rng_seed(&rng, e->options.seed * 1021 + what);
    const int32_t most = e->config->skill.noise * 256 / 10;
    return most ? (int32_t)azj_rng_below(&rng, (uint32_t)(2 * most + 1)) - most : 0;
}

static int32_t noisy_value(azj_engine *e, const oneply *o, azj_move move)
{
    const int32_t tie_break = (int32_t)azj_rng_below(&e->rng, 8);
    return oneply_value(o, move) + move_noise(e, move) + tie_break;
}

static void greedy_run(azj_engine *e)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_line *line = &e->info.line[0];
    azj_state s;
    oneply o;
    azj_determinise(&e->root, &e->rng, &s);
    oneply_init(&o, &s, (ai_heuristic)e->config->skill.heuristic);
    const size_t n = azj_moves(&s, moves);
    int32_t best = 0;
    ai_set_even_chances(&e->root, line);
    for (size_t i = 0; i < n; i++) {
        const int32_t value = noisy_value(e, &o, moves[i]);
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

const ai_search ai_greedy = {"greedy", greedy_run};
