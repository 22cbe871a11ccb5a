/* validate.c - checks that a position is possible; reports what is impossible, and where.
 *
 * Text parsers build any state and then call this check. A valid position is one that play could
 * reach, as far as that can be decided without its history.
 */
#include "rules/classic/internal.h"

#include <string.h>

enum { SCORE_LIMIT = 999 };

static azj_error classic_fault(azj_fault *why, azj_fault f)
{
    if (why)
        *why = f;
    return f.code;
}

#define FAULT(...) return classic_fault(why, (azj_fault){__VA_ARGS__})

static azj_error check_head(const azj_classic *s, azj_fault *why)
{
    if (s->rules > AZJ_CRYSTAL2)
        FAULT(.code = AZJ_E_BAD_RULES);
    if (s->players < 2 || s->players > AZJ_SEATS_MAX)
        FAULT(.code = AZJ_E_BAD_PLAYERS, .number = s->players);
    if (s->viewer >= s->players && s->viewer != AZJ_SPECTATOR && s->viewer != AZJ_VIEW_ALL)
        FAULT(.code = AZJ_E_BAD_SEAT, .number = s->viewer);
    if (s->phase > AZJ_PHASE_OVER)
        FAULT(.code = AZJ_E_BAD_PHASE);
    if (s->round < 1 || s->round > AZJ_CLASSIC_ROUNDS_MAX)
        FAULT(.code = AZJ_E_BAD_ROUND, .number = s->round);
    const int deciding = s->phase == AZJ_PHASE_OFFER || s->phase == AZJ_PHASE_TILING;
    if (deciding ? s->seat >= s->players : s->seat != AZJ_NOBODY)
        FAULT(.code = AZJ_E_BAD_SEAT, .number = s->seat);
    const int unchosen = s->phase == AZJ_PHASE_DEAL && s->round == 1 && s->starter == AZJ_NOBODY;
    if (s->starter >= s->players && !unchosen)
        FAULT(.code = AZJ_E_BAD_STARTER, .number = s->starter);
    if (s->phase == AZJ_PHASE_TILING ? s->line < 1 || s->line > 5 : s->line != 0)
        FAULT(.code = AZJ_E_BAD_PHASE);
    return AZJ_E_OK;
}

/* ---- One board ---- */

static azj_error check_line(const azj_classic_board *b, unsigned seat, unsigned line,
                            azj_fault *why)
{
    const unsigned count = azj_classic_line_count(b, line);
    const unsigned colour = azj_classic_line_colour(b, line);
    if (count > line || colour >= AZJ_COLOUR_NB || (count == 0 && colour != 0))
        FAULT(.code = AZJ_E_BAD_LINE, .seat = (uint8_t)seat, .line = (uint8_t)line);
    if (count && b->wall[colour] & classic_row_mask(line)) /* C6 */
        FAULT(.code = AZJ_E_BAD_LINE_WALL, .seat = (uint8_t)seat, .line = (uint8_t)line,
              .colour = (uint8_t)colour);
    return AZJ_E_OK;
}

/* Checks one tile of the wall against all others. */
static int tile_is_placed_well(const azj_classic *s, const azj_classic_board *b, unsigned colour,
                               unsigned row, unsigned column)
{
    const unsigned at = 5 * (row - 1) + column - 1;
    const unsigned printed = classic_variant(s)->printed[at];
    if (!classic_variant(s)->choose_column && column != classic_fixed_column(row, colour))
        return 0; /* C14 */
    if (printed && printed != colour + 1)
        return 0; /* C21 */
    for (unsigned c = 0; c < colour; c++)
        if (b->wall[c] >> at & 1u)
            return 0; /* two tiles on a space */
    return bits_count(b->wall[colour] & classic_row_mask(row)) == 1 &&
           bits_count(b->wall[colour] & CLASSIC_COLUMN << (column - 1)) == 1; /* C15 */
}

static azj_error check_wall(const azj_classic *s, unsigned seat, azj_fault *why)
{
    const azj_classic_board *b = &s->board[seat];
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        if (b->wall[c] >> 25)
            FAULT(.code = AZJ_E_BAD_STATE);
        for (uint32_t left = b->wall[c]; left; left &= left - 1) {
            const unsigned row = bits_first(left) / 5 + 1, column = bits_first(left) % 5 + 1;
            if (!tile_is_placed_well(s, b, c, row, column))
                FAULT(.code = AZJ_E_BAD_WALL, .seat = (uint8_t)seat, .line = (uint8_t)row,
                      .column = (uint8_t)column, .colour = (uint8_t)c);
        }
    }
    return AZJ_E_OK;
}

static azj_error check_floor(const azj_classic_board *b, unsigned seat, azj_fault *why)
{
    const unsigned n = azj_classic_floor_count(b);
    unsigned markers = 0;
    if (n > AZJ_CLASSIC_FLOOR || (b->floor & 0xffffffu) >> (3 * n))
        FAULT(.code = AZJ_E_BAD_FLOOR, .seat = (uint8_t)seat);
    for (unsigned i = 0; i < n; i++) {
        const unsigned piece = azj_classic_floor_piece(b, i);
        if (piece < 1 || piece > AZJ_CLASSIC_MARKER)
            FAULT(.code = AZJ_E_BAD_FLOOR, .seat = (uint8_t)seat);
        markers += piece == AZJ_CLASSIC_MARKER;
    }
    if (markers > 1)
        FAULT(.code = AZJ_E_BAD_MARKER);
    return AZJ_E_OK;
}

