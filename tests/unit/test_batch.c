/* test_batch.c - the batch interface for machine learning: streams, start positions, both action
 * numberings, observations, rewards, explicit chance. What a caller can do wrong:
 * test_batch_mistakes.c. */
#include "arena.h"
#include "check.h"
#include "rules/batch.h"

#include <azulejo/batch.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *row_of(arena *a, uint8_t *rows, uint32_t game, unsigned seat)
{
    const unsigned each =
        a->b.observe == AZJ_OBSERVE_MOVER && rows == a->observations ? 1 : a->b.players;
    return rows + ((size_t)game * each + seat) * a->b.observation_size;
}

static void streams_are_independent(void **state)
{
    (void)state;
    azj_rng a, b;
    azj_rng_seed_stream(&a, 1, 1);
    azj_rng_seed_stream(&b, 2, 0);
    assert_memory_not_equal(&a, &b, sizeof a); /* seed + game would be equal */
    azj_rng_seed_stream(&b, 1, 1);
    assert_memory_equal(&a, &b, sizeof a);
    for (uint64_t seed = 0; seed < 50; seed++)
        for (uint64_t stream = 0; stream < 50; stream++) {
            azj_rng_seed_stream(&b, seed, stream);
            assert_true((seed == 1 && stream == 1) || memcmp(&a, &b, sizeof a) != 0);
        }

    /* A game does not depend on the number of games beside it. */
    arena *many = new_arena(AZJ_GREY, 3), *few = new_arena(AZJ_GREY, 3);
    few->b.games = 2;
    assert_int_equal(azj_batch_reset(&many->b, 5), AZJ_E_OK);
    assert_int_equal(azj_batch_reset(&few->b, 5), AZJ_E_OK);
    for (int step = 0; step < 300; step++) {
        assert_memory_equal(many->state, few->state, 2 * sizeof *few->state);
        assert_int_equal(step_randomly(many), 0);
        assert_int_equal(step_randomly(few), 0);
    }
    free(many);
    free(few);
}

/* ---- Observations, encoded a second time from the layout in batch.h ---- */

static unsigned relative(unsigned seat, unsigned observer, unsigned players)
{
    return seat == AZJ_NOBODY ? 0 : (seat + players - observer) % players + 1;
}

static uint8_t *reference_tiles(uint8_t *out, azj_tiles tiles)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        *out++ = (uint8_t)azj_tiles_count(tiles, c);
    return out;
}

static uint8_t *reference_classic_board(uint8_t *out, const azj_classic_board *b)
{
    *out++ = (uint8_t)(b->score > 255 ? 255 : b->score);
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++) {
        *out++ =
            (uint8_t)(azj_classic_line_count(b, line) ? azj_classic_line_colour(b, line) + 1 : 0);
        *out++ = (uint8_t)azj_classic_line_count(b, line);
    }
    for (unsigned cell = 0; cell < 25; cell++, out++) {
        *out = 0;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            if (b->wall[c] >> cell & 1u)
                *out = (uint8_t)(c + 1);
    }
    for (unsigned i = 0; i < AZJ_CLASSIC_FLOOR; i++)
        *out++ = (uint8_t)azj_classic_floor_piece(b, i);
    return out;
}

static void reference_classic(const azj_classic *s, unsigned seat, uint8_t *out)
{
    memset(out, 0, AZJ_OBS_CLASSIC);
    *out++ = s->phase;
    *out++ = s->line;
    *out++ = s->round;
    *out++ = (uint8_t)relative(s->seat, seat, s->players);
    *out++ = (uint8_t)relative(s->marker, seat, s->players);
    out = reference_tiles(out, s->bag);
    out = reference_tiles(out, s->lid);
    out = reference_tiles(out, s->centre);
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        out = reference_tiles(out, s->factory[f]);
    for (unsigned p = 0; p < s->players; p++)
        out = reference_classic_board(out, &s->board[(seat + p) % s->players]);
}

