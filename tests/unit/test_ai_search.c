/* test_ai_search.c - the searches of the classic family against brute force through the rules. */
#include "check.h"

#include "ai/bench.h"
#include "ai/eval_classic.h"
#include "ai/internal.h"
#include "ai/next_round.h"
#include "ai/round.h"
#include "ai/tiling.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tolerance of chances whose log odds are rounded to 1/1024. */
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

/* The result of a line of play, by seat. */
typedef struct outcome {
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    bool doubtful; /* a seat had two equal moves that differ for other seats */
} outcome;

static bool alike(const outcome *a, const outcome *b, unsigned players)
{
    for (unsigned p = 0; p < players; p++)
        if (fabsf(a->win[p] - b->win[p]) > 1e-5f || fabsf(a->score[p] - b->score[p]) > 1e-3f)
            return false;
    return true;
}

/* Compares two results for the seat (1, -1 or 0): by chance, then by score. */
static int compare(const outcome *a, const outcome *b, unsigned seat)
{
    const float win = a->win[seat] - b->win[seat], score = a->score[seat] - b->score[seat];
    if (fabsf(win) > 1e-6f)
        return win > 0 ? 1 : -1;
    return fabsf(score) > 1e-4f ? (score > 0 ? 1 : -1) : 0;
}

/* Who values the positions between two rounds; without a bias: the hand-made evaluation. */
static net judge;

/* The chances of every seat when each plays for its own, by trying everything; the value between
 * two rounds is the evaluation's. */
static outcome brute_force(const azj_classic *s)
{
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    outcome best = {.doubtful = false};
    if (s->phase == AZJ_PHASE_OVER || s->phase == AZJ_PHASE_DEAL) {
        tiling_estimate(s, &judge, best.win, best.score);
        return best;
    }
    const size_t n = azj_classic_moves(s, moves);
    bool doubtful = false;
    for (size_t i = 0; i < n; i++) {
        azj_classic next = *s;
        azj_classic_apply(&next, moves[i], NULL);
        const outcome o = brute_force(&next);
        const int order = i ? compare(&o, &best, s->seat) : 1;
        doubtful = doubtful || o.doubtful || (order == 0 && !alike(&o, &best, s->players));
        if (order > 0)
            best = o;
    }
    best.doubtful = doubtful;
    return best;
}

/* How many lines of play there are to the end of the round, up to a bound. */
static size_t lines_of_play(const azj_classic *s, size_t bound)
{
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    if (s->phase == AZJ_PHASE_OVER || s->phase == AZJ_PHASE_DEAL)
        return 1;
    const size_t n = azj_classic_moves(s, moves);
    size_t sum = 0;
    for (size_t i = 0; i < n && sum < bound; i++) {
        azj_classic next = *s;
        azj_classic_apply(&next, moves[i], NULL);
        sum += lines_of_play(&next, bound - sum);
    }
    return sum;
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

/* Solves with the evaluation that brute force uses. */
static azj_info solve(azj_engine *e, const azj_classic *c)
{
    azj_info info;
    azj_state s = {.classic = *c};
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
    e->net = judge;
    assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = 10000000}, &info), AZJ_E_OK);
    return info;
}

/* Two seats: the search says that it is exact, its value is that of brute force, and its move
 * gets that value. */
static void check_two(azj_engine *e, const azj_classic *s)
{
    const azj_info info = solve(e, s);
    azj_classic next = *s;
    azj_classic_apply(&next, info.line[0].move[0], NULL);
    const float best = brute_force(s).win[s->seat], got = brute_force(&next).win[s->seat];
    assert_true(info.exact);
    assert_true(got <= best + 1e-5f);
    assert_true(fabsf(info.line[0].win[s->seat] - got) < TOLERANCE);
    assert_true(got >= best - TOLERANCE);
}

/* A network estimates the tiles that come from the lid if the bag is short. */
static bool the_lid_counts(const azj_classic *s)
{
    return judge.bias && azj_tiles_total(s->bag) < 4 * azj_classic_factories(s->players);
}

