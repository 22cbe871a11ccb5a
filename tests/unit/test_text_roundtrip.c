/* test_text_roundtrip.c - parse(print(x)) is x for every move, position, view and record of some
 * random games; `make roundtrip` plays 100,000 of each rule set.
 */
#include "check.h"
#include "roundtrip.h"

#include <stdlib.h>

static void play(azj_rules rules, unsigned players)
{
    static roundtrip t;
    const unsigned games = getenv("AZJ_TEST_QUICK") ? 1 : 8;
    const uint64_t before = t.views;
    for (unsigned g = 0; g < games; g++) {
        const char *bad = roundtrip_game(&t, rules, players, 1000u + g, ROUNDTRIP_ALL_VIEWS);
        if (bad)
            fail_msg("%s, %u players, game %u: %s", azj_rules_name(rules), players, 1000 + g, bad);
    }
    assert_true(t.views > before);
    roundtrip_free(&t);
    t = (roundtrip){0};
}

/* Records alone are cheap: more of them. */
static void play_records(azj_rules rules, unsigned players)
{
    static roundtrip t;
    const unsigned games = getenv("AZJ_TEST_QUICK") ? 5 : 100;
    for (unsigned g = 0; g < games; g++) {
        const char *bad = roundtrip_game(&t, rules, players, 2000u + g, ROUNDTRIP_RECORD);
        if (bad)
            fail_msg("%s, %u players, game %u: %s", azj_rules_name(rules), players, 2000 + g, bad);
    }
    assert_int_equal(t.records, games);
    roundtrip_free(&t);
    t = (roundtrip){0};
}

static void test_classic_family(void **state)
{
    (void)state;
    for (unsigned rules = AZJ_CLASSIC; rules <= AZJ_CRYSTAL2; rules++)
        for (unsigned players = 2; players <= 4; players++)
            play((azj_rules)rules, players);
}

static void test_duel(void **state)
{
    (void)state;
    play(AZJ_DUEL, 2);
}

static void test_records(void **state)
{
    (void)state;
    for (unsigned rules = AZJ_CLASSIC; rules <= AZJ_CRYSTAL2; rules++)
        for (unsigned players = 2; players <= 4; players++)
            play_records((azj_rules)rules, players);
    play_records(AZJ_DUEL, 2);
}

/* The check itself notices: a state that no text can hold does not come back as it was. */
static void test_notices(void **state)
{
    (void)state;
    static roundtrip t;
    assert_null(roundtrip_game(&t, AZJ_CLASSIC, 2, 1, ROUNDTRIP_RECORD));
    azj_state s = t.game.now;
    s.head.round = 0;
    assert_non_null(roundtrip_position(&t, &s));
    t.game.steps[t.game.step_count - 1].move ^= 1u << 31;
    assert_non_null(roundtrip_record(&t, &t.game));
    roundtrip_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_classic_family),
                                       cmocka_unit_test(test_duel), cmocka_unit_test(test_records),
                                       cmocka_unit_test(test_notices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
