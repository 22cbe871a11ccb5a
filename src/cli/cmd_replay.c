/* cmd_replay.c - `azulejo replay`: prints a recorded game move by move, in words, with all
 * points. */
#include "cli/game_files.h"
#include "text/tags.h"

#include <stdio.h>
#include <string.h>

static const char HELP[] = "usage: azulejo replay [OPTION]... FILE\n"
                           "\n"
                           "Tells the games of a record (- : standard input), text or JSON, move "
                           "by move in words: the deals,\n"
                           "who did what, and where every point came from.\n"
                           "\n"
                           "  --game N           only the Nth game of the file\n"
                           "  --positions        the position before each move too\n"
                           "  --help, --version\n";

static const char *seat_name(const azj_record *r, unsigned seat)
{
    const char *name = azj_record_tag_value(r, tags_seat(seat));
    return name ? name : "";
}

static void print_seat(const azj_record *r, unsigned seat)
{
    const char *name = seat_name(r, seat);
    printf("seat %u%s%s%s", seat, *name ? " (" : "", name, *name ? ")" : "");
}

static void print_head(const azj_record *r, uint64_t game)
{
    printf("game %llu: %s, %u players\n", (unsigned long long)game,
           azj_rules_name((azj_rules)r->start.head.rules), r->start.head.players);
    for (uint32_t i = 0; i < r->tag_count; i++)
        printf("  %s: %s\n", azj_record_string(r, r->tags[i].name),
               azj_record_string(r, r->tags[i].value));
}

/* ---- Steps ---- */

static void print_events(const azj_record *r, const azj_events *events)
{
    char text[AZJ_EVENT_TEXT_MAX];
    for (uint32_t i = 0; i < events->count; i++) {
        const azj_event *e = &events->at[i];
        azj_event_text((azj_rules)r->now.head.rules, e, text, sizeof text);
        printf("    seat %u  %+d = %d  %s\n", e->seat, e->points, e->score, text);
    }
}

static void print_move(const azj_record *r, const azj_state *s, azj_move move)
{
    char text[AZJ_MOVE_TEXT_MAX], words[AZJ_MOVE_WORDS_MAX];
    azj_move_text(move, text, sizeof text);
    azj_move_words(move, words, sizeof words);
    printf("  ");
    print_seat(r, s->head.seat);
    printf("  %s  %s\n", text, words);
}

/* The state of printing a game. */
typedef struct teller {
    const azj_record *r;
    azj_state s;    /* before the next step */
    unsigned round; /* the round whose heading was printed last */
    uint32_t note;  /* the next note */
    int dealing;    /* the kind of outcome on the current line, -1 outside a deal */
} teller;

static void end_deal(teller *t)
{
    if (t->dealing >= 0)
        putchar('\n');
    t->dealing = -1;
}

/* Indents the lines of a comment below its move, so that none of them looks like a line of the
 * replay. */
static void print_lines(const char *text)
{
    for (; *text; text++) {
        putchar(*text);
        if (*text == '\n')
            fputs("      ", stdout);
    }
    putchar('\n');
}

static void tell_notes(teller *t, uint32_t after)
{
    const azj_record *r = t->r;
    for (; t->note < r->note_count && r->notes[t->note].after == after; t->note++) {
        end_deal(t);
        printf("    %s: ", azj_record_string(r, r->notes[t->note].name));
        print_lines(azj_record_string(r, r->notes[t->note].value));
    }
}

static void tell_outcome(teller *t, azj_outcome o)
{
    static const char *const kinds[] = {"starts: seat", "tiles", "plates", "chips"};
    if (t->dealing != o.kind)
        printf("%s%s", t->dealing < 0 ? "  deal: " : "; ", kinds[o.kind]);
    t->dealing = o.kind;
    if (o.kind == AZJ_OUTCOME_STARTER)
        printf(" %u", o.value);
    else if (o.kind == AZJ_OUTCOME_TILE)
        printf(" %c", azj_colour_letter(o.value));
    else
        printf(" %s",
               o.kind == AZJ_OUTCOME_PLATE ? azj_plate_name(o.value) : azj_face_name(o.value));
}

static void tell_move(teller *t, azj_move move, bool positions)
{
    end_deal(t);
    if (positions) {
        char text[AZJ_POSITION_TEXT_MAX];
        azj_position_text(&t->s, text, sizeof text);
        printf("  %s\n", text);
    }
    print_move(t->r, &t->s, move);
}

static void tell_steps(const azj_record *r, bool positions)
{
    static azj_events events;
    teller t = {.r = r, .s = r->start, .dealing = -1};
    tell_notes(&t, 0);
    for (uint32_t i = 0; i < r->step_count; i++) {
        if (t.s.head.round != t.round) {
            end_deal(&t);
            printf("round %u\n", t.round = t.s.head.round);
        }
        if (r->steps[i].move)
            tell_move(&t, r->steps[i].move, positions);
        else
            tell_outcome(&t, r->steps[i].outcome);
        events.count = 0;
        azj_record_replay(r, i, &t.s, &events);
        print_events(r, &events);
        tell_notes(&t, i + 1);
    }
    end_deal(&t);
}

static void print_end(const azj_record *r)
{
    printf("end: ");
    for (unsigned seat = 0; seat < r->now.head.players; seat++) {
        printf("%s", seat ? ", " : "");
        print_seat(r, seat);
        printf(" %d%s", azj_score(&r->now, seat), r->winners >> seat & 1u ? " wins" : "");
    }
    printf(" (%s)\n", azj_record_string(r, r->cause));
}

/* ---- Files ---- */

/* Prints a damaged game up to its fault. */
static void tell_game(const azj_record *r, uint64_t number, bool positions)
{
    if (!r->start.head.players)
        return;
    print_head(r, number);
    tell_steps(r, positions);
    if (r->cause)
        print_end(r);
}

static void replay_games(cli_args *a, cli_source *s, uint64_t wanted, bool positions)
{
    azj_record r;
    azj_text_fault fault;
    if (!text_form_is_record(s->form)) {
        cli_failed(a, "%s holds no record", s->path);
        return;
    }
    azj_record_init(&r);
    while (!a->stop && (!wanted || s->games < wanted) && cli_read_game(s, &r, &fault)) {
        if (wanted && s->games != wanted)
            continue;
        tell_game(&r, s->games, positions);
        if (fault.code != AZJ_E_OK)
            cli_say_fault(s, &fault);
    }
    if (s->games < wanted || s->games == 0)
        cli_failed(a, "%s has %llu game%s", s->path, (unsigned long long)s->games,
                   s->games == 1 ? "" : "s");
    azj_record_free(&r);
}

int cmd_replay(int argc, char **argv)
{
    cli_args a = cli_begin("replay", HELP, NULL, argc, argv);
    cli_source s = {0};
    uint64_t game = 0;
    bool positions = false;
    const cli_option options[] = {
        CLI_NUMBER("game", &game, 1, 1000000000), CLI_FLAG("positions", &positions), {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 1))
        return a.status;
    if (optind == argc)
        cli_wrong(&a, "which file? `azulejo replay --help` says more");
    else if (cli_open(&a, argv[optind], &s))
        replay_games(&a, &s, game, positions);
    cli_close(&s);
    return cli_finish(&a);
}
