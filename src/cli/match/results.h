/* results.h - the totals of a match, from its games in any order. */
#ifndef CLI_MATCH_RESULTS_H
#define CLI_MATCH_RESULTS_H

#include "cli/match/match.h"

/* The totals of one player. */
typedef struct match_tally {
    uint64_t games;             /* seats held: a player may hold two in one game */
    uint64_t won, shared, lost; /* shared: a win that another player shares */
    double points;              /* sum of final scores */
    uint64_t faults[PROTO_CAUSE_NB];
    char why[MATCH_WHY_MAX]; /* of the last fault */
    uint64_t decisions, time_us, slowest_us;
    uint64_t nodes, nodes_us; /* see match_game */
    uint64_t floor, dumps;    /* see match_game */
} match_tally;

/* One player against another, in games with both. */
typedef struct match_duel {
    uint64_t games;
    double score; /* of the first player: 1 for each game in which it placed before the other, a
                     half for the same place */
    double margin;
} match_duel;

typedef struct match_results {
    const match_config *config;
    const match_schedule *schedule;
    stats_game *game;    /* by index */
    uint8_t *done;       /* by index */
    uint8_t *group_done; /* games of each group */
    double *group_value; /* two players: sums of the first one's score and margin */
    double *group_margin;
    double *group_share; /* the first player's wins; a shared win counts in parts */
    uint64_t played, groups;
    match_tally tally[MATCH_PLAYERS_MAX];
    match_duel against[MATCH_PLAYERS_MAX][MATCH_PLAYERS_MAX];
    stats_groups pairs; /* two players: complete groups */
    stats_mean margin, margin_of_games;
    stats_groups alone[MATCH_PLAYERS_MAX]; /* one against a table: shares, by who the table is */
    uint64_t moves, overhead_ns, overhead_cpu_ns, wall_us;
} match_results;

bool match_results_init(match_results *r, const match_config *c, const match_schedule *s);
void match_results_release(match_results *r);
void match_results_add(match_results *r, const match_game *g);

/* Two players: the first one's margin, by groups. */
stats_interval match_results_margin(const match_results *r);

/* Plackett-Luce ratings of all players from the games played so far. */
bool match_results_rate(const match_results *r, stats_interval *rating);

/* ---- report.c ---- */
#include <stdio.h>

void match_report_text(const match_results *r, FILE *out);
void match_report_json(const match_results *r, FILE *out);
/* Prints an Elo difference like "+12.3" or "-inf". */
void match_elo_text(double elo, char *text, size_t size);

#endif
