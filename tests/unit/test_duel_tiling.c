/* test_duel_tiling.c - dome tiling and its points: rules D2, D6, D17 to D20. */
#include "check.h"
#include "duel_draw.h"

#include <stdio.h>
#include <string.h>

/* A table at the very end of an acquisition: seat 0 takes the last chip, then the tiling begins. */
static void last_turn(azj_duel *s, const char *more)
{
    char words[256];
    snprintf(words, sizeof words, "round 3 starter 0 seat 0 chip1 T %s", more);
    duel_table(s, words);
    duel_board(s, 0, "score 10 tokens 0 taken 1 spent Y");
    duel_board(s, 1, "score 10 tokens 0 taken 2 spent K R");
}

static void begin(azj_duel *s, azj_events *events)
{
    duel_done(s);
    duel_play(s, "chip 1", events);
}

static void assert_board(const azj_duel *s, unsigned seat, const char *picture)
{
    char shown[DUEL_SHOW_MAX];
    duel_show(s, seat, shown);
    assert_string_equal(shown, picture);
}

static void refused(const azj_duel *s, const char *words, azj_error code)
{
    azj_fault why = {0};
    const azj_error e = azj_duel_legal(s, duel_move(words), &why);
    if (e != code)
        fail_msg("'%s': expected %s, got %s", words, azj_error_name(code), azj_error_name(e));
    assert_int_equal(why.code, code);
}

/* D19, D20, D6: the rulebook's example: 2+2, +2 for the special tile, 3, then -6 and -2. */
static void example_of_scoring(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    last_turn(&s, "start 0");
    duel_board(&s, 0,
               "broken RRK\n"
               "plates S1 -- --  S4 -- --  -- -- --\n" /* YK/TS above YB/KS */
               "     Y  .K....\n"
               "    ..  T.....\n"
               "   BBB  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    begin(&s, &e);
    const azj_event *yellow = duel_event(&e, AZJ_EVENT_TILE, 0, 0);
    assert_int_equal(yellow->h, 2);
    assert_int_equal(yellow->v, 2);
    assert_int_equal(yellow->points, 4);
    assert_true(yellow->cells == (1u | 1u << 1 | 1u << 6));
    const azj_event *special = duel_event(&e, AZJ_EVENT_SPECIAL, 0, 0);
    assert_int_equal(special->points, 2);
    assert_int_equal(special->row, 2);
    assert_int_equal(special->column, 2);
    const azj_event *blue = duel_event(&e, AZJ_EVENT_TILE, 0, 1);
    assert_int_equal(blue->points, 3);
    assert_int_equal(blue->h, 0);
    assert_int_equal(blue->v, 3);
    assert_true(blue->cells == (1u << 1 | 1u << 7 | 1u << 13));
    int penalty = 0;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(duel_event(&e, AZJ_EVENT_FLOOR, 0, i)->points, -1 - (int)i);
        penalty += duel_event(&e, AZJ_EVENT_FLOOR, 0, i)->points;
    }
    penalty += duel_event(&e, AZJ_EVENT_START_TILE, 0, 0)->points;
    assert_int_equal(penalty, -8);
    assert_int_equal(s.board[0].score, 10 + 4 + 2 + 3 - 8);
    assert_board(&s, 0,
                 "     .  YK....\n"
                 "    ..  T*....\n"
                 "   ...  .B....\n"
                 "  ....  ......\n"
                 " .....  ......\n"
                 "......  ......\n");
    /* two blue tiles of the line and three broken ones */
    assert_true(s.bag + s.tower + s.large_sun + azj_tiles_of(1, AZJ_BLUE) +
                    azj_tiles_of(1, AZJ_YELLOW) + azj_tiles_of(1, AZJ_BLACK) +
                    azj_tiles_of(1, AZJ_TURQUOISE) ==
                13 * AZJ_TILES_ONE);
}

