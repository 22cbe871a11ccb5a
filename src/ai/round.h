/* round.h - one round of the classic family, packed for searching.
 *
 * Inside a round nothing is random and walls do not change. So a position consists of the tiles on
 * the table, the lines, the number of pieces on each floor, and the marker. Factories are sorted:
 * positions that differ only in the order of the factories have the same bytes and the same hash,
 * and equal factories are searched once.
 */
#ifndef AI_ROUND_H
#define AI_ROUND_H

#include "ai/eval_classic.h"
#include "ai/net.h"

#include <stdbool.h>

/* Tiles of a factory: 3 bits a colour. Of the centre: 5 bits a colour. */
typedef struct round_state {
    uint16_t factory[AZJ_CLASSIC_FACTORIES_MAX]; /* descending, 0 after the last */
    uint8_t seat;
    uint8_t marker; /* a seat, or AZJ_NOBODY */
    uint32_t centre;
    uint8_t line[AZJ_SEATS_MAX][8]; /* as azj_classic_board.line; three spare bytes */
    uint8_t floor[AZJ_SEATS_MAX];   /* pieces, at most 7 */
    uint8_t pad[4];
} round_state;

_Static_assert(sizeof(round_state) == 64, "a round is one cache line");

/* A take, 10 bits: factory + 1 (0: the centre) in the sorted order, colour, line (0: floor). */
typedef uint16_t round_move;

enum { ROUND_MOVES_MAX = 246 };

static inline round_move round_move_of(unsigned from, unsigned colour, unsigned to)
{
    return (round_move)(from << 6 | colour << 3 | to);
}
static inline unsigned round_from(round_move m)
{
    return m >> 6;
}
static inline unsigned round_colour(round_move m)
{
    return (m >> 3) & 7u;
}
static inline unsigned round_to(round_move m)
{
    return m & 7u;
}

/* An entry of the cache: a seat's lines and floor at the end of the round. */
typedef struct round_cached {
    eval_settled settled;
    net_accumulator accumulator; /* if there is a network */
} round_cached;

/* The constants of a round. */
typedef struct round_frame {
    const azj_classic_variant *variant;
    const eval_weights *weights;
    azj_classic root;
    int fullest_row; /* tiles in the fullest row of any wall */
    uint8_t players;
    bool thorough;                                /* try every choice of columns in the tiling */
    uint8_t closed[AZJ_SEATS_MAX][AZJ_COLOUR_NB]; /* C6: bit r-1 when the wall row has the colour */
    /* The gain of a seat if line r holds k tiles of a colour at the end of the round. */
    int32_t gain[AZJ_SEATS_MAX][AZJ_CLASSIC_LINES][AZJ_COLOUR_NB][6];
    int32_t floor_cost[AZJ_CLASSIC_FLOOR + 1]; /* by the number of pieces */
    int32_t marker_gain;                       /* starting the next round */
    round_cached *cache[AZJ_SEATS_MAX];        /* by lines and floor */
    uint64_t salt;          /* part of the keys: entries of other rounds do not match */
    const net *net;         /* NULL: the hand-made evaluation */
    eval_supply supply;     /* of the next round */
    net_accumulator shared; /* the inputs of the network that all boards have in common */
} round_frame;

/* Bytes that a frame's caches take. */
size_t round_cache_bytes(unsigned players);

/* cache: round_cache_bytes() bytes; NULL: no cache, if only a few values are needed. */
void round_frame_begin(round_frame *f, const azj_classic *s, const net *n, void *cache);
void round_pack(const azj_classic *s, round_state *r);

/* Converts a move of the rules and back; r was packed from s. */
round_move round_pack_move(const round_state *r, const azj_classic *s, azj_move m);
azj_move round_unpack_move(const round_state *r, const azj_classic *s, round_move m);

/* Distinct takes; returns how many. */
unsigned round_moves(const round_frame *f, const round_state *r, round_move *moves);

void round_apply(const round_frame *f, round_state *r, round_move m);
bool round_is_over(const round_state *r);
uint64_t round_hash(const round_state *r);

/* The gain of a take on the mover's own board, regardless of the others. */
int32_t round_gain(const round_frame *f, const round_state *r, round_move m);

/* A greedy playout: each seat takes what gains most, until the round is over. Returns the plies. */
unsigned round_play_out(const round_frame *f, round_state *r);

/* An ended round: the value of each seat's board. */
typedef struct round_result {
    int32_t value[AZJ_SEATS_MAX]; /* score and future, in 1/256 point */
    int32_t logit[AZJ_SEATS_MAX]; /* by a network: the chances to win are their softmax */
    int fullest_row;              /* EVAL_OVER: values are final scores */
    uint8_t rows[AZJ_SEATS_MAX];  /* complete rows, for ties (C19) */
} round_result;

void round_value(const round_frame *f, const round_state *r, round_result *v);

/* Chances to win and expected final scores by seat. */
void round_chances(const round_frame *f, const round_result *v, float *win, float *score);

/* The log odds of `seat` to win times ROUND_LOGIT; beyond +-ROUND_WON if the game is decided. */
enum {
    ROUND_LOGIT = 1024,
    ROUND_WON = 1 << 20,
    ROUND_RANKS = 8, /* in a decided game: a point; a complete row counts 1 (C19) */
};
int32_t round_logit(const round_frame *f, const round_result *v, unsigned seat);

#endif
