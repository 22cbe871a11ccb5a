/* narrate.h - a position in words, line by line: for pipes and screen readers. */
#ifndef TERM_NARRATE_H
#define TERM_NARRATE_H

#include "term/game.h"

enum { NARRATE_MAX = 8192 };

/* Factories, centre, bag and lid; in Duel plates, chips and tablets too. */
void narrate_table(buf *b, const play_setup *setup, const azj_state *view);
void narrate_board(buf *b, const play_setup *setup, const azj_state *view, unsigned seat);

#endif
