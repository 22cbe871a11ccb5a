/* azulejo/duel.h - Azul Duel: two players, five rounds, domes of plates.
 *
 * The state is one flat struct, copied by assignment. It holds everything that the referee knows,
 * including the order of the pile and the faces of face-down chips; azj_duel_view() returns what
 * one seat may know. As in azulejo/classic.h, these are the direct functions of the game;
 * azulejo/rules.h has the game-independent ones.
 *
 * The phases of a state:
 *
 *   azj_duel_new -> DEAL -> SETUP, SETUP -> OFFER ... (DRAW -> KEEP -> RETURN inside) ...
 *      -> TILING (only where a player has a choice) -> DEAL (next round) or OVER
 */
#ifndef AZULEJO_DUEL_H
#define AZULEJO_DUEL_H

#include <azulejo/api.h>
#include <azulejo/error.h>
#include <azulejo/pieces.h>
#include <azulejo/rng.h>
#include <stddef.h>

enum {
    AZJ_DUEL_LINES = 6,
    AZJ_DUEL_SMALL = 4,   /* small factories */
    AZJ_DUEL_SLOTS = 9,   /* plate slots of a dome */
    AZJ_DUEL_PLATES = 18, /* S1..S9 are 0..8, J1..J9 are 9..17 */
    AZJ_DUEL_FACES = 10,  /* chip faces, in the order of their names: B BK BR K R RT T Y YK YT */
    AZJ_DUEL_ROUNDS = 5,
    AZJ_DUEL_BROKEN = 4,

    AZJ_NO_PLATE = 31,        /* an empty place in display or dome */
    AZJ_PLATE_UNKNOWN_S = 18, /* in views: a special plate, front unseen */
    AZJ_PLATE_UNKNOWN_J = 19, /* in views: a joker plate, front unseen */
    AZJ_PLATE_UNKNOWN = 20,   /* in views: neither front nor back seen */
    AZJ_NO_CHIP = 15,
    AZJ_CHIP_UNKNOWN = 14, /* in views: a face-down chip */

    /* Entries of `pile` and `drawn`: the plate in the low five bits, then flags for the seats that
     * know it. Both players know that a seat knows an entry, but not which plate it is. A
     * spectator's view has no such flags. A player who returns plates shuffles them: the opponent
     * then no longer knows the plates among them that he had returned earlier, except one that is
     * the only one with its back. */
    AZJ_PILE_PLATE = 31,
    AZJ_PILE_KNOWN_0 = 32, /* seat 0 returned it and knows its front */
    AZJ_PILE_KNOWN_1 = 64, /* seat 1 returned it and knows its front */
    AZJ_PILE_BACK = 128,   /* both saw its back when it was returned */

    /* Upper bound of the number of legal moves, proven in tests/unit. The worst case is a tiling
     * with ten chips of ten different faces: 336 payments for two missing tiles, 6 columns, and
     * the skip. */
    AZJ_DUEL_MOVES_MAX = 2048,
    AZJ_DUEL_PAYMENTS_MAX = 336,

    /* Fixed action numbering: see azj_duel_action(). */
    AZJ_DUEL_ACT_PLATE = 0, /* plate, slot, turn */
    AZJ_DUEL_ACT_DRAW = AZJ_DUEL_ACT_PLATE + 18 * 9 * 4,
    AZJ_DUEL_ACT_STOP,
    AZJ_DUEL_ACT_RETURN,                         /* plate */
    AZJ_DUEL_ACT_SUN = AZJ_DUEL_ACT_RETURN + 18, /* factory, colour, rank of the stack, to */
    AZJ_DUEL_ACT_LARGE = AZJ_DUEL_ACT_SUN + 4 * 5 * 6 * 7, /* colour, to */
    AZJ_DUEL_ACT_MOON = AZJ_DUEL_ACT_LARGE + 5 * 7,        /* colour, to */
    AZJ_DUEL_ACT_CHIP = AZJ_DUEL_ACT_MOON + 5 * 7,         /* factory */
    AZJ_DUEL_ACT_TILE = AZJ_DUEL_ACT_CHIP + 4,             /* row, column */
    AZJ_DUEL_ACT_SKIP = AZJ_DUEL_ACT_TILE + 36,            /* line */
    AZJ_DUEL_ACT_PAID = AZJ_DUEL_ACT_SKIP + 6,             /* row, column, rank of the payment */
    AZJ_DUEL_ACTIONS = AZJ_DUEL_ACT_PAID + 36 * AZJ_DUEL_PAYMENTS_MAX,
};