/* The spaces of a Duel board in an observation: tiles, then what the spaces show. */
static void check_dome(const azj_duel_board *b, const uint8_t *board)
{
    const uint8_t *tiles = board + 1 + 12 + 18, *spaces = tiles + 36;
    for (unsigned cell = 0; cell < 36; cell++) {
        unsigned tile = b->special >> cell & 1u ? 6 : 0, space = 0;
        space = b->joker >> cell & 1u ? 6 : b->special_space >> cell & 1u ? 7 : 0;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
            tile = b->tile[c] >> cell & 1u ? c + 1 : tile;
            space = b->space[c] >> cell & 1u ? c + 1 : space;
        }
        assert_int_equal(tiles[cell], tile);
        assert_int_equal(spaces[cell], space);
    }
}

static void observations_follow_the_layout(void **state)
{
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players++) {
            arena *a = new_arena(rules, players);
            assert_int_equal(azj_batch_reset(&a->b, 3), AZJ_E_OK);
            for (int step = 0; step < 250; step++) {
                for (uint32_t i = 0; i < GAMES; i++)
                    for (unsigned p = 0; p < players; p++) {
                        const uint8_t *row = row_of(a, a->observations, i, p);
                        uint8_t wanted[AZJ_OBS_CLASSIC];
                        if (rules == AZJ_DUEL) {
                            const azj_duel *s = &a->state[i].duel;
                            check_dome(&s->board[p], row + AZJ_OBS_DUEL - 2 * AZJ_OBS_DUEL_BOARD);
                            check_dome(&s->board[1 - p], row + AZJ_OBS_DUEL - AZJ_OBS_DUEL_BOARD);
                            continue;
                        }
                        reference_classic(&a->state[i].classic, p, wanted);
                        assert_memory_equal(row, wanted, sizeof wanted);
                    }
                assert_int_equal(step_randomly(a), 0);
            }
            free(a);
        }
}

/* A row by itself, as a GPU makes it, is the row of the step. */
static void assert_single_rows(arena *a)
{
    const unsigned rows = a->b.observe == AZJ_OBSERVE_MOVER ? 1 : a->b.players;
    uint8_t row[ROW];
    for (uint32_t i = 0; i < GAMES; i++)
        for (unsigned p = 0; p < rows; p++) {
            batch_observe(&a->b, i, p, row);
            assert_memory_equal(row, row_of(a, a->observations, i, p), a->b.observation_size);
        }
}

static void observation_of_the_mover(void **state)
{
    (void)state;
    for (unsigned rules = AZJ_CRYSTAL1; rules <= AZJ_DUEL; rules++) {
        arena *all = new_arena(rules, 2), *mover = new_arena(rules, 2);
        mover->b.observe = AZJ_OBSERVE_MOVER;
        azj_batch_reset(&all->b, 8);
        azj_batch_reset(&mover->b, 8);
        for (int step = 0; step < 200; step++) {
            for (uint32_t i = 0; i < GAMES; i++)
                assert_memory_equal(row_of(mover, mover->observations, i, 0),
                                    row_of(all, all->observations, i, all->seat[i]),
                                    all->b.observation_size);
            assert_single_rows(all);
            assert_single_rows(mover);
            step_randomly(all);
            step_randomly(mover);
        }
        free(all);
        free(mover);
    }
}

/* ---- Ends ---- */

/* An ended game is described by done, scores, rewards and the last observations; the slot already
 * shows the next game, or with `stay` still the old one. */
