/* cmd_verify.c - deals an online game again from its seeds and compares it with the record. */
#include "cli/options.h"
#include "server/record.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 16 << 20 };

static const char HELP[] =
    "usage: azulejo verify [--commitment HEX] RECORD...\n"
    "\n"
    "Checks the shuffle of online games: that the secret is the one the server had committed to,\n"
    "and that secret and contributions give exactly the recorded deals. RECORD is a file of one "
    "or\n"
    "more games, - for standard input. How to check by other means: docs/server.md.\n"
    "\n"
    "  --commitment HEX  the commitment that you noted before the game (64 hexadecimal digits):\n"
    "                    fails unless it is the record's. RECORD must be one file with one game.\n";

typedef struct verify_args {
    cli_args *cli;
    const uint8_t *noted; /* the commitment that a player noted, or NULL */
} verify_args;

static bool verify_game(const verify_args *v, const char *path, unsigned number,
                        const azj_record *r)
{
    char error[RECORD_ERROR_MAX];
    unsigned version;
    if (!record_verify(r, v->noted, &version, error))
        return cli_failed(v->cli, "%s: game %u: %s", path, number, error);
    printf("%s: game %u: the shuffle was fair (version %u%s)\n", path, number, version,
           v->noted ? ", with the commitment that was noted" : "");
    return true;
}

static bool verify_text(const verify_args *v, const char *path, const char *text, size_t length,
                        azj_record *r)
{
    azj_text_fault fault;
    unsigned number = 0;
    size_t at = 0;
    while (azj_record_more(text, length, &at)) {
        number++;
        if (azj_record_parse(text, length, &at, r, &fault) != AZJ_E_OK)
            return cli_failed(v->cli, "%s:%u:%u: %s", path, fault.line, fault.column, fault.text);
        if (v->noted && azj_record_more(text, length, &at))
            return cli_wrong(v->cli, "--commitment is of one game, and %s has several", path);
        if (!verify_game(v, path, number, r))
            return false;
    }
    return number > 0 || cli_failed(v->cli, "%s: there is no game in it", path);
}

static bool verify_file(const verify_args *v, const char *path)
{
    size_t length;
    azj_record r;
    char *text = cli_read_file(v->cli, path, FILE_MAX, &length);
    if (!text)
        return false;
    azj_record_init(&r);
    const bool good = verify_text(v, path, text, length, &r);
    azj_record_free(&r);
    free(text);
    return good;
}

static bool read_commitment(cli_args *a, const char *hex, void *bytes)
{
    size_t length = 0;
    if (strlen(hex) == 2 * FAIR_BYTES &&
        sodium_hex2bin(bytes, FAIR_BYTES, hex, strlen(hex), NULL, &length, NULL) == 0 &&
        length == FAIR_BYTES)
        return true;
    return cli_wrong(a, "--commitment wants %d hexadecimal digits, not \"%.80s\"", 2 * FAIR_BYTES,
                     hex);
}

int cmd_verify(int argc, char **argv)
{
    cli_args a = cli_begin("verify", HELP, NULL, argc, argv);
    verify_args v = {.cli = &a};
    uint8_t noted[FAIR_BYTES];
    const char *given = NULL;
    const cli_option options[] = {
        {"commitment", CLI_IS_READ, {.any = noted}, 0, 0, read_commitment, &given}, {0}};
    if (sodium_init() < 0)
        return CLI_FAILED;
    if (!cli_read(&a, options))
        return a.status;
    v.noted = given ? noted : NULL;
    if (optind == argc)
        cli_wrong(&a, "name the record to check");
    else if (v.noted && optind + 1 < argc)
        cli_wrong(&a, "--commitment is of one game: name one record");
    for (int i = optind; !a.stop && i < argc && verify_file(&v, argv[i]); i++)
        continue;
    return a.stop ? a.status : cli_flush("verify");
}
