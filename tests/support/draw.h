/* draw.h - classic positions as pictures that a player can read.
 *
 *     draw_table(&s, AZJ_CLASSIC, 2, "BBRK TTTT | RR M");    factories | centre, M the marker
 *     draw_board(&s, 0, "    B  .....\n"                      pattern line, wall row
 *                       "   RR  .B...\n"
 *                       "  ..Y  .....\n"
 *                       " ....  .....\n"
 *                       ".....  .....\n"
 *                       "floor MBB\n");
 *     draw_done(&s);                                          the other tiles lie in the bag
 *
 * Lines are filled from the right, as on the table. draw_show() prints a board in the same form,
 * so a test can compare pictures.
 */
#ifndef TESTS_DRAW_H
#define TESTS_DRAW_H

#include <azulejo/classic.h>

/* An empty game in the offer, seat 0 to move, with these tiles in factories and centre. */
void draw_table(azj_classic *s, azj_rules rules, unsigned players, const char *table);
void draw_board(azj_classic *s, unsigned seat, const char *picture);

/* Puts tiles into the lid, e.g. "BBK". */
void draw_lid(azj_classic *s, const char *tiles);

/* Puts all other tiles into the bag; the position must be valid. */
void draw_done(azj_classic *s);

/* Prints a board as a picture. */
enum { DRAW_MAX = 160 };
void draw_show(const azj_classic *s, unsigned seat, char picture[DRAW_MAX]);

/* Plays a take in text form ("3B2", "cB2", "3Bf") and returns the error code. */
azj_error draw_play(azj_classic *s, const char *move, azj_fault *why, azj_events *events);

/* Takes all remaining tiles to the floor line, so that the tiling begins. */
void draw_dump(azj_classic *s, azj_events *events);

#endif
