/* eval_classic.h - what a board of the classic family is worth.
 *
 * Everything is counted in 1/256 of a point. The value of a board at the end of a round is
 *
 *     its score after tiling + what it will still bring, a sum of weights by feature and stage
 *
 * where the STAGE of a game is the number of tiles in the fullest wall row of any seat (0..4): it
 * tells how soon the game may end. Weights come from self-play (tools/tune/): one set for each
 * variant and number of seats. The chances to win follow from the values: softmax(value / spread).
 *
 * Within one round walls do not change, so what a seat's lines will bring depends on its five lines
 * alone: eval_lines remembers it. A network may take the place of eval_board and change nothing
 * else.
 */
#ifndef AI_EVAL_CLASSIC_H
#define AI_EVAL_CLASSIC_H

#include <azulejo/classic.h>
#include <stdbool.h>

enum {
    EVAL_POINT = 256, /* one point */
    EVAL_STAGES = 5,
    EVAL_OVER = 5,        /* as a stage: the game has ended */
    EVAL_STAGES_ROOM = 8, /* a row of weights fills a vector register */

    /* Features of a settled board, by first index. */
    EVAL_F_ONE = 0,
    EVAL_F_CELL = 1,                       /* 25: a tile lies here */
    EVAL_F_ROW = EVAL_F_CELL + 25,         /* 5 x 4: tiles in this row */
    EVAL_F_COLUMN = EVAL_F_ROW + 20,       /* 5 x 5: tiles in this column */
    EVAL_F_COLOUR = EVAL_F_COLUMN + 25,    /* 5: colours that lie 1..5 times */
    EVAL_F_LINE = EVAL_F_COLOUR + 5,       /* 10: line r holds k tiles */
    EVAL_F_LINE_POINTS = EVAL_F_LINE + 10, /* 10: the same, times the points of its tile */
    EVAL_F_BEST = EVAL_F_LINE_POINTS + 10, /* 5: points of the best free space of the row */
    EVAL_F_SUM = EVAL_F_BEST + 5,          /* 5: points of all its colours' best spaces */
    EVAL_F_LINE_COLOUR =
        EVAL_F_SUM + 5, /* started lines whose colour lies 3 or 4 times: share filled */
    EVAL_F_LINE_COLUMN, /* the same for a column with 3 or 4 tiles */
    EVAL_F_LINE_DEAD,   /* tiles in lines that can never be placed (C17) */
    EVAL_F_BLOCKED,     /* colours of a row without a place in it */
    EVAL_FEATURES
};

typedef struct eval_weights {
    int16_t feature[EVAL_FEATURES][EVAL_STAGES_ROOM];
    int16_t tempo[EVAL_STAGES_ROOM];  /* starting the next round */
    int16_t spread[EVAL_STAGES_ROOM]; /* in points / 16: value differences of this size are e : 1 */
    int16_t
        level[EVAL_STAGES_ROOM]; /* added to the values: expected final scores, in points / 16 */
} eval_weights;

/* By variant and number of seats - 2. */
extern const eval_weights eval_weights_of[4][3];

/* A board after tiling. */
typedef struct eval_board_view {
    uint32_t wall[AZJ_COLOUR_NB];
    uint8_t line[AZJ_CLASSIC_LINES];
} eval_board_view;

/* Features and their values, for the tuner and for eval_board. */
typedef struct eval_features {
    uint32_t count;
    struct {
        uint16_t index;
        int16_t value;
    } at[96];
} eval_features;

/* What the next round may bring a board. */
typedef struct eval_prospects {
    uint8_t gain[AZJ_CLASSIC_LINES]; /* by line: points and bonuses of its tile at best; of an
                                        empty line, of any colour */
    uint8_t columns, colours; /* bonuses that lack two or three tiles, times their chances, in
                                 quarters of a point */
    /* The same with the tiles that the next round is expected to bring: */
    uint16_t likely[AZJ_CLASSIC_LINES]; /* the best gain of a line times its chance, in quarters */
    uint16_t choice[AZJ_CLASSIC_LINES]; /* the same of all colours together, in points */
    uint8_t last[AZJ_CLASSIC_LINES];    /* the best chance of the line, in sixteenths */
    uint16_t near_columns[3], near_colours[3]; /* bonuses that lack 1 .. 3, in quarters */
} eval_prospects;

/* Tiles of each colour that the next round is expected to bring, in quarters, of 20 in all; the
 * same in halves, up to 10; and what follows from these (eval_expect): the chance of each colour to
 * fill each empty line, in sixteenths. */
enum { EVAL_HALVES = 21 };
typedef struct eval_supply {
    uint8_t of[AZJ_COLOUR_NB];
    uint8_t halves[AZJ_COLOUR_NB];
    uint8_t fills[AZJ_CLASSIC_LINES][AZJ_COLOUR_NB];
} eval_supply;

void eval_expect(eval_supply *supply);

/* points: what a tile would make on each space; ahead: only with points, and without features of
 * single cells, which a network sees by colour. Both may be NULL. */
void eval_extract(const azj_classic_variant *v, const eval_board_view *b, const eval_supply *supply,
                  eval_features *f, int points[25], eval_prospects *ahead);

/* The sums for all stages at once. */
void eval_board(const azj_classic_variant *v, const eval_weights *w, const eval_board_view *b,
                int32_t future[EVAL_STAGES_ROOM]);

/* What a seat's lines and floor come to when the round ends: its score then and its future, one
 * entry for each stage, and one for the end of the game with the bonuses. Where the player
 * chooses columns (C15), each entry is the best choice for it. */
typedef struct eval_settled {
    uint64_t key;
    int32_t value[EVAL_OVER + 1];
    uint8_t fullest; /* tiles in the fullest row; 5: the game ends */
    uint8_t rows;    /* complete rows */
    int16_t score;   /* after the tiling that is best for `board` */
} eval_settled;

/* The board's wall and score count; its lines and floor are those given. Thorough: every choice of
 * columns is tried; else only the likely ones when four or five lines are full. `board` (may be
 * NULL) becomes the board itself, tiled as is best for the stage that it leads to. */
void eval_settle(const azj_classic_variant *v, const eval_weights *w, const azj_classic_board *b,
                 const uint8_t line[AZJ_CLASSIC_LINES], unsigned floor, bool thorough,
                 eval_settled *out, eval_board_view *board);

int eval_fullest_row(uint32_t wall);
int eval_stage(const azj_classic *s);

#endif
