/* internal.h - what the files of this folder share: the components, the steps of a deal and the
 * few operations that more than one file needs.
 *
 *   components.c  the printed components: plates, chips, points
 *   deal.c        a new game, the chance steps, the start of a round
 *   moves.c       the list of legal moves
 *   legal.c       the test of one move, with its reason
 *   apply.c       acquisition: actions A to D, turns, passing
 *   tiling.c      dome tiling, tile points, penalties
 *   scoring.c     the tablets and the winner
 *   view.c        what a seat may know, and filling in the unknown
 *   validate.c    checks that a position is possible
 *   number.c      the numbering for machine learning, and the hash
 *   playout.c     random moves and random games without lists of moves
 *   steps.c       the second numbering, in which a move is made of small steps
 */
#ifndef RULES_DUEL_INTERNAL_H
#define RULES_DUEL_INTERNAL_H

#include "base/bits.h"
#include <azulejo/duel.h>
#include <string.h>

/* ---- Components (components.c) ---- */
typedef struct duel_values {
    uint8_t tiles_of_colour;              /* D1 */
    uint8_t score;                        /* D1: at the start */
    uint8_t large, small;                 /* D7: tiles on a factory's sun */
    uint8_t tokens;                       /* D9: a round */
    uint8_t chips;                        /* D14: a round */
    uint8_t start_tile;                   /* D6: its cost */
    uint8_t broken[AZJ_DUEL_BROKEN + 1];  /* D6: cost of 0, 1, … broken tiles together */
    uint8_t special[AZJ_DUEL_LINES];      /* D6: points of a special tile by row */
    uint8_t row, colours, column, border; /* D5: the tablets' points */
    uint8_t diagonal, upper_corner, lower_corner, joker, no_special;
} duel_values;

extern const duel_values duel_value;
extern const uint8_t duel_plate[AZJ_DUEL_PLATES][4];     /* D3: turn 0; places as in duel.h */
extern const uint8_t duel_face[AZJ_DUEL_FACES];          /* D4: a bit per colour */
extern const azj_chips duel_colour_faces[AZJ_COLOUR_NB]; /* D4: both bits of each such face */
extern const uint8_t duel_slot_base[AZJ_DUEL_SLOTS];     /* D2: cell of the slot's top left */
extern const uint8_t duel_place_cell[4];                 /* D2: cell of a place from there */

/* ---- Bits ---- */
#define DUEL_ROW(line) (UINT64_C(63) << (6 * ((line)-1)))
#define DUEL_COLUMN(column) (UINT64_C(0x041041041) << ((column)-1))
#define DUEL_PLATE(slot) (UINT64_C(0xc3) << duel_slot_base[(slot)-1])
#define DUEL_BORDER UINT64_C(0xfe186187f)
#define DUEL_DOWN UINT64_C(0x810204081) /* the diagonal from the top left … */
#define DUEL_UP UINT64_C(0x042108420)   /* … and from the top right */
#define DUEL_EMPTY_SLOT ((uint8_t)(AZJ_NO_PLATE << 2))
#define DUEL_CHIPS_LOW 0x55555u

/* The slot, 1 .. 9, that a cell lies in. */
static inline unsigned duel_slot_of(unsigned cell)
{
    return cell / 12 * 3 + cell % 6 / 2 + 1;
}

/* A column (from 0) as six bits. They lie six apart; the product moves bit 6i to 25 + i and no
 * other bit to these places. */
static inline unsigned duel_column_bits(uint64_t filled, unsigned column)
{
    const uint64_t spread = (filled >> column) & 0x41041041u;
    return (unsigned)((spread * 0x02108421u) >> 25) & 63u;
}

/* The number of chips, of all faces. */
static inline unsigned duel_chips_total(azj_chips chips)
{
    chips = (chips & 0x33333u) + ((chips >> 2) & 0x33333u);
    chips = (chips & 0x0f0f0fu) + ((chips >> 4) & 0x0f0f0fu);
    return ((chips * 0x010101u) >> 16) & 0xffu;
}

static inline int duel_one_colour(azj_tiles tiles) /* not of nothing */
{
    return tiles >> (bits_first(tiles) & ~7u) < 256;
}

