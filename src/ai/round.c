/* round.c - one round of the classic family, packed for searching: see round.h. */
#include "ai/round.h"
#include "ai/numbers.h"
#include "base/bits.h"

#include <stddef.h>
#include <string.h>

enum { THOROUGH_GROUPS = 4 }; /* with at most this many takes left, every tiling is tried */

/* ---- Packing ---- */

static uint32_t pack_tiles(azj_tiles tiles, unsigned bits)
{
    uint32_t packed = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        packed |= azj_tiles_count(tiles, c) << (bits * c);
    return packed;
}

void round_pack(const azj_classic *s, round_state *r)
{
    memset(r, 0, sizeof *r);
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++) { /* insertion, descending */
        const uint16_t tiles = (uint16_t)pack_tiles(s->factory[f], 3);
        unsigned at = f;
        for (; at > 0 && r->factory[at - 1] < tiles; at--)
            r->factory[at] = r->factory[at - 1];
        r->factory[at] = tiles;
    }
    r->centre = pack_tiles(s->centre, 5);
    r->seat = s->seat;
    r->marker = s->marker;
    for (unsigned p = 0; p < s->players; p++) {
        memcpy(r->line[p], s->board[p].line, AZJ_CLASSIC_LINES);
        r->floor[p] = (uint8_t)azj_classic_floor_count(&s->board[p]);
    }
}

round_move round_pack_move(const round_state *r, const azj_classic *s, azj_move m)
{
    unsigned from = azj_move_from(m);
    if (from) {
        const uint32_t tiles = pack_tiles(s->factory[from - 1], 3);
        for (from = 1; r->factory[from - 1] != tiles;)
            from++;
    }
    return round_move_of(from, azj_move_colour(m), azj_move_to(m));
}

azj_move round_unpack_move(const round_state *r, const azj_classic *s, round_move m)
{
    unsigned from = round_from(m);
    if (from) {
        const uint16_t tiles = r->factory[from - 1];
        for (from = 1; pack_tiles(s->factory[from - 1], 3) != tiles;)
            from++;
    }
    return azj_move_take(from, round_colour(m), round_to(m));
}

/* ---- The frame ---- */

/* Entries of a seat's cache, as a power of 2; the caches of all seats take less than 2 MB. */
static unsigned cache_bits(unsigned players)
{
    return players == 2 ? 12 : 11;
}

size_t round_cache_bytes(unsigned players)
{
    return ((size_t)players << cache_bits(players)) * sizeof(round_cached);
}

/* Points and future of a seat's lines. A complete row keeps its bonus here, since this only
 * compares the moves of one seat. */
static int32_t lines_value(const round_frame *f, unsigned p, const uint8_t *line)
{
    azj_classic_board b = f->root.board[p];
    eval_settled e;
    const int fullest = f->fullest_row < 4 ? f->fullest_row + 1 : 4;
    b.score = 100; /* so that no cost is cut off at 0 (C13) */
    eval_settle(f->variant, f->weights, &b, line, 0, false, &e, NULL);
    return e.value[fullest] + e.rows * f->variant->bonus[AZJ_BONUS_ROW] * EVAL_POINT;
}

static void fill_gains(round_frame *f, unsigned p)
{
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++) {
        uint8_t line[AZJ_CLASSIC_LINES];
        memcpy(line, f->root.board[p].line, sizeof line);
        for (unsigned i = 0; i < AZJ_CLASSIC_LINES; i++)
            if ((line[i] & 15u) > i)
                line[i] = 0; /* full lines do not change any more */
        line[row] = 0;
        const int32_t empty = lines_value(f, p, line);
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            for (unsigned k = 0; k <= row + 1; k++) {
                line[row] = (uint8_t)(k ? c << 4 | k : 0);
                const bool may = k == 0 || !(f->closed[p][c] >> row & 1u);
                f->gain[p][row][c][k] = may ? lines_value(f, p, line) - empty : 0;
            }
    }
}

/* Groups of tiles on the table: the most takes that are left. */
static unsigned groups(const azj_classic *s)
{
    unsigned n = bits_count(bits_colours(s->centre));
    for (unsigned f = 0; f < AZJ_CLASSIC_FACTORIES_MAX; f++)
        n += bits_count(bits_colours(s->factory[f]));
    return n;
}

