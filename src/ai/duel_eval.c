/* duel_eval.c - the value of a Duel board: see duel_eval.h. */
#include "ai/duel_eval.h"
#include "ai/numbers.h"

/* The probability that an empty space of a row is filled in the rounds to come, by rounds and row.
 * Measured in games between bots by tools/tune/duel_fit.c (up to commit e57d705). The shards of
 * `azulejo selfplay` contain no final boards, so tools/train cannot repeat it. */
static const float fill_probability[AZJ_DUEL_ROUNDS][6] = {
    {0, 0, 0, 0, 0, 0},
    {0.52f, 0.62f, 0.29f, 0.22f, 0.13f, 0.09f},
    {0.69f, 0.79f, 0.47f, 0.34f, 0.22f, 0.16f},
    {0.78f, 0.88f, 0.65f, 0.49f, 0.39f, 0.22f},
    {0.82f, 0.90f, 0.78f, 0.60f, 0.50f, 0.30f},
};

/* Set by hand, not measured. */
#define NO_PLATE_FACTOR 0.75f /* of the fill probability, for a slot without a plate */
#define STARTED_LINE_FACTOR                                                                  \
    0.4f                    /* a full line raises the probability of its spaces by this part \
                             */
#define JOKER_FACTOR 0.5f   /* of the fill probability, for a colour that needs a joker */
#define WIN_WEIGHT 0.95f    /* of the result in the utility of a finished game … */
#define MARGIN_WEIGHT 0.05f /* … and of the margin */
#define MARGIN_SCALE 0.1f   /* log odds of a point of margin */

/* ---- Cells ---- */

static unsigned run_through(unsigned row, unsigned at)
{
    row |= 1u << at;
    return bits_run_end(row, at) - bits_run_start(row, at);
}

/* The dome's rows and columns as short rows of bits. */
typedef struct grid {
    uint8_t row[6], column[6];
} grid;

static grid grid_of(uint64_t filled)
{
    grid g;
    for (unsigned i = 0; i < 6; i++) {
        g.row[i] = (filled >> (6 * i)) & 63u;
        g.column[i] = (uint8_t)duel_column_bits(filled, i);
    }
    return g;
}

static unsigned run_points(unsigned across, unsigned row, unsigned down, unsigned column)
{
    const unsigned h = run_through(across, column), v = run_through(down, row);
    const unsigned points = (h > 1 ? h : 0) + (v > 1 ? v : 0);
    return points ? points : 1;
}

static unsigned grid_points(const grid *g, unsigned cell)
{
    const unsigned row = cell / 6, column = cell - 6 * row;
    return run_points(g->row[row], row, g->column[column], column);
}

unsigned duel_cell_points(uint64_t filled, unsigned cell)
{
    const unsigned row = cell / 6, column = cell - 6 * row;
    return run_points((unsigned)(filled >> (6 * row)) & 63u, row, duel_column_bits(filled, column),
                      column);
}

/* ---- Features ---- */

typedef struct scan {
    const azj_duel_board *b;
    uint64_t filled, open; /* open: coloured and joker spaces without a tile */
    unsigned left;
    grid g;
    float p[36]; /* the probability that each cell is filled at the end */
    float *f;
} scan;

static void scan_cells(scan *k)
{
    const float *of_row = fill_probability[k->left];
    for (unsigned cell = 0; cell < 36; cell++)
        k->p[cell] = NO_PLATE_FACTOR * of_row[cell / 6];
    for (uint64_t m = k->open; m; m &= m - 1)
        k->p[bits_first(m)] = of_row[bits_first(m) / 6];
    for (uint64_t m = k->filled; m; m &= m - 1)
        k->p[bits_first(m)] = 1;
}