static void two_seats(const char *bot, azj_rules rules, unsigned positions)
{
    azj_engine *e = strong(bot);
    azj_rng rng;
    azj_rng_seed(&rng, 100 + (uint64_t)rules);
    for (unsigned i = 0; i < positions; i++) {
        azj_classic s;
        do
            small_position(&s, rules, 2, 1 + i % 3, &rng);
        while (the_lid_counts(&s));
        check_two(e, &s);
    }
    azj_engine_free(e);
}

/* Three and four seats: every seat's chance and score are those of brute force. */
static void check_many(azj_engine *e, const azj_classic *s, const outcome *best)
{
    const azj_info info = solve(e, s);
    azj_classic next = *s;
    azj_classic_apply(&next, info.line[0].move[0], NULL);
    const outcome got = brute_force(&next);
    assert_true(info.exact);
    assert_true(alike(&got, best, s->players));
    for (unsigned p = 0; p < s->players; p++) {
        assert_true(fabsf(info.line[0].win[p] - best->win[p]) < TOLERANCE);
        assert_true(fabsf(info.line[0].score[p] - fmaxf(best->score[p], 0)) < 0.05f); /* C13 */
    }
}

/* Skips positions whose brute force takes too long or depends on an ambiguous choice. */
static void many_seats(azj_rules rules, unsigned players, unsigned positions)
{
    azj_engine *e = strong("solver");
    azj_rng rng;
    unsigned checked = 0, doubtful = 0, over = 0;
    azj_rng_seed(&rng, 200 + (uint64_t)rules * 8 + players);
    if (rules ==
        AZJ_CLASSIC) /* where columns are chosen a network's tiling is the likely one only */
        net_built_in(&judge, rules, players);
    for (unsigned i = 0; checked < positions; i++) {
        azj_classic s;
        small_position(&s, rules, players, 1 + i % 3, &rng);
        if (lines_of_play(&s, 3000) == 3000)
            continue;
        const outcome best = brute_force(&s);
        doubtful += best.doubtful;
        const bool decided = best.win[s.seat] == 0 || best.win[s.seat] == 1;
        if (best.doubtful || (!decided && the_lid_counts(&s)))
            continue;
        check_many(e, &s, &best);
        over += decided;
        checked++;
    }
    assert_true(doubtful < positions / 4);
    assert_true(over > 0); /* ends of games are among them */
    memset(&judge, 0, sizeof judge);
    azj_engine_free(e);
}

static unsigned some(unsigned positions)
{
    return getenv("AZJ_TEST_QUICK") ? positions / 20 : positions;
}

static void classic_equals_brute_force(void **state)
{
    (void)state;
    two_seats("handmade", AZJ_CLASSIC, some(2000));
}

/* With a network too, where the wall leaves no choice. */
static void classic_by_network(void **state)
{
    (void)state;
    net_built_in(&judge, AZJ_CLASSIC, 2);
    assert_non_null(judge.bias);
    two_seats("solver", AZJ_CLASSIC, some(2000));
    memset(&judge, 0, sizeof judge);
}

static void grey_equals_brute_force(void **state)
{
    (void)state;
    two_seats("handmade", AZJ_GREY, some(1000));
}

static void crystal_equals_brute_force(void **state)
{
    (void)state;
    two_seats("handmade", AZJ_CRYSTAL1, some(1000));
    two_seats("handmade", AZJ_CRYSTAL2, some(1000));
}

static void more_seats_equal_brute_force(void **state)
{
    (void)state;
    for (int rules = AZJ_CLASSIC; rules <= AZJ_CRYSTAL2; rules++)
        for (unsigned players = 3; players <= 4; players++)
            many_seats((azj_rules)rules, players, some(500));
}

/* ---- Beyond the round ---- */

static bool same_info(const azj_info *a, const azj_info *b)
{
    return a->nodes == b->nodes && a->lines == b->lines &&
           memcmp(a->line, b->line, a->lines * sizeof a->line[0]) == 0;
}

/* What a move is worth inside the round. */
static float worth(azj_engine *e, const azj_classic *s, azj_move move, uint64_t nodes)
{
    azj_info info;
    assert_int_equal(azj_engine_set(e, &(azj_state){.classic = *s}), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = nodes, .only = move}, &info),
                     AZJ_E_OK);
    return info.line[0].win[s->seat];
}

