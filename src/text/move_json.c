/* move_json.c - moves as JSON objects, in the form of the trace. */
#include "text/json_read.h"

static void put_colour(json_writer *w, const char *key, unsigned colour)
{
    json_write_string_begin(w, key);
    buf_char(w->out, azj_colour_letter(colour));
    json_write_string_end(w);
}

/* Writes a number, or a word instead of 0. */
static void put_place(json_writer *w, const char *key, unsigned number, const char *zero)
{
    if (number)
        json_write_unsigned(w, key, number);
    else
        json_write_string(w, key, zero);
}

static void put_take(json_writer *w, azj_move m)
{
    put_place(w, "from", azj_move_from(m), "centre");
    put_colour(w, "colour", azj_move_colour(m));
    put_place(w, "to", azj_move_to(m), "floor");
}

static void put_sun(json_writer *w, azj_move m)
{
    put_place(w, "sun", azj_move_from(m), "large");
    put_colour(w, "colour", azj_move_colour(m));
    if (azj_move_from(m)) {
        json_write_string_begin(w, "stack");
        text_put_sequence(w->out, azj_move_stack(m), text_stack_height(azj_move_stack(m)));
        json_write_string_end(w);
    }
    put_place(w, "to", azj_move_to(m), "broken");
}

void json_put_faces(json_writer *w, const char *key, azj_chips chips)
{
    json_write_array(w, key);
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        for (unsigned i = 0; i < azj_chips_count(chips, face); i++)
            json_write_string(w, NULL, azj_face_name(face));
    json_write_array_end(w);
}

static void put_tile(json_writer *w, azj_move m)
{
    json_write_unsigned(w, "line", azj_move_line(m));
    json_write_array(w, "cell");
    json_write_unsigned(w, NULL, azj_move_line(m));
    json_write_unsigned(w, NULL, azj_move_column(m));
    json_write_array_end(w);
    if (azj_move_spend(m))
        json_put_faces(w, "spend", azj_move_spend(m));
}

static void put_plate(json_writer *w, azj_move m)
{
    json_write_string(w, "plate", azj_plate_name(azj_move_plate(m)));
    json_write_unsigned(w, "slot", azj_move_slot(m));
    json_write_unsigned(w, "turn", azj_move_turn(m));
}

static void put_members(json_writer *w, azj_move m)
{
    switch (azj_move_kind_of(m)) {
    case AZJ_TAKE:
        put_take(w, m);
        break;
    case AZJ_PLACE:
        json_write_unsigned(w, "line", azj_move_line(m));
        json_write_unsigned(w, "column", azj_move_column(m));
        break;
    case AZJ_SUN:
        put_sun(w, m);
        break;
    case AZJ_MOON:
        put_colour(w, "moon", azj_move_colour(m));
        put_place(w, "to", azj_move_to(m), "broken");
        break;
    case AZJ_CHIP:
        json_write_unsigned(w, "chip", azj_move_from(m));
        break;
    case AZJ_PLATE:
        put_plate(w, m);
        break;
    case AZJ_DRAW:
        json_write_unsigned(w, "draw", 1);
        break;
    case AZJ_STOP:
        json_write_unsigned(w, "stop", 1);
        break;
    case AZJ_RETURN:
        json_write_string(w, "return", azj_plate_name(azj_move_plate(m)));
        break;
    case AZJ_TILE:
        put_tile(w, m);
        break;
    case AZJ_SKIP:
        json_write_unsigned(w, "line", azj_move_line(m));
        json_write_unsigned(w, "skip", 1);
        break;
    default:
        break;
    }
}

void json_put_move(json_writer *w, const char *key, azj_move m)
{
    json_write_object(w, key);
    put_members(w, m);
    json_write_object_end(w);
}

size_t azj_move_json(azj_move move, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_on(&b);
    json_put_move(&w, NULL, move);
    return buf_end(&b);
}

/* ---- Reading ---- */

/* Reads a number from 1 to max, or the word that means 0. */
static unsigned read_place(json_reader *r, uint32_t node, unsigned max, const char *zero)
{
    return json_is(r, node, zero) ? 0 : json_number(r, node, 1, max);
}

static azj_move read_take(json_reader *r, uint32_t node)
{
    json_object(r, node, "from colour to");
    const unsigned from =
        read_place(r, json_key(r, node, "from"), AZJ_CLASSIC_FACTORIES_MAX, "centre");
    const unsigned colour = json_colour(r, json_key(r, node, "colour"));
    const unsigned to = read_place(r, json_key(r, node, "to"), AZJ_CLASSIC_LINES, "floor");
    return azj_move_take(from, colour, to);
}

static azj_move read_place_tile(json_reader *r, uint32_t node)
{
    json_object(r, node, "line column");
    const unsigned line = json_number(r, json_key(r, node, "line"), 1, 5);
    return azj_move_place(line, json_number(r, json_key(r, node, "column"), 1, 5));
}

