/* duel_policy.c - the estimated gain of a move in Duel's acquisition: see duel_policy.h. */
#include "ai/duel_policy.h"
#include "ai/duel_tiling.h"

/* All in points. Set by hand, not measured, unless another origin is given. */
#define WAITING_LINE 1.2f  /* value of a full line that still needs a plate */
#define BREAKING_TILE 1.6f /* loss for each tile of a line that will break */
#define PLATE_GAIN 0.6f    /* gain of the best plate in sight, compared with taking tiles */
#define PLATE_WEIGHT 0.6f  /* of the difference between two plates */
#define WAITING_PLATE 2.0f /* gain of a plate for a full line that waits for its colour */
#define DRAW_COST 1.5f   /* of a draw from the pile: a point, and the choice among the shown ones */
#define START_COST 1.2f  /* of the start tile, less the value of starting */
#define CHIP_LATER 0.7f  /* value of a chip if rounds follow … */
#define CHIP_LAST 0.1f   /* … and in the last round */
#define CHIP_SECOND 0.3f /* more for a colour that makes a pair with the chips in hand … */
#define CHIP_FIRST 0.1f  /* … and for any other colour */
#define CHIP_FOR_LINE 0.4f    /* more for a colour that a line lacks one or two tiles of */
#define CHIP_PRICE 1.1f       /* value of a chip that is not spent in a playout's tiling */
#define SKIPPED_LINE 0.35f    /* part of the value of a line that stays if it is not completed */
#define PLAYOUT_NOISE 1.5f    /* chosen by matches of 300 games: lab/bots-duel.md */
#define STACK_WEIGHT 0.35f    /* of the top tile of a stack */
#define STACK_MINE 0.5f       /* of one's own gain by it: the opponent moves first */
#define NET_LINE_WEIGHT 0.35f /* of a network's value of an unfinished line: lab/bots-duel.md */

#define LEAST_GAIN (-1000.0f) /* below any gain */

/* The part of a full line's value that a line with some tiles has, by line and tiles. */
static const float partial_value[AZJ_DUEL_LINES][AZJ_DUEL_LINES] = {
    {0},
    {0, 0.42f},
    {0, 0.26f, 0.55f},
    {0, 0.18f, 0.38f, 0.62f},
    {0, 0.13f, 0.28f, 0.45f, 0.66f},
    {0, 0.10f, 0.21f, 0.34f, 0.49f, 0.68f},
};

/* ---- Values of lines and chips ---- */
/* The value of tiles and chips to a seat, as its lines and plates are now. */
typedef struct duel_line_values {
    const azj_duel_board *board;
    const duel_line_table *table[DUEL_BANDS];
    float chip[AZJ_COLOUR_NB]; /* a chip of this colour, if chips_valued */
    float chip_base;
    unsigned broken;
    bool chips_valued;
} duel_line_values;

/* A full line of each colour: its best space, or none. */
static void value_full_line(const duel_marginals *k, const azj_duel_board *b, unsigned seat,
                            unsigned line, duel_line_table *t)
{
    const uint64_t filled = azj_duel_filled(b);
    const bool wait = b->tokens > 0 || k->left > 1;
    const float none =
        wait && !duel_row_complete(b, line) ? WAITING_LINE : -BREAKING_TILE * (float)line;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        float best = none;
        for (uint64_t m = (b->space[c] | b->joker) & ~filled & DUEL_ROW(line); m; m &= m - 1) {
            const float v = k->cell[seat][bits_first(m)];
            best = v > best ? v : best;
        }
        t->value[(line - 1) % 2][c][line] = best;
    }
}

/* The line with fewer tiles: a part of the full line's value, and the network's. */
static void value_partial_line(const duel_line_marginals *marginal, unsigned line,
                               duel_line_table *t)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        float *value = t->value[(line - 1) % 2][c];
        const float full = value[line];
        for (unsigned have = 0; have < line; have++) {
            const float hope =
                full > 0 ? full * partial_value[line - 1][have] : full * (float)have / (float)line;
            value[have] =
                marginal ? hope + NET_LINE_WEIGHT * (marginal[line - 1][c][have] - hope) : hope;
        }
    }
}

/* The table for the board's plates in a band. Domes do not change during a search, so it holds for
 * every board of this seat with the same plates there. */
