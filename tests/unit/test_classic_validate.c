/* test_classic_validate.c - impossible positions are refused with the reason. */
#include "check.h"
#include "draw.h"

#include <string.h>

/* An ordinary position in the middle of a round. */
static azj_classic offer(azj_rules rules)
{
    azj_classic s;
    draw_table(&s, rules, 2, "BBRK TTYY - RRRR KKYB | BBR M");
    draw_board(&s, 0,
               "    .  .....\n"
               "   .T  .B...\n"
               "  ...  ...Y.\n"
               " .KKK  .....\n"
               ".....  .....\n"
               "floor RR\n");
    draw_board(&s, 1,
               "    B  .....\n"
               "   ..  .....\n"
               "  .RR  .....\n"
               " ....  .....\n"
               "....Y  .....\n");
    draw_done(&s);
    return s;
}

static azj_classic tiling(void)
{
    azj_classic s;
    draw_table(&s, AZJ_GREY, 2, "|");
    s.marker = 1;
    draw_board(&s, 0,
               "    .  .....\n"
               "   TT  .B...\n"
               "  ...  ...Y.\n"
               " .KKK  .....\n"
               ".....  .....\n"
               "floor RR\n");
    draw_board(&s, 1,
               "    B  .....\n"
               "   ..  .....\n"
               "  .RR  .....\n"
               " ....  .....\n"
               "....Y  .....\n"
               "floor M\n");
    s.phase = AZJ_PHASE_TILING;
    s.line = 2;
    draw_done(&s);
    return s;
}

static azj_error verdict(const azj_classic *s)
{
    azj_fault why = {0};
    const azj_error e = azj_classic_validate(s, &why);
    assert_int_equal(e, e ? why.code : AZJ_E_OK);
    assert_int_equal(azj_classic_validate(s, NULL), e);
    return e;
}

/* Changes one thing of a valid position and validates it. */
#define REFUSES(make, change, error)          \
    do {                                      \
        azj_classic s = make;                 \
        change;                               \
        assert_int_equal(verdict(&s), error); \
    } while (0)

static void good_positions(void **state)
{
    (void)state;
    REFUSES(offer(AZJ_CLASSIC), (void)s, AZJ_E_OK);
    REFUSES(offer(AZJ_GREY), (void)s, AZJ_E_OK);
    REFUSES(tiling(), (void)s, AZJ_E_OK);
}

/* Every seat, a spectator and the referee may look. */
static void viewers(void **state)
{
    (void)state;
    azj_classic s = offer(AZJ_CLASSIC);
    const uint8_t good[] = {0, 1, AZJ_SPECTATOR, AZJ_VIEW_ALL};
    for (unsigned i = 0; i < sizeof good; i++) {
        s.viewer = good[i];
        assert_int_equal(verdict(&s), AZJ_E_OK);
    }
}

static void heads(void **state)
{
    (void)state;
    REFUSES(offer(AZJ_CLASSIC), s.rules = AZJ_DUEL, AZJ_E_BAD_RULES);
    REFUSES(offer(AZJ_CLASSIC), s.players = 1, AZJ_E_BAD_PLAYERS);
    REFUSES(offer(AZJ_CLASSIC), s.players = 5, AZJ_E_BAD_PLAYERS);
    REFUSES(offer(AZJ_CLASSIC), s.viewer = 2, AZJ_E_BAD_SEAT);
    REFUSES(offer(AZJ_CLASSIC), s.viewer = 253, AZJ_E_BAD_SEAT);
    REFUSES(offer(AZJ_CLASSIC), s.phase = AZJ_PHASE_KEEP, AZJ_E_BAD_PHASE);
    REFUSES(offer(AZJ_CLASSIC), s.round = 0, AZJ_E_BAD_ROUND);
    REFUSES(offer(AZJ_CLASSIC), s.round = 31, AZJ_E_BAD_ROUND);
    REFUSES(offer(AZJ_CLASSIC), s.seat = 2, AZJ_E_BAD_SEAT);
    REFUSES(tiling(), s.seat = AZJ_NOBODY, AZJ_E_BAD_SEAT);
    REFUSES(offer(AZJ_CLASSIC), s.phase = AZJ_PHASE_OVER, AZJ_E_BAD_SEAT);
    REFUSES(offer(AZJ_CLASSIC), s.starter = AZJ_NOBODY, AZJ_E_BAD_STARTER);
    REFUSES(offer(AZJ_CLASSIC), s.starter = 2, AZJ_E_BAD_STARTER);
    REFUSES(offer(AZJ_CLASSIC), s.line = 1, AZJ_E_BAD_PHASE);
    REFUSES(tiling(), s.line = 0, AZJ_E_BAD_PHASE);
    REFUSES(tiling(), s.line = 6, AZJ_E_BAD_PHASE);
    REFUSES(offer(AZJ_CLASSIC), s.pad[5] = 1, AZJ_E_BAD_STATE);
    REFUSES(offer(AZJ_CLASSIC), s.board[3].score = 1, AZJ_E_BAD_STATE);
    REFUSES(offer(AZJ_CLASSIC), s.dealt = 4, AZJ_E_BAD_STATE);
}

