/* test_duel_offer.c - the acquisition: rules D9 to D16, and the reasons for refusals. */
#include "check.h"
#include "duel_draw.h"

#include <string.h>

static const char first_table[] =
    "round 1 starter 0 seat 0 large BBYRK sun1 TTKY sun2 BBBB sun3 BYRK sun4 KKTY "
    "chip1 BR chip2 T chip3 K chip4 B display S3 J1 J2 pile J7 S2 S5 J3";

static void first_turn(azj_duel *s)
{
    duel_table(s, first_table);
    duel_board(s, 0, "plates S1 -- --  -- -- --  -- -- --\n");
    duel_board(s, 1, "plates S4 -- --  -- -- --  -- -- --\n");
    duel_done(s);
}

static unsigned count_kind(const azj_duel *s, azj_move_kind kind)
{
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    const size_t n = azj_duel_moves(s, moves);
    unsigned count = 0;
    for (size_t i = 0; i < n; i++)
        count += azj_move_kind_of(moves[i]) == kind;
    return count;
}

static void refused(const azj_duel *s, const char *words, azj_error code)
{
    azj_fault why = {0};
    const azj_error e = azj_duel_legal(s, duel_move(words), &why);
    if (e != code)
        fail_msg("'%s': expected %s, got %s", words, azj_error_name(code), azj_error_name(e));
    assert_int_equal(why.code, code);
}

static void refused_move(const azj_duel *s, azj_move move, azj_error code)
{
    assert_int_equal(azj_duel_legal(s, move, NULL), code);
}

/* ---- A: plates ---- */

/* D9: a token buys a shown plate; the display is not refilled. */
static void d9_take_a_shown_plate(void **state)
{
    (void)state;
    azj_duel s;
    first_turn(&s);
    assert_int_equal(count_kind(&s, AZJ_PLATE), 3 * 8 * 4);
    duel_play(&s, "plate J1 5/2", NULL);
    assert_int_equal(s.board[0].tokens, 1);
    assert_int_equal(s.board[0].plate[4], duel_plate_id("J1") << 2 | 2);
    assert_int_equal(s.display[1], AZJ_NO_PLATE);
    assert_int_equal(s.board[0].score, 5);
    assert_int_equal(s.seat, 1);
    assert_int_equal(count_kind(&s, AZJ_PLATE), 2 * 8 * 4);
}

/* D9: the rulebook's example: two draws for two points, one kept, the other under the pile. */
static void d9_draw_two_keep_one(void **state)
{
    (void)state;
    azj_duel s;
    azj_events events;
    first_turn(&s);
    const unsigned pile = s.pile_count;
    duel_play(&s, "draw", &events);
    assert_int_equal(s.phase, AZJ_PHASE_DRAW);
    assert_int_equal(s.board[0].tokens, 1);
    assert_int_equal(duel_points(&events, 0), -1);
    assert_int_equal(events.at[0].kind, AZJ_EVENT_PAID);
    duel_play(&s, "draw", &events);
    assert_int_equal(s.board[0].score, 3);
    assert_int_equal(s.board[0].tokens, 1); /* one token for the whole action */
    duel_play(&s, "stop", &events);
    assert_int_equal(s.phase, AZJ_PHASE_KEEP);
    assert_int_equal(count_kind(&s, AZJ_PLATE), 2 * 8 * 4);
    refused(&s, "plate S3 2/0", AZJ_E_PLATE_NOT_DRAWN);
    duel_play(&s, "plate S2 2/0", &events);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER); /* the last one goes back by itself */
    assert_int_equal(s.pile_count, pile - 1);
    assert_int_equal(s.pile[s.pile_count - 1] & AZJ_PILE_PLATE, duel_plate_id("J7"));
    assert_int_equal(s.seat, 1);
}