static const duel_line_table *find_table(duel_marginals *k, const azj_duel_board *b, unsigned seat,
                                         unsigned band)
{
    const uint8_t *plate = b->plate + 3 * band;
    const uint32_t plates = plate[0] | (uint32_t)plate[1] << 8 | (uint32_t)plate[2] << 16;
    const uint32_t key = plates | 1u << 24 | (uint32_t)(b->tokens > 0) << 25;
    const uint32_t at = key * 0x9e3779b1u >> (32 - DUEL_LINE_TABLE_BITS);
    duel_line_table *t = &k->lines[seat][band][at];
    if (k->line_key[seat][band][at] != key) {
        k->line_key[seat][band][at] = key;
        for (unsigned line = 2 * band + 1; line <= 2 * band + 2; line++) {
            value_full_line(k, b, seat, line, t);
            value_partial_line(duel_marginals_use_net(k) ? k->line[seat] : NULL, line, t);
        }
    }
    return t;
}

/* By number of tiles. */
static const float *line_value(const duel_line_values *w, unsigned line, unsigned colour)
{
    return w->table[(line - 1) / 2]->value[(line - 1) % 2][colour];
}

static float full_value(const duel_line_values *w, unsigned line, unsigned colour)
{
    return line_value(w, line, colour)[line];
}

/* Chips of a colour. */
static void value_chips(duel_line_values *w)
{
    const azj_duel_board *b = w->board;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        w->chip[c] =
            duel_chips_total(b->chips & duel_colour_faces[c]) & 1u ? CHIP_SECOND : CHIP_FIRST;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(b, line), colour = duel_line_colour(b, line);
        if (have != 0 && have < line && line - have <= 2 && full_value(w, line, colour) > 0)
            w->chip[colour] += CHIP_FOR_LINE;
    }
    w->chips_valued = true;
}

/* After tiles or chips were taken. */
static void line_values_renew(duel_line_values *w)
{
    w->chips_valued = false;
    w->broken = duel_broken_count(w->board);
}

static void line_values_init(duel_marginals *k, const azj_duel *s, unsigned seat,
                             duel_line_values *w)
{
    w->board = &s->board[seat];
    for (unsigned band = 0; band < DUEL_BANDS; band++)
        w->table[band] = find_table(k, w->board, seat, band);
    w->chip_base = k->left > 0 ? CHIP_LATER : CHIP_LAST;
    line_values_renew(w);
}

static float break_cost(const duel_line_values *w, unsigned count)
{
    const uint8_t *total = duel_value.broken;
    const unsigned then = w->broken + count;
    return (float)(total[then < AZJ_DUEL_BROKEN ? then : AZJ_DUEL_BROKEN] - total[w->broken]);
}

/* The gain of tiles of a colour on a line, or broken (0). */
static float tiles_gain(const duel_line_values *w, unsigned colour, unsigned count, unsigned to)
{
    if (to == 0)
        return -break_cost(w, count);
    const float *value = line_value(w, to, colour);
    const unsigned have = duel_line_count(w->board, to), room = to - have;
    const unsigned put = count < room ? count : room;
    return value[have + put] - value[have] - (count > put ? break_cost(w, count - put) : 0);
}

static float best_target(const duel_line_values *w, unsigned colour, unsigned count, unsigned *to)
{
    float best = tiles_gain(w, colour, count, 0);
    *to = 0;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(w->board, line);
        if (have == line || (have != 0 && duel_line_colour(w->board, line) != colour))
            continue;
        const float gain = tiles_gain(w, colour, count, line);
        if (gain > best) {
            best = gain;
            *to = line;
        }
    }
    return best;
}

static float chip_gain(duel_line_values *w, unsigned face)
{
    float gain = w->chip_base;
    if (!w->chips_valued)
        value_chips(w);
    for (unsigned m = duel_face[face]; m; m &= m - 1)
        gain += w->chip[bits_first(m)];
    return gain;
}

/* What a plate gains for each line that waits for its colour, and those colours as a mask: jokers
 * serve all. */
typedef struct waiting_lines {
    float gain[AZJ_DUEL_LINES];
    uint8_t wanted[AZJ_DUEL_LINES];
    float most; /* that any plate gains */
} waiting_lines;

static void find_waiting_lines(const duel_line_values *w, waiting_lines *waiting)
{
    waiting->most = 0;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(w->board, line);
        const unsigned colour = duel_line_colour(w->board, line);
        const bool waits = have != 0 && !(full_value(w, line, colour) > WAITING_LINE);
        waiting->gain[line - 1] = waits ? WAITING_PLATE * (float)have / (float)line : 0;
        waiting->wanted[line - 1] = (uint8_t)(1u << colour | 1u << AZJ_SPACE_JOKER);
        if (line % 2 == 0) {
            const float both = waiting->gain[line - 2] + waiting->gain[line - 1];
            waiting->most = both > waiting->most ? both : waiting->most;
        }
    }
}

