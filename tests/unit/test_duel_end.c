/* test_duel_end.c - the tablets and the winner: rules D5, D22, D23. */
#include "check.h"
#include "duel_draw.h"

#include <stdio.h>

/* Round 5: seat 0 takes the last chip and the game ends with these tablets. The domes are filled as
 * drawn, whatever their plates show: the tablets look at tiles only. */
static void end_game(azj_duel *s, const char *tablets, const char *dome, azj_events *events)
{
    char words[256];
    snprintf(words, sizeof words, "round 5 starter 0 seat 0 chip1 T tablets %s", tablets);
    duel_table(s, words);
    duel_board(s, 0, "score 20 tokens 0 taken 1 spent Y");
    duel_board(s, 1, "score 20 tokens 0 taken 2 spent K R");
    duel_board(s, 0, dome);
    duel_fill(s);
    azj_duel_apply(s, duel_move("chip 1"), events);
    assert_int_equal(s->phase, AZJ_PHASE_OVER);
    assert_int_equal(s->seat, AZJ_NOBODY);
}

static int gain(const char *tablets, const char *dome, azj_events *events)
{
    azj_duel s;
    end_game(&s, tablets, dome, events);
    assert_int_equal(duel_points(events, 0), s.board[0].score - 20);
    return s.board[0].score - 20;
}

static unsigned hits(const azj_events *e, unsigned tablet)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < e->count; i++)
        n += e->at[i].kind == AZJ_EVENT_TABLET && e->at[i].tablet == tablet && e->at[i].seat == 0;
    return n;
}

static const char drawn_dome[] = "     .  BYRKT*\n"  /* full, five colours and a special tile */
                                 "    ..  BBBBBB\n"  /* full, one colour */
                                 "   ...  BY.RK*\n"  /* four colours and a special tile */
                                 "  ....  BY.KRT\n"  /* five colours */
                                 " .....  BYR**K\n"  /* four colours, two special tiles: full */
                                 "......  BYRR**\n"; /* three colours and special tiles: full */

/* D5 a-I, D22: 3 a full row; special tiles are tiles. */
static void tablet_a1(void **state)
{
    (void)state;
    azj_events e;
    assert_int_equal(gain("a1,c1,d1", drawn_dome, &e), 3 * 4);
    assert_int_equal(hits(&e, 0), 4);
    assert_true(duel_event(&e, AZJ_EVENT_TABLET, 0, 0)->cells == 63);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TABLET, 0, 0)->row, 1);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TABLET, 0, 0)->times, 1);
}

/* D5 a-II, D22: 4 a row of five colours; the special tile is one more colour, once; gaps do not
 * matter. */
static void tablet_a2(void **state)
{
    (void)state;
    azj_events e;
    assert_int_equal(gain("a2,c1,d1", drawn_dome, &e), 4 * 4); /* rows 1, 3, 4, 5 */
    assert_int_equal(hits(&e, 0), 4);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TABLET, 0, 1)->row, 3);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TABLET, 0, 3)->row, 5);
}

/* D5 b-I: 7 a full column. */
static void tablet_b1(void **state)
{
    (void)state;
    azj_events e;
    assert_int_equal(gain("b1,c1,d1", drawn_dome, &e), 7 * 5); /* all but the third */
    assert_int_equal(duel_event(&e, AZJ_EVENT_TABLET, 0, 2)->column, 4);
    assert_true(duel_event(&e, AZJ_EVENT_TABLET, 0, 2)->cells == UINT64_C(0x41041041) << 3);
}

/* D5 b-II: 1 a tile on the 20 border spaces. */
static void tablet_b2(void **state)
{
    (void)state;
    azj_events e;
    assert_int_equal(gain("b2,c1,d1", drawn_dome, &e), 20);
    assert_int_equal(gain("b2,c1,d1",
                          "     .  ......\n"
                          "    ..  .BBBB.\n"
                          "   ...  BB..B.\n"
                          "  ....  .B..B.\n"
                          " .....  .BBBB.\n"
                          "......  ......\n",
                          &e),
                     1);
    assert_int_equal(gain("b2,c1,d1", "", &e), 0);
}

/* D5 c-I: 10 a full main diagonal, twice possible. */
static void tablet_c1(void **state)
{
    (void)state;
    azj_events e;
    assert_int_equal(gain("b2,c1,d1",
                          "     .  B.....\n"
                          "    ..  .B....\n"
                          "   ...  ..B...\n"
                          "  ....  ...B..\n"
                          " .....  ....*.\n"
                          "......  .....B\n",
                          &e),
                     10 + 2);
    assert_int_equal(hits(&e, 2), 1);
    assert_int_equal(gain("b2,c1,d1",
                          "     .  B....R\n"
                          "    ..  .B..R.\n"
                          "   ...  ..BR..\n"
                          "  ....  ..RB..\n"
                          " .....  .R..*.\n"
                          "......  R....B\n",
                          &e),
                     20 + 4);
    assert_int_equal(hits(&e, 2), 2);
}