/* ---- Factories ---- */
/* The top tile of a stack as colour + 1, 0 when there is none. */
static inline unsigned duel_top(unsigned moon)
{
    return moon >= 64 ? moon >> 6 : moon >= 8 ? moon >> 3 : moon;
}

/* The colours on top of at least one moon stack. */
static inline azj_tiles duel_tops(const azj_duel *s)
{
    azj_tiles tops = s->large_moon;
    for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++)
        tops +=
            UINT64_C(1) << (8 * duel_top(s->moon[f])) >> 8; /* of an empty moon nothing is left */
    return tops;
}

static inline int duel_no_tiles(const azj_duel *s)
{
    return (s->large_sun | s->large_moon | s->sun[0] | s->sun[1] | s->sun[2] | s->sun[3]) == 0 &&
           (s->moon[0] | s->moon[1] | s->moon[2] | s->moon[3]) == 0;
}

static inline int duel_display_empty(const azj_duel *s)
{
    return (s->display[0] & s->display[1] & s->display[2]) == AZJ_NO_PLATE;
}

/* ---- Boards ---- */
static inline unsigned duel_line_count(const azj_duel_board *b, unsigned line)
{
    return b->line[line - 1] & 15u;
}

static inline unsigned duel_line_colour(const azj_duel_board *b, unsigned line)
{
    return b->line[line - 1] >> 4;
}

static inline unsigned duel_broken_count(const azj_duel_board *b)
{
    return b->broken >> 12;
}

/* D17: the free spaces of dome row `line` that take `colour`. */
static inline uint64_t duel_free(const azj_duel_board *b, unsigned line, unsigned colour)
{
    return (b->space[colour] | b->joker) & ~azj_duel_filled(b) & DUEL_ROW(line);
}

/* D22: different colours in a row; special tiles count as one more. */
static inline unsigned duel_row_colours(const azj_duel_board *b, unsigned line)
{
    unsigned colours = (b->special & DUEL_ROW(line)) != 0;
    for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
        colours += (b->tile[c] & DUEL_ROW(line)) != 0;
    return colours;
}

/* D17: all three plate slots next to this line have a plate. */
static inline int duel_row_complete(const azj_duel_board *b, unsigned line)
{
    const uint8_t *plate = b->plate + 3 * ((line - 1) >> 1);
    return plate[0] != DUEL_EMPTY_SLOT && plate[1] != DUEL_EMPTY_SLOT &&
           plate[2] != DUEL_EMPTY_SLOT;
}

static inline int duel_slot_left(const azj_duel_board *b)
{
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++)
        if (b->plate[i] == DUEL_EMPTY_SLOT)
            return 1;
    return 0;
}

/* The flag of pile entries whose front this seat knows. */
static inline unsigned duel_known_to(unsigned seat)
{
    return (unsigned)AZJ_PILE_KNOWN_0 << seat;
}

/* ---- Draws and payments ---- */
/* D9, D10: the first draw of an action; the caller has checked the token. */
static inline int duel_may_draw(const azj_duel *s)
{
    return s->pile_count > 0 && (s->board[s->seat].score > 0 || duel_display_empty(s));
}

/* D18: returns whether these chips can pay `missing` tiles of `colour`. */
static inline int duel_can_pay(azj_chips chips, unsigned colour, unsigned missing)
{
    const unsigned pairs = duel_chips_total(chips & duel_colour_faces[colour]) / 2;
    return 3 * missing - (pairs < missing ? pairs : missing) <= duel_chips_total(chips);
}

/* D17, D18: returns whether this line gives its owner a choice in the tiling. */
static inline int duel_is_choice(const azj_duel_board *b, unsigned line)
{
    const unsigned count = duel_line_count(b, line), colour = duel_line_colour(b, line);
    const uint64_t free = count ? duel_free(b, line, colour) : 0;
    if (count == line)
        return (free & (free - 1)) != 0;
    return free != 0 && duel_can_pay(b->chips, colour, line - count);
}

/* D15: for each colour a byte with the mask of the lines that take it, blue lowest. */
typedef uint64_t duel_open;
duel_open duel_open_lines(const azj_duel_board *b);

/* The payments (D18) in ascending order of their numbers; `out` has AZJ_DUEL_PAYMENTS_MAX
 * places. */
