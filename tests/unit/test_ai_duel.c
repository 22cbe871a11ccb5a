/* test_ai_duel.c - Duel's search: exact values of boards, tilings and endings against brute force,
 * no use of hidden facts, reproducible answers, only legal moves. */
#include "check.h"

#include "ai/duel_marginals.h"
#include "ai/duel_tiling.h"

#include <azulejo/engine.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool quick_run(void)
{
    return getenv("AZJ_TEST_QUICK") != NULL;
}

static void begin(azj_state *s, azj_rng *rng)
{
    azj_new(s, &(azj_options){.rules = AZJ_DUEL,
                              .players = 2,
                              .starter = AZJ_NOBODY,
                              .tablets = (uint8_t)azj_duel_random_tablets(rng)});
    azj_deal(s, rng);
}

static azj_move random_move(const azj_state *s, azj_rng *rng)
{
    azj_move moves[AZJ_MOVES_MAX];
    return moves[azj_rng_below(rng, (uint32_t)azj_moves(s, moves))];
}

/* Mostly sensible: random tiles, but lines are preferred to the broken space. */
static azj_move tidy_move(const azj_state *s, azj_rng *rng)
{
    azj_move move = random_move(s, rng);
    for (unsigned i = 0; i < 6; i++) {
        const azj_move_kind kind = azj_move_kind_of(move);
        if ((kind == AZJ_SUN || kind == AZJ_MOON) && azj_move_to(move) == 0)
            move = random_move(s, rng);
    }
    return move;
}

static azj_engine *engine(const char *bot, uint64_t seed)
{
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = bot, .seed = seed, .memory_bytes = 4 << 20}, NULL);
    assert_non_null(e);
    return e;
}

static azj_info go(azj_engine *e, const azj_state *s, uint64_t nodes)
{
    azj_info info;
    assert_int_equal(azj_engine_set(e, s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info), AZJ_E_OK);
    return info;
}

/* ---- Boards: with no round to come the value is the final score ---- */

static void final_values(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    for (unsigned game = 0; game < (quick_run() ? 100 : 1500); game++) {
        azj_state s;
        begin(&s, &rng);
        while (s.head.phase != AZJ_PHASE_OVER) {
            azj_apply(&s, tidy_move(&s, &rng), NULL);
            azj_deal(&s, &rng);
        }
        for (unsigned seat = 0; seat < 2; seat++) {
            azj_events events = {.count = 0};
            azj_duel_board b = s.duel.board[seat];
            int bonus = 0;
            azj_standing(&s, seat, &events);
            for (unsigned i = 0; i < events.count; i++)
                bonus += events.at[i].points;
            b.score = 40;
            const float value = duel_board_value(&b, s.duel.tablets, 0);
            assert_int_equal((int)value, 40 + bonus > 0 ? 40 + bonus : 0);
        }
    }
}

/* ---- The last tiling against all moves of the rules ---- */

static int best_score(const azj_state *s, unsigned seat)
{
    azj_move moves[AZJ_MOVES_MAX];
    if (s->head.phase == AZJ_PHASE_OVER)
        return azj_score(s, seat);
    const size_t n = azj_moves(s, moves);
    int best = -1;
    for (size_t i = 0; i < n; i++) {
        azj_state next = *s;
        azj_apply(&next, moves[i], NULL);
        const int score = best_score(&next, seat);
        best = score > best ? score : best;
        if (s->head.seat != seat) /* the opponent's choices do not affect this dome */
            break;
    }
    return best;
}

/* How many lines of play the rules offer from here, as far as a bound. */
static size_t lines_of_play(const azj_state *s, size_t bound)
{
    azj_move moves[AZJ_MOVES_MAX];
    if (s->head.phase == AZJ_PHASE_OVER)
        return 1;
    const size_t n = azj_moves(s, moves);
    size_t sum = 0;
    for (size_t i = 0; i < n && sum < bound; i++) {
        azj_state next = *s;
        azj_apply(&next, moves[i], NULL);
        sum += lines_of_play(&next, bound - sum);
    }
    return sum;
}

