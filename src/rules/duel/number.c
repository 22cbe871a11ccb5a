/* number.c - the fixed action numbering for machine learning, and the hash.
 *
 * The ranges AZJ_DUEL_ACT_* are in the public header. Orders of a stack and payments are numbered
 * by their rank among those that the position allows.
 */
#include "rules/duel/internal.h"

/* ---- Move to number ---- */

/* The tiles that stay on a small sun when `colour` is taken. */
static azj_tiles rest_of(const azj_duel *s, unsigned from, unsigned colour)
{
    const azj_tiles sun = s->sun[from - 1];
    return sun - azj_tiles_of(azj_tiles_count(sun, colour), colour);
}

static unsigned sun_number(const azj_duel *s, azj_move move)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    if (from == 0)
        return AZJ_DUEL_ACT_LARGE + colour * 7 + azj_move_to(move);
    azj_move stack[6];
    unsigned rank = 0;
    duel_stacks(rest_of(s, from, colour), stack);
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
        rank >= duel_stacks(rest_of(s, from, colour), stack))
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

/* ---- Hash ---- */

uint64_t azj_duel_hash(const azj_duel *s)
{
    uint64_t word[sizeof(azj_duel) / 8];
    memcpy(word, s, sizeof word);
    return bits_hash(word, sizeof(azj_duel) / 8);
}
