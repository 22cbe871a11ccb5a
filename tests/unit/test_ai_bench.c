/* test_ai_bench.c - the bots' signature: the same moves and node counts with every compiler, and
 * on every platform. A change of a search or a weight changes the numbers: run this test, and if
 * the change is intended, copy the new numbers that it prints. */
#include "check.h"

#include "ai/bench.h"

#include <inttypes.h>

static const uint64_t expected[AZJ_RULES_NB] = {
    [AZJ_CLASSIC] = 0x0a7f85ae94c3145a,  [AZJ_GREY] = 0x9e5cf085b53ea158,
    [AZJ_CRYSTAL1] = 0x7c9d88678f557da9, [AZJ_CRYSTAL2] = 0xc1dfd6ab543e1c6b,
    [AZJ_DUEL] = 0xd750d84b22d2caeb,
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(signature), cmocka_unit_test(repeats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
