/* panel.c - what stands around a scene: see panel.h. */
#include "term/panel.h"
#include "term/glyphs.h"

#include <stdio.h>

enum { MARGIN = 2 };

/* ---- Bars ---- */

static void put_turn(buf *b, const play_setup *setup, const azj_state *view, const char *name)
{
    const unsigned seat = view->head.seat;
    if (view->head.phase == AZJ_PHASE_OVER) {
        msg_put(b, setup->lang, MSG_REFUSAL_GAME_OVER, NULL);
        return;
    }
    if (seat >= AZJ_SEATS_MAX)
        return;
    const bool you =
        play_people(setup) == 1 && !setup->seats[seat].bot && !setup->seats[seat].name[0];
    msg_put(b, setup->lang, you ? MSG_TURN_YOURS : MSG_TURN_OTHER, &(msg_args){.who = name});
}

/* Shortens a name by `over` columns and ends it with the sign for omission. */
static void shorten(const canvas *c, char *name, size_t size, int over)
{
    int left = canvas_columns(c, name) - over - 1;
    glyphs g = glyphs_of(name, c->unicode);
    const char *end = name;
    for (glyph ch; glyphs_next(&g, &ch) && ch.width <= left; left -= ch.width)
        if (!*g.more)
            end = g.text;
    snprintf(name + (end - name), size - (size_t)(end - name), "…");
}

/* Whose turn it is, in at most `room` columns. */
static void fit_turn(const canvas *c, const play_setup *setup, const azj_state *view, int room,
                     char *text, size_t size)
{
    char name[2 * PLAY_NAME_MAX] = "";
    buf n = buf_on(name, sizeof name);
    if (view->head.seat < AZJ_SEATS_MAX)
        play_name(&n, setup, view->head.seat);
    buf_end(&n);
    for (int tries = 0, over = 0; tries < 2; tries++) {
        buf b = buf_on(text, size);
        if (over > 0)
            shorten(c, name, sizeof name, over);
        put_turn(&b, setup, view, name);
        buf_end(&b);
        over = canvas_columns(c, text) - room;
        if (over <= 0)
            return;
    }
}

void panel_top(canvas *c, const play_setup *setup, const azj_state *view)
{
    char left[128], right[128];
    buf l = buf_on(left, sizeof left);
    const bool duel = view->head.rules == AZJ_DUEL;
    buf_text(&l, "Azulejo · ");
    msg_put(&l, setup->lang, describe_rules_key(view->head.rules), NULL);
    buf_text(&l, " · ");
    msg_put(&l, setup->lang, duel ? MSG_ROUND_OF : MSG_ROUND,
            &(msg_args){.n = view->head.round, .of = AZJ_DUEL_ROUNDS});
    buf_end(&l);
    canvas_fill(c, 0, 0, c->width, STYLE_BAR, ' ');
    const int used = canvas_text(c, 0, MARGIN, c->width - 4, STYLE_BAR, left);
    const int room = c->width - 2 * MARGIN - used - 2;
    fit_turn(c, setup, view, room, right, sizeof right);
    const int all = canvas_columns(c, right), width = all < room ? all : room;
    canvas_text(c, 0, c->width - MARGIN - width, width, STYLE_BAR, right);
}

void panel_keys(canvas *c, const play_setup *setup, msg_key keys)
{
    canvas_fill(c, c->height - 1, 0, c->width, STYLE_BAR, ' ');
    canvas_text(c, c->height - 1, MARGIN, c->width - MARGIN, STYLE_BAR,
                msg_text(setup->lang, keys));
}

void panel_last(canvas *c, int y, const play_game *g)
{
    char text[DESCRIBE_MAX];
    canvas_fill(c, y, 0, c->width, STYLE_DIM, 0x2500);
    if (g->step_count == 0)
        return;
    buf b = buf_on(text, sizeof text);
    buf_char(&b, ' ');
    play_describe_step(&b, g, &g->steps[g->step_count - 1]);
    buf_char(&b, ' ');
    buf_end(&b);
    canvas_text(c, y, MARGIN, c->width - 2 * MARGIN, STYLE_PLAIN, text);
}