/* Entries belong to the same walls, scores, bag and network. */
static uint64_t salt_of(const round_frame *f)
{
    uint64_t word[3 * AZJ_SEATS_MAX + 2] = {0};
    unsigned n = 0;
    for (unsigned p = 0; p < f->players; p++) {
        memcpy(&word[n], f->root.board[p].wall, sizeof f->root.board[p].wall);
        n += 3;
        word[n - 1] = word[n - 1] << 32 ^ (uint64_t)(uint16_t)f->root.board[p].score << 16;
    }
    word[n++] = f->root.bag ^ (uint64_t)f->root.round << 48 ^ (uint64_t)f->players << 56 ^
                (uint64_t)f->root.rules << 60;
    word[n++] = (uintptr_t)f->net ^ f->thorough;
    return bits_hash(word, n);
}

/* The inputs that all boards have in common: the next round, and the bag. */
static void accumulate_common(round_frame *f, const azj_classic *s)
{
    net_inputs in;
    in.count = 0;
    net_classic_supply(s, &f->supply);
    net_classic_common(s, s->round + (unsigned)(s->phase != AZJ_PHASE_DEAL), &in);
    net_accumulate_shared(f->net, &in, &f->shared);
}

void round_frame_begin(round_frame *f, const azj_classic *s, const net *n, void *cache)
{
    memset(f, 0, offsetof(round_frame, shared));
    f->net = n && n->bias ? n : NULL;
    if (f->net)
        accumulate_common(f, s);
    f->variant = &azj_classic_variants[s->rules];
    f->weights = eval_weights_of[s->rules][s->players - 2];
    f->root = *s;
    f->fullest_row = eval_fullest_row(s);
    f->players = s->players;
    f->thorough = groups(s) <= THOROUGH_GROUPS;
    for (unsigned i = 0; i <= AZJ_CLASSIC_FLOOR; i++)
        f->floor_cost[i] = f->variant->floor_total[i] * EVAL_POINT;
    f->marker_gain = f->weights->tempo[f->fullest_row < 4 ? f->fullest_row + 1 : 4];
    for (unsigned p = 0; p < s->players; p++) {
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++)
                if (s->board[p].wall[c] >> (5 * row) & 31u)
                    f->closed[p][c] |= (uint8_t)(1u << row);
        f->cache[p] = cache ? (round_cached *)cache + ((size_t)p << cache_bits(s->players)) : NULL;
        if (s->phase == AZJ_PHASE_OFFER) /* otherwise nothing can be taken */
            fill_gains(f, p);
    }
    f->salt = salt_of(f);
}

/* ---- Moves ---- */

/* By colour: bit r-1 when line r takes it (C5, C6). */
static inline void open_lines(const round_frame *f, const round_state *r, uint8_t *open)
{
    const uint8_t *line = r->line[r->seat];
    unsigned empty = 0;
    uint8_t started[16] = {0};
    for (unsigned row = 0; row < AZJ_CLASSIC_LINES; row++) {
        const unsigned k = line[row] & 15u;
        empty |= (unsigned)(k == 0) << row;
        started[line[row] >> 4] |= (uint8_t)((unsigned)(k > 0 && k <= row) << row);
    }
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        open[c] = (uint8_t)((empty & ~(unsigned)f->closed[r->seat][c]) | started[c]);
}

static round_move *emit_moves(round_move *out, unsigned from, unsigned colour, unsigned open)
{
    for (; open; open &= open - 1)
        *out++ = round_move_of(from, colour, bits_first(open) + 1);
    *out++ = round_move_of(from, colour, 0);
    return out;
}

unsigned round_moves(const round_frame *f, const round_state *r, round_move *moves)
{
    round_move *out = moves;
    uint8_t open[AZJ_COLOUR_NB];
    open_lines(f, r, open);
    for (unsigned i = 0; i < AZJ_CLASSIC_FACTORIES_MAX && r->factory[i]; i++) {
        if (i && r->factory[i] == r->factory[i - 1])
            continue;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            if (r->factory[i] >> (3 * c) & 7u)
                out = emit_moves(out, i + 1, c, open[c]);
    }
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (r->centre >> (5 * c) & 31u)
            out = emit_moves(out, 0, c, open[c]);
    return (unsigned)(out - moves);
}

