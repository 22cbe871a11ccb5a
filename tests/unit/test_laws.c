/* test_laws.c - a short run of the laws for every rule set and player count; `make soak` is the
 * long one. Also the proof that views hide: AZJ_LAW_ROUNDS pairs a rule set (1,000,000 in a
 * campaign). */
#include "check.h"
#include "laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void laws_hold(void **state)
{
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players++) {
            const azj_options options = {
                .rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY};
            laws_count count = {0};
            const char *broken = laws_run(&options, 1000 + players, 20000, 16, &count);
            if (broken)
                fail_msg("%s, %u players, ply %llu: %s", azj_rules_name((azj_rules)rules), players,
                         (unsigned long long)count.plies, broken);
        }
}

static uint64_t rounds(uint64_t usual)
{
    const char *text = getenv("AZJ_LAW_ROUNDS");
    return text ? strtoull(text, NULL, 10) : usual;
}

/* A state somewhere in a random game: at a decision, or at the deal after it. */
static void random_state(azj_state *s, unsigned rules, int at_deal, azj_rng *rng)
{
    azj_move moves[AZJ_MOVES_MAX];
    const azj_options options = {.rules = (uint8_t)rules,
                                 .starter = AZJ_NOBODY,
                                 .players =
                                     rules == AZJ_DUEL ? 2 : (uint8_t)(2 + azj_rng_below(rng, 3))};
    azj_new(s, &options);
    const uint32_t least = azj_rng_below(rng, 120);
    for (uint32_t ply = 0; s->head.phase != AZJ_PHASE_OVER; ply++) {
        if (ply >= least && (!at_deal || s->head.phase == AZJ_PHASE_DEAL))
            break;
        azj_deal(s, rng);
        const size_t n = azj_moves(s, moves);
        azj_apply(s, laws_choose(s, (laws_style)azj_rng_below(rng, LAWS_STYLE_NB), moves, n, rng),
                  NULL);
    }
    if (!at_deal)
        azj_deal(s, rng);
}

/* Swaps hidden things by hand, without azj_determinise: two plates that look alike to the viewer,
 * or a face-down chip with one of the supply. */
static void shuffle_hidden(azj_duel *s, unsigned viewer, azj_rng *rng)
{
    const unsigned known = viewer == 0   ? (unsigned)AZJ_PILE_KNOWN_0
                           : viewer == 1 ? (unsigned)AZJ_PILE_KNOWN_1
                                         : 0u;
    for (int i = 0; i < 40 && s->pile_count > 1; i++) {
        const unsigned a = azj_rng_below(rng, s->pile_count), b = azj_rng_below(rng, s->pile_count);
        const unsigned pa = s->pile[a] & AZJ_PILE_PLATE, pb = s->pile[b] & AZJ_PILE_PLATE;
        const int back_a = a == 0 || s->pile[a] & AZJ_PILE_BACK;
        const int back_b = b == 0 || s->pile[b] & AZJ_PILE_BACK;
        if ((s->pile[a] | s->pile[b]) & known)
            continue;
        if ((back_a || back_b) && azj_duel_is_special(pa) != azj_duel_is_special(pb))
            continue;
        s->pile[a] = (uint8_t)((s->pile[a] & ~(unsigned)AZJ_PILE_PLATE) | pb);
        s->pile[b] = (uint8_t)((s->pile[b] & ~(unsigned)AZJ_PILE_PLATE) | pa);
    }
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        const unsigned face = s->chip[f], other = azj_rng_below(rng, AZJ_DUEL_FACES);
        if (face == AZJ_NO_CHIP || azj_duel_face_up(s, f) || !azj_chips_count(s->supply, other))
            continue;
        s->supply += (1u << (2 * face)) - (1u << (2 * other));
        s->chip[f] = (uint8_t)other;
    }
}

/* The classic family hides nothing but the order of the bag. So the other state of a pair is dealt
 * anew: the tiles of each factory leave the bag in another order. Returns how many orders differ.
 */
static unsigned deal_in_other_order(const azj_state *undealt, azj_rng rng, azj_state *other,
                                    azj_rng *shuffle)
{
    azj_state step = *undealt;
    unsigned different = 0;
    *other = *undealt;
    while (step.head.phase == AZJ_PHASE_DEAL) {
        azj_outcome drawn[4];
        const azj_classic *c = &step.classic;
        const int whole =
            c->starter != AZJ_NOBODY && c->dealt % 4 == 0 && azj_tiles_total(c->bag) >= 4;
        const unsigned n = whole ? 4 : 1; /* a factory without a refill on the way */
        for (unsigned i = 0; i < n; i++) {
            drawn[i] = azj_sample(&step, &rng);
            azj_resolve(&step, drawn[i]);
        }
        for (unsigned i = n; i > 0; i--) {
            const unsigned pick = azj_rng_below(shuffle, i);
            different += drawn[pick].value != drawn[i - 1].value;
            azj_resolve(other, drawn[pick]);
            drawn[pick] = drawn[i - 1];
        }
    }
    return different;
}

