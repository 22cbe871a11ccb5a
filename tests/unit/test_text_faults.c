/* test_text_faults.c - what moves and positions look like, and how bad ones are refused. */
#include "check.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <string.h>

/* ---- Moves ---- */

static const struct {
    azj_rules rules;
    const char *text, *json;
} moves[] = {
    {AZJ_CLASSIC, "3B2", "{\"from\":3,\"colour\":\"B\",\"to\":2}"},
    {AZJ_CLASSIC, "cBf", "{\"from\":\"centre\",\"colour\":\"B\",\"to\":\"floor\"}"},
    {AZJ_CLASSIC, "9Tf", "{\"from\":9,\"colour\":\"T\",\"to\":\"floor\"}"},
    {AZJ_GREY, "3@5", "{\"line\":3,\"column\":5}"},
    {AZJ_DUEL, "2B3:KY", "{\"sun\":2,\"colour\":\"B\",\"stack\":\"KY\",\"to\":3}"},
    {AZJ_DUEL, "2B3", "{\"sun\":2,\"colour\":\"B\",\"stack\":\"\",\"to\":3}"},
    {AZJ_DUEL, "LBx", "{\"sun\":\"large\",\"colour\":\"B\",\"to\":\"broken\"}"},
    {AZJ_DUEL, "mB4", "{\"moon\":\"B\",\"to\":4}"},
    {AZJ_DUEL, "chip2", "{\"chip\":2}"},
    {AZJ_DUEL, "S3/1@5", "{\"plate\":\"S3\",\"slot\":5,\"turn\":1}"},
    {AZJ_DUEL, "J9/0@1", "{\"plate\":\"J9\",\"slot\":1,\"turn\":0}"},
    {AZJ_DUEL, "draw", "{\"draw\":1}"},
    {AZJ_DUEL, "stop", "{\"stop\":1}"},
    {AZJ_DUEL, "uS2", "{\"return\":\"S2\"}"},
    {AZJ_DUEL, "3@5", "{\"line\":3,\"cell\":[3,5]}"},
    {AZJ_DUEL, "3@5$BR,T", "{\"line\":3,\"cell\":[3,5],\"spend\":[\"BR\",\"T\"]}"},
    {AZJ_DUEL, "skip3", "{\"line\":3,\"skip\":1}"},
};

static void test_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char text[AZJ_MOVE_JSON_MAX];
        azj_move a = 0, b = 0;
        const char *json = moves[i].json;
        assert_int_equal(
            azj_move_parse(moves[i].rules, moves[i].text, strlen(moves[i].text), &a, NULL),
            AZJ_E_OK);
        assert_int_equal(azj_move_parse_json(moves[i].rules, json, strlen(json), &b, NULL),
                         AZJ_E_OK);
        assert_int_equal(a, b);
        azj_move_text(a, text, sizeof text);
        assert_string_equal(text, moves[i].text);
        azj_move_json(a, text, sizeof text);
        assert_string_equal(text, json);
    }
}

