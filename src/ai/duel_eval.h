/* duel_eval.h - the value of a Duel board after the tiling of a round.
 *
 * A board is described by a few features, most of them in points. Their weights depend on the
 * number of rounds to come and are fitted to games (tools/train/fit_duel.c). With no round to come
 * the value is the exact final score. The value of a position is the difference of the two boards
 * and the value of starting the next round. */
#ifndef AI_DUEL_EVAL_H
#define AI_DUEL_EVAL_H

#include "ai/net.h"
#include "rules/duel/internal.h"
#include <stdbool.h>

enum {
    DUEL_F_SCORE,
    DUEL_F_PLACES,                        /* expected further tiles */
    DUEL_F_ACROSS,                        /* their points across and down, as the dome stands */
    DUEL_F_SPECIAL,                       /* expected points of special tiles */
    DUEL_F_COLOURS,                       /* how many colours each row still takes, summed */
    DUEL_F_SLOTS,                         /* empty plate slots */
    DUEL_F_JOKERS,                        /* free joker spaces */
    DUEL_F_LINE,                          /* how full line 1 .. 6 is, where it has a space */
    DUEL_F_LINE_POINTS = DUEL_F_LINE + 6, /* the same, times the points of its best space */
    DUEL_F_WAITING,                       /* how full lines are that wait for a plate */
    DUEL_F_CHIPS,
    DUEL_F_PAIRS,   /* pairs of chips of one colour */
    DUEL_F_FITTING, /* chips of the colour of a line that lacks tiles */
    DUEL_F_TABLET,  /* expected points of a-I a-II b-I b-II c-I c-II d-I d-II */
    DUEL_FEATURES = DUEL_F_TABLET + 8
};

typedef struct duel_weights {
    float w[DUEL_FEATURES];
    float start; /* of starting the next round */
    float scale; /* points of margin to log odds */
} duel_weights;

extern const duel_weights duel_weight[AZJ_DUEL_ROUNDS]; /* by rounds to come */

/* The features of a board with `left` rounds to come. */
void duel_features(const azj_duel_board *b, unsigned tablets, unsigned left, float *f);

/* The final score that the board is expected to reach. */
float duel_board_value(const azj_duel_board *b, unsigned tablets, unsigned left);

/* Points of a tile placed on a cell (0 .. 35) of the dome now. */
unsigned duel_cell_points(uint64_t filled, unsigned cell);

/* The value of a position whose round is over. `utility` is the chance of seat 0 to win with a
 * little of the margin mixed in after the last round, so that equal results are ordered by points.
 */
typedef struct duel_estimate {
    float score[2];
    float win;
    float utility;
} duel_estimate;

/* A hash of a board and of `more`; never 0. */
uint64_t duel_board_hash(const azj_duel_board *b, uint64_t more);

/* A cache of the network's accumulators: most boards occur again in a search. It has
 * DUEL_CACHE_ENTRIES entries and is filled with 0 when a search starts. */
enum { DUEL_CACHE_ENTRIES = 1 << 13 };
typedef struct duel_cached_board {
    uint64_t key; /* a hash of all features of the board */
    net_accumulator board;
} duel_cached_board;

/* The accumulator of a board with `left` rounds to come, and the values of two boards. */
void duel_net_accumulate(const azj_duel *s, const net *n, unsigned seat, unsigned left,
                         net_accumulator *board);
void duel_net_evaluate(const net *n, const net_accumulator *const *boards, unsigned starter,
                       unsigned left, net_value *v);

/* Evaluates a position whose round is over. n: a network; without a bias, or NULL, the hand-made
 * evaluation is used. cache: may be NULL. */
void duel_evaluate(const azj_duel *s, const net *n, duel_cached_board *cache, duel_estimate *out);

#endif