static void tables(void **state)
{
    (void)state;
    REFUSES(offer(AZJ_CLASSIC), s.bag += (azj_tiles)1 << 40, AZJ_E_BAD_STATE);
    REFUSES(offer(AZJ_CLASSIC), s.factory[0] += (azj_tiles)1 << 48, AZJ_E_BAD_FACTORY);
    REFUSES(offer(AZJ_CLASSIC), s.factory[0] += 1, AZJ_E_BAD_FACTORY);
    REFUSES(offer(AZJ_CLASSIC), s.factory[7] = 1, AZJ_E_BAD_FACTORY);
    REFUSES(offer(AZJ_CLASSIC), s.bag -= 1, AZJ_E_BAD_TILES);
    REFUSES(offer(AZJ_CLASSIC), s.lid += 1, AZJ_E_BAD_TILES);
    REFUSES(offer(AZJ_CLASSIC),
            (s.bag += s.centre, s.centre = 0, memset(s.factory, 0, sizeof s.factory),
             s.bag = 20 * AZJ_TILES_ONE - 3 - 3 * azj_tiles_of(1, 1) - 5 * azj_tiles_of(1, 2) -
                     3 * azj_tiles_of(1, 3) - azj_tiles_of(1, 4)),
            AZJ_E_BAD_TILES);
}

/* The offer with nothing to take. */
static void empty_offer(void **state)
{
    (void)state;
    azj_classic s;
    draw_table(&s, AZJ_CLASSIC, 2, "K | M");
    draw_done(&s);
    s.factory[0] = 0;
    s.bag += azj_tiles_of(1, AZJ_BLACK);
    assert_int_equal(verdict(&s), AZJ_E_BAD_OFFER);
}

/* C2, C3: while all factories are full nobody has taken any tile of this round. */
static void untouched(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        azj_classic s;
        draw_table(&s, AZJ_GREY, players,
                   players == 2   ? "BBRK TTYY RRTT RRKK KKYB | M"
                   : players == 3 ? "BBRK TTYY RRTT RRKK KKYB BYKT BYRT | M"
                                  : "BBRK TTYY RRTT RRKK KKYB BYKT BYRT BBYY KKTT | M");
        draw_done(&s);
        assert_int_equal(verdict(&s), AZJ_E_OK);
        s.seat ^= 1;
        assert_int_equal(verdict(&s), AZJ_E_BAD_FIRST);
        s.starter = s.seat;
        assert_int_equal(verdict(&s), AZJ_E_OK);
        s.bag -= azj_tiles_of(1, AZJ_BLACK);
        s.centre += azj_tiles_of(1, AZJ_BLACK);
        assert_int_equal(verdict(&s), AZJ_E_BAD_CENTRE);
        s.lid += s.factory[1];
        s.factory[1] = 0;
        s.seat ^= 1;
        assert_int_equal(verdict(&s), AZJ_E_OK);
    }
}

