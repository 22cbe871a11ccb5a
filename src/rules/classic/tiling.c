/* tiling.c - moves full lines to the wall, scores, ends rounds and games (C11..C24).
 *
 *   take_tiles() -> classic_tile_from -> [choice: TILING -> apply -> classic_place ->
 * classic_tile_from]
 *          -> end_round -> classic_begin_deal or end_game
 *
 * Tiling order: seats from the round's starter on, each seat all its lines from the top, then its
 * floor.
 */
#include "rules/classic/internal.h"

static void record(azj_events *events, azj_event event)
{
    if (events)
        events->at[events->count++] = event;
}

/* ---- Scoring one tile ---- */

static uint32_t row_bits(uint32_t wall, unsigned row)
{
    return (wall >> (5 * (row - 1))) & 31u;
}

/* The column's five bits, 5 apart, gathered into a short row. */
static uint32_t column_bits(uint32_t wall, unsigned column)
{
    return (((wall >> (column - 1)) & CLASSIC_COLUMN) * 0x111110u >> 20) & 31u;
}

/* The run around a place (from 1) of a short row; 0 when the tile stands alone there. */
static unsigned run_length(uint32_t bits, unsigned place)
{
    const unsigned length = bits_run_end(bits, place - 1) - bits_run_start(bits, place - 1);
    return length & (0u - (length > 1)); /* without an unpredictable branch */
}

typedef struct tile_score {
    unsigned h, v; /* runs that count */
    unsigned times, points;
} tile_score;

/* C12: 1 alone, else the runs of two or more. C22: twice on a doubling space. */
static tile_score score_at(const azj_classic *s, uint32_t wall, unsigned row, unsigned column)
{
    tile_score t = {.h = run_length(row_bits(wall, row), column),
                    .v = run_length(column_bits(wall, column), row)};
    const unsigned runs = t.h + t.v;
    t.times = 1u + (classic_variant(s)->doubled >> (5 * (row - 1) + column - 1) & 1u);
    t.points = t.times * (runs + !runs);
    return t;
}

int azj_classic_tile_points(const azj_classic *s, unsigned seat, unsigned row, unsigned column)
{
    const uint32_t wall = azj_classic_wall(&s->board[seat]) | 1u << (5 * (row - 1) + column - 1);
    return (int)score_at(s, wall, row, column).points;
}

/* The spaces of the runs that count, and the tile itself. */
static uint32_t scored_cells(uint32_t wall, unsigned row, unsigned column, const tile_score *t)
{
    const unsigned left = bits_run_start(row_bits(wall, row), column - 1);
    const unsigned top = bits_run_start(column_bits(wall, column), row - 1);
    const uint32_t across = (1u << t->h) - 1u, down = CLASSIC_COLUMN & ((1u << (5 * t->v)) - 1u);
    return across << (5 * (row - 1) + left) | down << (5 * top + column - 1) |
           1u << (5 * (row - 1) + column - 1);
}

static void score_tile(azj_classic *s, unsigned seat, unsigned row, unsigned column,
                       unsigned colour, azj_events *events)
{
    azj_classic_board *b = &s->board[seat];
    const uint32_t wall = azj_classic_wall(b);
    const tile_score t = score_at(s, wall, row, column);
    b->score = (int16_t)(b->score + (int)t.points);
    if (events)
        record(events, (azj_event){.kind = AZJ_EVENT_TILE,
                                   .seat = (uint8_t)seat,
                                   .points = (int16_t)t.points,
                                   .score = b->score,
                                   .row = (uint8_t)row,
                                   .column = (uint8_t)column,
                                   .colour = (uint8_t)colour,
                                   .h = (uint8_t)t.h,
                                   .v = (uint8_t)t.v,
                                   .times = (uint8_t)t.times,
                                   .cells = scored_cells(wall, row, column, &t)});
}

/* ---- Tiling one line ---- */

/* C15, C21: the columns in which a grey wall accepts a colour in a row. */
static unsigned free_columns(const azj_classic *s, const azj_classic_board *b, unsigned row,
                             unsigned colour)
{
    const uint8_t *printed = &classic_variant(s)->printed[5 * (row - 1)];
    const uint32_t own = b->wall[colour];
    unsigned taken = azj_classic_wall(b) >> (5 * (row - 1));
    taken |= own | own >> 5 | own >> 10 | own >> 15 | own >> 20; /* columns with this colour */
    for (unsigned c = 0; c < 5; c++)
        if (printed[c] && printed[c] != colour + 1)
            taken |= 1u << c;
    return ~taken & 31u;
}

