/* test_classic_tiling.c - tiling and scoring on the coloured wall: rules C11 to C14, C18 to C20. */
#include "check.h"
#include "draw.h"

#include <string.h>

static void assert_board(const azj_classic *s, unsigned seat, const char *picture)
{
    char shown[DRAW_MAX];
    draw_show(s, seat, shown);
    assert_string_equal(shown, picture);
}

#define BARE_BOARD   \
    "    .  .....\n" \
    "   ..  .....\n" \
    "  ...  .....\n" \
    " ....  .....\n" \
    ".....  .....\n"

/* Points of completing line 3 with this colour on this wall, by the events. */
static azj_event tile_event(const char *picture)
{
    azj_classic s;
    azj_events events;
    draw_table(&s, AZJ_CLASSIC, 2, "KKKK |");
    s.seat = s.starter = 1; /* the opponent takes the last tiles */
    s.marker = AZJ_NOBODY;
    draw_board(&s, 0, picture);
    draw_done(&s);
    draw_play(&s, "1K5", NULL, &events);
    assert_int_equal(events.count, 1);
    assert_int_equal(events.at[0].kind, AZJ_EVENT_TILE);
    assert_int_equal(events.at[0].score, s.board[0].score);
    assert_int_equal(events.at[0].points, s.board[0].score);
    return events.at[0];
}

/* C12, the rulebook's examples: alone 1; three across 3; three down 3; four across, three down 7.
 */
static void c12_examples(void **state)
{
    (void)state;
    azj_event e = tile_event("    .  B....\n"
                             "   ..  .....\n"
                             "  BBB  .....\n"
                             " ....  .....\n"
                             ".....  ....B\n");
    assert_int_equal(e.points, 1);
    assert_int_equal(e.h, 0);
    assert_int_equal(e.v, 0);
    assert_true(e.cells == 1u << 12);

    e = tile_event("    .  .....\n"
                   "   ..  .....\n"
                   "  YYY  .TB..\n"
                   " ....  .....\n"
                   ".....  .....\n");
    assert_int_equal(e.points, 3);
    assert_int_equal(e.h, 3);
    assert_int_equal(e.v, 0);
    assert_int_equal(e.column, 4);

    e = tile_event("    .  .....\n"
                   "   ..  .....\n"
                   "  BBB  .....\n"
                   " ....  ..T..\n"
                   ".....  ..K..\n");
    assert_int_equal(e.points, 3);
    assert_int_equal(e.h, 0);
    assert_int_equal(e.v, 3);
    assert_true(e.cells == (1u << 12 | 1u << 17 | 1u << 22));

    e = tile_event("    .  .....\n"
                   "   ..  ...R.\n"
                   "  YYY  KTB..\n"
                   " ....  ...B.\n"
                   ".....  .....\n");
    assert_int_equal(e.points, 7);
    assert_int_equal(e.h, 4);
    assert_int_equal(e.v, 3);
    assert_int_equal(e.row, 3);
    assert_int_equal(e.colour, AZJ_YELLOW);
}

/* C12: a run stops at a gap. */
static void c12_gap(void **state)
{
    (void)state;
    const azj_event e = tile_event("    .  .....\n"
                                   "   ..  .....\n"
                                   "  YYY  KT..R\n"
                                   " ....  .....\n"
                                   ".....  ...T.\n");
    assert_int_equal(e.points, 2); /* with the red to its right only */
}

/* C11, the rulebook's example: red line 2 and blue line 4 move, 1 point each; 3 and 5 stay. */
static void c11_example(void **state)
{
    (void)state;
    azj_classic s;
    azj_events events;
    draw_table(&s, AZJ_CLASSIC, 2, "KKKK |");
    s.seat = s.starter = 1;
    s.marker = AZJ_NOBODY;
    draw_board(&s, 0,
               "    .  .....\n"
               "   RR  .....\n"
               "  .YY  .....\n"
               " BBBB  .....\n"
               "..TTT  .....\n");
    draw_done(&s);
    draw_play(&s, "1K4", NULL, &events);
    assert_int_equal(events.count, 3); /* seat 1 tiles first: it started the round */
    assert_int_equal(events.at[0].seat, 1);
    assert_int_equal(events.at[1].row, 2);
    assert_int_equal(events.at[2].row, 4);
    assert_int_equal(s.board[0].score, 2);
    assert_board(&s, 0,
                 "    .  .....\n"
                 "   ..  ...R.\n"
                 "  .YY  .....\n"
                 " ....  ...B.\n"
                 "..TTT  .....\n"
                 "floor \n");
    assert_true(s.lid ==
                azj_tiles_of(1, AZJ_RED) + azj_tiles_of(3, AZJ_BLUE) + azj_tiles_of(3, AZJ_BLACK));
}

