/* cmd_verify.c - deals an online game again from its seeds, and says whether it was dealt fairly.
 */
#include "cli/options.h"
#include "server/record.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILE_MAX = 16 << 20 };

static const char HELP[] =
    "usage: azulejo verify RECORD...\n"
    "\n"
    "Checks the shuffle of online games: that the secret is the one the server had committed to,\n"
    "and that secret and contributions give exactly the recorded deals. RECORD is a file of one "
    "or\n"
    "more games, - for standard input. How to check by other means: docs/server.md.\n";

static bool verify_game(cli_args *a, const char *path, unsigned number, const azj_record *r)
{
    char error[RECORD_ERROR_MAX];
    if (!record_verify(r, error))
        return cli_failed(a, "%s: game %u: %s", path, number, error);
    printf("%s: game %u: the shuffle was fair\n", path, number);
    return true;
}

static bool verify_file(cli_args *a, const char *path)
{
    size_t length, at = 0;
    unsigned number = 0;
    bool good = true;
    azj_record r;
    azj_text_fault fault;
    char *text = cli_read_file(a, path, FILE_MAX, &length);
    if (!text)
        return false;
    azj_record_init(&r);
    while (good && azj_record_more(text, length, &at)) {
        number++;
        if (azj_record_parse(text, length, &at, &r, &fault) != AZJ_E_OK)
            good = cli_failed(a, "%s:%u:%u: %s", path, fault.line, fault.column, fault.text);
        else
            good = verify_game(a, path, number, &r);
    }
    if (good && number == 0)
        good = cli_failed(a, "%s: there is no game in it", path);
    azj_record_free(&r);
    free(text);
    return good;
}

int cmd_verify(int argc, char **argv)
{
    static const struct option options[] = {CLI_COMMON_OPTIONS, {0}};
    cli_args a = cli_begin("verify", HELP, options, argc, argv);
    while (cli_next(&a) != CLI_END)
        continue;
    if (a.stop)
        return a.status;
    if (optind == argc) {
        cli_wrong(&a, "name the record to check");
        return a.status;
    }
    if (sodium_init() < 0)
        return CLI_FAILED;
    for (int i = optind; i < argc && verify_file(&a, argv[i]); i++)
        continue;
    return a.stop ? a.status : cli_flush("verify");
}
