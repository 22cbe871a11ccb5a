/* test_text_record.c - what a record refuses, and what it keeps of a damaged game. */
#include "check.h"
#include "roundtrip.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game of some moves, with tags and notes. */
static void make_game(azj_record *r, azj_rules rules, unsigned players, uint64_t seed)
{
    static roundtrip t;
    assert_null(roundtrip_game(&t, rules, players, seed, ROUNDTRIP_RECORD));
    azj_record_free(r);
    *r = t.game;
    azj_record_init(&t.game);
    roundtrip_free(&t);
    t = (roundtrip){0};
}

static char *print(const azj_record *r, size_t *length)
{
    *length = azj_record_text(r, NULL, 0);
    char *text = malloc(*length + 1);
    assert_non_null(text);
    assert_int_equal(azj_record_text(r, text, *length + 1), *length);
    assert_int_equal(strlen(text), *length);
    return text;
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

/* ---- Damage ---- */

#define HEAD "[Azulejo \"1\"]\n[Rules \"classic\"]\n[Players \"2\"]\n\n"
#define DEAL HEAD "round 1 starter=0 BBYR KKTB YYRK TTRB KRYB\n"

static const struct {
    const char *text;
    unsigned line, column;
    const char *says; /* part of the sentence */
    unsigned steps;   /* that were read before the fault */
    azj_text_part part;
} damaged[] = {
    {"", 1, 1, "[Azulejo", 0, AZJ_PART_TAG},
    {"round 1", 1, 1, "[Azulejo", 0, AZJ_PART_TAG},
    {"[Rules \"classic\"]\n[Players \"2\"]\nend", 3, 1, "[Azulejo", 0, AZJ_PART_TAG},
    {"[Azulejo \"2\"]\n", 1, 1, "[Azulejo", 0, AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Rules \"chess\"]\n[Players \"2\"]\n\n", 2, 1, "classic", 0, AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Rules \"duel\"]\n[Players \"3\"]\n\n", 3, 1, "Players", 0, AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Rules \"grey\"]\n[Rules \"grey\"]\n\n", 3, 2, "only once", 0, AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Rules \"grey\"\n", 2, 14, "]", 0, AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Rules grey]\n", 2, 8, "quotes", 0, AZJ_PART_TAG},
    {HEAD, 5, 1, "end", 0, AZJ_PART_CUT},
    {HEAD "3B2", 5, 1, "round", 0, AZJ_PART_DEAL},
    {HEAD "round 2", 5, 7, "the round that comes next", 0, AZJ_PART_DEAL},
    {HEAD "round 1 BBYR", 5, 9, "starter=", 0, AZJ_PART_DEAL},
    {HEAD "round 1 starter=2", 5, 9, "can start", 0, AZJ_PART_DEAL},
    {HEAD "round 1 starter=0 BBXR", 5, 21, "colour", 3, AZJ_PART_DEAL},
    {HEAD "round 1 starter=0 BBYRBBYRBBYRBBYRBBYRB", 5, 39, "table is full", 21, AZJ_PART_DEAL},
    {HEAD "round 1 starter=0 BBYR [clk", 5, 28, "a space", 5, AZJ_PART_NOTE},
    {HEAD "round 1 starter=0 BBYR {comment", 5, 24, "}", 5, AZJ_PART_NOTE},
    {HEAD "round 1 starter=0 BBYR {a\nb {\nc", 5, 24, "}", 5, AZJ_PART_NOTE},
    {HEAD "round 1 starter=0 BBYR {a\n" HEAD "}", 5, 24, "ends this comment", 5, AZJ_PART_NOTE},
    {HEAD "round 1 starter=0 BBYR {a\\b}", 5, 26, "a backslash stands before", 5, AZJ_PART_NOTE},
    {HEAD "round 1 starter=0 BBYR [clk 1\n]", 5, 30, "ends the note", 5, AZJ_PART_NOTE},
    {"[Azulejo \"1\"]\n[Seat0 \"Ann]\n[Seat1 \"Bob\"]\n", 2, 13, "a quote that ends the value", 0,
     AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Seat0 \"A\\q\"]\n", 2, 10, "\\\" or \\\\", 0, AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Seat0 \"A\xc2\x9b\"]\n", 2, 10, "control characters", 0, AZJ_PART_TAG},
    {HEAD "[Event \"x\"]\n\n" HEAD, 7, 1, "before the tags of another game", 0, AZJ_PART_TAG},
    {"[Azulejo \"1\"]\n[Rules \"grey\"]\n[Azulejo \"1\"]\n", 3, 1, "another game", 0, AZJ_PART_TAG},
    {DEAL "1B1\n[Rules \"grey\"]\n", 7, 1, "end, before the tags of another game", 22,
     AZJ_PART_CUT},
    {DEAL "1B1 2K2x", 6, 8, "nothing more after the move 2K2", 22, AZJ_PART_MOVE},
    {DEAL "1B1 2K2 {\xc2\x80}", 6, 10, "control characters", 23, AZJ_PART_NOTE},
    {DEAL "1B1 1B2", 6, 5, "factory 1 has no blue", 22, AZJ_PART_MOVE},
    {DEAL "1B1 2K9", 6, 7, "line 1 to 5", 22, AZJ_PART_MOVE},
    {DEAL "1B1 2K2 end * 0-0", 6, 18, "cause", 23, AZJ_PART_END},
    {DEAL "1B1 2K2 end * 0-0 ", 6, 19, "cause", 23, AZJ_PART_END},
    {DEAL "1B1 2K2 end * 0-1 time", 6, 15, "scores", 23, AZJ_PART_END},
    {DEAL "1B1 2K2 end * 0-0-0 time", 6, 18, "cause", 23, AZJ_PART_END},
    {DEAL "1B1 2K2 end * 0-0 Time", 6, 19, "cause", 23, AZJ_PART_END},
    {DEAL "1B1 2K2 end 2 0-0 time", 6, 13, "among the seats 0 and 1", 23, AZJ_PART_END},
    {DEAL "1B1 2K2 end 0 0-0 normal", 6, 13, "more moves", 23, AZJ_PART_END},
    {DEAL "1B1 {\xff} 2K2", 6, 6, "UTF-8", 22, AZJ_PART_NOTE},
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
            !strstr(f.text, damaged[i].says) || r.step_count != damaged[i].steps ||
            f.part != damaged[i].part)
            fail_msg("%s\ngave line %u, column %u: %s (%u steps, part %u)", damaged[i].text, f.line,
                     f.column, f.text, r.step_count, (unsigned)f.part);
        azj_record_free(&r);
    }
}

