/* cmd_analyze.c - `azulejo analyze`: the value of every move of a recorded game.
 *
 * analysis/judge.h searches the decisions, here or with the workers of a database
 * (analysis/share.h); analysis/report.h prints the report as text or JSON.
 */
#include "cli/analysis/share.h"
#include "cli/game_files.h"
#include "cli/signals.h"

#include <azulejo/engine.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "usage: azulejo analyze [OPTION]... FILE\n"
    "\n"
    "Says of every move of a recorded game (- : standard input) the chances to win and the\n"
    "scores expected after it, what it lost against the best move, and names the three worst "
    "moves\n"
    "of each seat with the better line.\n"
    "\n"
    "  --to FORM          text or json (text); the page of `azulejo serve` draws the graph\n"
    "  --nodes N          how long to think, twice a move (20000)\n"
    "  --game N           the Nth game of the file (1)\n"
    "  --bot NAME         who judges: strong, handmade, alphabeta, puct or uct (strong)\n"
    "  --store URL        judge on all `azulejo work --store URL`, too: the report is the same\n"
    "  --jobs N           with --store: threads of this process, 1 to 256 (1)\n"
    "  --only-workers     with --store: judge nothing here\n"
    "  --help, --version\n";

typedef struct analyze_options {
    uint64_t nodes, game;
    const char *bot, *store;
    const char *jobs_given;
    uint64_t jobs;
    bool only_workers;
    void (*print)(const report *);
} analyze_options;

/* ---- Judging here ---- */

typedef struct local_judge {
    cli_args *args;
    azj_engine *engine;
} local_judge;

static bool judge_here(void *context, report *to, const judge_pass *p)
{
    const local_judge *here = context;
    for (uint32_t i = 0; i < p->count; i++) {
        report_move judged = *judge_decision(to, p, i);
        const azj_error error = judge_move(here->engine, p->nodes, &judged);
        if (error)
            return cli_failed(here->args, "%s", azj_error_template(error));
        judge_keep(to, p, i, &judged);
    }
    return true;
}

static bool analyze_here(cli_args *a, report *to)
{
    azj_error error;
    local_judge here = {.args = a};
    here.engine = azj_engine_new(&(azj_engine_options){.bot = to->bot}, &error);
    const bool fine = here.engine ? judge_game(to, judge_here, &here)
                                  : cli_failed(a, "%s", azj_error_template(error));
    azj_engine_free(here.engine);
    return fine;
}

/* ---- With workers of a database ---- */

static bool is_uninterrupted(void)
{
    return !signals_caught();
}

static bool analyze_shared(cli_args *a, const analyze_options *o, report *to)
{
    analysis_share share = {.args = a,
                            .store = o->store,
                            .threads = o->only_workers ? 0 : (unsigned)o->jobs,
                            .may_continue = is_uninterrupted};
    signals_catch();
    const bool fine = judge_game(to, analysis_share_run, &share);
    if (!fine && !a->stop) {
        a->stop = true;
        a->status = 128 + signals_caught(); /* as in a shell */
    }
    return fine;
}

/* ---- The game ---- */

static void analyze(cli_args *a, const azj_record *r, const azj_text_fault *fault,
                    const analyze_options *o)
{
    report to = {.record = r, .bot = o->bot, .nodes = o->nodes, .fault = fault};
    const bool fine = judge_list(&to) || cli_failed(a, "%s", azj_error_template(AZJ_E_NO_MEMORY));
    if (fine && (o->store ? analyze_shared(a, o, &to) : analyze_here(a, &to))) {
        o->print(&to);
        a->status = cli_flush(a->verb);
    }
    free(to.move);
}

/* Finds the game in the file. A damaged game is judged up to the fault, which is an error all the
 * same. */
static void read_game(cli_args *a, const char *path, const analyze_options *o)
{
    cli_source s;
    azj_record r;
    azj_text_fault fault = {.code = AZJ_E_OK};
    azj_record_init(&r);
    if (cli_open(a, path, &s) && !text_form_is_record(s.form))
        cli_failed(a, "%s holds no record", path);
    while (!a->stop && s.games < o->game && cli_read_game(&s, &r, &fault))
        continue;
    if (!a->stop && s.games < o->game)
        cli_failed(a, "%s has %llu game%s", path, (unsigned long long)s.games,
                   s.games == 1 ? "" : "s");
    if (!a->stop && (fault.code == AZJ_E_OK || r.step_count > 0))
        analyze(a, &r, &fault, o);
    if (!a->stop && fault.code != AZJ_E_OK)
        cli_failed(a, "%s, line %u, column %u: %s", path, fault.line, fault.column, fault.text);
    azj_record_free(&r);
    cli_close(&s);
}

static bool read_form(cli_args *a, const char *text, void *options)
{
    analyze_options *o = options;
    if (strcmp(text, "text") == 0)
        o->print = report_text;
    else if (strcmp(text, "json") == 0)
        o->print = report_json;
    else if (strcmp(text, "html") == 0)
        return cli_wrong(
            a, "--to html is gone: open the record on the page (azulejo serve) and choose "
               "Review, or draw --to json");
    else
        return cli_wrong(a, "--to takes text or json, not \"%s\"", text);
    return true;
}

static bool read_judge(cli_args *a, const char *text, void *bot)
{
    *(const char **)bot = judge_find(text);
    return *(const char **)bot ||
           cli_wrong(a, "--bot takes strong, handmade, alphabeta, puct or uct, not \"%s\"", text);
}

static bool check_options(cli_args *a, const analyze_options *o)
{
    if (o->only_workers && !o->store)
        return cli_wrong(a, "--only-workers wants the --store of the workers");
    return o->store || !o->jobs_given || cli_wrong(a, "--jobs wants the --store of the workers");
}

int cmd_analyze(int argc, char **argv)
{
    cli_args a = cli_begin("analyze", HELP, NULL, argc, argv);
    analyze_options o = {
        .nodes = 20000, .game = 1, .bot = "strong", .jobs = 1, .print = report_text};
    const cli_option options[] = {
        CLI_READ("to", read_form, &o),
        CLI_NUMBER("nodes", &o.nodes, 1, JUDGE_NODES_MAX),
        CLI_NUMBER("game", &o.game, 1, 1000000000),
        CLI_READ("bot", read_judge, &o.bot),
        CLI_WORD("store", &o.store),
        {"jobs", CLI_IS_NUMBER, {.number = &o.jobs}, 1, 256, NULL, &o.jobs_given},
        CLI_FLAG("only-workers", &o.only_workers),
        {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 1) || !check_options(&a, &o))
        return a.status;
    if (optind == argc)
        cli_wrong(&a, "which record? `azulejo analyze --help` says more");
    else
        read_game(&a, argv[optind], &o);
    return a.status;
}