/* D9: the others go back in the order of one's choice, the first nearest the top. */
static void d9_return_in_order(void **state)
{
    (void)state;
    azj_duel s;
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    first_turn(&s);
    const unsigned bottom = s.pile_count - 4u;
    for (int i = 0; i < 4; i++)
        duel_play(&s, "draw", NULL);
    duel_play(&s, "stop", NULL);
    duel_play(&s, "plate S2 2/0", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_RETURN);
    assert_int_equal(azj_duel_moves(&s, moves), 3);
    refused(&s, "return S2", AZJ_E_PLATE_NOT_DRAWN);
    duel_play(&s, "return J3", NULL);
    assert_int_equal(azj_duel_moves(&s, moves), 2);
    duel_play(&s, "return J7", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    assert_int_equal(s.pile[bottom] & AZJ_PILE_PLATE, duel_plate_id("J3"));
    assert_int_equal(s.pile[bottom + 1] & AZJ_PILE_PLATE, duel_plate_id("J7"));
    assert_int_equal(s.pile[bottom + 2] & AZJ_PILE_PLATE, duel_plate_id("S5"));
    assert_int_equal(s.pile_count, bottom + 3);
}

/* D9: with the last point, or the last plate, drawing ends by itself. */
static void d9_draws_end(void **state)
{
    (void)state;
    azj_duel s;
    first_turn(&s);
    for (int i = 0; i < 5; i++)
        duel_play(&s, "draw", NULL);
    assert_int_equal(s.board[0].score, 0);
    assert_int_equal(s.phase, AZJ_PHASE_KEEP);
    duel_table(&s, "round 4 display S3 -- --");
    duel_board(&s, 0, "tokens 1 plates S1 S2 J3  S4 S5 S6  S7 S8 --\n");
    duel_board(&s, 1, "tokens 1 plates J1 J2 J4  J5 J6 J7  J8 J9 --\n");
    duel_done(&s);
    duel_play(&s, "draw", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_KEEP);
    assert_int_equal(count_kind(&s, AZJ_PLATE), 4);
}

/* D9: no plates in round 5, nor without a token. */
static void d9_needs_a_token(void **state)
{
    (void)state;
    azj_duel s;
    first_turn(&s);
    s.board[0].tokens = 0;
    assert_int_equal(count_kind(&s, AZJ_PLATE), 0);
    assert_int_equal(count_kind(&s, AZJ_DRAW), 0);
    refused(&s, "plate S3 2/0", AZJ_E_NO_TOKEN);
    refused(&s, "draw", AZJ_E_NO_TOKEN);
}

/* D10: without a point there is no draw while a plate is shown; with an empty display one is free.
 */
static void d10_free_draw(void **state)
{
    (void)state;
    azj_duel s;
    azj_events events;
    first_turn(&s);
    s.board[0].score = 0;
    assert_int_equal(count_kind(&s, AZJ_DRAW), 0);
    refused(&s, "draw", AZJ_E_NO_POINT);
    memset(s.display, AZJ_NO_PLATE, 3);
    assert_int_equal(count_kind(&s, AZJ_DRAW), 1);
    duel_play(&s, "draw", &events);
    assert_int_equal(events.count, 0);
    assert_int_equal(s.board[0].score, 0);
    assert_int_equal(s.phase, AZJ_PHASE_KEEP); /* exactly one */
    assert_int_equal(s.drawn_count, 1);
}

/* D10: a player with points pays for the draw even when the display is empty. */
static void d10_paid_draw_at_an_empty_display(void **state)
{
    (void)state;
    azj_duel s;
    first_turn(&s);
    s.board[0].score = 1;
    memset(s.display, AZJ_NO_PLATE, 3);
    duel_play(&s, "draw", NULL);
    assert_int_equal(s.board[0].score, 0);
    assert_int_equal(s.phase, AZJ_PHASE_KEEP); /* the free draw is only the first one */
}

/* ---- B and C: tiles ---- */

/* D11, D12: the rulebook's example with the stack and the moons. */
static void d11_d12_stacks_and_moons(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 1 seat 0 large TTRKK sun1 TTKY moon2 BY sun3 BBBB sun4 BBBB "
                   "chip1 BR chip2 T chip3 K chip4 B display S3 J1 J2");
    duel_done(&s);
    duel_play(&s, "sun 1 T KY 2", NULL); /* black below, yellow on top */
    assert_int_equal(s.moon[0], (AZJ_BLACK + 1) | (AZJ_YELLOW + 1) << 3);
    assert_true(s.sun[0] == 0);
    assert_int_equal(s.board[0].line[1], AZJ_TURQUOISE << 4 | 2);
    duel_play(&s, "large T 3", NULL);
    assert_true(s.large_moon == azj_tiles_of(1, AZJ_RED) + azj_tiles_of(2, AZJ_BLACK));
    assert_int_equal(s.start_tile, AZJ_NOBODY);
    /* one red, two black or two yellow; six lines (one is full) or broken each */
    assert_int_equal(count_kind(&s, AZJ_MOON), 3 * 6);
    refused(&s, "moon B 1", AZJ_E_MOON_LACKS);
    azj_duel yellow = s;
    duel_play(&yellow, "moon Y 3", NULL);
    assert_int_equal(yellow.board[0].line[2], AZJ_YELLOW << 4 | 2);
    assert_int_equal(yellow.start_tile, AZJ_NOBODY);
    assert_int_equal(yellow.moon[0], AZJ_BLACK + 1);
    assert_int_equal(yellow.moon[1], AZJ_BLUE + 1);
    duel_play(&s, "moon K 3", NULL); /* the black one under the yellow stays */
    assert_int_equal(s.board[0].line[2], AZJ_BLACK << 4 | 2);
    assert_int_equal(s.start_tile, 0);
    assert_true(s.large_moon == azj_tiles_of(1, AZJ_RED));
    assert_int_equal(s.moon[0], (AZJ_BLACK + 1) | (AZJ_YELLOW + 1) << 3);
}

