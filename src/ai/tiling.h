/* tiling.h - choosing a column of the grey walls (C15). */
#ifndef AI_TILING_H
#define AI_TILING_H

#include "ai/internal.h"

/* The search in the tiling phase: tries every column, places the lines that follow as is best for
 * their seat, and sorts the columns by the mover's chance. */
void tiling_search(azj_engine *e);

/* The column that gives the mover the best chance. */
azj_move tiling_choose(const azj_classic *s, const net *n);

/* Estimates chances and final scores of any position of the classic family after a greedy playout
 * of the round. n: a network, or NULL for the hand-made evaluation. */
void tiling_estimate(const azj_classic *s, const net *n, float *win, float *score);

#endif
