/* duel_eval.h - what a Duel board is worth when a round has been tiled.
 *
 * A board becomes a short row of numbers (features), each in points or nearly so; their weights, by
 * how many rounds are still to come, are fitted to games (tools/tune/duel_fit.c). With no round to
 * come the value is the exact final score. The value of a position is the difference of two boards
 * and the worth of starting the next round. */
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
    float start; /* for the one who starts the next round */
    float scale; /* points of margin to log odds */
} duel_weights;

extern const duel_weights duel_weight[AZJ_DUEL_ROUNDS]; /* by rounds to come */

/* The features of a board with `left` rounds to come. */
void duel_features(const azj_duel_board *b, unsigned tablets, unsigned left, float *f);

/* The final score that the board is expected to reach. */
float duel_board_value(const azj_duel_board *b, unsigned tablets, unsigned left);

/* Points of a tile placed on a cell (0 .. 35) of the dome now. */
unsigned duel_cell_points(uint64_t filled, unsigned cell);

/* What a position is worth whose round is over: expected scores, the chance of seat 0 to win, and
 * the same with a little of the margin mixed in, which tells apart what wins or loses alike. */
typedef struct duel_outlook {
    float score[2];
    float win;
    float worth;
} duel_outlook;

/* Boards as the network sees them, remembered: in a search most are met again. DUEL_SEEN places,
 * filled with 0 when a search begins. */
enum { DUEL_SEEN = 1 << 11 };
typedef struct duel_seen {
    uint64_t key; /* of everything that the network is shown of the board */
    net_board board;
} duel_seen;

/* A board as the network sees it, with `left` rounds to come, and its opinion of two of them. */
void duel_see_board(const azj_duel *s, const net *n, unsigned seat, unsigned left,
                    net_board *board);
void duel_judge(const net *n, const net_board *const *boards, unsigned starter, unsigned left,
                net_value *v);

/* n: a network; without a bias, or NULL, the hand-made evaluation. seen: may be NULL. */
void duel_look(const azj_duel *s, const net *n, duel_seen *seen, duel_outlook *out);

#endif
