/* test_text_record.c - games written down and read again: text, JSON, faults. */
#include "check.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned rounds(void)
{
    const char *wish = getenv("AZJ_LAW_ROUNDS");
    if (wish)
        return (unsigned)strtoul(wish, NULL, 10);
    return getenv("AZJ_TEST_QUICK") ? 2 : 20;
}

/* ---- Making games --------------------------------------------------------------------------- */

static void add_notes(azj_record *r, azj_rng *rng)
{
    static const char *const comments[] = {"well played", "a } and a \\ and a \"",
                                           "two\nlines\tand é", "", "[clk 5] {x"};
    if (azj_rng_below(rng, 6) == 0)
        assert_int_equal(azj_record_note(r, "clk", "298.5"), AZJ_E_OK);
    if (azj_rng_below(rng, 9) == 0)
        assert_int_equal(azj_record_note(r, "eval", "+3.25 -1.5"), AZJ_E_OK);
    if (azj_rng_below(rng, 9) == 0)
        assert_int_equal(azj_record_note(r, "comment", comments[azj_rng_below(rng, 5)]), AZJ_E_OK);
}

static void play_steps(azj_record *r, azj_rng *rng, unsigned most)
{
    static azj_move moves[AZJ_MOVES_MAX];
    add_notes(r, rng);
    assert_int_equal(azj_record_deal(r, rng), AZJ_E_OK);
    while (r->now.head.phase != AZJ_PHASE_OVER && most--) {
        const size_t count = azj_moves(&r->now, moves);
        const azj_move move = moves[azj_rng_below(rng, (uint32_t)count)];
        assert_int_equal(azj_record_move(r, move, NULL, NULL), AZJ_E_OK);
        add_notes(r, rng);
        if (r->now.head.phase == AZJ_PHASE_DEAL) {
            assert_int_equal(azj_record_chance(r, azj_sample(&r->now, rng)), AZJ_E_OK);
            add_notes(r, rng);
        }
        assert_int_equal(azj_record_deal(r, rng), AZJ_E_OK);
    }
}

static void make_game(azj_record *r, azj_rules rules, unsigned players, uint64_t seed)
{
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    azj_options o = {(uint8_t)rules, (uint8_t)players, AZJ_NOBODY, 0};
    if (azj_rng_below(&rng, 2))
        o.starter = 1;
    assert_int_equal(azj_record_begin(r, &o), AZJ_E_OK);
    assert_int_equal(azj_record_tag(r, "Seat0", "Ann \"the \\ tiler\" é"), AZJ_E_OK);
    assert_int_equal(azj_record_tag(r, "Date", "2026-11-15"), AZJ_E_OK);
    assert_int_equal(azj_record_tag(r, "FavouriteCheese", "brie"), AZJ_E_OK);
    play_steps(r, &rng, seed % 3 ? 1000000 : 20);
    const int over = r->now.head.phase == AZJ_PHASE_OVER;
    const azj_error e =
        azj_record_end(r, over ? azj_winners(&r->now) : 2, over ? "normal" : "time");
    assert_int_equal(e, AZJ_E_OK);
}

/* ---- Comparing ------------------------------------------------------------------------------ */

typedef size_t printer(const azj_record *, char *, size_t);
typedef azj_error parser(const char *, size_t, size_t *, azj_record *, azj_text_fault *);

static char *print(printer *p, const azj_record *r, size_t *length)
{
    *length = p(r, NULL, 0);
    char *text = malloc(*length + 1);
    assert_non_null(text);
    assert_int_equal(p(r, text, *length + 1), *length);
    assert_int_equal(strlen(text), *length);
    return text;
}

static void check_same(const azj_record *a, const azj_record *b)
{
    assert_true(azj_equal(&a->start, &b->start));
    assert_true(azj_equal(&a->now, &b->now));
    assert_int_equal(a->step_count, b->step_count);
    assert_memory_equal(a->steps, b->steps, a->step_count * sizeof *a->steps);
    assert_int_equal(a->tag_count, b->tag_count);
    for (uint32_t i = 0; i < a->tag_count; i++) {
        assert_string_equal(a->pool + a->tags[i].name, b->pool + b->tags[i].name);
        assert_string_equal(a->pool + a->tags[i].value, b->pool + b->tags[i].value);
    }
    assert_int_equal(a->note_count, b->note_count);
    for (uint32_t i = 0; i < a->note_count; i++) {
        assert_int_equal(a->notes[i].after, b->notes[i].after);
        assert_string_equal(a->pool + a->notes[i].name, b->pool + b->notes[i].name);
        assert_string_equal(a->pool + a->notes[i].value, b->pool + b->notes[i].value);
    }
    assert_int_equal(a->winners, b->winners);
    assert_string_equal(azj_record_string(a, a->cause), azj_record_string(b, b->cause));
}

