/* kernels.h - the kernels, as the processor calls them (kernels.c says how the device does). */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include <azulejo/batch.h>

void gpu_set_index(uint32_t index); /* the number of the game that the next kernel call plays */

void gpu_seed(azj_rng *rng, uint32_t games, uint64_t seed);
void gpu_reset(azj_batch b, uint64_t seed);
void gpu_step(azj_batch b, const int32_t *actions);
void gpu_random(azj_batch b, azj_rng *policy, int32_t *actions);
void gpu_random_step(azj_batch b, azj_rng *policy, int32_t *actions);
void gpu_observe(azj_batch b);
void gpu_playout(azj_batch b, azj_rng *policy, uint32_t plies, uint32_t *made, uint32_t stride);
void gpu_determinise(azj_batch b);
void gpu_hash(azj_batch b, uint64_t *hashes);
void gpu_check(azj_batch b, uint32_t *codes);
void gpu_reset_game(azj_batch b, uint32_t game, uint64_t seed, uint64_t stream);

#endif
