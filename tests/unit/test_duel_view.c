/* test_duel_view.c - what is hidden: views of pairs of states that differ only in hidden facts are
 * equal byte for byte, and determinise is uniform. AZJ_LAW_ROUNDS sets the number of pairs (default
 * 100,000; the campaign is a million).
 *
 * The pairs are made here by shuffling hidden things, without the code that is tested.
 */
#include "check.h"
#include "duel_draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Shuffling what a viewer cannot see ---- */

/* A place of a plate whose front the viewer does not know. */
typedef struct place {
    uint8_t *entry;
    int back_seen;
} place;

static int knows(const azj_duel *s, unsigned viewer, unsigned entry)
{
    (void)s;
    return (viewer == 0 && entry & AZJ_PILE_KNOWN_0) || (viewer == 1 && entry & AZJ_PILE_KNOWN_1);
}

static unsigned hidden_places(azj_duel *s, unsigned viewer, place *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->pile_count; i++)
        if (!knows(s, viewer, s->pile[i]))
            out[n++] = (place){&s->pile[i], i == 0 || s->pile[i] & AZJ_PILE_BACK};
    if (s->seat == viewer && (s->phase == AZJ_PHASE_KEEP || s->phase == AZJ_PHASE_RETURN))
        return n; /* he is looking at them */
    for (unsigned i = 0; i < s->drawn_count; i++)
        if (!knows(s, viewer, s->drawn[i]))
            out[n++] = (place){&s->drawn[i], 1};
    return n;
}

static void swap_fronts(place a, place b)
{
    const unsigned p = *a.entry & 31u, q = *b.entry & 31u;
    if ((a.back_seen || b.back_seen) && (p < 9) != (q < 9))
        return;
    *a.entry = (uint8_t)((*a.entry & ~31u) | q);
    *b.entry = (uint8_t)((*b.entry & ~31u) | p);
}

static void shuffle_plates(azj_duel *s, unsigned viewer, azj_rng *rng)
{
    place places[2 * AZJ_DUEL_PLATES];
    const unsigned n = hidden_places(s, viewer, places);
    for (unsigned i = 0; n > 1 && i < 40; i++)
        swap_fronts(places[azj_rng_below(rng, n)], places[azj_rng_below(rng, n)]);
    /* While plates go back, the order of those still in hand is the owner's secret. */
    if (s->phase == AZJ_PHASE_RETURN && s->seat != viewer) {
        for (unsigned i = 0; i < 10; i++) {
            uint8_t *a = &s->drawn[azj_rng_below(rng, s->drawn_count)];
            uint8_t *b = &s->drawn[azj_rng_below(rng, s->drawn_count)];
            const uint8_t t = *a;
            *a = *b;
            *b = t;
        }
    }
}

static void shuffle_chips(azj_duel *s, azj_rng *rng)
{
    uint8_t *down[4];
    unsigned n = 0;
    for (unsigned f = 0; f < 4; f++)
        if (s->chip[f] != AZJ_NO_CHIP && (s->sun[f] != 0 || s->moon[f] != 0))
            down[n++] = &s->chip[f];
    for (unsigned i = 0; n > 0 && i < 10; i++) {
        uint8_t *a = down[azj_rng_below(rng, n)], *b = down[azj_rng_below(rng, n)];
        const uint8_t t = *a;
        *a = *b;
        *b = t;
        const unsigned face = azj_rng_below(rng, 10);
        if (azj_chips_count(s->supply, face) != 0) {
            s->supply += 1u << (2 * *a);
            s->supply -= 1u << (2 * face);
            *a = (uint8_t)face;
        }
    }
}

/* ---- Pairs ---- */

typedef struct counts {
    unsigned long pairs, differ, in_phase[8];
} counts;

static void check_pair(const azj_duel *s, unsigned viewer, azj_rng *rng, counts *n)
{
    azj_duel other = *s, one_view, other_view;
    shuffle_plates(&other, viewer, rng);
    shuffle_chips(&other, rng);
    assert_int_equal(azj_duel_validate(&other, NULL), AZJ_E_OK);
    azj_duel_view(s, viewer, &one_view);
    azj_duel_view(&other, viewer, &other_view);
    assert_memory_equal(&one_view, &other_view, sizeof one_view);
    n->pairs++;
    n->differ += memcmp(s, &other, sizeof other) != 0;
    n->in_phase[s->phase]++;
}