static float plate_gain(const duel_marginals *k, const waiting_lines *waiting, unsigned seat,
                        unsigned plate, unsigned placement)
{
    const unsigned band = placement / 12, upper = 2 * band, lower = upper + 1;
    const uint8_t *spaces = k->spaces[plate][placement % 4];
    const float first = spaces[0] & waiting->wanted[upper] ? waiting->gain[upper] : 0;
    const float second = spaces[1] & waiting->wanted[lower] ? waiting->gain[lower] : 0;
    return k->plate[seat][plate][placement] + (first + second);
}

static float best_shown(const duel_marginals *k, const azj_duel *s)
{
    float best = DUEL_NO_PLATE;
    for (unsigned i = 0; i < 3; i++)
        if (s->display[i] != AZJ_NO_PLATE && k->best_plate[s->seat][s->display[i]] > best)
            best = k->best_plate[s->seat][s->display[i]];
    return best;
}

/* A draw brings an unknown plate instead of a shown one. Its value is the mean of the plates
 * computed so far. */
static float draw_gain(const duel_marginals *k, const azj_duel *s)
{
    const float shown = best_shown(k, s);
    float sum = 0;
    if (shown <= DUEL_NO_PLATE)
        return PLATE_GAIN;
    for (uint32_t m = k->plates_done[s->seat]; m; m &= m - 1)
        sum += k->best_plate[s->seat][bits_first(m)];
    return PLATE_GAIN +
           PLATE_WEIGHT * (sum / (float)bits_count(k->plates_done[s->seat]) - shown - DRAW_COST);
}

/* ---- Gains of moves ---- */
static unsigned moon_count(const azj_duel *s, unsigned colour)
{
    unsigned count = azj_tiles_count(s->large_moon, colour);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        count += duel_top(s->moon[f]) == colour + 1;
    return count;
}

/* By colour of a stack's top tile: the gain of one more such tile for the mover, less that for the
 * opponent, who moves first. */
static void stack_values(const azj_duel *s, const duel_line_values *mine,
                         const duel_line_values *theirs, float *value)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        unsigned to;
        const unsigned n = moon_count(s, c);
        const float me = best_target(mine, c, n + 1, &to) - (n ? best_target(mine, c, n, &to) : 0);
        const float you =
            best_target(theirs, c, n + 1, &to) - (n ? best_target(theirs, c, n, &to) : 0);
        value[c] = STACK_WEIGHT * (STACK_MINE * me - you);
    }
}

static float sun_gain(const azj_duel *s, const duel_line_values *w, const float *order,
                      azj_move move)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    const azj_tiles sun = from ? s->sun[from - 1] : s->large_sun;
    const unsigned stack = azj_move_stack(move);
    const float top = stack ? order[duel_top(stack) - 1] : 0;
    const unsigned count = azj_tiles_count(sun, colour);
    const float start = from == 0 && count == azj_tiles_total(sun) ? START_COST : 0;
    return tiles_gain(w, colour, count, azj_move_to(move)) + top - start;
}

static float moon_gain(const azj_duel *s, const duel_line_values *w, azj_move move)
{
    const unsigned colour = azj_move_colour(move);
    const bool start = s->start_tile == AZJ_NOBODY && azj_tiles_count(s->large_moon, colour);
    return tiles_gain(w, colour, moon_count(s, colour), azj_move_to(move)) -
           (start ? START_COST : 0);
}

static bool is_plate(azj_move move)
{
    return azj_move_kind_of(move) == AZJ_PLATE;
}

/* Plates are compared with the best of them, since one must be placed sooner or later. */
static void plate_gains(duel_marginals *k, const azj_duel *s, const duel_line_values *w,
                        const azj_move *moves, size_t n, float *gain)
{
    float best = DUEL_NO_PLATE;
    waiting_lines waiting;
    find_waiting_lines(w, &waiting);
    for (size_t i = 0; i < n; i++) {
        if (!is_plate(moves[i]))
            continue;
        const unsigned plate = azj_move_plate(moves[i]);
        duel_marginals_add_plate(k, s->seat, plate);
        gain[i] = plate_gain(k, &waiting, s->seat, plate,
                             4 * (azj_move_slot(moves[i]) - 1) + azj_move_turn(moves[i]));
        best = gain[i] > best ? gain[i] : best;
    }
    for (size_t i = 0; i < n; i++)
        if (is_plate(moves[i]))
            gain[i] = PLATE_GAIN + PLATE_WEIGHT * (gain[i] - best);
}

