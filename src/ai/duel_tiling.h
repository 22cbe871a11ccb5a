/* duel_tiling.h - the best tiling of one's own dome (D17 .. D20): no opponent and no chance in it,
 * so that it is simply tried out. */
#ifndef AI_DUEL_TILING_H
#define AI_DUEL_TILING_H

#include "ai/duel_eval.h"

/* How many payments are tried for a line, the cheapest ones first; but for QUICK
 * all that can make a difference in the last tiling. */
enum { DUEL_PAY_QUICK = 1, DUEL_PAY_FEW = 2, DUEL_PAY_MANY = 12 };

/* The best line of choices of the seat that is to tile: its value (the board's expected final
 * score), its first move in *choice. */
float duel_best_tiling(const azj_duel *s, unsigned payments, azj_move *choice);

/* The payments for the line to tile now, at most `most`, cheapest first. */
size_t duel_cheapest_payments(const azj_duel *s, unsigned most, azj_chips *out);

/* Tiles both domes by best choices until the round is over. */
void duel_tile_out(azj_duel *s, unsigned payments);

#endif
