/* describe.h - moves, choices, score events and plates in words. */
#ifndef TERM_DESCRIBE_H
#define TERM_DESCRIBE_H

#include "term/choice.h"
#include "term/messages.h"

enum { DESCRIBE_MAX = 512 };

/* "top yellow, black; bottom turquoise, special": a plate in words. */
void describe_plate_words(buf *b, msg_lang lang, unsigned plate, unsigned turn);

/* "2 blue tiles, 1 red tile", or that there are none. */
void describe_tiles(buf *b, msg_lang lang, azj_tiles tiles);

/* "blue". */
void describe_colour(buf *b, msg_lang lang, unsigned colour);

/* How many chips of all faces. */
unsigned describe_chip_count(azj_chips chips);

/* "blue; red and turquoise": chips in words. */
void describe_chips_words(buf *b, msg_lang lang, azj_chips chips);

/* A move that somebody made, as everybody may know it: "You took 2 blue tiles from factory 3 → line
 * 2." `taken` is how many tiles it took (azj_preview). */
void describe_move(buf *b, msg_lang lang, const char *who, azj_move move, int taken);

/* The same move as advice: "take blue from factory 3 → line 2." */
void describe_advice(buf *b, msg_lang lang, azj_move move);

/* One option of the present step, with what it leads to. */
void describe_option(buf *b, msg_lang lang, const play_choice *c, azj_move option);

/* The same in few columns: "3: 2× blue". */
void describe_option_short(buf *b, msg_lang lang, const play_choice *c, azj_move option);

/* The question of the present step. */
void describe_question(buf *b, msg_lang lang, const play_choice *c);

/* Where points came from: "You: row 2 is full: 2 points." */
void describe_event(buf *b, msg_lang lang, azj_rules rules, const char *who,
                    const azj_event *event);

/* The message of a scoring tablet (0 to 3) and its side (1 or 2), and the short one. */
msg_key describe_tablet_key(unsigned tablet, unsigned side);
msg_key describe_tablet_short_key(unsigned tablet, unsigned side);

/* The name of a rule set. */
msg_key describe_rules_key(unsigned rules);

#endif
