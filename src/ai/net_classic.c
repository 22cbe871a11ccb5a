/* net_classic.c - the features of the classic family for a network: see net.h. */
#include "ai/eval_classic.h"
#include "ai/net.h"
#include "base/bits.h"

enum {
    LINE_DIVISOR = 4, /* reduces features that count sixtieths of a line */
    BAG_SCALE = 4,    /* features of the bag count quarters of an expected tile */
    ROUNDS = 8,
    BAG_FULL = 5,

    F_EVAL = 0,                      /* those of the hand-made evaluation */
    F_WALL = F_EVAL + EVAL_FEATURES, /* 5 x 25: a tile of this colour is here */
    F_LINE = F_WALL + 125,           /* 10 x 5: line r holds k tiles of a colour */
    F_POINTS = F_LINE + 50,          /* 25: points of a tile here, less one */
    F_SCORE = F_POINTS + 25,         /* 25: the score, in steps */
    F_START = F_SCORE + NET_SCORES,  /* 4: how many seats move before this one */
    F_BAG = F_START + 4,             /* 5: expected tiles of the colour, less the average */
    F_LEFT = F_BAG + 5,              /* 6: how full the bag is */
    F_ROUND = F_LEFT + BAG_FULL + 1, /* 8: the number of the next round */
    F_GAIN = F_ROUND + ROUNDS,       /* 15: line r holds k tiles: the gain of its tile */
    F_LAST = F_GAIN + 15,            /* 15: line r holds k tiles, and its row lacks one */
    F_COLUMNS = F_LAST + 15,         /* 1: columns that lack two or three tiles */
    F_COLOURS = F_COLUMNS + 1,       /* 1: colours that lack two or three tiles */
    F_SUPPLY = F_COLOURS + 1, /* 10 x 6: line r holds k tiles: expected tiles of its colour */
    F_LIKELY = F_SUPPLY + 60, /* 15: line r holds k tiles: gain times probability */
    F_CHOICE = F_LIKELY + 15, /* 5: an empty line: sum of gain times probability */
    F_CHANCE = F_CHOICE + 5,  /* 15: line r holds k tiles, its row lacks one: probability */
    F_NEAR = F_CHANCE + 15,   /* 6: columns, colours that lack 1, 2, 3: expected bonus */
    FEATURES = F_NEAR + 6
};

_Static_assert((int)FEATURES <= (int)NET_FEATURES_MAX, "the limit of the file");

/* Where colours are printed on the wall, F_LINE contains this feature. */
static bool is_implied(unsigned index)
{
    return index >= EVAL_F_LINE && index < EVAL_F_LINE_POINTS;
}

/* All values fit into 8 bits: the largest is a row of doubled points, 100. */
static void put_classic_eval(const azj_classic_variant *v, const eval_board_view *b,
                             const eval_supply *supply, int *points, eval_prospects *ahead,
                             net_inputs *in)
{
    eval_features f;
    eval_extract(v, b, supply, &f, points, ahead);
    for (uint32_t i = 0; i < f.count; i++) {
        const unsigned index = f.at[i].index;
        if (!v->choose_column && is_implied(index))
            continue;
        const bool share = index == EVAL_F_LINE_COLOUR || index == EVAL_F_LINE_COLUMN;
        net_put(in, F_EVAL + index, share ? f.at[i].value / LINE_DIVISOR : f.at[i].value);
    }
}

static void put_wall(const eval_board_view *b, net_inputs *in)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        for (uint32_t w = b->wall[c]; w; w &= w - 1)
            net_put(in, F_WALL + 25 * c + bits_first(w), 1);
}

/* The first index of line r among (line, tiles) = (2,1) (3,1) (3,2) … */
static const uint8_t first_of_line[AZJ_CLASSIC_LINES] = {0, 0, 1, 3, 6};

static void put_classic_lines(const eval_board_view *b, net_inputs *in)
{
    for (unsigned row = 1; row < AZJ_CLASSIC_LINES; row++) {
        const unsigned k = b->line[row] & 15u;
        if (k)
            net_put(in, F_LINE + 5 * (first_of_line[row] + k - 1) + (b->line[row] >> 4), 1);
    }
}

/* Rows that lack one tile, as bits. */
static unsigned nearly_complete(uint32_t wall)
{
    unsigned rows = 0;
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++) {
        const unsigned free = ~wall >> (5 * row) & 31u;
        rows |= (unsigned)(free && (free & (free - 1)) == 0) << row;
    }
    return rows;
}

