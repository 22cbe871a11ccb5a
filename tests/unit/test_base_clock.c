/* The clocks move by AZULEJO_TEST_CLOCK_SHIFT_MS, both alike; processor time does not. */
#include "base/clock.h"
#include "check.h"

#include <stdlib.h>
#include <time.h>

enum { DAY_MS = 86400000 };

static void test_clocks_are_shifted(void **state)
{
    (void)state;
    struct timespec mono, wall;
    clock_gettime(CLOCK_MONOTONIC, &mono);
    clock_gettime(CLOCK_REALTIME, &wall);
    const int64_t mono_ms = (int64_t)mono.tv_sec * 1000 + mono.tv_nsec / 1000000;
    const int64_t wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000;
    assert_in_range((uint64_t)((int64_t)clock_mono_ms() - mono_ms), DAY_MS, DAY_MS + 600000);
    assert_in_range((uint64_t)(clock_wall_ms() - wall_ms), DAY_MS, DAY_MS + 600000);
    setenv("AZULEJO_TEST_CLOCK_SHIFT_MS", "0", 1); /* read once: too late */
    assert_in_range((uint64_t)(clock_wall_ms() - wall_ms), DAY_MS, DAY_MS + 600000);
}

static void test_units_and_order(void **state)
{
    (void)state;
    const uint64_t ms = clock_mono_ms(), us = clock_mono_us(), ns = clock_mono_ns();
    assert_true(us / 1000 >= ms && ns / 1000 >= us);
    assert_true(clock_engine_us(NULL) >= us);
    const uint64_t before = clock_thread_ns();
    assert_true(before < (uint64_t)DAY_MS * 1000000); /* the processor's time is not moved */
    assert_true(clock_thread_ns() >= before && clock_process_ns() > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clocks_are_shifted),
                                       cmocka_unit_test(test_units_and_order)};
    setenv("AZULEJO_TEST_CLOCK_SHIFT_MS", "86400000", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
