/* test_duel_bounds.c - the bounds AZJ_DUEL_PAYMENTS_MAX and AZJ_DUEL_MOVES_MAX, by exhaustion.
 *
 * Tiling: every holding of at most ten chips (D14: two a round), every colour, every number of
 * missing tiles; six spaces a row at most, and the skip. Offer: a sun of each small factory gives
 * most moves with four colours, counted by trying every filling; moons, chips and plates are added
 * at their most although they exclude each other.
 */
#include "check.h"

#include <rules/duel/internal.h>

/* The chips with at most two of each face and at most ten in all. */
static size_t most_payments(unsigned missing, unsigned colour)
{
    static azj_chips pay[4096];
    size_t most = 0;
    for (azj_chips held = 0; held < 1u << 20; held++) {
        if ((held & held >> 1 & DUEL_CHIPS_LOW) != 0 || duel_chips_total(held) > 10)
            continue;
        if (!duel_can_pay(held, colour, missing))
            continue;
        const size_t n = duel_payments(held, colour, missing, pay);
        assert_true(n >= 1); /* duel_can_pay agrees */
        most = n > most ? n : most;
    }
    return most;
}

static void payments_max(void **state)
{
    (void)state;
    size_t most = 0;
    for (unsigned missing = 1; missing <= 5; missing++) {
        const size_t n = most_payments(missing, AZJ_BLUE); /* the colours are alike (D4) */
        most = n > most ? n : most;
    }
    assert_int_equal(most, AZJ_DUEL_PAYMENTS_MAX);
    assert_true(6 * most + 1 <= AZJ_DUEL_MOVES_MAX);
}

/* Where duel_can_pay says no, there is no payment; payments rise and pay exactly (D18). */
static void payments_are_exact(void **state)
{
    (void)state;
    azj_chips pay[AZJ_DUEL_PAYMENTS_MAX];
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    for (unsigned round = 0; round < 20000; round++) {
        azj_chips held = 0;
        for (unsigned i = azj_rng_below(&rng, 11); i > 0; i--) {
            const unsigned f = azj_rng_below(&rng, 10);
            if (azj_chips_count(held, f) < 2)
                held += 1u << (2 * f);
        }
        const unsigned colour = azj_rng_below(&rng, 5), missing = 1 + azj_rng_below(&rng, 5);
        const size_t n = duel_payments(held, colour, missing, pay);
        assert_int_equal(n > 0, duel_can_pay(held, colour, missing) != 0);
        for (size_t i = 0; i < n; i++) {
            unsigned all = 0, own = 0;
            for (unsigned f = 0; f < 10; f++) {
                const unsigned k = azj_chips_count(pay[i], f);
                assert_true(k <= azj_chips_count(held, f));
                all += k;
                own += azj_duel_face_colours(f) >> colour & 1 ? k : 0;
            }
            const unsigned pairs = 3 * missing - all;
            assert_true(pairs <= missing && own >= 2 * pairs);
            assert_true(i == 0 || pay[i] > pay[i - 1]);
        }
    }
}

/* Sources of one sun: a colour and an order of the rest. */
static unsigned sun_sources(azj_tiles sun)
{
    azj_move stack[6];
    unsigned n = 0;
    for (unsigned c = 0; c < 5; c++)
        if (azj_tiles_count(sun, c) != 0)
            n += duel_stacks(sun - azj_tiles_of(azj_tiles_count(sun, c), c), stack);
    return n;
}

static void offer_max(void **state)
{
    (void)state;
    unsigned most = 0;
    for (unsigned code = 0; code < 5 * 5 * 5 * 5; code++) {
        azj_tiles sun = 0;
        for (unsigned i = 0, rest = code; i < 4; i++, rest /= 5)
            sun += azj_tiles_of(1, rest % 5);
        const unsigned n = sun_sources(sun);
        most = n > most ? n : most;
    }
    assert_int_equal(most, 24);
    const unsigned suns = 4 * most * 7, large = 5 * 7, moons = 5 * 7, chips = 4,
                   plates = 3 * 36 + 1;
    assert_true(suns + large + moons + chips + plates + 8 <= AZJ_DUEL_MOVES_MAX);
    /* KEEP: all drawn plates; nobody can draw more than are in the pile. */
    assert_true(AZJ_DUEL_PLATES * 36 + 8 <= AZJ_DUEL_MOVES_MAX);
}

/* D11: the orders of up to three tiles are all different and rise by rank. */
static void stacks_are_orders(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 6 * 6 * 6; code++) {
        azj_tiles rest = 0;
        unsigned n = 0;
        for (unsigned i = 0, left = code; i < 3; i++, left /= 6) {
            if (left % 6 == 5)
                continue;
            rest += azj_tiles_of(1, left % 6);
            n++;
        }
        azj_move stack[6];
        const unsigned orders = duel_stacks(rest, stack);
        unsigned expected = n == 3 ? 6 : n == 2 ? 2 : 1;
        for (unsigned c = 0; c < 5; c++)
            expected /= azj_tiles_count(rest, c) == 3 ? 6 : azj_tiles_count(rest, c) == 2 ? 2 : 1;
        assert_int_equal(orders, expected);
        for (unsigned i = 0; i < orders; i++) {
            azj_tiles sum = 0;
            for (unsigned s = azj_move_stack(stack[i]); s != 0; s >>= 3)
                sum += azj_tiles_of(1, (s & 7u) - 1);
            assert_true(sum == rest);
            for (unsigned k = 0; k < i; k++)
                assert_int_not_equal(stack[i], stack[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payments_max),
        cmocka_unit_test(payments_are_exact),
        cmocka_unit_test(offer_max),
        cmocka_unit_test(stacks_are_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
