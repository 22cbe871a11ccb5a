/* steps.c - the second numbering for machine learning, in which a move is made of small steps.
 *
 * What has been chosen of a move (azj_steps) is the move itself as far as it is known, with the
 * flag PENDING; its kind says which steps come next. Only three kinds of move have more than one
 * step, see azulejo/duel.h.
 */
#include "rules/duel/internal.h"

#define PENDING (UINT32_C(1) << 30) /* no move uses this bit */

enum { WORDS = (AZJ_DUEL_STEPS_NB + 63) / 64 };

/* ---- Payments ---- */

/* The chips that a payment may still add: faces from the last one on, less what is spent. */
static azj_chips chips_left(const azj_duel_board *b, azj_chips spent)
{
    const unsigned face = spent ? bits_last(spent) / 2 : 0;
    return (b->chips - spent) & (azj_chips)(~0u << (2 * face));
}

/* D18: these chips pay `missing` tiles exactly. */
static int pays(azj_chips spent, unsigned colour, unsigned missing)
{
    const unsigned pairs = 3 * missing - duel_chips_total(spent); /* wraps: too many chips */
    return pairs <= missing && 2 * pairs <= duel_chips_total(spent & duel_colour_faces[colour]);
}

/* Some chips of `left` can be added so that the payment is exact. More chips never make the
 * condition on pairs harder to meet, so the largest number of chips decides. */
static int can_become_payment(azj_chips spent, azj_chips left, unsigned colour, unsigned missing)
{
    const unsigned have = duel_chips_total(spent), more = duel_chips_total(left);
    const unsigned most = have + more < 3 * missing ? have + more : 3 * missing;
    const azj_chips faces = duel_colour_faces[colour];
    const unsigned fitting = duel_chips_total(left & faces), added = most - have;
    const unsigned pairs = 3 * missing - most;
    return have <= most && pairs <= missing &&
           2 * pairs <= duel_chips_total(spent & faces) + (fitting < added ? fitting : added);
}

static void payment_mask(const azj_duel *s, azj_chips spent, uint64_t *mask)
{
    const azj_duel_board *b = &s->board[s->seat];
    const unsigned colour = duel_line_colour(b, s->line);
    const unsigned missing = s->line - duel_line_count(b, s->line);
    const azj_chips left = chips_left(b, spent);
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++) {
        if (azj_chips_count(left, face) == 0)
            continue;
        const azj_chips next = spent + (1u << (2 * face));
        duel_mask_set(mask, AZJ_DUEL_STEP_PAY + face,
                      (uint64_t)can_become_payment(next, chips_left(b, next), colour, missing));
    }
    duel_mask_set(mask, AZJ_DUEL_STEP_PAID, spent != 0 && pays(spent, colour, missing));
}

/* ---- Masks ---- */

static int has_plate(const azj_duel *s, unsigned plate)
{
    const uint8_t *plates = s->phase == AZJ_PHASE_KEEP ? s->drawn : s->display;
    const unsigned count = s->phase == AZJ_PHASE_KEEP ? s->drawn_count : 3;
    unsigned i = 0;
    while (i < count && (plates[i] & AZJ_PILE_PLATE) != plate)
        i++;
    return i < count && plate < AZJ_DUEL_PLATES;
}

static int is_begun_plate(const azj_duel *s, azj_move move)
{
    const unsigned plate = azj_move_plate(move);
    if (s->phase == AZJ_PHASE_OFFER && s->board[s->seat].tokens == 0)
        return 0;
    return (s->phase == AZJ_PHASE_SETUP || s->phase == AZJ_PHASE_OFFER ||
            s->phase == AZJ_PHASE_KEEP) &&
           move == azj_move_place_plate(plate, 0, 0) && has_plate(s, plate);
}

/* The targets of the colours in `tiles`: seven bits a colour. */
static uint64_t tile_targets(azj_tiles tiles, duel_open open)
{
    uint64_t targets = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        targets |= (azj_tiles_count(tiles, c) ? (open >> (8 * c) & 63u) << 1 | 1 : 0) << (7 * c);
    return targets;
}

