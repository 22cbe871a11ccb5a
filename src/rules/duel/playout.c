/* playout.c - random moves and random games without lists of moves. */
#include "rules/duel/internal.h"

/* ---- Tiles ----
 * Lanes of a 64-bit number, a byte for each colour, and no lists: on a GPU those lie in slow
 * memory, and threads that go through lists of different lengths wait for each other. */

enum {
    SOURCES = AZJ_DUEL_SMALL + 2
}; /* the suns of the small factories, the large sun, the moons */

/* For each colour 1 if there are tiles of it. */
static uint64_t colours_there(azj_tiles tiles)
{
    return (tiles + 0x7f7f7f7f7fu) >> 7 & AZJ_TILES_ONE;
}

/* For each colour of a small sun in how many orders the rest can be stacked (duel_order_count). At
 * most four tiles: with up to two colours there is one order, four different tiles leave six; with
 * three colours a rest of r tiles, two colours in it, has r orders. */
static uint64_t orders_of_rests(azj_tiles sun)
{
    const uint64_t there = colours_there(sun);
    const unsigned colours = bits_count(there);
    const uint64_t three = there * azj_tiles_total(sun) - sun;
    return colours < 3 ? there : colours == 3 ? three : 6 * there;
}

/* For each colour how many targets it has: the broken spaces and the lines that take it. */
static uint64_t targets_by_colour(duel_open open)
{
    uint64_t n = open - (open >> 1 & 0x1515151515u);
    n = (n & 0x3333333333u) + (n >> 2 & 0x3333333333u);
    return ((n + (n >> 4)) & 0x0f0f0f0f0fu) + AZJ_TILES_ONE;
}

/* The sum of the products of the lanes, one factor with its lanes in reverse; at most 5 * 6 * 7. */
static unsigned lanes_product(uint64_t lanes, uint64_t reversed)
{
    return (unsigned)(lanes * reversed >> 32) & 0xffu;
}

typedef struct duel_sources {
    uint64_t targets;         /* by colour */
    uint64_t orders[SOURCES]; /* by colour; 1 where tiles are not stacked */
    unsigned moves[SOURCES];
    unsigned total;
} duel_sources;

static inline void count_sources(const azj_duel *s, duel_open open, duel_sources *sources)
{
    sources->targets = targets_by_colour(open);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        sources->orders[f] = orders_of_rests(s->sun[f]);
    sources->orders[4] = colours_there(s->large_sun);
    sources->orders[5] = colours_there(duel_tops(s));
    sources->total = 0;
    const uint64_t reversed = __builtin_bswap64(sources->targets) >> 24;
    for (unsigned i = 0; i < SOURCES; i++)
        sources->total += sources->moves[i] = lanes_product(sources->orders[i], reversed);
}

/* Target number n of a colour: the broken spaces, then the lines that take it. */
static unsigned nth_target(duel_open open, unsigned colour, unsigned n)
{
    unsigned lines = ((unsigned)(open >> (8 * colour)) & 63u) << 1 | 1u;
    for (; n > 0; n--)
        lines &= lines - 1;
    return bits_first(lines);
}

/* Move number n of taking tiles: by source, colour, order of the rest, target. */
static inline azj_move nth_of_sources(const azj_duel *s, duel_open open,
                                      const duel_sources *sources, unsigned n)
{
    uint64_t orders = sources->orders[0];
    unsigned from = 0, colour = 0;
    for (unsigned i = 0; i + 1 < SOURCES; i++) /* without a break, so that it is unrolled */
        if (from == i && n >= sources->moves[i]) {
            n -= sources->moves[i];
            from = i + 1;
            orders = sources->orders[i + 1];
        }
    uint64_t targets = sources->targets;
    for (unsigned here; n >= (here = (unsigned)(orders & 7u) * (unsigned)(targets & 7u));
         colour++) {
        n -= here;
        orders >>= 8;
        targets >>= 8;
    }
    const unsigned each = (unsigned)targets & 7u;
    const azj_move take = colour << 8 | nth_target(open, colour, n % each) << 11;
    if (from == AZJ_DUEL_SMALL + 1)
        return AZJ_MOON | take;
    if (from == AZJ_DUEL_SMALL)
        return AZJ_SUN | take;
    return AZJ_SUN | (from + 1) << 4 | take |
           duel_nth_stack(duel_rest_of_sun(s, from + 1, colour), n / each);
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
    count_sources(s, open, &sources);
    unsigned n = azj_rng_below(rng, sources.total + plates + draws + bits_count(chips));
    if (n < sources.total)
        return nth_of_sources(s, open, &sources, n);
    n -= sources.total;
    if (n < plates)
        return nth_plate(s, s->display, n);
    n -= plates;
    return n < draws ? AZJ_DRAW : azj_move_chip(bits_select(chips, n - draws) + 1);
}

/* ---- Payments (D18), counted and drawn without making them all ---- */