/* D12: of a stack only the top tile, even if the one below has the same colour; the start tile goes
 * with the first tile of the large moon only. */
static void d12_only_the_top(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "large-moon RY moon1 BRR moon2 R chip1 BR chip2 T display S3 J1 J2 start 1");
    duel_done(&s);
    duel_play(&s, "moon R 5", NULL);
    assert_int_equal(s.board[0].line[4], AZJ_RED << 4 | 3);
    assert_int_equal(s.moon[0], (AZJ_BLUE + 1) | (AZJ_RED + 1) << 3);
    assert_int_equal(s.moon[1], 0);
    assert_int_equal(s.start_tile, 1);
}

/* D11: every order of the rest, each once. */
static void d11_orders(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "sun1 BYRK display S3 J1 J2 chip1 B");
    duel_done(&s);
    assert_int_equal(count_kind(&s, AZJ_SUN), 4 * 6 * 7);
    s.sun[0] = azj_tiles_of(2, AZJ_BLUE) + azj_tiles_of(1, AZJ_RED) + azj_tiles_of(1, AZJ_BLACK);
    assert_int_equal(count_kind(&s, AZJ_SUN), (2 + 3 + 3) * 7);
    s.sun[0] = azj_tiles_of(2, AZJ_BLUE) + azj_tiles_of(2, AZJ_RED);
    assert_int_equal(count_kind(&s, AZJ_SUN), 2 * 7);
    s.sun[0] = azj_tiles_of(3, AZJ_BLUE) + azj_tiles_of(1, AZJ_RED);
    assert_int_equal(count_kind(&s, AZJ_SUN), 2 * 7);
    s.sun[0] = azj_tiles_of(4, AZJ_BLUE);
    assert_int_equal(count_kind(&s, AZJ_SUN), 7);
}

/* D13: a large sun of one colour: the player who takes it gets the start tile. */
static void d13_one_colour_large_sun(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "large BBBBB sun1 TTKY chip1 B display S3 J1 J2");
    duel_done(&s);
    duel_play(&s, "large B 6", NULL);
    assert_int_equal(s.start_tile, 0);
    assert_true(s.large_moon == 0);
    duel_table(&s, "large K sun1 TTKY chip1 B display S3 J1 J2"); /* by a shortage */
    duel_done(&s);
    duel_play(&s, "large K broken", NULL);
    assert_int_equal(s.start_tile, 0);
}

/* ---- D: chips ---- */

/* D14: a chip turns up with the last tile of its factory; two a round each. */
static void d14_chips(void **state)
{
    (void)state;
    azj_duel s;
    first_turn(&s);
    refused(&s, "chip 2", AZJ_E_CHIP_FACE_DOWN);
    assert_int_equal(count_kind(&s, AZJ_CHIP), 0);
    duel_play(&s, "sun 2 B - 6", NULL); /* four of a kind: revealed at once */
    assert_true(azj_duel_face_up(&s, 1));
    assert_int_equal(count_kind(&s, AZJ_CHIP), 1);
    duel_play(&s, "chip 2", NULL);
    assert_int_equal(azj_chips_count(s.board[1].chips, duel_face_id("T")), 1);
    assert_int_equal(s.board[1].taken, 1);
    refused(&s, "chip 2", AZJ_E_NO_CHIP);
    assert_false(azj_duel_face_up(&s, 1));
}

