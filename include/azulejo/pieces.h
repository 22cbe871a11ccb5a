/* azulejo/pieces.h - the types that both games share: colours, tiles, moves, score events, chance
 * outcomes.
 *
 * Numbers that players use (factories, lines, rows, columns, slots) count from 1; seats count from
 * 0. All types are plain values without pointers.
 */
#ifndef AZULEJO_PIECES_H
#define AZULEJO_PIECES_H

#include <azulejo/api.h>
#include <stdint.h>

typedef enum azj_rules {
    AZJ_CLASSIC,  /* base game, coloured wall */
    AZJ_GREY,     /* base game, grey wall */
    AZJ_CRYSTAL1, /* Crystal Mosaic, side 1 */
    AZJ_CRYSTAL2, /* Crystal Mosaic, side 2 */
    AZJ_DUEL,
    AZJ_RULES_NB
} azj_rules;

typedef enum azj_colour {
    AZJ_BLUE,
    AZJ_YELLOW,
    AZJ_RED,
    AZJ_BLACK,
    AZJ_TURQUOISE,
    AZJ_COLOUR_NB
} azj_colour;

typedef enum azj_phase {
    AZJ_PHASE_DEAL,  /* chance decides: see azj_outcomes() */
    AZJ_PHASE_OFFER, /* take tiles (classic) or do one of four actions (Duel) */
    AZJ_PHASE_TILING,
    AZJ_PHASE_OVER,
    AZJ_PHASE_SETUP, /* Duel: each player's first plate */
    AZJ_PHASE_DRAW,  /* Duel: draw a further plate or stop */
    AZJ_PHASE_KEEP,  /* Duel: keep one of the drawn plates */
    AZJ_PHASE_RETURN /* Duel: put the others under the pile */
} azj_phase;

enum {
    AZJ_SEATS_MAX = 4,
    AZJ_NOBODY = 255,    /* where a seat could stand */
    AZJ_VIEW_ALL = 255,  /* viewer: the referee, who sees everything */
    AZJ_SPECTATOR = 254, /* viewer: somebody without a seat */
};

/* ---- Tiles ----
 * A multiset of tiles: a byte per colour, blue lowest. Adding two multisets is
 * adding the numbers; no lane ever holds more than 100. */
typedef uint64_t azj_tiles;

#define AZJ_TILES_ONE 0x0101010101u /* one of each colour */

AZJ_INLINE unsigned azj_tiles_count(azj_tiles tiles, unsigned colour)
{
    return (unsigned)(tiles >> (8 * colour)) & 0xffu;
}

AZJ_INLINE azj_tiles azj_tiles_of(unsigned count, unsigned colour)
{
    return (azj_tiles)count << (8 * colour);
}

AZJ_INLINE unsigned azj_tiles_total(azj_tiles tiles)
{
    return (unsigned)((tiles * AZJ_TILES_ONE) >> 32) & 0xffu;
}

/* ---- Moves ----
 * One whole decision in 32 bits, 0 is no move. The lowest four bits are the
 * kind; the others by kind:
 *
 *   kind    bits 4..7   8..10     11..13            game
 *   TAKE    from        colour    to                classic   from 0 = centre, to 0 = floor
 *   PLACE   line                  column            classic
 *   SUN     from        colour    to     14..22 stack  duel   from 0 = large, to 0 = broken
 *   MOON                colour    to                duel      to 0 = broken
 *   CHIP    from                                    duel
 *   DRAW, STOP                                      duel
 *   SKIP    line                                    duel
 *
 *   kind    4..8        9..12     13..14
 *   PLATE   plate       slot      turn              duel
 *   RETURN  plate                                   duel
 *
 *   kind    4..6        7..9      10..29
 *   TILE    line        column    spend (2 bits a chip face)   duel
 *
 * A stack is bottom to top, 3 bits a tile, colour + 1; unused bits are 0. */
typedef uint32_t azj_move;

typedef enum azj_move_kind {
    AZJ_MOVE_NONE,
    AZJ_TAKE,
    AZJ_PLACE,
    AZJ_SUN,
    AZJ_MOON,
    AZJ_CHIP,
    AZJ_PLATE,
    AZJ_DRAW,
    AZJ_STOP,
    AZJ_RETURN,
    AZJ_TILE,
    AZJ_SKIP,
    AZJ_MOVE_KIND_NB
} azj_move_kind;