/* D2, D17: the rulebook's example of phase 2: one line breaks, two are placed, two stay. */
static void example_of_phase_2(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    last_turn(&s, "");
    duel_board(&s, 0,
               "plates S2 S5 S1/2  J3 -- --  -- -- --\n" /* rows KSTRST, TRBSKY, KY, RJ */
               "     Y  ......\n"
               "    KK  ......\n"
               "   .YY  ......\n"
               "  BBBB  ......\n"
               " .TTTT  ......\n"
               "......  ......\n");
    begin(&s, &e);
    assert_board(&s, 0,
                 "     .  ......\n"
                 "    ..  ....K.\n"
                 "   .YY  ......\n"
                 "  ....  .B....\n" /* on the joker space */
                 " .TTTT  ......\n"
                 "......  ......\n");
    const azj_event *broken = duel_event(&e, AZJ_EVENT_BROKEN, 0, 0);
    assert_int_equal(broken->row, 1);
    assert_int_equal(broken->count, 1);
    assert_int_equal(broken->colour, AZJ_YELLOW);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TILE, 0, 0)->points, 1);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TILE, 0, 1)->points, 1);
    assert_int_equal(s.board[0].score, 10 + 1 + 1 - 1);
    assert_true(s.tower == azj_tiles_of(1, AZJ_BLACK) + azj_tiles_of(3, AZJ_BLUE) +
                               azj_tiles_of(1, AZJ_YELLOW));
}

static size_t legal(const azj_duel *s)
{
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    return azj_duel_moves(s, moves);
}

/* D18: the rulebook's example: two half-turquoise chips for line 3, or any three for line 4. */
static void example_of_chips(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    last_turn(&s, "");
    duel_board(&s, 0,
               "spent\n"
               "plates -- -- --  S1 -- --  -- -- --\n" /* row 3: Y K, row 4: T S */
               "     .  ......\n"
               "    ..  ......\n"
               "   .KK  ......\n"
               "  .TTT  ......\n"
               " .....  ......\n"
               "......  ......\n");
    duel_board(&s, 0, "chips BK YK RT B");
    begin(&s, &e); /* and the chip T */
    assert_int_equal(s.phase, AZJ_PHASE_TILING);
    assert_int_equal(s.line, 3);
    assert_int_equal(legal(&s), 1 + 10 + 1); /* the pair, three of the five chips, leave it */
    azj_duel pair = s;
    duel_play(&pair, "tile 3 2 BK YK", &e);
    assert_int_equal(duel_points(&e, 0), 1);
    assert_int_equal(pair.line, 4); /* RT and T are turquoise, B is the third of a triple */
    assert_int_equal(legal(&pair), 1 + 1 + 1);
    duel_play(&pair, "tile 4 1 B RT T", &e);
    assert_int_equal(pair.board[0].chips, 0);
    assert_int_equal(azj_chips_count(pair.board[0].spent, duel_face_id("BK")), 1);
    assert_int_equal(azj_chips_count(pair.board[0].spent, duel_face_id("T")), 1);
    duel_play(&s, "skip 3", &e);
    assert_int_equal(s.line, 4);
    duel_play(&s, "tile 4 1 B BK YK", &e);
    assert_board(&s, 0,
                 "     .  ......\n"
                 "    ..  ......\n"
                 "   .KK  ......\n"
                 "  ....  T.....\n"
                 " .....  ......\n"
                 "......  ......\n");
    assert_true((s.tower & 0xff00000000u) == azj_tiles_of(2, AZJ_TURQUOISE)); /* real tiles only */
}

