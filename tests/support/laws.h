/* laws.h - laws of every position of every game, and players that seek extreme positions.
 *
 * Used by the unit tests (short), by `make soak` (10^8 plies per rule set) and by the fuzzer.
 */
#ifndef TESTS_LAWS_H
#define TESTS_LAWS_H

#include <azulejo/batch.h>
#include <azulejo/rules.h>

/* Rare events and the rule sets in which they occur. A long run counts them to show that they were
 * covered. */
enum {
    LAWS_COLUMNS = 1 << AZJ_GREY | 1 << AZJ_CRYSTAL1 | 1 << AZJ_CRYSTAL2,
    LAWS_FAMILY = 1 << AZJ_CLASSIC | LAWS_COLUMNS,
    LAWS_DUEL = 1 << AZJ_DUEL,
    LAWS_ALL = LAWS_FAMILY | LAWS_DUEL
};
#define LAWS_RARE(X)                                                         \
    X(MARKER_FULL_FLOOR, LAWS_FAMILY, "marker taken with a full floor (C8)") \
    X(MARKER_NOT_TAKEN, LAWS_FAMILY, "nobody took the marker (C10)")         \
    X(BAG_REFILLED, LAWS_ALL, "lid or tower went into the bag (C2, D21)")    \
    X(SHORT_ROUND, LAWS_ALL, "a round started short of tiles (C2, D21)")     \
    X(NO_TILES, LAWS_FAMILY, "no tile left for a next round (C20)")          \
    X(ROUND_30, LAWS_FAMILY, "round 30 ended the game (C20)")                \
    X(LINE_DROPPED, LAWS_COLUMNS, "a full line dropped to the floor (C16)")  \
    X(LINE_BROKEN, LAWS_DUEL, "a line without a space broke (D17)")          \
    X(FREE_DRAW, LAWS_DUEL, "a plate drawn at 0 points (D10)")               \
    X(ONE_COLOUR_LARGE, LAWS_DUEL, "large factory of one colour (D13)")      \
    X(CHIP_UP_AT_ONCE, LAWS_DUEL, "a chip face up at once (D21)")            \
    X(FORCED_PASS, LAWS_DUEL, "a forced pass (D16)")                         \
    X(NO_START_TILE, LAWS_DUEL, "nobody took the start tile (D21)")          \
    X(TIE, LAWS_ALL, "a tie on points")                                      \
    X(SHARED, LAWS_ALL, "a shared win (C19, D23)")                           \
    X(CLAMPED, LAWS_ALL, "a score held at 0 (C13, D20)")

#define LAWS_ENUM(name, games, text) LAWS_##name,
typedef enum laws_rare { LAWS_RARE(LAWS_ENUM) LAWS_RARE_NB } laws_rare;
#undef LAWS_ENUM

typedef struct laws_count {
    uint64_t plies, games, rare[LAWS_RARE_NB];
} laws_count;

const char *laws_rare_name(laws_rare rare);
int laws_rare_in(laws_rare rare, azj_rules rules);

/* Returns NULL, or the violated law. `deep` also checks the slow ones: every action number, masks,
 * views, more refusals. */
const char *laws_position(const azj_state *s, azj_rng *rng, int deep);

/* Plays a legal move and the deal after it on *s, and checks all laws about the step. */
const char *laws_step(azj_state *s, azj_move move, azj_rng *rng, laws_count *count);

/* How a seat plays. */
typedef enum laws_style {
    LAWS_RANDOM,
    LAWS_DUMP,  /* everything to the floor or broken, when it can */
    LAWS_HOARD, /* spreads tiles over lines without completing them */
    LAWS_DRAW,  /* draws plates as long as it may; takes nothing from the centre */
    LAWS_BUILD, /* completes lines */
    LAWS_KEEP,  /* lets no tile return to the bag, so that the tiles run out */
    LAWS_STYLE_NB
} laws_style;

azj_move laws_choose(const azj_state *s, laws_style style, const azj_move *moves, size_t n,
                     azj_rng *rng);

/* Puts tiles of the bag, and of lid or tower, on free spaces of walls or domes and on lines until
 * `left` of them remain, or nearly so: play alone hardly ever leaves too few for the factories. */
void laws_starve(azj_state *s, unsigned left, azj_rng *rng);

/* Plays whole games for at least `plies` plies; returns NULL or the violated law. */
const char *laws_run(const azj_options *options, uint64_t seed, uint64_t plies, unsigned deep_every,
                     laws_count *count);

#endif
