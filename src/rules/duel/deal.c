/* deal.c - a new game, random steps, and the start of a round.
 *
 * Everything random happens here, one outcome at a time, while the phase is AZJ_PHASE_DEAL; `step`
 * says what is dealt next. The order of the steps:
 *
 *   set-up:       PLATES (18, top of the pile first), LARGE, SMALL 1..4, CHIPS 1..4, STARTER
 *   later rounds:                                     LARGE, SMALL 1..4, CHIPS 1..4
 *
 * skip_certain_steps() skips the steps that need no chance, so that a state in DEAL always has at
 * least one outcome.
 */
#include "rules/duel/internal.h"

unsigned duel_pop_pile(azj_duel *s)
{
    const unsigned top = s->pile[0];
    memmove(s->pile, s->pile + 1, AZJ_DUEL_PLATES - 1);
    s->pile[AZJ_DUEL_PLATES - 1] = 0;
    s->pile_count--;
    return top;
}

void duel_refill_display(azj_duel *s)
{
    for (unsigned i = 0; i < 3; i++)
        if (s->display[i] == AZJ_NO_PLATE && s->pile_count > 0)
            s->display[i] = (uint8_t)(duel_pop_pile(s) & AZJ_PILE_PLATE);
}

/* D21: only when a tile is needed and the bag is empty does the tower go into the bag. */
static int tile_left(azj_duel *s)
{
    if (s->bag == 0) {
        s->bag = s->tower;
        s->tower = 0;
    }
    return s->bag != 0;
}

/* D7: five tiles of one colour on the large factory are drawn again if another result is
 * possible. */
static int redraw_large(azj_duel *s)
{
    const azj_tiles all = s->bag + s->large_sun;
    if (!duel_one_colour(s->large_sun) || duel_one_colour(all))
        return 0;
    s->bag = all;
    s->large_sun = 0;
    return 1;
}

/* Returns whether the sun of this step still needs tiles and tiles are available. */
static int wants_tile(azj_duel *s)
{
    if (s->step != DUEL_STEP_LARGE)
        return azj_tiles_total(s->sun[s->step - DUEL_STEP_SMALL]) < duel_value.small &&
               tile_left(s);
    if (azj_tiles_total(s->large_sun) == duel_value.large && !redraw_large(s))
        return 0;
    return tile_left(s);
}

static int wants_chance(azj_duel *s)
{
    if (s->step == DUEL_STEP_PLATES)
        return s->pile_count < AZJ_DUEL_PLATES;
    if (s->step < DUEL_STEP_CHIPS)
        return wants_tile(s);
    if (s->step < DUEL_STEP_STARTER)
        return s->chip[s->step - DUEL_STEP_CHIPS] == AZJ_NO_CHIP && s->supply != 0;
    return s->starter == AZJ_NOBODY;
}

/* After the deal: the first plates are chosen (D8) or the starter has the first turn (D21). */
static void start_round(azj_duel *s)
{
    s->step = 0;
    s->seat = s->starter ^ 1;
    s->phase = s->round == 1 ? AZJ_PHASE_SETUP : AZJ_PHASE_OFFER;
    if (s->phase == AZJ_PHASE_OFFER)
        duel_end_turn(s, NULL);
}

static void skip_certain_steps(azj_duel *s)
{
    while (!wants_chance(s)) {
        if (s->step == DUEL_STEP_PLATES)
            duel_refill_display(s);
        if (s->step == DUEL_STEP_STARTER) {
            start_round(s);
            return;
        }
        s->step++;
    }
}

void duel_next_round(azj_duel *s)
{
    s->round++;
    s->phase = AZJ_PHASE_DEAL;
    s->seat = AZJ_NOBODY;
    s->line = 0;
    s->step = DUEL_STEP_LARGE;
    if (s->start_tile != AZJ_NOBODY)
        s->starter = s->start_tile;
    s->start_tile = AZJ_NOBODY;
    for (unsigned i = 0; i < 2; i++) {
        s->board[i].tokens = s->round < AZJ_DUEL_ROUNDS ? duel_value.tokens : 0;
        s->board[i].taken = 0;
        s->board[i].passed = 0;
    }
    duel_refill_display(s);
    skip_certain_steps(s);
}

