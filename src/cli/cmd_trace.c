/* cmd_trace.c - `azulejo trace`: prints whole games as JSON Lines, for verification and research.
 *
 * Positions are the referee's: nothing is hidden, so an independent program can check every rule.
 * One generator per game deals and (with the bot `random`) chooses, so the same arguments give the
 * same bytes on every platform.
 */
#include "cli/bots.h"
#include "cli/options.h"
#include "text/tags.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "usage: azulejo trace [OPTION]...\n"
    "\n"
    "Plays games and prints each as JSON Lines: the game, every decision, the end.\n"
    "\n"
    "  --rules RULES      classic, grey, crystal1, crystal2 or duel (default classic)\n"
    "  --players N        2, 3 or 4 (default 2; duel 2)\n"
    "  --games G          how many games (default 1)\n"
    "  --seed S           game g is dealt by the seed S + g (default 1)\n"
    "  --bot NAME         who plays (default random: uniform over the legal moves)\n"
    "  --nodes N          how much a bot thinks about a move (default: its own)\n"
    "  --tablets LIST     duel: like a1,b2,c1, or random (default a1,b1,c1)\n"
    "  --position FILE    start from the position in FILE, JSON or text (- : standard input)\n"
    "  --record           print the games as a record (.azr) instead\n"
    "  --help, --version\n";

typedef struct trace {
    cli_game game;
    uint64_t games, seed, nodes;
    const char *bot;
    const char *position_path;
    bool record;
    azj_state position; /* valid if a path was given */
} trace;

/* ---- Printing ---- */

static void print_position(const azj_state *s)
{
    char text[AZJ_POSITION_JSON_MAX];
    azj_position_json(s, AZJ_JSON_TRACE, text, sizeof text);
    fputs(text, stdout);
}

/* Many moves go out in one call of fwrite. */
static void print_moves(const azj_move *moves, size_t count)
{
    char text[4096];
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (n + 1 + AZJ_MOVE_JSON_MAX > sizeof text) {
            fwrite(text, 1, n, stdout);
            n = 0;
        }
        if (i)
            text[n++] = ',';
        n += azj_move_json(moves[i], text + n, sizeof text - n);
    }
    fwrite(text, 1, n, stdout);
}

static void print_game(const trace *t, const azj_state *s, uint64_t game)
{
    printf("{\"event\":\"game\",\"game\":%llu,\"rules\":\"%s\",\"players\":%u,\"seed\":\"%llu\"",
           (unsigned long long)game, azj_rules_name((azj_rules)s->head.rules), s->head.players,
           (unsigned long long)(t->seed + game));
    if (s->head.rules == AZJ_DUEL) {
        const char *separator = ",\"tablets\":[";
        for (unsigned i = 0; i < 4; i++) {
            const unsigned side = s->duel.tablets >> (2 * i) & 3u;
            if (side)
                printf("%s\"%c%u\"", separator, (char)('a' + i), side), separator = ",";
        }
        putchar(']');
    }
    puts(t->position_path ? ",\"start\":\"given\"}" : "}");
}

static void print_decision(const azj_state *s, unsigned ply, const azj_move *moves, size_t count,
                           azj_move chosen)
{
    printf("{\"event\":\"decision\",\"ply\":%u,\"position\":", ply);
    print_position(s);
    fputs(",\"legal\":[", stdout);
    print_moves(moves, count);
    fputs("],\"move\":", stdout);
    print_moves(&chosen, 1);
    puts("}");
}

static void print_end(const azj_state *s)
{
    fputs("{\"event\":\"end\",\"position\":", stdout);
    print_position(s);
    fputs(",\"scores\":[", stdout);
    for (unsigned seat = 0; seat < s->head.players; seat++)
        printf("%s%d", seat ? "," : "", azj_score(s, seat));
    fputs("],\"winners\":[", stdout);
    const unsigned winners = azj_winners(s);
    for (unsigned seat = 0, n = 0; seat < s->head.players; seat++)
        if (winners >> seat & 1u)
            printf("%s%u", n++ ? "," : "", seat);
    puts("]}");
}

/* ---- Playing ---- */

static bool refuse_move(cli_args *a, const trace *t, const azj_fault *why)
{
    char text[AZJ_FAULT_TEXT_MAX];
    azj_fault_text(why, text, sizeof text);
    return cli_failed(a, "the bot %s made an illegal move: %s", t->bot, text);
}

static bool play_game(cli_args *a, const trace *t, uint64_t game)
{
    static azj_move moves[AZJ_MOVES_MAX];
    azj_state s = t->position;
    azj_rng rng;
    azj_rng_seed(&rng, t->seed + game);
    if (!t->position_path) {
        const azj_options options = cli_game_options(&t->game, &rng);
        azj_new(&s, &options);
    }
    print_game(t, &s, game);
    azj_deal(&s, &rng);
    cli_bot bot;
    azj_fault why = {.code = AZJ_E_OK};
    if (!cli_bot_open(a, &bot, t->bot, t->seed + game, t->nodes))
        return false;
    for (unsigned ply = 0; s.head.phase != AZJ_PHASE_OVER && !why.code; ply++) {
        const size_t count = azj_moves(&s, moves);
        const azj_move move = cli_bot_choose(&bot, &s, moves, count, &rng);
        print_decision(&s, ply, moves, count, move);
        why.code = azj_play(&s, move, &why, NULL);
        azj_deal(&s, &rng);
    }
    cli_bot_close(&bot);
    if (why.code)
        return refuse_move(a, t, &why);
    print_end(&s);
    return !ferror(stdout);
}