/* parse(print(r)) is r, and printing that again gives the same bytes. */
static void check_form(const azj_record *r, printer *p, parser *parse)
{
    azj_record back;
    azj_text_fault fault;
    size_t length, again_length, at = 0;
    char *text = print(p, r, &length);
    azj_record_init(&back);
    if (parse(text, length, &at, &back, &fault) != AZJ_E_OK)
        fail_msg("line %u, column %u: %s\n%s", fault.line, fault.column, fault.text, text);
    check_same(r, &back);
    char *again = print(p, &back, &again_length);
    assert_string_equal(text, again);
    free(text);
    free(again);
    azj_record_free(&back);
}

static void check_games(azj_rules rules, unsigned players)
{
    azj_record r;
    azj_record_init(&r);
    for (unsigned g = 0; g < rounds(); g++) {
        make_game(&r, rules, players, 77u + g);
        check_form(&r, azj_record_text, azj_record_parse);
        check_form(&r, azj_record_json, azj_record_parse_json);
    }
    azj_record_free(&r);
}

static void test_round_trips(void **state)
{
    (void)state;
    for (unsigned rules = AZJ_CLASSIC; rules <= AZJ_CRYSTAL2; rules++)
        for (unsigned players = 2; players <= 4; players++)
            check_games((azj_rules)rules, players);
    check_games(AZJ_DUEL, 2);
}

/* A game that starts at a position in the middle of another. */
static void test_given_position(void **state)
{
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned g = 0; g < 20; g++) {
            azj_record r;
            azj_rng rng;
            azj_record_init(&r);
            make_game(&r, (azj_rules)rules, 2, 3 * g); /* cut short after 20 moves */
            const azj_state middle = r.now;
            if (middle.head.phase == AZJ_PHASE_OVER)
                continue;
            assert_int_equal(azj_record_begin_at(&r, &middle), AZJ_E_OK);
            azj_rng_seed(&rng, g);
            play_steps(&r, &rng, 1000000);
            assert_int_equal(azj_record_end(&r, azj_winners(&r.now), "normal"), AZJ_E_OK);
            check_form(&r, azj_record_text, azj_record_parse);
            check_form(&r, azj_record_json, azj_record_parse_json);
            azj_record_free(&r);
        }
}

/* Replaying the steps from the start gives the last state. */
static void test_replay(void **state)
{
    (void)state;
    azj_record r;
    azj_record_init(&r);
    make_game(&r, AZJ_DUEL, 2, 5);
    azj_state s = r.start;
    for (uint32_t i = 0; i < r.step_count; i++)
        azj_record_replay(&r, i, &s, NULL);
    assert_true(azj_equal(&s, &r.now));
    azj_record_free(&r);
}

/* ---- Damage --------------------------------------------------------------------------------- */

#define HEAD "[Azulejo \"1\"]\n[Rules \"classic\"]\n[Players \"2\"]\n\n"
#define DEAL HEAD "round 1 starter=0 BBYR KKTB YYRK TTRB KRYB\n"

static const struct {
    const char *text;
    unsigned line, column;
    const char *says; /* part of the sentence */
    unsigned steps;   /* that were read before the fault */
} damaged[] = {
    {"", 1, 1, "[Azulejo", 0},
    {"round 1", 1, 1, "[Azulejo", 0},
    {"[Rules \"classic\"]\n[Players \"2\"]\nend", 3, 1, "[Azulejo", 0},
    {"[Azulejo \"2\"]\n", 1, 1, "[Azulejo", 0},
    {"[Azulejo \"1\"]\n[Rules \"chess\"]\n[Players \"2\"]\n\n", 2, 1, "classic", 0},
    {"[Azulejo \"1\"]\n[Rules \"duel\"]\n[Players \"3\"]\n\n", 3, 1, "Players", 0},
    {"[Azulejo \"1\"]\n[Rules \"grey\"]\n[Rules \"grey\"]\n\n", 3, 2, "only once", 0},
    {"[Azulejo \"1\"]\n[Rules \"grey\"\n", 2, 14, "]", 0},
    {"[Azulejo \"1\"]\n[Rules grey]\n", 2, 8, "quotes", 0},
    {HEAD, 5, 1, "end", 0},
    {HEAD "3B2", 5, 1, "round", 0},
    {HEAD "round 2", 5, 7, "the round that comes next", 0},
    {HEAD "round 1 BBYR", 5, 9, "starter=", 0},
    {HEAD "round 1 starter=2", 5, 9, "can start", 0},
    {HEAD "round 1 starter=0 BBXR", 5, 21, "colour", 3},
    {HEAD "round 1 starter=0 BBYRBBYRBBYRBBYRBBYRB", 5, 39, "table is full", 21},
    {HEAD "round 1 starter=0 BBYR [clk", 5, 28, "a space", 5},
    {HEAD "round 1 starter=0 BBYR {comment", 5, 32, "}", 5},
    {DEAL "1B1 1B2", 6, 5, "factory 1 has no blue", 22},
    {DEAL "1B1 2K9", 6, 7, "line 1 to 5", 22},
    {DEAL "1B1 2K2 end * 0-0", 6, 18, "cause", 23},
    {DEAL "1B1 2K2 end * 0-1 time", 6, 13, "scores", 23},
    {DEAL "1B1 2K2 end 0 0-0 normal", 6, 13, "more moves", 23},
    {DEAL "1B1 2K2 end 2 0-0 time", 6, 13, "more moves", 23},
    {DEAL "1B1 {\xff} 2K2", 6, 6, "UTF-8", 22},
};

