/* test_server_identity.c - cookies, names, origins, passwords, limits, settings.
 */
#include "check.h"
#include "server/clocks.h"
#include "server/config.h"
#include "server/guest_names.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/map.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cookies ---- */
static void cookies_cannot_be_forged(void **unused)
{
    (void)unused;
    uint8_t key[IDENTITY_KEY_BYTES] = {1}, other[IDENTITY_KEY_BYTES] = {2};
    identity who = {.id = "abcdefghijklmnopqrstuv", .epoch = 7}, got;
    char cookie[IDENTITY_COOKIE_MAX], header[IDENTITY_COOKIE_MAX + 32];
    identity_cookie(key, &who, 1000, true, cookie, sizeof cookie);
    assert_non_null(strstr(cookie, "; HttpOnly; SameSite=Lax"));
    assert_non_null(strstr(cookie, "; Secure"));
    *strchr(cookie, ';') = 0;
    snprintf(header, sizeof header, "theme=dark; %s; x=y", cookie);
    assert_true(identity_from_cookies(key, header, 2000, &got));
    assert_string_equal(got.id, who.id);
    assert_int_equal(got.epoch, 7);
    assert_false(identity_from_cookies(other, header, 2000, &got));
    assert_true(identity_from_cookies(key, header, 1000 + 29 * 86400, &got));
    assert_false(got.cookie_is_old);
    assert_true(identity_from_cookies(key, header, 1000 + 401 * 86400, &got)); /* renewed then */
    assert_true(got.cookie_is_old);
    assert_true(identity_from_cookies(key, header, 5, &got)); /* our clock was put back */
    assert_false(identity_from_cookies(key, "", 2000, &got));
    assert_false(identity_from_cookies(key, "azulejo=", 2000, &got));
    assert_false(identity_from_cookies(key, "azulejo=1.2.3", 2000, &got));
    const size_t length = strlen(cookie);
    for (size_t i = 8; i < length; i++) { /* any changed byte */
        char changed[IDENTITY_COOKIE_MAX];
        memcpy(changed, cookie, length + 1);
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        assert_false(identity_from_cookies(key, changed, 2000, &got));
    }
}

/* ---- Names of guests ---- */
static void guests_have_names_of_their_own(void **unused)
{
    (void)unused;
    identity who = {.id = "abcdefghijklmnopqrstuv"};
    char name[GAME_NAME_MAX], before[GAME_NAME_MAX];
    snprintf(who.name, sizeof who.name, "%s", guest_name(who.id, 0));
    for (unsigned i = 0; i < GUEST_NAMES_NB; i++) { /* each name of the list once */
        guest_name_try(&who, i, name);
        assert_true(identity_name_ok(name));
        for (unsigned k = 0; k < i; k++) {
            guest_name_try(&who, k, before);
            assert_string_not_equal(name, before);
        }
    }
    snprintf(who.name, sizeof who.name, "Ann");
    guest_name_try(&who, 0, name);
    assert_string_equal(name, "Ann");
    guest_name_try(&who, 1, name);
    assert_string_equal(name, "Ann 2");
    snprintf(who.name, sizeof who.name, "%s", "ééééééééééééé éé"); /* 31 bytes */
    guest_name_try(&who, 11, name);
    assert_true(identity_name_ok(name));
    assert_string_equal(name, "ééééééééééééé é 12");
}

static void names_at_a_table_differ(void **unused)
{
    (void)unused;
    game g = {.options.rules.players = 3};
    g.seat[0] = (game_seat){.kind = GAME_PERSON, .person = "one", .name = "Ann"};
    g.seat[1] = (game_seat){.kind = GAME_BOT_SEAT, .name = "Bob"};
    g.seat[2] = (game_seat){.kind = GAME_PERSON, .person = "two", .name = "陈"};
    assert_true(guest_name_at_table(&g, "three", "Ann"));
    assert_true(guest_name_at_table(&g, "three", "ANN"));
    assert_true(guest_name_at_table(&g, "three", "陈"));
    assert_false(guest_name_at_table(&g, "one", "Ann")); /* one's own */
    assert_false(guest_name_at_table(&g, "three", "Bob"));
    assert_false(guest_name_at_table(&g, "three", "Anna"));
}

