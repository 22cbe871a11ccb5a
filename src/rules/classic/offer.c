/* offer.c - makes a move: takes tiles (C3..C10); a tiling choice is passed to tiling.c. */
#include "rules/classic/internal.h"

void classic_reopen_line(azj_classic_board *b, unsigned line)
{
    const unsigned have = azj_classic_line_count(b, line);
    const unsigned holds = azj_classic_line_colour(b, line);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        const unsigned fits = have == 0 || (holds == c && have < line);
        const unsigned open = fits && !(b->wall[c] & classic_row_mask(line));
        b->open[c] = (uint8_t)((b->open[c] & ~(1u << (line - 1))) | open << (line - 1));
    }
}

/* Branches on source and target are unpredictable, so masks (all bits set, or none) distinguish a
 * factory from the centre and a line from the floor line. */
static inline azj_tiles all_bits_if(unsigned condition)
{
    return 0 - (azj_tiles)(condition != 0);
}

/* C5: fills a line from the right; returns how many tiles are left over. The floor line is line 0,
 * which has no room. */
static unsigned fill_line(azj_classic_board *b, unsigned line, unsigned colour, unsigned n)
{
    const unsigned is_line = (unsigned)all_bits_if(line);
    uint8_t *slot = &b->line[(line - 1) & is_line];
    const unsigned have = *slot & 15u & is_line, room = line - have;
    const unsigned fit = n < room ? n : room;
    const unsigned bit = (1u << line) >> 1;
    *slot = (uint8_t)(((colour << 4 | (have + fit)) & is_line) | (*slot & ~is_line));
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        b->open[c] &= (uint8_t)~bit;
    b->open[colour] |= (uint8_t)(fit < room ? bit : 0);
    return n - fit;
}

/* C4: the first to take from the centre gets the marker, before the tiles; C8: on a full floor
 * it costs nothing. */
static void take_marker(azj_classic *s, azj_classic_board *b)
{
    const unsigned have = azj_classic_floor_count(b);
    s->marker = s->seat;
    if (have < AZJ_CLASSIC_FLOOR)
        b->floor += 1u << 24 | (unsigned)AZJ_CLASSIC_MARKER << (3 * have);
}

/* Takes the tiles from the source (C3, C4); the rest goes to the centre or stays there. Returns
 * how many were taken. */
static unsigned lift(azj_classic *s, azj_classic_board *b, unsigned from, unsigned colour)
{
    const azj_tiles is_factory = all_bits_if(from);
    azj_tiles *factory = &s->factory[(from - 1) & (unsigned)is_factory];
    const azj_tiles source = (*factory & is_factory) | (s->centre & ~is_factory);
    const unsigned n = azj_tiles_count(source, colour);
    s->centre = (s->centre & is_factory) + source - azj_tiles_of(n, colour);
    *factory &= ~is_factory;
    if ((from | (s->marker ^ (unsigned)AZJ_NOBODY)) == 0)
        take_marker(s, b);
    return n;
}

int classic_offer_is_empty(const azj_classic *s)
{
    azj_tiles left = s->centre;
    if (left)
        return 0;
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        left |= s->factory[f];
    return left == 0;
}

void classic_take(azj_classic *s, azj_move move)
{
    azj_classic_board *b = &s->board[s->seat];
    const unsigned colour = azj_move_colour(move), line = azj_move_to(move);
    const unsigned n = lift(s, b, azj_move_from(move), colour);
    classic_drop(s, b, colour, fill_line(b, line, colour, n));
}

static void take_tiles(azj_classic *s, azj_move move, azj_events *events)
{
    classic_take(s, move);
    if (classic_offer_is_empty(s))
        classic_tile_from(s, s->starter, 1, events);
    else
        s->seat = (uint8_t)classic_next_seat(s, s->seat);
}

void azj_classic_apply(azj_classic *s, azj_move move, azj_events *events)
{
    if (events)
        events->count = 0;
    if (azj_move_kind_of(move) == AZJ_TAKE) {
        take_tiles(s, move, events);
    } else {
        const unsigned seat = s->seat, line = s->line;
        classic_place(s, seat, line, azj_move_column(move), events);
        classic_tile_from(s, seat, line + 1, events);
    }
}
