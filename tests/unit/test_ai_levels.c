/* test_ai_levels.c - what people may expect of the levels in every rule set: no tiles on the floor
 * that a line takes, noise that lasts, and a gentlest level that still beats random moves. */
#include "check.h"

#include "ai/dumps.h"

#include <azulejo/engine.h>
#include <stdlib.h>
#include <string.h>

static azj_engine *engine(const char *bot, uint64_t seed)
{
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = bot, .seed = seed, .memory_bytes = 4 << 20}, NULL);
    assert_non_null(e);
    return e;
}

static void begin(azj_state *s, unsigned rules, unsigned players, azj_rng *rng)
{
    azj_new(s, &(azj_options){.rules = (uint8_t)rules,
                              .players = (uint8_t)players,
                              .starter = AZJ_NOBODY,
                              .tablets = rules == AZJ_DUEL ? AZJ_TABLETS_FIRST_GAME : 0});
    azj_deal(s, rng);
}

static azj_info go(azj_engine *e, const azj_state *s, uint64_t nodes)
{
    azj_info info;
    assert_int_equal(azj_engine_set(e, s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info), AZJ_E_OK);
    return info;
}

static void make(azj_state *s, azj_move move, azj_rng *rng)
{
    assert_int_equal(azj_play(s, move, NULL, NULL), AZJ_E_OK);
    azj_deal(s, rng);
}

/* The same move but for the line that the tiles go to. */
static bool differ_in_line(azj_move a, azj_move b)
{
    return azj_move_to(b) != 0 && azj_move_kind_of(a) == azj_move_kind_of(b) &&
           azj_move_colour(a) == azj_move_colour(b) &&
           (azj_move_kind_of(a) == AZJ_MOON || azj_move_from(a) == azj_move_from(b));
}

static bool is_dump_by_list(azj_move move, const azj_move *moves, size_t n)
{
    const azj_move_kind kind = azj_move_kind_of(move);
    if ((kind != AZJ_TAKE && kind != AZJ_SUN && kind != AZJ_MOON) || azj_move_to(move) != 0)
        return false;
    for (size_t i = 0; i < n; i++)
        if (differ_in_line(move, moves[i]))
            return true;
    return false;
}

/* A dump is a move to the floor beside which the list has the same tiles on a line; what is left
 * has every other move, and always one. Returns the dumps. */
static unsigned check_dumps(const azj_state *s)
{
    azj_move moves[AZJ_MOVES_MAX], left[AZJ_MOVES_MAX];
    const size_t n = azj_moves(s, moves);
    unsigned dumps = 0;
    memcpy(left, moves, n * sizeof *moves);
    const size_t kept = dumps_leave_out(s, left, n);
    for (size_t i = 0, at = 0; i < n; i++) {
        const bool dump = is_dump_by_list(moves[i], moves, n);
        assert_int_equal(dumps_is(s, moves[i]), dump);
        dumps += dump;
        if (!dump)
            assert_int_equal(left[at++], moves[i]);
    }
    assert_int_equal(kept, n - dumps);
    assert_true(kept > 0);
    return dumps;
}

static void dumps(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 11);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        unsigned found = 0, left_over = 0;
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players++) {
            azj_state s;
            begin(&s, rules, players, &rng);
            while (s.head.phase != AZJ_PHASE_OVER) {
                azj_move moves[AZJ_MOVES_MAX];
                const size_t n = azj_moves(&s, moves);
                found += check_dumps(&s);
                const azj_move move = moves[azj_rng_below(&rng, (uint32_t)n)];
                left_over += azj_preview_move(&s, move).overflow > 0 && !dumps_is(&s, move);
                make(&s, move, &rng);
            }
        }
        assert_true(found > 20 && left_over > 0);
    }
}

/* Whole games of each level but the highest, in which every seat could have dumped tiles. */
static void levels_are_tidy(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 12);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players += 2)
            for (unsigned level = 1; level < azj_level_count(); level++) {
                unsigned chances = 0;
                azj_state s;
                azj_engine *e = engine(azj_level_name(level), rules);
                begin(&s, rules, players, &rng);
                while (s.head.phase != AZJ_PHASE_OVER) {
                    azj_move moves[AZJ_MOVES_MAX];
                    const size_t n = azj_moves(&s, moves);
                    const azj_info info = go(e, &s, 200);
                    chances += dumps_leave_out(&s, moves, n) < n;
                    if (s.head.rules != AZJ_DUEL || !info.exact) /* solved: to the round's end */
                        assert_false(dumps_is(&s, info.line[0].move[0]));
                    make(&s, info.line[0].move[0], &rng);
                }
                assert_true(chances > 3);
                azj_engine_free(e);
            }
}

