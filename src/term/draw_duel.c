/* draw_duel.c - Azul Duel on a canvas: factories above, two domes and the plates below. */
#include "term/describe.h"
#include "term/scene.h"

#include <azulejo/text.h>

enum {
    ROW_COUNTS = 1,
    ROW_FACTORIES = 2,
    ROW_NAMES = 5,
    ROW_DOME = 6,   /* six rows and two lines between plates */
    ROW_FLOOR = 14, /* broken tiles and chips */
    ROW_BELOW = 15,
    TALL = 28, /* a free row above the names and below the domes */
    FACTORY_WIDTH = 14,
    SIDE_WIDTH = 15 /* plates and tablets */
};

/* ---- Factories ---- */

static scene_mark sun_mark(const play_scene *s, unsigned from, unsigned colour)
{
    return s->pick && azj_move_kind_of(s->pick) == AZJ_SUN && azj_move_from(s->pick) == from &&
                   azj_move_colour(s->pick) == colour
               ? MARK_PICK
               : MARK_NONE;
}

static scene_mark moon_mark(const play_scene *s, unsigned colour)
{
    return s->pick && azj_move_kind_of(s->pick) == AZJ_MOON && azj_move_colour(s->pick) == colour
               ? MARK_PICK
               : MARK_NONE;
}

static void draw_sun(canvas *c, int x, const play_scene *s, unsigned from, azj_tiles tiles)
{
    canvas_put(c, ROW_FACTORIES + 1, x, STYLE_DIM, 0x263c);
    x++;
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        for (unsigned i = 0; i < azj_tiles_count(tiles, colour); i++, x += 2)
            scene_tile(c, ROW_FACTORIES + 1, x, 2, colour, sun_mark(s, from, colour));
}

/* A chip: its colours as small tiles, a question mark while it is face down. */
static void draw_chip(canvas *c, int y, int x, unsigned face, scene_mark mark)
{
    canvas_put(c, y, x, mark == MARK_PICK ? STYLE_PLAIN | STYLE_LIT : STYLE_DIM,
               mark == MARK_PICK ? '>' : '{');
    int n = 1;
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        if (face < AZJ_DUEL_FACES && azj_duel_face_colours(face) >> colour & 1u)
            scene_tile(c, y, x + n++, 1, colour, MARK_NONE);
    if (face >= AZJ_DUEL_FACES)
        canvas_put(c, y, x + n++, STYLE_DIM, '?');
    canvas_put(c, y, x + n, STYLE_DIM, '}');
}

/* The stack from the bottom; only its top can be taken, so only that one is drawn as a tile. */
static int draw_stack(canvas *c, int x, const play_scene *s, unsigned stack)
{
    for (; stack; stack >>= 3, x += 2) {
        const unsigned colour = (stack & 7u) - 1;
        if (stack >> 3)
            scene_piece(c, ROW_FACTORIES + 2, x, 2, STYLE_SPACE + colour,
                        (uint32_t)azj_colour_letter(colour), MARK_NONE);
        else
            scene_tile(c, ROW_FACTORIES + 2, x, 2, colour, moon_mark(s, colour));
    }
    return x;
}

static void draw_small(canvas *c, int x, const play_scene *s, unsigned f)
{
    const azj_duel *d = &s->view.duel;
    const bool fresh = d->sun[f] != s->since.duel.sun[f] && !d->sun[f];
    canvas_put(c, ROW_FACTORIES, x, STYLE_TITLE, (uint32_t)('1' + f));
    if (fresh)
        canvas_put(c, ROW_FACTORIES, x + 1, STYLE_TITLE, '\'');
    draw_sun(c, x, s, f + 1, d->sun[f]);
    canvas_put(c, ROW_FACTORIES + 2, x, STYLE_DIM, 0x263e);
    const int end = draw_stack(c, x + 1, s, d->moon[f]);
    const bool up = azj_duel_face_up(d, f);
    const bool pick =
        s->pick && azj_move_kind_of(s->pick) == AZJ_CHIP && azj_move_from(s->pick) == f + 1;
    if (d->chip[f] != AZJ_NO_CHIP)
        draw_chip(c, ROW_FACTORIES + 2, end + 1, up ? d->chip[f] : AZJ_CHIP_UNKNOWN,
                  pick ? MARK_PICK : MARK_NONE);
}

