/* targets.h - where tiles of one colour may go, for the lists of moves of every game. */
#ifndef RULES_TARGETS_H
#define RULES_TARGETS_H

#include <azulejo/pieces.h>

/* By the mask of lines that take the colour (line 1 lowest): those lines in their order and then
 * the floor or broken space (0), as the bits of a move; the eighth entry counts them. A whole row
 * is written at once, so a list's buffer has room for eight beyond its last move. */
extern const azj_move rules_targets[64][8];

#endif
