/* bots.c - the bots and levels by name: const data. */
#include "ai/internal.h"

#include <string.h>

/* CONFIG: a search and its skill. WALLS: one setting for printed walls and one for those whose
 * columns the player chooses, each for two seats and for more. PAIR: two seats, and more. SAME: the
 * same for every game. FULL_STRENGTH: all that there is, for as long as it is given. */
/* clang-format off */
#define CONFIG(search, ...) (&(const ai_config){&(search), {__VA_ARGS__}})
#define WALLS(printed2, chosen2, printed, chosen) \
    {{printed2, printed, printed}, {chosen2, chosen, chosen}, {chosen2, chosen, chosen}, {chosen2, chosen, chosen}}
#define PAIR(two, more) WALLS(two, two, more, more)
#define SAME(config) PAIR(config, config), config
#define FULL_STRENGTH \
    PAIR(CONFIG(ai_alphabeta, .next_round = 1), CONFIG(ai_puct, 0)), CONFIG(ai_duel, .past_draws = 1)
/* The same, but a dump (dumps.h) must be better than all other moves by 2 % of a chance. */
#define FEW_DUMPS \
    PAIR(CONFIG(ai_alphabeta, .next_round = 1, .dump_margin = 2), CONFIG(ai_puct, .dump_margin = 2)), \
        CONFIG(ai_duel, .past_draws = 1, .dump_margin = 2)
/* The levels: moves by a one-ply heuristic with noise, which may notice only some of the tiles, or
 * few nodes. */
#define TIDY(search, ...) CONFIG(search, .tidy = 1, .no_net = 1, __VA_ARGS__)
#define ONEPLY(what, amount) TIDY(ai_greedy, .heuristic = AI_HEURISTIC_##what, .noise = (amount))
#define NOTICES(what, amount, chance, drops) \
    TIDY(ai_greedy, .heuristic = AI_HEURISTIC_##what, .noise = (amount), .notices = (chance), .looks_again = (drops))
#define DUEL(what, amount) TIDY(ai_duel, .heuristic = AI_HEURISTIC_##what, .noise = (amount))
#define NODES(search, n) TIDY(search, .nodes = (n))
#define NET(search, n) CONFIG(search, .nodes = (n), .tidy = 1)
#define PAST_DRAWS(n) CONFIG(ai_duel, .nodes = (n), .tidy = 1, .past_draws = 1)
/* clang-format on */

static const ai_bot bots[] = {
    {"random", NULL, NULL, SAME(CONFIG(ai_random, .no_net = 1))},
    {"greedy", NULL, NULL, SAME(CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .no_net = 1))},
    {"uct", NULL, NULL, SAME(CONFIG(ai_uct, .no_net = 1))},
    {"strong", NULL, NULL, FULL_STRENGTH},
    /* Without networks: the reference for measuring them. */
    {"handmade", NULL, NULL, PAIR(CONFIG(ai_alphabeta, .no_net = 1), CONFIG(ai_puct, .no_net = 1)),
     CONFIG(ai_duel, .no_net = 1)},
    /* The strong searches by name, to compare them wherever both can play. */
    {"alphabeta", NULL, NULL, PAIR(CONFIG(ai_alphabeta, 0), CONFIG(ai_alphabeta, 0)),
     CONFIG(ai_duel, .past_draws = 1)},
    {"puct", NULL, NULL, PAIR(CONFIG(ai_puct, 0), CONFIG(ai_puct, 0)),
     CONFIG(ai_duel, .past_draws = 1)},
    /* For exact answers: takes all the time that the limits allow. */
    {"solver", NULL, NULL, PAIR(CONFIG(ai_alphabeta, 0), CONFIG(ai_maxn, 0)),
     CONFIG(ai_duel, .exhaustive = 1)},
};

/* Easiest first; the last one is `strong`, but dumps less. The others use no network, so that a new
 * network does not change their strength, but for a few where more nodes alone make too little
 * difference (docs/bots.md). The settings were chosen by matches (tools/ladder.sh). A level that
 * plays differently from now on is a new edition: its row moves to `editions`, and here it has the
 * next number. In each row the walls of the base game, grey, crystal1 and crystal2, each with two,
 * three and four seats; then Duel. */
