/* net_duel.c - the features of Duel for a network: see net.h. */
#include "ai/duel_eval.h"
#include "ai/net.h"

enum {
    EVAL_SCALE = 4, /* features of the hand-made evaluation count quarters of a point */
    BAG_SCALE = 2,
    CELLS = 36,

    F_EVAL = 0,                      /* those of the hand-made evaluation */
    F_TILE = F_EVAL + DUEL_FEATURES, /* 6 x 36: a tile of this colour, or a special one */
    F_SPACE = F_TILE + 6 * CELLS,    /* 7 x 36: a free space of this colour, joker, special */
    F_POINTS = F_SPACE + 7 * CELLS,  /* 36: points of a tile here, less one */
    F_LINE = F_POINTS + CELLS,       /* 21 x 5: line r holds k tiles of a colour */
    F_CHIP = F_LINE + 21 * 5,        /* 10: chips of a face */
    F_SCORE = F_CHIP + AZJ_DUEL_FACES,
    F_START = F_SCORE + NET_SCORES, /* 2: this seat starts, or the other */
    F_BAG = F_START + 2,            /* 5: expected tiles of the colour, less the average */
    F_TABLET = F_BAG + 5,           /* 8: the tablets and sides of this game */
    F_SPACE_GAIN = F_TABLET + 8,    /* 27: line r holds k tiles: the gain of its best space */
    F_NO_SPACE = F_SPACE_GAIN + 27, /* 27: line r holds k tiles, and there is no space for it */
    F_PAYABLE = F_NO_SPACE + 27,    /* 6: chips can complete line r: the gain of its best space */
    F_TOKENS = F_PAYABLE + 6,       /* 4: tokens for plates */
    F_SPECIAL = F_TOKENS + 4,       /* 9 x 3: tiles that a plate lacks for its special tile */
    /* Of the tablets in this game, the tiles that are missing: */
    F_ROWS = F_SPECIAL + 27,      /* 6 x 6 */
    F_COLOURS = F_ROWS + 36,      /* 6 x 5 */
    F_COLUMNS = F_COLOURS + 30,   /* 6 x 6 */
    F_BORDER = F_COLUMNS + 36,    /* 1: tiles on the border */
    F_DIAGONALS = F_BORDER + 1,   /* 2 x 6 */
    F_CORNERS = F_DIAGONALS + 12, /* 4 x 4 */
    F_JOKERS = F_CORNERS + 16,    /* 6: jokers without a tile; the last: no joker is laid */
    F_EMPTY = F_JOKERS + 6,       /* 1: special spaces without a tile */
    F_EXPECTED = F_EMPTY + 1,     /* 4: rows, columns, diagonals, corners: expected points */
    FEATURES = F_EXPECTED + 4
};

_Static_assert((int)FEATURES <= (int)NET_FEATURES_MAX, "the limit of the file");

/* The tablets of a game, as azj_duel.tablets has them (D5). */
enum {
    T_ROWS = 1,
    T_COLOURS = 2,
    T_COLUMNS = 4,
    T_BORDER = 8,
    T_DIAGONALS = 16,
    T_CORNERS = 32,
    T_JOKERS = 64,
    T_SPECIALS = 128
};

static const uint8_t corner_slot[4] = {1, 3, 7, 9};

static void put_duel_eval(const azj_duel_board *b, unsigned tablets, unsigned left, net_inputs *in)
{
    float f[DUEL_FEATURES];
    duel_features(b, tablets, left, f);
    for (unsigned i = 0; i < DUEL_FEATURES; i++) {
        const float x = f[i] * EVAL_SCALE;
        const int value = (int)(x < 0 ? x - 0.5f : x + 0.5f);
        if (value && i != DUEL_F_SCORE)
            net_put(in, F_EVAL + i, net_limit(value, -100, 100));
    }
}

static void put_cells(uint64_t cells, unsigned first, net_inputs *in)
{
    for (; cells; cells &= cells - 1)
        net_put(in, first + bits_first(cells), 1);
}

static void put_dome(const azj_duel_board *b, net_inputs *in)
{
    const uint64_t filled = azj_duel_filled(b);
    uint64_t open = b->joker & ~filled;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        put_cells(b->tile[c], F_TILE + CELLS * c, in);
        put_cells(b->space[c] & ~filled, F_SPACE + CELLS * c, in);
        open |= b->space[c] & ~filled;
    }
    put_cells(b->special, F_TILE + CELLS * 5, in);
    put_cells(b->joker & ~filled, F_SPACE + CELLS * 5, in);
    put_cells(b->special_space & ~filled, F_SPACE + CELLS * 6, in);
    for (; open; open &= open - 1) {
        const unsigned cell = bits_first(open), points = duel_cell_points(filled, cell);
        if (points > 1)
            net_put(in, F_POINTS + cell, (int)points - 1);
    }
}

