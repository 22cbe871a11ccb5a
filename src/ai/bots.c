/* bots.c - the bots and levels by name: const data. */
#include "ai/internal.h"

#include <string.h>

/* CONFIG: a search and its skill. PAIR: the same for both kinds of walls. SAME: the same for every
 * game. FULL_STRENGTH: all that there is, for as long as it is given. */
/* clang-format off */
#define CONFIG(search, ...) {&(search), {__VA_ARGS__}}
#define PAIR(...) CONFIG(__VA_ARGS__), CONFIG(__VA_ARGS__)
#define SAME(...) PAIR(__VA_ARGS__), PAIR(__VA_ARGS__), CONFIG(__VA_ARGS__)
#define FULL_STRENGTH PAIR(ai_alphabeta, .next_round = 1), PAIR(ai_puct, 0), CONFIG(ai_duel, 0)
/* The levels: moves by a heuristic with whims, groups of tiles noticed by chance, or few nodes. */
#define TIDY(search, ...) CONFIG(search, .tidy = 1, .no_net = 1, __VA_ARGS__)
#define EYE(what, whims) TIDY(ai_greedy, .heuristic = AI_HEURISTIC_##what, .noise = (whims))
#define GLANCE(what, whims, chance, drops) \
    TIDY(ai_greedy, .heuristic = AI_HEURISTIC_##what, .noise = (whims), .notices = (chance), .looks_again = (drops))
#define DUEL(what, whims) TIDY(ai_duel, .heuristic = AI_HEURISTIC_##what, .noise = (whims))
#define NODES(search, n) TIDY(search, .nodes = (n))
#define NET(search, n) CONFIG(search, .nodes = (n), .tidy = 1)
/* clang-format on */

static const ai_bot bots[] = {
    {"random", NULL, SAME(ai_random, .no_net = 1)},
    {"greedy", NULL, SAME(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .no_net = 1)},
    {"uct", NULL, SAME(ai_uct, .no_net = 1)},
    {"strong", NULL, FULL_STRENGTH},
    /* Without networks: the reference for measuring them. */
    {"handmade", NULL, PAIR(ai_alphabeta, .no_net = 1), PAIR(ai_puct, .no_net = 1),
     CONFIG(ai_duel, .no_net = 1)},
    /* The strong searches by name, to compare them wherever both can play. */
    {"alphabeta", NULL, PAIR(ai_alphabeta, 0), PAIR(ai_alphabeta, 0), CONFIG(ai_duel, 0)},
    {"puct", NULL, PAIR(ai_puct, 0), PAIR(ai_puct, 0), CONFIG(ai_duel, 0)},
    /* For exact answers: takes all the time that the limits allow. */
    {"solver", NULL, PAIR(ai_alphabeta, 0), PAIR(ai_maxn, 0), CONFIG(ai_duel, .exhaustive = 1)},
};

/* Easiest first; the last one is `strong`. The others use no network, so that a new network does
 * not change their strength, but for a few where more nodes alone make too little difference
 * (docs/bots.md). The settings were chosen by matches (tools/ladder.sh). In each row: two seats,
 * printed walls, and the others; three and four seats, the same; Duel. */
static const ai_bot levels[] = {
    {"bia", "Bia", GLANCE(POINTS, 20, 20, 3), GLANCE(POINTS, 25, 6, 3), GLANCE(POINTS, 20, 20, 3),
     GLANCE(POINTS, 30, 6, 3), GLANCE(POINTS, 20, 24, 2)},
    {"tomas", "Tomás", GLANCE(POINTS, 10, 60, 2), GLANCE(POINTS, 14, 45, 2),
     GLANCE(POINTS, 10, 44, 2), GLANCE(POINTS, 14, 24, 2), GLANCE(POINTS, 10, 42, 2)},
    {"rita", "Rita", EYE(BOARD, 10), EYE(BOARD, 1), GLANCE(BOARD, 10, 48, 2),
     GLANCE(BOARD, 10, 54, 2), GLANCE(POINTS, 8, 88, 2)},
    {"duarte", "Duarte", GLANCE(OUTLOOK, 10, 57, 2), GLANCE(OUTLOOK, 10, 62, 2),
     GLANCE(OUTLOOK, 10, 68, 2), GLANCE(OUTLOOK, 10, 80, 2), DUEL(BOARD, 31)},
    {"ines", "Inês", EYE(OUTLOOK, 8), EYE(OUTLOOK, 1), EYE(OUTLOOK, 3), NODES(ai_puct, 55),
     DUEL(BOARD, 14)},
    {"simao", "Simão", NODES(ai_alphabeta, 180), NODES(ai_alphabeta, 140), NODES(ai_puct, 200),
     NET(ai_puct, 50), DUEL(PLAYOUT, 31)},
    {"leonor", "Leonor", NODES(ai_alphabeta, 800), NODES(ai_alphabeta, 800), NODES(ai_puct, 1000),
     NET(ai_puct, 300), DUEL(PLAYOUT, 10)},
    {"baltasar", "Baltasar", NODES(ai_alphabeta, 5000), NODES(ai_alphabeta, 7000),
     NODES(ai_puct, 5000), NET(ai_puct, 1800), NODES(ai_duel, 110)},
    {"amalia", "Amália", NET(ai_alphabeta, 9000), NET(ai_alphabeta, 10000), NET(ai_puct, 4000),
     NET(ai_puct, 10000), NODES(ai_duel, 400)},
    {"gaspar", "Gaspar", FULL_STRENGTH},
};

/* What the levels were before they had people's names: games that were begun with them go on with
 * them. Never changed. */
static const ai_bot former[] = {
    {"novice", NULL, CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 3, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 20, .no_net = 1),
     PAIR(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 15, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_TILES, .noise = 8, .no_net = 1)},
    {"learner", NULL,
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1),
     PAIR(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_BOARD, .noise = 26, .no_net = 1)},
    {"casual", NULL, CONFIG(ai_alphabeta, .nodes = 75, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 42, .no_net = 1), PAIR(ai_puct, .nodes = 60, .no_net = 1),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 40, .no_net = 1)},
    {"regular", NULL, CONFIG(ai_alphabeta, .nodes = 350, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 180, .no_net = 1), PAIR(ai_puct, .nodes = 250, .no_net = 1),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 14, .no_net = 1)},
    {"expert", NULL, CONFIG(ai_alphabeta, .nodes = 2000, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 900, .no_net = 1), PAIR(ai_puct, .nodes = 1000, .no_net = 1),
     CONFIG(ai_duel, .nodes = 140, .no_net = 1)},
    {"master", NULL, CONFIG(ai_alphabeta, .nodes = 35000, .no_net = 1),
     CONFIG(ai_alphabeta, .nodes = 6000, .no_net = 1), PAIR(ai_puct, .nodes = 5000, .no_net = 1),
     CONFIG(ai_duel, .nodes = 500, .no_net = 1)},
    {"champion", NULL, FULL_STRENGTH},
};