static int is_begun_sun(const azj_duel *s, azj_move move)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    const unsigned to = azj_move_to(move);
    if (s->phase != AZJ_PHASE_OFFER || move != azj_move_sun(from, colour, 0, to) || from < 1 ||
        from > AZJ_DUEL_SMALL || colour >= AZJ_COLOUR_NB || to > AZJ_DUEL_LINES)
        return 0;
    const duel_open open = duel_open_lines(&s->board[s->seat]);
    return (tile_targets(s->sun[from - 1], open) >> (7 * colour + to) & 1) != 0 &&
           duel_order_count(duel_rest_of_sun(s, from, colour)) > 1;
}

static int is_begun_payment(const azj_duel *s, azj_move move)
{
    const azj_duel_board *b = &s->board[s->seat];
    const azj_chips spent = azj_move_spend(move);
    const unsigned column = azj_move_column(move);
    if (s->phase != AZJ_PHASE_TILING || move != azj_move_tile(s->line, column, spent))
        return 0;
    const unsigned colour = duel_line_colour(b, s->line);
    if (column < 1 || !(duel_free(b, s->line, colour) >> (6 * (s->line - 1u) + column - 1) & 1))
        return 0;
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        if (azj_chips_count(spent, face) > azj_chips_count(b->chips, face))
            return 0;
    return duel_line_count(b, s->line) < s->line &&
           can_become_payment(spent, chips_left(b, spent), colour,
                              s->line - duel_line_count(b, s->line));
}

/* What the caller hands in as chosen is a beginning that this position allows. */
static int is_begun(const azj_duel *s, azj_steps chosen)
{
    const azj_move move = chosen & ~PENDING;
    if (!(chosen & PENDING))
        return 0;
    if (azj_move_kind_of(move) == AZJ_PLATE)
        return is_begun_plate(s, move);
    if (azj_move_kind_of(move) == AZJ_SUN)
        return is_begun_sun(s, move);
    return is_begun_payment(s, move);
}

static void pending_mask(const azj_duel *s, azj_steps chosen, uint64_t *mask)
{
    const azj_move move = chosen & ~PENDING;
    if (azj_move_kind_of(move) == AZJ_PLATE) {
        duel_mask_set(mask, AZJ_DUEL_STEP_PLACE, duel_plate_targets(&s->board[s->seat]));
    } else if (azj_move_kind_of(move) == AZJ_SUN) {
        const azj_tiles rest = duel_rest_of_sun(s, azj_move_from(move), azj_move_colour(move));
        duel_mask_set(mask, AZJ_DUEL_STEP_ORDER, (UINT64_C(1) << duel_order_count(rest)) - 1);
    } else {
        payment_mask(s, azj_move_spend(move), mask);
    }
}

static void plates_mask(const uint8_t *plates, unsigned count, unsigned first, uint64_t *mask)
{
    for (unsigned i = 0; i < count; i++)
        if ((plates[i] & AZJ_PILE_PLATE) < AZJ_DUEL_PLATES)
            duel_mask_set(mask, first + (plates[i] & AZJ_PILE_PLATE), 1);
}

static void offer_steps(const azj_duel *s, uint64_t *mask)
{
    const azj_duel_board *b = &s->board[s->seat];
    const duel_open open = duel_open_lines(b);
    if (b->tokens > 0 && duel_slot_left(b)) {
        plates_mask(s->display, 3, AZJ_DUEL_STEP_PLATE, mask);
        duel_mask_set(mask, AZJ_DUEL_STEP_DRAW, (uint64_t)duel_may_draw(s));
    }
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        duel_mask_set(mask, AZJ_DUEL_STEP_SUN + 35 * f, tile_targets(s->sun[f], open));
    duel_mask_set(mask, AZJ_DUEL_STEP_LARGE, tile_targets(s->large_sun, open));
    duel_mask_set(mask, AZJ_DUEL_STEP_MOON, tile_targets(duel_tops(s), open));
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        duel_mask_set(mask, AZJ_DUEL_STEP_CHIP + f,
                      b->taken < duel_value.chips && azj_duel_face_up(s, f));
}