static void put_duel_lines(const azj_duel_board *b, net_inputs *in)
{
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(b, line);
        if (have)
            net_put(in, F_LINE + 5 * (line * (line - 1) / 2 + have - 1) + duel_line_colour(b, line),
                    1);
    }
}

typedef struct dome {
    const azj_duel_board *b;
    unsigned tablets, left;
    uint64_t filled, open; /* open: coloured and joker spaces without a tile */
    net_inputs *in;
} dome;

/* The points of the corner plates. */
static unsigned corner_points(unsigned i)
{
    return i < 2 ? duel_value.upper_corner : duel_value.lower_corner;
}

/* The points of these cells, if a tablet counts them and this tile completes them. */
static unsigned completed(const dome *d, unsigned tablet, uint64_t cells, uint64_t after,
                          unsigned points)
{
    return d->tablets & tablet && (cells & ~after) == 0 && (cells & ~d->filled) != 0 ? points : 0;
}

static unsigned tablet_gain(const dome *d, unsigned cell, uint64_t after)
{
    const azj_duel_board *b = d->b;
    unsigned gain =
        completed(d, T_ROWS, DUEL_ROW(cell / 6 + 1), after, duel_value.row) +
        completed(d, T_COLUMNS, DUEL_COLUMN(cell % 6 + 1), after, duel_value.column) +
        completed(d, T_DIAGONALS, DUEL_DOWN, after, duel_value.diagonal) +
        completed(d, T_DIAGONALS, DUEL_UP, after, duel_value.diagonal) +
        completed(d, T_JOKERS, b->joker, after, duel_value.joker * bits_count(b->joker));
    for (unsigned i = 0; i < 4; i++)
        gain += completed(d, T_CORNERS, DUEL_PLATE(corner_slot[i]), after, corner_points(i));
    if (d->tablets & T_BORDER)
        gain += bits_count(after & ~d->filled & DUEL_BORDER) * duel_value.border;
    return gain;
}

/* The points of a fifth colour in the row; the colour on a joker is not considered. */
static unsigned colour_gain(const dome *d, unsigned cell, uint64_t after)
{
    const unsigned line = cell / 6 + 1;
    if (!(d->tablets & T_COLOURS))
        return 0;
    const unsigned have = duel_row_colours(d->b, line);
    unsigned colours = have;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        colours += (d->b->space[c] >> cell & 1u) && !(d->b->tile[c] & DUEL_ROW(line));
    colours += (after & ~d->filled & d->b->special_space & DUEL_ROW(line)) &&
               !(d->b->special & DUEL_ROW(line));
    return have < 5 && colours >= 5 ? duel_value.colours : 0;
}

/* The points of a tile on a cell, with everything that it completes. */
static unsigned cell_gain(const dome *d, unsigned cell)
{
    const uint64_t plate = DUEL_PLATE(duel_slot_of(cell));
    const uint64_t special = d->b->special_space & plate & ~d->filled;
    uint64_t after = d->filled | UINT64_C(1) << cell;
    unsigned gain = duel_cell_points(d->filled, cell);
    if (special && (after & plate) == (plate & ~special)) {
        after |= special;
        gain += duel_value.special[bits_first(special) / 6];
        gain += d->tablets & T_SPECIALS ? duel_value.no_special : 0;
    }
    return gain + tablet_gain(d, cell, after) + colour_gain(d, cell, after);
}

/* Lines and their best spaces. */
static void put_line_gains(const dome *d)
{
    const azj_duel_board *b = d->b;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(b, line), colour = duel_line_colour(b, line);
        const unsigned kind = line * (line + 1) / 2 - 1 + have;
        unsigned best = 0;
        for (uint64_t m = have ? duel_free(b, line, colour) : d->open & DUEL_ROW(line); m;
             m &= m - 1) {
            const unsigned gain = cell_gain(d, bits_first(m));
            best = gain > best ? gain : best;
        }
        net_put(d->in, best ? F_SPACE_GAIN + kind : F_NO_SPACE + kind, best ? (int)best : 1);
        const unsigned chips = duel_chips_total(b->chips & duel_colour_faces[colour]);
        if (have && best && have < line && chips >= 2 * (line - have))
            net_put(d->in, F_PAYABLE + line - 1, (int)best);
    }
}

