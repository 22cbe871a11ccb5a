/* azulejo/classic.h - the classic family: base game, grey wall, Crystal Mosaic.
 *
 * The state is one flat struct, copied by assignment. A VARIANT is a row of the table
 * azj_classic_variants. Searches call the functions of this header directly to avoid the dispatch;
 * all other code uses the game-independent functions of azulejo/rules.h.
 *
 * The phases of a state:
 *
 *   azj_classic_new -> DEAL --deal--> OFFER --apply--> OFFER ... --last tile taken-->
 *      TILING (only where a player has a choice) --> DEAL (next round) or OVER
 */
#ifndef AZULEJO_CLASSIC_H
#define AZULEJO_CLASSIC_H

#include <azulejo/api.h>
#include <azulejo/error.h>
#include <azulejo/pieces.h>
#include <azulejo/rng.h>
#include <stddef.h>

enum {
    AZJ_CLASSIC_FACTORIES_MAX = 9,
    AZJ_CLASSIC_LINES = 5,
    AZJ_CLASSIC_FLOOR = 7,
    AZJ_CLASSIC_ROUNDS_MAX = 30, /* C20 */
    AZJ_CLASSIC_MARKER = 6,      /* the marker as a floor piece */

    /* Upper bound of the number of legal moves. A factory has at most 4 colours, the centre 5,
     * each with at most 6 targets: (9 * 4 + 5) * 6 = 246. Eight more slots let the generator write
     * whole rows. */
    AZJ_CLASSIC_MOVES_MAX = 256,

    AZJ_CLASSIC_ACTIONS = 10 * 5 * 6 + 5 * 5, /* fixed action numbering: takes, then places */
};

typedef struct azj_classic_board {
    uint32_t wall[AZJ_COLOUR_NB]; /* by colour: bit 5*(row-1) + (column-1) */
    uint32_t floor;               /* pieces from the left, 3 bits each: colour + 1, or the marker;
                                     bits 24..26: how many */
    int16_t score;
    uint8_t line[AZJ_CLASSIC_LINES]; /* colour << 4 | number of tiles; 0 when empty */
    uint8_t open[AZJ_COLOUR_NB];     /* by colour: bit r-1 if line r takes it (C5, C6); derived
                                        from line and wall for the move generator */
} azj_classic_board;

typedef struct azj_classic {
    uint8_t rules;   /* azj_rules; these eight bytes are the same in every game (azj_head) */
    uint8_t players; /* 2..4 */
    uint8_t viewer;  /* whose view this is: a seat, AZJ_SPECTATOR or AZJ_VIEW_ALL */
    uint8_t phase;   /* azj_phase */
    uint8_t seat;    /* who decides now; AZJ_NOBODY in DEAL and OVER */
    uint8_t starter; /* who started this round; AZJ_NOBODY until chance has chosen */
    uint8_t round;   /* from 1 */
    uint8_t line;    /* TILING: the line to place now, else 0 */

    azj_tiles factory[AZJ_CLASSIC_FACTORIES_MAX];
    azj_tiles centre;
    azj_tiles bag;
    azj_tiles lid;
    azj_classic_board board[AZJ_SEATS_MAX];
    uint8_t marker; /* AZJ_NOBODY: in the centre; else the seat that took it this round */
    uint8_t dealt;  /* DEAL: how many tiles of this round have been dealt */
    uint8_t pad[6];
} azj_classic;

AZJ_STATIC_ASSERT(sizeof(azj_classic) <= 256, "a classic state is at most 256 bytes");

/* The data in which the variants differ. The table and its sources:
 * src/rules/classic/variants.c. */
typedef struct azj_classic_variant {
    const char *name;
    uint8_t choose_column;                 /* C15: the player picks the place in the row */
    uint8_t printed[25];                   /* colour + 1 of a space that takes only that colour */
    uint32_t doubled;                      /* spaces whose tile scores twice (C22) */
    uint8_t floor_cost[AZJ_CLASSIC_FLOOR]; /* by space, from the left */
    uint8_t floor_total[AZJ_CLASSIC_FLOOR + 1]; /* cumulated */
    uint8_t bonus[AZJ_BONUS_NB];                /* points of each bonus (C18, C24) */
} azj_classic_variant;