static void ended_games_are_reported(void **state)
{
    (void)state;
    static const azj_reward kinds[] = {AZJ_REWARD_WIN, AZJ_REWARD_SHARE, AZJ_REWARD_DIFFERENCE};
    for (unsigned kind = 0; kind < 3; kind++) {
        arena *next = new_arena(AZJ_CLASSIC, 3), *stay = new_arena(AZJ_CLASSIC, 3);
        next->b.reward = stay->b.reward = (uint8_t)kinds[kind];
        stay->b.stay = 1;
        azj_batch_reset(&next->b, 9);
        azj_batch_reset(&stay->b, 9);
        uint8_t over[GAMES] = {0};
        unsigned ended = 0;
        for (int step = 0; step < 1200 && ended < GAMES; step++) {
            step_randomly(next);
            azj_batch_random(&stay->b, stay->policy, stay->actions, 0, GAMES);
            assert_int_equal(azj_batch_step(&stay->b, stay->actions), ended);
            for (uint32_t i = 0; i < GAMES; i++) {
                if (over[i]) {
                    assert_int_equal(stay->done[i], 0);
                    assert_int_equal(stay->refused[i], AZJ_E_GAME_OVER);
                    continue;
                }
                assert_int_equal(next->done[i], stay->done[i]);
                assert_int_equal(stay->done[i], stay->state[i].head.phase == AZJ_PHASE_OVER);
                if (!stay->done[i])
                    continue;
                over[i] = 1;
                ended++;
                assert_int_equal(stay->seat[i], AZJ_NOBODY);
                assert_int_not_equal(next->state[i].head.phase, AZJ_PHASE_OVER);
                float sum = 0;
                for (unsigned p = 0; p < 3; p++) {
                    uint8_t wanted[AZJ_OBS_CLASSIC];
                    azj_observe(&stay->state[i], p, wanted);
                    assert_memory_equal(row_of(next, next->last, i, p), wanted, sizeof wanted);
                    assert_memory_equal(row_of(stay, stay->observations, i, p), wanted,
                                        sizeof wanted);
                    const int score = azj_score(&stay->state[i], p);
                    assert_int_equal(next->scores[3 * i + p], score);
                    const float reward = next->rewards[3 * i + p];
                    assert_true(reward == stay->rewards[3 * i + p]);
                    sum += reward;
                    const int won = (int)(azj_winners(&stay->state[i]) >> p & 1u);
                    if (kinds[kind] == AZJ_REWARD_DIFFERENCE) {
                        int best = -1;
                        for (unsigned q = 0; q < 3; q++)
                            if (q != p && azj_score(&stay->state[i], q) > best)
                                best = azj_score(&stay->state[i], q);
                        assert_true(reward == (float)(score - best));
                    } else {
                        assert_true((reward > 0) == won);
                    }
                }
                if (kinds[kind] != AZJ_REWARD_DIFFERENCE)
                    assert_true(sum > (kind ? 0.999f : -0.001f) && sum < (kind ? 1.001f : 0.001f));
            }
        }
        assert_int_equal(ended, GAMES);
        assert_int_equal(azj_batch_reset_game(&stay->b, 4, 9, 4), AZJ_E_OK);
        assert_int_not_equal(stay->state[4].head.phase, AZJ_PHASE_OVER);
        assert_int_equal(azj_batch_reset_game(&stay->b, GAMES, 9, 4), AZJ_E_NO_GAME);
        free(next);
        free(stay);
    }
}

/* ---- Start positions and mixed batches ---- */

static void games_of_all_rule_sets(void **state)
{
    (void)state;
    static azj_state start[GAMES];
    for (unsigned i = 0; i < GAMES; i++) {
        const unsigned rules = i % AZJ_RULES_NB;
        const azj_options options = {.rules = (uint8_t)rules,
                                     .players = rules == AZJ_DUEL ? 2 : (uint8_t)(2 + i % 3),
                                     .starter = AZJ_NOBODY};
        assert_int_equal(azj_new(&start[i], &options), AZJ_E_OK);
    }
    for (int numbering = 0; numbering < 2; numbering++) {
        arena *a = new_arena(0, 0);
        a->b.start = start;
        a->b.numbering = (uint8_t)numbering;
        assert_int_equal(azj_batch_reset(&a->b, 4), AZJ_E_OK);
        assert_int_equal(a->b.players, 4);
        assert_int_equal(a->b.mask_words, numbering ? 6 : WORDS);
        assert_int_equal(a->b.observation_size, AZJ_OBS_DUEL + (numbering ? AZJ_OBS_STEPS : 0));
        unsigned ended = 0;
        for (int step = 0; step < 800; step++) {
            for (uint32_t i = 0; i < GAMES; i++) {
                const azj_state *s = &a->state[i];
                uint8_t row[ROW] = {0};
                assert_int_equal(s->head.rules, start[i].head.rules);
                azj_observe(s, 1, row);
                if (!a->steps[i] || s->head.seat != 1)
                    assert_memory_equal(row_of(a, a->observations, i, 1), row,
                                        a->b.observation_size);
                for (unsigned p = s->head.players; p < 4; p++) {
                    assert_int_equal(row_of(a, a->observations, i, p)[0], 0);
                    assert_int_equal(a->scores[4 * i + p], 0);
                }
            }
            assert_int_equal(step_randomly(a), 0);
            for (uint32_t i = 0; i < GAMES; i++)
                ended += a->done[i];
        }
        assert_true(ended > GAMES);
        free(a);
    }
}