/* Chips: how many of each face, 2 bits a face, face 0 lowest. */
typedef uint32_t azj_chips;

typedef struct azj_duel_board {
    uint64_t tile[AZJ_COLOUR_NB];  /* placed tiles by colour: bit 6*(row-1) + (column-1) */
    uint64_t special;              /* placed special tiles */
    uint64_t space[AZJ_COLOUR_NB]; /* coloured spaces of the placed plates, by colour; this and
                                      the next two are derived from `plate` for speed */
    uint64_t joker;                /* joker spaces of the placed plates */
    uint64_t special_space;        /* special spaces of the placed plates */
    azj_chips chips;               /* face up, can be spent */
    azj_chips spent;               /* spent: turned face down for the rest of the game */
    int16_t score;
    uint16_t broken; /* from the first broken one, 3 bits each: colour + 1; bits 12..14: how many */
    uint8_t line[AZJ_DUEL_LINES];  /* colour << 4 | number of tiles; 0 when empty */
    uint8_t plate[AZJ_DUEL_SLOTS]; /* plate << 2 | turn; AZJ_NO_PLATE << 2 when empty */
    uint8_t tokens;                /* left this round */
    uint8_t taken;                 /* chips taken this round */
    uint8_t passed;                /* D16: nothing left to do this round */
    uint8_t pad[2];
} azj_duel_board;

typedef struct azj_duel {
    uint8_t rules;   /* azj_rules; these eight bytes are the same in every game (azj_head) */
    uint8_t players; /* 2 */
    uint8_t viewer;  /* whose view this is: a seat, AZJ_SPECTATOR or AZJ_VIEW_ALL */
    uint8_t phase;   /* azj_phase */
    uint8_t seat;    /* who decides now; AZJ_NOBODY in DEAL and OVER */
    uint8_t starter; /* who started this round; AZJ_NOBODY until chance has chosen */
    uint8_t round;   /* from 1 */
    uint8_t line;    /* TILING: the line to place now, else 0 */

    azj_tiles bag;
    azj_tiles tower;
    azj_tiles large_sun;
    azj_tiles large_moon;
    azj_tiles sun[AZJ_DUEL_SMALL];
    azj_duel_board board[2];
    azj_chips supply; /* face-down chips of the supply; in a view: every chip with an unseen
                         face, including those on the factories */
    uint16_t
        moon[AZJ_DUEL_SMALL]; /* stacks bottom to top, 3 bits a tile: colour + 1; 0 above the top */
    uint8_t chip[AZJ_DUEL_SMALL]; /* face, AZJ_NO_CHIP or (in views) AZJ_CHIP_UNKNOWN */
    uint8_t display[3];
    uint8_t pile_count;
    uint8_t pile[AZJ_DUEL_PLATES];  /* top first, with the flags AZJ_PILE_*; 0 after the last */
    uint8_t drawn[AZJ_DUEL_PLATES]; /* in draw order, with the flags AZJ_PILE_*; 0 after the last */
    uint8_t drawn_count;
    uint8_t start_tile; /* AZJ_NOBODY: on the large factory; else the seat */
    uint8_t tablets;    /* 2 bits a tablet, a lowest: 0 unused, 1 side I, 2 side II */
    uint8_t step;       /* DEAL: what is dealt next */
    uint8_t pad[4];
} azj_duel;