/* D5 c-II: full corner plates: 3 each of the upper two, 8 each of the lower two. */
static void tablet_c2(void **state)
{
    (void)state;
    azj_events e;
    static const char *const corner[4] = {"     .  BB....\n    ..  BB....\n   ...  ......\n  ....  "
                                          "......\n .....  ......\n......  ......\n",
                                          "     .  ....BB\n    ..  ....B*\n   ...  ......\n  ....  "
                                          "......\n .....  ......\n......  ......\n",
                                          "     .  ......\n    ..  ......\n   ...  ......\n  ....  "
                                          "......\n .....  BB....\n......  BB....\n",
                                          "     .  ......\n    ..  ......\n   ...  ......\n  ....  "
                                          "......\n .....  ....BB\n......  ....BB\n"};
    static const int points[4] = {3, 3, 8, 8};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(gain("a1,c2,d1", corner[i], &e), points[i]);
    assert_int_equal(gain("a1,c2,d1",
                          "     .  BB..BB\n"
                          "    ..  BB..BB\n"
                          "   ...  ......\n"
                          "  ....  ......\n"
                          " .....  BB..BB\n"
                          "......  BB..B.\n",
                          &e),
                     3 + 3 + 8);
}

/* D5 d-I: 2 a joker space, only if all one's joker spaces are filled. */
static void tablet_d1(void **state)
{
    (void)state;
    azj_events e;
    assert_int_equal(gain("a1,c1,d1",
                          "plates J1 J3 S1  -- -- --  -- -- --\n" /* jokers at 1,1 and 2,4 */
                          "     .  Y.....\n"
                          "    ..  ...R..\n",
                          &e),
                     4);
    assert_true(duel_event(&e, AZJ_EVENT_TABLET, 0, 0)->cells == (1u | 1u << 9));
    assert_int_equal(gain("a1,c1,d1",
                          "plates J1 J3 S1  -- -- --  -- -- --\n"
                          "     .  Y.....\n",
                          &e),
                     0);
    assert_int_equal(gain("a1,c1,d1", "plates S1 -- --  -- -- --  -- -- --\n", &e), 0);
}

/* D5 d-II: -3 an empty special space; D22: all tablets are summed, then clamped at 0. */
static void tablet_d2(void **state)
{
    (void)state;
    azj_events e;
    azj_duel s;
    assert_int_equal(gain("a1,c1,d2",
                          "plates S1 S2 J1  -- -- --  -- -- --\n"
                          "     .  YK....\n"
                          "    ..  T*....\n",
                          &e),
                     -3);
    assert_true(duel_event(&e, AZJ_EVENT_TABLET, 0, 0)->cells == 1u << 3);
    end_game(&s, "b2,c1,d2",
             "score 1 plates S1 S2 J1  -- -- --  -- -- --\n"
             "     .  B.....\n",
             &e);
    assert_int_equal(s.board[0].score, 0); /* 1 + 1 - 6 */
    assert_int_equal(duel_event(&e, AZJ_EVENT_CLAMP, 0, 0)->points, 4);
}

/* D23: most points; a tie goes to the holder of the start tile, or is shared. */
static void d23_winner(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    end_game(&s, "a1,b1,c1", "score 21", &e);
    assert_int_equal(azj_duel_winners(&s), 1);
    end_game(&s, "a1,b1,c1", "score 19", &e);
    assert_int_equal(azj_duel_winners(&s), 2);
    end_game(&s, "a1,b1,c1", "score 20", &e);
    assert_int_equal(azj_duel_winners(&s), 3);
    end_game(&s, "a1,b1,c1 start 1", "score 18", &e);
    assert_int_equal(s.board[1].score, 18); /* the start tile has cost 2 */
    assert_int_equal(s.start_tile, 1);
    assert_int_equal(azj_duel_winners(&s), 2);
    end_game(&s, "a1,b1,c1 start 0", "score 22", &e);
    assert_int_equal(azj_duel_winners(&s), 1);
    s.phase = AZJ_PHASE_OFFER;
    assert_int_equal(azj_duel_winners(&s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tablet_a1), cmocka_unit_test(tablet_a2), cmocka_unit_test(tablet_b1),
        cmocka_unit_test(tablet_b2), cmocka_unit_test(tablet_c1), cmocka_unit_test(tablet_c2),
        cmocka_unit_test(tablet_d1), cmocka_unit_test(tablet_d2), cmocka_unit_test(d23_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
