/* bench_gpu.h - how fast batches are on a GPU (azulejo/gpu.h). */
#ifndef CLI_BENCH_GPU_H
#define CLI_BENCH_GPU_H

#include <azulejo/gpu.h>
#include <stdbool.h>

void bench_gpu_head(const azj_gpu *gpu, bool json);
/* Prints a line of speeds for each numbering of the rule set; false: the device failed. */
bool bench_gpu(azj_gpu *gpu, azj_rules rules, unsigned players, uint32_t games, double seconds,
               bool json);

#endif