/* A started line raises the probability of the spaces of its colour. */
static void scan_lines(scan *k)
{
    const azj_duel_board *b = k->b;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(b, line);
        if (have == 0)
            continue;
        const float full = (float)have / (float)line;
        const uint64_t space = duel_free(b, line, duel_line_colour(b, line));
        unsigned best = 0;
        for (uint64_t m = space; m; m &= m - 1) {
            const unsigned cell = bits_first(m), points = grid_points(&k->g, cell);
            k->p[cell] += (1 - k->p[cell]) * STARTED_LINE_FACTOR * full * (k->left > 0);
            best = points > best ? points : best;
        }
        k->f[space ? DUEL_F_LINE + line - 1 : DUEL_F_WAITING] += full;
        k->f[DUEL_F_LINE_POINTS] += full * (float)best;
    }
}

static float all_of(const scan *k, uint64_t cells)
{
    float p = 1;
    for (cells &= ~k->filled; cells; cells &= cells - 1)
        p *= k->p[bits_first(cells)];
    return p;
}

static void scan_specials(scan *k)
{
    for (uint64_t m = k->b->special_space & ~k->b->special; m; m &= m - 1) {
        const unsigned at = bits_first(m), row = at / 6;
        k->p[at] = all_of(k, DUEL_PLATE(duel_slot_of(at)) & ~(UINT64_C(1) << at));
        k->f[DUEL_F_SPECIAL] += k->p[at] * (float)duel_value.special[row];
    }
}

static void scan_spaces(scan *k)
{
    const azj_duel_board *b = k->b;
    for (uint64_t m = k->open; m; m &= m - 1) {
        const unsigned cell = bits_first(m);
        k->f[DUEL_F_PLACES] += k->p[cell];
        k->f[DUEL_F_ACROSS] += k->p[cell] * (float)(grid_points(&k->g, cell) - 1);
    }
    k->f[DUEL_F_JOKERS] = (float)bits_count(b->joker & k->open);
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            k->f[DUEL_F_COLOURS] += (b->space[c] & k->open & DUEL_ROW(line)) != 0;
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++)
        k->f[DUEL_F_SLOTS] += b->plate[i] == DUEL_EMPTY_SLOT;
}

static void scan_chips(scan *k)
{
    const azj_duel_board *b = k->b;
    if (b->chips == 0)
        return;
    k->f[DUEL_F_CHIPS] = (float)duel_chips_total(b->chips);
    unsigned of[AZJ_COLOUR_NB];
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        of[c] = duel_chips_total(b->chips & duel_colour_faces[c]);
        k->f[DUEL_F_PAIRS] += (float)(of[c] / 2);
    }
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(b, line), colour = duel_line_colour(b, line);
        if (have == 0 || have == line)
            continue;
        const unsigned wanted = 2 * (line - have);
        k->f[DUEL_F_FITTING] += (float)(of[colour] < wanted ? of[colour] : wanted);
    }
}

/* ---- Tablets (D5, D22) ----
 * Expected points; with no round to come all chances are 0 or 1 and the points exact. */

static float rows_expected(const scan *k)
{
    float sum = 0;
    for (unsigned row = 1; row <= 6; row++)
        sum += all_of(k, DUEL_ROW(row));
    return sum * (float)duel_value.row;
}

/* The probability that a row gets five colours, by its most probable missing ones. */
static float five_colours(const scan *k, unsigned row)
{
    const azj_duel_board *b = k->b;
    const uint64_t cells = DUEL_ROW(row), joker = b->joker & k->open & cells;
    float chance[6];
    unsigned have = 0, n = 0;
    for (unsigned c = 0; c <= AZJ_COLOUR_NB; c++) {
        const uint64_t tiles = c < AZJ_COLOUR_NB ? b->tile[c] : b->special;
        const uint64_t space =
            (c < AZJ_COLOUR_NB ? b->space[c] & k->open : b->special_space) & cells;
        if (tiles & cells) {
            have++;
            continue;
        }
        float p =
            joker && c < AZJ_COLOUR_NB ? JOKER_FACTOR * fill_probability[k->left][row - 1] : 0;
        for (uint64_t m = space; m; m &= m - 1)
            p = k->p[bits_first(m)] > p ? k->p[bits_first(m)] : p;
        unsigned i = n++;
        for (; i > 0 && chance[i - 1] < p; i--)
            chance[i] = chance[i - 1];
        chance[i] = p;
    }
    float p = 1;
    for (unsigned i = 0; have < 5; have++, i++)
        p *= chance[i];
    return p;
}

