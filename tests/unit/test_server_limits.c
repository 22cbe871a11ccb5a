/* test_server_limits.c - who counts as one visitor, what a bucket lets through, and that nobody
 * gets a new measure by being forgotten. */
#include "check.h"
#include "server/address.h"
#include "server/hub.h"

#include <string.h>

static void group_is(const char *text, const char *expected)
{
    char group[ADDRESS_MAX];
    address_group(text, group);
    assert_string_equal(group, expected);
}

static void an_address_of_ipv6_counts_by_its_network(void **unused)
{
    (void)unused;
    group_is("192.0.2.7", "192.0.2.7");
    group_is("::ffff:192.0.2.7", "192.0.2.7");
    group_is("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64");
    group_is("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64");
    group_is("2001:db8:1:3::1", "2001:db8:1:3::/64");
    group_is("fe80::1%eth0", "fe80::/64");
    group_is("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff::/64");
    group_is("::1", "::1");
    group_is("127.0.0.1", "127.0.0.1");
    group_is("unknown", "unknown");
    group_is("", "");
}

static void forwarded_is(const char *header, const char *expected)
{
    char found[ADDRESS_MAX];
    address_forwarded(header, found);
    assert_string_equal(found, expected);
}

/* With its port each connection would be a visitor of its own, whom no limit and no ban concerns.
 */
static void a_forwarded_address_has_no_port(void **unused)
{
    (void)unused;
    forwarded_is("192.0.2.7", "192.0.2.7");
    forwarded_is("192.0.2.7:5678", "192.0.2.7");
    forwarded_is("9.9.9.9,\t192.0.2.7:5678 ", "192.0.2.7");
    forwarded_is("2001:db8::7", "2001:db8::7");
    forwarded_is("[2001:db8::7]:5678", "2001:db8::7");
    forwarded_is("[2001:db8::7]", "2001:db8::7");
    forwarded_is("::ffff:192.0.2.7", "::ffff:192.0.2.7");
    forwarded_is("fe80::1%eth0", "fe80::1%eth0");
    const char *const none[] = {"",     "unknown", "1.2.3.4,", "_hidden", "[",
                                "[]:8", ":",       "1.2.3:4",  "::1::2",  "1.2.3.4x"};
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
        forwarded_is(none[i], "");
    char longest[3000];
    memset(longest, '1', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    forwarded_is(longest, "");
}

static void a_bucket_fills_at_its_rate(void **unused)
{
    (void)unused;
    bucket b = {0};
    unsigned taken = 0;
    for (unsigned i = 0; i < 100; i++)
        taken += bucket_take(&b, 10, 5000);
    assert_int_equal(taken, 20); /* twice the rate at once */
    assert_false(bucket_take(&b, 10, 5099));
    assert_true(bucket_take(&b, 10, 5199));
    b = (bucket){0};
    assert_true(bucket_take_many(&b, 10, 10, 5000));
    assert_true(bucket_take_many(&b, 10, 1000, 5000)); /* as much as can be paid at all */
    assert_false(bucket_take(&b, 10, 5000));
    assert_int_equal(bucket_used(&b, 10, 7000), 0);
}

static void only_who_used_nothing_up_is_forgotten(void **unused)
{
    (void)unused;
    config c;
    address a = {0};
    const uint64_t now = 1000000;
    config_default(&c);
    assert_true(address_is_unused(&a, &c, now));
    for (unsigned i = 0; i < 2 * c.logins_per_minute; i++)
        assert_true(bucket_take(&a.logins, c.logins_per_minute, now / 60));
    assert_false(bucket_take(&a.logins, c.logins_per_minute, now / 60));
    assert_false(address_is_unused(&a, &c, now + 61000)); /* quiet for a minute, not yet as new */
    assert_false(address_is_unused(&a, &c, now + 110000));
    assert_true(address_is_unused(&a, &c, now + 121000));
    a.sockets = 1;
    assert_false(address_is_unused(&a, &c, now + 121000));
    a = (address){0};
    bucket_take(&a.tables, c.tables_per_minute, now / 60);
    assert_false(address_is_unused(&a, &c, now + 1000));
    a = (address){0};
    bucket_take(&a.requests, c.requests_per_second, now);
    assert_false(address_is_unused(&a, &c, now));
    assert_true(address_is_unused(&a, &c, now + 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_of_ipv6_counts_by_its_network),
        cmocka_unit_test(a_forwarded_address_has_no_port),
        cmocka_unit_test(a_bucket_fills_at_its_rate),
        cmocka_unit_test(only_who_used_nothing_up_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
