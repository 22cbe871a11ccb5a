/* duel_weights.c - the weights of Duel's evaluation, by rounds to come. */
#include "ai/duel_eval.h"

/* clang-format off */
#define GUESS(chips) {1, 0.6f, 0.8f, 0.9f, 0.1f, 0, 0.2f, 0.3f, 0.5f, 0.8f, 1.1f, 1.4f, 1.7f, 0.4f, 0.5f, chips, 0.2f, 0.2f, 1, 1, 1, 1, 1, 1, 1, 1}
const duel_weights duel_weight[AZJ_DUEL_ROUNDS] = {
    {{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 1},
    {GUESS(0.7f), 1.0f, 0.13f},
    {GUESS(0.9f), 1.0f, 0.11f},
    {GUESS(1.0f), 1.0f, 0.09f},
    {GUESS(1.1f), 1.0f, 0.08f},
};
/* clang-format on */
