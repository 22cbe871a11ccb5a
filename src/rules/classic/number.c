/* number.c - a position as a hash, a move as an action number, the legal moves as a mask. */
#include "rules/classic/internal.h"

#include <string.h>

uint64_t azj_classic_hash(const azj_classic *s)
{
    uint64_t word[sizeof *s / 8];
    memcpy(word, s, sizeof *s);
    return bits_hash(word, sizeof *s / 8);
}

enum { TAKES = 10 * 5 * 6 };

static int action_number(azj_move move)
{
    if (azj_move_kind_of(move) == AZJ_TAKE)
        return (int)((azj_move_from(move) * 5 + azj_move_colour(move)) * 6 + azj_move_to(move));
    return TAKES + (int)(azj_move_line(move) * 5 + azj_move_column(move)) - 6;
}

int azj_classic_action(azj_move move)
{
    const int action = action_number(move);
    return move && azj_classic_move_of_action(action) == move ? action : -1;
}

azj_move azj_classic_move_of_action(int action)
{
    const unsigned a = (unsigned)action;
    if (action < 0 || action >= AZJ_CLASSIC_ACTIONS)
        return 0;
    if (a < TAKES)
        return azj_move_take(a / 30, a / 6 % 5, a % 6);
    return azj_move_place((a - TAKES) / 5 + 1, (a - TAKES) % 5 + 1);
}

/* ---- Masks ----
 * A source has 30 action numbers, six targets for each colour, so its part of the mask is a word
 * of 30 bits. It is the same for every source but for the colours that lie there. */

/* By mask of colours: all six targets of these colours. */
#define TARGETS(colours)                                                     \
    (((colours)&1u ? 0x3fu : 0u) | ((colours)&2u ? 0x3fu << 6 : 0u) |        \
     ((colours)&4u ? 0x3fu << 12 : 0u) | ((colours)&8u ? 0x3fu << 18 : 0u) | \
     ((colours)&16u ? 0x3fu << 24 : 0u))
#define TARGETS_4(n) TARGETS(n), TARGETS((n) + 1), TARGETS((n) + 2), TARGETS((n) + 3)
static const uint32_t all_targets[32] = {TARGETS_4(0),  TARGETS_4(4),  TARGETS_4(8),
                                         TARGETS_4(12), TARGETS_4(16), TARGETS_4(20),
                                         TARGETS_4(24), TARGETS_4(28)};

void classic_offer_words(const azj_classic *s, uint64_t word[5])
{
    const uint8_t *open = s->board[s->seat].open;
    const azj_tiles *factory = s->factory;
    uint64_t targets = 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        targets |= (uint64_t)(open[c] << 1 | 1) << (6 * c);
    targets |= targets << 30;
    word[0] = all_targets[bits_colours(s->centre)] | (uint64_t)all_targets[bits_colours(factory[0])]
                                                         << 30;
    for (unsigned i = 1; i < 5; i++)
        word[i] = all_targets[bits_colours(factory[2 * i - 1])] |
                  (uint64_t)all_targets[bits_colours(factory[2 * i])] << 30;
    for (unsigned i = 0; i < 5; i++)
        word[i] &= targets;
}

static void offer_mask(const azj_classic *s, uint64_t *mask)
{
    uint64_t pair[5];
    classic_offer_words(s, pair);
    mask[0] = pair[0] | pair[1] << 60;
    mask[1] = pair[1] >> 4 | pair[2] << 56;
    mask[2] = pair[2] >> 8 | pair[3] << 52;
    mask[3] = pair[3] >> 12 | pair[4] << 48;
    mask[4] = pair[4] >> 16;
    mask[5] = 0;
}

_Static_assert((AZJ_CLASSIC_ACTIONS + 63) / 64 == 6, "offer_mask writes all words");

void azj_classic_mask(const azj_classic *s, uint64_t *mask)
{
    if (s->phase == AZJ_PHASE_OFFER) {
        offer_mask(s, mask);
        return;
    }
    memset(mask, 0, 6 * sizeof *mask);
    if (s->phase != AZJ_PHASE_TILING)
        return;
    const unsigned colour = azj_classic_line_colour(&s->board[s->seat], s->line);
    const uint64_t columns = azj_classic_columns(s, s->seat, s->line, colour);
    const unsigned first = TAKES + (s->line - 1u) * 5; /* the five bits never cross a word's end */
    mask[first / 64] = columns << first % 64;
}