/* D14: not a third one. */
static void d14_no_third_chip(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "large BBYRK chip1 B chip2 T display S3 J1 J2");
    duel_board(&s, 0, "taken 2 chips K K");
    duel_done(&s);
    assert_int_equal(count_kind(&s, AZJ_CHIP), 0);
    refused(&s, "chip 1", AZJ_E_CHIPS_TAKEN);
    duel_play(&s, "large B 6", NULL);
    assert_int_equal(count_kind(&s, AZJ_CHIP), 2);
}

/* ---- Lines ---- */

/* D15: one line with room and its colour, the excess broken; or everything broken. */
static void d15_targets(void **state)
{
    (void)state;
    azj_duel s;
    azj_fault why;
    duel_table(&s, "large BBBYK sun1 RRRK chip1 T display S3 J1 J2");
    duel_board(&s, 0,
               "     B  ......\n"
               "    .K  ......\n"
               "   .BB  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    duel_done(&s);
    refused(&s, "large B 1", AZJ_E_LINE_FULL);
    refused(&s, "large B 2", AZJ_E_LINE_HOLDS);
    azj_duel_legal(&s, duel_move("large B 2"), &why);
    assert_int_equal(why.line, 2);
    assert_int_equal(why.other, AZJ_BLACK);
    duel_play(&s, "large B 3", NULL);
    char shown[DUEL_SHOW_MAX];
    duel_show(&s, 0, shown);
    assert_string_equal(shown, "     B  ......\n"
                               "    .K  ......\n"
                               "   BBB  ......\n"
                               "  ....  ......\n"
                               " .....  ......\n"
                               "......  ......\n");
    assert_int_equal(s.board[0].broken, (AZJ_BLUE + 1) | (AZJ_BLUE + 1) << 3 | 2 << 12);
}

/* D15: a colour with no space in the dome row is allowed. */
static void d15_dome_does_not_restrict(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 3 large BBBYK display J1 -- --");
    duel_board(&s, 0, "plates S2 S5 S1/2  -- -- --  -- -- --"); /* row 1: K S T R S T */
    duel_done(&s);
    duel_play(&s, "large Y 1", NULL);
    assert_int_equal(s.board[0].line[0], AZJ_YELLOW << 4 | 1);
}

/* D15: the fifth broken tile goes to the tower. */
static void d15_broken_space_is_full(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "large BBBBK display S3 J1 J2");
    duel_board(&s, 0, "broken RY");
    duel_done(&s);
    duel_play(&s, "large B broken", NULL);
    assert_int_equal(s.board[0].broken, 4 << 12 | (AZJ_RED + 1) | (AZJ_YELLOW + 1) << 3 |
                                            (AZJ_BLUE + 1) << 6 | (AZJ_BLUE + 1) << 9);
    assert_true(s.tower == azj_tiles_of(2, AZJ_BLUE));
    duel_play(&s, "moon K broken", NULL);
    assert_int_equal(azj_duel_validate(&s, NULL), AZJ_E_OK);
}

/* ---- The end of the phase ---- */

/* D16: who can do nothing passes until the phase ends; the other goes on. */
static void d16_forced_pass(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 2 seat 0 moon1 B chip1 T display S3 J1 J2");
    duel_board(&s, 0, "tokens 1 taken 1 spent K");
    duel_board(&s, 1, "tokens 0 taken 2 spent R R");
    duel_done(&s);
    duel_play(&s, "plate S3 1/0", NULL);
    assert_int_equal(s.seat, 1);
    assert_int_equal(count_kind(&s, AZJ_MOON), 7);
    duel_play(&s, "moon B 1", NULL);
    assert_int_equal(s.seat, 0);
    assert_int_equal(s.board[1].passed, 0); /* nobody knows yet */
    duel_play(&s, "chip 1", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL); /* tokens spent, factories bare: over */
    assert_int_equal(s.round, 3);
}

