/* cmd_validate.c - `azulejo validate`: checks records and positions. */
#include "cli/game_files.h"

#include <stdio.h>

static const char HELP[] =
    "usage: azulejo validate FILE...\n"
    "\n"
    "Checks records and positions, text or JSON (- : standard input): the writing, and every move\n"
    "and position by the rules. One line a file that is in order, one line a fault. Exit code 1 "
    "if\n"
    "there was any fault; after 1000 of them a file is left.\n"
    "\n"
    "  --help, --version\n";

static void say_fault(const char *path, const azj_text_fault *f)
{
    printf("%s:%u:%u: %s\n", path, f->line, f->column, f->text);
}

/* Counts of what a file contains. */
typedef struct findings {
    uint64_t games, moves, positions, faults;
} findings;

static void check_games(cli_source *s, findings *f)
{
    azj_record r;
    azj_text_fault fault;
    azj_record_init(&r);
    while (cli_read_game(s, &r, &fault)) {
        for (uint32_t i = 0; i < r.step_count; i++)
            f->moves += r.steps[i].move != 0;
        if (fault.code != AZJ_E_OK && ++f->faults)
            say_fault(s->path, &fault);
    }
    f->games = s->games;
    azj_record_free(&r);
}

static void check_positions(cli_source *s, findings *f)
{
    azj_state state;
    azj_text_fault fault;
    while (cli_read_position(s, &state, &fault)) {
        f->positions++;
        if (fault.code != AZJ_E_OK && ++f->faults)
            say_fault(s->path, &fault);
    }
}

static void say_findings(const char *path, const findings *f)
{
    if (f->games && !f->faults)
        printf("%s: %llu game%s, %llu moves, in order\n", path, (unsigned long long)f->games,
               f->games == 1 ? "" : "s", (unsigned long long)f->moves);
    else if (f->positions && !f->faults)
        printf("%s: %llu position%s, in order\n", path, (unsigned long long)f->positions,
               f->positions == 1 ? "" : "s");
    else if (!f->faults)
        printf("%s: no game and no position\n", path);
}

/* Checks a whole file; true if it has no fault. */
static bool check_file(cli_args *a, const char *path)
{
    cli_source s;
    findings f = {0};
    if (cli_open(a, path, &s)) {
        if (text_form_is_record(s.form))
            check_games(&s, &f);
        else
            check_positions(&s, &f);
    }
    cli_close(&s);
    if (!a->stop)
        say_findings(path, &f);
    return !f.faults && (f.games || f.positions);
}

int cmd_validate(int argc, char **argv)
{
    cli_args a = cli_begin("validate", HELP, NULL, argc, argv);
    const cli_option options[] = {{0}};
    if (cli_read(&a, options) && optind == argc)
        cli_wrong(&a, "which file? `azulejo validate --help` says more");
    for (int i = optind; !a.stop && i < argc; i++)
        if (!check_file(&a, argv[i]) && !a.stop)
            a.status = CLI_FAILED;
    return cli_finish(&a);
}