/* Samples of the next round choose among the good moves only, give the same result again, and do
 * not change a decided game. True if they chose another move than the search. */
static bool check_next_round(azj_engine *sampling, azj_engine *plain, const azj_classic *s)
{
    const azj_info seen = go(sampling, s, 120000), again = go(sampling, s, 120000);
    const azj_info inside = go(plain, s, 10000000);
    const float best = inside.line[0].win[s->seat];
    assert_true(same_info(&seen, &again));
    assert_true(seen.exact && seen.lines == 1);
    assert_true(worth(plain, s, seen.line[0].move[0], 10000000) >=
                best - next_round_solved.margin - TOLERANCE);
    if (best == 0 || best == 1)
        assert_true(seen.line[0].win[s->seat] == best);
    return seen.line[0].move[0] != inside.line[0].move[0];
}

static void beyond_the_round(void **state)
{
    (void)state;
    azj_engine *sampling = strong("strong"), *plain = strong("solver");
    const unsigned positions = getenv("AZJ_TEST_QUICK") ? 4 : 24;
    unsigned changed = 0;
    azj_rng rng;
    azj_rng_seed(&rng, 300);
    for (unsigned i = 0; i < positions; i++) {
        azj_classic s;
        small_position(&s, (azj_rules)(i % 4), 2, 3 + i % 3, &rng);
        changed += check_next_round(sampling, plain, &s);
    }
    assert_true(changed > 0 && changed <= positions / 2);
    azj_engine_free(sampling);
    azj_engine_free(plain);
}

/* With many lines only some are sampled; the others are not reported as better. */
static void check_many_lines(const azj_classic *s, uint64_t nodes)
{
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = "strong", .lines = 8, .memory_bytes = 4 << 20}, NULL);
    const azj_info info = go(e, s, nodes);
    assert_int_equal(info.lines, 8);
    for (unsigned i = 1; i < info.lines; i++)
        assert_true(info.line[i].win[s->seat] <= info.line[0].win[s->seat]);
    azj_engine_free(e);
}

/* With a large budget the next round is also sampled after an unsolved one: the value differs from
 * the search's own, the move is one of its good ones, the limit is kept and the result repeats. */
static void beyond_an_open_round(void **state)
{
    (void)state;
    enum { NODES = 260000 };
    const float doubt = 0.05f; /* values of the search itself vary by this */
    azj_engine *sampling = strong("strong"), *plain = strong("alphabeta");
    const bool quick = getenv("AZJ_TEST_QUICK");
    const unsigned positions = quick ? 1 : 3;
    unsigned differ = 0;
    azj_rng rng;
    azj_rng_seed(&rng, 303);
    for (unsigned i = 0; i < positions; i++) {
        azj_classic s;
        small_position(&s, AZJ_CLASSIC, 2, 5, &rng);
        while (s.phase == AZJ_PHASE_OFFER || s.phase == AZJ_PHASE_TILING)
            play_random(&s, &rng);
        azj_classic_deal(&s, &rng);
        if (s.phase != AZJ_PHASE_OFFER)
            continue;
        check_many_lines(&s, NODES);
        if (quick)
            continue;
        const azj_info seen = go(sampling, &s, NODES), again = go(sampling, &s, NODES);
        const azj_info inside = go(plain, &s, NODES);
        assert_true(same_info(&seen, &again));
        assert_true(!seen.exact && seen.lines == 1 && seen.nodes <= NODES + 10);
        differ += seen.line[0].win[s.seat] != inside.line[0].win[s.seat];
        assert_true(worth(plain, &s, seen.line[0].move[0], NODES) >=
                    inside.line[0].win[s.seat] - next_round_unsolved.margin - doubt);
    }
    assert_true(quick || differ > 0);
    azj_engine_free(sampling);
    azj_engine_free(plain);
}

/* Where the best line ends the game there is nothing to sample: the search has the whole budget. */
static void all_of_the_budget_at_the_end(void **state)
{
    static const char *const text =
        "classic 2 5 offer 1 0 c BYR2/YR2K/-/YR2T/BYRK KT - B11Y11R7K12T11 "
        "17:-/B2/-/-/R:1YRK1/T1YRK/KT1Y1/1K1B1/5:- 21:-/-/-/T/-:B1RKT/TBYR1/1TB1R/3BY/3T1:-";
    enum { NODES = 260000 };
    azj_state s;
    azj_engine *e = strong("strong");
    (void)state;
    assert_int_equal(azj_position_parse(text, strlen(text), &s, NULL), 0);
    const azj_info info = go(e, &s.classic, NODES);
    assert_true(!info.exact);
    assert_in_range(info.nodes, NODES - 10, NODES + 10);
    azj_engine_free(e);
}

