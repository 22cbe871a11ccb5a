/* tiling.h - choosing a column of the grey walls (C15). */
#ifndef AI_TILING_H
#define AI_TILING_H

#include "ai/internal.h"

/* Tries every column, lets all lines that follow be placed as is best for their seat, and takes
 * what gives the mover the best chance. */
void tiling_go(azj_engine *e);

/* The column that gives the mover the best chance. */
azj_move tiling_choose(const azj_classic *s, const net *n);

/* Chances and expected scores of any position of the classic family, at a glance: the round is
 * played out greedily. n: a network, or NULL for the hand-made evaluation. */
void tiling_estimate(const azj_classic *s, const net *n, float *win, float *score);

#endif