static void draw_large(canvas *c, int x, const play_scene *s)
{
    const azj_duel *d = &s->view.duel;
    canvas_text(c, ROW_FACTORIES, x, FACTORY_WIDTH, STYLE_TITLE,
                msg_text(s->setup->lang, MSG_SHORT_LARGE));
    draw_sun(c, x, s, 0, d->large_sun);
    canvas_put(c, ROW_FACTORIES + 2, x++, STYLE_DIM, 0x263e);
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        for (unsigned i = 0; i < azj_tiles_count(d->large_moon, colour); i++, x += 2)
            scene_tile(c, ROW_FACTORIES + 2, x, 2, colour, moon_mark(s, colour));
    if (d->start_tile == AZJ_NOBODY)
        scene_piece(c, ROW_FACTORIES + 2, x, 2, STYLE_MARKER, '1', MARK_NONE);
}

static void draw_table(canvas *c, const play_scene *s)
{
    const azj_duel *d = &s->view.duel;
    const int step = c->width / 5 < FACTORY_WIDTH + 6 ? c->width / 5 : FACTORY_WIDTH + 6;
    int x = 2 + scene_counts(c, ROW_COUNTS, 2, s, MSG_BAG, d->bag);
    scene_counts(c, ROW_COUNTS, x + 3, s, MSG_TOWER, d->tower);
    draw_large(c, 2, s);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        draw_small(c, 2 + step * (int)(f + 1), s, f);
}

/* ---- Domes ---- */

/* The places of the parts of a board. */
typedef struct frame {
    int x, down, width; /* from the left, below the rows above, of a piece */
    unsigned seat;
} frame;

static int board_width(int width)
{
    return 2 + 12 * width + 5;
}

static int dome_x(const frame *f, unsigned column)
{
    return f->x + 2 + 6 * f->width + 1 + (int)column * f->width + (int)(column / 2) + 1;
}

static int dome_y(const frame *f, unsigned row)
{
    return ROW_DOME + f->down + (int)row + (int)(row / 2);
}

static void draw_plate_space(canvas *c, int y, int x, int width, unsigned space, scene_mark mark)
{
    const unsigned style = space < AZJ_COLOUR_NB        ? STYLE_SPACE + space
                           : space == AZJ_SPACE_SPECIAL ? STYLE_SPECIAL
                                                        : STYLE_PLAIN;
    scene_piece(c, y, x, width, style, (uint32_t) "byrkt*o"[space], mark);
}

static unsigned space_of(const azj_duel_board *b, uint64_t bit)
{
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        if (b->space[colour] & bit)
            return colour;
    return b->joker & bit ? AZJ_SPACE_JOKER : AZJ_SPACE_SPECIAL;
}

static unsigned tile_of(const azj_duel_board *b, uint64_t bit)
{
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        if (b->tile[colour] & bit)
            return colour;
    return AZJ_COLOUR_NB;
}

/* A plate that the pick would put on this space: its kind of space, or -1. */
static int ghost_space(const play_scene *s, unsigned seat, unsigned row, unsigned column)
{
    if (!scene_picks(s, seat, AZJ_PLATE) || s->asks == CHOICE_SOURCE ||
        azj_move_slot(s->pick) != row / 2 * 3 + column / 2 + 1)
        return -1;
    return (int)azj_duel_plate_space(azj_move_plate(s->pick), azj_move_turn(s->pick),
                                     row % 2 * 2 + column % 2);
}

static scene_mark space_mark(const play_scene *s, unsigned seat, uint64_t bit)
{
    if (s->lit[seat] & bit)
        return MARK_PICK;
    return azj_duel_filled(&s->since.duel.board[seat]) & bit ? MARK_NONE : MARK_NEW;
}