static void positions_are_put_in(void **state)
{
    (void)state;
    arena *a = new_arena(AZJ_DUEL, 2), *other = new_arena(AZJ_DUEL, 2);
    azj_batch_reset(&a->b, 1);
    azj_batch_reset(&other->b, 2);
    for (int step = 0; step < 40; step++)
        step_randomly(other);
    assert_int_equal(azj_batch_set(&a->b, 3, &other->state[5]), AZJ_E_OK);
    assert_true(azj_equal(&a->state[3], &other->state[5]));
    assert_int_equal(a->seat[3], other->state[5].head.seat);
    assert_int_equal(azj_batch_set(&a->b, GAMES, &other->state[5]), AZJ_E_NO_GAME);
    azj_state view;
    azj_view(&other->state[5], 0, &view);
    assert_int_equal(azj_batch_set(&a->b, 3, &view), AZJ_E_PARTIAL_VIEW);
    azj_state grey;
    azj_new(&grey, &(azj_options){.rules = AZJ_GREY, .players = 4, .starter = AZJ_NOBODY});
    assert_int_equal(azj_batch_set(&a->b, 3, &grey), AZJ_E_BAD_BATCH); /* four rows of players */
    arena *four = new_arena(AZJ_GREY, 4);
    azj_batch_reset(&four->b, 1);
    assert_int_equal(azj_batch_set(&four->b, 3, &other->state[5]), AZJ_E_BAD_BATCH); /* masks */
    four->b.numbering = AZJ_NUMBER_STEPS;
    azj_batch_reset(&four->b, 1);
    assert_int_equal(azj_batch_set(&four->b, 3, &other->state[5]), AZJ_E_BAD_BATCH); /* views */
    four->b.chance = 1;
    assert_int_equal(azj_batch_set(&four->b, 3, &grey), AZJ_E_OK);
    assert_int_equal(four->state[3].head.phase, AZJ_PHASE_DEAL); /* the caller deals */
    free(four);
    memset(&grey, 0xff, sizeof grey);
    assert_int_not_equal(azj_batch_set(&a->b, 3, &grey), AZJ_E_OK);

    /* Start positions in the middle of games: every game begins there again. */
    a->b.start = other->state;
    assert_int_equal(azj_batch_reset(&a->b, 1), AZJ_E_OK);
    assert_memory_equal(a->state, other->state, sizeof a->state);
    a->b.start = &view;
    a->b.games = 1;
    assert_int_equal(azj_batch_reset(&a->b, 1), AZJ_E_PARTIAL_VIEW);
    free(a);
    free(other);
}

/* ---- Numberings and chance ---- */

/* D9, D11, D18: games by steps are games of legal moves, and the seat stays while a move is made.
 */