static void last_tilings(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 2);
    azj_engine *e = engine("strong", 5);
    unsigned tried = 0, paid = 0;
    while (tried < (quick_run() ? 50 : 2000)) {
        azj_state s;
        begin(&s, &rng);
        while (s.head.phase != AZJ_PHASE_OVER &&
               !(s.head.round == 5 && s.head.phase == AZJ_PHASE_TILING)) {
            const bool keep_chips = s.head.phase == AZJ_PHASE_TILING && s.head.round < 3;
            azj_move move = tidy_move(&s, &rng);
            if (keep_chips && azj_legal(&s, azj_move_skip(s.head.line), NULL) == AZJ_E_OK)
                move = azj_move_skip(s.head.line);
            azj_apply(&s, move, NULL);
            azj_deal(&s, &rng);
        }
        if (s.head.phase == AZJ_PHASE_OVER || lines_of_play(&s, 1000) >= 1000)
            continue;
        const unsigned seat = s.head.seat;
        azj_state next = s;
        const azj_info info = go(e, &s, 1);
        assert_true(info.exact);
        azj_apply(&next, info.line[0].move[0], NULL);
        assert_int_equal(best_score(&next, seat), best_score(&s, seat));
        assert_int_equal((int)info.line[0].score[seat], best_score(&s, seat));
        paid += azj_move_kind_of(info.line[0].move[0]) == AZJ_TILE &&
                azj_move_spend(info.line[0].move[0]) != 0;
        tried++;
    }
    assert_true(paid > 5);
    azj_engine_free(e);
}

/* ---- The last acquisition against minimax over all moves ---- */

static float result(const azj_state *s)
{
    duel_estimate v;
    net n;
    net_built_in(&n, AZJ_DUEL, 2);
    duel_evaluate(&s->duel, &n, NULL, &v);
    return v.utility;
}

/* Every legal move of both seats, to the end of the game. */
static float minimax(const azj_state *s)
{
    azj_move moves[AZJ_MOVES_MAX];
    if (s->head.phase == AZJ_PHASE_OVER)
        return result(s);
    const size_t n = azj_moves(s, moves);
    float best = s->head.seat == 0 ? -1 : 2;
    for (size_t i = 0; i < n; i++) {
        azj_state next = *s;
        azj_apply(&next, moves[i], NULL);
        const float v = minimax(&next);
        if (s->head.seat == 0 ? v > best : v < best)
            best = v;
    }
    return best;
}

/* Compares the engine's choice with brute force if it reports the position as solved. */
static bool check_ending(azj_engine *e, const azj_state *s)
{
    azj_state next = *s;
    const azj_info info = go(e, s, 100000);
    if (!info.exact)
        return false;
    const float best = minimax(s);
    azj_apply(&next, info.line[0].move[0], NULL);
    assert_true(fabsf(minimax(&next) - best) < 1e-6f);
    assert_true(fabsf(info.line[0].win[0] - best) < 0.06f); /* without the part that depends on
                                                               the margin */
    return true;
}

static bool chips_are_shown(const azj_state *s)
{
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        if (s->duel.chip[f] != AZJ_NO_CHIP && !azj_duel_face_up(&s->duel, f))
            return false;
    return true;
}

static void last_moves(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 3);
    azj_engine *e = engine("strong", 5);
    unsigned tried = 0, solved = 0;
    while (tried < (quick_run() ? 50 : 2500)) {
        azj_state s;
        begin(&s, &rng);
        while (s.head.phase != AZJ_PHASE_OVER) {
            if (s.head.round == 5 && s.head.phase == AZJ_PHASE_OFFER && chips_are_shown(&s) &&
                lines_of_play(&s, 4000) < 4000) {
                solved += check_ending(e, &s);
                tried++;
            }
            azj_apply(&s, tidy_move(&s, &rng), NULL);
            azj_deal(&s, &rng);
        }
    }
    assert_int_equal(solved, tried);
    azj_engine_free(e);
}

