/* alphabeta.h - the shallow form of the search for two seats, used by next_round.c. */
#ifndef AI_ALPHABETA_H
#define AI_ALPHABETA_H

#include "ai/internal.h"

/* Searches a dealt round `depth` plies deep. `line` receives the best line and what is expected at
 * its end. Uses a small table of its own. */
void alphabeta_shallow_search(azj_engine *e, const azj_classic *at, unsigned depth, azj_line *line);

#endif
