/* duel_ending.h - the end of an acquisition, solved: nothing hidden, few tiles left. */
#ifndef AI_DUEL_ENDING_H
#define AI_DUEL_ENDING_H

#include "ai/duel_policy.h"
#include "ai/internal.h"

/* Solves the root by trying every line of play, if that is possible and quickly done: result in
 * e->info. `memory` is for its lists of moves. Behind rounds 1 to 4 stands the evaluation, behind
 * the last the result. */
bool duel_ending_go(azj_engine *e, duel_sight *k, void *memory, size_t bytes);

#endif
