/* position_text.c - positions and views as one line of text. Grammar: docs/notation.md.
 *
 *   RULES PLAYERS ROUND PHASE SEAT STARTER …, then by game, then "view=SEAT" in a view:
 *   classic family   MARKER FACTORIES CENTRE BAG LID BOARD…
 *   duel             START_TILE TABLETS FACTORIES BAG TOWER DISPLAY PILE DRAWN CHIPS BOARD BOARD
 *
 * Multisets such as the bag are written as counts ("B2RT" is two blue, a red, a turquoise),
 * sequences as letters in order ("MBB"). "-" means empty or nobody.
 */
#include "text/forms.h"

#include <string.h>

static void put_field(buf *b)
{
    buf_char(b, ' ');
}

static void put_seat(buf *b, unsigned seat, char nobody)
{
    buf_char(b, seat == AZJ_NOBODY ? nobody : (char)('0' + seat));
}

static void put_heap(buf *b, azj_tiles tiles)
{
    if (!tiles)
        buf_char(b, '-');
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        const unsigned count = azj_tiles_count(tiles, c);
        if (!count)
            continue;
        buf_char(b, azj_colour_letter(c));
        if (count > 1)
            buf_unsigned(b, count);
    }
}

static void put_heap_field(buf *b, azj_tiles tiles)
{
    put_field(b);
    put_heap(b, tiles);
}

static void put_sequence(buf *b, uint32_t pieces, unsigned count)
{
    if (count)
        text_put_sequence(b, pieces, count);
    else
        buf_char(b, '-');
}

static void put_lines(buf *b, const uint8_t *line, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++) {
        if (i)
            buf_char(b, '/');
        put_heap(b, azj_tiles_of(line[i] & 15u, line[i] >> 4));
    }
}

/* Rows from the top, empty spaces counted: "B4/5/2R2/5/5". */
static void put_grid(buf *b, const char *cells, unsigned size)
{
    for (unsigned row = 0; row < size; row++) {
        unsigned empty = 0;
        if (row)
            buf_char(b, '/');
        for (unsigned i = 0; i < size; i++) {
            const char c = cells[size * row + i];
            empty += c == '.';
            if (empty && (c != '.' || i + 1 == size)) {
                buf_unsigned(b, empty);
                empty = 0;
            }
            if (c != '.')
                buf_char(b, c);
        }
    }
}

static void put_head(buf *b, const azj_head *head, unsigned step)
{
    buf_text(b, azj_rules_name((azj_rules)head->rules));
    put_field(b);
    buf_unsigned(b, head->players);
    put_field(b);
    buf_unsigned(b, head->round);
    put_field(b);
    buf_text(b, azj_phase_name(head->phase));
    const int dealing = head->phase == AZJ_PHASE_DEAL && head->rules == AZJ_DUEL;
    if (dealing || head->phase == AZJ_PHASE_TILING) {
        buf_char(b, ':');
        buf_unsigned(b, dealing ? step : head->line);
    }
    put_field(b);
    put_seat(b, head->seat, '-');
    put_field(b);
    put_seat(b, head->starter, '-');
}

static void put_viewer(buf *b, unsigned viewer)
{
    if (viewer == AZJ_VIEW_ALL)
        return;
    buf_text(b, " view=");
    if (viewer == AZJ_SPECTATOR)
        buf_text(b, "spectator");
    else
        buf_unsigned(b, viewer);
}

/* ---- Classic family ---- */

static void put_classic_board(buf *b, const azj_classic_board *board)
{
    char cells[25];
    memset(cells, '.', sizeof cells);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        for (unsigned i = 0; i < 25; i++)
            if (board->wall[c] >> i & 1u)
                cells[i] = azj_colour_letter(c);
    buf_number(b, board->score);
    buf_char(b, ':');
    put_lines(b, board->line, AZJ_CLASSIC_LINES);
    buf_char(b, ':');
    put_grid(b, cells, 5);
    buf_char(b, ':');
    put_sequence(b, board->floor, azj_classic_floor_count(board));
}

static void put_classic(buf *b, const azj_classic *s)
{
    azj_head head;
    memcpy(&head, s, sizeof head);
    put_head(b, &head, 0);
    put_field(b);
    put_seat(b, s->marker, 'c');
    for (unsigned f = 0; f < azj_classic_factories(s->players); f++) {
        buf_char(b, f ? '/' : ' ');
        put_heap(b, s->factory[f]);
    }
    put_heap_field(b, s->centre);
    put_heap_field(b, s->bag);
    put_heap_field(b, s->lid);
    for (unsigned p = 0; p < s->players; p++) {
        put_field(b);
        put_classic_board(b, &s->board[p]);
    }
    put_viewer(b, s->viewer);
}

