/* test_classic_offer.c - set-up and the offer: rules C1 to C10. */
#include "check.h"
#include "draw.h"

#include <stdlib.h>
#include <string.h>

#define EMPTY_WALL_AND(line5) \
    "    .  .....\n"          \
    "   ..  .....\n"          \
    "  ...  .....\n"          \
    " ....  .....\n" line5 "  .....\n"

static void assert_board(const azj_classic *s, unsigned seat, const char *picture)
{
    char shown[DRAW_MAX];
    draw_show(s, seat, shown);
    assert_string_equal(shown, picture);
}

/* C1: 5, 7, 9 factories; 20 tiles of each colour; scores 0. */
static void c1_set_up(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        azj_classic s;
        azj_rng rng;
        azj_rng_seed(&rng, players);
        assert_int_equal(azj_classic_new(&s, AZJ_CLASSIC, players, AZJ_NOBODY), AZJ_E_OK);
        assert_true(s.bag == 20 * AZJ_TILES_ONE);
        azj_classic_deal(&s, &rng);
        const unsigned factories = players == 2 ? 5 : players == 3 ? 7 : 9;
        for (unsigned f = 0; f < 9; f++)
            assert_int_equal(azj_tiles_total(s.factory[f]), f < factories ? 4 : 0);
        assert_int_equal(azj_tiles_total(s.bag), 100 - 4 * factories);
        assert_int_equal(s.board[0].score, 0);
        assert_int_equal(s.seat, s.starter);
    }
}

/* C1: every seat starts equally often, and the outcomes say so. */
static void c1_random_starter(void **state)
{
    (void)state;
    azj_classic s;
    azj_outcome out[AZJ_OUTCOMES_MAX];
    azj_rng rng;
    unsigned starts[3] = {0};
    azj_classic_new(&s, AZJ_CLASSIC, 3, AZJ_NOBODY);
    assert_int_equal(azj_classic_outcomes(&s, out), 3);
    assert_int_equal(out[2].kind, AZJ_OUTCOME_STARTER);
    assert_int_equal(out[2].weight, 1);
    azj_rng_seed(&rng, 7);
    for (int i = 0; i < 30000; i++)
        starts[azj_classic_sample(&s, &rng).value]++;
    for (int p = 0; p < 3; p++)
        assert_in_range(starts[p], 9700, 10300);
}

static void c1_bad_options(void **state)
{
    (void)state;
    azj_classic s;
    assert_int_equal(azj_classic_new(&s, AZJ_DUEL, 2, 0), AZJ_E_BAD_RULES);
    assert_int_equal(azj_classic_new(&s, AZJ_GREY, 1, 0), AZJ_E_BAD_PLAYERS);
    assert_int_equal(azj_classic_new(&s, AZJ_GREY, 5, 0), AZJ_E_BAD_PLAYERS);
    assert_int_equal(azj_classic_new(&s, AZJ_GREY, 2, 2), AZJ_E_BAD_STARTER);
}

/* C2: the bag that is emptied exactly leaves the lid alone; one tile more, and the lid goes in. */
static void c2_refill(void **state)
{
    (void)state;
    for (unsigned in_bag = 19; in_bag <= 20; in_bag++) {
        azj_classic s;
        azj_rng rng;
        azj_rng_seed(&rng, 3);
        azj_classic_new(&s, AZJ_CLASSIC, 2, 0);
        s.bag = azj_tiles_of(in_bag, AZJ_BLUE);
        s.lid = azj_tiles_of(80, AZJ_RED);
        azj_classic_deal(&s, &rng);
        assert_int_equal(azj_tiles_total(s.bag), in_bag == 20 ? 0 : 79);
        assert_int_equal(azj_tiles_total(s.lid), in_bag == 20 ? 80 : 0);
        assert_true(s.factory[4] ==
                    azj_tiles_of(in_bag - 16, AZJ_BLUE) + azj_tiles_of(20 - in_bag, AZJ_RED));
    }
}

