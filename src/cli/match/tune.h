/* tune.h - SPSA: tunes all options of an engine at once, by games between two versions of it.
 *
 * An iteration moves every option by its step, up or down at random, plays one version against the
 * opposite one, and moves the values a little towards the winner. Pure arithmetic: no games, no
 * files. (Spall 1992; gains and steps shrink as is usual in engine testing.)
 */
#ifndef CLI_MATCH_TUNE_H
#define CLI_MATCH_TUNE_H

#include <stdint.h>

enum { TUNE_OPTIONS_MAX = 12, TUNE_NAME_MAX = 32 };

typedef struct tune_option {
    char name[TUNE_NAME_MAX];
    double start, low, high;
    double step; /* how far a version is from the values in the last iteration */
    double value;
} tune_option;

typedef struct tuning {
    unsigned count;
    tune_option option[TUNE_OPTIONS_MAX];
    uint64_t iterations, seed;
    double rate; /* how much of a step one point of the result is worth at the end */
} tuning;

/* +1 or -1 for each option, by seed and iteration. */
void tune_signs(const tuning *t, uint64_t iteration, int *signs);

/* The whole numbers that the version plays with; side is +1 or -1. */
void tune_version(const tuning *t, uint64_t iteration, const int *signs, int side, int64_t *values);

/* Learns from a pair of games: the points of version +1 minus those of the other, -2 to 2. */
void tune_learn(tuning *t, uint64_t iteration, const int *signs, double result);

#endif
