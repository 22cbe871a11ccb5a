/* clang-format off */
/* duel_weights.c - weights of the hand-made evaluation: do not edit.
 *
 * By rounds to come: features (duel_eval.h), the start of the next round, and the log odds of a point
 * of margin.
 *
 * Tool:    tools/tune/duel_fit.c, the predecessor of tools/train/fit_weights.c (up to commit e57d705)
 * Commit:  64281b2 contains the weights
 * Games:   a first fit to games of playouts alone (commit d372346; 12,000 by the table in
 *          lab/bots-duel.md, 15,000 by the command there), then this one to 1,500 games of the search,
 *          120 nodes a move, pulled to the first by `-k 400`; random tablets
 * Seed:    unknown; the default of the program was 1
 */
#include "ai/duel_eval.h"

const duel_weights duel_weight[AZJ_DUEL_ROUNDS] = {
    {.w = {[DUEL_F_SCORE] = 1, [DUEL_F_TABLET] = 1, 1, 1, 1, 1, 1, 1, 1}, .scale = 1},
    {{1.075f,  -0.583f, 0.970f,  1.934f, -0.028f, 0.000f, 0.048f, 0.300f, -4.502f,
      -3.789f, -1.266f, -1.763f, 0.998f, 0.761f,  0.500f, 1.203f, 0.087f, -0.047f,
      2.439f,  1.450f,  1.339f,  1.039f, 1.053f,  0.893f, 0.842f, 1.235f},
     1.411f,
     0.1881f},
    {{1.174f,  -1.472f, 0.944f, 1.701f, -0.325f, 0.000f,  0.556f, 0.300f, -2.906f,
      -1.326f, -0.246f, 1.021f, 4.054f, 0.805f,  -3.292f, 1.341f, 0.307f, -0.125f,
      3.024f,  1.727f,  1.926f, 1.006f, 1.423f,  0.736f,  0.669f, 1.416f},
     1.478f,
     0.1164f},
    {{1.074f,  -2.820f, 1.295f, 1.671f,  -0.826f, 0.000f,  1.637f, 0.300f, -4.553f,
      -0.724f, 3.424f,  3.896f, 4.299f,  1.217f,  -1.159f, 1.684f, 0.694f, -0.681f,
      3.835f,  2.960f,  2.537f, -0.288f, 2.026f,  0.482f,  1.456f, 1.827f},
     1.571f,
     0.0958f},
    {{0.828f, -2.608f, 1.699f, 2.364f, -0.662f, 0.000f,  1.498f, 0.300f,  -1.213f,
      3.249f, 5.649f,  4.419f, 2.371f, 0.569f,  -3.639f, 2.611f, -0.053f, -0.411f,
      5.899f, 4.574f,  3.795f, 0.664f, 4.630f,  -0.251f, 2.143f, 2.236f},
     1.598f,
     0.0832f},
};
