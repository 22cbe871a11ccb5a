/* cmd_convert.c - `azulejo convert`: records between text and JSON. */
#include "cli/forms.h"

#include <stdio.h>
#include <stdlib.h>

static const char HELP[] =
    "usage: azulejo convert [OPTION]... FILE\n"
    "\n"
    "Prints the games of a record (- : standard input) in the other form: text (.azr) or JSON, "
    "one\n"
    "game a line. Every move is checked. A damaged record is printed up to the last whole game.\n"
    "\n"
    "  --to text|json     the form to print (default: the one that FILE is not in)\n"
    "  --help, --version\n";

static bool print_game(cli_args *a, const azj_record *r, bool json, unsigned games)
{
    size_t (*print)(const azj_record *, char *, size_t) = json ? azj_record_json : azj_record_text;
    const size_t size = print(r, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text)
        return cli_failed(a, "out of memory");
    print(r, text, size);
    if (games && !json)
        putchar('\n');
    fputs(text, stdout);
    if (json)
        putchar('\n');
    free(text);
    return true;
}

static void convert(cli_args *a, const char *path, const char *text, size_t length, int to_json)
{
    const cli_form form = cli_form_of(text, length);
    azj_record r;
    azj_text_fault fault;
    size_t at = 0;
    if (form > CLI_RECORD_JSON) {
        cli_failed(a, "%s holds no record; `azulejo position` converts positions", path);
        return;
    }
    const bool json = to_json >= 0 ? to_json : form == CLI_RECORD_TEXT;
    azj_record_init(&r);
    for (unsigned games = 0; !a->stop && azj_record_more(text, length, &at); games++) {
        if (cli_next_game(form, text, length, &at, &r, &fault) != AZJ_E_OK)
            cli_failed(a, "%s, line %u, column %u: %s", path, fault.line, fault.column, fault.text);
        else
            print_game(a, &r, json, games);
    }
    azj_record_free(&r);
}

int cmd_convert(int argc, char **argv)
{
    static const struct option options[] = {
        {"to", required_argument, NULL, 'o'}, CLI_COMMON_OPTIONS, {0}};
    cli_args a = cli_begin("convert", HELP, options, argc, argv);
    int json = -1;
    while (cli_next(&a) == 'o')
        cli_read_form_option(&a, optarg, &json);
    if (!cli_operands(&a, 1))
        return a.status;
    size_t length;
    char *text = optind < argc ? cli_read_file(&a, argv[optind], CLI_FILE_MAX, &length) : NULL;
    if (optind == argc)
        cli_wrong(&a, "which file? `azulejo convert --help` says more");
    if (text)
        convert(&a, argv[optind], text, length, json);
    free(text);
    const int flushed = cli_flush("convert");
    return a.stop ? a.status : flushed;
}
