/* apply.c - makes a move without checking it: set-up, the four actions of the acquisition, the
 * plates drawn from the pile, and the order of turns.
 *
 *   SETUP -lay-> SETUP -lay-> OFFER
 *   OFFER -draw-> DRAW -draw-> DRAW -stop-> KEEP -lay-> RETURN -return-> RETURN ... -> OFFER
 *   OFFER -any other action-> OFFER, or the tiling (duel_end_turn)
 *
 * DRAW is left at once where no further draw is possible, RETURN where at most one plate is left.
 */
#include "rules/duel/internal.h"

/* ---- Action A: plates ---- */

void duel_lay_plate(azj_duel_board *b, unsigned plate, unsigned slot, unsigned turn)
{
    b->plate[slot - 1] = (uint8_t)(plate << 2 | turn);
    for (unsigned place = 0; place < 4; place++) {
        const uint64_t cell = UINT64_C(1) << (duel_slot_base[slot - 1] + duel_place_cell[place]);
        const unsigned space = azj_duel_plate_space(plate, turn, place);
        if (space == AZJ_SPACE_JOKER)
            b->joker |= cell;
        else if (space == AZJ_SPACE_SPECIAL)
            b->special_space |= cell;
        else
            b->space[space] |= cell;
    }
}

static void lay(azj_duel *s, azj_move move)
{
    duel_lay_plate(&s->board[s->seat], azj_move_plate(move), azj_move_slot(move),
                   azj_move_turn(move));
}

static void take_shown(azj_duel *s, unsigned plate)
{
    for (unsigned i = 0; i < 3; i++)
        if (s->display[i] == plate)
            s->display[i] = AZJ_NO_PLATE;
}

/* D8: the player who does not start lays first, then the starter; the display is refilled each
 * time. */
static void setup(azj_duel *s, azj_move move)
{
    lay(s, move);
    take_shown(s, azj_move_plate(move));
    duel_refill_display(s);
    if (s->seat == s->starter)
        s->phase = AZJ_PHASE_OFFER;
    else
        s->seat = s->starter;
}

/* D9: a draw costs a point; D10: a player without points draws once, for free. */
static void draw(azj_duel *s, azj_events *events)
{
    azj_duel_board *b = &s->board[s->seat];
    if (s->phase == AZJ_PHASE_OFFER)
        b->tokens--;
    if (b->score > 0)
        duel_score(s, events, (azj_event){.kind = AZJ_EVENT_PAID, .seat = s->seat, .points = -1});
    s->drawn[s->drawn_count++] = (uint8_t)duel_pop_pile(s);
    s->phase = s->pile_count > 0 && b->score > 0 ? AZJ_PHASE_DRAW : AZJ_PHASE_KEEP;
}

/* Removes a plate from the drawn ones, which keep their order; returns its entry. */
static unsigned take_drawn(azj_duel *s, unsigned plate)
{
    unsigned i = 0;
    while ((s->drawn[i] & AZJ_PILE_PLATE) != plate)
        i++;
    const unsigned entry = s->drawn[i];
    for (s->drawn_count--; i < s->drawn_count; i++)
        s->drawn[i] = s->drawn[i + 1];
    s->drawn[i] = 0;
    return entry;
}

/* D9: from now on the drawing player knows the fronts and both know the backs. The opponent, who
 * may have returned some of these plates earlier, no longer knows which is which, except a plate
 * that is the only one with its back. */
static void mark_drawn(azj_duel *s)
{
    const unsigned mine = duel_known_to(s->seat), theirs = duel_known_to(s->seat ^ 1u);
    unsigned backs[2] = {0, 0};
    for (unsigned i = 0; i < s->drawn_count; i++)
        backs[azj_duel_is_special(s->drawn[i] & AZJ_PILE_PLATE)]++;
    for (unsigned i = 0; i < s->drawn_count; i++) {
        const unsigned plate = s->drawn[i] & AZJ_PILE_PLATE;
        const unsigned kept = backs[azj_duel_is_special(plate)] == 1 ? s->drawn[i] & theirs : 0;
        s->drawn[i] = (uint8_t)(plate | mine | kept | AZJ_PILE_BACK);
    }
}

static void return_plate(azj_duel *s, unsigned plate)
{
    s->pile[s->pile_count++] = (uint8_t)take_drawn(s, plate);
}

/* Returns the last plate without a decision; returns whether the action is over. */
static int finish_return(azj_duel *s)
{
    if (s->drawn_count > 1) {
        s->phase = AZJ_PHASE_RETURN;
        return 0;
    }
    if (s->drawn_count == 1)
        return_plate(s, s->drawn[0] & AZJ_PILE_PLATE);
    s->phase = AZJ_PHASE_OFFER;
    return 1;
}

/* Returns whether the action is over. */
static int place_plate(azj_duel *s, azj_move move)
{
    if (s->phase == AZJ_PHASE_SETUP) {
        setup(s, move);
        return 0;
    }
    lay(s, move);
    if (s->phase == AZJ_PHASE_KEEP) {
        take_drawn(s, azj_move_plate(move));
        mark_drawn(s);
        return finish_return(s);
    }
    s->board[s->seat].tokens--;
    take_shown(s, azj_move_plate(move));
    return 1;
}

/* ---- Actions B and C: tiles ---- */

void duel_break(azj_duel *s, azj_duel_board *b, unsigned colour, unsigned count)
{
    unsigned have = duel_broken_count(b), pieces = b->broken & 0xfffu;
    for (; count > 0 && have < AZJ_DUEL_BROKEN; count--, have++)
        pieces |= (colour + 1) << (3 * have);
    b->broken = (uint16_t)(have << 12 | pieces);
    s->tower += azj_tiles_of(count, colour);
}

