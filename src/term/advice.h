/* advice.h - a hint in words: the move, its chance, why it is better, and what else is good. */
#ifndef TERM_ADVICE_H
#define TERM_ADVICE_H

#include "term/game.h"

enum { ADVICE_PART_MAX = 256, ADVICE_MAX = 1024 };

/* "62 % to win, about 54 points at the end.", why the move is better than another, and up to two
 * other moves with their chances: a line each. Empty before a hint has been thought. */
void advice_put(buf *b, const play_game *g);

#endif
