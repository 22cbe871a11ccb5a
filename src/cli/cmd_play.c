/* cmd_play.c - `azulejo play`: a game in the terminal. The clients: src/term/. */
#include "base/clock.h"
#include "cli/game_files.h"
#include "term/autosave.h"
#include "term/client.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo play [OPTION]...\n"
    "\n"
    "Plays a game in the terminal, against bots or with people at the same keyboard. On a "
    "terminal\n"
    "it takes the whole screen; in a pipe, or with --plain, it asks one line at a time.\n"
    "\n"
    "  --rules RULES      classic, grey, crystal1, crystal2 or duel (default classic)\n"
    "  --players N        2, 3 or 4 (default 2; duel 2)\n"
    "  --seats LIST       who sits where: person, person:NAME or bot:LEVEL, with commas between\n"
    "                     (default a person, then bots)\n"
    "  --level LEVEL      of bots whose seat names none: a name or a number, 1 the easiest\n"
    "                     (the default); ? lists them\n"
    "  --time MS          how long a bot may think about a move (default 1000)\n"
    "  --tablets LIST     duel: like a1,b2,c1, or random (default a1,b1,c1)\n"
    "  --seed S           of the deals (default: another one each time)\n"
    "  --record FILE      keep the game as a record, after those that FILE holds\n"
    "  --resume FILE      resume the last game of a record (or --game N) and keep it there\n"
    "  --replay FILE      look at a recorded game instead of playing\n"
    "  --game N           with --replay or --resume: the Nth game of the file\n"
    "  --lang LANG        the language, like nl (default: as LANG says); ? lists them\n"
    "  --plain            one line at a time\n"
    "  --no-colour        letters only; so does NO_COLOR in the environment\n"
    "  --pace MS          show a bot's move at least this long (default 400)\n"
    "  --help, --version\n";

enum { TIME_MS = 1000, PACE_MS = 400, SIGNAL_STATUS = 128 };

typedef struct play_arguments {
    cli_game game;
    play_setup setup;
    const char *seats, *level, *replay, *resume;
    const char *record; /* of setup.record_path what the command line gave */
    uint64_t number;    /* --game; 0: not given */
    bool plain, menu;
} play_arguments;

/* ---- Seats and levels ---- */

static bool refuse_level(cli_args *a, const char *text, size_t length)
{
    char names[256];
    buf b = buf_on(names, sizeof names);
    for (unsigned level = 1; level <= azj_level_count(); level++) {
        buf_text(&b, azj_level_person(level));
        buf_text(&b, ", ");
    }
    buf_end(&b);
    return cli_wrong(a, "there is no level \"%.*s\": %sor 1 to %u", (int)length, text, names,
                     azj_level_count());
}

/* Reads a bot by name, or a level by number. */
static bool read_level(cli_args *a, const char *text, size_t length, char *level)
{
    const char *bot = azj_bot_find(text, length);
    if (bot) {
        snprintf(level, PLAY_BOT_MAX, "%s", bot);
        return true;
    }
    for (unsigned i = 1; i <= azj_level_count(); i++) {
        char number[12];
        const int digits = snprintf(number, sizeof number, "%u", i);
        if ((size_t)digits == length && strncmp(number, text, length) == 0) {
            snprintf(level, PLAY_BOT_MAX, "%s", azj_level_name(i));
            return true;
        }
    }
    return refuse_level(a, text, length);
}

/* "person", "person:Ann", "bot" or "bot:regular". */
static bool read_seat(cli_args *a, const char *text, size_t length, const char *level,
                      play_seat *seat)
{
    const char *colon = memchr(text, ':', length);
    const size_t word = colon ? (size_t)(colon - text) : length;
    const size_t rest = colon ? length - word - 1 : 0;
    memset(seat, 0, sizeof *seat);
    if (word == 6 && strncmp(text, "person", 6) == 0) {
        if (!rest)
            return true;
        if (!cli_text(a, "person:NAME", colon + 1, rest, PLAY_NAME_MAX))
            return false;
        memcpy(seat->name, colon + 1, rest);
        return true;
    }
    if (word != 3 || strncmp(text, "bot", 3) != 0)
        return cli_wrong(a, "--seats takes person, person:NAME or bot:LEVEL, not \"%.*s\"",
                         (int)length, text);
    seat->bot = true;
    return colon ? read_level(a, colon + 1, rest, seat->level)
                 : read_level(a, level, strlen(level), seat->level);
}