static void put_prospects(const eval_board_view *b, unsigned nearly, const eval_prospects *p,
                          net_inputs *in)
{
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++) {
        const unsigned kind = row * (row + 1) / 2 + (b->line[row] & 15u);
        if (p->gain[row])
            net_put(in, F_GAIN + kind, p->gain[row]);
        if (nearly >> row & 1u)
            net_put(in, F_LAST + kind, 1);
    }
    if (p->columns)
        net_put(in, F_COLUMNS, net_limit(p->columns, 0, 100));
    if (p->colours)
        net_put(in, F_COLOURS, net_limit(p->colours, 0, 100));
}

static void put_supply(const eval_board_view *b, unsigned nearly, const eval_supply *supply,
                       const eval_prospects *p, net_inputs *in)
{
    static const uint8_t step[5] = {6, 11, 15, 19, 25}; /* quarters of a tile */
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++) {
        const unsigned k = b->line[row] & 15u, kind = row * (row + 1) / 2 + k;
        if (k) {
            unsigned much = 0;
            while (much < 5 && supply->of[b->line[row] >> 4] >= step[much])
                much++;
            net_put(in, F_SUPPLY + 6 * (first_of_line[row] + k - 1) + much, 1);
        }
        if (p->likely[row])
            net_put(in, F_LIKELY + kind, net_limit(p->likely[row], 0, 100));
        if (p->choice[row])
            net_put(in, F_CHOICE + row, net_limit(p->choice[row], 0, 100));
        if (nearly >> row & 1u && p->last[row])
            net_put(in, F_CHANCE + kind, p->last[row]);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (p->near_columns[i])
            net_put(in, F_NEAR + i, net_limit(p->near_columns[i], 0, 100));
        if (p->near_colours[i])
            net_put(in, F_NEAR + 3 + i, net_limit(p->near_colours[i], 0, 100));
    }
}

void net_classic_board(const azj_classic_variant *v, const struct eval_board_view *b,
                       const struct eval_supply *supply, int score, net_inputs *in)
{
    int points[25];
    eval_prospects ahead;
    const uint32_t wall = b->wall[0] | b->wall[1] | b->wall[2] | b->wall[3] | b->wall[4];
    put_classic_eval(v, b, supply, points, &ahead, in);
    put_wall(b, in);
    put_classic_lines(b, in);
    for (uint32_t free = ~wall & 0x1ffffffu; free; free &= free - 1)
        if (points[bits_first(free)] > 1)
            net_put(in, F_POINTS + bits_first(free), points[bits_first(free)] - 1);
    const unsigned nearly = nearly_complete(wall);
    put_prospects(b, nearly, &ahead, in);
    put_supply(b, nearly, supply, &ahead, in);
    net_put_score(F_SCORE, score, in);
}

/* The tiles that the next round is dealt from, by colour: those in the bag or, if they are not
 * enough, all that are on no wall. */
static unsigned source(const azj_classic *s, unsigned *from)
{
    const unsigned need = 4 * azj_classic_factories(s->players);
    unsigned total = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        from[c] = azj_tiles_count(s->bag, c);
        if (azj_tiles_total(s->bag) < need) {
            from[c] = 20;
            for (unsigned p = 0; p < s->players; p++)
                from[c] -= bits_count(s->board[p].wall[c]);
        }
        total += from[c];
    }
    return total;
}

void net_classic_supply(const azj_classic *s, struct eval_supply *supply)
{
    unsigned from[AZJ_COLOUR_NB];
    const unsigned total = source(s, from);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        supply->of[c] = (uint8_t)(total ? (BAG_SCALE * 20 * from[c] + total / 2) / total : 0);
        supply->halves[c] = (uint8_t)net_limit((supply->of[c] + 1) / 2, 0, EVAL_HALVES - 1);
    }
    eval_expect(supply);
}

void net_classic_common(const azj_classic *s, unsigned round, net_inputs *in)
{
    const unsigned need = 4 * azj_classic_factories(s->players);
    const unsigned full = azj_tiles_total(s->bag) / 20;
    unsigned from[AZJ_COLOUR_NB];
    const unsigned total = source(s, from);
    for (unsigned c = 0; c < AZJ_COLOUR_NB && total; c++) {
        const int more = (int)((BAG_SCALE * need * from[c] + total / 2) / total) -
                         (int)(BAG_SCALE * need / AZJ_COLOUR_NB);
        if (more)
            net_put(in, F_BAG + c, net_limit(more, -20, 20));
    }
    net_put(in, F_LEFT + (full < BAG_FULL ? full : BAG_FULL), 1);
    net_put(in, F_ROUND + (round < ROUNDS ? round : ROUNDS) - 1, 1);
}

unsigned net_classic_start(unsigned seat, unsigned starter, unsigned players, unsigned learned)
{
    const unsigned before = (seat + players - starter) % players;
    return F_START + (before < learned ? before : learned - 1);
}

unsigned net_features(unsigned rules)
{
    return rules == AZJ_DUEL ? net_duel_features() : FEATURES;
}
