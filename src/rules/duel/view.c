/* view.c - what a seat or a spectator may know, and filling in the unknown.
 *
 * Hidden in Duel (docs/rules.md): the fronts of the pile and of drawn plates, except those that
 * the viewer returned; the backs in the pile, except the top one and those that both
 * saw being returned; the faces of face-down chips. Unknown things are marked, never left out, so
 * that a view has the shape of a state.
 */
#include "rules/duel/internal.h"

/* ---- View ---- */

static uint8_t back_of(unsigned plate)
{
    if (plate == AZJ_PLATE_UNKNOWN)
        return AZJ_PLATE_UNKNOWN;
    return azj_duel_is_special(plate) ? AZJ_PLATE_UNKNOWN_S : AZJ_PLATE_UNKNOWN_J;
}

/* A plate of the pile or drawn as the viewer sees it. */
static uint8_t mask_plate(unsigned entry, unsigned viewer, int back_seen)
{
    const unsigned plate = entry & AZJ_PILE_PLATE;
    unsigned flags = entry & ~(unsigned)AZJ_PILE_PLATE;
    if (viewer <= 1 && flags & duel_known_to(viewer))
        return (uint8_t)entry;
    if (viewer > 1) /* these flags would show a spectator which drawn plate was kept */
        flags &= AZJ_PILE_BACK;
    back_seen = back_seen || (flags & AZJ_PILE_BACK);
    return (uint8_t)(flags | (back_seen ? back_of(plate) : AZJ_PLATE_UNKNOWN));
}

/* D9: while plates are returned, others see how many of each back are left, not which is which:
 * special plates come first. */
static void sort_backs(azj_duel *view)
{
    uint8_t sorted[AZJ_DUEL_PLATES];
    unsigned n = 0;
    for (int special = 1; special >= 0; special--)
        for (unsigned i = 0; i < view->drawn_count; i++)
            if (azj_duel_is_special(view->drawn[i] & AZJ_PILE_PLATE) == special)
                sorted[n++] = view->drawn[i];
    memcpy(view->drawn, sorted, n);
}

static void mask_drawn(azj_duel *view, unsigned viewer)
{
    /* In DRAW nobody has seen a front; later only the drawing player has. */
    if (view->seat == viewer && view->phase != AZJ_PHASE_DRAW)
        return;
    for (unsigned i = 0; i < view->drawn_count; i++)
        view->drawn[i] = mask_plate(view->drawn[i], viewer, 1);
    if (view->phase == AZJ_PHASE_RETURN)
        sort_backs(view);
}

static void mask_chips(azj_duel *view)
{
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        if (view->chip[f] >= AZJ_DUEL_FACES || azj_duel_face_up(view, f))
            continue;
        view->supply += 1u << (2 * view->chip[f]);
        view->chip[f] = AZJ_CHIP_UNKNOWN;
    }
}

void azj_duel_view(const azj_duel *s, unsigned viewer, azj_duel *view)
{
    if (view != s)
        *view = *s;
    if (viewer == AZJ_VIEW_ALL)
        return;
    view->viewer = (uint8_t)viewer;
    for (unsigned i = 0; i < view->pile_count; i++)
        view->pile[i] = mask_plate(view->pile[i], viewer, i == 0);
    mask_drawn(view, viewer);
    mask_chips(view);
}

/* ---- Determinise ---- */

typedef struct deck {
    uint8_t plate[AZJ_DUEL_PLATES];
    unsigned count;
} deck;

/* Takes a uniformly chosen plate out of the deck. */
static unsigned draw_from(deck *d, azj_rng *rng)
{
    const unsigned i = azj_rng_below(rng, d->count);
    const unsigned plate = d->plate[i];
    d->plate[i] = d->plate[--d->count];
    return plate;
}

static uint32_t plate_bit(unsigned plate)
{
    return plate < AZJ_DUEL_PLATES ? 1u << plate : 0;
}

/* The plates whose place the view does not tell, a bit each. */
static uint32_t unseen_plates(const azj_duel *view)
{
    uint32_t seen = 0;
    for (unsigned i = 0; i < 3; i++)
        seen |= plate_bit(view->display[i]);
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++)
        seen |= plate_bit(view->board[0].plate[i] >> 2) | plate_bit(view->board[1].plate[i] >> 2);
    for (unsigned i = 0; i < view->pile_count; i++)
        seen |= plate_bit(view->pile[i] & AZJ_PILE_PLATE);
    for (unsigned i = 0; i < view->drawn_count; i++)
        seen |= plate_bit(view->drawn[i] & AZJ_PILE_PLATE);
    return ~seen & ((1u << AZJ_DUEL_PLATES) - 1);
}

/* Fills every entry marked `unknown` from the deck. */
static void fill_entries(uint8_t *entries, unsigned count, unsigned unknown, deck *d, azj_rng *rng)
{
    for (unsigned i = 0; i < count; i++)
        if ((entries[i] & AZJ_PILE_PLATE) == unknown)
            entries[i] = (uint8_t)((entries[i] & ~(unsigned)AZJ_PILE_PLATE) | draw_from(d, rng));
}

static void fill_all(azj_duel *s, unsigned unknown, deck *d, azj_rng *rng)
{
    fill_entries(s->drawn, s->drawn_count, unknown, d, rng);
    fill_entries(s->pile, s->pile_count, unknown, d, rng);
}

/* Fills places with a known back first, each from the plates with that back; the remaining plates
 * fill the other places. Every consistent filling is then equally likely. */
static void fill_plates(azj_duel *s, azj_rng *rng)
{
    deck special = {.count = 0}, joker = {.count = 0};
    for (uint32_t left = unseen_plates(s); left != 0; left &= left - 1) {
        const unsigned plate = bits_first(left);
        deck *d = azj_duel_is_special(plate) ? &special : &joker;
        d->plate[d->count++] = (uint8_t)plate;
    }
    fill_all(s, AZJ_PLATE_UNKNOWN_S, &special, rng);
    fill_all(s, AZJ_PLATE_UNKNOWN_J, &joker, rng);
    while (joker.count > 0)
        special.plate[special.count++] = joker.plate[--joker.count];
    fill_all(s, AZJ_PLATE_UNKNOWN, &special, rng);
}

static void fill_chips(azj_duel *s, azj_rng *rng)
{
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        if (s->chip[f] != AZJ_CHIP_UNKNOWN)
            continue;
        unsigned pick = azj_rng_below(rng, duel_chips_total(s->supply)), face = 0;
        while (pick >= azj_chips_count(s->supply, face))
            pick -= azj_chips_count(s->supply, face++);
        s->supply -= 1u << (2 * face);
        s->chip[f] = (uint8_t)face;
    }
}

void azj_duel_determinise(const azj_duel *view, azj_rng *rng, azj_duel *s)
{
    if (s != view)
        *s = *view;
    s->viewer = AZJ_VIEW_ALL;
    fill_plates(s, rng);
    fill_chips(s, rng);
}
