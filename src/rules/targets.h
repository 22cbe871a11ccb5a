/* targets.h - the targets of tiles of one colour, for the move generators of all games. */
#ifndef RULES_TARGETS_H
#define RULES_TARGETS_H

#include <azulejo/pieces.h>

/* Indexed by the mask of lines that take the colour (line 1 lowest): these lines in order, then
 * the floor line or broken spaces (0), as the bits of a move; the eighth entry is their number. A
 * whole row is written at once, so a list's buffer has room for eight beyond its last move. */
extern const azj_move rules_targets[64][8];

#endif
