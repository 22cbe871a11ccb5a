/* duel_policy.c - what a move of Duel's acquisition seems to bring: see duel_policy.h. */
#include "ai/duel_policy.h"
#include "ai/duel_tiling.h"

#define WAITING 1.2f     /* a full line that still needs a plate */
#define HOPELESS 1.6f    /* loss for each tile of a line that will break */
#define PLATE_NOW 0.6f   /* the best plate, compared with taking tiles */
#define PLATE_SHARE 0.6f /* of what a plate is better than another */
#define START 1.2f       /* what the start tile costs, less what starting is worth */
#define CHIP_COST 1.1f   /* what a chip is worth in a later round */
#define KEPT_LINE 0.35f  /* part of a line's worth that stays when it is not completed */
#define LUCK 1.5f        /* size of the noise in play-outs */
#define ORDER 0.35f      /* how much the top of a stack matters */
#define LINE_SHARE 0.35f /* of a network's opinion of an unfinished line */

/* What part of a full line's worth a line with some tiles has. */
static const float partly[AZJ_DUEL_LINES][AZJ_DUEL_LINES] = {
    {0},
    {0, 0.42f},
    {0, 0.26f, 0.55f},
    {0, 0.18f, 0.38f, 0.62f},
    {0, 0.13f, 0.28f, 0.45f, 0.66f},
    {0, 0.10f, 0.21f, 0.34f, 0.49f, 0.68f},
};

/* ---- As the lines stand
 * -------------------------------------------------------------------------*/

static void want_lines(const duel_sight *k, const azj_duel_board *b, unsigned seat, duel_wants *w)
{
    const uint64_t filled = azj_duel_filled(b);
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const bool wait = b->tokens > 0 || k->left > 1;
        const float none = wait && !duel_row_complete(b, line) ? WAITING : -HOPELESS * (float)line;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
            float best = none;
            for (uint64_t m = (b->space[c] | b->joker) & ~filled & DUEL_ROW(line); m; m &= m - 1) {
                const float v = k->cell[seat][bits_first(m)];
                best = v > best ? v : best;
            }
            w->full[line - 1][c] = best;
        }
    }
}

static void want_chips(const duel_sight *k, const azj_duel_board *b, duel_wants *w)
{
    w->chip_base = k->left > 0 ? 0.7f : 0.1f;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        w->chip[c] = duel_chips_total(b->chips & duel_colour_faces[c]) & 1u ? 0.3f : 0.1f;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = duel_line_count(b, line), colour = duel_line_colour(b, line);
        if (have != 0 && have < line && line - have <= 2 && w->full[line - 1][colour] > 0)
            w->chip[colour] += 0.4f;
    }
}

void duel_wants_begin(const duel_sight *k, const azj_duel *s, unsigned seat, duel_wants *w)
{
    const azj_duel_board *b = &s->board[seat];
    w->line = b->line;
    w->kept = duel_by_net(k) ? k->kept[seat] : NULL;
    w->broken = duel_broken_count(b);
    want_lines(k, b, seat, w);
    want_chips(k, b, w);
}

static float line_worth(const duel_wants *w, unsigned line, unsigned colour, unsigned have)
{
    const float full = w->full[line - 1][colour];
    if (have == line)
        return full;
    const float hope = full > 0 ? full * partly[line - 1][have] : full * (float)have / (float)line;
    return w->kept ? hope + LINE_SHARE * (w->kept[line - 1][colour][have] - hope) : hope;
}

static float break_cost(const duel_wants *w, unsigned count)
{
    static const float total[] = {0, 1, 3, 6, 10};
    const unsigned then = w->broken + count;
    return total[then < 4 ? then : 4] - total[w->broken];
}

/* Tiles of a colour onto a line, or broken (0). */
static float tiles_gain(const duel_wants *w, unsigned colour, unsigned count, unsigned to)
{
    if (to == 0)
        return -break_cost(w, count);
    const unsigned have = w->line[to - 1] & 15u, room = to - have;
    const unsigned put = count < room ? count : room;
    return line_worth(w, to, colour, have + put) - line_worth(w, to, colour, have) -
           (count > put ? break_cost(w, count - put) : 0);
}

