/* horizon.h - judging moves by what the next round may bring.
 *
 * An ended round is worth what the network says of its boards, and the network errs. So the moves
 * that are nearly as good as the best one are judged again: the round that follows their ends
 * is dealt many times, the same deals for all of them, and searched a few plies deep. Of a round
 * that is not solved, the ends are those that the search expects. Two seats of the classic
 * family.
 */
#ifndef AI_HORIZON_H
#define AI_HORIZON_H

#include "ai/internal.h"

/* What is compared: so many moves at most, and none that is worse by more of a chance to win. */
typedef struct horizon_width {
    unsigned lines;
    float margin;
} horizon_width;

static const horizon_width horizon_solved = {6, 0.12f}, horizon_open = {5, 0.08f};

/* Is this bot to look beyond a solved round with the time that is left? */
bool horizon_is_worth_it(const azj_engine *e);

/* Is there so much time that half of it is better spent beyond the round, be it solved or not? */
bool horizon_is_worth_half(const azj_engine *e);

/* Looks beyond the ends of e->info's lines and sorts them by what it sees. */
void horizon_judge(azj_engine *e);

/* The best line of a dealt round by a search of so many plies, and what is expected of it
 * (alphabeta.c). */
void alphabeta_look(azj_engine *e, const azj_classic *at, unsigned depth, azj_line *line);

#endif
