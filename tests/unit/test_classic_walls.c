/* test_classic_walls.c - grey walls and Crystal Mosaic: rules C15 to C17, C21 to C24. */
#include "check.h"
#include "draw.h"

#include <string.h>

#define BARE_BOARD   \
    "    .  .....\n" \
    "   ..  .....\n" \
    "  ...  .....\n" \
    " ....  .....\n" \
    ".....  .....\n"

/* Seat 0 has this board; seat 1 holds the marker, starts and takes the last tile. */
static void last_tile(azj_classic *s, azj_rules rules, const char *picture, azj_events *events)
{
    draw_table(s, rules, 2, "| K");
    s->seat = s->starter = s->marker = 1;
    draw_board(s, 0, picture);
    draw_board(s, 1, BARE_BOARD "floor M");
    draw_done(s);
    assert_int_equal(draw_play(s, "cK5", NULL, events), AZJ_E_OK);
}

static void place(azj_classic *s, unsigned line, unsigned column, azj_events *events)
{
    const azj_move m = azj_move_place(line, column);
    assert_int_equal(azj_classic_legal(s, m, NULL), AZJ_E_OK);
    azj_classic_apply(s, m, events);
}

/* C15: no colour twice in a row or column; line by line from the top, seeing earlier choices. */
static void c15_choice(void **state)
{
    (void)state;
    azj_classic s;
    azj_fault why;
    last_tile(&s, AZJ_GREY,
              "    B  .....\n"
              "   BB  R....\n"
              "  ...  .....\n"
              " ....  ....B\n"
              ".....  .....\n",
              NULL);
    assert_int_equal(s.phase, AZJ_PHASE_TILING);
    assert_int_equal(s.seat, 0);
    assert_int_equal(s.line, 1);
    assert_int_equal(azj_classic_columns(&s, 0, 1, AZJ_BLUE), 0x0f); /* column 5 has blue */
    assert_int_equal(azj_classic_legal(&s, azj_move_place(1, 5), &why), AZJ_E_COLUMN_HAS);
    assert_int_equal(why.column, 5);
    assert_int_equal(azj_classic_legal(&s, azj_move_place(2, 2), &why), AZJ_E_OTHER_LINE);
    assert_int_equal(why.number, 1);
    assert_int_equal(azj_classic_legal(&s, azj_move_place(1, 0), &why), AZJ_E_NO_COLUMN);
    assert_int_equal(azj_classic_legal(&s, azj_move_take(1, 0, 0), &why), AZJ_E_WRONG_PHASE);
    assert_int_equal(azj_classic_legal(&s, azj_move_place(1, 3) | 256, &why), AZJ_E_NOT_A_MOVE);
    assert_int_equal(azj_classic_validate(&s, NULL), AZJ_E_OK);
    place(&s, 1, 2, NULL);
    assert_int_equal(s.line, 2);
    assert_int_equal(azj_classic_columns(&s, 0, 2, AZJ_BLUE), 0x0c); /* 1 taken, 2 and 5 blue */
    assert_int_equal(azj_classic_legal(&s, azj_move_place(2, 1), &why), AZJ_E_SPACE_TAKEN);
    place(&s, 2, 4, NULL);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
}

/* C15: what has one place is placed without asking. */
static void c15_forced(void **state)
{
    (void)state;
    azj_classic s;
    last_tile(&s, AZJ_GREY,
              "    B  YRK..\n"
              "   ..  .....\n"
              "  ...  .....\n"
              " ....  ....B\n"
              ".....  .....\n",
              NULL);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
    assert_int_equal(s.board[0].wall[AZJ_BLUE], 1u << 3 | 1u << 19);
    assert_int_equal(s.board[0].score, 4);
}

/* C15: a lower line never restricts an upper one. */
static void c15_upper_line_first(void **state)
{
    (void)state;
    azj_classic s;
    last_tile(&s, AZJ_GREY,
              "    B  .....\n"
              "   BB  RYKT.\n"
              "  ...  .....\n"
              " ....  .....\n"
              ".....  .....\n",
              NULL);
    assert_int_equal(azj_classic_columns(&s, 0, 1, AZJ_BLUE), 31);
    place(&s, 1, 5, NULL); /* takes the only column that line 2 had left: C16 follows */
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
    assert_int_equal(azj_classic_line_count(&s.board[0], 2), 0);
}

