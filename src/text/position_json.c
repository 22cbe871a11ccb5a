/* position_json.c - positions and views as JSON, in the form of the trace.
 *
 * Beyond the trace's form: "viewer" in a view, the phase "deal" (Duel with "step": what is dealt
 * next), and "known" (who knows which plates of the pile) where there is such knowledge.
 */
#include "text/forms.h"

#include <string.h>

/* Writes a seat, or for nobody the word `nobody`, or null if that is NULL. */
static void put_seat(json_writer *w, const char *key, unsigned seat, const char *nobody)
{
    if (seat != AZJ_NOBODY)
        json_write_unsigned(w, key, seat);
    else if (nobody)
        json_write_string(w, key, nobody);
    else
        json_write_null(w, key);
}

static void put_head(json_writer *w, const azj_head *head)
{
    json_write_string(w, "rules", azj_rules_name((azj_rules)head->rules));
    json_write_unsigned(w, "players", head->players);
    if (head->viewer == AZJ_SPECTATOR)
        json_write_string(w, "viewer", "spectator");
    else if (head->viewer != AZJ_VIEW_ALL)
        json_write_unsigned(w, "viewer", head->viewer);
    json_write_unsigned(w, "round", head->round);
    json_write_string(w, "phase", azj_phase_name(head->phase));
    put_seat(w, "seat", head->seat, NULL);
    put_seat(w, "starter", head->starter, NULL);
}

static void put_tiles(json_writer *w, const char *key, azj_tiles tiles)
{
    json_write_array(w, key);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        json_write_unsigned(w, NULL, azj_tiles_count(tiles, c));
    json_write_array_end(w);
}

void text_put_sequence(buf *b, uint32_t pieces, unsigned count)
{
    for (unsigned i = 0; i < count; i++, pieces >>= 3) {
        const unsigned piece = pieces & 7u;
        buf_char(b, piece == AZJ_CLASSIC_MARKER ? 'M' : azj_colour_letter(piece - 1));
    }
}

static void put_sequence(json_writer *w, const char *key, uint32_t pieces, unsigned count)
{
    json_write_string_begin(w, key);
    text_put_sequence(w->out, pieces, count);
    json_write_string_end(w);
}

/* Pattern lines: both games keep them as colour << 4 | count. */
static void put_lines(json_writer *w, const uint8_t *line, unsigned lines)
{
    json_write_array(w, "lines");
    for (unsigned i = 0; i < lines; i++) {
        json_write_string_begin(w, NULL);
        for (unsigned n = 0; n < (line[i] & 15u); n++)
            buf_char(w->out, azj_colour_letter(line[i] >> 4));
        json_write_string_end(w);
    }
    json_write_array_end(w);
}

/* ---- Classic family ---- */

static void put_wall(json_writer *w, const uint32_t *wall)
{
    json_write_array(w, "wall");
    for (unsigned row = 0; row < 5; row++) {
        json_write_string_begin(w, NULL);
        for (unsigned i = 5 * row; i < 5 * row + 5; i++) {
            char letter = '.';
            for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
                if (wall[c] >> i & 1u)
                    letter = azj_colour_letter(c);
            buf_char(w->out, letter);
        }
        json_write_string_end(w);
    }
    json_write_array_end(w);
}

static void put_classic_board(json_writer *w, const azj_classic_board *board)
{
    json_write_object(w, NULL);
    json_write_number(w, "score", board->score);
    put_lines(w, board->line, AZJ_CLASSIC_LINES);
    put_wall(w, board->wall);
    put_sequence(w, "floor", board->floor, azj_classic_floor_count(board));
    json_write_object_end(w);
}

static void put_classic(json_writer *w, const azj_classic *s)
{
    put_tiles(w, "bag", s->bag);
    put_tiles(w, "lid", s->lid);
    json_write_array(w, "factories");
    for (unsigned f = 0; f < azj_classic_factories(s->players); f++)
        put_tiles(w, NULL, s->factory[f]);
    json_write_array_end(w);
    put_tiles(w, "centre", s->centre);
    put_seat(w, "marker", s->marker, "centre");
    json_write_array(w, "boards");
    for (unsigned seat = 0; seat < s->players; seat++)
        put_classic_board(w, &s->board[seat]);
    json_write_array_end(w);
}

/* ---- Duel ---- */

static void put_tablets(json_writer *w, unsigned tablets)
{
    json_write_array(w, "tablets");
    for (unsigned t = 0; t < 4; t++) {
        const unsigned side = tablets >> (2 * t) & 3u;
        const char name[] = {(char)('a' + t), (char)('0' + side), '\0'};
        if (side)
            json_write_string(w, NULL, name);
    }
    json_write_array_end(w);
}

