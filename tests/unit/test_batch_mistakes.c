/* test_batch_mistakes.c - what a caller of the batch interface can do wrong gets an error. */
#include "arena.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

static void settings_and_arrays_are_checked(void **state)
{
    (void)state;
    arena *a = new_arena(AZJ_CLASSIC, 2);
    const azj_batch good = a->b;
    assert_int_equal(azj_batch_check(&a->b), AZJ_E_OK);
#define TRY(field, value, error)                            \
    do {                                                    \
        a->b = good;                                        \
        a->b.field = value;                                 \
        assert_int_equal(azj_batch_reset(&a->b, 1), error); \
    } while (0)
    TRY(state, NULL, AZJ_E_NO_ARRAY);
    TRY(rng, NULL, AZJ_E_NO_ARRAY);
    TRY(steps, NULL, AZJ_E_OK); /* needed with one numbering only */
    TRY(numbering, 2, AZJ_E_BAD_BATCH);
    TRY(observe, 2, AZJ_E_BAD_BATCH);
    TRY(reward, 3, AZJ_E_BAD_BATCH);
    TRY(chance, 2, AZJ_E_BAD_BATCH);
    TRY(stay, 2, AZJ_E_BAD_BATCH);
    TRY(trusted, 2, AZJ_E_BAD_BATCH);
    TRY(options.players, 5, AZJ_E_BAD_PLAYERS);
    TRY(options.rules, 17, AZJ_E_BAD_RULES);
#undef TRY
    a->b = good;
    a->b.numbering = AZJ_NUMBER_STEPS;
    a->b.steps = NULL;
    assert_int_equal(azj_batch_reset(&a->b, 1), AZJ_E_NO_ARRAY);
    assert_int_equal(a->b.mask_words, 6); /* the lengths are known all the same */
    free(a);
}

/* A batch that lacks an array writes to none and refuses every action. */
static void missing_arrays_are_refused(void **state)
{
    (void)state;
    for (int lacks = 0; lacks < 4; lacks++) {
        arena *a = new_arena(AZJ_DUEL, 2);
        a->b.numbering = AZJ_NUMBER_STEPS;
        assert_int_equal(azj_batch_reset(&a->b, 5), AZJ_E_OK);
        const azj_state first = a->state[0];
        a->b.state = lacks == 0 ? NULL : a->state;
        a->b.rng = lacks == 1 ? NULL : a->rng;
        a->b.steps = lacks == 2 ? NULL : a->steps;
        azj_batch_random(&a->b, a->policy, a->actions, 0, GAMES);
        assert_int_equal(azj_batch_step(&a->b, lacks == 3 ? NULL : a->actions), GAMES);
        assert_int_equal(a->refused[GAMES - 1], AZJ_E_NO_ARRAY);
        if (lacks < 3) {
            assert_int_equal(azj_batch_reset_game(&a->b, 0, 9, 9), AZJ_E_NO_ARRAY);
            assert_int_equal(azj_batch_set(&a->b, 0, &first), AZJ_E_NO_ARRAY);
            assert_int_equal(azj_batch_playout(&a->b, 0, a->policy, 50), 0);
        }
        a->b.masks = NULL;
        a->actions[0] = 12345;
        azj_batch_random(&a->b, a->policy, a->actions, 0, GAMES);
        assert_int_equal(a->actions[0], 12345);
        assert_memory_equal(&a->state[0], &first, sizeof first);
        free(a);
    }
}

/* Options and start positions that were changed after the check are checked where a game begins:
 * their rows may be longer than the caller's arrays. */
