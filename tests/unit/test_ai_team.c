/* test_ai_team.c - several threads for one search (src/ai/team.c), and what they share. */
#include "check.h"

#include "ai/team.h"
#include "ai/transposition.h"
#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 32 << 20, MEMBERS = 3 };

static azj_engine *new_engine(const char *bot, uint32_t threads, size_t memory)
{
    const azj_engine_options options = {.bot = bot,
                                        .memory_bytes = memory,
                                        .seed = 1,
                                        .lines = 4,
                                        .threads = threads,
                                        .now_us = clock_engine_us};
    azj_engine *e = azj_engine_new(&options, NULL);
    assert_non_null(e);
    return e;
}

static azj_state start(azj_rules rules, uint8_t players, uint64_t seed)
{
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    azj_new(&s, &(azj_options){.rules = (uint8_t)rules, .players = players, .starter = AZJ_NOBODY});
    azj_deal(&s, &rng);
    return s;
}

/* Plays random moves until at most `left` moves are legal in an offer. */
static azj_state late(azj_rules rules, uint8_t players, uint64_t seed, size_t left)
{
    azj_state s = start(rules, players, seed);
    azj_move moves[AZJ_MOVES_MAX];
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    for (;;) {
        const size_t n = azj_moves(&s, moves);
        if (s.head.phase == AZJ_PHASE_OFFER && n <= left)
            return s;
        azj_play(&s, moves[azj_rng_below(&rng, (uint32_t)n)], NULL, NULL);
        azj_deal(&s, &rng);
        if (s.head.phase == AZJ_PHASE_OVER)
            s = start(rules, players, ++seed);
    }
}

static azj_info search(azj_engine *e, const azj_state *s, const azj_limits *limits)
{
    azj_info info;
    assert_int_equal(azj_engine_set(e, s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, limits, &info), AZJ_E_OK);
    assert_int_equal(azj_legal(s, info.line[0].move[0], NULL), AZJ_E_OK);
    return info;
}

/* An entry of which another thread has written one word matches no position. */
static void torn_entries(void **state)
{
    (void)state;
    static _Alignas(64) tt_slot slots[TT_WAYS], other[TT_WAYS];
    const uint64_t hash = 0x123456789abcdef0u;
    tt a, b;
    tt_entry found;
    tt_init(&a, slots, sizeof slots, 1);
    tt_init(&b, other, sizeof other, 1);
    assert_false(tt_probe(&a, hash, &found));
    tt_store(&a, hash, (tt_entry){.value = -7, .move = 300, .depth = 5, .bound = TT_EXACT});
    tt_store(&b, hash, (tt_entry){.value = 9, .move = 12, .depth = 6, .bound = TT_LOWER});
    assert_true(tt_probe(&a, hash, &found));
    assert_int_equal(found.value, -7);
    assert_int_equal(found.move, 300);
    assert_int_equal(found.depth, 5);
    assert_int_equal(found.bound, TT_EXACT);
    assert_false(tt_probe(&a, hash ^ 1ull << 40, &found));
    atomic_store(&slots[0].data, atomic_load(&other[0].data));
    assert_false(tt_probe(&a, hash, &found));
    atomic_store(&slots[0].check, atomic_load(&other[0].check));
    assert_true(tt_probe(&a, hash, &found));
    assert_int_equal(found.value, 9);
}

/* A solved round has one value, however many threads have solved it. */
static void solved_alike(void **state)
{
    (void)state;
    azj_engine *one = new_engine("alphabeta", 1, MEMORY),
               *many = new_engine("alphabeta", 3, MEMORY);
    for (azj_rules rules = AZJ_CLASSIC; rules < AZJ_DUEL; rules++)
        for (uint64_t i = 0; i < (getenv("AZJ_TEST_QUICK") ? 2u : 6u); i++) {
            const azj_state s = late(rules, 2, 100 * i, 14);
            const azj_info a = search(one, &s, &(azj_limits){.nodes = 3000000});
            const azj_info b = search(many, &s, &(azj_limits){.nodes = 3000000});
            const unsigned seat = s.head.seat;
            assert_true(a.exact && b.exact);
            assert_true(fabsf(a.line[0].win[seat] - b.line[0].win[seat]) < 1e-5f);
        }
    assert_int_equal(one->workers, 0);
    assert_int_equal(many->workers, 2);
    azj_engine_free(one);
    azj_engine_free(many);
}

