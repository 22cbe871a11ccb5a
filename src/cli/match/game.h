/* game.h - one game of a match. */
#ifndef CLI_MATCH_GAME_H
#define CLI_MATCH_GAME_H

#include "cli/match/seat.h"

#include <stdatomic.h>

/* The players of one worker: one instance for each seat that a player may hold at once. */
typedef struct match_table {
    const match_config *config;
    const match_schedule *schedule;
    match_seat seat[MATCH_PLAYERS_MAX][AZJ_SEATS_MAX];
    const atomic_bool *stop; /* set: give up the game under way */
} match_table;

void match_table_init(match_table *t, const match_config *c, const match_schedule *s,
                      const atomic_bool *stop);
void match_table_release(match_table *t);

/* Plays game `index` and sends the players its result. False if the game was given up without a
 * result. */
bool match_play(match_table *t, uint64_t index, match_game *g, match_moves *moves);

/* Makes a legal move in the state and counts what it cost on floor lines. */
void match_game_apply(match_game *g, azj_state *s, azj_move move);

/* The state before the first deal and the generator that deals it, for playing and for replays.
 * What a start position leaves unknown is drawn, the same for all games of a deal. */
bool match_game_start(const match_config *c, const match_schedule *s, uint64_t index,
                      azj_state *state, azj_rng *rng);

#endif