/* C16: a full line without a legal place falls to the floor at once and costs this round. */
static void c16_line_drops(void **state)
{
    (void)state;
    azj_classic s;
    azj_events events;
    last_tile(&s, AZJ_GREY,
              "    .  .....\n"
              "   ..  .....\n"
              "  BBB  YRK..\n"
              " ....  ...B.\n"
              ".....  ....B\n",
              &events);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
    assert_int_equal(azj_classic_line_count(&s.board[0], 3), 0);
    assert_int_equal(s.board[0].score, 0);
    assert_true(s.lid == azj_tiles_of(3, AZJ_BLUE));
    unsigned at = 0;
    while (events.at[at].kind != AZJ_EVENT_DROPPED)
        at++;
    assert_int_equal(events.at[at].row, 3);
    assert_int_equal(events.at[at].count, 3);
    assert_int_equal(events.at[at + 1].kind, AZJ_EVENT_FLOOR);
    assert_int_equal(events.at[at + 4].kind, AZJ_EVENT_CLAMP);
    assert_int_equal(events.at[at + 4].points, 4);
}

/* C16 with C7: the floor holds seven, the others go to the lid without penalty. */
static void c16_onto_a_full_floor(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_GREY, 2, "| K");
    s.seat = s.starter = s.marker = 1;
    draw_board(&s, 0,
               "    .  .....\n"
               "   ..  .....\n"
               "  ...  ...B.\n"
               " BBBB  YRK..\n"
               ".....  ....B\n"
               "floor RRRRR\n");
    draw_board(&s, 1, BARE_BOARD "floor M");
    draw_done(&s);
    s.board[0].score = 30;
    draw_play(&s, "cK5", NULL, NULL);
    assert_int_equal(s.board[0].score, 30 - 14);
    assert_true(s.lid == azj_tiles_of(4, AZJ_BLUE) + azj_tiles_of(5, AZJ_RED));
}

/* C17: only C6 forbids a line: a colour with no place left in its row may still be added. */
static void c17_adding_is_allowed(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_GREY, 2, "BBBB | M");
    draw_board(&s, 0,
               "    .  YRKT.\n"
               "   ..  ....B\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    assert_int_equal(azj_classic_columns(&s, 0, 1, AZJ_BLUE), 0);
    assert_int_equal(draw_play(&s, "1B2", NULL, NULL), AZJ_E_ROW_HAS);
    assert_int_equal(draw_play(&s, "1B1", NULL, NULL), AZJ_E_OK);
}

/* C21: printed spaces take their own colour only; that colour may also go elsewhere in the row. */
static void c21_printed(void **state)
{
    (void)state;
    static const char side1[5][6] = {"...K.", "T....", "..Y..", "....B", ".R..."};
    static const char side2[5][6] = {".....", ".B.R.", "..T..", ".K.Y.", "....."};
    for (unsigned side = 0; side < 2; side++) {
        azj_classic s;
        draw_table(&s, side ? AZJ_CRYSTAL2 : AZJ_CRYSTAL1, 2, "BBBB | M");
        draw_done(&s);
        for (unsigned row = 0; row < 5; row++)
            for (unsigned c = 0; c < 5; c++) {
                unsigned expected = 0;
                for (unsigned column = 0; column < 5; column++) {
                    const char printed = (side ? side2 : side1)[row][column];
                    if (printed == '.' || printed == "BYRKT"[c])
                        expected |= 1u << column;
                }
                assert_int_equal(azj_classic_columns(&s, 0, row + 1, c), expected);
            }
    }
}

static void c21_refusal(void **state)
{
    (void)state;
    azj_classic s;
    azj_fault why;
    last_tile(&s, AZJ_CRYSTAL2,
              "    .  .....\n"
              "   TT  .....\n"
              "  ...  .....\n"
              " ....  .....\n"
              ".....  .....\n",
              NULL);
    assert_int_equal(azj_classic_legal(&s, azj_move_place(2, 4), &why), AZJ_E_SPACE_PRINTED);
    assert_int_equal(why.other, AZJ_RED);
    assert_int_equal(why.line, 2);
}