/* ---- A new game ---- */

/* D5: three or four tablets, each with side I or II. */
static int tablets_fit(unsigned tablets)
{
    unsigned used = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = (tablets >> (2 * i)) & 3u;
        if (side == 3)
            return 0;
        used += side != 0;
    }
    return tablets < 256 && used >= 3;
}

azj_error azj_duel_new(azj_duel *s, unsigned tablets, unsigned starter)
{
    if (!tablets_fit(tablets))
        return AZJ_E_BAD_TABLETS;
    if (starter > 1 && starter != AZJ_NOBODY)
        return AZJ_E_BAD_STARTER;
    memset(s, 0, sizeof *s);
    s->rules = AZJ_DUEL;
    s->players = 2;
    s->viewer = AZJ_VIEW_ALL;
    s->phase = AZJ_PHASE_DEAL;
    s->seat = AZJ_NOBODY;
    s->starter = (uint8_t)starter;
    s->round = 1;
    s->bag = duel_value.tiles_of_colour * AZJ_TILES_ONE;
    s->supply = 2 * DUEL_CHIPS_LOW;
    s->start_tile = AZJ_NOBODY;
    s->tablets = (uint8_t)tablets;
    memset(s->chip, AZJ_NO_CHIP, sizeof s->chip);
    memset(s->display, AZJ_NO_PLATE, sizeof s->display);
    for (unsigned i = 0; i < 2; i++) {
        s->board[i].score = duel_value.score;
        s->board[i].tokens = duel_value.tokens;
        memset(s->board[i].plate, DUEL_EMPTY_SLOT, sizeof s->board[i].plate);
    }
    return AZJ_E_OK;
}

unsigned azj_duel_random_tablets(azj_rng *rng)
{
    const unsigned k = azj_rng_below(rng, 48); /* 16 with all four, 4 times 8 with three */
    const unsigned left_out = k < 16 ? 4 : (k - 16) / 8;
    unsigned sides = k < 16 ? k : (k - 16) % 8;
    unsigned tablets = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (i == left_out)
            continue;
        tablets |= (1 + (sides & 1)) << (2 * i);
        sides >>= 1;
    }
    return tablets;
}

/* ---- Chance ---- */

/* The plates that are not yet in the pile, a bit each. */
static uint32_t plates_left(const azj_duel *s)
{
    uint32_t left = (1u << AZJ_DUEL_PLATES) - 1;
    for (unsigned i = 0; i < s->pile_count; i++)
        left &= ~(1u << (s->pile[i] & AZJ_PILE_PLATE));
    return left;
}

static azj_outcome outcome(unsigned kind, unsigned value, unsigned weight)
{
    return (azj_outcome){(uint8_t)kind, (uint8_t)value, (uint16_t)weight};
}

size_t azj_duel_outcomes(const azj_duel *s, azj_outcome *out)
{
    size_t n = 0;
    if (s->phase != AZJ_PHASE_DEAL)
        return 0;
    if (s->step == DUEL_STEP_PLATES) {
        for (uint32_t left = plates_left(s); left != 0; left &= left - 1)
            out[n++] = outcome(AZJ_OUTCOME_PLATE, bits_first(left), 1);
    } else if (s->step < DUEL_STEP_CHIPS) {
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            if (azj_tiles_count(s->bag, c) != 0)
                out[n++] = outcome(AZJ_OUTCOME_TILE, c, azj_tiles_count(s->bag, c));
    } else if (s->step < DUEL_STEP_STARTER) {
        for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
            if (azj_chips_count(s->supply, f) != 0)
                out[n++] = outcome(AZJ_OUTCOME_CHIP, f, azj_chips_count(s->supply, f));
    } else {
        out[n++] = outcome(AZJ_OUTCOME_STARTER, 0, 1);
        out[n++] = outcome(AZJ_OUTCOME_STARTER, 1, 1);
    }
    return n;
}

