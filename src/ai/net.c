/* net.c - reading a network and computing with it: see net.h. */
#include "ai/net.h"
#include "ai/nets.h"
#include "base/checksum.h"

#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "networks are used in place, and files are little endian"
#endif

/* ---- The file ---- */

enum { VERSION = 2, HEADER = 64, ALIGN = 64, BIAS_MAX = 1 << 29 };

typedef struct header {
    char magic[8];
    uint16_t version;
    uint8_t rules, players;
    uint16_t features, hidden, head, buckets, outputs, unused;
    uint32_t generation, size; /* size: bytes after the header */
    uint64_t checksum;         /* of the header without this, and of those: FNV-1a, 64 bits */
    uint8_t more[24];
} header;

_Static_assert(sizeof(header) == HEADER, "weights begin at a multiple of 64 bytes");
_Static_assert(sizeof(net_head) % 4 == 0, "no gaps between heads");

static const char MAGIC[8] = "AZJ-NET\n";

static size_t weights_size(unsigned features)
{
    return NET_HIDDEN * sizeof(int32_t) + NET_BUCKETS * sizeof(net_head) +
           features * (NET_HIDDEN + NET_DIRECTS) * sizeof(int16_t);
}

static void use_weights(net *n, const header *h, const void *weights)
{
    const char *at = weights;
    n->rules = h->rules;
    n->players = h->players;
    n->features = h->features;
    n->generation = h->generation;
    n->bias = (const void *)at;
    at += NET_HIDDEN * sizeof(int32_t);
    n->head = (const void *)at;
    at += NET_BUCKETS * sizeof(net_head);
    n->hidden = (const void *)at;
    at += h->features * sizeof n->hidden[0];
    n->direct = (const void *)at;
}

/* A network evaluates a seat against the mean of the others, so one for two seats serves more. */
static bool serves(unsigned learned, unsigned players)
{
    return learned == players || (learned == 2 && players > 2);
}

static uint64_t file_checksum(header h, const void *weights)
{
    h.checksum = 0;
    return checksum_add(checksum_add(CHECKSUM_START, &h, sizeof h), weights, h.size);
}

/* Is the file complete and undamaged? */
static azj_error check_bytes(const header *h, const char *bytes, size_t size)
{
    if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0)
        return AZJ_E_NET_FORM;
    if (h->version != VERSION)
        return AZJ_E_NET_VERSION;
    if (size != (size_t)HEADER + h->size)
        return AZJ_E_NET_FORM;
    return file_checksum(*h, bytes + HEADER) == h->checksum ? AZJ_E_OK : AZJ_E_NET_DAMAGED;
}

static bool has_our_layers(const header *h)
{
    return h->rules < AZJ_RULES_NB && h->features == net_features(h->rules) &&
           h->hidden == NET_HIDDEN && h->head == NET_HEAD && h->buckets == NET_BUCKETS &&
           h->outputs == NET_OUTPUTS && h->size == weights_size(h->features);
}

static bool is_small(int32_t bias)
{
    return bias >= -BIAS_MAX && bias <= BIAS_MAX;
}

/* With these biases no sum can overflow 32 bits, whatever the weights are. */
static bool has_small_biases(const net *n)
{
    bool small = true;
    for (unsigned s = 0; s < NET_BUCKETS; s++) {
        for (unsigned k = 0; k < NET_HEAD; k++)
            small &= is_small(n->head[s].bias[k]);
        for (unsigned k = 0; k < NET_OUTPUTS; k++)
            small &= is_small(n->head[s].out_bias[k]);
    }
    return small;
}

azj_error net_open(net *n, const void *bytes, size_t size, unsigned rules, unsigned players)
{
    header h;
    memset(n, 0, sizeof *n);
    if (size < HEADER || (uintptr_t)bytes % ALIGN != 0)
        return AZJ_E_NET_FORM;
    memcpy(&h, bytes, sizeof h);
    const azj_error wrong = check_bytes(&h, bytes, size);
    if (wrong)
        return wrong;
    if (!has_our_layers(&h))
        return AZJ_E_NET_VERSION;
    if (h.rules != rules || !serves(h.players, players))
        return AZJ_E_NET_GAME;
    use_weights(n, &h, (const char *)bytes + HEADER);
    if (has_small_biases(n))
        return AZJ_E_OK;
    memset(n, 0, sizeof *n);
    return AZJ_E_NET_DAMAGED;
}

