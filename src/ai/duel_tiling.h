/* duel_tiling.h - the best tiling of one's own dome (D17 .. D20): there is no opponent and no
 * chance in it, so it is searched exhaustively. */
#ifndef AI_DUEL_TILING_H
#define AI_DUEL_TILING_H

#include "ai/duel_eval.h"

/* How many payments are tried for a line, the cheapest first. In the last tiling FEW and MANY try
 * all payments that can make a difference. */
enum { DUEL_PAY_QUICK = 1, DUEL_PAY_FEW = 2, DUEL_PAY_MANY = 12 };

/* The value of the best sequence of choices of the seat to tile (the expected final score of its
 * board); *choice receives the first move. */
float duel_best_tiling(const azj_duel *s, unsigned payments, azj_move *choice);

/* The payments for the line to tile now, at most `most`, cheapest first. */
size_t duel_cheapest_payments(const azj_duel *s, unsigned most, azj_chips *out);

/* The choices of a seat in one tiling, one a line at most. */
typedef struct duel_choices {
    uint32_t count;
    azj_move move[AZJ_DUEL_LINES];
} duel_choices;

/* A cache of the choices for boards: in a search most boards occur again. It has
 * DUEL_TILED_ENTRIES entries and is filled with 0 when a search starts. */
enum { DUEL_TILED_ENTRIES = 1 << 11 };
typedef struct duel_tiled_board {
    uint64_t key; /* a hash of everything that the choices depend on */
    duel_choices choices;
} duel_tiled_board;

/* Tiles both domes by the best choices until the round is over. cache: may be NULL; always used
 * with the same number of payments. */
void duel_tile_out(azj_duel *s, unsigned payments, duel_tiled_board *cache);

#endif