/* ---- The menu ---- */

void panel_question(canvas *c, int y, const play_setup *setup, const play_choice *choice,
                    size_t cursor)
{
    char text[DESCRIBE_MAX];
    buf q = buf_on(text, sizeof text);
    describe_question(&q, setup->lang, choice);
    buf_end(&q);
    const int x = MARGIN + canvas_text(c, y, MARGIN, c->width - MARGIN, STYLE_TITLE, text) + 2;
    if (choice_asks(choice) != CHOICE_SOURCE)
        return;
    buf o = buf_on(text, sizeof text);
    describe_option(&o, setup->lang, choice, choice->options[cursor]);
    buf_end(&o);
    canvas_text(c, y, x, c->width - x - 1, STYLE_PLAIN, text);
}

static void short_option(char *text, size_t size, const play_setup *setup,
                         const play_choice *choice, size_t i)
{
    buf b = buf_on(text, size);
    describe_option_short(&b, setup->lang, choice, choice->options[i]);
    buf_end(&b);
}

static int widest(const canvas *c, const play_setup *setup, const play_choice *choice)
{
    int width = 1;
    for (size_t i = 0; i < choice->option_count; i++) {
        char text[DESCRIBE_MAX];
        short_option(text, sizeof text, setup, choice, i);
        const int n = canvas_columns(c, text);
        width = n > width ? n : width;
    }
    return width;
}

int panel_menu(canvas *c, int y, int width, int height, const play_setup *setup,
               const play_choice *choice, size_t cursor)
{
    const int cell = widest(c, setup, choice) + 4;
    const int columns = cell >= width ? 1 : (width + 2) / cell; /* the last needs no gap */
    const int row = (int)cursor / columns;
    const int first = row >= height ? row - height + 1 : 0;
    for (int r = 0; r < height; r++)
        for (int k = 0; k < columns; k++) {
            const size_t i = (size_t)((first + r) * columns + k);
            char text[DESCRIBE_MAX];
            if (i >= choice->option_count)
                continue;
            const unsigned style = i == cursor ? STYLE_CURSOR : STYLE_PLAIN;
            const int x = MARGIN + k * cell;
            short_option(text, sizeof text, setup, choice, i);
            if (i == cursor)
                canvas_fill(c, y + r, x, cell - 1 < width ? cell - 1 : width, style, ' ');
            canvas_put(c, y + r, x, style, i == cursor ? '>' : ' ');
            canvas_text(c, y + r, x + 2, width - 2, style, text);
        }
    const int rows = ((int)choice->option_count + columns - 1) / columns;
    if (first > 0)
        canvas_put(c, y, 0, STYLE_TITLE, 0x2191);
    if (first + height < rows)
        canvas_put(c, y + height - 1, 0, STYLE_TITLE, 0x2193);
    return columns;
}

/* ---- The log ---- */

void panel_log(canvas *c, int y, int x, int width, int height, const play_game *g)
{
    size_t first = g->step_count;
    int rows = 0;
    char text[DESCRIBE_MAX];
    while (first > 0) {
        buf b = buf_on(text, sizeof text);
        play_describe_step(&b, g, &g->steps[first - 1]);
        buf_end(&b);
        const int more = canvas_rows(c, width, text);
        if (rows + more > height)
            break;
        rows += more;
        first--;
    }
    for (; first < g->step_count; first++) {
        buf b = buf_on(text, sizeof text);
        play_describe_step(&b, g, &g->steps[first]);
        buf_end(&b);
        y += canvas_wrap(c, y, x, width, height, STYLE_DIM, text);
    }
}

void panel_event_text(char *text, size_t size, const play_game *g, const azj_event *e)
{
    char words[DESCRIBE_MAX];
    buf w = buf_on(words, sizeof words);
    play_describe_event(&w, g, e);
    buf_end(&w);
    snprintf(text, size, "%+3d  %s", e->points, words);
}

