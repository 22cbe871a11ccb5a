/* moves.c - the list of legal moves, in a fixed order:
 *
 *   SETUP, KEEP   every plate, slot and turn
 *   OFFER         plates of the display, the draw, the suns of the small factories, the large
 *                 sun, the moons, the chips
 *   DRAW          draw, stop
 *   RETURN        the drawn plates
 *   TILING        every space with every payment, then the skip
 *
 * Targets of one colour are a row of ready-made bits that is copied behind each source; rows are
 * written eight at a time, the list's length says how many of them count.
 */
#include "rules/duel/internal.h"

/* The targets of one colour by the mask of lines that take it, lowest first and the broken space (0)
 * last, as the bits of a move; the eighth entry counts them. */
#define T(line) ((line) << 11)
static const azj_move targets[64][8] = {
    /* clang-format off */
    {T(0), T(0), T(0), T(0), T(0), T(0), T(0), 1},
    {T(1), T(0), T(0), T(0), T(0), T(0), T(0), 2},
    {T(2), T(0), T(0), T(0), T(0), T(0), T(0), 2},
    {T(1), T(2), T(0), T(0), T(0), T(0), T(0), 3},
    {T(3), T(0), T(0), T(0), T(0), T(0), T(0), 2},
    {T(1), T(3), T(0), T(0), T(0), T(0), T(0), 3},
    {T(2), T(3), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(2), T(3), T(0), T(0), T(0), T(0), 4},
    {T(4), T(0), T(0), T(0), T(0), T(0), T(0), 2},
    {T(1), T(4), T(0), T(0), T(0), T(0), T(0), 3},
    {T(2), T(4), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(2), T(4), T(0), T(0), T(0), T(0), 4},
    {T(3), T(4), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(3), T(4), T(0), T(0), T(0), T(0), 4},
    {T(2), T(3), T(4), T(0), T(0), T(0), T(0), 4},
    {T(1), T(2), T(3), T(4), T(0), T(0), T(0), 5},
    {T(5), T(0), T(0), T(0), T(0), T(0), T(0), 2},
    {T(1), T(5), T(0), T(0), T(0), T(0), T(0), 3},
    {T(2), T(5), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(2), T(5), T(0), T(0), T(0), T(0), 4},
    {T(3), T(5), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(3), T(5), T(0), T(0), T(0), T(0), 4},
    {T(2), T(3), T(5), T(0), T(0), T(0), T(0), 4},
    {T(1), T(2), T(3), T(5), T(0), T(0), T(0), 5},
    {T(4), T(5), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(4), T(5), T(0), T(0), T(0), T(0), 4},
    {T(2), T(4), T(5), T(0), T(0), T(0), T(0), 4},
    {T(1), T(2), T(4), T(5), T(0), T(0), T(0), 5},
    {T(3), T(4), T(5), T(0), T(0), T(0), T(0), 4},
    {T(1), T(3), T(4), T(5), T(0), T(0), T(0), 5},
    {T(2), T(3), T(4), T(5), T(0), T(0), T(0), 5},
    {T(1), T(2), T(3), T(4), T(5), T(0), T(0), 6},
    {T(6), T(0), T(0), T(0), T(0), T(0), T(0), 2},
    {T(1), T(6), T(0), T(0), T(0), T(0), T(0), 3},
    {T(2), T(6), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(2), T(6), T(0), T(0), T(0), T(0), 4},
    {T(3), T(6), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(3), T(6), T(0), T(0), T(0), T(0), 4},
    {T(2), T(3), T(6), T(0), T(0), T(0), T(0), 4},
    {T(1), T(2), T(3), T(6), T(0), T(0), T(0), 5},
    {T(4), T(6), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(4), T(6), T(0), T(0), T(0), T(0), 4},
    {T(2), T(4), T(6), T(0), T(0), T(0), T(0), 4},
    {T(1), T(2), T(4), T(6), T(0), T(0), T(0), 5},
    {T(3), T(4), T(6), T(0), T(0), T(0), T(0), 4},
    {T(1), T(3), T(4), T(6), T(0), T(0), T(0), 5},
    {T(2), T(3), T(4), T(6), T(0), T(0), T(0), 5},
    {T(1), T(2), T(3), T(4), T(6), T(0), T(0), 6},
    {T(5), T(6), T(0), T(0), T(0), T(0), T(0), 3},
    {T(1), T(5), T(6), T(0), T(0), T(0), T(0), 4},
    {T(2), T(5), T(6), T(0), T(0), T(0), T(0), 4},
    {T(1), T(2), T(5), T(6), T(0), T(0), T(0), 5},
    {T(3), T(5), T(6), T(0), T(0), T(0), T(0), 4},
    {T(1), T(3), T(5), T(6), T(0), T(0), T(0), 5},
    {T(2), T(3), T(5), T(6), T(0), T(0), T(0), 5},
    {T(1), T(2), T(3), T(5), T(6), T(0), T(0), 6},
    {T(4), T(5), T(6), T(0), T(0), T(0), T(0), 4},
    {T(1), T(4), T(5), T(6), T(0), T(0), T(0), 5},
    {T(2), T(4), T(5), T(6), T(0), T(0), T(0), 5},
    {T(1), T(2), T(4), T(5), T(6), T(0), T(0), 6},
    {T(3), T(4), T(5), T(6), T(0), T(0), T(0), 5},
    {T(1), T(3), T(4), T(5), T(6), T(0), T(0), 6},
    {T(2), T(3), T(4), T(5), T(6), T(0), T(0), 6},
    {T(1), T(2), T(3), T(4), T(5), T(6), T(0), 7},
    /* clang-format on */
};
#undef T

