/* plain.c - the plain client: one question, one line. Works in a pipe and with a screen reader. */
#include "term/advice.h"
#include "term/autosave.h"
#include "term/client.h"
#include "term/describe.h"
#include "term/glyphs.h"
#include "term/narrate.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_MAX = 256 };

typedef struct plain_client {
    play_setup *setup;
    play_game game;
    play_choice choice;
    msg_lang lang;
    bool relist; /* the options of this step have not been printed yet */
    bool quit;
    bool ended; /* the input has */
    client_end end;
    char save_path[INPUT_MAX];
} plain_client;

void client_fail(client_end *end, const char *format, ...)
{
    va_list values;
    if (client_failed(end))
        return;
    va_start(values, format);
    vsnprintf(end->failure, sizeof end->failure, format, values);
    va_end(values);
}

/* ---- Output ---- */

/* Prints it, with ASCII only where the locale has nothing else. */
static void print(const plain_client *c, const char *text)
{
    char plain[2 * NARRATE_MAX];
    buf b = buf_on(plain, sizeof plain);
    if (!c->setup->unicode)
        glyphs_put_ascii(&b, text);
    buf_end(&b);
    fputs(c->setup->unicode ? text : plain, stdout);
}

__attribute__((format(printf, 2, 3))) static void print_line(const plain_client *c,
                                                             const char *format, ...)
{
    char text[3 * DESCRIBE_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    print(c, text);
    putchar('\n');
}

static void print_message(const plain_client *c, msg_key key, const msg_args *values)
{
    char text[DESCRIBE_MAX * 2];
    buf b = buf_on(text, sizeof text);
    msg_put(&b, c->lang, key, values);
    buf_end(&b);
    print_line(c, "%s", text);
}

static void print_buf(const plain_client *c, buf *b)
{
    buf_end(b);
    print(c, b->at);
}

static void show_board(plain_client *c, const azj_state *view, unsigned seat)
{
    char text[NARRATE_MAX];
    buf b = buf_on(text, sizeof text);
    narrate_board(&b, c->game.setup, view, seat);
    print_buf(c, &b);
}

static void show_table(plain_client *c, const azj_state *view)
{
    char text[NARRATE_MAX];
    buf b = buf_on(text, sizeof text);
    narrate_table(&b, c->game.setup, view);
    print_buf(c, &b);
}

static void show_all(plain_client *c)
{
    azj_state view;
    azj_view(play_state(&c->game), play_viewer(&c->game), &view);
    show_table(c, &view);
    for (unsigned seat = 0; seat < view.head.players; seat++)
        show_board(c, &view, seat);
}

static void show_step(plain_client *c, const play_step *step)
{
    char text[DESCRIBE_MAX], notation[AZJ_MOVE_TEXT_MAX];
    const unsigned viewer = play_viewer(&c->game);
    buf b = buf_on(text, sizeof text);
    play_describe_step(&b, &c->game, step);
    buf_end(&b);
    azj_move_text(step->move, notation, sizeof notation);
    const bool secret = azj_move_kind_of(step->move) == AZJ_RETURN && step->seat != viewer;
    print_line(c, "%s  [%s]", text, secret ? "?" : notation);
}

static void show_events(plain_client *c)
{
    for (uint32_t i = 0; i < c->game.events.count; i++) {
        const azj_event *e = &c->game.events.at[i];
        char text[DESCRIBE_MAX];
        buf b = buf_on(text, sizeof text);
        play_describe_event(&b, &c->game, e);
        buf_end(&b);
        print_line(c, "  %+d = %d  %s", e->points, e->score, text);
    }
}

static void show_moves(plain_client *c)
{
    for (size_t i = 0; i < c->game.step_count; i++)
        show_step(c, &c->game.steps[i]);
}

static void show_options(plain_client *c)
{
    char text[DESCRIBE_MAX];
    buf q = buf_on(text, sizeof text);
    describe_question(&q, c->lang, &c->choice);
    buf_end(&q);
    print_line(c, "%s", text);
    c->relist = false;
    for (size_t i = 0; i < c->choice.option_count; i++) {
        buf b = buf_on(text, sizeof text);
        describe_option(&b, c->lang, &c->choice, c->choice.options[i]);
        buf_end(&b);
        print_line(c, "%3zu  %s", i + 1, text);
    }
}

/* ---- Moves ---- */

static void make_move(plain_client *c, azj_move move)
{
    azj_fault why = {0};
    if (play_make(&c->game, move, &why)) {
        char text[DESCRIBE_MAX];
        buf b = buf_on(text, sizeof text);
        msg_put_fault(&b, c->lang, &why);
        buf_end(&b);
        print_line(c, "%s", text);
        return;
    }
    show_step(c, &c->game.steps[c->game.step_count - 1]);
    show_events(c);
}

static void give_hint(plain_client *c)
{
    const azj_error error = play_think(&c->game, true);
    const azj_move move = error ? 0 : play_thought(&c->game);
    if (!move)
        return;
    char text[DESCRIBE_MAX], notation[AZJ_MOVE_TEXT_MAX];
    buf b = buf_on(text, sizeof text);
    describe_advice(&b, c->lang, move);
    azj_move_text(move, notation, sizeof notation);
    buf_text(&b, "  [");
    buf_text(&b, notation);
    buf_char(&b, ']');
    buf_end(&b);
    print_message(c, MSG_HINT_IS, &(msg_args){.move = text});
    char more[ADVICE_MAX];
    buf m = buf_on(more, sizeof more);
    advice_put(&m, &c->game);
    print_buf(c, &m);
}

/* ---- Input ---- */

/* One line without its end and the blanks around it; false at the end of the input. */
static bool read_line(char *line, size_t size, char **text)
{
    if (!fgets(line, (int)size, stdin))
        return false;
    size_t length = strlen(line);
    if (length && line[length - 1] != '\n')
        for (int ch; (ch = getchar()) != EOF && ch != '\n';)
            ; /* the rest of a line that is too long */
    while (length && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    *text = line + strspn(line, " \t");
    return true;
}

/* The answer was a number: 1 … option_count. */
static void take_number(plain_client *c, const char *text)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    if (n < 1 || n > c->choice.option_count) {
        print_message(c, MSG_NO_CHOICE,
                      &(msg_args){.answer = text, .n = (int)c->choice.option_count});
        return;
    }
    const azj_move move = choice_take(&c->choice, n - 1);
    c->relist = true;
    if (move)
        make_move(c, move);
}

static void take_notation(plain_client *c, const char *text)
{
    azj_move move;
    if (azj_move_parse(c->game.setup->game.rules, text, strlen(text), &move, NULL) == AZJ_E_OK)
        make_move(c, move);
    else
        print_message(c, MSG_NOT_UNDERSTOOD, &(msg_args){.answer = text});
}

static void undo_move(plain_client *c)
{
    print_message(c, play_undo(&c->game) ? MSG_UNDONE : MSG_NOTHING_TO_UNDO, NULL);
}

/* "save", or "save FILE". */
static void save_game(plain_client *c, const char *path)
{
    char name[INPUT_MAX];
    autosave_new_name(name, sizeof name);
    if (*path)
        snprintf(name, sizeof name, "%s", path);
    const char *why = autosave_move_to(&c->game, c->setup, name);
    print_message(c, why ? MSG_SAVE_FAILED : MSG_SAVED, &(msg_args){.path = name, .why = why});
    if (why) /* the game stays in the file it had */
        return;
    memcpy(c->save_path, name, sizeof name);
    c->setup->record_path = c->save_path;
}

static bool is_command(const char *text, const char *word)
{
    return strcmp(text, word) == 0 || (text[0] == word[0] && !text[1]);
}

/* True when the text was a command. The letter h is a hint, as on the full screen. */
static bool take_command(plain_client *c, const char *text)
{
    if (is_command(text, "quit") || strcmp(text, "exit") == 0)
        c->quit = true;
    else if (is_command(text, "undo"))
        undo_move(c);
    else if (strcmp(text, "help") == 0 || strcmp(text, "?") == 0)
        print_message(c, MSG_HELP_LINES, NULL);
    else if (is_command(text, "hint"))
        give_hint(c);
    else if (is_command(text, "show"))
        show_all(c);
    else if (strcmp(text, "moves") == 0)
        show_moves(c);
    else if (strcmp(text, "save") == 0 || strncmp(text, "save ", 5) == 0)
        save_game(c, text + 4 + strspn(text + 4, " "));
    else if (strcmp(text, "back") == 0)
        c->relist = choice_back(&c->choice);
    else
        return false;
    return true;
}

static void take_answer(plain_client *c, const char *text)
{
    if (take_command(c, text))
        return;
    if (!*text)
        c->relist = true;
    else if (strspn(text, "0123456789") == strlen(text))
        take_number(c, text);
    else
        take_notation(c, text);
}

/* ---- Turns ---- */

static void show_turn(plain_client *c)
{
    char name[2 * PLAY_NAME_MAX];
    const unsigned seat = play_state(&c->game)->head.seat;
    buf b = buf_on(name, sizeof name);
    play_name(&b, c->game.setup, seat);
    buf_end(&b);
    putchar('\n');
    show_table(c, &c->choice.view);
    show_board(c, &c->choice.view, seat);
    const bool you = play_people(c->game.setup) == 1 && !c->game.setup->seats[seat].name[0];
    print_message(c, you ? MSG_TURN_YOURS : MSG_TURN_OTHER, &(msg_args){.who = name});
}

/* At a terminal the keyboard changes hands before a person's secrets are printed; output to a pipe
 * is not our concern. */
static void pass_on(plain_client *c)
{
    if (play_must_hide(&c->game) && isatty(STDIN_FILENO)) {
        char name[2 * PLAY_NAME_MAX], line[INPUT_MAX], *text;
        buf b = buf_on(name, sizeof name);
        play_name(&b, c->setup, play_state(&c->game)->head.seat);
        buf_end(&b);
        print_message(c, MSG_PASS_ON, &(msg_args){.who = name});
        print_message(c, MSG_PASS_WHY, NULL);
        fflush(stdout);
        c->ended = !read_line(line, sizeof line, &text);
    }
    play_look(&c->game);
}

/* Asks until a move is made or taken back. */
static void person_turn(plain_client *c)
{
    const size_t steps = c->game.step_count;
    const unsigned seat = play_state(&c->game)->head.seat;
    azj_state view;
    char line[INPUT_MAX], *text;
    azj_view(play_state(&c->game), seat, &view);
    choice_begin(&c->choice, &view);
    c->choice.words = true;
    show_turn(c);
    c->relist = true;
    while (!c->quit && !c->ended && c->game.step_count == steps) {
        if (c->relist)
            show_options(c);
        print(c, msg_text(c->lang, MSG_PROMPT));
        fflush(stdout);
        c->ended = !read_line(line, sizeof line, &text);
        if (!c->ended)
            take_answer(c, text);
    }
}

static void bot_turn(plain_client *c)
{
    const azj_error error = play_think(&c->game, false);
    const azj_move move = error ? 0 : play_thought(&c->game);
    if (move)
        make_move(c, move);
    else
        client_fail(&c->end, "the bot cannot play: %s", azj_error_template(error));
}

static void show_end(plain_client *c)
{
    char text[DESCRIBE_MAX];
    buf b = buf_on(text, sizeof text);
    putchar('\n');
    show_all(c);
    print_message(c, MSG_REFUSAL_GAME_OVER, NULL);
    play_describe_result(&b, &c->game);
    buf_end(&b);
    print_line(c, "%s", text);
}

static void close_game(plain_client *c)
{
    const char *path = c->game.setup->record_path;
    if (c->ended)
        putchar('\n');
    if (c->ended || c->quit)
        print_message(c, c->ended ? MSG_INPUT_ENDED : MSG_GOODBYE, NULL);
    if (!play_close(&c->game, "unfinished"))
        client_fail(&c->end, "cannot write %s: %s", path, strerror(errno));
    else if (path)
        print_message(c, MSG_SAVED, &(msg_args){.path = path});
    if (path && !client_failed(&c->end) && play_state(&c->game)->head.phase != AZJ_PHASE_OVER) {
        char words[4200];
        autosave_resume_words(c->game.setup, words, sizeof words);
        print_message(c, MSG_RESUME_WITH, &(msg_args){.path = words});
    }
}

static bool goes_on(const plain_client *c)
{
    return !client_failed(&c->end) && !c->quit && !c->ended &&
           play_state(&c->game)->head.phase != AZJ_PHASE_OVER;
}

static void show_end_if_over(plain_client *c)
{
    if (!client_failed(&c->end) && play_state(&c->game)->head.phase == AZJ_PHASE_OVER)
        show_end(c);
}

client_end plain_play(play_setup *setup)
{
    static plain_client c;
    c = (plain_client){.setup = setup, .lang = setup->lang};
    const azj_error error = play_begin(&c.game, setup);
    if (error)
        client_fail(&c.end, "the game cannot start: %s", azj_error_template(error));
    else if (setup->resume)
        print_message(&c, MSG_RESUMED, NULL);
    while (goes_on(&c)) {
        if (play_bot_to_move(&c.game)) {
            bot_turn(&c);
            continue;
        }
        pass_on(&c);
        if (!c.ended)
            person_turn(&c);
    }
    show_end_if_over(&c);
    if (!error)
        close_game(&c);
    play_free(&c.game);
    return c.end;
}

/* ---- Records ---- */

client_end plain_replay(play_setup *setup, const azj_record *record, const azj_text_fault *fault)
{
    static plain_client c;
    const uint32_t moves = play_record_moves(record);
    c = (plain_client){.setup = setup, .lang = setup->lang};
    if (fault->code != AZJ_E_OK)
        print_message(&c, MSG_REPLAY_DAMAGED,
                      &(msg_args){.line = (int)fault->line,
                                  .column = (int)fault->column,
                                  .why = fault->text});
    for (uint32_t at = 0; at <= moves; at++) {
        const azj_error error = play_show_record(&c.game, setup, record, at);
        if (error) {
            client_fail(&c.end, "the record cannot be shown: %s", azj_error_template(error));
            break;
        }
        if (at > 0) {
            show_step(&c, &c.game.steps[at - 1]);
            show_events(&c);
        }
        if (at == 0 || c.game.settled.head.phase == AZJ_PHASE_DEAL)
            show_table(&c, play_state(&c.game));
    }
    show_end_if_over(&c);
    play_free(&c.game);
    return c.end;
}
