/* panel.h - what stands around a scene: bars, menu, log, boxes. Canvas only. */
#ifndef TERM_PANEL_H
#define TERM_PANEL_H

#include "term/describe.h"
#include "term/scene.h"

/* The first line: game, round, whose turn. */
void panel_top(canvas *c, const play_setup *setup, const azj_state *view);

/* The last line: which keys do what. */
void panel_keys(canvas *c, const play_setup *setup, msg_key keys);

/* A rule with the last move in words. */
void panel_last(canvas *c, int y, const play_game *g);

/* The question and what the option under the cursor means. */
void panel_question(canvas *c, int y, const play_setup *setup, const play_choice *choice,
                    size_t cursor);

/* A menu of the options in columns; returns how many columns, for the arrow keys. */
int panel_menu(canvas *c, int y, int width, int height, const play_setup *setup,
               const play_choice *choice, size_t cursor);

/* The latest moves, oldest first. */
void panel_log(canvas *c, int y, int x, int width, int height, const play_game *g);

/* "+3  You: red tile in row 2, 3 in a row: 3 points." */
void panel_event_text(char *text, size_t size, const play_game *g, const azj_event *event);

/* Score events 0 … last, as many as fit, the last one highlighted. */
void panel_events(canvas *c, int y, int height, const play_game *g, uint32_t last);

/* Everything that was played, from row `from` on; returns how many rows there are. */
int panel_history(canvas *c, const play_game *g, int from);

void panel_help(canvas *c, const play_setup *setup, msg_key text);
/* Whose turn at the keyboard it is, and why the table is hidden. */
void panel_curtain(canvas *c, const play_setup *setup, const char *message);
void panel_too_small(canvas *c, const play_setup *setup);

#endif