unsigned azj_classic_columns(const azj_classic *s, unsigned seat, unsigned row, unsigned colour)
{
    const azj_classic_board *b = &s->board[seat];
    if (b->wall[colour] & classic_row_mask(row))
        return 0;
    if (!classic_variant(s)->choose_column)
        return 1u << (classic_fixed_column(row, colour) - 1);
    return free_columns(s, b, row, colour);
}

void classic_place(azj_classic *s, unsigned seat, unsigned line, unsigned column,
                   azj_events *events)
{
    azj_classic_board *b = &s->board[seat];
    const unsigned colour = azj_classic_line_colour(b, line);
    b->wall[colour] |= 1u << (5 * (line - 1) + column - 1);
    b->line[line - 1] = 0;
    s->lid += azj_tiles_of(line - 1, colour);    /* C11 */
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) /* an empty line takes what its row lacks */
        b->open[c] |= (uint8_t)(!(b->wall[c] & classic_row_mask(line)) << (line - 1));
    score_tile(s, seat, line, column, colour, events);
}

/* C16: a full line with no legal place falls to the floor. */
static void drop_line(azj_classic *s, unsigned seat, unsigned line, azj_events *events)
{
    azj_classic_board *b = &s->board[seat];
    const unsigned colour = azj_classic_line_colour(b, line);
    b->line[line - 1] = 0;
    classic_reopen_line(b, line);
    classic_drop(s, b, colour, line);
    record(events, (azj_event){.kind = AZJ_EVENT_DROPPED,
                               .seat = (uint8_t)seat,
                               .score = b->score,
                               .row = (uint8_t)line,
                               .colour = (uint8_t)colour,
                               .count = (uint8_t)line});
}

/* ---- The floor ---- */

static void record_floor(const azj_classic *s, unsigned seat, int score, azj_events *events)
{
    const azj_classic_board *b = &s->board[seat];
    for (unsigned i = 0; i < azj_classic_floor_count(b); i++) {
        const unsigned piece = azj_classic_floor_piece(b, i);
        const int cost = classic_variant(s)->floor_cost[i];
        score -= cost;
        record(events, (azj_event){.kind = AZJ_EVENT_FLOOR,
                                   .seat = (uint8_t)seat,
                                   .points = (int16_t)-cost,
                                   .score = (int16_t)score,
                                   .colour = (uint8_t)(piece - 1),
                                   .count = (uint8_t)(i + 1)});
    }
    if (score < 0)
        record(
            events,
            (azj_event){.kind = AZJ_EVENT_CLAMP, .seat = (uint8_t)seat, .points = (int16_t)-score});
}

/* C13, C23: the floor costs points, its tiles go to the lid, the marker stays with the player. */
static void clear_floor(azj_classic *s, unsigned seat, azj_events *events)
{
    azj_classic_board *b = &s->board[seat];
    if (events)
        record_floor(s, seat, b->score, events);
    const int score = b->score - classic_variant(s)->floor_total[azj_classic_floor_count(b)];
    b->score = (int16_t)(score < 0 ? 0 : score);
    azj_tiles pieces = 0; /* lane 0: free spaces, 1 to 5: tiles, 6: the marker; without branches */
    for (unsigned i = 0; i < AZJ_CLASSIC_FLOOR; i++)
        pieces += azj_tiles_of(1, azj_classic_floor_piece(b, i));
    s->lid += pieces >> 8 & 0xffffffffffu;
    b->floor = 0;
}

/* ---- The end (C18..C20, C24) ---- */

/* `event` says which row, column or colour it is; `cells` are its spaces. */
static void add_bonus(azj_classic *s, unsigned seat, azj_bonus bonus, uint32_t cells,
                      azj_event event, azj_events *events)
{
    azj_classic_board *b = &s->board[seat];
    event.points = classic_variant(s)->bonus[bonus];
    b->score = (int16_t)(b->score + event.points);
    event.kind = (uint8_t)(AZJ_EVENT_ROW + bonus);
    event.seat = (uint8_t)seat;
    event.score = b->score;
    event.cells = cells;
    record(events, event);
}

