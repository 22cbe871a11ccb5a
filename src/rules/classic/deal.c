/* deal.c - set-up and refills: every random step of the classic family.
 *
 * DEAL, step by step: the starting player (first round, unless given), then the tiles, factory by
 * factory. Between two steps the state is always ready for the next one: if a tile is needed and
 * the bag is empty, the lid has been emptied into the bag (C2), or the deal is over.
 */
#include "rules/classic/internal.h"

#include <string.h>

static void begin_offer(azj_classic *s)
{
    s->phase = AZJ_PHASE_OFFER;
    s->seat = s->starter;
    s->dealt = 0;
}

/* C2: refills the bag if the next tile needs it, or ends the deal. */
static void make_ready(azj_classic *s)
{
    if (s->starter == AZJ_NOBODY)
        return;
    const unsigned wanted = CLASSIC_PER_FACTORY * azj_classic_factories(s->players);
    if (s->dealt == wanted || (s->bag | s->lid) == 0) {
        begin_offer(s);
    } else if (s->bag == 0) {
        s->bag = s->lid;
        s->lid = 0;
    }
}

void classic_begin_deal(azj_classic *s)
{
    s->phase = AZJ_PHASE_DEAL;
    s->seat = AZJ_NOBODY;
    s->line = 0;
    s->dealt = 0;
    s->marker = AZJ_NOBODY;
    make_ready(s);
}

azj_error azj_classic_new(azj_classic *s, azj_rules rules, unsigned players, unsigned starter)
{
    if (rules > AZJ_CRYSTAL2)
        return AZJ_E_BAD_RULES;
    if (players < 2 || players > AZJ_SEATS_MAX)
        return AZJ_E_BAD_PLAYERS;
    if (starter >= players && starter != AZJ_NOBODY)
        return AZJ_E_BAD_STARTER;
    memset(s, 0, sizeof *s);
    s->rules = (uint8_t)rules;
    s->players = (uint8_t)players;
    s->viewer = AZJ_VIEW_ALL;
    s->starter = (uint8_t)starter;
    s->round = 1;
    s->bag = CLASSIC_TILES_OF_COLOUR * AZJ_TILES_ONE;
    for (unsigned p = 0; p < players; p++)
        memset(s->board[p].open, 31, sizeof s->board[p].open);
    classic_begin_deal(s);
    return AZJ_E_OK;
}

size_t azj_classic_outcomes(const azj_classic *s, azj_outcome *outcomes)
{
    size_t n = 0;
    if (s->phase != AZJ_PHASE_DEAL)
        return 0;
    if (s->starter == AZJ_NOBODY) {
        for (uint8_t p = 0; p < s->players; p++)
            outcomes[n++] = (azj_outcome){AZJ_OUTCOME_STARTER, p, 1};
        return n;
    }
    for (uint8_t c = 0; c < AZJ_COLOUR_NB; c++) {
        const uint16_t left = (uint16_t)azj_tiles_count(s->bag, c);
        if (left)
            outcomes[n++] = (azj_outcome){AZJ_OUTCOME_TILE, c, left};
    }
    return n;
}

static void deal_tile(azj_classic *s, unsigned colour)
{
    const azj_tiles tile = azj_tiles_of(1, colour);
    s->bag -= tile;
    s->factory[s->dealt / CLASSIC_PER_FACTORY] += tile;
    s->dealt++;
}

void azj_classic_resolve(azj_classic *s, azj_outcome outcome)
{
    if (outcome.kind == AZJ_OUTCOME_STARTER)
        s->starter = outcome.value;
    else
        deal_tile(s, outcome.value);
    make_ready(s);
}

azj_outcome azj_classic_sample(const azj_classic *s, azj_rng *rng)
{
    if (s->starter == AZJ_NOBODY)
        return (azj_outcome){AZJ_OUTCOME_STARTER, (uint8_t)azj_rng_below(rng, s->players), 1};
    const unsigned colour = bits_draw(s->bag, azj_tiles_total(s->bag), rng);
    return (azj_outcome){AZJ_OUTCOME_TILE, (uint8_t)colour,
                         (uint16_t)azj_tiles_count(s->bag, colour)};
}

/* Deals tiles until the deal or the bag ends. The draws equal those of single steps, but the
 * running sums of the bag are updated instead of recomputed. */
static void deal_tiles(azj_classic *s, azj_rng *rng)
{
    azj_rng local = *rng;
    azj_tiles sums = bits_sums(s->bag), drawn = 0;
    const unsigned wanted = CLASSIC_PER_FACTORY * azj_classic_factories(s->players);
    const unsigned have = azj_tiles_total(s->bag), missing = wanted - s->dealt;
    const unsigned n = have < missing ? have : missing;
    for (unsigned i = 0; i < n; i++) {
        const azj_tiles tile = bits_pick(sums, azj_rng_below(&local, have - i));
        sums -= (0 - tile) & AZJ_TILES_ONE; /* this colour's sum and those above it */
        drawn += tile;
        s->factory[(s->dealt + i) / CLASSIC_PER_FACTORY] += tile;
    }
    s->bag -= drawn;
    s->dealt = (uint8_t)(s->dealt + n);
    *rng = local;
}

void azj_classic_deal(azj_classic *s, azj_rng *rng)
{
    if (s->phase == AZJ_PHASE_DEAL && s->starter == AZJ_NOBODY)
        azj_classic_resolve(s, azj_classic_sample(s, rng));
    while (s->phase == AZJ_PHASE_DEAL) {
        deal_tiles(s, rng);
        make_ready(s);
    }
}
