/* cmd_conform.c - `azulejo conform`: checks whether an engine follows the protocol. */
#include "cli/conform/conform.h"
#include "cli/options.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static const char HELP[] =
    "usage: azulejo conform COMMAND [OPTION]...\n"
    "\n"
    "Runs an engine and tries every duty of the engine protocol (docs/protocol.md). The exit code\n"
    "is 0 when it keeps all of them. COMMAND is one argument, run by the shell.\n"
    "\n"
    "  --patience MS      how long an answer may take that needs no thinking (default 2000)\n"
    "  --start MS         how long it may take to start (default 5000)\n"
    "  --quiet            no progress on standard error\n"
    "  --stderr           show what the engine writes to standard error\n"
    "  --help, --version\n";

enum { PATIENCE_MS = 2000, PATIENCE_MS_MAX = 600000, START_MS = 5000 };

typedef struct counts {
    unsigned kept, broken, absent;
} counts;

static conform_verdict try_duty(conform *c, const conform_duty *duty, bool first)
{
    c->why[0] = '\0';
    conform_begin_duty(c, duty->text);
    if (!first && !conform_ready(c))
        return CONFORM_BROKEN;
    return duty->check(c);
}

/* Without a handshake nothing else can be tested, so only the first duty is tried. */
static void try_parts(conform *c, const conform_part *part, counts *n)
{
    static const char *const words[] = {"ok    ", "BROKEN", "-     "};
    for (; part->title; part++) {
        printf("%s\n", part->title);
        for (const conform_duty *duty = part->duty; duty->text; duty++) {
            const conform_verdict v = try_duty(c, duty, n->kept + n->broken + n->absent == 0);
            conform_end_duty(c);
            n->kept += v == CONFORM_KEPT;
            n->broken += v == CONFORM_BROKEN;
            n->absent += v == CONFORM_ABSENT;
            printf("  %s  %s%s%s%s\n", words[v], duty->text, c->why[0] ? " (" : "", c->why,
                   c->why[0] ? ")" : "");
            fflush(stdout);
            if (!c->met)
                return;
        }
    }
}

static int report_duties(conform *c)
{
    counts n = {0, 0, 0};
    printf("%s\n", c->command);
    try_parts(c, conform_basics, &n);
    if (c->rules) {
        try_parts(c, conform_play, &n);
        try_parts(c, conform_referee, &n);
        try_parts(c, conform_ending, &n);
    }
    process_kill(&c->process);
    printf("%s: %u duties kept, %u broken, %u not offered\n", c->hello[0] ? c->hello : c->command,
           n.kept, n.broken, n.absent);
    return n.broken == 0 && c->rules ? CLI_OK : CLI_FAILED;
}

int cmd_conform(int argc, char **argv)
{
    cli_args a = cli_begin("conform", HELP, NULL, argc, argv);
    uint64_t patience = PATIENCE_MS, start = START_MS;
    bool show_stderr = false, quiet = false;
    const cli_option options[] = {CLI_NUMBER("patience", &patience, 1, PATIENCE_MS_MAX),
                                  CLI_NUMBER("start", &start, 1, PATIENCE_MS_MAX),
                                  CLI_FLAG("quiet", &quiet),
                                  CLI_FLAG("stderr", &show_stderr),
                                  {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 1))
        return a.status;
    if (optind >= argc) {
        cli_wrong(&a, "a command is wanted, like: azulejo conform ./mybot");
        return a.status;
    }
    conform *c = calloc(1, sizeof *c);
    if (!c) {
        cli_failed(&a, "out of memory");
        return a.status;
    }
    c->command = argv[optind];
    c->patience_us = 1000u * patience;
    c->start_us = 1000u * start;
    c->show_stderr = show_stderr;
    c->quiet = quiet;
    signal(SIGPIPE, SIG_IGN);
    const int status = report_duties(c);
    free(c);
    const int flushed = cli_flush("conform");
    return flushed ? flushed : status;
}