/* Several lines of a solved ending: each begins with another move, in the order of their values. */
static void several_exact_lines(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 9);
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = "solver", .lines = 4, .memory_bytes = 4 << 20}, NULL);
    for (unsigned tried = 0; tried < (quick_run() ? 20 : 300);) {
        azj_state s;
        begin(&s, &rng);
        while (s.head.phase != AZJ_PHASE_OVER) {
            if (s.head.round == 5 && s.head.phase == AZJ_PHASE_OFFER && chips_are_shown(&s) &&
                lines_of_play(&s, 2000) < 2000) {
                const azj_info info = go(e, &s, 1000000);
                float last = s.head.seat == 0 ? 2 : -2;
                assert_true(info.exact && info.lines >= 1);
                for (unsigned i = 0; i < info.lines; i++) {
                    azj_state next = s;
                    azj_apply(&next, info.line[i].move[0], NULL);
                    const float v = minimax(&next);
                    assert_true(s.head.seat == 0 ? v <= last + 1e-6f : v >= last - 1e-6f);
                    assert_true(i > 0 || fabsf(v - minimax(&s)) < 1e-6f);
                    last = v;
                }
                tried++;
            }
            azj_apply(&s, tidy_move(&s, &rng), NULL);
            azj_deal(&s, &rng);
        }
    }
    azj_engine_free(e);
}

/* ---- The end of any acquisition, with the evaluation after it ---- */

/* Every legal move of both seats to the end of the round; then the domes are tiled for each owner's
 * best. Counts the ends it meets, up to a bound. */
static float round_minimax(const azj_state *s, unsigned round, unsigned *ends)
{
    azj_move moves[AZJ_MOVES_MAX];
    if (*ends >= 3000)
        return 0;
    if (s->head.round != round || s->head.phase != AZJ_PHASE_OFFER) {
        azj_state end = *s;
        duel_tile_out(&end.duel, DUEL_PAY_FEW, NULL);
        ++*ends;
        return result(&end);
    }
    const size_t n = azj_moves(s, moves);
    float best = s->head.seat == 0 ? -1 : 2;
    for (size_t i = 0; i < n; i++) {
        azj_state next = *s;
        azj_apply(&next, moves[i], NULL);
        const float v = round_minimax(&next, round, ends);
        if (s->head.seat == 0 ? v > best : v < best)
            best = v;
    }
    return best;
}

static bool check_round_end(azj_engine *e, const azj_state *s)
{
    unsigned ends = 0;
    const float best = round_minimax(s, s->head.round, &ends);
    if (ends >= 3000)
        return false;
    azj_state next = *s;
    const azj_info info = go(e, s, 100000);
    assert_true(info.exact);
    azj_apply(&next, info.line[0].move[0], NULL);
    ends = 0;
    assert_true(fabsf(round_minimax(&next, s->head.round, &ends) - best) < 1e-6f);
    return true;
}

static void ends_of_rounds(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 8);
    azj_engine *e = engine("strong", 5);
    unsigned checked = 0;
    while (checked < (quick_run() ? 40 : 1500)) {
        azj_state s;
        begin(&s, &rng);
        while (s.head.phase != AZJ_PHASE_OVER) {
            const azj_duel_board *b = s.duel.board;
            if (s.head.phase == AZJ_PHASE_OFFER && chips_are_shown(&s) &&
                b[0].tokens + b[1].tokens == 0)
                checked += check_round_end(e, &s);
            azj_apply(&s, tidy_move(&s, &rng), NULL);
            azj_deal(&s, &rng);
        }
    }
    azj_engine_free(e);
}

/* ---- Hidden facts, repetition, legality ---- */

static void hidden_stays_hidden(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 4);
    azj_engine *e = engine("strong", 9);
    for (unsigned game = 0; game < (quick_run() ? 2 : 12); game++) {
        azj_state s, view, other;
        begin(&s, &rng);
        while (s.head.phase != AZJ_PHASE_OVER) {
            if (azj_rng_below(&rng, 4) == 0) {
                azj_view(&s, s.head.seat, &view);
                azj_determinise(&view, &rng, &other);
                const azj_info a = go(e, &s, 60), b = go(e, &other, 60);
                assert_int_equal(a.line[0].move[0], b.line[0].move[0]);
                assert_int_equal(a.nodes, b.nodes);
                assert_memory_equal(a.line[0].win, b.line[0].win, sizeof a.line[0].win);
            }
            azj_apply(&s, tidy_move(&s, &rng), NULL);
            azj_deal(&s, &rng);
        }
    }
    azj_engine_free(e);
}

