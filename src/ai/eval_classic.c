/* eval_classic.c - features of a board, and its value at the end of a round: see eval_classic.h. */
#include "ai/eval_classic.h"
#include "base/bits.h"

#include <stdbool.h>
#include <string.h>

#define COLUMN_MASK 0x108421u

/* How many of five bits are set. */
static const uint8_t ones[32] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};

/* A number for each colour, padded to a vector. */
enum { COLOURS = 16 };
typedef uint8_t by_colour __attribute__((vector_size(COLOURS)));
typedef int8_t by_colour_signed __attribute__((vector_size(COLOURS)));

typedef struct geometry {
    uint32_t all;         /* the wall, all colours */
    uint8_t row[5];       /* by row: columns filled */
    uint8_t column[5];    /* by column: rows filled */
    uint8_t has[COLOURS]; /* by colour: columns that hold it */
    uint8_t in_row[5];    /* by row: colours in it */
    uint8_t four;         /* columns that lack one tile */
    /* Where players choose columns, by row and colour (find_places): */
    uint8_t place[5][COLOURS]; /* columns that take it */
    uint8_t best[5][COLOURS];  /* the most points of it there */
} geometry;

static void measure_board(const eval_board_view *b, geometry *g)
{
    g->all = b->wall[0] | b->wall[1] | b->wall[2] | b->wall[3] | b->wall[4];
    memset(g->in_row, 0, sizeof g->in_row);
    memset(g->has, 0, sizeof g->has);
    g->four = 0;
    for (unsigned r = 0; r < 5; r++) {
        g->row[r] = (g->all >> (5 * r)) & 31u;
        const uint32_t bits = (g->all >> r) & COLUMN_MASK;
        g->column[r] = (bits * 0x111110u >> 20) & 31u;
        g->four = (uint8_t)(g->four | (unsigned)(ones[g->column[r]] == 4) << r);
    }
    for (unsigned c = 0; c < 5; c++) {
        const uint32_t w = b->wall[c];
        g->has[c] = (w | w >> 5 | w >> 10 | w >> 15 | w >> 20) & 31u;
        for (unsigned r = 0; r < 5; r++)
            g->in_row[r] = (uint8_t)(g->in_row[r] | (unsigned)((w >> (5 * r) & 31u) != 0) << c);
    }
}

/* By five bits and a place: how many in a row a tile there makes; 0: it stands alone. */
static const uint8_t run_of[32][5] = {
    {0, 0, 0, 0, 0}, {0, 2, 0, 0, 0}, {2, 0, 2, 0, 0}, {2, 2, 3, 0, 0}, {0, 2, 0, 2, 0},
    {0, 3, 0, 2, 0}, {3, 2, 2, 3, 0}, {3, 3, 3, 4, 0}, {0, 0, 2, 0, 2}, {0, 2, 2, 0, 2},
    {2, 0, 3, 0, 2}, {2, 2, 4, 0, 2}, {0, 3, 2, 2, 3}, {0, 4, 2, 2, 3}, {4, 3, 3, 3, 4},
    {4, 4, 4, 4, 5}, {0, 0, 0, 2, 0}, {0, 2, 0, 2, 0}, {2, 0, 2, 2, 0}, {2, 2, 3, 2, 0},
    {0, 2, 0, 3, 0}, {0, 3, 0, 3, 0}, {3, 2, 2, 4, 0}, {3, 3, 3, 5, 0}, {0, 0, 3, 2, 2},
    {0, 2, 3, 2, 2}, {2, 0, 4, 2, 2}, {2, 2, 5, 2, 2}, {0, 4, 3, 3, 3}, {0, 5, 3, 3, 3},
    {5, 4, 4, 4, 4}, {5, 5, 5, 5, 5}};

/* C12, C22: points of a tile at row, column (from 0). */
static int tile_points(const azj_classic_variant *v, const geometry *g, unsigned row, unsigned col)
{
    const unsigned points = run_of[g->row[row]][col] + run_of[g->column[col]][row];
    return (int)((points ? points : 1) << (v->doubled >> (5 * row + col) & 1u));
}

