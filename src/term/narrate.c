/* narrate.c - a position in words: see narrate.h. */
#include "term/narrate.h"
#include "term/describe.h"

enum { SIDE_MAX = 160 }; /* the tiles of one side of a factory in words */

/* ---- Common ---- */

static void put_message(buf *b, msg_lang lang, msg_key key, int n)
{
    msg_put(b, lang, key, &(msg_args){.n = n});
}

/* "Factory 3: 2 blue tiles, 1 red tile" */
static void put_named_tiles(buf *b, msg_lang lang, msg_key key, int n, azj_tiles tiles)
{
    put_message(b, lang, key, n);
    buf_text(b, ": ");
    describe_tiles(b, lang, tiles);
}

static void put_head(buf *b, const play_setup *p, const azj_state *s)
{
    const bool duel = s->head.rules == AZJ_DUEL;
    put_message(b, p->lang, describe_rules_key(s->head.rules), 0);
    buf_text(b, ", ");
    msg_put(b, p->lang, duel ? MSG_ROUND_OF : MSG_ROUND,
            &(msg_args){.n = s->head.round, .of = AZJ_DUEL_ROUNDS});
    buf_char(b, '\n');
}

static void put_counts(buf *b, msg_lang lang, azj_tiles bag, msg_key second, azj_tiles tiles)
{
    put_named_tiles(b, lang, MSG_BAG, 0, bag);
    buf_char(b, '\n');
    put_named_tiles(b, lang, second, 0, tiles);
    buf_char(b, '\n');
}

/* "  Line 3: 2 red tiles of 3" */
static void put_line(buf *b, msg_lang lang, unsigned line, uint8_t held)
{
    buf_text(b, "  ");
    msg_put(
        b, lang, held & 15u ? MSG_LINE : MSG_LINE_EMPTY,
        &(msg_args){.n = (int)line, .count = (int)(held & 15u), .colour = msg_colour(held >> 4)});
}

/* ---- Classic ---- */

static void narrate_classic_table(buf *b, const play_setup *p, const azj_classic *s)
{
    put_head(b, p, (const azj_state *)s);
    for (unsigned f = 0; f < azj_classic_factories(s->players); f++) {
        if (!s->factory[f])
            continue;
        put_named_tiles(b, p->lang, MSG_FACTORY, (int)f + 1, s->factory[f]);
        buf_char(b, '\n');
    }
    put_named_tiles(b, p->lang, MSG_CENTRE, 0, s->centre);
    if (s->marker == AZJ_NOBODY) {
        buf_text(b, ". ");
        put_message(b, p->lang, MSG_MARKER_IN_CENTRE, 0);
        buf_char(b, '.');
    }
    buf_char(b, '\n');
    put_counts(b, p->lang, s->bag, MSG_LID, s->lid);
}

/* "1 blue tile", "space for red", "empty": a screen reader does not say which letters are capitals.
 */
static void put_wall_cell(buf *b, msg_lang lang, const azj_classic *s,
                          const azj_classic_board *board, unsigned cell)
{
    const azj_classic_variant *v = &azj_classic_variants[s->rules];
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (board->wall[c] >> cell & 1u) {
            describe_tiles(b, lang, azj_tiles_of(1, c));
            return;
        }
    const unsigned colour = v->printed[cell]   ? v->printed[cell] - 1u
                            : v->choose_column ? AZJ_COLOUR_NB
                                               : (cell % 5 + 5 - cell / 5) % 5;
    msg_put(b, lang, colour < AZJ_COLOUR_NB ? MSG_CELL_SPACE : MSG_CELL_EMPTY,
            &(msg_args){.colour = msg_colour(colour)});
}

static void put_floor(buf *b, msg_lang lang, const azj_classic_board *board)
{
    buf_text(b, "  ");
    put_message(b, lang, MSG_FLOOR_TITLE, 0);
    buf_text(b, ": ");
    const unsigned n = azj_classic_floor_count(board);
    for (unsigned i = 0; i < n; i++) {
        const unsigned piece = azj_classic_floor_piece(board, i);
        buf_text(b, i ? ", " : "");
        if (piece == AZJ_CLASSIC_MARKER)
            put_message(b, lang, MSG_EDIT_MARKER, 0);
        else
            describe_colour(b, lang, piece - 1);
    }
    if (!n)
        put_message(b, lang, MSG_STATE_NONE, 0);
    buf_char(b, '\n');
}

