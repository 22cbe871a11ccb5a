/* test_ai_bench.c - the bots' signature: the same moves and node counts with every compiler, and
 * on every platform. A change of a search or a weight changes the numbers: run this test, and if
 * the change is intended, copy the new numbers that it prints. */
#include "check.h"

#include "ai/bench.h"

#include <inttypes.h>

static const uint64_t expected[AZJ_RULES_NB] = {
    [AZJ_CLASSIC] = 0x0a7f85ae94c3145a,  [AZJ_GREY] = 0x9e5cf085b53ea158,
    [AZJ_CRYSTAL1] = 0x7c9d88678f557da9, [AZJ_CRYSTAL2] = 0xc1dfd6ab543e1c6b,
    [AZJ_DUEL] = 0x27f2d34be41fd92f,
};

static void signature(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (int rules = 0; rules < AZJ_RULES_NB; rules++) {
        ai_bench_result r = {0};
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players++)
            assert_int_equal(
                ai_bench("strong", (azj_rules)rules, players, 4, AI_BENCH_NODES, NULL, &r),
                AZJ_E_OK);
        if (r.signature != expected[rules]) {
            print_message("%s: signature 0x%016" PRIx64 ", %" PRIu64 " nodes\n",
                          azj_rules_name((azj_rules)rules), r.signature, r.nodes);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* Earlier editions of levels play as they did when games were begun with them: numbers of the
 * version that had them as levels. They change with a search or a network, never by a new setting.
 */
static void editions(void **state)
{
    (void)state;
    static const struct {
        const char *bot;
        uint64_t signature;
    } pinned[] = {
        {"bia-1", 0x302b02da2462c0c8},      {"tomas-1", 0xf0ea53e57eb4c646},
        {"rita-1", 0xe53baf064c92bb85},     {"duarte-1", 0x9f9bbb34c67f8a30},
        {"ines-1", 0x779ae4246bfa1c1b},     {"simao-1", 0xada6bfb7a0dc0f86},
        {"leonor-1", 0xb198a88e80b6de20},   {"baltasar-1", 0x920b9edd09919573},
        {"amalia-1", 0xc6cced0d367592cd},   {"ines-2", 0x33e0d96615ca4f32},
        {"simao-2", 0xbfcfaba2890595da},    {"leonor-2", 0xf4f7226bc83331d7},
        {"baltasar-2", 0x0cc35613a20d38d8}, {"amalia-2", 0x3f37a4df8b467751},
    };
    unsigned wrong = 0;
    for (unsigned i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
        ai_bench_result r = {0};
        for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
            for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players++)
                assert_int_equal(
                    ai_bench(pinned[i].bot, (azj_rules)rules, players, 3, UINT64_MAX, NULL, &r),
                    AZJ_E_OK);
        if (r.signature != pinned[i].signature) {
            print_message("%s: signature 0x%016" PRIx64 "\n", pinned[i].bot, r.signature);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* The first edition of the highest level is the strong bot, which the signature above pins. */
static void edition_at_full_strength(void **state)
{
    (void)state;
    for (int rules = 0; rules < AZJ_RULES_NB; rules++) {
        ai_bench_result edition = {0}, strong = {0};
        assert_int_equal(
            ai_bench("gaspar-1", (azj_rules)rules, 2, 3, AI_BENCH_NODES, NULL, &edition), AZJ_E_OK);
        assert_int_equal(ai_bench("strong", (azj_rules)rules, 2, 3, AI_BENCH_NODES, NULL, &strong),
                         AZJ_E_OK);
        assert_true(edition.signature == strong.signature);
    }
}

/* A second run in the used engine gives the same signature. */
static void repeats(void **state)
{
    (void)state;
    ai_bench_result one, two;
    assert_int_equal(ai_bench_signature(&one), AZJ_E_OK);
    assert_int_equal(ai_bench_signature(&two), AZJ_E_OK);
    assert_true(one.signature == two.signature);
    assert_int_equal(one.nodes, two.nodes);
    assert_int_equal(one.positions, 4 * 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(signature), cmocka_unit_test(editions),
                                       cmocka_unit_test(edition_at_full_strength),
                                       cmocka_unit_test(repeats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
