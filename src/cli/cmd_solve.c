/* cmd_solve.c - `azulejo solve`: the exact best play of the end of a round. */
#include "base/clock.h"
#include "cli/game_files.h"
#include "cli/json_out.h"

#include <azulejo/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The time limit of an estimate, if hidden facts make the round unsolvable. */
enum { ESTIMATE_MS = 2000 };

static const char HELP[] =
    "usage: azulejo solve [OPTION]... FILE | POSITION\n"
    "\n"
    "Solves the round of a position (a file, - for standard input, or the position itself as one\n"
    "argument): every line of play is followed to the end of the round, each seat playing for its "
    "own\n"
    "chance to win. Where the game goes on, the boards are valued by the evaluation; where it "
    "ends,\n"
    "the result is certain. Fails when there is more to search than the limits allow, and in Duel\n"
    "while chips lie face down or plates can be fetched: then it prints an estimate.\n"
    "\n"
    "  --lines N          the N best moves, each with its line (1 to 16; 1)\n"
    "  --time MS          at most MS milliseconds (60000)\n"
    "  --threads N        threads that search (1 to 64; 1)\n"
    "  --json             as one JSON object\n"
    "  --help, --version\n";

typedef struct solve_options {
    uint64_t lines, time_ms, threads;
    bool json;
} solve_options;

static void print_text(const azj_state *s, const azj_info *info)
{
    printf("%s, round %u, seat %u to move\n", azj_rules_name((azj_rules)s->head.rules),
           s->head.round, s->head.seat);
    printf("%s: %llu nodes, %.1f ms\n", info->exact ? "solved" : "not solved within the limits",
           (unsigned long long)info->nodes, (double)info->time_us / 1000);
    for (uint32_t i = 0; i < info->lines; i++) {
        const azj_line *l = &info->line[i];
        printf("%u. chances", i + 1);
        for (unsigned p = 0; p < s->head.players; p++)
            printf("%s %.1f %%", p ? "," : "", 100 * (double)l->win[p]);
        printf("; final scores");
        for (unsigned p = 0; p < s->head.players; p++)
            printf("%s %.1f", p ? "," : "", (double)l->score[p]);
        printf("\n  ");
        for (uint32_t m = 0; m < l->length; m++) {
            char text[AZJ_MOVE_TEXT_MAX];
            azj_move_text(l->move[m], text, sizeof text);
            printf(" %s", text);
        }
        putchar('\n');
    }
}

static void put_line(json_writer *w, const azj_state *s, const azj_line *l)
{
    char text[AZJ_MOVE_TEXT_MAX];
    json_write_object(w, NULL);
    json_write_array(w, "win");
    for (unsigned p = 0; p < s->head.players; p++)
        json_out_fixed(w, NULL, (double)l->win[p], 4);
    json_write_array_end(w);
    json_write_array(w, "score");
    for (unsigned p = 0; p < s->head.players; p++)
        json_out_fixed(w, NULL, (double)l->score[p], 2);
    json_write_array_end(w);
    json_write_array(w, "moves");
    for (uint32_t m = 0; m < l->length; m++) {
        azj_move_text(l->move[m], text, sizeof text);
        json_write_string(w, NULL, text);
    }
    json_write_array_end(w);
    json_write_object_end(w);
}

static void print_json(const azj_state *s, const azj_info *info)
{
    char part[8192]; /* longer than any line */
    buf b = buf_on(part, sizeof part);
    json_writer w = json_write_on(&b);
    json_write_object(&w, NULL);
    json_write_string(&w, "rules", azj_rules_name((azj_rules)s->head.rules));
    json_write_unsigned(&w, "round", s->head.round);
    json_write_unsigned(&w, "seat", s->head.seat);
    json_write_flag(&w, "exact", info->exact);
    json_write_unsigned(&w, "nodes", info->nodes);
    json_write_array(&w, "lines");
    for (uint32_t i = 0; i < info->lines; i++) {
        put_line(&w, s, &info->line[i]);
        json_out_print(&w, stdout);
    }
    json_write_array_end(&w);
    json_write_object_end(&w);
    buf_char(&b, '\n');
    json_out_print(&w, stdout);
}

/* Duel: returns what the seat to move cannot see, which makes the position unsolvable; NULL if it
 * sees everything. */
static const char *hidden(const azj_state *s)
{
    azj_state view;
    if (s->head.rules != AZJ_DUEL || s->head.phase == AZJ_PHASE_TILING)
        return NULL;
    if (s->head.phase != AZJ_PHASE_OFFER)
        return "a plate is still to be chosen";
    azj_view(s, s->head.seat, &view);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        if (view.duel.chip[f] == AZJ_CHIP_UNKNOWN)
            return "a chip that lies face down may be taken";
    return view.duel.board[0].tokens + view.duel.board[1].tokens ? "a token can still fetch a plate"
                                                                 : NULL;
}

static void solve(cli_args *a, const azj_state *s, const solve_options *o)
{
    azj_info info;
    azj_error error = AZJ_E_OK;
    const char *unseen = hidden(s);
    const uint64_t ms = unseen && o->time_ms > ESTIMATE_MS ? ESTIMATE_MS : o->time_ms;
    azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = "solver",
                                                         .memory_bytes = 256u << 20,
                                                         .lines = (uint32_t)o->lines,
                                                         .threads = (uint32_t)o->threads,
                                                         .now_us = clock_engine_us},
                                   &error);
    if (!error)
        error = azj_engine_set(e, s);
    if (!error)
        error = azj_engine_go(e, &(azj_limits){.time_ms = (uint32_t)ms}, &info);
    if (error)
        cli_failed(a, "%s", azj_error_template(error));
    else if (o->json)
        print_json(s, &info);
    else
        print_text(s, &info);
    azj_engine_free(e);
    if (error)
        return;
    a->status = cli_flush(a->verb);
    if (!info.exact && unseen)
        cli_failed(a, "not solved but estimated: %s", unseen);
    else if (!info.exact)
        cli_failed(a, "not solved in %llu ms; --time allows more", (unsigned long long)o->time_ms);
}

static bool read_position(cli_args *a, const char *argument, azj_state *s)
{
    azj_text_fault fault;
    size_t length = strlen(argument);
    char *text = NULL;
    const bool given = strchr(argument, ' ') || argument[0] == '{';
    if (!given && !(text = cli_read_file(a, argument, 1 << 20, &length)))
        return false;
    const azj_error error = azj_position_read(given ? argument : text, length, s, &fault);
    if (error)
        cli_failed(a, "byte %zu: %s", fault.offset, fault.text);
    free(text);
    return error == AZJ_E_OK;
}

int cmd_solve(int argc, char **argv)
{
    cli_args a = cli_begin("solve", HELP, NULL, argc, argv);
    solve_options o = {.lines = 1, .time_ms = 60000};
    const cli_option options[] = {CLI_NUMBER("lines", &o.lines, 1, AZJ_LINES_MAX),
                                  CLI_NUMBER("time", &o.time_ms, 1, 86400000),
                                  CLI_NUMBER("threads", &o.threads, 1, AZJ_THREADS_MAX),
                                  CLI_FLAG("json", &o.json),
                                  {0}};
    azj_state s;
    if (!cli_read(&a, options) || !cli_operands(&a, 1))
        return a.status;
    if (optind == argc)
        cli_wrong(&a, "which position? `azulejo solve --help` says more");
    else if (read_position(&a, argv[optind], &s))
        solve(&a, &s, &o);
    return a.status;
}
