/* legal.c - tests one move and gives the reason for refusing it. It does not use the list of
 * moves: unit tests compare the two.
 */
#include "rules/duel/internal.h"

static azj_error duel_refuse(azj_fault *why, azj_fault fault)
{
    if (why != NULL)
        *why = fault;
    return fault.code;
}

#define REFUSE(...) return duel_refuse(why, (azj_fault){__VA_ARGS__})

/* ---- Plates ---- */

static int contains(const uint8_t *plates, unsigned count, unsigned plate)
{
    for (unsigned i = 0; i < count; i++)
        if ((plates[i] & AZJ_PILE_PLATE) == plate)
            return 1;
    return 0;
}

static azj_error legal_drawn(const azj_duel *s, unsigned plate, azj_fault *why)
{
    if (plate >= AZJ_DUEL_PLATES)
        REFUSE(.code = AZJ_E_NO_PLATE);
    if (!contains(s->drawn, s->drawn_count, plate))
        REFUSE(.code = AZJ_E_PLATE_NOT_DRAWN);
    return AZJ_E_OK;
}

static azj_error legal_shown(const azj_duel *s, unsigned plate, azj_fault *why)
{
    if (plate >= AZJ_DUEL_PLATES)
        REFUSE(.code = AZJ_E_NO_PLATE);
    if (!contains(s->display, 3, plate))
        REFUSE(.code = AZJ_E_PLATE_NOT_SHOWN);
    if (s->phase == AZJ_PHASE_OFFER && s->board[s->seat].tokens == 0)
        REFUSE(.code = AZJ_E_NO_TOKEN);
    return AZJ_E_OK;
}

static azj_error legal_plate(const azj_duel *s, azj_move move, azj_fault *why)
{
    const unsigned slot = azj_move_slot(move);
    if (move >> 15 != 0)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase != AZJ_PHASE_SETUP && s->phase != AZJ_PHASE_OFFER && s->phase != AZJ_PHASE_KEEP)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    const azj_error error = s->phase == AZJ_PHASE_KEEP ? legal_drawn(s, azj_move_plate(move), why)
                                                       : legal_shown(s, azj_move_plate(move), why);
    if (error != AZJ_E_OK)
        return error;
    if (slot < 1 || slot > AZJ_DUEL_SLOTS)
        REFUSE(.code = AZJ_E_NO_SLOT, .number = (int32_t)slot);
    if (s->board[s->seat].plate[slot - 1] != DUEL_EMPTY_SLOT)
        REFUSE(.code = AZJ_E_SLOT_TAKEN, .number = (int32_t)slot);
    return AZJ_E_OK;
}

static azj_error legal_draw(const azj_duel *s, azj_move move, azj_fault *why)
{
    if (move != AZJ_DRAW)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase == AZJ_PHASE_DRAW)
        return AZJ_E_OK; /* the phase exists only while a further draw is possible */
    if (s->phase != AZJ_PHASE_OFFER)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    if (s->board[s->seat].tokens == 0)
        REFUSE(.code = AZJ_E_NO_TOKEN);
    if (!duel_slot_left(&s->board[s->seat]))
        REFUSE(.code = AZJ_E_DOME_FULL);
    if (s->pile_count == 0)
        REFUSE(.code = AZJ_E_PILE_EMPTY);
    if (!duel_may_draw(s))
        REFUSE(.code = AZJ_E_NO_POINT);
    return AZJ_E_OK;
}

static azj_error legal_stop(const azj_duel *s, azj_move move, azj_fault *why)
{
    if (move != AZJ_STOP)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase != AZJ_PHASE_DRAW)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    return AZJ_E_OK;
}

static azj_error legal_return(const azj_duel *s, azj_move move, azj_fault *why)
{
    if (move >> 9 != 0)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase != AZJ_PHASE_RETURN)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    return legal_drawn(s, azj_move_plate(move), why);
}

/* ---- Tiles and chips ---- */