/* C2: bag and lid run out: the round starts with what there is, filled in order. */
static void c2_shortage(void **state)
{
    (void)state;
    azj_classic s;
    azj_rng rng;
    azj_rng_seed(&rng, 3);
    azj_classic_new(&s, AZJ_CLASSIC, 2, 1);
    s.bag = azj_tiles_of(3, AZJ_BLUE);
    s.lid = azj_tiles_of(3, AZJ_RED);
    azj_classic_deal(&s, &rng);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    assert_int_equal(s.seat, 1);
    assert_true(s.factory[0] == azj_tiles_of(3, AZJ_BLUE) + azj_tiles_of(1, AZJ_RED));
    assert_true(s.factory[1] == azj_tiles_of(2, AZJ_RED));
    assert_true(s.factory[2] == 0);
}

/* C2: stepping outcome by outcome gives the same deal as dealing at once; probabilities are right.
 */
static void c2_chance_is_explicit(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        azj_classic a, b;
        azj_rng ra, rb;
        azj_outcome out[AZJ_OUTCOMES_MAX];
        azj_rng_seed(&ra, seed);
        azj_rng_seed(&rb, seed);
        azj_classic_new(&a, AZJ_CLASSIC, 2 + (unsigned)(seed % 3), AZJ_NOBODY);
        b = a;
        azj_classic_deal(&a, &ra);
        while (b.phase == AZJ_PHASE_DEAL) {
            unsigned total = 0;
            const size_t n = azj_classic_outcomes(&b, out);
            for (size_t i = 0; i < n; i++)
                total += out[i].weight;
            assert_int_equal(total, b.starter == AZJ_NOBODY ? b.players : azj_tiles_total(b.bag));
            azj_classic_resolve(&b, azj_classic_sample(&b, &rb));
        }
        assert_memory_equal(&a, &b, sizeof a);
        assert_memory_equal(&ra, &rb, sizeof ra);
        assert_int_equal(azj_classic_outcomes(&b, out), 0);
    }
}

/* C3, C4 and the rulebook's first turns: black, then yellow, then the centre with its marker. */
static void c3_c4_first_turns(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 3, "KKBT YRRR BBBB YYKK TTTT RRKK YTBK | M");
    draw_done(&s);
    assert_int_equal(draw_play(&s, "1K2", NULL, NULL), AZJ_E_OK);
    assert_true(s.factory[0] == 0);
    assert_true(s.centre == azj_tiles_of(1, AZJ_BLUE) + azj_tiles_of(1, AZJ_TURQUOISE));
    assert_int_equal(s.seat, 1);
    assert_int_equal(draw_play(&s, "2Y1", NULL, NULL), AZJ_E_OK);
    assert_int_equal(azj_tiles_count(s.centre, AZJ_RED), 3);
    assert_int_equal(draw_play(&s, "cR3", NULL, NULL), AZJ_E_OK);
    assert_int_equal(s.marker, 2);
    assert_board(&s, 2,
                 "    .  .....\n"
                 "   ..  .....\n"
                 "  RRR  .....\n"
                 " ....  .....\n"
                 ".....  .....\n"
                 "floor M\n");
    assert_int_equal(s.seat, 0);
}

/* C4: the marker falls before the tiles; only the first from the centre gets it. */
static void c4_marker_first(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB | RRKK M");
    draw_done(&s);
    draw_play(&s, "cR1", NULL, NULL);
    draw_play(&s, "cKf", NULL, NULL);
    assert_board(&s, 0,
                 "    R  .....\n"
                 "   ..  .....\n"
                 "  ...  .....\n"
                 " ....  .....\n"
                 ".....  .....\n"
                 "floor MR\n");
    assert_board(&s, 1, EMPTY_WALL_AND(".....") "floor KK\n");
}

