/* move_words.c - moves in English, for logs and for reading aloud. */
#include "text/forms.h"

/* Writes a place with its number, or the place that 0 means. */
static void say_place(buf *b, const char *place, unsigned number, const char *zero)
{
    if (number)
        text_put_numbered(b, place, number);
    else
        buf_text(b, zero);
}

static void say_tiles(buf *b, uint32_t stack)
{
    for (unsigned n = 0; stack; stack >>= 3, n++) {
        buf_text(b, n ? ", " : "");
        buf_text(b, azj_colour_name((stack & 7u) - 1));
    }
}

static void say_sun(buf *b, azj_move m)
{
    buf_text(b, azj_colour_name(azj_move_colour(m)));
    say_place(b, " from the sun of factory ", azj_move_from(m),
              " from the sun of the large factory");
    say_place(b, " to line ", azj_move_to(m), ", broken");
    if (azj_move_stack(m)) {
        buf_text(b, "; the rest stacked from the bottom: ");
        say_tiles(b, azj_move_stack(m));
    }
}

static void say_take(buf *b, azj_move m)
{
    buf_text(b, azj_colour_name(azj_move_colour(m)));
    say_place(b, " from factory ", azj_move_from(m), " from the centre");
    say_place(b, " to line ", azj_move_to(m), " to the floor");
}

static void say_moon(buf *b, azj_move m)
{
    buf_text(b, azj_colour_name(azj_move_colour(m)));
    buf_text(b, " from the moons");
    say_place(b, " to line ", azj_move_to(m), ", broken");
}

static void say_cell(buf *b, azj_move m)
{
    text_put_numbered(b, "the tile of line ", azj_move_line(m));
    text_put_numbered(b, " at column ", azj_move_column(m));
    if (azj_move_kind_of(m) == AZJ_TILE && azj_move_spend(m)) {
        buf_text(b, ", completed with the chips ");
        text_put_faces(b, azj_move_spend(m));
    }
}

static void say_plate(buf *b, azj_move m)
{
    buf_text(b, "plate ");
    buf_text(b, azj_plate_name(azj_move_plate(m)));
    text_put_numbered(b, " at slot ", azj_move_slot(m));
    if (azj_move_turn(m))
        text_put_numbered(b, ", quarter turns: ", azj_move_turn(m));
}

size_t azj_move_words(azj_move m, char *out, size_t size)
{
    buf b = buf_on(out, size);
    switch (azj_move_kind_of(m)) {
    case AZJ_TAKE:
        say_take(&b, m);
        break;
    case AZJ_PLACE:
    case AZJ_TILE:
        say_cell(&b, m);
        break;
    case AZJ_SUN:
        say_sun(&b, m);
        break;
    case AZJ_MOON:
        say_moon(&b, m);
        break;
    case AZJ_CHIP:
        text_put_numbered(&b, "the bonus chip of factory ", azj_move_from(m));
        break;
    case AZJ_PLATE:
        say_plate(&b, m);
        break;
    case AZJ_DRAW:
        buf_text(&b, "draws a plate from the pile");
        break;
    case AZJ_STOP:
        buf_text(&b, "stops drawing");
        break;
    case AZJ_RETURN:
        buf_text(&b, "plate ");
        buf_text(&b, azj_plate_name(azj_move_plate(m)));
        buf_text(&b, " under the pile");
        break;
    case AZJ_SKIP:
        text_put_numbered(&b, "leaves line ", azj_move_line(m));
        break;
    default:
        buf_text(&b, "no move");
    }
    return buf_end(&b);
}