/* ---- Duel ---- */

static void put_factories(buf *b, const azj_duel *s)
{
    put_heap_field(b, s->large_sun);
    buf_char(b, '|');
    put_heap(b, s->large_moon);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        buf_char(b, '/');
        put_heap(b, s->sun[f]);
        buf_char(b, '|');
        put_sequence(b, s->moon[f], text_stack_height(s->moon[f]));
        buf_char(b, '|');
        buf_text(b, s->chip[f] == AZJ_NO_CHIP ? "-" : azj_face_name(s->chip[f]));
    }
}

/* Plates with who knows them: "S3,J1~0b,J?". */
static void put_plates(buf *b, const uint8_t *plates, unsigned count)
{
    put_field(b);
    if (!count)
        buf_char(b, '-');
    for (unsigned i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (i)
            buf_char(b, ',');
        buf_text(b, plate == AZJ_NO_PLATE ? "-" : azj_plate_name(plate));
        if (plates[i] & ~AZJ_PILE_PLATE) {
            buf_char(b, '~');
            text_put_known(b, plates[i]);
        }
    }
}

/* Chips are a heap of faces: "B2,BK,T". */
static void put_faces(buf *b, azj_chips chips)
{
    unsigned n = 0;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++) {
        const unsigned count = azj_chips_count(chips, face);
        if (!count)
            continue;
        buf_text(b, n++ ? "," : "");
        buf_text(b, azj_face_name(face));
        if (count > 1)
            buf_unsigned(b, count);
    }
    if (!n)
        buf_char(b, '-');
}

static void put_dome_plates(buf *b, const azj_duel_board *board)
{
    unsigned n = 0;
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++) {
        const unsigned placed = board->plate[i];
        if (placed >> 2 == AZJ_NO_PLATE)
            continue;
        if (n++)
            buf_char(b, ',');
        text_put_plate_at(b, placed >> 2, placed & 3u, i + 1);
    }
    if (!n)
        buf_char(b, '-');
}

/* SCORE:LINES:PLATES:TILES:BROKEN:TOKENS/TAKEN[/p]:CHIPS:SPENT */
static void put_duel_board(buf *b, const azj_duel_board *board)
{
    char cells[36];
    for (unsigned i = 0; i < 36; i++)
        cells[i] = text_dome_letter(board, i);
    buf_number(b, board->score);
    buf_char(b, ':');
    put_lines(b, board->line, AZJ_DUEL_LINES);
    buf_char(b, ':');
    put_dome_plates(b, board);
    buf_char(b, ':');
    put_grid(b, cells, 6);
    buf_char(b, ':');
    put_sequence(b, board->broken, board->broken >> 12);
    buf_char(b, ':');
    buf_unsigned(b, board->tokens);
    buf_char(b, '/');
    buf_unsigned(b, board->taken);
    buf_text(b, board->passed ? "/p:" : ":");
    put_faces(b, board->chips);
    buf_char(b, ':');
    put_faces(b, board->spent);
}

void text_put_tablets(buf *b, unsigned tablets)
{
    unsigned n = 0;
    for (unsigned t = 0; t < 4; t++)
        if (tablets >> (2 * t) & 3u) {
            if (n++)
                buf_char(b, ',');
            buf_char(b, (char)('a' + t));
            buf_unsigned(b, tablets >> (2 * t) & 3u);
        }
}

static void put_duel(buf *b, const azj_duel *s)
{
    azj_head head;
    memcpy(&head, s, sizeof head);
    put_head(b, &head, s->step);
    put_field(b);
    put_seat(b, s->start_tile, 'L');
    put_field(b);
    text_put_tablets(b, s->tablets);
    put_factories(b, s);
    put_heap_field(b, s->bag);
    put_heap_field(b, s->tower);
    put_plates(b, s->display, 3);
    put_plates(b, s->pile, s->pile_count);
    put_plates(b, s->drawn, s->drawn_count);
    put_field(b);
    put_faces(b, s->supply);
    for (unsigned p = 0; p < 2; p++) {
        put_field(b);
        put_duel_board(b, &s->board[p]);
    }
    put_viewer(b, s->viewer);
}

size_t azj_position_text(const azj_state *s, char *out, size_t size)
{
    buf b = buf_on(out, size);
    if (s->head.rules == AZJ_DUEL)
        put_duel(&b, &s->duel);
    else
        put_classic(&b, &s->classic);
    return buf_end(&b);
}
