/* draw_classic.c - the classic family on a canvas: factories above, boards below. */
#include "term/scene.h"

enum {
    ROW_COUNTS = 1,
    ROW_FACTORIES = 3,
    ROW_BOARDS = 7,
    ROW_BELOW = 13,
    TALL = 28,
    CENTRE_MIN = 26,
    BETWEEN = 3 /* line and wall */
};

/* ---- The table ---- */

static scene_mark source_mark(const play_scene *s, unsigned from, unsigned colour)
{
    return s->pick && azj_move_kind_of(s->pick) == AZJ_TAKE && azj_move_from(s->pick) == from &&
                   azj_move_colour(s->pick) == colour
               ? MARK_PICK
               : MARK_NONE;
}

static void draw_factory(canvas *c, int x, int width, const play_scene *s, unsigned f)
{
    const azj_tiles tiles = s->view.classic.factory[f];
    const bool emptied = !tiles && s->since.classic.factory[f];
    canvas_put(c, ROW_FACTORIES, x + width - 1, emptied ? STYLE_TITLE : STYLE_DIM,
               (uint32_t)('1' + f));
    if (emptied)
        canvas_put(c, ROW_FACTORIES, x + width, STYLE_TITLE, '\'');
    unsigned place = 0;
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        for (unsigned i = 0; i < azj_tiles_count(tiles, colour); i++, place++)
            scene_tile(c, ROW_FACTORIES + 1 + (int)(place / 2), x + (int)(place % 2) * width, width,
                       colour, source_mark(s, f + 1, colour));
    for (; place < 4; place++)
        scene_place(c, ROW_FACTORIES + 1 + (int)(place / 2), x + (int)(place % 2) * width, width,
                    STYLE_DIM, 0);
}

static void put_times(canvas *c, int y, int x, unsigned style, unsigned n)
{
    char text[8];
    buf b = buf_on(text, sizeof text);
    buf_text(&b, "×");
    buf_unsigned(&b, n);
    buf_end(&b);
    canvas_text(c, y, x, 3, style, text);
}

static void draw_centre(canvas *c, int x, int width, const play_scene *s)
{
    const azj_classic *k = &s->view.classic;
    unsigned place = 0;
    canvas_text(c, ROW_FACTORIES, x, 20, STYLE_DIM, msg_text(s->setup->lang, MSG_CENTRE));
    if (k->marker == AZJ_NOBODY) {
        scene_piece(c, ROW_FACTORIES + 1, x, width, STYLE_MARKER, '1', MARK_NONE);
        place++;
    }
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++) {
        const unsigned n = azj_tiles_count(k->centre, colour);
        const int y = ROW_FACTORIES + 1 + (int)(place / 3), at = x + (int)(place % 3) * (width + 4);
        if (!n)
            continue;
        scene_tile(c, y, at, width, colour, source_mark(s, 0, colour));
        put_times(c, y, at + width, STYLE_PLAIN, n);
        place++;
    }
}

static void draw_table(canvas *c, const play_scene *s)
{
    const azj_classic *k = &s->view.classic;
    const unsigned n = azj_classic_factories(k->players);
    const int width = (int)n * 8 + CENTRE_MIN <= c->width ? 3 : 2;
    int x = 2 + scene_counts(c, ROW_COUNTS, 2, s, MSG_BAG, k->bag);
    scene_counts(c, ROW_COUNTS, x + 3, s, MSG_LID, k->lid);
    for (unsigned f = 0; f < n; f++)
        draw_factory(c, 2 + (int)f * (2 * width + 2), width, s, f);
    draw_centre(c, 2 + (int)n * (2 * width + 2) + 2, width, s);
}

/* ---- A board ---- */

static unsigned ghosts_in(const play_scene *s, unsigned seat, unsigned line, unsigned held)
{
    if (!scene_picks(s, seat, AZJ_TAKE) || s->asks != CHOICE_TARGET || azj_move_to(s->pick) != line)
        return 0;
    const unsigned room = line - held, taken = scene_taken(s);
    return taken < room ? taken : room;
}

/* The colour on a space, AZJ_COLOUR_NB for none. */
static unsigned colour_at(const azj_classic_board *b, unsigned cell)
{
    for (unsigned colour = 0; colour < AZJ_COLOUR_NB; colour++)
        if (b->wall[colour] >> cell & 1u)
            return colour;
    return AZJ_COLOUR_NB;
}

/* The only colour that a space takes, AZJ_COLOUR_NB for any (C14, C21). */
static unsigned printed_at(azj_rules rules, unsigned cell)
{
    const azj_classic_variant *v = &azj_classic_variants[rules];
    if (v->choose_column)
        return v->printed[cell] ? v->printed[cell] - 1u : AZJ_COLOUR_NB;
    return (cell % 5 + 5 - cell / 5) % 5;
}

static void draw_empty_space(canvas *c, int y, int x, int width, const play_scene *s, unsigned cell)
{
    const unsigned printed = printed_at((azj_rules)s->view.head.rules, cell);
    const bool any = printed == AZJ_COLOUR_NB;
    scene_place(c, y, x, width, any ? STYLE_DIM : STYLE_SPACE + printed,
                any ? 0 : (uint32_t) "byrkt"[printed]);
    if (width > 2 && azj_classic_variants[s->view.head.rules].doubled >> cell & 1u)
        canvas_put(c, y, x + 2, STYLE_DIM, '2');
}