/* The tests check the built-in files, so this does not. */
void net_built_in(net *n, unsigned rules, unsigned players)
{
    memset(n, 0, sizeof *n);
    for (const net_file *f = net_files(); f->bytes; f++) {
        header h;
        memcpy(&h, f->bytes, sizeof h);
        if (h.rules == rules && serves(h.players, players) && h.players > n->players &&
            h.features == net_features(rules))
            use_weights(n, &h, f->bytes + HEADER);
    }
}

/* ---- Computing ---- */

/* The same loops are compiled twice: for every processor, and with wider vectors. The results are
 * the same, since all numbers are integers. */
#if defined(__x86_64__) && !defined(__AVX2__)
#define NET_TWO_PATHS 1
#define WIDE __attribute__((target("avx2")))
#endif
#define BODY static inline __attribute__((always_inline))

/* Vectors of gcc and clang. Sums of the hidden layer have 16 bits: a trained network stays far from
 * their limits (the tests check this), and unsigned numbers wrap the same way everywhere. */
typedef uint16_t hidden_vector __attribute__((vector_size(32)));
typedef int32_t direct_vector __attribute__((vector_size(32)));
typedef uint32_t pair_vector __attribute__((vector_size(32)));
enum { HIDDEN_LANES = 16, HIDDEN_VECTORS = NET_HIDDEN / HIDDEN_LANES };

typedef struct sums {
    hidden_vector hidden[HIDDEN_VECTORS];
    direct_vector direct[NET_OUTPUTS];
} sums;

_Static_assert(sizeof(sums) == sizeof(net_accumulator), "the same numbers");

/* Unrolled, the sums stay in registers. Direct weights are in pairs, one for each output: the
 * first is the lower half of 32 bits (little endian). */
BODY void add_row(sums *s, const int16_t *hidden, const int16_t *direct, int32_t value)
{
#pragma GCC unroll 4
    for (unsigned k = 0; k < HIDDEN_VECTORS; k++) {
        hidden_vector row;
        memcpy(&row, hidden + HIDDEN_LANES * k, sizeof row);
        s->hidden[k] += row * (uint16_t)value;
    }
    pair_vector pairs;
    memcpy(&pairs, direct, sizeof pairs);
    s->direct[0] += ((direct_vector)(pairs << 16) >> 16) * value;
    s->direct[1] += ((direct_vector)pairs >> 16) * value;
}

BODY void accumulate_body(const net *n, const net_accumulator *shared, const net_inputs *in,
                          net_accumulator *b)
{
    sums s;
    memcpy(&s, shared, sizeof s);
    for (uint32_t i = 0; i < in->count; i++) {
        const unsigned index = in->at[i].index;
        const int32_t value = in->at[i].value;
        if (value == 1) /* most values are: no multiplication */
            add_row(&s, n->hidden[index], n->direct[index], 1);
        else
            add_row(&s, n->hidden[index], n->direct[index], value);
    }
    memcpy(b, &s, sizeof s);
}

void net_accumulate_shared(const net *n, const net_inputs *in, net_accumulator *out)
{
    net_accumulator bias = {0};
    for (unsigned k = 0; k < NET_HIDDEN; k++)
        bias.hidden[k] = (int16_t)n->bias[k];
    accumulate_body(n, &bias, in, out);
}

/* Activations of a board and its last feature, 0 .. NET_ONE. Their sum has 16 bits, too. */
BODY void activate(const int16_t *hidden, const int16_t *last, int16_t *out)
{
    for (unsigned k = 0; k < NET_HIDDEN; k++) {
        const int16_t sum = (int16_t)(hidden[k] + last[k]);
        const int16_t least = sum < 0 ? 0 : sum;
        out[k] = least > NET_ONE ? NET_ONE : least;
    }
}

