/* cmd_validate.c - `azulejo validate`: are these records and positions in order? */
#include "cli/forms.h"

#include <stdio.h>
#include <stdlib.h>

static const char HELP[] =
    "usage: azulejo validate FILE...\n"
    "\n"
    "Checks records and positions, text or JSON (- : standard input): the writing, and every move\n"
    "and position by the rules. One line a file that is in order, one line a fault. Exit code 1 "
    "if\n"
    "there was any fault.\n"
    "\n"
    "  --help, --version\n";

static void say_fault(const char *path, const azj_text_fault *f)
{
    printf("%s:%u:%u: %s\n", path, f->line, f->column, f->text);
}

static unsigned check_games(const char *path, cli_form form, const char *text, size_t length)
{
    azj_record r;
    azj_text_fault fault;
    unsigned games = 0, faults = 0;
    unsigned long long moves = 0;
    azj_record_init(&r);
    for (size_t at = 0; azj_record_more(text, length, &at);) {
        if (cli_next_game(form, text, length, &at, &r, &fault) != AZJ_E_OK) {
            say_fault(path, &fault);
            faults++;
            if (form == CLI_RECORD_TEXT)
                azj_record_skip(text, length, &at);
            continue;
        }
        games++;
        for (uint32_t i = 0; i < r.step_count; i++)
            moves += r.steps[i].move != 0;
    }
    azj_record_free(&r);
    if (!faults && !games)
        printf("%s: no game and no position\n", path);
    else if (!faults)
        printf("%s: %u game%s, %llu moves, in order\n", path, games, games == 1 ? "" : "s", moves);
    return faults || !games;
}

static unsigned check_positions(const char *path, cli_form form, const char *text, size_t length)
{
    azj_state s;
    azj_text_fault fault;
    unsigned positions = 0, faults = 0, line = 1;
    for (size_t at = 0; cli_next_position(form, text, length, &at, &line, &s, &fault); positions++)
        if (fault.code != AZJ_E_OK) {
            say_fault(path, &fault);
            faults++;
        }
    if (!faults)
        printf("%s: %u position%s, in order\n", path, positions, positions == 1 ? "" : "s");
    return faults;
}

static unsigned check_file(cli_args *a, const char *path)
{
    size_t length;
    char *text = cli_read_file(a, path, CLI_FILE_MAX, &length);
    if (!text)
        return 1;
    const cli_form form = cli_form_of(text, length);
    const unsigned faults = form <= CLI_RECORD_JSON ? check_games(path, form, text, length)
                                                    : check_positions(path, form, text, length);
    free(text);
    return faults;
}

int cmd_validate(int argc, char **argv)
{
    static const struct option options[] = {CLI_COMMON_OPTIONS, {0}};
    cli_args a = cli_begin("validate", HELP, options, argc, argv);
    unsigned faults = 0;
    while (cli_next(&a) != CLI_END)
        ;
    if (!a.stop && optind == argc)
        cli_wrong(&a, "which file? `azulejo validate --help` says more");
    for (int i = optind; !a.stop && i < argc; i++)
        faults += check_file(&a, argv[i]);
    if (a.stop)
        return a.status;
    return cli_flush("validate") == CLI_OK && !faults ? CLI_OK : CLI_FAILED;
}
