/* batch.h - what the kernels of src/gpu need of the batch beyond azulejo/batch.h. */
#ifndef RULES_BATCH_H
#define RULES_BATCH_H

#include <azulejo/batch.h>

/* azj_batch_playout in fast memory: `s` has room for a state of the game's rule set (azj_size). */
uint32_t batch_playout_in(const azj_batch *b, uint32_t game, azj_rng *policy, uint32_t plies,
                          azj_state *s);

/* Checks what somebody may have written into the state and the generator of a game, as a step of a
 * batch without `trusted` does. A generator of zeros is seeded, as azj_rng_seed_256 does it. */
azj_error batch_check_game(const azj_batch *b, uint32_t game);

/* Writes one row of a game's observations: that of seat `row`, or of the seat that decides where
 * the batch shows only this one. */
void batch_observe(const azj_batch *b, uint32_t game, unsigned row, uint8_t *out);

#endif
