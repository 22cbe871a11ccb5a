/* game_files.c - files of records and positions: see game_files.h. */
#include "cli/game_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW_FIRST = 64 << 10, WINDOW_MAX = 2 * CLI_GAME_MAX };

bool cli_read_form_option(cli_args *a, const char *text, void *json)
{
    const bool is_json = strcmp(text, "json") == 0;
    *(int *)json = is_json;
    if (is_json || strcmp(text, "text") == 0)
        return true;
    return cli_wrong(a, "--to takes text or json, not \"%s\"", text);
}

/* ---- The window ---- */

/* Moves on to a byte of the window, counting lines. */
static void move_to(cli_source *s, size_t at)
{
    for (; s->at < at; s->at++) {
        s->column++;
        if (s->text[s->at] == '\n') {
            s->line++;
            s->column = 1;
        }
    }
}

static bool grow_window(cli_source *s)
{
    const size_t room = s->room ? 2 * s->room : WINDOW_FIRST;
    char *text = realloc(s->text, room);
    if (!text)
        return cli_failed(s->args, "out of memory");
    s->text = text;
    s->room = room;
    return true;
}

/* Fills the window until it holds a whole game after `at`, or the file has ended. */
static void fill_window(cli_source *s)
{
    if (s->ended || s->length - s->at >= CLI_GAME_MAX)
        return;
    memmove(s->text, s->text + s->at, s->length - s->at);
    s->length -= s->at;
    s->base += s->at;
    s->at = 0;
    while (!s->ended && (s->length < s->room || s->room < WINDOW_MAX)) {
        if (s->length == s->room && !grow_window(s))
            return;
        const size_t got = fread(s->text + s->length, 1, s->room - s->length, s->file);
        s->length += got;
        s->ended = got == 0;
    }
    if (s->ended && ferror(s->file))
        cli_failed(s->args, "cannot read %s: %s", s->path, strerror(errno));
}

/* Gives up on endless input that has produced nothing for the maximal length of a game. */
static bool too_long(cli_source *s, const char *what)
{
    return cli_failed(s->args, "%s, line %u: no %s within %d MiB", s->path, s->line, what,
                      CLI_GAME_MAX >> 20);
}

/* Skips the text between games; returns whether another game follows. */
static bool has_more(cli_source *s)
{
    fill_window(s);
    size_t at = s->at;
    const bool more = !s->args->stop && azj_record_more(s->text, s->length, &at);
    if (!more && !s->ended)
        return !s->args->stop && too_long(s, "game or position begins");
    move_to(s, at);
    s->start = s->base + s->at;
    return more;
}

bool cli_open(cli_args *a, const char *path, cli_source *s)
{
    const bool standard = strcmp(path, "-") == 0;
    *s = (cli_source){.args = a, .path = path, .line = 1, .column = 1};
    s->file = standard ? stdin : fopen(path, "rb");
    if (!s->file)
        return cli_failed(a, "cannot open %s: %s", path, strerror(errno));
    if (!grow_window(s))
        return false;
    const bool more = has_more(s);
    s->form = more ? text_form_of(s->text + s->at, s->length - s->at) : TEXT_FORM_RECORD;
    return !a->stop;
}

void cli_close(cli_source *s)
{
    if (s->file && s->file != stdin)
        fclose(s->file);
    free(s->text);
    *s = (cli_source){0};
}

/* ---- Games and positions ---- */

/* Converts a position relative to the game that was read into one relative to the file. */
static void found(cli_source *s, azj_text_fault *fault)
{
    s->faults++;
    unsigned line = s->line, column = s->column;
    for (size_t i = 0; i < fault->offset && s->at + i < s->length; i++) {
        column++;
        if (s->text[s->at + i] == '\n') {
            line++;
            column = 1;
        }
    }
    fault->line = line;
    fault->column = column;
}

/* Stops at the limit of reported faults. */
static bool has_enough(cli_source *s)
{
    return s->faults == CLI_FAULTS_MAX &&
           !cli_failed(s->args, "%s: %d faults; the rest has not been looked at", s->path,
                       CLI_FAULTS_MAX);
}

/* Returns whether the window ended inside the game: then reading stops. */
static bool is_cut(const cli_source *s, size_t end)
{
    return end == s->length && !s->ended;
}

/* After a fault at `at`: moves to the next game of the text form. */
static void skip_damage(cli_source *s, size_t at)
{
    move_to(s, at);
    fill_window(s);
    at = s->at;
    azj_record_skip(s->text, s->length, &at);
    if (at < s->length || s->ended)
        move_to(s, at);
    else
        too_long(s, "other game begins");
}

bool cli_read_game(cli_source *s, azj_record *r, azj_text_fault *fault)
{
    fault->code = AZJ_E_OK;
    if (has_enough(s) || !has_more(s))
        return false;
    size_t end = 0;
    text_next_game(s->form, s->text + s->at, s->length - s->at, &end, r, fault);
    end += s->at;
    if (is_cut(s, end))
        return too_long(s, "end of this game");
    if (fault->code != AZJ_E_OK)
        found(s, fault);
    if (fault->code != AZJ_E_OK && s->form == TEXT_FORM_RECORD)
        skip_damage(s, end);
    else
        move_to(s, end);
    s->games += r->tag_count > 0;
    return true;
}

/* The byte after the line at `at`; a JSON game continues until a line begins with another
 * object. */
static size_t end_of_position(const cli_source *s, size_t at)
{
    for (;;) {
        const char *newline = memchr(s->text + at, '\n', s->length - at);
        if (!newline)
            return s->length;
        at = (size_t)(newline - s->text) + 1;
        if (s->form == TEXT_FORM_POSITION || (at < s->length && s->text[at] == '{'))
            return at;
    }
}

bool cli_read_position(cli_source *s, azj_state *state, azj_text_fault *fault)
{
    fault->code = AZJ_E_OK;
    if (has_enough(s) || !has_more(s))
        return false;
    const size_t end = end_of_position(s, s->at);
    if (is_cut(s, end))
        return too_long(s, "end of this position");
    if (azj_position_read(s->text + s->at, end - s->at, state, fault) != AZJ_E_OK)
        found(s, fault);
    move_to(s, end);
    return true;
}

void cli_say_fault(cli_source *s, const azj_text_fault *fault)
{
    fflush(stdout); /* prints the games before the fault first */
    fprintf(stderr, "azulejo %s: %s, line %u, column %u: %s\n", s->args->verb, s->path, fault->line,
            fault->column, fault->text);
    s->args->status = CLI_FAILED;
}