static void changed_beginnings_are_refused(void **state)
{
    (void)state;
    for (int by_start = 0; by_start < 2; by_start++) { /* by options, by a start position */
        arena *a = new_arena(AZJ_CLASSIC, 2);
        azj_state starts[GAMES];
        for (int i = 0; i < GAMES; i++)
            azj_new(&starts[i], &a->b.options);
        a->b.start = by_start ? starts : NULL;
        assert_int_equal(azj_batch_reset(&a->b, 5), AZJ_E_OK);
        a->b.options = (azj_options){.rules = AZJ_DUEL, .players = 2, .starter = AZJ_NOBODY};
        memset(&starts[1], 0xee, sizeof starts[1]);
        const azj_error expected = by_start ? AZJ_E_BAD_RULES : AZJ_E_BAD_BATCH;
        assert_int_equal(azj_batch_reset_game(&a->b, 1, 6, 6), expected);
        azj_batch other = a->b;
        other.start = NULL;
        other.options.players = 4; /* no game at all */
        assert_int_equal(azj_batch_reset_game(&other, 1, 6, 6), AZJ_E_BAD_PLAYERS);
        int refused = 0;
        for (int step = 0; step < 300 && !refused; step++) {
            step_randomly(a);
            refused = a->refused[1];
        }
        assert_int_equal(azj_batch_playout(&a->b, 1, a->policy, 500), 0);
        assert_int_equal(refused, expected); /* at the end of its first game */
        assert_int_equal(a->done[1], 1);
        assert_int_equal(a->state[1].head.phase, AZJ_PHASE_OVER);
        free(a);
    }
}

/* Whatever bytes stand in a state: an error for that game, and nothing else happens. */
static void refuses_garbage(int copies)
{
    azj_rng rng;
    azj_rng_seed(&rng, 31);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (int numbering = 0; numbering < 2; numbering++) {
            arena *a = new_arena(rules, 2);
            a->b.numbering = (uint8_t)numbering;
            a->b.copies = copies ? a->copies : NULL;
            azj_batch_reset(&a->b, 13);
            assert_int_equal(azj_batch_playout(&a->b, GAMES, a->policy, 5), 0);
            unsigned refused = 0;
            for (int step = 0; step < 400; step++) {
                azj_state kept = a->state[1];
                uint8_t *bytes = (uint8_t *)&a->state[1];
                if (step % 4 == 0)
                    for (size_t i = 0; i < sizeof kept; i++)
                        bytes[i] = (uint8_t)azj_rng_next(&rng);
                else
                    bytes[azj_rng_below(&rng, (uint32_t)azj_size(&kept))] =
                        (uint8_t)azj_rng_next(&rng);
                a->steps[1] = step % 3 ? a->steps[1] : (uint32_t)azj_rng_next(&rng);
                const azj_state garbage = a->state[1];
                step_randomly(a);
                refused += a->refused[1] != 0;
                if (azj_validate(&garbage, NULL)) {
                    assert_int_equal(azj_batch_playout(&a->b, 1, a->policy, 50), 0);
                    assert_memory_equal(&a->state[1], &garbage, sizeof garbage);
                }
                if (azj_validate(&kept, NULL) == AZJ_E_OK)
                    assert_int_equal(azj_batch_set(&a->b, 1, &kept), AZJ_E_OK);
            }
            assert_true(refused > 100);
            azj_state other; /* a possible game, but not one that this batch has room for */
            azj_new(&other, &(azj_options){.rules = AZJ_GREY, .players = 4, .starter = 0});
            a->state[2] = other;
            step_randomly(a);
            assert_int_equal(a->refused[2], AZJ_E_BAD_BATCH);
            free(a);
        }
}

static void garbage_in_a_state_is_refused(void **state)
{
    (void)state;
    refuses_garbage(0);
    refuses_garbage(1);
}

static void assert_copied(const arena *a)
{
    for (uint32_t i = 0; i < GAMES; i++)
        assert_true(azj_equal(&a->copies[i], &a->state[i]));
}

/* With copies the games are the same, and each state that the batch writes has its copy. */
static void copies_change_no_game(void **state)
{
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        arena *a = new_arena(rules, 2), *plain = new_arena(rules, 2);
        a->b.copies = a->copies;
        assert_int_equal(azj_batch_step(&a->b, a->actions), GAMES); /* zeros equal their copies */
        azj_batch_reset(&a->b, 3);
        azj_batch_reset(&plain->b, 3);
        for (int step = 0; step < 200; step++) {
            assert_copied(a);
            assert_int_equal(step_randomly(a), step_randomly(plain));
            assert_memory_equal(a->state, plain->state, sizeof a->state);
            assert_memory_equal(a->masks, plain->masks, sizeof a->masks);
        }
        assert_true(azj_batch_playout(&a->b, 1, a->policy, 100) > 0);
        assert_int_equal(azj_batch_set(&a->b, 2, &plain->state[3]), AZJ_E_OK);
        assert_copied(a);
        free(a);
        free(plain);
    }
}