static void names_are_harmless(void **unused)
{
    (void)unused;
    char folded[GAME_NAME_MAX];
    static const char *const good[] = {"Ann", "Zoë", "O'Brien", "陈", "a b", "Kwɛku"};
    static const char *const bad[] = {"",
                                      " a",
                                      "a ",
                                      "<script>",
                                      "a&b",
                                      "a\nb",
                                      "\xff",
                                      "\xc2\x85",
                                      "a\x7f",
                                      ("\xe2\x80\xae"
                                       "x"),
                                      "0123456789012345678901234567890123",
                                      "ⅿaria",
                                      "m⍺ria",
                                      "𝗆aria",
                                      "mariª",
                                      "marʳa"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(identity_name_ok(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(identity_name_ok(bad[i]));
    assert_true(identity_account_name_ok("Ann-Marie_2", folded));
    assert_string_equal(folded, "ann-marie_2");
    assert_false(identity_account_name_ok("a", folded));
    assert_false(identity_account_name_ok("../x", folded));
}

static void origins_must_be_ours(void **unused)
{
    (void)unused;
    assert_true(identity_same_origin("http://h:8080", "h:8080", ""));
    assert_true(identity_same_origin("https://Azul.example", "azul.example", ""));
    assert_false(identity_same_origin("http://evil", "h:8080", ""));
    assert_false(identity_same_origin("", "h", ""));
    assert_false(identity_same_origin("null", "null", ""));
    assert_false(identity_same_origin("http://", "", ""));
    assert_false(identity_same_origin("http://h:8080.evil", "h:8080", ""));
    assert_true(identity_same_origin("https://azul.example", "inner:80", "https://azul.example"));
    assert_false(identity_same_origin("http://inner:80", "inner:80", "https://azul.example"));
}

static void passwords_are_hashed(void **unused)
{
    (void)unused;
    char hash[IDENTITY_HASH_MAX], text[IDENTITY_ROW_MAX];
    identity who = {.id = "id", .name = "Ann", .epoch = 3}, got;
    assert_true(identity_hash_password("correct horse", hash));
    assert_int_equal(strncmp(hash, "$argon2id$", 10), 0);
    assert_true(identity_check_password(hash, "correct horse"));
    assert_false(identity_check_password(hash, "correct horsf"));
    assert_false(identity_check_password("", ""));
    memcpy(who.password, hash, sizeof hash);
    const size_t n = identity_row_write(&who, text, sizeof text);
    assert_true(n < sizeof text);
    assert_true(identity_row_read(&got, "id", text, n));
    assert_string_equal(got.password, hash);
    assert_int_equal(got.epoch, 3);
}

static void looks_are_compared(void **unused)
{
    (void)unused;
    static const char *const same[][2] = {{"Ann", "aNN"},
                                          {"Ann", "\xd0\x90nn"},
                                          {"Ann", "\xef\xbc\xa1nn"},
                                          {"Bill", "B1ll"},
                                          {"Bill", "BiIl"},
                                          {"Bob", "B0b"},
                                          {"maria", "mɑria"},
                                          {"maria", "marɪa"},
                                          {"maria", "marɩa"},
                                          {"maria", "marꙇa"},
                                          {"maria", "marᎥa"},
                                          {"Ann", "ꓮnn"},
                                          {"Rene", "Ren\xc3\xa9"},
                                          {"Rene", "Rene\xcc\x81"},
                                          {"a-b", "a b"},
                                          {"a-b", "a_b"},
                                          {"a-b", "a\xe2\x80\x93"
                                                  "b"}};
    static const char *const none[] = {"\xe4\xbd\xa0\xe5\xa5\xbd", "Ann!", "\xf0\x9f\x98\x80", ""};
    char a[GAME_NAME_MAX], b[GAME_NAME_MAX];
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_true(identity_skeleton(same[i][0], a));
        assert_true(identity_skeleton(same[i][1], b));
        assert_string_equal(a, b);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(identity_skeleton(none[i], a));
    identity_skeleton("Ann", a);
    identity_skeleton("Anna", b);
    assert_string_not_equal(a, b);
}

static void names_can_be_seen(void **unused)
{
    (void)unused;
    static const char *const good[] = {"Ann",
                                       "Ann B. Clark",
                                       "Ren\xc3\xa9",
                                       "e\xcc\x81tude",
                                       "\xe4\xbd\xa0\xe5\xa5\xbd",
                                       "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0",
                                       "\xf0\x9f\x98\x80",
                                       "\xe0\xb8\x81\xe0\xb8\xb3"};
    static const char *const bad[] = {
        "Ann\xc2\xa0"
        "B",                         /* a space that is none */
        "Ann  B",                    /* two spaces */
        "Ann ",                      /* at the end */
        "Ann\xe3\x80\x80",           /* wide */
        "A\xc2\xadnn",               /* soft hyphen */
        "A\xe2\x80\x8bnn",           /* zero width */
        "A\xe2\x80\xaenn",           /* turned round */
        "A\xe2\x81\xa6nn",           /* isolated */
        "A\xd8\x9cnn",               /* Arabic letter mark */
        "A\xef\xbb\xbfnn",           /* byte order mark */
        "A\xc2\x85nn",               /* C1 */
        "A\x7fnn",                   /* delete */
        "\xe3\x85\xa4",              /* Hangul filler */
        "\xe2\xa0\x80",              /* blank Braille */
        "A\xef\xb8\x8f",             /* variation selector */
        "\xee\x80\x80",              /* private */
        "\xf3\xa0\x81\x81",          /* tag */
        "a\xcc\x81\xcc\x82\xcc\x83", /* a heap of marks */
        "\xcc\x81"
        "a",          /* on nothing */
        "a \xcc\x81", /* on a space */
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!identity_name_ok(good[i]))
            fail_msg("good %zu", i);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (identity_name_ok(bad[i]))
            fail_msg("bad %zu", i);
}

/* ---- Limits ---- */
static void a_bucket_fills_at_its_rate(void **unused)
{
    (void)unused;
    bucket b = {0};
    unsigned taken = 0;
    for (unsigned ms = 1; ms <= 10000; ms++)
        for (unsigned i = 0; i < 5; i++)
            taken += bucket_take(&b, 20, ms);
    assert_in_range(taken, 200, 245); /* ten seconds' worth and one burst */
    assert_true(bucket_take(&b, 20, 1000000));
}

static void the_map_keeps_what_it_is_given(void **unused)
{
    (void)unused;
    map m;
    static int values[1000];
    assert_true(map_init(&m));
    for (int i = 0; i < 1000; i++) {
        char key[16];
        snprintf(key, sizeof key, "key%d", i);
        assert_true(map_put(&m, key, &values[i]));
    }
    for (int i = 0; i < 1000; i += 3) {
        char key[16];
        snprintf(key, sizeof key, "key%d", i);
        map_drop(&m, key);
    }
    size_t seen = 0;
    for (map_entry *e = map_first(&m); e; e = map_next(&m, e))
        seen++;
    assert_int_equal(seen, 666);
    assert_int_equal(m.count, 666);
    assert_null(map_get(&m, "key0"));
    assert_ptr_equal(map_get(&m, "key1"), &values[1]);
    char longest[MAP_KEY_MAX + 1] = "";
    memset(longest, 'k', MAP_KEY_MAX - 1);
    assert_true(map_put(&m, longest, &values[2]));
    longest[MAP_KEY_MAX - 1] = 'k'; /* a longer key is refused, not cut */
    assert_false(map_put(&m, longest, &values[3]));
    assert_null(map_get(&m, longest));
    map_release(&m);
}

/* ---- Settings ---- */
static bool read_config(config *c, const char *text, char error[CONFIG_ERROR_MAX])
{
    return config_read_text(c, text, strlen(text), error);
}

static void settings_by_name(void **unused)
{
    (void)unused;
    config c;
    char error[CONFIG_ERROR_MAX];
    config_default(&c);
    assert_int_equal(c.port, 8080);
    assert_true(config_set(&c, "games-per-person", "9", error));
    assert_int_equal(c.games_per_person, 9);
    assert_true(read_config(&c, "# a host\nport = 81\n\n host=::1 \n", error));
    assert_int_equal(c.port, 81);
    assert_string_equal(c.host, "::1");
    assert_false(config_set(&c, "port", "99999", error));
    assert_non_null(strstr(error, "0 to 65535"));
    assert_false(config_set(&c, "port", "-1", error));
    assert_false(config_set(&c, "port", "8x", error));
    assert_false(config_set(&c, "colour", "red", error));
    assert_false(config_set(&c, "games-per-person", "x", error));
    assert_int_equal(strncmp(error, "games-per-person wants", 22), 0);
    assert_false(read_config(&c, "games_per_person = x", error));
    assert_non_null(strstr(error, "line 1: games_per_person wants"));
    assert_false(read_config(&c, "port = 1\nport 2\n", error));
    assert_non_null(strstr(error, "line 2"));
    assert_false(config_read_text(&c, "port = 1\n\0\0", 11, error));
    assert_non_null(strstr(error, "byte 10 is 0"));
    setenv("AZULEJO_PORT", "82", 1);
    assert_true(config_read_environment(&c, error));
    assert_int_equal(c.port, 82);
    setenv("AZULEJO_PORT", "x", 1);
    assert_false(config_read_environment(&c, error));
    assert_int_equal(strncmp(error, "AZULEJO_PORT wants a number", 27), 0);
    unsetenv("AZULEJO_PORT");
}

/* ---- Clocks ---- */
static void clocks_count_as_agreed(void **unused)
{
    (void)unused;
    const clocks_options total = {CLOCKS_TOTAL, 60000, 2000, 0},
                         delay = {CLOCKS_TOTAL, 60000, 0, 3000};
    const clocks_options move = {CLOCKS_MOVE, 30000, 0, 0}, none = {0};
    clocks c;
    clocks_begin(&c, &total);
    clocks_run(&c, 0, 1000);
    assert_int_equal(clocks_left(&c, &total, 0, 11000), 50000);
    assert_int_equal(clocks_left(&c, &total, 1, 11000), 60000);
    assert_int_equal(clocks_after_move(&c, &total, 11000), 52000);
    assert_false(clocks_expired(&c, &total, 60999));
    assert_true(clocks_expired(&c, &total, 61000));
    assert_int_equal(clocks_after_move(&c, &delay, 3000), 60000); /* within the delay */
    assert_int_equal(clocks_after_move(&c, &delay, 5000), 59000);
    clocks_begin(&c, &move);
    clocks_run(&c, 1, 0);
    assert_int_equal(clocks_after_move(&c, &move, 29000), 30000);
    assert_true(clocks_expired(&c, &move, 30000));
    clocks_run(&c, AZJ_NOBODY, 0);
    assert_false(clocks_expired(&c, &move, 99999999));
    assert_int_equal(clocks_left(&c, &none, 0, 5), UINT32_MAX);
    assert_true(clocks_options_ok(&none) && clocks_options_ok(&total));
    assert_false(clocks_options_ok(&(clocks_options){CLOCKS_TOTAL, 10, 0, 0}));
    assert_false(clocks_options_ok(&(clocks_options){9, 10000, 0, 0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cookies_cannot_be_forged),
        cmocka_unit_test(guests_have_names_of_their_own),
        cmocka_unit_test(names_at_a_table_differ),
        cmocka_unit_test(names_are_harmless),
        cmocka_unit_test(names_can_be_seen),
        cmocka_unit_test(looks_are_compared),
        cmocka_unit_test(origins_must_be_ours),
        cmocka_unit_test(passwords_are_hashed),
        cmocka_unit_test(a_bucket_fills_at_its_rate),
        cmocka_unit_test(the_map_keeps_what_it_is_given),
        cmocka_unit_test(settings_by_name),
        cmocka_unit_test(clocks_count_as_agreed),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
