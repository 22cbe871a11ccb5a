/* next_round.h - compares moves by sampling the next round. Two seats of the classic family.
 *
 * The network evaluates the boards at the end of a round, and it errs. So the moves within a
 * margin of the best one are evaluated again: the round after the end of each move's line is dealt
 * many times, with the same deals for all moves, and searched a few plies deep. If the round is not
 * solved, the line is the one that the search expects. docs/bots.md describes the method,
 * lab/bots.md the measurements of its constants.
 */
#ifndef AI_NEXT_ROUND_H
#define AI_NEXT_ROUND_H

#include "ai/internal.h"

/* Which moves are compared: at most `lines`, and only those whose chance to win is within `margin`
 * of the best one. */
typedef struct next_round_limits {
    unsigned lines;
    float margin;
} next_round_limits;

static const next_round_limits next_round_solved = {6, 0.12f}, next_round_unsolved = {5, 0.08f};

/* Should the rest of the budget after a solved round go into samples of the next one? */
bool next_round_use_rest(const azj_engine *e);

/* Is the budget so large that half of it should go into samples, whether the round is solved or
 * not? */
bool next_round_use_half(const azj_engine *e);

/* Samples the next round for the lines of e->info and sorts them by the result. */
void next_round_compare(azj_engine *e);

#endif
