/* choice.c - a decision in steps: see choice.h. */
#include "term/choice.h"

#include <stdlib.h>

enum {
    KIND = 0xf,
    SOURCE = KIND | 0x7f0,    /* TAKE, SUN: from and colour */
    TARGET = SOURCE | 0x3800, /* and the line */
    MOON_COLOUR = KIND | 0x700,
    PLATE = KIND | 0x1f0,
    SLOT = PLATE | 0x1e00,
    SPACE = KIND | 0x3f0 /* TILE: line and column */
};

#define WHOLE 0xffffffffu

typedef struct step {
    choice_step asks;
    uint32_t bits; /* of the move that are known after it */
} step;

static const step steps[AZJ_MOVE_KIND_NB][CHOICE_STEPS_MAX] = {
    [AZJ_MOVE_NONE] = {{CHOICE_SOURCE, WHOLE}},
    [AZJ_TAKE] = {{CHOICE_SOURCE, SOURCE}, {CHOICE_TARGET, WHOLE}},
    [AZJ_PLACE] = {{CHOICE_SPACE, WHOLE}},
    [AZJ_SUN] = {{CHOICE_SOURCE, SOURCE}, {CHOICE_TARGET, TARGET}, {CHOICE_STACK, WHOLE}},
    [AZJ_MOON] = {{CHOICE_SOURCE, MOON_COLOUR}, {CHOICE_TARGET, WHOLE}},
    [AZJ_CHIP] = {{CHOICE_SOURCE, WHOLE}},
    [AZJ_PLATE] = {{CHOICE_SOURCE, PLATE}, {CHOICE_SLOT, SLOT}, {CHOICE_TURN, WHOLE}},
    [AZJ_DRAW] = {{CHOICE_SOURCE, WHOLE}},
    [AZJ_STOP] = {{CHOICE_SOURCE, WHOLE}},
    [AZJ_RETURN] = {{CHOICE_SOURCE, WHOLE}},
    [AZJ_TILE] = {{CHOICE_SPACE, SPACE}, {CHOICE_PAYMENT, WHOLE}},
    [AZJ_SKIP] = {{CHOICE_SPACE, WHOLE}},
};

static step step_of(azj_move m, unsigned depth)
{
    return steps[azj_move_kind_of(m)][depth];
}

static bool agrees(const play_choice *c, azj_move m)
{
    if (c->depth == 0)
        return true;
    const azj_move chosen = c->path[c->depth - 1];
    return azj_move_kind_of(m) == azj_move_kind_of(chosen) &&
           (m & step_of(m, c->depth - 1).bits) == chosen;
}

/* ---- The order for people ----
 * Factories before the centre, lines before the floor, tiles before plates, cheap before dear. */

static unsigned chips_in(uint32_t spend)
{
    unsigned n = 0;
    for (; spend; spend >>= 2)
        n += spend & 3u;
    return n;
}

static uint32_t last_if_zero(unsigned number)
{
    return number ? number : 15;
}

static uint64_t sort_key(azj_move m)
{
    static const uint8_t kinds[AZJ_MOVE_KIND_NB] = {
        [AZJ_TAKE] = 1, [AZJ_PLACE] = 1,  [AZJ_SUN] = 1,   [AZJ_MOON] = 3,
        [AZJ_CHIP] = 4, [AZJ_TILE] = 1,   [AZJ_PLATE] = 5, [AZJ_DRAW] = 6,
        [AZJ_STOP] = 7, [AZJ_RETURN] = 8, [AZJ_SKIP] = 9};
    const azj_move_kind kind = azj_move_kind_of(m);
    const uint64_t first = (uint64_t)kinds[kind] << 60;
    switch (kind) {
    case AZJ_TAKE:
    case AZJ_SUN:
    case AZJ_MOON:
        return first | (uint64_t)(kind == AZJ_MOON ? 0 : last_if_zero(azj_move_from(m))) << 40 |
               azj_move_colour(m) << 20 | last_if_zero(azj_move_to(m)) << 12 | azj_move_stack(m);
    case AZJ_PLACE:
    case AZJ_TILE:
        return first | (uint64_t)azj_move_column(m) << 32 | chips_in(azj_move_spend(m)) << 20 |
               azj_move_spend(m);
    default: /* the fields of the others stand in the order in which they are chosen */
        return first | (uint64_t)azj_move_plate(m) << 40 | azj_move_slot(m) << 20 | m;
    }
}

static int by_sort_key(const void *a, const void *b)
{
    const uint64_t x = sort_key(*(const azj_move *)a), y = sort_key(*(const azj_move *)b);
    return (x > y) - (x < y);
}

/* ---- Steps ---- */

/* The moves are sorted, so equal beginnings stand together. */
static void list_options(play_choice *c)
{
    c->option_count = 0;
    for (size_t i = 0; i < c->move_count; i++) {
        if (!agrees(c, c->moves[i]))
            continue;
        const azj_move option = c->moves[i] & step_of(c->moves[i], c->depth).bits;
        if (c->option_count == 0 || c->options[c->option_count - 1] != option)
            c->options[c->option_count++] = option;
    }
}

void choice_begin(play_choice *c, const azj_state *view)
{
    c->view = *view;
    c->depth = 0;
    c->move_count = azj_moves(view, c->moves);
    qsort(c->moves, c->move_count, sizeof *c->moves, by_sort_key);
    list_options(c);
}

azj_move choice_take(play_choice *c, size_t i)
{
    for (;; i = 0) {
        const azj_move option = c->options[i];
        if (step_of(option, c->depth).bits == WHOLE)
            return option;
        c->path[c->depth++] = option;
        list_options(c);
        if (c->option_count > 1)
            return 0;
    }
}

bool choice_back(play_choice *c)
{
    if (c->depth == 0)
        return false;
    do {
        c->depth--;
        list_options(c);
    } while (c->depth > 0 && c->option_count == 1);
    return true;
}

choice_step choice_asks(const play_choice *c)
{
    return step_of(c->options[0], c->depth).asks;
}

azj_move choice_example(const play_choice *c, azj_move option)
{
    for (size_t i = 0; i < c->move_count; i++)
        if (agrees(c, c->moves[i]) && (c->moves[i] & step_of(option, c->depth).bits) == option)
            return c->moves[i];
    return option;
}

bool choice_find(const play_choice *c, azj_move move, size_t *i)
{
    if (!agrees(c, move))
        return false;
    for (size_t k = 0; k < c->option_count; k++)
        if (c->options[k] == (move & step_of(move, c->depth).bits)) {
            *i = k;
            return true;
        }
    return false;
}

/* ---- What people call an option ---- */

int choice_digit(const play_choice *c, azj_move option)
{
    const azj_move_kind kind = azj_move_kind_of(option);
    switch (step_of(option, c->depth).asks) {
    case CHOICE_SOURCE:
        return kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_CHIP ? (int)azj_move_from(option)
                                                                       : -1;
    case CHOICE_TARGET:
        return (int)azj_move_to(option);
    case CHOICE_SLOT:
        return (int)azj_move_slot(option);
    case CHOICE_SPACE:
        return kind == AZJ_SKIP ? 0 : (int)azj_move_column(option);
    default:
        return -1;
    }
}

unsigned choice_colour(const play_choice *c, azj_move option)
{
    const azj_move_kind kind = azj_move_kind_of(option);
    const bool has = kind == AZJ_TAKE || kind == AZJ_SUN || kind == AZJ_MOON;
    return has && c->depth == 0 ? azj_move_colour(option) : AZJ_COLOUR_NB;
}
