/* duel_marginals.h - how much a tile on each cell, a plate on each slot and an unfinished line
 * would add to the value of a Duel board. The dome does not change before the tiling, so this is
 * computed once for a search. */
#ifndef AI_DUEL_MARGINALS_H
#define AI_DUEL_MARGINALS_H

#include "ai/duel_eval.h"

#define DUEL_NO_PLATE (-100.0f) /* below the value of any plate */

enum { DUEL_PLACEMENTS = 4 * AZJ_DUEL_SLOTS }; /* of a plate: 4 * (slot - 1) + turn */

/* By colour and number of tiles of a line. */
typedef float duel_line_marginals[AZJ_COLOUR_NB][AZJ_DUEL_LINES];

typedef struct duel_marginals {
    unsigned left;                                    /* rounds after this one */
    float cell[2][36];                                /* by seat: a tile there */
    uint8_t points[2][36];                            /* that it would score at once */
    duel_line_marginals line[2][AZJ_DUEL_LINES];      /* by seat: tiles that stay on a line */
    float plate[2][AZJ_DUEL_PLATES][DUEL_PLACEMENTS]; /* by seat: a plate there */
    float best_plate[2][AZJ_DUEL_PLATES];
    uint32_t
        plates_done[2];   /* by seat: the plates that `plate` has; others are added when needed */
    float board_value[2]; /* of the boards as they are */
    azj_duel root;
    const net *net; /* NULL or without a bias: only the hand-made evaluation is used */
    net_accumulator board[2];
    duel_cached_board *cache; /* NULL: boards are not cached */
} duel_marginals;

/* k->net and k->cache are set before, everything else is 0. */
void duel_marginals_init(duel_marginals *k, const azj_duel *s);

/* Does a network contribute? After the last round only points count. */
static inline bool duel_marginals_use_net(const duel_marginals *k)
{
    return k->net && k->net->bias && k->left > 0;
}

/* Adds what a plate would add to a board, if that has not been computed yet. */
void duel_marginals_add_plate(duel_marginals *k, unsigned seat, unsigned plate);

#endif
