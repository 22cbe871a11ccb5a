/* fuzz_rules.c - any byte string is a game: the first bytes choose rule set, seats and seed, each
 * further byte a legal move. Whatever it is, the laws of tests/support/laws.h must hold. */
#include "laws.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    azj_state s;
    azj_rng rng;
    laws_count count = {0};
    if (size < 4)
        return 0;
    azj_options options = {.rules = data[0] % AZJ_RULES_NB,
                           .players = (uint8_t)(2 + data[1] % 3),
                           .starter = AZJ_NOBODY};
    if (options.rules == AZJ_DUEL)
        options.players = 2;
    azj_rng_seed(&rng, data[2] | (uint64_t)data[3] << 8);
    options.tablets = (uint8_t)azj_duel_random_tablets(&rng);
    azj_new(&s, &options);
    azj_deal(&s, &rng);
    for (size_t i = 4; i < size && s.head.phase != AZJ_PHASE_OVER; i++) {
        azj_move moves[AZJ_MOVES_MAX];
        const size_t n = azj_moves(&s, moves);
        const size_t pick = (data[i] * n) >> 8;
        const char *broken = laws_step(&s, moves[pick], &rng, &count);
        if (!broken)
            broken = laws_position(&s, &rng, i % 8 == 0);
        if (broken) {
            fprintf(stderr, "broken law: %s\n", broken);
            abort();
        }
    }
    return 0;
}