static bool read_seats(cli_args *a, play_arguments *p)
{
    play_setup *s = &p->setup;
    const char *at = p->seats;
    unsigned n = 0;
    for (;; at++) {
        const size_t length = strcspn(at, ",");
        if (n == AZJ_SEATS_MAX)
            return cli_wrong(a, "--seats takes 2 to 4 seats");
        if (!read_seat(a, at, length, p->level, &s->seats[n++]))
            return false;
        at += length;
        if (!*at)
            break;
    }
    if (p->game.players_given && n != p->game.players)
        return cli_wrong(a, "--seats names %u seats, but --players says %u", n, p->game.players);
    if (n < 2)
        return cli_wrong(a, "--seats takes 2 to 4 seats");
    p->game.players = s->game.players = n;
    return true;
}

static bool default_seats(cli_args *a, play_arguments *p)
{
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++) {
        play_seat *seat = &p->setup.seats[i];
        *seat = (play_seat){.bot = i > 0};
        if (!read_level(a, p->level, strlen(p->level), seat->level))
            return false;
    }
    return true;
}

static bool read_language(cli_args *a, const char *text, void *language)
{
    char codes[128];
    buf b = buf_on(codes, sizeof codes);
    if (msg_read_language(text, language))
        return true;
    msg_put_languages(&b);
    buf_end(&b);
    return cli_wrong(a, "--lang takes %s, not \"%s\"", codes, text);
}

/* ---- Options ---- */

/* ---- Starting ---- */

/* A seed that differs between any two games. */
static uint64_t new_seed(void)
{
    return ((uint64_t)clock_wall_ms() * 1000003u + clock_mono_ns()) % 1000000000u;
}

static bool is_screen(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
           strcmp(term, "dumb") != 0;
}

/* Reads game `number` of a file (0: its last one), up to a fault if there is one. False if nothing
 * of the game could be read. */
static bool read_record(cli_args *a, cli_source *s, uint64_t wanted, azj_record *record,
                        azj_text_fault *fault)
{
    uint64_t start = 0;
    azj_text_fault last = {.code = AZJ_E_OK};
    if (!text_form_is_record(s->form))
        return cli_failed(a, "%s holds no record", s->path);
    while ((!wanted || s->games < wanted) && cli_read_game(s, record, &last)) {
        start = s->start;
        *fault = last;
    }
    s->start = start;
    if (s->games == 0 || s->games < wanted)
        return a->stop || cli_failed(a, "%s has %llu game%s", s->path, (unsigned long long)s->games,
                                     s->games == 1 ? "" : "s");
    return record->start.head.players > 0 || cli_failed(a, "%s, line %u, column %u: %s", s->path,
                                                        fault->line, fault->column, fault->text);
}

/* Prints the message of a client that has ended and returns the exit status. */
static int report_end(cli_args *a, const client_end *end)
{
    if (client_failed(end))
        cli_failed(a, "%s", end->failure);
    const int flushed = cli_flush("play");
    if (end->signal)
        return SIGNAL_STATUS + end->signal;
    return a->stop ? a->status : flushed;
}

/* Shows a damaged game up to its fault, then reports the fault. */
static int replay_record(cli_args *a, play_arguments *p, uint64_t number)
{
    cli_source s;
    azj_record record;
    azj_text_fault fault;
    azj_record_init(&record);
    if (cli_open(a, p->replay, &s) && read_record(a, &s, number, &record, &fault)) {
        const bool plain = p->plain || !is_screen();
        const client_end end = (plain ? plain_replay : screen_replay)(&p->setup, &record, &fault);
        a->status = report_end(a, &end);
        if (fault.code != AZJ_E_OK)
            cli_say_fault(&s, &fault);
    }
    azj_record_free(&record);
    cli_close(&s);
    return a->status;
}

