/* online.c - see online.h. */
#include "online.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

game_options online_options(azj_rules rules)
{
    return (game_options){
        .rules = {(uint8_t)rules, 2, AZJ_NOBODY, rules == AZJ_DUEL ? AZJ_TABLETS_FIRST_GAME : 0},
        .shuffle = FAIR_VERSION};
}

void online_apply(game *g, const game_batch *b, uint64_t now_ms)
{
    for (unsigned i = 0; i < b->count; i++)
        assert_true(game_apply(g, &b->at[i], now_ms));
}

static void fill(uint8_t bytes[FAIR_BYTES], azj_rng *rng)
{
    for (unsigned i = 0; i < FAIR_BYTES; i++)
        bytes[i] = (uint8_t)azj_rng_next(rng);
}

void online_start(game *g, const game_options *o, uint64_t seed)
{
    uint8_t bytes[FAIR_BYTES];
    azj_rng rng;
    game_batch b;
    azj_rng_seed(&rng, seed);
    fill(bytes, &rng);
    game_init(g, "table", o, bytes);
    for (unsigned i = 0; i < o->rules.players; i++) {
        char person[8], name[8];
        snprintf(person, sizeof person, "p%u", i);
        snprintf(name, sizeof name, "N%u", i);
        assert_int_equal(game_decide_sit(g, i, person, name, (game_time){1, 1}, &b), GAME_E_OK);
        online_apply(g, &b, 1);
    }
    for (unsigned i = 0; i < o->rules.players; i++) {
        fill(bytes, &rng);
        assert_int_equal(game_decide_ready(g, i, bytes, (game_time){1, 1}, &b), GAME_E_OK);
        online_apply(g, &b, 1);
    }
    assert_int_equal(g->phase, GAME_LIVE);
}

void online_move(game *g, azj_rng *rng, uint64_t now_ms)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_fault why;
    game_batch b;
    char id[16];
    const size_t n = azj_moves(&g->state, moves);
    snprintf(id, sizeof id, "m%u", g->n);
    assert_true(n > 0);
    assert_int_equal(game_decide_move(g, g->state.head.seat, g->ply, id,
                                      moves[azj_rng_below(rng, (uint32_t)n)],
                                      (game_time){now_ms, now_ms}, &b, &why),
                     GAME_E_OK);
    online_apply(g, &b, now_ms);
}