static azj_error check_open(const azj_classic_board *b, azj_fault *why)
{
    azj_classic_board again = *b;
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++)
        classic_reopen_line(&again, line);
    if (memcmp(again.open, b->open, sizeof b->open) != 0)
        FAULT(.code = AZJ_E_BAD_STATE);
    return AZJ_E_OK;
}

static azj_error check_board(const azj_classic *s, unsigned seat, azj_fault *why)
{
    const azj_classic_board *b = &s->board[seat];
    if (b->score < 0 || b->score > SCORE_LIMIT)
        FAULT(.code = AZJ_E_BAD_SCORE, .seat = (uint8_t)seat, .number = b->score);
    azj_error e = check_wall(s, seat, why);
    for (unsigned line = 1; !e && line <= AZJ_CLASSIC_LINES; line++)
        e = check_line(b, seat, line, why);
    if (!e)
        e = check_floor(b, seat, why);
    return e ? e : check_open(b, why);
}

/* ---- The table ---- */

/* C1: 20 tiles of each colour in all places together. */
static azj_error check_tiles(const azj_classic *s, azj_fault *why)
{
    unsigned count[AZJ_CLASSIC_MARKER] = {0}; /* by colour, and the marker on a floor line */
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        count[c] =
            azj_tiles_count(s->bag, c) + azj_tiles_count(s->lid, c) + azj_tiles_count(s->centre, c);
        for (unsigned f = 0; f < azj_classic_factories(s->players); f++)
            count[c] += azj_tiles_count(s->factory[f], c);
        for (unsigned p = 0; p < s->players; p++)
            count[c] += bits_count(s->board[p].wall[c]);
    }
    for (unsigned p = 0; p < s->players; p++) {
        const azj_classic_board *b = &s->board[p];
        for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++)
            count[azj_classic_line_colour(b, line)] += azj_classic_line_count(b, line);
        for (unsigned i = 0; i < azj_classic_floor_count(b); i++)
            count[azj_classic_floor_piece(b, i) - 1]++;
    }
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (count[c] != CLASSIC_TILES_OF_COLOUR)
            FAULT(.code = AZJ_E_BAD_TILES, .colour = (uint8_t)c, .number = (int)count[c],
                  .limit = CLASSIC_TILES_OF_COLOUR);
    return AZJ_E_OK;
}

static azj_error check_factories(const azj_classic *s, azj_fault *why)
{
    unsigned dealt = 0;
    if ((s->bag | s->lid | s->centre) >> 40)
        FAULT(.code = AZJ_E_BAD_STATE);
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++) {
        const unsigned n = azj_tiles_total(s->factory[f]);
        const unsigned limit = f < azj_classic_factories(s->players) ? CLASSIC_PER_FACTORY : 0;
        if (s->factory[f] >> 40 || n > limit)
            FAULT(.code = AZJ_E_BAD_FACTORY, .from = (uint8_t)(f + 1), .number = (int)n,
                  .limit = (int)limit);
        dealt += n;
        if (s->phase == AZJ_PHASE_DEAL && n && dealt != CLASSIC_PER_FACTORY * f + n)
            FAULT(.code = AZJ_E_BAD_FACTORY, .from = (uint8_t)f, .number = (int)(dealt - n),
                  .limit = CLASSIC_PER_FACTORY);
    }
    if (s->dealt != (s->phase == AZJ_PHASE_DEAL ? dealt : 0))
        FAULT(.code = AZJ_E_BAD_STATE);
    return AZJ_E_OK;
}

static azj_error check_unused(const azj_classic *s, azj_fault *why)
{
    static const azj_classic_board empty;
    static const uint8_t pad[sizeof s->pad];
    for (unsigned p = s->players; p < AZJ_SEATS_MAX; p++)
        if (memcmp(&s->board[p], &empty, sizeof empty) != 0)
            FAULT(.code = AZJ_E_BAD_STATE);
    if (memcmp(s->pad, pad, sizeof pad) != 0)
        FAULT(.code = AZJ_E_BAD_STATE);
    return AZJ_E_OK;
}

/* ---- Phase ---- */

/* Returns whether this seat has finished its tiling of this round. */
static int has_tiled(const azj_classic *s, unsigned seat)
{
    if (s->phase != AZJ_PHASE_TILING)
        return s->phase != AZJ_PHASE_OFFER;
    const unsigned n = s->players;
    return (seat + n - s->starter) % n < (s->seat + n - s->starter) % n;
}