/* Every search with several threads plays legal moves in every game, and keeps to its nodes. */
static void every_game(void **state)
{
    (void)state;
    static const struct {
        azj_rules rules;
        uint8_t players;
    } games[] = {{AZJ_CLASSIC, 2}, {AZJ_GREY, 2}, {AZJ_CRYSTAL1, 2},
                 {AZJ_CLASSIC, 3}, {AZJ_GREY, 4}, {AZJ_DUEL, 2}};
    azj_engine *e = new_engine("strong", MEMBERS, MEMORY);
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        azj_rng rng;
        azj_state s = start(games[g].rules, games[g].players, g);
        azj_rng_seed(&rng, g);
        for (unsigned ply = 0; ply < 30 && s.head.phase != AZJ_PHASE_OVER; ply++) {
            const uint64_t nodes = ply == 2 ? 300000 : 3000;
            const azj_info info =
                search(e, &s, &(azj_limits){.nodes = getenv("AZJ_TEST_QUICK") ? 3000 : nodes});
            assert_true(info.nodes <= nodes + MEMBERS * AZJ_LINES_MAX);
            assert_int_equal(azj_play(&s, info.line[0].move[0], NULL, NULL), AZJ_E_OK);
            azj_deal(&s, &rng);
        }
    }
    azj_engine_free(e);
}

/* All members count: with three threads the tree has about as many visits as nodes were allowed. */
static void all_count(void **state)
{
    (void)state;
    azj_engine *e = new_engine("strong", MEMBERS, MEMORY);
    const azj_state many = start(AZJ_CLASSIC, 3, 1), duel = start(AZJ_DUEL, 2, 1);
    assert_int_equal(search(e, &many, &(azj_limits){.nodes = 9000}).nodes, 9000);
    assert_int_equal(e->workers, 2);
    assert_int_equal(search(e, &duel, &(azj_limits){.nodes = 3000}).nodes, 3000);
    assert_int_equal(e->workers, 2);
    azj_engine_free(e);
}

/* A time limit and a stop end all threads. */
static void ends_in_time(void **state)
{
    (void)state;
    azj_engine *e = new_engine("strong", MEMBERS, MEMORY);
    const azj_state games[] = {start(AZJ_CLASSIC, 2, 1), start(AZJ_CRYSTAL2, 4, 1),
                               start(AZJ_DUEL, 2, 1)};
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        azj_info info;
        search(e, &games[g], &(azj_limits){.time_ms = 30});
        search(e, &games[g], &(azj_limits){.clock_ms = 300});
        assert_int_equal(azj_engine_set(e, &games[g]), AZJ_E_OK);
        assert_int_equal(azj_engine_start(e, &(azj_limits){.infinite = 1}), AZJ_E_OK);
        azj_engine_stop(e);
        assert_int_equal(azj_engine_wait(e, &info), AZJ_E_OK);
        assert_int_equal(azj_legal(&games[g], info.line[0].move[0], NULL), AZJ_E_OK);
    }
    azj_engine_free(e);
}

/* Where memory is short there are fewer threads; levels have one, so that they play alike. */
static void fewer_threads(void **state)
{
    (void)state;
    const azj_state s = start(AZJ_CLASSIC, 2, 1);
    azj_engine *small = new_engine("strong", AZJ_THREADS_MAX, 4 << 20);
    search(small, &s, &(azj_limits){.nodes = 3000});
    assert_true(small->workers < 2);
    azj_engine_free(small);
    azj_engine *level = new_engine("amalia", 8, MEMORY), *alone = new_engine("amalia", 1, MEMORY);
    const azj_info a = search(level, &s, &(azj_limits){.nodes = 100000});
    const azj_info b = search(alone, &s, &(azj_limits){.nodes = 100000});
    assert_int_equal(level->workers, 0);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.line[0].move[0], b.line[0].move[0]);
    azj_engine_free(level);
    azj_engine_free(alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torn_entries), cmocka_unit_test(solved_alike),
        cmocka_unit_test(every_game),   cmocka_unit_test(all_count),
        cmocka_unit_test(ends_in_time), cmocka_unit_test(fewer_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
