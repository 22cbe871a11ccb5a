/* terminal.h - the terminal: a canvas goes out, keys come in. The only file that knows curses. */
#ifndef TERM_TERMINAL_H
#define TERM_TERMINAL_H

#include "term/canvas.h"

enum { TERM_WIDTH_MIN = 80, TERM_HEIGHT_MIN = 24 };

/* Keys above the characters. */
enum {
    TERM_NONE = -1,      /* nothing came in time */
    TERM_STOP = 0x10000, /* SIGINT, SIGTERM or SIGHUP came, or the terminal is gone */
    TERM_SIZE,           /* the terminal has another size */
    TERM_UP,
    TERM_DOWN,
    TERM_LEFT,
    TERM_RIGHT,
    TERM_HOME,
    TERM_END,
    TERM_PAGE_UP,
    TERM_PAGE_DOWN,
    TERM_ENTER,
    TERM_ESCAPE,
    TERM_BACK
};

bool terminal_begin(bool colour);
void terminal_end(void);
int terminal_stop_signal(void); /* the signal that came, or 0 */
void terminal_size(int *width, int *height);
void terminal_paint(const canvas *c);

/* The next key, or TERM_NONE after this time (-1: wait). */
int terminal_key(int timeout_ms);

#endif
