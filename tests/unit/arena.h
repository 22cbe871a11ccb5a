/* arena.h - a batch with all its arrays, for the tests of batches. */
#ifndef TESTS_ARENA_H
#define TESTS_ARENA_H

#include <azulejo/batch.h>

enum { GAMES = 24, WORDS = AZJ_MASK_WORDS_MAX, ROW = AZJ_OBS_DUEL + AZJ_OBS_STEPS };

/* A batch with all its arrays. */
typedef struct arena {
    azj_batch b;
    azj_state state[GAMES], copies[GAMES]; /* copies: not used by new_arena() */
    azj_rng rng[GAMES], policy[GAMES];
    azj_steps steps[GAMES];
    uint8_t seat[GAMES], done[GAMES], refused[GAMES];
    int16_t scores[GAMES * 4];
    float rewards[GAMES * 4];
    uint64_t masks[GAMES * WORDS];
    uint8_t observations[GAMES * 4 * ROW], last[GAMES * 4 * ROW];
    int32_t actions[GAMES];
} arena;

arena *new_arena(unsigned rules, unsigned players);

/* An action drawn from each game's mask, and a step; how many were refused. */
uint32_t step_randomly(arena *a);

#endif
