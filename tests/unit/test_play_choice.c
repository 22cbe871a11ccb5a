/* Choosing a move step by step reaches every legal move, and nothing else. */
#include "check.h"
#include "term/choice.h"
#include "term/describe.h"

#include <stdlib.h>
#include <string.h>

static play_choice choice;

/* Walks all options below the present step; counts whole moves and checks each. */
static size_t walk(const azj_state *s, size_t steps)
{
    size_t found = 0;
    const size_t n = choice.option_count;
    assert_true(n > 0);
    assert_true(steps <= CHOICE_STEPS_MAX);
    for (size_t i = 0; i < n; i++) {
        const play_choice here = choice;
        const azj_move example = choice_example(&choice, choice.options[i]);
        size_t where;
        assert_int_equal(azj_legal(s, example, NULL), AZJ_E_OK);
        assert_true(choice_find(&choice, example, &where));
        assert_int_equal(where, i);
        const azj_move move = choice_take(&choice, i);
        if (move) {
            assert_int_equal(azj_legal(s, move, NULL), AZJ_E_OK);
            found++;
        } else {
            assert_true(choice.option_count > 1); /* what has one answer is not asked */
            found += walk(s, steps + 1);
        }
        choice = here;
    }
    return found;
}

/* Two options of a step never read the same, in any language. */
static void check_words(void)
{
    char first[DESCRIBE_MAX], second[DESCRIBE_MAX];
    for (int lang = 0; lang < LANG_NB; lang++)
        for (size_t i = 1; i < choice.option_count && i < 40; i++) {
            buf a = buf_on(first, sizeof first), b = buf_on(second, sizeof second);
            describe_option(&a, (msg_lang)lang, &choice, choice.options[i - 1]);
            describe_option(&b, (msg_lang)lang, &choice, choice.options[i]);
            assert_true(buf_end(&a) < sizeof first);
            assert_true(buf_end(&b) < sizeof second);
            assert_string_not_equal(first, second);
        }
}

static void play_game(azj_rules rules, unsigned players, uint64_t seed)
{
    azj_state s, view;
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    assert_int_equal(azj_new(&s, &(azj_options){.rules = (uint8_t)rules,
                                                .players = (uint8_t)players,
                                                .starter = AZJ_NOBODY}),
                     AZJ_E_OK);
    azj_deal(&s, &rng);
    while (s.head.phase != AZJ_PHASE_OVER) {
        azj_view(&s, s.head.seat, &view);
        choice_begin(&choice, &view);
        check_words();
        assert_int_equal(walk(&s, 1), choice.move_count);
        azj_apply(&s, choice.moves[azj_rng_below(&rng, (uint32_t)choice.move_count)], NULL);
        azj_deal(&s, &rng);
    }
}

static void test_steps_reach_every_move(void **state)
{
    (void)state;
    const uint64_t games = getenv("AZJ_TEST_QUICK") ? 1 : 4;
    for (uint64_t seed = 1; seed <= games; seed++) {
        play_game(AZJ_CLASSIC, 4, seed);
        play_game(AZJ_GREY, 2, seed);
        play_game(AZJ_CRYSTAL2, 3, seed);
        play_game(AZJ_DUEL, 2, seed);
    }
}

static void test_back_returns_to_the_last_question(void **state)
{
    (void)state;
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, 7);
    azj_new(&s, &(azj_options){.rules = AZJ_CLASSIC, .players = 2, .starter = 0});
    azj_deal(&s, &rng);
    choice_begin(&choice, &s);
    const size_t sources = choice.option_count;
    assert_false(choice_back(&choice));
    assert_int_equal(choice_asks(&choice), CHOICE_SOURCE);
    assert_int_equal(choice_take(&choice, 0), 0);
    assert_int_equal(choice_asks(&choice), CHOICE_TARGET);
    assert_int_equal(choice.option_count, 6); /* five lines and the floor, which comes last */
    assert_int_equal(choice_digit(&choice, choice.options[0]), 1);
    assert_int_equal(choice_digit(&choice, choice.options[5]), 0);
    assert_true(choice_back(&choice));
    assert_int_equal(choice.option_count, sources);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_reach_every_move),
        cmocka_unit_test(test_back_returns_to_the_last_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
