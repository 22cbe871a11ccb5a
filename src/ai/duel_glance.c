/* duel_glance.c - judging a move of Duel one ply deep. */
#include "ai/duel_eval.h"
#include "ai/glance.h"

enum { POINT = 256 };

/* What a line would bring in the tiling. One that has no space must wait for a plate, or breaks. */
static int32_t line_at_a_glance(const azj_duel_board *b, unsigned line, ai_sight sight)
{
    const unsigned have = duel_line_count(b, line);
    if (have == 0)
        return 0;
    const uint64_t space = duel_free(b, line, duel_line_colour(b, line));
    if (space == 0)
        return duel_row_complete(b, line) ? -(int32_t)(POINT * 3 / 2 * have)
                                          : (int32_t)(POINT / 3 * have / line);
    if (have < line)
        return (int32_t)(POINT * 2 / 3 * have / line);
    int32_t best = 0;
    for (uint64_t m = space; m; m &= m - 1) {
        const int32_t points = (int32_t)duel_cell_points(azj_duel_filled(b), bits_first(m));
        best = points > best ? points : best;
    }
    return POINT / 2 + (sight == AI_SIGHT_TILES ? POINT : POINT * best);
}

/* Points, lines that will bring some, chips and plates; broken tiles count against it. */
int32_t glance_duel(const azj_duel *before, azj_move move, ai_sight sight)
{
    static const uint8_t broken_cost[5] = {0, 1, 3, 6, 10}; /* D6 */
    const unsigned seat = before->seat;
    azj_duel s = *before;
    azj_duel_apply(&s, move, NULL);
    const azj_duel_board *b = &s.board[seat];
    int32_t value = POINT * (b->score - broken_cost[duel_broken_count(b)]) + POINT / 2 * b->taken;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        value += line_at_a_glance(b, line, sight);
    for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++)
        value += b->plate[slot] == DUEL_EMPTY_SLOT ? 0 : POINT / 2;
    return value;
}
