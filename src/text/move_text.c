/* move_text.c - moves as short words: "3B2", "cBf", "2B3:KY", "S3/1@5". Grammar: docs/notation.md.
 */
#include "text/scan.h"

/* ---- Printing ---- */

/* Writes a digit, or a letter instead of 0. */
static void put_place(buf *b, unsigned number, char zero)
{
    buf_char(b, number ? (char)('0' + number) : zero);
}

static void put_taken(buf *b, unsigned from, char zero_from, azj_move m, char zero_to)
{
    put_place(b, from, zero_from);
    buf_char(b, azj_colour_letter(azj_move_colour(m)));
    put_place(b, azj_move_to(m), zero_to);
}

static void put_sun(buf *b, azj_move m)
{
    put_taken(b, azj_move_from(m), 'L', m, 'x');
    if (azj_move_stack(m)) {
        buf_char(b, ':');
        text_put_sequence(b, azj_move_stack(m), text_stack_height(azj_move_stack(m)));
    }
}

static void put_numbered(buf *b, const char *word, unsigned number)
{
    buf_text(b, word);
    buf_unsigned(b, number);
}

void text_put_faces(buf *b, azj_chips chips)
{
    unsigned n = 0;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        for (unsigned i = 0; i < azj_chips_count(chips, face); i++) {
            if (n++)
                buf_char(b, ',');
            buf_text(b, azj_face_name(face));
        }
}

static void put_cell(buf *b, azj_move m)
{
    put_numbered(b, "", azj_move_line(m));
    put_numbered(b, "@", azj_move_column(m));
    if (azj_move_kind_of(m) == AZJ_TILE && azj_move_spend(m)) {
        buf_char(b, '$');
        text_put_faces(b, azj_move_spend(m));
    }
}

void text_put_plate_at(buf *b, unsigned plate, unsigned turn, unsigned slot)
{
    buf_text(b, azj_plate_name(plate));
    put_numbered(b, "/", turn);
    put_numbered(b, "@", slot);
}

static void put_whole_move(buf *b, azj_move m)
{
    switch (azj_move_kind_of(m)) {
    case AZJ_TAKE:
        put_taken(b, azj_move_from(m), 'c', m, 'f');
        break;
    case AZJ_PLACE:
    case AZJ_TILE:
        put_cell(b, m);
        break;
    case AZJ_SUN:
        put_sun(b, m);
        break;
    case AZJ_MOON:
        put_taken(b, 0, 'm', m, 'x');
        break;
    case AZJ_CHIP:
        put_numbered(b, "chip", azj_move_from(m));
        break;
    case AZJ_PLATE:
        text_put_plate_at(b, azj_move_plate(m), azj_move_turn(m), azj_move_slot(m));
        break;
    case AZJ_DRAW:
        buf_text(b, "draw");
        break;
    case AZJ_STOP:
        buf_text(b, "stop");
        break;
    case AZJ_RETURN:
        buf_char(b, 'u');
        buf_text(b, azj_plate_name(azj_move_plate(m)));
        break;
    case AZJ_SKIP:
        put_numbered(b, "skip", azj_move_line(m));
        break;
    default:
        buf_char(b, '-');
    }
}

size_t azj_move_text(azj_move move, char *out, size_t size)
{
    buf b = buf_on(out, size);
    put_whole_move(&b, move);
    return buf_end(&b);
}

/* ---- Reading ---- */

static azj_move read_place_tile(scan *s, unsigned line)
{
    return azj_move_place(line, scan_number(s, 1, 5, "a column, 1 to 5"));
}

static azj_move read_classic(scan *s)
{
    const unsigned from =
        scan_char(s, 'c') ? 0 : scan_number(s, 1, 9, "a factory 1 to 9, or c for the centre");
    if (from && scan_char(s, '@')) {
        if (from <= AZJ_CLASSIC_LINES)
            return read_place_tile(s, from);
        s->at = 0;
        return scan_fail(s, "a line, 1 to 5");
    }
    const unsigned colour = scan_colour(s);
    const unsigned to =
        scan_char(s, 'f') ? 0 : scan_number(s, 1, 5, "a line 1 to 5, or f for the floor");
    return azj_move_take(from, colour, to);
}