/* C5, C6, the rulebook's example: two yellow tiles; rows 2 and 3 have yellow, line 4 holds blue. */
static void c5_c6_yellow_example(void **state)
{
    (void)state;
    azj_classic s;
    azj_fault why;
    draw_table(&s, AZJ_CLASSIC, 2, "YYKR | M");
    draw_board(&s, 0,
               "    .  .....\n"
               "   ..  ..Y..\n"
               "  ...  ...Y.\n"
               " ...B  .....\n"
               ".....  .....\n");
    draw_done(&s);
    assert_int_equal(draw_play(&s, "1Y2", &why, NULL), AZJ_E_ROW_HAS);
    assert_int_equal(why.line, 2);
    assert_int_equal(why.colour, AZJ_YELLOW);
    assert_int_equal(draw_play(&s, "1Y3", &why, NULL), AZJ_E_ROW_HAS);
    assert_int_equal(draw_play(&s, "1Y4", &why, NULL), AZJ_E_LINE_HOLDS);
    assert_int_equal(why.line, 4);
    assert_int_equal(why.other, AZJ_BLUE);

    azj_classic a = s, b = s, c = s;
    assert_int_equal(draw_play(&a, "1Y1", NULL, NULL), AZJ_E_OK);
    assert_board(&a, 0,
                 "    Y  .....\n"
                 "   ..  ..Y..\n"
                 "  ...  ...Y.\n"
                 " ...B  .....\n"
                 ".....  .....\n"
                 "floor Y\n");
    assert_int_equal(draw_play(&b, "1Y5", NULL, NULL), AZJ_E_OK);
    assert_int_equal(azj_classic_line_count(&b.board[0], 5), 2);
    assert_int_equal(draw_play(&c, "1Yf", NULL, NULL), AZJ_E_OK);
    assert_int_equal(azj_classic_floor_count(&c.board[0]), 2);
}

/* C5: a full line is no target; the same colour may be added to a line with room. */
static void c5_full_line(void **state)
{
    (void)state;
    azj_classic s;
    azj_fault why;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB | M");
    draw_board(&s, 0,
               "    B  .....\n"
               "   ..  .....\n"
               "  .BB  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    assert_int_equal(draw_play(&s, "1B1", &why, NULL), AZJ_E_LINE_FULL);
    assert_int_equal(why.line, 1);
    assert_int_equal(draw_play(&s, "1B3", NULL, NULL), AZJ_E_OK);
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    assert_int_equal(azj_classic_moves(&s, moves), 0); /* that was the last take of the round */
}

/* Refusals say what is wrong: nothing there, no such place, not now. */
static void refusals(void **state)
{
    (void)state;
    azj_classic s;
    azj_fault why;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB | K M");
    draw_done(&s);
    const azj_classic before = s;
    assert_int_equal(draw_play(&s, "1R1", &why, NULL), AZJ_E_FACTORY_LACKS);
    assert_int_equal(draw_play(&s, "cR1", &why, NULL), AZJ_E_CENTRE_LACKS);
    assert_int_equal(draw_play(&s, "6B1", &why, NULL), AZJ_E_NO_FACTORY);
    assert_int_equal(why.from, 6);
    assert_int_equal(draw_play(&s, "1B6", &why, NULL), AZJ_E_NO_LINE);
    assert_int_equal(azj_classic_legal(&s, azj_move_take(1, 5, 1), NULL), AZJ_E_NO_COLOUR);
    assert_int_equal(azj_classic_legal(&s, azj_move_place(1, 1), NULL), AZJ_E_WRONG_PHASE);
    assert_int_equal(azj_classic_legal(&s, 0, NULL), AZJ_E_NOT_A_MOVE);
    assert_int_equal(azj_classic_legal(&s, azj_move_chip(1), NULL), AZJ_E_NOT_A_MOVE);
    assert_int_equal(azj_classic_legal(&s, azj_move_take(1, 0, 1) | 1u << 20, NULL),
                     AZJ_E_NOT_A_MOVE);
    assert_memory_equal(&s, &before, sizeof s);
    azj_classic_new(&s, AZJ_CLASSIC, 2, 0);
    assert_int_equal(azj_classic_legal(&s, azj_move_take(1, 0, 1), NULL), AZJ_E_DEAL_FIRST);
}

/* The longest list there can be: nine factories of four colours, all five in the centre, and every
 * line open. It fits, with the eight places that the generator writes beyond its last move. */
static void longest_list(void **state)
{
    (void)state;
    azj_classic s;
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    azj_classic_new(&s, AZJ_CLASSIC, 4, 0);
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        s.factory[f] = AZJ_TILES_ONE - azj_tiles_of(1, f % AZJ_COLOUR_NB);
    s.centre = AZJ_TILES_ONE;
    s.phase = AZJ_PHASE_OFFER;
    s.seat = 0;
    const size_t n = azj_classic_moves(&s, moves);
    assert_int_equal(n, (9 * 4 + 5) * 6);
    assert_true(n + 8 <= AZJ_CLASSIC_MOVES_MAX);
}

/* C7: seven floor spaces, what does not fit goes to the lid. */
static void c7_full_floor(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB KKKK |");
    s.marker = 0;
    draw_board(&s, 0, EMPTY_WALL_AND(".....") "floor MRRRR\n");
    draw_done(&s);
    draw_play(&s, "1Bf", NULL, NULL);
    assert_board(&s, 0, EMPTY_WALL_AND(".....") "floor MRRRRBB\n");
    assert_true(s.lid == azj_tiles_of(2, AZJ_BLUE));
}

/* C8: the floor is full: the marker is taken all the same, costs nothing, and its taker starts. */
static void c8_marker_on_full_floor(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "| KKRR M");
    draw_board(&s, 0, EMPTY_WALL_AND(".....") "floor RRRRYYY\n");
    draw_done(&s);
    s.board[0].score = 50;
    draw_play(&s, "cK3", NULL, NULL);
    assert_int_equal(s.marker, 0);
    assert_board(&s, 0,
                 "    .  .....\n"
                 "   ..  .....\n"
                 "  .KK  .....\n"
                 " ....  .....\n"
                 ".....  .....\n"
                 "floor RRRRYYY\n");
    assert_int_equal(azj_classic_validate(&s, NULL), AZJ_E_OK);
    draw_play(&s, "cRf", NULL, NULL);
    assert_int_equal(s.board[0].score, 50 - 14);
    assert_int_equal(s.starter, 0);
    assert_int_equal(s.round, 2);
}

