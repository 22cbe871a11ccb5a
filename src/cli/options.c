/* options.c - arguments of the verbs: see options.h. */
#include "cli/options.h"
#include "base/json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cli_args cli_begin(const char *verb, const char *help, const struct option *options, int argc,
                   char **argv)
{
    optind = 1;
    opterr = 0; /* the messages are ours */
    return (cli_args){verb, help, options, argc, argv, false, CLI_OK};
}

/* Prints only the first message. */
static void stop_with(cli_args *a, int status, const char *format, va_list values)
{
    if (!a->stop) {
        fprintf(stderr, "azulejo %s: ", a->verb);
        vfprintf(stderr, format, values);
        fputc('\n', stderr);
    }
    a->stop = true;
    a->status = status;
}

bool cli_wrong(cli_args *a, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    stop_with(a, CLI_USAGE, format, values);
    va_end(values);
    return false;
}

bool cli_failed(cli_args *a, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    stop_with(a, CLI_FAILED, format, values);
    va_end(values);
    return false;
}

static void print_and_stop(cli_args *a, int option)
{
    if (option == 'h')
        fputs(a->help, stdout);
    else
        cli_print_version();
    a->stop = true;
    a->status = cli_flush(a->verb);
}

/* optopt is 0 for an unknown long option, else the letter or the long option's value. */
static void refuse_option(cli_args *a)
{
    const char *last = a->argv[optind - 1];
    const char letter[] = {'-', (char)optopt, '\0'};
    if (optopt && last[0] == '-' && last[1] == '-' && strchr(last, '='))
        cli_wrong(a, "%.*s takes no value", (int)strcspn(last, "="), last);
    else
        cli_wrong(a, "there is no option \"%s\"; `azulejo %s --help` lists them",
                  optopt ? letter : last, a->verb);
}

int cli_next(cli_args *a)
{
    if (a->stop)
        return CLI_END;
    int option = getopt_long(a->argc, a->argv, ":hV", a->options, NULL);
    if (option == 'h' || option == 'V')
        print_and_stop(a, option);
    else if (option == ':')
        cli_wrong(a, "%s wants a value", a->argv[optind - 1]);
    else if (option == '?')
        refuse_option(a);
    return a->stop ? CLI_END : option;
}

bool cli_operands(cli_args *a, int allowed)
{
    if (a->stop)
        return false;
    if (a->argc - optind <= allowed)
        return true;
    return cli_wrong(a, "what is \"%s\"? `azulejo %s --help` says what goes here",
                     a->argv[optind + allowed], a->verb);
}