/* D16: tokens must be spent; the other has passed meanwhile and is asked no more. */
static void d16_tokens_must_be_spent(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 2 seat 0 chip1 T display S3 J1 J2");
    duel_board(&s, 0, "tokens 2 taken 1 spent K");
    duel_board(&s, 1, "tokens 0 taken 2 spent R R");
    duel_done(&s);
    assert_int_equal(s.board[1].passed, 0);
    duel_play(&s, "chip 1", NULL);
    assert_int_equal(s.board[1].passed, 1);
    assert_int_equal(s.seat, 0);
    assert_int_equal(azj_duel_validate(&s, NULL), AZJ_E_OK);
    duel_play(&s, "plate S3 1/0", NULL);
    assert_int_equal(s.seat, 0);
    duel_play(&s, "draw", NULL);
    duel_play(&s, "stop", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_KEEP);
    assert_int_equal(azj_duel_validate(&s, NULL), AZJ_E_OK);
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    azj_duel_moves(&s, moves);
    azj_duel_apply(&s, moves[0], NULL);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
    assert_int_equal(s.board[1].passed, 0); /* D21: cleared for the next round */
}

/* A made-up position in which nobody can spend a token: the phase ends all the same. */
static void stuck_tokens_end_the_phase(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 3 seat 0 chip1 T display S3 J1 J2");
    duel_board(&s, 0, "tokens 1 taken 1 spent K");
    duel_board(&s, 1, "tokens 1 taken 2 spent R R");
    duel_fill(&s);
    memset(s.display, AZJ_NO_PLATE, 3);
    s.pile_count = 0;
    azj_duel_apply(&s, duel_move("chip 1"), NULL);
    assert_int_equal(s.round, 4);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
}

/* ---- Refusals ---- */

static void refusals_of_the_offer(void **state)
{
    (void)state;
    azj_duel s;
    first_turn(&s);
    refused(&s, "plate S5 2/0", AZJ_E_PLATE_NOT_SHOWN);
    refused(&s, "plate S3 1/0", AZJ_E_SLOT_TAKEN);
    refused_move(&s, azj_move_place_plate(duel_plate_id("S3"), 0, 0), AZJ_E_NO_SLOT);
    refused_move(&s, azj_move_place_plate(duel_plate_id("S3"), 10, 0), AZJ_E_NO_SLOT);
    refused_move(&s, azj_move_place_plate(20, 2, 0), AZJ_E_NO_PLATE);
    refused_move(&s, azj_move_place_plate(2, 2, 0) | 1u << 15, AZJ_E_NOT_A_MOVE);
    refused(&s, "large T 1", AZJ_E_LARGE_SUN_LACKS);
    refused(&s, "sun 1 B KY 1", AZJ_E_SUN_LACKS);
    refused(&s, "sun 1 T K 1", AZJ_E_STACK_WRONG);
    refused(&s, "sun 1 T KK 1", AZJ_E_STACK_WRONG);
    refused(&s, "sun 1 T KYY 1", AZJ_E_STACK_WRONG);
    refused_move(&s, azj_move_sun(1, AZJ_TURQUOISE, 4u << 3 | 2u << 6, 1), AZJ_E_STACK_WRONG);
    refused_move(&s, azj_move_sun(1, AZJ_TURQUOISE, 7, 1), AZJ_E_STACK_WRONG);
    refused(&s, "sun 5 T - 1", AZJ_E_NO_FACTORY);
    refused(&s, "large B 7", AZJ_E_NO_LINE);
    refused_move(&s, azj_move_sun(0, 5, 0, 1), AZJ_E_NO_COLOUR);
    refused_move(&s, azj_move_sun(0, AZJ_BLUE, 1, 1), AZJ_E_NOT_A_MOVE);
    refused_move(&s, azj_move_sun(0, AZJ_BLUE, 0, 1) | 1u << 23, AZJ_E_NOT_A_MOVE);
    refused_move(&s, azj_move_moon(6, 1), AZJ_E_NO_COLOUR);
    refused_move(&s, azj_move_moon(1, 1) | 16, AZJ_E_NOT_A_MOVE);
    refused_move(&s, azj_move_moon(1, 1) | 1u << 14, AZJ_E_NOT_A_MOVE);
    refused(&s, "chip 0", AZJ_E_NO_FACTORY);
    refused(&s, "chip 5", AZJ_E_NO_FACTORY);
    refused_move(&s, azj_move_chip(1) | 256, AZJ_E_NOT_A_MOVE);
    refused_move(&s, AZJ_DRAW | 16, AZJ_E_NOT_A_MOVE);
    refused_move(&s, AZJ_STOP | 16, AZJ_E_NOT_A_MOVE);
    refused_move(&s, azj_move_return(1) | 1u << 9, AZJ_E_NOT_A_MOVE);
    refused_move(&s, azj_move_tile(1, 1, 0) | 1u << 30, AZJ_E_NOT_A_MOVE);
    refused_move(&s, azj_move_skip(1) | 256, AZJ_E_NOT_A_MOVE);
    refused_move(&s, azj_move_take(1, 1, 1), AZJ_E_NOT_A_MOVE);
    refused_move(&s, 0, AZJ_E_NOT_A_MOVE);
    refused(&s, "stop", AZJ_E_WRONG_PHASE);
    refused(&s, "return S1", AZJ_E_WRONG_PHASE);
    refused(&s, "tile 1 1", AZJ_E_WRONG_PHASE);
    refused(&s, "skip 1", AZJ_E_WRONG_PHASE);
}