/* D18: every exact payment of two missing tiles: pairs and triples mixed, no chip idle. */
static void d18_two_missing(void **state)
{
    (void)state;
    azj_duel s;
    last_turn(&s, "");
    s.board[0].spent = 0;
    duel_board(&s, 0,
               "chips B B BK BR K\n"
               "plates -- -- --  -- -- --  S4 -- --\n" /* row 5: Y B */
               "     .  ......\n"
               "    ..  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " ..BBB  ......\n"
               "......  ......\n");
    begin(&s, NULL);
    assert_int_equal(s.line, 5);
    /* Chips: B B BK BR (blue), K T. Two pairs: BB BK BR. A pair and a triple: any five with two
     * blue: all six but one. Two triples: all six. */
    const size_t five = 5; /* leave out B, BK, BR, K or T */
    assert_int_equal(legal(&s), 1 + five + 1 + 1);
    refused(&s, "tile 5 2 B B BK", AZJ_E_PAY_WRONG);
    refused(&s, "tile 5 2 B B BK T", AZJ_E_PAY_WRONG);
    refused(&s, "tile 5 2 B B Y Y", AZJ_E_CHIP_NOT_HELD);
    refused(&s, "tile 5 2", AZJ_E_LINE_NOT_FULL);
    refused(&s, "tile 5 1 B B BK BR", AZJ_E_SPACE_OTHER);
    refused(&s, "tile 5 3 B B BK BR", AZJ_E_SPACE_BARE);
    refused(&s, "tile 5 7 B B BK BR", AZJ_E_NO_COLUMN);
    refused(&s, "tile 5 0 B B BK BR", AZJ_E_NO_COLUMN);
    refused(&s, "tile 4 2 B B BK BR", AZJ_E_OTHER_LINE);
    refused(&s, "tile 0 2", AZJ_E_NO_LINE);
    refused(&s, "tile 7 2", AZJ_E_NO_LINE);
    refused(&s, "skip 4", AZJ_E_OTHER_LINE);
    refused(&s, "skip 0", AZJ_E_NO_LINE);
    refused(&s, "skip 9", AZJ_E_NO_LINE);
    refused(&s, "large B 1", AZJ_E_WRONG_PHASE);
    duel_play(&s, "tile 5 2 B B BK BR", NULL);
    assert_int_equal(duel_face_id("K"), 3);
    assert_int_equal(s.board[0].chips, 1u << 6 | 1u << 12);
}

/* D18: no chips for a line without a tile, nor for one that has no space. */
static void d18_only_with_a_tile_and_a_space(void **state)
{
    (void)state;
    azj_duel s;
    last_turn(&s, "");
    s.board[0].spent = 0;
    duel_board(&s, 0,
               "chips B B BK BR\n"
               "plates S4 -- --  -- -- --  -- -- --\n" /* row 1: Y B, row 2: K S */
               "     .  ......\n"
               "    .B  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    begin(&s, NULL);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL); /* nothing to choose */
    assert_int_equal(s.board[0].line[1], AZJ_BLUE << 4 | 1);
}

/* D17: several spaces: the player picks; placing is compulsory. */
static void d17_choice_of_space(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    last_turn(&s, "");
    duel_board(&s, 0,
               "plates S4 J1 --  -- -- --  -- -- --\n" /* row 1: Y B J B */
               "     B  ......\n"
               "    ..  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    begin(&s, &e);
    assert_int_equal(s.phase, AZJ_PHASE_TILING);
    assert_int_equal(s.seat, 0);
    assert_int_equal(s.line, 1);
    assert_int_equal(legal(&s), 3);
    refused(&s, "skip 1", AZJ_E_SKIP_FULL);
    refused(&s, "tile 1 2 T", AZJ_E_LINE_NEEDS_NONE);
    refused(&s, "tile 1 1", AZJ_E_SPACE_OTHER);
    duel_play(&s, "tile 1 3", &e);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TILE, 0, 0)->column, 3);
    assert_int_equal(duel_event(&e, AZJ_EVENT_TILE, 0, 0)->times, 1);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
}