/* A move that the rules refuse carries the facts of the refusal, for a sentence in any language. */
static void test_refused_move(void **state)
{
    (void)state;
    static const char text[] = DEAL "1B1 1B2";
    azj_record r;
    azj_text_fault f;
    size_t at = 0;
    azj_record_init(&r);
    assert_int_equal(azj_record_parse(text, strlen(text), &at, &r, &f), AZJ_E_FACTORY_LACKS);
    assert_int_equal(f.why.code, AZJ_E_FACTORY_LACKS);
    assert_int_equal(f.why.from, 1);
    azj_record_free(&r);
}

/* The games before and after a damaged one are intact. */
static void test_several_games(void **state)
{
    (void)state;
    azj_record r;
    azj_text_fault f;
    size_t length, at = 0;
    azj_record_init(&r);
    make_game(&r, AZJ_GREY, 3, 1);
    char *one = print(&r, &length);
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

/* A game that was cut takes nothing from the next one, wherever the cut is. */
static void test_cut_games(void **state)
{
    (void)state;
    static const char *const whole = DEAL "{a \\} b} 1B1 [clk 2.5] 2K2\nend * 0-0 time\n";
    const size_t length = strlen(whole);
    azj_record r;
    azj_text_fault f;
    azj_record_init(&r);
    for (size_t cut = 1; cut < length - 1; cut++) {
        char all[512];
        size_t at = 0;
        const int size = snprintf(all, sizeof all, "%.*s\n%s", (int)cut, whole, whole);
        const azj_error e = azj_record_parse(all, (size_t)size, &at, &r, &f);
        if (e != AZJ_E_OK)
            azj_record_skip(all, (size_t)size, &at);
        else /* "end * 0-0 t" is a whole game too */
            assert_true(azj_record_more(all, (size_t)size, &at));
        if (at != cut + 1 || azj_record_parse(all, (size_t)size, &at, &r, &f) != AZJ_E_OK ||
            r.step_count != 23 || at != (size_t)size - 1)
            fail_msg("cut after \"%.*s\": %s", (int)cut, whole, f.text);
    }
    azj_record_free(&r);
}

/* A comment may speak of anything, the first line of a game too. */
static void test_odd_comments(void **state)
{
    (void)state;
    static const char *const comments[] = {"[Azulejo \"1\"]",
                                           "a\n[Azulejo \"1\"]\n[Rules \"x\"]",
                                           "\\\n[Azulejo }",
                                           "\n[",
                                           "\\[",
                                           "}\\"};
    azj_record r, again;
    azj_text_fault f;
    azj_record_init(&r);
    azj_record_init(&again);
    const azj_options o = {.rules = AZJ_CLASSIC, .players = 2, .starter = 0};
    assert_int_equal(azj_record_begin(&r, &o), AZJ_E_OK);
    char quotes[1024];
    memset(quotes, '"', sizeof quotes - 1);
    quotes[sizeof quotes - 1] = '\0';
    assert_int_equal(azj_record_tag(&r, "Event", quotes), AZJ_E_OK);
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++)
        assert_int_equal(azj_record_note(&r, "comment", comments[i]), AZJ_E_OK);
    size_t length, at = 0;
    char *text = print(&r, &length);
    if (azj_record_parse(text, length, &at, &again, &f) != AZJ_E_OK)
        fail_msg("line %u, column %u: %s", f.line, f.column, f.text);
    assert_string_equal(azj_record_tag_value(&again, "Event"), quotes);
    assert_int_equal(again.note_count, r.note_count);
    for (uint32_t i = 0; i < again.note_count; i++)
        assert_string_equal(azj_record_string(&again, again.notes[i].value), comments[i]);
    free(text);
    azj_record_free(&r);
    azj_record_free(&again);
}