/* Accepts digits only: no sign, blank, exponent or overflow. */
static bool read_decimal(const char *text, uint64_t *value)
{
    uint64_t n = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        const unsigned digit = (unsigned)(*text - '0');
        if (n > (UINT64_MAX - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *value = n;
    return true;
}

bool cli_number(cli_args *a, const char *option, const char *text, uint64_t min, uint64_t max,
                uint64_t *value)
{
    uint64_t n;
    if (read_decimal(text, &n) && n >= min && n <= max) {
        *value = n;
        return true;
    }
    return cli_wrong(a, "%s takes a number from %llu to %llu, not \"%s\"", option,
                     (unsigned long long)min, (unsigned long long)max, text);
}

static bool read_rules(cli_args *a, const char *text, azj_rules *rules)
{
    for (int r = 0; r < AZJ_RULES_NB; r++)
        if (strcmp(text, azj_rules_name((azj_rules)r)) == 0) {
            *rules = (azj_rules)r;
            return true;
        }
    return cli_wrong(a, "--rules takes classic, grey, crystal1, crystal2 or duel, not \"%s\"",
                     text);
}

bool cli_text(cli_args *a, const char *option, const char *text, size_t length, size_t size)
{
    for (size_t i = 0, n; i < length; i += n) {
        const unsigned char c = (unsigned char)text[i];
        n = utf8_length(text + i, length - i);
        if (n == 0)
            return cli_wrong(a, "%s: byte %zu is no UTF-8", option, i + 1);
        if (c < ' ' || c == 127 || (c == 0xc2 && (unsigned char)text[i + 1] < 0xa0))
            return cli_wrong(a, "%s: byte %zu is a control character, which no name may have",
                             option, i + 1);
    }
    return length < size ||
           cli_wrong(a, "%s takes at most %zu bytes, not %zu", option, size - 1, length);
}

/* ---- The game asked for ---- */

cli_game cli_game_default(void)
{
    return (cli_game){.rules = AZJ_CLASSIC, .players = 2, .tablets = AZJ_TABLETS_FIRST_GAME};
}

static bool read_players(cli_args *a, const char *text, unsigned *players)
{
    if (text[0] >= '2' && text[0] <= '4' && !text[1]) {
        *players = (unsigned)(text[0] - '0');
        return true;
    }
    return cli_wrong(a, "--players takes 2, 3 or 4, not \"%s\"", text);
}

/* "a1,b2,c1": each tablet at most once, three or four of them, in any order. */
static bool read_tablets(const char *text, unsigned *tablets)
{
    unsigned chosen = 0, count = 0;
    for (const char *at = text;; at += 3) {
        if (at[0] < 'a' || at[0] > 'd' || at[1] < '1' || at[1] > '2')
            return false;
        const unsigned shift = 2 * (unsigned)(at[0] - 'a');
        if (chosen >> shift & 3u)
            return false;
        chosen |= (unsigned)(at[1] - '0') << shift;
        count++;
        if (at[2] != ',') {
            *tablets = chosen;
            return !at[2] && count >= 3;
        }
    }
}

/* Reads --rules ('r'), --players ('p') or --tablets ('t'). */
static bool read_game_option(cli_args *a, cli_game *game, int option, const char *text)
{
    switch (option) {
    case 'r':
        game->rules_given = true;
        return read_rules(a, text, &game->rules);
    case 'p':
        game->players_given = true;
        return read_players(a, text, &game->players);
    default:
        game->tablets_given = true;
        game->random_tablets = strcmp(text, "random") == 0;
        if (game->random_tablets || read_tablets(text, &game->tablets))
            return true;
        return cli_wrong(a,
                         "--tablets takes three or four of a1 a2 b1 b2 c1 c2 d1 d2, one side of "
                         "each, like a1,b2,c1, or random, not \"%s\"",
                         text);
    }
}

bool cli_game_check(cli_args *a, const cli_game *game)
{
    if (a->stop)
        return false;
    if (game->rules == AZJ_DUEL && game->players != 2)
        return cli_wrong(a, "duel is for 2 players: --players takes 2, not \"%u\"", game->players);
    if (game->rules != AZJ_DUEL && game->tablets_given)
        return cli_wrong(a, "--tablets belongs to --rules duel, not to %s",
                         azj_rules_name(game->rules));
    return true;
}

azj_options cli_game_options(const cli_game *game, azj_rng *rng)
{
    azj_options o = {.rules = (uint8_t)game->rules,
                     .players = (uint8_t)game->players,
                     .starter = AZJ_NOBODY,
                     .tablets = (uint8_t)game->tablets};
    if (game->rules == AZJ_DUEL && game->random_tablets)
        o.tablets = (uint8_t)azj_duel_random_tablets(rng);
    return o;
}

/* ---- Output and files ---- */

void cli_print_version(void)
{
    printf("azulejo %s\n", azj_version());
}

int cli_flush(const char *verb)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_OK;
    fprintf(stderr, "azulejo%s%s: cannot write the output: %s\n", verb ? " " : "", verb ? verb : "",
            strerror(errno));
    return CLI_FAILED;
}

int cli_finish(cli_args *a)
{
    const int flushed = cli_flush(a->verb);
    return a->status != CLI_OK ? a->status : flushed;
}

/* ---- Options as a table ---- */

enum { OPTIONS_MAX = 32, FIRST_OPTION = 256 };

static bool read_value(cli_args *a, const cli_option *o, const char *text)
{
    char name[40];
    uint64_t n = 0;
    snprintf(name, sizeof name, "--%s", o->name);
    switch (o->kind) {
    case CLI_IS_FLAG:
        return o->read ? o->read(a, o->name, o->to.any) : (*o->to.flag = true);
    case CLI_IS_NUMBER:
    case CLI_IS_SEED:
        return cli_number(a, name, text, o->min, o->max, o->to.number);
    case CLI_IS_NUMBER32:
        if (!cli_number(a, name, text, o->min, o->max, &n))
            return false;
        *o->to.number32 = (uint32_t)n;
        return true;
    case CLI_IS_WORD:
        *o->to.word = text;
        return true;
    case CLI_IS_GAME:
        return read_game_option(a, o->to.game, o->name[0], text);
    default:
        return o->read(a, text, o->to.any);
    }
}

bool cli_read(cli_args *a, const cli_option *options)
{
    static const struct option common[] = {CLI_COMMON_OPTIONS, {0}};
    struct option table[OPTIONS_MAX + sizeof common / sizeof *common];
    int n = 0;
    for (; options[n].name && n < OPTIONS_MAX; n++)
        table[n] = (struct option){options[n].name,
                                   options[n].kind == CLI_IS_FLAG ? no_argument : required_argument,
                                   NULL, FIRST_OPTION + n};
    memcpy(table + n, common, sizeof common);
    a->options = table;
    for (int i; (i = cli_next(a)) != CLI_END;) {
        const cli_option *o = &options[i - FIRST_OPTION];
        if (o->given)
            *o->given = o->name;
        read_value(a, o, optarg);
    }
    a->options = NULL;
    return !a->stop;
}

/* Reads to the end, at most max bytes; false if there are more or memory is short. */
static bool read_all(FILE *file, size_t max, char **data, size_t *length)
{
    size_t room = 0, n = 0;
    char *all = NULL;
    for (;;) {
        if (room - n < 2) {
            room = room ? 2 * room : 4096;
            char *more = realloc(all, room);
            if (!more)
                break;
            all = more;
        }
        const size_t got = fread(all + n, 1, room - n - 1, file);
        n += got;
        if (got == 0 && n <= max) {
            all[n] = '\0';
            *data = all;
            *length = n;
            return true;
        }
        if (n > max)
            break;
    }
    free(all);
    return false;
}

char *cli_read_file(cli_args *a, const char *path, size_t max, size_t *length)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        cli_failed(a, "cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    char *data = NULL;
    if (!read_all(file, max, &data, length))
        cli_failed(a, "%s is larger than %zu bytes", path, max);
    else if (ferror(file)) {
        cli_failed(a, "cannot read %s: %s", path, strerror(errno));
        free(data);
        data = NULL;
    }
    if (!standard)
        fclose(file);
    return data;
}