static void duel_in_steps(void **state)
{
    (void)state;
    arena *a = new_arena(AZJ_DUEL, 2);
    a->b.numbering = AZJ_NUMBER_STEPS;
    assert_int_equal(azj_batch_reset(&a->b, 6), AZJ_E_OK);
    assert_int_equal(a->b.mask_words, (AZJ_DUEL_STEPS_NB + 63) / 64);
    assert_true(azj_batch_actions(AZJ_DUEL, AZJ_NUMBER_STEPS) <= 600);
    assert_int_equal(azj_batch_actions(AZJ_GREY, AZJ_NUMBER_STEPS), AZJ_CLASSIC_ACTIONS);
    unsigned ended = 0, pending[3] = {0};
    for (int step = 0; step < 1500; step++) {
        azj_state before[GAMES];
        memcpy(before, a->state, sizeof before);
        assert_int_equal(step_randomly(a), 0);
        for (uint32_t i = 0; i < GAMES; i++) {
            ended += a->done[i];
            const uint8_t *mine = row_of(a, a->observations, i, a->seat[i]) + AZJ_OBS_DUEL;
            const uint8_t *other = row_of(a, a->observations, i, 1u - a->seat[i]) + AZJ_OBS_DUEL;
            const azj_steps chosen = a->steps[i];
            uint8_t nothing[AZJ_OBS_STEPS] = {0};
            assert_memory_equal(other, nothing, sizeof nothing); /* hidden from the opponent */
            assert_int_equal(memcmp(mine, nothing, sizeof nothing) != 0, chosen != 0);
            if (!chosen)
                continue;
            assert_true(azj_equal(&before[i], &a->state[i])); /* nothing happens before the end */
            assert_int_equal(azj_validate(&a->state[i], NULL), AZJ_E_OK);
            const azj_move_kind kind = azj_move_kind_of(chosen);
            pending[kind == AZJ_PLATE ? 0 : kind == AZJ_SUN ? 1 : 2]++;
            if (kind == AZJ_PLATE)
                assert_int_equal(mine[0], azj_move_plate(chosen) + 1);
            if (kind == AZJ_SUN)
                assert_int_equal(mine[1], azj_move_from(chosen));
            if (kind == AZJ_TILE)
                assert_int_equal(mine[4], azj_move_column(chosen));
        }
    }
    assert_true(ended > 0 && pending[0] && pending[1] && pending[2]);
    free(a);
}

/* What stands in `steps` without a position for it is refused, whatever it is. */
static void impossible_steps_are_refused(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 12);
    arena *a = new_arena(AZJ_DUEL, 2);
    a->b.numbering = AZJ_NUMBER_STEPS;
    azj_batch_reset(&a->b, 7);
    uint64_t refused = 0, allowed = 0;
    for (int step = 0; step < 600; step++) {
        assert_int_equal(step_randomly(a), 0);
        for (uint32_t i = 0; i < GAMES; i++)
            for (unsigned tries = 0; tries < 60; tries++) {
                static const unsigned kinds[] = {AZJ_PLATE, AZJ_SUN, AZJ_TILE, AZJ_MOON};
                azj_steps chosen = a->steps[i]; /* a real one, or one with a bit changed */
                if (tries % 2)
                    chosen ^= 1u << azj_rng_below(&rng, 32);
                if (tries % 4 == 0)
                    chosen = (uint32_t)azj_rng_next(&rng) & (uint32_t)azj_rng_next(&rng);
                if (tries % 8 == 0)
                    chosen = (chosen & ~15u) | kinds[tries / 8 % 4] | 1u << 30;
                azj_move made;
                const azj_duel *s = &a->state[i].duel;
                const int32_t action = (int32_t)azj_rng_below(&rng, AZJ_DUEL_STEPS_NB);
                azj_steps after = chosen;
                if (azj_duel_step(s, &after, action, &made) != AZJ_E_OK) {
                    assert_int_equal(after, chosen);
                    refused++;
                    continue;
                }
                allowed++;
                if (made && azj_duel_legal(s, made, NULL))
                    fail_msg("chosen %x, step %d: move %x is illegal, phase %u", chosen, action,
                             made, s->phase);
            }
        azj_steps none = 0;
        azj_move made;
        assert_int_equal(azj_duel_step(&a->state[0].duel, &none, -1, &made), AZJ_E_NOT_A_MOVE);
        assert_int_equal(azj_duel_step(&a->state[0].duel, &none, AZJ_DUEL_STEPS_NB, &made),
                         AZJ_E_NOT_A_MOVE);
        assert_int_equal(azj_duel_steps_of(&a->state[0].duel, AZJ_MOVE_NONE, &(int){0}), 0);
    }
    assert_true(refused > 1000 && allowed > 10);
    free(a);
}

static int any_bit(const uint64_t *mask, unsigned first, unsigned end)
{
    for (; first < end; first++)
        if (mask[first / 64] >> first % 64 & 1)
            return 1;
    return 0;
}

/* D9: with a full dome there is no plate to take; D17: a full line needs no payment; nobody moves
 * in a deal or after the end. */
