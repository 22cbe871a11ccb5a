/* test_match_stats.c - Elo, SPRT and Plackett-Luce against simulated players of known strength. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/match/stats.h"

#include <azulejo/rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned runs(void)
{
    return getenv("AZJ_TEST_QUICK") ? 200 : 1000;
}

static double uniform(azj_rng *rng)
{
    return (double)(azj_rng_next(rng) >> 11) * 0x1p-53;
}

/* ---- A pair of games on one deal: the deal favours a seat, and the seats are swapped ---- */

static double LUCK = 200; /* Elo that a deal gives to a seat, at most */
static const double DRAWS = 0.05;

static double win_chance(double elo, double luck)
{
    return (1 - DRAWS) * stats_score_of_elo(elo + luck);
}

static double play(azj_rng *rng, double elo, double luck)
{
    const double u = uniform(rng);
    if (u < DRAWS)
        return 0.5;
    return u - DRAWS < win_chance(elo, luck);
}

static double play_pair(azj_rng *rng, double elo)
{
    const double luck = LUCK * (2 * uniform(rng) - 1);
    return (play(rng, elo, luck) + play(rng, elo, -luck)) / 2;
}

/* What a pair scores in the mean, luck and draws included: the truth that is to be covered. */
static double true_elo(double elo)
{
    enum { STEPS = 10000 };
    double sum = 0;
    for (unsigned i = 0; i < STEPS; i++)
        sum += DRAWS / 2 + win_chance(elo, LUCK * ((2 * i + 1.0) / STEPS - 1));
    return stats_elo_of_score(sum / STEPS);
}

/* The strength before luck and draws that shows as `elo`. */
static double strength_for(double elo)
{
    double low = -2000, high = 2000;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (true_elo(middle) < elo)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double coverage(double elo, unsigned pairs, uint64_t seed)
{
    azj_rng rng;
    unsigned covered = 0;
    const double truth = true_elo(elo);
    azj_rng_seed(&rng, seed);
    for (unsigned run = 0; run < runs(); run++) {
        stats_groups g;
        stats_groups_init(&g);
        for (unsigned i = 0; i < pairs; i++)
            stats_groups_add(&g, play_pair(&rng, elo));
        const stats_interval e = stats_elo(&g);
        covered += e.low <= truth && truth <= e.high;
    }
    return covered / (double)runs();
}

/* Three standard errors of a share of 0.95 around it. */
static void assert_about_95(double share)
{
    const double error = 3 * sqrt(0.95 * 0.05 / runs());
    if (share < 0.95 - error || share > 0.95 + error)
        fail_msg("the bars cover the truth in %.1f %% of %u runs", 100 * share, runs());
}

static void test_elo_bars_cover_the_truth(void **state)
{
    static const double elos[] = {0, 30, -150, 400};
    static const unsigned pairs[] = {30, 100, 500};
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 3; j++)
            assert_about_95(coverage(elos[i], pairs[j], 100 + 10 * i + j));
}

static void test_elo_of_score_and_back(void **state)
{
    (void)state;
    assert_true(fabs(stats_elo_of_score(0.5)) < 1e-12);
    assert_true(fabs(stats_elo_of_score(0.75) - 190.8485) < 1e-3);
    for (int elo = -1000; elo <= 1000; elo += 50)
        assert_true(fabs(stats_elo_of_score(stats_score_of_elo(elo)) - elo) < 1e-6);
}

/* A pair counts once: a hundred split pairs are surer than two hundred coin tosses. */
static void test_pairs_are_counted_as_pairs(void **state)
{
    stats_groups split, wild;
    (void)state;
    stats_groups_init(&split);
    stats_groups_init(&wild);
    for (unsigned i = 0; i < 100; i++) {
        stats_groups_add(&split, 0.5);
        stats_groups_add(&wild, i % 2);
    }
    const stats_interval s = stats_elo(&split), w = stats_elo(&wild);
    assert_true(s.high - s.low < 20);
    assert_true(w.high - w.low > 130);
    assert_true(fabs(s.value) < 1e-9 && fabs(w.value) < 1e-9);
}

