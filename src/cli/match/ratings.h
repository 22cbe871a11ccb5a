/* ratings.h - one rating list from the games of many logs. */
#ifndef CLI_MATCH_RATINGS_H
#define CLI_MATCH_RATINGS_H

#include "cli/match/match.h"

/* A player of the list: the same in two logs if name, text and limits are equal. */
typedef struct rated_player {
    char name[MATCH_NAME_MAX];
    char *spec;    /* as it was given to the first match … */
    char *limits;  /* … and its limits there */
    uint64_t key;  /* a checksum of what makes it this player */
    unsigned pool; /* players of one pool are connected by games */
    uint64_t games, won, shared, lost, faults;
    double score, rivals; /* points against other seats, and how many of them */
    double points;
    stats_interval elo;
} rated_player;

typedef struct ratings {
    bool by_name; /* the name alone makes a player */
    azj_rules rules;
    unsigned logs, groups, pools;
    unsigned count;
    rated_player player[STATS_PLAYERS_MAX];
    stats_game *game;
    uint64_t *sum; /* of each game, by which it is known when it comes again */
    size_t games, room;
    uint64_t twice; /* games that were left out because they had been counted */
} ratings;

/* Adds the games of a log. Every line is checked as `match` checks it when it goes on from a log,
 * except that games from start positions are not replayed. False after a message. */
bool ratings_add_log(cli_args *a, ratings *r, const char *path);

/* Computes the Elo of all players and their pools. */
void ratings_compute(ratings *r);
void ratings_release(ratings *r);

#endif
