/* test_match_schedule.c - who plays whom, in which seats, with which deal; players by their text.
 */
#include "check.h"
#include "cli/match/match.h"

#include <stdio.h>
#include <string.h>

static match_config config_of(unsigned players, unsigned seats, match_format format, uint64_t deals)
{
    match_config c;
    memset(&c, 0, sizeof c);
    c.game = cli_game_default();
    c.game.players = seats;
    c.count = players;
    c.format = format;
    c.deals = deals;
    c.seed = 5;
    return c;
}

/* The lineups of a match as text: "01 02 12". */
static void show_lineups(unsigned players, unsigned seats, match_format format, char *text)
{
    match_config c = config_of(players, seats, format, 1);
    match_schedule s;
    size_t n = 0;
    assert_true(match_schedule_init(&s, &c));
    for (uint64_t i = 0; i < s.lineups; i++) {
        for (unsigned seat = 0; seat < seats; seat++)
            text[n++] = (char)('0' + s.lineup[i][seat]);
        text[n++] = i + 1 < s.lineups ? ' ' : '\0';
    }
    match_schedule_release(&s);
}

static void test_lineups(void **state)
{
    static const struct {
        unsigned players, seats;
        match_format format;
        const char *lineups;
    } cases[] = {
        {2, 2, MATCH_ROBIN, "01"},
        {3, 2, MATCH_ROBIN, "01 02 12"},
        {3, 2, MATCH_GAUNTLET, "01 02"},
        {4, 3, MATCH_ROBIN, "012 013 023 123"},
        {4, 3, MATCH_GAUNTLET, "012 013 023"},
        {2, 3, MATCH_ROBIN, "001 011"},
        {2, 4, MATCH_ROBIN, "0001 0011 0111"},
        {3, 4, MATCH_ROBIN, "0012 0112 0122"},
        {5, 4, MATCH_ROBIN, "0123 0124 0134 0234 1234"},
        {3, 2, MATCH_ONE, "01 02"},
        {2, 3, MATCH_ONE, "011"},
        {2, 4, MATCH_ONE, "0111"},
        {4, 3, MATCH_ONE, "011 022 033"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char shown[256];
        show_lineups(cases[i].players, cases[i].seats, cases[i].format, shown);
        assert_string_equal(shown, cases[i].lineups);
    }
}

/* Over a group everybody of the lineup has sat in every seat, with the same deal. */
static void test_rotations(void **state)
{
    (void)state;
    for (unsigned seats = 2; seats <= 4; seats++) {
        match_config c = config_of(5, seats, MATCH_ROBIN, 3);
        match_schedule s;
        assert_true(match_schedule_init(&s, &c));
        assert_int_equal(s.games, 3 * s.lineups * seats);
        for (uint64_t group = 0; group < s.games / seats; group++) {
            unsigned sat[5][4] = {{0}};
            const uint64_t first = group * seats, seed = match_deal_seed(&c, &s, first);
            for (uint64_t i = first; i < first + seats; i++) {
                uint8_t who[4];
                match_schedule_seats(&s, i, who);
                assert_true(match_deal_seed(&c, &s, i) == seed);
                assert_int_equal(match_schedule_group(&s, i), group);
                for (unsigned seat = 0; seat < seats; seat++)
                    sat[who[seat]][seat]++;
            }
            for (unsigned seat = 0; seat < seats; seat++)
                assert_int_equal(sat[s.lineup[group % s.lineups][0]][seat], 1);
        }
        match_schedule_release(&s);
    }
}

/* All lineups play the same deals; another deal has another seed; every seat its own noise. */
static void test_seeds(void **state)
{
    match_config c = config_of(3, 2, MATCH_ROBIN, 4);
    match_schedule s;
    (void)state;
    assert_true(match_schedule_init(&s, &c));
    for (uint64_t i = 0; i < s.games; i++)
        for (uint64_t j = 0; j < s.games; j++)
            assert_int_equal(match_deal_seed(&c, &s, i) == match_deal_seed(&c, &s, j),
                             i / 6 == j / 6);
    assert_true(match_player_seed(&c, 0, 0) != match_player_seed(&c, 0, 1));
    assert_true(match_player_seed(&c, 0, 0) != match_player_seed(&c, 1, 0));
    const uint64_t before = match_deal_seed(&c, &s, 0);
    c.seed = 6;
    assert_true(match_deal_seed(&c, &s, 0) != before);
    match_schedule_release(&s);
}

/* ---- Players ---- */

static bool reads(const char *text, match_player *p)
{
    char verb[] = "match";
    char *argv[] = {verb, NULL};
    static const struct option none[] = {{NULL, 0, NULL, 0}};
    cli_args a = cli_begin("match", "", none, 1, argv);
    return match_player_read(&a, text, p);
}

static void test_players(void **state)
{
    match_player p;
    (void)state;
    assert_true(reads("uct", &p));
    assert_string_equal(p.name, "uct");
    assert_true(!p.command && !p.own_limits);
    assert_true(reads("fast=uct@nodes=2000@memory=8", &p));
    assert_string_equal(p.name, "fast");
    assert_true(p.own_limits && p.limits.nodes == 2000 && p.memory_mb == 8);
    assert_true(reads("uct@clock=1000@inc=5", &p));
    assert_string_equal(p.name, "uct@clock=1000@inc=5");
    assert_true(p.limits.clock_ms == 1000 && p.limits.increment_ms == 5);
    assert_true(reads("cmd:./bots/mybot --x=3 a:b", &p));
    assert_string_equal(p.name, "mybot");
    assert_string_equal(p.command, "./bots/mybot --x=3 a:b");
    assert_true(reads("old=cmd@style=bold@time=50:./mybot", &p));
    assert_true(p.settings == 1 && p.own_limits && p.limits.time_ms == 50);
    assert_string_equal(p.setting[0].name, "style");
    assert_string_equal(p.setting[0].value, "bold");
}

static void test_wrong_players(void **state)
{
    static const char *const wrong[] = {
        "",     "nobody",  "=uct",       "a=",        "cmd",         "cmd:",   "cmd:  ",
        "uct@", "uct@x=1", "uct@nodes=", "uct@nodes", "uct@nodes=x", "uct@=3", "cmd@x=:./a"};
    match_player p;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (reads(wrong[i], &p))
            fail_msg("\"%s\" was taken for a player", wrong[i]);
}

static void test_names_are_told_apart(void **state)
{
    match_config c = config_of(3, 2, MATCH_ROBIN, 1);
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_true(reads("uct", &c.player[i]));
    match_players_name(&c);
    assert_string_equal(c.player[0].name, "uct");
    assert_string_equal(c.player[1].name, "uct#2");
    assert_string_equal(c.player[2].name, "uct#3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lineups),       cmocka_unit_test(test_rotations),
        cmocka_unit_test(test_seeds),         cmocka_unit_test(test_players),
        cmocka_unit_test(test_wrong_players), cmocka_unit_test(test_names_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
