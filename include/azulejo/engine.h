/* azulejo/engine.h - bots: an engine object that chooses moves for any rule set and any seat.
 *
 *     azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = "strong", .seed = 1}, NULL);
 *     azj_engine_set(e, &view);                       // what the seat to move may know
 *     azj_engine_go(e, &(azj_limits){.time_ms = 1000}, &result);
 *     azj_engine_free(e);
 *
 * An engine sees only the view it is given: hidden facts are sampled, never read; a full state
 * handed to azj_engine_set is reduced to the mover's view first. A search runs in the
 * thread that calls azj_engine_go; azj_engine_stop may be called from any other. The engine owns
 * no clock: the caller lends one, so that the same code runs in a browser and so that a
 * search limited by nodes is the same on every platform: same position, seed and nodes, same
 * move and count.
 */
#ifndef AZULEJO_ENGINE_H
#define AZULEJO_ENGINE_H

#include <azulejo/api.h>
#include <azulejo/rules.h>

enum {
    AZJ_LINE_MOVES_MAX = 32, /* of a principal line */
    AZJ_LINES_MAX = 16,      /* principal lines reported at once */
    AZJ_LEVELS = 7
};

typedef struct azj_engine azj_engine;

/* One line of play from the position, with what the bot expects of it. */
typedef struct azj_line {
    uint32_t length;
    azj_move move[AZJ_LINE_MOVES_MAX];
    float win[AZJ_SEATS_MAX];   /* probability of winning by seat, a shared win shared */
    float score[AZJ_SEATS_MAX]; /* expected final score by seat */
} azj_line;

/* How far a search is. Lines are sorted, best first; line[0].move[0] is the choice. */
typedef struct azj_info {
    uint32_t depth; /* plies of the deepest complete search, or of the longest line */
    uint32_t lines;
    uint64_t nodes;
    uint64_t time_us;
    int exact; /* solved: every line of play was followed to the end of the round */
    azj_line line[AZJ_LINES_MAX];
} azj_info;

typedef struct azj_engine_options {
    const char *bot;     /* a name from azj_bot_name(); NULL: "strong" */
    size_t memory_bytes; /* bound of all tables, 4 MB or more; 0: 64 MB */
    uint64_t seed;
    uint32_t lines;                    /* principal lines wanted, 1..AZJ_LINES_MAX; 0: 1 */
    uint64_t (*now_us)(void *context); /* a monotonic clock; NULL: limits by time are refused */
    void (*progress)(void *context, const azj_info *info); /* may be NULL */
    void *context;
    const void *net; /* a network file for games of its kind; NULL: what is built in */
    size_t net_size; /* its bytes */
} azj_engine_options;

/* All zero: the bot's own default. Several limits: whichever comes first. */
typedef struct azj_limits {
    uint32_t time_ms;      /* for this move */
    uint32_t clock_ms;     /* left on this seat's clock for the game; the engine budgets it */
    uint32_t increment_ms; /* added to that clock after each move */
    uint32_t depth;
    uint64_t nodes;
    int infinite;  /* until stopped */
    azj_move only; /* not 0: choose nothing, say what this legal move is worth (searches only) */
} azj_limits;

AZJ_API_BEGIN

/* NULL when the bot has no such name, memory is short or the network cannot be used; `error` (may
 * be NULL) says which. The network is copied. */
azj_engine *azj_engine_new(const azj_engine_options *options, azj_error *error);
void azj_engine_free(azj_engine *e);

/* The position to think about; forgets what no longer helps. AZJ_E_GAME_OVER or AZJ_E_DEAL_FIRST
 * when nobody is to move, AZJ_E_NET_GAME when the bot judges by a network and the one that was
 * given is for another game (one of two seats also judges more seats of its rule set). */
azj_error azj_engine_set(azj_engine *e, const azj_state *view);

/* Thinks, and returns the choice in info->line[0].move[0]. */
azj_error azj_engine_go(azj_engine *e, const azj_limits *limits, azj_info *info);

/* Ends a running search soon; from any thread. */
void azj_engine_stop(azj_engine *e);

/* The same as azj_engine_go in a thread of its own (not in a browser): start returns at once, and
 * exactly one wait must follow before anything else is asked of the engine but to stop. Progress is
 * told in that thread. AZJ_E_NO_MEMORY: there is no thread to be had. */
azj_error azj_engine_start(azj_engine *e, const azj_limits *limits);
azj_error azj_engine_wait(azj_engine *e, azj_info *info);

/* Forgets everything, as new. */
void azj_engine_clear(azj_engine *e);

/* Bots by number: random, greedy, uct, strong …, then the seven levels; NULL behind the last. */
const char *azj_bot_name(unsigned i);
const char *azj_level_name(unsigned level); /* 1 .. AZJ_LEVELS, easiest first */

AZJ_API_END

#endif