/* Where players choose columns: those of a row that take each colour (C15, C21). All colours are
 * computed at once, without branches that a processor cannot predict. */
static by_colour places_of_row(const azj_classic_variant *v, const geometry *g, unsigned row)
{
    const by_colour none = {0}, number = {1, 2, 3, 4, 5}, bit = {1, 2, 4, 8, 16};
    const by_colour missing = (by_colour)((bit & ~(none + g->in_row[row])) != none);
    by_colour closed;
    memcpy(&closed, g->has, sizeof closed);
    closed |= none + g->row[row];
    for (unsigned c = 0; c < 5; c++)
        if (v->printed[5 * row + c])
            closed |= (by_colour)(number != none + v->printed[5 * row + c]) & (uint8_t)(1 << c);
    return missing & ~closed & 31;
}

/* These columns, and the most points of each colour there. */
static void find_places(const azj_classic_variant *v, geometry *g, unsigned row,
                        const int *row_points)
{
    const by_colour none = {0}, place = places_of_row(v, g, row);
    by_colour best = none;
    for (unsigned c = 0; c < 5; c++) {
        const by_colour column = none + (uint8_t)(1 << c);
        const by_colour points = (by_colour)((place & column) == column) & (uint8_t)row_points[c];
        const by_colour more = (by_colour)((by_colour_signed)points > (by_colour_signed)best);
        best = (points & more) | (best & ~more);
    }
    memcpy(g->place[row], &place, sizeof place);
    memcpy(g->best[row], &best, sizeof best);
}

/* C14, C15, C21: columns that take this colour in this row (from 0), where places are found. */
static unsigned columns_for(const azj_classic_variant *v, const geometry *g, unsigned row,
                            unsigned colour)
{
    if (v->choose_column)
        return g->place[row][colour];
    if (g->in_row[row] >> colour & 1u)
        return 0;
    return 1u << (colour + row >= 5 ? colour + row - 5 : colour + row);
}

static void put_feature(eval_features *f, unsigned index, int value)
{
    f->at[f->count].index = (uint16_t)index;
    f->at[f->count].value = (int16_t)value;
    f->count++;
}

static void extract_cells(const geometry *g, eval_features *f)
{
    put_feature(f, EVAL_F_ONE, 1);
    for (uint32_t w = g->all; w; w &= w - 1)
        put_feature(f, EVAL_F_CELL + bits_first(w), 1);
}

static void extract_wall(const geometry *g, eval_features *f)
{
    unsigned colours[6] = {0};
    for (unsigned i = 0; i < 5; i++) {
        const unsigned in_row = ones[g->row[i]], in_column = ones[g->column[i]];
        if (in_row >= 1 && in_row <= 4)
            put_feature(f, EVAL_F_ROW + 4 * i + in_row - 1, 1);
        if (in_column)
            put_feature(f, EVAL_F_COLUMN + 5 * i + in_column - 1, 1);
        colours[ones[g->has[i]]]++;
    }
    for (unsigned k = 1; k <= 5; k++)
        if (colours[k])
            put_feature(f, EVAL_F_COLOUR + k - 1, (int)colours[k]);
}

/* The most points that a colour can make in a row, and the column for it; 0: no place. */
static int best_points(const azj_classic_variant *v, const geometry *g, const int *points,
                       unsigned row, unsigned colour, unsigned *column)
{
    int best = 0;
    for (unsigned m = columns_for(v, g, row, colour); m; m &= m - 1) {
        const unsigned c = bits_first(m);
        if (points[c] > best) {
            best = points[c];
            *column = c;
        }
    }
    return best;
}

