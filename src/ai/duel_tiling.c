/* duel_tiling.c - the best tiling of one's own dome: see duel_tiling.h. */
#include "ai/duel_tiling.h"

typedef struct plan {
    unsigned seat, left, payments;
} plan;

/* The cost of a chip of each face: more if it has more colours, or colours that other lines lack.
 * The weights are set by hand, not measured. */
static void chip_costs(const azj_duel_board *b, unsigned line, unsigned *cost)
{
    unsigned of_colour[AZJ_COLOUR_NB] = {1, 1, 1, 1, 1};
    for (unsigned other = 1; other <= AZJ_DUEL_LINES; other++) {
        const unsigned have = duel_line_count(b, other);
        if (other != line && have != 0 && have != other)
            of_colour[duel_line_colour(b, other)] += 3;
    }
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++) {
        cost[face] = 8;
        for (unsigned m = duel_face[face]; m; m &= m - 1)
            cost[face] += of_colour[bits_first(m)];
    }
}

/* Chips in the order of their keys: the cost in the high bits, the chip itself in the low ones. So
 * the smallest sum of keys is the cheapest payment and among equals the first one in the order of
 * duel_payments(). */
enum { KEY_CHIP_BITS = 2 * AZJ_DUEL_FACES, CHIPS_MAX = 2 * AZJ_DUEL_FACES };
typedef struct chip_keys {
    unsigned count;
    uint32_t key[CHIPS_MAX];
} chip_keys;

static void sort_chips(azj_chips chips, const unsigned *cost, chip_keys *out)
{
    out->count = 0;
    for (; chips; chips &= ~(3u << (bits_first(chips) & ~1u))) {
        const unsigned face = bits_first(chips) / 2;
        const uint32_t key = cost[face] << KEY_CHIP_BITS | 1u << (2 * face);
        for (unsigned n = azj_chips_count(chips, face); n > 0; n--) {
            unsigned at = out->count++;
            for (; at > 0 && out->key[at - 1] > key; at--)
                out->key[at] = out->key[at - 1];
            out->key[at] = key;
        }
    }
}

/* The smallest sum of `total` keys of which at least `least` are of `own`; UINT32_MAX if there
 * are fewer. */
static uint32_t smallest_sum(const chip_keys *own, const chip_keys *others, unsigned total,
                             unsigned least)
{
    uint32_t sum = 0;
    unsigned i = 0, j = 0;
    if (own->count < least || own->count + others->count < total || total < least)
        return UINT32_MAX;
    for (; i < least; i++)
        sum += own->key[i];
    while (i + j < total)
        if (j == others->count || (i < own->count && own->key[i] < others->key[j]))
            sum += own->key[i++];
        else
            sum += others->key[j++];
    return sum;
}

/* D18: a missing tile costs three chips, or two of its colour. */
static size_t cheapest_payment(const azj_duel_board *b, unsigned line, azj_chips *out)
{
    const azj_chips faces = duel_colour_faces[duel_line_colour(b, line)];
    const unsigned missing = line - duel_line_count(b, line);
    unsigned cost[AZJ_DUEL_FACES];
    chip_keys own, others;
    uint32_t best = UINT32_MAX;
    chip_costs(b, line, cost);
    sort_chips(b->chips & faces, cost, &own);
    sort_chips(b->chips & ~faces, cost, &others);
    for (unsigned pairs = 0; pairs <= missing; pairs++) {
        const uint32_t sum = smallest_sum(&own, &others, 3 * missing - pairs, 2 * pairs);
        best = sum < best ? sum : best;
    }
    if (best == UINT32_MAX)
        return 0;
    *out = best & ((1u << KEY_CHIP_BITS) - 1);
    return 1;
}

static unsigned payment_cost(azj_chips spend, const unsigned *cost)
{
    unsigned sum = 0;
    for (; spend; spend &= ~(3u << (bits_first(spend) & ~1u))) {
        const unsigned face = bits_first(spend) / 2;
        sum += azj_chips_count(spend, face) * cost[face];
    }
    return sum;
}

size_t duel_cheapest_payments(const azj_duel *s, unsigned most, azj_chips *out)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, missing = line - duel_line_count(b, line);
    azj_chips all[AZJ_DUEL_PAYMENTS_MAX];
    unsigned cost[AZJ_DUEL_PAYMENTS_MAX], of_face[AZJ_DUEL_FACES];
    size_t n = 0;
    if (missing == 0) {
        out[0] = 0;
        return 1;
    }
    if (most == 1)
        return cheapest_payment(b, line, out);
    const size_t count = duel_payments(b->chips, duel_line_colour(b, line), missing, all);
    chip_costs(b, line, of_face);
    for (size_t i = 0; i < count; i++) {
        const unsigned c = payment_cost(all[i], of_face);
        size_t at = n < most ? n++ : n;
        for (; at > 0 && cost[at - 1] > c; at--)
            if (at < n) {
                cost[at] = cost[at - 1];
                out[at] = out[at - 1];
            }
        if (at < n) {
            cost[at] = c;
            out[at] = all[i];
        }
    }
    return n;
}

/* The chips that remain after a payment, as far as the lines below can use them: faces with the
 * same useful colours are counted together. */