BODY int32_t dot(const int16_t *a, const int16_t *b, unsigned n)
{
    int32_t sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

BODY void head_body(const net_head *h, const int16_t *both, int32_t *out)
{
    int16_t middle[NET_HEAD];
    for (unsigned k = 0; k < NET_HEAD; k++) {
        const int32_t sum = (h->bias[k] + dot(h->weight[k], both, 2 * NET_HIDDEN)) / NET_ONE;
        middle[k] = (int16_t)(sum < 0 ? 0 : sum > NET_ONE ? NET_ONE : sum);
    }
    for (unsigned k = 0; k < NET_OUTPUTS; k++)
        out[k] = h->out_bias[k] + dot(h->out[k], middle, NET_HEAD);
}

/* Seat p's own activations and the mean of the others'. */
BODY void head_inputs(const int16_t *active, unsigned players, unsigned p, int16_t *both)
{
    const int16_t *own = active + p * NET_HIDDEN;
    for (unsigned k = 0; k < NET_HIDDEN; k++) {
        int32_t sum = 0;
        for (unsigned q = 0; q < players; q++)
            sum += active[q * NET_HIDDEN + k];
        both[k] = own[k];
        both[NET_HIDDEN + k] = (int16_t)((sum - own[k]) / (int32_t)(players - 1));
    }
}

BODY void evaluate_body(const net *n, unsigned players, unsigned bucket,
                        const net_accumulator *const *b, const uint16_t *last, net_value *v)
{
    int16_t active[AZJ_SEATS_MAX * NET_HIDDEN], both[2 * NET_HIDDEN];
    for (unsigned p = 0; p < players; p++)
        activate(b[p]->hidden, n->hidden[last[p]], active + p * NET_HIDDEN);
    if (players == 2) /* so that each seat is followed by the other */
        memcpy(active + 2 * NET_HIDDEN, active, NET_HIDDEN * sizeof *active);
    for (unsigned p = 0; p < players; p++) {
        const int16_t *more = &n->direct[last[p]][bucket * NET_OUTPUTS];
        int32_t out[NET_OUTPUTS], direct[NET_OUTPUTS];
        for (unsigned k = 0; k < NET_OUTPUTS; k++)
            direct[k] = (b[p]->direct[k][bucket] + more[k]) / (NET_DIRECT / 1024);
        if (players > 2)
            head_inputs(active, players, p, both);
        head_body(&n->head[bucket], players > 2 ? both : active + p * NET_HIDDEN, out);
        v[p].logit = out[0] / (NET_ONE * NET_ONE / 1024) + direct[0];
        v[p].points = (out[1] / (NET_ONE * NET_ONE / 1024) + direct[1]) * NET_POINTS;
    }
}

#ifdef NET_TWO_PATHS
WIDE static void accumulate_wide(const net *n, const net_accumulator *shared, const net_inputs *in,
                                 net_accumulator *b)
{
    accumulate_body(n, shared, in, b);
}
WIDE static void evaluate_wide(const net *n, unsigned players, unsigned bucket,
                               const net_accumulator *const *b, const uint16_t *last, net_value *v)
{
    evaluate_body(n, players, bucket, b, last, v);
}
#endif

void net_accumulate_portable(const net *n, const net_accumulator *shared, const net_inputs *in,
                             net_accumulator *b)
{
    accumulate_body(n, shared, in, b);
}

void net_evaluate_portable(const net *n, unsigned players, unsigned bucket,
                           const net_accumulator *const *b, const uint16_t *last, net_value *v)
{
    evaluate_body(n, players, bucket, b, last, v);
}

void net_accumulate(const net *n, const net_accumulator *shared, const net_inputs *in,
                    net_accumulator *b)
{
#ifdef NET_TWO_PATHS
    if (__builtin_cpu_supports("avx2")) {
        accumulate_wide(n, shared, in, b);
        return;
    }
#endif
    net_accumulate_portable(n, shared, in, b);
}

void net_evaluate(const net *n, unsigned players, unsigned bucket, const net_accumulator *const *b,
                  const uint16_t *last, net_value *v)
{
#ifdef NET_TWO_PATHS
    if (__builtin_cpu_supports("avx2")) {
        evaluate_wide(n, players, bucket, b, last, v);
        return;
    }
#endif
    net_evaluate_portable(n, players, bucket, b, last, v);
}