AZJ_STATIC_ASSERT(sizeof(azj_duel) <= 512, "a Duel state is at most 512 bytes");

#define AZJ_TABLETS_FIRST_GAME 0x15u /* a-I, b-I, c-I (D5) */

AZJ_API_BEGIN

/* A new game, before its first deal. tablets: as in the state; starter: a seat or AZJ_NOBODY. */
azj_error azj_duel_new(azj_duel *s, unsigned tablets, unsigned starter);

/* Draws uniformly one of the 48 choices of three or four tablets and their sides. */
unsigned azj_duel_random_tablets(azj_rng *rng);

/* The legal moves in the engine's order; the buffer has AZJ_DUEL_MOVES_MAX places. */
size_t azj_duel_moves(const azj_duel *s, azj_move *moves);

/* Returns AZJ_E_OK, or the reason why the move is illegal; `why` may be NULL. */
azj_error azj_duel_legal(const azj_duel *s, azj_move move, azj_fault *why);

/* Makes a legal move and every following step that leaves no choice; `events` may be NULL. */
void azj_duel_apply(azj_duel *s, azj_move move, azj_events *events);

/* Chance, as in azulejo/classic.h. */
size_t azj_duel_outcomes(const azj_duel *s, azj_outcome *outcomes);
void azj_duel_resolve(azj_duel *s, azj_outcome outcome);
azj_outcome azj_duel_sample(const azj_duel *s, azj_rng *rng);
void azj_duel_deal(azj_duel *s, azj_rng *rng);

/* Returns AZJ_E_OK, or the reason why the position or view is impossible; `why` may be NULL. */
azj_error azj_duel_validate(const azj_duel *s, azj_fault *why);

/* What `viewer` (a seat or AZJ_SPECTATOR) may know, with unknowns marked. view == s is allowed. */
void azj_duel_view(const azj_duel *s, unsigned viewer, azj_duel *view);

/* Draws uniformly one of the full states that have this view. */
void azj_duel_determinise(const azj_duel *view, azj_rng *rng, azj_duel *s);

/* The winners as a mask of seats; 0 unless the game is over. */
unsigned azj_duel_winners(const azj_duel *s);

uint64_t azj_duel_hash(const azj_duel *s);

/* Fixed action numbers for machine learning. Stack orders and payments are numbered by their rank
 * among those possible in the position, so both functions need it. -1 and 0 for what is not a
 * legal move.
 */
int azj_duel_action(const azj_duel *s, azj_move move);
azj_move azj_duel_move_of_action(const azj_duel *s, int action);
/* The legal moves as one bit per action number, in (AZJ_DUEL_ACTIONS + 63) / 64 words. */
void azj_duel_mask(const azj_duel *s, uint64_t *mask);

/* ---- Actions in steps ----
 * A second numbering, of 312 small steps instead of 13,720 moves: a move is one step or several.
 *
 *   a plate           PLATE plate, then PLACE slot and turn
 *   tiles of a sun    SUN factory, colour, target, then ORDER of the rest if there is a choice
 *   a dome tile       COLUMN, then for an unfinished line PAY face by face in ascending order,
 *                     then PAID
 *   all other moves   one step
 *
 * azj_steps is what the seat has chosen so far of its move, 0 at the beginning of one. Every prefix
 * of steps that the mask allows leads to a legal move. */
typedef uint32_t azj_steps;

