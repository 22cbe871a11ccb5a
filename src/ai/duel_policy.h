/* duel_policy.h - the estimated gain of a move in Duel's acquisition, and playouts by it.
 *
 * Gains are computed from the marginals of the search (duel_marginals.h) and the lines, which is
 * fast enough to play whole rounds out. */
#ifndef AI_DUEL_POLICY_H
#define AI_DUEL_POLICY_H

#include "ai/duel_marginals.h"

/* The value of tiles and chips to a seat, as its lines and plates are now. */
typedef struct duel_line_values {
    float full[AZJ_DUEL_LINES][AZJ_COLOUR_NB]; /* a full line of this colour */
    float chip[AZJ_COLOUR_NB];                 /* a chip of this colour */
    float chip_base;
    const duel_line_marginals *marginal; /* by line; NULL: no network values unfinished lines */
    const uint8_t *line;
    unsigned broken;
} duel_line_values;

void duel_line_values_init(const duel_marginals *k, const azj_duel *s, unsigned seat,
                           duel_line_values *w);

/* The gain of each of these legal moves for the seat to move, in points. */
void duel_gains(duel_marginals *k, const azj_duel *s, const azj_move *moves, size_t n, float *gain);

/* The move of a playout: the highest gain plus noise. Not for tilings. */
azj_move duel_playout_move(duel_marginals *k, const azj_duel *s, azj_rng *rng);

/* Plays the round out by such moves, and tiles. */
void duel_play_out(duel_marginals *k, azj_duel *s, azj_rng *rng);

#endif