/* C11: lines go from top to bottom, and each placed tile counts for the next. */
static void c11_order(void **state)
{
    (void)state;
    azj_classic s;
    azj_events events;
    draw_table(&s, AZJ_CLASSIC, 2, "KKKK |");
    s.seat = s.starter = 1;
    s.marker = AZJ_NOBODY;
    draw_board(&s, 0,
               "    B  .....\n"
               "   TT  .....\n"
               "  KKK  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    draw_play(&s, "1K5", NULL, &events);
    assert_int_equal(events.count, 3);
    assert_int_equal(events.at[0].points, 1);
    assert_int_equal(events.at[1].points, 2);
    assert_int_equal(events.at[2].points, 3);
}

/* C13, the rulebook's example: four tiles and the marker cost 8. */
static void c13_floor_of_five(void **state)
{
    (void)state;
    azj_classic s;
    azj_events events;
    draw_table(&s, AZJ_CLASSIC, 2, "| K");
    s.seat = 1;
    draw_board(&s, 0, BARE_BOARD "floor MBBRT\n");
    draw_done(&s);
    s.board[0].score = 20;
    draw_play(&s, "cK1", NULL, &events);
    assert_int_equal(s.board[0].score, 12);
    assert_int_equal(s.board[0].floor, 0);
    assert_int_equal(events.at[0].kind, AZJ_EVENT_FLOOR);
    assert_int_equal(events.at[0].colour, AZJ_COLOUR_NB); /* the marker */
    assert_int_equal(events.at[4].score, 12);
    assert_true(s.lid == azj_tiles_of(2, AZJ_BLUE) + azj_tiles_of(1, AZJ_RED) +
                             azj_tiles_of(1, AZJ_TURQUOISE));
    assert_int_equal(s.starter, 0); /* the marker stayed with its player */
}

/* C13: the price of every number of pieces, and never below 0. */
static void c13_all_floors(void **state)
{
    (void)state;
    static const int cost[8] = {0, 1, 2, 4, 6, 8, 11, 14};
    for (unsigned n = 0; n <= 7; n++)
        for (int score = 0; score <= 20; score += 5) {
            azj_classic s;
            azj_events events;
            char picture[DRAW_MAX] = BARE_BOARD "floor BBBBBBB";
            picture[5 * 13 + 6 + n] = 0;
            draw_table(&s, AZJ_CLASSIC, 2, "| K");
            s.marker = s.seat = 1;
            draw_board(&s, 0, picture);
            draw_board(&s, 1, BARE_BOARD "floor M");
            draw_done(&s);
            s.board[0].score = (int16_t)score;
            draw_play(&s, "cK2", NULL, &events);
            const int left = score - cost[n] < 0 ? 0 : score - cost[n];
            int told = score;
            for (uint32_t i = 0; i < events.count; i++)
                told += events.at[i].seat == 0 ? events.at[i].points : 0;
            assert_int_equal(s.board[0].score, left);
            assert_int_equal(told, left);
        }
}

/* C13: points of this round come first, the floor after them. */
static void c13_after_the_wall(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "| K");
    s.seat = s.marker = 1;
    draw_board(&s, 0,
               "    B  .YRK.\n"
               "   ..  .....\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n"
               "floor RR\n");
    draw_board(&s, 1, BARE_BOARD "floor M");
    draw_done(&s);
    draw_play(&s, "cK2", NULL, NULL);
    assert_int_equal(s.board[0].score, 4 - 2);
}

/* C14: row 1 is B Y R K T, each next row shifted one to the right. */
static void c14_wall(void **state)
{
    (void)state;
    static const char *const rows[5] = {"BYRKT", "TBYRK", "KTBYR", "RKTBY", "YRKTB"};
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB | M");
    draw_done(&s);
    for (unsigned row = 1; row <= 5; row++)
        for (unsigned c = 0; c < 5; c++) {
            const unsigned columns = azj_classic_columns(&s, 0, row, c);
            assert_int_equal(columns, 1u << (strchr(rows[row - 1], "BYRKT"[c]) - rows[row - 1]));
        }
}