/* D15: checks that tiles of this colour may go to the line. */
static azj_error legal_target(const azj_duel *s, unsigned colour, unsigned to, azj_fault *why)
{
    const azj_duel_board *b = &s->board[s->seat];
    if (to == 0)
        return AZJ_E_OK;
    if (to > AZJ_DUEL_LINES)
        REFUSE(.code = AZJ_E_NO_LINE, .line = (uint8_t)to);
    if (duel_line_count(b, to) == to)
        REFUSE(.code = AZJ_E_LINE_FULL, .line = (uint8_t)to);
    if (duel_line_count(b, to) != 0 && duel_line_colour(b, to) != colour)
        REFUSE(.code = AZJ_E_LINE_HOLDS, .line = (uint8_t)to, .colour = (uint8_t)colour,
               .other = (uint8_t)duel_line_colour(b, to));
    return AZJ_E_OK;
}

/* D11: checks that the stack holds exactly the tiles of `rest`, without a gap. */
static int stack_fits(unsigned stack, azj_tiles rest)
{
    for (; stack != 0; stack >>= 3) {
        const unsigned colour = (stack & 7u) - 1; /* a gap becomes a colour that is not there */
        if (colour >= AZJ_COLOUR_NB || azj_tiles_count(rest, colour) == 0)
            return 0;
        rest -= azj_tiles_of(1, colour);
    }
    return rest == 0;
}

static azj_error legal_sun(const azj_duel *s, azj_move move, azj_fault *why)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    const unsigned stack = azj_move_stack(move);
    if (move >> 23 != 0 || (from == 0 && stack != 0))
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase != AZJ_PHASE_OFFER)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    if (from > AZJ_DUEL_SMALL)
        REFUSE(.code = AZJ_E_NO_FACTORY, .from = (uint8_t)from);
    if (colour >= AZJ_COLOUR_NB)
        REFUSE(.code = AZJ_E_NO_COLOUR);
    const azj_tiles sun = from == 0 ? s->large_sun : s->sun[from - 1];
    const unsigned count = azj_tiles_count(sun, colour);
    if (count == 0)
        REFUSE(.code = from == 0 ? AZJ_E_LARGE_SUN_LACKS : AZJ_E_SUN_LACKS, .from = (uint8_t)from,
               .colour = (uint8_t)colour);
    if (from != 0 && !stack_fits(stack, sun - azj_tiles_of(count, colour)))
        REFUSE(.code = AZJ_E_STACK_WRONG, .from = (uint8_t)from);
    return legal_target(s, colour, azj_move_to(move), why);
}

static azj_error legal_moon(const azj_duel *s, azj_move move, azj_fault *why)
{
    const unsigned colour = azj_move_colour(move);
    if (move >> 14 != 0 || azj_move_from(move) != 0)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase != AZJ_PHASE_OFFER)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    if (colour >= AZJ_COLOUR_NB)
        REFUSE(.code = AZJ_E_NO_COLOUR);
    if (azj_tiles_count(duel_tops(s), colour) == 0)
        REFUSE(.code = AZJ_E_MOON_LACKS, .colour = (uint8_t)colour);
    return legal_target(s, colour, azj_move_to(move), why);
}

static azj_error legal_chip(const azj_duel *s, azj_move move, azj_fault *why)
{
    const unsigned from = azj_move_from(move);
    if (move >> 8 != 0)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase != AZJ_PHASE_OFFER)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    if (from < 1 || from > AZJ_DUEL_SMALL)
        REFUSE(.code = AZJ_E_NO_FACTORY, .from = (uint8_t)from);
    if (s->chip[from - 1] == AZJ_NO_CHIP)
        REFUSE(.code = AZJ_E_NO_CHIP, .from = (uint8_t)from);
    if (!azj_duel_face_up(s, from - 1))
        REFUSE(.code = AZJ_E_CHIP_FACE_DOWN, .from = (uint8_t)from);
    if (s->board[s->seat].taken >= duel_value.chips)
        REFUSE(.code = AZJ_E_CHIPS_TAKEN);
    return AZJ_E_OK;
}

/* ---- Tiling ---- */

/* D17: checks that the line's tile may go to this space of its dome row. */
static azj_error legal_space(const azj_duel *s, unsigned column, azj_fault *why)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned colour = duel_line_colour(b, s->line);
    azj_fault fault = {.line = s->line, .column = (uint8_t)column, .colour = (uint8_t)colour};
    if (column < 1 || column > 6) {
        fault.code = AZJ_E_NO_COLUMN;
        return duel_refuse(why, fault);
    }
    const uint64_t cell = UINT64_C(1) << (6 * (s->line - 1u) + column - 1);
    if (duel_free(b, s->line, colour) & cell)
        return AZJ_E_OK;
    if (b->plate[3 * ((s->line - 1u) >> 1) + ((column - 1) >> 1)] == DUEL_EMPTY_SLOT)
        fault.code = AZJ_E_SPACE_BARE;
    else if (azj_duel_filled(b) & cell)
        fault.code = AZJ_E_SPACE_TAKEN;
    else
        fault.code = b->special_space & cell ? AZJ_E_SPACE_SPECIAL : AZJ_E_SPACE_OTHER;
    return duel_refuse(why, fault);
}