/* D17: taken and special spaces are refused by name. */
static void d17_refused_spaces(void **state)
{
    (void)state;
    azj_duel s;
    last_turn(&s, "");
    duel_board(&s, 0,
               "plates S7/2 J1 J8/2  -- -- --  -- -- --\n" /* row 1: T S J B Y J */
               "     B  ...B..\n"
               "    ..  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    begin(&s, NULL);
    assert_int_equal(legal(&s), 2);
    refused(&s, "tile 1 2", AZJ_E_SPACE_SPECIAL);
    refused(&s, "tile 1 4", AZJ_E_SPACE_TAKEN);
    refused(&s, "tile 1 5", AZJ_E_SPACE_OTHER);
    duel_play(&s, "tile 1 6", NULL);
}

/* D17: without a space the tiles stay while a slot of the row is empty, full line or not. */
static void d17_tiles_stay(void **state)
{
    (void)state;
    azj_duel s;
    last_turn(&s, "");
    duel_board(&s, 0,
               "plates S2 S5 --  -- -- --  -- -- --\n" /* row 1: K S T R, row 2: T R B S */
               "     Y  ......\n"
               "    .Y  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    begin(&s, NULL);
    assert_int_equal(s.board[0].line[0], AZJ_YELLOW << 4 | 1);
    assert_int_equal(s.board[0].line[1], AZJ_YELLOW << 4 | 1);
    assert_int_equal(s.board[0].score, 10);
}

/* D17, D15: an incomplete line breaks too, and what does not fit goes to the tower. */
static void d17_incomplete_line_breaks(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    last_turn(&s, "");
    duel_board(&s, 0,
               "broken RR\n"
               "plates -- -- --  -- -- --  S2 S5 S7\n" /* row 6: T R B S S T */
               "     .  ......\n"
               "    ..  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "...YYY  ......\n");
    begin(&s, &e);
    assert_int_equal(duel_event(&e, AZJ_EVENT_BROKEN, 0, 0)->count, 3);
    assert_null(duel_event(&e, AZJ_EVENT_FLOOR, 0, 4)); /* four of the five count */
    assert_int_equal(s.board[0].score, 0);
    assert_int_equal(azj_tiles_count(s.tower, AZJ_YELLOW), 3);
    assert_int_equal(s.board[0].broken, 0);
}

/* D20: never below 0; the event gives back what went under. */
static void d20_clamp(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    last_turn(&s, "start 1");
    duel_board(&s, 1, "score 1 broken K");
    duel_board(&s, 0, "score 4 broken YYRR");
    begin(&s, &e);
    assert_int_equal(s.board[0].score, 0);
    assert_int_equal(s.board[1].score, 0);
    assert_int_equal(duel_event(&e, AZJ_EVENT_CLAMP, 0, 0)->points, 6);
    assert_int_equal(duel_event(&e, AZJ_EVENT_CLAMP, 1, 0)->points, 2);
    assert_int_equal(duel_points(&e, 0), -4);
    assert_int_equal(duel_points(&e, 1), -1);
}

/* D6: 1, 3, 6, 10 for one to four broken tiles. */
static void d6_broken_costs(void **state)
{
    (void)state;
    static const char *const broken[4] = {"broken R", "broken RR", "broken RRR", "broken RRRR"};
    static const int cost[4] = {1, 3, 6, 10};
    for (unsigned i = 0; i < 4; i++) {
        azj_duel s;
        last_turn(&s, "");
        duel_board(&s, 0, broken[i]);
        begin(&s, NULL);
        assert_int_equal(s.board[0].score, 10 - cost[i]);
    }
}

/* D6, D19: a special tile scores the value of its own row and nothing for its neighbours. */
static void d6_special_tiles_by_row(void **state)
{
    (void)state;
    static const char *const plates[6] = {
        "S2 -- --  -- -- --  -- -- --", "S1 -- --  -- -- --  -- -- --",
        "-- -- --  S2 -- --  -- -- --", "-- -- --  S1 -- --  -- -- --",
        "-- -- --  -- -- --  S2 -- --", "-- -- --  -- -- --  S1 -- --"};
    for (unsigned row = 1; row <= 6; row++) {
        azj_duel s;
        azj_events e;
        char picture[128];
        last_turn(&s, "");
        snprintf(picture, sizeof picture, "plates %s", plates[row - 1]);
        duel_board(&s, 0, picture);
        const unsigned top = (row - 1) & ~1u;
        /* S2: KS/TR with T and R there, K to come; S1: YK/TS with K and T there, Y to come. */
        const unsigned colour = row % 2 ? AZJ_BLACK : AZJ_YELLOW;
        s.board[0].tile[AZJ_TURQUOISE] = UINT64_C(1) << (6 * (top + 1));
        s.board[0].tile[row % 2 ? AZJ_RED : AZJ_BLACK] =
            UINT64_C(1) << (row % 2 ? 6 * (top + 1) + 1 : 6 * top + 1);
        s.board[0].line[top] = (uint8_t)(colour << 4 | (top + 1));
        begin(&s, &e);
        assert_int_equal(duel_event(&e, AZJ_EVENT_SPECIAL, 0, 0)->points, (int)row);
        assert_int_equal(duel_event(&e, AZJ_EVENT_SPECIAL, 0, 0)->row, row);
    }
}

/* D19 (as C12): 1 alone, a run's length across, down, or both, over gaps never. */
static void d19_points(void **state)
{
    (void)state;
    azj_duel s;
    last_turn(&s, "");
    duel_board(&s, 0,
               "plates J1 J3 J6  -- -- --  -- -- --\n" /* JBKYTK TKRJRJ */
               "     .  YB.YT.\n"
               "    ..  TK.B..\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    duel_done(&s);
    assert_int_equal(azj_duel_tile_points(&s, 0, 1, 3), 5);
    assert_int_equal(azj_duel_tile_points(&s, 0, 2, 3), 4);
    assert_int_equal(azj_duel_tile_points(&s, 0, 1, 6), 3);
    assert_int_equal(azj_duel_tile_points(&s, 0, 2, 5), 2 + 2);
    assert_int_equal(azj_duel_tile_points(&s, 0, 2, 6), 1);
    assert_int_equal(azj_duel_tile_points(&s, 0, 3, 1), 3);
    assert_int_equal(azj_duel_tile_points(&s, 0, 6, 6), 1);
}

/* Runs of every row and column pattern against counting by hand. */
static void d19_points_exhaustive(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 64; bits++) {
        for (unsigned at = 0; at < 6; at++) {
            azj_duel s;
            unsigned run = 1;
            for (unsigned i = at + 1; i < 6 && bits >> i & 1; i++)
                run++;
            for (unsigned i = at; i > 0 && bits >> (i - 1) & 1; i--)
                run++;
            for (unsigned line = 0; line < 6; line++) {
                memset(&s, 0, sizeof s);
                s.board[1].tile[0] = (uint64_t)(bits & ~(1u << at)) << (6 * line);
                assert_int_equal(azj_duel_tile_points(&s, 1, line + 1, at + 1), (int)run);
                memset(&s, 0, sizeof s);
                for (unsigned i = 0; i < 6; i++)
                    if (i != at && bits >> i & 1)
                        s.board[1].special |= UINT64_C(1) << (6 * i + line);
                assert_int_equal(azj_duel_tile_points(&s, 1, at + 1, line + 1), (int)run);
            }
        }
    }
}

/* Tiling order: the starter first, each seat all its lines and then its penalty. */
static void starter_tiles_first(void **state)
{
    (void)state;
    azj_duel s;
    azj_events e;
    last_turn(&s, "starter 1");
    duel_board(&s, 0,
               "broken R\n"
               "plates S4 J1 --  -- -- --  -- -- --\n"
               "     B  ......\n");
    duel_board(&s, 1,
               "broken K\n"
               "plates S3 J9 --  -- -- --  -- -- --\n" /* SK RJ */
               "     K  ......\n");
    begin(&s, &e);
    assert_int_equal(e.count, 0);
    assert_int_equal(s.seat, 1);
    duel_play(&s, "tile 1 4", &e);
    assert_int_equal(e.count, 2); /* its tile and its penalty, then seat 0 chooses */
    assert_int_equal(e.at[1].kind, AZJ_EVENT_FLOOR);
    assert_int_equal(e.at[1].seat, 1);
    assert_int_equal(s.seat, 0);
    duel_play(&s, "tile 1 2", &e);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_of_scoring),
        cmocka_unit_test(example_of_phase_2),
        cmocka_unit_test(example_of_chips),
        cmocka_unit_test(d18_two_missing),
        cmocka_unit_test(d18_only_with_a_tile_and_a_space),
        cmocka_unit_test(d17_choice_of_space),
        cmocka_unit_test(d17_refused_spaces),
        cmocka_unit_test(d17_tiles_stay),
        cmocka_unit_test(d17_incomplete_line_breaks),
        cmocka_unit_test(d20_clamp),
        cmocka_unit_test(d6_broken_costs),
        cmocka_unit_test(d6_special_tiles_by_row),
        cmocka_unit_test(d19_points),
        cmocka_unit_test(d19_points_exhaustive),
        cmocka_unit_test(starter_tiles_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
