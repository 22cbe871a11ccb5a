/* duel_policy.h - what a move of Duel's acquisition seems to bring its mover, and quick play by
 * that.
 *
 * What tiles bring follows from what was worked out for the search (duel_sight) and from the lines
 * (duel_wants), which is cheap enough to play whole rounds out. */
#ifndef AI_DUEL_POLICY_H
#define AI_DUEL_POLICY_H

#include "ai/duel_sight.h"

/* What a seat wants as its lines and plates stand. */
typedef struct duel_wants {
    float full[AZJ_DUEL_LINES][AZJ_COLOUR_NB]; /* a full line of this colour */
    float chip[AZJ_COLOUR_NB];                 /* a chip of this colour */
    float chip_base;
    const duel_lines *kept; /* NULL: nothing is known of unfinished lines */
    const uint8_t *line;
    unsigned broken;
} duel_wants;

void duel_wants_begin(const duel_sight *k, const azj_duel *s, unsigned seat, duel_wants *w);

/* The gain of each of these legal moves for the seat to move, in points. */
void duel_gains(duel_sight *k, const azj_duel *s, const azj_move *moves, size_t n, float *gain);

/* What looks best, with some luck; not for tilings. */
azj_move duel_quick_move(duel_sight *k, const azj_duel *s, azj_rng *rng);

/* Plays the round out by what looks best, with some luck, and tiles; stops when it is over. */
void duel_play_out(duel_sight *k, azj_duel *s, azj_rng *rng);

#endif
