/* playout.c - random moves and random games without lists of moves. */
#include "rules/duel/internal.h"

/* Sources of tiles with the number of their moves: 4 suns of up to four colours, the large sun, the
 * moons. */
typedef struct duel_sources {
    uint8_t targets[AZJ_COLOUR_NB]; /* how many for each colour */
    uint16_t moves[AZJ_DUEL_SMALL + 2];
} duel_sources;

static unsigned moves_of_sun(const azj_duel *s, const uint8_t *targets, unsigned from,
                             unsigned colour)
{
    return targets[colour] * duel_order_count(duel_rest_of_sun(s, from, colour));
}

static unsigned moves_of(const uint8_t *targets, azj_tiles tiles)
{
    unsigned n = 0;
    for (unsigned m = bits_colours(tiles); m != 0; m &= m - 1)
        n += targets[bits_first(m)];
    return n;
}

static unsigned count_sources(const azj_duel *s, duel_open open, duel_sources *sources)
{
    unsigned total = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        sources->targets[c] = (uint8_t)(bits_count(open >> (8 * c) & 63u) + 1);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        unsigned n = 0;
        for (unsigned m = bits_colours(s->sun[f]); m != 0; m &= m - 1)
            n += moves_of_sun(s, sources->targets, f + 1, bits_first(m));
        sources->moves[f] = (uint16_t)n;
        total += n;
    }
    sources->moves[4] = (uint16_t)moves_of(sources->targets, s->large_sun);
    sources->moves[5] = (uint16_t)moves_of(sources->targets, duel_tops(s));
    return total + sources->moves[4] + sources->moves[5];
}

/* Target number n of a colour: the broken spaces, then the lines that take it. */
static unsigned nth_target(duel_open open, unsigned colour, unsigned n)
{
    return bits_select((open >> (8 * colour) & 63u) << 1 | 1, n);
}

static azj_move nth_of_small_sun(const azj_duel *s, duel_open open, const uint8_t *targets,
                                 unsigned from, unsigned n)
{
    unsigned m = bits_colours(s->sun[from - 1]);
    for (unsigned here; n >= (here = moves_of_sun(s, targets, from, bits_first(m))); m &= m - 1)
        n -= here;
    const unsigned colour = bits_first(m);
    azj_move stack[6];
    duel_stacks(duel_rest_of_sun(s, from, colour), stack);
    return azj_move_sun(from, colour, 0, nth_target(open, colour, n % targets[colour])) |
           stack[n / targets[colour]];
}

static azj_move nth_of_tiles(azj_tiles tiles, duel_open open, const uint8_t *targets, azj_move kind,
                             unsigned n)
{
    unsigned m = bits_colours(tiles);
    for (unsigned here; n >= (here = targets[bits_first(m)]); m &= m - 1)
        n -= here;
    return kind | bits_first(m) << 8 | nth_target(open, bits_first(m), n) << 11;
}

static azj_move nth_of_sources(const azj_duel *s, duel_open open, const duel_sources *sources,
                               unsigned n)
{
    unsigned from = 0;
    for (; n >= sources->moves[from]; from++)
        n -= sources->moves[from];
    if (from < AZJ_DUEL_SMALL)
        return nth_of_small_sun(s, open, sources->targets, from + 1, n);
    if (from == AZJ_DUEL_SMALL)
        return nth_of_tiles(s->large_sun, open, sources->targets, AZJ_SUN, n);
    return nth_of_tiles(duel_tops(s), open, sources->targets, AZJ_MOON, n);
}

/* Move number n of laying one of these plates. */
static azj_move nth_plate(const azj_duel *s, const uint8_t *plates, unsigned n)
{
    const uint64_t places = duel_plate_targets(&s->board[s->seat]);
    const unsigned each = bits_count(places);
    for (; (*plates & AZJ_PILE_PLATE) >= AZJ_DUEL_PLATES || n >= each; plates++)
        n -= (*plates & AZJ_PILE_PLATE) >= AZJ_DUEL_PLATES ? 0 : each;
    const unsigned place = bits_select(places, n);
    return azj_move_place_plate(*plates & AZJ_PILE_PLATE, place / 4 + 1, place % 4);
}

static unsigned plates_shown(const azj_duel *s)
{
    unsigned shown = 0;
    for (unsigned i = 0; i < 3; i++)
        shown += s->display[i] < AZJ_DUEL_PLATES;
    return shown;
}

static unsigned chips_shown(const azj_duel *s)
{
    unsigned faces_up = 0;
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        faces_up |= (unsigned)azj_duel_face_up(s, f) << f;
    return s->board[s->seat].taken < duel_value.chips ? faces_up : 0;
}

static azj_move draw_offer(const azj_duel *s, azj_rng *rng)
{
    const azj_duel_board *b = &s->board[s->seat];
    const duel_open open = duel_open_lines(b);
    const unsigned places = b->tokens ? bits_count(duel_plate_targets(b)) : 0;
    const unsigned plates = places * plates_shown(s), chips = chips_shown(s);
    const unsigned draws = places != 0 && duel_may_draw(s);
    duel_sources sources;
    const unsigned tiles = count_sources(s, open, &sources);
    unsigned n = azj_rng_below(rng, tiles + plates + draws + bits_count(chips));
    if (n < tiles)
        return nth_of_sources(s, open, &sources, n);
    n -= tiles;
    if (n < plates)
        return nth_plate(s, s->display, n);
    n -= plates;
    return n < draws ? AZJ_DRAW : azj_move_chip(bits_select(chips, n - draws) + 1);
}

