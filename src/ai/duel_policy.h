/* duel_policy.h - what a move of Duel's acquisition seems to bring its mover, and quick play by
 * that.
 *
 * The dome does not change before the tiling, so what each cell and each plate on each slot would
 * add to a board is worked out once for a search (duel_sight). What tiles bring follows from that
 * and from the lines (duel_wants), which is cheap enough to play whole rounds out. */
#ifndef AI_DUEL_POLICY_H
#define AI_DUEL_POLICY_H

#include "ai/duel_eval.h"

enum { DUEL_PLATE_WAYS = 4 * AZJ_DUEL_SLOTS }; /* slot and turn of a plate */

typedef struct duel_sight {
    unsigned left;                                    /* rounds to come after this one */
    float cell[2][36];                                /* by seat: a tile there */
    uint8_t points[2][36];                            /* that it would score at once */
    float plate[2][AZJ_DUEL_PLATES][DUEL_PLATE_WAYS]; /* by seat: a plate there */
    float best_plate[2][AZJ_DUEL_PLATES];
    uint32_t
        seen[2];  /* by seat: the plates of which that is known; others are looked at when met */
    float now[2]; /* what the boards are worth */
    azj_duel root;
    duel_seen *boards; /* NULL: they are not remembered */
} duel_sight;

/* What a seat wants as its lines and plates stand. */
typedef struct duel_wants {
    float full[AZJ_DUEL_LINES][AZJ_COLOUR_NB]; /* a full line of this colour */
    float chip[AZJ_COLOUR_NB];                 /* a chip of this colour */
    float chip_base;
    const uint8_t *line;
    unsigned broken;
} duel_wants;

void duel_sight_begin(duel_sight *k, const azj_duel *s);
void duel_wants_begin(const duel_sight *k, const azj_duel *s, unsigned seat, duel_wants *w);

/* The gain of each of these legal moves for the seat to move, in points. */
void duel_gains(duel_sight *k, const azj_duel *s, const azj_move *moves, size_t n, float *gain);

/* What looks best, with some luck; not for tilings. */
azj_move duel_quick_move(duel_sight *k, const azj_duel *s, azj_rng *rng);

/* Plays the round out by what looks best, with some luck, and tiles; stops when it is over. */
void duel_play_out(duel_sight *k, azj_duel *s, azj_rng *rng);

#endif
