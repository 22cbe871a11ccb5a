/* laws.h - what must hold in every position of every game, and players who go looking for trouble.
 *
 * Used by the unit tests (short), by `make soak` (10^8 plies a rule set) and by the fuzzer.
 */
#ifndef TESTS_LAWS_H
#define TESTS_LAWS_H

#include <azulejo/batch.h>
#include <azulejo/rules.h>

/* Things that hardly ever happen; a long run counts them, so that we know they were met. */
#define LAWS_RARE(X)                                            \
    X(MARKER_FULL_FLOOR, "marker taken with a full floor (C8)") \
    X(MARKER_NOT_TAKEN, "nobody took the marker (C10)")         \
    X(BAG_REFILLED, "lid or tower went into the bag (C2, D21)") \
    X(SHORT_ROUND, "a round started short of tiles (C2, D21)")  \
    X(NO_TILES, "no tile left for a next round (C20)")          \
    X(ROUND_30, "round 30 ended the game (C20)")                \
    X(LINE_DROPPED, "a full line dropped to the floor (C16)")   \
    X(LINE_BROKEN, "a line without a space broke (D17)")        \
    X(FREE_DRAW, "a plate drawn at 0 points (D10)")             \
    X(ONE_COLOUR_LARGE, "large factory of one colour (D13)")    \
    X(CHIP_UP_AT_ONCE, "a chip face up at once (D21)")          \
    X(FORCED_PASS, "a forced pass (D16)")                       \
    X(NO_START_TILE, "nobody took the start tile (D21)")        \
    X(TIE, "a tie on points")                                   \
    X(SHARED, "a shared win (C19, D23)")                        \
    X(CLAMPED, "a score held at 0 (C13, D20)")

#define LAWS_ENUM(name, text) LAWS_##name,
typedef enum laws_rare { LAWS_RARE(LAWS_ENUM) LAWS_RARE_NB } laws_rare;
#undef LAWS_ENUM

typedef struct laws_count {
    uint64_t plies, games, rare[LAWS_RARE_NB];
} laws_count;

const char *laws_rare_name(laws_rare rare);

/* NULL, or the law that is broken. `deep` also checks the slow ones (masks, views, refusals). */
const char *laws_position(const azj_state *s, azj_rng *rng, int deep);

/* Plays a legal move and the deal behind it on *s, with all laws about the step. */
const char *laws_step(azj_state *s, azj_move move, azj_rng *rng, laws_count *count);

/* How a seat plays. */
typedef enum laws_style {
    LAWS_RANDOM,
    LAWS_DUMP,  /* everything to the floor or broken, when it can */
    LAWS_HOARD, /* spreads tiles over lines without completing them */
    LAWS_DRAW,  /* draws plates as long as it may; takes nothing from the centre */
    LAWS_BUILD, /* completes lines */
    LAWS_STYLE_NB
} laws_style;

azj_move laws_choose(const azj_state *s, laws_style style, const azj_move *moves, size_t n,
                     azj_rng *rng);

/* Plays whole games until `plies` are done; NULL or the broken law. */
const char *laws_run(const azj_options *options, uint64_t seed, uint64_t plies, unsigned deep_every,
                     laws_count *count);

#endif