/* ---- Recording ---- */

static bool print_record(cli_args *a, const azj_record *r, uint64_t game)
{
    const size_t size = azj_record_text(r, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text)
        return cli_failed(a, "out of memory");
    azj_record_text(r, text, size);
    printf("%s%s", game ? "\n" : "", text);
    free(text);
    return !ferror(stdout);
}

static azj_error begin_record(azj_record *r, const trace *t, uint64_t game, azj_rng *rng)
{
    char seed[24];
    azj_rng_seed(rng, t->seed + game);
    const azj_options options = cli_game_options(&t->game, rng);
    azj_error e =
        t->position_path ? azj_record_begin_at(r, &t->position) : azj_record_begin(r, &options);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)(t->seed + game));
    const record_tags tags = {.seat = {t->bot, t->bot, t->bot, t->bot}, .seed = seed};
    return e == AZJ_E_OK ? tags_add(r, &tags) : e;
}

/* Plays the same game as play_game into a record. */
static azj_error fill_record(azj_record *r, cli_bot *bot, azj_rng *rng, azj_fault *why)
{
    static azj_move moves[AZJ_MOVES_MAX];
    azj_error e = azj_record_deal(r, rng);
    while (e == AZJ_E_OK && r->now.head.phase != AZJ_PHASE_OVER) {
        const size_t count = azj_moves(&r->now, moves);
        e = azj_record_move(r, cli_bot_choose(bot, &r->now, moves, count, rng), why, NULL);
        if (e == AZJ_E_OK)
            e = azj_record_deal(r, rng);
    }
    return e == AZJ_E_OK ? azj_record_end(r, azj_winners(&r->now), "normal") : e;
}

static bool record_game(cli_args *a, const trace *t, uint64_t game)
{
    azj_record r;
    azj_rng rng;
    cli_bot bot;
    azj_fault why = {.code = AZJ_E_OK};
    if (!cli_bot_open(a, &bot, t->bot, t->seed + game, t->nodes))
        return false;
    azj_record_init(&r);
    why.code = begin_record(&r, t, game, &rng);
    if (why.code == AZJ_E_OK)
        why.code = fill_record(&r, &bot, &rng, &why);
    const bool ok = why.code == AZJ_E_OK ? print_record(a, &r, game) : refuse_move(a, t, &why);
    azj_record_free(&r);
    cli_bot_close(&bot);
    return ok;
}

/* ---- Arguments ---- */

static bool check_given(cli_args *a, const trace *t)
{
    const azj_head *head = &t->position.head;
    if (t->game.rules_given && t->game.rules != head->rules)
        return cli_wrong(a, "--rules %s, but the position in %s is of %s",
                         azj_rules_name(t->game.rules), t->position_path,
                         azj_rules_name((azj_rules)head->rules));
    if (t->game.players_given && t->game.players != head->players)
        return cli_wrong(a, "--players %u, but the position in %s has %u", t->game.players,
                         t->position_path, head->players);
    if (t->game.tablets_given && t->game.random_tablets)
        return cli_wrong(a, "--tablets random, but the position in %s has its own",
                         t->position_path);
    if (t->game.tablets_given && t->game.tablets != t->position.duel.tablets)
        return cli_wrong(a, "--tablets differ from those of the position in %s", t->position_path);
    if (head->viewer != AZJ_VIEW_ALL)
        return cli_wrong(a, "%s holds a seat's view; a trace needs the whole position",
                         t->position_path);
    if (head->phase == AZJ_PHASE_OVER)
        return cli_wrong(a, "the game of the position in %s is over", t->position_path);
    return true;
}

static bool read_position(cli_args *a, trace *t)
{
    size_t length;
    char *text = cli_read_file(a, t->position_path, 1 << 20, &length);
    if (!text)
        return false;
    azj_text_fault fault;
    const azj_error e = azj_position_read(text, length, &t->position, &fault);
    free(text);
    if (e != AZJ_E_OK)
        return cli_wrong(a, "%s, byte %zu: %s", t->position_path, fault.offset + 1, fault.text);
    /* Compares the options with the position first, so that --players 3 with a Duel position is
     * reported as a contradiction to the file. */
    return check_given(a, t);
}

int cmd_trace(int argc, char **argv)
{
    cli_args a = cli_begin("trace", HELP, NULL, argc, argv);
    trace t = {.game = cli_game_default(), .games = 1, .seed = 1, .bot = "random"};
    const cli_option options[] = {CLI_GAME(&t.game),
                                  CLI_NUMBER("games", &t.games, 1, 1000000000),
                                  CLI_SEED(&t.seed),
                                  CLI_READ("bot", cli_bot_read, &t.bot),
                                  CLI_NUMBER("nodes", &t.nodes, 1, 1000000000000),
                                  CLI_WORD("position", &t.position_path),
                                  CLI_FLAG("record", &t.record),
                                  {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 0))
        return a.status;
    if (!(t.position_path ? read_position(&a, &t) : cli_game_check(&a, &t.game)))
        return a.status;
    for (uint64_t g = 0; g < t.games; g++)
        if (!(t.record ? record_game : play_game)(&a, &t, g))
            break;
    return a.stop ? a.status : cli_flush("trace");
}