static void refusals_of_the_draw(void **state)
{
    (void)state;
    azj_duel s;
    first_turn(&s);
    s.pile_count = 0;
    refused(&s, "draw", AZJ_E_PILE_EMPTY);
    first_turn(&s);
    duel_play(&s, "draw", NULL);
    refused(&s, "plate S3 2/0", AZJ_E_WRONG_PHASE);
    refused(&s, "large B 1", AZJ_E_WRONG_PHASE);
    refused(&s, "moon B 1", AZJ_E_WRONG_PHASE);
    refused(&s, "chip 1", AZJ_E_WRONG_PHASE);
    duel_play(&s, "draw", NULL);
    duel_play(&s, "draw", NULL);
    duel_play(&s, "stop", NULL);
    refused(&s, "draw", AZJ_E_WRONG_PHASE);
    refused_move(&s, azj_move_place_plate(25, 2, 0), AZJ_E_NO_PLATE);
    duel_play(&s, "plate S5 2/0", NULL);
    refused_move(&s, azj_move_return(20), AZJ_E_NO_PLATE);
    refused(&s, "return S3", AZJ_E_PLATE_NOT_DRAWN);
}

/* Numbers of no action, and every action of a position both ways. */
static void action_numbers(void **state)
{
    (void)state;
    azj_duel s;
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    first_turn(&s);
    assert_int_equal(azj_duel_move_of_action(&s, -1), 0);
    assert_int_equal(azj_duel_move_of_action(&s, AZJ_DUEL_ACTIONS), 0);
    const size_t n = azj_duel_moves(&s, moves);
    size_t found = 0;
    for (int a = 0; a < AZJ_DUEL_ACTIONS; a++)
        found += azj_duel_move_of_action(&s, a) != 0;
    assert_int_equal(found, n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(azj_duel_move_of_action(&s, azj_duel_action(&s, moves[i])), moves[i]);
}

static void refusals_outside_play(void **state)
{
    (void)state;
    azj_duel s;
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    azj_duel_new(&s, AZJ_TABLETS_FIRST_GAME, 0);
    refused(&s, "draw", AZJ_E_DEAL_FIRST);
    assert_int_equal(azj_duel_moves(&s, moves), 0);
    s.phase = AZJ_PHASE_OVER;
    refused(&s, "draw", AZJ_E_GAME_OVER);
    assert_int_equal(azj_duel_moves(&s, moves), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d9_take_a_shown_plate),
        cmocka_unit_test(d9_draw_two_keep_one),
        cmocka_unit_test(d9_return_in_order),
        cmocka_unit_test(d9_draws_end),
        cmocka_unit_test(d9_needs_a_token),
        cmocka_unit_test(d10_free_draw),
        cmocka_unit_test(d10_paid_draw_at_an_empty_display),
        cmocka_unit_test(d11_d12_stacks_and_moons),
        cmocka_unit_test(d12_only_the_top),
        cmocka_unit_test(d11_orders),
        cmocka_unit_test(d13_one_colour_large_sun),
        cmocka_unit_test(d14_chips),
        cmocka_unit_test(d14_no_third_chip),
        cmocka_unit_test(d15_targets),
        cmocka_unit_test(d15_dome_does_not_restrict),
        cmocka_unit_test(d15_broken_space_is_full),
        cmocka_unit_test(d16_forced_pass),
        cmocka_unit_test(d16_tokens_must_be_spent),
        cmocka_unit_test(stuck_tokens_end_the_phase),
        cmocka_unit_test(refusals_of_the_offer),
        cmocka_unit_test(refusals_of_the_draw),
        cmocka_unit_test(action_numbers),
        cmocka_unit_test(refusals_outside_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
