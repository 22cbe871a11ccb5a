/* position_json.c - positions and views as JSON, in the form of the trace.
 *
 * Beyond the trace's form: "viewer" in a view, the phase "deal" (Duel with "step": what is dealt
 * next), and "known" (who knows which plates of the pile) where there is such knowledge.
 */
#include "text/forms.h"

#include <string.h>

/* ,"key": */
static void put_key(buf *b, const char *key)
{
    buf_text(b, ",\"");
    buf_text(b, key);
    buf_text(b, "\":");
}

/* A seat, or a word in the place of nobody. */
static void put_seat(buf *b, const char *key, unsigned seat, const char *nobody)
{
    put_key(b, key);
    if (seat == AZJ_NOBODY)
        buf_text(b, nobody);
    else
        buf_unsigned(b, seat);
}

static void put_string(buf *b, const char *text)
{
    buf_char(b, '"');
    buf_text(b, text);
    buf_char(b, '"');
}

static void put_head(buf *b, const azj_head *head)
{
    buf_text(b, "{\"rules\":");
    put_string(b, azj_rules_name((azj_rules)head->rules));
    put_key(b, "players");
    buf_unsigned(b, head->players);
    if (head->viewer == AZJ_SPECTATOR)
        buf_text(b, ",\"viewer\":\"spectator\"");
    else if (head->viewer != AZJ_VIEW_ALL)
        put_seat(b, "viewer", head->viewer, "");
    put_key(b, "round");
    buf_unsigned(b, head->round);
    put_key(b, "phase");
    put_string(b, azj_phase_name(head->phase));
    put_seat(b, "seat", head->seat, "null");
    put_seat(b, "starter", head->starter, "null");
}

static void put_counts(buf *b, azj_tiles tiles)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        buf_char(b, c ? ',' : '[');
        buf_unsigned(b, azj_tiles_count(tiles, c));
    }
    buf_char(b, ']');
}

static void put_tiles(buf *b, const char *key, azj_tiles tiles)
{
    put_key(b, key);
    put_counts(b, tiles);
}

void text_put_sequence(buf *b, uint32_t pieces, unsigned count)
{
    for (unsigned i = 0; i < count; i++, pieces >>= 3) {
        const unsigned piece = pieces & 7u;
        buf_char(b, piece == AZJ_CLASSIC_MARKER ? 'M' : azj_colour_letter(piece - 1));
    }
}

/* Pattern lines: both games keep them as colour << 4 | count. */
static void put_lines(buf *b, const uint8_t *line, unsigned lines)
{
    put_key(b, "lines");
    for (unsigned i = 0; i < lines; i++) {
        buf_text(b, i ? ",\"" : "[\"");
        for (unsigned n = 0; n < (line[i] & 15u); n++)
            buf_char(b, azj_colour_letter(line[i] >> 4));
        buf_char(b, '"');
    }
    buf_char(b, ']');
}

/* What ends every position: the keys of a phase of its own. */
static void put_tail(buf *b, const azj_head *head)
{
    if (head->phase == AZJ_PHASE_TILING) {
        put_key(b, "line");
        buf_unsigned(b, head->line);
    }
    buf_char(b, '}');
}

/* ---- Classic family ------------------------------------------------------------------------- */

static void put_wall(buf *b, const uint32_t *wall)
{
    put_key(b, "wall");
    for (unsigned i = 0; i < 25; i++) {
        if (i % 5 == 0)
            buf_text(b, i ? "\",\"" : "[\"");
        char letter = '.';
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            if (wall[c] >> i & 1u)
                letter = azj_colour_letter(c);
        buf_char(b, letter);
    }
    buf_text(b, "\"]");
}

static void put_classic_board(buf *b, const azj_classic_board *board)
{
    buf_text(b, "{\"score\":");
    buf_number(b, board->score);
    put_lines(b, board->line, AZJ_CLASSIC_LINES);
    put_wall(b, board->wall);
    put_key(b, "floor");
    buf_char(b, '"');
    text_put_sequence(b, board->floor, azj_classic_floor_count(board));
    buf_text(b, "\"}");
}

void json_put_classic(buf *b, const azj_classic *s)
{
    azj_head head;
    memcpy(&head, s, sizeof head);
    put_head(b, &head);
    put_tiles(b, "bag", s->bag);
    put_tiles(b, "lid", s->lid);
    put_key(b, "factories");
    for (unsigned f = 0; f < azj_classic_factories(s->players); f++) {
        buf_char(b, f ? ',' : '[');
        put_counts(b, s->factory[f]);
    }
    buf_char(b, ']');
    put_tiles(b, "centre", s->centre);
    put_seat(b, "marker", s->marker, "\"centre\"");
    put_key(b, "boards");
    for (unsigned seat = 0; seat < s->players; seat++) {
        buf_char(b, seat ? ',' : '[');
        put_classic_board(b, &s->board[seat]);
    }
    buf_char(b, ']');
    put_tail(b, &head);
}

/* ---- Duel ----------------------------------------------------------------------------------- */

static void put_tablets(buf *b, unsigned tablets)
{
    put_key(b, "tablets");
    char separator = '[';
    for (unsigned t = 0; t < 4; t++) {
        const unsigned side = tablets >> (2 * t) & 3u;
        if (!side)
            continue;
        buf_char(b, separator);
        const char name[] = {'"', (char)('a' + t), (char)('0' + side), '"', '\0'};
        buf_text(b, name);
        separator = ',';
    }
    buf_char(b, ']');
}

