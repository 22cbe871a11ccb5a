/* arena.c - see arena.h. */
#include "arena.h"
#include "check.h"

#include <stdlib.h>

arena *new_arena(unsigned rules, unsigned players)
{
    arena *a = calloc(1, sizeof *a);
    assert_non_null(a);
    a->b = (azj_batch){
        .games = GAMES,
        .options = {.rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY},
        .state = a->state,
        .rng = a->rng,
        .steps = a->steps,
        .seat = a->seat,
        .done = a->done,
        .refused = a->refused,
        .scores = a->scores,
        .rewards = a->rewards,
        .masks = a->masks,
        .observations = a->observations,
        .last_observations = a->last};
    for (uint32_t i = 0; i < GAMES; i++)
        azj_rng_seed_stream(&a->policy[i], 77, i);
    return a;
}

uint32_t step_randomly(arena *a)
{
    azj_batch_random(&a->b, a->policy, a->actions, 0, GAMES);
    return azj_batch_step(&a->b, a->actions);
}