static unsigned read_line_or_broken(scan *s)
{
    return scan_char(s, 'x') ? 0 : scan_number(s, 1, 6, "a line 1 to 6, or x to break them");
}

static azj_move read_tile(scan *s, unsigned line)
{
    const unsigned column = scan_number(s, 1, 6, "a column, 1 to 6");
    return azj_move_tile(line, column, scan_char(s, '$') ? scan_faces(s) : 0);
}

static azj_move read_sun(scan *s, unsigned from)
{
    const unsigned colour = scan_colour(s), to = read_line_or_broken(s);
    unsigned stack = 0, height;
    if (from && scan_char(s, ':')) {
        stack = scan_sequence(s, 3, false, &height);
        if (!stack)
            scan_fail(s, "the other tiles, from the bottom of the stack to the top");
    }
    return azj_move_sun(from, colour, stack, to);
}

/* A move that begins with a digit: from a small factory, or of a line to tile. */
static azj_move read_numbered(scan *s)
{
    const unsigned number = scan_number(s, 1, 6, "a line 1 to 6 or a small factory 1 to 4");
    if (scan_char(s, '@'))
        return read_tile(s, number);
    if (number <= AZJ_DUEL_SMALL)
        return read_sun(s, number);
    return scan_fail(s, "\"@\" and a column");
}

unsigned text_read_plate_at(scan *s, unsigned *turn, unsigned *slot)
{
    const unsigned plate = scan_plate(s, false);
    scan_want(s, '/', "\"/\" and the plate's quarter turns");
    *turn = scan_number(s, 0, 3, "0 to 3 quarter turns");
    scan_want(s, '@', "\"@\" and a slot");
    *slot = scan_number(s, 1, 9, "a slot, 1 to 9");
    return plate;
}

static azj_move read_plate(scan *s)
{
    unsigned turn, slot;
    const unsigned plate = text_read_plate_at(s, &turn, &slot);
    return azj_move_place_plate(plate, slot, turn);
}

static azj_move read_duel(scan *s)
{
    if (scan_word(s, "chip"))
        return azj_move_chip(scan_number(s, 1, 4, "a small factory, 1 to 4"));
    if (scan_word(s, "skip"))
        return azj_move_skip(scan_number(s, 1, 6, "a line, 1 to 6"));
    if (scan_word(s, "draw"))
        return AZJ_DRAW;
    if (scan_word(s, "stop"))
        return AZJ_STOP;
    if (scan_char(s, 'L'))
        return read_sun(s, 0);
    if (scan_char(s, 'u'))
        return azj_move_return(scan_plate(s, false));
    if (scan_char(s, 'm')) {
        const unsigned colour = scan_colour(s);
        return azj_move_moon(colour, read_line_or_broken(s));
    }
    const int c = scan_peek(s);
    if (c == 'S' || c == 'J')
        return read_plate(s);
    if (c >= '0' && c <= '9')
        return read_numbered(s);
    return scan_fail(s, "a move of duel, like 2B3:KY, LB3, mB4, chip2, S3/1@5, draw or 3@5");
}

static void fail_behind(scan *s, azj_move m)
{
    char text[32 + AZJ_MOVE_TEXT_MAX];
    buf b = buf_on(text, sizeof text);
    buf_text(&b, "nothing more after the move ");
    put_whole_move(&b, m);
    buf_end(&b);
    scan_fail(s, text);
}

azj_error azj_move_parse(azj_rules rules, const char *text, size_t length, azj_move *move,
                         azj_text_fault *fault)
{
    scan s = scan_on(text, length);
    const azj_move m = rules == AZJ_DUEL ? read_duel(&s) : read_classic(&s);
    if (!scan_bad(&s) && s.at < length)
        fail_behind(&s, m);
    if (!scan_bad(&s))
        *move = m;
    return scan_end(&s, fault);
}
