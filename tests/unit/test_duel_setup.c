/* test_duel_setup.c - components, set-up, chance and the start of a round: rules D1 to D8, D21. */
#include "check.h"
#include "duel_draw.h"

#include <stdlib.h>
#include <string.h>

static azj_outcome find(const azj_duel *s, unsigned kind, unsigned value)
{
    azj_outcome out[AZJ_OUTCOMES_MAX];
    const size_t n = azj_duel_outcomes(s, out);
    for (size_t i = 0; i < n; i++)
        if (out[i].kind == kind && out[i].value == value)
            return out[i];
    fail_msg("no such outcome: kind %u value %u", kind, value);
    return out[0];
}

/* Deals the named tiles, one after the other. */
static void deal_tiles(azj_duel *s, const char *tiles)
{
    static const char letters[] = "BYRKT";
    for (; *tiles != 0; tiles++)
        azj_duel_resolve(s,
                         find(s, AZJ_OUTCOME_TILE, (unsigned)(strchr(letters, *tiles) - letters)));
}

/* A new game whose pile lies as the plates are numbered. */
static void new_game(azj_duel *s, unsigned starter)
{
    assert_int_equal(azj_duel_new(s, AZJ_TABLETS_FIRST_GAME, starter), AZJ_E_OK);
    for (unsigned p = 0; p < AZJ_DUEL_PLATES; p++)
        azj_duel_resolve(s, find(s, AZJ_OUTCOME_PLATE, p));
}

/* D1: 13 tiles a colour, 18 plates, 20 chips, scores of 5. */
static void d1_components(void **state)
{
    (void)state;
    azj_duel s;
    azj_duel_new(&s, AZJ_TABLETS_FIRST_GAME, AZJ_NOBODY);
    assert_true(s.bag == 13 * AZJ_TILES_ONE);
    for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
        assert_int_equal(azj_chips_count(s.supply, f), 2);
    assert_int_equal(s.board[0].score, 5);
    assert_int_equal(s.board[1].score, 5);
    assert_int_equal(azj_duel_validate(&s, NULL), AZJ_E_OK);
}

/* What a plate shows, row by row: "YK/TS". */
static const char *plate_text(unsigned plate, unsigned turn)
{
    static char text[6];
    for (unsigned place = 0; place < 4; place++)
        text[place + place / 2] = "BYRKTJS"[azj_duel_plate_space(plate, turn, place)];
    text[2] = '/';
    return text;
}

/* D3: the printed plates; each has three or four coloured spaces of different colours. */
static void d3_plates(void **state)
{
    (void)state;
    static const char *const printed[AZJ_DUEL_PLATES] = {
        "YK/TS", "KS/TR", "SK/RB", "YB/KS", "TR/BS", "YS/KR", "BK/ST", "ST/YB", "SY/BR",
        "JB/TK", "TR/BJ", "KY/RJ", "TY/JK", "YR/JB", "TK/RJ", "RT/YJ", "TB/JY", "RJ/BK"};
    for (unsigned p = 0; p < AZJ_DUEL_PLATES; p++) {
        assert_string_equal(plate_text(p, 0), printed[p]);
        assert_int_equal(azj_duel_is_special(p) != 0, strchr(printed[p], 'S') != NULL);
    }
}

/* D3: turned by quarters clockwise, never mirrored. */
static void d3_turns(void **state)
{
    (void)state;
    const unsigned s1 = duel_plate_id("S1");
    assert_string_equal(plate_text(s1, 0), "YK/TS");
    assert_string_equal(plate_text(s1, 1), "TY/SK");
    assert_string_equal(plate_text(s1, 2), "ST/KY");
    assert_string_equal(plate_text(s1, 3), "KS/YT");
}

/* D4: two chips a face; a chip is of every colour it shows. */
static void d4_chips(void **state)
{
    (void)state;
    assert_int_equal(azj_duel_face_colours(duel_face_id("B")), 1 << AZJ_BLUE);
    assert_int_equal(azj_duel_face_colours(duel_face_id("BR")), 1 << AZJ_BLUE | 1 << AZJ_RED);
    assert_int_equal(azj_duel_face_colours(duel_face_id("RT")), 1 << AZJ_RED | 1 << AZJ_TURQUOISE);
    assert_int_equal(azj_duel_face_colours(duel_face_id("YT")),
                     1 << AZJ_YELLOW | 1 << AZJ_TURQUOISE);
    assert_int_equal(azj_duel_face_colours(duel_face_id("YK")), 1 << AZJ_YELLOW | 1 << AZJ_BLACK);
    assert_int_equal(azj_duel_face_colours(duel_face_id("BK")), 1 << AZJ_BLUE | 1 << AZJ_BLACK);
    unsigned shown[5] = {0};
    for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
        for (unsigned c = 0; c < 5; c++)
            shown[c] += azj_duel_face_colours(f) >> c & 1;
    for (unsigned c = 0; c < 5; c++)
        assert_int_equal(shown[c], 3); /* so six chips of each colour */
}

