/* stats.h - statistics of match results. Pure arithmetic: no games, no files.
 *
 * The unit of evidence is the GROUP: all games of one deal, one for each rotation of the seats (a
 * pair, for two). Games of a group share their deal, so they are never counted as independent. The
 * value of a group is the mean score of the first player in it, 0 to 1.
 */
#ifndef CLI_MATCH_STATS_H
#define CLI_MATCH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STATS_VALUES_MAX = 256, STATS_PLAYERS_MAX = 64, STATS_SEATS_MAX = 4 };

/* How often each value occurred. The list starts with 0, 1/4, 1/2, 3/4, 1: the five results of a
 * pair. */
typedef struct stats_groups {
    unsigned values;
    double value[STATS_VALUES_MAX];
    uint64_t times[STATS_VALUES_MAX];
    uint64_t count;
} stats_groups;

void stats_groups_init(stats_groups *g);
void stats_groups_add(stats_groups *g, double value);

/* An estimate and its 95 % interval. */
typedef struct stats_interval {
    double value, low, high;
} stats_interval;

/* The mean score with Wilson's interval, its sample size corrected for the correlation within
 * groups. Usable from the first group on, and if every game was lost. */
stats_interval stats_score(const stats_groups *g);

/* The same as a difference of logistic Elo; infinite where the score is 0 or 1. */
stats_interval stats_elo(const stats_groups *g);
double stats_elo_of_score(double score);
double stats_score_of_elo(double elo);

/* ---- Sequential test: is the difference elo1 rather than elo0? ---- */
typedef struct stats_sprt {
    double elo0, elo1, alpha, beta;
} stats_sprt;

typedef enum stats_verdict { STATS_OPEN, STATS_H0, STATS_H1 } stats_verdict;

/* Generalised log-likelihood ratio of the multinomial of group values. */
double stats_llr(const stats_groups *g, double elo0, double elo1);
double stats_lower(const stats_sprt *t); /* at or below: elo0 */
double stats_upper(const stats_sprt *t); /* at or above: elo1 */
stats_verdict stats_sprt_verdict(const stats_sprt *t, const stats_groups *g);

/* ---- Mean of anything, by group ---- */
typedef struct stats_mean {
    uint64_t count;
    double sum, squares;
} stats_mean;

void stats_mean_add(stats_mean *m, double x);
stats_interval stats_mean_of(const stats_mean *m);
/* The mean of groups, also of a few that are all equal: `games` are the single games of the groups.
 */
stats_interval stats_mean_guarded(const stats_mean *groups, const stats_mean *games);

/* Normalised Elo: the mean score above one half in units of the spread of a single game, on the
 * scale on which one such unit of a game without draws is 800 / ln 10. It says how many games it
 * takes to see a difference, whatever the share of ties. */
stats_interval stats_normalised_elo(const stats_groups *g, unsigned games_of_group);

/* ---- Plackett-Luce: strengths from the order of finishing, two to four seats a game ---- */
typedef struct stats_game {
    uint32_t group;
    uint8_t seats;
    uint8_t who[STATS_SEATS_MAX];   /* player by seat */
    uint8_t place[STATS_SEATS_MAX]; /* 0 is best; the same number: shared */
} stats_game;

/* Ratings in Elo around 0, for `players` of them. Games of a group are adjacent. Shared places
 * count as all their orders, equally. Intervals are robust to correlation within groups. A weak
 * prior keeps the ratings of players that never won, or never lost, finite. */
void stats_plackett_luce(const stats_game *games, size_t count, unsigned players,
                         stats_interval *rating);

#endif