static void boards(void **state)
{
    (void)state;
    REFUSES(offer(AZJ_CLASSIC), s.board[1].score = -1, AZJ_E_BAD_SCORE);
    REFUSES(offer(AZJ_CLASSIC), s.board[1].score = 1000, AZJ_E_BAD_SCORE);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].line[0] = 2, AZJ_E_BAD_LINE);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].line[0] = 0x51, AZJ_E_BAD_LINE);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].line[0] = 0x10, AZJ_E_BAD_LINE);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].line[1] = 0x01, AZJ_E_BAD_LINE_WALL); /* C6 */
    REFUSES(offer(AZJ_CLASSIC), s.board[0].wall[0] |= 1u << 25, AZJ_E_BAD_STATE);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].wall[0] |= 1u << 1, AZJ_E_BAD_WALL); /* C14 */
    REFUSES(offer(AZJ_GREY), s.board[0].wall[0] |= 1u << 9, AZJ_E_BAD_WALL);    /* twice in a row */
    REFUSES(offer(AZJ_GREY), s.board[0].wall[0] |= 1u << 1, AZJ_E_BAD_WALL);    /* in a column */
    REFUSES(offer(AZJ_GREY), s.board[0].wall[4] |= 1u << 6, AZJ_E_BAD_WALL);    /* on a space */
    REFUSES(offer(AZJ_CRYSTAL1), s.board[1].wall[0] |= 1u << 3, AZJ_E_BAD_WALL); /* C21 */
    REFUSES(offer(AZJ_CLASSIC), s.board[0].open[2] ^= 1, AZJ_E_BAD_STATE);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].floor |= 1u << 12, AZJ_E_BAD_FLOOR);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].floor += 6u << 24, AZJ_E_BAD_FLOOR);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].floor |= 7u << 3, AZJ_E_BAD_FLOOR);
    REFUSES(offer(AZJ_CLASSIC), s.board[0].floor &= ~7u, AZJ_E_BAD_FLOOR);
    REFUSES(offer(AZJ_CLASSIC), s.board[1].floor = 2u << 24 | 066, AZJ_E_BAD_MARKER);
}

/* The marker is in one place (C4, C8). */
static void markers(void **state)
{
    (void)state;
    REFUSES(offer(AZJ_CLASSIC), s.marker = 3, AZJ_E_BAD_MARKER);
    REFUSES(offer(AZJ_CLASSIC), s.marker = 1, AZJ_E_BAD_MARKER);
    REFUSES(offer(AZJ_CLASSIC), s.board[1].floor = 1u << 24 | 6, AZJ_E_BAD_MARKER);
    REFUSES(tiling(), s.marker = 0, AZJ_E_BAD_MARKER);
    azj_classic s;
    azj_classic_new(&s, AZJ_CLASSIC, 2, 0);
    assert_int_equal(verdict(&s), AZJ_E_OK);
    s.marker = 0;
    assert_int_equal(verdict(&s), AZJ_E_BAD_MARKER);
}

/* C18: a complete row would have ended the game, unless it was made in this tiling. */
static void complete_rows(void **state)
{
    (void)state;
    azj_classic s = tiling();
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    draw_table(&s, AZJ_CLASSIC, 2, "KKRR | M");
    draw_board(&s, 1,
               "    .  BYRKT\n"
               "   ..  .....\n"
               "  ...  .....\n"
               " ....  .....\n"
               ".....  .....\n");
    s.bag -= azj_tiles_of(2, AZJ_BLACK) + azj_tiles_of(2, AZJ_RED) + AZJ_TILES_ONE;
    assert_int_equal(verdict(&s), AZJ_E_BAD_ROW);
    assert_true(azj_classic_moves(&s, moves) > 0);
}

/* All factories are full, and yet something is to be dealt (C2). */
static void dealt_out(void **state)
{
    (void)state;
    azj_classic s;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    azj_classic_new(&s, AZJ_CLASSIC, 2, 0);
    azj_classic_deal(&s, &rng);
    assert_int_equal(verdict(&s), AZJ_E_OK);
    s.phase = AZJ_PHASE_DEAL;
    s.seat = AZJ_NOBODY;
    s.dealt = (uint8_t)(4 * azj_classic_factories(s.players));
    assert_int_equal(verdict(&s), AZJ_E_BAD_PHASE);
}