/* Changes what the viewer cannot see; returns how much that was. */
static unsigned change_hidden(azj_state *s, unsigned viewer, azj_rng *rng)
{
    const azj_state before = *s;
    shuffle_hidden(&s->duel, viewer, rng);
    return !azj_equal(&before, s);
}

static void views_are_equal(const azj_state *a, const azj_state *b, unsigned viewer)
{
    azj_state seen_a, seen_b;
    assert_int_equal(azj_validate(b, NULL), AZJ_E_OK);
    azj_view(a, viewer, &seen_a);
    azj_view(b, viewer, &seen_b);
    assert_true(azj_equal(&seen_a, &seen_b));
    if (a->head.rules == AZJ_DUEL)
        return;
    seen_a.head.viewer = AZJ_VIEW_ALL; /* and what is not hidden is all there */
    assert_true(azj_equal(&seen_a, a));
}

/* The other state of a pair: *a is at some decision, or, in the classic family, dealt from
 * *undealt. */
static unsigned make_pair(const azj_state *a, const azj_state *undealt, const azj_rng *dealer,
                          unsigned viewer, azj_state *b, azj_rng *rng)
{
    *b = *a;
    if (a->head.rules == AZJ_DUEL)
        return change_hidden(b, viewer, rng);
    return deal_in_other_order(undealt, *dealer, b, rng);
}

static uint64_t pairs_of_a_state(unsigned rules, unsigned pairs, azj_rng *rng)
{
    azj_state a, b, undealt;
    uint64_t different = 0;
    random_state(&a, rules, rules != AZJ_DUEL, rng);
    undealt = a;
    const azj_rng dealer = *rng;
    azj_deal(&a, rng);
    for (unsigned i = 0; i < pairs; i++) {
        const unsigned seat = i % (a.head.players + 1u);
        const unsigned viewer = seat < a.head.players ? seat : (unsigned)AZJ_SPECTATOR;
        different += make_pair(&a, &undealt, &dealer, viewer, &b, rng) != 0;
        views_are_equal(&a, &b, viewer);
    }
    return different;
}

/* Views of states that differ only in what is hidden are equal, byte for byte. */
static void hidden_is_hidden(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 5);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        const uint64_t wanted = rounds(20000);
        uint64_t pairs = 0, different = 0;
        for (; pairs < wanted; pairs += 20)
            different += pairs_of_a_state(rules, 20, &rng);
        printf("%s: %llu pairs, %llu of them different, all views equal\n",
               azj_rules_name((azj_rules)rules), (unsigned long long)pairs,
               (unsigned long long)different);
        assert_true(different > pairs / 2); /* the pairs did differ */
    }
}

/* A batch steps the same games as playing them one by one, and refuses what is illegal. */
static void batch_is_the_games(void **state)
{
    (void)state;
    enum { GAMES = 16 };
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        static azj_state states[GAMES], alone;
        static azj_rng rngs[GAMES];
        static uint8_t seats[GAMES], done[GAMES], refused[GAMES];
        static float rewards[GAMES * 2];
        static int16_t scores[GAMES * 2];
        static uint64_t masks[GAMES * AZJ_MASK_WORDS_MAX];
        static uint8_t observations[GAMES * 2 * AZJ_OBS_DUEL];
        const size_t words = ((size_t)azj_actions((azj_rules)rules) + 63) / 64;
        azj_batch b = {.games = GAMES,
                       .options = {.rules = (uint8_t)rules, .players = 2, .starter = AZJ_NOBODY},
                       .state = states,
                       .rng = rngs,
                       .seat = seats,
                       .done = done,
                       .refused = refused,
                       .scores = scores,
                       .rewards = rewards,
                       .masks = masks,
                       .observations = observations};
        assert_int_equal(azj_batch_reset(&b, 42), AZJ_E_OK);
        azj_rng rng, own;
        azj_rng_seed(&rng, 9);
        azj_rng_seed_stream(&own, 42, 3);
        azj_new(&alone, &b.options);
        azj_deal(&alone, &own);
        unsigned ended = 0;
        for (int step = 0; step < 400; step++) {
            int32_t actions[GAMES];
            for (unsigned g = 0; g < GAMES; g++) {
                assert_int_equal(seats[g], states[g].head.seat);
                azj_move moves[AZJ_MOVES_MAX];
                const size_t n = azj_moves(&states[g], moves);
                actions[g] = azj_action(&states[g], moves[azj_rng_below(&rng, (uint32_t)n)]);
                assert_true(masks[g * words + (size_t)actions[g] / 64] >> actions[g] % 64 & 1u);
            }
            assert_true(azj_equal(&alone, &states[3]));
            azj_play(&alone, azj_move_of_action(&alone, actions[3]), NULL, NULL);
            azj_deal(&alone, &own);
            const int over = alone.head.phase == AZJ_PHASE_OVER;
            const int alone_score = azj_score(&alone, 0);
            if (step == 7)
                actions[5] = -1;
            assert_int_equal(azj_batch_step(&b, actions), step == 7);
            assert_int_equal(refused[5], step == 7 ? AZJ_E_NOT_A_MOVE : AZJ_E_OK);
            assert_int_equal(done[3], over);
            for (unsigned g = 0; g < GAMES; g++)
                if (done[g])
                    assert_true(rewards[2 * g] + rewards[2 * g + 1] == 0);
            if (over) {
                ended++;
                assert_int_equal(scores[6], alone_score);
                azj_new(&alone, &b.options);
                azj_deal(&alone, &own);
            }
        }
        assert_true(ended > 0);
    }
}