static unsigned take_tiles(round_state *r, unsigned from, unsigned colour)
{
    if (from == 0) {
        const unsigned n = r->centre >> (5 * colour) & 31u;
        r->centre &= ~(31u << (5 * colour));
        if (r->marker == AZJ_NOBODY) {
            r->marker = r->seat;
            r->floor[r->seat] = (uint8_t)(r->floor[r->seat] + (r->floor[r->seat] < 7));
        }
        return n;
    }
    const unsigned tiles = r->factory[from - 1];
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (c != colour)
            r->centre += (tiles >> (3 * c) & 7u) << (5 * c);
    memmove(&r->factory[from - 1], &r->factory[from],
            (AZJ_CLASSIC_FACTORIES_MAX - from) * sizeof r->factory[0]);
    r->factory[AZJ_CLASSIC_FACTORIES_MAX - 1] = 0;
    return tiles >> (3 * colour) & 7u;
}

void round_apply(const round_frame *f, round_state *r, round_move m)
{
    const unsigned colour = round_colour(m), to = round_to(m), p = r->seat;
    unsigned n = take_tiles(r, round_from(m), colour);
    if (to) {
        const unsigned have = r->line[p][to - 1] & 15u;
        const unsigned fit = n < to - have ? n : to - have;
        r->line[p][to - 1] = (uint8_t)(colour << 4 | (have + fit));
        n -= fit;
    }
    const unsigned floor = r->floor[p] + n;
    r->floor[p] = (uint8_t)(floor < 7 ? floor : 7);
    r->seat = (uint8_t)(p + 1u == f->players ? 0 : p + 1u);
}

bool round_is_over(const round_state *r)
{
    return r->centre == 0 && r->factory[0] == 0;
}

uint64_t round_hash(const round_state *r)
{
    uint64_t word[sizeof *r / 8];
    memcpy(word, r, sizeof *r);
    return bits_hash(word, sizeof *r / 8);
}

/* ---- The greedy playout ---- */

/* The gain of n tiles of a colour on this line (0: the floor). */
static inline int32_t gain_of(const round_frame *f, const round_state *r, unsigned floor,
                              unsigned colour, unsigned n, unsigned to)
{
    int32_t gain = f->floor_cost[floor];
    if (to) {
        const int32_t *worth = f->gain[r->seat][to - 1][colour];
        const unsigned have = r->line[r->seat][to - 1] & 15u;
        const unsigned fit = n < to - have ? n : to - have;
        gain += worth[have + fit] - worth[have];
        n -= fit;
    }
    return gain - f->floor_cost[floor + n < 7 ? floor + n : 7];
}

/* The gain of the marker: a piece on the floor now, the start of the next round. */
static inline int32_t marker_gain(const round_frame *f, const round_state *r, unsigned *floor)
{
    const unsigned before = *floor;
    if (r->marker != AZJ_NOBODY)
        return 0;
    *floor += before < 7;
    return f->marker_gain + f->floor_cost[before] - f->floor_cost[*floor];
}

int32_t round_gain(const round_frame *f, const round_state *r, round_move m)
{
    const unsigned from = round_from(m), c = round_colour(m);
    const unsigned n = from ? r->factory[from - 1] >> (3 * c) & 7u : r->centre >> (5 * c) & 31u;
    unsigned floor = r->floor[r->seat];
    const int32_t extra = from ? 0 : marker_gain(f, r, &floor);
    return extra + gain_of(f, r, floor, c, n, round_to(m));
}

typedef struct choice {
    int32_t gain;
    round_move move;
} choice;

static inline void consider_take(const round_frame *f, const round_state *r, unsigned from,
                                 unsigned c, unsigned n, unsigned open, choice *best)
{
    unsigned floor = r->floor[r->seat];
    const int32_t extra = from ? 0 : marker_gain(f, r, &floor);
    for (open = open << 1 | 1u; open; open &= open - 1) {
        const unsigned to = bits_first(open);
        const int32_t gain = extra + gain_of(f, r, floor, c, n, to);
        if (gain > best->gain)
            *best = (choice){gain, round_move_of(from, c, to)};
    }
}