static void test_all_lost_is_no_certainty(void **state)
{
    stats_groups g;
    (void)state;
    stats_groups_init(&g);
    stats_interval e = stats_elo(&g);
    assert_true(e.low < -1e9 && e.high > 1e9 && e.value == 0);
    stats_groups_add(&g, 0);
    e = stats_elo(&g);
    assert_true(isinf(e.value) && isinf(e.low) && isfinite(e.high) && e.high > 0);
    for (unsigned i = 1; i < 100; i++)
        stats_groups_add(&g, 0);
    e = stats_elo(&g);
    assert_true(isinf(e.low) && e.high > -900 && e.high < -500);
    assert_true(isfinite(stats_llr(&g, 0, 5)) && stats_llr(&g, 0, 5) < 0);
}

/* ---- SPRT ---- */

/* The share of runs that end with elo1, when the truth is `elo`. */
static double accepted(double elo, const stats_sprt *t, uint64_t seed)
{
    azj_rng rng;
    unsigned h1 = 0;
    const unsigned count = runs() / 4;
    const double strength = strength_for(elo);
    azj_rng_seed(&rng, seed);
    for (unsigned run = 0; run < count; run++) {
        stats_groups g;
        stats_verdict v = STATS_OPEN;
        stats_groups_init(&g);
        for (unsigned i = 0; v == STATS_OPEN && i < 100000; i++) {
            stats_groups_add(&g, play_pair(&rng, strength));
            v = i % 8 == 0 ? stats_sprt_verdict(t, &g) : STATS_OPEN;
        }
        assert_int_not_equal(v, STATS_OPEN);
        h1 += v == STATS_H1;
    }
    return h1 / (double)count;
}

static void test_sprt_errs_as_seldom_as_promised(void **state)
{
    const stats_sprt t = {0, 30, 0.05, 0.05};
    const double error = 3 * sqrt(0.95 * 0.05 / (runs() / 4.0));
    (void)state;
    const double wrong = accepted(0, &t, 1), right = accepted(30, &t, 2);
    if (wrong > 0.05 + error || right < 0.95 - error)
        fail_msg("elo1 accepted in %.1f %% of runs at elo0, %.1f %% at elo1", 100 * wrong,
                 100 * right);
}

/* The generalised ratio agrees with the normal approximation where that is good. */
static void test_llr_is_near_the_normal_one(void **state)
{
    stats_groups g;
    static const unsigned times[5] = {80, 190, 420, 220, 90};
    (void)state;
    stats_groups_init(&g);
    double mean = 0, squares = 0;
    for (unsigned i = 0; i < 5; i++)
        for (unsigned n = 0; n < times[i]; n++) {
            stats_groups_add(&g, i / 4.0);
            mean += i / 4.0 / 1000;
            squares += i * i / 16.0 / 1000;
        }
    const double s0 = stats_score_of_elo(0), s1 = stats_score_of_elo(10);
    const double normal = 1000 * (s1 - s0) * (2 * mean - s0 - s1) / (2 * (squares - mean * mean));
    assert_true(fabs(stats_llr(&g, 0, 10) - normal) < 0.05 * fabs(normal) + 0.01);
    assert_true(fabs(stats_llr(&g, 10, 0) + stats_llr(&g, 0, 10)) < 1e-9);
    const stats_sprt t = {0, 10, 0.05, 0.05};
    assert_true(fabs(stats_upper(&t) - 2.944) < 1e-3 && fabs(stats_lower(&t) + 2.944) < 1e-3);
}

/* ---- Plackett-Luce ---- */

enum { PLAYERS = 4 };
static const double STRENGTH[PLAYERS] = {120, 40, -10, -150}; /* Elo around 0 */