static void extract_line(const azj_classic_variant *v, const eval_board_view *b, const geometry *g,
                         const int *row_points, unsigned row, eval_features *f)
{
    static const uint8_t first[5] = {0, 0, 1, 3, 6}; /* of line r among (2,1) (3,1) (3,2) … */
    const unsigned k = b->line[row] & 15u, colour = b->line[row] >> 4;
    unsigned column = 0;
    if (k == 0)
        return;
    const int points = best_points(v, g, row_points, row, colour, &column);
    if (points == 0) {
        put_feature(f, EVAL_F_LINE_DEAD, (int)k);
        return;
    }
    put_feature(f, EVAL_F_LINE + first[row] + k - 1, 1);
    put_feature(f, EVAL_F_LINE_POINTS + first[row] + k - 1, points);
    const int share = (int)(60 * k / (row + 1));
    if (ones[g->has[colour]] >= 3)
        put_feature(f, EVAL_F_LINE_COLOUR, share);
    if (ones[g->column[column]] >= 3)
        put_feature(f, EVAL_F_LINE_COLUMN, share);
}

/* Points of a tile on each free space of a row, and the best ones by colour where the player
 * chooses columns. */
static void find_points(const azj_classic_variant *v, geometry *g, unsigned row, int *row_points)
{
    if (!v->choose_column) {
        for (unsigned m = ~g->row[row] & 31u; m; m &= m - 1)
            row_points[bits_first(m)] = tile_points(v, g, row, bits_first(m));
        return;
    }
    for (unsigned c = 0; c < 5; c++)
        row_points[c] = tile_points(v, g, row, c);
    find_places(v, g, row, row_points);
}

static int extract_row(const azj_classic_variant *v, const geometry *g, const int *row_points,
                       unsigned row, eval_features *f)
{
    int best = 0, sum = 0, open = 0;
    if (!v->choose_column) { /* every colour that is missing has its space */
        for (unsigned m = ~g->row[row] & 31u; m; m &= m - 1) {
            const int points = row_points[bits_first(m)];
            best = points > best ? points : best;
            sum += points;
        }
        put_feature(f, EVAL_F_BEST + row, best);
        put_feature(f, EVAL_F_SUM + row, sum);
        return 0;
    }
    for (unsigned c = 0; c < 5; c++) {
        const int points = g->best[row][c];
        best = points > best ? points : best;
        sum += points;
        open += points != 0;
    }
    put_feature(f, EVAL_F_BEST + row, best);
    put_feature(f, EVAL_F_SUM + row, sum);
    return 5 - ones[g->in_row[row]] - open; /* colours that are missing and have no place */
}

/* ---- The next round ---- */

/* The most points of a colour in a row with all that its tile completes; 0: no place. */
static unsigned tile_gain(const azj_classic_variant *v, const geometry *g, const int *points,
                          unsigned row, unsigned colour)
{
    const unsigned columns = columns_for(v, g, row, colour), ending = columns & g->four;
    if (!columns)
        return 0;
    unsigned most =
        v->choose_column ? g->best[row][colour] : (unsigned)points[5 * row + bits_first(columns)];
    for (unsigned m = ending; m; m &= m - 1) {
        const unsigned more =
            (unsigned)points[5 * row + bits_first(m)] + v->bonus[AZJ_BONUS_COLUMN];
        most = more > most ? more : most;
    }
    return most + (ones[g->row[row]] == 4 ? v->bonus[AZJ_BONUS_ROW] : 0u) +
           (ones[g->has[colour]] == 4 ? v->bonus[AZJ_BONUS_COLOUR] : 0u);
}

/* A rough probability that this row gets a tile of the colour soon, in sixteenths; set by hand, not
 * measured. The networks were trained with these numbers. */
static unsigned row_chance(const eval_board_view *b, unsigned row, unsigned colour)
{
    static const uint8_t empty[5] = {9, 7, 5, 4, 3};
    const unsigned k = b->line[row] & 15u;
    if (k == 0)
        return empty[row];
    return b->line[row] >> 4 == colour ? 5 + 10 * k / (row + 1) : 1;
}