enum {
    AZJ_DUEL_STEP_PLATE = 0,                        /* plate */
    AZJ_DUEL_STEP_PLACE = AZJ_DUEL_STEP_PLATE + 18, /* slot, turn */
    AZJ_DUEL_STEP_DRAW = AZJ_DUEL_STEP_PLACE + 36,
    AZJ_DUEL_STEP_STOP,
    AZJ_DUEL_STEP_RETURN,                             /* plate */
    AZJ_DUEL_STEP_SUN = AZJ_DUEL_STEP_RETURN + 18,    /* factory, colour, to */
    AZJ_DUEL_STEP_ORDER = AZJ_DUEL_STEP_SUN + 140,    /* rank of the stack */
    AZJ_DUEL_STEP_LARGE = AZJ_DUEL_STEP_ORDER + 6,    /* colour, to */
    AZJ_DUEL_STEP_MOON = AZJ_DUEL_STEP_LARGE + 5 * 7, /* colour, to */
    AZJ_DUEL_STEP_CHIP = AZJ_DUEL_STEP_MOON + 5 * 7,  /* factory */
    AZJ_DUEL_STEP_COLUMN = AZJ_DUEL_STEP_CHIP + 4,    /* column of the line to place */
    AZJ_DUEL_STEP_SKIP = AZJ_DUEL_STEP_COLUMN + 6,
    AZJ_DUEL_STEP_PAY, /* face */
    AZJ_DUEL_STEP_PAID = AZJ_DUEL_STEP_PAY + 10,
    AZJ_DUEL_STEPS_NB,

    AZJ_DUEL_STEPS_MAX = 17 /* of one move: a column, 15 chips, PAID */
};

/* The legal next steps, one bit each, in (AZJ_DUEL_STEPS_NB + 63) / 64 words. */
void azj_duel_step_mask(const azj_duel *s, azj_steps chosen, uint64_t *mask);

/* Adds a step. Where it completes a move, `*move` is this legal move and `*chosen` is 0 again; else
 * `*move` is 0. An illegal step is refused with AZJ_E_NOT_A_MOVE and changes nothing. */
azj_error azj_duel_step(const azj_duel *s, azj_steps *chosen, int step, azj_move *move);

/* The steps of a legal move; `steps` has AZJ_DUEL_STEPS_MAX places. Returns how many, 0 for what is
 * not a legal move. */
unsigned azj_duel_steps_of(const azj_duel *s, azj_move move, int *steps);

/* A random move and random play, as in azulejo/classic.h. */
azj_move azj_duel_draw(const azj_duel *s, azj_rng *rng);
uint32_t azj_duel_playout(azj_duel *s, azj_rng *deal, azj_rng *policy, uint32_t plies);

/* Faces and plates as data (D3, D4). */
unsigned azj_duel_face_colours(unsigned face); /* bit per colour */

/* What the space of a plate shows, in a turn; place: 0 top left, 1 top right, 2 bottom left,
 * 3 bottom right. A colour, AZJ_SPACE_JOKER or AZJ_SPACE_SPECIAL. */
enum { AZJ_SPACE_JOKER = 5, AZJ_SPACE_SPECIAL = 6 };
unsigned azj_duel_plate_space(unsigned plate, unsigned turn, unsigned place);

/* The points that a tile at row, column would score now (D19), without a special tile that may
 * follow. */
int azj_duel_tile_points(const azj_duel *s, unsigned seat, unsigned row, unsigned column);

AZJ_API_END

AZJ_INLINE int azj_duel_is_special(unsigned plate) /* known back: S or J */
{
    return plate < 9 || plate == AZJ_PLATE_UNKNOWN_S;
}

AZJ_INLINE uint64_t azj_duel_filled(const azj_duel_board *b)
{
    return b->tile[0] | b->tile[1] | b->tile[2] | b->tile[3] | b->tile[4] | b->special;
}

AZJ_INLINE unsigned azj_chips_count(azj_chips chips, unsigned face)
{
    return (chips >> (2 * face)) & 3u;
}

/* D14: a chip is face up as soon as its factory has no tile on sun and moon. */
AZJ_INLINE int azj_duel_face_up(const azj_duel *s, unsigned small)
{
    return s->chip[small] != AZJ_NO_CHIP && s->sun[small] == 0 && s->moon[small] == 0;
}

#endif