static void put_small(json_writer *w, const azj_duel *s, unsigned f)
{
    json_write_object(w, NULL);
    put_tiles(w, "sun", s->sun[f]);
    put_sequence(w, "moon", s->moon[f], text_stack_height(s->moon[f]));
    if (s->chip[f] == AZJ_NO_CHIP)
        json_write_null(w, "chip");
    else
        json_write_string(w, "chip", azj_face_name(s->chip[f]));
    json_write_flag(w, "face_up", azj_duel_face_up(s, f));
    json_write_object_end(w);
}

static void put_factories(json_writer *w, const azj_duel *s)
{
    json_write_object(w, "large");
    put_tiles(w, "sun", s->large_sun);
    put_tiles(w, "moon", s->large_moon);
    json_write_object_end(w);
    put_seat(w, "start_tile", s->start_tile, "large");
    json_write_array(w, "small");
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        put_small(w, s, f);
    json_write_array_end(w);
}

static void put_plates(json_writer *w, const char *key, const uint8_t *plates, unsigned count)
{
    json_write_array(w, key);
    for (unsigned i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate == AZJ_NO_PLATE)
            json_write_null(w, NULL);
        else
            json_write_string(w, NULL, azj_plate_name(plate));
    }
    json_write_array_end(w);
}

/* "known":["","0b",…]: a string for each plate of the pile and each drawn one; written only if a
 * seat knows a plate. */
static void put_known(json_writer *w, const azj_duel *s)
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
    json_write_array(w, "known");
    for (unsigned i = 0; i < count; i++) {
        json_write_string_begin(w, NULL);
        text_put_known(w->out, all[i]);
        json_write_string_end(w);
    }
    json_write_array_end(w);
}

static void put_slot(json_writer *w, unsigned plate, unsigned turn)
{
    if (plate == AZJ_NO_PLATE) {
        json_write_null(w, NULL);
        return;
    }
    json_write_string_begin(w, NULL);
    buf_text(w->out, azj_plate_name(plate));
    buf_char(w->out, '/');
    buf_unsigned(w->out, turn);
    json_write_string_end(w);
}

static void put_dome(json_writer *w, const azj_duel_board *board)
{
    json_write_array(w, "plates");
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++)
        put_slot(w, board->plate[i] >> 2, board->plate[i] & 3u);
    json_write_array_end(w);
    json_write_array(w, "tiles");
    for (unsigned row = 0; row < 6; row++) {
        json_write_string_begin(w, NULL);
        for (unsigned i = 6 * row; i < 6 * row + 6; i++)
            buf_char(w->out, text_dome_letter(board, i));
        json_write_string_end(w);
    }
    json_write_array_end(w);
}

static void put_duel_board(json_writer *w, const azj_duel_board *board)
{
    json_write_object(w, NULL);
    json_write_number(w, "score", board->score);
    put_lines(w, board->line, AZJ_DUEL_LINES);
    put_dome(w, board);
    put_sequence(w, "broken", board->broken, board->broken >> 12);
    json_write_unsigned(w, "tokens", board->tokens);
    json_put_faces(w, "chips", board->chips);
    json_put_faces(w, "spent", board->spent);
    json_write_unsigned(w, "taken", board->taken);
    json_write_flag(w, "passed", board->passed);
    json_write_object_end(w);
}

static void put_duel(json_writer *w, const azj_duel *s, unsigned how)
{
    put_tablets(w, s->tablets);
    put_tiles(w, "bag", s->bag);
    put_tiles(w, "tower", s->tower);
    put_factories(w, s);
    put_plates(w, "display", s->display, 3);
    put_plates(w, "pile", s->pile, s->pile_count);
    if (text_phase_draws(s->phase))
        put_plates(w, "drawn", s->drawn, s->drawn_count);
    if (!(how & AZJ_JSON_TRACE))
        put_known(w, s);
    json_put_faces(w, "chips", s->supply);
    json_write_array(w, "boards");
    for (unsigned seat = 0; seat < 2; seat++)
        put_duel_board(w, &s->board[seat]);
    json_write_array_end(w);
    if (s->phase == AZJ_PHASE_DEAL)
        json_write_unsigned(w, "step", s->step);
}

size_t azj_position_json(const azj_state *s, unsigned how, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_on(&b);
    json_write_object(&w, NULL);
    put_head(&w, &s->head);
    if (s->head.rules == AZJ_DUEL)
        put_duel(&w, &s->duel, how);
    else
        put_classic(&w, &s->classic);
    if (s->head.phase == AZJ_PHASE_TILING)
        json_write_unsigned(&w, "line", s->head.line);
    json_write_object_end(&w);
    return buf_end(&b);
}
