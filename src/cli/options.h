/* options.h - how every verb reads its arguments, with the same messages everywhere.
 *
 *     static const struct option options[] = {
 *         {"rules", required_argument, NULL, 'r'}, CLI_COMMON_OPTIONS, {0}};
 *     cli_args a = cli_begin("trace", HELP, options, argc, argv);
 *     for (int o; (o = cli_next(&a)) != CLI_END;)
 *         switch (o) {
 *         case 'r': cli_rules(&a, optarg, &rules); break;
 *         }
 *     if (a.stop)
 *         return a.status;
 *
 * cli_next handles --help, --version and unknown options itself. After the first mistake (or after
 * --help) it returns CLI_END with `stop` set, and `status` is what the verb returns. Every reader
 * of a value returns true, or prints one line, sets `stop` and returns false.
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
bool cli_seed(cli_args *a, const char *text, uint64_t *seed);
bool cli_rules(cli_args *a, const char *text, azj_rules *rules);
/* Text that goes into records and onto the terminal as it is: UTF-8 without control characters,
 * fewer than `size` bytes. */
bool cli_text(cli_args *a, const char *option, const char *text, size_t length, size_t size);

/* The game that --rules, --players and --tablets ask for. Options not given leave the defaults:
 * classic, 2 players, the tablets of a first game. */
typedef struct cli_game {
    azj_rules rules;
    unsigned players;
    unsigned tablets;    /* as azj_duel.tablets */
    bool random_tablets; /* --tablets random: drawn for each game */
    bool rules_given, players_given, tablets_given;
} cli_game;

cli_game cli_game_default(void);

/* Reads --rules ('r'), --players ('p') or --tablets ('t'). */
bool cli_game_option(cli_args *a, cli_game *game, int option, const char *text);

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
