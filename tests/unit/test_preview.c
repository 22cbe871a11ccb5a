/* test_preview.c - previews of moves, and bonuses as they stand. */
#include "check.h"
#include "draw.h"
#include "duel_draw.h"
#include "laws.h"

#include <string.h>

static azj_preview preview(const azj_classic *s, azj_move move)
{
    azj_state state = {.classic = *s};
    const azj_preview p = azj_preview_move(&state, move);
    assert_int_equal(azj_taken(&state, move), p.taken);
    return p;
}

/* Three tiles on a line with room for two, with a tile of the floor already costing 1. */
static void overflow_and_round(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBK RRRR | M");
    draw_board(&s, 0,
               "    .  .....\n"
               "   ..  T.Y..\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n"
               "floor R\n");
    draw_done(&s);
    s.board[0].score = 20;
    azj_preview p = preview(&s, azj_move_take(1, AZJ_BLUE, 2));
    assert_int_equal(p.taken, 3);
    assert_int_equal(p.overflow, 1);
    assert_int_equal(p.points_now, 0);
    assert_int_equal(p.points_round, 3 - 2); /* T B Y in a row, two pieces on the floor */
    p = preview(&s, azj_move_take(1, AZJ_BLUE, 5));
    assert_int_equal(p.overflow, 0);
    assert_int_equal(p.points_round, -1);
    p = preview(&s, azj_move_take(1, AZJ_BLUE, 0));
    assert_int_equal(p.overflow, 3);
    assert_int_equal(p.points_round, -6);
}

/* The last take of a round shows what the tiling really brings, for every seat that makes it. */
static void last_take_is_exact(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "KK |");
    s.marker = AZJ_NOBODY;
    draw_done(&s);
    const azj_preview p = preview(&s, azj_move_take(1, AZJ_BLACK, 2));
    assert_int_equal(p.points_round, 1);
}

/* C12, C13: what a move changes leaves out what earlier lines bring anyway; the floor is a cost
 * even where the score cannot fall. */