/* Does this bot dump here? A round of Duel that is solved does not count. */
static bool plays_dump(azj_engine *e, const azj_state *s, uint64_t nodes)
{
    const azj_info info = go(e, s, nodes);
    return (s->head.rules != AZJ_DUEL || !info.exact) && dumps_is(s, info.line[0].move[0]);
}

/* The highest level dumps only where that is clearly better. So in the same positions it does so
 * less often than the same search without that rule, but where nothing else is as good it does, as
 * a bot that never dumps would not. */
static void highest_dumps_less(void **state)
{
    (void)state;
    enum { GAMES = 6, NODES = 2000 };
    static const unsigned players_of[] = {2, 3, 2}, rules_of[] = {AZJ_CLASSIC, AZJ_GREY, AZJ_DUEL};
    azj_rng rng;
    azj_rng_seed(&rng, 15);
    for (unsigned i = 0; i < (getenv("AZJ_TEST_QUICK") ? 1 : 3); i++) {
        unsigned strong_dumps = 0, highest_dumps = 0;
        azj_engine *strong = engine("strong", 1);
        azj_engine *highest = engine(azj_level_name(azj_level_count()), 1);
        for (unsigned game = 0; game < GAMES; game++) {
            azj_state s;
            begin(&s, rules_of[i], players_of[i], &rng);
            while (s.head.phase != AZJ_PHASE_OVER) {
                strong_dumps += plays_dump(strong, &s, NODES);
                highest_dumps += plays_dump(highest, &s, NODES);
                make(&s, go(strong, &s, NODES).line[0].move[0], &rng);
            }
        }
        assert_true(highest_dumps > 0 && 3 * highest_dumps < 2 * strong_dumps);
        azj_engine_free(strong);
        azj_engine_free(highest);
    }
}

/* In all positions of a game an engine that was given the seed later chooses as one that was made
 * with it; another seed makes another character. */
static void noise_follows_the_seed(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 13);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned level = 1; level <= 3; level++) {
            unsigned others = 0;
            azj_state s;
            azj_engine *made = engine(azj_level_name(level), 5);
            azj_engine *given = engine(azj_level_name(level), 6);
            begin(&s, rules, 2, &rng);
            while (s.head.phase != AZJ_PHASE_OVER) {
                const azj_move move = go(made, &s, 0).line[0].move[0];
                azj_engine_reseed(given, 6);
                others += go(given, &s, 0).line[0].move[0] != move;
                azj_engine_reseed(given, 5);
                assert_int_equal(go(given, &s, 0).line[0].move[0], move);
                make(&s, move, &rng);
            }
            assert_true(others > 3);
            azj_engine_free(made);
            azj_engine_free(given);
        }
}

/* Thirty games of two in each rule set, fifteen from each seat. */
static void gentlest_beats_random(void **state)
{
    (void)state;
    enum { PAIRS = 15 };
    azj_rng rng;
    azj_rng_seed(&rng, 14);
    azj_engine *gentlest = engine(azj_level_name(1), 0), *chance = engine("random", 0);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        unsigned won = 0;
        for (unsigned game = 0; game < 2 * PAIRS; game++) {
            const unsigned seat = game % 2;
            azj_state s;
            begin(&s, rules, 2, &rng);
            azj_engine_reseed(gentlest, game);
            while (s.head.phase != AZJ_PHASE_OVER)
                make(&s, go(s.head.seat == seat ? gentlest : chance, &s, 0).line[0].move[0], &rng);
            won += azj_winners(&s) == 1u << seat;
        }
        assert_true(won >= 2 * PAIRS * 9 / 10);
    }
    azj_engine_free(gentlest);
    azj_engine_free(chance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dumps), cmocka_unit_test(levels_are_tidy),
                                       cmocka_unit_test(highest_dumps_less),
                                       cmocka_unit_test(noise_follows_the_seed),
                                       cmocka_unit_test(gentlest_beats_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