/* A game of these seats; luck goes with the seat. */
static void play_table(azj_rng *rng, stats_game *g, const double *luck)
{
    double key[STATS_SEATS_MAX];
    for (unsigned i = 0; i < g->seats; i++) /* the highest Gumbel key is first */
        key[i] = (STRENGTH[g->who[i]] + luck[i]) * log(10) / 400 - log(-log(uniform(rng) + 1e-18));
    for (unsigned i = 0; i < g->seats; i++) {
        g->place[i] = 0;
        for (unsigned j = 0; j < g->seats; j++)
            g->place[i] = (uint8_t)(g->place[i] + (key[j] > key[i]));
    }
}

static size_t play_round_robin(azj_rng *rng, stats_game *games, unsigned deals)
{
    size_t n = 0;
    for (uint32_t group = 0; group < 4 * deals; group++)
        for (unsigned rotation = 0; rotation < 3; rotation++) {
            stats_game *g = &games[n++];
            static const double none[STATS_SEATS_MAX] = {0, 0, 0, 0};
            *g = (stats_game){.group = group, .seats = 3};
            for (unsigned seat = 0; seat < 3; seat++) /* everybody but player group % 4 */
                g->who[seat] = (uint8_t)((group + 1 + (seat + rotation) % 3) % 4);
            play_table(rng, g, none);
        }
    return n;
}

static void test_plackett_luce_bars_cover_the_truth(void **state)
{
    enum { DEALS = 40 };
    static stats_game games[4 * DEALS * 3];
    azj_rng rng;
    unsigned covered[PLAYERS] = {0};
    (void)state;
    azj_rng_seed(&rng, 5);
    for (unsigned run = 0; run < runs(); run++) {
        stats_interval rating[PLAYERS];
        stats_plackett_luce(games, play_round_robin(&rng, games, DEALS), PLAYERS, rating);
        for (unsigned i = 0; i < PLAYERS; i++)
            covered[i] += rating[i].low <= STRENGTH[i] && STRENGTH[i] <= rating[i].high;
    }
    for (unsigned i = 0; i < PLAYERS; i++)
        assert_about_95(covered[i] / (double)runs());
}

/* Two players are Bradley-Terry: the strengths are the Elo of the score. */
static void test_plackett_luce_of_two_is_elo(void **state)
{
    stats_game games[400];
    stats_interval rating[2];
    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        games[i] = (stats_game){.group = i / 2, .seats = 2, .who = {0, 1}};
        games[i].place[i % 4 == 3 ? 0 : 1] = 1; /* the first wins three of four */
    }
    stats_plackett_luce(games, 400, 2, rating);
    assert_true(fabs(rating[0].value - rating[1].value - 190.85) < 1);
    assert_true(fabs(rating[0].value + rating[1].value) < 1e-6);
}

/* Pairs of two players under strong luck of the deal, which most pairs split: also few of them have
 * bars that cover the truth. */
static double coverage_of_two(double elo, unsigned pairs, uint64_t seed, double *widest)
{
    static stats_game games[2 * 200];
    azj_rng rng;
    unsigned covered = 0;
    const double truth = true_elo(elo) / 2;
    azj_rng_seed(&rng, seed);
    for (unsigned run = 0; run < runs(); run++) {
        stats_interval rating[2];
        for (unsigned i = 0; i < 2 * pairs; i++) {
            static double luck;
            luck = i % 2 ? -luck : LUCK * (2 * uniform(&rng) - 1);
            const double score = play(&rng, elo, luck);
            games[i] = (stats_game){.group = i / 2, .seats = 2, .who = {0, 1}};
            games[i].place[0] = score < 0.5;
            games[i].place[1] = score > 0.5;
        }
        stats_plackett_luce(games, 2 * (size_t)pairs, 2, rating);
        covered += rating[0].low <= truth && truth <= rating[0].high;
        *widest = fmax(*widest, rating[0].high - rating[0].low);
    }
    return covered / (double)runs();
}