/* The same for a space, by the colour of its line or any other that fits. */
static unsigned space_chance(const azj_classic_variant *v, const eval_board_view *b,
                             const geometry *g, unsigned row, unsigned col)
{
    const unsigned of = b->line[row] >> 4;
    if (!v->choose_column)
        return row_chance(b, row, col >= row ? col - row : col + 5 - row);
    if ((b->line[row] & 15u) && columns_for(v, g, row, of) >> col & 1u)
        return row_chance(b, row, of);
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (columns_for(v, g, row, c) >> col & 1u)
            return row_chance(b, row, c);
    return 0;
}

/* The probability that a column gets the tiles that it lacks, in 1/4096. */
static unsigned column_chance(const azj_classic_variant *v, const eval_board_view *b,
                              const geometry *g, unsigned col)
{
    unsigned all = 4096;
    for (unsigned m = ~g->column[col] & 31u; m; m &= m - 1)
        all = all * space_chance(v, b, g, bits_first(m), col) / 16;
    return all;
}

static unsigned colour_chance(const azj_classic_variant *v, const eval_board_view *b,
                              const geometry *g, unsigned colour)
{
    unsigned all = 4096;
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++)
        if (!(g->in_row[row] >> colour & 1u))
            all = columns_for(v, g, row, colour) ? all * row_chance(b, row, colour) / 16 : 0;
    return all;
}

static bool is_near(unsigned tiles)
{
    return tiles == 2 || tiles == 3;
}

/* The probability to get 1 .. 5 tiles of a colour in a round with 0, 1/2, 1 … 10 of them, in
 * sixteenths: a Poisson distribution whose mean is six tenths of the tiles. */
static const uint8_t get_chance[5][EVAL_HALVES] = {
    {0, 4, 7, 9, 11, 12, 13, 14, 15, 15, 15, 15, 16, 16, 16, 16, 16, 16, 16, 16, 16},
    {0, 1, 2, 4, 5, 7, 9, 10, 11, 12, 13, 13, 14, 14, 15, 15, 15, 15, 16, 16, 16},
    {0, 0, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 13, 14, 14, 14, 15, 15},
    {0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 12, 13, 13, 14},
    {0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 11}};

/* By row and colour: this probability for the tiles that the line lacks. */
typedef uint8_t fill_chances[AZJ_CLASSIC_LINES][AZJ_COLOUR_NB];

static void find_fill_chances(const eval_board_view *b, const eval_supply *supply,
                              fill_chances fill)
{
    memcpy(fill, supply->fills, sizeof(fill_chances));
    for (unsigned row = 1; row < AZJ_CLASSIC_LINES; row++) {
        const unsigned k = b->line[row] & 15u, colour = b->line[row] >> 4;
        if (k) {
            memset(fill[row], 1, AZJ_COLOUR_NB);
            fill[row][colour] = get_chance[row - k][supply->halves[colour]];
        }
    }
}

void eval_expect(eval_supply *supply)
{
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++)
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            supply->fills[row][c] = get_chance[row][supply->halves[c]];
}

static void line_ahead(const azj_classic_variant *v, const eval_board_view *b, const geometry *g,
                       const uint8_t *fill, const int *points, unsigned row, eval_prospects *p)
{
    const unsigned k = b->line[row] & 15u, of = b->line[row] >> 4;
    unsigned most = 0, sum = 0, last = 0, any = 0;
    for (unsigned c = k ? of : 0; c < (k ? of + 1 : AZJ_COLOUR_NB); c++) {
        const unsigned best = tile_gain(v, g, points, row, c);
        const unsigned likely = best ? fill[c] : 0;
        any = best > any ? best : any;
        last = likely > last ? likely : last;
        most = best * likely > most ? best * likely : most;
        sum += best * likely;
    }
    p->gain[row] = (uint8_t)any;
    p->likely[row] = (uint16_t)(most / 4);
    p->choice[row] = (uint16_t)(k ? 0 : sum / 16);
    p->last[row] = (uint8_t)last;
}