static void draw_tile_at(canvas *c, int y, int x, const frame *f, const play_scene *s, uint64_t bit)
{
    const azj_duel_board *b = &s->view.duel.board[f->seat];
    const unsigned colour = tile_of(b, bit);
    const scene_mark mark = space_mark(s, f->seat, bit);
    if (colour < AZJ_COLOUR_NB)
        scene_tile(c, y, x, f->width, colour, mark);
    else
        scene_piece(c, y, x, f->width, STYLE_SPECIAL | STYLE_STRONG, 'O', mark);
}

static bool picks_space(const play_scene *s, unsigned seat, unsigned row, unsigned column)
{
    return scene_picks(s, seat, AZJ_TILE) && azj_move_line(s->pick) == row + 1 &&
           azj_move_column(s->pick) == column + 1;
}

static void draw_space(canvas *c, const frame *f, const play_scene *s, unsigned row,
                       unsigned column)
{
    const azj_duel_board *b = &s->view.duel.board[f->seat];
    const uint64_t bit = (uint64_t)1 << (6 * row + column);
    const int y = dome_y(f, row), x = dome_x(f, column);
    const int ghost = ghost_space(s, f->seat, row, column);
    const bool away = s->away[f->seat] & bit;
    const bool plate = b->plate[row / 2 * 3 + column / 2] >> 2 != AZJ_NO_PLATE;
    const bool lit = s->lit[f->seat] & bit;
    if (ghost >= 0)
        draw_plate_space(c, y, x, f->width, (unsigned)ghost, MARK_GHOST);
    else if (picks_space(s, f->seat, row, column))
        scene_tile(c, y, x, f->width, b->line[row] >> 4, MARK_GHOST);
    else if (azj_duel_filled(b) & bit && !away)
        draw_tile_at(c, y, x, f, s, bit);
    else if (plate)
        draw_plate_space(c, y, x, f->width, space_of(b, bit), lit ? MARK_PICK : MARK_NONE);
    else
        scene_place(c, y, x, f->width, STYLE_DIM, 0);
}

/* The lines between plates. */
static void draw_frame(canvas *c, const frame *f)
{
    const int left = dome_x(f, 0) - 1, span = 6 * f->width + 4, top = dome_y(f, 0);
    for (int y = top; y < top + 8; y++)
        for (unsigned column = 0; column <= 6; column += 2)
            canvas_put(c, y, left + (int)column * f->width + (int)column / 2, STYLE_DIM, 0x2502);
    for (int y = top + 2; y < top + 8; y += 3) {
        canvas_fill(c, y, left, span, STYLE_DIM, 0x2500);
        for (unsigned column = 0; column <= 6; column += 2)
            canvas_put(c, y, left + (int)column * f->width + (int)column / 2, STYLE_DIM, 0x253c);
    }
}

/* An empty slot shows its number. */
static void number_slots(canvas *c, const frame *f, const play_scene *s)
{
    const azj_duel_board *b = &s->view.duel.board[f->seat];
    for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++) {
        const unsigned row = slot / 3 * 2, column = slot % 3 * 2;
        if (b->plate[slot] >> 2 == AZJ_NO_PLATE && ghost_space(s, f->seat, row, column) < 0)
            scene_place(c, dome_y(f, row), dome_x(f, column), f->width, STYLE_DIM,
                        (uint32_t)('1' + slot));
    }
}

static unsigned ghosts_in(const play_scene *s, unsigned seat, unsigned line, unsigned held)
{
    const bool takes = scene_picks(s, seat, AZJ_SUN) || scene_picks(s, seat, AZJ_MOON);
    if (!takes || s->asks == CHOICE_SOURCE || azj_move_to(s->pick) != line)
        return 0;
    const unsigned room = line - held, taken = scene_taken(s);
    return taken < room ? taken : room;
}

static void draw_line(canvas *c, const frame *f, const play_scene *s, unsigned line)
{
    const uint8_t held = s->view.duel.board[f->seat].line[line - 1];
    const int y = dome_y(f, line - 1);
    canvas_put(c, y, f->x, STYLE_DIM, (uint32_t)('0' + line));
    scene_pattern_line(c, y, f->x + 2 + 6 * f->width,
                       &(scene_line){.width = f->width,
                                     .line = line,
                                     .held = held,
                                     .before = s->since.duel.board[f->seat].line[line - 1],
                                     .ghosts = ghosts_in(s, f->seat, line, held & 15u),
                                     .colour = azj_move_colour(s->pick)});
}