AZJ_API_BEGIN

extern const azj_classic_variant azj_classic_variants[4]; /* by azj_rules */

/* A new game, before its first deal. starter: a seat, or AZJ_NOBODY for a random one. */
azj_error azj_classic_new(azj_classic *s, azj_rules rules, unsigned players, unsigned starter);

/* The legal moves in the engine's order; the buffer has AZJ_CLASSIC_MOVES_MAX places. */
size_t azj_classic_moves(const azj_classic *s, azj_move *moves);

/* Returns AZJ_E_OK, or the reason why the move is illegal; `why` may be NULL. */
azj_error azj_classic_legal(const azj_classic *s, azj_move move, azj_fault *why);

/* Makes a legal move and every following step that leaves no choice; `events` may be NULL. */
void azj_classic_apply(azj_classic *s, azj_move move, azj_events *events);

/* The possible outcomes of the next random step: at least one in DEAL, none in other phases. */
size_t azj_classic_outcomes(const azj_classic *s, azj_outcome *outcomes);
void azj_classic_resolve(azj_classic *s, azj_outcome outcome);

/* Draws one outcome according to its probability. */
azj_outcome azj_classic_sample(const azj_classic *s, azj_rng *rng);

/* Samples and resolves until somebody must decide or the game is over. */
void azj_classic_deal(azj_classic *s, azj_rng *rng);

/* Returns AZJ_E_OK, or the reason why the position is impossible; `why` may be NULL. */
azj_error azj_classic_validate(const azj_classic *s, azj_fault *why);

/* The winners as a mask of seats; 0 unless the game is over. */
unsigned azj_classic_winners(const azj_classic *s);

uint64_t azj_classic_hash(const azj_classic *s);

/* Fixed action numbers for machine learning; -1 and 0 for what is not a move of this game. */
int azj_classic_action(azj_move move);
azj_move azj_classic_move_of_action(int action);
/* The legal moves as one bit per action number, in (AZJ_CLASSIC_ACTIONS + 63) / 64 words. */
void azj_classic_mask(const azj_classic *s, uint64_t *mask);

/* A uniform random legal move, drawn without making the list; somebody must decide. */
azj_move azj_classic_draw(const azj_classic *s, azj_rng *rng);

/* Plays random decisions, at least `plies` of them unless the game ends before, and deals, up to
 * the end of a round; returns how many decisions it made. */
uint32_t azj_classic_playout(azj_classic *s, azj_rng *deal, azj_rng *policy, uint32_t plies);

/* The points that a tile at row, column would score now (C12, C22). */
int azj_classic_tile_points(const azj_classic *s, unsigned seat, unsigned row, unsigned column);

/* The columns (bit c-1) where `colour` may go in wall row `row` (C14, C15, C21). */
unsigned azj_classic_columns(const azj_classic *s, unsigned seat, unsigned row, unsigned colour);

AZJ_API_END

/* All tiles on a wall, of every colour. */
AZJ_INLINE uint32_t azj_classic_wall(const azj_classic_board *b)
{
    return b->wall[0] | b->wall[1] | b->wall[2] | b->wall[3] | b->wall[4];
}

AZJ_INLINE unsigned azj_classic_line_count(const azj_classic_board *b, unsigned line)
{
    return b->line[line - 1] & 15u;
}

AZJ_INLINE unsigned azj_classic_line_colour(const azj_classic_board *b, unsigned line)
{
    return b->line[line - 1] >> 4;
}

AZJ_INLINE unsigned azj_classic_floor_count(const azj_classic_board *b)
{
    return b->floor >> 24;
}

/* Piece i (from 0) on the floor: colour + 1 or AZJ_CLASSIC_MARKER. */
AZJ_INLINE unsigned azj_classic_floor_piece(const azj_classic_board *b, unsigned i)
{
    return (b->floor >> (3 * i)) & 7u;
}

AZJ_INLINE unsigned azj_classic_factories(unsigned players)
{
    return 2 * players + 1; /* C1: 5, 7, 9 */
}

#endif