/* D5: three or four tablets, one side of each; the 48 choices are equally likely. */
static void d5_tablets(void **state)
{
    (void)state;
    azj_duel s;
    unsigned good = 0, seen[256] = {0}, kinds = 0;
    for (unsigned t = 0; t < 1024; t++)
        good += azj_duel_new(&s, t, 0) == AZJ_E_OK;
    assert_int_equal(good, 48);
    assert_int_equal(azj_duel_new(&s, 0x05, 0), AZJ_E_BAD_TABLETS); /* two */
    assert_int_equal(azj_duel_new(&s, 0x3f, 0), AZJ_E_BAD_TABLETS); /* no third side */
    assert_int_equal(azj_duel_new(&s, AZJ_TABLETS_FIRST_GAME, 2), AZJ_E_BAD_STARTER);
    azj_rng rng;
    azj_rng_seed(&rng, 5);
    for (unsigned i = 0; i < 48000; i++) {
        const unsigned t = azj_duel_random_tablets(&rng);
        assert_int_equal(azj_duel_new(&s, t, 0), AZJ_E_OK);
        seen[t]++;
    }
    for (unsigned t = 0; t < 256; t++) {
        if (seen[t] == 0)
            continue;
        kinds++;
        assert_in_range(seen[t], 800, 1200);
    }
    assert_int_equal(kinds, 48);
}

/* D7: plates, tiles, chips, then the starter: every step with its probabilities. */
static void d7_set_up_step_by_step(void **state)
{
    (void)state;
    azj_duel s;
    azj_outcome out[AZJ_OUTCOMES_MAX];
    azj_duel_new(&s, AZJ_TABLETS_FIRST_GAME, AZJ_NOBODY);
    for (unsigned left = 18; left > 0; left--) {
        assert_int_equal(azj_duel_outcomes(&s, out), left);
        assert_int_equal(out[0].kind, AZJ_OUTCOME_PLATE);
        assert_int_equal(out[0].weight, 1);
        azj_duel_resolve(&s, out[0]);
    }
    assert_int_equal(s.display[0], 0); /* the top three, left to right */
    assert_int_equal(s.display[1], 1);
    assert_int_equal(s.display[2], 2);
    assert_int_equal(s.pile[0], 3);
    assert_int_equal(s.pile_count, 15);
    assert_int_equal(azj_duel_outcomes(&s, out), 5);
    assert_int_equal(out[0].weight, 13);
    deal_tiles(&s, "BBBBY");
    assert_int_equal(azj_tiles_total(s.large_sun), 5);
    assert_int_equal(azj_duel_outcomes(&s, out), 5);
    assert_int_equal(out[0].weight, 9);
    deal_tiles(&s, "RRRRKKKKTTTTYYYY");
    for (unsigned f = 0; f < 4; f++) {
        assert_int_equal(azj_tiles_total(s.sun[f]), 4);
        assert_int_equal(s.chip[f], AZJ_NO_CHIP);
    }
    assert_int_equal(azj_duel_outcomes(&s, out), 10);
    assert_int_equal(out[0].weight, 2);
    for (unsigned f = 0; f < 4; f++)
        azj_duel_resolve(&s, find(&s, AZJ_OUTCOME_CHIP, f / 2));
    assert_int_equal(azj_chips_count(s.supply, 0), 0);
    assert_int_equal(azj_duel_outcomes(&s, out), 2);
    assert_int_equal(out[1].kind, AZJ_OUTCOME_STARTER);
    azj_duel_resolve(&s, out[1]);
    assert_int_equal(s.starter, 1);
    assert_int_equal(s.start_tile, AZJ_NOBODY); /* it lies on the large factory */
    assert_int_equal(s.phase, AZJ_PHASE_SETUP);
    assert_int_equal(azj_duel_outcomes(&s, out), 0);
}

/* D7: five tiles of one colour on the large factory go back and are drawn again. */
static void d7_one_colour_is_drawn_again(void **state)
{
    (void)state;
    azj_duel s;
    new_game(&s, 0);
    deal_tiles(&s, "BBBBB");
    assert_true(s.large_sun == 0);
    assert_true(s.bag == 13 * AZJ_TILES_ONE);
    deal_tiles(&s, "KKKKKBBBBY");
    assert_true(s.large_sun == azj_tiles_of(4, AZJ_BLUE) + azj_tiles_of(1, AZJ_YELLOW));
}

