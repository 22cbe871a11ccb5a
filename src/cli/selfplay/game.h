/* game.h - one game of self-play, and the positions between its rounds. */
#ifndef CLI_SELFPLAY_GAME_H
#define CLI_SELFPLAY_GAME_H

#include "cli/options.h"
#include "cli/selfplay/shard.h"

#include <azulejo/engine.h>

typedef struct selfplay_way {
    cli_game game;
    uint64_t seed;  /* of the run: game g follows from it and g alone */
    uint32_t nodes; /* a move */
    uint32_t noise; /* a game begins with up to so many noisy plies */
    uint32_t deals; /* of the next round, searched for the value of a position … */
    uint32_t look;  /* … with at most so many nodes each */
} selfplay_way;

/* What the search sees of a position between two rounds, in the mean over deals of the next one. A
 * search flatters who makes its last move: every other deal is looked at one ply deeper. */
void selfplay_value(azj_engine *e, const selfplay_way *way, const azj_state *at, azj_rng *rng,
                    shard_label *to);

/* Plays game number `g` and adds its samples. False when memory is short. */
bool selfplay_game(azj_engine *e, const selfplay_way *way, uint64_t g, shard *to);

#endif
