/* moves.c - the list of legal moves, in a fixed order:
 *
 *   SETUP, KEEP   every plate, slot and turn
 *   OFFER         plates of the display, the draw, the suns of the small factories, the large
 *                 sun, the moons, the chips
 *   DRAW          draw, stop
 *   RETURN        the drawn plates
 *   TILING        every space with every payment, then the skip
 *
 * The targets of one colour are a precomputed row of move bits (targets.h), combined with each
 * source.
 */
#include "rules/duel/internal.h"
#include "rules/targets.h"

/* ---- Plates ---- */

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

/* ---- Tiles ---- */

duel_open duel_open_lines(const azj_duel_board *b)
{
    duel_open own = 0;
    uint64_t empty = 0;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned tiles = b->line[line - 1], count = tiles & 15u;
        own |= (duel_open)(count < line) << (((tiles >> 1) & 0x38u) + line - 1); /* 8 * colour */
        empty |= (uint64_t)(count == 0) << (line - 1);
    }
    return own | empty * AZJ_TILES_ONE;
}

/* Half a row as an explicit vector: compilers cannot vectorise the loop because the lists might
 * overlap.
 */
typedef azj_move half_row __attribute__((vector_size(16)));

/* Combines each source (a move without a target) with each target of its colour. */
static size_t emit(const azj_move *source, size_t sources, duel_open open, azj_move *moves)
{
    size_t n = 0;
    for (size_t i = 0; i < sources; i++) {
        const azj_move take = source[i];
        const azj_move *row = rules_targets[(open >> (8 * azj_move_colour(take))) & 63u];
        half_row low, high;
        memcpy(&low, row, sizeof low);
        memcpy(&high, row + 4, sizeof high);
        low |= take;
        high |= take;
        memcpy(moves + n, &low, sizeof low);
        memcpy(moves + n + 4, &high, sizeof high);
        n += row[7];
    }
    return n;
}

/* The different orders of the tiles of a sorted stack, at most three, each as `base` with these
 * bits. Each one is written, and kept if it differs from those before it; this avoids
 * unpredictable branches. */
static inline unsigned orders(unsigned sorted, azj_move base, azj_move *out)
{
#define STACK(bottom, middle, top) (base | (bottom) << 14 | (middle) << 17 | (top) << 20)
    const unsigned a = sorted & 7u, b = (sorted >> 3) & 7u, c = sorted >> 6;
    unsigned n = 1;
    out[0] = STACK(a, b, c);
    if (c == 0) {
        out[1] = STACK(b, a, c);
        return a != b && b != 0 ? 2 : 1;
    }
    out[n] = STACK(a, c, b);
    n += b != c;
    out[n] = STACK(b, a, c);
    n += a != b;
    out[n] = STACK(b, c, a);
    n += a != b && b != c;
    out[n] = STACK(c, a, b);
    n += a != b && b != c;
    out[n] = STACK(c, b, a);
    return n + (a != c);
#undef STACK
}

/* All tiles as one stack, sorted by colour; at most four. */
static unsigned sorted_stack(azj_tiles tiles)
{
    unsigned stack = 0, at = 0;
    for (unsigned m = bits_colours(tiles); m != 0; m &= m - 1) {
        const unsigned c = bits_first(m), width = 3 * azj_tiles_count(tiles, c);
        stack |= (c + 1) * (01111u & ((1u << width) - 1)) << at;
        at += width;
    }
    return stack;
}

unsigned duel_stacks(azj_tiles rest, azj_move *out)
{
    return orders(sorted_stack(rest), 0, out);
}

/* Without a list, which would lie in slow memory on a GPU: which of the six orders differ from
 * those before them, in the sequence of orders(), and then the nth of these. */
