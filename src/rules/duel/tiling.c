/* tiling.c - dome tiling: each seat from the round's starter on, each line from the top, then the
 * penalty. Steps with a single outcome are made without a decision; a real choice leaves the state
 * in AZJ_PHASE_TILING with `seat` and `line` set.
 */
#include "rules/duel/internal.h"

/* ---- Points (D19) ---- */

/* The length of the run of set bits around bit `at` of a six-bit row, which counts as set. */
static unsigned run_length(unsigned row, unsigned at)
{
    row |= 1u << at;
    const unsigned above = (unsigned)__builtin_ctz(~(row >> at));
    const unsigned below = (unsigned)__builtin_clz(~(row << (31 - at)));
    return above + below - 1;
}

static unsigned row_bits(uint64_t filled, unsigned row)
{
    return (unsigned)(filled >> (6 * row)) & 63u;
}

typedef struct runs {
    uint8_t h, v; /* 0 where the tile stands alone in that direction */
} runs;

static runs find_runs(const azj_duel_board *b, unsigned row, unsigned column)
{
    const uint64_t filled = azj_duel_filled(b);
    const unsigned h = run_length(row_bits(filled, row - 1), column - 1);
    const unsigned v = run_length(duel_column_bits(filled, column - 1), row - 1);
    return (runs){(uint8_t)(h > 1 ? h : 0), (uint8_t)(v > 1 ? v : 0)};
}

static int run_points(runs r)
{
    return r.h + r.v > 0 ? r.h + r.v : 1;
}

int azj_duel_tile_points(const azj_duel *s, unsigned seat, unsigned row, unsigned column)
{
    return run_points(find_runs(&s->board[seat], row, column));
}

/* The spaces of a run of `length` through bit `at`, for the event. */
static uint64_t run_cells(uint64_t filled, unsigned at, unsigned step, unsigned before)
{
    uint64_t cells = UINT64_C(1) << at;
    for (unsigned i = at, n = before; n > 0 && filled >> (i - step) & 1; n--, i -= step)
        cells |= UINT64_C(1) << (i - step);
    for (unsigned i = at + step, n = 5 - before; n > 0 && filled >> i & 1; n--, i += step)
        cells |= UINT64_C(1) << i;
    return cells;
}

static uint64_t scored_cells(uint64_t filled, unsigned row, unsigned column)
{
    const unsigned at = 6 * (row - 1) + column - 1;
    return run_cells(filled, at, 1, column - 1) | run_cells(filled, at, 6, row - 1);
}

static void score_tile(azj_duel *s, unsigned line, unsigned column, azj_events *events)
{
    const azj_duel_board *b = &s->board[s->seat];
    const runs r = find_runs(b, line, column);
    azj_event event = {.kind = AZJ_EVENT_TILE, .seat = s->seat, .points = (int16_t)run_points(r)};
    if (events != NULL) {
        event.cells = scored_cells(azj_duel_filled(b), line, column);
        event.row = (uint8_t)line;
        event.column = (uint8_t)column;
        event.colour = (uint8_t)duel_line_colour(b, line);
        event.h = r.h;
        event.v = r.v;
        event.times = 1;
        event.count = 1;
    }
    duel_score(s, events, event);
}

/* D19: the special tile of the plate at row, column, if its three coloured spaces are filled now.
 */
static void place_special(azj_duel *s, unsigned row, unsigned column, azj_events *events)
{
    azj_duel_board *b = &s->board[s->seat];
    const uint64_t plate = UINT64_C(0xc3) << (6 * ((row - 1) & ~1u) + ((column - 1) & ~1u));
    const uint64_t cell = b->special_space & plate;
    if (cell == 0 || (azj_duel_filled(b) & plate) != (plate & ~cell))
        return;
    const unsigned at = bits_first(cell);
    const unsigned special_row = ((row - 1) & ~1u) + (at >= 6 * ((row - 1) & ~1u) + 6);
    b->special |= cell;
    duel_score(s, events,
               (azj_event){.kind = AZJ_EVENT_SPECIAL,
                           .seat = s->seat,
                           .points = duel_value.special[special_row],
                           .cells = cell,
                           .row = (uint8_t)(special_row + 1),
                           .column = (uint8_t)(at - 6 * special_row + 1),
                           .colour = AZJ_COLOUR_NB,
                           .times = 1,
                           .count = 1});
}