static void tiling_steps(const azj_duel *s, uint64_t *mask)
{
    const azj_duel_board *b = &s->board[s->seat];
    const uint64_t free = duel_free(b, s->line, duel_line_colour(b, s->line));
    duel_mask_set(mask, AZJ_DUEL_STEP_COLUMN, free >> (6 * (s->line - 1u)));
    duel_mask_set(mask, AZJ_DUEL_STEP_SKIP, duel_line_count(b, s->line) != s->line);
}

void azj_duel_step_mask(const azj_duel *s, azj_steps chosen, uint64_t *mask)
{
    memset(mask, 0, WORDS * sizeof *mask);
    if (chosen != 0 && is_begun(s, chosen))
        pending_mask(s, chosen, mask);
    else if (chosen != 0)
        return;
    else if (s->phase == AZJ_PHASE_OFFER)
        offer_steps(s, mask);
    else if (s->phase == AZJ_PHASE_TILING)
        tiling_steps(s, mask);
    else if (s->phase == AZJ_PHASE_SETUP)
        plates_mask(s->display, 3, AZJ_DUEL_STEP_PLATE, mask);
    else if (s->phase == AZJ_PHASE_KEEP)
        plates_mask(s->drawn, s->drawn_count, AZJ_DUEL_STEP_PLATE, mask);
    else if (s->phase == AZJ_PHASE_RETURN)
        plates_mask(s->drawn, s->drawn_count, AZJ_DUEL_STEP_RETURN, mask);
    else if (s->phase == AZJ_PHASE_DRAW)
        duel_mask_set(mask, AZJ_DUEL_STEP_DRAW, 3); /* and AZJ_DUEL_STEP_STOP */
}

/* ---- Step to move ---- */

/* A step within a move that has been begun. */
static azj_steps continue_move(const azj_duel *s, azj_move move, unsigned step)
{
    if (step == AZJ_DUEL_STEP_PAID)
        return move;
    if (step >= AZJ_DUEL_STEP_PAY)
        return (move + (UINT32_C(1) << (10 + 2 * (step - AZJ_DUEL_STEP_PAY)))) | PENDING;
    if (step >= AZJ_DUEL_STEP_ORDER) {
        azj_move stack[6];
        duel_stacks(duel_rest_of_sun(s, azj_move_from(move), azj_move_colour(move)), stack);
        return move | stack[step - AZJ_DUEL_STEP_ORDER];
    }
    step -= AZJ_DUEL_STEP_PLACE;
    return azj_move_place_plate(azj_move_plate(move), step / 4 + 1, step % 4);
}

static azj_steps begin_sun(const azj_duel *s, unsigned n)
{
    const unsigned from = n / 35 + 1, colour = n / 7 % 5;
    const azj_tiles rest = duel_rest_of_sun(s, from, colour);
    const azj_move move = azj_move_sun(from, colour, 0, n % 7);
    if (duel_order_count(rest) > 1)
        return move | PENDING;
    azj_move stack[6];
    duel_stacks(rest, stack);
    return move | stack[0];
}

static azj_steps begin_move(const azj_duel *s, unsigned step)
{
    if (step < AZJ_DUEL_STEP_PLACE)
        return azj_move_place_plate(step, 0, 0) | PENDING;
    if (step == AZJ_DUEL_STEP_DRAW)
        return AZJ_DRAW;
    if (step == AZJ_DUEL_STEP_STOP)
        return AZJ_STOP;
    if (step < AZJ_DUEL_STEP_SUN)
        return azj_move_return(step - AZJ_DUEL_STEP_RETURN);
    if (step < AZJ_DUEL_STEP_ORDER)
        return begin_sun(s, step - AZJ_DUEL_STEP_SUN);
    if (step < AZJ_DUEL_STEP_MOON)
        return azj_move_sun(0, (step - AZJ_DUEL_STEP_LARGE) / 7, 0,
                            (step - AZJ_DUEL_STEP_LARGE) % 7);
    if (step < AZJ_DUEL_STEP_CHIP)
        return azj_move_moon((step - AZJ_DUEL_STEP_MOON) / 7, (step - AZJ_DUEL_STEP_MOON) % 7);
    if (step < AZJ_DUEL_STEP_COLUMN)
        return azj_move_chip(step - AZJ_DUEL_STEP_CHIP + 1);
    if (step == AZJ_DUEL_STEP_SKIP)
        return azj_move_skip(s->line);
    const azj_move move = azj_move_tile(s->line, step - AZJ_DUEL_STEP_COLUMN + 1, 0);
    return duel_line_count(&s->board[s->seat], s->line) == s->line ? move : move | PENDING;
}

