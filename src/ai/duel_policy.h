/* duel_policy.h - the estimated gain of a move in Duel's acquisition, and playouts by it.
 *
 * Gains are computed from the marginals of the search (duel_marginals.h) and the lines, which is
 * fast enough to play whole rounds out. */
#ifndef AI_DUEL_POLICY_H
#define AI_DUEL_POLICY_H

#include "ai/duel_marginals.h"

/* The gain of each of these legal moves for the seat to move, in points. */
void duel_gains(duel_marginals *k, const azj_duel *s, const azj_move *moves, size_t n, float *gain);

/* Finishes an action that draws plates, as a playout does: no further draw, the plate and placement
 * of the highest gain. */
void duel_finish_draw(duel_marginals *k, azj_duel *s, azj_rng *rng);

/* Plays the round out by such moves, and tiles. */
void duel_play_out(duel_marginals *k, azj_duel *s, azj_rng *rng);

#endif
