/* bots.c - the bots and levels by name: const data. */
#include "ai/internal.h"

#include <string.h>

/* A search with its skill; the same for two seats of the whole family; the same for every game. */
/* clang-format off */
#define WAY(search, ...) {&(search), {__VA_ARGS__}}
#define PAIR(...) WAY(__VA_ARGS__), WAY(__VA_ARGS__)
#define SAME(...) PAIR(__VA_ARGS__), PAIR(__VA_ARGS__)
/* clang-format on */

static const ai_bot bots[] = {
    {"random", SAME(ai_random, .plain = 1)},
    {"greedy", SAME(ai_greedy, .sight = AI_SIGHT_POINTS, .plain = 1)},
    {"uct", SAME(ai_uct, .plain = 1)},
    {"strong", PAIR(ai_alphabeta, .far = 1), WAY(ai_puct, 0), WAY(ai_duel, 0)},
    /* Without networks: what they are measured against. */
    {"handmade", PAIR(ai_alphabeta, .plain = 1), WAY(ai_puct, .plain = 1),
     WAY(ai_duel, .plain = 1)},
    /* The strong searches by name, to be compared wherever both can play. */
    {"alphabeta", PAIR(ai_alphabeta, 0), WAY(ai_alphabeta, 0), WAY(ai_duel, 0)},
    {"puct", PAIR(ai_puct, 0), WAY(ai_puct, 0), WAY(ai_duel, 0)},
    /* Takes all the time it needs for an exact answer. */
    {"solver", PAIR(ai_alphabeta, 0), WAY(ai_maxn, 0), WAY(ai_duel, .patient = 1)},
};

/* Easiest first; the last is the strong one under another name. The others do without networks, so
 * that their ratings stay when a network learns. Ratings: docs/bots.md. */
static const ai_bot levels[AZJ_LEVELS] = {
    {"novice", WAY(ai_greedy, .sight = AI_SIGHT_POINTS, .taste = 3, .plain = 1),
     WAY(ai_greedy, .sight = AI_SIGHT_POINTS, .taste = 20, .plain = 1),
     WAY(ai_greedy, .sight = AI_SIGHT_POINTS, .taste = 15, .plain = 1),
     WAY(ai_greedy, .sight = AI_SIGHT_TILES, .taste = 8, .plain = 1)},
    {"learner", WAY(ai_greedy, .sight = AI_SIGHT_ROUND, .taste = 15, .plain = 1),
     WAY(ai_greedy, .sight = AI_SIGHT_ROUND, .taste = 15, .plain = 1),
     WAY(ai_greedy, .sight = AI_SIGHT_ROUND, .taste = 15, .plain = 1),
     WAY(ai_duel, .sight = AI_SIGHT_BOARD, .taste = 26, .plain = 1)},
    {"casual", WAY(ai_alphabeta, .nodes = 75, .plain = 1),
     WAY(ai_alphabeta, .nodes = 42, .plain = 1), WAY(ai_puct, .nodes = 60, .plain = 1),
     WAY(ai_duel, .sight = AI_SIGHT_ROUND, .taste = 40, .plain = 1)},
    {"regular", WAY(ai_alphabeta, .nodes = 350, .plain = 1),
     WAY(ai_alphabeta, .nodes = 180, .plain = 1), WAY(ai_puct, .nodes = 250, .plain = 1),
     WAY(ai_duel, .sight = AI_SIGHT_ROUND, .taste = 14, .plain = 1)},
    {"expert", WAY(ai_alphabeta, .nodes = 2000, .plain = 1),
     WAY(ai_alphabeta, .nodes = 900, .plain = 1), WAY(ai_puct, .nodes = 1000, .plain = 1),
     WAY(ai_duel, .nodes = 140, .plain = 1)},
    {"master", WAY(ai_alphabeta, .nodes = 35000, .plain = 1),
     WAY(ai_alphabeta, .nodes = 6000, .plain = 1), WAY(ai_puct, .nodes = 5000, .plain = 1),
     WAY(ai_duel, .nodes = 500, .plain = 1)},
    {"champion", PAIR(ai_alphabeta, .far = 1), WAY(ai_puct, 0), WAY(ai_duel, 0)},
};

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