static azj_move read_sun(json_reader *r, uint32_t node)
{
    unsigned height = 0, stack = 0;
    const unsigned from = read_place(r, json_key(r, node, "sun"), AZJ_DUEL_SMALL, "large");
    json_object(r, node, from ? "sun colour stack to" : "sun colour to");
    const unsigned colour = json_colour(r, json_key(r, node, "colour"));
    if (from)
        stack = json_sequence(r, json_key(r, node, "stack"), 3, false, &height);
    const unsigned to = read_place(r, json_key(r, node, "to"), AZJ_DUEL_LINES, "broken");
    return azj_move_sun(from, colour, stack, to);
}

static azj_move read_moon(json_reader *r, uint32_t node)
{
    json_object(r, node, "moon to");
    const unsigned colour = json_colour(r, json_key(r, node, "moon"));
    return azj_move_moon(colour, read_place(r, json_key(r, node, "to"), AZJ_DUEL_LINES, "broken"));
}

static azj_move read_plate(json_reader *r, uint32_t node)
{
    json_object(r, node, "plate slot turn");
    const unsigned plate = json_plate(r, json_key(r, node, "plate"), false);
    const unsigned slot = json_number(r, json_key(r, node, "slot"), 1, AZJ_DUEL_SLOTS);
    return azj_move_place_plate(plate, slot, json_number(r, json_key(r, node, "turn"), 0, 3));
}

static azj_move read_tile(json_reader *r, uint32_t node)
{
    json_object(r, node, "line cell spend");
    const unsigned line = json_number(r, json_key(r, node, "line"), 1, AZJ_DUEL_LINES);
    const uint32_t row = json_array(r, json_key(r, node, "cell"), 2, 2);
    const uint32_t spend = json_optional(r, node, "spend");
    if (json_bad(r))
        return 0;
    if (json_number(r, row, 1, AZJ_DUEL_LINES) != line)
        return json_fail(r, row, "the row of the line");
    const unsigned column = json_number(r, json_after(r, row), 1, 6);
    const azj_chips chips = spend ? json_faces(r, spend) : 0;
    if (spend && !chips)
        return json_fail(r, spend, "a chip at least, or no key \"spend\"");
    return azj_move_tile(line, column, chips);
}

static azj_move read_skip(json_reader *r, uint32_t node)
{
    json_object(r, node, "line skip");
    json_number(r, json_key(r, node, "skip"), 1, 1);
    return azj_move_skip(json_number(r, json_key(r, node, "line"), 1, AZJ_DUEL_LINES));
}

/* A move that has a single key. */
static azj_move read_single(json_reader *r, uint32_t node, const char *key)
{
    json_object(r, node, key);
    const uint32_t value = json_key(r, node, key);
    if (json_bad(r))
        return 0;
    switch (key[0]) {
    case 'c':
        return azj_move_chip(json_number(r, value, 1, AZJ_DUEL_SMALL));
    case 'r':
        return azj_move_return(json_plate(r, value, false));
    default:
        json_number(r, value, 1, 1);
        return key[0] == 'd' ? AZJ_DRAW : AZJ_STOP;
    }
}

static azj_move read_duel_move(json_reader *r, uint32_t node)
{
    static const char *const single[] = {"chip", "draw", "stop", "return"};
    if (json_optional(r, node, "sun"))
        return read_sun(r, node);
    if (json_optional(r, node, "moon"))
        return read_moon(r, node);
    if (json_optional(r, node, "plate"))
        return read_plate(r, node);
    if (json_optional(r, node, "skip"))
        return read_skip(r, node);
    if (json_optional(r, node, "cell"))
        return read_tile(r, node);
    for (unsigned i = 0; i < 4; i++)
        if (json_optional(r, node, single[i]))
            return read_single(r, node, single[i]);
    return json_fail(r, node, "a move of duel: sun, moon, chip, plate, draw, stop, return or cell");
}

azj_move json_read_move(json_reader *r, uint32_t node, azj_rules rules)
{
    if (json_bad(r))
        return 0;
    if (json_type_of(r, node) != JSON_OBJECT)
        return json_fail(r, node, "an object");
    const azj_move move = rules == AZJ_DUEL                  ? read_duel_move(r, node)
                          : json_optional(r, node, "column") ? read_place_tile(r, node)
                                                             : read_take(r, node);
    return json_bad(r) ? 0 : move;
}

azj_error azj_move_parse_json(azj_rules rules, const char *text, size_t length, azj_move *move,
                              azj_text_fault *fault)
{
    json_node nodes[64];
    json_reader r;
    if (json_begin(&r, text, length, nodes, 64)) {
        const azj_move m = json_read_move(&r, 0, rules);
        if (!json_bad(&r))
            *move = m;
    }
    return json_end(&r, fault);
}
