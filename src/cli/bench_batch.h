/* bench_batch.h - how fast a batch (azulejo/batch.h) steps under a random policy. */
#ifndef CLI_BENCH_BATCH_H
#define CLI_BENCH_BATCH_H

#include <azulejo/batch.h>
#include <stdbool.h>

/* Prints a line of speeds for each numbering of the rule set; false: no memory. */
bool bench_batch(azj_rules rules, unsigned players, double seconds, bool json);
void bench_batch_head(void);

#endif