static void put_specials(const azj_duel_board *b, net_inputs *in)
{
    const uint64_t filled = azj_duel_filled(b);
    for (uint64_t m = b->special_space & ~b->special; m; m &= m - 1) {
        const unsigned slot = duel_slot_of(bits_first(m));
        net_put(in, F_SPECIAL + 3 * (slot - 1) + bits_count(DUEL_PLATE(slot) & ~filled) - 2, 1);
    }
}

/* ---- Tablets (D5) ---- */

/* A row gets at most one tile a round. */
static bool may_be_filled(const dome *d, uint64_t cells)
{
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        if (bits_count(cells & ~d->filled & DUEL_ROW(line)) > d->left)
            return false;
    return true;
}

static void put_lack(const dome *d, unsigned first, uint64_t cells)
{
    const unsigned lack = bits_count(cells & ~d->filled);
    if (lack && may_be_filled(d, cells))
        net_put(d->in, first + lack - 1, 1);
}

/* A rough probability that a cell gets its tile soon, in sixteenths; set by hand, not measured. The
 * networks were trained with these numbers. */
static unsigned cell_chance(const dome *d, unsigned cell)
{
    static const uint8_t empty[AZJ_DUEL_LINES] = {12, 10, 7, 5, 4, 3};
    const unsigned line = cell / 6 + 1, have = duel_line_count(d->b, line);
    const unsigned colour = duel_line_colour(d->b, line);
    if (!(d->open >> cell & 1u))
        return 2;
    if (have == 0)
        return empty[line - 1];
    if (!(duel_free(d->b, line, colour) >> cell & 1u))
        return d->left > 1 ? 2 : 0;
    const unsigned chips = duel_chips_total(d->b->chips & duel_colour_faces[colour]);
    return chips >= 2 * (line - have) ? 15 : 5 + 10 * have / line;
}

/* The expected points of cells that lack two or three tiles, in eighths. */
static unsigned expected_points(const dome *d, unsigned tablet, uint64_t cells, unsigned points)
{
    const uint64_t lack = cells & ~d->filled;
    unsigned value = points << 15;
    if (!(d->tablets & tablet) || bits_count(lack) < 2 || bits_count(lack) > 3 ||
        !may_be_filled(d, cells))
        return 0;
    for (uint64_t m = lack; m; m &= m - 1)
        value = value * cell_chance(d, bits_first(m)) / 16;
    return value >> 12;
}

static void put_expected(const dome *d)
{
    unsigned value[4] = {0};
    for (unsigned i = 0; i < 6; i++) {
        value[0] += expected_points(d, T_ROWS, DUEL_ROW(i + 1), duel_value.row);
        value[1] += expected_points(d, T_COLUMNS, DUEL_COLUMN(i + 1), duel_value.column);
    }
    value[2] = expected_points(d, T_DIAGONALS, DUEL_DOWN, duel_value.diagonal) +
               expected_points(d, T_DIAGONALS, DUEL_UP, duel_value.diagonal);
    for (unsigned i = 0; i < 4; i++)
        value[3] += expected_points(d, T_CORNERS, DUEL_PLATE(corner_slot[i]), corner_points(i));
    for (unsigned i = 0; i < 4; i++)
        if (value[i])
            net_put(d->in, F_EXPECTED + i, net_limit((int)value[i], 0, 100));
}

static void put_rows(const dome *d)
{
    for (unsigned i = 0; i < 6; i++)
        put_lack(d, F_ROWS + 6 * i, DUEL_ROW(i + 1));
}

static void put_row_colours(const dome *d)
{
    for (unsigned i = 0; i < 6; i++) {
        const unsigned have = duel_row_colours(d->b, i + 1);
        if (have < 5)
            net_put(d->in, F_COLOURS + 5 * i + have, 1);
    }
}

static void put_columns(const dome *d)
{
    for (unsigned i = 0; i < 6; i++)
        put_lack(d, F_COLUMNS + 6 * i, DUEL_COLUMN(i + 1));
}

static void put_border(const dome *d)
{
    net_put(d->in, F_BORDER, (int)bits_count(d->filled & DUEL_BORDER));
}

static void put_diagonals(const dome *d)
{
    put_lack(d, F_DIAGONALS, DUEL_DOWN);
    put_lack(d, F_DIAGONALS + 6, DUEL_UP);
}

static void put_corners(const dome *d)
{
    for (unsigned i = 0; i < 4; i++)
        put_lack(d, F_CORNERS + 4 * i, DUEL_PLATE(corner_slot[i]));
}

static void put_jokers(const dome *d)
{
    const unsigned lack = bits_count(d->b->joker & ~d->filled);
    const unsigned kind = d->b->joker == 0 ? 5 : lack < 4 ? lack : 4;
    net_put(d->in, F_JOKERS + kind, 1);
}