static unsigned near_column(const azj_classic_variant *v, const geometry *g,
                            const fill_chances fill, unsigned col)
{
    unsigned all = 4096;
    for (unsigned m = ~g->column[col] & 31u; m; m &= m - 1) {
        const unsigned row = bits_first(m);
        unsigned best = 0;
        if (!v->choose_column)
            best = fill[row][col >= row ? col - row : col + 5 - row];
        else
            for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
                const unsigned here = fill[row][c] & -(g->place[row][c] >> col & 1u);
                best = here > best ? here : best;
            }
        all = all * best / 16;
    }
    return all;
}

static unsigned near_colour(const azj_classic_variant *v, const geometry *g,
                            const fill_chances fill, unsigned colour)
{
    unsigned all = 4096;
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++)
        if (!(g->in_row[row] >> colour & 1u))
            all = columns_for(v, g, row, colour) ? all * fill[row][colour] / 16 : 0;
    return all;
}

static void expect_supply(const azj_classic_variant *v, const eval_board_view *b, const geometry *g,
                          const eval_supply *supply, const int *points, eval_prospects *p)
{
    unsigned columns[3] = {0}, colours[3] = {0};
    fill_chances fill;
    find_fill_chances(b, supply, fill);
    for (unsigned i = 0; i < 5; i++) {
        const unsigned column = ones[g->column[i]], colour = ones[g->has[i]];
        line_ahead(v, b, g, fill[i], points, i, p);
        if (column >= 2 && column <= 4)
            columns[4 - column] += v->bonus[AZJ_BONUS_COLUMN] * near_column(v, g, fill, i);
        if (colour >= 2 && colour <= 4)
            colours[4 - colour] += v->bonus[AZJ_BONUS_COLOUR] * near_colour(v, g, fill, i);
    }
    for (unsigned i = 0; i < 3; i++) {
        p->near_columns[i] = (uint16_t)(columns[i] / 1024);
        p->near_colours[i] = (uint16_t)(colours[i] / 1024);
    }
}

static void expect_bonuses(const azj_classic_variant *v, const eval_board_view *b,
                           const geometry *g, eval_prospects *p)
{
    unsigned columns = 0, colours = 0;
    for (unsigned i = 0; i < 5; i++) {
        if (is_near(ones[g->column[i]]))
            columns += v->bonus[AZJ_BONUS_COLUMN] * column_chance(v, b, g, i);
        if (is_near(ones[g->has[i]]))
            colours += v->bonus[AZJ_BONUS_COLOUR] * colour_chance(v, b, g, i);
    }
    p->columns = (uint8_t)(columns / 1024);
    p->colours = (uint8_t)(colours / 1024);
}

/* ---- All features ---- */

/* The features of all but single cells. points: NULL, or as in eval_extract(). */
static void extract_all_but_cells(const azj_classic_variant *v, const eval_board_view *b,
                                  geometry *g, eval_features *f, int points[25])
{
    int blocked = 0, of_row[5];
    extract_wall(g, f);
    for (unsigned row = 0; row < 5; row++) {
        int *at = points ? points + 5 * row : of_row;
        find_points(v, g, row, at);
        extract_line(v, b, g, at, row, f);
        blocked += extract_row(v, g, at, row, f);
    }
    if (blocked)
        put_feature(f, EVAL_F_BLOCKED, blocked);
}

void eval_extract(const azj_classic_variant *v, const eval_board_view *b, const eval_supply *supply,
                  eval_features *f, int points[25], eval_prospects *ahead)
{
    geometry g;
    measure_board(b, &g);
    f->count = 0;
    if (!ahead)
        extract_cells(&g, f);
    extract_all_but_cells(v, b, &g, f, points);
    if (ahead) {
        expect_bonuses(v, b, &g, ahead);
        expect_supply(v, b, &g, supply, points, ahead);
    }
}