/* Accepts a new file, or a file of records to which the game is appended; refuses any other
 * file. */
static bool check_record_path(cli_args *a, const char *path, bool json)
{
    FILE *file = fopen(path, "a");
    if (!file)
        return cli_failed(a, "cannot write %s: %s", path, strerror(errno));
    fclose(file);
    return autosave_takes_records(path, json) ||
           cli_failed(a, "%s exists and is no record (.azr)", path);
}

/* A byte of a file; 0 after its end. */
static int byte_at(const char *path, long at)
{
    FILE *file = fopen(path, "rb");
    const int c = file && fseek(file, at, SEEK_SET) == 0 ? fgetc(file) : 0;
    if (file)
        fclose(file);
    return c;
}

/* Finds the bytes of the game in its file, if the game is complete or the last thing there. The
 * newline before it and the end of its last line belong to it. */
static play_place place_of(const cli_source *s, const azj_text_fault *fault, const char *path)
{
    const long size = autosave_file_size(path);
    const long start = (long)s->start;
    long end = (long)(s->base + s->at);
    play_place place = {.before = start, .json = s->form == TEXT_FORM_RECORD_JSON};
    if (fault->code != AZJ_E_OK && start + (long)fault->offset < size)
        place.before = -1;
    else if (start > 0 && byte_at(path, start - 1) == '\n')
        place.before--;
    if (end < size && byte_at(path, end - 1) != '\n' && byte_at(path, end) == '\n')
        end++;
    place.after = end < size ? size - end : 0;
    return place;
}

/* How the game ended, or NULL if it was only interrupted and can be resumed. */
static const char *ending(const azj_record *r)
{
    const char *cause = azj_record_string(r, r->cause);
    if (r->now.head.phase == AZJ_PHASE_OVER)
        return "normal";
    return *cause && strcmp(cause, "unfinished") != 0 ? cause : NULL;
}

/* Reads the game to resume; from then on it is saved to the file it came from. */
static bool read_resumed(cli_args *a, play_arguments *p, azj_record *record)
{
    cli_source s;
    azj_text_fault fault;
    const bool found = cli_open(a, p->resume, &s) && read_record(a, &s, p->number, record, &fault);
    if (found && ending(record))
        cli_failed(a, "%s: that game is over (%s); only an unfinished one can be continued",
                   p->resume, ending(record));
    if (found && !a->stop) {
        autosave_read_setup(record, &p->setup);
        p->setup.resume = record;
        p->setup.resume_at = (play_place){.before = -1};
        if (!p->setup.record_path && s.file != stdin) {
            p->setup.record_path = p->resume;
            p->setup.resume_at = place_of(&s, &fault, p->resume);
            p->setup.resume_game = p->number;
        }
    }
    if (p->setup.resume_at.json && fault.code != AZJ_E_OK)
        cli_failed(a,
                   "%s, line %u, column %u: %s; a damaged game in JSON can only go on in another "
                   "file: add --record FILE",
                   p->resume, fault.line, fault.column, fault.text);
    cli_close(&s);
    return !a->stop;
}

static bool seats_fit(cli_args *a, const play_arguments *p, const azj_record *record)
{
    const unsigned players = record->start.head.players;
    return p->setup.game.players == players ||
           cli_wrong(a, "--seats names %u seats, but that game has %u", p->setup.game.players,
                     players);
}

static int play_by_arguments(cli_args *a, play_arguments *p);

static int resume_record(cli_args *a, play_arguments *p)
{
    azj_record record;
    azj_record_init(&record);
    int status = CLI_FAILED;
    if (read_resumed(a, p, &record) && (!p->seats || read_seats(a, p)) &&
        seats_fit(a, p, &record)) {
        p->resume = NULL;
        p->menu = false;
        status = play_by_arguments(a, p);
    }
    azj_record_free(&record);
    return a->stop ? a->status : status;
}

