/* glance.h - judging a move one ply deep: for the greedy bot and the easy levels.
 *
 * What each sight overlooks is what people overlook who are still learning. Values are in 1/256 of
 * a point. */
#ifndef AI_GLANCE_H
#define AI_GLANCE_H

#include "ai/internal.h"
#include "ai/round.h"

typedef struct glance {
    ai_sight sight;
    const azj_state *state; /* the hidden part is sampled */
    round_frame frame;      /* classic family, offer: for the sights that need it */
    round_state round;
} glance;

/* Begins looking at a position. */
void glance_begin(glance *g, const azj_state *s, ai_sight sight);

/* What a move seems to bring its mover. */
int32_t glance_at(const glance *g, azj_move move);

/* The same for Duel, in a file of its own. */
int32_t glance_duel(const azj_duel *s, azj_move move, ai_sight sight);

#endif
