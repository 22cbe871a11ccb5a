/* duel_marginals.h - how much a tile on each cell, a plate on each slot and an unfinished line
 * would add to the value of a Duel board. The dome does not change before the tiling, so this is
 * computed once for a search. */
#ifndef AI_DUEL_MARGINALS_H
#define AI_DUEL_MARGINALS_H

#include "ai/duel_eval.h"
#include "ai/duel_tiling.h"

#define DUEL_NO_PLATE (-100.0f) /* below the value of any plate */

enum { DUEL_PLACEMENTS = 4 * AZJ_DUEL_SLOTS }; /* of a plate: 4 * (slot - 1) + turn */

/* By colour and number of tiles of a line. */
typedef float duel_line_marginals[AZJ_COLOUR_NB][AZJ_DUEL_LINES];

/* What the two lines beside three slots are worth to a seat with certain plates there, by line,
 * colour and number of tiles (duel_policy.c). */
typedef struct duel_line_table {
    float value[2][AZJ_COLOUR_NB][AZJ_DUEL_LINES + 1];
} duel_line_table;

enum {
    DUEL_BANDS = AZJ_DUEL_LINES / 2,
    DUEL_LINE_TABLE_BITS = 8,
    DUEL_LINE_TABLES = 1 << DUEL_LINE_TABLE_BITS /* of a seat and band */
};

typedef struct duel_marginals {
    unsigned left;                                      /* rounds after this one */
    float cell[2][36];                                  /* by seat: a tile there */
    uint8_t points[2][36];                              /* that it would score at once */
    duel_line_marginals line[2][AZJ_DUEL_LINES];        /* by seat: tiles that stay on a line */
    float plate[2][AZJ_DUEL_PLATES][DUEL_PLACEMENTS];   /* by seat: a plate there */
    uint8_t order[2][AZJ_DUEL_PLATES][DUEL_PLACEMENTS]; /* placements, highest value first … */
    uint8_t placements[2][AZJ_DUEL_PLATES];             /* … and how many are possible */
    float best_plate[2][AZJ_DUEL_PLATES];
    uint32_t
        plates_done[2];   /* by seat: the plates that `plate` has; others are added when needed */
    float board_value[2]; /* of the boards as they are */
    uint8_t spaces[AZJ_DUEL_PLATES][4]
                  [2]; /* by turn and half: what its two spaces show, a bit each */
    azj_duel root;
    const net *net; /* NULL or without a bias: only the hand-made evaluation is used */
    net_accumulator board[2];
    duel_cached_board *cache;                           /* NULL: boards are not cached */
    duel_tiled_board *tiled;                            /* the same for tilings */
    uint32_t line_key[2][DUEL_BANDS][DUEL_LINE_TABLES]; /* of `lines`: plates, tokens; 0: unused */
    duel_line_table lines[2][DUEL_BANDS][DUEL_LINE_TABLES]; /* valid where there is a key */
} duel_marginals;

/* k->net and the caches are set before, everything else is 0, except that `lines` may be anything.
 */
void duel_marginals_init(duel_marginals *k, const azj_duel *s);

/* Does a network contribute? After the last round only points count. */
static inline bool duel_marginals_use_net(const duel_marginals *k)
{
    return k->net && k->net->bias && k->left > 0;
}

/* Adds what a plate would add to a board, if that has not been computed yet. */
void duel_marginals_add_plate(duel_marginals *k, unsigned seat, unsigned plate);

#endif
