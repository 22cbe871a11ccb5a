/* duel_draw.h - Duel positions as pictures that a player can read.
 *
 *     duel_table(&s, "round 2 starter 1 seat 0 large BBYRK sun1 BBRK moon2 KY chip1 BR chip2 T "
 *                    "display S3 J1 -- pile J7 S2 start 1");
 *     duel_board(&s, 0, "score 7 tokens 1 taken 1 chips B BR spent K broken RR\n"
 *                       "plates S4/0 J1/2 --  -- -- --  -- -- --\n"
 *                       "     Y  YB....\n"                   pattern line, dome row
 *                       "    .K  K.....\n"                   (* is a special tile)
 *                       "   ...  ......\n"
 *                       "  ..RR  ......\n"
 *                       " .....  ......\n"
 *                       "......  ......\n");
 *     duel_done(&s);
 *
 * Facts that are not given are those of a first round; the other tiles, plates and chips are in
 * the bag, at the bottom of the pile and in the supply. Stacks are written bottom to top.
 */
#ifndef TESTS_DUEL_DRAW_H
#define TESTS_DUEL_DRAW_H

#include <azulejo/duel.h>

/* Words of the table: phase round starter seat line tablets start; large large-moon sunN moonN
 * chipN; display pile drawn; tower. */
void duel_table(azj_duel *s, const char *words);
void duel_board(azj_duel *s, unsigned seat, const char *picture);

/* Puts the other pieces in their places; the position must be valid. */
void duel_done(azj_duel *s);
/* The same without the check. */
void duel_fill(azj_duel *s);

/* Lines and dome of a board, six rows as above. */
enum { DUEL_SHOW_MAX = 128 };
void duel_show(const azj_duel *s, unsigned seat, char picture[DUEL_SHOW_MAX]);

/* "sun 2 B KY 3", "sun 2 B - broken", "large B 3", "moon B 4", "chip 2", "plate S3 5/1", "draw",
 * "stop", "return S2", "tile 3 5", "tile 3 5 BR T", "skip 3". */
azj_move duel_move(const char *words);

/* Plays it with azj_play: it must be legal. */
void duel_play(azj_duel *s, const char *words, azj_events *events);

unsigned duel_plate_id(const char *name); /* "S3" */
unsigned duel_face_id(const char *name);  /* "BR" */

/* The sum of a seat's points in the events. */
int duel_points(const azj_events *events, unsigned seat);
/* Event number `nth` (from 0) of a kind and seat, or NULL. */
const azj_event *duel_event(const azj_events *events, azj_event_kind kind, unsigned seat,
                            unsigned nth);

#endif
