/* round.h - one round of the classic family, packed for searching.
 *
 * Inside a round nothing is random and walls do not change, so a position needs only what lies on
 * the table, the lines, how many pieces lie on each floor, and the marker. Factories are
 * kept sorted: positions that differ only in which factory holds what are the same bytes, so
 * a hash of the bytes finds them all, and equal factories are tried once.
 */
#ifndef AI_ROUND_H
#define AI_ROUND_H

#include "ai/eval_classic.h"
#include "ai/net.h"

#include <stdbool.h>

/* Tiles of a factory: 3 bits a colour. Of the centre: 5 bits a colour. */
typedef struct round_state {
    uint16_t factory[AZJ_CLASSIC_FACTORIES_MAX]; /* descending, 0 behind the last */
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

/* What is remembered of a seat's lines and floor. */
typedef struct round_cached {
    eval_settled settled;
    net_board seen; /* when there is a network */
} round_cached;

/* What stays the same for a whole round. */
typedef struct round_frame {
    const azj_classic_variant *variant;
    const eval_weights *weights;
    azj_classic root;
    int stage; /* of the walls as they are */
    uint8_t players;
    bool thorough;                                /* try every choice of columns in the tiling */
    uint8_t closed[AZJ_SEATS_MAX][AZJ_COLOUR_NB]; /* C6: bit r-1 when the wall row has the colour */
    /* What a seat gains when line r holds k tiles of a colour at the end of the round. */
    int32_t gain[AZJ_SEATS_MAX][AZJ_CLASSIC_LINES][AZJ_COLOUR_NB][6];
    int32_t floor_cost[AZJ_CLASSIC_FLOOR + 1]; /* by the number of pieces */
    int32_t marker_gain;                       /* starting the next round */
    round_cached *cache[AZJ_SEATS_MAX];        /* by lines and floor */
    uint64_t salt;                             /* tells the entries of this round from others */
    const net *net;                            /* NULL: the hand-made evaluation */
    eval_supply supply;                        /* of the next round */
    net_board shared;                          /* what a network sees beside the boards */
} round_frame;

/* Bytes that a frame's caches take. */
size_t round_cache_bytes(unsigned players);

/* Without a cache (NULL) nothing is remembered: for a few values only. */
void round_frame_begin(round_frame *f, const azj_classic *s, const net *n, void *cache);
void round_pack(const azj_classic *s, round_state *r);

/* A move of the rules as a move here and back: s is the state that r was packed from. */
round_move round_pack_move(const round_state *r, const azj_classic *s, azj_move m);
azj_move round_unpack_move(const round_state *r, const azj_classic *s, round_move m);

/* Distinct takes; returns how many. */
unsigned round_moves(const round_frame *f, const round_state *r, round_move *moves);

void round_apply(const round_frame *f, round_state *r, round_move m);
bool round_is_over(const round_state *r);
uint64_t round_hash(const round_state *r);

/* What the mover gains by a take on its own board, without looking at the others. */
int32_t round_gain(const round_frame *f, const round_state *r, round_move m);

/* Plays on, each seat taking what it gains most by, until the round is over; returns the plies. */
unsigned round_play_out(const round_frame *f, round_state *r);

/* An ended round: the value of each seat's board and the stage it leads to. */
typedef struct round_result {
    int32_t value[AZJ_SEATS_MAX]; /* score and future, in 1/256 point */
    int32_t logit[AZJ_SEATS_MAX]; /* of a network: chances to win are their softmax */
    int stage;                    /* EVAL_OVER: values are final scores */
    uint8_t rows[AZJ_SEATS_MAX];  /* complete rows, for ties (C19) */
} round_result;

void round_value(const round_frame *f, const round_state *r, round_result *v);

/* Chances to win and expected final scores by seat. */
void round_chances(const round_frame *f, const round_result *v, float *win, float *score);

/* A number that grows with the chance of `seat` to win: its log odds times ROUND_LOGIT, or beyond
 * ROUND_WON when the game is decided. */
enum {
    ROUND_LOGIT = 1024,
    ROUND_WON = 1 << 20,
    ROUND_RANKS = 8, /* of a decided game: a point; complete rows are less */
};
int32_t round_logit(const round_frame *f, const round_result *v, unsigned seat);

#endif
