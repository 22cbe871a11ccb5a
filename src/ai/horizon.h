/* horizon.h - judging moves of a solved round by what the next one may bring.
 *
 * A solved round is worth what the network says of the boards at its end, and the network errs. So
 * the moves that are nearly as good as the best one are judged again: the round that follows
 * their ends is dealt many times, the same deals for all of them, and searched a few plies
 * deep. Two seats of the classic family.
 */
#ifndef AI_HORIZON_H
#define AI_HORIZON_H

#include "ai/internal.h"

enum { HORIZON_LINES = 6 }; /* moves that are compared, at most */

#define HORIZON_MARGIN                                                        \
    0.12f /* of a chance to win: what is worse by more is out of the question \
           */

/* Is this bot to look beyond the round, and is there enough time left? */
bool horizon_is_worth_it(const azj_engine *e);

/* Looks beyond the ends of e->info's lines, which are solved, and sorts them by what it sees. */
void horizon_judge(azj_engine *e);

/* The best line of a dealt round by a search of so many plies, and what is expected of it
 * (alphabeta.c). */
void alphabeta_look(azj_engine *e, const azj_classic *at, unsigned depth, azj_line *line);

#endif