/* ---- Plates ---------------------------------------------------------------------- */

/* Every empty slot in every turn, as the bits of a move. */
static size_t plate_row(const azj_duel_board *b, azj_move *row)
{
    size_t n = 0;
    for (unsigned slot = 1; slot <= AZJ_DUEL_SLOTS; slot++) {
        for (unsigned turn = 0; turn < 4; turn++)
            row[n + turn] = azj_move_place_plate(0, slot, turn);
        n += b->plate[slot - 1] == DUEL_EMPTY_SLOT ? 4 : 0;
    }
    return n;
}

static size_t plate_moves(const azj_duel *s, const uint8_t *plates, size_t count, azj_move *moves)
{
    azj_move row[4 * AZJ_DUEL_SLOTS + 4];
    const size_t places = plate_row(&s->board[s->seat], row);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate >= AZJ_DUEL_PLATES)
            continue;
        for (size_t k = 0; k < places; k += 4) /* there are four turns of each */
            for (size_t turn = 0; turn < 4; turn++)
                moves[n + k + turn] = row[k + turn] | azj_move_place_plate(plate, 0, 0);
        n += places;
    }
    return n;
}

static size_t return_moves(const azj_duel *s, azj_move *moves)
{
    for (unsigned i = 0; i < s->drawn_count; i++)
        moves[i] = azj_move_return(s->drawn[i] & AZJ_PILE_PLATE);
    return s->drawn_count;
}

/* ---- Tiles ------------------------------------------------------------------------ */

/* D15: by colour, the lines that take it: a bit each. */
static void find_open(const azj_duel_board *b, uint8_t *open)
{
    unsigned empty = 0, own[16] = {0};
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned count = duel_line_count(b, line), bit = 1u << (line - 1);
        empty |= count == 0 ? bit : 0;
        own[duel_line_colour(b, line)] |= count < line ? bit : 0;
    }
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        open[c] = (uint8_t)(empty | own[c]);
}

/* One source to each of its targets. */
static inline size_t emit(unsigned open, azj_move source, azj_move *moves)
{
    const azj_move *row = targets[open];
    for (unsigned i = 0; i < 8; i++)
        moves[i] = row[i] | source;
    return row[7];
}

/* The different orders of three tiles a <= b <= c. */
static unsigned orders_of_three(unsigned a, unsigned b, unsigned c, uint16_t *out)
{
    unsigned n = 0;
    out[n++] = (uint16_t)(a | b << 3 | c << 6);
    if (b != c)
        out[n++] = (uint16_t)(a | c << 3 | b << 6);
    if (a != b) {
        out[n++] = (uint16_t)(b | a << 3 | c << 6);
        if (b != c) {
            out[n++] = (uint16_t)(b | c << 3 | a << 6);
            out[n++] = (uint16_t)(c | a << 3 | b << 6);
        }
    }
    if (a != c && !(a == b && b == c))
        out[n++] = (uint16_t)(c | b << 3 | a << 6);
    return n;
}

/* The same for the tiles of a sorted stack, of which there may be fewer. */
static unsigned orders(unsigned sorted, uint16_t *out)
{
    const unsigned a = sorted & 7u, b = (sorted >> 3) & 7u, c = sorted >> 6;
    if (c != 0)
        return orders_of_three(a, b, c, out);
    out[0] = (uint16_t)sorted;
    out[1] = (uint16_t)(b | a << 3);
    return a != b && b != 0 ? 2 : 1;
}

/* `count` tiles of a colour as a stack. */
static unsigned stack_of(unsigned colour, unsigned count)
{
    static const uint16_t copies[5] = {0, 1, 1 | 1 << 3, 1 | 1 << 3 | 1 << 6, 0};
    return (colour + 1) * copies[count];
}

