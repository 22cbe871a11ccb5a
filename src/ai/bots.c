/* bots.c - the bots and levels by name: const data. */
#include "ai/internal.h"

#include <string.h>

/* CONFIG: a search and its skill. PAIR: the same for both kinds of two seats of the classic family.
 * SAME: the same for every game. */
/* clang-format off */
#define CONFIG(search, ...) {&(search), {__VA_ARGS__}}
#define PAIR(...) CONFIG(__VA_ARGS__), CONFIG(__VA_ARGS__)
#define SAME(...) PAIR(__VA_ARGS__), PAIR(__VA_ARGS__)
/* clang-format on */

static const ai_bot bots[] = {
    {"random", SAME(ai_random, .no_net = 1)},
    {"greedy", SAME(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .no_net = 1)},
    {"uct", SAME(ai_uct, .no_net = 1)},
    {"strong", PAIR(ai_alphabeta, .next_round = 1), CONFIG(ai_puct, 0), CONFIG(ai_duel, 0)},
    /* Without networks: the reference for measuring them. */
    {"handmade", PAIR(ai_alphabeta, .no_net = 1), CONFIG(ai_puct, .no_net = 1),
     CONFIG(ai_duel, .no_net = 1)},
    /* The strong searches by name, to compare them wherever both can play. */
    {"alphabeta", PAIR(ai_alphabeta, 0), CONFIG(ai_alphabeta, 0), CONFIG(ai_duel, 0)},
    {"puct", PAIR(ai_puct, 0), CONFIG(ai_puct, 0), CONFIG(ai_duel, 0)},
    /* For exact answers: takes all the time that the limits allow. */
    {"solver", PAIR(ai_alphabeta, 0), CONFIG(ai_maxn, 0), CONFIG(ai_duel, .exhaustive = 1)},
};

/* Easiest first; the last one is `strong`. The others use no network, so that a new network does
 * not change their ratings (docs/bots.md). Nodes and noise were chosen by matches
 * (lab/strength.md). */
static const ai_bot levels[] = {
    {"novice", CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 3, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 20, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 15, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_TILES, .noise = 8, .no_net = 1)},
    {"learner", CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_BOARD, .noise = 26, .no_net = 1)},
    {"casual", CONFIG(ai_alphabeta, .nodes = 75, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 42, .no_net = 1), CONFIG(ai_puct, .nodes = 60, .no_net = 1),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 40, .no_net = 1)},
    {"regular", CONFIG(ai_alphabeta, .nodes = 350, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 180, .no_net = 1), CONFIG(ai_puct, .nodes = 250, .no_net = 1),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 14, .no_net = 1)},
    {"expert", CONFIG(ai_alphabeta, .nodes = 2000, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 900, .no_net = 1), CONFIG(ai_puct, .nodes = 1000, .no_net = 1),
     CONFIG(ai_duel, .nodes = 140, .no_net = 1)},
    {"master", CONFIG(ai_alphabeta, .nodes = 35000, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 6000, .no_net = 1), CONFIG(ai_puct, .nodes = 5000, .no_net = 1),
     CONFIG(ai_duel, .nodes = 500, .no_net = 1)},
    {"champion", PAIR(ai_alphabeta, .next_round = 1), CONFIG(ai_puct, 0), CONFIG(ai_duel, 0)},
};

_Static_assert(sizeof levels / sizeof levels[0] == AZJ_LEVELS, "AZJ_LEVELS counts the levels");

enum { BOTS = sizeof bots / sizeof bots[0] };

static const ai_bot *bot_at(unsigned i)
{
    if (i < BOTS)
        return &bots[i];
    return i < BOTS + AZJ_LEVELS ? &levels[i - BOTS] : NULL;
}

const char *azj_bot_name(unsigned i)
{
    const ai_bot *bot = bot_at(i);
    return bot ? bot->name : NULL;
}

const char *azj_level_name(unsigned level)
{
    return level >= 1 && level <= AZJ_LEVELS ? levels[level - 1].name : NULL;
}

const ai_bot *ai_find_bot(const char *name)
{
    const ai_bot *bot;
    for (unsigned i = 0; (bot = bot_at(i)); i++)
        if (strcmp(bot->name, name) == 0)
            return bot;
    return NULL;
}
