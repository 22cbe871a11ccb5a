/* bots.c - the bots and levels by name: const data. */
#include "ai/internal.h"

#include <string.h>

/* One way for every game. */
#define SAME(search, ...)                                   \
    {&(search), {__VA_ARGS__}}, {&(search), {__VA_ARGS__}}, \
    {                                                       \
        &(search),                                          \
        {                                                   \
            __VA_ARGS__                                     \
        }                                                   \
    }

static const ai_bot bots[] = {
    {"random", SAME(ai_random, 0)},
    {"greedy", SAME(ai_greedy, .sight = AI_SIGHT_POINTS)},
    {"uct", SAME(ai_uct, 0)},
    {"strong", {&ai_alphabeta, {0}}, {&ai_puct, {0}}, {&ai_duel, {0}}},
    /* Without networks: what they are measured against. */
    {"handmade", {&ai_alphabeta, {.plain = 1}}, {&ai_puct, {.plain = 1}}, {&ai_duel, {.plain = 1}}},
    /* The strong searches by name, to be compared wherever both can play. */
    {"alphabeta", {&ai_alphabeta, {0}}, {&ai_alphabeta, {0}}, {&ai_duel, {0}}},
    {"puct", {&ai_puct, {0}}, {&ai_puct, {0}}, {&ai_duel, {0}}},
    /* Takes all the time it needs for an exact answer. */
    {"solver", {&ai_alphabeta, {0}}, {&ai_maxn, {0}}, {&ai_duel, {0}}},
};

/* Easiest first; the last is the strong one under another name. Ratings: docs/bots.md. */
static const ai_bot levels[AZJ_LEVELS] = {
    {"novice",
     {&ai_greedy, {.sight = AI_SIGHT_POINTS, .taste = 20}},
     {&ai_greedy, {.sight = AI_SIGHT_POINTS, .taste = 20}},
     {&ai_greedy, {.sight = AI_SIGHT_TILES, .taste = 20}}},
    {"learner",
     {&ai_greedy, {.sight = AI_SIGHT_BOARD, .taste = 15, .plain = 1}},
     {&ai_greedy, {.sight = AI_SIGHT_BOARD, .taste = 15, .plain = 1}},
     {&ai_greedy, {.sight = AI_SIGHT_POINTS, .taste = 20}}},
    {"casual",
     {&ai_greedy, {.sight = AI_SIGHT_ROUND, .taste = 30}},
     {&ai_greedy, {.sight = AI_SIGHT_ROUND, .taste = 30}},
     {&ai_duel, {.sight = AI_SIGHT_BOARD, .taste = 15, .plain = 1}}},
    {"regular",
     {&ai_alphabeta, {.nodes = 40, .plain = 1}},
     {&ai_puct, {.nodes = 40, .plain = 1}},
     {&ai_duel, {.sight = AI_SIGHT_ROUND, .taste = 15, .plain = 1}}},
    {"expert",
     {&ai_alphabeta, {.nodes = 150, .plain = 1}},
     {&ai_puct, {.nodes = 150, .plain = 1}},
     {&ai_duel, {.nodes = 150, .plain = 1}}},
    {"master",
     {&ai_alphabeta, {.nodes = 800, .plain = 1}},
     {&ai_puct, {.nodes = 800, .plain = 1}},
     {&ai_duel, {.nodes = 2000, .plain = 1}}},
    {"champion", {&ai_alphabeta, {0}}, {&ai_puct, {0}}, {&ai_duel, {0}}},
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