unsigned duel_stacks(azj_tiles rest, uint16_t *out)
{
    unsigned sorted = 0, n = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        const unsigned count = azj_tiles_count(rest, c);
        sorted |= stack_of(c, count) << (3 * n);
        n += count;
    }
    return orders(sorted, out);
}

/* D11: each colour of a small sun, each order of the rest, each target. */
static size_t small_sun_moves(azj_tiles sun, unsigned from, const uint8_t *open, azj_move *moves)
{
    size_t n = 0;
    for (unsigned colours = bits_colours(sun); colours != 0; colours &= colours - 1) {
        uint16_t stack[6];
        const unsigned c = bits_first(colours), count = azj_tiles_count(sun, c);
        const unsigned ways = duel_stacks(sun - azj_tiles_of(count, c), stack);
        for (unsigned i = 0; i < ways; i++)
            n += emit(open[c], azj_move_sun(from, c, stack[i], 0), moves + n);
    }
    return n;
}

static size_t tile_moves(const azj_duel *s, azj_move *moves)
{
    uint8_t open[AZJ_COLOUR_NB];
    size_t n = 0;
    find_open(&s->board[s->seat], open);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        n += small_sun_moves(s->sun[f], f + 1, open, moves + n);
    for (unsigned m = bits_colours(s->large_sun); m != 0; m &= m - 1)
        n += emit(open[bits_first(m)], azj_move_sun(0, bits_first(m), 0, 0), moves + n);
    for (unsigned m = bits_colours(duel_tops(s)); m != 0; m &= m - 1) /* D12 */
        n += emit(open[bits_first(m)], azj_move_moon(bits_first(m), 0), moves + n);
    return n;
}

static size_t offer_moves(const azj_duel *s, azj_move *moves)
{
    const azj_duel_board *b = &s->board[s->seat];
    size_t n = 0;
    if (b->tokens > 0 && duel_slot_left(b)) {
        n = plate_moves(s, s->display, 3, moves);
        if (duel_may_draw(s))
            moves[n++] = AZJ_DRAW;
    }
    n += tile_moves(s, moves + n);
    if (b->taken < duel_value.chips)
        for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
            if (azj_duel_face_up(s, f))
                moves[n++] = azj_move_chip(f + 1);
    return n;
}

/* ---- Tiling ------------------------------------------------------------------------ */

size_t duel_payments(azj_chips held, unsigned colour, unsigned missing, azj_chips *out)
{
    /* Two chips of a face become two bits, so that payments are subsets; of the two subsets with
     * one of them only the lower counts. */
    const azj_chips all = held | ((held >> 1) & DUEL_CHIPS_LOW);
    const azj_chips faces = duel_colour_faces[colour];
    size_t n = 0;
    for (azj_chips u = (0 - all) & all; u != 0; u = (u - all) & all) {
        if (((u >> 1) & ~u & DUEL_CHIPS_LOW) != 0)
            continue;
        const unsigned pairs = 3 * missing - bits_count(u); /* wraps when there are too many */
        if (pairs <= missing && 2 * pairs <= bits_count(u & faces))
            out[n++] = u - ((u >> 1) & DUEL_CHIPS_LOW);
    }
    return n;
}

static size_t tiling_moves(const azj_duel *s, azj_move *moves)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line;
    const unsigned count = duel_line_count(b, line), colour = duel_line_colour(b, line);
    azj_chips pay[AZJ_DUEL_PAYMENTS_MAX] = {0};
    const size_t payments = count == line ? 1 : duel_payments(b->chips, colour, line - count, pay);
    size_t n = 0;
    for (uint64_t free = duel_free(b, line, colour); free != 0; free &= free - 1) {
        const unsigned column = bits_first(free) - 6 * (line - 1) + 1;
        for (size_t i = 0; i < payments; i++)
            moves[n++] = azj_move_tile(line, column, pay[i]);
    }
    if (count != line)
        moves[n++] = azj_move_skip(line);
    return n;
}

size_t azj_duel_moves(const azj_duel *s, azj_move *moves)
{
    switch (s->phase) {
    case AZJ_PHASE_SETUP:
        return plate_moves(s, s->display, 3, moves);
    case AZJ_PHASE_OFFER:
        return offer_moves(s, moves);
    case AZJ_PHASE_DRAW:
        moves[0] = AZJ_DRAW;
        moves[1] = AZJ_STOP;
        return 2;
    case AZJ_PHASE_KEEP:
        return plate_moves(s, s->drawn, s->drawn_count, moves);
    case AZJ_PHASE_RETURN:
        return return_moves(s, moves);
    case AZJ_PHASE_TILING:
        return tiling_moves(s, moves);
    default:
        return 0;
    }
}