static void same_again(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 5);
    azj_engine *used = engine("strong", 3);
    for (unsigned i = 0; i < (quick_run() ? 5 : 40); i++) {
        azj_state s;
        begin(&s, &rng);
        for (unsigned ply = azj_rng_below(&rng, 80); ply && s.head.phase != AZJ_PHASE_OVER; ply--) {
            azj_apply(&s, tidy_move(&s, &rng), NULL);
            azj_deal(&s, &rng);
        }
        if (s.head.phase == AZJ_PHASE_OVER)
            continue;
        azj_engine *fresh = engine("strong", 3);
        const azj_info a = go(used, &s, 300), b = go(fresh, &s, 300);
        assert_int_equal(a.nodes, b.nodes);
        assert_int_equal(a.line[0].length, b.line[0].length);
        assert_memory_equal(a.line[0].move, b.line[0].move, sizeof a.line[0].move);
        azj_engine_free(fresh);
    }
    azj_engine_free(used);
}

/* Every level against every kind of opponent: azj_play refuses no move. */
static void only_legal(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 6);
    for (unsigned level = 0; level <= azj_level_count(); level++) {
        azj_engine *e = engine(level ? azj_level_name(level) : "strong", level);
        for (unsigned game = 0; game < (quick_run() ? 1 : 6); game++) {
            azj_state s;
            begin(&s, &rng);
            while (s.head.phase != AZJ_PHASE_OVER) {
                const bool bot = s.head.seat == game % 2 || game >= 4;
                const azj_move move = bot ? go(e, &s, 60).line[0].move[0] : random_move(&s, &rng);
                assert_int_equal(azj_play(&s, move, NULL, NULL), AZJ_E_OK);
                azj_deal(&s, &rng);
            }
        }
        azj_engine_free(e);
    }
}

/* A small memory bounds the tree, not the search. */
static void small_memory(void **state)
{
    (void)state;
    azj_rng rng;
    azj_state s;
    azj_rng_seed(&rng, 7);
    begin(&s, &rng);
    azj_engine *e =
        azj_engine_new(&(azj_engine_options){.bot = "strong", .seed = 1, .memory_bytes = 1}, NULL);
    const azj_info info = go(e, &s, 20000);
    assert_int_equal(info.nodes, 20000);
    assert_int_equal(azj_legal(&s, info.line[0].move[0], NULL), AZJ_E_OK);
    assert_true(fabsf(info.line[0].win[0] + info.line[0].win[1] - 1) < 1e-5f);
    azj_engine_free(e);
}

/* The largest difference between the marginals of a seat's cells; none is absurd. */
static float largest_difference(const duel_marginals *a, const duel_marginals *b, unsigned seat)
{
    float most = 0;
    for (unsigned cell = 0; cell < 36; cell++) {
        const float d = fabsf(a->cell[seat][cell] - b->cell[seat][cell]);
        assert_true(fabsf(b->cell[seat][cell]) < 60);
        most = d > most ? d : most;
    }
    return most;
}

/* D22: in the last round only points count and no network contributes; before, one does. */
static void network_in_marginals(void **state)
{
    (void)state;
    static duel_marginals by_hand, by_net;
    azj_rng rng;
    azj_state s;
    net n;
    unsigned last = 0, earlier = 0;
    net_built_in(&n, AZJ_DUEL, 2);
    assert_non_null(n.bias);
    azj_rng_seed(&rng, 5);
    begin(&s, &rng);
    for (; s.head.phase != AZJ_PHASE_OVER; azj_apply(&s, tidy_move(&s, &rng), NULL)) {
        if (s.head.phase == AZJ_PHASE_DEAL)
            azj_deal(&s, &rng);
        if (s.head.phase != AZJ_PHASE_OFFER)
            continue;
        by_hand = (duel_marginals){0};
        by_net = (duel_marginals){.net = &n};
        duel_marginals_init(&by_hand, &s.duel);
        duel_marginals_init(&by_net, &s.duel);
        const float d = largest_difference(&by_hand, &by_net, s.head.seat);
        assert_int_equal(d > 0, s.head.round < AZJ_DUEL_ROUNDS);
        *(d > 0 ? &earlier : &last) += 1;
    }
    assert_true(last > 5 && earlier > 20);
}