static void narrate_classic_board(buf *b, const play_setup *p, const azj_classic *s, unsigned seat)
{
    const azj_classic_board *board = &s->board[seat];
    play_put_score(b, p, (const azj_state *)s, seat);
    buf_char(b, '\n');
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++) {
        put_line(b, p->lang, line, board->line[line - 1]);
        buf_text(b, "; ");
        put_message(b, p->lang, MSG_WALL, 0);
        for (unsigned column = 0; column < 5; column++) {
            buf_text(b, column ? ", " : ": ");
            put_wall_cell(b, p->lang, s, board, 5 * (line - 1) + column);
        }
        buf_char(b, '\n');
    }
    put_floor(b, p->lang, board);
}

/* ---- Duel ---- */

/* From the bottom. */
static void put_stack(buf *b, msg_lang lang, unsigned stack)
{
    if (!stack)
        put_message(b, lang, MSG_STATE_NONE, 0);
    for (bool any = false; stack; stack >>= 3, any = true) {
        buf_text(b, any ? ", " : "");
        describe_colour(b, lang, (stack & 7u) - 1);
    }
}

/* "sun: …; moon, lowest first: …." */
static void put_sides(buf *b, msg_lang lang, buf *sun, buf *moon)
{
    buf_end(sun);
    buf_end(moon);
    buf_text(b, ": ");
    msg_put(b, lang, MSG_STATE_SUN_MOON, &(msg_args){.sun = sun->at, .moon = moon->at});
}

static void put_small(buf *b, msg_lang lang, const azj_duel *s, unsigned f)
{
    char sun[SIDE_MAX], moon[SIDE_MAX];
    buf u = buf_on(sun, sizeof sun), m = buf_on(moon, sizeof moon);
    describe_tiles(&u, lang, s->sun[f]);
    put_stack(&m, lang, s->moon[f]);
    put_message(b, lang, MSG_SMALL_FACTORY, (int)f + 1);
    put_sides(b, lang, &u, &m);
    if (s->chip[f] != AZJ_NO_CHIP) {
        const bool up = azj_duel_face_up(s, f);
        buf_char(b, ' ');
        msg_put(b, lang, up ? MSG_CHIP_FACE : MSG_CHIP_DOWN,
                &(msg_args){.face = azj_face_name(up ? s->chip[f] : AZJ_CHIP_UNKNOWN)});
        buf_char(b, '.');
    }
    buf_char(b, '\n');
}

static void put_large(buf *b, msg_lang lang, const azj_duel *s)
{
    char sun[SIDE_MAX], moon[SIDE_MAX];
    buf u = buf_on(sun, sizeof sun), m = buf_on(moon, sizeof moon);
    describe_tiles(&u, lang, s->large_sun);
    describe_tiles(&m, lang, s->large_moon);
    put_message(b, lang, MSG_LARGE_FACTORY, 0);
    put_sides(b, lang, &u, &m);
    if (s->start_tile == AZJ_NOBODY) {
        buf_char(b, ' ');
        put_message(b, lang, MSG_START_TILE_ON_LARGE, 0);
        buf_char(b, '.');
    }
    buf_char(b, '\n');
}

/* "S3, top yellow, black; bottom turquoise, special. J1, …" */
static void put_plates(buf *b, msg_lang lang, const uint8_t *plates, unsigned count)
{
    for (unsigned i = 0, n = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate == AZJ_NO_PLATE)
            continue;
        buf_text(b, n++ ? ". " : ": ");
        buf_text(b, azj_plate_name(plate));
        if (plate < AZJ_DUEL_PLATES) {
            buf_text(b, ", ");
            describe_plate_words(b, lang, plate, 0);
        }
    }
    buf_char(b, '\n');
}

/* The front of the top plate is printed for those who may know it. */
static void put_pile(buf *b, msg_lang lang, const azj_duel *s)
{
    const unsigned top = s->pile[0] & AZJ_PILE_PLATE;
    if (!s->pile_count) {
        put_message(b, lang, MSG_PILE_EMPTY, 0);
        buf_char(b, '\n');
        return;
    }
    msg_put(b, lang, MSG_PILE,
            &(msg_args){.n = s->pile_count, .type = azj_duel_is_special(top) ? "S" : "J"});
    put_plates(b, lang, s->pile, top < AZJ_DUEL_PLATES ? 1 : 0);
}