enum {
    BOTS = sizeof bots / sizeof bots[0],
    LEVELS = sizeof levels / sizeof levels[0],
    FORMER = sizeof former / sizeof former[0]
};
_Static_assert((int)FORMER == AZJ_FORMER_LEVELS, "AZJ_FORMER_LEVELS counts them");

unsigned azj_bot_count(void)
{
    return BOTS + LEVELS + FORMER;
}

unsigned azj_level_count(void)
{
    return LEVELS;
}

static const ai_bot *bot_at(unsigned i)
{
    if (i < BOTS)
        return &bots[i];
    if (i < BOTS + LEVELS)
        return &levels[i - BOTS];
    return i < azj_bot_count() ? &former[i - BOTS - LEVELS] : NULL;
}

const char *azj_bot_name(unsigned i)
{
    const ai_bot *bot = bot_at(i);
    return bot ? bot->name : NULL;
}

const char *azj_bot_find(const char *name, size_t length)
{
    const char *found;
    for (unsigned i = 0; (found = azj_bot_name(i)); i++)
        if (strlen(found) == length && memcmp(found, name, length) == 0)
            return found;
    return NULL;
}

const char *azj_level_name(unsigned level)
{
    return level >= 1 && level <= LEVELS ? levels[level - 1].name : NULL;
}

unsigned azj_level_of(const char *bot)
{
    for (unsigned level = LEVELS; level > 0; level--)
        if (strcmp(levels[level - 1].name, bot) == 0)
            return level;
    return 0;
}

const char *azj_bot_title(const char *bot)
{
    const ai_bot *found = ai_find_bot(bot);
    return found && found->title ? found->title : bot;
}

const char *azj_former_level_name(unsigned number)
{
    return number >= 1 && number <= AZJ_FORMER_LEVELS ? former[number - 1].name : NULL;
}

const ai_bot *ai_find_bot(const char *name)
{
    const ai_bot *bot;
    for (unsigned i = 0; (bot = bot_at(i)); i++)
        if (strcmp(bot->name, name) == 0)
            return bot;
    return NULL;
}
