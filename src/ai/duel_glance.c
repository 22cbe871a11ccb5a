/* duel_glance.c - judging a move of Duel one ply deep. */
#include "ai/glance.h"

enum { POINT = 256 };

/* Tiles in lines are good, full lines better, broken tiles bad, plates and chips worth having. */
int32_t glance_duel(const azj_duel *before, azj_move move, ai_sight sight)
{
    static const uint8_t broken_cost[5] = {0, 1, 3, 6, 10}; /* D6 */
    const unsigned seat = before->seat;
    azj_duel s = *before;
    azj_duel_apply(&s, move, NULL);
    const azj_duel_board *b = &s.board[seat];
    int32_t value = POINT * (b->score - broken_cost[b->broken >> 12 & 7u]) + POINT / 2 * b->taken;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = b->line[line - 1] & 15u;
        value += (int32_t)(have == line ? POINT * 5 / 2 : POINT * have / line);
    }
    for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++)
        value += b->plate[slot] >> 2 == AZJ_NO_PLATE ? 0 : POINT * 3 / 4;
    return sight == AI_SIGHT_TILES ? value - POINT * b->score : value;
}