static void test_plackett_luce_bars_of_few_pairs(void **state)
{
    static const unsigned pairs[] = {4, 8, 16, 50, 200};
    static const double elos[] = {0, 60};
    const double error = 3 * sqrt(0.95 * 0.05 / runs()), before = LUCK;
    (void)state;
    LUCK = 1500;
    for (unsigned i = 0; i < 5; i++)
        for (unsigned j = 0; j < 2; j++) {
            double widest = 0;
            const double share = coverage_of_two(elos[j], pairs[i], 300 + 10 * i + j, &widest);
            if (share < 0.95 - error)
                fail_msg("%u pairs, %.0f Elo: the bars cover the truth in %.1f %% of %u runs",
                         pairs[i], elos[j], 100 * share, runs());
            if (widest > (pairs[i] < 8 ? 4000 : 8000 / sqrt(pairs[i])))
                fail_msg("%u pairs: a bar of %.0f Elo", pairs[i], widest);
        }
    LUCK = before;
}

/* Groups of games with all rotations of the seats under strong luck of the seats, which the games
 * of a group share. Players without a seat change from group to group; a lone player may hold one
 * seat against one player on all others. */
typedef struct table_shape {
    const char *name;
    unsigned players, seats;
    int alone; /* player 0 has one seat, player 1 all others */
} table_shape;

static size_t play_groups(azj_rng *rng, stats_game *games, const table_shape *t, unsigned groups)
{
    size_t n = 0;
    for (uint32_t group = 0; group < groups; group++) {
        double luck[STATS_SEATS_MAX];
        for (unsigned seat = 0; seat < t->seats; seat++)
            luck[seat] = LUCK * (2 * uniform(rng) - 1);
        for (unsigned rotation = 0; rotation < t->seats; rotation++) {
            stats_game *g = &games[n++];
            *g = (stats_game){.group = group, .seats = (uint8_t)t->seats};
            for (unsigned seat = 0; seat < t->seats; seat++) {
                const unsigned turn = (seat + rotation) % t->seats;
                g->who[seat] = (uint8_t)(t->alone ? turn > 0 : (group + turn) % t->players);
            }
            play_table(rng, g, luck);
        }
    }
    return n;
}

/* The smallest coverage of all players. The truth is what very many groups show: luck that the
 * model does not know makes all strengths look smaller. */
static double coverage_of_groups(const table_shape *t, unsigned groups, uint64_t seed)
{
    enum { MANY = 20000 };
    static stats_game games[MANY * STATS_SEATS_MAX];
    stats_interval truth[PLAYERS], rating[PLAYERS];
    unsigned covered[PLAYERS] = {0};
    double least = 1;
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    stats_plackett_luce(games, play_groups(&rng, games, t, MANY), t->players, truth);
    for (unsigned run = 0; run < runs(); run++) {
        stats_plackett_luce(games, play_groups(&rng, games, t, groups), t->players, rating);
        for (unsigned i = 0; i < t->players; i++)
            covered[i] += rating[i].low <= truth[i].value && truth[i].value <= rating[i].high;
    }
    for (unsigned i = 0; i < t->players; i++)
        least = fmin(least, covered[i] / (double)runs());
    return least;
}

static void test_plackett_luce_bars_of_few_groups(void **state)
{
    static const table_shape shapes[] = {{"3 players, 3 seats", 3, 3, 0},
                                         {"4 players, 4 seats", 4, 4, 0},
                                         {"4 players, 3 seats", 4, 3, 0},
                                         {"one of 3 seats", 2, 3, 1},
                                         {"one of 4 seats", 2, 4, 1}};
    static const unsigned groups[] = {4, 8, 16, 50};
    const double error = 3 * sqrt(0.95 * 0.05 / runs()), before = LUCK;
    (void)state;
    for (unsigned luck = 0; luck < 2; luck++) {
        LUCK = luck ? 1500 : 400;
        for (unsigned i = 0; i < 5; i++)
            for (unsigned j = 0; j < 4; j++) {
                const double share = coverage_of_groups(&shapes[i], groups[j], 500 + 10 * i + j);
                if (share < 0.95 - error)
                    fail_msg("%s, luck %.0f, %u groups: the bars cover the truth in %.1f %% of %u "
                             "runs",
                             shapes[i].name, LUCK, groups[j], 100 * share, runs());
            }
    }
    LUCK = before;
}