/* ---- Below a dome: broken tiles, tokens, chips ---- */

static unsigned breaking(const play_scene *s, unsigned seat)
{
    const bool takes = scene_picks(s, seat, AZJ_SUN) || scene_picks(s, seat, AZJ_MOON);
    if (!takes || s->asks == CHOICE_SOURCE)
        return 0;
    const unsigned line = azj_move_to(s->pick);
    const unsigned held = line ? s->view.duel.board[seat].line[line - 1] & 15u : 0;
    return scene_taken(s) - (line ? ghosts_in(s, seat, line, held) : 0);
}

static int draw_broken(canvas *c, const frame *f, const play_scene *s)
{
    const azj_duel_board *b = &s->view.duel.board[f->seat];
    const unsigned held = b->broken >> 12, breaks = breaking(s, f->seat);
    const int y = ROW_FLOOR + f->down;
    int x = f->x;
    canvas_put(c, y, x++, STYLE_BAD, '-');
    for (unsigned i = 0; i < AZJ_DUEL_BROKEN; i++, x += 2) {
        if (i < held)
            scene_tile(c, y, x, 2, (b->broken >> (3 * i) & 7u) - 1, MARK_NONE);
        else if (i < held + breaks)
            scene_tile(c, y, x, 2, azj_move_colour(s->pick), MARK_GHOST);
        else
            scene_place(c, y, x, 2, STYLE_DIM, 0);
    }
    if (s->view.duel.start_tile == f->seat)
        scene_piece(c, y, x, 2, STYLE_MARKER, '1', MARK_NONE);
    return x + 3;
}

/* The two letters of a chip stand together. */
static int draw_face(canvas *c, int y, int x, unsigned face)
{
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        if (azj_duel_face_colours(face) >> colour & 1u)
            scene_tile(c, y, x++, 1, colour, MARK_NONE);
    return x + 1;
}

/* Chips that can still pay; those without room are counted. */
static void draw_chips(canvas *c, int x, const frame *f, const play_scene *s)
{
    const azj_duel_board *b = &s->view.duel.board[f->seat];
    const int end = f->x + board_width(f->width) - 5, y = ROW_FLOOR + f->down;
    unsigned more = 0;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        for (unsigned i = 0; i < azj_chips_count(b->chips, face); i++) {
            if (x < end)
                x = draw_face(c, y, x, face);
            else
                more++;
        }
    if (more) {
        canvas_put(c, y, x, STYLE_TITLE, '+');
        canvas_put(c, y, x + 1, STYLE_TITLE, '0' + more);
    }
}

static void draw_board(canvas *c, const frame *f, const play_scene *s)
{
    const azj_duel_board *b = &s->view.duel.board[f->seat];
    scene_name(c, ROW_NAMES + f->down, f->x, board_width(f->width), s, f->seat);
    draw_frame(c, f);
    for (unsigned row = 0; row < 6; row++) {
        draw_line(c, f, s, row + 1);
        for (unsigned column = 0; column < 6; column++)
            draw_space(c, f, s, row, column);
    }
    number_slots(c, f, s);
    for (unsigned i = 0; i < b->tokens; i++) /* left this round, beside the score */
        canvas_put(c, ROW_NAMES + f->down, f->x + board_width(f->width) - 6 + (int)i, STYLE_SPECIAL,
                   0x25c6);
    draw_chips(c, draw_broken(c, f, s), f, s);
}

/* ---- Beside the domes: plates, pile, tablets ---- */

