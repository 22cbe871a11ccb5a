/* reason.h - why one move is better than another, as differences that a player can see.
 *
 * Each of the two moves is made, an engine plays the rest of the round after it, and the boards are
 * compared: points of tiles, costs of the floor, the next round's start, bonuses, lines and plates
 * for later. What is hidden is drawn anew for each sample, the same for both moves. Sizes are in
 * points: what was scored, and for what scores later the hand-made evaluation's weights. */
#ifndef AI_REASON_H
#define AI_REASON_H

#include "base/json_write.h"

#include <azulejo/engine.h>

/* X(KIND, name): what differs. The name is the kind in JSON. */
#define REASON_LIST(X)                                                          \
    X(POINTS, "points") /* of tiles placed in this round, less what was paid */ \
    X(FLOOR, "floor")   /* the cost of the floor line or of broken tiles */     \
    X(START, "start")   /* starting the next round */                           \
    X(ROW, "row")       /* a complete row, or a row nearer to it */             \
    X(COLUMN, "column")                                                         \
    X(COLOUR, "colour")                                                         \
    X(TABLET, "tablet")   /* Duel: a scoring tablet */                          \
    X(SPECIAL, "special") /* Duel: special tiles to come */                     \
    X(LINES, "lines")     /* started lines for the next rounds */               \
    X(SHAPE, "shape")     /* how well the tiles lie for what comes */           \
    X(PLATES, "plates")   /* Duel: the spaces of the dome */                    \
    X(CHIPS, "chips")     /* Duel: bonus chips */

#define REASON_KIND(KIND, name) REASON_##KIND,
typedef enum reason_kind { REASON_LIST(REASON_KIND) REASON_KIND_NB } reason_kind;
#undef REASON_KIND

/* What a puzzle or a hint is about, in one word. X(THEME, name) */
#define REASON_THEME_LIST(X) \
    X(POINTS, "points")      \
    X(FLOOR, "floor")        \
    X(START, "start")        \
    X(BONUS, "bonus") X(SHAPE, "shape") X(PLATES, "plates") X(DENY, "deny") X(TRAP, "trap")

#define REASON_THEME(THEME, name) REASON_THEME_##THEME,
typedef enum reason_theme { REASON_THEME_LIST(REASON_THEME) REASON_THEME_NB } reason_theme;
#undef REASON_THEME

typedef struct reason {
    uint8_t kind;
    uint8_t seat;   /* whose board: the mover's, or that of the rival who is worse off */
    uint8_t number; /* ROW, COLUMN: which, from 1; COLOUR: the colour + 1; TABLET: 1 (a) to 4 (d);
                       0: several */
    float size;     /* points in the mover's favour: its gain, or the rival's loss */
} reason;

enum { REASONS_MAX = 4 };

typedef struct reason_report {
    uint32_t count;
    reason at[REASONS_MAX]; /* largest first; only those that speak for the move */
} reason_report;

typedef struct reason_limits {
    uint64_t nodes; /* a move of the rest of the round */
    uint32_t
        samples; /* of hidden facts; the classic family, which hides none in a round, takes one */
    uint64_t seed;
} reason_limits;

/* The obvious move: the one that scores most by itself, a ply deep; the first of equals. */
azj_move reason_obvious(const azj_state *view);

/* Why `move` is better than `other` for the seat to move. `e` is left at another position. */
azj_error reason_find(azj_engine *e, const azj_state *view, azj_move move, azj_move other,
                      const reason_limits *limits, reason_report *out);

reason_theme reason_theme_of(const reason *r, unsigned mover);
const char *reason_theme_name(reason_theme theme);

/* {"kind":"floor","seat":0,"size":5.0}, with "row", "column", "colour" or "tablet" where named. */
void reason_write(json_writer *w, const char *key, const reason *r);

#endif
