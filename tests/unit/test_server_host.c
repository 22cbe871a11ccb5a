/* test_server_host.c - which names of the server a request may use, and the settings around it. */
#include "check.h"
#include "server/config.h"
#include "server/host.h"

#include <stdio.h>
#include <string.h>

enum { BAD, FOREIGN, PRIVATE, DIRECT };

static void names_are_told_apart(void **unused)
{
    (void)unused;
    static const struct {
        const char *host;
        int kind;
    } cases[] = {
        {"127.0.0.1", DIRECT},
        {"192.168.1.7:8080", DIRECT},
        {"[::1]", DIRECT},
        {"[2001:db8::1]:443", DIRECT},
        {"localhost", DIRECT},
        {"LocalHost:8080", DIRECT},
        {"localhost.:80", DIRECT},
        {"azul.localhost", DIRECT},
        {"raspberry", PRIVATE},
        {"my_box-2:8080", PRIVATE},
        {"raspberry.local", PRIVATE},
        {"a.b.LAN:1", PRIVATE},
        {"azul.internal", PRIVATE},
        {"azul.home.arpa.", PRIVATE},
        {"evil.example", FOREIGN},
        {"evil.example.:80", FOREIGN},
        {"local.evil.example", FOREIGN},
        {"evil.notlocal", FOREIGN},
        {"evillocalhost.example", FOREIGN},
        {"home.arpa", FOREIGN},
        {"127.0.0.1.evil.example", FOREIGN},
        {"127.1", FOREIGN},
        {"1.2.3.4.5", FOREIGN},
        {"evil%2eexample", FOREIGN},
        {"a,b", FOREIGN},
        {"", BAD},
        {":80", BAD},
        {"a:b", BAD},
        {"a:80:81", BAD},
        {"::1", BAD},
        {"[::1", BAD},
        {"[::1]x", BAD},
        {"[localhost]", BAD},
        {"[127.0.0.1]", BAD},
        {"[::1%25eth0]", BAD},
        {"a b", BAD},
        {"a/b", BAD},
        {"user@a", BAD},
        {"\xc3\xa9", BAD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *host = cases[i].host;
        const int kind = host_is_direct(host)       ? DIRECT
                         : host_is_private(host)    ? PRIVATE
                         : host_is_wellformed(host) ? FOREIGN
                                                    : BAD;
        if (kind != cases[i].kind)
            fail_msg("\"%s\" is %d and not %d", host, kind, cases[i].kind);
        if (kind == DIRECT)
            assert_true(host_is_private(host));
        if (kind != BAD)
            assert_true(host_is_wellformed(host));
    }
    char far_too_long[600];
    memset(far_too_long, 'a', sizeof far_too_long);
    far_too_long[sizeof far_too_long - 1] = 0;
    assert_false(host_is_wellformed(far_too_long));
    assert_false(host_is_private(far_too_long));
}

static void an_origin_has_one_host(void **unused)
{
    (void)unused;
    assert_true(host_is_of_origin("azul.example", "https://azul.example"));
    assert_true(host_is_of_origin("AZUL.example:443", "https://azul.example"));
    assert_true(host_is_of_origin("azul.example", "https://azul.example:8443"));
    assert_true(host_is_of_origin("[::1]:1", "http://[::1]:2"));
    assert_false(host_is_of_origin("evil.example", "https://azul.example"));
    assert_false(host_is_of_origin("azul.example.evil", "https://azul.example"));
    assert_false(host_is_of_origin("azul", "https://azul.example"));
    assert_false(host_is_of_origin("", "https://azul.example"));
    assert_true(host_origin_ok("https://azul.example"));
    assert_true(host_origin_ok("http://192.168.1.7:8080"));
    assert_true(host_origin_ok("HTTPS://[::1]:8080"));
    assert_false(host_origin_ok("azul.example"));
    assert_false(host_origin_ok("ftp://azul.example"));
    assert_false(host_origin_ok("https://"));
    assert_false(host_origin_ok("https://azul.example/play"));
    assert_false(host_origin_ok("https://me@azul.example"));
}

/* ---- Settings ---- */
static void the_origin_is_checked(void **unused)
{
    (void)unused;
    char error[CONFIG_ERROR_MAX];
    config c;
    config_default(&c);
    assert_true(config_check(&c, error));
    assert_true(config_set(&c, "origin", "https://azul.example/", error));
    assert_true(config_check(&c, error));
    assert_string_equal(c.origin, "https://azul.example");
    assert_true(config_set(&c, "origin", "azul.example", error));
    assert_false(config_check(&c, error));
    assert_non_null(strstr(error, "https://azul.example"));
}

/* The events of the warnings, with a space after each. */
static const char *warnings(const char *text)
{
    static char found[256];
    char error[CONFIG_ERROR_MAX];
    config_warning w;
    config c;
    size_t n = 0;
    config_default(&c);
    assert_true(config_read_text(&c, text, strlen(text), error));
    assert_true(config_check(&c, error));
    found[0] = 0;
    for (unsigned i = 0; config_warn(&c, i, &w); i++) {
        n += (size_t)snprintf(found + n, sizeof found - n, "%s ", w.event);
        assert_true(strlen(w.text) > 20);
    }
    return found;
}

static void odd_settings_are_warned_of(void **unused)
{
    (void)unused;
    assert_string_equal(warnings(""), "");
    assert_string_equal(warnings("host=::1"), "");
    assert_string_equal(warnings("origin=https://a.example\nsecure-cookie=1\nproxy=1"), "");
    assert_string_equal(
        warnings("origin=https://a.example\nsecure-cookie=1\nproxy=1\nhost=0.0.0.0"), "");
    assert_string_equal(warnings("origin=https://a.example\nproxy=1"), "insecure-cookie ");
    assert_string_equal(warnings("origin=https://a.example"), "insecure-cookie no-proxy ");
    assert_string_equal(warnings("secure-cookie=1"), "lost-cookie ");
    assert_string_equal(warnings("host=0.0.0.0"), "plain-http ");
    assert_string_equal(warnings("host=::\norigin=http://club:8080"), "plain-http ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(an_origin_has_one_host),
        cmocka_unit_test(the_origin_is_checked),
        cmocka_unit_test(odd_settings_are_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