/* Draws often, so that plates wander through hands and under the pile. */
static azj_move choose(const azj_move *moves, size_t n, azj_rng *rng)
{
    for (size_t i = 0; i < n && azj_rng_below(rng, 3) == 0; i++)
        if (azj_move_kind_of(moves[i]) == AZJ_DRAW)
            return AZJ_DRAW;
    for (size_t i = 0; i < n && azj_rng_below(rng, 2) == 0; i++)
        if (azj_move_kind_of(moves[n - 1]) == AZJ_STOP)
            return AZJ_DRAW;
    return moves[azj_rng_below(rng, (uint32_t)n)];
}

static void pairs_of_a_game(azj_rng *rng, counts *n)
{
    static azj_move moves[AZJ_DUEL_MOVES_MAX];
    azj_duel s;
    azj_duel_new(&s, azj_duel_random_tablets(rng), AZJ_NOBODY);
    while (s.phase != AZJ_PHASE_OVER) {
        if (s.phase == AZJ_PHASE_DEAL) {
            azj_duel_resolve(&s, azj_duel_sample(&s, rng));
            if (azj_rng_below(rng, 10) == 0)
                check_pair(&s, azj_rng_below(rng, 2), rng, n);
            continue;
        }
        s.board[s.seat].score = (int16_t)(s.board[s.seat].score + 2); /* points to draw with */
        check_pair(&s, 0, rng, n);
        check_pair(&s, 1, rng, n);
        check_pair(&s, AZJ_SPECTATOR, rng, n);
        azj_duel_apply(&s, choose(moves, azj_duel_moves(&s, moves), rng), NULL);
    }
}

static void hidden_facts_do_not_show(void **state)
{
    (void)state;
    const char *text = getenv("AZJ_LAW_ROUNDS");
    unsigned long rounds = text != NULL ? strtoul(text, NULL, 10) : 100000;
    if (text == NULL && getenv("AZJ_TEST_QUICK") != NULL)
        rounds /= 20;
    counts n = {0};
    azj_rng rng;
    azj_rng_seed(&rng, 2026);
    while (n.pairs < rounds)
        pairs_of_a_game(&rng, &n);
    printf("%lu pairs, %lu of them different; draw %lu, keep %lu, return %lu\n", n.pairs, n.differ,
           n.in_phase[AZJ_PHASE_DRAW], n.in_phase[AZJ_PHASE_KEEP], n.in_phase[AZJ_PHASE_RETURN]);
    assert_true(n.differ > n.pairs / 2);
    assert_true(n.in_phase[AZJ_PHASE_RETURN] > 0);
}

/* ---- What each may know ---- */

static void draw_some(azj_duel *s)
{
    duel_table(s, "round 1 starter 0 seat 0 large BBYRK sun1 TTKY chip1 BR chip2 T "
                  "display S3 J1 J2 pile J7 S2 S5 J3");
    duel_done(s);
}

static unsigned seen(const azj_duel *s, unsigned viewer, unsigned at)
{
    azj_duel view;
    azj_duel_view(s, viewer, &view);
    assert_int_equal(view.viewer, viewer);
    return view.pile[at] & AZJ_PILE_PLATE;
}

static unsigned seen_drawn(const azj_duel *s, unsigned viewer, unsigned at)
{
    azj_duel view;
    azj_duel_view(s, viewer, &view);
    return view.drawn[at] & AZJ_PILE_PLATE;
}

/* The pile's top shows its back, nothing else does. */
static void pile_is_hidden(void **state)
{
    (void)state;
    azj_duel s;
    draw_some(&s);
    for (unsigned v = 0; v < 2; v++) {
        assert_int_equal(seen(&s, v, 0), AZJ_PLATE_UNKNOWN_J);
        assert_int_equal(seen(&s, v, 1), AZJ_PLATE_UNKNOWN);
    }
    assert_int_equal(seen(&s, AZJ_SPECTATOR, 0), AZJ_PLATE_UNKNOWN_J);
    azj_duel view;
    azj_duel_view(&s, AZJ_VIEW_ALL, &view);
    assert_memory_equal(&view, &s, sizeof s);
}

/* D9: only backs while drawing; fronts for the one who drew; afterwards what he returned is known
 * to him, its back to all. */
