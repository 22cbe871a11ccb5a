/* duel_oneply.c - the value of a move of Duel one ply deep: see oneply.h. */
#include "ai/duel_eval.h"
#include "ai/oneply.h"

enum { POINT = 256 };

/* The value of a line in the tiling. Without a free space it waits for a plate, or breaks. */
static int32_t line_value(const azj_duel_board *b, unsigned line, ai_heuristic heuristic)
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
    return POINT / 2 + (heuristic == AI_HEURISTIC_TILES ? POINT : POINT * best);
}

/* Score, lines, chips and plates, less the cost of broken tiles. */
int32_t oneply_duel_value(const azj_duel *before, azj_move move, ai_heuristic heuristic)
{
    const unsigned seat = before->seat;
    azj_duel s = *before;
    azj_duel_apply(&s, move, NULL);
    const azj_duel_board *b = &s.board[seat];
    const int broken = duel_value.broken[duel_broken_count(b)];
    int32_t value = POINT * (b->score - broken) + POINT / 2 * b->taken;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++)
        value += line_value(b, line, heuristic);
    for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++)
        value += b->plate[slot] == DUEL_EMPTY_SLOT ? 0 : POINT / 2;
    return value;
}
