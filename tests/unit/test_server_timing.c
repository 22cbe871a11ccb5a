/* When a silent WebSocket is pinged and when it is given up. */
#include "check.h"

#include "server/conn_timing.h"

enum { HEARD = 1000, ANSWERS_NEVER = 0, ANSWERS_AT_ONCE = 1 };

typedef struct course {
    int pings;
    uint32_t end_s; /* of silence at the end; 0: it was not ended */
} course;

/* What the transport does with a connection if it looks at it `at[i]` seconds after the last byte.
 */
static course follow(const uint32_t *at, size_t count, int answers)
{
    uint32_t heard = HEARD, pinged = HEARD;
    course c = {0};
    for (size_t i = 0; i < count && !c.end_s; i++) {
        const uint32_t now = HEARD + at[i];
        const silence_action action = silence_check(now, heard, pinged);
        if (action == SILENCE_END)
            c.end_s = at[i];
        if (action != SILENCE_PING)
            continue;
        pinged = now;
        c.pings++;
        if (answers == ANSWERS_AT_ONCE)
            heard = now;
    }
    return c;
}

static void every_second(uint32_t *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] = (uint32_t)i + 1;
}

static void a_dead_peer_is_pinged_twice_and_ended(void **state)
{
    uint32_t at[120];
    (void)state;
    every_second(at, 120);
    const course c = follow(at, 120, ANSWERS_NEVER);
    assert_int_equal(c.pings, 2);
    assert_int_equal(c.end_s, TIMING_DEAD_S);
}

static void a_living_peer_is_kept(void **state)
{
    uint32_t at[120];
    (void)state;
    every_second(at, 120);
    const course c = follow(at, 120, ANSWERS_AT_ONCE);
    assert_int_equal(c.pings, 120 / TIMING_PING_S);
    assert_int_equal(c.end_s, 0);
}

/* A loop that stalls looks at no connection in the seconds 25 and 50. */
static void a_late_ping_is_sent(void **state)
{
    static const uint32_t at[] = {23, 24, 26, 27, 48, 49, 52, 53, 59, 60, 61, 80, 90};
    (void)state;
    const course silent = follow(at, 13, ANSWERS_NEVER), living = follow(at, 13, ANSWERS_AT_ONCE);
    assert_int_equal(silent.pings, 2); /* at 26 and 52 */
    assert_int_equal(silent.end_s, 80);
    assert_int_equal(living.pings, 3);
    assert_int_equal(living.end_s, 0);
}

/* After a minute without a turn no connection is ended that has not been pinged. */
static void who_was_never_asked_is_asked(void **state)
{
    static const uint32_t at[] = {20, 300, 301, 309, 310};
    (void)state;
    const course silent = follow(at, 5, ANSWERS_NEVER), living = follow(at, 5, ANSWERS_AT_ONCE);
    assert_int_equal(silent.pings, 1);
    assert_int_equal(silent.end_s, 310);
    assert_int_equal(living.pings, 1);
    assert_int_equal(living.end_s, 0);
}

static void an_answered_ping_counts_no_more(void **state)
{
    (void)state;
    assert_int_equal(silence_check(1024, 1000, 990), SILENCE_WAIT);
    assert_int_equal(silence_check(1025, 1000, 990), SILENCE_PING);
    assert_int_equal(silence_check(1025, 1000, 1000), SILENCE_PING); /* answered at once */
    assert_int_equal(silence_check(1025, 1000, 1001), SILENCE_WAIT); /* sent after the last byte */
    assert_int_equal(silence_check(1060, 1000, 1051), SILENCE_WAIT); /* it may still answer */
    assert_int_equal(silence_check(1061, 1000, 1051), SILENCE_END);
}

/* The counter of seconds may pass its end. */
static void the_clock_may_wrap(void **state)
{
    const uint32_t heard = UINT32_MAX - 5;
    (void)state;
    assert_int_equal(silence_check(heard + 24, heard, heard - 3), SILENCE_WAIT);
    assert_int_equal(silence_check(heard + 25, heard, heard - 3), SILENCE_PING);
    assert_int_equal(silence_check(heard + 60, heard, heard + 50), SILENCE_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dead_peer_is_pinged_twice_and_ended),
        cmocka_unit_test(a_living_peer_is_kept),
        cmocka_unit_test(a_late_ping_is_sent),
        cmocka_unit_test(who_was_never_asked_is_asked),
        cmocka_unit_test(an_answered_ping_counts_no_more),
        cmocka_unit_test(the_clock_may_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