/* The end of a round in which seat 0 takes the last chip; then round `round` + 1 is dealt. */
static void end_round(azj_duel *s, const char *table)
{
    duel_table(s, table);
    s->chip[0] = 6;
    duel_board(s, 0, "tokens 0 taken 1 spent B");
    duel_board(s, 1, "tokens 0 taken 2 spent K R");
}

/* D7: the bag holds one colour only, so the five stay. */
static void d7_one_colour_stays_when_nothing_else_is_left(void **state)
{
    (void)state;
    azj_duel s;
    end_round(&s, "round 2 tower BBBBBBYYYYYYYYYYYYYRRRRRRRRRRRRRKKKKKKKKKKKKKTTTTTTTTTTTTT");
    duel_done(&s);
    assert_true(s.bag == azj_tiles_of(7, AZJ_BLUE));
    duel_play(&s, "chip 1", NULL);
    deal_tiles(&s, "BBBBB");
    assert_true(s.large_sun == azj_tiles_of(5, AZJ_BLUE));
    deal_tiles(&s, "BB"); /* D21: only now, with the bag empty, the tower is needed */
    assert_true(s.tower == 0);
    assert_int_equal(azj_tiles_total(s.bag), 58);
    deal_tiles(&s, "RR");
    assert_int_equal(azj_tiles_total(s.sun[0]), 4);
}

/* D8: the other player takes a plate first, then the starter; refilled each time. */
static void d8_first_plates(void **state)
{
    (void)state;
    azj_duel s;
    azj_rng rng;
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    azj_rng_seed(&rng, 3);
    new_game(&s, 1);
    azj_duel_deal(&s, &rng);
    assert_int_equal(s.phase, AZJ_PHASE_SETUP);
    assert_int_equal(s.seat, 0);
    assert_int_equal(azj_duel_moves(&s, moves), 3 * 9 * 4);
    duel_play(&s, "plate S2 5/1", NULL);
    assert_int_equal(s.board[0].plate[4], duel_plate_id("S2") << 2 | 1);
    assert_int_equal(s.display[1], duel_plate_id("S4")); /* the gap is filled in its place */
    assert_int_equal(s.seat, 1);
    duel_play(&s, "plate S1 9/0", NULL);
    assert_int_equal(s.display[0], duel_plate_id("S5"));
    assert_int_equal(s.pile_count, 13);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    assert_int_equal(s.seat, 1);
    assert_int_equal(s.board[0].tokens, 2); /* these plates cost no token */
    assert_int_equal(s.board[1].tokens, 2);
}

/* D8: every seat starts equally often. */
static void d8_random_starter(void **state)
{
    (void)state;
    unsigned starts[2] = {0};
    for (unsigned i = 0; i < 2000; i++) {
        azj_duel s;
        azj_rng rng;
        azj_rng_seed(&rng, i);
        azj_duel_new(&s, AZJ_TABLETS_FIRST_GAME, AZJ_NOBODY);
        azj_duel_deal(&s, &rng);
        starts[s.starter]++;
    }
    assert_in_range(starts[0], 900, 1100);
}

/* D21: tokens, display, tiles and chips again; the holder of the start tile begins. */
static void d21_next_round(void **state)
{
    (void)state;
    azj_duel s;
    azj_rng rng;
    end_round(&s, "round 2 starter 0 start 1 display -- S3 -- pile J7 S2");
    duel_done(&s);
    duel_play(&s, "chip 1", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_DEAL);
    assert_int_equal(s.seat, AZJ_NOBODY);
    azj_rng_seed(&rng, 1);
    azj_duel_deal(&s, &rng);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    assert_int_equal(s.round, 3);
    assert_int_equal(s.starter, 1);
    assert_int_equal(s.seat, 1);
    assert_int_equal(s.start_tile, AZJ_NOBODY);
    assert_int_equal(s.display[0], duel_plate_id("J7"));
    assert_int_equal(s.display[1], duel_plate_id("S3"));
    assert_int_equal(s.display[2], duel_plate_id("S2"));
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(s.board[i].tokens, 2);
        assert_int_equal(s.board[i].taken, 0);
    }
    assert_int_equal(azj_tiles_total(s.large_sun), 5);
}

