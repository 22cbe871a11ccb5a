/* test_duel_laws.c - Duel played at random and perversely, with every law checked after every ply:
 * the position is possible, the list of moves agrees with the legality test, action numbers
 * convert both ways, score events add up, views hide and azj_determinise fills in, dealing at once
 * equals dealing step by step.
 */
#include "check.h"
#include "duel_draw.h"
#include "laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Players ---- */

typedef azj_move player(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng);

static azj_move any(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    (void)s;
    return moves[azj_rng_below(rng, (uint32_t)n)];
}

/* A random one of the moves of a kind that `wanted` likes, or any. */
static azj_move prefer(const azj_move *moves, size_t n, azj_rng *rng, int (*wanted)(azj_move))
{
    azj_move best = 0;
    uint32_t seen = 0;
    for (size_t i = 0; i < n; i++)
        if (wanted(moves[i]) && azj_rng_below(rng, ++seen) == 0)
            best = moves[i];
    return best ? best : moves[azj_rng_below(rng, (uint32_t)n)];
}

static int is_dump(azj_move m)
{
    const azj_move_kind k = azj_move_kind_of(m);
    return (k == AZJ_SUN || k == AZJ_MOON) && azj_move_to(m) == 0;
}

static int is_draw(azj_move m)
{
    return azj_move_kind_of(m) == AZJ_DRAW;
}

static int is_hoard(azj_move m)
{
    const azj_move_kind k = azj_move_kind_of(m);
    return ((k == AZJ_SUN || k == AZJ_MOON) && azj_move_to(m) == 6) || k == AZJ_SKIP;
}

static int is_tiles(azj_move m)
{
    const azj_move_kind k = azj_move_kind_of(m);
    return ((k == AZJ_SUN || k == AZJ_MOON) && azj_move_to(m) != 0) || k == AZJ_TILE;
}

/* Breaks everything, so that the score is soon empty. */
static azj_move dumper(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    (void)s;
    return prefer(moves, n, rng, is_dump);
}

/* Draws plates while it can pay. */
static azj_move drawer(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    (void)s;
    return prefer(moves, n, rng, is_draw);
}

static azj_move hoarder(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    (void)s;
    return prefer(moves, n, rng, is_hoard);
}

/* Never breaks what fits a line, uses every chip: few tiles come back to the bag. */
static azj_move builder(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    (void)s;
    return prefer(moves, n, rng, is_tiles);
}

static player *const players[] = {any, dumper, drawer, hoarder, builder};
static const char *const player_names[] = {"any", "dumper", "drawer", "hoarder", "builder"};

/* ---- Laws ---- */

enum rare {
    FREE_DRAW,
    ONE_COLOUR,
    CHIP_UP,
    PASS,
    REFILL,
    TIE,
    BREAK_LINE,
    CLAMP,
    PAID_CHIPS,
    RARE_NB
};
static const char *const rare_names[RARE_NB] = {"free draws",
                                                "one-colour large factories",
                                                "chips face up at once",
                                                "forced passes",
                                                "tower refills",
                                                "ties",
                                                "lines broken in the tiling",
                                                "scores clamped",
                                                "lines paid with chips"};
static unsigned long rare_count[RARE_NB];

static void check_valid(const azj_duel *s)
{
    azj_fault why = {0};
    if (azj_duel_validate(s, &why) != AZJ_E_OK)
        fail_msg("%s (phase %u seat %u line %u column %u number %d)", azj_error_template(why.code),
                 s->phase, why.seat, why.line, why.column, why.number);
}

static int compare_moves(const void *a, const void *b)
{
    const azj_move x = *(const azj_move *)a, y = *(const azj_move *)b;
    return x < y ? -1 : x > y;
}

static int listed(const azj_move *sorted, size_t n, azj_move move)
{
    return bsearch(&move, sorted, n, sizeof move, compare_moves) != NULL;
}

/* No duplicates, all legal, and what is near a legal move is legal only if listed. */
static void check_list(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    static azj_move sorted[AZJ_DUEL_MOVES_MAX];
    assert_in_range(n, 1, AZJ_DUEL_MOVES_MAX);
    memcpy(sorted, moves, n * sizeof *moves);
    qsort(sorted, n, sizeof *sorted, compare_moves);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(azj_duel_legal(s, moves[i], NULL), AZJ_E_OK);
        assert_true(i == 0 || sorted[i] != sorted[i - 1]);
    }
    for (unsigned i = 0; i < 64; i++) {
        azj_fault why = {0};
        azj_move m = moves[azj_rng_below(rng, (uint32_t)n)] ^ (1u << azj_rng_below(rng, 32));
        if (i % 4 == 0)
            m ^= 1u << azj_rng_below(rng, 32);
        if (i % 8 == 0)
            m = (azj_move)azj_rng_next(rng);
        const azj_error e = azj_duel_legal(s, m, &why);
        assert_int_equal(e == AZJ_E_OK, listed(sorted, n, m));
        assert_int_equal(azj_duel_legal(s, m, NULL), e);
        if (e != AZJ_E_OK) {
            assert_int_equal(why.code, e);
            assert_int_equal(azj_duel_action(s, m), -1);
        }
    }
}