/* A state that equals its copy is not checked, but its rows must still fit. */
static void copies_stand_for_checks(void **state)
{
    (void)state;
    for (int numbering = 0; numbering < 2; numbering++) {
        arena *a = new_arena(AZJ_CLASSIC, 2);
        a->b.numbering = (uint8_t)numbering;
        a->b.copies = a->copies;
        azj_batch_reset(&a->b, 3);
        a->state[0].classic.pad[0] = a->state[1].classic.pad[0] = a->copies[1].classic.pad[0] = 1;
        azj_new(&a->state[2], &(azj_options){.rules = AZJ_GREY, .players = 4, .starter = 0});
        azj_new(&a->state[3],
                &(azj_options){.rules = AZJ_DUEL, .players = 2, .starter = 0, .tablets = 0});
        a->copies[2] = a->state[2];
        a->copies[3] = a->state[3];
        assert_int_equal(step_randomly(a), 3);
        assert_true(a->refused[0] != AZJ_E_OK);
        assert_int_equal(a->refused[1], AZJ_E_OK);
        assert_int_equal(a->refused[2], AZJ_E_BAD_BATCH);
        assert_int_equal(a->refused[3], AZJ_E_BAD_BATCH);
        free(a);
    }
}

static void ranges_are_bounded(void **state)
{
    (void)state;
    arena *a = new_arena(AZJ_CLASSIC, 2), *whole = new_arena(AZJ_CLASSIC, 2);
    azj_batch_reset(&a->b, 21);
    azj_batch_reset(&whole->b, 21);
    a->b.trusted = whole->b.trusted = 1;
    for (int step = 0; step < 100; step++) {
        step_randomly(whole);
        azj_batch_random(&a->b, a->policy, a->actions, 0, 10);
        azj_batch_random(&a->b, a->policy, a->actions, 10, UINT32_MAX);
        azj_batch_step_range(&a->b, a->actions, 0, 10);
        azj_batch_step_range(&a->b, a->actions, 10, UINT32_MAX);
        assert_int_equal(azj_batch_step_range(&a->b, a->actions, GAMES, 5), 0);
        assert_memory_equal(a->state, whole->state, sizeof a->state);
    }
    free(a);
    free(whole);
}

/* With the fewest arrays a garbage state is still refused, and an ended game leaves no trace. */
static void bare_arrays(void **state)
{
    (void)state;
    arena *a = new_arena(AZJ_CRYSTAL2, 2);
    azj_batch bare = {.games = 2, .options = a->b.options, .state = a->state, .rng = a->rng};
    assert_int_equal(azj_batch_reset(&bare, 2), AZJ_E_OK);
    memset(&a->state[1], 0xee, sizeof a->state[1]);
    assert_int_equal(azj_batch_step(&bare, (int32_t[]){-1, -1}), 2);
    azj_new(&a->state[1], &bare.options);
    assert_int_equal(azj_batch_set(&bare, 1, &a->state[1]), AZJ_E_OK);
    free(a);
}

/* A generator of zeros would draw zeros for ever; it is seeded like azj_rng_seed with 0. */
static void a_generator_of_zeros_is_seeded(void **state)
{
    (void)state;
    arena *a = new_arena(AZJ_DUEL, 2);
    azj_rng zero, policy;
    azj_rng_seed(&zero, 0);
    azj_rng_seed(&policy, 9);
    assert_int_equal(azj_batch_reset(&a->b, 3), AZJ_E_OK);
    memset(a->rng, 0, sizeof a->rng);
    step_randomly(a);
    assert_memory_equal(&a->rng[5], &zero, sizeof zero);
    memset(a->rng, 0, sizeof a->rng);
    assert_true(azj_batch_playout(&a->b, 0, &policy, 2000) >= 2000);
    free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_and_arrays_are_checked),
        cmocka_unit_test(missing_arrays_are_refused),
        cmocka_unit_test(changed_beginnings_are_refused),
        cmocka_unit_test(garbage_in_a_state_is_refused),
        cmocka_unit_test(copies_change_no_game),
        cmocka_unit_test(copies_stand_for_checks),
        cmocka_unit_test(ranges_are_bounded),
        cmocka_unit_test(bare_arrays),
        cmocka_unit_test(a_generator_of_zeros_is_seeded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
