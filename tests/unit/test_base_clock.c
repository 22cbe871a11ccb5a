/* The clocks move by the file that AZULEJO_TEST_CLOCK_SHIFT_MS names, both alike, also while the
 * program runs; processor time does not. */
#include "base/clock.h"
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { DAY_MS = 86400000 };

static int shift_file;

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
    const int64_t week_ms = 7 * DAY_MS;
    assert_int_equal(pwrite(shift_file, &week_ms, sizeof week_ms, 0), sizeof week_ms);
    assert_in_range((uint64_t)((int64_t)clock_mono_ms() - mono_ms), week_ms, week_ms + 600000);
    assert_in_range((uint64_t)(clock_wall_ms() - wall_ms), week_ms, week_ms + 600000);
    const int64_t day_ms = DAY_MS;
    assert_int_equal(pwrite(shift_file, &day_ms, sizeof day_ms, 0), sizeof day_ms);
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

/* A condition variable waits by the clock of the system, which nobody has shifted. */
static void test_deadlines(void **state)
{
    (void)state;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const struct timespec until = clock_deadline(2999);
    const int64_t ns =
        (int64_t)(until.tv_sec - now.tv_sec) * 1000000000 + until.tv_nsec - now.tv_nsec;
    assert_in_range((uint64_t)ns, 2999000000u, 2999000000u + 600000000000u);
    assert_in_range(until.tv_nsec, 0, 999999999);
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond;
    clock_cond_init(&cond);
    pthread_mutex_lock(&mutex);
    const struct timespec soon = clock_deadline(1);
    int result = 0;
    while (result == 0)
        result = pthread_cond_timedwait(&cond, &mutex, &soon);
    assert_int_equal(result, ETIMEDOUT);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert_true(now.tv_sec > soon.tv_sec || now.tv_nsec >= soon.tv_nsec);
    pthread_mutex_unlock(&mutex);
    pthread_cond_destroy(&cond);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clocks_are_shifted),
                                       cmocka_unit_test(test_units_and_order),
                                       cmocka_unit_test(test_deadlines)};
    char path[] = "/tmp/test_base_clock-XXXXXX";
    const int64_t day_ms = DAY_MS;
    shift_file = mkstemp(path);
    setenv("AZULEJO_TEST_CLOCK_SHIFT_MS", path, 1);
    if (shift_file < 0 || pwrite(shift_file, &day_ms, sizeof day_ms, 0) != sizeof day_ms)
        return 1;
    clock_wall_ms(); /* opens the file */
    unlink(path);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