void panel_events(canvas *c, int y, int height, const play_game *g, uint32_t last)
{
    const uint32_t first = last + 1 > (uint32_t)height ? last + 1 - (uint32_t)height : 0;
    for (uint32_t i = first; i <= last && i < g->events.count; i++, y++) {
        const azj_event *e = &g->events.at[i];
        char text[2 * DESCRIBE_MAX];
        panel_event_text(text, sizeof text, g, e);
        const unsigned style = e->points > 0 ? STYLE_GOOD : e->points < 0 ? STYLE_BAD : STYLE_PLAIN;
        canvas_put(c, y, MARGIN, STYLE_TITLE, i == last ? '>' : ' ');
        canvas_text(c, y, MARGIN + 2, c->width - MARGIN - 4,
                    i == last ? style | STYLE_STRONG : STYLE_DIM, text);
    }
}

int panel_history(canvas *c, const play_game *g, int from)
{
    int row = 0;
    unsigned round = 0;
    if (g->step_count == 0)
        canvas_text(c, 2, MARGIN, c->width - 4, STYLE_PLAIN,
                    msg_text(g->setup->lang, MSG_LOG_EMPTY));
    for (size_t i = 0; i < g->step_count; i++) {
        char text[DESCRIBE_MAX];
        buf b = buf_on(text, sizeof text);
        if (g->steps[i].round != round) {
            round = g->steps[i].round;
            msg_put(&b, g->setup->lang, MSG_ROUND, &(msg_args){.n = (int)round});
            buf_end(&b);
            if (row >= from && row - from < c->height - 2)
                canvas_text(c, 1 + row - from, MARGIN, c->width - 4, STYLE_TITLE, text);
            row++;
            b = buf_on(text, sizeof text);
        }
        play_describe_step(&b, g, &g->steps[i]);
        buf_end(&b);
        if (row >= from && row - from < c->height - 2)
            canvas_text(c, 1 + row - from, MARGIN + 2, c->width - 6, STYLE_PLAIN, text);
        row++;
    }
    return row;
}

/* ---- Boxes ---- */

enum { HELP_WIDTH = 70, HELP_HEIGHT = 18 };

static void draw_box(canvas *c, int y, int x, int width, int height)
{
    for (int row = 0; row < height; row++) {
        const bool edge = row == 0 || row == height - 1;
        canvas_fill(c, y + row, x, width, STYLE_DIM, edge ? 0x2500 : ' ');
        canvas_put(c, y + row, x, STYLE_DIM, edge ? (row ? 0x2514 : 0x250c) : 0x2502);
        canvas_put(c, y + row, x + width - 1, STYLE_DIM, edge ? (row ? 0x2518 : 0x2510) : 0x2502);
    }
}

void panel_help(canvas *c, const play_setup *setup, msg_key text)
{
    const int x = (c->width - HELP_WIDTH) / 2, y = (c->height - HELP_HEIGHT) / 2;
    draw_box(c, y, x, HELP_WIDTH, HELP_HEIGHT);
    canvas_wrap(c, y + 2, x + 3, HELP_WIDTH - 5, HELP_HEIGHT - 3, STYLE_PLAIN,
                msg_text(setup->lang, text));
}

void panel_curtain(canvas *c, const play_setup *setup, const char *message)
{
    const int width = 56, height = 8, x = (c->width - width) / 2, y = (c->height - height) / 2;
    draw_box(c, y, x, width, height);
    canvas_wrap(c, y + 2, x + 3, width - 6, 2, STYLE_TITLE, message);
    canvas_wrap(c, y + 4, x + 3, width - 6, 3, STYLE_PLAIN, msg_text(setup->lang, MSG_PASS_WHY));
}

void panel_too_small(canvas *c, const play_setup *setup)
{
    char text[DESCRIBE_MAX];
    buf b = buf_on(text, sizeof text);
    msg_put(&b, setup->lang, MSG_TOO_SMALL, &(msg_args){.width = c->width, .height = c->height});
    buf_end(&b);
    canvas_wrap(c, 0, 0, c->width, c->height, STYLE_PLAIN, text);
}