static azj_error check_marker(const azj_classic *s, azj_fault *why)
{
    if (s->marker != AZJ_NOBODY && s->marker >= s->players)
        FAULT(.code = AZJ_E_BAD_MARKER);
    for (unsigned p = 0; p < s->players; p++) {
        const azj_classic_board *b = &s->board[p];
        unsigned on_floor = 0;
        for (unsigned i = 0; i < azj_classic_floor_count(b); i++)
            on_floor += azj_classic_floor_piece(b, i) == AZJ_CLASSIC_MARKER;
        const int full = azj_classic_floor_count(b) == AZJ_CLASSIC_FLOOR; /* C8 */
        const int missing = s->marker == p && !on_floor && !full && !has_tiled(s, p);
        if ((on_floor && s->marker != p) || missing)
            FAULT(.code = AZJ_E_BAD_MARKER);
    }
    if (s->phase == AZJ_PHASE_DEAL && s->marker != AZJ_NOBODY)
        FAULT(.code = AZJ_E_BAD_MARKER);
    return AZJ_E_OK;
}

/* A seat that has tiled has no full line and an empty floor line; one that has not, no complete
 * row (C11, C13, C18).
 */
static azj_error check_progress(const azj_classic *s, unsigned seat, azj_fault *why)
{
    const azj_classic_board *b = &s->board[seat];
    const int tiling_now = s->phase == AZJ_PHASE_TILING && s->seat == seat;
    const unsigned tiled_lines = has_tiled(s, seat) ? 5u : tiling_now ? s->line - 1u : 0u;
    for (unsigned line = 1; line <= tiled_lines; line++)
        if (azj_classic_line_count(b, line) == line)
            FAULT(.code = AZJ_E_BAD_LINE, .seat = (uint8_t)seat, .line = (uint8_t)line);
    if (has_tiled(s, seat) && b->floor)
        FAULT(.code = AZJ_E_BAD_FLOOR, .seat = (uint8_t)seat);
    const int may_be_full = s->phase == AZJ_PHASE_OVER ||
                            (s->phase == AZJ_PHASE_TILING && (tiling_now || has_tiled(s, seat)));
    const uint32_t rows = classic_full_rows(azj_classic_wall(b));
    if (rows && !may_be_full)
        FAULT(.code = AZJ_E_BAD_ROW, .seat = (uint8_t)seat,
              .line = (uint8_t)(bits_first(rows) / 5 + 1));
    return AZJ_E_OK;
}

static azj_error check_choice(const azj_classic *s, azj_fault *why)
{
    const azj_classic_board *b = &s->board[s->seat];
    const unsigned colour = azj_classic_line_colour(b, s->line);
    const unsigned columns = azj_classic_columns(s, s->seat, s->line, colour);
    if (azj_classic_line_count(b, s->line) != s->line || !(columns & (columns - 1)))
        FAULT(.code = AZJ_E_BAD_CHOICE, .seat = s->seat, .line = s->line);
    return AZJ_E_OK;
}

/* C2, C3: tiles reach the centre from a factory, and the starter is the first to take tiles. */
static azj_error check_untouched(const azj_classic *s, azj_fault *why)
{
    for (unsigned f = 0; f < azj_classic_factories(s->players); f++)
        if (azj_tiles_total(s->factory[f]) < CLASSIC_PER_FACTORY)
            return AZJ_E_OK;
    if (s->centre)
        FAULT(.code = AZJ_E_BAD_CENTRE, .number = (int)azj_tiles_total(s->centre));
    if (s->seat != s->starter)
        FAULT(.code = AZJ_E_BAD_FIRST, .seat = s->starter);
    return AZJ_E_OK;
}

static azj_error check_phase(const azj_classic *s, azj_fault *why)
{
    azj_tiles table = s->centre;
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        table |= s->factory[f];
    if (s->phase == AZJ_PHASE_OFFER && !table)
        FAULT(.code = AZJ_E_BAD_OFFER);
    if (s->phase > AZJ_PHASE_OFFER && table)
        FAULT(.code = AZJ_E_BAD_PHASE);
    if (s->phase == AZJ_PHASE_DEAL && (s->centre || (s->starter != AZJ_NOBODY && !s->bag)))
        FAULT(.code = AZJ_E_BAD_PHASE);
    if (s->dealt == CLASSIC_PER_FACTORY * azj_classic_factories(s->players)) /* nothing to deal */
        FAULT(.code = AZJ_E_BAD_PHASE);
    if (s->phase == AZJ_PHASE_OVER && !classic_game_ends(s))
        FAULT(.code = AZJ_E_BAD_PHASE);
    for (unsigned p = 0; p < s->players; p++) {
        const azj_error e = check_progress(s, p, why);
        if (e)
            return e;
    }
    if (s->phase == AZJ_PHASE_OFFER)
        return check_untouched(s, why);
    return s->phase == AZJ_PHASE_TILING ? check_choice(s, why) : AZJ_E_OK;
}

azj_error azj_classic_validate(const azj_classic *s, azj_fault *why)
{
    azj_error e = check_head(s, why);
    if (!e)
        e = check_unused(s, why);
    if (!e)
        e = check_factories(s, why);
    for (unsigned p = 0; !e && p < s->players; p++)
        e = check_board(s, p, why);
    if (!e)
        e = check_tiles(s, why);
    if (!e)
        e = check_marker(s, why);
    return e ? e : check_phase(s, why);
}