static const struct {
    azj_rules rules;
    const char *text;
    size_t offset;
    const char *says;
} bad_moves[] = {
    {AZJ_CLASSIC, "", 0, "factory 1 to 9"},
    {AZJ_CLASSIC, "0B2", 0, "factory 1 to 9"},
    {AZJ_CLASSIC, "10B2", 0, "factory 1 to 9"},
    {AZJ_CLASSIC, "3b2", 1, "colour"},
    {AZJ_CLASSIC, "3B", 2, "line 1 to 5"},
    {AZJ_CLASSIC, "3B6", 2, "line 1 to 5"},
    {AZJ_CLASSIC, "3B02", 2, "line 1 to 5"},
    {AZJ_CLASSIC, "3B2 ", 3, "nothing more"},
    {AZJ_CLASSIC, "c@5", 1, "colour"},
    {AZJ_CLASSIC, "6@5", 0, "line, 1 to 5"},
    {AZJ_CLASSIC, "3@6", 2, "column, 1 to 5"},
    {AZJ_CLASSIC, "3@5$B", 3, "nothing more"},
    {AZJ_CLASSIC, "draw", 0, "factory"},
    {AZJ_DUEL, "", 0, "move of duel"},
    {AZJ_DUEL, "5B3", 1, "and a column"},
    {AZJ_DUEL, "2B3:", 4, "bottom"},
    {AZJ_DUEL, "2B3:KYRT", 7, "fewer"},
    {AZJ_DUEL, "2B7", 2, "line 1 to 6"},
    {AZJ_DUEL, "LB3:K", 3, "nothing more"},
    {AZJ_DUEL, "mB", 2, "line 1 to 6"},
    {AZJ_DUEL, "chip5", 4, "small factory"},
    {AZJ_DUEL, "S0/1@5", 0, "plate"},
    {AZJ_DUEL, "S3/4@5", 3, "quarter turns"},
    {AZJ_DUEL, "S3@5", 2, "quarter turns"},
    {AZJ_DUEL, "S3/1@0", 5, "slot"},
    {AZJ_DUEL, "S?/1@1", 0, "plate"},
    {AZJ_DUEL, "uX1", 1, "plate"},
    {AZJ_DUEL, "3@5$", 4, "face"},
    {AZJ_DUEL, "3@5$T,BR", 6, "sorted"},
    {AZJ_DUEL, "3@5$B,B,B,B", 10, "three"},
    {AZJ_DUEL, "3@5$RB", 5, "nothing more"},
    {AZJ_DUEL, "drawn", 4, "nothing more"},
};

static void test_bad_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_moves / sizeof *bad_moves; i++) {
        azj_text_fault f = {0};
        azj_move m = 7;
        const char *text = bad_moves[i].text;
        const azj_error e = azj_move_parse(bad_moves[i].rules, text, strlen(text), &m, &f);
        if (e != AZJ_E_SYNTAX || f.offset != bad_moves[i].offset ||
            !strstr(f.text, bad_moves[i].says))
            fail_msg("\"%s\" gave byte %zu: %s", text, f.offset, f.text);
        assert_int_equal(m, 7); /* nothing is written */
    }
}

static const struct {
    azj_rules rules;
    const char *text;
    size_t offset;
    const char *says;
} bad_json_moves[] = {
    {AZJ_CLASSIC, "", 0, "a value"},
    {AZJ_CLASSIC, "[]", 0, "object"},
    {AZJ_CLASSIC, "{}", 0, "\"from\" is missing"},
    {AZJ_CLASSIC, "{\"from\":3,\"colour\":\"B\"}", 0, "\"to\" is missing"},
    {AZJ_CLASSIC, "{\"from\":3,\"colour\":\"B\",\"to\":2,\"x\":1}", 31, "these keys"},
    {AZJ_CLASSIC, "{\"from\":3,\"from\":3,\"colour\":\"B\",\"to\":2}", 11, "twice"},
    {AZJ_CLASSIC, "{\"\":3}", 2, "these keys"},
    {AZJ_CLASSIC, "{\"from\":3.5,\"colour\":\"B\",\"to\":2}", 8, "number"},
    {AZJ_CLASSIC, "{\"from\":3,\"colour\":\"Q\",\"to\":2}", 20, "colour"},
    {AZJ_CLASSIC, "{\"from\":3,\"colour\":\"B\",\"to\":2} x", 31, "nothing more"},
    {AZJ_CLASSIC, "{\"from\":3,\"colour\":\"B\",\"to\":2", 29, "comma"},
    {AZJ_CLASSIC, "{\"from\":03,\"colour\":\"B\",\"to\":2}", 9, "comma"},
    {AZJ_DUEL, "{\"draw\":2}", 8, "number"},
    {AZJ_DUEL, "{\"line\":3,\"cell\":[4,5]}", 18, "row of the line"},
    {AZJ_DUEL, "{\"line\":3,\"cell\":[3,5],\"spend\":[]}", 31, "chip at least"},
    {AZJ_DUEL, "{\"sun\":\"large\",\"colour\":\"B\",\"stack\":\"\",\"to\":3}", 29, "these keys"},
    {AZJ_DUEL, "{\"from\":3,\"colour\":\"B\",\"to\":2}", 0, "move of duel"},
};