static float best_target(const duel_wants *w, unsigned colour, unsigned count, unsigned *to)
{
    float best = tiles_gain(w, colour, count, 0);
    *to = 0;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = w->line[line - 1] & 15u;
        if (have == line || (have != 0 && w->line[line - 1] >> 4 != colour))
            continue;
        const float gain = tiles_gain(w, colour, count, line);
        if (gain > best) {
            best = gain;
            *to = line;
        }
    }
    return best;
}

static float chip_gain(const duel_wants *w, unsigned face)
{
    float gain = w->chip_base;
    for (unsigned m = duel_face[face]; m; m &= m - 1)
        gain += w->chip[bits_first(m)];
    return gain;
}

/* Lines that wait for a plate of their colour get one. */
static float homes(const duel_wants *w, unsigned plate, unsigned slot, unsigned turn)
{
    float gain = 0;
    for (unsigned half = 0; half < 2; half++) {
        const unsigned line = 2 * ((slot - 1) / 3) + half + 1;
        const unsigned have = w->line[line - 1] & 15u, colour = w->line[line - 1] >> 4;
        const float full = have ? w->full[line - 1][colour] : 0;
        if (have == 0 || full > WAITING)
            continue;
        for (unsigned place = 2 * half; place < 2 * half + 2; place++) {
            const unsigned space = azj_duel_plate_space(plate, turn, place);
            if (space == colour || space == AZJ_SPACE_JOKER) {
                gain += 2.0f * (float)have / (float)line;
                break;
            }
        }
    }
    return gain;
}

static float plate_gain(duel_sight *k, const duel_wants *w, unsigned seat, azj_move move)
{
    const unsigned plate = azj_move_plate(move), slot = azj_move_slot(move),
                   turn = azj_move_turn(move);
    return k->plate[seat][plate][4 * (slot - 1) + turn] + homes(w, plate, slot, turn);
}

static float best_shown(const duel_sight *k, const azj_duel *s)
{
    float best = -100;
    for (unsigned i = 0; i < 3; i++)
        if (s->display[i] != AZJ_NO_PLATE && k->best_plate[s->seat][s->display[i]] > best)
            best = k->best_plate[s->seat][s->display[i]];
    return best;
}

/* A draw costs a point and brings an unknown plate instead of a shown one: as good as the plates
 * looked at so far are on average. */
static float draw_gain(const duel_sight *k, const azj_duel *s)
{
    const float shown = best_shown(k, s);
    float sum = 0;
    if (shown <= -100)
        return PLATE_NOW;
    for (uint32_t m = k->seen[s->seat]; m; m &= m - 1)
        sum += k->best_plate[s->seat][bits_first(m)];
    return PLATE_NOW + PLATE_SHARE * (sum / (float)bits_count(k->seen[s->seat]) - shown - 1.5f);
}

/* ---- Gains of moves
 * -----------------------------------------------------------------------------*/

static unsigned moon_count(const azj_duel *s, unsigned colour)
{
    unsigned count = azj_tiles_count(s->large_moon, colour);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        count += duel_top(s->moon[f]) == colour + 1;
    return count;
}

/* Each colour on a moon's top: what one more of it is worth to me, less what it is worth to the
 * other one, who comes first. */
static void order_worth(const azj_duel *s, const duel_wants *mine, const duel_wants *theirs,
                        float *worth)
{
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++) {
        unsigned to;
        const unsigned n = moon_count(s, c);
        const float me = best_target(mine, c, n + 1, &to) - (n ? best_target(mine, c, n, &to) : 0);
        const float you =
            best_target(theirs, c, n + 1, &to) - (n ? best_target(theirs, c, n, &to) : 0);
        worth[c] = ORDER * (0.5f * me - you);
    }
}

static float sun_gain(const azj_duel *s, const duel_wants *w, const float *order, azj_move move)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    const azj_tiles sun = from ? s->sun[from - 1] : s->large_sun;
    const unsigned stack = azj_move_stack(move);
    const float top = stack ? order[duel_top(stack) - 1] : 0;
    const unsigned count = azj_tiles_count(sun, colour);
    const float start = from == 0 && count == azj_tiles_total(sun) ? START : 0;
    return tiles_gain(w, colour, count, azj_move_to(move)) + top - start;
}

