/* game.h - one game of self-play, and the positions between its rounds. */
#ifndef CLI_SELFPLAY_GAME_H
#define CLI_SELFPLAY_GAME_H

#include "cli/options.h"
#include "cli/selfplay/shard.h"

#include <azulejo/engine.h>

typedef struct selfplay_config {
    cli_game game;
    uint64_t seed;  /* of the run: game g depends only on it and g */
    uint32_t nodes; /* a move */
    uint32_t noise; /* maximal number of noisy plies at the start */
    uint32_t deals; /* of the next round, searched for the value of a position … */
    uint32_t look;  /* … with at most this number of nodes each */
} selfplay_config;

/* The value of a position between two rounds: the mean of searches over deals of the next one.
 * Even and odd depths are biased towards opposite sides, so every other deal is searched one ply
 * deeper. */
void selfplay_value(azj_engine *e, const selfplay_config *config, const azj_state *at, azj_rng *rng,
                    shard_label *to);

/* Plays game number `g` and adds its samples. False when memory is short. */
bool selfplay_game(azj_engine *e, const selfplay_config *config, uint64_t g, shard *to);

#endif