static void test_bad_json_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_json_moves / sizeof *bad_json_moves; i++) {
        azj_text_fault f = {0};
        azj_move m;
        const char *text = bad_json_moves[i].text;
        const azj_error e =
            azj_move_parse_json(bad_json_moves[i].rules, text, strlen(text), &m, &f);
        if (e != AZJ_E_SYNTAX || f.offset != bad_json_moves[i].offset ||
            !strstr(f.text, bad_json_moves[i].says))
            fail_msg("%s gave byte %zu: %s", text, f.offset, f.text);
    }
}

/* ---- Positions ---- */

#define BOARD " 0:-/-/-/-/-:5/5/5/5/5:-"
#define TABLE "classic 2 1 offer 1 1 c B2K2/BR2T/B2YT/B2R2/YRKT - B13Y18R15K17T17 -"
#define GOOD TABLE BOARD BOARD
#define DOME ":-:6/6/6/6/6/6:-:2/0:-:-"
#define DUEL                                                                                    \
    "duel 2 1 setup 0 1 L a1,b1,c1 BYK2T|-/BYR2|-|B/RK2T|-|B/RK2T|-|K/BYKT|-|K B10Y10R9K6T9 - " \
    "J6,J4,S2 J1,J2,J3,J5,J7,J8,J9,S1,S3,S4,S5,S6,S7,S8,S9 - BK2,BR2,R2,RT2,T2,Y2,YK2,YT2"
#define LINES " 5:-/-/-/-/-/-"