static void change_is_of_this_move(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBK RRRR | M TT");
    draw_board(&s, 0,
               "    Y  .....\n"
               "   BB  .....\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    azj_preview p = preview(&s, azj_move_take(1, AZJ_BLUE, 5));
    assert_int_equal(p.points_round, 1 + 2); /* lines 1 and 2 are full already */
    assert_int_equal(p.change, 0);
    assert_int_equal(p.row, 0);
    p = preview(&s, azj_move_take(1, AZJ_BLUE, 0));
    assert_int_equal(p.change, -1 - 1 - 2);
    p = preview(&s, azj_move_take(0, AZJ_TURQUOISE, 0)); /* C4: the marker is a piece */
    assert_int_equal(p.change, -1 - 1 - 2);
    s.board[0].line[0] = s.board[0].line[1] = 0;
    p = preview(&s, azj_move_take(1, AZJ_BLUE, 0));
    assert_int_equal(p.points_round, 0); /* C13: never below 0 */
    assert_int_equal(p.change, -4);
}

/* C11, C12: the run of the tile on the wall as it will be: full lines above are tiled first. */
static void run_of_the_completed_line(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "BBBK RRRR |");
    s.marker = AZJ_NOBODY;
    draw_board(&s, 0,
               "    Y  .....\n"
               "   BB  T....\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    azj_preview p = preview(&s, azj_move_take(1, AZJ_BLUE, 3));
    assert_int_equal(p.row, 3); /* C14 */
    assert_int_equal(p.column, 3);
    assert_int_equal(p.run, 1u << 12);
    assert_int_equal(p.change, 1);
    p = preview(&s, azj_move_take(1, AZJ_BLACK, 3)); /* one of three: no tile is placed */
    assert_int_equal(p.row, 0);
    assert_int_equal(p.run, 0);
    draw_table(&s, AZJ_CLASSIC, 2, "TBBK RRRR |");
    s.marker = AZJ_NOBODY;
    draw_board(&s, 0,
               "    Y  .....\n"
               "   BB  .....\n"
               "  .TT  ..B..\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    p = preview(&s, azj_move_take(1, AZJ_TURQUOISE, 3));
    assert_int_equal(p.column, 2);
    assert_int_equal(p.run, 1u << 1 | 1u << 6 | 1u << 11 | 1u << 12);
    assert_int_equal(p.change, 2 + 3); /* below Y and B, which come first */
}

/* D15, D19, D20: in Duel, too: the line on the dome, and broken tiles with a score of 0. */
static void change_in_duel(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 3 starter 0 seat 0 sun1 YYB chip1 T");
    duel_board(&s, 1, "score 10 tokens 0");
    duel_board(&s, 0,
               "score 0 tokens 0\n"
               "plates S1 S4 --  -- -- --  -- -- --\n" /* YK/TS beside YB/KS */
               "     .  .K....\n"
               "    ..  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    duel_done(&s);
    const azj_state any = {.duel = s};
    azj_preview p = azj_preview_move(&any, azj_move_sun(1, AZJ_YELLOW, AZJ_BLUE + 1, 1));
    assert_int_equal(p.overflow, 1);
    assert_int_equal(p.row, 1);
    assert_true(p.column == 1 || p.column == 3);
    assert_int_equal(p.run, 3u << (p.column == 1 ? 0 : 1));
    assert_int_equal(p.change, 2 - 1);
    p = azj_preview_move(&any, azj_move_sun(1, AZJ_YELLOW, AZJ_BLUE + 1, 0));
    assert_int_equal(p.points_round, 0);
    assert_int_equal(p.change, -3);
}

/* A wall choice scores at once. */
static void wall_choice(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_GREY, 2, "K |");
    s.marker = AZJ_NOBODY;
    draw_board(&s, 0,
               "    B  .RY..\n"
               "   TT  .....\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n"
               "floor R\n");
    draw_done(&s);
    draw_play(&s, "1Kf", NULL, NULL);
    assert_int_equal(s.phase, AZJ_PHASE_TILING);
    azj_preview p = preview(&s, azj_move_place(1, 4));
    assert_int_equal(p.points_now, 3);
    assert_int_equal(p.points_round, 3 + 2 - 2); /* turquoise below, and the floor */
    p = preview(&s, azj_move_place(1, 5));
    assert_int_equal(p.points_now, 1);
}

/* What a placed tile brings at once is its own points: not those of a lower line that has one place
 * only, nor those of the next player's same line. */
static void wall_choice_alone(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_GREY, 2, "K |");
    s.marker = AZJ_NOBODY;
    draw_board(&s, 0,
               "    B  .....\n"
               "   TT  RYK..\n"
               "  ...  ...T.\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_board(&s, 1,
               "    B  RYK..\n"
               "   ..  ...B.\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    draw_done(&s);
    draw_play(&s, "1K5", NULL, NULL);
    assert_int_equal(s.phase, AZJ_PHASE_TILING);
    azj_preview p = preview(&s, azj_move_place(1, 5));
    assert_int_equal(p.points_now, 1);
    assert_int_equal(p.points_round, 1 + 2); /* and turquoise below it */
    s.board[0].line[1] = 0;                  /* without line 2 the other seat's blue comes next */
    p = preview(&s, azj_move_place(1, 5));
    assert_int_equal(p.points_now, 1);
    assert_int_equal(p.points_round, 1);
}

/* D19: the special tile that a placed tile brings counts with it. */
static void dome_choice_with_special(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 3 starter 0 seat 0 chip1 T");
    duel_board(&s, 1, "score 10 tokens 0 taken 2 spent K R");
    duel_board(&s, 0,
               "score 10 tokens 0 taken 1 spent Y\n"
               "plates S1 S4 --  -- -- --  -- -- --\n" /* YK/TS beside YB/KS */
               "     Y  .K....\n"
               "    ..  T.....\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    duel_done(&s);
    duel_play(&s, "chip 1", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_TILING);
    const azj_state any = {.duel = s};
    assert_int_equal(azj_preview_move(&any, duel_move("tile 1 1")).points_now, 2 + 2 + 2);
    assert_int_equal(azj_preview_move(&any, duel_move("tile 1 3")).points_now, 2);
}

static void bonuses_as_they_stand(void **state)
{
    (void)state;
    azj_classic s;
    azj_events events;
    draw_table(&s, AZJ_CLASSIC, 2, "KKRR | M");
    draw_board(&s, 1,
               "    Y  B....\n"
               "   ..  TB...\n"
               "  ...  K.B..\n"
               " ....  R..B.\n"
               ".....  Y...B\n"
               "floor R\n");
    draw_done(&s);
    azj_state any = {.classic = s};
    azj_standing(&any, 1, &events);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.at[0].kind, AZJ_EVENT_COLUMN);
    assert_int_equal(events.at[1].kind, AZJ_EVENT_COLOUR);
    azj_standing(&any, 0, &events);
    assert_int_equal(events.count, 0);
}

/* In every position of many games: previews agree with what then happens, and never fail. */
static void previews_of_whole_games(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 11);
    for (unsigned game = 0; game < 60; game++) {
        azj_state s;
        azj_move moves[AZJ_MOVES_MAX];
        const azj_options o = {.rules = (uint8_t)(game % AZJ_RULES_NB),
                               .players = 2,
                               .starter = AZJ_NOBODY,
                               .tablets = (uint8_t)azj_duel_random_tablets(&rng)};
        azj_new(&s, &o);
        azj_deal(&s, &rng);
        while (s.head.phase != AZJ_PHASE_OVER) {
            const size_t n = azj_moves(&s, moves);
            const unsigned seat = s.head.seat;
            const azj_move m =
                laws_choose(&s, (laws_style)(game / 5 % LAWS_STYLE_NB), moves, n, &rng);
            azj_state view, before = s;
            azj_events events;
            azj_view(&s, seat, &view);
            const azj_preview p = azj_preview_move(&view, m), q = azj_preview_move(&s, m);
            assert_memory_equal(&p, &q, sizeof p); /* a view is enough */
            assert_true(p.overflow <= p.taken);
            azj_standing(&view, seat, &events);
            for (uint32_t i = 0; i < events.count; i++)
                assert_int_equal(events.at[i].seat, seat);
            azj_apply(&s, m, &events);
            int points = 0;
            for (uint32_t i = 0; i < events.count; i++)
                if (events.at[i].seat == seat && events.at[i].kind < AZJ_EVENT_FINAL)
                    points += events.at[i].points;
            if (before.head.phase != AZJ_PHASE_TILING && s.head.phase == AZJ_PHASE_DEAL)
                assert_int_equal(points, p.points_round);
            azj_deal(&s, &rng);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overflow_and_round),     cmocka_unit_test(last_take_is_exact),
        cmocka_unit_test(change_is_of_this_move), cmocka_unit_test(run_of_the_completed_line),
        cmocka_unit_test(change_in_duel),         cmocka_unit_test(wall_choice),
        cmocka_unit_test(wall_choice_alone),      cmocka_unit_test(dome_choice_with_special),
        cmocka_unit_test(bonuses_as_they_stand),  cmocka_unit_test(previews_of_whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
