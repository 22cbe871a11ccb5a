/* screen.c - frames of the full-screen client, and its main loop: see screen.h. */
#include "term/screen.h"
#include "term/autosave.h"
#include "term/glyphs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LOG_WIDTH = 30 };

/* ---- Frames ---- */

void screen_scene(const play_screen *s, play_scene *scene)
{
    const unsigned viewer = play_viewer(&s->game);
    memset(scene, 0, sizeof *scene);
    scene->setup = s->setup;
    azj_view(play_state(&s->game), viewer, &scene->view);
    scene->front = play_front(&s->game);
    for (unsigned seat = 0; seat < scene->view.head.players; seat++)
        scene->scores[seat] = azj_score(&scene->view, seat);
    scene->since = viewer == scene->view.head.seat ? s->since[viewer] : s->game.before;
}

static bool begin_frame(play_screen *s)
{
    int width, height;
    terminal_size(&width, &height);
    canvas_begin(&s->canvas, width, height, s->setup->unicode);
    if (width >= TERM_WIDTH_MIN && height >= TERM_HEIGHT_MIN)
        return true;
    panel_too_small(&s->canvas, s->setup);
    terminal_paint(&s->canvas);
    return false;
}

/* The menu on the left and the log on the right, as far as there is room for both. */
static void draw_choice(play_screen *s, int y, int height)
{
    canvas *c = &s->canvas;
    const int log = c->width > 100 ? c->width / 3 : LOG_WIDTH;
    height -= s->message[0] != '\0'; /* it takes the last row */
    panel_question(c, y, s->setup, &s->choice, s->cursor);
    s->columns =
        panel_menu(c, y + 1, c->width - log - 4, height - 1, s->setup, &s->choice, s->cursor);
    if (s->hint) /* the reasons take the place of the log */
        canvas_wrap(c, y + 1, c->width - log - 1, log, height - 1, STYLE_PLAIN, s->advice);
    else
        panel_log(c, y + 1, c->width - log - 1, log, height - 1, &s->game);
}

static void draw_message(play_screen *s, int y, int height)
{
    canvas *c = &s->canvas;
    const int rows = canvas_wrap(c, y, 2, c->width - 4, 2, STYLE_TITLE, s->message);
    panel_log(c, y + rows, 2, c->width - 4, height - rows, &s->game);
}

static void draw_below(play_screen *s, screen_mode mode, int y, uint32_t event)
{
    static const msg_key keys[] = {[SCREEN_CHOOSE] = MSG_KEYS_CHOOSE,
                                   [SCREEN_WAIT] = MSG_KEYS_WAIT,
                                   [SCREEN_SCORING] = MSG_KEYS_SCORING,
                                   [SCREEN_OVER] = MSG_KEYS_OVER,
                                   [SCREEN_REPLAY] = MSG_KEYS_REPLAY};
    canvas *c = &s->canvas;
    const int height = c->height - y - 2; /* the rule above, the keys below */
    panel_last(c, y, &s->game);
    panel_keys(c, s->setup, keys[mode]);
    switch (mode) {
    case SCREEN_CHOOSE:
        draw_choice(s, y + 1, height);
        break;
    case SCREEN_SCORING:
        canvas_text(c, y + 1, 2, 40, STYLE_TITLE, s->message);
        panel_events(c, y + 2, height - 1, &s->game, event);
        break;
    case SCREEN_REPLAY:
        canvas_text(c, y + 1, 2, c->width - 4,
                    s->fault.code == AZJ_E_OK ? STYLE_TITLE : STYLE_BAD | STYLE_STRONG, s->message);
        if (s->game.events.count)
            panel_events(c, y + 2, height - 1, &s->game, s->game.events.count - 1);
        else
            panel_log(c, y + 2, 4, c->width - 6, height - 1, &s->game);
        break;
    default:
        draw_message(s, y + 1, height);
    }
}

