/* test_text_roundtrip.c - parse(print(x)) is x for every move, position and view of random games.
 *
 * AZJ_LAW_ROUNDS sets the games of each rule set and player count (100000 for a long run).
 */
#include "check.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned rounds(void)
{
    const char *wish = getenv("AZJ_LAW_ROUNDS");
    if (wish)
        return (unsigned)strtoul(wish, NULL, 10);
    return getenv("AZJ_TEST_QUICK") ? 1 : 8;
}

/* Games repeat their moves: each is checked again only after another took its place. */
static int checked_before(azj_rules rules, azj_move move)
{
    static azj_move seen[2][1 << 16];
    azj_move *place = &seen[rules == AZJ_DUEL][(move * 2654435761u) >> 16];
    const int before = *place == move;
    *place = move;
    return before;
}

static void check_move(azj_rules rules, azj_move move)
{
    if (checked_before(rules, move))
        return;
    char text[AZJ_MOVE_JSON_MAX];
    azj_text_fault fault;
    azj_move back = 0;
    size_t length = azj_move_text(move, text, AZJ_MOVE_TEXT_MAX);
    assert_true(length < AZJ_MOVE_TEXT_MAX);
    if (azj_move_parse(rules, text, length, &back, &fault) != AZJ_E_OK || back != move)
        fail_msg("%s: %s", text, fault.text);
    length = azj_move_json(move, text, sizeof text);
    assert_true(length < sizeof text);
    if (azj_move_parse_json(rules, text, length, &back, &fault) != AZJ_E_OK || back != move)
        fail_msg("%s: %s", text, fault.text);
}

static void check_same(const azj_state *s, const azj_state *back, const char *text)
{
    if (!azj_equal(s, back))
        fail_msg("not the same: %s", text);
}

static void check_position(const azj_state *s)
{
    char text[AZJ_POSITION_JSON_MAX];
    azj_text_fault fault;
    azj_state back;
    size_t length = azj_position_text(s, text, AZJ_POSITION_TEXT_MAX);
    assert_true(length < AZJ_POSITION_TEXT_MAX);
    if (azj_position_parse(text, length, &back, &fault) != AZJ_E_OK)
        fail_msg("%s: byte %zu: %s", text, fault.offset, fault.text);
    check_same(s, &back, text);
    length = azj_position_json(s, AZJ_JSON_WHOLE, text, sizeof text);
    assert_true(length < sizeof text);
    if (azj_position_parse_json(text, length, &back, &fault) != AZJ_E_OK)
        fail_msg("%s: byte %zu: %s", text, fault.offset, fault.text);
    check_same(s, &back, text);
    azj_fault why = {0};
    if (azj_validate(s, &why) != AZJ_E_OK)
        fail_msg("%s: %s", text, azj_error_name(why.code));
}

static void check_with_views(const azj_state *s)
{
    azj_state view;
    check_position(s);
    for (unsigned seat = 0; seat < s->head.players; seat++) {
        azj_view(s, seat, &view);
        check_position(&view);
    }
    azj_view(s, AZJ_SPECTATOR, &view);
    check_position(&view);
}

static void deal(azj_state *s, azj_rng *rng, unsigned look)
{
    while (s->head.phase == AZJ_PHASE_DEAL) {
        if (azj_rng_below(rng, 8) < look)
            check_with_views(s);
        azj_resolve(s, azj_sample(s, rng));
    }
}

static void play_game(const azj_options *options, uint64_t seed)
{
    static azj_move moves[AZJ_MOVES_MAX];
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    azj_options o = *options;
    if (o.rules == AZJ_DUEL)
        o.tablets = (uint8_t)azj_duel_random_tablets(&rng);
    assert_int_equal(azj_new(&s, &o), AZJ_E_OK);
    deal(&s, &rng, 1);
    while (s.head.phase != AZJ_PHASE_OVER) {
        check_with_views(&s);
        const size_t count = azj_moves(&s, moves);
        for (size_t i = 0; i < count; i++)
            check_move((azj_rules)o.rules, moves[i]);
        azj_play(&s, moves[azj_rng_below(&rng, (uint32_t)count)], NULL, NULL);
        deal(&s, &rng, 1);
    }
    check_with_views(&s);
}

static void play(azj_rules rules, unsigned players)
{
    const azj_options o = {(uint8_t)rules, (uint8_t)players, AZJ_NOBODY, 0};
    for (unsigned g = 0; g < rounds(); g++)
        play_game(&o, 1000u * rules + 100000u * players + g);
}

static void test_classic_family(void **state)
{
    (void)state;
    for (unsigned rules = AZJ_CLASSIC; rules <= AZJ_CRYSTAL2; rules++)
        for (unsigned players = 2; players <= 4; players++)
            play((azj_rules)rules, players);
}

static void test_duel(void **state)
{
    (void)state;
    play(AZJ_DUEL, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_classic_family),
                                       cmocka_unit_test(test_duel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