static void add_features(const eval_weights *w, const eval_features *f,
                         int32_t future[EVAL_FULLEST_ROOM])
{
    for (uint32_t i = 0; i < f->count; i++) {
        const int16_t *row = w->feature[f->at[i].index];
        for (unsigned s = 0; s < EVAL_FULLEST_ROOM; s++)
            future[s] += row[s] * f->at[i].value;
    }
}

static int wall_fullest_row(uint32_t wall)
{
    unsigned fullest = 0;
    for (unsigned r = 0; r < 5; r++, wall >>= 5) {
        const unsigned n = bits_count(wall & 31u);
        fullest = n > fullest ? n : fullest;
    }
    return (int)fullest;
}

int eval_fullest_row(const azj_classic *s)
{
    int most = 0;
    for (unsigned p = 0; p < s->players; p++) {
        const int fullest = wall_fullest_row(azj_classic_wall(&s->board[p]));
        most = fullest > most ? fullest : most;
    }
    return most;
}

/* ---- The end of a round ---- */

typedef struct settling {
    const azj_classic_variant *v;
    const eval_weights *w;
    eval_settled *out;
    int score;              /* before */
    unsigned floor;         /* pieces on it */
    unsigned width;         /* columns tried for a line */
    unsigned dropped;       /* tiles that fell to the floor in the tiling kept in `out` */
    eval_board_view *board; /* as tiled best, or NULL */
    bool any;
    geometry g;                       /* of the wall as it is tiled so far */
    int32_t cells[EVAL_FULLEST_ROOM]; /* the sums over its single cells */
} settling;

/* Puts a tile on an empty space, or takes it away again. */
static void toggle_tile(settling *t, eval_board_view *b, unsigned row, unsigned col,
                        unsigned colour)
{
    geometry *g = &t->g;
    const uint32_t bit = 1u << (5 * row + col);
    const bool placed = g->all & bit;
    const int16_t *weight = t->w->feature[EVAL_F_CELL + 5 * row + col];
    b->wall[colour] ^= bit;
    g->all ^= bit;
    g->row[row] ^= (uint8_t)(1u << col);
    g->column[col] ^= (uint8_t)(1u << row);
    g->has[colour] ^= (uint8_t)(1u << col);    /* C15: once a column, */
    g->in_row[row] ^= (uint8_t)(1u << colour); /* and once a row */
    g->four = (uint8_t)((g->four & ~(1u << col)) | (unsigned)(ones[g->column[col]] == 4) << col);
    for (unsigned s = 0; s < EVAL_FULLEST_ROOM; s++)
        t->cells[s] += placed ? -weight[s] : weight[s];
}

static int bonuses(const azj_classic_variant *v, const eval_board_view *b, const geometry *g)
{
    int points = 0;
    for (unsigned i = 0; i < 5; i++) {
        points += (g->row[i] == 31u) * v->bonus[AZJ_BONUS_ROW];
        points += (g->column[i] == 31u) * v->bonus[AZJ_BONUS_COLUMN];
        points += (bits_count(b->wall[i]) == 5) * v->bonus[AZJ_BONUS_COLOUR];
    }
    return points;
}

static int fullest_of(const geometry *g)
{
    unsigned fullest = 0;
    for (unsigned r = 0; r < 5; r++)
        fullest = ones[g->row[r]] > fullest ? ones[g->row[r]] : fullest;
    return (int)fullest;
}

static void keep_rows(settling *t, const geometry *g)
{
    t->out->fullest_row = (uint8_t)fullest_of(g);
    t->out->rows = 0;
    for (unsigned r = 0; r < 5; r++)
        t->out->rows = (uint8_t)(t->out->rows + (g->row[r] == 31u));
}