/* D18: checks that the seat has these chips and that they pay exactly. */
static azj_error legal_payment(const azj_duel *s, azj_chips spend, azj_fault *why)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, missing = line - duel_line_count(b, line);
    const unsigned colour = duel_line_colour(b, line);
    azj_fault fault = {.code = AZJ_E_OK,
                       .line = (uint8_t)line,
                       .colour = (uint8_t)colour,
                       .number = (int32_t)missing};
    if (missing == 0 && spend != 0)
        fault.code = AZJ_E_LINE_NEEDS_NONE;
    if (missing != 0 && spend == 0)
        fault.code = AZJ_E_LINE_NOT_FULL;
    if (missing == 0 || spend == 0)
        return fault.code == AZJ_E_OK ? AZJ_E_OK : duel_refuse(why, fault);
    for (unsigned f = 0; f < AZJ_DUEL_FACES; f++)
        if (azj_chips_count(spend, f) > azj_chips_count(b->chips, f))
            REFUSE(.code = AZJ_E_CHIP_NOT_HELD);
    const unsigned pairs = 3 * missing - duel_chips_total(spend);
    if (pairs <= missing && 2 * pairs <= duel_chips_total(spend & duel_colour_faces[colour]))
        return AZJ_E_OK;
    fault.code = AZJ_E_PAY_WRONG;
    return duel_refuse(why, fault);
}

/* D17: the line to place now; the move has no bits from `bits` on. */
static azj_error legal_tiling_line(const azj_duel *s, azj_move move, unsigned bits, azj_fault *why)
{
    const unsigned line = azj_move_line(move);
    if (move >> bits != 0)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (s->phase != AZJ_PHASE_TILING)
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    if (line < 1 || line > AZJ_DUEL_LINES)
        REFUSE(.code = AZJ_E_NO_LINE, .line = (uint8_t)line);
    if (line != s->line)
        REFUSE(.code = AZJ_E_OTHER_LINE, .line = (uint8_t)line, .number = s->line);
    return AZJ_E_OK;
}

static azj_error legal_tile(const azj_duel *s, azj_move move, azj_fault *why)
{
    azj_error error = legal_tiling_line(s, move, 30, why);
    if (error == AZJ_E_OK)
        error = legal_space(s, azj_move_column(move), why);
    return error != AZJ_E_OK ? error : legal_payment(s, azj_move_spend(move), why);
}

static azj_error legal_skip(const azj_duel *s, azj_move move, azj_fault *why)
{
    const unsigned line = azj_move_line(move);
    const azj_error error = legal_tiling_line(s, move, 8, why);
    if (error != AZJ_E_OK)
        return error;
    if (duel_line_count(&s->board[s->seat], line) == line)
        REFUSE(.code = AZJ_E_SKIP_FULL, .line = (uint8_t)line);
    return AZJ_E_OK;
}

azj_error azj_duel_legal(const azj_duel *s, azj_move move, azj_fault *why)
{
    if (s->phase == AZJ_PHASE_OVER)
        REFUSE(.code = AZJ_E_GAME_OVER);
    if (s->phase == AZJ_PHASE_DEAL)
        REFUSE(.code = AZJ_E_DEAL_FIRST);
    switch (azj_move_kind_of(move)) {
    case AZJ_PLATE:
        return legal_plate(s, move, why);
    case AZJ_DRAW:
        return legal_draw(s, move, why);
    case AZJ_STOP:
        return legal_stop(s, move, why);
    case AZJ_RETURN:
        return legal_return(s, move, why);
    case AZJ_SUN:
        return legal_sun(s, move, why);
    case AZJ_MOON:
        return legal_moon(s, move, why);
    case AZJ_CHIP:
        return legal_chip(s, move, why);
    case AZJ_TILE:
        return legal_tile(s, move, why);
    case AZJ_SKIP:
        return legal_skip(s, move, why);
    default:
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    }
}
