/* net.h - a small network that evaluates the boards between two rounds.
 *
 *     board of a seat --(features, sparse)--> HIDDEN numbers, the accumulator, cached
 *     HIDDEN of the seat and the mean of the others' --(by bucket)--> HEAD --> two outputs
 *
 * The same weights are used for every seat. Outputs: the seat's log odds up to a constant (the
 * chances to win are the softmax over the seats), and the points that it will still score. Each
 * also has a direct sum over the features, so the layers learn only what a linear evaluation cannot
 * express. Direct sums and the second layer have weights by BUCKET: the fullest row of any wall in
 * the classic family, the rounds to come less one in Duel.
 *
 * All arithmetic is in integers, so every platform computes the same bits, with or without vector
 * instructions. Fixed point: NET_ONE is 1.
 */
#ifndef AI_NET_H
#define AI_NET_H

#include <azulejo/error.h>
#include <azulejo/rules.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NET_HIDDEN = 64,
    NET_HEAD = 16,
    NET_BUCKETS = 5,
    NET_OUTPUTS = 2,  /* log odds; points still to come / NET_POINTS */
    NET_DIRECTS = 16, /* direct sums: outputs by bucket, and unused ones to fill two vectors */
    NET_POINTS = 16,
    NET_ONE = 256,     /* activations and weights */
    NET_DIRECT = 4096, /* one unit of a direct sum */
    NET_FEATURES_MAX = 1024,
    NET_INPUTS_MAX = 256, /* of one board */
    NET_SCORES = 25,      /* features of a score … */
    NET_SCORE_STEP = 5,   /* … of five points each; the last one has no upper limit */
};

/* The features of a board that are not 0, and their values. */
typedef struct net_inputs {
    uint32_t count;
    struct {
        uint16_t index;
        int16_t value;
    } at[NET_INPUTS_MAX];
} net_inputs;

static inline void net_put(net_inputs *in, unsigned index, int value)
{
    in->at[in->count].index = (uint16_t)index;
    in->at[in->count].value = (int16_t)value;
    in->count++;
}

static inline int net_limit(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* A score in steps, so that the value of a point may differ from step to step. */
static inline void net_put_score(unsigned first, int score, net_inputs *in)
{
    for (unsigned i = 0; i < NET_SCORES && score > 0; i++, score -= NET_SCORE_STEP)
        net_put(in, first + i, net_limit(score, 0, i == NET_SCORES - 1 ? 100 : NET_SCORE_STEP));
}

typedef struct net_head {
    int16_t weight[NET_HEAD][2 * NET_HIDDEN];
    int32_t bias[NET_HEAD]; /* in 1 / NET_ONE^2 */
    int16_t out[NET_OUTPUTS][NET_HEAD];
    int32_t out_bias[NET_OUTPUTS]; /* in 1 / NET_ONE^2 */
} net_head;

/* The weights are used in place, as they are in the file. */
typedef struct net {
    uint8_t rules, players; /* players: of its training games; two evaluate more, too */
    uint16_t features;
    uint32_t generation;
    const int32_t *bias;  /* NET_HIDDEN, in 1 / NET_ONE; NULL: there is no network */
    const net_head *head; /* NET_BUCKETS */
    const int16_t (*hidden)[NET_HIDDEN];
    const int16_t (*direct)[NET_DIRECTS];
} net;

/* The first layer of a board, or of a part of its features: sums of weight rows. */
typedef struct net_accumulator {
    int16_t hidden[NET_HIDDEN];
    int32_t direct[NET_OUTPUTS][NET_DIRECTS / NET_OUTPUTS]; /* by output and bucket */
} net_accumulator;

/* One output of the whole network. */
typedef struct net_value {
    int32_t logit;  /* 1024: one unit of log odds */
    int32_t points; /* 1024: one point still to score */
} net_value;

/* Opens a network in the bytes of its file. They must outlive it and begin at a multiple of 64
 * bytes. AZJ_E_NET_*: it is damaged, of another version, or not for this game. */
azj_error net_open(net *n, const void *bytes, size_t size, unsigned rules, unsigned players);

/* The built-in network, for exactly this number of seats if there is one. n->bias is NULL if there
 * is none. */
void net_built_in(net *n, unsigned rules, unsigned players);

/* Features that this game has; a file with another number is of another version. */
unsigned net_features(unsigned rules);

/* The accumulator of the inputs that many boards have in common. */
void net_accumulate_shared(const net *n, const net_inputs *in, net_accumulator *sums);

/* Adds the inputs `in` of a board to those that are shared. */
void net_accumulate(const net *n, const net_accumulator *shared, const net_inputs *in,
                    net_accumulator *b);

/* The values of all seats. last[p]: one more feature of seat p's board, which b[p] does not
 * contain. */
void net_evaluate(const net *n, unsigned players, unsigned bucket, const net_accumulator *const *b,
                  const uint16_t *last, net_value *v);

/* The same without wide vectors, as a processor without them computes it, bit for bit. */
void net_accumulate_portable(const net *n, const net_accumulator *shared, const net_inputs *in,
                             net_accumulator *b);
void net_evaluate_portable(const net *n, unsigned players, unsigned bucket,
                           const net_accumulator *const *b, const uint16_t *last, net_value *v);

/* ---- Features ---- */

struct eval_board_view;
struct eval_supply;

/* Classic family (net_classic.c): features of a settled board; those that all boards have in
 * common; the feature of the start, as far as a network for `learned` seats distinguishes it. */
void net_classic_board(const azj_classic_variant *v, const struct eval_board_view *b,
                       const struct eval_supply *supply, int score, net_inputs *in);
void net_classic_supply(const azj_classic *s, struct eval_supply *supply);
void net_classic_common(const azj_classic *s, unsigned round, net_inputs *in);
unsigned net_classic_start(unsigned seat, unsigned starter, unsigned players, unsigned learned);

/* Duel (net_duel.c), with `left` rounds to come. */
void net_duel_board(const azj_duel *s, unsigned seat, unsigned left, net_inputs *in);
unsigned net_duel_start(unsigned seat, unsigned starter);
unsigned net_duel_features(void);

/* The feature that takes the place of `feature` when colours are exchanged in one of the
 * NET_DUEL_EXCHANGES ways that map the pieces to themselves; 0 changes nothing. The value of a
 * position stays the same, so training uses all of them. */
enum { NET_DUEL_EXCHANGES = 10 };
unsigned net_duel_exchange(unsigned feature, unsigned exchange);

#endif