/* C22, the rulebook's example: 3 across and 2 down on a doubling space make 10. */
static void c22_doubled(void **state)
{
    (void)state;
    azj_classic s;
    azj_events events;
    last_tile(&s, AZJ_CRYSTAL1,
              "    .  .....\n"
              "   ..  ..K..\n"
              "  YYY  BR...\n"
              " ....  .....\n"
              ".....  .....\n",
              NULL);
    assert_int_equal(azj_classic_tile_points(&s, 0, 3, 3), 10);
    place(&s, 3, 3, &events);
    assert_int_equal(events.at[0].points, 10);
    assert_int_equal(events.at[0].h, 3);
    assert_int_equal(events.at[0].v, 2);
    assert_int_equal(events.at[0].times, 2);
    assert_int_equal(azj_classic_tile_points(&s, 1, 3, 4), 1); /* no doubling beside it */
}

/* C22: only side 1 doubles. */
static void c22_not_on_side_2(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CRYSTAL2, 2, "BBBB | M");
    draw_done(&s);
    assert_int_equal(azj_classic_tile_points(&s, 0, 3, 3), 1);
    draw_table(&s, AZJ_CRYSTAL1, 2, "BBBB | M");
    draw_done(&s);
    assert_int_equal(azj_classic_tile_points(&s, 0, 3, 3), 2);
}

/* C23: the floor of both sides: 1 0 1 2 1 2 3. */
static void c23_floor(void **state)
{
    (void)state;
    static const uint8_t cost[7] = {1, 0, 1, 2, 1, 2, 3};
    for (unsigned rules = AZJ_CRYSTAL1; rules <= AZJ_CRYSTAL2; rules++) {
        int total = 0;
        for (unsigned n = 1; n <= 7; n++) {
            azj_classic s;
            char picture[DRAW_MAX] = BARE_BOARD "floor BBBBBBB";
            picture[5 * 13 + 6 + n] = 0;
            draw_table(&s, (azj_rules)rules, 2, "| K");
            s.seat = s.starter = s.marker = 1;
            draw_board(&s, 0, picture);
            draw_board(&s, 1, BARE_BOARD "floor M");
            draw_done(&s);
            s.board[0].score = 30;
            draw_play(&s, "cK5", NULL, NULL);
            total += cost[n - 1];
            assert_int_equal(s.board[0].score, 30 - total);
        }
    }
}

/* C24: 2, 7, 10 on side 1; 3, 10, 12 on side 2. A row, a column and blue are completed by the last
 * blue tile, which has one place left. */
static void c24_bonuses(void **state)
{
    (void)state;
    static const char *const walls[2] = {"    B  .YTKR\n"
                                         "   ..  TBR..\n"
                                         "  ...  R..B.\n"
                                         " ....  Y...B\n"
                                         ".....  K.B..\n",
                                         "    B  .YRKT\n"
                                         "   ..  TB...\n"
                                         "  ...  R...B\n"
                                         " ....  Y.B..\n"
                                         ".....  K..B.\n"};
    static const int row[2] = {2, 3}, column[2] = {7, 10}, colour[2] = {10, 12};
    for (unsigned side = 0; side < 2; side++) {
        azj_classic s;
        azj_events events;
        last_tile(&s, side ? AZJ_CRYSTAL2 : AZJ_CRYSTAL1, walls[side], &events);
        assert_int_equal(s.phase, AZJ_PHASE_OVER);
        const azj_event *last = &events.at[events.count - 3];
        assert_int_equal(last[0].kind, AZJ_EVENT_ROW);
        assert_int_equal(last[0].points, row[side]);
        assert_int_equal(last[1].kind, AZJ_EVENT_COLUMN);
        assert_int_equal(last[1].points, column[side]);
        assert_int_equal(last[2].kind, AZJ_EVENT_COLOUR);
        assert_int_equal(last[2].points, colour[side]);
        assert_int_equal(s.board[0].score, 10 + row[side] + column[side] + colour[side]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c15_choice),
        cmocka_unit_test(c15_forced),
        cmocka_unit_test(c15_upper_line_first),
        cmocka_unit_test(c16_line_drops),
        cmocka_unit_test(c16_onto_a_full_floor),
        cmocka_unit_test(c17_adding_is_allowed),
        cmocka_unit_test(c21_printed),
        cmocka_unit_test(c21_refusal),
        cmocka_unit_test(c22_doubled),
        cmocka_unit_test(c22_not_on_side_2),
        cmocka_unit_test(c23_floor),
        cmocka_unit_test(c24_bonuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