static void check_numbers(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    for (unsigned k = 0; k < 8; k++) {
        const azj_move m = moves[azj_rng_below(rng, (uint32_t)n)];
        const int a = azj_duel_action(s, m);
        assert_in_range(a, 0, AZJ_DUEL_ACTIONS - 1);
        assert_int_equal(azj_duel_move_of_action(s, a), m);
        const int b = (int)azj_rng_below(rng, AZJ_DUEL_ACTIONS);
        const azj_move o = azj_duel_move_of_action(s, b);
        if (o != 0)
            assert_int_equal(azj_duel_action(s, o), b);
    }
}

/* A view is valid, and filling in the unknown gives a state with the same view. */
static void check_view(const azj_duel *s, unsigned viewer, azj_rng *rng)
{
    azj_duel view, again, full;
    azj_duel_view(s, viewer, &view);
    check_valid(&view);
    azj_duel_determinise(&view, rng, &full);
    check_valid(&full);
    assert_int_equal(full.viewer, AZJ_VIEW_ALL);
    azj_duel_view(&full, viewer, &again);
    assert_memory_equal(&again, &view, sizeof view);
    azj_duel_view(&view, viewer, &again);
    assert_memory_equal(&again, &view, sizeof view);
}

static void check_views(const azj_duel *s, const azj_move *moves, size_t n, azj_rng *rng)
{
    static azj_move seen[AZJ_DUEL_MOVES_MAX];
    azj_duel view;
    check_view(s, 0, rng);
    check_view(s, 1, rng);
    check_view(s, AZJ_SPECTATOR, rng);
    azj_duel_view(s, s->seat, &view);
    assert_int_equal(azj_duel_moves(&view, seen), n);
    assert_memory_equal(seen, moves, n * sizeof *moves);
}

/* One call deals like the same generator outcome by outcome, with the same draws. */
static void deal_both_ways(azj_duel *s, azj_rng *rng)
{
    azj_duel slow = *s;
    azj_rng slow_rng = *rng, other;
    azj_outcome out[AZJ_OUTCOMES_MAX];
    azj_rng_seed(&other, azj_rng_next(&(azj_rng){{rng->s[0], rng->s[1], rng->s[2], rng->s[3]}}));
    while (slow.phase == AZJ_PHASE_DEAL) {
        const azj_tiles tower = slow.tower;
        assert_in_range(azj_duel_outcomes(&slow, out), 1, AZJ_OUTCOMES_MAX);
        check_valid(&slow);
        check_view(&slow, 0, &other);
        check_view(&slow, AZJ_SPECTATOR, &other);
        azj_duel_resolve(&slow, azj_duel_sample(&slow, &slow_rng));
        rare_count[REFILL] += tower != 0 && slow.tower == 0;
    }
    azj_duel_deal(s, rng);
    assert_memory_equal(s, &slow, sizeof slow);
    assert_memory_equal(rng, &slow_rng, sizeof slow_rng);
}

static void count_rare(const azj_duel *before, const azj_duel *s, azj_move m, const azj_events *e)
{
    if (azj_move_kind_of(m) == AZJ_DRAW && before->board[before->seat].score == 0)
        rare_count[FREE_DRAW]++;
    for (unsigned i = 0; i < 2; i++)
        rare_count[PASS] += s->board[i].passed && !before->board[i].passed;
    for (uint32_t i = 0; i < e->count; i++) {
        rare_count[BREAK_LINE] += e->at[i].kind == AZJ_EVENT_BROKEN;
        rare_count[CLAMP] += e->at[i].kind == AZJ_EVENT_CLAMP;
    }
    rare_count[PAID_CHIPS] += azj_move_kind_of(m) == AZJ_TILE && azj_move_spend(m) != 0;
}

static void check_events(const azj_duel *before, const azj_duel *s, const azj_events *e)
{
    int score[2] = {before->board[0].score, before->board[1].score};
    assert_true(e->count <= AZJ_EVENTS_MAX);
    for (uint32_t i = 0; i < e->count; i++) {
        score[e->at[i].seat] += e->at[i].points;
        assert_int_equal(e->at[i].score, score[e->at[i].seat]);
        assert_true(e->at[i].cells >> 36 == 0);
    }
    assert_int_equal(score[0], s->board[0].score);
    assert_int_equal(score[1], s->board[1].score);
}

/* ---- A game ---- */

typedef struct totals {
    unsigned long plies, moves, most, chips_most;
} totals;