static uint64_t useful_rest(azj_chips chips, unsigned useful)
{
    uint64_t left = 0;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++) {
        unsigned same = 0;
        while ((duel_face[same] & useful) != (duel_face[face] & useful))
            same++;
        left += (uint64_t)azj_chips_count(chips, face) << (5 * same);
    }
    return left;
}

/* The colours of the lines below that chips may complete. */
static unsigned useful_colours(const azj_duel_board *b, unsigned line)
{
    unsigned useful = 0;
    for (unsigned below = line + 1; below <= AZJ_DUEL_LINES; below++) {
        const unsigned have = duel_line_count(b, below), colour = duel_line_colour(b, below);
        if (have != 0 && have < below && duel_free(b, below, colour))
            useful |= 1u << colour;
    }
    return useful;
}

/* The last tiling: chips are useful only to the lines below, so one of several payments with the
 * same useful rest is enough. */
static size_t last_payments(const azj_duel *s, azj_chips *out)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, missing = line - duel_line_count(b, line);
    const unsigned useful = useful_colours(b, line);
    uint64_t left[AZJ_DUEL_PAYMENTS_MAX];
    size_t n = 0;
    if (missing == 0 || useful == 0)
        return duel_cheapest_payments(s, 1, out);
    const size_t count = duel_payments(b->chips, duel_line_colour(b, line), missing, out);
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        left[n] = useful_rest(b->chips - out[i], useful);
        while (left[k] != left[n])
            k++;
        out[n] = out[i];
        n += k == n;
    }
    return n;
}

static size_t payments_to_try(const plan *p, const azj_duel *s, azj_chips *out)
{
    return p->left == 0 && p->payments != DUEL_PAY_QUICK
               ? last_payments(s, out)
               : duel_cheapest_payments(s, p->payments, out);
}

static float best_tiling_from(const plan *p, const azj_duel *s, duel_choices *choices);

static void try_move(const plan *p, const azj_duel *s, azj_move move, float *best,
                     duel_choices *choices)
{
    duel_choices then;
    azj_duel next = *s;
    azj_duel_apply(&next, move, NULL);
    const float value = best_tiling_from(p, &next, &then);
    if (value <= *best)
        return;
    *best = value;
    choices->count = then.count + 1;
    choices->move[0] = move;
    memcpy(choices->move + 1, then.move, then.count * sizeof *then.move);
}

static float best_tiling_from(const plan *p, const azj_duel *s, duel_choices *choices)
{
    const azj_duel_board *b = &s->board[p->seat];
    choices->count = 0;
    if (s->phase == AZJ_PHASE_OVER)
        return b->score;
    if (s->phase != AZJ_PHASE_TILING || s->seat != p->seat)
        return duel_board_value(b, s->tablets, p->left);
    azj_chips pay[AZJ_DUEL_PAYMENTS_MAX];
    const unsigned line = s->line, colour = duel_line_colour(b, line);
    const size_t payments = payments_to_try(p, s, pay);
    float best = -1e9f;
    for (uint64_t m = duel_free(b, line, colour); m; m &= m - 1)
        for (size_t i = 0; i < payments; i++)
            try_move(p, s, azj_move_tile(line, bits_first(m) % 6 + 1, pay[i]), &best, choices);
    if (duel_line_count(b, line) < line)
        try_move(p, s, azj_move_skip(line), &best, choices);
    return best;
}

static float best_choices(const azj_duel *s, unsigned payments, duel_choices *choices)
{
    const plan p = {.seat = s->seat, .left = AZJ_DUEL_ROUNDS - s->round, .payments = payments};
    return best_tiling_from(&p, s, choices);
}

float duel_best_tiling(const azj_duel *s, unsigned payments, azj_move *choice)
{
    duel_choices choices;
    const float value = best_choices(s, payments, &choices);
    *choice = choices.move[0];
    return value;
}

/* Everything that the best choices of the seat to tile depend on. */
static uint64_t tiling_key(const azj_duel *s)
{
    const bool last = s->seat != s->starter, marker = s->start_tile == s->seat;
    return duel_board_hash(&s->board[s->seat],
                           (uint64_t)s->tablets << 16 | (uint64_t)s->round << 8 |
                               (uint64_t)s->line << 2 | (uint64_t)last << 1 | marker);
}

static const duel_choices *cached_choices(const azj_duel *s, unsigned payments,
                                          duel_tiled_board *cache)
{
    const uint64_t key = tiling_key(s);
    duel_tiled_board *at = &cache[key % DUEL_TILED_ENTRIES];
    if (at->key != key) {
        best_choices(s, payments, &at->choices);
        at->key = key;
    }
    return &at->choices;
}

void duel_tile_out(azj_duel *s, unsigned payments, duel_tiled_board *cache)
{
    while (s->phase == AZJ_PHASE_TILING) {
        duel_choices own;
        const duel_choices *choices = &own;
        if (cache)
            choices = cached_choices(s, payments, cache);
        else
            best_choices(s, payments, &own);
        for (unsigned i = 0; i < choices->count; i++)
            azj_duel_apply(s, choices->move[i], NULL);
    }
}