static const ai_bot levels[] = {
    {"bia-2",
     "bia",
     "Bia",
     {{NOTICES(POINTS, 20, 20, 3), NOTICES(POINTS, 25, 20, 3), NOTICES(POINTS, 35, 20, 3)},
      {NOTICES(POINTS, 25, 6, 3), NOTICES(POINTS, 30, 6, 3), NOTICES(POINTS, 40, 6, 3)},
      {NOTICES(POINTS, 25, 6, 3), NOTICES(POINTS, 30, 6, 3), NOTICES(POINTS, 30, 6, 3)},
      {NOTICES(POINTS, 25, 6, 3), NOTICES(POINTS, 30, 6, 3), NOTICES(POINTS, 36, 6, 3)}},
     NOTICES(POINTS, 20, 24, 2)},
    {"tomas-2",
     "tomas",
     "Tomás",
     {{NOTICES(POINTS, 10, 60, 2), NOTICES(POINTS, 10, 28, 2), NOTICES(POINTS, 17, 24, 2)},
      {NOTICES(POINTS, 14, 45, 2), NOTICES(POINTS, 14, 24, 2), NOTICES(POINTS, 16, 16, 2)},
      {NOTICES(POINTS, 6, 50, 2), NOTICES(POINTS, 14, 24, 2), NOTICES(POINTS, 14, 24, 2)},
      {NOTICES(POINTS, 14, 43, 2), NOTICES(POINTS, 14, 24, 2), NOTICES(POINTS, 14, 18, 2)}},
     NOTICES(POINTS, 10, 42, 2)},
    {"rita-2",
     "rita",
     "Rita",
     {{ONEPLY(BOARD, 10), NOTICES(BOARD, 10, 34, 2), NOTICES(BOARD, 25, 24, 2)},
      {ONEPLY(BOARD, 1), NOTICES(BOARD, 10, 54, 2), NOTICES(BOARD, 10, 22, 2)},
      {ONEPLY(BOARD, 1), NOTICES(BOARD, 10, 54, 2), NOTICES(BOARD, 10, 54, 2)},
      {ONEPLY(BOARD, 1), NOTICES(BOARD, 10, 54, 2), NOTICES(BOARD, 10, 46, 2)}},
     NOTICES(POINTS, 8, 88, 2)},
    {"duarte-2",
     "duarte",
     "Duarte",
     {{NOTICES(OUTLOOK, 10, 57, 2), NOTICES(OUTLOOK, 10, 48, 2), NOTICES(OUTLOOK, 10, 32, 2)},
      {NOTICES(OUTLOOK, 10, 62, 2), NOTICES(OUTLOOK, 10, 80, 2), NOTICES(OUTLOOK, 10, 44, 2)},
      {NOTICES(OUTLOOK, 10, 62, 2), NOTICES(OUTLOOK, 10, 80, 2), NOTICES(OUTLOOK, 10, 80, 2)},
      {NOTICES(OUTLOOK, 10, 62, 2), NOTICES(OUTLOOK, 10, 80, 2), NOTICES(OUTLOOK, 10, 60, 2)}},
     DUEL(BOARD, 31)},
    {"ines-3",
     "ines",
     "Inês",
     {{ONEPLY(OUTLOOK, 4), NOTICES(OUTLOOK, 5, 82, 2), NOTICES(OUTLOOK, 5, 57, 2)},
      {ONEPLY(OUTLOOK, 1), NODES(ai_puct, 36), NOTICES(OUTLOOK, 5, 80, 2)},
      {ONEPLY(OUTLOOK, 1), NODES(ai_puct, 55), NODES(ai_puct, 22)},
      {ONEPLY(OUTLOOK, 1), NODES(ai_puct, 55), NODES(ai_puct, 12)}},
     DUEL(PLAYOUT, 36)},
    {"simao-3",
     "simao",
     "Simão",
     {{NODES(ai_alphabeta, 300), NODES(ai_puct, 90), NODES(ai_puct, 9)},
      {NODES(ai_alphabeta, 140), NET(ai_puct, 50), NODES(ai_puct, 24)},
      {NODES(ai_alphabeta, 140), NET(ai_puct, 50), NET(ai_puct, 33)},
      {NODES(ai_alphabeta, 140), NET(ai_puct, 50), NODES(ai_puct, 100)}},
     NODES(ai_duel, 70)},
    {"leonor-3",
     "leonor",
     "Leonor",
     {{NODES(ai_alphabeta, 1700), NODES(ai_puct, 310), NODES(ai_puct, 70)},
      {NODES(ai_alphabeta, 800), NET(ai_puct, 300), NET(ai_puct, 50)},
      {NODES(ai_alphabeta, 1400), NET(ai_puct, 300), NET(ai_puct, 200)},
      {NODES(ai_alphabeta, 800), NET(ai_puct, 300), NET(ai_puct, 100)}},
     PAST_DRAWS(110)},
    {"baltasar-3",
     "baltasar",
     "Baltasar",
     {{NET(ai_alphabeta, 3300), NODES(ai_puct, 1500), NODES(ai_puct, 730)},
      {NODES(ai_alphabeta, 7000), NET(ai_puct, 1800), NET(ai_puct, 500)},
      {NET(ai_alphabeta, 1500), NET(ai_puct, 1800), NET(ai_puct, 1800)},
      {NET(ai_alphabeta, 1200), NET(ai_puct, 1800), NET(ai_puct, 1300)}},
     PAST_DRAWS(500)},
    {"amalia-3",
     "amalia",
     "Amália",
     {{NET(ai_alphabeta, 14000), NET(ai_puct, 4000), NET(ai_puct, 4000)},
      {NET(ai_alphabeta, 12000), NET(ai_puct, 10000), NET(ai_puct, 2800)},
      {NET(ai_alphabeta, 8000), NET(ai_puct, 10000), NET(ai_puct, 10000)},
      {NET(ai_alphabeta, 14000), NET(ai_puct, 10000), NET(ai_puct, 10000)}},
     PAST_DRAWS(3500)},
    {"gaspar-2", "gaspar", "Gaspar", FEW_DUMPS},
};