/* D15: puts tiles on one line or the broken spaces; the excess breaks. */
static void put_tiles(azj_duel *s, unsigned colour, unsigned count, unsigned to)
{
    azj_duel_board *b = &s->board[s->seat];
    if (to != 0) {
        const unsigned have = duel_line_count(b, to), room = to - have;
        const unsigned put = count < room ? count : room;
        b->line[to - 1] = (uint8_t)(colour << 4 | (have + put));
        count -= put;
    }
    if (count > 0)
        duel_break(s, b, colour, count);
}

/* Returns how many tiles were taken. */
static unsigned take_sun(azj_duel *s, azj_move move)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    azj_tiles *sun = from == 0 ? &s->large_sun : &s->sun[from - 1];
    const unsigned count = azj_tiles_count(*sun, colour);
    const azj_tiles rest = *sun - azj_tiles_of(count, colour);
    *sun = 0;
    if (from != 0)
        s->moon[from - 1] = (uint16_t)azj_move_stack(move);
    else if (rest != 0)
        s->large_moon = rest;
    else
        s->start_tile = s->seat; /* D13 */
    return count;
}

/* Takes the top tile if it has this colour; returns how many were taken. */
static unsigned pop_stack(uint16_t *moon, unsigned colour)
{
    const unsigned m = *moon, hit = duel_top(m) == colour + 1;
    const unsigned below = m >= 64 ? m & 63u : m >= 8 ? m & 7u : 0;
    *moon = (uint16_t)(hit ? below : m);
    return hit;
}

static unsigned take_moon(azj_duel *s, azj_move move)
{
    const unsigned colour = azj_move_colour(move);
    unsigned count = azj_tiles_count(s->large_moon, colour);
    if (count != 0 && s->start_tile == AZJ_NOBODY)
        s->start_tile = s->seat; /* D12 */
    s->large_moon -= azj_tiles_of(count, colour);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        count += pop_stack(&s->moon[f], colour);
    return count;
}

/* ---- Action D ---- */

static void take_chip(azj_duel *s, unsigned from)
{
    azj_duel_board *b = &s->board[s->seat];
    b->chips += 1u << (2 * s->chip[from - 1]);
    b->taken++;
    s->chip[from - 1] = AZJ_NO_CHIP;
}

/* ---- Turns ---- */

static int chips_gone(const azj_duel *s)
{
    return (s->chip[0] & s->chip[1] & s->chip[2] & s->chip[3]) == AZJ_NO_CHIP;
}

static int can_take_chip(const azj_duel *s, unsigned seat)
{
    if (s->board[seat].taken >= duel_value.chips)
        return 0;
    return azj_duel_face_up(s, 0) || azj_duel_face_up(s, 1) || azj_duel_face_up(s, 2) ||
           azj_duel_face_up(s, 3);
}

int duel_can_take_plate(const azj_duel *s, unsigned seat)
{
    const azj_duel_board *b = &s->board[seat];
    return b->tokens > 0 && duel_slot_left(b) && (!duel_display_empty(s) || s->pile_count > 0);
}

int duel_can_act(const azj_duel *s, unsigned seat)
{
    return !duel_no_tiles(s) || duel_can_take_plate(s, seat) || can_take_chip(s, seat);
}

static int acquisition_over(const azj_duel *s)
{
    return (s->board[0].tokens | s->board[1].tokens) == 0 && duel_no_tiles(s) && chips_gone(s);
}

/* D16. That both could be stuck before the phase may end does not happen in a game; a made-up
 * position goes on to its tiling then. */
static int pass_turn(azj_duel *s)
{
    const unsigned other = s->seat ^ 1u;
    if (acquisition_over(s))
        return 1;
    if (duel_can_act(s, other)) {
        s->seat = (uint8_t)other;
        return 0;
    }
    s->board[other].passed = 1;
    return !duel_can_act(s, s->seat);
}

void duel_end_turn(azj_duel *s, azj_events *events)
{
    if (pass_turn(s))
        duel_start_tiling(s, events);
}

int duel_acquire(azj_duel *s, azj_move move, azj_events *events)
{
    unsigned tiles = 0;
    int ends = 1; /* the turn */
    switch (azj_move_kind_of(move)) {
    case AZJ_PLATE:
        ends = place_plate(s, move);
        break;
    case AZJ_DRAW:
        draw(s, events);
        ends = 0;
        break;
    case AZJ_STOP:
        s->phase = AZJ_PHASE_KEEP;
        ends = 0;
        break;
    case AZJ_RETURN:
        return_plate(s, azj_move_plate(move));
        ends = finish_return(s);
        break;
    case AZJ_SUN:
        tiles = take_sun(s, move);
        break;
    case AZJ_MOON:
        tiles = take_moon(s, move);
        break;
    default:
        take_chip(s, azj_move_from(move));
        break;
    }
    if (tiles > 0)
        put_tiles(s, azj_move_colour(move), tiles, azj_move_to(move));
    return ends && pass_turn(s);
}

void azj_duel_apply(azj_duel *s, azj_move move, azj_events *events)
{
    if (events != NULL)
        events->count = 0;
    if (azj_move_kind_of(move) >= AZJ_TILE)
        duel_apply_tiling(s, move, events);
    else if (duel_acquire(s, move, events))
        duel_start_tiling(s, events);
}
