/* number.c - a position as a hash, a move as an action number. */
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
