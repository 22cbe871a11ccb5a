/* azulejo/batch.h - plays N games at once, for machine learning.
 *
 * The caller owns every array; the batch only points at them and allocates nothing. Each game has a
 * random stream of its own, made from the seed and the game's number, so a game does not depend on
 * N.
 *
 *     azj_batch b = {.games = N, .options = {.rules = AZJ_CLASSIC, .players = 2,
 *                    .starter = AZJ_NOBODY}, .state = states, .rng = rngs,
 *                    .seat = seats, .done = dones, .rewards = rewards, .masks = masks,
 *                    .observations = observations};
 *     azj_batch_reset(&b, seed);
 *     for (;;) { choose actions[] by masks; azj_batch_step(&b, actions); }
 *
 * When a game ends, its slot starts the next one at once: `done`, `scores`, `rewards` and
 * `last_observations` describe the game that ended; seat, masks and observations describe the new
 * one. With `stay` an ended game stays until azj_batch_reset_game.
 *
 * The rows of an array have the same length for every game: azj_batch_check computes the lengths
 * (`players`, `mask_words`, `observation_size`), and azj_batch_reset calls it. Games of different
 * rule sets in one batch have rows long enough for each of them; what a game does not use is 0.
 *
 * Threads: the games are independent, so several threads may call azj_batch_step_range for ranges
 * that do not overlap, of the same batch.
 */
#ifndef AZULEJO_BATCH_H
#define AZULEJO_BATCH_H

#include <azulejo/api.h>
#include <azulejo/rules.h>

/* An observation is a row of bytes, made from the seat's view only. Seats count from the observer
 * on (0 is me). Colours are colour + 1, 0 for none. Scores above 255 are shown as 255. The layout
 * as JSON: `azulejo layout`. */
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
    AZJ_OBS_DUEL = 5 + 4 + 1 + 20 + 20 + 12 + 4 + 3 + 18 + 18 + 10 + 2 * AZJ_OBS_DUEL_BOARD,

    /* In batches with AZJ_NUMBER_STEPS, after an observation of Duel, what the observer itself has
     * chosen of its move: plate + 1, factory, colour + 1, target + 1, column, chips by face */
    AZJ_OBS_STEPS = 5 + 10
};

typedef enum azj_numbering {
    AZJ_NUMBER_MOVES, /* an action is a move: azj_action() */
    AZJ_NUMBER_STEPS  /* in Duel an action is a step of a move: azj_duel_step() */
} azj_numbering;

typedef enum azj_observe_who {
    AZJ_OBSERVE_ALL,  /* a row for each seat */
    AZJ_OBSERVE_MOVER /* one row, of the seat that decides; 0 where nobody does */
} azj_observe_who;

typedef enum azj_reward {
    AZJ_REWARD_WIN,   /* 1 for a win, -1/(players-1) for a loss, a shared win in between: the sum
                         is 0 (two players: 1, 0, -1) */
    AZJ_REWARD_SHARE, /* the share of the win: 1, 0, or 1/n for each of n winners */
    AZJ_REWARD_DIFFERENCE /* the final score less the best other one */
} azj_reward;

