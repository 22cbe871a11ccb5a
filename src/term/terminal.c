/* terminal.c - the terminal by curses: see terminal.h. */
#define NCURSES_WIDECHAR 1
#include "term/terminal.h"

#include <ncurses.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { POLL_MS = 100 };

static volatile sig_atomic_t stop_signal;
static bool has_colour;

static void note_signal(int signal)
{
    stop_signal = signal;
}

static void catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* ---- Colours: tiles bring their own ground, so that they look the same on light and dark ---- */

typedef struct style_colours {
    short fine[2], coarse[2]; /* ink and ground of 256 and of 8 colours; -1: the terminal's own */
} style_colours;

static const style_colours styles[STYLE_NB] = {
    [STYLE_PLAIN] = {{-1, -1}, {-1, -1}},
    [STYLE_TILE + 0] = {{231, 26}, {COLOR_WHITE, COLOR_BLUE}},
    [STYLE_TILE + 1] = {{16, 220}, {COLOR_BLACK, COLOR_YELLOW}},
    [STYLE_TILE + 2] = {{231, 160}, {COLOR_WHITE, COLOR_RED}},
    [STYLE_TILE + 3] = {{231, 240}, {COLOR_WHITE, COLOR_BLACK}},
    [STYLE_TILE + 4] = {{16, 80}, {COLOR_BLACK, COLOR_CYAN}},
    [STYLE_SPACE + 0] = {{68, -1}, {-1, -1}},
    [STYLE_SPACE + 1] = {{136, -1}, {-1, -1}},
    [STYLE_SPACE + 2] = {{167, -1}, {-1, -1}},
    [STYLE_SPACE + 3] = {{243, -1}, {-1, -1}},
    [STYLE_SPACE + 4] = {{37, -1}, {-1, -1}},
    [STYLE_MARKER] = {{26, 255}, {COLOR_BLUE, COLOR_WHITE}},
    [STYLE_SPECIAL] = {{166, -1}, {COLOR_MAGENTA, -1}},
    [STYLE_DIM] = {{244, -1}, {-1, -1}},
    [STYLE_BAR] = {{255, 25}, {COLOR_WHITE, COLOR_BLUE}},
    [STYLE_TITLE] = {{-1, -1}, {-1, -1}},
    [STYLE_GOOD] = {{64, -1}, {COLOR_GREEN, -1}},
    [STYLE_BAD] = {{160, -1}, {COLOR_RED, -1}},
    [STYLE_CURSOR] = {{-1, -1}, {-1, -1}},
};

static void begin_colours(void)
{
    start_color();
    use_default_colors();
    for (short i = 1; i < STYLE_NB; i++) {
        const short *pair = COLORS >= 256 ? styles[i].fine : styles[i].coarse;
        init_pair(i, pair[0], pair[1]);
    }
}

/* Without colour a tile is a bold letter, and a tile that is about to be chosen is reversed. */
static attr_t attributes(unsigned style)
{
    const unsigned role = style & STYLE_ROLE;
    attr_t a = A_NORMAL;
    if (role == STYLE_TITLE || (role >= STYLE_TILE && role < STYLE_SPACE) || role == STYLE_MARKER)
        a |= A_BOLD;
    if (role == STYLE_CURSOR || (role == STYLE_BAR && !has_colour))
        a |= A_REVERSE;
    if (role == STYLE_DIM && !has_colour)
        a |= A_DIM;
    if (style & STYLE_STRONG)
        a |= A_BOLD | (role == STYLE_TITLE ? A_UNDERLINE : 0);
    if (style & STYLE_LIT)
        a |= has_colour ? A_BOLD | A_UNDERLINE : A_REVERSE;
    return a;
}

/* ---- Doors ---- */

bool terminal_begin(bool colour)
{
    catch_signals();
    stop_signal = 0;
    if (!newterm(NULL, stdout, stdin))
        return false;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    has_colour = colour && has_colors();
    if (has_colour)
        begin_colours();
    return true;
}

void terminal_end(void)
{
    endwin();
}

int terminal_stop_signal(void)
{
    return stop_signal;
}

void terminal_size(int *width, int *height)
{
    getmaxyx(stdscr, *height, *width);
}

void terminal_paint(const canvas *c)
{
    erase();
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            const canvas_cell *cell = &c->cells[y][x];
            if (!cell->ch)
                continue;
            const wchar_t text[] = {(wchar_t)cell->ch, 0};
            cchar_t out;
            const short pair = has_colour ? (short)(cell->style & STYLE_ROLE) : 0;
            setcchar(&out, text, attributes(cell->style), pair, NULL);
            mvadd_wch(y, x, &out);
        }
    refresh();
}

static int translate(wint_t ch, bool special)
{
    static const struct {
        int from, to;
    } keys[] = {{KEY_UP, TERM_UP},          {KEY_DOWN, TERM_DOWN},       {KEY_LEFT, TERM_LEFT},
                {KEY_RIGHT, TERM_RIGHT},    {KEY_HOME, TERM_HOME},       {KEY_END, TERM_END},
                {KEY_PPAGE, TERM_PAGE_UP},  {KEY_NPAGE, TERM_PAGE_DOWN}, {KEY_ENTER, TERM_ENTER},
                {KEY_BACKSPACE, TERM_BACK}, {KEY_RESIZE, TERM_SIZE}};
    for (size_t i = 0; special && i < sizeof keys / sizeof *keys; i++)
        if (keys[i].from == (int)ch)
            return keys[i].to;
    if (special)
        return TERM_NONE;
    if (ch == '\r' || ch == '\n')
        return TERM_ENTER;
    if (ch == 27)
        return TERM_ESCAPE;
    return ch == 127 || ch == 8 ? TERM_BACK : (int)ch;
}

/* Waits in short pieces, so that a signal is noticed even if the library restarts its wait. */
int terminal_key(int timeout_ms)
{
    for (;;) {
        wint_t ch;
        const int wait = timeout_ms < 0 || timeout_ms > POLL_MS ? POLL_MS : timeout_ms;
        timeout(wait);
        const int kind = get_wch(&ch);
        if (stop_signal)
            return TERM_STOP;
        if (kind != ERR)
            return translate(ch, kind == KEY_CODE_YES);
        if (!isatty(STDIN_FILENO))
            return TERM_STOP;
        if (timeout_ms >= 0 && (timeout_ms -= wait) <= 0)
            return TERM_NONE;
    }
}
