/* greedy.c - the move with the highest value by a one-ply heuristic (oneply.h), regardless of the
 * opponents: the greedy bot and the easy levels, which differ in heuristic and noise (ai_skill). */
#include "ai/dumps.h"
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

/* What a move takes, as one number: the tiles of one colour on a display, or a plate. 0: nothing
 * that can be overlooked. */
static unsigned display_of(azj_move move)
{
    enum { SOURCE_AND_COLOUR = 0x7f0, PLATE = 0x800 };
    switch (azj_move_kind_of(move)) {
    case AZJ_TAKE:
    case AZJ_SUN:
        return move & SOURCE_AND_COLOUR;
    case AZJ_MOON:
        return 15u << 4 | (move & SOURCE_AND_COLOUR);
    case AZJ_PLATE:
        return PLATE | azj_move_plate(move);
    default:
        return 0;
    }
}

/* True if the bot notices the move at this turn. Moves that take the same tiles are noticed
 * together. */
static bool is_noticed(const azj_engine *e, uint64_t turn, azj_move move)
{
    const uint32_t chance = e->config->skill.notices;
    const unsigned display = display_of(move);
    azj_rng rng;
    if (!chance || !display)
        return true;
    azj_rng_seed(&rng, turn + display);
    return azj_rng_below(&rng, 100) < chance;
}

/* The best of the moves that the bot notices, or of all; 0: it notices none. */
static azj_move best_move(azj_engine *e, const oneply *o, const azj_move *moves, size_t n, bool all)
{
    const uint64_t turn = all ? 0 : azj_rng_next(&e->rng);
    azj_move found = 0;
    int32_t best = 0;
    for (size_t i = 0; i < n; i++) {
        if (!all && !is_noticed(e, turn, moves[i]))
            continue;
        const int32_t value = noisy_value(e, o, moves[i]);
        ai_tick(e);
        if (!found || value > best) {
            best = value;
            found = moves[i];
        }
    }
    return found;
}

/* True if the move drops so many tiles that even a beginner examines all moves. */
static bool drops_too_many(const azj_engine *e, const azj_state *s, azj_move move)
{
    const int most = e->config->skill.looks_again;
    return most && azj_preview_move(s, move).overflow >= most;
}

static void greedy_run(azj_engine *e)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_line *line = &e->info.line[0];
    azj_state s;
    oneply o;
    azj_determinise(&e->root, &e->rng, &s);
    oneply_init(&o, &s, (ai_heuristic)e->config->skill.heuristic);
    size_t n = azj_moves(&s, moves);
    if (e->config->skill.tidy)
        n = dumps_leave_out(&s, moves, n);
    ai_set_even_chances(&e->root, line);
    const bool all = e->config->skill.notices == 0;
    line->move[0] = best_move(e, &o, moves, n, all);
    if (!all && (!line->move[0] || drops_too_many(e, &s, line->move[0])))
        line->move[0] = best_move(e, &o, moves, n, true);
    line->length = 1;
    e->info.lines = 1;
    e->info.depth = 1;
}

const ai_search ai_greedy = {"greedy", greedy_run};