/* Observations of a seat do not change when only hidden facts do. */
static void observations_hide(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 6);
    for (int i = 0; i < 3000; i++) {
        azj_state a, b;
        uint8_t oa[AZJ_OBS_DUEL], ob[AZJ_OBS_DUEL];
        random_state(&a, AZJ_DUEL, 0, &rng);
        b = a;
        shuffle_hidden(&b.duel, (unsigned)i & 1u, &rng);
        azj_observe(&a, (unsigned)i & 1u, oa);
        azj_observe(&b, (unsigned)i & 1u, ob);
        assert_memory_equal(oa, ob, sizeof oa);
    }
}

/* Every array but states and generators may be left out. */
static void bare_batch(void **state)
{
    (void)state;
    azj_state states[2];
    azj_rng rngs[2];
    azj_batch b = {.games = 2,
                   .options = {.rules = AZJ_GREY, .players = 3, .starter = 1},
                   .state = states,
                   .rng = rngs};
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    assert_int_equal(azj_batch_reset(&b, 1), AZJ_E_OK);
    for (int step = 0; step < 400; step++) {
        int32_t actions[2];
        for (unsigned g = 0; g < 2; g++) {
            azj_move moves[AZJ_MOVES_MAX];
            const size_t n = azj_moves(&states[g], moves);
            actions[g] = azj_action(&states[g], moves[azj_rng_below(&rng, (uint32_t)n)]);
        }
        assert_int_equal(azj_batch_step(&b, actions), 0);
    }
}

/* Views and fillings may be made in place; different games are never equal; big scores are capped.
 */
static void in_place(void **state)
{
    (void)state;
    azj_rng rng;
    azj_state a, b, c;
    uint8_t observation[AZJ_OBS_CLASSIC];
    azj_rng_seed(&rng, 8);
    random_state(&a, AZJ_DUEL, 0, &rng);
    b = a;
    azj_view(&a, 1, &c);
    azj_view(&b, 1, &b);
    assert_true(azj_equal(&b, &c));
    azj_rng ra = rng, rb = rng;
    azj_determinise(&c, &ra, &a);
    azj_determinise(&b, &rb, &b);
    assert_true(azj_equal(&a, &b));
    random_state(&b, AZJ_GREY, 0, &rng);
    assert_false(azj_equal(&a, &b));
    b.classic.board[0].score = 300;
    azj_observe(&b, 0, observation);
    assert_int_equal(observation[5 + 15 + 45], 255);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    azj_state s;
    assert_int_equal(azj_new(&s, &(azj_options){.rules = 9, .players = 2}), AZJ_E_BAD_RULES);
    assert_int_equal(azj_new(&s, &(azj_options){.rules = AZJ_DUEL, .players = 3}),
                     AZJ_E_BAD_PLAYERS);
    assert_int_equal(azj_new(&s, &(azj_options){.rules = AZJ_DUEL, .players = 2, .tablets = 3}),
                     AZJ_E_BAD_TABLETS);
    azj_batch b = {.options = {.rules = AZJ_GREY, .players = 7}};
    assert_int_equal(azj_batch_reset(&b, 1), AZJ_E_BAD_PLAYERS);
    assert_string_equal(azj_error_name(AZJ_E_LINE_FULL), "LINE_FULL");
    assert_string_equal(azj_error_name(AZJ_ERROR_NB), "UNKNOWN");
    assert_string_equal(azj_error_template(AZJ_ERROR_NB), "an unknown error");
    assert_string_equal(azj_error_template(AZJ_E_OK), "fine");
    assert_string_equal(azj_rules_name(AZJ_RULES_NB), "unknown");
    assert_true(azj_version()[0] != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_hold),
        cmocka_unit_test(hidden_is_hidden),
        cmocka_unit_test(batch_is_the_games),
        cmocka_unit_test(observations_hide),
        cmocka_unit_test(bare_batch),
        cmocka_unit_test(in_place),
        cmocka_unit_test(wrong_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
