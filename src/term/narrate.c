/* narrate.c - a position in words: see narrate.h. */
#include "term/narrate.h"
#include "term/describe.h"

/* ---- Common -------------------------------------------------------------------------------- */

static void put(buf *b, play_lang lang, play_text key, int n)
{
    texts_put(b, lang, key, &(play_values){.n = n});
}

static void put_tiles(buf *b, play_lang lang, azj_tiles tiles)
{
    buf_text(b, ": ");
    describe_tiles(b, lang, tiles);
    buf_char(b, '\n');
}

static void put_count(buf *b, play_lang lang, play_text key, azj_tiles tiles)
{
    put(b, lang, key, 0);
    buf_char(b, ' ');
    buf_unsigned(b, azj_tiles_total(tiles));
    buf_text(b, " (");
    describe_tiles(b, lang, tiles);
    buf_char(b, ')');
}

static void put_head(buf *b, const play_setup *p, const azj_state *s, play_text second)
{
    const bool duel = s->head.rules == AZJ_DUEL;
    put(b, p->lang, (play_text)(TEXT_RULES_CLASSIC + s->head.rules), 0);
    buf_text(b, ", ");
    texts_put(b, p->lang, duel ? TEXT_ROUND_OF : TEXT_ROUND,
              &(play_values){.n = s->head.round, .m = AZJ_DUEL_ROUNDS});
    buf_text(b, ", ");
    put_count(b, p->lang, TEXT_BAG, duel ? s->duel.bag : s->classic.bag);
    buf_text(b, ", ");
    put_count(b, p->lang, second, duel ? s->duel.tower : s->classic.lid);
    buf_char(b, '\n');
}

/* "line 3: 2× red of 3" */
static void put_line(buf *b, play_lang lang, unsigned line, uint8_t held)
{
    buf_text(b, "  ");
    put(b, lang, TEXT_LINE, (int)line);
    buf_text(b, ": ");
    if (held & 15u) {
        describe_tiles(b, lang, azj_tiles_of(held & 15u, held >> 4));
        buf_text(b, " / ");
        buf_unsigned(b, line);
    } else {
        put(b, lang, TEXT_EMPTY, 0);
    }
}

static void put_board_head(buf *b, const play_setup *p, const azj_state *s, unsigned seat)
{
    play_name(b, p, seat);
    buf_text(b, ": ");
    put(b, p->lang, TEXT_POINTS, azj_score(s, seat));
}

/* ---- Classic ------------------------------------------------------------------------------- */

static void narrate_classic_table(buf *b, const play_setup *p, const azj_classic *s)
{
    put_head(b, p, (const azj_state *)s, TEXT_LID);
    for (unsigned f = 0; f < azj_classic_factories(s->players); f++) {
        if (!s->factory[f])
            continue;
        put(b, p->lang, TEXT_FACTORY, (int)f + 1);
        put_tiles(b, p->lang, s->factory[f]);
    }
    put(b, p->lang, TEXT_CENTRE, 0);
    if (s->marker == AZJ_NOBODY) {
        buf_text(b, " (");
        put(b, p->lang, TEXT_START_MARKER, 0);
        buf_char(b, ')');
    }
    put_tiles(b, p->lang, s->centre);
}

/* The wall row as letters: capitals are tiles, small letters spaces that take one colour. */
static char wall_letter(const azj_classic *s, const azj_classic_board *b, unsigned cell)
{
    static const char *const capitals = "BYRKT", *const smalls = "byrkt";
    const azj_classic_variant *v = &azj_classic_variants[s->rules];
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (b->wall[c] >> cell & 1u)
            return capitals[c];
    if (v->printed[cell])
        return smalls[v->printed[cell] - 1];
    return v->choose_column ? '-' : smalls[(cell % 5 + 5 - cell / 5) % 5];
}

static void put_floor(buf *b, play_lang lang, const azj_classic_board *board)
{
    buf_text(b, "  ");
    put(b, lang, TEXT_FLOOR, 0);
    buf_text(b, ": ");
    const unsigned n = azj_classic_floor_count(board);
    for (unsigned i = 0; i < n; i++) {
        const unsigned piece = azj_classic_floor_piece(board, i);
        buf_text(b, i ? ", " : "");
        buf_text(b, piece == AZJ_CLASSIC_MARKER ? texts_template(lang, TEXT_START_MARKER)
                                                : texts_colour(lang, piece - 1));
    }
    if (!n)
        put(b, lang, TEXT_EMPTY, 0);
    buf_char(b, '\n');
}

static void narrate_classic_board(buf *b, const play_setup *p, const azj_classic *s, unsigned seat)
{
    const azj_classic_board *board = &s->board[seat];
    put_board_head(b, p, (const azj_state *)s, seat);
    buf_char(b, '\n');
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++) {
        put_line(b, p->lang, line, board->line[line - 1]);
        buf_text(b, "; ");
        put(b, p->lang, TEXT_WALL, 0);
        for (unsigned column = 0; column < 5; column++) {
            buf_char(b, ' ');
            buf_char(b, wall_letter(s, board, 5 * (line - 1) + column));
        }
        buf_char(b, '\n');
    }
    put_floor(b, p->lang, board);
}

/* ---- Duel ---------------------------------------------------------------------------------- */

static void put_stack(buf *b, play_lang lang, unsigned stack)
{
    bool any = false;
    for (; stack; stack >>= 3) {
        buf_text(b, any ? " < " : "");
        buf_text(b, texts_colour(lang, (stack & 7u) - 1));
        any = true;
    }
    if (!any)
        put(b, lang, TEXT_EMPTY, 0);
}