/* The levels before they had people's names: games that were begun with them continue with
 * them. Never changed. */
static const ai_bot former[] = {
    {"novice", NULL, NULL,
     WALLS(CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 3, .no_net = 1),
           CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 20, .no_net = 1),
           CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 15, .no_net = 1),
           CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_POINTS, .noise = 15, .no_net = 1)),
     CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_TILES, .noise = 8, .no_net = 1)},
    {"learner", NULL, NULL,
     PAIR(CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1),
          CONFIG(ai_greedy, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 15, .no_net = 1)),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_BOARD, .noise = 26, .no_net = 1)},
    {"casual", NULL, NULL,
     WALLS(CONFIG(ai_alphabeta, .nodes = 75, .no_net = 1),
           CONFIG(ai_alphabeta, .nodes = 42, .no_net = 1),
           CONFIG(ai_puct, .nodes = 60, .no_net = 1), CONFIG(ai_puct, .nodes = 60, .no_net = 1)),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 40, .no_net = 1)},
    {"regular", NULL, NULL,
     WALLS(CONFIG(ai_alphabeta, .nodes = 350, .no_net = 1),
           CONFIG(ai_alphabeta, .nodes = 180, .no_net = 1),
           CONFIG(ai_puct, .nodes = 250, .no_net = 1), CONFIG(ai_puct, .nodes = 250, .no_net = 1)),
     CONFIG(ai_duel, .heuristic = AI_HEURISTIC_PLAYOUT, .noise = 14, .no_net = 1)},
    {"expert", NULL, NULL,
     WALLS(CONFIG(ai_alphabeta, .nodes = 2000, .no_net = 1),
           CONFIG(ai_alphabeta, .nodes = 900, .no_net = 1),
           CONFIG(ai_puct, .nodes = 1000, .no_net = 1),
           CONFIG(ai_puct, .nodes = 1000, .no_net = 1)),
     CONFIG(ai_duel, .nodes = 140, .no_net = 1)},
    {"master", NULL, NULL,
     WALLS(CONFIG(ai_alphabeta, .nodes = 35000, .no_net = 1),
           CONFIG(ai_alphabeta, .nodes = 6000, .no_net = 1),
           CONFIG(ai_puct, .nodes = 5000, .no_net = 1),
           CONFIG(ai_puct, .nodes = 5000, .no_net = 1)),
     CONFIG(ai_duel, .nodes = 500, .no_net = 1)},
    {"champion", NULL, NULL, FULL_STRENGTH},
};

