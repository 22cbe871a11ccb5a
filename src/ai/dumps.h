/* dumps.h - moves that put tiles on the floor although a line would take them.
 *
 * People hardly ever do that. A search without a deep look does it often: the tiles that it leaves
 * to the others seem to cost them more. So a tidy bot (ai_skill) does not consider such moves,
 * and one with a margin plays them only where they are clearly better.
 */
#ifndef AI_DUMPS_H
#define AI_DUMPS_H

#include "ai/internal.h"
#include "ai/round.h"

/* Does this legal move put its tiles on the floor (Duel: break them) although a line takes them? */
bool dumps_is(const azj_state *s, azj_move move);

/* The moves of a position without the dumps, in the same order; returns how many. */
size_t dumps_leave_out(const azj_state *s, azj_move *moves, size_t n);

/* Brings the first line without a dump to the front if the first line is a dump, and better by no
 * more than the bot's margin. */
void dumps_put_back(azj_engine *e);

/* Is this one of all the moves of a packed round a dump? */
bool dumps_is_packed(const round_move *moves, unsigned n, round_move move);

/* The moves of a packed round without the dumps. */
unsigned dumps_leave_out_packed(round_move *moves, unsigned n);

#endif