AZJ_INLINE azj_move_kind azj_move_kind_of(azj_move m)
{
    return (azj_move_kind)(m & 15u);
}

/* TAKE, SUN, CHIP: the source. */
AZJ_INLINE unsigned azj_move_from(azj_move m)
{
    return (m >> 4) & 15u;
}

/* TAKE, SUN, MOON: the colour. */
AZJ_INLINE unsigned azj_move_colour(azj_move m)
{
    return (m >> 8) & 7u;
}

/* TAKE, SUN, MOON: the line, or 0. */
AZJ_INLINE unsigned azj_move_to(azj_move m)
{
    return (m >> 11) & 7u;
}

/* PLACE, SKIP: the line (TILE has its own). */
AZJ_INLINE unsigned azj_move_line(azj_move m)
{
    return (m & 15u) == AZJ_TILE ? (m >> 4) & 7u : (m >> 4) & 15u;
}

/* PLACE, TILE: the column. */
AZJ_INLINE unsigned azj_move_column(azj_move m)
{
    return (m & 15u) == AZJ_TILE ? (m >> 7) & 7u : (m >> 11) & 7u;
}

AZJ_INLINE unsigned azj_move_stack(azj_move m)
{
    return (m >> 14) & 511u;
}

AZJ_INLINE unsigned azj_move_plate(azj_move m)
{
    return (m >> 4) & 31u;
}

AZJ_INLINE unsigned azj_move_slot(azj_move m)
{
    return (m >> 9) & 15u;
}

AZJ_INLINE unsigned azj_move_turn(azj_move m)
{
    return (m >> 13) & 3u;
}

AZJ_INLINE uint32_t azj_move_spend(azj_move m)
{
    return (m >> 10) & 0xfffffu;
}

AZJ_INLINE azj_move azj_move_take(unsigned from, unsigned colour, unsigned to)
{
    return AZJ_TAKE | from << 4 | colour << 8 | to << 11;
}

AZJ_INLINE azj_move azj_move_place(unsigned line, unsigned column)
{
    return AZJ_PLACE | line << 4 | column << 11;
}

AZJ_INLINE azj_move azj_move_sun(unsigned from, unsigned colour, unsigned stack, unsigned to)
{
    return AZJ_SUN | from << 4 | colour << 8 | to << 11 | stack << 14;
}

AZJ_INLINE azj_move azj_move_moon(unsigned colour, unsigned to)
{
    return AZJ_MOON | colour << 8 | to << 11;
}

AZJ_INLINE azj_move azj_move_chip(unsigned from)
{
    return AZJ_CHIP | from << 4;
}

AZJ_INLINE azj_move azj_move_place_plate(unsigned plate, unsigned slot, unsigned turn)
{
    return AZJ_PLATE | plate << 4 | slot << 9 | turn << 13;
}

AZJ_INLINE azj_move azj_move_return(unsigned plate)
{
    return AZJ_RETURN | plate << 4;
}

AZJ_INLINE azj_move azj_move_tile(unsigned line, unsigned column, uint32_t spend)
{
    return AZJ_TILE | line << 4 | column << 7 | spend << 10;
}

AZJ_INLINE azj_move azj_move_skip(unsigned line)
{
    return AZJ_SKIP | line << 4;
}

/* ---- Score events ----
 * One event for every change of a score, in the order in which the changes happen, with the spaces
 * that caused it: a front end can show and explain all points without knowing a rule. For each
 * seat the sum of `points` is the change of its score. DROPPED and BROKEN carry no points; they
 * explain why tiles left a line. */

/* The bonuses of the classic family at the end of a game (C18, C24), as rows of AZJ_EVENT_LIST. A
 * variant has the points of each (azj_classic_variant). */
#define AZJ_BONUS_LIST(X)                                         \
    X(ROW, "row", ROW, "complete row ") /* all spaces of a row */ \
    X(COLUMN, "column", COLUMN, "complete column ")               \
    X(COLOUR, "colour", COLOUR, "all five of ") /* tiles of a colour */