static const struct {
    const char *text;
    azj_error code; /* AZJ_E_SYNTAX, or what is impossible */
    size_t offset;
    const char *says;
} bad_positions[] = {
    {"", AZJ_E_SYNTAX, 0, "rule set"},
    {"chess 2", AZJ_E_SYNTAX, 0, "rule set"},
    {"classic 5", AZJ_E_SYNTAX, 8, "players"},
    {"classic 2 0", AZJ_E_SYNTAX, 10, "round"},
    {"classic 2 1 later", AZJ_E_SYNTAX, 12, "phase"},
    {"grey 2 1 tiling 0", AZJ_E_SYNTAX, 15, "line to tile"},
    {"classic 2 1 offer 4", AZJ_E_SYNTAX, 18, "seat"},
    {TABLE BOARD, AZJ_E_SYNTAX, 92, "next field"},
    {GOOD " x", AZJ_E_SYNTAX, 116, "nothing more"},
    {GOOD " view=4", AZJ_E_SYNTAX, 122, "spectator"},
    {"classic 2 1 offer 1 1 c B2K2/BR2T/B2YT/B2R2/YRKT - Y18B13R15K17T17 -" BOARD BOARD,
     AZJ_E_SYNTAX, 54, "order"},
    {"classic 2 1 offer 1 1 c B2K2/BR2T/B2YT/B2R2/YRKT - B1Y18R15K17T17 -" BOARD BOARD,
     AZJ_E_SYNTAX, 52, "2 to 99"},
    {TABLE " 0:-/-/-/-/-:5/14/5/5/5:-" BOARD, AZJ_E_SYNTAX, 84, "5 spaces"},
    {TABLE " 0:-/-/-/-/-:5/5/5/5/51:-" BOARD, AZJ_E_SYNTAX, 90, "floor"},
    {TABLE " 0:-/-/-/-/-:5/5/5/5/5:MBBBBBBB" BOARD, AZJ_E_SYNTAX, 98, "fewer"},
    {"classic 2 1 offer 1 1 c B2K2/BR2T/B2YT/B2R2/YRKT - B14Y18R15K17T17 -" BOARD BOARD,
     AZJ_E_BAD_TILES, 0, "21 blue"},
    {"classic 2 1 offer 1 1 c B2K3/BR2T/B2YT/B2R2/YRKT - B13Y18R15K16T17 -" BOARD BOARD,
     AZJ_E_BAD_FACTORY, 0, "factory 1"},
    {"classic 2 31 offer 1 1 c B2K2/BR2T/B2YT/B2R2/YRKT - B13Y18R15K17T17 -" BOARD BOARD,
     AZJ_E_BAD_ROUND, 0, "31"},
    {TABLE " 0:-/-/-/-/-:Y4/5/5/5/5:-" BOARD, AZJ_E_BAD_WALL, 0, "row 1"},
    {TABLE " 0:B2/-/-/-/-:5/5/5/5/5:-" BOARD, AZJ_E_BAD_LINE, 0, "line 1"},
    {TABLE " 0:-/-/-/-/-:5/5/5/5/5:M" BOARD, AZJ_E_BAD_MARKER, 0, "marker"},
    {"duel 2 1 setup 0 1 L a1,b1 ", AZJ_E_SYNTAX, 26, "tablet"},
    {"duel 2 1 setup 0 1 L b1,a1,c1 ", AZJ_E_SYNTAX, 24, "order"},
    {"duel 2 1 deal 0 1 L", AZJ_E_SYNTAX, 13, "step"},
    {"duel 2 1 offer 0 1 L a1,b1,c1 -|-/-|-|-/-|-|-/-|-|-/-|-|- - - -,-,- S1 S2 ", AZJ_E_SYNTAX, 71,
     "no drawn plates"},
    {DUEL LINES ":S0/1@1", AZJ_E_SYNTAX, 188, "plate"},
    {DUEL LINES ":J6/0@2,J4/0@2", AZJ_E_SYNTAX, 200, "rising"},
    {DUEL LINES ":J6/0@2"
                ":6/6/6/6/6/6:-:2/0:-:-" LINES DOME,
     AZJ_E_BAD_PLATES, 0, "plates"},
};

static void test_good_positions(void **state)
{
    (void)state;
    static const char *const good[] = {GOOD, GOOD " view=1", GOOD " view=spectator",
                                       DUEL LINES DOME LINES DOME};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        azj_text_fault f = {0};
        azj_state s;
        char text[AZJ_POSITION_TEXT_MAX];
        if (azj_position_read(good[i], strlen(good[i]), &s, &f) != AZJ_E_OK)
            fail_msg("%s: byte %zu: %s", good[i], f.offset, f.text);
        azj_position_text(&s, text, sizeof text);
        assert_string_equal(text, good[i]);
    }
}

static void test_bad_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_positions / sizeof *bad_positions; i++) {
        azj_text_fault f = {0};
        azj_state s;
        const char *text = bad_positions[i].text;
        const azj_error e = azj_position_read(text, strlen(text), &s, &f);
        if (e != bad_positions[i].code || f.code != e || f.offset != bad_positions[i].offset ||
            !strstr(f.text, bad_positions[i].says))
            fail_msg("%s\ngave %s at byte %zu: %s", text, azj_error_name(e), f.offset, f.text);
    }
}

/* Every cut of a good position and every byte of it changed is read or refused, never a crash; what
 * is read prints as it was written. */
static void check_damaged(const char *good)
{
    char text[AZJ_POSITION_JSON_MAX], again[AZJ_POSITION_JSON_MAX];
    const size_t length = strlen(good);
    azj_state s;
    for (size_t i = 0; i < length; i++) {
        assert_int_not_equal(azj_position_read(good, i, &s, NULL), AZJ_E_OK);
        for (const char *c = " -09BM?/:,\"{}[]"; *c; c++) {
            memcpy(text, good, length + 1);
            text[i] = *c;
            if (good[0] == '{' || azj_position_parse(text, length, &s, NULL) != AZJ_E_OK)
                continue;
            azj_position_text(&s, again, sizeof again);
            assert_string_equal(again, text);
        }
    }
}

