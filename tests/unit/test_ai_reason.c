/* test_ai_reason.c - why a move is better: differences at the end of the round, in positions in
 * which a player sees them. */
#include "check.h"

#include "ai/reason.h"

#include <azulejo/text.h>
#include <string.h>

static azj_state position(const char *text)
{
    azj_state s;
    azj_text_fault fault = {0};
    if (azj_position_read(text, strlen(text), &s, &fault))
        fail_msg("byte %zu: %s", fault.offset, fault.text);
    return s;
}

static azj_move move_of(azj_rules rules, const char *text)
{
    azj_move move = 0;
    assert_int_equal(azj_move_parse(rules, text, strlen(text), &move, NULL), AZJ_E_OK);
    return move;
}

static reason_report why(const azj_state *s, const char *move, const char *other)
{
    const azj_rules rules = (azj_rules)s->head.rules;
    reason_report report;
    azj_engine *e =
        azj_engine_new(&(azj_engine_options){.bot = "strong", .memory_bytes = 4 << 20}, NULL);
    assert_non_null(e);
    assert_int_equal(reason_find(e, s, move_of(rules, move), move_of(rules, other),
                                 &(reason_limits){.nodes = 200, .samples = 2, .seed = 1}, &report),
                     AZJ_E_OK);
    azj_engine_free(e);
    return report;
}

static const reason *of_kind(const reason_report *r, reason_kind kind, unsigned seat)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->at[i].kind == kind && r->at[i].seat == seat)
            return &r->at[i];
    return NULL;
}

/* Five red tiles in the centre, one blue: a player who leaves the red ones gets them later. */
#define RED_OR_BLUE                                                                            \
    "classic 2 1 offer 0 0 0 -/-/-/-/- BR5 B14Y15R15K15T15 B5Y5K5T5 20:-/-/-/-/-:5/5/5/5/5:M " \
    "20:-/-/-/-/-:5/5/5/5/5:- view=0"

static void test_own_floor(void **state)
{
    (void)state;
    const azj_state s = position(RED_OR_BLUE);
    const reason_report r = why(&s, "cR5", "cR1");
    const reason *floor = of_kind(&r, REASON_FLOOR, 0);
    assert_non_null(floor);
    /* Four tiles after the marker: spaces 2 to 5 cost 1 + 2 + 2 + 2. */
    assert_float_equal(floor->size, 7, 0.01);
    assert_ptr_equal(floor, &r.at[0]);
    assert_int_equal(reason_theme_of(floor, 0), REASON_THEME_FLOOR);
}

static void test_trap(void **state)
{
    (void)state;
    const azj_state s = position(
        "classic 2 1 offer 0 0 0 -/-/-/-/- BR5 B14Y15R15K15T15 BY3K2T5 20:-/-/-/-/-:5/5/5/5/5:M "
        "20:-/-/Y2/K3/B4:5/5/5/5/5:- view=0");
    /* The rival has room for two red tiles only: the other three break. */
    const reason_report r = why(&s, "cB1", "cR5");
    const reason *trap = of_kind(&r, REASON_FLOOR, 1);
    assert_non_null(trap);
    assert_float_equal(trap->size, 4, 0.01);
    assert_int_equal(reason_theme_of(trap, 0), REASON_THEME_TRAP);
}

static void test_is_sorted_and_repeatable(void **state)
{
    (void)state;
    azj_state s, view;
    azj_rng rng;
    azj_move moves[AZJ_MOVES_MAX];
    char a[AZJ_MOVE_TEXT_MAX], b[AZJ_MOVE_TEXT_MAX];
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        azj_rng_seed(&rng, 5 + rules);
        azj_new(&s, &(azj_options){.rules = (uint8_t)rules, .players = 2, .starter = 0});
        azj_deal(&s, &rng);
        azj_view(&s, s.head.seat, &view);
        const size_t n = azj_moves(&view, moves);
        azj_move_text(moves[0], a, sizeof a);
        azj_move_text(moves[n - 1], b, sizeof b);
        const reason_report first = why(&view, a, b), again = why(&view, a, b);
        assert_memory_equal(&first, &again, sizeof first);
        for (uint32_t i = 1; i < first.count; i++)
            assert_true(first.at[i - 1].size >= first.at[i].size);
        assert_int_equal(azj_legal(&view, reason_obvious(&view), NULL), AZJ_E_OK);
    }
}

static void test_json(void **state)
{
    (void)state;
    char text[256];
    const reason r = {.kind = REASON_COLOUR, .seat = 1, .number = 2, .size = 2.449f};
    buf b = buf_on(text, sizeof text);
    json_writer w = json_write_on(&b);
    reason_write(&w, NULL, &r);
    buf_end(&b);
    assert_string_equal(text, "{\"kind\":\"colour\",\"seat\":1,\"size\":2.4,\"colour\":\"Y\"}");
    assert_int_equal(reason_theme_of(&r, 0), REASON_THEME_DENY);
    assert_int_equal(reason_theme_of(&r, 1), REASON_THEME_BONUS);
    assert_string_equal(reason_theme_name(REASON_THEME_TRAP), "trap");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_floor),
        cmocka_unit_test(test_trap),
        cmocka_unit_test(test_is_sorted_and_repeatable),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
