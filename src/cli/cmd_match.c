/* cmd_match.c - `azulejo match`: measures which player is stronger. The manual: docs/match.md. */
#include "base/clock.h"
#include "cli/client.h"
#include "cli/match/run.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char HELP[] =
    "usage: azulejo match PLAYER PLAYER... [OPTION]...\n"
    "\n"
    "Plays games between bots and says who is stronger, and how sure that is. Every deal is\n"
    "played once for each rotation of the seats.\n"
    "\n"
    "A PLAYER is a built-in bot or a program that speaks the engine protocol:\n"
    "  uct    uct@nodes=2000    fast=uct@time=20    cmd:./mybot    old=cmd@style=2:./mybot\n"
    "\n"
    "  --rules RULES      classic, grey, crystal1, crystal2 or duel (default classic)\n"
    "  --players N        seats of a game: 2, 3 or 4 (default 2)\n"
    "  --tablets LIST     duel: like a1,b2,c1, or random (default a1,b1,c1)\n"
    "  --games N          about N games (default 200; with --sprt at most 40000), or\n"
    "  --deals N          N deals, each in all rotations, for all lineups\n"
    "  --positions FILE   start from the positions of FILE, one a line, each in all rotations\n"
    "                     (default: each of them once)\n"
    "  --lineup WHICH     robin: all lineups (default); gauntlet: those with the first player;\n"
    "                     one: the first player in one seat, another in all the others\n"
    "  --gauntlet         the same as --lineup gauntlet\n"
    "  --concurrency N    games at the same time (default 1)\n"
    "  --budget S         end after S seconds with what has been played by then\n"
    "  --seed S           of all deals (default 1)\n"
    "\n"
    "  --time MS          for each move (default 100 when there is no other limit)\n"
    "  --clock MS         for the game; --inc MS is added after each move\n"
    "  --nodes N, --depth N\n"
    "  --margin MS        an answer may come so late (default 100)\n"
    "  --stall MS         and is waited for so much longer (default 10000)\n"
    "  --start MS         how long a program may take to start (default 10000)\n"
    "  --cpu-time         time built-in bots by the work that their thread does\n"
    "\n"
    "  --sprt E0,E1[,A,B] two players: stop as soon as it is clear whether the first is E1 Elo\n"
    "                     stronger rather than E0 (chances of error A and B, default 0.05)\n"
    "  --log FILE         one JSON line a game; a match that was stopped goes on from it\n"
    "  --add              the log may be of the first players only; the others are added to it\n"
    "  --json FILE        the result as JSON (- : standard output, instead of the text)\n"
    "  --record FILE      all games as a record, after those that FILE holds\n"
    "  --event TEXT       a name for the record\n"
    "  --store URL        play on all `azulejo work --store URL`, too; with --nodes or --depth "
    "the\n"
    "                     games are the same. Built-in bots only\n"
    "  --only-workers     with --store: play no games here\n"
    "  --stderr           show what the programs write to standard error\n"
    "  --quiet            no progress line\n"
    "  --help, --version\n";

enum {
    GAMES = 200,
    GAMES_SPRT = 40000,
    TIME_MS = 100,
    CONCURRENCY_MAX = 256,
    EVENT_MAX = 1024 /* of a tag */
};

/* ---- Options ---- */

/* "0,5" or "0,5,0.05,0.05" */
static bool read_sprt(cli_args *a, const char *text, void *config)
{
    match_config *c = config;
    double value[4] = {0, 0, 0.05, 0.05};
    unsigned n = 0;
    for (const char *at = text; n < 4;) {
        const size_t length = strcspn(at, ",");
        if (!proto_decimal((proto_word){at, length}, &value[n++]))
            n = 5;
        else if (at[length] == '\0')
            break;
        at += length + 1;
    }
    c->sprt = true;
    c->test = (stats_sprt){value[0], value[1], value[2], value[3]};
    const bool errors = value[2] > 0 && value[2] < 0.5 && value[3] > 0 && value[3] < 0.5;
    return (n >= 2 && n <= 4 && value[0] < value[1] && errors) ||
           cli_wrong(a, "--sprt takes ELO0,ELO1 with ELO0 below ELO1, and two chances of error "
                        "between 0 and 0.5: like 0,5 or 0,5,0.05,0.05");
}

static bool read_lineup(cli_args *a, const char *text, void *format)
{
    for (unsigned f = 0; f < MATCH_FORMATS; f++)
        if (strcmp(text, match_format_word((match_format)f)) == 0) {
            *(match_format *)format = (match_format)f;
            return true;
        }
    return cli_wrong(a, "--lineup takes robin, gauntlet or one, not \"%s\"", text);
}

