/* test_duel_validate.c - every way in which a Duel position can be impossible, and positions that
 * are unusual but possible.
 */
#include "check.h"
#include "duel_draw.h"

#include <string.h>

static void is(const azj_duel *s, azj_error code)
{
    azj_fault why = {0};
    const azj_error e = azj_duel_validate(s, &why);
    if (e != code)
        fail_msg("expected %s, got %s", azj_error_name(code), azj_error_name(e));
    if (code != AZJ_E_OK)
        assert_int_equal(why.code, code);
    assert_int_equal(azj_duel_validate(s, NULL), code);
}

/* An offer in round 2 with something of everything. */
static void offer(azj_duel *s)
{
    duel_table(s,
               "round 2 starter 0 seat 0 large BBYRK sun1 TTKY moon2 KY chip1 BR chip2 T chip3 B "
               "display S3 J1 -- pile J7 S2");
    duel_board(s, 0,
               "score 7 tokens 1 taken 1 chips B spent K broken RR\n"
               "plates S1 J2/2 --  -- -- --  -- -- --\n" /* YK JB / TS RT */
               "     .  YKB...\n"
               "    .K  T*....\n"
               "   ...  ......\n"
               "  ..RR  ......\n"
               " .....  ......\n"
               "......  ......\n");
    duel_board(s, 1, "tokens 2 plates S4 J3 --  -- -- --  -- -- --");
    duel_done(s);
}

#define EXPECT(change, code) \
    do {                     \
        azj_duel s;          \
        offer(&s);           \
        change;              \
        is(&s, code);        \
    } while (0)

static void head(void **state)
{
    (void)state;
    EXPECT((void)0, AZJ_E_OK);
    EXPECT(s.rules = AZJ_CLASSIC, AZJ_E_BAD_RULES);
    EXPECT(s.players = 3, AZJ_E_BAD_PLAYERS);
    EXPECT(s.phase = 8, AZJ_E_BAD_PHASE);
    EXPECT(s.round = 0, AZJ_E_BAD_ROUND);
    EXPECT(s.round = 6, AZJ_E_BAD_ROUND);
    EXPECT(s.tablets = 0, AZJ_E_BAD_TABLETS);
    EXPECT(s.line = 1, AZJ_E_BAD_STATE);
    EXPECT(s.step = 1, AZJ_E_BAD_STATE);
    EXPECT(s.pad[3] = 1, AZJ_E_BAD_STATE);
    EXPECT(s.viewer = 2, AZJ_E_BAD_SEAT);
    EXPECT(s.starter = 2, AZJ_E_BAD_STARTER);
    EXPECT(s.starter = AZJ_NOBODY, AZJ_E_BAD_STARTER);
    EXPECT((s.phase = AZJ_PHASE_DEAL, s.round = 1, s.starter = 7), AZJ_E_BAD_STARTER);
    EXPECT(s.seat = 2, AZJ_E_BAD_SEAT);
    EXPECT(s.seat = AZJ_NOBODY, AZJ_E_BAD_SEAT);
    EXPECT(s.start_tile = 2, AZJ_E_BAD_MARKER);
    EXPECT(s.start_tile = 0, AZJ_E_BAD_MARKER); /* D12: the large sun is still there */
}

static void tiles(void **state)
{
    (void)state;
    EXPECT(s.bag += 1, AZJ_E_BAD_TILES);
    EXPECT(s.tower += 256, AZJ_E_BAD_TILES);
    EXPECT(s.bag = 14, AZJ_E_BAD_STATE);
    EXPECT(s.tower = (azj_tiles)1 << 40, AZJ_E_BAD_STATE);
    EXPECT(s.large_sun += 1, AZJ_E_BAD_FACTORY);
    EXPECT(s.large_sun = 255, AZJ_E_BAD_FACTORY);
    EXPECT(s.sun[0] += 1, AZJ_E_BAD_FACTORY);
    EXPECT(s.sun[3] = (azj_tiles)1 << 50, AZJ_E_BAD_FACTORY);
    EXPECT(s.large_moon = 1, AZJ_E_BAD_MOON); /* D11: sun and moon are never both there */
    EXPECT((s.large_sun = 0, s.large_moon = 5), AZJ_E_BAD_MOON);
    EXPECT((s.large_sun = 0, s.large_moon = 0xff), AZJ_E_BAD_MOON);
    EXPECT(s.moon[0] = 1, AZJ_E_BAD_MOON);
    EXPECT(s.moon[1] = 6, AZJ_E_BAD_MOON);
    EXPECT(s.moon[1] = 1 << 3, AZJ_E_BAD_MOON);
    EXPECT(s.moon[1] = 1 << 9, AZJ_E_BAD_MOON);
}