typedef struct azj_batch {
    uint32_t games;
    azj_options options;    /* of all games without a start position */
    const azj_state *start; /* * start positions, one for each game; they may have different rule
                                 sets. azj_new() makes a position before the first deal. */
    uint8_t numbering;      /* azj_numbering */
    uint8_t observe;        /* azj_observe_who */
    uint8_t reward;         /* azj_reward */
    uint8_t chance;  /* 1: random steps are actions too. Where nobody decides because something
                        is dealt, an action is the number of one of azj_outcomes(), and -1
                        lets the game's generator draw one. */
    uint8_t stay;    /* 1: an ended game stays until it is reset */
    uint8_t trusted; /* 1: nobody writes to `state`, `rng` and `steps` but the batch, so that
                        they need not be checked before each step; what happens with others
                        then is undefined. 0: a game of other bytes is refused, and a generator
                        of four zero words is seeded like azj_rng_seed with 0; `copies`
                        make that fast */

    /* Arrays of the caller, `games` entries each; those marked * may be NULL. */
    azj_state *state;
    azj_rng *rng;
    azj_state *copies; /* * without `trusted`: where the batch copies each state that it has
                          written, which nobody else may write to. A state that still equals its
                          copy needs no other check: nearly as fast as `trusted`, and as safe as
                          without copies. A batch on a GPU does not use them. */
    azj_steps *steps;  /* with AZJ_NUMBER_STEPS: what is chosen of a move; else may be NULL */
    uint8_t *seat;     /* * who decides; AZJ_NOBODY in a deal and after the end */
    uint8_t *done;     /* * 1: a game ended in this step */
    uint8_t *refused;  /* * azj_error: why the action was refused, the game is unchanged; else 0 */
    int16_t *scores;   /* * [players]: scores after the step; of the ended game where done */
    float *rewards;    /* * [players]: azj_reward where done, else 0 */
    uint64_t *masks;   /* * [mask_words]: the actions that are possible */
    uint8_t *observations; /* * [rows][observation_size]: rows are players, or 1 for the mover */
    uint8_t *last_observations; /* * [players][observation_size]: of the ended game where done;
                                   other rows are left alone. (It has no legal action any more.) */

    /* Lengths of rows, from azj_batch_check. */
    uint32_t players, mask_words, observation_size;
} azj_batch;

AZJ_API_BEGIN

size_t azj_observation_size(azj_rules rules);
void azj_observe(const azj_state *s, unsigned seat, uint8_t *observation);

/* Seeds a generator for stream `stream` of `seed`; streams of different pairs are independent. */
void azj_rng_seed_stream(azj_rng *rng, uint64_t seed, uint64_t stream);

/* How many actions a rule set has in a numbering. */
int azj_batch_actions(azj_rules rules, azj_numbering numbering);

/* Checks options, start positions and arrays, and computes the lengths of rows. It writes no array,
 * so that a caller can ask for the lengths first: AZJ_E_NO_ARRAY is returned after they are set. */
azj_error azj_batch_check(azj_batch *b);

/* Checks the batch and starts all games; game i has stream i of the seed. */
azj_error azj_batch_reset(azj_batch *b, uint64_t seed);

/* Starts one game anew, with stream `stream` of the seed. azj_batch_check must have passed before;
 * nothing is written where an array that the batch needs is NULL. */
azj_error azj_batch_reset_game(azj_batch *b, uint32_t game, uint64_t seed, uint64_t stream);

/* Puts a position into a game, which goes on from there with its generator. */
azj_error azj_batch_set(azj_batch *b, uint32_t game, const azj_state *s);

/* Makes one action in each game; returns how many were refused: all of them where `actions` or an
 * array that the batch needs is NULL. */
uint32_t azj_batch_step(azj_batch *b, const int32_t *actions);

/* The same for the games first .. first + count - 1; `actions` has an entry for every game. */
uint32_t azj_batch_step_range(azj_batch *b, const int32_t *actions, uint32_t first, uint32_t count);

/* Draws for each game of a range an action uniformly from its mask, -1 where there is none. `rng`
 * has one generator for each game. A batch without masks draws nothing. */
void azj_batch_random(const azj_batch *b, azj_rng *rng, int32_t *actions, uint32_t first,
                      uint32_t count);

/* Random play without anything in between: goes on in a game for at least `plies` decisions, up to
 * the end of a round, and starts the next game when one ends. Returns how many decisions it made.
 * The arrays that show games are left alone. Not for batches with `chance` or with steps chosen.
 * Where there is no such game, or one that is impossible, it makes none. */
uint32_t azj_batch_playout(azj_batch *b, uint32_t game, azj_rng *policy, uint32_t plies);

AZJ_API_END

#endif
