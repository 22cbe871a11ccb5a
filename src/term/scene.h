/* scene.h - a position drawn on a canvas, with what is being chosen and what is new.
 *
 * Capitals are tiles, small letters spaces that take one colour. Marks of a tile, in front of or
 * around its letter: [ ] or > about to be chosen, ( ) or + where it would go, ' new.
 */
#ifndef TERM_SCENE_H
#define TERM_SCENE_H

#include "term/canvas.h"
#include "term/choice.h"
#include "term/game.h"

typedef struct play_scene {
    const play_setup *setup;
    azj_state view;
    azj_state since; /* what differs from this is new */
    unsigned front;  /* the board that comes first */
    int scores[AZJ_SEATS_MAX];
    uint64_t lit[AZJ_SEATS_MAX];  /* spaces that score now */
    uint64_t away[AZJ_SEATS_MAX]; /* spaces whose tiles have not been placed yet */
    azj_move pick;                /* an option of a choice; 0: none */
    choice_step asks;             /* the step that it belongs to */
} play_scene;

/* The table and the boards; returns the first free row below them. */
int scene_draw(canvas *c, const play_scene *s);

/* The table while points are counted (scoring.c): everything that score events after number `now`
 * will move still lies where it was, and the scores are as far as they have been counted. */
void scoring_scene(const play_game *g, play_scene *s, uint32_t now);

/* ---- Used by both games ---- */

typedef enum scene_mark { MARK_NONE, MARK_PICK, MARK_GHOST, MARK_NEW } scene_mark;

/* A piece in 1 to 3 columns. */
void scene_piece(canvas *c, int y, int x, int width, unsigned style, uint32_t letter,
                 scene_mark mark);
void scene_tile(canvas *c, int y, int x, int width, unsigned colour, scene_mark mark);

/* An empty place; `letter` 0: a dot. */
void scene_place(canvas *c, int y, int x, int width, unsigned style, uint32_t letter);

/* A pattern line of `line` places, its right end at column `right`. */
typedef struct scene_line {
    int width;                   /* of a piece */
    unsigned line, held, before; /* colour << 4 | count, now and then */
    unsigned ghosts, colour;     /* tiles that would come */
} scene_line;
void scene_pattern_line(canvas *c, int y, int right, const scene_line *line);

/* A name and a score over `width` columns. */
void scene_name(canvas *c, int y, int x, int width, const play_scene *s, unsigned seat);

/* "bag 44  B7 Y9 …"; returns the columns used. */
int scene_counts(canvas *c, int y, int x, const play_scene *s, msg_key key, azj_tiles tiles);

/* How many tiles the pick takes, and how many of them would go to its line. */
unsigned scene_taken(const play_scene *s);
bool scene_picks(const play_scene *s, unsigned seat, azj_move_kind kind);

int scene_draw_classic(canvas *c, const play_scene *s);
int scene_draw_duel(canvas *c, const play_scene *s);

#endif