static float colours_expected(const scan *k)
{
    float sum = 0;
    for (unsigned row = 1; row <= 6; row++)
        sum += five_colours(k, row);
    return sum * (float)duel_value.colours;
}

static float columns_expected(const scan *k)
{
    float sum = 0;
    for (unsigned column = 1; column <= 6; column++)
        sum += all_of(k, DUEL_COLUMN(column));
    return sum * (float)duel_value.column;
}

static float border_expected(const scan *k)
{
    float sum = (float)bits_count(k->filled & DUEL_BORDER);
    for (uint64_t m = DUEL_BORDER & ~k->filled; m; m &= m - 1)
        sum += k->p[bits_first(m)];
    return sum * (float)duel_value.border;
}

static float diagonals_expected(const scan *k)
{
    return (all_of(k, DUEL_DOWN) + all_of(k, DUEL_UP)) * (float)duel_value.diagonal;
}

static float corners_expected(const scan *k)
{
    const float upper = all_of(k, DUEL_PLATE(1)) + all_of(k, DUEL_PLATE(3));
    const float lower = all_of(k, DUEL_PLATE(7)) + all_of(k, DUEL_PLATE(9));
    return upper * (float)duel_value.upper_corner + lower * (float)duel_value.lower_corner;
}

static float jokers_expected(const scan *k)
{
    const float all = k->b->joker ? all_of(k, k->b->joker) : 0;
    return all * (float)(duel_value.joker * bits_count(k->b->joker));
}

static float missing_specials_expected(const scan *k)
{
    float sum = 0;
    for (uint64_t m = k->b->special_space & ~k->filled; m; m &= m - 1)
        sum += 1 - k->p[bits_first(m)];
    return -sum * (float)duel_value.no_special;
}

static void scan_tablets(scan *k, unsigned tablets)
{
    static float (*const expected[8])(const scan *) = {
        rows_expected,      colours_expected, columns_expected, border_expected,
        diagonals_expected, corners_expected, jokers_expected,  missing_specials_expected};
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = (tablets >> (2 * i)) & 3u;
        if (side)
            k->f[DUEL_F_TABLET + 2 * i + side - 1] = expected[2 * i + side - 1](k);
    }
}

/* ---- Values ---- */

void duel_features(const azj_duel_board *b, unsigned tablets, unsigned left, float *f)
{
    scan k = {.b = b, .filled = azj_duel_filled(b), .left = left, .f = f};
    k.open = (b->space[0] | b->space[1] | b->space[2] | b->space[3] | b->space[4] | b->joker) &
             ~k.filled;
    memset(f, 0, DUEL_FEATURES * sizeof *f);
    f[DUEL_F_SCORE] = (float)b->score;
    scan_cells(&k);
    if (left > 0) {
        k.g = grid_of(k.filled);
        scan_lines(&k);
        scan_spaces(&k);
        scan_chips(&k);
    }
    scan_specials(&k);
    scan_tablets(&k, tablets);
}

float duel_board_value(const azj_duel_board *b, unsigned tablets, unsigned left)
{
    float f[DUEL_FEATURES], sum = 0;
    const float *w = duel_weight[left].w;
    duel_features(b, tablets, left, f);
    for (unsigned i = 0; i < DUEL_FEATURES; i++)
        sum += f[i] * w[i];
    return left == 0 && sum < 0 ? 0 : sum; /* D22: never below 0 */
}