static void put_small(buf *b, const azj_duel *s, unsigned f)
{
    buf_text(b, "{\"sun\":");
    put_counts(b, s->sun[f]);
    put_key(b, "moon");
    buf_char(b, '"');
    text_put_sequence(b, s->moon[f], text_stack_height(s->moon[f]));
    buf_char(b, '"');
    put_key(b, "chip");
    if (s->chip[f] == AZJ_NO_CHIP)
        buf_text(b, "null");
    else
        put_string(b, azj_face_name(s->chip[f]));
    put_key(b, "face_up");
    buf_text(b, azj_duel_face_up(s, f) ? "true}" : "false}");
}

static void put_factories(buf *b, const azj_duel *s)
{
    buf_text(b, ",\"large\":{\"sun\":");
    put_counts(b, s->large_sun);
    put_tiles(b, "moon", s->large_moon);
    buf_char(b, '}');
    put_seat(b, "start_tile", s->start_tile, "\"large\"");
    put_key(b, "small");
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
        buf_char(b, f ? ',' : '[');
        put_small(b, s, f);
    }
    buf_char(b, ']');
}

static void put_plates(buf *b, const char *key, const uint8_t *plates, unsigned count)
{
    put_key(b, key);
    buf_char(b, '[');
    for (unsigned i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (i)
            buf_char(b, ',');
        if (plate == AZJ_NO_PLATE)
            buf_text(b, "null");
        else
            put_string(b, azj_plate_name(plate));
    }
    buf_char(b, ']');
}

/* "known":["","0b",…]: a string for each plate of the pile and each drawn one, only if anybody
 * knows anything. */
static void put_known(buf *b, const azj_duel *s)
{
    uint8_t all[2 * AZJ_DUEL_PLATES];
    const unsigned count = s->pile_count + s->drawn_count;
    unsigned any = 0;
    memcpy(all, s->pile, s->pile_count);
    memcpy(all + s->pile_count, s->drawn, s->drawn_count);
    for (unsigned i = 0; i < count; i++)
        any |= all[i] & ~(unsigned)AZJ_PILE_PLATE;
    if (!any)
        return;
    put_key(b, "known");
    for (unsigned i = 0; i < count; i++) {
        buf_text(b, i ? ",\"" : "[\"");
        text_put_known(b, all[i]);
        buf_char(b, '"');
    }
    buf_char(b, ']');
}

static void put_dome(buf *b, const azj_duel_board *board)
{
    put_key(b, "plates");
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++) {
        buf_char(b, i ? ',' : '[');
        if (board->plate[i] >> 2 == AZJ_NO_PLATE) {
            buf_text(b, "null");
            continue;
        }
        buf_char(b, '"');
        buf_text(b, azj_plate_name(board->plate[i] >> 2));
        buf_char(b, '/');
        buf_unsigned(b, board->plate[i] & 3u);
        buf_char(b, '"');
    }
    buf_char(b, ']');
    put_key(b, "tiles");
    for (unsigned i = 0; i < 36; i++) {
        if (i % 6 == 0)
            buf_text(b, i ? "\",\"" : "[\"");
        buf_char(b, text_dome_letter(board, i));
    }
    buf_text(b, "\"]");
}

static void put_duel_board(buf *b, const azj_duel_board *board)
{
    buf_text(b, "{\"score\":");
    buf_number(b, board->score);
    put_lines(b, board->line, AZJ_DUEL_LINES);
    put_dome(b, board);
    put_key(b, "broken");
    buf_char(b, '"');
    text_put_sequence(b, board->broken, board->broken >> 12);
    buf_char(b, '"');
    put_key(b, "tokens");
    buf_unsigned(b, board->tokens);
    buf_char(b, ',');
    json_put_faces(b, "chips", board->chips);
    buf_char(b, ',');
    json_put_faces(b, "spent", board->spent);
    put_key(b, "taken");
    buf_unsigned(b, board->taken);
    put_key(b, "passed");
    buf_text(b, board->passed ? "true}" : "false}");
}

void json_put_duel(buf *b, const azj_duel *s, unsigned how)
{
    azj_head head;
    memcpy(&head, s, sizeof head);
    put_head(b, &head);
    put_tablets(b, s->tablets);
    put_tiles(b, "bag", s->bag);
    put_tiles(b, "tower", s->tower);
    put_factories(b, s);
    put_plates(b, "display", s->display, 3);
    put_plates(b, "pile", s->pile, s->pile_count);
    if (text_phase_draws(s->phase))
        put_plates(b, "drawn", s->drawn, s->drawn_count);
    if (!(how & AZJ_JSON_TRACE))
        put_known(b, s);
    buf_char(b, ',');
    json_put_faces(b, "chips", s->supply);
    put_key(b, "boards");
    for (unsigned seat = 0; seat < 2; seat++) {
        buf_char(b, seat ? ',' : '[');
        put_duel_board(b, &s->board[seat]);
    }
    buf_char(b, ']');
    if (s->phase == AZJ_PHASE_DEAL) {
        put_key(b, "step");
        buf_unsigned(b, s->step);
    }
    put_tail(b, &head);
}

size_t azj_position_json(const azj_state *s, unsigned how, char *out, size_t size)
{
    buf b = buf_on(out, size);
    if (s->head.rules == AZJ_DUEL)
        json_put_duel(&b, &s->duel, how);
    else
        json_put_classic(&b, &s->classic);
    return buf_end(&b);
}
