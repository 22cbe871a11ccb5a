/* test_server_packet.c - what waits for a connection: in order, counted, and bounded. */
#include "check.h"

#include "server/packet.h"
#include "server/ws_frame.h"

enum { FAR = 100000 };

static void in_order(void **state)
{
    (void)state;
    packet_queue q = {0};
    packet *p[10];
    for (unsigned i = 0; i < 10; i++) {
        p[i] = packet_framed(WS_TEXT, "abc", 1 + i % 3);
        assert_non_null(p[i]);
        assert_true(queue_push(&q, p[i]));
    }
    assert_int_equal(q.count, 10);
    for (unsigned i = 0; i < 10; i++) {
        assert_ptr_equal(queue_at(&q, 0), p[i]);
        queue_pop(&q);
        packet_release(p[i]);
    }
    assert_int_equal(q.count, 0);
    assert_int_equal(q.bytes, 0);
}

/* A caller that does not count what waits is refused at a bound; nothing is written outside. */
static void bounded(void **state)
{
    (void)state;
    packet_queue q = {0};
    packet *p = packet_framed(WS_TEXT, "x", 1);
    unsigned taken = 0;
    while (taken < FAR && queue_push(&q, p))
        taken++;
    assert_in_range(taken, 256, FAR - 1);
    assert_int_equal(q.count, taken);
    queue_clear(&q);
    packet_release(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_order), cmocka_unit_test(bounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