/* Every move of a reported line is legal whatever the hidden facts are: a line ends with a draw,
 * since what follows depends on the plate. */
static void lines_are_legal(void **state)
{
    (void)state;
    unsigned draws = 0, longer = 0;
    azj_rng rng;
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = "strong", .lines = 6, .memory_bytes = 4 << 20}, NULL);
    assert_non_null(e);
    azj_rng_seed(&rng, 9);
    for (unsigned i = 0; i < (quick_run() ? 20 : 100); i++) {
        azj_state s;
        begin(&s, &rng);
        for (unsigned ply = azj_rng_below(&rng, 60); ply && s.head.phase != AZJ_PHASE_OVER; ply--) {
            azj_apply(&s, ply % 3 ? tidy_move(&s, &rng) : random_move(&s, &rng), NULL);
            azj_deal(&s, &rng);
        }
        if (s.head.phase == AZJ_PHASE_OVER)
            continue;
        const azj_info info = go(e, &s, 600);
        for (unsigned j = 0; j < info.lines; j++) {
            const azj_line *line = &info.line[j];
            azj_state at;
            azj_view(&s, s.head.seat, &at);
            azj_duel_determinise(&at.duel, &rng, &at.duel);
            for (unsigned k = 0; k < line->length; k++)
                assert_int_equal(azj_play(&at, line->move[k], NULL, NULL), AZJ_E_OK);
            draws += line->length > 1 && line->move[line->length - 1] == AZJ_DRAW;
            longer += line->length > 3;
        }
    }
    assert_true(draws > 0 && longer > 0);
    azj_engine_free(e);
}

/* D18: the cheapest payment alone is the first of the two cheapest, which come from a list of all.
 */
static void cheapest_payment(void **state)
{
    (void)state;
    azj_rng rng;
    unsigned payable = 0;
    azj_rng_seed(&rng, 18);
    for (unsigned i = 0; i < 3000; i++) {
        azj_duel s = {.rules = AZJ_DUEL, .players = 2, .phase = AZJ_PHASE_TILING};
        azj_duel_board *b = &s.board[0];
        azj_chips one = 0, two[2] = {0};
        for (unsigned n = azj_rng_below(&rng, 2 * AZJ_DUEL_ROUNDS + 1); n > 0; n--) { /* D14 */
            const unsigned face = azj_rng_below(&rng, AZJ_DUEL_FACES);
            b->chips += azj_chips_count(b->chips, face) < 2 ? 1u << (2 * face) : 0;
        }
        for (unsigned line = 2; line <= AZJ_DUEL_LINES; line++)
            b->line[line - 1] =
                (uint8_t)(azj_rng_below(&rng, AZJ_COLOUR_NB) << 4 | azj_rng_below(&rng, line + 1));
        s.line = (uint8_t)(2 + azj_rng_below(&rng, 5));
        if (duel_line_count(b, s.line) == s.line)
            continue;
        const size_t n = duel_cheapest_payments(&s, 2, two);
        assert_int_equal(duel_cheapest_payments(&s, 1, &one), n > 0);
        assert_int_equal(one, two[0]);
        payable += n > 1;
    }
    assert_true(payable > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cheapest_payment),    cmocka_unit_test(lines_are_legal),
        cmocka_unit_test(several_exact_lines), cmocka_unit_test(final_values),
        cmocka_unit_test(last_tilings),        cmocka_unit_test(last_moves),
        cmocka_unit_test(ends_of_rounds),      cmocka_unit_test(hidden_stays_hidden),
        cmocka_unit_test(same_again),          cmocka_unit_test(only_legal),
        cmocka_unit_test(small_memory),        cmocka_unit_test(network_in_marginals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
