/* main.c - finds the verb and calls it: see verbs.h for the list.
 *
 * Exit codes: 0 success, 1 failure, 2 wrong arguments.
 */
#include "cli/options.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <string.h>

typedef struct verb_entry {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
} verb_entry;

#define VERB_ENTRY(verb, text) {#verb, text, cmd_##verb},
static const verb_entry verbs[] = {CLI_VERBS(VERB_ENTRY){NULL, NULL, NULL}};

static const verb_entry *find_verb(const char *name)
{
    for (const verb_entry *v = verbs; v->name; v++)
        if (strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

static void print_help(FILE *to)
{
    fputs("usage: azulejo VERB [OPTION]...\n"
          "\n"
          "The home of the Azul family: base game, grey wall, Crystal Mosaic and Duel.\n"
          "\n",
          to);
    for (const verb_entry *v = verbs; v->name; v++)
        fprintf(to, "  %-10s %s\n", v->name, v->help);
    fputs("\n"
          "`azulejo VERB --help` explains a verb; `azulejo --version` names the version.\n",
          to);
}

static int run_verb(int argc, char **argv)
{
    const verb_entry *v = find_verb(argv[0]);
    if (v)
        return v->run(argc, argv);
    fprintf(stderr, "azulejo: there is no verb \"%s\"; `azulejo --help` lists them\n", argv[0]);
    return CLI_USAGE;
}

/* `azulejo help trace` is `azulejo trace --help`. */
static int help_for(char *verb)
{
    char option[] = "--help";
    char *argv[] = {verb, option, NULL};
    return run_verb(2, argv);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    const char *first = argv[1];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 ||
        (strcmp(first, "help") == 0 && argc == 2)) {
        print_help(stdout);
        return cli_flush(NULL);
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        cli_print_version();
        return cli_flush(NULL);
    }
    if (strcmp(first, "help") == 0)
        return help_for(argv[2]);
    return run_verb(argc - 1, argv + 1);
}