static bool read_event(cli_args *a, const char *text, void *event)
{
    *(const char **)event = text;
    return cli_text(a, "--event", text, strlen(text), EVENT_MAX);
}

static bool read_options(cli_args *a, match_config *c, uint64_t *games)
{
    const cli_option options[] = {
        CLI_GAME(&c->game),
        CLI_NUMBER("games", games, 1, UINT32_MAX),
        CLI_NUMBER("deals", &c->deals, 1, UINT32_MAX),
        MATCH_OPTIONS(c, CONCURRENCY_MAX),
        CLI_READ("lineup", read_lineup, &c->format),
        CLI_ROW("gauntlet", CLI_IS_FLAG, any, &c->format, 0, 0, read_lineup),
        CLI_NUMBER32("clock", &c->limits.clock_ms, 1, UINT32_MAX),
        CLI_NUMBER32("inc", &c->limits.increment_ms, 0, UINT32_MAX),
        CLI_FLAG("cpu-time", &c->cpu_time),
        CLI_READ("sprt", read_sprt, c),
        CLI_FLAG("add", &c->add),
        CLI_WORD("json", &c->json_path),
        CLI_WORD("record", &c->record_path),
        CLI_READ("event", read_event, &c->event),
        CLI_WORD("store", &c->store),
        CLI_FLAG("only-workers", &c->only_workers),
        {0}};
    return cli_read(a, options);
}

static bool read_players(cli_args *a, match_config *c)
{
    const int count = a->argc - optind;
    if (count < 2 || count > MATCH_PLAYERS_MAX)
        return cli_wrong(a, "2 to %d players are wanted; `azulejo match --help` explains them",
                         MATCH_PLAYERS_MAX);
    for (int i = 0; i < count; i++)
        if (!match_player_read(a, a->argv[optind + i], &c->player[c->count++]))
            return false;
    match_players_name(c);
    return true;
}

/* Sets the defaults of options that were not given. */
static void set_defaults(match_config *c, uint64_t games)
{
    match_schedule one;
    if (!match_limits_any(&c->limits))
        c->limits.time_ms = TIME_MS;
    if (c->deals == 0 && games == 0 && !c->sprt)
        c->deals = c->starts; /* each position once */
    if (c->deals > 0)
        return;
    if (games == 0)
        games = c->sprt ? GAMES_SPRT : GAMES;
    c->deals = 1;
    if (match_schedule_init(&one, c)) {
        c->deals = (games + one.games - 1) / one.games;
        match_schedule_release(&one);
    }
}

/* The game of the match, which start positions may decide. */
static bool read_game(cli_args *a, match_config *c)
{
    if (!c->positions_path)
        return cli_game_check(a, &c->game);
    if (c->game.tablets_given)
        return cli_wrong(a, "--tablets and --positions exclude each other: the positions have "
                            "their tablets");
    return match_positions_read(a, c);
}

static bool read_config(cli_args *a, match_config *c)
{
    uint64_t games = 0;
    match_config_init(c);
    if (!read_options(a, c, &games) || !read_game(a, c) || !read_players(a, c))
        return false;
    if (c->sprt && c->count != 2)
        return cli_wrong(a, "--sprt compares two players");
    for (unsigned i = 0; i < c->count; i++)
        if (c->cpu_time && c->player[i].threads > 1)
            return cli_wrong(a, "--cpu-time measures one thread, but %s has %u", c->player[i].name,
                             c->player[i].threads);
    if (c->add && !c->log_path)
        return cli_wrong(a, "--add wants the --log of the match");
    if (c->only_workers && !c->store)
        return cli_wrong(a, "--only-workers wants the --store of the workers");
    for (unsigned i = 0; c->store && i < c->count; i++)
        if (c->player[i].command)
            return cli_wrong(a,
                             "%s: with --store only built-in bots play: workers start no "
                             "programs",
                             c->player[i].spec);
    c->deals_given = games > 0 || c->deals > 0;
    set_defaults(c, games);
    return true;
}

/* ---- The match ---- */

static bool plays_match(cli_args *a, const match_config *c, const match_player *p,
                        const client *one)
{
    if (!(one->rules >> c->game.rules & 1u))
        return cli_failed(a, "%s does not play %s", p->name, azj_rules_name(c->game.rules));
    return proto_seats_allow(&one->seats, c->game.rules, c->game.players) ||
           cli_failed(a, "%s does not play %s with %u seats", p->name,
                      azj_rules_name(c->game.rules), c->game.players);
}

