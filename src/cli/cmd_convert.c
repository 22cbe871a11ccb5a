/* cmd_convert.c - `azulejo convert`: converts records between text and JSON. */
#include "cli/game_files.h"

#include <stdio.h>
#include <stdlib.h>

static const char HELP[] =
    "usage: azulejo convert [OPTION]... FILE\n"
    "\n"
    "Prints the games of a record (- : standard input) in the other form: text (.azr) or JSON, "
    "one\n"
    "game a line. Every move is checked. Of a damaged game the part before the fault is kept, as "
    "an\n"
    "unfinished game that says so, and the exit code is 1.\n"
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

/* Ends a damaged game at its fault, with a comment that says why. False if nothing of the game
 * could be read.
 */
static bool close_damaged(azj_record *r, const azj_text_fault *fault)
{
    char text[2 * AZJ_FAULT_TEXT_MAX];
    const bool over = r->now.head.phase == AZJ_PHASE_OVER;
    if (!r->start.head.players)
        return false;
    snprintf(text, sizeof text, "damaged here, line %u, column %u: %s", fault->line, fault->column,
             fault->text);
    azj_record_note(r, "comment", text);
    return azj_record_end(r, over ? azj_winners(&r->now) : 0, over ? "normal" : "unfinished") ==
           AZJ_E_OK;
}

static void convert(cli_args *a, cli_source *s, int to_json)
{
    const bool json = to_json >= 0 ? to_json : s->form == TEXT_FORM_RECORD;
    azj_record r;
    azj_text_fault fault;
    unsigned printed = 0;
    if (!text_form_is_record(s->form)) {
        cli_failed(a, "%s holds no record; `azulejo position` converts positions", s->path);
        return;
    }
    azj_record_init(&r);
    while (!a->stop && cli_read_game(s, &r, &fault)) {
        const bool damaged = fault.code != AZJ_E_OK;
        if (!damaged || close_damaged(&r, &fault))
            print_game(a, &r, json, printed++);
        if (damaged)
            cli_say_fault(s, &fault);
    }
    azj_record_free(&r);
    if (!s->games)
        cli_failed(a, "%s has no game", s->path);
}

int cmd_convert(int argc, char **argv)
{
    cli_args a = cli_begin("convert", HELP, NULL, argc, argv);
    cli_source s = {0};
    int json = -1;
    const cli_option options[] = {CLI_READ("to", cli_read_form_option, &json), {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 1))
        return a.status;
    if (optind == argc)
        cli_wrong(&a, "which file? `azulejo convert --help` says more");
    else if (cli_open(&a, argv[optind], &s))
        convert(&a, &s, json);
    cli_close(&s);
    return cli_finish(&a);
}