static void boards(void **state)
{
    (void)state;
    EXPECT(s.board[0].score = -1, AZJ_E_BAD_SCORE);
    EXPECT(s.board[1].score = 1001, AZJ_E_BAD_SCORE);
    EXPECT(s.board[1].passed = 2, AZJ_E_BAD_PASSED);
    EXPECT(s.board[1].pad[1] = 1, AZJ_E_BAD_STATE);
    EXPECT(s.board[1].line[0] = 2, AZJ_E_BAD_LINE);
    EXPECT(s.board[1].line[5] = 5 << 4 | 1, AZJ_E_BAD_LINE);
    EXPECT(s.board[1].line[5] = 1 << 4, AZJ_E_BAD_LINE);
    EXPECT(s.board[1].plate[8] = 18 << 2, AZJ_E_BAD_PLATES);
    EXPECT(s.board[1].space[2] = 0, AZJ_E_BAD_STATE);
    EXPECT(s.board[1].joker = 0, AZJ_E_BAD_STATE);
    EXPECT(s.board[1].special_space ^= 1, AZJ_E_BAD_STATE);
    EXPECT(s.board[0].tile[AZJ_BLUE] |= 2, AZJ_E_BAD_DOME);       /* on black */
    EXPECT(s.board[0].tile[AZJ_BLUE] |= 1u << 5, AZJ_E_BAD_DOME); /* no plate */
    EXPECT(s.board[0].tile[AZJ_RED] |= 4, AZJ_E_BAD_DOME);        /* two on the joker */
    EXPECT(s.board[0].tile[AZJ_RED] |= (uint64_t)1 << 60, AZJ_E_BAD_DOME);
    EXPECT(s.board[0].special = 0, AZJ_E_BAD_DOME); /* D19: it comes at once */
    EXPECT(s.board[0].special |= 1u << 20, AZJ_E_BAD_DOME);
    EXPECT(s.board[0].broken = 5 << 12, AZJ_E_BAD_BROKEN);
    EXPECT(s.board[0].broken = 1 << 12, AZJ_E_BAD_BROKEN);
    EXPECT(s.board[0].broken = 1, AZJ_E_BAD_BROKEN);
    EXPECT(s.board[0].broken = 2 << 12 | 7 | 1 << 3, AZJ_E_BAD_BROKEN);
}

static void chips(void **state)
{
    (void)state;
    EXPECT(s.supply ^= 1, AZJ_E_BAD_CHIPS);
    EXPECT(s.supply |= 3, AZJ_E_BAD_CHIPS);
    EXPECT(s.supply |= 1u << 20, AZJ_E_BAD_CHIPS);
    EXPECT(s.chip[0] = AZJ_CHIP_UNKNOWN, AZJ_E_BAD_CHIPS); /* the referee knows it */
    EXPECT(s.chip[0] = 10, AZJ_E_BAD_CHIPS);
    EXPECT(s.board[0].taken = 3, AZJ_E_BAD_TAKEN);
    EXPECT(s.board[1].taken = 1, AZJ_E_BAD_TAKEN); /* he has none */
    EXPECT((s.board[1].chips = 5u << 14, s.supply -= 5u << 14, s.board[1].taken = 2),
           AZJ_E_BAD_CHIPS); /* three on the table, only one take left */
    EXPECT((s.board[1].chips = 0x15u << 14, s.supply -= 0x15u << 14), AZJ_E_BAD_CHIPS_HELD);
}

