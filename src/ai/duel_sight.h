/* duel_sight.h - what a tile on each cell, a plate on each slot and an unfinished line would add to
 * a board of Duel. The dome does not change before the tiling, so that is worked out once for a
 * search. */
#ifndef AI_DUEL_SIGHT_H
#define AI_DUEL_SIGHT_H

#include "ai/duel_eval.h"

enum { DUEL_PLATE_WAYS = 4 * AZJ_DUEL_SLOTS }; /* slot and turn of a plate */

/* A line by its colour and its number of tiles. */
typedef float duel_lines[AZJ_COLOUR_NB][AZJ_DUEL_LINES];

typedef struct duel_sight {
    unsigned left;                                    /* rounds to come after this one */
    float cell[2][36];                                /* by seat: a tile there */
    uint8_t points[2][36];                            /* that it would score at once */
    duel_lines kept[2][AZJ_DUEL_LINES];               /* by seat: tiles that stay on a line */
    float plate[2][AZJ_DUEL_PLATES][DUEL_PLATE_WAYS]; /* by seat: a plate there */
    float best_plate[2][AZJ_DUEL_PLATES];
    uint32_t
        seen[2];  /* by seat: the plates of which that is known; others are looked at when met */
    float now[2]; /* what the boards are worth */
    azj_duel root;
    const net *net;     /* NULL or without a bias: all this is by hand */
    net_board board[2]; /* as a network sees them now */
    duel_seen *boards;  /* NULL: they are not remembered */
} duel_sight;

/* k->net and k->boards are set before, all else is 0. */
void duel_sight_begin(duel_sight *k, const azj_duel *s);

/* Does a network have a say? Behind the last round stand points. */
static inline bool duel_by_net(const duel_sight *k)
{
    return k->net && k->net->bias && k->left > 0;
}

/* Works out what a plate would add to a board, if that has not been done yet. */
void duel_see_plate(duel_sight *k, unsigned seat, unsigned plate);

#endif