static const struct {
    const char *tags, *notes, *says;
} bad_json[] = {
    {"\"Event\":\"two\\nlines\"", "{\"clk\":\"1\"}", "a value in UTF-8 without control"},
    {"\"Event\":\"\\u0085\"", "{\"clk\":\"1\"}", "a value in UTF-8 without control"},
    {"\"Event\":5", "{\"clk\":\"1\"}", "the tag's value, a string"},
    {"\"event\":\"x\"", "{\"clk\":\"1\"}", "a capital first"},
    {"\"Event\":\"x\"", "{\"clk\":1}", "the note's value, a string"},
    {"\"Event\":\"x\"", "{\"Clk\":\"1\"}", "small letters"},
    {"\"Event\":\"x\"", "{\"clk\":\"1]\"}", "without brackets"},
    {"\"Event\":\"x\"", "{\"comment\":\"\\u009b\"}", "a comment in UTF-8 without control"},
};

static void test_bad_json(void **state)
{
    (void)state;
    azj_record r;
    azj_record_init(&r);
    for (size_t i = 0; i < sizeof bad_json / sizeof *bad_json; i++) {
        char text[512];
        azj_text_fault f;
        size_t at = 0;
        const int size = snprintf(text, sizeof text,
                                  "{\"tags\":{\"Azulejo\":\"1\",\"Rules\":\"grey\","
                                  "\"Players\":\"2\",%s},\"notes\":[%s],\"steps\":[],"
                                  "\"end\":{\"winners\":[],\"scores\":[0,0],\"cause\":\"time\"}}",
                                  bad_json[i].tags, bad_json[i].notes);
        const azj_error e = azj_record_parse_json(text, (size_t)size, &at, &r, &f);
        if (e != AZJ_E_SYNTAX || !strstr(f.text, bad_json[i].says))
            fail_msg("%s\n%s", text, f.text);
    }
    azj_record_free(&r);
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
    assert_int_equal(azj_record_tag(&r, "Name", "\xc2\x9b"), AZJ_E_SYNTAX);
    assert_int_equal(azj_record_tag(&r, "Name", "\xc2\xa0"), AZJ_E_OK);
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
        cmocka_unit_test(test_replay),        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_several_games), cmocka_unit_test(test_cut_games),
        cmocka_unit_test(test_odd_comments),  cmocka_unit_test(test_bad_json),
        cmocka_unit_test(test_refused_move),  cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
