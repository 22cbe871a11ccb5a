/* duel_tiling.c - the best tiling of one's own dome: see duel_tiling.h. */
#include "ai/duel_tiling.h"

typedef struct plan {
    unsigned seat, left, payments;
} plan;

/* A payment costs more if its chips have more colours, or colours that other lines lack. The
 * weights are set by hand, not measured. */
static unsigned payment_cost(const azj_duel_board *b, unsigned line, azj_chips spend)
{
    unsigned cost = 8 * duel_chips_total(spend);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        cost += duel_chips_total(spend & duel_colour_faces[c]);
    for (unsigned other = 1; other <= AZJ_DUEL_LINES; other++) {
        const unsigned have = duel_line_count(b, other);
        if (other != line && have != 0 && have != other)
            cost += 3 * duel_chips_total(spend & duel_colour_faces[duel_line_colour(b, other)]);
    }
    return cost;
}

size_t duel_cheapest_payments(const azj_duel *s, unsigned most, azj_chips *out)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, missing = line - duel_line_count(b, line);
    azj_chips all[AZJ_DUEL_PAYMENTS_MAX];
    unsigned cost[AZJ_DUEL_PAYMENTS_MAX];
    size_t n = 0;
    if (missing == 0) {
        out[0] = 0;
        return 1;
    }
    const size_t count = duel_payments(b->chips, duel_line_colour(b, line), missing, all);
    for (size_t i = 0; i < count; i++) {
        const unsigned c = payment_cost(b, line, all[i]);
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

static float best_tiling_from(const plan *p, const azj_duel *s, azj_move *choice);

static float value_after(const plan *p, const azj_duel *s, azj_move move)
{
    azj_duel next = *s;
    azj_duel_apply(&next, move, NULL);
    return best_tiling_from(p, &next, NULL);
}

static void try_move(const plan *p, const azj_duel *s, azj_move move, float *best, azj_move *choice)
{
    const float value = value_after(p, s, move);
    if (value <= *best)
        return;
    *best = value;
    if (choice)
        *choice = move;
}

static float best_tiling_from(const plan *p, const azj_duel *s, azj_move *choice)
{
    const azj_duel_board *b = &s->board[p->seat];
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
            try_move(p, s, azj_move_tile(line, bits_first(m) % 6 + 1, pay[i]), &best, choice);
    if (duel_line_count(b, line) < line)
        try_move(p, s, azj_move_skip(line), &best, choice);
    return best;
}

float duel_best_tiling(const azj_duel *s, unsigned payments, azj_move *choice)
{
    const plan p = {.seat = s->seat, .left = AZJ_DUEL_ROUNDS - s->round, .payments = payments};
    return best_tiling_from(&p, s, choice);
}

void duel_tile_out(azj_duel *s, unsigned payments)
{
    while (s->phase == AZJ_PHASE_TILING) {
        azj_move choice = 0;
        duel_best_tiling(s, payments, &choice);
        azj_duel_apply(s, choice, NULL);
    }
}