azj_move duel_nth_stack(azj_tiles rest, unsigned n)
{
    /* Where the lowest, middle and highest tile of each order comes from, two bits each. */
    static const uint8_t order[6] = {0 | 1 << 2 | 2 << 4, 0 | 2 << 2 | 1 << 4, 1 | 0 << 2 | 2 << 4,
                                     1 | 2 << 2 | 0 << 4, 2 | 0 << 2 | 1 << 4, 2 | 1 << 2 | 0 << 4};
    const unsigned sorted = sorted_stack(rest);
    const unsigned a = sorted & 7u, b = (sorted >> 3) & 7u, c = sorted >> 6;
    const unsigned ab = a != b, bc = b != c, ac = a != c;
    unsigned differ = 1;
    if (c != 0)
        differ |= bc << 1 | ab << 2 | (ab & bc) << 3 | (ab & bc) << 4 | ac << 5;
    else if (b != 0)
        differ |= ab << 2;
    for (; n > 0; n--)
        differ &= differ - 1;
    const unsigned from = order[bits_first(differ)];
    return (sorted >> 3 * (from & 3u) & 7u) << 14 | (sorted >> 3 * (from >> 2 & 3u) & 7u) << 17 |
           (sorted >> 3 * (from >> 4) & 7u) << 20;
}

/* D11: each colour of a small sun with each order of the rest. */
static size_t small_sources(azj_tiles sun, unsigned from, azj_move *source)
{
    const unsigned all = sorted_stack(sun);
    unsigned at = 0;
    size_t n = 0;
    for (unsigned m = bits_colours(sun); m != 0; m &= m - 1) {
        const unsigned c = bits_first(m), width = 3 * azj_tiles_count(sun, c);
        const unsigned below = all & ((1u << at) - 1), above = all >> (at + width);
        n += orders(below | above << at, azj_move_sun(from, c, 0, 0), source + n);
        at += width;
    }
    return n;
}

static size_t tile_moves(const azj_duel *s, azj_move *moves)
{
    azj_move source[4 * 24 + 5 + 5]; /* see offer_max in the tests */
    size_t n = 0;
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        if (s->sun[f] != 0)
            n += small_sources(s->sun[f], f + 1, source + n);
    for (unsigned m = bits_colours(s->large_sun); m != 0; m &= m - 1)
        source[n++] = azj_move_sun(0, bits_first(m), 0, 0);
    for (unsigned m = bits_colours(duel_tops(s)); m != 0; m &= m - 1) /* D12 */
        source[n++] = azj_move_moon(bits_first(m), 0);
    return emit(source, n, duel_open_lines(&s->board[s->seat]), moves);
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
        for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
            moves[n] = azj_move_chip(f + 1);
            n += azj_duel_face_up(s, f) != 0;
        }
    return n;
}

/* ---- Tiling ---- */

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
        const azj_chips spend = u - ((u >> 1) & DUEL_CHIPS_LOW);
        const unsigned pairs = 3 * missing - duel_chips_total(spend); /* wraps: too many chips */
        if (pairs <= missing && 2 * pairs <= duel_chips_total(spend & faces))
            out[n++] = spend;
    }
    return n;
}

/* The free spaces of the line, each with each payment; a payment of no chips for a full line. */
static size_t space_moves(const azj_duel *s, const azj_chips *pay, size_t payments, azj_move *moves)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line;
    size_t n = 0;
    for (uint64_t free = duel_free(b, line, duel_line_colour(b, line)); free; free &= free - 1) {
        const unsigned column = bits_first(free) - 6 * (line - 1) + 1;
        for (size_t i = 0; i < payments; i++)
            moves[n++] = azj_move_tile(line, column, pay[i]);
    }
    return n;
}

static size_t tiling_moves(const azj_duel *s, azj_move *moves)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, missing = line - duel_line_count(b, line);
    azj_chips pay[AZJ_DUEL_PAYMENTS_MAX];
    if (missing == 0)
        return space_moves(s, &(azj_chips){0}, 1, moves);
    const size_t payments = duel_payments(b->chips, duel_line_colour(b, line), missing, pay);
    const size_t n = space_moves(s, pay, payments, moves);
    moves[n] = azj_move_skip(line);
    return n + 1;
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
