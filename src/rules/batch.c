/* batch.c - steps N independent games together and fills the caller's arrays. */
#include "rules/batch.h"
#include "base/bits.h"
#include "rules/observe.h"

#include <azulejo/batch.h>
#include <string.h>

/* ---- Streams ---- */

/* The finish of splitmix64: a one-to-one mixing of 64 bits. */
static uint64_t splitmix_finish(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void azj_rng_seed_stream(azj_rng *rng, uint64_t seed, uint64_t stream)
{
    /* The first two words are one-to-one in seed and stream, so different pairs never meet. */
    const uint64_t a = splitmix_finish(seed + 0x9e3779b97f4a7c15u),
                   b = splitmix_finish(stream + 0xd1b54a32d192ed03u);
    azj_rng_seed_256(
        rng, (uint64_t[4]){a, b, splitmix_finish(a ^ azj_rng_rotl(b, 32)), splitmix_finish(a + b)});
}

/* ---- Lengths of rows ---- */

int azj_batch_actions(azj_rules rules, azj_numbering numbering)
{
    return rules == AZJ_DUEL && numbering == AZJ_NUMBER_STEPS ? AZJ_DUEL_STEPS_NB
                                                              : azj_actions(rules);
}

static uint32_t mask_words(const azj_batch *b, const azj_head *head)
{
    return ((uint32_t)azj_batch_actions((azj_rules)head->rules, (azj_numbering)b->numbering) + 63) /
           64;
}

static uint32_t row_size(const azj_batch *b, const azj_head *head)
{
    const uint32_t size = (uint32_t)azj_observation_size((azj_rules)head->rules);
    return head->rules == AZJ_DUEL && b->numbering == AZJ_NUMBER_STEPS ? size + AZJ_OBS_STEPS
                                                                       : size;
}

static void make_room(azj_batch *b, const azj_head *head)
{
    const uint32_t words = mask_words(b, head), size = row_size(b, head);
    b->players = b->players < head->players ? head->players : b->players;
    b->mask_words = b->mask_words < words ? words : b->mask_words;
    b->observation_size = b->observation_size < size ? size : b->observation_size;
}

static azj_error check_start(const azj_state *s)
{
    const azj_error e = azj_validate(s, NULL);
    return !e && s->head.viewer != AZJ_VIEW_ALL ? AZJ_E_PARTIAL_VIEW : e;
}

static int lacks_arrays(const azj_batch *b)
{
    return !b->state || !b->rng || (b->numbering == AZJ_NUMBER_STEPS && !b->steps);
}

azj_error azj_batch_check(azj_batch *b)
{
    azj_state trial;
    azj_error e = AZJ_E_OK;
    b->players = b->mask_words = b->observation_size = 0;
    if (b->numbering > AZJ_NUMBER_STEPS || b->observe > AZJ_OBSERVE_MOVER ||
        b->reward > AZJ_REWARD_DIFFERENCE || b->chance > 1 || b->stay > 1 || b->trusted > 1)
        return AZJ_E_BAD_BATCH;
    if (!b->start) {
        e = azj_new(&trial, &b->options);
        make_room(b, &trial.head);
    }
    for (uint32_t i = 0; b->start && !e && i < b->games; i++) {
        e = check_start(&b->start[i]);
        make_room(b, &b->start[i].head);
    }
    return !e && lacks_arrays(b) ? AZJ_E_NO_ARRAY : e;
}

static int fits(const azj_batch *b, const azj_head *head)
{
    return head->players <= b->players && mask_words(b, head) <= b->mask_words &&
           row_size(b, head) <= b->observation_size;
}

/* What the caller may have written into an array of states would be a game of this batch. */
static azj_error check_game(const azj_batch *b, const azj_state *s)
{
    const azj_error e = check_start(s);
    return !e && !fits(b, &s->head) ? AZJ_E_BAD_BATCH : e;
}

/* Nobody has written to the state since the batch did. (Two arrays of zeros are no games.) */
static int is_copied(const azj_batch *b, uint32_t game)
{
    const azj_state *s = &b->state[game], *copy = &b->copies[game];
    if (s->head.players == 0)
        return 0;
    return s->head.rules != AZJ_DUEL /* sizes that are constants, so that this takes nanoseconds */
               ? memcmp(&s->classic, &copy->classic, sizeof s->classic) == 0
               : memcmp(&s->duel, &copy->duel, sizeof s->duel) == 0;
}

static void copy_game(const azj_batch *b, uint32_t game)
{
    if (!b->copies || b->trusted)
        return;
    if (b->state[game].head.rules != AZJ_DUEL)
        b->copies[game].classic = b->state[game].classic;
    else
        b->copies[game].duel = b->state[game].duel;
}

azj_error batch_check_game(const azj_batch *b, uint32_t game)
{
    azj_rng *rng = &b->rng[game];
    if (!(rng->s[0] | rng->s[1] | rng->s[2] | rng->s[3])) /* it would draw zeros for ever */
        azj_rng_seed(rng, 0);
    if (b->copies && is_copied(b, game)) /* the lengths may have changed */
        return fits(b, &b->state[game].head) ? AZJ_E_OK : AZJ_E_BAD_BATCH;
    return check_game(b, &b->state[game]);
}

/* ---- What the caller is shown of a game ---- */

static uint8_t *put_steps(uint8_t *out, azj_steps chosen)
{
    const azj_move_kind kind = azj_move_kind_of(chosen);
    memset(out, 0, AZJ_OBS_STEPS);
    if (kind == AZJ_PLATE) {
        out[0] = (uint8_t)(azj_move_plate(chosen) + 1);
    } else if (kind == AZJ_SUN) {
        out[1] = (uint8_t)azj_move_from(chosen);
        out[2] = (uint8_t)(azj_move_colour(chosen) + 1);
        out[3] = (uint8_t)(azj_move_to(chosen) + 1);
    } else if (kind == AZJ_TILE) {
        out[4] = (uint8_t)azj_move_column(chosen);
        for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
            out[5 + face] = (uint8_t)azj_chips_count(azj_move_spend(chosen), face);
    }
    return out + AZJ_OBS_STEPS;
}

/* What follows azj_observe in a row: the seat's own steps, and zeros up to the row's length. */
static void complete_row(const azj_batch *b, uint32_t i, unsigned seat, uint8_t *row)
{
    const azj_state *s = &b->state[i];
    uint8_t *end = row + b->observation_size;
    row += azj_observation_size((azj_rules)s->head.rules);
    if (s->head.rules == AZJ_DUEL && b->numbering == AZJ_NUMBER_STEPS)
        row = put_steps(row, seat == s->head.seat ? b->steps[i] : 0);
    memset(row, 0, (size_t)(end - row));
}

/* One row of observations: the seat's, or zeros where there is no such seat. */
static void observe_seat(const azj_batch *b, uint32_t i, unsigned seat, uint8_t *row)
{
    const azj_state *s = &b->state[i];
    if (seat >= s->head.players) {
        memset(row, 0, b->observation_size);
        return;
    }
    azj_observe(s, seat, row);
    complete_row(b, i, seat, row);
}

void batch_observe(const azj_batch *b, uint32_t game, unsigned row, uint8_t *out)
{
    const unsigned mover = b->state[game].head.seat;
    observe_seat(b, game, b->observe == AZJ_OBSERVE_MOVER ? mover : row, out);
}

static void observe_all(const azj_batch *b, uint32_t i, uint8_t *rows)
{
    const size_t size = b->observation_size;
    const unsigned seats = b->state[i].head.players;
    observe_seats(&b->state[i], rows, size);
    for (unsigned p = 0; p < seats; p++)
        complete_row(b, i, p, rows + p * size);
    memset(rows + seats * size, 0, (b->players - seats) * size);
}

static void show_mask(const azj_batch *b, uint32_t i)
{
    const azj_state *s = &b->state[i];
    uint64_t *mask = b->masks + (size_t)i * b->mask_words;
    const uint32_t words = mask_words(b, &s->head);
    if (s->head.phase == AZJ_PHASE_DEAL) {
        azj_outcome outcomes[AZJ_OUTCOMES_MAX];
        memset(mask, 0, words * sizeof *mask);
        mask[0] = (UINT64_C(1) << azj_outcomes(s, outcomes)) - 1;
    } else if (s->head.rules == AZJ_DUEL && b->numbering == AZJ_NUMBER_STEPS) {
        azj_duel_step_mask(&s->duel, b->steps[i], mask);
    } else {
        azj_mask(s, mask);
    }
    for (uint32_t w = words; w < b->mask_words; w++)
        mask[w] = 0;
}

static void show_game(const azj_batch *b, uint32_t i)
{
    const azj_state *s = &b->state[i];
    const size_t size = b->observation_size;
    if (b->seat)
        b->seat[i] = s->head.seat;
    if (b->masks)
        show_mask(b, i);
    if (b->observations && b->observe == AZJ_OBSERVE_MOVER)
        observe_seat(b, i, s->head.seat, b->observations + i * size);
    else if (b->observations)
        observe_all(b, i, b->observations + i * b->players * size);
}

/* ---- Results ---- */

static float reward_of(const azj_batch *b, const azj_state *s, unsigned winners, unsigned seat)
{
    const float players = (float)s->head.players;
    if (b->reward == AZJ_REWARD_DIFFERENCE) {
        int best = INT16_MIN;
        for (unsigned p = 0; p < s->head.players; p++)
            if (p != seat && azj_score(s, p) > best)
                best = azj_score(s, p);
        return (float)(azj_score(s, seat) - best);
    }
    const float share = winners >> seat & 1u ? 1.0f / (float)bits_count(winners) : 0;
    return b->reward == AZJ_REWARD_SHARE ? share : (share * players - 1.0f) / (players - 1.0f);
}

/* Fills done, scores, rewards and the last observations of one game. */
static void report_game(const azj_batch *b, uint32_t i, int ended)
{
    const azj_state *s = &b->state[i];
    const unsigned winners = ended ? azj_winners(s) : 0;
    if (b->done)
        b->done[i] = (uint8_t)ended;
    for (unsigned p = 0; b->rewards && p < b->players; p++)
        b->rewards[(size_t)i * b->players + p] =
            ended && p < s->head.players ? reward_of(b, s, winners, p) : 0;
    for (unsigned p = 0; b->scores && p < b->players; p++)
        b->scores[(size_t)i * b->players + p] =
            (int16_t)(p < s->head.players ? azj_score(s, p) : 0);
    if (ended && b->last_observations)
        observe_all(b, i, b->last_observations + (size_t)i * b->players * b->observation_size);
}

/* ---- Starting and stepping ---- */

/* The caller may have changed `start` or `options` since azj_batch_check. */
static azj_error check_beginning(const azj_batch *b, uint32_t i)
{
    azj_state trial;
    if (b->start)
        return check_game(b, &b->start[i]);
    const azj_error e = azj_new(&trial, &b->options);
    return !e && !fits(b, &trial.head) ? AZJ_E_BAD_BATCH : e;
}

static azj_error begin_game(azj_batch *b, uint32_t i)
{
    const azj_error e = b->trusted ? AZJ_E_OK : check_beginning(b, i);
    if (e)
        return e;
    if (b->start)
        b->state[i] = b->start[i];
    else
        azj_new(&b->state[i], &b->options); /* cannot fail: it was tried, here or before */
    if (b->steps)
        b->steps[i] = 0;
    if (!b->chance)
        azj_deal(&b->state[i], &b->rng[i]);
    return AZJ_E_OK;
}

/* A game at its beginning, or where it was put. */
static void show_fresh(azj_batch *b, uint32_t i)
{
    if (b->refused)
        b->refused[i] = 0;
    report_game(b, i, 0);
    show_game(b, i);
    copy_game(b, i);
}

azj_error azj_batch_reset_game(azj_batch *b, uint32_t game, uint64_t seed, uint64_t stream)
{
    if (game >= b->games)
        return AZJ_E_NO_GAME;
    if (lacks_arrays(b))
        return AZJ_E_NO_ARRAY;
    azj_rng_seed_stream(&b->rng[game], seed, stream);
    const azj_error e = begin_game(b, game);
    if (!e)
        show_fresh(b, game);
    return e;
}

azj_error azj_batch_reset(azj_batch *b, uint64_t seed)
{
    azj_error e = azj_batch_check(b);
    for (uint32_t i = 0; !e && i < b->games; i++)
        e = azj_batch_reset_game(b, i, seed, i);
    return e;
}

azj_error azj_batch_set(azj_batch *b, uint32_t game, const azj_state *s)
{
    const azj_error e = check_game(b, s);
    if (e || game >= b->games)
        return e ? e : AZJ_E_NO_GAME;
    if (lacks_arrays(b))
        return AZJ_E_NO_ARRAY;
    b->state[game] = *s;
    if (b->steps)
        b->steps[game] = 0;
    if (!b->chance)
        azj_deal(&b->state[game], &b->rng[game]);
    show_fresh(b, game);
    return AZJ_E_OK;
}

/* A random step, chosen by the caller or drawn by the game's generator. */
static azj_error step_chance(azj_state *s, azj_rng *rng, int32_t action)
{
    azj_outcome outcomes[AZJ_OUTCOMES_MAX];
    const size_t n = azj_outcomes(s, outcomes);
    if (action < -1 || action >= (int32_t)n)
        return AZJ_E_NOT_A_MOVE;
    azj_resolve(s, action < 0 ? azj_sample(s, rng) : outcomes[action]);
    return AZJ_E_OK;
}

static azj_error step_duel(azj_batch *b, uint32_t i, int32_t action)
{
    azj_move move;
    const azj_error e = azj_duel_step(&b->state[i].duel, &b->steps[i], action, &move);
    if (move)
        azj_duel_apply(&b->state[i].duel, move, NULL);
    return e;
}

static azj_error step_action(azj_batch *b, uint32_t i, int32_t action)
{
    azj_state *s = &b->state[i];
    if (s->head.phase == AZJ_PHASE_OVER)
        return AZJ_E_GAME_OVER;
    if (s->head.phase == AZJ_PHASE_DEAL)
        return step_chance(s, &b->rng[i], action);
    if (s->head.rules == AZJ_DUEL && b->numbering == AZJ_NUMBER_STEPS)
        return step_duel(b, i, action);
    return azj_play(s, azj_move_of_action(s, action), NULL, NULL);
}

/* Nothing of such a game can be shown. */
static int refuse_game(azj_batch *b, uint32_t i, azj_error e)
{
    if (b->refused)
        b->refused[i] = (uint8_t)e;
    if (b->done)
        b->done[i] = 0;
    for (unsigned p = 0; b->rewards && p < b->players; p++)
        b->rewards[(size_t)i * b->players + p] = 0;
    return 1;
}

static int step_game(azj_batch *b, uint32_t i, int32_t action)
{
    azj_state *s = &b->state[i];
    azj_error e = b->trusted ? AZJ_E_OK : batch_check_game(b, i);
    if (e)
        return refuse_game(b, i, e);
    const int was_over = s->head.phase == AZJ_PHASE_OVER;
    e = step_action(b, i, action);
    if (!b->chance)
        azj_deal(s, &b->rng[i]);
    const int ended = s->head.phase == AZJ_PHASE_OVER && !was_over;
    report_game(b, i, ended);
    if (ended && !b->stay)
        e = begin_game(b, i); /* an action that ended the game was not refused */
    if (b->refused)
        b->refused[i] = (uint8_t)e;
    show_game(b, i);
    copy_game(b, i);
    return e != AZJ_E_OK;
}

uint32_t azj_batch_step_range(azj_batch *b, const int32_t *actions, uint32_t first, uint32_t count)
{
    uint32_t refused = 0;
    const int lacks = lacks_arrays(b) || !actions;
    for (uint32_t i = first; i < b->games && i - first < count; i++)
        refused +=
            (uint32_t)(lacks ? refuse_game(b, i, AZJ_E_NO_ARRAY) : step_game(b, i, actions[i]));
    return refused;
}

uint32_t azj_batch_step(azj_batch *b, const int32_t *actions)
{
    return azj_batch_step_range(b, actions, 0, b->games);
}

/* ---- Random play ---- */

static int32_t draw_action(const uint64_t *mask, uint32_t words, azj_rng *rng)
{
    unsigned total = 0;
    for (uint32_t w = 0; w < words; w++)
        total += mask[w] ? bits_count(mask[w]) : 0;
    if (total == 0)
        return -1;
    unsigned left = azj_rng_below(rng, total);
    uint32_t w = 0;
    for (unsigned here; left >= (here = mask[w] ? bits_count(mask[w]) : 0); w++)
        left -= here;
    return (int32_t)(64 * w + bits_select(mask[w], left));
}

void azj_batch_random(const azj_batch *b, azj_rng *rng, int32_t *actions, uint32_t first,
                      uint32_t count)
{
    for (uint32_t i = first; b->masks && i < b->games && i - first < count; i++)
        actions[i] = draw_action(b->masks + (size_t)i * b->mask_words, b->mask_words, &rng[i]);
}

/* The next game of a slot, in memory that has room for its rule set only. */
static void begin_playout(const azj_batch *b, uint32_t game, azj_state *s)
{
    const azj_options *o = &b->options;
    if (b->start)
        memcpy(s, &b->start[game], azj_size(&b->start[game]));
    else if (o->rules == AZJ_DUEL)
        azj_duel_new(&s->duel, o->tablets ? o->tablets : AZJ_TABLETS_FIRST_GAME, o->starter);
    else
        azj_classic_new(&s->classic, (azj_rules)o->rules, o->players, o->starter);
}

uint32_t batch_playout_in(const azj_batch *b, uint32_t game, azj_rng *policy, uint32_t plies,
                          azj_state *s)
{
    azj_rng deal = b->rng[game], own = *policy;
    uint32_t made = 0;
    memcpy(s, &b->state[game], azj_size(&b->state[game]));
    while (made < plies) {
        if (s->head.phase == AZJ_PHASE_OVER)
            begin_playout(b, game, s);
        made += s->head.rules == AZJ_DUEL
                    ? azj_duel_playout(&s->duel, &deal, &own, plies - made)
                    : azj_classic_playout(&s->classic, &deal, &own, plies - made);
    }
    memcpy(&b->state[game], s, azj_size(s));
    b->rng[game] = deal;
    *policy = own;
    return made;
}

uint32_t azj_batch_playout(azj_batch *b, uint32_t game, azj_rng *policy, uint32_t plies)
{
    azj_state work;
    if (game >= b->games || lacks_arrays(b))
        return 0;
    if (!b->trusted && (batch_check_game(b, game) || check_beginning(b, game)))
        return 0;
    const uint32_t made = batch_playout_in(b, game, policy, plies, &work);
    copy_game(b, game);
    return made;
}