static void phases(void **state)
{
    (void)state;
    /* Tiles on the table in the tiling; a line that is not full; a line with one column. */
    REFUSES(tiling(), (s.centre = 1, s.bag -= 1), AZJ_E_BAD_PHASE);
    REFUSES(tiling(), s.line = 3, AZJ_E_BAD_LINE); /* line 2 above is full */
    REFUSES(tiling(), s.line = 1, AZJ_E_BAD_CHOICE);
    REFUSES(tiling(), (s.rules = AZJ_CLASSIC), AZJ_E_BAD_CHOICE);
    /* Seat 1 decides, so seat 0, which started, has tiled: no full line, an empty floor line. */
    REFUSES(tiling(), (s.seat = 1, s.line = 1), AZJ_E_BAD_LINE);
    REFUSES(tiling(),
            (s.seat = 1, s.line = 1, s.board[0].line[1] = 0x41, s.bag += azj_tiles_of(1, 4),
             s.board[0].open[4] |= 2),
            AZJ_E_BAD_FLOOR);
    /* Over without a reason. */
    REFUSES(tiling(), (s.phase = AZJ_PHASE_OVER, s.seat = AZJ_NOBODY, s.line = 0), AZJ_E_BAD_PHASE);
}

/* Deals under way. */
static void deals(void **state)
{
    (void)state;
    azj_classic s, good;
    azj_classic_new(&good, AZJ_CLASSIC, 3, AZJ_NOBODY);
    assert_int_equal(verdict(&good), AZJ_E_OK);
    azj_classic_resolve(&good, (azj_outcome){AZJ_OUTCOME_STARTER, 2, 1});
    for (int i = 0; i < 6; i++) {
        azj_classic_resolve(&good, (azj_outcome){AZJ_OUTCOME_TILE, AZJ_RED, 1});
        assert_int_equal(verdict(&good), AZJ_E_OK);
    }
    s = good;
    s.seat = 0;
    assert_int_equal(verdict(&s), AZJ_E_BAD_SEAT);
    s = good;
    s.round = 2;
    s.starter = AZJ_NOBODY;
    assert_int_equal(verdict(&s), AZJ_E_BAD_STARTER);
    s = good;
    s.dealt = 5;
    assert_int_equal(verdict(&s), AZJ_E_BAD_STATE);
    s = good; /* factory 2 filled before factory 1 is full */
    s.factory[0] -= azj_tiles_of(1, AZJ_RED);
    s.factory[1] += azj_tiles_of(1, AZJ_RED);
    assert_int_equal(verdict(&s), AZJ_E_BAD_FACTORY);
    s = good;
    s.centre += azj_tiles_of(1, AZJ_RED);
    s.bag -= azj_tiles_of(1, AZJ_RED);
    assert_int_equal(verdict(&s), AZJ_E_BAD_PHASE);
    s = good; /* C2: the lid should have gone into the bag */
    s.lid = s.bag;
    s.bag = 0;
    assert_int_equal(verdict(&s), AZJ_E_BAD_PHASE);
}

static void action_numbers(void **state)
{
    (void)state;
    assert_int_equal(azj_classic_action(0), -1);
    assert_int_equal(azj_classic_action(azj_move_chip(2)), -1);
    assert_int_equal(azj_classic_action(azj_move_take(3, 7, 1)), -1);
    assert_int_equal(azj_classic_action(azj_move_place(6, 1)), -1);
    assert_int_equal(azj_classic_move_of_action(-1), 0);
    assert_int_equal(azj_classic_move_of_action(AZJ_CLASSIC_ACTIONS), 0);
    for (int i = 0; i < AZJ_CLASSIC_ACTIONS; i++)
        assert_int_equal(azj_classic_action(azj_classic_move_of_action(i)), i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_positions), cmocka_unit_test(heads),
        cmocka_unit_test(tables),         cmocka_unit_test(empty_offer),
        cmocka_unit_test(untouched),      cmocka_unit_test(boards),
        cmocka_unit_test(markers),        cmocka_unit_test(complete_rows),
        cmocka_unit_test(dealt_out),      cmocka_unit_test(viewers),
        cmocka_unit_test(phases),         cmocka_unit_test(deals),
        cmocka_unit_test(action_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
