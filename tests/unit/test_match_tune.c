/* SPSA finds the best values of simulated engines, whose strength is known. */
#include "check.h"
#include "cli/match/tune.h"

#include <azulejo/rng.h>
#include <math.h>

static double strength(const int64_t *v)
{
    const double a = ((double)v[0] - 70) / 100, b = ((double)v[1] + 20) / 50;
    return -6 * (a * a + b * b);
}

static tuning example(void)
{
    return (tuning){.count = 2,
                    .option = {{"a", 10, 0, 100, 5, 10}, {"b", 30, -50, 50, 5, 30}},
                    .iterations = 4000,
                    .seed = 7,
                    .rate = 0.2};
}

static double play(const tuning *t, uint64_t k, const int *signs, azj_rng *rng)
{
    int64_t plus[TUNE_OPTIONS_MAX], minus[TUNE_OPTIONS_MAX];
    tune_version(t, k, signs, 1, plus);
    tune_version(t, k, signs, -1, minus);
    const double chance = 1 / (1 + exp(strength(minus) - strength(plus)));
    double result = 0;
    for (int game = 0; game < 2; game++)
        result += azj_rng_below(rng, 1000000) < chance * 1e6 ? 1 : -1;
    return result;
}

static void test_finds_the_optimum(void **state)
{
    (void)state;
    tuning t = example();
    azj_rng rng;
    int signs[TUNE_OPTIONS_MAX];
    azj_rng_seed(&rng, 3);
    for (uint64_t k = 0; k < t.iterations; k++) {
        tune_signs(&t, k, signs);
        tune_learn(&t, k, signs, play(&t, k, signs, &rng));
    }
    assert_true(fabs(t.option[0].value - 70) < 12);
    assert_true(fabs(t.option[1].value + 20) < 12);
}

static void test_versions_are_opposite_and_inside(void **state)
{
    (void)state;
    tuning t = example();
    int signs[TUNE_OPTIONS_MAX], ups = 0;
    int64_t plus[TUNE_OPTIONS_MAX], minus[TUNE_OPTIONS_MAX];
    t.option[0].value = 99;
    for (uint64_t k = 0; k < t.iterations; k++) {
        tune_signs(&t, k, signs);
        tune_version(&t, k, signs, 1, plus);
        tune_version(&t, k, signs, -1, minus);
        ups += signs[0] > 0;
        assert_true(plus[0] >= 0 && plus[0] <= 100 && minus[0] >= 0 && minus[0] <= 100);
        assert_true((plus[1] > minus[1]) == (signs[1] > 0));
    }
    assert_true(ups > 1800 && ups < 2200);
    tune_signs(&t, t.iterations - 1, signs);
    tune_version(&t, t.iterations - 1, signs, 1, plus);
    assert_int_equal(plus[1], 30 + 5 * signs[1]); /* the last step is the one that was asked for */
}

static void test_a_shared_pair_teaches_nothing(void **state)
{
    (void)state;
    tuning t = example();
    int signs[TUNE_OPTIONS_MAX];
    tune_signs(&t, 0, signs);
    tune_learn(&t, 0, signs, 0);
    assert_true(t.option[0].value == 10 && t.option[1].value == 30);
    for (uint64_t k = 0; k < 100; k++)
        tune_learn(&t, 0, signs, 2);
    assert_true(t.option[0].value == (signs[0] > 0 ? 100 : 0)); /* and no value leaves its range */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_the_optimum),
        cmocka_unit_test(test_versions_are_opposite_and_inside),
        cmocka_unit_test(test_a_shared_pair_teaches_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
