/* describe.h - moves, choices, score events and plates in the words of a language. */
#ifndef TERM_DESCRIBE_H
#define TERM_DESCRIBE_H

#include "term/choice.h"
#include "term/texts.h"

enum { DESCRIBE_MAX = 512 };

/* "YK/TS": a plate as it lies; "?" for one that is hidden. */
void describe_plate(buf *b, unsigned plate, unsigned turn);

/* "2×B 1×R", or the word for empty. */
void describe_tiles(buf *b, play_lang lang, azj_tiles tiles);

/* "B,B,RT": chips by face. */
void describe_chips(buf *b, azj_chips chips);

/* A whole move; `taken` is how many tiles it takes (azj_preview). `hidden`: said to somebody who
 * may not know which plate went under the pile. */
void describe_move(buf *b, play_lang lang, azj_move move, int taken, bool hidden);

/* One option of the present step, with what it leads to. */
void describe_option(buf *b, play_lang lang, const play_choice *c, azj_move option);

/* The same where there is little room: "3: 2× blue". */
void describe_option_short(buf *b, play_lang lang, const play_choice *c, azj_move option);

/* The question of the present step. */
void describe_question(buf *b, play_lang lang, const play_choice *c);

/* Where points came from, without seat and points. */
void describe_event(buf *b, play_lang lang, azj_rules rules, const azj_event *event);

#endif
