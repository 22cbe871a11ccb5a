/* cmd_perft.c - counts the positions that can be reached, as a quick check of the move generator.
 *
 * Chance is fixed by the seed: every deal of round r uses a fresh generator seeded with seed + r,
 * so that the count depends on nothing but the arguments.
 */
#include "cli/options.h"

#include <inttypes.h>
#include <stdio.h>

static const char HELP[] =
    "usage: azulejo perft [--rules RULES] [--players N] [--tablets LIST] [--seed S] [--after N]\n"
    "                     [--depth D] [--divide]\n"
    "\n"
    "Counts the sequences of decisions from the start of a game, or from a position that random\n"
    "play has reached, for each depth up to D (3).\n"
    "Chance is fixed by the seed (1): the deal of round R comes from a generator seeded S + R.\n"
    "\n"
    "  --rules RULES    classic (default), grey, crystal1, crystal2, duel\n"
    "  --players N      2 to 4 (default 2; duel: 2)\n"
    "  --tablets LIST   duel: a1,b1,c1 (default), or random\n"
    "  --seed S         a whole number\n"
    "  --after N        play N random decisions first, 0 to 1000 (default 0)\n"
    "  --depth D        1 to 12\n"
    "  --divide         also print the count below each first move's place in the list\n";

static void deal_round(azj_state *s, uint64_t seed)
{
    azj_rng rng;
    azj_rng_seed(&rng, seed + s->head.round);
    azj_deal(s, &rng);
}

static uint64_t perft(const azj_state *s, unsigned depth, uint64_t seed)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(s, moves);
    uint64_t count = 0;
    if (depth <= 1)
        return depth == 0 ? 1 : n;
    for (size_t i = 0; i < n; i++) {
        azj_state next = *s;
        azj_apply(&next, moves[i], NULL);
        deal_round(&next, seed);
        count += perft(&next, depth - 1, seed);
    }
    return count;
}

static void divide(const azj_state *s, unsigned depth, uint64_t seed)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(s, moves);
    for (size_t i = 0; i < n; i++) {
        azj_state next = *s;
        azj_apply(&next, moves[i], NULL);
        deal_round(&next, seed);
        printf("move %zu: %" PRIu64 "\n", i + 1, perft(&next, depth - 1, seed));
    }
}

/* Random decisions, all from the seed; stops early where the game ends. */
static void play_random_plies(azj_state *s, uint64_t plies, uint64_t seed)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_rng rng;
    azj_rng_seed(&rng, ~seed);
    for (; plies && s->head.phase != AZJ_PHASE_OVER; plies--) {
        const size_t n = azj_moves(s, moves);
        azj_apply(s, moves[azj_rng_below(&rng, (uint32_t)n)], NULL);
        deal_round(s, seed);
    }
}

int cmd_perft(int argc, char **argv)
{
    cli_args a = cli_begin("perft", HELP, NULL, argc, argv);
    cli_game game = cli_game_default();
    uint64_t seed = 1, depth = 3, after = 0;
    bool divided = false;
    const cli_option options[] = {CLI_GAME(&game),
                                  CLI_SEED(&seed),
                                  CLI_NUMBER("depth", &depth, 1, 12),
                                  CLI_NUMBER("after", &after, 0, 1000),
                                  CLI_FLAG("divide", &divided),
                                  {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 0) || !cli_game_check(&a, &game))
        return a.status;
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    const azj_options start = cli_game_options(&game, &rng);
    azj_new(&s, &start);
    deal_round(&s, seed);
    play_random_plies(&s, after, seed);
    if (divided)
        divide(&s, (unsigned)depth, seed);
    for (unsigned d = 1; d <= depth; d++)
        printf("depth %u: %" PRIu64 "\n", d, perft(&s, d, seed));
    return cli_flush("perft");
}