static round_move greedy_move(const round_frame *f, const round_state *r)
{
    choice best = {INT32_MIN, 0};
    uint8_t open[AZJ_COLOUR_NB];
    uint8_t seen[AZJ_COLOUR_NB] = {0}; /* numbers of a colour already tried: bit n */
    open_lines(f, r, open);
    for (unsigned i = 0; i < AZJ_CLASSIC_FACTORIES_MAX && r->factory[i]; i++)
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
            const unsigned n = r->factory[i] >> (3 * c) & 7u;
            if (n == 0 || seen[c] >> n & 1u)
                continue;
            seen[c] |= (uint8_t)(1u << n);
            consider_take(f, r, i + 1, c, n, open[c], &best);
        }
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        if (r->centre >> (5 * c) & 31u)
            consider_take(f, r, 0, c, r->centre >> (5 * c) & 31u, open[c], &best);
    return best.move;
}

unsigned round_play_out(const round_frame *f, round_state *r)
{
    unsigned plies = 0;
    for (; !round_is_over(r); plies++)
        round_apply(f, r, greedy_move(f, r));
    return plies;
}

/* ---- The end of the round ---- */

/* Computes the cache entry of seat p's lines and floor. */
static void settle_board(const round_frame *f, const round_state *r, unsigned p, round_cached *c)
{
    eval_board_view board;
    eval_settle(f->variant, f->weights, &f->root.board[p], r->line[p], r->floor[p], f->thorough,
                &c->settled, &board);
    if (!f->net || c->settled.fullest_row == EVAL_OVER)
        return;
    net_inputs in;
    in.count = 0;
    net_classic_board(f->variant, &board, &f->supply, c->settled.score, &in);
    net_accumulate(f->net, &f->shared, &in, &c->accumulator);
}

static const round_cached *cached_board(const round_frame *f, const round_state *r, unsigned p,
                                        round_cached *spare)
{
    uint64_t key;
    memcpy(&key, r->line[p], sizeof key);      /* five lines and three spare bytes */
    key |= (uint64_t)(8u + r->floor[p]) << 60; /* never 0, so never an unused entry */
    const uint64_t at = (key * 0x9e3779b97f4a7c15u) >> (64 - cache_bits(f->players));
    round_cached *c = f->cache[p] ? &f->cache[p][at] : spare;
    key ^= f->salt;
    if (c->settled.key != key) {
        settle_board(f, r, p, c);
        c->settled.key = key;
    }
    return c;
}

/* The network's values of an ended round that is not the last. */
static void evaluate_by_network(const round_frame *f, const round_cached *const *c,
                                unsigned starter, round_result *v)
{
    const net_accumulator *board[AZJ_SEATS_MAX];
    uint16_t start[AZJ_SEATS_MAX];
    net_value out[AZJ_SEATS_MAX];
    for (unsigned p = 0; p < f->players; p++) {
        board[p] = &c[p]->accumulator;
        start[p] = (uint16_t)net_classic_start(p, starter, f->players, f->net->players);
    }
    net_evaluate(f->net, f->players, (unsigned)v->fullest_row, board, start, out);
    for (unsigned p = 0; p < f->players; p++) {
        v->logit[p] = out[p].logit;
        v->value[p] = c[p]->settled.score * EVAL_POINT + out[p].points / (1024 / EVAL_POINT);
    }
}

void round_value(const round_frame *f, const round_state *r, round_result *v)
{
    const round_cached *c[AZJ_SEATS_MAX];
    round_cached spare[AZJ_SEATS_MAX];
    v->fullest_row = f->root.round == AZJ_CLASSIC_ROUNDS_MAX ? EVAL_OVER : 0;
    for (unsigned p = 0; p < f->players; p++) {
        spare[p].settled.key = 0;
        c[p] = cached_board(f, r, p, &spare[p]);
        v->fullest_row =
            c[p]->settled.fullest_row > v->fullest_row ? c[p]->settled.fullest_row : v->fullest_row;
        v->rows[p] = c[p]->settled.rows;
    }
    const unsigned starter = r->marker == AZJ_NOBODY ? f->root.starter : r->marker;
    if (f->net && v->fullest_row != EVAL_OVER) {
        evaluate_by_network(f, c, starter, v);
        return;
    }
    for (unsigned p = 0; p < f->players; p++)
        v->value[p] = c[p]->settled.value[v->fullest_row];
    if (v->fullest_row != EVAL_OVER)
        v->value[starter] += f->weights->tempo[v->fullest_row];
}