size_t duel_payments(azj_chips held, unsigned colour, unsigned missing, azj_chips *out);

/* How many orders there are. */
unsigned duel_order_count(azj_tiles rest);

/* The tiles that stay on a small sun (from 1 to 4) when `colour` is taken. */
static inline azj_tiles duel_rest_of_sun(const azj_duel *s, unsigned from, unsigned colour)
{
    const azj_tiles sun = s->sun[from - 1];
    return sun - azj_tiles_of(azj_tiles_count(sun, colour), colour);
}

/* The empty plate slots of a board, as bits 4 * (slot - 1) + turn. */
static inline uint64_t duel_plate_targets(const azj_duel_board *b)
{
    uint64_t targets = 0;
    for (unsigned i = 0; i < AZJ_DUEL_SLOTS; i++)
        targets |= (b->plate[i] == DUEL_EMPTY_SLOT ? UINT64_C(15) : 0) << (4 * i);
    return targets;
}

/* Sets the bits of `bits` in a mask from bit `first` on. */
static inline void duel_mask_set(uint64_t *mask, unsigned first, uint64_t bits)
{
    mask[first / 64] |= bits << first % 64;
    if (first % 64 != 0 && bits >> (64 - first % 64) != 0)
        mask[first / 64 + 1] |= bits >> (64 - first % 64);
}

/* The orders in which at most three tiles can be stacked, each as the stack's bits of a move;
 * returns how many, at most six and at least one (the empty stack). */
unsigned duel_stacks(azj_tiles rest, azj_move *out);
/* Number n of them. */
azj_move duel_nth_stack(azj_tiles rest, unsigned n);

/* ---- Steps of a deal (deal.c) ---- */
enum {
    DUEL_STEP_PLATES,                                   /* the pile, from the top */
    DUEL_STEP_LARGE,                                    /* the large factory's tiles */
    DUEL_STEP_SMALL,                                    /* the four small factories' tiles … */
    DUEL_STEP_CHIPS = DUEL_STEP_SMALL + AZJ_DUEL_SMALL, /* … and their chips */
    DUEL_STEP_STARTER = DUEL_STEP_CHIPS + AZJ_DUEL_SMALL
};

/* Fills the display from the pile, left to right. */
void duel_refill_display(azj_duel *s);
/* D21: prepares the deal of the next round. */
void duel_next_round(azj_duel *s);

/* Takes the top entry, with its flags, off the pile. */
unsigned duel_pop_pile(azj_duel *s);

/* ---- Turns, tiling, scoring ---- */
/* D8, D9: lays a plate on a board. */
void duel_lay_plate(azj_duel_board *b, unsigned plate, unsigned slot, unsigned turn);
/* D15: broken tiles; what does not fit goes to the tower. */
void duel_break(azj_duel *s, azj_duel_board *b, unsigned colour, unsigned count);
/* Returns whether the seat can spend a token. In a real game this is true if it has one. */
int duel_can_take_plate(const azj_duel *s, unsigned seat);
/* Returns whether the seat has a legal action in the acquisition (D16). */
int duel_can_act(const azj_duel *s, unsigned seat);
/* Makes a move of the set-up or the acquisition; returns whether the acquisition is over, and
 * the tiling is to be started. */
int duel_acquire(azj_duel *s, azj_move move, azj_events *events);
/* Passes the turn, or starts the tiling (D16). */
void duel_end_turn(azj_duel *s, azj_events *events);

/* Starts the tiling of both seats, then the next round or the end of the game. */
void duel_start_tiling(azj_duel *s, azj_events *events);
void duel_apply_tiling(azj_duel *s, azj_move move, azj_events *events);

/* D22: both seats' tablets. */
void duel_score_tablets(azj_duel *s, azj_events *events);

/* Changes a score by event.points and records the event. Inline, since searches record none. */
static inline void duel_score(azj_duel *s, azj_events *events, azj_event event)
{
    azj_duel_board *b = &s->board[event.seat];
    b->score = (int16_t)(b->score + event.points);
    if (events == NULL)
        return;
    event.score = b->score;
    events->at[events->count++] = event;
}
/* D20, D22: brings a negative score back to 0. */
void duel_clamp(azj_duel *s, unsigned seat, azj_events *events);

#endif