static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        azj_record r;
        azj_text_fault f;
        size_t at = 0;
        azj_record_init(&r);
        const azj_error e = azj_record_parse(damaged[i].text, strlen(damaged[i].text), &at, &r, &f);
        if (e == AZJ_E_OK || f.line != damaged[i].line || f.column != damaged[i].column ||
            !strstr(f.text, damaged[i].says) || r.step_count != damaged[i].steps)
            fail_msg("%s\ngave line %u, column %u: %s (%u steps)", damaged[i].text, f.line,
                     f.column, f.text, r.step_count);
        azj_record_free(&r);
    }
}

/* The games before and behind a damaged one are intact. */
static void test_several_games(void **state)
{
    (void)state;
    azj_record r;
    azj_text_fault f;
    size_t length, at = 0;
    azj_record_init(&r);
    make_game(&r, AZJ_GREY, 3, 1);
    char *one = print(azj_record_text, &r, &length);
    const size_t room = 3 * length + 512;
    char *all = malloc(room);
    assert_non_null(all);
    const int size = snprintf(all, room, "%s\n%s%s", one, DEAL "1B1 4K4 nonsense\n\n", one);
    assert_int_equal(azj_record_parse(all, (size_t)size, &at, &r, &f), AZJ_E_OK);
    assert_true(azj_record_more(all, (size_t)size, &at));
    assert_int_not_equal(azj_record_parse(all, (size_t)size, &at, &r, &f), AZJ_E_OK);
    assert_int_equal(r.step_count, 22);
    azj_record_skip(all, (size_t)size, &at);
    assert_int_equal(azj_record_parse(all, (size_t)size, &at, &r, &f), AZJ_E_OK);
    assert_false(azj_record_more(all, (size_t)size, &at));
    azj_record_free(&r);
    free(one);
    free(all);
}

/* What is refused leaves the game as it was. */
static void test_refusals(void **state)
{
    (void)state;
    azj_record r;
    azj_fault why;
    azj_record_init(&r);
    const azj_options o = {.rules = AZJ_CLASSIC, .players = 2, .starter = 0};
    assert_int_equal(azj_record_begin(&r, &o), AZJ_E_OK);
    assert_int_equal(azj_record_move(&r, azj_move_take(1, 0, 1), &why, NULL), AZJ_E_DEAL_FIRST);
    assert_int_equal(azj_record_chance(&r, (azj_outcome){AZJ_OUTCOME_PLATE, 0, 1}),
                     AZJ_E_NOT_A_MOVE);
    assert_int_equal(azj_record_tag(&r, "Rules", "grey"), AZJ_E_SYNTAX);
    assert_int_equal(azj_record_tag(&r, "small", "x"), AZJ_E_SYNTAX);
    assert_int_equal(azj_record_tag(&r, "Name", "two\nlines"), AZJ_E_SYNTAX);
    assert_int_equal(azj_record_note(&r, "Clk", "1"), AZJ_E_SYNTAX);
    assert_int_equal(azj_record_note(&r, "clk", "1]"), AZJ_E_SYNTAX);
    assert_int_equal(azj_record_end(&r, 1, "normal"), AZJ_E_BAD_STATE);
    assert_int_equal(azj_record_end(&r, 4, "time"), AZJ_E_BAD_STATE);
    assert_int_equal(r.step_count + r.note_count, 0);
    azj_record_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),   cmocka_unit_test(test_given_position),
        cmocka_unit_test(test_replay),        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_several_games), cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