static void draw_space(canvas *c, int y, int x, int width, const play_scene *s, unsigned seat,
                       unsigned cell)
{
    const azj_classic_board *b = &s->view.classic.board[seat];
    const unsigned colour = colour_at(b, cell);
    const bool away = s->away[seat] >> cell & 1u;
    const bool fresh = !(azj_classic_wall(&s->since.classic.board[seat]) >> cell & 1u);
    if (scene_picks(s, seat, AZJ_PLACE) &&
        cell == 5 * (azj_move_line(s->pick) - 1) + azj_move_column(s->pick) - 1)
        scene_tile(c, y, x, width, azj_classic_line_colour(b, azj_move_line(s->pick)), MARK_GHOST);
    else if (colour == AZJ_COLOUR_NB || away)
        draw_empty_space(c, y, x, width, s, cell);
    else
        scene_tile(c, y, x, width, colour,
                   s->lit[seat] >> cell & 1u ? MARK_PICK
                   : fresh                   ? MARK_NEW
                                             : MARK_NONE);
}

static void draw_row(canvas *c, int y, int x, int width, const play_scene *s, unsigned seat,
                     unsigned line)
{
    const azj_classic_board *b = &s->view.classic.board[seat];
    const unsigned held = azj_classic_line_count(b, line);
    const int middle = x + 2 + 5 * width;
    canvas_put(c, y, x, STYLE_DIM, (uint32_t)('0' + line));
    scene_pattern_line(c, y, middle,
                       &(scene_line){.width = width,
                                     .line = line,
                                     .held = b->line[line - 1],
                                     .before = s->since.classic.board[seat].line[line - 1],
                                     .ghosts = ghosts_in(s, seat, line, held),
                                     .colour = azj_move_colour(s->pick)});
    canvas_put(c, y, middle + 1, STYLE_DIM, 0x25b8);
    for (unsigned column = 0; column < 5; column++)
        draw_space(c, y, middle + BETWEEN + (int)column * width, width, s, seat,
                   5 * (line - 1) + column);
}

/* How many tiles of the pick would fall. */
static unsigned falling(const play_scene *s, unsigned seat)
{
    if (!scene_picks(s, seat, AZJ_TAKE) || s->asks != CHOICE_TARGET)
        return 0;
    const unsigned line = azj_move_to(s->pick);
    const unsigned held = line ? azj_classic_line_count(&s->view.classic.board[seat], line) : 0;
    return scene_taken(s) - (line ? ghosts_in(s, seat, line, held) : 0);
}

/* C4: the marker falls before the tiles. */
static bool takes_marker(const play_scene *s, unsigned seat)
{
    return scene_picks(s, seat, AZJ_TAKE) && s->asks == CHOICE_TARGET && !azj_move_from(s->pick) &&
           s->view.classic.marker == AZJ_NOBODY;
}

static void draw_cost(canvas *c, int y, int x, bool sign, unsigned cost)
{
    canvas_put(c, y, x, STYLE_DIM, cost && sign ? '-' : ' ');
    canvas_put(c, y, x + 1, STYLE_DIM, '0' + cost);
}

static void draw_floor(canvas *c, int y, int x, int width, const play_scene *s, unsigned seat)
{
    const azj_classic_board *b = &s->view.classic.board[seat];
    const azj_classic_variant *v = &azj_classic_variants[s->view.head.rules];
    const unsigned held = azj_classic_floor_count(b), falls = falling(s, seat);
    const bool marker = takes_marker(s, seat);
    const int piece = width > 2 ? 3 : 2, step = width > 1 ? 3 : 2;
    for (unsigned i = 0; i < AZJ_CLASSIC_FLOOR; i++) {
        const int at = x + (width > 1 ? 2 : 1) + (int)i * step;
        const unsigned here = azj_classic_floor_piece(b, i);
        if (i < held && here == AZJ_CLASSIC_MARKER)
            scene_piece(c, y, at, piece, STYLE_MARKER, '1', MARK_NONE);
        else if (i < held)
            scene_tile(c, y, at, piece, here - 1, MARK_NONE);
        else if (i == held && marker)
            scene_piece(c, y, at, piece, STYLE_MARKER, '1', MARK_GHOST);
        else if (i < held + falls + marker)
            scene_tile(c, y, at, piece, azj_move_colour(s->pick), MARK_GHOST);
        else
            draw_cost(c, y, at, width > 1, v->floor_cost[i]);
    }
}

static int board_width(int width)
{
    return 2 + 10 * width + BETWEEN;
}

/* A tall terminal has room for a free row above and below the boards. */
static int spare(const canvas *c)
{
    return c->height >= TALL;
}

static void draw_board(canvas *c, int x, int width, const play_scene *s, unsigned seat)
{
    const int y = ROW_BOARDS + spare(c);
    scene_name(c, y - 1, x, board_width(width), s, seat);
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++)
        draw_row(c, y + (int)line - 1, x, width, s, seat, line);
    draw_floor(c, y + AZJ_CLASSIC_LINES, x, width, s, seat);
}

/* The largest pieces with which all boards stand side by side: mine first. */
static void choose_widths(int room, unsigned players, int *mine, int *others)
{
    static const int sizes[][2] = {{3, 3}, {3, 2}, {2, 2}, {2, 1}};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *mine = sizes[i][0];
        *others = sizes[i][1];
        if (board_width(*mine) + ((int)players - 1) * (2 + board_width(*others)) + 1 <= room)
            return;
    }
}

int scene_draw_classic(canvas *c, const play_scene *s)
{
    const unsigned players = s->view.head.players;
    int mine, others, x = 1;
    choose_widths(c->width, players, &mine, &others);
    draw_table(c, s);
    for (unsigned i = 0; i < players; i++) {
        const int width = i ? others : mine;
        draw_board(c, x, width, s, (s->front + i) % players);
        x += board_width(width) + 2;
    }
    return ROW_BELOW + 2 * spare(c);
}
