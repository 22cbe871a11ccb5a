/* fit.h - what the files of build/fit_weights share: the samples, and where they come from. */
#ifndef TRAIN_FIT_H
#define TRAIN_FIT_H

#include "cli/selfplay/shard.h"

#include <stddef.h>

enum { FIT_RUNS_MAX = 64 };

/* A run of self-play that samples come from. */
typedef struct fit_run {
    uint8_t rules, players;
    uint64_t seed, games;
    uint32_t nodes;
} fit_run;

typedef struct fit_data {
    shard_sample *at;
    size_t count, room;
    fit_run run[FIT_RUNS_MAX];
    unsigned runs;
    const char *commit; /* of the program that played and fitted */
    double keep;        /* Duel: how many samples the present weights count as */
} fit_data;

/* Prints the provenance comment of a file of weights. */
void fit_print_header(const fit_data *d, const char *file, const char *about);

/* Fits the weights to the samples and prints them as C; how good they are goes to standard error.
 */
void fit_classic(const fit_data *d);
void fit_duel(const fit_data *d);

#endif