/* C6, C14: a colour that the row has already has no column left. */
static void c14_once_a_row(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBB | M");
    draw_board(&s, 0,
               "    .  B....\n"
               "   ..  .....\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    assert_int_equal(azj_classic_columns(&s, 0, 1, AZJ_BLUE), 0);
    assert_int_equal(azj_classic_columns(&s, 0, 1, AZJ_RED), 4);
}

/* C18: a complete row ends the game after the tiling; 2 a row, 7 a column, 10 a colour. */
static void c18_bonuses(void **state)
{
    (void)state;
    azj_classic s;
    azj_events events;
    draw_table(&s, AZJ_CLASSIC, 2, "| K");
    s.seat = s.marker = 1;
    draw_board(&s, 0,
               "    B  .YRKT\n"
               "   ..  TB...\n"
               "  ...  K.B..\n"
               " ....  R..B.\n"
               ".....  Y...B\n");
    draw_board(&s, 1, BARE_BOARD "floor M");
    draw_done(&s);
    draw_play(&s, "cK2", NULL, &events);
    assert_int_equal(s.phase, AZJ_PHASE_OVER);
    assert_int_equal(s.seat, AZJ_NOBODY);
    assert_int_equal(s.board[0].score, 5 + 5 + 2 + 7 + 10);
    assert_int_equal(events.at[events.count - 3].kind, AZJ_EVENT_ROW);
    assert_true(events.at[events.count - 3].cells == 31);
    assert_int_equal(events.at[events.count - 2].kind, AZJ_EVENT_COLUMN);
    assert_true(events.at[events.count - 2].cells == 0x108421);
    assert_int_equal(events.at[events.count - 1].kind, AZJ_EVENT_COLOUR);
    assert_int_equal(events.at[events.count - 1].points, 10);
    assert_int_equal(azj_classic_winners(&s), 1);
    assert_int_equal(azj_classic_legal(&s, azj_move_take(0, 0, 1), NULL), AZJ_E_GAME_OVER);
    assert_int_equal(azj_classic_validate(&s, NULL), AZJ_E_OK);
}

static unsigned winners_of(int score0, const char *wall0, int score1, const char *wall1)
{
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "|");
    draw_board(&s, 0, wall0);
    draw_board(&s, 1, wall1);
    s.phase = AZJ_PHASE_OVER;
    s.seat = AZJ_NOBODY;
    s.board[0].score = (int16_t)score0;
    s.board[1].score = (int16_t)score1;
    draw_done(&s);
    return azj_classic_winners(&s);
}

/* C19: most points; then more complete rows; then shared. */
static void c19_ties(void **state)
{
    (void)state;
    static const char one_row[] = "    .  BYRKT\n"
                                  "   ..  .....\n"
                                  "  ...  .....\n"
                                  " ....  .....\n"
                                  ".....  .....\n";
    static const char two_rows[] = "    .  BYRKT\n"
                                   "   ..  TBYRK\n"
                                   "  ...  .....\n"
                                   " ....  .....\n"
                                   ".....  .....\n";
    assert_int_equal(winners_of(30, one_row, 31, BARE_BOARD), 2);
    assert_int_equal(winners_of(30, one_row, 30, two_rows), 2);
    assert_int_equal(winners_of(30, two_rows, 30, one_row), 1);
    assert_int_equal(winners_of(30, one_row, 30, one_row), 3);
    assert_int_equal(winners_of(31, BARE_BOARD, 30, two_rows), 1);
}

/* C20: the tiling of round 30 ends the game. */
static void c20_round_30(void **state)
{
    (void)state;
    for (unsigned round = 29; round <= 30; round++) {
        azj_classic s;
        draw_table(&s, AZJ_CLASSIC, 2, "| K");
        s.marker = 0;
        draw_board(&s, 0, BARE_BOARD "floor M");
        draw_done(&s);
        s.round = (uint8_t)round;
        draw_play(&s, "cK2", NULL, NULL);
        assert_int_equal(s.phase, round == 30 ? AZJ_PHASE_OVER : AZJ_PHASE_DEAL);
        assert_int_equal(s.round, 30);
    }
}

/* C20: no tile left for a next round ends the game, with the bonuses of C18. */
static void c20_no_tiles(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 4, "| K");
    s.marker = 0;
    s.starter = 0;
    for (unsigned p = 0; p < 4; p++)
        draw_board(&s, p,
                   "    .  BYRK.\n"
                   "   ..  TBYR.\n"
                   "  ...  KTBY.\n"
                   " ....  RKTB.\n"
                   ".....  YRKT.\n");
    s.board[0].floor = 1u << 24 | AZJ_CLASSIC_MARKER;
    draw_done(&s);
    /* Every other tile lies in incomplete lines: 4 walls of 20 and 20 tiles in lines and centre. */
    assert_int_equal(azj_tiles_total(s.bag), 19);
    const azj_tiles bag = s.bag;
    s.bag = 0;
    s.lid = bag;
    azj_classic with_lid = s;
    draw_play(&with_lid, "cKf", NULL, NULL);
    assert_int_equal(with_lid.phase, AZJ_PHASE_DEAL);
    s.lid = 0; /* as if those tiles lay elsewhere */
    assert_int_equal(draw_play(&s, "cK2", NULL, NULL), AZJ_E_OK);
    assert_int_equal(s.phase, AZJ_PHASE_OVER);
    assert_int_equal(s.board[1].score, 4 * 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c11_example),        cmocka_unit_test(c11_order),
        cmocka_unit_test(c12_examples),       cmocka_unit_test(c12_gap),
        cmocka_unit_test(c13_floor_of_five),  cmocka_unit_test(c13_all_floors),
        cmocka_unit_test(c13_after_the_wall), cmocka_unit_test(c14_wall),
        cmocka_unit_test(c14_once_a_row),     cmocka_unit_test(c18_bonuses),
        cmocka_unit_test(c19_ties),           cmocka_unit_test(c20_round_30),
        cmocka_unit_test(c20_no_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