static void nothing_to_choose(void **state)
{
    (void)state;
    uint64_t mask[WORDS], steps[(AZJ_DUEL_STEPS_NB + 63) / 64];
    arena *a = new_arena(AZJ_DUEL, 2);
    azj_batch_reset(&a->b, 2);
    azj_duel s = a->state[0].duel;
    while (s.phase == AZJ_PHASE_SETUP)
        azj_duel_apply(&s, azj_duel_move_of_action(&s, (int)s.display[0] * 36 + 4 * s.seat), NULL);
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++)
        s.board[s.seat].plate[i] = 0;
    azj_duel_mask(&s, mask);
    azj_duel_step_mask(&s, 0, steps);
    assert_false(any_bit(mask, AZJ_DUEL_ACT_PLATE, AZJ_DUEL_ACT_SUN));
    assert_false(any_bit(steps, AZJ_DUEL_STEP_PLATE, AZJ_DUEL_STEP_SUN));
    assert_true(any_bit(mask, AZJ_DUEL_ACT_SUN, AZJ_DUEL_ACT_CHIP));
    assert_true(any_bit(steps, AZJ_DUEL_STEP_SUN, AZJ_DUEL_STEP_CHIP));
    static const azj_phase phases[] = {AZJ_PHASE_DEAL, AZJ_PHASE_OVER};
    for (unsigned i = 0; i < 2; i++) {
        s.phase = (uint8_t)phases[i];
        azj_duel_mask(&s, mask);
        azj_duel_step_mask(&s, 0, steps);
        assert_false(any_bit(mask, 0, AZJ_DUEL_ACTIONS));
        assert_false(any_bit(steps, 0, AZJ_DUEL_STEPS_NB));
    }
    azj_classic c = {.players = 2, .phase = AZJ_PHASE_OVER};
    azj_classic_mask(&c, mask);
    assert_false(any_bit(mask, 0, AZJ_CLASSIC_ACTIONS));

    unsigned full = 0;
    for (int step = 0; step < 400; step++) {
        step_randomly(a);
        for (uint32_t i = 0; i < GAMES; i++) {
            const azj_duel *d = &a->state[i].duel;
            if (d->phase != AZJ_PHASE_TILING ||
                (d->board[d->seat].line[d->line - 1] & 15u) != d->line)
                continue;
            for (unsigned column = 1; column <= 6; column++) {
                azj_duel_step_mask(d, azj_move_tile(d->line, column, 0) | 1u << 30, steps);
                assert_false(any_bit(steps, 0, AZJ_DUEL_STEPS_NB));
                full++;
            }
        }
    }
    assert_true(full > 0);
    free(a);
}

static void chance_is_the_callers(void **state)
{
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        arena *a = new_arena(rules, 2);
        a->b.chance = 1;
        assert_int_equal(azj_batch_reset(&a->b, 11), AZJ_E_OK);
        unsigned deals = 0, ended = 0;
        for (int step = 0; step < 1500; step++) {
            azj_batch_random(&a->b, a->policy, a->actions, 0, GAMES);
            static azj_state wanted[GAMES];
            int dealt[GAMES];
            for (uint32_t i = 0; i < GAMES; i++) {
                wanted[i] = a->state[i];
                dealt[i] = wanted[i].head.phase == AZJ_PHASE_DEAL;
                if (!dealt[i])
                    continue;
                azj_outcome outcomes[AZJ_OUTCOMES_MAX];
                const size_t n = azj_outcomes(&wanted[i], outcomes);
                assert_int_equal(a->seat[i], AZJ_NOBODY);
                assert_int_equal(a->masks[i * a->b.mask_words], (UINT64_C(1) << n) - 1);
                azj_resolve(&wanted[i], outcomes[a->actions[i]]);
                if (step % 3 == 0)
                    a->actions[i] = -1; /* the game's own generator draws */
                deals++;
            }
            assert_int_equal(azj_batch_step(&a->b, a->actions), 0);
            for (uint32_t i = 0; i < GAMES; i++) {
                ended += a->done[i];
                if (dealt[i] && step % 3 != 0)
                    assert_true(azj_equal(&wanted[i], &a->state[i]));
            }
        }
        assert_true(deals > 1000 && ended > 0);
        a->actions[0] = 99;
        while (a->state[0].head.phase != AZJ_PHASE_DEAL)
            step_randomly(a);
        a->actions[0] = 99;
        azj_batch_step_range(&a->b, a->actions, 0, 1);
        assert_int_equal(a->refused[0], AZJ_E_NOT_A_MOVE);
        a->actions[0] = -2;
        azj_batch_step_range(&a->b, a->actions, 0, 1);
        assert_int_equal(a->refused[0], AZJ_E_NOT_A_MOVE);
        free(a);
    }
}