static void play_ply(azj_duel *s, azj_rng *rng, player *const by[2], totals *t)
{
    static azj_move moves[AZJ_DUEL_MOVES_MAX];
    azj_events events;
    const size_t n = azj_duel_moves(s, moves);
    check_valid(s);
    check_list(s, moves, n, rng);
    check_numbers(s, moves, n, rng);
    check_views(s, moves, n, rng);
    const azj_duel before = *s;
    const azj_move m = by[s->seat](s, moves, n, rng);
    azj_duel_apply(s, m, &events);
    check_events(&before, s, &events);
    azj_duel quiet = before;
    azj_duel_apply(&quiet, m, NULL);
    assert_memory_equal(&quiet, s, sizeof quiet);
    assert_true(azj_duel_hash(&quiet) == azj_duel_hash(s));
    assert_true(azj_duel_hash(&before) != azj_duel_hash(s));
    count_rare(&before, s, m, &events);
    t->plies++;
    t->moves += n;
    t->most = n > t->most ? n : t->most;
}

static void deal_round(azj_duel *s, azj_rng *rng)
{
    deal_both_ways(s, rng);
    for (unsigned c = 0; c < 5; c++)
        rare_count[ONE_COLOUR] +=
            s->large_sun != 0 && s->large_sun == azj_tiles_of(azj_tiles_count(s->large_sun, c), c);
    for (unsigned f = 0; f < 4; f++)
        rare_count[CHIP_UP] += azj_duel_face_up(s, f) != 0;
}

static void play_on(azj_duel *s, azj_rng *rng, player *one, player *two, totals *t)
{
    player *const by[2] = {one, two};
    while (s->phase != AZJ_PHASE_OVER) {
        if (s->phase == AZJ_PHASE_DEAL)
            deal_round(s, rng);
        else
            play_ply(s, rng, by, t);
    }
    check_valid(s);
    rare_count[TIE] += s->board[0].score == s->board[1].score;
    assert_in_range(azj_duel_winners(s), 1, 3);
}

static void play_one(azj_rng *rng, player *one, player *two, totals *t)
{
    azj_duel s;
    assert_int_equal(azj_duel_new(&s, azj_duel_random_tablets(rng), AZJ_NOBODY), AZJ_E_OK);
    play_on(&s, rng, one, two, t);
}

static unsigned games(unsigned usual)
{
    return getenv("AZJ_TEST_QUICK") != NULL ? usual / 20 + 1 : usual;
}

static void laws_hold_in_every_kind_of_play(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned j = 0; j < 5; j++) {
            azj_rng rng;
            totals t = {0};
            azj_rng_seed(&rng, 100 * i + j);
            const unsigned n = games(40);
            for (unsigned g = 0; g < n; g++)
                play_one(&rng, players[i], players[j], &t);
            printf("%8s - %-8s %.1f plies a game, %.1f moves a ply, at most %lu\n", player_names[i],
                   player_names[j], (double)t.plies / n, (double)t.moves / (double)t.plies, t.most);
        }
    }
}

/* ---- Scarcity ---- */

/* The last round is about to be dealt, and nearly all tiles lie in the domes. */
static void scarce(azj_duel *s, unsigned left, azj_rng *rng)
{
    duel_table(s, "round 5 starter 1");
    duel_board(s, 0, "plates S1 S2 J3  J4 S5 S6  J7 J8 S9 tokens 0 chips B BK BR spent K R RT T Y");
    duel_board(s, 1,
               "plates J1 J2 S3  S4 J5 J6  S7 S8 J9 tokens 0 chips YK YT B spent BK BR K R RT");
    s->phase = AZJ_PHASE_DEAL;
    s->seat = AZJ_NOBODY;
    s->step = 1;
    duel_fill(s);
    azj_state whole = {.duel = *s};
    laws_starve(&whole, left, rng);
    *s = whole.duel;
    check_valid(s);
}

/* Too few tiles for all factories: one-colour large suns, chips that are face up at once. */
static void laws_hold_when_tiles_run_out(void **state)
{
    (void)state;
    azj_rng rng;
    totals t = {0};
    azj_rng_seed(&rng, 77);
    for (unsigned left = 1; left <= 24; left++) {
        for (unsigned g = games(20); g > 0; g--) {
            azj_duel s;
            scarce(&s, left, &rng);
            play_on(&s, &rng, players[g % 5], players[left % 5], &t);
        }
    }
}

static void rare_events_were_reached(void **state)
{
    (void)state;
    for (unsigned i = 0; i < RARE_NB; i++) {
        printf("%-28s %lu\n", rare_names[i], rare_count[i]);
        assert_true(rare_count[i] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_hold_in_every_kind_of_play),
        cmocka_unit_test(laws_hold_when_tiles_run_out),
        cmocka_unit_test(rare_events_were_reached), /* by the two before it */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
