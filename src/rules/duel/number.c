/* number.c - the fixed action numbering for machine learning, the legal moves as a mask of these
 * numbers, and the hash.
 *
 * The ranges AZJ_DUEL_ACT_* are in the public header. Orders of a stack and payments are numbered
 * by their rank among those that the position allows.
 */
#include "rules/duel/internal.h"

/* ---- Move to number ---- */

static unsigned sun_number(const azj_duel *s, azj_move move)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    if (from == 0)
        return AZJ_DUEL_ACT_LARGE + colour * 7 + azj_move_to(move);
    azj_move stack[6];
    unsigned rank = 0;
    duel_stacks(duel_rest_of_sun(s, from, colour), stack);
    while (azj_move_stack(stack[rank]) != azj_move_stack(move))
        rank++;
    return AZJ_DUEL_ACT_SUN + (((from - 1) * 5 + colour) * 6 + rank) * 7 + azj_move_to(move);
}

static size_t payments_now(const azj_duel *s, azj_chips *pay)
{
    const azj_duel_board *b = &s->board[s->seat];
    return duel_payments(b->chips, duel_line_colour(b, s->line),
                         s->line - duel_line_count(b, s->line), pay);
}

static unsigned tile_number(const azj_duel *s, azj_move move)
{
    const unsigned cell = 6 * (azj_move_line(move) - 1) + azj_move_column(move) - 1;
    if (azj_move_spend(move) == 0)
        return AZJ_DUEL_ACT_TILE + cell;
    azj_chips pay[AZJ_DUEL_PAYMENTS_MAX];
    unsigned rank = 0;
    payments_now(s, pay);
    while (pay[rank] != azj_move_spend(move))
        rank++;
    return AZJ_DUEL_ACT_PAID + cell * AZJ_DUEL_PAYMENTS_MAX + rank;
}

static unsigned plate_number(azj_move move)
{
    return AZJ_DUEL_ACT_PLATE + (azj_move_plate(move) * 9 + azj_move_slot(move) - 1) * 4 +
           azj_move_turn(move);
}

static unsigned number_of(const azj_duel *s, azj_move move)
{
    switch (azj_move_kind_of(move)) {
    case AZJ_PLATE:
        return plate_number(move);
    case AZJ_DRAW:
        return AZJ_DUEL_ACT_DRAW;
    case AZJ_STOP:
        return AZJ_DUEL_ACT_STOP;
    case AZJ_RETURN:
        return AZJ_DUEL_ACT_RETURN + azj_move_plate(move);
    case AZJ_SUN:
        return sun_number(s, move);
    case AZJ_MOON:
        return AZJ_DUEL_ACT_MOON + azj_move_colour(move) * 7 + azj_move_to(move);
    case AZJ_CHIP:
        return AZJ_DUEL_ACT_CHIP + azj_move_from(move) - 1;
    case AZJ_TILE:
        return tile_number(s, move);
    default:
        return AZJ_DUEL_ACT_SKIP + azj_move_line(move) - 1;
    }
}

int azj_duel_action(const azj_duel *s, azj_move move)
{
    return azj_duel_legal(s, move, NULL) == AZJ_E_OK ? (int)number_of(s, move) : -1;
}

/* ---- Number to move ---- */

/* The functions below may return an illegal move; azj_duel_move_of_action checks it. */

static azj_move sun_of(const azj_duel *s, unsigned n)
{
    const unsigned to = n % 7, rank = n / 7 % 6, colour = n / 42 % 5, from = n / 210 + 1;
    azj_move stack[6] = {0};
    if (s->phase != AZJ_PHASE_OFFER || azj_tiles_count(s->sun[from - 1], colour) == 0 ||
        rank >= duel_stacks(duel_rest_of_sun(s, from, colour), stack))
        return AZJ_MOVE_NONE;
    return azj_move_sun(from, colour, 0, to) | stack[rank];
}

static azj_move paid_of(const azj_duel *s, unsigned n)
{
    const unsigned rank = n % AZJ_DUEL_PAYMENTS_MAX, cell = n / AZJ_DUEL_PAYMENTS_MAX;
    const unsigned line = cell / 6 + 1, column = cell % 6 + 1;
    azj_chips pay[AZJ_DUEL_PAYMENTS_MAX];
    if (s->phase != AZJ_PHASE_TILING || s->line != line || rank >= payments_now(s, pay))
        return AZJ_MOVE_NONE;
    return azj_move_tile(line, column, pay[rank]);
}

static azj_move move_of(const azj_duel *s, unsigned n)
{
    if (n < AZJ_DUEL_ACT_DRAW)
        return azj_move_place_plate(n / 36, n / 4 % 9 + 1, n % 4);
    if (n == AZJ_DUEL_ACT_DRAW)
        return AZJ_DRAW;
    if (n == AZJ_DUEL_ACT_STOP)
        return AZJ_STOP;
    if (n < AZJ_DUEL_ACT_SUN)
        return azj_move_return(n - AZJ_DUEL_ACT_RETURN);
    if (n < AZJ_DUEL_ACT_LARGE)
        return sun_of(s, n - AZJ_DUEL_ACT_SUN);
    if (n < AZJ_DUEL_ACT_MOON)
        return azj_move_sun(0, (n - AZJ_DUEL_ACT_LARGE) / 7, 0, (n - AZJ_DUEL_ACT_LARGE) % 7);
    if (n < AZJ_DUEL_ACT_CHIP)
        return azj_move_moon((n - AZJ_DUEL_ACT_MOON) / 7, (n - AZJ_DUEL_ACT_MOON) % 7);
    if (n < AZJ_DUEL_ACT_TILE)
        return azj_move_chip(n - AZJ_DUEL_ACT_CHIP + 1);
    n -= AZJ_DUEL_ACT_TILE;
    if (n < 36)
        return azj_move_tile(n / 6 + 1, n % 6 + 1, 0);
    if (n < 36 + 6)
        return azj_move_skip(n - 36 + 1);
    return paid_of(s, n - 36 - 6);
}

