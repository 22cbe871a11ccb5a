/* net_duel.c - what a network sees of Duel: see net.h. */
#include "ai/duel_eval.h"
#include "ai/net.h"

enum {
    EVAL_SCALE = 4, /* features of the hand-made evaluation count in quarters of a point */
    BAG_SCALE = 2,
    CELLS = 36,

    F_EVAL = 0,                      /* those of the hand-made evaluation */
    F_TILE = F_EVAL + DUEL_FEATURES, /* 6 x 36: a tile of this colour, or a special one */
    F_SPACE = F_TILE + 6 * CELLS,    /* 7 x 36: a free space of this colour, joker, special */
    F_POINTS = F_SPACE + 7 * CELLS,  /* 36: points beyond one that a tile would make here */
    F_LINE = F_POINTS + CELLS,       /* 21 x 5: line r holds k tiles of a colour */
    F_CHIP = F_LINE + 21 * 5,        /* 10: chips of a face */
    F_SCORE = F_CHIP + AZJ_DUEL_FACES,
    F_START = F_SCORE + NET_SCORES, /* 2: who starts */
    F_BAG = F_START + 2,            /* 5: more or fewer tiles of the colour than usual to come */
    F_TABLET = F_BAG + 5,           /* 8: the tablets and sides of this game */
    FEATURES = F_TABLET + 8
};

_Static_assert((int)FEATURES <= (int)NET_FEATURES_MAX, "the limit of the file");

static void put_eval(const azj_duel_board *b, unsigned tablets, unsigned left, net_inputs *in)
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

static void put_lines(const azj_duel_board *b, net_inputs *in)
{
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(b, line);
        if (have)
            net_put(in, F_LINE + 5 * (line * (line - 1) / 2 + have - 1) + duel_line_colour(b, line),
                    1);
    }
}

/* Tiles of each colour that the next round is expected to bring: bag and tower are the rest of what
 * is on no board, and the tower is poured into the bag when that is not enough. */
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
    put_eval(b, s->tablets, left, in);
    put_dome(b, in);
    put_lines(b, in);
    for (unsigned i = 0; i < AZJ_DUEL_FACES; i++)
        if (azj_chips_count(b->chips, i))
            net_put(in, F_CHIP + i, (int)azj_chips_count(b->chips, i));
    net_put_score(F_SCORE, b->score, in);
    put_bag(s, in);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = (s->tablets >> (2 * i)) & 3u;
        if (side)
            net_put(in, F_TABLET + 2 * i + side - 1, 1);
    }
}

unsigned net_duel_start(unsigned seat, unsigned starter)
{
    return F_START + (seat != starter);
}

/* ---- Exchanging colours ---------------------------------------------------------------------- */

/* D4: the colours that share a chip follow one another in a ring. */
static const uint8_t ring[AZJ_COLOUR_NB] = {AZJ_BLUE, AZJ_RED, AZJ_TURQUOISE, AZJ_YELLOW,
                                            AZJ_BLACK};

static unsigned ring_place(unsigned colour)
{
    unsigned at = 0;
    while (ring[at] != colour)
        at++;
    return at;
}

/* Exchange 0 .. 9: the ring turned, and for odd ones turned over. */
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