/* How many different choices of i of these chips there are: byte i of `of_size`, up to 7. A player
 * has at most ten chips, of which at most 252 choices have the same size, and there are as many
 * choices of i chips as of all but i. */
typedef struct duel_choices {
    uint64_t of_size;
    unsigned chips;
} duel_choices;

static duel_choices count_choices(azj_chips held)
{
    duel_choices choices = {1, duel_chips_total(held)};
    for (azj_chips faces = (held | held >> 1) & DUEL_CHIPS_LOW; faces; faces &= faces - 1) {
        const uint64_t others = choices.of_size;
        choices.of_size += others << 8; /* with one chip of this face */
        if (held >> bits_first(faces) & 2u)
            choices.of_size += others << 16;
    }
    return choices;
}

static unsigned choices_of(duel_choices choices, unsigned size)
{
    const unsigned others = choices.chips - size; /* wraps: more than there are */
    const unsigned lower = size < others ? size : others;
    return lower < 8 ? (unsigned)(choices.of_size >> 8 * lower) & 0xffu : 0;
}

/* Choice number n of `size` chips. */
static azj_chips nth_choice(azj_chips held, unsigned size, unsigned n)
{
    azj_chips chosen = 0;
    for (azj_chips faces = (held | held >> 1) & DUEL_CHIPS_LOW; size > 0; faces &= faces - 1) {
        const unsigned at = bits_first(faces);
        const duel_choices others = count_choices(held & ~0u << 2 << at); /* of later faces */
        for (unsigned here; size > 0 && n >= (here = choices_of(others, size)); size--) {
            n -= here;
            chosen += 1u << at;
        }
    }
    return chosen;
}

/* The payments of a line by how many of their chips show its colour, 0 to 6. Of those with
 * `fitting` ones the number of others falls by one with each pair that replaces one tile. */
typedef struct duel_payments_of {
    duel_choices fitting, others;
    unsigned missing;
} duel_payments_of;

enum { FITTING_MAX = 6 };

static unsigned payments_with(const duel_payments_of *p, unsigned fitting, unsigned pairs)
{
    const unsigned others = 3 * p->missing - fitting - pairs; /* wraps: too many chips */
    return pairs <= p->missing ? choices_of(p->fitting, fitting) * choices_of(p->others, others)
                               : 0;
}

static unsigned count_payments(const duel_payments_of *p)
{
    unsigned payments = 0;
    for (unsigned fitting = 0; fitting <= FITTING_MAX; fitting++)
        for (unsigned pairs = 0; pairs <= fitting / 2; pairs++)
            payments += payments_with(p, fitting, pairs);
    return payments;
}

static azj_chips nth_payment(const duel_payments_of *p, azj_chips chips, azj_chips faces,
                             unsigned n)
{
    unsigned fitting = 0, pairs = 0;
    for (unsigned here; n >= (here = payments_with(p, fitting, pairs));) {
        n -= here;
        fitting += pairs == 0;
        pairs = pairs == 0 ? fitting / 2 : pairs - 1;
    }
    const unsigned ways = choices_of(p->fitting, fitting);
    return nth_choice(chips & faces, fitting, n % ways) |
           nth_choice(chips & ~faces, 3 * p->missing - fitting - pairs, n / ways);
}

static azj_move draw_tiling(const azj_duel *s, azj_rng *rng)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, missing = line - duel_line_count(b, line);
    const unsigned colour = duel_line_colour(b, line);
    const unsigned free = (unsigned)(duel_free(b, line, colour) >> (6 * (line - 1)));
    const unsigned spaces = bits_count(free);
    if (missing == 0)
        return azj_move_tile(line, bits_select(free, azj_rng_below(rng, spaces)) + 1, 0);
    const azj_chips faces = duel_colour_faces[colour];
    const duel_payments_of p = {count_choices(b->chips & faces), count_choices(b->chips & ~faces),
                                missing};
    const unsigned payments = count_payments(&p);
    const unsigned n = azj_rng_below(rng, spaces * payments + 1);
    if (n == spaces * payments)
        return azj_move_skip(line);
    return azj_move_tile(line, bits_select(free, n / payments) + 1,
                         nth_payment(&p, b->chips, faces, n % payments));
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

/* The stages of a round are kept apart. On a GPU the threads of a group run in step, and so they
 * make the rare, long stages together. */
uint32_t azj_duel_playout(azj_duel *s, azj_rng *deal, azj_rng *policy, uint32_t plies)
{
    uint32_t made = 0;
    azj_duel_deal(s, deal);
    while (s->phase != AZJ_PHASE_OVER && made < plies) {
        int acquired = s->phase == AZJ_PHASE_TILING;
        for (; !acquired; made++)
            acquired = duel_acquire(s, azj_duel_draw(s, policy), NULL);
        if (s->phase != AZJ_PHASE_TILING)
            duel_start_tiling(s, NULL);
        for (; s->phase == AZJ_PHASE_TILING; made++)
            duel_apply_tiling(s, draw_tiling(s, policy), NULL);
        azj_duel_deal(s, deal);
    }
    return made;
}