/* D21: no tokens in round 5; nobody held the start tile, so the round's starter starts again. */
static void d21_last_round_and_no_holder(void **state)
{
    (void)state;
    azj_duel s;
    azj_rng rng;
    end_round(&s, "round 4 starter 0");
    duel_done(&s);
    duel_play(&s, "chip 1", NULL);
    azj_rng_seed(&rng, 1);
    azj_duel_deal(&s, &rng);
    assert_int_equal(s.round, 5);
    assert_int_equal(s.board[0].tokens, 0);
    assert_int_equal(s.board[1].tokens, 0);
    assert_int_equal(s.starter, 0);
    assert_int_equal(s.seat, 0);
}

/* D21: bag and tower run out: the round starts with less, a chip on a bare factory is face up. */
static void d21_shortage(void **state)
{
    (void)state;
    azj_duel s;
    azj_rng rng;
    end_round(&s, "round 4 starter 0");
    duel_fill(&s);
    s.bag = azj_tiles_of(3, AZJ_RED) + azj_tiles_of(6, AZJ_BLACK); /* the others are lost */
    azj_duel_apply(&s, duel_move("chip 1"), NULL);
    azj_rng_seed(&rng, 2);
    azj_duel_deal(&s, &rng);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    assert_int_equal(azj_tiles_total(s.large_sun), 5);
    assert_int_equal(azj_tiles_total(s.sun[0]), 4);
    assert_true(s.sun[1] == 0);
    assert_false(azj_duel_face_up(&s, 0));
    assert_true(azj_duel_face_up(&s, 1));
    assert_true(azj_duel_face_up(&s, 3));
    duel_play(&s, "chip 3", NULL); /* D14: it can be taken at once */
    assert_int_equal(s.board[0].taken, 1);
}

/* D21, D16: not a single tile: only the chips are left to take. */
static void d21_no_tile_at_all(void **state)
{
    (void)state;
    azj_duel s;
    azj_rng rng;
    end_round(&s, "round 4 starter 0");
    duel_fill(&s);
    s.bag = 0;
    azj_duel_apply(&s, duel_move("chip 1"), NULL);
    azj_rng_seed(&rng, 2);
    azj_duel_deal(&s, &rng);
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    assert_int_equal(azj_duel_moves(&s, moves), 4);
    duel_play(&s, "chip 1", NULL);
    duel_play(&s, "chip 2", NULL);
    duel_play(&s, "chip 3", NULL);
    duel_play(&s, "chip 4", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_OVER);
}

/* A made-up position with two chips in the supply: two factories get one. */
static void too_few_chips(void **state)
{
    (void)state;
    azj_duel s;
    azj_rng rng;
    end_round(&s, "round 4 starter 0");
    duel_fill(&s);
    s.supply = 1u | 1u << 4;
    azj_duel_apply(&s, duel_move("chip 1"), NULL);
    azj_rng_seed(&rng, 1);
    azj_duel_deal(&s, &rng);
    assert_int_equal(s.phase, AZJ_PHASE_OFFER);
    assert_int_not_equal(s.chip[1], AZJ_NO_CHIP);
    assert_int_equal(s.chip[2], AZJ_NO_CHIP);
    const azj_duel before = s;
    azj_duel_deal(&s, &rng); /* nothing to deal: nothing happens */
    assert_memory_equal(&s, &before, sizeof s);
}

/* A made-up position without tiles and chips: the round is over as soon as it is dealt. */
static void nothing_to_deal(void **state)
{
    (void)state;
    azj_duel s;
    end_round(&s, "round 4 starter 0");
    duel_fill(&s);
    s.bag = 0;
    s.supply = 0;
    azj_duel_apply(&s, duel_move("chip 1"), NULL);
    assert_int_equal(s.phase, AZJ_PHASE_OVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d1_components),
        cmocka_unit_test(d3_plates),
        cmocka_unit_test(d3_turns),
        cmocka_unit_test(d4_chips),
        cmocka_unit_test(d5_tablets),
        cmocka_unit_test(d7_set_up_step_by_step),
        cmocka_unit_test(d7_one_colour_is_drawn_again),
        cmocka_unit_test(d7_one_colour_stays_when_nothing_else_is_left),
        cmocka_unit_test(d8_first_plates),
        cmocka_unit_test(d8_random_starter),
        cmocka_unit_test(d21_next_round),
        cmocka_unit_test(d21_last_round_and_no_holder),
        cmocka_unit_test(d21_shortage),
        cmocka_unit_test(d21_no_tile_at_all),
        cmocka_unit_test(too_few_chips),
        cmocka_unit_test(nothing_to_deal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