static void deal_tile(azj_duel *s, unsigned colour)
{
    const azj_tiles tile = azj_tiles_of(1, colour);
    s->bag -= tile;
    if (s->step == DUEL_STEP_LARGE)
        s->large_sun += tile;
    else
        s->sun[s->step - DUEL_STEP_SMALL] += tile;
}

void azj_duel_resolve(azj_duel *s, azj_outcome o)
{
    switch (o.kind) {
    case AZJ_OUTCOME_PLATE:
        s->pile[s->pile_count++] = o.value;
        break;
    case AZJ_OUTCOME_TILE:
        deal_tile(s, o.value);
        break;
    case AZJ_OUTCOME_CHIP:
        s->supply -= 1u << (2 * o.value);
        s->chip[s->step - DUEL_STEP_CHIPS] = o.value;
        break;
    default:
        s->starter = o.value;
        break;
    }
    skip_certain_steps(s);
}

azj_outcome azj_duel_sample(const azj_duel *s, azj_rng *rng)
{
    azj_outcome out[AZJ_OUTCOMES_MAX];
    const size_t n = azj_duel_outcomes(s, out);
    uint32_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += out[i].weight;
    uint32_t pick = azj_rng_below(rng, total);
    size_t i = 0;
    while (pick >= out[i].weight)
        pick -= out[i++].weight;
    return out[i];
}

/* ---- Dealing at once ----
 * The same draws in the same order as sample and resolve, but without finding the next step for
 * each tile; tests/unit/test_duel_laws.c compares the two. */

static void deal_pile(azj_duel *s, azj_rng *rng)
{
    uint32_t left = plates_left(s);
    while (s->pile_count < AZJ_DUEL_PLATES) {
        uint32_t m = left;
        for (uint32_t k = azj_rng_below(rng, AZJ_DUEL_PLATES - s->pile_count); k > 0; k--)
            m &= m - 1;
        left &= ~(m & (0 - m));
        s->pile[s->pile_count++] = (uint8_t)bits_first(m);
    }
    duel_refill_display(s);
}

static void fill_sun(azj_duel *s, azj_tiles *sun, unsigned capacity, azj_rng *rng)
{
    unsigned have = azj_tiles_total(*sun);
    for (unsigned total = azj_tiles_total(s->bag); have < capacity; have++, total--) {
        if (total == 0 && tile_left(s))
            total = azj_tiles_total(s->bag);
        if (total == 0)
            return;
        const azj_tiles tile = azj_tiles_of(1, bits_draw(s->bag, total, rng));
        s->bag -= tile;
        *sun += tile;
    }
}

static void fill_factory(azj_duel *s, azj_rng *rng)
{
    if (s->step != DUEL_STEP_LARGE) {
        fill_sun(s, &s->sun[s->step - DUEL_STEP_SMALL], duel_value.small, rng);
        return;
    }
    do
        fill_sun(s, &s->large_sun, duel_value.large, rng);
    while (azj_tiles_total(s->large_sun) == duel_value.large && redraw_large(s));
}

static unsigned draw_chip(azj_chips supply, azj_rng *rng)
{
    unsigned pick = azj_rng_below(rng, duel_chips_total(supply)), face = 0;
    while (pick >= azj_chips_count(supply, face))
        pick -= azj_chips_count(supply, face++);
    return face;
}

void azj_duel_deal(azj_duel *s, azj_rng *rng)
{
    if (s->phase != AZJ_PHASE_DEAL)
        return;
    if (s->step == DUEL_STEP_PLATES) {
        deal_pile(s, rng);
        s->step++;
    }
    for (; s->step < DUEL_STEP_CHIPS; s->step++)
        fill_factory(s, rng);
    for (; s->step < DUEL_STEP_STARTER && s->supply != 0; s->step++) {
        const unsigned face = draw_chip(s->supply, rng);
        s->supply -= 1u << (2 * face);
        s->chip[s->step - DUEL_STEP_CHIPS] = (uint8_t)face;
    }
    if (s->starter == AZJ_NOBODY)
        s->starter = (uint8_t)azj_rng_below(rng, 2);
    start_round(s);
}
