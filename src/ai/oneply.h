/* oneply.h - the value of a move one ply deep: for the greedy bot and the easy levels.
 *
 * Each heuristic (ai_heuristic) ignores what people who are still learning overlook. Values are in
 * 1/256 of a point. The weights in oneply.c and duel_oneply.c are set by hand, not measured. */
#ifndef AI_ONEPLY_H
#define AI_ONEPLY_H

#include "ai/internal.h"
#include "ai/round.h"

typedef struct oneply {
    ai_heuristic heuristic;
    const azj_state *state; /* hidden facts are sampled */
    round_frame frame;      /* classic family, offer: for the heuristics that need it */
    round_state round;
} oneply;

void oneply_init(oneply *o, const azj_state *s, ai_heuristic heuristic);

/* The value of a move for its mover. */
int32_t oneply_value(const oneply *o, azj_move move);

/* The same for Duel (duel_oneply.c). */
int32_t oneply_duel_value(const azj_duel *s, azj_move move, ai_heuristic heuristic);

#endif
