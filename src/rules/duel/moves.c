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

/* ---- Plates ---------------------------------------------------------------------- */

/* Every empty slot in every turn, as the bits of a move. */
static size_t plate_row(const azj_duel_board *b, azj_move *row)
{
    size_t n = 0;
    for (unsigned slot = 1; slot <= AZJ_DUEL_SLOTS; slot++)
        if (b->plate[slot - 1] == DUEL_EMPTY_SLOT)
            for (unsigned turn = 0; turn < 4; turn++)
                row[n++] = azj_move_place_plate(0, slot, turn);
    return n;
}

static size_t plate_moves(const azj_duel *s, const uint8_t *plates, size_t count, azj_move *moves)
{
    azj_move row[4 * AZJ_DUEL_SLOTS];
    const size_t places = plate_row(&s->board[s->seat], row);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate >= AZJ_DUEL_PLATES)
            continue;
        for (size_t k = 0; k < places; k++)
            moves[n + k] = row[k] | azj_move_place_plate(plate, 0, 0);
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

/* Where tiles of one colour may go (D15): the broken space and every line with room. */
typedef struct targets {
    azj_move to[8];
    uint32_t count;
} targets;

static void find_targets(const azj_duel_board *b, targets *row)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        row[c].to[0] = 0;
        row[c].count = 1;
    }
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned count = duel_line_count(b, line), colour = duel_line_colour(b, line);
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            if (count == 0 || (c == colour && count < line))
                row[c].to[row[c].count++] = azj_move_moon(0, line) & ~15u;
    }
}

static size_t emit(const targets *row, azj_move base, azj_move *moves)
{
    for (unsigned i = 0; i < 8; i++)
        moves[i] = row->to[i] | base;
    return row->count;
}

unsigned duel_stacks(azj_tiles rest, uint16_t *out)
{
    unsigned t[3] = {0, 0, 0}, n = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        for (unsigned k = azj_tiles_count(rest, c); k > 0; k--)
            t[n++] = c + 1;
    unsigned m = 0;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 3; j++) {
            const unsigned k = 3 - i - j;
            if (i == j || t[i] == 0 || (n > 1 && t[j] == 0) || (n > 2 && t[k] == 0))
                continue;
            const unsigned stack = t[i] | t[j] << 3 | t[k] << 6;
            unsigned seen = 0;
            for (unsigned o = 0; o < m; o++)
                seen |= out[o] == stack;
            if (!seen)
                out[m++] = (uint16_t)stack;
        }
    }
    if (m == 0)
        out[m++] = 0;
    return m;
}

/* D11: each colour of a small sun, each order of the rest, each target. */
static size_t small_sun_moves(azj_tiles sun, unsigned from, const targets *row, azj_move *moves)
{
    size_t n = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        uint16_t stack[6];
        const unsigned count = azj_tiles_count(sun, c);
        if (count == 0)
            continue;
        const unsigned orders = duel_stacks(sun - azj_tiles_of(count, c), stack);
        for (unsigned i = 0; i < orders; i++)
            n += emit(&row[c], azj_move_sun(from, c, stack[i], 0), moves + n);
    }
    return n;
}

static size_t tile_moves(const azj_duel *s, azj_move *moves)
{
    targets row[AZJ_COLOUR_NB] = {0};
    size_t n = 0;
    find_targets(&s->board[s->seat], row);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        n += small_sun_moves(s->sun[f], f + 1, row, moves + n);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (azj_tiles_count(s->large_sun, c) != 0)
            n += emit(&row[c], azj_move_sun(0, c, 0, 0), moves + n);
    const azj_tiles tops = duel_tops(s); /* D12 */
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (azj_tiles_count(tops, c) != 0)
            n += emit(&row[c], azj_move_moon(c, 0), moves + n);
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
