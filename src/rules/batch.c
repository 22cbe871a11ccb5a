/* batch.c - steps N independent games together and fills the caller's arrays. */
#include "base/bits.h"

#include <azulejo/batch.h>
#include <string.h>

static size_t mask_words(azj_rules rules)
{
    return ((size_t)azj_actions(rules) + 63) / 64;
}

void azj_mask(const azj_state *s, uint64_t *mask)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(s, moves);
    memset(mask, 0, mask_words((azj_rules)s->head.rules) * sizeof *mask);
    for (size_t i = 0; i < n; i++) {
        const unsigned action = (unsigned)azj_action(s, moves[i]);
        mask[action / 64] |= (uint64_t)1 << action % 64;
    }
}

static void start_game(azj_batch *b, uint32_t i)
{
    azj_new(&b->state[i], &b->options); /* cannot fail: azj_batch_reset has checked the options */
    azj_deal(&b->state[i], &b->rng[i]);
}

static void show_game(azj_batch *b, uint32_t i)
{
    const azj_state *s = &b->state[i];
    const azj_rules rules = (azj_rules)s->head.rules;
    const size_t size = azj_observation_size(rules);
    if (b->seat)
        b->seat[i] = s->head.seat;
    if (b->masks)
        azj_mask(s, b->masks + i * mask_words(rules));
    for (unsigned p = 0; b->observations && p < s->head.players; p++)
        azj_observe(s, p, b->observations + (i * s->head.players + p) * size);
}

/* Fills done, scores and rewards of one game. */
static void report_game(azj_batch *b, uint32_t i)
{
    const azj_state *s = &b->state[i];
    const unsigned players = s->head.players, winners = azj_winners(s);
    const float others = (float)(players - 1);
    const float share = winners ? 1.0f / (float)bits_count(winners) : 0;
    if (b->done)
        b->done[i] = winners != 0;
    for (unsigned p = 0; p < players; p++) {
        const float won = winners >> p & 1u ? share : 0;
        if (b->rewards)
            b->rewards[i * players + p] = winners ? (won * (float)players - 1.0f) / others : 0;
        if (b->scores)
            b->scores[i * players + p] = (int16_t)azj_score(s, p);
    }
}

azj_error azj_batch_reset(azj_batch *b, uint64_t seed)
{
    azj_state trial;
    const azj_error e = azj_new(&trial, &b->options);
    if (e)
        return e;
    for (uint32_t i = 0; i < b->games; i++) {
        azj_rng_seed(&b->rng[i], seed + i);
        start_game(b, i);
        if (b->refused)
            b->refused[i] = 0;
        report_game(b, i);
        show_game(b, i);
    }
    return AZJ_E_OK;
}

static int step_game(azj_batch *b, uint32_t i, int32_t action)
{
    azj_state *s = &b->state[i];
    const azj_move move = azj_move_of_action(s, action);
    const int refused = azj_play(s, move, NULL, NULL) != AZJ_E_OK;
    azj_deal(s, &b->rng[i]);
    if (b->refused)
        b->refused[i] = (uint8_t)refused;
    report_game(b, i);
    if (s->head.phase == AZJ_PHASE_OVER)
        start_game(b, i);
    show_game(b, i);
    return refused;
}

uint32_t azj_batch_step(azj_batch *b, const int32_t *actions)
{
    uint32_t refused = 0;
    for (uint32_t i = 0; i < b->games; i++)
        refused += (uint32_t)step_game(b, i, actions[i]);
    return refused;
}