/* One way to tile is complete: keeps it where it is the best so far. */
static void settle_end(settling *t, const eval_board_view *b, int points, unsigned dropped)
{
    int32_t future[EVAL_FULLEST_ROOM];
    eval_features f;
    const unsigned floor = t->floor + dropped < 7 ? t->floor + dropped : 7;
    const int score = t->score + points - t->v->floor_total[floor];
    const int fullest = fullest_of(&t->g);
    f.count = 0;
    extract_all_but_cells(t->v, b, &t->g, &f, NULL);
    memcpy(future, t->cells, sizeof future);
    add_features(t->w, &f, future);
    future[EVAL_OVER] = bonuses(t->v, b, &t->g) * EVAL_POINT;
    for (unsigned s = 0; s <= EVAL_OVER; s++) {
        const int32_t value = (score > 0 ? score : 0) * EVAL_POINT + future[s]; /* C13 */
        if (t->any && value <= t->out->value[s])
            continue;
        t->out->value[s] = value;
        if ((int)s == fullest && t->board) {
            *t->board = *b;
            t->out->score = (int16_t)(score > 0 ? score : 0);
        }
    }
    if (!t->any || dropped < t->dropped) {
        t->dropped = dropped;
        keep_rows(t, &t->g);
    }
    t->any = true;
}

/* The columns to try if many lines are placed: those with the most points, then those with the most
 * tiles. Trying all would cost thousands of evaluations. */
static unsigned best_columns(const settling *t, const geometry *g, unsigned row, unsigned columns)
{
    unsigned kept = 0;
    for (unsigned n = 0; n < t->width && columns; n++) {
        unsigned best = 0;
        int best_key = -1;
        for (unsigned m = columns; m; m &= m - 1) {
            const unsigned c = bits_first(m);
            const int key = 8 * tile_points(t->v, g, row, c) + (int)bits_count(g->column[c]);
            if (key > best_key) {
                best_key = key;
                best = c;
            }
        }
        kept |= 1u << best;
        columns &= ~kept;
    }
    return kept;
}

static void settle_from(settling *t, eval_board_view *b, unsigned row, int points, unsigned dropped)
{
    while (row < 5 && (b->line[row] & 15u) <= row)
        row++;
    if (row == 5) {
        settle_end(t, b, points, dropped);
        return;
    }
    const unsigned colour = b->line[row] >> 4;
    const uint8_t kept = b->line[row];
    unsigned columns = t->v->choose_column ? places_of_row(t->v, &t->g, row)[colour]
                                           : columns_for(t->v, &t->g, row, colour);
    if (columns & (columns - 1))
        columns = best_columns(t, &t->g, row, columns);
    b->line[row] = 0;
    if (columns == 0)
        settle_from(t, b, row + 1, points, dropped + row + 1);
    for (; columns; columns &= columns - 1) {
        const unsigned c = bits_first(columns);
        const int more = tile_points(t->v, &t->g, row, c);
        toggle_tile(t, b, row, c, colour);
        settle_from(t, b, row + 1, points + more, dropped);
        toggle_tile(t, b, row, c, colour);
    }
    b->line[row] = kept;
}

/* How many columns to try for a line: all if few lines are full. Fewer were chosen by matches:
 * lab/bots.md. */
static unsigned choose_width(const uint8_t *line)
{
    static const uint8_t widths[6] = {5, 5, 4, 3, 2, 2};
    unsigned full = 0;
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++)
        full += (line[row] & 15u) > row;
    return widths[full];
}

void eval_settle(const azj_classic_variant *v, const eval_weights *w, const azj_classic_board *b,
                 const uint8_t line[AZJ_CLASSIC_LINES], unsigned floor, bool thorough,
                 eval_settled *out, eval_board_view *board)
{
    settling t = {.v = v, .w = w, .out = out, .score = b->score, .floor = floor, .board = board};
    eval_board_view view;
    memcpy(view.wall, b->wall, sizeof view.wall);
    memcpy(view.line, line, sizeof view.line);
    t.width = thorough ? 5 : choose_width(line);
    measure_board(&view, &t.g);
    eval_features cells = {.count = 0};
    extract_cells(&t.g, &cells);
    add_features(w, &cells, t.cells);
    settle_from(&t, &view, 0, 0, 0);
}
