/* test_ai_search.c - the searches of the classic family against brute force through the rules. */
#include "check.h"

#include "ai/bench.h"
#include "ai/eval_classic.h"
#include "ai/round.h"
#include "ai/tiling.h"

#include <azulejo/engine.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Chances differ by so much when log odds are rounded to 1/1024. */
#define TOLERANCE 6e-4f

static void play_random(azj_classic *s, azj_rng *rng)
{
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    const size_t n = azj_classic_moves(s, moves);
    azj_move m = moves[azj_rng_below(rng, (uint32_t)n)];
    if (s->phase == AZJ_PHASE_OFFER && !azj_move_to(m)) /* a second chance: fewer floors */
        m = moves[azj_rng_below(rng, (uint32_t)n)];
    azj_classic_apply(s, m, NULL);
}

/* How many takes are left at most. */
static unsigned groups(const azj_classic *s)
{
    unsigned n = 0;
    azj_tiles all[AZJ_CLASSIC_FACTORIES_MAX + 1];
    memcpy(all, s->factory, sizeof s->factory);
    all[AZJ_CLASSIC_FACTORIES_MAX] = s->centre;
    for (unsigned i = 0; i <= AZJ_CLASSIC_FACTORIES_MAX; i++)
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            n += azj_tiles_count(all[i], c) > 0;
    return n;
}

/* A position of the offer with at most `most` groups of tiles on the table. */
static void small_position(azj_classic *s, azj_rules rules, unsigned players, unsigned most,
                           azj_rng *rng)
{
    for (;;) {
        azj_classic_new(s, rules, players, AZJ_NOBODY);
        azj_classic_deal(s, rng);
        const unsigned round = 1 + azj_rng_below(rng, 7);
        while (s->phase != AZJ_PHASE_OVER) {
            if (s->phase == AZJ_PHASE_OFFER && s->round >= round && groups(s) <= most)
                return;
            play_random(s, rng);
            azj_classic_deal(s, rng);
        }
    }
}

/* The chances of every seat when each plays for its own, by trying everything; the value between
 * two rounds is the evaluation's. A tie goes to the better score. */
static void brute_force(const azj_classic *s, float *win, float *score)
{
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    if (s->phase == AZJ_PHASE_OVER || s->phase == AZJ_PHASE_DEAL) {
        tiling_estimate(s, NULL, win, score);
        return;
    }
    const size_t n = azj_classic_moves(s, moves);
    for (size_t i = 0; i < n; i++) {
        float w[AZJ_SEATS_MAX], p[AZJ_SEATS_MAX];
        azj_classic next = *s;
        azj_classic_apply(&next, moves[i], NULL);
        brute_force(&next, w, p);
        if (i == 0 || w[s->seat] > win[s->seat]) {
            memcpy(win, w, sizeof w);
            memcpy(score, p, sizeof p);
        }
    }
}

static azj_engine *strong(const char *bot)
{
    azj_engine *e =
        azj_engine_new(&(azj_engine_options){.bot = bot, .memory_bytes = 4 << 20, .seed = 1}, NULL);
    assert_non_null(e);
    return e;
}

static azj_info go(azj_engine *e, const azj_classic *c, uint64_t nodes)
{
    azj_info info;
    azj_state s = {.classic = *c};
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info), AZJ_E_OK);
    return info;
}

/* Two seats: the search says that it is exact, its value is that of brute force, and its move
 * gets that value. */
static void check_two(azj_engine *e, const azj_classic *s)
{
    float best[AZJ_SEATS_MAX], got[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    const azj_info info = go(e, s, 10000000);
    azj_classic next = *s;
    brute_force(s, best, score);
    azj_classic_apply(&next, info.line[0].move[0], NULL);
    brute_force(&next, got, score);
    assert_true(info.exact);
    assert_true(got[s->seat] <= best[s->seat] + 1e-5f);
    assert_true(fabsf(info.line[0].win[s->seat] - got[s->seat]) < TOLERANCE);
    assert_true(got[s->seat] >= best[s->seat] - TOLERANCE);
}

static void two_seats(azj_rules rules, unsigned positions)
{
    azj_engine *e = strong("strong");
    azj_rng rng;
    azj_rng_seed(&rng, 100 + (uint64_t)rules);
    for (unsigned i = 0; i < positions; i++) {
        azj_classic s;
        small_position(&s, rules, 2, 1 + i % 3, &rng);
        check_two(e, &s);
    }
    azj_engine_free(e);
}

static void classic_equals_brute_force(void **state)
{
    (void)state;
    two_seats(AZJ_CLASSIC, 2000);
}

static void grey_equals_brute_force(void **state)
{
    (void)state;
    two_seats(AZJ_GREY, 300);
}

static void crystal_equals_brute_force(void **state)
{
    (void)state;
    two_seats(AZJ_CRYSTAL1, 300);
    two_seats(AZJ_CRYSTAL2, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_equals_brute_force),
        cmocka_unit_test(grey_equals_brute_force),
        cmocka_unit_test(crystal_equals_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