/* ---- Payments (D18), counted and drawn without making them all ---- */

enum { CHIPS_MAX = 2 * AZJ_DUEL_FACES };

/* How many different choices of 0, 1, … chips there are, up to all of them; returns how many chips
 * these are. */
static unsigned count_choices(azj_chips held, uint32_t count[CHIPS_MAX + 1])
{
    unsigned total = 0;
    count[0] = 1;
    for (azj_chips faces = (held | held >> 1) & DUEL_CHIPS_LOW; faces; faces &= faces - 1) {
        const unsigned copies = held >> bits_first(faces) & 3u;
        for (unsigned k = 1; k <= copies; k++)
            count[total + k] = 0;
        total += copies;
        for (unsigned size = total; size > 0; size--)
            for (unsigned k = 1; k <= copies && k <= size; k++)
                count[size] += count[size - k];
    }
    return total;
}

/* Choice number n of `size` chips. */
static azj_chips nth_choice(azj_chips held, unsigned size, uint32_t n)
{
    uint32_t count[CHIPS_MAX + 1];
    azj_chips chosen = 0;
    for (azj_chips faces = (held | held >> 1) & DUEL_CHIPS_LOW; size > 0; faces &= faces - 1) {
        const unsigned at = bits_first(faces);
        const unsigned others = count_choices(held & ~0u << 2 << at, count); /* of later faces */
        for (uint32_t here; size > 0 && n >= (here = size <= others ? count[size] : 0); size--) {
            n -= here;
            chosen += 1u << at;
        }
    }
    return chosen;
}

/* Payments with `fitting` chips of the colour and `others`, as their product; 0 if they do not pay.
 */
static uint32_t payments_of(const uint32_t *fitting_counts, const uint32_t *other_counts,
                            unsigned fitting, unsigned others, unsigned missing)
{
    const unsigned pairs = 3 * missing - fitting - others; /* wraps: too many chips */
    return pairs <= missing && 2 * pairs <= fitting ? fitting_counts[fitting] * other_counts[others]
                                                    : 0;
}

static azj_move draw_tiling(const azj_duel *s, azj_rng *rng)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, missing = line - duel_line_count(b, line);
    const unsigned colour = duel_line_colour(b, line);
    const uint64_t free = duel_free(b, line, colour) >> (6 * (line - 1));
    const unsigned spaces = bits_count(free);
    if (missing == 0)
        return azj_move_tile(line, bits_select(free, azj_rng_below(rng, spaces)) + 1, 0);
    const azj_chips faces = duel_colour_faces[colour];
    uint32_t fitting_counts[CHIPS_MAX + 1], other_counts[CHIPS_MAX + 1], payments = 0;
    const unsigned most_fitting = count_choices(b->chips & faces, fitting_counts);
    const unsigned most_others = count_choices(b->chips & ~faces, other_counts);
    for (unsigned i = 0; i <= most_fitting; i++)
        for (unsigned k = 0; k <= most_others; k++)
            payments += payments_of(fitting_counts, other_counts, i, k, missing);
    uint32_t n = azj_rng_below(rng, spaces * payments + 1);
    if (n == spaces * payments)
        return azj_move_skip(line);
    const unsigned column = bits_select(free, n / payments) + 1;
    unsigned fitting = 0, others = 0;
    n %= payments;
    for (uint32_t here;
         n >= (here = payments_of(fitting_counts, other_counts, fitting, others, missing));) {
        n -= here;
        others = others == most_others ? 0 : others + 1;
        fitting += others == 0;
    }
    return azj_move_tile(line, column,
                         nth_choice(b->chips & faces, fitting, n % fitting_counts[fitting]) |
                             nth_choice(b->chips & ~faces, others, n / fitting_counts[fitting]));
}

azj_move azj_duel_draw(const azj_duel *s, azj_rng *rng)
{
    const unsigned places = bits_count(duel_plate_targets(&s->board[s->seat]));
    switch (s->phase) {
    case AZJ_PHASE_OFFER:
        return draw_offer(s, rng);
    case AZJ_PHASE_SETUP:
        return nth_plate(s, s->display, azj_rng_below(rng, places * plates_shown(s)));
    case AZJ_PHASE_DRAW:
        return azj_rng_below(rng, 2) ? AZJ_STOP : AZJ_DRAW;
    case AZJ_PHASE_KEEP:
        return nth_plate(s, s->drawn, azj_rng_below(rng, places * s->drawn_count));
    case AZJ_PHASE_RETURN:
        return azj_move_return(s->drawn[azj_rng_below(rng, s->drawn_count)] & AZJ_PILE_PLATE);
    default:
        return draw_tiling(s, rng);
    }
}

uint32_t azj_duel_playout(azj_duel *s, azj_rng *deal, azj_rng *policy, uint32_t plies)
{
    uint32_t made = 0;
    azj_duel_deal(s, deal);
    while (s->phase != AZJ_PHASE_OVER && made < plies) {
        for (; s->phase != AZJ_PHASE_DEAL && s->phase != AZJ_PHASE_OVER; made++)
            azj_duel_apply(s, azj_duel_draw(s, policy), NULL);
        azj_duel_deal(s, deal);
    }
    return made;
}
