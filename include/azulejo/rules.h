/* azulejo/rules.h - the rules of five games, by one set of functions.
 *
 * A game in ten lines:
 *
 *     azj_state s;
 *     azj_rng rng;
 *     azj_move moves[AZJ_MOVES_MAX];
 *     azj_rng_seed(&rng, 1);
 *     azj_new(&s, &(azj_options){.rules = AZJ_CLASSIC, .players = 2, .starter = AZJ_NOBODY});
 *     azj_deal(&s, &rng);
 *     while (s.head.phase != AZJ_PHASE_OVER) {
 *         size_t n = azj_moves(&s, moves);
 *         azj_play(&s, moves[azj_rng_below(&rng, (uint32_t)n)], NULL, NULL);
 *         azj_deal(&s, &rng);
 *     }
 *
 * azj_play checks a move and refuses an illegal one with a reason; azj_apply does not check (for
 * searches). Chance is explicit: after a move that ends a round the state is in AZJ_PHASE_DEAL,
 * and nothing random happens until the caller deals, with a generator (azj_deal) or outcome by
 * outcome (azj_outcomes, azj_resolve). azj_view returns what one seat may know; azj_determinise
 * fills in the unknown facts, uniformly among the consistent ones. The state is a value: copy it
 * by assignment, compare it with azj_equal, store it anywhere.
 */
#ifndef AZULEJO_RULES_H
#define AZULEJO_RULES_H

#include <azulejo/api.h>
#include <azulejo/classic.h>
#include <azulejo/duel.h>
#include <azulejo/error.h>
#include <azulejo/pieces.h>
#include <azulejo/rng.h>
#include <stddef.h>

/* The first eight bytes of every game's state. */
typedef struct azj_head {
    uint8_t rules, players, viewer, phase, seat, starter, round, line;
} azj_head;

typedef union azj_state {
    azj_head head;
    azj_classic classic; /* rules CLASSIC, GREY, CRYSTAL1, CRYSTAL2 */
    azj_duel duel;       /* rules DUEL */
} azj_state;

enum {
    AZJ_MOVES_MAX = AZJ_DUEL_MOVES_MAX,
    AZJ_ACTIONS_MAX = AZJ_DUEL_ACTIONS,
    AZJ_MASK_WORDS_MAX = (AZJ_ACTIONS_MAX + 63) / 64
};

typedef struct azj_options {
    uint8_t rules;   /* azj_rules */
    uint8_t players; /* 2..4; Duel 2 */
    uint8_t starter; /* a seat, or AZJ_NOBODY: chance chooses */
    uint8_t tablets; /* Duel, as azj_duel.tablets; 0: those of a first game */
} azj_options;

/* The consequences of a move, computed before it is made. */
typedef struct azj_preview {
    int taken;        /* tiles that it takes off the table */
    int overflow;     /* of these, how many fall to the floor or break */
    int points_now;   /* points that it scores by itself */
    int points_round; /* change of the score if the round ended right after it, without bonuses;
                         walls with a choice are tiled greedily, chips are not spent */
    int change;       /* what the move changes: points_round less the points of the round without
                         it, as if a score could fall below 0 (C13, D20) */
    /* The space that a tile of the line in question goes to at the end of the round, from 1, and
     * the spaces that score with it, as in azj_event; 0 where no tile is placed. */
    uint8_t row, column, pad[2];
    uint64_t run;
} azj_preview;

AZJ_API_BEGIN

/* Starts a game in AZJ_PHASE_DEAL, or returns what is wrong with the options. */
azj_error azj_new(azj_state *s, const azj_options *options);

/* Checks and makes a move; an illegal one is refused and the state is unchanged. `why` and
 * `events` may be NULL. */
azj_error azj_play(azj_state *s, azj_move move, azj_fault *why, azj_events *events);

/* Makes a move without checking it: it must be legal. `events` may be NULL. */
void azj_apply(azj_state *s, azj_move move, azj_events *events);

/* All legal moves, each once, in a fixed order; `moves` has AZJ_MOVES_MAX places. */
size_t azj_moves(const azj_state *s, azj_move *moves);
azj_error azj_legal(const azj_state *s, azj_move move, azj_fault *why);

size_t azj_outcomes(const azj_state *s, azj_outcome *outcomes);
void azj_resolve(azj_state *s, azj_outcome outcome);
azj_outcome azj_sample(const azj_state *s, azj_rng *rng);
void azj_deal(azj_state *s, azj_rng *rng);

void azj_view(const azj_state *s, unsigned viewer, azj_state *view);
void azj_determinise(const azj_state *view, azj_rng *rng, azj_state *s);

azj_error azj_validate(const azj_state *s, azj_fault *why);

int azj_score(const azj_state *s, unsigned seat);
unsigned azj_winners(const azj_state *s); /* a bit a seat; 0 unless over */

uint64_t azj_hash(const azj_state *s);
int azj_equal(const azj_state *a, const azj_state *b);
size_t azj_size(const azj_state *s); /* bytes of the state that matter */

int azj_actions(azj_rules rules); /* how many actions the numbering has */
int azj_action(const azj_state *s, azj_move move);
azj_move azj_move_of_action(const azj_state *s, int action);
/* One bit per action, (azj_actions() + 63) / 64 words. */
void azj_mask(const azj_state *s, uint64_t *mask);

/* A legal move's consequences for the seat that makes it. */
azj_preview azj_preview_move(const azj_state *s, azj_move move);

/* How many tiles a legal move takes; 0 when it takes none. */
unsigned azj_taken(const azj_state *s, azj_move move);

/* The bonuses (rows, columns, colours, tablets) that a seat's wall or dome would score now. */
void azj_standing(const azj_state *s, unsigned seat, azj_events *events);

const char *azj_rules_name(azj_rules rules); /* "classic" … */
const char *azj_version(void);

AZJ_API_END

#endif
