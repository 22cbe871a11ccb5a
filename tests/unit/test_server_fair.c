/* test_server_fair.c - both versions of the fair shuffle: pinned figures, the table's row, records
 * and their check. */
#include "check.h"
#include "online.h"

#include "server/game_json.h"
#include "server/record.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* ---- Figures worked out with Python's hashlib and hmac ---- */
static void example_seed(uint8_t seed[FAIR_BYTES])
{
    uint8_t secret[FAIR_BYTES], contribution[2][FAIR_BYTES];
    for (unsigned i = 0; i < FAIR_BYTES; i++) {
        secret[i] = (uint8_t)i;
        contribution[0][i] = (uint8_t)(100 + i);
        contribution[1][i] = 0;
    }
    fair_seed(secret, contribution, 2, seed);
}

static void secret_and_seed_are_as_documented(void **unused)
{
    (void)unused;
    uint8_t secret[FAIR_BYTES], out[FAIR_BYTES];
    char hex[2 * FAIR_BYTES + 1];
    for (unsigned i = 0; i < FAIR_BYTES; i++)
        secret[i] = (uint8_t)i;
    fair_commit(secret, out);
    sodium_bin2hex(hex, sizeof hex, out, FAIR_BYTES);
    assert_string_equal(hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    example_seed(out);
    sodium_bin2hex(hex, sizeof hex, out, FAIR_BYTES);
    assert_string_equal(hex, "b2c8bba94fba7ccdf785ce66d40b53a98b7da6b3c1edf3fa0f8fc1a0edd73dbe");
}

static void generators_of_deals_are_as_documented(void **unused)
{
    (void)unused;
    static const struct {
        unsigned version;
        uint32_t deal;
        azj_rng state;
        uint64_t next;
    } cases[] = {
        {1,
         0,
         {{0xbd842da90c12800b, 0x69864b055feab878, 0xaf22b71dd0e39bb3, 0x4363c9127f3aa524}},
         0x1b49d43ba392f406},
        {1,
         258,
         {{0x0f7f31f41ce121ae, 0x751ed762154cd2f3, 0x6f880e272a5b8ccd, 0xa1b78b5da1f9f4e1}},
         0xb85e9f7f64b9bd0c},
        {2,
         0,
         {{0x1f9eccf04befec09, 0x5644b0bf056ffe9c, 0xa9375ac97a3ce258, 0xd21294e4cc0f5468}},
         0x0a2acc9084e8c4b9},
        {2,
         258,
         {{0xc952eaebb3b9cd24, 0xd296d0fce5e7af1b, 0x82ab078d88804c4d, 0xc9ce7a0f8092270f}},
         0x46ed10e5cd835dd6},
    };
    uint8_t seed[FAIR_BYTES];
    example_seed(seed);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        azj_rng rng;
        fair_rng(seed, cases[i].version, cases[i].deal, &rng);
        assert_memory_equal(&rng, &cases[i].state, sizeof rng);
        assert_int_equal(azj_rng_next(&rng), cases[i].next);
    }
}

static void four_zero_words_are_replaced(void **unused)
{
    (void)unused;
    const uint64_t zero[4] = {0}, one[4] = {0, 0, 0, 1};
    azj_rng rng, other;
    azj_rng_seed_256(&rng, zero);
    azj_rng_seed(&other, 0);
    assert_memory_equal(&rng, &other, sizeof rng);
    azj_rng_seed_256(&rng, one);
    assert_memory_equal(rng.s, one, sizeof rng.s);
}