static void plates(void **state)
{
    (void)state;
    EXPECT(s.display[2] = 18, AZJ_E_BAD_DISPLAY);
    EXPECT(s.display[2] = 5, AZJ_E_BAD_PLATES); /* twice */
    EXPECT(s.pile[0] = s.pile[1], AZJ_E_BAD_PLATES);
    EXPECT(s.pile[0] = AZJ_PLATE_UNKNOWN, AZJ_E_BAD_PLATES);
    EXPECT(s.pile_count = 19, AZJ_E_BAD_PLATES);
    EXPECT(s.pile_count--, AZJ_E_BAD_PLATES);
    EXPECT((s.pile[s.pile_count - 1] = 0, s.pile_count--), AZJ_E_BAD_PLATES);
    EXPECT(s.drawn[0] = 1, AZJ_E_BAD_DRAWN);
    EXPECT(s.drawn_count = 19, AZJ_E_BAD_DRAWN);
    EXPECT((s.drawn_count = 1, s.drawn[0] = 30), AZJ_E_BAD_DRAWN);
    EXPECT((s.pile_count--, s.drawn_count = 1, s.drawn[0] = s.pile[s.pile_count],
            s.pile[s.pile_count] = 0),
           AZJ_E_BAD_DRAWN); /* not in the offer */
}

static void phases(void **state)
{
    (void)state;
    EXPECT(s.board[0].tokens = 3, AZJ_E_MANY_TOKENS); /* D9 */
    EXPECT((s.round = 5), AZJ_E_MANY_TOKENS);
    EXPECT(s.phase = AZJ_PHASE_TILING, AZJ_E_BAD_TOKENS);
    EXPECT((s.phase = AZJ_PHASE_TILING, s.board[0].tokens = s.board[1].tokens = 0),
           AZJ_E_BAD_PHASE);
    EXPECT(s.phase = AZJ_PHASE_KEEP, AZJ_E_BAD_DRAWN);
    EXPECT(s.phase = AZJ_PHASE_DRAW, AZJ_E_BAD_DRAWN);
    EXPECT(s.phase = AZJ_PHASE_RETURN, AZJ_E_BAD_DRAWN);
    EXPECT(s.board[1].passed = 1, AZJ_E_BAD_PASSED); /* D16: he could act */
    EXPECT(s.phase = AZJ_PHASE_SETUP, AZJ_E_BAD_TOKENS);
    EXPECT((s.phase = AZJ_PHASE_SETUP, s.board[0].tokens = 2), AZJ_E_BAD_PHASE);
    EXPECT((s.phase = AZJ_PHASE_DEAL, s.seat = AZJ_NOBODY, s.step = 1), AZJ_E_BAD_TOKENS);
    EXPECT(
        (s.phase = AZJ_PHASE_OVER, s.seat = AZJ_NOBODY, s.board[0].tokens = s.board[1].tokens = 0),
        AZJ_E_BAD_PHASE);
}

/* D16: in the offer the seat to move has something to do. */
static void offer_needs_an_action(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 2 seat 0 display S3 J1 J2");
    duel_board(&s, 0, "tokens 0");
    duel_board(&s, 1, "tokens 1");
    duel_fill(&s);
    is(&s, AZJ_E_BAD_OFFER);
    s.seat = 1;
    is(&s, AZJ_E_OK);
    s.board[0].passed = 1;
    is(&s, AZJ_E_OK);
    duel_play(&s, "draw", NULL);
    is(&s, AZJ_E_OK);
    s.board[1].passed = 1; /* the one who is drawing */
    is(&s, AZJ_E_BAD_PASSED);
    s.board[1].passed = 0;
    s.board[1].score = 0; /* then he could not go on drawing */
    is(&s, AZJ_E_BAD_DRAWN);
}