void duel_gains(duel_marginals *k, const azj_duel *s, const azj_move *moves, size_t n, float *gain)
{
    duel_line_values mine, theirs;
    float order[AZJ_COLOUR_NB];
    line_values_init(k, s, s->seat, &mine);
    line_values_init(k, s, s->seat ^ 1u, &theirs);
    stack_values(s, &mine, &theirs, order);
    plate_gains(k, s, &mine, moves, n, gain);
    for (size_t i = 0; i < n; i++)
        switch (azj_move_kind_of(moves[i])) {
        case AZJ_SUN:
            gain[i] = sun_gain(s, &mine, order, moves[i]);
            break;
        case AZJ_MOON:
            gain[i] = moon_gain(s, &mine, moves[i]);
            break;
        case AZJ_CHIP:
            gain[i] = chip_gain(&mine, s->chip[azj_move_from(moves[i]) - 1]);
            break;
        case AZJ_DRAW:
            gain[i] = draw_gain(k, s);
            break;
        case AZJ_PLATE:
            break;
        default:
            gain[i] = 0;
        }
}

/* ---- Playouts ---- */
typedef struct playout_choice {
    const azj_duel *s;
    azj_rng *rng;
    duel_line_values *w;
    azj_move move;
    float gain;
} playout_choice;

static void consider_move(playout_choice *p, azj_move move, float gain)
{
    gain += PLAYOUT_NOISE * (float)(azj_rng_next(p->rng) >> 40) * (1.0f / 16777216.0f);
    if (gain > p->gain) {
        p->gain = gain;
        p->move = move;
    }
}

static void consider_sun(playout_choice *p, azj_tiles sun, unsigned from)
{
    unsigned to;
    for (unsigned m = bits_colours(sun); m; m &= m - 1) {
        const unsigned c = bits_first(m);
        const float gain = best_target(p->w, c, azj_tiles_count(sun, c), &to);
        consider_move(p, azj_move_sun(from, c, 0, to), gain);
    }
}

static void consider_moons(playout_choice *p)
{
    const azj_duel *s = p->s;
    const azj_tiles tops = duel_tops(s);
    unsigned to;
    for (unsigned m = bits_colours(tops); m; m &= m - 1) {
        const unsigned c = bits_first(m);
        const bool start = s->start_tile == AZJ_NOBODY && azj_tiles_count(s->large_moon, c);
        const float gain = best_target(p->w, c, azj_tiles_count(tops, c), &to);
        consider_move(p, azj_move_moon(c, to), gain - (start ? START_COST : 0));
    }
}

/* Of equal placements of a plate the lowest counts, and of equal plates the first. */
static azj_move best_plate_of(duel_marginals *k, const azj_duel *s, const duel_line_values *w,
                              const uint8_t *plates, unsigned count)
{
    const azj_duel_board *b = &s->board[s->seat];
    azj_move choice = 0;
    float best = LEAST_GAIN;
    waiting_lines waiting;
    find_waiting_lines(w, &waiting);
    for (unsigned i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate >= AZJ_DUEL_PLATES)
            continue;
        duel_marginals_add_plate(k, s->seat, plate);
        const uint8_t *order = k->order[s->seat][plate];
        unsigned chosen = 0; /* placement of this plate */
        for (unsigned j = 0; j < k->placements[s->seat][plate]; j++) {
            const unsigned placement = order[j];
            if (k->plate[s->seat][plate][placement] + waiting.most < best)
                break;
            if (b->plate[placement / 4] != DUEL_EMPTY_SLOT)
                continue;
            const float gain = plate_gain(k, &waiting, s->seat, plate, placement);
            if (gain > best || (gain == best && placement < chosen)) {
                best = gain;
                choice = azj_move_place_plate(plate, placement / 4 + 1, placement % 4);
                chosen = placement;
            }
        }
    }
    return choice;
}

/* Adds a random order of the stack to a take from a small factory. */
static azj_move add_stack(const azj_duel *s, azj_move move, azj_rng *rng)
{
    azj_move order[6];
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    if (azj_move_kind_of(move) != AZJ_SUN || from == 0)
        return move;
    const azj_tiles sun = s->sun[from - 1];
    const unsigned n = duel_stacks(sun & ~((azj_tiles)0xff << (8 * colour)), order);
    return move | order[n > 1 ? azj_rng_below(rng, n) : 0];
}

enum { SOME_PLATE = AZJ_PLATE }; /* the plate itself is chosen afterwards */

