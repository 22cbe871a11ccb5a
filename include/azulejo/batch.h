/* azulejo/batch.h - plays N games at once, for machine learning.
 *
 * The caller owns every array; the batch only points at them and allocates nothing. Game i has its
 * own generator, so it does not depend on N.
 *
 *     azj_batch b = {.games = N, .options = {.rules = AZJ_CLASSIC, .players = 2,
 *                    .starter = AZJ_NOBODY}, .state = states, .rng = rngs,
 *                    .seat = seats, .done = dones, .rewards = rewards, .masks = masks,
 *                    .observations = observations};
 *     azj_batch_reset(&b, seed);
 *     for (;;) { choose actions[] by masks; azj_batch_step(&b, actions); }
 *
 * When a game ends, its slot starts a new one at once: `done` and `rewards` describe the game that
 * ended; seat, masks and observations describe the new one.
 */
#ifndef AZULEJO_BATCH_H
#define AZULEJO_BATCH_H

#include <azulejo/api.h>
#include <azulejo/rules.h>

/* An observation is a row of bytes, made from the seat's view only. Seats count from the observer
 * on (0 is me). Colours are colour + 1, 0 for none. Scores above 255 are shown as 255. */
enum {
    AZJ_OBS_CLASSIC_BOARD = 1 + 5 + 5 + 25 + 7, /* score, lines (colour, count), wall, floor */
    /* phase, line, round, seat to move, marker (0 centre, else 1 + seat); bag, lid, centre,
     * factories by colour; boards */
    AZJ_OBS_CLASSIC = 5 + 15 + 9 * 5 + AZJ_SEATS_MAX * AZJ_OBS_CLASSIC_BOARD,

    /* score; lines (colour, count); plates (plate + 1, turn); tiles (6: special); spaces
     * (6: joker, 7: special); broken, tokens, chips taken, passed; chips and spent by face */
    AZJ_OBS_DUEL_BOARD = 1 + 12 + 18 + 36 + 36 + 4 + 20,
    /* phase, line, round, seat to move, start tile (0 factory, else 1 + seat), four tablet sides,
     * how many plates in the pile; bag, tower, large sun, large moon; small suns; moons from the
     * bottom; chips (face + 1, 11: face down); display; pile and drawn plates (plate + 1, 19 and
     * up: unknown); unseen chips by face; boards */
    AZJ_OBS_DUEL = 5 + 4 + 1 + 20 + 20 + 12 + 4 + 3 + 18 + 18 + 10 + 2 * AZJ_OBS_DUEL_BOARD
};

typedef struct azj_batch {
    uint32_t games;
    azj_options options; /* the same for all games */

    /* Arrays of the caller, `games` entries each; those marked * may be NULL. */
    azj_state *state;
    azj_rng *rng;
    uint8_t *seat;         /* * who decides */
    uint8_t *done;         /* * 1: a game ended in this step */
    uint8_t *refused;      /* * 1: the action was illegal and the state is unchanged */
    int16_t *scores;       /* * [players]: final scores where done */
    float *rewards;        /* * [players]: where done, 1 for a win, -1/(players-1) for a loss, a
                                shared win in between (two players: 1, 0, -1); else 0 */
    uint64_t *masks;       /* * [(azj_actions + 63) / 64] */
    uint8_t *observations; /* * [players][azj_observation_size] */
} azj_batch;

AZJ_API_BEGIN

size_t azj_observation_size(azj_rules rules);
void azj_observe(const azj_state *s, unsigned seat, uint8_t *observation);

/* Starts all games; game i is seeded with seed + i. */
azj_error azj_batch_reset(azj_batch *b, uint64_t seed);

/* Makes one action in each game; returns how many were refused. */
uint32_t azj_batch_step(azj_batch *b, const int32_t *actions);

AZJ_API_END

#endif