static void put_tablets(buf *b, msg_lang lang, const azj_duel *s)
{
    put_message(b, lang, MSG_TABLETS, 0);
    for (unsigned t = 0, n = 0; t < 4; t++) {
        const unsigned side = s->tablets >> (2 * t) & 3u;
        if (!side)
            continue;
        buf_text(b, n++ ? " " : ": ");
        put_message(b, lang, describe_tablet_key(t, side), 0);
    }
    buf_char(b, '\n');
}

static void narrate_duel_table(buf *b, const play_setup *p, const azj_duel *s)
{
    put_head(b, p, (const azj_state *)s);
    put_large(b, p->lang, s);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        put_small(b, p->lang, s, f);
    put_message(b, p->lang, MSG_DISPLAY, 0);
    put_plates(b, p->lang, s->display, 3);
    put_pile(b, p->lang, s);
    if (s->drawn_count) {
        put_message(b, p->lang, MSG_DRAWN_PLATES, 0);
        put_plates(b, p->lang, s->drawn, s->drawn_count);
    }
    put_tablets(b, p->lang, s);
    put_counts(b, p->lang, s->bag, MSG_TOWER, s->tower);
}

static void put_dome_cell(buf *b, msg_lang lang, const azj_duel_board *board, unsigned cell)
{
    const uint64_t bit = (uint64_t)1 << cell;
    msg_key key = board->special & bit         ? MSG_CELL_SPECIAL
                  : board->joker & bit         ? MSG_CELL_JOKER
                  : board->special_space & bit ? MSG_CELL_SPECIAL_SPACE
                                               : MSG_CELL_NO_PLATE;
    unsigned colour = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        if (board->tile[c] & bit) {
            describe_tiles(b, lang, azj_tiles_of(1, c));
            return;
        }
        if (board->space[c] & bit) {
            key = MSG_CELL_SPACE;
            colour = c;
        }
    }
    msg_put(b, lang, key, &(msg_args){.colour = msg_colour(colour)});
}

static void put_dome_row(buf *b, msg_lang lang, const azj_duel_board *board, unsigned line)
{
    put_line(b, lang, line, board->line[line - 1]);
    buf_text(b, "; ");
    put_message(b, lang, MSG_DOME, 0);
    for (unsigned column = 0; column < 6; column++) {
        buf_text(b, column ? ", " : ": ");
        put_dome_cell(b, lang, board, 6 * (line - 1) + column);
    }
    buf_char(b, '\n');
}

static void put_broken(buf *b, msg_lang lang, const azj_duel_board *board)
{
    buf_text(b, "  ");
    put_message(b, lang, MSG_BROKEN_TITLE, 0);
    buf_text(b, ": ");
    const unsigned n = board->broken >> 12;
    for (unsigned i = 0; i < n; i++) {
        buf_text(b, i ? ", " : "");
        describe_colour(b, lang, (board->broken >> (3 * i) & 7u) - 1);
    }
    if (!n)
        put_message(b, lang, MSG_STATE_NONE, 0);
    buf_char(b, '\n');
}

static void narrate_duel_board(buf *b, const play_setup *p, const azj_duel *s, unsigned seat)
{
    const azj_duel_board *board = &s->board[seat];
    play_put_score(b, p, (const azj_state *)s, seat);
    buf_char(b, ' ');
    put_message(b, p->lang, MSG_TOKENS, board->tokens);
    buf_char(b, '.');
    if (board->chips) {
        buf_char(b, ' ');
        put_message(b, p->lang, MSG_CHIPS, (int)describe_chip_count(board->chips));
        buf_text(b, ": ");
        describe_chips_words(b, p->lang, board->chips);
        buf_char(b, '.');
    }
    if (s->start_tile == seat) {
        buf_char(b, ' ');
        put_message(b, p->lang, MSG_START_TILE_HELD, 0);
        buf_char(b, '.');
    }
    buf_char(b, '\n');
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        put_dome_row(b, p->lang, board, line);
    put_broken(b, p->lang, board);
}

/* ---- Doors ---- */

void narrate_table(buf *b, const play_setup *setup, const azj_state *view)
{
    if (view->head.rules == AZJ_DUEL)
        narrate_duel_table(b, setup, &view->duel);
    else
        narrate_classic_table(b, setup, &view->classic);
}

void narrate_board(buf *b, const play_setup *setup, const azj_state *view, unsigned seat)
{
    if (view->head.rules == AZJ_DUEL)
        narrate_duel_board(b, setup, &view->duel, seat);
    else
        narrate_classic_board(b, setup, &view->classic, seat);
}