/* D9: who draws has a slot for the plate, and the pile a plate for the next draw. */
static void drawing_can_go_on(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 4 phase draw display S9 J8 J9 drawn S8 pile S7 J7");
    duel_board(&s, 0, "tokens 0 plates S1 S2 S3  S4 S5 S6  J1 J2 --");
    duel_board(&s, 1, "tokens 0 plates J3 J4 J5  J6 -- --  -- -- --");
    duel_done(&s);
    azj_duel full = s;
    full.phase = AZJ_PHASE_KEEP;
    is(&full, AZJ_E_OK);
    duel_board(&full, 0, "plates S1 S2 S3  S4 S5 S6  J1 J2 S7");
    full.pile[0] = full.pile[1];
    full.pile[1] = 0;
    full.pile_count--;
    is(&full, AZJ_E_BAD_PLATES_LAID);
    s.display[2] = AZJ_NO_PLATE;
    duel_board(&s, 1, "plates J3 J4 J5  J6 S7 J7  J9 -- --");
    s.pile[0] = s.pile[1] = s.pile_count = 0;
    is(&s, AZJ_E_BAD_DRAWN);
    s.phase = AZJ_PHASE_KEEP;
    is(&s, AZJ_E_OK);
}

/* A full dome leaves tokens that cannot be spent: an impossible position, but nothing breaks. */
static void tokens_without_slots(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 4 large BBYRK display S9 J8 --");
    duel_board(&s, 0, "tokens 2 plates S1 S2 S3  S4 S5 S6  S7 S8 J7");
    duel_board(&s, 1, "tokens 0 plates J1 J2 J3  J4 J5 J6  -- -- --");
    duel_fill(&s);
    is(&s, AZJ_E_BAD_PLATES_LAID);
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    assert_int_equal(azj_duel_moves(&s, moves), 4 * 7); /* the large sun's colours */
    assert_int_equal(azj_duel_legal(&s, AZJ_DRAW, NULL), AZJ_E_DOME_FULL);
    duel_play(&s, "large B broken", NULL);
    duel_play(&s, "moon Y broken", NULL);
    duel_play(&s, "moon R broken", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    duel_play(&s, "moon K broken", NULL);
    is(&s, AZJ_E_OK); /* both pass, the round is over */
    assert_int_equal(s.round, 5);
}

/* The same with a choice in the tiling: tokens that could be spent may not be left. */
static void tokens_in_the_tiling(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 4 starter 0 phase tiling seat 0 line 2 display J9 -- --");
    duel_board(&s, 0,
               "tokens 0 plates S4 J1 S1  S2 S3 S5  S6 S7 S8\n" /* YB JB YK / KS TK TS */
               "     .  ......\n"
               "    KK  ......\n");
    duel_board(&s, 1, "tokens 0");
    duel_done(&s);
    s.board[1].tokens = 1;
    is(&s, AZJ_E_BAD_TOKENS);
}

/* D8, D9: no more plates than tokens spent and the first one. */
static void plates_are_paid_for(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 2 large BBYRK display S9 J8 J9");
    duel_board(&s, 0, "tokens 1 plates S1 S2 S3  S4 -- --  -- -- --");
    duel_board(&s, 1, "tokens 2 plates J1 J2 J3  -- -- --  -- -- --");
    duel_done(&s);
    s.board[0].tokens = 2;
    is(&s, AZJ_E_BAD_PLATES_LAID);
    s.board[0].tokens = 1;
    s.round = 1;
    is(&s, AZJ_E_BAD_PLATES_LAID);
}

static void set_up(azj_duel *s)
{
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    azj_duel_new(s, AZJ_TABLETS_FIRST_GAME, 0);
    azj_duel_deal(s, &rng);
}

/* D8: in the set-up nobody has more than his first plate. */
static void setup_phase(void **state)
{
    (void)state;
    azj_duel s;
    set_up(&s);
    is(&s, AZJ_E_OK);
    s.seat = 0;
    is(&s, AZJ_E_BAD_PHASE);
    set_up(&s);
    s.round = 2;
    is(&s, AZJ_E_BAD_PHASE);
    set_up(&s);
    s.board[0].passed = 1;
    is(&s, AZJ_E_BAD_PASSED);
    set_up(&s);
    for (unsigned i = 0; i < 3; i++) {
        s.pile[s.pile_count++] = s.display[i];
        s.display[i] = AZJ_NO_PLATE;
    }
    is(&s, AZJ_E_BAD_DISPLAY);
    set_up(&s);
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    azj_duel_moves(&s, moves);
    azj_duel_apply(&s, moves[0], NULL);
    is(&s, AZJ_E_OK);
    s.starter = 1; /* then the second one would have chosen first */
    is(&s, AZJ_E_BAD_PHASE);
}

static void deal_phase(void **state)
{
    (void)state;
    azj_duel fresh, s;
    azj_rng rng;
    azj_duel_new(&fresh, AZJ_TABLETS_FIRST_GAME, AZJ_NOBODY);
    is(&fresh, AZJ_E_OK);
    s = fresh;
    s.step = 11;
    is(&s, AZJ_E_BAD_PLATES);
    s = fresh;
    s.seat = 0;
    is(&s, AZJ_E_BAD_SEAT);
    azj_rng_seed(&rng, 1);
    for (int i = 0; i < 18 + 5 + 4; i++)
        azj_duel_resolve(&fresh, azj_duel_sample(&fresh, &rng));
    is(&fresh, AZJ_E_OK); /* the second small factory is next */
    s = fresh;
    s.step = 11;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.step = 2;
    is(&s, AZJ_E_BAD_PHASE); /* the first one is full */
    s.step = 1;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.chip[0] = 0;
    s.supply -= 1;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.large_sun = 0;
    s.large_moon = 1;
    s.bag += fresh.large_sun - 1;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.round = 2;
    is(&s, AZJ_E_BAD_STARTER);
    s.starter = 0;
    is(&s, AZJ_E_OK);
    s.step = 0;
    is(&s, AZJ_E_BAD_PLATES);
    s.step = 10;
    is(&s, AZJ_E_BAD_PHASE);
    s.step = 3;
    s.board[1].passed = 1;
    is(&s, AZJ_E_BAD_PHASE);
    s.board[1].passed = 0;
    s.board[1].taken = 1;
    s.board[1].chips = 1;
    s.supply -= 1;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.bag += s.large_sun;
    s.large_sun = 0;
    s.start_tile = 0;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.moon[3] = 1;
    s.bag -= 1;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.tower = s.bag; /* the tower should have gone into the bag */
    s.bag = 0;
    is(&s, AZJ_E_BAD_PHASE);
    s = fresh;
    s.step = 10;
    s.starter = 1;
    is(&s, AZJ_E_BAD_PHASE);
}

static void tiling(azj_duel *s)
{
    duel_table(s, "round 3 starter 1 phase tiling seat 0 line 2 start 1");
    duel_board(s, 0,
               "tokens 0 plates S4 J1 --  -- -- --  -- -- --\n" /* YB JB / KS TK */
               "     .  ......\n"
               "    KK  ......\n"
               "   ...  ......\n"
               "  ....  ......\n"
               " .....  ......\n"
               "......  ......\n");
    duel_board(s, 1, "tokens 0 plates S2 S5 S1/2  -- -- --  -- -- --"); /* KS TR ST */
    duel_done(s);
}

/* D17: the tiling stops only at a choice, and what comes before it has been done. */
static void tiling_phase(void **state)
{
    (void)state;
    azj_duel s;
    tiling(&s);
    s.line = 0;
    is(&s, AZJ_E_BAD_CHOICE);
    s.line = 7;
    is(&s, AZJ_E_BAD_CHOICE);
    s.line = 3;
    is(&s, AZJ_E_BAD_CHOICE);
    s.line = 2;
    s.board[0].line[1]--; /* incomplete, and he has no chips */
    s.bag += azj_tiles_of(1, AZJ_BLACK);
    is(&s, AZJ_E_BAD_CHOICE);
    tiling(&s);
    s.bag -= azj_tiles_of(1, AZJ_YELLOW);
    s.board[0].line[0] = AZJ_YELLOW << 4 | 1; /* could have been placed */
    is(&s, AZJ_E_BAD_LINE);
    s.board[0].line[0] = 0;
    s.board[1].line[0] = AZJ_YELLOW << 4 | 1; /* should have broken */
    is(&s, AZJ_E_BAD_LINE);
    s.board[1].line[0] = 0;
    s.board[1].line[2] = AZJ_YELLOW << 4 | 1; /* waits for a plate */
    is(&s, AZJ_E_OK);
    s.starter = 0; /* now seat 1 comes later */
    is(&s, AZJ_E_OK);
    tiling(&s);
    s.chip[2] = 0;
    s.supply -= 1;
    is(&s, AZJ_E_BAD_PHASE);
    tiling(&s);
    s.moon[0] = 1;
    s.bag -= 1;
    is(&s, AZJ_E_BAD_PHASE);
}

/* Views: what is unknown must fit what is missing. */
static void views(void **state)
{
    (void)state;
    azj_duel s, view;
    offer(&s);
    for (unsigned i = 0; i < 3; i++) {
        azj_duel_view(&s, i < 2 ? i : AZJ_SPECTATOR, &view);
        is(&view, AZJ_E_OK);
    }
    view.chip[0] = 2; /* face down, but known */
    is(&view, AZJ_E_BAD_CHIPS);
    azj_duel_view(&s, 0, &view);
    for (unsigned i = 0; i < view.pile_count; i++)
        view.pile[i] = AZJ_PLATE_UNKNOWN_S | AZJ_PILE_BACK; /* more than there are */
    is(&view, AZJ_E_BAD_PLATES);
    for (unsigned i = 0; i < view.pile_count; i++)
        view.pile[i] = AZJ_PLATE_UNKNOWN_J | AZJ_PILE_BACK;
    is(&view, AZJ_E_BAD_PLATES);
    azj_duel_view(&s, 0, &view);
    view.pile[0] = 21;
    is(&view, AZJ_E_BAD_PLATES);
    /* A view shows what its viewer knows of the pile, no more and no less. */
    azj_duel_view(&s, 0, &view);
    const uint8_t top = view.pile[0];
    view.pile[0] = AZJ_PLATE_UNKNOWN;
    is(&view, AZJ_E_BAD_PLATES);
    view.pile[0] = s.pile[0];
    is(&view, AZJ_E_BAD_PLATES);
    view.pile[0] = top;
    is(&view, AZJ_E_OK);
    view.pile[1] = s.pile[1];
    is(&view, AZJ_E_BAD_PLATES);
    view.pile[1] = s.pile[1] | AZJ_PILE_KNOWN_0;
    is(&view, AZJ_E_OK);
    view.viewer = 1;
    is(&view, AZJ_E_BAD_PLATES);
    view.pile[1] = AZJ_PLATE_UNKNOWN | AZJ_PILE_KNOWN_0;
    is(&view, AZJ_E_OK);
    view.viewer = AZJ_SPECTATOR;
    is(&view, AZJ_E_BAD_PLATES);
    view.pile[1] = AZJ_PLATE_UNKNOWN | AZJ_PILE_BACK;
    is(&view, AZJ_E_BAD_PLATES);
    /* In a view the supply holds the unknown chips too: all but one are known here. */
    duel_table(&s, "round 5 starter 0 seat 0 sun1 BBYR sun2 KKTT chip1 B chip2 K");
    duel_board(&s, 0, "tokens 0 chips BK BK BR BR R R RT RT");
    duel_board(&s, 1, "tokens 0 chips Y Y YK YK YT YT T T");
    duel_done(&s);
    azj_duel_view(&s, 0, &view);
    view.board[0].taken = 2;
    view.board[0].chips += 1u << 0 | 1u << 6;
    view.supply -= 1u << 0 | 1u << 6;
    is(&view, AZJ_E_OK);
    view.board[1].taken = 1;
    view.board[1].chips += 1u;
    view.supply -= 1u;
    is(&view, AZJ_E_BAD_CHIPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head),
        cmocka_unit_test(tiles),
        cmocka_unit_test(boards),
        cmocka_unit_test(chips),
        cmocka_unit_test(plates),
        cmocka_unit_test(phases),
        cmocka_unit_test(offer_needs_an_action),
        cmocka_unit_test(drawing_can_go_on),
        cmocka_unit_test(tokens_without_slots),
        cmocka_unit_test(tokens_in_the_tiling),
        cmocka_unit_test(plates_are_paid_for),
        cmocka_unit_test(setup_phase),
        cmocka_unit_test(deal_phase),
        cmocka_unit_test(tiling_phase),
        cmocka_unit_test(views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