void screen_show(play_screen *s, screen_mode mode, const play_scene *scene, uint32_t event)
{
    if (!begin_frame(s))
        return;
    panel_top(&s->canvas, s->setup, &scene->view);
    draw_below(s, mode, scene_draw(&s->canvas, scene), event);
    if (mode == SCREEN_CHOOSE && s->message[0])
        canvas_fill(&s->canvas, s->canvas.height - 2, 0, s->canvas.width, STYLE_PLAIN, ' ');
    if (mode == SCREEN_CHOOSE)
        canvas_text(&s->canvas, s->canvas.height - 2, 2, s->canvas.width - 4,
                    STYLE_TITLE | STYLE_STRONG, s->message);
    terminal_paint(&s->canvas);
}

void screen_curtain(play_screen *s)
{
    if (!begin_frame(s))
        return;
    panel_top(&s->canvas, s->setup, play_state(&s->game));
    panel_curtain(&s->canvas, s->setup, s->message);
    panel_keys(&s->canvas, s->setup, MSG_KEYS_PASS);
    terminal_paint(&s->canvas);
}

/* ---- Keys that work everywhere ---- */

/* Shows a box or page until a key comes. */
static void show_help(play_screen *s)
{
    do {
        if (!begin_frame(s))
            continue;
        panel_top(&s->canvas, s->setup, play_state(&s->game));
        panel_help(&s->canvas, s->setup, s->replaying ? MSG_HELP_REPLAY : MSG_HELP_SCREEN);
        panel_keys(&s->canvas, s->setup, MSG_KEYS_CLOSE);
        terminal_paint(&s->canvas);
    } while (terminal_key(-1) == TERM_SIZE);
}

static int scrolled(int key, int from, int rows, int page)
{
    const int end = rows > page ? rows - page : 0;
    if (key == TERM_UP || key == TERM_PAGE_UP)
        from -= key == TERM_UP ? 1 : page;
    else if (key == TERM_DOWN || key == TERM_PAGE_DOWN)
        from += key == TERM_DOWN ? 1 : page;
    return from < 0 ? 0 : from > end ? end : from;
}

static bool scrolls(int key)
{
    return key == TERM_UP || key == TERM_DOWN || key == TERM_PAGE_UP || key == TERM_PAGE_DOWN ||
           key == TERM_SIZE;
}

static void show_history(play_screen *s)
{
    int from = 1 << 20, key = TERM_SIZE;
    while (scrolls(key)) {
        if (begin_frame(s)) {
            canvas *c = &s->canvas;
            const int rows = panel_history(c, &s->game, 1 << 20);
            from = scrolled(key, from, rows, c->height - 2);
            panel_history(c, &s->game, from);
            panel_top(c, s->setup, play_state(&s->game));
            panel_keys(c, s->setup, MSG_KEYS_CLOSE);
            terminal_paint(c);
        }
        key = terminal_key(-1);
    }
}

void screen_overlay(play_screen *s, int key)
{
    if (key == '?')
        show_help(s);
    else
        show_history(s);
}

static int ask_in_keys(play_screen *s, msg_key question)
{
    canvas *c = &s->canvas;
    canvas_fill(c, c->height - 1, 0, c->width, STYLE_BAR, ' ');
    canvas_text(c, c->height - 1, 2, c->width - 4, STYLE_BAR, msg_text(s->setup->lang, question));
    terminal_paint(c);
    return terminal_key(-1);
}

/* Saves the game under a name of its own; stays if that fails. */
static void save_and_quit(play_screen *s)
{
    autosave_new_name(s->save_path, sizeof s->save_path);
    const char *why = autosave_move_to(&s->game, s->setup, s->save_path);
    s->quit = !why;
    if (s->quit)
        return;
    buf b = buf_on(s->message, sizeof s->message);
    msg_put(&b, s->setup->lang, MSG_SAVE_FAILED, &(msg_args){.path = s->save_path, .why = why});
    buf_end(&b);
}

/* A game that is over or has not begun is left without asking. */
static void ask_quit(play_screen *s)
{
    const bool kept = s->setup->record_path != NULL;
    if (s->game.step_count == 0 || play_state(&s->game)->head.phase == AZJ_PHASE_OVER) {
        s->quit = true;
        return;
    }
    const int key = ask_in_keys(s, kept ? MSG_QUIT_SAVED : MSG_QUIT_ASK);
    if (!kept && (key == 's' || key == 'S'))
        save_and_quit(s);
    else
        s->quit = key == 'y' || key == 'Y' || key == 'j' || key == 'J' || key == TERM_STOP;
}