static void score_bonuses(azj_classic *s, unsigned seat, azj_events *events)
{
    const azj_classic_board *b = &s->board[seat];
    const uint32_t wall = azj_classic_wall(b);
    for (unsigned i = 1; i <= 5; i++) {
        const uint32_t row = classic_row_mask(i), column = CLASSIC_COLUMN << (i - 1);
        if ((wall & row) == row)
            add_bonus(s, seat, AZJ_BONUS_ROW, row, (azj_event){.row = (uint8_t)i}, events);
        if ((wall & column) == column)
            add_bonus(s, seat, AZJ_BONUS_COLUMN, column, (azj_event){.column = (uint8_t)i}, events);
    }
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (bits_count(b->wall[c]) == 5)
            add_bonus(s, seat, AZJ_BONUS_COLOUR, b->wall[c], (azj_event){.colour = (uint8_t)c},
                      events);
}

/* C18: a player has a complete row. C20: round 30, or no tiles are left for another round. */
int classic_game_ends(const azj_classic *s)
{
    uint32_t rows = 0;
    for (unsigned p = 0; p < s->players; p++)
        rows |= classic_full_rows(azj_classic_wall(&s->board[p]));
    return rows || s->round == AZJ_CLASSIC_ROUNDS_MAX || (s->bag | s->lid) == 0;
}

static void end_game(azj_classic *s, azj_events *events)
{
    s->phase = AZJ_PHASE_OVER;
    s->seat = AZJ_NOBODY;
    s->line = 0;
    for (unsigned p = 0; p < s->players; p++)
        score_bonuses(s, p, events);
}

static void end_round(azj_classic *s, azj_events *events)
{
    if (classic_game_ends(s)) {
        end_game(s, events);
        return;
    }
    if (s->marker != AZJ_NOBODY) /* C10: if nobody took it, the starter starts again */
        s->starter = s->marker;
    s->round++;
    classic_begin_deal(s);
}

/* C19: most points, then most complete rows; what is still tied is shared. */
unsigned azj_classic_winners(const azj_classic *s)
{
    int best = -1;
    unsigned winners = 0;
    if (s->phase != AZJ_PHASE_OVER)
        return 0;
    for (unsigned p = 0; p < s->players; p++) {
        const azj_classic_board *b = &s->board[p];
        const int rows = (int)bits_count(classic_full_rows(azj_classic_wall(b)));
        const int rank = b->score * 8 + rows;
        if (rank > best)
            winners = 0;
        if (rank >= best) {
            best = rank;
            winners |= 1u << p;
        }
    }
    return winners;
}

/* ---- The order of tiling ---- */

/* Tiles one full line; returns 1 instead if the player has a choice. */
static int tile_line(azj_classic *s, unsigned seat, unsigned line, azj_events *events)
{
    const unsigned colour = azj_classic_line_colour(&s->board[seat], line);
    const unsigned columns = azj_classic_columns(s, seat, line, colour);
    if (columns & (columns - 1))
        return 1;
    if (columns)
        classic_place(s, seat, line, bits_first(columns) + 1, events);
    else
        drop_line(s, seat, line, events);
    return 0;
}

static void ask_column(azj_classic *s, unsigned seat, unsigned line)
{
    s->phase = AZJ_PHASE_TILING;
    s->seat = (uint8_t)seat;
    s->line = (uint8_t)line;
}

/* The full lines of a board as bits, line 1 lowest: five comparisons at once. */
static unsigned full_lines(const azj_classic_board *b)
{
    azj_tiles lines = 0;
    for (unsigned i = 0; i < AZJ_CLASSIC_LINES; i++)
        lines |= (azj_tiles)b->line[i] << (8 * i);
    return ~bits_colours((lines & 0x0f0f0f0f0fu) ^ 0x0504030201u) & 31u;
}

void classic_tile_from(azj_classic *s, unsigned seat, unsigned line, azj_events *events)
{
    do {
        const unsigned below = 31u << (line - 1);
        for (unsigned full = full_lines(&s->board[seat]) & below; full; full &= full - 1) {
            line = bits_first(full) + 1;
            if (tile_line(s, seat, line, events)) {
                ask_column(s, seat, line);
                return;
            }
        }
        clear_floor(s, seat, events);
        seat = classic_next_seat(s, seat);
        line = 1;
    } while (seat != s->starter);
    end_round(s, events);
}