/* What the start menu asked for: the last game of a file, resumed or shown. After a replay the menu
 * comes again, as it was. */
static int serve_wish(cli_args *a, play_arguments *p, const client_end *end)
{
    play_arguments shown = *p;
    if (end->wish == WISH_REPLAY) {
        shown.replay = end->file;
        const int status = replay_record(a, &shown, 0);
        p->menu = true;
        return a->stop || status > SIGNAL_STATUS ? status : play_by_arguments(a, p);
    }
    shown.resume = end->file;
    shown.number = 0;
    shown.seats = NULL; /* the record's */
    shown.setup.record_path = p->record;
    shown.setup.resume_at = (play_place){0};
    shown.setup.resume_game = 0;
    return play_by_arguments(a, &shown);
}

static int play_by_arguments(cli_args *a, play_arguments *p)
{
    client_end end;
    if (p->resume)
        return resume_record(a, p);
    if (p->setup.record_path && !p->replay &&
        !check_record_path(a, p->setup.record_path, p->setup.resume_at.json))
        return a->status;
    if (p->replay)
        return replay_record(a, p, p->number ? p->number : 1);
    if (p->plain || !is_screen())
        end = plain_play(&p->setup);
    else
        end = screen_play(&p->setup, p->menu);
    return end.wish == WISH_NONE ? report_end(a, &end) : serve_wish(a, p, &end);
}

static bool read_options(cli_args *a, play_arguments *p)
{
    bool no_colour = false;
    const cli_option options[] = {CLI_GAME(&p->game),
                                  CLI_WORD("seats", &p->seats),
                                  CLI_WORD("level", &p->level),
                                  CLI_NUMBER32("time", &p->setup.time_ms, 1, 600000),
                                  CLI_NUMBER32("pace", &p->setup.pace_ms, 0, 60000),
                                  CLI_SEED(&p->setup.seed),
                                  CLI_WORD("record", &p->setup.record_path),
                                  CLI_WORD("replay", &p->replay),
                                  CLI_WORD("resume", &p->resume),
                                  CLI_NUMBER("game", &p->number, 1, 1000000000),
                                  CLI_READ("lang", read_language, &p->setup.lang),
                                  CLI_FLAG("plain", &p->plain),
                                  CLI_FLAG("no-colour", &no_colour),
                                  CLI_FLAG("no-color", &no_colour),
                                  {0}};
    const bool read = cli_read(a, options);
    p->setup.colour = p->setup.colour && !no_colour;
    p->menu = !p->seats && !p->game.rules_given && !p->game.players_given;
    p->record = p->setup.record_path;
    return read;
}

int cmd_play(int argc, char **argv)
{
    const char *no_colour = getenv("NO_COLOR");
    setlocale(LC_ALL, "");
    cli_args a = cli_begin("play", HELP, NULL, argc, argv);
    play_arguments p = {.game = cli_game_default(),
                        .setup = {.seed = new_seed(),
                                  .lang = msg_environment(),
                                  .colour = !no_colour || !*no_colour,
                                  .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
                                  .time_ms = TIME_MS,
                                  .pace_ms = PACE_MS},
                        .level = azj_level_name(1)};
    if (!read_options(&a, &p) || !cli_operands(&a, 0))
        return a.status;
    if (!(p.seats ? read_seats(&a, &p) : default_seats(&a, &p)) || !cli_game_check(&a, &p.game))
        return a.status;
    p.setup.game =
        (play_rules){p.game.rules, p.game.players, p.game.tablets, p.game.random_tablets};
    if (p.resume && (p.replay || p.game.rules_given || p.game.tablets_given))
        cli_wrong(&a, "--resume goes on with a game as it is: no --rules, --tablets, --replay");
    if (a.stop)
        return a.status;
    return play_by_arguments(&a, &p);
}
