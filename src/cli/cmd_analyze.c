/* cmd_analyze.c - `azulejo analyze`: the value of every move of a recorded game.
 *
 * Each decision is searched twice with the same number of nodes: the best move, and the move that
 * was played. The loss of the played move is the chance of winning after the best move minus that
 * after the played move. analysis/report.h prints the report as text or JSON.
 */
#include "cli/analysis/report.h"
#include "cli/forms.h"

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
    "  --help, --version\n";

typedef struct analyze_options {
    uint64_t nodes, game;
    const char *bot;
    void (*print)(const report *);
} analyze_options;

/* The best line, and the line that begins with the move played. */
static azj_error judge_move(azj_engine *e, const azj_state *s, azj_move move, uint64_t nodes,
                            report_move *m)
{
    azj_info info;
    azj_error error = azj_engine_set(e, s);
    if (!error)
        error = azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info);
    if (error)
        return error;
    m->best = info.line[0];
    m->exact = info.exact;
    if (m->best.move[0] != move)
        error = azj_engine_go(e, &(azj_limits){.nodes = nodes, .only = move}, &info);
    m->played = info.line[0];
    const float loss = m->best.win[m->seat] - m->played.win[m->seat];
    m->loss = loss > 0 ? loss : 0;
    return error;
}

static azj_error judge_game(azj_engine *e, const analyze_options *o, report *to)
{
    azj_state s = to->record->start;
    azj_error error = AZJ_E_OK;
    for (uint32_t i = 0; i < to->record->step_count && !error; i++) {
        const azj_move move = to->record->steps[i].move;
        if (move) {
            report_move *m = &to->move[to->moves++];
            *m = (report_move){.seat = s.head.seat, .round = s.head.round, .move = move};
            error = judge_move(e, &s, move, o->nodes, m);
        }
        azj_record_replay(to->record, i, &s, NULL);
    }
    to->end = s;
    return error;
}

static void analyze(cli_args *a, const azj_record *r, const analyze_options *o)
{
    report to = {.record = r, .bot = o->bot, .nodes = o->nodes};
    azj_error error = AZJ_E_OK;
    to.move = calloc(r->step_count ? r->step_count : 1, sizeof *to.move);
    azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = o->bot}, &error);
    if (!to.move)
        error = AZJ_E_NO_MEMORY;
    if (!error)
        error = judge_game(e, o, &to);
    if (error) {
        cli_failed(a, "%s", azj_error_template(error));
    } else {
        o->print(&to);
        a->status = cli_flush(a->verb);
    }
    azj_engine_free(e);
    free(to.move);
}

/* Finds the game in the file. A damaged game is refused; other verbs show it up to the fault. */
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
    else if (!a->stop && fault.code != AZJ_E_OK)
        cli_failed(a, "%s, line %u, column %u: %s", path, fault.line, fault.column, fault.text);
    if (!a->stop)
        analyze(a, &r, o);
    azj_record_free(&r);
    cli_close(&s);
}

static void read_form(cli_args *a, const char *text, analyze_options *o)
{
    if (strcmp(text, "text") == 0)
        o->print = report_text;
    else if (strcmp(text, "json") == 0)
        o->print = report_json;
    else if (strcmp(text, "html") == 0)
        cli_wrong(a, "--to html is gone: open the record on the page (azulejo serve) and choose "
                     "Review, or draw --to json");
    else
        cli_wrong(a, "--to takes text or json, not \"%s\"", text);
}

/* The bots that search up to a given limit and can evaluate any single move. */
static void read_bot(cli_args *a, const char *text, analyze_options *o)
{
    static const char *const judges[] = {"strong", "handmade", "alphabeta", "puct", "uct"};
    o->bot = NULL;
    for (unsigned i = 0; i < sizeof judges / sizeof *judges; i++)
        if (strcmp(judges[i], text) == 0)
            o->bot = judges[i];
    if (!o->bot)
        cli_wrong(a, "--bot takes strong, handmade, alphabeta, puct or uct, not \"%s\"", text);
}

int cmd_analyze(int argc, char **argv)
{
    static const struct option options[] = {{"to", required_argument, NULL, 't'},
                                            {"nodes", required_argument, NULL, 'n'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"bot", required_argument, NULL, 'b'},
                                            CLI_COMMON_OPTIONS,
                                            {0}};
    cli_args a = cli_begin("analyze", HELP, options, argc, argv);
    analyze_options o = {.nodes = 20000, .game = 1, .bot = "strong", .print = report_text};
    for (int c; (c = cli_next(&a)) != CLI_END;) {
        if (c == 't')
            read_form(&a, optarg, &o);
        else if (c == 'n')
            cli_number(&a, "--nodes", optarg, 1, 1000000000, &o.nodes);
        else if (c == 'g')
            cli_number(&a, "--game", optarg, 1, 1000000000, &o.game);
        else
            read_bot(&a, optarg, &o);
    }
    if (!cli_operands(&a, 1))
        return a.status;
    if (optind == argc)
        cli_wrong(&a, "which record? `azulejo analyze --help` says more");
    else
        read_game(&a, argv[optind], &o);
    return a.status;
}