static void test_damaged_positions(void **state)
{
    (void)state;
    char json[AZJ_POSITION_JSON_MAX];
    azj_state s;
    check_damaged(GOOD);
    check_damaged(DUEL LINES DOME LINES DOME);
    assert_int_equal(azj_position_read(GOOD, strlen(GOOD), &s, NULL), AZJ_E_OK);
    azj_position_json(&s, AZJ_JSON_WHOLE, json, sizeof json);
    check_damaged(json);
}

/* ---- Words and buffers ---- */

static void test_fault_words(void **state)
{
    (void)state;
    char text[AZJ_FAULT_JSON_MAX];
    const azj_fault f = {.code = AZJ_E_LINE_HOLDS, .line = 3, .other = AZJ_RED};
    azj_fault_text(&f, text, sizeof text);
    assert_string_equal(text, "line 3 already holds red");
    azj_fault_json(&f, text, sizeof text);
    assert_string_equal(text, "{\"code\":\"LINE_HOLDS\",\"text\":\"line 3 already holds red\","
                              "\"line\":3,\"other\":\"R\"}");
    for (int code = 0; code < AZJ_ERROR_NB; code++) {
        const azj_fault any = {.code = (azj_error)code};
        assert_true(azj_fault_text(&any, text, AZJ_FAULT_TEXT_MAX) < AZJ_FAULT_TEXT_MAX);
        assert_null(strchr(text, '{')); /* every placeholder has a field */
        assert_true(azj_fault_json(&any, text, sizeof text) < sizeof text);
    }
}

static void test_event_json(void **state)
{
    (void)state;
    char text[AZJ_EVENT_JSON_MAX];
    const azj_event tile = {.kind = AZJ_EVENT_TILE,
                            .seat = 0,
                            .points = 5,
                            .score = 12,
                            .row = 3,
                            .column = 2,
                            .colour = AZJ_BLUE,
                            .h = 3,
                            .v = 2,
                            .times = 1,
                            .cells = 7u << 10 | 1u << 6};
    azj_event_json(AZJ_CLASSIC, &tile, text, sizeof text);
    assert_string_equal(text, "{\"kind\":\"tile\",\"seat\":0,\"points\":5,\"score\":12,\"row\":3,"
                              "\"column\":2,\"colour\":\"B\",\"h\":3,\"v\":2,\"times\":1,"
                              "\"cells\":[[2,2],[3,1],[3,2],[3,3]]}");
    azj_event_text(AZJ_CLASSIC, &tile, text, sizeof text);
    assert_string_equal(text, "blue at row 3, column 2: 3 across and 2 down");
    const azj_event all = {.kind = AZJ_EVENT_TABLET, .cells = (UINT64_C(1) << 36) - 1};
    assert_true(azj_event_json(AZJ_DUEL, &all, text, sizeof text) < sizeof text);
}

/* A buffer too small is filled, ended with a 0, and the whole length returned. */
static void test_small_buffers(void **state)
{
    (void)state;
    char text[8] = "1234567";
    assert_int_equal(azj_move_text(azj_move_take(3, AZJ_BLUE, 2), text, 3), 3);
    assert_string_equal(text, "3B");
    assert_int_equal(text[3], '4');
    assert_int_equal(azj_move_text(azj_move_take(3, AZJ_BLUE, 2), NULL, 0), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),          cmocka_unit_test(test_bad_moves),
        cmocka_unit_test(test_bad_json_moves), cmocka_unit_test(test_good_positions),
        cmocka_unit_test(test_bad_positions),  cmocka_unit_test(test_damaged_positions),
        cmocka_unit_test(test_fault_words),    cmocka_unit_test(test_event_json),
        cmocka_unit_test(test_small_buffers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
