/* online.h - games of the server's authority, played without a server. */
#ifndef TESTS_ONLINE_H
#define TESTS_ONLINE_H

#include "server/game.h"

/* The options of a classic game of two. */
game_options online_options(azj_rules rules);

/* A running game of persons "p0", "p1" …; everything random comes from `seed`. */
void online_start(game *g, const game_options *o, uint64_t seed);

/* Applies a decided batch and asserts success. */
void online_apply(game *g, const game_batch *b, uint64_t now_ms);

/* Plays one random move of the seat to move, drawn from `rng`, at time `now_ms`. */
void online_move(game *g, azj_rng *rng, uint64_t now_ms);

#endif