static void evaluate_end(const azj_duel *s, duel_estimate *out)
{
    const unsigned winners = azj_duel_winners(s);
    const int margin = s->board[0].score - s->board[1].score;
    out->score[0] = s->board[0].score;
    out->score[1] = s->board[1].score;
    out->win = winners == 3 ? 0.5f : (float)(winners & 1u);
    out->utility =
        WIN_WEIGHT * out->win + MARGIN_WEIGHT * numbers_logistic(MARGIN_SCALE * (float)margin);
}

uint64_t duel_board_hash(const azj_duel_board *b, uint64_t more)
{
    uint64_t key = more, word;
    for (size_t i = 0; i < sizeof *b; i += sizeof word) {
        memcpy(&word, (const char *)b + i, sizeof word);
        key = (key ^ word) * UINT64_C(0x9fb21c651e98df25);
        key ^= key >> 32;
    }
    return key ? key : 1;
}

/* A hash of everything that net_duel_board() takes from a board. */
static uint64_t board_key(const azj_duel *s, unsigned seat, unsigned left)
{
    azj_duel_board b = s->board[seat];
    b.spent = 0;
    b.broken = 0;
    b.taken = b.passed = 0;
    return duel_board_hash(&b, s->bag + 8 * s->tablets + left);
}

_Static_assert(sizeof(azj_duel_board) % sizeof(uint64_t) == 0, "whole words");

void duel_net_accumulate(const azj_duel *s, const net *n, unsigned seat, unsigned left,
                         net_accumulator *board)
{
    net_inputs in;
    net_accumulator shared;
    in.count = 0;
    net_accumulate_shared(n, &in, &shared);
    net_duel_board(s, seat, left, &in);
    net_accumulate(n, &shared, &in, board);
}

static void accumulate_cached(const azj_duel *s, const net *n, unsigned seat, unsigned left,
                              duel_cached_board *cache, net_accumulator *board)
{
    const uint64_t key = board_key(s, seat, left);
    duel_cached_board *at = &cache[key % DUEL_CACHE_ENTRIES];
    if (at->key != key) {
        duel_net_accumulate(s, n, seat, left, &at->board);
        at->key = key;
    }
    *board = at->board;
}

void duel_net_evaluate(const net *n, const net_accumulator *const *boards, unsigned starter,
                       unsigned left, net_value *v)
{
    const uint16_t start[2] = {(uint16_t)net_duel_start(0, starter),
                               (uint16_t)net_duel_start(1, starter)};
    net_evaluate(n, 2, left - 1, boards, start, v);
}

static void evaluate_by_net(const azj_duel *s, const net *n, unsigned left,
                            duel_cached_board *cache, duel_estimate *out)
{
    net_accumulator board[2];
    const net_accumulator *const boards[2] = {&board[0], &board[1]};
    net_value v[2];
    for (unsigned p = 0; p < 2; p++) {
        if (cache)
            accumulate_cached(s, n, p, left, cache, &board[p]);
        else
            duel_net_accumulate(s, n, p, left, &board[p]);
    }
    duel_net_evaluate(n, boards, s->starter, left, v);
    for (unsigned p = 0; p < 2; p++)
        out->score[p] = (float)s->board[p].score + (float)v[p].points / 1024;
    out->utility = out->win = numbers_logistic((float)(v[0].logit - v[1].logit) / 1024);
}

void duel_evaluate(const azj_duel *s, const net *n, duel_cached_board *cache, duel_estimate *out)
{
    if (s->phase == AZJ_PHASE_OVER) {
        evaluate_end(s, out);
        return;
    }
    const unsigned left = AZJ_DUEL_ROUNDS + 1u - s->round;
    if (n && n->bias) {
        evaluate_by_net(s, n, left, cache, out);
        return;
    }
    const duel_weights *w = &duel_weight[left];
    for (unsigned p = 0; p < 2; p++)
        out->score[p] = duel_board_value(&s->board[p], s->tablets, left);
    const float start = s->starter == 0 ? w->start : -w->start;
    out->utility = out->win = numbers_logistic(w->scale * (out->score[0] - out->score[1] + start));
}