/* Earlier editions of levels, the first of each person in front: games that were begun with them go
 * on with them. Never changed. */
static const ai_bot editions[] = {
    {"bia-1", "bia", "Bia",
     WALLS(NOTICES(POINTS, 20, 20, 3), NOTICES(POINTS, 25, 6, 3), NOTICES(POINTS, 20, 20, 3),
           NOTICES(POINTS, 30, 6, 3)),
     NOTICES(POINTS, 20, 24, 2)},
    {"tomas-1", "tomas", "Tomás",
     WALLS(NOTICES(POINTS, 10, 60, 2), NOTICES(POINTS, 14, 45, 2), NOTICES(POINTS, 10, 44, 2),
           NOTICES(POINTS, 14, 24, 2)),
     NOTICES(POINTS, 10, 42, 2)},
    {"rita-1", "rita", "Rita",
     WALLS(ONEPLY(BOARD, 10), ONEPLY(BOARD, 1), NOTICES(BOARD, 10, 48, 2),
           NOTICES(BOARD, 10, 54, 2)),
     NOTICES(POINTS, 8, 88, 2)},
    {"duarte-1", "duarte", "Duarte",
     WALLS(NOTICES(OUTLOOK, 10, 57, 2), NOTICES(OUTLOOK, 10, 62, 2), NOTICES(OUTLOOK, 10, 68, 2),
           NOTICES(OUTLOOK, 10, 80, 2)),
     DUEL(BOARD, 31)},
    {"ines-1", "ines", "Inês",
     WALLS(ONEPLY(OUTLOOK, 8), ONEPLY(OUTLOOK, 1), ONEPLY(OUTLOOK, 3), NODES(ai_puct, 55)),
     DUEL(BOARD, 14)},
    {"simao-1", "simao", "Simão",
     WALLS(NODES(ai_alphabeta, 180), NODES(ai_alphabeta, 140), NODES(ai_puct, 200),
           NET(ai_puct, 50)),
     DUEL(PLAYOUT, 31)},
    {"leonor-1", "leonor", "Leonor",
     WALLS(NODES(ai_alphabeta, 800), NODES(ai_alphabeta, 800), NODES(ai_puct, 1000),
           NET(ai_puct, 300)),
     DUEL(PLAYOUT, 10)},
    {"baltasar-1", "baltasar", "Baltasar",
     WALLS(NODES(ai_alphabeta, 5000), NODES(ai_alphabeta, 7000), NODES(ai_puct, 5000),
           NET(ai_puct, 1800)),
     NODES(ai_duel, 110)},
    {"amalia-1", "amalia", "Amália",
     WALLS(NET(ai_alphabeta, 9000), NET(ai_alphabeta, 10000), NET(ai_puct, 4000),
           NET(ai_puct, 10000)),
     NODES(ai_duel, 400)},
    {"ines-2",
     "ines",
     "Inês",
     {{ONEPLY(OUTLOOK, 4), NOTICES(OUTLOOK, 5, 82, 2), NOTICES(OUTLOOK, 5, 57, 2)},
      {ONEPLY(OUTLOOK, 1), NODES(ai_puct, 36), NOTICES(OUTLOOK, 5, 80, 2)},
      {ONEPLY(OUTLOOK, 1), NODES(ai_puct, 55), NODES(ai_puct, 22)},
      {ONEPLY(OUTLOOK, 1), NODES(ai_puct, 55), NODES(ai_puct, 12)}},
     DUEL(BOARD, 14)},
    {"simao-2",
     "simao",
     "Simão",
     {{NODES(ai_alphabeta, 300), NODES(ai_puct, 90), NODES(ai_puct, 9)},
      {NODES(ai_alphabeta, 140), NET(ai_puct, 50), NODES(ai_puct, 24)},
      {NODES(ai_alphabeta, 140), NET(ai_puct, 50), NET(ai_puct, 33)},
      {NODES(ai_alphabeta, 140), NET(ai_puct, 50), NODES(ai_puct, 100)}},
     DUEL(PLAYOUT, 31)},
    {"leonor-2",
     "leonor",
     "Leonor",
     {{NODES(ai_alphabeta, 1700), NODES(ai_puct, 310), NODES(ai_puct, 70)},
      {NODES(ai_alphabeta, 800), NET(ai_puct, 300), NET(ai_puct, 50)},
      {NODES(ai_alphabeta, 900), NET(ai_puct, 300), NET(ai_puct, 200)},
      {NODES(ai_alphabeta, 800), NET(ai_puct, 300), NET(ai_puct, 100)}},
     DUEL(PLAYOUT, 10)},
    {"baltasar-2",
     "baltasar",
     "Baltasar",
     {{NODES(ai_alphabeta, 12500), NODES(ai_puct, 1500), NODES(ai_puct, 730)},
      {NODES(ai_alphabeta, 7000), NET(ai_puct, 1800), NET(ai_puct, 420)},
      {NODES(ai_alphabeta, 16000), NET(ai_puct, 1800), NET(ai_puct, 1800)},
      {NODES(ai_alphabeta, 7000), NET(ai_puct, 1800), NET(ai_puct, 1300)}},
     NODES(ai_duel, 110)},
    {"amalia-2",
     "amalia",
     "Amália",
     {{NET(ai_alphabeta, 19000), NET(ai_puct, 4000), NET(ai_puct, 4000)},
      {NET(ai_alphabeta, 10000), NET(ai_puct, 10000), NET(ai_puct, 3300)},
      {NET(ai_alphabeta, 10000), NET(ai_puct, 10000), NET(ai_puct, 10000)},
      {NET(ai_alphabeta, 10000), NET(ai_puct, 10000), NET(ai_puct, 10000)}},
     NODES(ai_duel, 400)},
    {"gaspar-1", "gaspar", "Gaspar", FULL_STRENGTH},
};