static void draw_plate(canvas *c, int y, int x, const play_scene *s, unsigned plate)
{
    const bool pick =
        s->pick &&
        (azj_move_kind_of(s->pick) == AZJ_PLATE || azj_move_kind_of(s->pick) == AZJ_RETURN) &&
        azj_move_plate(s->pick) == plate;
    canvas_text(c, y, x, 4, pick ? STYLE_CURSOR : STYLE_DIM, azj_plate_name(plate));
    for (unsigned place = 0; plate < AZJ_DUEL_PLATES && place < 4; place++)
        draw_plate_space(c, y + 1 + (int)place / 2, x + (int)(place % 2) * 2, 2,
                         azj_duel_plate_space(plate, 0, place), pick ? MARK_PICK : MARK_NONE);
}

static void draw_pile(canvas *c, int y, int x, const play_scene *s)
{
    const azj_duel *d = &s->view.duel;
    const bool pick = s->pick && azj_move_kind_of(s->pick) == AZJ_DRAW;
    char text[48];
    buf b = buf_on(text, sizeof text);
    msg_put(&b, s->setup->lang, MSG_SHORT_PILE, NULL);
    buf_char(&b, ' ');
    buf_unsigned(&b, d->pile_count);
    if (d->pile_count) {
        buf_text(&b, ": ");
        buf_text(&b, azj_duel_is_special(d->pile[0] & AZJ_PILE_PLATE) ? "S" : "J");
    }
    buf_end(&b);
    canvas_text(c, y, x, SIDE_WIDTH, pick ? STYLE_CURSOR : STYLE_DIM, text);
}

/* Drawn plates stand in the place of the display while somebody chooses among them. */
static void draw_plates(canvas *c, int y, int x, const play_scene *s)
{
    const azj_duel *d = &s->view.duel;
    const bool drawn = d->drawn_count > 0;
    const unsigned count = drawn ? d->drawn_count : 3;
    canvas_text(c, y, x, SIDE_WIDTH, STYLE_TITLE,
                msg_text(s->setup->lang, drawn ? MSG_SHORT_DRAWN : MSG_SHORT_PLATES));
    for (unsigned i = 0; i < count && i < 3; i++) {
        const unsigned from = count > 3 ? count - 3 : 0; /* the latest */
        const unsigned plate = (drawn ? d->drawn[from + i] : d->display[i]) & AZJ_PILE_PLATE;
        if (plate != AZJ_NO_PLATE)
            draw_plate(c, y + 1, x + (int)i * 5, s, plate);
    }
    draw_pile(c, y + 4, x, s);
}

/* What a tablet is worth to the front seat as its dome stands. */
static int tablet_worth(const play_scene *s, unsigned tablet)
{
    azj_events events = {0};
    int sum = 0;
    azj_standing(&s->view, s->front, &events);
    for (uint32_t i = 0; i < events.count; i++)
        if (events.at[i].kind == AZJ_EVENT_TABLET && events.at[i].tablet == tablet)
            sum += events.at[i].points;
    return sum;
}

static void draw_tablets(canvas *c, int y, int x, const play_scene *s)
{
    for (unsigned t = 0; t < 4; t++) {
        const unsigned side = s->view.duel.tablets >> (2 * t) & 3u;
        char text[16];
        buf b = buf_on(text, sizeof text);
        if (!side)
            continue;
        buf_char(&b, '=');
        buf_number(&b, tablet_worth(s, t));
        const int digits = (int)buf_end(&b);
        canvas_text(c, y, x, SIDE_WIDTH - digits - 1, STYLE_PLAIN,
                    msg_text(s->setup->lang, describe_tablet_short_key(t, side)));
        canvas_text(c, y++, x + SIDE_WIDTH - digits, digits, STYLE_DIM, text);
    }
}

int scene_draw_duel(canvas *c, const play_scene *s)
{
    const int width = 2 * board_width(3) + 2 + SIDE_WIDTH + 3 <= c->width ? 3 : 2;
    const int down = c->height >= TALL;
    const frame front = {1, down, width, s->front};
    const frame other = {front.x + board_width(width) + 1, down, width, 1 - s->front};
    const int side = other.x + board_width(width) + 1;
    draw_table(c, s);
    draw_board(c, &front, s);
    draw_board(c, &other, s);
    draw_plates(c, ROW_NAMES + down, side, s);
    draw_tablets(c, ROW_NAMES + down + 6, side, s);
    return ROW_BELOW + 2 * down;
}
