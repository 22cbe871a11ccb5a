/* canvas.h - a grid of characters with styles: what the full screen shows, independent of the
 * terminal.
 *
 * Drawing is bounded: what lies outside is ignored. The screen turns styles into colours; without
 * colour every mark is still a character.
 */
#ifndef TERM_CANVAS_H
#define TERM_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CANVAS_WIDTH_MAX = 240, CANVAS_HEIGHT_MAX = 80 };

/* The role of a character; the tile and space styles of a colour are the first plus the colour. */
enum {
    STYLE_PLAIN,
    STYLE_TILE,        /* five: a glazed tile */
    STYLE_SPACE = 6,   /* five: a place that takes that colour */
    STYLE_MARKER = 11, /* start marker, start tile */
    STYLE_SPECIAL,     /* Duel's special tile */
    STYLE_DIM,         /* frames, empty places */
    STYLE_BAR,         /* first and last line */
    STYLE_TITLE,       /* headings, names */
    STYLE_GOOD,        /* points won */
    STYLE_BAD,         /* points lost */
    STYLE_CURSOR,      /* the option under the cursor */
    STYLE_NB,
    STYLE_ROLE = 31,
    STYLE_STRONG = 32, /* flag: brought out */
    STYLE_LIT = 64     /* flag: a space that scores now, a piece about to be chosen */
};

typedef struct canvas_cell {
    uint32_t ch; /* a code point; 0: the second column of the one before it */
    uint8_t style;
} canvas_cell;

typedef struct canvas {
    int width, height;
    bool unicode; /* else everything is written with ASCII */
    canvas_cell cells[CANVAS_HEIGHT_MAX][CANVAS_WIDTH_MAX];
} canvas;

/* Empties it; the size is cut to the maximum. */
void canvas_begin(canvas *c, int width, int height, bool unicode);

void canvas_put(canvas *c, int y, int x, unsigned style, uint32_t ch);
void canvas_fill(canvas *c, int y, int x, int width, unsigned style, uint32_t ch);

/* UTF-8 text in at most `width` columns (cut with …); returns the columns used. */
int canvas_text(canvas *c, int y, int x, int width, unsigned style, const char *text);

/* The same over several rows, broken at blanks; returns the rows used, at most `height`. */
int canvas_wrap(canvas *c, int y, int x, int width, int height, unsigned style, const char *text);

/* Rows that canvas_wrap would use. */
int canvas_rows(const canvas *c, int width, const char *text);

/* Columns of a text. */
int canvas_columns(const canvas *c, const char *text);

#endif