enum {
    BOTS = sizeof bots / sizeof bots[0],
    LEVELS = sizeof levels / sizeof levels[0],
    FORMER = sizeof former / sizeof former[0],
    EDITIONS = sizeof editions / sizeof editions[0]
};
_Static_assert((int)FORMER == AZJ_FORMER_LEVELS, "AZJ_FORMER_LEVELS counts them");

unsigned azj_bot_count(void)
{
    return BOTS + LEVELS + FORMER + EDITIONS;
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
    if (i < BOTS + LEVELS + FORMER)
        return &former[i - BOTS - LEVELS];
    return i < azj_bot_count() ? &editions[i - BOTS - LEVELS - FORMER] : NULL;
}

const char *azj_bot_name(unsigned i)
{
    const ai_bot *bot = bot_at(i);
    return bot ? bot->name : NULL;
}

static bool is_text(const char *is, const char *text, size_t length)
{
    return is && strlen(is) == length && memcmp(is, text, length) == 0;
}

static const ai_bot *bot_of_name(const char *name, size_t length)
{
    const ai_bot *bot;
    for (unsigned i = 0; (bot = bot_at(i)); i++)
        if (is_text(bot->name, name, length))
            return bot;
    return NULL;
}

static const ai_bot *first_of_person(const ai_bot *rows, unsigned count, const char *person,
                                     size_t length)
{
    for (unsigned i = 0; i < count; i++)
        if (is_text(rows[i].person, person, length))
            return &rows[i];
    return NULL;
}

const char *azj_bot_find(const char *name, size_t length)
{
    const ai_bot *bot = bot_of_name(name, length);
    if (!bot)
        bot = first_of_person(levels, LEVELS, name, length);
    return bot ? bot->name : NULL;
}

const char *azj_bot_kept(const char *name, size_t length)
{
    const ai_bot *bot = bot_of_name(name, length);
    if (!bot)
        bot = first_of_person(editions, EDITIONS, name, length);
    return bot ? bot->name : NULL;
}

const char *azj_level_name(unsigned level)
{
    return level >= 1 && level <= LEVELS ? levels[level - 1].name : NULL;
}

const char *azj_level_person(unsigned level)
{
    return level >= 1 && level <= LEVELS ? levels[level - 1].person : NULL;
}

unsigned azj_level_of(const char *bot)
{
    const ai_bot *found = ai_find_bot(bot);
    if (!found || !found->person)
        return 0;
    const ai_bot *level = first_of_person(levels, LEVELS, found->person, strlen(found->person));
    return level ? (unsigned)(level - levels) + 1 : 0;
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
    const char *found = azj_bot_find(name, strlen(name));
    return found ? bot_of_name(found, strlen(found)) : NULL;
}