/* X(KIND, name, field, words): the name is the kind in JSON. `words` says in English what happened,
 * followed by the value of the event's field ROW, COLUMN or COLOUR; NONE: nothing follows. Where
 * `words` is empty, src/text/event.c has code for the kind. Kinds from ROW on come at the end of a
 * game only. */
#define AZJ_EVENT_LIST(X)                                                                      \
    X(TILE, "tile", NONE, "")       /* a tile placed: row, column, colour, h, v, times */      \
    X(SPECIAL, "special", NONE, "") /* Duel: a special tile: row, column */                    \
    X(DROPPED, "dropped", NONE, "") /* C16: line `row` had no legal place; count, colour */    \
    X(BROKEN, "broken", NONE, "")   /* D17: line `row` had no space left; count, colour */     \
    X(FLOOR, "floor", NONE, "")     /* C13, D20: piece `count` of the floor line or the broken \
                                       spaces; colour, AZJ_COLOUR_NB for the marker */         \
    X(START_TILE, "start_tile", NONE, "the start tile")    /* D20: its holder pays */          \
    X(CLAMP, "clamp", NONE, "a score never drops below 0") /* gives back what went below */    \
    X(PAID, "paid", NONE, "paid for a plate")              /* D9 */                            \
    AZJ_BONUS_LIST(X)                                                                          \
    X(TABLET, "tablet", NONE, "") /* D22: tablet (0 a to 3 d) scores once; its side in `times` */

#define AZJ_EVENT_KIND(KIND, name, field, words) AZJ_EVENT_##KIND,
typedef enum azj_event_kind {
    AZJ_EVENT_LIST(AZJ_EVENT_KIND) AZJ_EVENT_KIND_NB,
    AZJ_EVENT_FINAL = AZJ_EVENT_ROW /* the first kind that comes at the end of a game only */
} azj_event_kind;
#undef AZJ_EVENT_KIND

#define AZJ_BONUS_KIND(KIND, name, field, words) AZJ_BONUS_##KIND,
typedef enum azj_bonus { AZJ_BONUS_LIST(AZJ_BONUS_KIND) AZJ_BONUS_NB } azj_bonus;
#undef AZJ_BONUS_KIND

typedef struct azj_event {
    uint64_t cells; /* the spaces that count: bit width*(row-1) + (column-1), width 5 or 6 */
    int16_t points;
    int16_t score; /* the seat's score after this event */
    uint8_t kind;  /* azj_event_kind */
    uint8_t seat;
    uint8_t row;    /* from 1; 0: none */
    uint8_t column; /* from 1; 0: none */
    uint8_t colour;
    uint8_t h;     /* length of the horizontal run that counted, 0 if none */
    uint8_t v;     /* length of the vertical run that counted, 0 if none */
    uint8_t times; /* TILE: 2 on a doubling space, else 1; TABLET: the side */
    uint8_t count;
    uint8_t tablet;
    uint8_t pad[2];
} azj_event;

enum {
    /* Upper bound of events of one move. Classic: 4 seats, each at most 5 tiles,
     * 5 drops, 7 floor pieces, a clamp, 5 + 5 + 5 bonuses = 33. Duel: 2 seats, each 6 tiles, 6
     * special tiles, 6 broken lines, 4 broken pieces, start tile, clamp, tablet hits
     * (6 rows + 20 border spaces + 4 corners + 9 special spaces) and a clamp = 64. */
    AZJ_EVENTS_MAX = 160
};

typedef struct azj_events {
    uint32_t count;
    azj_event at[AZJ_EVENTS_MAX];
} azj_events;

/* ---- Chance ---- */
typedef enum azj_outcome_kind {
    AZJ_OUTCOME_STARTER, /* value: the seat that starts */
    AZJ_OUTCOME_TILE,    /* value: the colour of the next tile out of the bag */
    AZJ_OUTCOME_PLATE,   /* value: the plate that lies next in the pile, from the top */
    AZJ_OUTCOME_CHIP     /* value: the face of the chip that goes on the next small factory */
} azj_outcome_kind;

/* One possible outcome of a random step; its probability is weight / sum of all weights. */
typedef struct azj_outcome {
    uint8_t kind;
    uint8_t value;
    uint16_t weight;
} azj_outcome;

enum { AZJ_OUTCOMES_MAX = 18 };

#endif
