/* options.h - how every verb reads its arguments, with the same messages everywhere.
 *
 *     cli_args a = cli_begin("trace", HELP, NULL, argc, argv);
 *     const cli_option options[] = {CLI_GAME(&game), CLI_NUMBER("games", &games, 1, 1000),
 *                                   CLI_FLAG("record", &record), {0}};
 *     if (!cli_read(&a, options) || !cli_operands(&a, 0))
 *         return a.status;
 *
 * cli_read handles --help, --version and unknown options itself. After the first mistake (or after
 * --help) `stop` is set, and `status` is what the verb returns. Every reader of a value returns
 * true, or prints one line, sets `stop` and returns false. Verbs whose options are not known before
 * the program runs give cli_begin a table of getopt_long and call cli_next.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <azulejo/rules.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };
enum { CLI_END = -1 };

/* The values of getopt_long's table that cli_next handles itself. */
#define CLI_COMMON_OPTIONS                \
    {"help", no_argument, NULL, 'h'},     \
    {                                     \
        "version", no_argument, NULL, 'V' \
    }

typedef struct cli_args {
    const char *verb;
    const char *help; /* the whole help text, ending in a newline */
    const struct option *options;
    int argc;
    char **argv;
    bool stop;  /* the verb must return `status` now */
    int status; /* CLI_OK, CLI_FAILED, CLI_USAGE */
} cli_args;

cli_args cli_begin(const char *verb, const char *help, const struct option *options, int argc,
                   char **argv);

/* The game that --rules, --players and --tablets ask for. Options not given leave the defaults:
 * classic, 2 players, the tablets of a first game. */
typedef struct cli_game {
    azj_rules rules;
    unsigned players;
    unsigned tablets;    /* as azj_duel.tablets */
    bool random_tablets; /* --tablets random: drawn for each game */
    bool rules_given, players_given, tablets_given;
} cli_game;

/* ---- Options as a table ---- */
typedef enum cli_kind {
    CLI_IS_FLAG,
    CLI_IS_NUMBER,
    CLI_IS_NUMBER32,
    CLI_IS_WORD,
    CLI_IS_SEED,
    CLI_IS_GAME,
    CLI_IS_READ
} cli_kind;

typedef bool cli_reader(cli_args *a, const char *text, void *to);

typedef struct cli_option {
    const char *name; /* without its dashes; NULL after the last */
    cli_kind kind;
    union {
        bool *flag;
        uint64_t *number;
        uint32_t *number32;
        const char **word;
        cli_game *game;
        void *any;
    } to;
    uint64_t min, max;
    cli_reader *read;   /* CLI_IS_READ; of a flag NULL, or called with the name */
    const char **given; /* NULL, or receives the option's name when it is given */
} cli_option;

#define CLI_ROW(name, kind, member, p, min, max, reader)    \
    {                                                       \
        name, kind, {.member = (p)}, min, max, reader, NULL \
    }
#define CLI_FLAG(name, p) CLI_ROW(name, CLI_IS_FLAG, flag, p, 0, 0, NULL)
#define CLI_NUMBER(name, p, min, max) CLI_ROW(name, CLI_IS_NUMBER, number, p, min, max, NULL)
#define CLI_NUMBER32(name, p, min, max) CLI_ROW(name, CLI_IS_NUMBER32, number32, p, min, max, NULL)
#define CLI_WORD(name, p) CLI_ROW(name, CLI_IS_WORD, word, p, 0, 0, NULL)
#define CLI_SEED(p) CLI_ROW("seed", CLI_IS_SEED, number, p, 0, UINT64_MAX, NULL)
/* A value that `reader` reads into `p`. */
#define CLI_READ(name, reader, p) CLI_ROW(name, CLI_IS_READ, any, p, 0, 0, reader)
/* The options that make up a cli_game. */
#define CLI_RULES(p) CLI_ROW("rules", CLI_IS_GAME, game, p, 0, 0, NULL)
#define CLI_PLAYERS(p) CLI_ROW("players", CLI_IS_GAME, game, p, 0, 0, NULL)
#define CLI_TABLETS(p) CLI_ROW("tablets", CLI_IS_GAME, game, p, 0, 0, NULL)
#define CLI_GAME(p) CLI_RULES(p), CLI_PLAYERS(p), CLI_TABLETS(p)

/* Reads all options; then optind is the first argument that is not an option. False: see `stop`. */
bool cli_read(cli_args *a, const cli_option *options);

/* The next option's `val`, or CLI_END; then optind is the first argument that is not an option. */
int cli_next(cli_args *a);

/* Prints one line on standard error, "azulejo VERB: …", and stops with CLI_USAGE; returns false. */
bool cli_wrong(cli_args *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the same line with CLI_FAILED, for failures that are not the caller's mistake. Returns
 * false. */
bool cli_failed(cli_args *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Refuses more than `allowed` arguments that are not options. */
bool cli_operands(cli_args *a, int allowed);

/* ---- Values: `option` is its name for the message, like "--games" ---- */
bool cli_number(cli_args *a, const char *option, const char *text, uint64_t min, uint64_t max,
                uint64_t *value);
/* Text that goes into records and onto the terminal as it is: UTF-8 without control characters,
 * fewer than `size` bytes. */
bool cli_text(cli_args *a, const char *option, const char *text, size_t length, size_t size);

cli_game cli_game_default(void);

/* After the last option: checks that they fit together. */
bool cli_game_check(cli_args *a, const cli_game *game);

/* Options for azj_new; draws the tablets when they are to be random (`rng` may be NULL if not). */
azj_options cli_game_options(const cli_game *game, azj_rng *rng);

/* ---- Output and files ---- */
void cli_print_version(void);

/* Flushes standard output; a full disc or a closed pipe is a failure. Returns the exit status. */
int cli_flush(const char *verb);

/* Ends a verb: flushes and returns `status`, or a failure if flushing failed. */
int cli_finish(cli_args *a);

/* Reads a whole file ("-": standard input) of at most `max` bytes, with a terminating 0; NULL
 * after a message. The caller frees it. */
char *cli_read_file(cli_args *a, const char *path, size_t max, size_t *length);

#endif