static bool too_small(void)
{
    int width, height;
    terminal_size(&width, &height);
    return width < TERM_WIDTH_MIN || height < TERM_HEIGHT_MIN;
}

int screen_key(play_screen *s, int timeout_ms)
{
    const int key = terminal_key(timeout_ms);
    if (key == TERM_STOP) {
        s->quit = true;
    } else if (key == 'q' || key == 'Q') {
        ask_quit(s);
    } else if (key != TERM_NONE && too_small()) {
        return TERM_SIZE;
    } else if (key == '?' || key == 'l' || key == 'L') {
        screen_overlay(s, key);
    } else {
        return key;
    }
    return TERM_SIZE;
}

/* ---- The game ---- */

static void play_on(play_screen *s)
{
    while (!s->quit && !s->again) {
        if (play_state(&s->game)->head.phase == AZJ_PHASE_OVER)
            screen_game_over(s);
        else if (play_bot_to_move(&s->game))
            screen_bot_turn(s);
        else {
            screen_pass_on(s);
            screen_person_turn(s);
        }
    }
}

/* How the game ended and where it is saved: printed after the screen is gone. */
static void write_farewell(play_screen *s)
{
    buf b = buf_on(s->farewell, sizeof s->farewell);
    if (play_state(&s->game)->head.phase == AZJ_PHASE_OVER) {
        play_describe_result(&b, &s->game);
        buf_char(&b, '\n');
    }
    if (s->setup->record_path) {
        const msg_args path = {.path = s->setup->record_path};
        msg_put(&b, s->setup->lang, MSG_SAVED, &path);
        buf_char(&b, '\n');
        if (play_state(&s->game)->head.phase != AZJ_PHASE_OVER) {
            char words[4200];
            autosave_resume_words(s->setup, words, sizeof words);
            msg_put(&b, s->setup->lang, MSG_RESUME_WITH, &(msg_args){.path = words});
            buf_char(&b, '\n');
        }
    }
    buf_end(&b);
}

static void one_game(play_screen *s)
{
    const azj_error error = play_begin(&s->game, s->setup);
    s->again = false;
    if (error) {
        client_fail(&s->end, "the game cannot start: %s", azj_error_template(error));
        return;
    }
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++)
        s->since[seat] = *play_state(&s->game);
    s->message[0] = '\0';
    if (s->setup->resume)
        snprintf(s->message, sizeof s->message, "%s", msg_text(s->setup->lang, MSG_RESUMED));
    s->setup->resume = NULL; /* another game is a new one */
    play_on(s);
    play_stop_thinking(&s->game);
    if (play_close(&s->game, "unfinished"))
        write_farewell(s);
    else
        client_fail(&s->end, "cannot write %s: %s", s->setup->record_path, strerror(errno));
    play_free(&s->game);
}

static void put_farewell(const play_screen *s)
{
    char plain[2 * sizeof s->farewell];
    buf b = buf_on(plain, sizeof plain);
    if (!s->setup->unicode)
        glyphs_put_ascii(&b, s->farewell);
    buf_end(&b);
    fputs(s->setup->unicode ? s->farewell : plain, stdout);
}

bool screen_begin(play_screen *s, play_setup *setup)
{
    memset(s, 0, sizeof *s);
    s->setup = setup;
    if (terminal_begin(setup->colour))
        return true;
    client_fail(&s->end, "this terminal cannot show the table; try --plain");
    return false;
}

client_end screen_finish(play_screen *s)
{
    terminal_end();
    s->end.signal = terminal_stop_signal();
    return s->end;
}

client_end screen_play(play_setup *setup, bool menu)
{
    static play_screen s;
    if (!screen_begin(&s, setup))
        return s.end;
    s.again = !menu || screen_menu(&s);
    while (s.again && !client_failed(&s.end)) {
        one_game(&s);
        s.again = s.again && !s.quit && !client_failed(&s.end) && screen_menu(&s);
    }
    screen_finish(&s);
    put_farewell(&s);
    return s.end;
}