static float moon_gain(const azj_duel *s, const duel_wants *w, azj_move move)
{
    const unsigned colour = azj_move_colour(move);
    const bool start = s->start_tile == AZJ_NOBODY && azj_tiles_count(s->large_moon, colour);
    return tiles_gain(w, colour, moon_count(s, colour), azj_move_to(move)) - (start ? START : 0);
}

static bool is_plate(azj_move move)
{
    return azj_move_kind_of(move) == AZJ_PLATE;
}

/* Plates are compared with the best of them: one has to be laid some time anyway. */
static void plate_gains(duel_sight *k, const azj_duel *s, const duel_wants *w,
                        const azj_move *moves, size_t n, float *gain)
{
    float best = -100;
    for (size_t i = 0; i < n; i++) {
        if (!is_plate(moves[i]))
            continue;
        duel_see_plate(k, s->seat, azj_move_plate(moves[i]));
        gain[i] = plate_gain(k, w, s->seat, moves[i]);
        best = gain[i] > best ? gain[i] : best;
    }
    for (size_t i = 0; i < n; i++)
        if (is_plate(moves[i]))
            gain[i] = PLATE_NOW + PLATE_SHARE * (gain[i] - best);
}

void duel_gains(duel_sight *k, const azj_duel *s, const azj_move *moves, size_t n, float *gain)
{
    duel_wants mine, theirs;
    float order[AZJ_COLOUR_NB];
    duel_wants_begin(k, s, s->seat, &mine);
    duel_wants_begin(k, s, s->seat ^ 1u, &theirs);
    order_worth(s, &mine, &theirs, order);
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

/* ---- Playing a round out
 * ------------------------------------------------------------------------*/

typedef struct pick {
    const azj_duel *s;
    azj_rng *rng;
    duel_wants w;
    azj_move move;
    float gain;
} pick;

static void consider(pick *p, azj_move move, float gain)
{
    gain += LUCK * (float)(azj_rng_next(p->rng) >> 40) * (1.0f / 16777216.0f);
    if (gain > p->gain) {
        p->gain = gain;
        p->move = move;
    }
}

static void consider_sun(pick *p, azj_tiles sun, unsigned from)
{
    unsigned to;
    for (unsigned m = bits_colours(sun); m; m &= m - 1) {
        const unsigned c = bits_first(m);
        const float gain = best_target(&p->w, c, azj_tiles_count(sun, c), &to);
        consider(p, azj_move_sun(from, c, 0, to), gain);
    }
}

static void consider_moons(pick *p)
{
    const azj_duel *s = p->s;
    const azj_tiles tops = duel_tops(s);
    unsigned to;
    for (unsigned m = bits_colours(tops); m; m &= m - 1) {
        const unsigned c = bits_first(m);
        const bool start = s->start_tile == AZJ_NOBODY && azj_tiles_count(s->large_moon, c);
        const float gain = best_target(&p->w, c, azj_tiles_count(tops, c), &to);
        consider(p, azj_move_moon(c, to), gain - (start ? START : 0));
    }
}

static azj_move best_plate_of(duel_sight *k, const azj_duel *s, const duel_wants *w,
                              const uint8_t *plates, unsigned count)
{
    const azj_duel_board *b = &s->board[s->seat];
    azj_move choice = 0;
    float best = -1000;
    for (unsigned i = 0; i < count; i++) {
        const unsigned plate = plates[i] & AZJ_PILE_PLATE;
        if (plate >= AZJ_DUEL_PLATES)
            continue;
        duel_see_plate(k, s->seat, plate);
        for (unsigned way = 0; way < DUEL_PLATE_WAYS; way++) {
            if (b->plate[way / 4] != DUEL_EMPTY_SLOT || k->plate[s->seat][plate][way] + 4 <= best)
                continue;
            const azj_move move = azj_move_place_plate(plate, way / 4 + 1, way % 4);
            const float gain = plate_gain(k, w, s->seat, move);
            if (gain > best) {
                best = gain;
                choice = move;
            }
        }
    }
    return choice;
}

static azj_move stacked(const azj_duel *s, azj_move move, azj_rng *rng)
{
    azj_move order[6];
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    if (azj_move_kind_of(move) != AZJ_SUN || from == 0)
        return move;
    const azj_tiles sun = s->sun[from - 1];
    const unsigned n = duel_stacks(sun & ~((azj_tiles)0xff << (8 * colour)), order);
    return move | order[n > 1 ? azj_rng_below(rng, n) : 0];
}

enum { SOME_PLATE = AZJ_PLATE }; /* which one is chosen when it is its turn */

static azj_move offer_move(duel_sight *k, const azj_duel *s, azj_rng *rng)
{
    const azj_duel_board *b = &s->board[s->seat];
    pick p = {.s = s, .rng = rng, .gain = -1000};
    duel_wants_begin(k, s, s->seat, &p.w);
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        consider_sun(&p, s->sun[f], f + 1);
    consider_sun(&p, s->large_sun, 0);
    consider_moons(&p);
    if (b->taken < duel_value.chips)
        for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
            if (azj_duel_face_up(s, f))
                consider(&p, azj_move_chip(f + 1), chip_gain(&p.w, s->chip[f]));
    if (b->tokens > 0 && duel_slot_left(b)) {
        if (!duel_display_empty(s))
            consider(&p, SOME_PLATE, PLATE_NOW);
        else if (duel_may_draw(s))
            consider(&p, AZJ_DRAW, PLATE_NOW);
    }
    if (p.move == SOME_PLATE)
        return best_plate_of(k, s, &p.w, s->display, 3);
    return stacked(s, p.move, rng);
}

azj_move duel_quick_move(duel_sight *k, const azj_duel *s, azj_rng *rng)
{
    duel_wants w;
    switch (s->phase) {
    case AZJ_PHASE_OFFER:
        return offer_move(k, s, rng);
    case AZJ_PHASE_DRAW:
        return AZJ_STOP;
    case AZJ_PHASE_RETURN:
        return azj_move_return(s->drawn[0] & AZJ_PILE_PLATE);
    default:
        duel_wants_begin(k, s, s->seat, &w);
        return s->phase == AZJ_PHASE_SETUP ? best_plate_of(k, s, &w, s->display, 3)
                                           : best_plate_of(k, s, &w, s->drawn, s->drawn_count);
    }
}

/* The space of a line that seems best: what it seemed worth before the tiling, and what tiles
 * placed since then have added. */
static float best_space(const duel_sight *k, const azj_duel *s, unsigned *column)
{
    const azj_duel_board *b = &s->board[s->seat];
    const uint64_t filled = azj_duel_filled(b);
    float best = -1000;
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

/* A tiling choice without trying out what follows. */
static azj_move quick_tile(const duel_sight *k, const azj_duel *s)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned line = s->line, have = duel_line_count(b, line);
    unsigned column = 0;
    const float worth = best_space(k, s, &column);
    if (have == line)
        return azj_move_tile(line, column, 0);
    azj_chips pay;
    duel_cheapest_payments(s, 1, &pay);
    const float kept = KEPT_LINE * worth * (float)have / (float)line;
    return worth > CHIP_COST * (float)duel_chips_total(pay) + kept
               ? azj_move_tile(line, column, pay)
               : azj_move_skip(line);
}

void duel_play_out(duel_sight *k, azj_duel *s, azj_rng *rng)
{
    const unsigned round = s->round;
    while (s->round == round && s->phase != AZJ_PHASE_OVER && s->phase != AZJ_PHASE_DEAL) {
        if (s->phase != AZJ_PHASE_TILING)
            azj_duel_apply(s, duel_quick_move(k, s, rng), NULL);
        else if (k->left == 0)
            duel_tile_out(s, DUEL_PAY_QUICK); /* the end is worth the time: the result is exact */
        else
            azj_duel_apply(s, quick_tile(k, s), NULL);
    }
}