static void drawn_plates_are_hidden(void **state)
{
    (void)state;
    azj_duel s;
    draw_some(&s);
    duel_play(&s, "draw", NULL);
    duel_play(&s, "draw", NULL);
    duel_play(&s, "draw", NULL);
    for (unsigned v = 0; v < 2; v++) {
        assert_int_equal(seen_drawn(&s, v, 0), AZJ_PLATE_UNKNOWN_J);
        assert_int_equal(seen_drawn(&s, v, 1), AZJ_PLATE_UNKNOWN_S);
        assert_int_equal(seen(&s, v, 0), AZJ_PLATE_UNKNOWN_J);
    }
    duel_play(&s, "stop", NULL);
    assert_int_equal(seen_drawn(&s, 0, 0), duel_plate_id("J7"));
    assert_int_equal(seen_drawn(&s, 1, 0), AZJ_PLATE_UNKNOWN_J);
    duel_play(&s, "plate S2 1/0", NULL);
    assert_int_equal(seen_drawn(&s, 0, 0), duel_plate_id("J7"));
    assert_int_equal(seen_drawn(&s, 1, 0), AZJ_PLATE_UNKNOWN_S); /* special ones first */
    assert_int_equal(seen_drawn(&s, 1, 1), AZJ_PLATE_UNKNOWN_J);
    duel_play(&s, "return S5", NULL);
    const unsigned at = s.pile_count - 2u;
    assert_int_equal(seen(&s, 0, at), duel_plate_id("S5"));
    assert_int_equal(seen(&s, 0, at + 1), duel_plate_id("J7"));
    assert_int_equal(seen(&s, 1, at), AZJ_PLATE_UNKNOWN_S);
    assert_int_equal(seen(&s, 1, at + 1), AZJ_PLATE_UNKNOWN_J);
    assert_int_equal(seen(&s, AZJ_SPECTATOR, at), AZJ_PLATE_UNKNOWN_S);
    assert_int_equal(seen(&s, 1, at - 1), AZJ_PLATE_UNKNOWN);
}

/* Who draws what he returned himself knows it before he looks; so does he when the other draws it,
 * until the other has mixed it with another plate of its back. */
static void returned_plates_are_remembered(void **state)
{
    (void)state;
    azj_duel s;
    duel_table(&s, "round 4 starter 0 seat 0 large BBYRK display S3 -- -- pile S2 S5 J3 J7");
    duel_board(&s, 0, "plates S1 S4 S6  S7 -- --  -- -- --");
    duel_board(&s, 1, "plates J1 J2 J4  J5 J6 S8  S9 J8 J9 tokens 0");
    duel_fill(&s);
    s.pile[0] |= AZJ_PILE_KNOWN_0 | AZJ_PILE_BACK;
    s.pile[2] |= AZJ_PILE_KNOWN_1 | AZJ_PILE_BACK;
    assert_int_equal(azj_duel_validate(&s, NULL), AZJ_E_OK);
    for (int i = 0; i < 4; i++)
        duel_play(&s, "draw", NULL);
    assert_int_equal(s.phase, AZJ_PHASE_KEEP); /* the pile is empty */
    s.phase = AZJ_PHASE_DRAW;
    assert_int_equal(seen_drawn(&s, 0, 0), duel_plate_id("S2"));
    assert_int_equal(seen_drawn(&s, 0, 1), AZJ_PLATE_UNKNOWN_S);
    assert_int_equal(seen_drawn(&s, 1, 0), AZJ_PLATE_UNKNOWN_S);
    assert_int_equal(seen_drawn(&s, 1, 2), duel_plate_id("J3"));
    s.phase = AZJ_PHASE_KEEP;
    assert_int_equal(seen_drawn(&s, 1, 2), duel_plate_id("J3"));
    azj_duel mixed = s, alone = s;
    duel_play(&mixed, "plate S2 5/0", NULL); /* J3 and J7 go back: which is which? */
    assert_int_equal(seen_drawn(&mixed, 1, 1), AZJ_PLATE_UNKNOWN_J);
    assert_int_equal(seen_drawn(&mixed, 1, 2), AZJ_PLATE_UNKNOWN_J);
    duel_play(&alone, "plate J7 5/0", NULL); /* the only joker plate left is J3 */
    assert_int_equal(seen_drawn(&alone, 1, 2), duel_plate_id("J3"));
    assert_int_equal(seen_drawn(&alone, AZJ_SPECTATOR, 2), AZJ_PLATE_UNKNOWN_J);
}

