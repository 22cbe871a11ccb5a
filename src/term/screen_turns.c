/* screen_turns.c - people choose, bots think, points are counted, the game is over. */
#include "base/clock.h"
#include "term/screen.h"

#include <ctype.h>
#include <string.h>

enum { TICK_MS = 50, SCORING_MS = 250 };

static void set_message(play_screen *s, msg_key key, const msg_args *values)
{
    buf b = buf_on(s->message, sizeof s->message);
    msg_put(&b, s->setup->lang, key, values);
    buf_end(&b);
}

/* ---- Points, one after the other ---- */

/* A point or two in the middle of a round are shown without a pause. */
static bool worth_showing(const play_game *g)
{
    const unsigned phase = g->settled.head.phase;
    return g->events.count > 1 ||
           (g->events.count == 1 && (phase == AZJ_PHASE_DEAL || phase == AZJ_PHASE_OVER));
}

static void show_points(play_screen *s)
{
    const uint32_t count = s->game.events.count;
    const int wait = play_people(s->setup) ? -1 : SCORING_MS;
    set_message(s, MSG_SCORING, NULL);
    for (uint32_t i = 0; worth_showing(&s->game) && i < count && !s->quit;) {
        play_scene scene;
        scoring_scene(&s->game, &scene, i);
        screen_show(s, SCREEN_SCORING, &scene, i);
        const int key = screen_key(s, wait);
        if (key == TERM_ESCAPE)
            break;
        if (key == TERM_ENTER || key == ' ' || key == TERM_RIGHT || key == TERM_DOWN ||
            key == TERM_NONE)
            i++;
        else if ((key == TERM_LEFT || key == TERM_UP) && i > 0)
            i--;
    }
    s->message[0] = '\0';
}

static void make_move(play_screen *s, azj_move move)
{
    azj_fault why = {0};
    const unsigned seat = play_state(&s->game)->head.seat;
    s->hint = 0;
    if (play_make(&s->game, move, &why)) {
        buf b = buf_on(s->message, sizeof s->message);
        msg_put_fault(&b, s->setup->lang, &why);
        buf_end(&b);
        return;
    }
    show_points(s);
    if (s->game.events.count == 1 && !worth_showing(&s->game))
        panel_event_text(s->message, sizeof s->message, &s->game, &s->game.events.at[0]);
    s->since[seat] = *play_state(&s->game);
}

/* ---- Bots ---- */

static void wait_shown(play_screen *s, screen_mode mode)
{
    play_scene scene;
    screen_scene(s, &scene);
    screen_show(s, mode, &scene, 0);
}

static void put_mover(const play_screen *s, char *name, size_t size)
{
    buf b = buf_on(name, size);
    play_name(&b, s->setup, play_state(&s->game)->head.seat);
    buf_end(&b);
}

static void undo_move(play_screen *s)
{
    const bool done = play_undo(&s->game);
    s->hint = 0;
    set_message(s, done ? MSG_UNDONE : MSG_NOTHING_TO_UNDO, NULL);
    for (unsigned seat = 0; done && seat < AZJ_SEATS_MAX; seat++)
        s->since[seat] = *play_state(&s->game);
}

/* A key while a bot thinks: a move can be taken back, everything else waits. False: the search is
 * not wanted any more. */
static bool take_waiting_key(play_screen *s, int key)
{
    char name[2 * PLAY_NAME_MAX];
    if (key == TERM_NONE || key == TERM_SIZE)
        return true;
    if ((key == 'u' || key == 'U') && play_people(s->setup)) {
        const size_t steps = s->game.step_count;
        undo_move(s);
        return s->game.step_count == steps;
    }
    put_mover(s, name, sizeof name);
    set_message(s, MSG_NOT_NOW, &(msg_args){.who = name});
    return true;
}

/* Waits until the search is done and the screen has been unchanged for the pace. False: the search
 * was given up. */
static bool wait_for_bot(play_screen *s, uint64_t until_us)
{
    while (!s->quit && (play_thinking(&s->game) || clock_mono_us() < until_us)) {
        wait_shown(s, SCREEN_WAIT);
        if (!take_waiting_key(s, screen_key(s, TICK_MS)))
            return false;
    }
    return !s->quit;
}

void screen_bot_turn(play_screen *s)
{
    char name[2 * PLAY_NAME_MAX];
    const uint64_t until = clock_mono_us() + 1000u * (uint64_t)s->setup->pace_ms;
    put_mover(s, name, sizeof name);
    set_message(s, MSG_THINKING, &(msg_args){.who = name});
    if (play_think(&s->game, false)) {
        s->quit = true;
        return;
    }
    if (!wait_for_bot(s, until))
        return;
    s->message[0] = '\0';
    const azj_move move = play_thought(&s->game);
    if (move)
        make_move(s, move);
    else
        s->quit = true;
}

/* ---- People ---- */

static void move_cursor(play_screen *s, int by)
{
    const long at = (long)s->cursor + by;
    if (at >= 0 && at < (long)s->choice.option_count)
        s->cursor = (size_t)at;
}

/* At a new step the cursor stands on the hint, if there is one. */
static void new_step(play_screen *s)
{
    s->cursor = 0;
    if (s->hint)
        choice_find(&s->choice, s->hint, &s->cursor);
}