/* The value that counts against a seat: of all others, combined by log-sum-exp. */
static int32_t rivals_value(const round_frame *f, const round_result *v, unsigned seat)
{
    if (f->players == 2)
        return v->value[1 - seat];
    const float spread = (float)f->weights->spread[v->fullest_row] * (EVAL_POINT / 16);
    float sum = 0;
    for (unsigned p = 0; p < f->players; p++)
        if (p != seat)
            sum += numbers_exp((float)(v->value[p] - v->value[seat]) / spread);
    return v->value[seat] + (int32_t)(numbers_log(sum) * spread);
}

/* The same for a network's log odds. */
static int32_t rivals_logit(const round_frame *f, const round_result *v, unsigned seat)
{
    if (f->players == 2)
        return v->logit[1 - seat];
    float sum = 0;
    for (unsigned p = 0; p < f->players; p++)
        if (p != seat)
            sum += numbers_exp((float)(v->logit[p] - v->logit[seat]) / ROUND_LOGIT);
    return v->logit[seat] + (int32_t)(numbers_log(sum) * ROUND_LOGIT);
}

/* C19: points, then complete rows; against the best of the others. */
static int32_t final_logit(const round_frame *f, const round_result *v, unsigned seat)
{
    int32_t best = INT32_MIN;
    for (unsigned p = 0; p < f->players; p++) {
        const int32_t rank = v->value[p] / EVAL_POINT * ROUND_RANKS + v->rows[p];
        if (p != seat && rank > best)
            best = rank;
    }
    const int32_t lead = v->value[seat] / EVAL_POINT * ROUND_RANKS + v->rows[seat] - best;
    return lead == 0 ? 0 : (lead > 0 ? ROUND_WON : -ROUND_WON) + lead;
}

int32_t round_logit(const round_frame *f, const round_result *v, unsigned seat)
{
    if (v->fullest_row == EVAL_OVER)
        return final_logit(f, v, seat);
    if (f->net)
        return v->logit[seat] - rivals_logit(f, v, seat);
    const int32_t margin = v->value[seat] - rivals_value(f, v, seat);
    return margin * (ROUND_LOGIT * 16 / EVAL_POINT) / f->weights->spread[v->fullest_row];
}

static void final_chances(const round_frame *f, const round_result *v, float *win)
{
    int32_t rank[AZJ_SEATS_MAX], best = INT32_MIN;
    unsigned winners = 0;
    for (unsigned p = 0; p < f->players; p++) {
        rank[p] = v->value[p] / EVAL_POINT * ROUND_RANKS + v->rows[p];
        if (rank[p] > best)
            winners = 0;
        best = rank[p] > best ? rank[p] : best;
        winners += rank[p] == best;
    }
    for (unsigned p = 0; p < f->players; p++)
        win[p] = rank[p] == best ? 1 / (float)winners : 0;
}

void round_chances(const round_frame *f, const round_result *v, float *win, float *score)
{
    const bool over = v->fullest_row == EVAL_OVER;
    for (unsigned p = 0; p < f->players; p++) {
        score[p] = (float)v->value[p] / EVAL_POINT;
        if (!over && !f->net)
            score[p] += (float)f->weights->level[v->fullest_row] / 16;
    }
    if (over) {
        final_chances(f, v, win);
        return;
    }
    const float spread = (float)f->weights->spread[v->fullest_row] / 16;
    float sum = 0;
    for (unsigned p = 0; p < f->players; p++) {
        const float odds = f->net ? (float)(v->logit[p] - v->logit[0]) / ROUND_LOGIT
                                  : (score[p] - score[0]) / spread;
        sum += win[p] = numbers_exp(odds);
    }
    for (unsigned p = 0; p < f->players; p++)
        win[p] /= sum;
}
