/* tell.h - a position in words, line by line: for pipes and screen readers. */
#ifndef PLAY_TELL_H
#define PLAY_TELL_H

#include "cli/play/game.h"

enum { TELL_MAX = 8192 };

/* Factories, centre, bag and lid; in Duel plates, chips and tablets too. */
void tell_table(buf *b, const play_setup *setup, const azj_state *view);
void tell_board(buf *b, const play_setup *setup, const azj_state *view, unsigned seat);

#endif