static void put_small(buf *b, play_lang lang, const azj_duel *s, unsigned f)
{
    put(b, lang, TEXT_FACTORY, (int)f + 1);
    buf_text(b, ": ");
    put(b, lang, TEXT_SUN, 0);
    buf_char(b, ' ');
    describe_tiles(b, lang, s->sun[f]);
    buf_text(b, "; ");
    put(b, lang, TEXT_MOON, 0);
    buf_char(b, ' ');
    put_stack(b, lang, s->moon[f]);
    if (s->chip[f] != AZJ_NO_CHIP) {
        buf_text(b, "; ");
        put(b, lang, TEXT_CHIPS, 0);
        buf_char(b, ' ');
        buf_text(b, azj_face_name(azj_duel_face_up(s, f) ? s->chip[f] : AZJ_CHIP_UNKNOWN));
    }
    buf_char(b, '\n');
}

static void put_large(buf *b, play_lang lang, const azj_duel *s)
{
    put(b, lang, TEXT_LARGE_FACTORY, 0);
    buf_text(b, ": ");
    put(b, lang, TEXT_SUN, 0);
    buf_char(b, ' ');
    describe_tiles(b, lang, s->large_sun);
    buf_text(b, "; ");
    put(b, lang, TEXT_MOON, 0);
    buf_char(b, ' ');
    describe_tiles(b, lang, s->large_moon);
    if (s->start_tile == AZJ_NOBODY) {
        buf_text(b, "; ");
        put(b, lang, TEXT_START_TILE, 0);
    }
    buf_char(b, '\n');
}

static void put_plates(buf *b, const uint8_t *plates, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate == AZJ_NO_PLATE)
            continue;
        buf_char(b, ' ');
        buf_text(b, azj_plate_name(plate));
        if (plate < AZJ_DUEL_PLATES) {
            buf_char(b, ' ');
            describe_plate(b, plate, 0);
        }
        buf_char(b, ';');
    }
    buf_char(b, ' ');
}

static void put_tablets(buf *b, play_lang lang, const azj_duel *s)
{
    put(b, lang, TEXT_TABLETS, 0);
    for (unsigned t = 0, n = 0; t < 4; t++) {
        const unsigned side = s->tablets >> (2 * t) & 3u;
        if (!side)
            continue;
        buf_text(b, n++ ? "; " : ": ");
        put(b, lang, (play_text)(TEXT_TABLET_A1 + 2 * t + side - 1), 0);
    }
    buf_char(b, '\n');
}

static void narrate_duel_table(buf *b, const play_setup *p, const azj_duel *s)
{
    put_head(b, p, (const azj_state *)s, TEXT_TOWER);
    put_large(b, p->lang, s);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        put_small(b, p->lang, s, f);
    put(b, p->lang, TEXT_PLATES, 0);
    buf_char(b, ':');
    put_plates(b, s->display, 3);
    put(b, p->lang, TEXT_PILE, 0);
    buf_char(b, ' ');
    buf_unsigned(b, s->pile_count);
    if (s->pile_count)
        put_plates(b, s->pile, 1);
    buf_char(b, '\n');
    if (s->drawn_count) {
        put(b, p->lang, TEXT_DRAWN, 0);
        put_plates(b, s->drawn, s->drawn_count);
        buf_char(b, '\n');
    }
    put_tablets(b, p->lang, s);
}

/* Capitals are tiles (O special), small letters their spaces (j joker, o special), - no plate. */
static char dome_letter(const azj_duel_board *b, unsigned cell)
{
    static const char *const capitals = "BYRKT", *const smalls = "byrkt";
    const uint64_t bit = (uint64_t)1 << cell;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (b->tile[c] & bit)
            return capitals[c];
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (b->space[c] & bit)
            return smalls[c];
    if (b->special & bit)
        return 'O';
    if (b->joker & bit)
        return 'j';
    return b->special_space & bit ? 'o' : '-';
}

static void put_dome_row(buf *b, play_lang lang, const azj_duel_board *board, unsigned line)
{
    put_line(b, lang, line, board->line[line - 1]);
    buf_text(b, "; ");
    put(b, lang, TEXT_DOME, 0);
    for (unsigned column = 0; column < 6; column++) {
        buf_char(b, ' ');
        buf_char(b, dome_letter(board, 6 * (line - 1) + column));
    }
    buf_char(b, '\n');
}

static void put_broken(buf *b, play_lang lang, const azj_duel_board *board)
{
    buf_text(b, "  ");
    put(b, lang, TEXT_BROKEN, 0);
    buf_text(b, ": ");
    const unsigned n = board->broken >> 12;
    for (unsigned i = 0; i < n; i++) {
        buf_text(b, i ? ", " : "");
        buf_text(b, texts_colour(lang, (board->broken >> (3 * i) & 7u) - 1));
    }
    if (!n)
        put(b, lang, TEXT_EMPTY, 0);
}

static void narrate_duel_board(buf *b, const play_setup *p, const azj_duel *s, unsigned seat)
{
    const azj_duel_board *board = &s->board[seat];
    put_board_head(b, p, (const azj_state *)s, seat);
    buf_text(b, ", ");
    put(b, p->lang, TEXT_TOKENS, 0);
    buf_char(b, ' ');
    buf_unsigned(b, board->tokens);
    if (board->chips) {
        buf_text(b, ", ");
        put(b, p->lang, TEXT_CHIPS, 0);
        buf_char(b, ' ');
        describe_chips(b, board->chips);
    }
    if (s->start_tile == seat) {
        buf_text(b, ", ");
        put(b, p->lang, TEXT_START_TILE, 0);
    }
    buf_char(b, '\n');
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        put_dome_row(b, p->lang, board, line);
    put_broken(b, p->lang, board);
    buf_char(b, '\n');
}

/* ---- Doors --------------------------------------------------------------------------------- */

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