/* A program that does not start, or does not play these rules, is an error in the arguments. The
 * others get the names that they report. */
static bool try_programs(cli_args *a, match_config *c)
{
    client *one = calloc(1, sizeof *one);
    bool fine = true;
    if (!one)
        return cli_failed(a, "out of memory");
    for (unsigned i = 0; fine && i < c->count; i++) {
        match_player *p = &c->player[i];
        if (!p->command)
            continue;
        fine =
            client_start(one, p->command, !c->show_stderr, clock_mono_us() + 1000u * c->start_ms) ||
            cli_failed(a, "%s: %s", p->name, one->why);
        if (fine) {
            match_player_call(p, one->name);
            fine = plays_match(a, c, p, one);
        }
        client_end(one);
    }
    free(one);
    match_players_name(c);
    return fine;
}

/* Checks that a path can be written and gets its file status; false after a message. */
static bool try_output(cli_args *a, const char *path, struct stat *file)
{
    FILE *f = fopen(path, "a");
    const bool fine = f && fstat(fileno(f), file) == 0;
    const int why = errno;
    if (f)
        fclose(f);
    return fine || cli_failed(a, "%s: %s", path, strerror(why));
}

/* Refuses output files that cannot be written or that are the log before the match starts. */
static bool try_outputs(cli_args *a, const match_config *c)
{
    const bool prints = c->json_path && strcmp(c->json_path, "-") == 0;
    const char *path[] = {c->log_path, c->record_path, prints ? NULL : c->json_path};
    static const char *const option[] = {"--log", "--record", "--json"};
    struct stat file[3];
    for (unsigned i = 0; i < 3; i++) {
        if (path[i] && !try_output(a, path[i], &file[i]))
            return false;
        for (unsigned k = 0; path[i] && k < i; k++)
            if (path[k] && S_ISREG(file[i].st_mode) && file[k].st_dev == file[i].st_dev &&
                file[k].st_ino == file[i].st_ino)
                return cli_wrong(a, "%s and %s are the same file, %s", option[k], option[i],
                                 path[i]);
    }
    return !c->record_path || match_records_accept(a, c->record_path);
}

static void take_logged(void *context, const match_game *g)
{
    match_results_add(context, g);
}

static bool write_json(cli_args *a, const match_config *c, const match_results *r)
{
    if (!c->json_path)
        return true;
    const bool out = strcmp(c->json_path, "-") == 0;
    FILE *f = out ? stdout : fopen(c->json_path, "w");
    if (!f)
        return cli_failed(a, "%s: %s", c->json_path, strerror(errno));
    match_report_json(r, f);
    if (!out && fclose(f))
        return cli_failed(a, "%s: %s", c->json_path, strerror(errno));
    return true;
}

static bool play_match(cli_args *a, const match_config *c, const match_schedule *s, match_log *log,
                       match_results *results)
{
    if (!match_results_init(results, c, s))
        return cli_failed(a, "out of memory");
    if (!match_log_open(a, log, c, s, take_logged, results) || !match_run(a, c, s, log, results))
        return false;
    if (!c->json_path || strcmp(c->json_path, "-") != 0)
        match_report_text(results, stdout);
    return write_json(a, c, results) && (!c->record_path || match_write_records(a, c, s, log));
}

static bool run_match(cli_args *a, match_config *c)
{
    match_schedule schedule = {0};
    match_log log = {.fd = -1};
    match_results *results = calloc(1, sizeof *results);
    signal(SIGPIPE, SIG_IGN);
    bool fine = results || cli_failed(a, "out of memory");
    fine = fine && try_outputs(a, c) && try_programs(a, c) && (!c->add || match_log_extend(a, c));
    if (fine && !match_schedule_init(&schedule, c))
        fine = cli_failed(a, "out of memory");
    fine = fine && play_match(a, c, &schedule, &log, results);
    match_log_close(&log);
    if (results)
        match_results_release(results);
    match_schedule_release(&schedule);
    free(results);
    return fine;
}

int cmd_match(int argc, char **argv)
{
    cli_args a = cli_begin("match", HELP, NULL, argc, argv);
    match_config *config = calloc(1, sizeof *config);
    if (!config)
        cli_failed(&a, "out of memory");
    else if (read_config(&a, config))
        run_match(&a, config);
    if (config)
        match_positions_release(config);
    free(config);
    return cli_finish(&a);
}