/* C9: the phase ends when factories and centre are empty, not before. */
static void c9_phase_ends(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB YYYY | M");
    draw_done(&s);
    draw_play(&s, "1B5", NULL, NULL);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    draw_play(&s, "2Y5", NULL, NULL);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
    assert_int_equal(s.round, 2);
}

/* C10: nobody took the marker: the starter starts again. */
static void c10_nobody_took_the_marker(void **state)
{
    (void)state;
    for (unsigned starter = 0; starter < 2; starter++) {
        azj_classic s;
        draw_table(&s, AZJ_CLASSIC, 2, "BBBB YYYY KKKK | M");
        s.starter = s.seat = (uint8_t)starter;
        draw_done(&s);
        draw_dump(&s, NULL);
        assert_int_equal(s.round, 2);
        assert_int_equal(s.starter, starter);
    }
}

/* C4: who took the marker starts the next round. */
static void c4_marker_starts(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB YYYY | K M");
    draw_done(&s);
    draw_play(&s, "1B5", NULL, NULL);
    draw_play(&s, "cK1", NULL, NULL);
    draw_play(&s, "2Y4", NULL, NULL);
    assert_int_equal(s.starter, 1);
    assert_int_equal(s.marker, AZJ_NOBODY); /* back in the centre */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c1_set_up),
        cmocka_unit_test(c1_random_starter),
        cmocka_unit_test(c1_bad_options),
        cmocka_unit_test(c2_refill),
        cmocka_unit_test(c2_shortage),
        cmocka_unit_test(c2_chance_is_explicit),
        cmocka_unit_test(c3_c4_first_turns),
        cmocka_unit_test(c4_marker_first),
        cmocka_unit_test(c4_marker_starts),
        cmocka_unit_test(c5_c6_yellow_example),
        cmocka_unit_test(c5_full_line),
        cmocka_unit_test(longest_list),
        cmocka_unit_test(refusals),
        cmocka_unit_test(c7_full_floor),
        cmocka_unit_test(c8_marker_on_full_floor),
        cmocka_unit_test(c9_phase_ends),
        cmocka_unit_test(c10_nobody_took_the_marker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