/* D17: moves the rightmost tile to the dome, the others to the tower. */
static void place_tile(azj_duel *s, unsigned line, unsigned column, azj_events *events)
{
    azj_duel_board *b = &s->board[s->seat];
    const unsigned colour = duel_line_colour(b, line);
    score_tile(s, line, column, events);
    b->tile[colour] |= UINT64_C(1) << (6 * (line - 1) + column - 1);
    s->tower += azj_tiles_of(duel_line_count(b, line) - 1, colour);
    b->line[line - 1] = 0;
    place_special(s, line, column, events);
}

/* ---- Lines and penalties ---- */

/* D17: a line for which the dome row can never have a space again. */
static void break_line(azj_duel *s, unsigned line, azj_events *events)
{
    azj_duel_board *b = &s->board[s->seat];
    const unsigned colour = duel_line_colour(b, line), count = duel_line_count(b, line);
    b->line[line - 1] = 0;
    duel_break(s, b, colour, count);
    duel_score(s, events,
               (azj_event){.kind = AZJ_EVENT_BROKEN,
                           .seat = s->seat,
                           .row = (uint8_t)line,
                           .colour = (uint8_t)colour,
                           .count = (uint8_t)count});
}

/* Tiles one line; returns 1 if its owner must choose. */
static int tile_line(azj_duel *s, unsigned line, azj_events *events)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned count = duel_line_count(b, line);
    if (count == 0)
        return 0;
    const unsigned colour = duel_line_colour(b, line);
    const uint64_t free = duel_free(b, line, colour);
    if (free == 0) {
        if (duel_row_complete(b, line))
            break_line(s, line, events);
        return 0;
    }
    if (count < line)
        return duel_can_pay(b->chips, colour, line - count); /* D18 */
    if ((free & (free - 1)) != 0)
        return 1;
    place_tile(s, line, bits_first(free) - 6 * (line - 1) + 1, events);
    return 0;
}

void duel_clamp(azj_duel *s, unsigned seat, azj_events *events)
{
    const int score = s->board[seat].score;
    if (score < 0)
        duel_score(
            s, events,
            (azj_event){.kind = AZJ_EVENT_CLAMP, .seat = (uint8_t)seat, .points = (int16_t)-score});
}

/* D20. */
static void pay_penalty(azj_duel *s, azj_events *events)
{
    azj_duel_board *b = &s->board[s->seat];
    for (unsigned i = 0; i < duel_broken_count(b); i++) {
        const unsigned colour = (((unsigned)b->broken >> (3 * i)) & 7u) - 1;
        s->tower += azj_tiles_of(1, colour);
        duel_score(s, events,
                   (azj_event){.kind = AZJ_EVENT_FLOOR,
                               .seat = s->seat,
                               .points = (int16_t)(duel_value.broken[i] - duel_value.broken[i + 1]),
                               .colour = (uint8_t)colour,
                               .count = (uint8_t)(i + 1)});
    }
    b->broken = 0;
    if (s->start_tile == s->seat)
        duel_score(s, events,
                   (azj_event){.kind = AZJ_EVENT_START_TILE,
                               .seat = s->seat,
                               .points = (int16_t)-duel_value.start_tile});
    duel_clamp(s, s->seat, events);
}

/* D21, D22: the step after the tiling. */
static void end_round(azj_duel *s, azj_events *events)
{
    if (s->round < AZJ_DUEL_ROUNDS) {
        duel_next_round(s);
        return;
    }
    duel_score_tablets(s, events);
    s->phase = AZJ_PHASE_OVER;
    s->seat = AZJ_NOBODY;
    s->line = 0;
}

/* Continues with `line` of s->seat until a choice or the end of the round. */
static void tile_from(azj_duel *s, unsigned line, azj_events *events)
{
    for (;;) {
        for (; line <= AZJ_DUEL_LINES; line++) {
            if (tile_line(s, line, events)) {
                s->line = (uint8_t)line;
                return;
            }
        }
        pay_penalty(s, events);
        if (s->seat != s->starter)
            break;
        s->seat ^= 1;
        line = 1;
    }
    end_round(s, events);
}

void duel_start_tiling(azj_duel *s, azj_events *events)
{
    s->phase = AZJ_PHASE_TILING;
    s->seat = s->starter;
    tile_from(s, 1, events);
}

/* D18: the spent chips are turned over. */
void duel_apply_tiling(azj_duel *s, azj_move move, azj_events *events)
{
    const unsigned line = s->line;
    if (azj_move_kind_of(move) == AZJ_TILE) {
        azj_duel_board *b = &s->board[s->seat];
        const azj_chips spend = azj_move_spend(move);
        b->chips -= spend;
        b->spent += spend;
        place_tile(s, line, azj_move_column(move), events);
    }
    tile_from(s, line + 1, events);
}