/* Games that were all split are no certainty, in the rating as in the margin. */
static void test_split_pairs_are_no_certainty(void **state)
{
    stats_game games[6];
    stats_groups pairs;
    stats_interval rating[2];
    stats_mean groups = {0, 0, 0}, single = {0, 0, 0};
    (void)state;
    stats_groups_init(&pairs);
    for (unsigned i = 0; i < 6; i++) {
        games[i] = (stats_game){.group = i / 2, .seats = 2, .who = {0, 1}};
        games[i].place[i % 2] = 1;
        stats_mean_add(&single, i % 2 ? 10 : -10);
        if (i % 2) {
            stats_groups_add(&pairs, 0.5);
            stats_mean_add(&groups, 0);
        }
    }
    stats_plackett_luce(games, 6, 2, rating);
    const stats_interval elo = stats_elo(&pairs), margin = stats_mean_guarded(&groups, &single);
    const double table = 2 * (rating[0].high - rating[0].low), line = elo.high - elo.low;
    assert_true(table > line / 2 && table < 2 * line); /* ratings are half the difference each */
    assert_true(margin.value == 0 && margin.high > 5 && margin.low < -5);
    assert_true(fabs(stats_mean_guarded(&single, &single).high - stats_mean_of(&single).high) <
                1e-9);
}

static void test_normalised_elo(void **state)
{
    stats_groups g;
    (void)state;
    stats_groups_init(&g);
    for (unsigned i = 0; i < 4000; i++) /* independent games that the first wins in 60 of 100 */
        stats_groups_add(&g, (i % 100 < 36) + 0.5 * (i % 100 >= 36 && i % 100 < 84));
    const stats_interval n = stats_normalised_elo(&g, 2);
    assert_true(fabs(n.value - 0.1 / sqrt(0.24) * 800 / log(10)) < 0.5);
    assert_true(n.low < n.value && n.value < n.high && n.high - n.low < 30);
}

static void test_plackett_luce_shares_places(void **state)
{
    stats_game games[30];
    stats_interval rating[3];
    (void)state;
    for (unsigned i = 0; i < 30; i++)
        games[i] = (stats_game){.group = i, .seats = 3, .who = {0, 1, 2}, .place = {0, 0, 2}};
    stats_plackett_luce(games, 30, 3, rating);
    assert_true(fabs(rating[0].value - rating[1].value) < 1e-6);
    assert_true(rating[2].value < rating[0].value - 300 && isfinite(rating[2].value));
    assert_true(isfinite(rating[2].low) && rating[2].high - rating[2].low > 50);
}

static void test_means(void **state)
{
    stats_mean m = {0, 0, 0};
    (void)state;
    for (unsigned i = 0; i < 100; i++)
        stats_mean_add(&m, i % 2 ? 3 : 1);
    const stats_interval x = stats_mean_of(&m);
    assert_true(fabs(x.value - 2) < 1e-12 && fabs(x.high - 2.1994) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo_of_score_and_back),
        cmocka_unit_test(test_elo_bars_cover_the_truth),
        cmocka_unit_test(test_pairs_are_counted_as_pairs),
        cmocka_unit_test(test_all_lost_is_no_certainty),
        cmocka_unit_test(test_sprt_errs_as_seldom_as_promised),
        cmocka_unit_test(test_llr_is_near_the_normal_one),
        cmocka_unit_test(test_plackett_luce_bars_cover_the_truth),
        cmocka_unit_test(test_plackett_luce_of_two_is_elo),
        cmocka_unit_test(test_plackett_luce_bars_of_few_pairs),
        cmocka_unit_test(test_plackett_luce_bars_of_few_groups),
        cmocka_unit_test(test_split_pairs_are_no_certainty),
        cmocka_unit_test(test_normalised_elo),
        cmocka_unit_test(test_plackett_luce_shares_places),
        cmocka_unit_test(test_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
