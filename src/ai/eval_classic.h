/* eval_classic.h - the value of a board of the classic family, in 1/256 of a point.
 *
 * The value of a board at the end of a round is its score after tiling and its future: a sum of
 * weights over the features of the board. Weights depend on the number of tiles in the fullest row
 * of any wall (0..4, `fullest_row`), because it tells how soon the game may end. They are fitted to
 * games of self-play, one set for each variant and number of seats (tools/train/fit_classic.c). The
 * chances to win are softmax(value / spread).
 *
 * Within a round the walls do not change, so the future of a board depends on its five lines alone
 * (round.c caches it). A network may take the place of this evaluation (net.h).
 */
#ifndef AI_EVAL_CLASSIC_H
#define AI_EVAL_CLASSIC_H

#include <azulejo/classic.h>
#include <stdbool.h>

enum {
    EVAL_POINT = 256,      /* one point */
    EVAL_FULLEST_NB = 5,   /* values of fullest_row while the game goes on */
    EVAL_OVER = 5,         /* as fullest_row: the game has ended */
    EVAL_FULLEST_ROOM = 8, /* a row of weights fills a vector register */

    /* Features of a settled board, by first index. */
    EVAL_F_ONE = 0,
    EVAL_F_CELL = 1,                       /* 25: a tile is here */
    EVAL_F_ROW = EVAL_F_CELL + 25,         /* 5 x 4: tiles in this row */
    EVAL_F_COLUMN = EVAL_F_ROW + 20,       /* 5 x 5: tiles in this column */
    EVAL_F_COLOUR = EVAL_F_COLUMN + 25,    /* 5: colours that are on the wall 1..5 times */
    EVAL_F_LINE = EVAL_F_COLOUR + 5,       /* 10: line r holds k tiles */
    EVAL_F_LINE_POINTS = EVAL_F_LINE + 10, /* 10: the same, times the points of its tile */
    EVAL_F_BEST = EVAL_F_LINE_POINTS + 10, /* 5: points of the best free space of the row */
    EVAL_F_SUM = EVAL_F_BEST + 5,          /* 5: points of all its colours' best spaces */
    EVAL_F_LINE_COLOUR =
        EVAL_F_SUM + 5, /* started lines whose colour is on the wall 3 or 4 times: share filled */
    EVAL_F_LINE_COLUMN, /* the same for a column with 3 or 4 tiles */
    EVAL_F_LINE_DEAD,   /* tiles in lines that can never be placed (C17) */
    EVAL_F_BLOCKED,     /* colours of a row without a place in it */
    EVAL_FEATURES
};

typedef struct eval_weights {
    int16_t feature[EVAL_FEATURES][EVAL_FULLEST_ROOM];
    int16_t tempo[EVAL_FULLEST_ROOM]; /* starting the next round */
    int16_t
        spread[EVAL_FULLEST_ROOM]; /* in points / 16: value differences of this size are e : 1 */
    int16_t
        level[EVAL_FULLEST_ROOM]; /* added to the values: expected final scores, in points / 16 */
} eval_weights;

/* By variant and number of seats - 2. */
extern const eval_weights *const eval_weights_of[4][3];

/* A board after tiling. */
typedef struct eval_board_view {
    uint32_t wall[AZJ_COLOUR_NB];
    uint8_t line[AZJ_CLASSIC_LINES];
} eval_board_view;

/* Features and their values, for the evaluation and the fit. */
typedef struct eval_features {
    uint32_t count;
    struct {
        uint16_t index;
        int16_t value;
    } at[96];
} eval_features;

/* What a board may gain in the next round. */
typedef struct eval_prospects {
    uint8_t gain[AZJ_CLASSIC_LINES]; /* by line: points and bonuses of its tile at best; of an
                                        empty line, of any colour */
    uint8_t columns, colours; /* bonuses that lack two or three tiles, times their probability, in
                                 quarters of a point */
    /* The same with the expected tiles of the next round: */
    uint16_t likely[AZJ_CLASSIC_LINES]; /* the best gain of a line times its chance, in quarters */
    uint16_t choice[AZJ_CLASSIC_LINES]; /* the same of all colours together, in points */
    uint8_t last[AZJ_CLASSIC_LINES];    /* the best chance of the line, in sixteenths */
    uint16_t near_columns[3], near_colours[3]; /* bonuses that lack 1 .. 3, in quarters */
} eval_prospects;

/* The expected tiles of each colour in the next round, in quarters, of 20 in all; the same in
 * halves, up to 10; and the probability of each colour to fill each empty line, in sixteenths (set
 * by eval_expect). */
enum { EVAL_HALVES = 21 };
typedef struct eval_supply {
    uint8_t of[AZJ_COLOUR_NB];
    uint8_t halves[AZJ_COLOUR_NB];
    uint8_t fills[AZJ_CLASSIC_LINES][AZJ_COLOUR_NB];
} eval_supply;

void eval_expect(eval_supply *supply);

/* Lists the features of a board. points: receives the points of a tile on each space. ahead: only
 * with points; the features of single cells are left out then, since a network has them by colour.
 * Both may be NULL. */
void eval_extract(const azj_classic_variant *v, const eval_board_view *b, const eval_supply *supply,
                  eval_features *f, int points[25], eval_prospects *ahead);

/* A seat's board when the round ends: score and future by fullest_row, and at EVAL_OVER the final
 * score with the bonuses. Where the player chooses columns (C15), each value is that of its best
 * choice. */
typedef struct eval_settled {
    uint64_t key;
    int32_t value[EVAL_OVER + 1];
    uint8_t fullest_row; /* of this board; 5: the game ends */
    uint8_t rows;        /* complete rows */
    int16_t score;       /* after the tiling that `board` shows */
} eval_settled;

/* Settles the board's wall and score with the given lines and floor. thorough: try every choice of
 * columns; otherwise fewer, the more lines are full. `board` (may be NULL) receives the board with
 * the tiling that is best for its own fullest_row. */
void eval_settle(const azj_classic_variant *v, const eval_weights *w, const azj_classic_board *b,
                 const uint8_t line[AZJ_CLASSIC_LINES], unsigned floor, bool thorough,
                 eval_settled *out, eval_board_view *board);

/* Tiles in the fullest row of a wall, and of any wall of the game. */
int eval_fullest_row(const azj_classic *s);

#endif