azj_error azj_duel_step(const azj_duel *s, azj_steps *chosen, int step, azj_move *move)
{
    uint64_t mask[WORDS];
    *move = AZJ_MOVE_NONE;
    azj_duel_step_mask(s, *chosen, mask);
    if (step < 0 || step >= AZJ_DUEL_STEPS_NB || !(mask[step / 64] >> step % 64 & 1))
        return AZJ_E_NOT_A_MOVE;
    const azj_steps next = *chosen ? continue_move(s, *chosen & ~PENDING, (unsigned)step)
                                   : begin_move(s, (unsigned)step);
    *chosen = next & PENDING ? next : 0;
    *move = next & PENDING ? AZJ_MOVE_NONE : next;
    return AZJ_E_OK;
}

/* ---- Move to steps ---- */

static unsigned steps_of_sun(const azj_duel *s, azj_move move, int *steps)
{
    const unsigned from = azj_move_from(move), colour = azj_move_colour(move);
    const unsigned to = azj_move_to(move);
    if (from == 0) {
        steps[0] = (int)(AZJ_DUEL_STEP_LARGE + 7 * colour + to);
        return 1;
    }
    azj_move stack[6];
    const unsigned orders = duel_stacks(duel_rest_of_sun(s, from, colour), stack);
    unsigned rank = 0;
    while (azj_move_stack(stack[rank]) != azj_move_stack(move))
        rank++;
    steps[0] = (int)(AZJ_DUEL_STEP_SUN + 35 * (from - 1) + 7 * colour + to);
    steps[1] = (int)(AZJ_DUEL_STEP_ORDER + rank);
    return orders > 1 ? 2 : 1;
}

static unsigned steps_of_tile(azj_move move, int *steps)
{
    const azj_chips spend = azj_move_spend(move);
    unsigned n = 0;
    steps[n++] = (int)(AZJ_DUEL_STEP_COLUMN + azj_move_column(move) - 1);
    for (unsigned face = 0; face < AZJ_DUEL_FACES; face++)
        for (unsigned i = 0; i < azj_chips_count(spend, face); i++)
            steps[n++] = (int)(AZJ_DUEL_STEP_PAY + face);
    steps[n] = AZJ_DUEL_STEP_PAID;
    return n + (spend != 0);
}

unsigned azj_duel_steps_of(const azj_duel *s, azj_move move, int *steps)
{
    if (azj_duel_legal(s, move, NULL) != AZJ_E_OK)
        return 0;
    switch (azj_move_kind_of(move)) {
    case AZJ_PLATE:
        steps[0] = (int)(AZJ_DUEL_STEP_PLATE + azj_move_plate(move));
        steps[1] = (int)(AZJ_DUEL_STEP_PLACE + 4 * (azj_move_slot(move) - 1) + azj_move_turn(move));
        return 2;
    case AZJ_SUN:
        return steps_of_sun(s, move, steps);
    case AZJ_TILE:
        return steps_of_tile(move, steps);
    case AZJ_DRAW:
        steps[0] = AZJ_DUEL_STEP_DRAW;
        return 1;
    case AZJ_STOP:
        steps[0] = AZJ_DUEL_STEP_STOP;
        return 1;
    case AZJ_RETURN:
        steps[0] = (int)(AZJ_DUEL_STEP_RETURN + azj_move_plate(move));
        return 1;
    case AZJ_MOON:
        steps[0] = (int)(AZJ_DUEL_STEP_MOON + 7 * azj_move_colour(move) + azj_move_to(move));
        return 1;
    case AZJ_CHIP:
        steps[0] = (int)(AZJ_DUEL_STEP_CHIP + azj_move_from(move) - 1);
        return 1;
    default:
        steps[0] = AZJ_DUEL_STEP_SKIP;
        return 1;
    }
}
