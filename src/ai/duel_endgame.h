/* duel_endgame.h - solves the end of an acquisition, when nothing is hidden and few tiles are left.
 */
#ifndef AI_DUEL_ENDGAME_H
#define AI_DUEL_ENDGAME_H

#include "ai/duel_policy.h"
#include "ai/internal.h"

/* Solves the root by following every line to the end of the round, and writes the result to
 * e->info. After rounds 1 to 4 the boards are evaluated; after the last round the result is exact.
 * `memory` is for lists of moves. False: there are too many tiles, or a part of the budget was not
 * enough. */
bool duel_endgame_solve(azj_engine *e, duel_marginals *k, void *memory, size_t bytes);

#endif
