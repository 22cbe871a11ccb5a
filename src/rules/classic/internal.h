/* internal.h - what the files of the classic family share.
 *
 *   variants.c  the data of the four variants, with sources
 *   deal.c      set-up and refills: every random step (C1, C2)
 *   moves.c     legal moves, as a list and as a test with reasons (C3..C7, C15)
 *   offer.c     making a move in the offer (C3..C10)
 *   tiling.c    tiling, scoring, end of round and game (C11..C24)
 *   validate.c  checks that a position is possible
 *   number.c    hash and action numbering
 *   playout.c   random moves and random games without lists of moves
 */
#ifndef RULES_CLASSIC_INTERNAL_H
#define RULES_CLASSIC_INTERNAL_H

#include "base/bits.h"

#include <azulejo/classic.h>

enum { CLASSIC_TILES_OF_COLOUR = 20, CLASSIC_PER_FACTORY = 4 };

#define CLASSIC_COLUMN 0x108421u /* the first column of a wall */

static inline const azj_classic_variant *classic_variant(const azj_classic *s)
{
    return &azj_classic_variants[s->rules];
}

static inline uint32_t classic_row_mask(unsigned row)
{
    return 31u << (5 * (row - 1));
}

static inline unsigned classic_next_seat(const azj_classic *s, unsigned seat)
{
    return seat + 1u == s->players ? 0 : seat + 1u;
}

/* The column of a colour on the coloured wall (C14): each row is the one above, shifted right. */
static inline unsigned classic_fixed_column(unsigned row, unsigned colour)
{
    const unsigned c = colour + row - 1;
    return (c >= 5 ? c - 5 : c) + 1;
}

/* Complete rows of a wall, as bits of the first column. */
static inline uint32_t classic_full_rows(uint32_t wall)
{
    return wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & CLASSIC_COLUMN;
}

/* Puts n tiles of a colour on the floor line; tiles that do not fit go to the lid (C7). */
static inline void classic_drop(azj_classic *s, azj_classic_board *b, unsigned colour, unsigned n)
{
    static const uint32_t piece_row[8] = {0, 01, 011, 0111, 01111, 011111, 0111111, 01111111};
    const unsigned have = azj_classic_floor_count(b);
    const unsigned room = AZJ_CLASSIC_FLOOR - have;
    const unsigned fit = n < room ? n : room;
    b->floor += fit << 24 | (piece_row[fit] * (colour + 1)) << (3 * have);
    s->lid += azj_tiles_of(n - fit, colour);
}

/* Recomputes from wall and lines which colours one line accepts. */
void classic_reopen_line(azj_classic_board *b, unsigned line);

/* Takes tiles and puts them down (C3..C8); whose turn it is then is left to the caller. */
void classic_take(azj_classic *s, azj_move move);
/* C9: factories and centre are empty. */
int classic_offer_is_empty(const azj_classic *s);

/* The legal moves of the offer as bits of action numbers, 60 in each word: two sources of 30. */
void classic_offer_words(const azj_classic *s, uint64_t word[5]);

/* Tiles from this seat and line on, until a choice or the end of the round. */
void classic_tile_from(azj_classic *s, unsigned seat, unsigned line, azj_events *events);

/* Places the tile of a full line at a column and scores it (C11, C12, C22). */
void classic_place(azj_classic *s, unsigned seat, unsigned line, unsigned column,
                   azj_events *events);

/* After a tiling: returns whether the game ends. */
int classic_game_ends(const azj_classic *s);

/* Enters AZJ_PHASE_DEAL for the round that s->round and s->starter name. */
void classic_begin_deal(azj_classic *s);

#endif