azj_move azj_duel_move_of_action(const azj_duel *s, int action)
{
    if (action < 0 || action >= AZJ_DUEL_ACTIONS)
        return AZJ_MOVE_NONE;
    const azj_move move = move_of(s, (unsigned)action);
    return azj_duel_legal(s, move, NULL) == AZJ_E_OK ? move : AZJ_MOVE_NONE;
}

/* ---- Masks ---- */

unsigned duel_order_count(azj_tiles rest)
{
    static const uint8_t count[4][4] = {{1}, {1, 1}, {1, 1, 2}, {1, 1, 3, 6}}; /* tiles, colours */
    return count[azj_tiles_total(rest)][bits_count(bits_colours(rest))];
}

static void plate_mask(const azj_duel *s, const uint8_t *plates, unsigned count, uint64_t *mask)
{
    const uint64_t targets = duel_plate_targets(&s->board[s->seat]);
    for (unsigned i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate < AZJ_DUEL_PLATES)
            duel_mask_set(mask, AZJ_DUEL_ACT_PLATE + 36 * plate, targets);
    }
}

/* The seven targets of a colour: the broken spaces, then the lines. */
static uint64_t targets_of(duel_open open, unsigned colour)
{
    return ((open >> (8 * colour) & 63u) << 1) | 1;
}

static void sun_mask(const azj_duel *s, duel_open open, uint64_t *mask)
{
    static const uint64_t repeat[7] = {0, 1, 0x81, 0x4081, 0, 0, 0x810204081}; /* 7 bits apart */
    for (unsigned f = 1; f <= AZJ_DUEL_SMALL; f++)
        for (unsigned m = bits_colours(s->sun[f - 1]); m != 0; m &= m - 1) {
            const unsigned c = bits_first(m);
            const unsigned orders = duel_order_count(duel_rest_of_sun(s, f, c));
            duel_mask_set(mask, AZJ_DUEL_ACT_SUN + ((f - 1) * 5 + c) * 42,
                          targets_of(open, c) * repeat[orders]);
        }
}

static void offer_mask(const azj_duel *s, uint64_t *mask)
{
    const azj_duel_board *b = &s->board[s->seat];
    const duel_open open = duel_open_lines(b);
    if (b->tokens > 0 && duel_slot_left(b)) {
        plate_mask(s, s->display, 3, mask);
        duel_mask_set(mask, AZJ_DUEL_ACT_DRAW, (uint64_t)duel_may_draw(s));
    }
    sun_mask(s, open, mask);
    for (unsigned m = bits_colours(s->large_sun); m != 0; m &= m - 1)
        duel_mask_set(mask, AZJ_DUEL_ACT_LARGE + 7 * bits_first(m),
                      targets_of(open, bits_first(m)));
    for (unsigned m = bits_colours(duel_tops(s)); m != 0; m &= m - 1)
        duel_mask_set(mask, AZJ_DUEL_ACT_MOON + 7 * bits_first(m), targets_of(open, bits_first(m)));
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        duel_mask_set(mask, AZJ_DUEL_ACT_CHIP + f,
                      b->taken < duel_value.chips && azj_duel_face_up(s, f));
}

static void tiling_mask(const azj_duel *s, uint64_t *mask)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, first = 6 * (line - 1);
    uint64_t free = duel_free(b, line, duel_line_colour(b, line));
    if (duel_line_count(b, line) == line) {
        duel_mask_set(mask, AZJ_DUEL_ACT_TILE + first, free >> first);
        return;
    }
    duel_mask_set(mask, AZJ_DUEL_ACT_SKIP + line - 1, 1);
    azj_chips pay[AZJ_DUEL_PAYMENTS_MAX];
    const unsigned payments = (unsigned)payments_now(s, pay);
    for (; free != 0; free &= free - 1)
        for (unsigned i = 0; i < payments; i++)
            duel_mask_set(mask, AZJ_DUEL_ACT_PAID + bits_first(free) * AZJ_DUEL_PAYMENTS_MAX + i,
                          1);
}

void azj_duel_mask(const azj_duel *s, uint64_t *mask)
{
    memset(mask, 0, (AZJ_DUEL_ACTIONS + 63) / 64 * sizeof *mask);
    switch (s->phase) {
    case AZJ_PHASE_SETUP:
        plate_mask(s, s->display, 3, mask);
        return;
    case AZJ_PHASE_OFFER:
        offer_mask(s, mask);
        return;
    case AZJ_PHASE_DRAW:
        duel_mask_set(mask, AZJ_DUEL_ACT_DRAW, 3); /* and AZJ_DUEL_ACT_STOP */
        return;
    case AZJ_PHASE_KEEP:
        plate_mask(s, s->drawn, s->drawn_count, mask);
        return;
    case AZJ_PHASE_RETURN:
        for (unsigned i = 0; i < s->drawn_count; i++)
            duel_mask_set(mask, AZJ_DUEL_ACT_RETURN + (s->drawn[i] & AZJ_PILE_PLATE), 1);
        return;
    case AZJ_PHASE_TILING:
        tiling_mask(s, mask);
        return;
    default:
        return;
    }
}

/* ---- Hash ---- */

uint64_t azj_duel_hash(const azj_duel *s)
{
    uint64_t word[sizeof(azj_duel) / 8];
    memcpy(word, s, sizeof word);
    return bits_hash(word, sizeof(azj_duel) / 8);
}