/* ---- Random play ---- */

/* A drawn move is legal, and every legal move is drawn about equally often. */
static void check_draws(const azj_state *s, azj_rng *rng)
{
    azj_move moves[AZJ_MOVES_MAX];
    static unsigned drawn[AZJ_MOVES_MAX];
    enum { EACH = 60 };
    const size_t n = azj_moves(s, moves);
    memset(drawn, 0, n * sizeof *drawn);
    for (size_t i = 0; i < EACH * n; i++) {
        const azj_move move = s->head.rules == AZJ_DUEL ? azj_duel_draw(&s->duel, rng)
                                                        : azj_classic_draw(&s->classic, rng);
        size_t at = 0;
        while (at < n && moves[at] != move)
            at++;
        if (at == n)
            fail_msg("drew %x, which is not legal, in phase %u", move, s->head.phase);
        drawn[at]++;
    }
    double chi = 0; /* about n - 1, with a variance of twice that */
    for (size_t i = 0; i < n; i++)
        chi += ((double)drawn[i] - EACH) * ((double)drawn[i] - EACH) / EACH;
    const double over = chi - (double)(n - 1);
    assert_true(over <= 0 || over * over < 40.0 * 2 * (double)n);
}

static void draws_are_uniform(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 55);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        arena *a = new_arena(rules, 2);
        azj_batch_reset(&a->b, 17);
        unsigned phases = 0;
        for (int step = 0; step < 500; step++) {
            const azj_state *s = &a->state[step % GAMES];
            const unsigned bit = 1u << s->head.phase;
            if (step % 11 == 0 || (phases & bit) == 0 || s->head.phase > AZJ_PHASE_OVER ||
                s->head.phase == AZJ_PHASE_TILING)
                check_draws(s, &rng);
            phases |= bit;
            step_randomly(a);
        }
        assert_true(phases >> AZJ_PHASE_OFFER & 1u);
        free(a);
    }
}

/* A playout makes the moves and deals that single draws make. */
static void playouts_are_games(void **state)
{
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        arena *a = new_arena(rules, 2);
        azj_batch_reset(&a->b, 19);
        for (uint32_t i = 0; i < GAMES; i++) {
            azj_state s = a->state[i];
            azj_rng deal = a->rng[i], policy = a->policy[i];
            const uint32_t made = azj_batch_playout(&a->b, i, &a->policy[i], 1000);
            assert_true(made >= 1000);
            for (uint32_t ply = 0; ply < made; ply++) {
                if (s.head.phase == AZJ_PHASE_OVER) {
                    azj_new(&s, &a->b.options);
                    azj_deal(&s, &deal);
                }
                const azj_move move = rules == AZJ_DUEL ? azj_duel_draw(&s.duel, &policy)
                                                        : azj_classic_draw(&s.classic, &policy);
                assert_int_equal(azj_play(&s, move, NULL, NULL), AZJ_E_OK);
                azj_deal(&s, &deal);
            }
            assert_true(azj_equal(&s, &a->state[i]));
            assert_memory_equal(&deal, &a->rng[i], sizeof deal);
        }
        free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_independent),
        cmocka_unit_test(observations_follow_the_layout),
        cmocka_unit_test(observation_of_the_mover),
        cmocka_unit_test(ended_games_are_reported),
        cmocka_unit_test(games_of_all_rule_sets),
        cmocka_unit_test(positions_are_put_in),
        cmocka_unit_test(duel_in_steps),
        cmocka_unit_test(impossible_steps_are_refused),
        cmocka_unit_test(nothing_to_choose),
        cmocka_unit_test(chance_is_the_callers),
        cmocka_unit_test(draws_are_uniform),
        cmocka_unit_test(playouts_are_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
