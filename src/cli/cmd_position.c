/* cmd_position.c - `azulejo position`: prints a position in either form, as a seat sees it, or its
 * legal moves.
 */
#include "cli/game_files.h"

#include <stdio.h>
#include <string.h>

static const char HELP[] =
    "usage: azulejo position [OPTION]... [FILE]\n"
    "\n"
    "Reads positions (text, one a line, or JSON; - : standard input) and prints them. Without "
    "FILE:\n"
    "the first deal of a new game.\n"
    "\n"
    "  --to text|json     the form to print (default text)\n"
    "  --seat N           only what that seat may know, or `spectator`\n"
    "  --legal            the legal moves too\n"
    "  --rules RULES      new game: classic, grey, crystal1, crystal2 or duel (default classic)\n"
    "  --players N        new game: 2, 3 or 4 (default 2; duel 2)\n"
    "  --tablets LIST     new game of duel: like a1,b2,c1, or random (default a1,b1,c1)\n"
    "  --seed S           new game: the seed of the deal (default 1)\n"
    "  --help, --version\n";

typedef struct position_options {
    cli_game game;
    uint64_t seed;
    bool legal;
    const char *seed_given; /* NULL: by default */
    int json;
    unsigned viewer;
} position_options;

static void print_moves(const azj_state *s, int json)
{
    static azj_move moves[AZJ_MOVES_MAX];
    char text[AZJ_MOVE_JSON_MAX];
    const size_t count = azj_moves(s, moves);
    for (size_t i = 0; i < count; i++) {
        if (json)
            azj_move_json(moves[i], text, sizeof text);
        else
            azj_move_text(moves[i], text, sizeof text);
        printf("%s%s", i ? (json ? "," : " ") : (json ? "[" : ""), text);
    }
    puts(json ? (count ? "]" : "[]") : "");
}

static bool print_position(cli_args *a, const position_options *o, azj_state *s)
{
    char text[AZJ_POSITION_JSON_MAX];
    if (o->viewer < AZJ_SEATS_MAX && o->viewer >= s->head.players)
        return cli_wrong(a, "--seat %u, but there are %u players", o->viewer, s->head.players);
    if (s->head.viewer != AZJ_VIEW_ALL && o->viewer != AZJ_VIEW_ALL && o->viewer != s->head.viewer)
        return cli_wrong(a, "--seat asks for what the view of another seat does not hold");
    if (o->viewer != AZJ_VIEW_ALL && s->head.viewer == AZJ_VIEW_ALL)
        azj_view(s, o->viewer, s);
    if (o->json)
        azj_position_json(s, AZJ_JSON_WHOLE, text, sizeof text);
    else
        azj_position_text(s, text, sizeof text);
    puts(text);
    if (o->legal)
        print_moves(s, o->json);
    return true;
}

static void new_position(cli_args *a, const position_options *o)
{
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, o->seed);
    const azj_options options = cli_game_options(&o->game, &rng);
    azj_new(&s, &options);
    azj_deal(&s, &rng);
    print_position(a, o, &s);
}

static void convert_file(cli_args *a, const position_options *o, const char *path)
{
    cli_source s;
    azj_state state;
    azj_text_fault fault;
    if (cli_open(a, path, &s) && text_form_is_record(s.form))
        cli_failed(a, "%s holds no position", path);
    while (!a->stop && cli_read_position(&s, &state, &fault)) {
        if (fault.code == AZJ_E_OK)
            print_position(a, o, &state);
        else
            cli_say_fault(&s, &fault);
    }
    cli_close(&s);
}

static bool read_viewer(cli_args *a, const char *text, void *viewer)
{
    const bool is_seat = text[0] >= '0' && text[0] <= '3' && !text[1];
    *(unsigned *)viewer = is_seat ? (unsigned)(text[0] - '0') : AZJ_SPECTATOR;
    return is_seat || strcmp(text, "spectator") == 0 ||
           cli_wrong(a, "--seat takes a seat, 0 to 3, or spectator, not \"%s\"", text);
}

int cmd_position(int argc, char **argv)
{
    cli_args a = cli_begin("position", HELP, NULL, argc, argv);
    position_options p = {.game = cli_game_default(), .seed = 1, .viewer = AZJ_VIEW_ALL};
    const cli_option options[] = {
        CLI_READ("to", cli_read_form_option, &p.json),
        CLI_READ("seat", read_viewer, &p.viewer),
        CLI_FLAG("legal", &p.legal),
        CLI_GAME(&p.game),
        {"seed", CLI_IS_SEED, {.number = &p.seed}, 0, UINT64_MAX, NULL, &p.seed_given},
        {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 1) || !cli_game_check(&a, &p.game))
        return a.status;
    const char *path = optind < argc ? argv[optind] : NULL;
    if (path &&
        (p.game.rules_given || p.game.players_given || p.game.tablets_given || p.seed_given))
        cli_wrong(&a, "--rules, --players, --tablets and --seed make a new game; %s has one", path);
    else if (path)
        convert_file(&a, &p, path);
    else
        new_position(&a, &p);
    return cli_finish(&a);
}