static azj_move offer_move(duel_marginals *k, const azj_duel *s, duel_line_values *w, azj_rng *rng)
{
    const azj_duel_board *b = &s->board[s->seat];
    playout_choice p = {.s = s, .rng = rng, .w = w, .gain = LEAST_GAIN};
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        consider_sun(&p, s->sun[f], f + 1);
    consider_sun(&p, s->large_sun, 0);
    consider_moons(&p);
    if (b->taken < duel_value.chips)
        for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
            if (azj_duel_face_up(s, f))
                consider_move(&p, azj_move_chip(f + 1), chip_gain(w, s->chip[f]));
    if (b->tokens > 0 && duel_slot_left(b)) {
        if (!duel_display_empty(s))
            consider_move(&p, SOME_PLATE, PLATE_GAIN);
        else if (duel_may_draw(s))
            consider_move(&p, AZJ_DRAW, PLATE_GAIN);
    }
    if (p.move == SOME_PLATE)
        return best_plate_of(k, s, w, s->display, 3);
    return add_stack(s, p.move, rng);
}

/* The move of a playout: the highest gain plus noise. Not for tilings. */
static azj_move playout_move(duel_marginals *k, const azj_duel *s, duel_line_values *w,
                             azj_rng *rng)
{
    switch (s->phase) {
    case AZJ_PHASE_OFFER:
        return offer_move(k, s, w, rng);
    case AZJ_PHASE_DRAW:
        return AZJ_STOP;
    case AZJ_PHASE_RETURN:
        return azj_move_return(s->drawn[0] & AZJ_PILE_PLATE);
    default:
        return s->phase == AZJ_PHASE_SETUP ? best_plate_of(k, s, w, s->display, 3)
                                           : best_plate_of(k, s, w, s->drawn, s->drawn_count);
    }
}

/* The best space of a line: its marginal before the tiling, and the points that tiles placed since
 * then have added. */
static float best_space(const duel_marginals *k, const azj_duel *s, unsigned *column)
{
    const azj_duel_board *b = &s->board[s->seat];
    const uint64_t filled = azj_duel_filled(b);
    float best = LEAST_GAIN;
    for (uint64_t m = duel_free(b, s->line, duel_line_colour(b, s->line)); m; m &= m - 1) {
        const unsigned cell = bits_first(m);
        const float more = (float)duel_cell_points(filled, cell) - (float)k->points[s->seat][cell];
        const float value = k->cell[s->seat][cell] + more;
        if (value > best) {
            best = value;
            *column = cell % 6 + 1;
        }
    }
    return best;
}

/* A tiling choice without a search. */
static azj_move playout_tiling(const duel_marginals *k, const azj_duel *s)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, have = duel_line_count(b, line);
    unsigned column = 0;
    const float value = best_space(k, s, &column);
    if (have == line)
        return azj_move_tile(line, column, 0);
    azj_chips pay;
    duel_cheapest_payments(s, 1, &pay);
    const float kept = SKIPPED_LINE * value * (float)have / (float)line;
    return value > CHIP_PRICE * (float)duel_chips_total(pay) + kept
               ? azj_move_tile(line, column, pay)
               : azj_move_skip(line);
}

void duel_finish_draw(duel_marginals *k, azj_duel *s, azj_rng *rng)
{
    while (s->phase == AZJ_PHASE_DRAW || s->phase == AZJ_PHASE_KEEP ||
           s->phase == AZJ_PHASE_RETURN) {
        duel_line_values w;
        line_values_init(k, s, s->seat, &w);
        azj_duel_apply(s, playout_move(k, s, &w, rng), NULL);
    }
}

static void play_acquisition(duel_marginals *k, azj_duel *s, azj_rng *rng)
{
    duel_line_values values[2];
    bool valid[2] = {false, false};
    while (s->phase == AZJ_PHASE_OFFER || s->phase == AZJ_PHASE_SETUP ||
           s->phase == AZJ_PHASE_DRAW || s->phase == AZJ_PHASE_KEEP ||
           s->phase == AZJ_PHASE_RETURN) {
        const unsigned seat = s->seat;
        if (valid[seat])
            line_values_renew(&values[seat]);
        else
            line_values_init(k, s, seat, &values[seat]);
        const azj_move move = playout_move(k, s, &values[seat], rng);
        const azj_move_kind kind = azj_move_kind_of(move);
        valid[seat] = kind != AZJ_PLATE && kind != AZJ_DRAW; /* a plate or a token less */
        azj_duel_apply(s, move, NULL);
    }
}

void duel_play_out(duel_marginals *k, azj_duel *s, azj_rng *rng)
{
    const unsigned round = s->round;
    play_acquisition(k, s, rng);
    while (s->round == round && s->phase == AZJ_PHASE_TILING) {
        if (k->left == 0)
            duel_tile_out(s, DUEL_PAY_QUICK, k->tiled); /* the last tiling is exact */
        else
            azj_duel_apply(s, playout_tiling(k, s), NULL);
    }
}
