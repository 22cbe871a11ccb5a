/* share.h - a match whose games are played by workers of a database, too. */
#ifndef CLI_MATCH_SHARE_H
#define CLI_MATCH_SHARE_H

#include "cli/match/match.h"

typedef struct match_share {
    const match_config *config;
    const match_schedule *schedule;
    void *context;
    bool (*is_wanted)(void *context, uint64_t index); /* the game has not been played yet */
    /* In the order of the schedule. False: no more games are wanted. */
    bool (*hand_in)(void *context, const match_game *g, const match_moves *moves);
    bool (*may_continue)(void *context); /* several times a second; false: end */
} match_share;

/* Plays what is wanted. False after a message. */
bool match_share_run(cli_args *a, const match_share *m);

#endif