static void put_empty(const dome *d)
{
    net_put(d->in, F_EMPTY, (int)bits_count(d->b->special_space & ~d->filled));
}

static void put_tablets(const dome *d)
{
    static void (*const put[8])(const dome *) = {put_rows,   put_row_colours, put_columns,
                                                 put_border, put_diagonals,   put_corners,
                                                 put_jokers, put_empty};
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = (d->tablets >> (2 * i)) & 3u;
        if (side == 0)
            continue;
        net_put(d->in, F_TABLET + 2 * i + side - 1, 1);
        put[2 * i + side - 1](d);
    }
}

/* The expected tiles of each colour in the next round. If the bag is not enough, the tower is
 * poured into it and nothing is known. */
static void put_bag(const azj_duel *s, net_inputs *in)
{
    const unsigned need = duel_value.large + (unsigned)AZJ_DUEL_SMALL * duel_value.small;
    const unsigned bag = azj_tiles_total(s->bag);
    for (unsigned c = 0; c < AZJ_COLOUR_NB && bag >= need; c++) {
        const int more = (int)((BAG_SCALE * need * azj_tiles_count(s->bag, c) + bag / 2) / bag) -
                         (int)(BAG_SCALE * need / AZJ_COLOUR_NB);
        if (more)
            net_put(in, F_BAG + c, net_limit(more, -20, 20));
    }
}

void net_duel_board(const azj_duel *s, unsigned seat, unsigned left, net_inputs *in)
{
    const azj_duel_board *b = &s->board[seat];
    const uint64_t filled = azj_duel_filled(b);
    const uint64_t spaces =
        b->space[0] | b->space[1] | b->space[2] | b->space[3] | b->space[4] | b->joker;
    const dome d = {b, s->tablets, left, filled, spaces & ~filled, in};
    put_duel_eval(b, s->tablets, left, in);
    put_dome(b, in);
    put_duel_lines(b, in);
    for (unsigned i = 0; i < AZJ_DUEL_FACES; i++)
        if (azj_chips_count(b->chips, i))
            net_put(in, F_CHIP + i, (int)azj_chips_count(b->chips, i));
    net_put_score(F_SCORE, b->score, in);
    put_bag(s, in);
    put_line_gains(&d);
    put_specials(b, in);
    net_put(in, F_TOKENS + (b->tokens < 3 ? b->tokens : 3u), 1);
    put_tablets(&d);
    put_expected(&d);
}

unsigned net_duel_start(unsigned seat, unsigned starter)
{
    return F_START + (seat != starter);
}

/* ---- Exchanging colours ---- */

/* D4: colours that share a chip are neighbours in a ring. */
static const uint8_t ring[AZJ_COLOUR_NB] = {AZJ_BLUE, AZJ_RED, AZJ_TURQUOISE, AZJ_YELLOW,
                                            AZJ_BLACK};

static unsigned ring_place(unsigned colour)
{
    unsigned at = 0;
    while (ring[at] != colour)
        at++;
    return at;
}

/* Exchange 0 .. 9: the ring is rotated; odd ones also reverse it. */
static unsigned exchanged(unsigned colour, unsigned exchange)
{
    const unsigned at = ring_place(colour), turn = exchange / 2;
    const unsigned to = exchange % 2 ? turn + AZJ_COLOUR_NB - at : turn + at;
    return ring[to % AZJ_COLOUR_NB];
}

static unsigned exchanged_face(unsigned face, unsigned exchange)
{
    unsigned colours = 0, other = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (duel_face[face] >> c & 1u)
            colours |= 1u << exchanged(c, exchange);
    while (duel_face[other] != colours)
        other++;
    return other;
}

unsigned net_duel_exchange(unsigned feature, unsigned exchange)
{
    const unsigned tile = feature - F_TILE, space = feature - F_SPACE, line = feature - F_LINE;
    if (feature >= F_TILE && tile < 5 * CELLS)
        return F_TILE + CELLS * exchanged(tile / CELLS, exchange) + tile % CELLS;
    if (feature >= F_SPACE && space < 5 * CELLS)
        return F_SPACE + CELLS * exchanged(space / CELLS, exchange) + space % CELLS;
    if (feature >= F_LINE && feature < F_CHIP)
        return F_LINE + line / 5 * 5 + exchanged(line % 5, exchange);
    if (feature >= F_CHIP && feature < F_SCORE)
        return F_CHIP + exchanged_face(feature - F_CHIP, exchange);
    if (feature >= F_BAG && feature < F_TABLET)
        return F_BAG + exchanged(feature - F_BAG, exchange);
    return feature;
}

unsigned net_duel_features(void)
{
    return FEATURES;
}