/* ---- The table's row ---- */
static void a_table_keeps_its_version(void **unused)
{
    (void)unused;
    static const char old[] =
        "{\"rules\":\"classic\",\"players\":2,\"secret\":"
        "\"0000000000000000000000000000000000000000000000000000000000000000\","
        "\"key\":\"k\",\"owner\":\"o\",\"made_ms\":1%s}";
    static const struct {
        const char *more;
        unsigned version; /* 0: refused */
    } cases[] = {{"", 1},
                 {",\"shuffle\":1", 1},
                 {",\"shuffle\":2", 2},
                 {",\"shuffle\":3", 0}, /* of a newer program */
                 {",\"shuffle\":0", 0},
                 {",\"shuffle\":\"2\"", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[GAME_ROW_MAX], out[GAME_ROW_MAX];
        game_row row, again;
        const int n = snprintf(text, sizeof text, old, cases[i].more);
        assert_int_equal(game_row_read(&row, text, (size_t)n), cases[i].version != 0);
        if (!cases[i].version)
            continue;
        assert_int_equal(row.options.shuffle, cases[i].version);
        const size_t size = game_row_write(&row, out, sizeof out);
        assert_true(game_row_read(&again, out, size));
        assert_int_equal(again.options.shuffle, cases[i].version);
        assert_int_equal(strstr(out, "\"shuffle\":2") != NULL, cases[i].version == 2);
    }
}

static void nobody_can_ask_for_a_version(void **unused)
{
    (void)unused;
    static const char text[] = "{\"rules\":\"grey\",\"shuffle\":1}";
    game_options o = online_options(AZJ_CLASSIC);
    fields f;
    assert_true(fields_parse(&f, text, sizeof text - 1));
    assert_null(game_options_get(&f, 0, &o));
    assert_int_equal(o.rules.rules, AZJ_GREY);
    assert_int_equal(o.shuffle, FAIR_VERSION);
}

/* ---- Records ---- */
/* A game to its end, as text. */
static void play_record(azj_rules rules, unsigned version, char *text, size_t size)
{
    game_options o = online_options(rules);
    azj_record r;
    azj_rng rng;
    game g;
    o.shuffle = (uint8_t)version;
    azj_rng_seed(&rng, 17);
    online_start(&g, &o, 5);
    while (g.phase == GAME_LIVE)
        online_move(&g, &rng, 1);
    azj_record_init(&r);
    assert_int_equal(record_of_game(&g, &r), AZJ_E_OK);
    assert_true(azj_record_text(&r, text, size) < size);
    azj_record_free(&r);
    game_release(&g);
}

/* NULL: fair; else what is wrong. */
static const char *verdict(const char *text, const uint8_t *noted, unsigned *version)
{
    static char error[RECORD_ERROR_MAX];
    azj_text_fault fault;
    azj_record r;
    size_t at = 0;
    azj_record_init(&r);
    assert_int_equal(azj_record_parse(text, strlen(text), &at, &r, &fault), AZJ_E_OK);
    const bool fair = record_verify(&r, noted, version, error);
    azj_record_free(&r);
    return fair ? NULL : error;
}

static void records_of_both_versions_verify(void **unused)
{
    (void)unused;
    static char text[1 << 16];
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned version = 1; version <= FAIR_VERSION; version++) {
            unsigned found = 0;
            play_record((azj_rules)rules, version, text, sizeof text);
            assert_null(verdict(text, NULL, &found));
            assert_int_equal(found, version);
            assert_int_equal(strstr(text, "[Shuffle \"2\"]") != NULL, version == 2);
            assert_int_equal(strstr(text, "[Shuffle ") != NULL, version != 1);
        }
}

static void a_record_with_another_version_is_found_out(void **unused)
{
    (void)unused;
    static char text[1 << 16];
    unsigned version;
    play_record(AZJ_CLASSIC, 2, text, sizeof text);
    char *tag = strstr(text, "[Shuffle \"2\"]");
    assert_non_null(tag);
    tag[10] = '1';
    assert_non_null(strstr(verdict(text, NULL, &version), "not what the seeds give"));
    tag[10] = '3';
    assert_non_null(strstr(verdict(text, NULL, &version), "Shuffle"));
    tag[10] = '0';
    assert_non_null(strstr(verdict(text, NULL, &version), "Shuffle"));
}

static void the_noted_commitment_must_be_the_records(void **unused)
{
    (void)unused;
    static char text[1 << 16];
    uint8_t noted[FAIR_BYTES];
    unsigned version;
    play_record(AZJ_DUEL, 2, text, sizeof text);
    const char *hex = strstr(text, "[Commitment \"") + 13;
    assert_int_equal(sodium_hex2bin(noted, sizeof noted, hex, 64, NULL, NULL, NULL), 0);
    assert_null(verdict(text, noted, &version));
    noted[31] ^= 1;
    assert_non_null(strstr(verdict(text, noted, &version), "noted"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secret_and_seed_are_as_documented),
        cmocka_unit_test(generators_of_deals_are_as_documented),
        cmocka_unit_test(four_zero_words_are_replaced),
        cmocka_unit_test(a_table_keeps_its_version),
        cmocka_unit_test(nobody_can_ask_for_a_version),
        cmocka_unit_test(records_of_both_versions_verify),
        cmocka_unit_test(a_record_with_another_version_is_found_out),
        cmocka_unit_test(the_noted_commitment_must_be_the_records),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