static void choose_option(play_screen *s)
{
    const azj_move move = choice_take(&s->choice, s->cursor);
    s->message[0] = '\0';
    if (move)
        make_move(s, move);
    else
        new_step(s);
}

static void show_hint(play_screen *s, azj_move move)
{
    char text[DESCRIBE_MAX];
    buf b = buf_on(text, sizeof text);
    describe_advice(&b, s->setup->lang, move);
    buf_end(&b);
    set_message(s, MSG_HINT_IS, &(msg_args){.move = text});
    buf a = buf_on(s->advice, sizeof s->advice);
    advice_put(&a, &s->game);
    buf_end(&a);
    s->hint = move;
    while (choice_back(&s->choice))
        ;
    new_step(s);
}

/* Esc gives it up. */
static bool wait_for_hint(play_screen *s)
{
    int key = TERM_NONE;
    while (!s->quit && key != TERM_ESCAPE && play_thinking(&s->game)) {
        wait_shown(s, SCREEN_WAIT);
        key = screen_key(s, TICK_MS);
    }
    return !s->quit && key != TERM_ESCAPE;
}

static void ask_hint(play_screen *s)
{
    set_message(s, MSG_HINT_THINKING, NULL);
    if (play_think(&s->game, true))
        return;
    const bool wanted = wait_for_hint(s);
    if (!wanted)
        play_stop_thinking(&s->game);
    const azj_move move = wanted ? play_thought(&s->game) : 0;
    s->message[0] = '\0';
    if (move)
        show_hint(s, move);
}

/* The next option after the cursor whose digit or colour letter this is. */
static void jump_to_option(play_screen *s, int key)
{
    static const char letters[] = "byrkt";
    const char *letter = strchr(letters, tolower(key));
    const size_t n = s->choice.option_count;
    for (size_t i = 1; i <= n; i++) {
        const size_t at = (s->cursor + i) % n;
        const azj_move option = s->choice.options[at];
        const bool found = letter
                               ? choice_colour(&s->choice, option) == (unsigned)(letter - letters)
                               : choice_digit(&s->choice, option) == key - '0';
        if (found) {
            s->cursor = at;
            return;
        }
    }
}

/* In a menu of one row every arrow key moves the cursor. */
static int rows_step(const play_screen *s)
{
    return (size_t)s->columns < s->choice.option_count ? s->columns : 1;
}

static void take_arrow(play_screen *s, int key)
{
    switch (key) {
    case TERM_LEFT:
        move_cursor(s, -1);
        break;
    case TERM_RIGHT:
        move_cursor(s, 1);
        break;
    case TERM_UP:
        move_cursor(s, -rows_step(s));
        break;
    case TERM_DOWN:
        move_cursor(s, rows_step(s));
        break;
    case TERM_HOME:
        s->cursor = 0;
        break;
    case TERM_END:
        s->cursor = s->choice.option_count - 1;
        break;
    default:
        break;
    }
}

static void step_back(play_screen *s)
{
    if (choice_back(&s->choice))
        new_step(s);
    s->message[0] = '\0';
}

static void take_key(play_screen *s, int key)
{
    if (key == TERM_ENTER || key == ' ')
        choose_option(s);
    else if (key == TERM_ESCAPE || key == TERM_BACK)
        step_back(s);
    else if (key == 'u' || key == 'U')
        undo_move(s);
    else if (key == 'h' || key == 'H')
        ask_hint(s);
    else if (key > 0 && key < 128 && strchr("byrktBYRKT0123456789", key))
        jump_to_option(s, key);
    else
        take_arrow(s, key);
}

/* If a person has secrets from the others, nothing is shown until the keyboard has changed hands.
 * */
void screen_pass_on(play_screen *s)
{
    if (play_must_hide(&s->game)) {
        char name[2 * PLAY_NAME_MAX];
        put_mover(s, name, sizeof name);
        set_message(s, MSG_PASS_ON, &(msg_args){.who = name});
        do
            screen_curtain(s);
        while (!s->quit && screen_key(s, -1) != TERM_ENTER);
        s->message[0] = '\0';
    }
    play_look(&s->game);
}

void screen_person_turn(play_screen *s)
{
    play_scene scene;
    screen_scene(s, &scene);
    choice_begin(&s->choice, &scene.view);
    new_step(s);
    const size_t steps = s->game.step_count;
    while (!s->quit && s->game.step_count == steps) {
        scene.pick = s->choice.options[s->cursor];
        scene.asks = choice_asks(&s->choice);
        screen_show(s, SCREEN_CHOOSE, &scene, 0);
        const int key = screen_key(s, -1);
        if (key != TERM_SIZE)
            take_key(s, key);
    }
}

/* ---- The end ---- */

void screen_game_over(play_screen *s)
{
    buf b = buf_on(s->message, sizeof s->message);
    play_describe_result(&b, &s->game);
    buf_end(&b);
    while (!s->quit && !s->again) {
        wait_shown(s, SCREEN_OVER);
        const int key = screen_key(s, -1);
        if (key == 'n' || key == 'N')
            s->again = true;
        if ((key == 'u' || key == 'U') && play_people(s->setup)) {
            undo_move(s);
            return;
        }
    }
}
