/* net.h - a small network that values the boards between two rounds.
 *
 *     board of a seat --(features, sparse)--> HIDDEN numbers, remembered
 *     HIDDEN of the seat and the mean of the others' --(by stage)--> HEAD --> two outputs
 *
 * The same weights look at every seat in turn. Outputs: the seat's log odds up to a constant (the
 * chances to win are the softmax over the seats), and the points that it will still make. Both
 * have besides a direct sum over the features, by stage, so that the network has to learn only
 * what a linear evaluation cannot say.
 *
 * All arithmetic is in integers, so that every platform, with or without vector instructions,
 * computes the same bits. Fixed point: NET_ONE is 1.
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
    NET_STAGES = 5,
    NET_OUTPUTS = 2,  /* log odds; points still to come / NET_POINTS */
    NET_DIRECTS = 16, /* direct sums: outputs by stage, and unused ones to fill two vectors */
    NET_POINTS = 16,
    NET_ONE = 256,     /* activations and weights */
    NET_DIRECT = 4096, /* one unit of a direct sum */
    NET_FEATURES_MAX = 1024,
    NET_INPUTS_MAX = 256, /* of one board */
    NET_SCORES = 25,      /* features of a score … */
    NET_SCORE_STEP = 5,   /* … of so many points each, the last one of all the rest */
};

/* What a board shows: which features, and how much of each. */
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

/* A score in steps, so that what a point is worth may differ from step to step. */
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

/* The weights lie in the file just as they are used; this says where. */
typedef struct net {
    uint8_t rules, players; /* players: that it learned from; two judge more, too */
    uint16_t features;
    uint32_t generation;
    const int32_t *bias;  /* NET_HIDDEN, in 1 / NET_ONE; NULL: there is no network */
    const net_head *head; /* NET_STAGES */
    const int16_t (*hidden)[NET_HIDDEN];
    const int16_t (*direct)[NET_DIRECTS];
} net;

/* A board as the network sees it, or a part of one: sums of rows. */
typedef struct net_board {
    int16_t hidden[NET_HIDDEN];
    int32_t direct[NET_OUTPUTS][NET_DIRECTS / NET_OUTPUTS]; /* by output and stage */
} net_board;

/* One output of the whole network. */
typedef struct net_value {
    int32_t logit;  /* 1024: one unit of log odds */
    int32_t points; /* 1024: one point still to come */
} net_value;

/* Opens a network in the bytes of its file, which must stay and begin at a multiple of 64 bytes;
 * AZJ_E_NET_*: it is damaged, of another version, or not for this game. */
azj_error net_open(net *n, const void *bytes, size_t size, unsigned rules, unsigned players);

/* The network that is built in, for just so many seats if there is one; none: n->bias is NULL. */
void net_built_in(net *n, unsigned rules, unsigned players);

/* Features that this game has; a file with another number is of another version. */
unsigned net_features(unsigned rules);

/* The sums of inputs that many boards share. */
void net_share(const net *n, const net_inputs *in, net_board *sums);

/* A board that shows what is shared and `in`. */
void net_see(const net *n, const net_board *shared, const net_inputs *in, net_board *b);

/* The values of all seats. last[p]: one more feature of seat p's board, not yet in b[p]. */
void net_judge(const net *n, unsigned players, unsigned stage, const net_board *const *b,
               const uint16_t *last, net_value *v);

/* The same without wide vectors: what a processor without them computes, bit for bit. */
void net_see_plain(const net *n, const net_board *shared, const net_inputs *in, net_board *b);
void net_judge_plain(const net *n, unsigned players, unsigned stage, const net_board *const *b,
                     const uint16_t *last, net_value *v);

/* ---- What boards show ------------------------------------------------------------------------ */

struct eval_board_view;
struct eval_supply;

/* Classic family (net_classic.c): a settled board; what is the same for all; who starts, as far as
 * a network that learned from so many seats tells it apart. */
void net_classic_board(const azj_classic_variant *v, const struct eval_board_view *b,
                       const struct eval_supply *supply, int score, net_inputs *in);
void net_classic_supply(const azj_classic *s, struct eval_supply *supply);
void net_classic_common(const azj_classic *s, unsigned round, net_inputs *in);
unsigned net_classic_start(unsigned seat, unsigned starter, unsigned players, unsigned learned);

/* Duel (net_duel.c), with `left` rounds to come. */
void net_duel_board(const azj_duel *s, unsigned seat, unsigned left, net_inputs *in);
unsigned net_duel_start(unsigned seat, unsigned starter);
unsigned net_duel_features(void);

/* What a feature becomes when colours are exchanged in one of the NET_DUEL_EXCHANGES ways that
 * leave the pieces as they are; 0 changes nothing. A position is worth the same then: training
 * shows it in all ways. */
enum { NET_DUEL_EXCHANGES = 10 };
unsigned net_duel_exchange(unsigned feature, unsigned exchange);

#endif