/* Face-down chips are unknown, and the supply holds every face that is unseen. */
static void chips_are_hidden(void **state)
{
    (void)state;
    azj_duel s, view;
    draw_some(&s);
    azj_duel_view(&s, 1, &view);
    assert_int_equal(view.chip[0], AZJ_CHIP_UNKNOWN);
    assert_int_equal(view.chip[1], duel_face_id("T")); /* its factory is bare */
    assert_int_equal(azj_chips_count(view.supply, duel_face_id("BR")), 2);
    assert_int_equal(azj_chips_count(view.supply, duel_face_id("T")), 1);
}

/* In place; and a view on which somebody plays stays one: what comes to the top is still unknown.
 */
static void views_in_place(void **state)
{
    (void)state;
    azj_duel s, view, full;
    azj_rng rng, same;
    draw_some(&s);
    azj_duel_view(&s, 0, &view);
    azj_duel_view(&s, 0, &s);
    assert_memory_equal(&s, &view, sizeof s);
    azj_duel_apply(&view, AZJ_DRAW, NULL);
    azj_duel_view(&view, 0, &view);
    assert_int_equal(view.pile[0] & AZJ_PILE_PLATE, AZJ_PLATE_UNKNOWN);
    azj_rng_seed(&rng, 4);
    same = rng;
    azj_duel_determinise(&s, &rng, &full);
    azj_duel_determinise(&s, &same, &s);
    assert_memory_equal(&s, &full, sizeof s);
}

/* ---- Determinise is uniform ---- */

/* Four unseen plates: a special top, one special below it and two jokers in places of unknown back:
 * the top is one of two, the other places are any order of the other three. */
static void plates_are_filled_uniformly(void **state)
{
    (void)state;
    azj_duel s, view, full;
    azj_rng rng;
    unsigned long seen_order[32 * 32 * 32] = {0}, kinds = 0;
    duel_table(&s, "round 4 starter 0 seat 0 large BBYRK display S3 -- -- pile S2 J3 S5 J7");
    duel_board(&s, 0, "plates S1 S4 S6  S7 -- --  -- -- --");
    duel_board(&s, 1, "plates J1 J2 J4  J5 J6 S8  S9 J8 J9 tokens 0");
    duel_done(&s);
    azj_duel_view(&s, 0, &view);
    azj_rng_seed(&rng, 11);
    const unsigned rounds = 120000;
    for (unsigned i = 0; i < rounds; i++) {
        azj_duel_determinise(&view, &rng, &full);
        assert_true(full.pile[0] == 1 || full.pile[0] == 4);
        seen_order[(full.pile[0] * 32 + full.pile[1]) * 32 + full.pile[2]]++;
    }
    for (unsigned i = 0; i < 32 * 32 * 32; i++) {
        if (seen_order[i] == 0)
            continue;
        kinds++;
        assert_in_range(seen_order[i], 9600, 10400); /* of 10,000 expected */
    }
    assert_int_equal(kinds, 2 * 6);
}

/* Two unknown chips, three unseen faces, one of them twice. */
static void chips_are_filled_uniformly(void **state)
{
    (void)state;
    azj_duel s, view, full;
    azj_rng rng;
    unsigned long first[10] = {0}, both = 0;
    duel_table(&s, "round 5 starter 0 seat 0 sun1 BBYR sun2 KKTT chip1 B chip2 K");
    duel_board(&s, 0, "tokens 0 chips BK BK BR BR R R RT RT");
    duel_board(&s, 1, "tokens 0 chips Y Y YK YK YT YT T T");
    duel_done(&s); /* in the supply: B and K */
    azj_duel_view(&s, 0, &view);
    assert_int_equal(view.chip[0], AZJ_CHIP_UNKNOWN);
    azj_rng_seed(&rng, 12);
    const unsigned rounds = 60000;
    for (unsigned i = 0; i < rounds; i++) {
        azj_duel_determinise(&view, &rng, &full);
        assert_int_equal(azj_duel_validate(&full, NULL), AZJ_E_OK);
        first[full.chip[0]]++;
        both += full.chip[0] == full.chip[1];
    }
    assert_int_equal(first[0] + first[3], rounds);
    assert_in_range(first[0], 29000, 31000); /* a half */
    assert_in_range(both, 19200, 20800);     /* 2/4 * 1/3 * 2 = a third */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_facts_do_not_show),
        cmocka_unit_test(pile_is_hidden),
        cmocka_unit_test(drawn_plates_are_hidden),
        cmocka_unit_test(returned_plates_are_remembered),
        cmocka_unit_test(chips_are_hidden),
        cmocka_unit_test(views_in_place),
        cmocka_unit_test(plates_are_filled_uniformly),
        cmocka_unit_test(chips_are_filled_uniformly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