static void count_lines(void *most, const azj_info *info)
{
    unsigned *n = most;
    *n = info->lines > *n ? info->lines : *n;
}

/* However many moves are compared, only the requested lines are reported. */
static void lines_as_wanted(void **state)
{
    (void)state;
    unsigned most = 0;
    azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = "strong",
                                                         .lines = 2,
                                                         .memory_bytes = 8 << 20,
                                                         .progress = count_lines,
                                                         .context = &most},
                                   NULL);
    azj_rng rng;
    azj_rng_seed(&rng, 302);
    for (unsigned i = 0; i < 4; i++) {
        azj_classic s;
        small_position(&s, AZJ_CLASSIC, 2, 5, &rng);
        assert_int_equal(go(e, &s, 60000).lines, 2);
    }
    assert_int_equal(most, 2);
    azj_engine_free(e);
}

/* With a depth limit or few nodes nothing is sampled: the bot is the search alone. */
static void not_beyond_the_round(void **state)
{
    (void)state;
    azj_engine *sampling = strong("strong"), *plain = strong("alphabeta");
    azj_rng rng;
    azj_rng_seed(&rng, 301);
    for (unsigned i = 0; i < some(100); i++) {
        azj_classic s;
        small_position(&s, AZJ_CLASSIC, 2, 5, &rng);
        const azj_info a = go(sampling, &s, 15000), b = go(plain, &s, 15000);
        assert_true(same_info(&a, &b));
    }
    azj_engine_free(sampling);
    azj_engine_free(plain);
}

/* Ranked lines have falling chances, also those that the last, unfinished iteration has not reached
 * again. */
static void lines_are_in_the_order_of_their_chances(void **state)
{
    static const char *const positions[] = {
        "classic 2 2 offer 0 0 c BY2T/Y2T2/Y2K2/BR2T/B2YR - B9Y8R16K16T11 B5Y3T3 "
        "4:-/-/-/-/-:2R2/2Y2/3Y1/2T2/5:- 1:-/-/-/K2/-:4T/1B3/2B2/5/5:-",
        "classic 2 1 offer 0 0 c BK2T/BR2T/B2YT/B3R/R2KT - B13Y19R15K17T16 - "
        "0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:-"};
    azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = "strong", .lines = 4}, NULL);
    (void)state;
    for (unsigned p = 0; p < 2; p++)
        for (uint64_t nodes = 5000; nodes <= 200000; nodes += p ? 30000 : 13000) {
            azj_state s;
            azj_info info;
            assert_int_equal(azj_position_parse(positions[p], strlen(positions[p]), &s, NULL), 0);
            azj_engine_clear(e);
            assert_int_equal(azj_engine_set(e, &s), 0);
            assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info), 0);
            for (uint32_t i = 1; i < info.lines; i++)
                if (info.line[i].win[s.head.seat] > info.line[i - 1].win[s.head.seat])
                    fail_msg("%u nodes: rank %u has %.4f, rank %u %.4f", (unsigned)nodes, i,
                             (double)info.line[i - 1].win[s.head.seat], i + 1,
                             (double)info.line[i].win[s.head.seat]);
        }
    azj_engine_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_equals_brute_force),
        cmocka_unit_test(classic_by_network),
        cmocka_unit_test(lines_are_in_the_order_of_their_chances),
        cmocka_unit_test(grey_equals_brute_force),
        cmocka_unit_test(crystal_equals_brute_force),
        cmocka_unit_test(more_seats_equal_brute_force),
        cmocka_unit_test(beyond_the_round),
        cmocka_unit_test(beyond_an_open_round),
        cmocka_unit_test(all_of_the_budget_at_the_end),
        cmocka_unit_test(lines_as_wanted),
        cmocka_unit_test(not_beyond_the_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
