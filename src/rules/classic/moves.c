/* moves.c - legal moves of the classic family, as a list and as a test with reasons.
 *
 * The order of the list: sources (the centre, then factory 1, 2, …), colours B Y R K T,
 * targets (line 1 … 5, then the floor); in the tiling, columns.
 */
#include "rules/classic/internal.h"
#include "rules/targets.h"

/* The TAKE move of each source and colour, without its target: centre, then factories. */
#define TAKES_FROM(f)                                                                         \
    AZJ_TAKE | (f) << 4 | 0 << 8, AZJ_TAKE | (f) << 4 | 1 << 8, AZJ_TAKE | (f) << 4 | 2 << 8, \
        AZJ_TAKE | (f) << 4 | 3 << 8, AZJ_TAKE | (f) << 4 | 4 << 8
static const azj_move takes[50] = {TAKES_FROM(0), TAKES_FROM(1), TAKES_FROM(2), TAKES_FROM(3),
                                   TAKES_FROM(4), TAKES_FROM(5), TAKES_FROM(6), TAKES_FROM(7),
                                   TAKES_FROM(8), TAKES_FROM(9)};

/* All sources and colours that can be taken, as bits 5 * source + colour. A single loop over them
 * has one mispredicted branch instead of one per factory. */
static uint64_t takeable(const azj_classic *s)
{
    const unsigned factories = azj_classic_factories(s->players);
    uint64_t mask = bits_colours(s->centre);
    for (unsigned f = 0; f < factories; f++)
        mask |= (uint64_t)bits_colours(s->factory[f]) << (5 * f + 5);
    return mask;
}

static size_t offer_moves(const azj_classic *s, azj_move *restrict moves)
{
    const uint8_t *open = s->board[s->seat].open;
    azj_move *restrict out = moves;
    for (uint64_t left = takeable(s); left; left &= left - 1) {
        const azj_move take = takes[bits_first(left)];
        const azj_move *row = rules_targets[open[azj_move_colour(take)]];
        for (unsigned i = 0; i < 8; i++)
            out[i] = row[i] + take;
        out += row[7];
    }
    return (size_t)(out - moves);
}

size_t azj_classic_moves(const azj_classic *s, azj_move *moves)
{
    if (s->phase == AZJ_PHASE_OFFER)
        return offer_moves(s, moves);
    if (s->phase != AZJ_PHASE_TILING)
        return 0;
    const unsigned colour = azj_classic_line_colour(&s->board[s->seat], s->line);
    size_t n = 0;
    for (unsigned c = azj_classic_columns(s, s->seat, s->line, colour); c; c &= c - 1)
        moves[n++] = azj_move_place(s->line, bits_first(c) + 1);
    return n;
}

static azj_error classic_refuse(azj_fault *why, azj_fault fault)
{
    if (why)
        *why = fault;
    return fault.code;
}

#define REFUSE(...) return classic_refuse(why, (azj_fault){__VA_ARGS__})

/* C5, C6: checks that the tiles may go to this line. */
static azj_error legal_target(const azj_classic_board *b, unsigned colour, unsigned line,
                              azj_fault *why)
{
    const uint8_t c = (uint8_t)colour, l = (uint8_t)line;
    if (line == 0 || b->open[colour] >> (line - 1) & 1u)
        return AZJ_E_OK;
    if (b->wall[colour] & classic_row_mask(line))
        REFUSE(.code = AZJ_E_ROW_HAS, .line = l, .colour = c);
    if (azj_classic_line_colour(b, line) != colour)
        REFUSE(.code = AZJ_E_LINE_HOLDS, .line = l, .colour = c,
               .other = (uint8_t)azj_classic_line_colour(b, line));
    REFUSE(.code = AZJ_E_LINE_FULL, .line = l, .colour = c);
}

static azj_error legal_take(const azj_classic *s, azj_move move, azj_fault *why)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    const unsigned line = azj_move_to(move);
    if (move != azj_move_take(from, colour, line))
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (from > azj_classic_factories(s->players))
        REFUSE(.code = AZJ_E_NO_FACTORY, .from = (uint8_t)from);
    if (colour >= AZJ_COLOUR_NB)
        REFUSE(.code = AZJ_E_NO_COLOUR);
    if (line > AZJ_CLASSIC_LINES)
        REFUSE(.code = AZJ_E_NO_LINE, .line = (uint8_t)line);
    if (from == 0 && azj_tiles_count(s->centre, colour) == 0)
        REFUSE(.code = AZJ_E_CENTRE_LACKS, .colour = (uint8_t)colour);
    if (from > 0 && azj_tiles_count(s->factory[from - 1], colour) == 0)
        REFUSE(.code = AZJ_E_FACTORY_LACKS, .from = (uint8_t)from, .colour = (uint8_t)colour);
    return legal_target(&s->board[s->seat], colour, line, why);
}

/* C15, C21: the reason why a column does not accept the line's colour. */
static azj_error refuse_column(const azj_classic *s, unsigned colour, unsigned row, unsigned column,
                               azj_fault *why)
{
    const azj_classic_board *b = &s->board[s->seat];
    const unsigned at = 5 * (row - 1) + column - 1;
    const unsigned printed = classic_variant(s)->printed[at];
    azj_fault fault = {.line = (uint8_t)row, .column = (uint8_t)column, .colour = (uint8_t)colour};
    fault.code = AZJ_E_COLUMN_HAS;
    if (azj_classic_wall(b) >> at & 1u) {
        fault.code = AZJ_E_SPACE_TAKEN;
    } else if (printed && printed != colour + 1) {
        fault.code = AZJ_E_SPACE_PRINTED;
        fault.other = (uint8_t)(printed - 1);
    }
    return classic_refuse(why, fault);
}

static azj_error legal_place(const azj_classic *s, azj_move move, azj_fault *why)
{
    const unsigned line = azj_move_line(move), column = azj_move_column(move);
    if (move != azj_move_place(line, column))
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if (line != s->line)
        REFUSE(.code = AZJ_E_OTHER_LINE, .line = (uint8_t)line, .number = s->line);
    if (column < 1 || column > 5)
        REFUSE(.code = AZJ_E_NO_COLUMN, .column = (uint8_t)column);
    const unsigned colour = azj_classic_line_colour(&s->board[s->seat], line);
    if (azj_classic_columns(s, s->seat, line, colour) >> (column - 1) & 1u)
        return AZJ_E_OK;
    return refuse_column(s, colour, line, column, why);
}

azj_error azj_classic_legal(const azj_classic *s, azj_move move, azj_fault *why)
{
    const azj_move_kind kind = azj_move_kind_of(move);
    if (s->phase == AZJ_PHASE_OVER)
        REFUSE(.code = AZJ_E_GAME_OVER);
    if (s->phase == AZJ_PHASE_DEAL)
        REFUSE(.code = AZJ_E_DEAL_FIRST);
    if (kind != AZJ_TAKE && kind != AZJ_PLACE)
        REFUSE(.code = AZJ_E_NOT_A_MOVE);
    if ((kind == AZJ_TAKE) != (s->phase == AZJ_PHASE_OFFER))
        REFUSE(.code = AZJ_E_WRONG_PHASE);
    return kind == AZJ_TAKE ? legal_take(s, move, why) : legal_place(s, move, why);
}
