/* Timers: they come out in the order of their times, moved and cleared ones too. */
#include "check.h"
#include "server/timers.h"

#include <azulejo/rng.h>
#include <stdlib.h>

enum { NB = 500 };

static void test_order(void **state)
{
    timers t = {0};
    timer all[NB];
    azj_rng rng;
    (void)state;
    azj_rng_seed(&rng, 3);
    for (unsigned round = 0; round < 20; round++) {
        for (unsigned i = 0; i < NB; i++) {
            all[i] = (timer){.owner = &all[i]};
            assert_true(timers_set(&t, &all[i], azj_rng_below(&rng, 1000)));
        }
        for (unsigned i = 0; i < NB; i++) {
            timer *one = &all[azj_rng_below(&rng, NB)];
            if (azj_rng_below(&rng, 3) == 0)
                timers_clear(&t, one);
            else
                assert_true(timers_set(&t, one, azj_rng_below(&rng, 1000)));
        }
        uint64_t last = 0, set = 0, taken = 0;
        for (unsigned i = 0; i < NB; i++)
            set += all[i].place != 0;
        assert_int_equal(set, t.count);
        for (timer *one; (one = timers_take(&t, 999)); taken++) {
            assert_true(one->at_ms >= last);
            assert_int_equal(one->place, 0);
            last = one->at_ms;
        }
        assert_int_equal(taken, set);
    }
    timers_release(&t);
}

static void test_not_before_its_time(void **state)
{
    timers t = {0};
    timer a = {.owner = &a}, b = {.owner = &b};
    (void)state;
    assert_null(timers_take(&t, UINT64_MAX));
    timers_clear(&t, &a); /* not set: nothing happens */
    timers_set(&t, &a, 10);
    timers_set(&t, &b, 20);
    assert_null(timers_take(&t, 9));
    assert_ptr_equal(timers_take(&t, 10), &a);
    assert_null(timers_take(&t, 19));
    timers_set(&t, &b, 5);
    assert_ptr_equal(timers_take(&t, 5), &b);
    assert_int_equal(t.count, 0);
    timers_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_not_before_its_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
