/* azulejo/engine.h - bots: an engine object that chooses moves for any rule set and any seat.
 *
 *     azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = "strong", .seed = 1}, NULL);
 *     azj_engine_set(e, &view);                       // what the seat to move may know
 *     azj_engine_go(e, &(azj_limits){.time_ms = 1000}, &result);
 *     azj_engine_free(e);
 *
 * An engine uses only a view: it samples hidden facts and never reads them. azj_engine_set reduces
 * a full state to the view of the seat to move. A search runs in the thread that calls
 * azj_engine_go; any other thread may call azj_engine_stop. The caller provides the clock, so that
 * the same code runs in a browser. A search limited by nodes needs no clock: the same position,
 * seed and nodes give the same move and node count on every platform. With several threads they do
 * not, because the threads meet each other's results at random moments.
 */
#ifndef AZULEJO_ENGINE_H
#define AZULEJO_ENGINE_H

#include <azulejo/api.h>
#include <azulejo/rules.h>

enum {
    AZJ_LINE_MOVES_MAX = 32, /* of a principal line */
    AZJ_LINES_MAX = 16,      /* principal lines reported at once */
    AZJ_THREADS_MAX = 64,    /* of one search */
    AZJ_FORMER_LEVELS = 7
};

typedef struct azj_engine azj_engine;

/* One line of play from the position, with what the bot expects of it. */
typedef struct azj_line {
    uint32_t length;
    azj_move move[AZJ_LINE_MOVES_MAX];
    float win[AZJ_SEATS_MAX];   /* probability of winning by seat; a shared win counts in parts */
    float score[AZJ_SEATS_MAX]; /* expected final score by seat */
} azj_line;

/* The progress or the result of a search. Lines are sorted, best first; line[0].move[0] is the
 * choice. */
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
    const void *net;  /* a network file for games of its kind; NULL: what is built in */
    size_t net_size;  /* its bytes */
    uint32_t threads; /* of one search, 1..AZJ_THREADS_MAX; 0: 1. More need memory_bytes for each:
                         fewer are used if it is short. In a browser always 1 */
} azj_engine_options;

/* If all are zero, the bot uses its default. If several are set, the search ends at the first one
 * reached. */
typedef struct azj_limits {
    uint32_t time_ms;      /* for this move */
    uint32_t clock_ms;     /* left on this seat's clock for the game; the engine budgets it */
    uint32_t increment_ms; /* added to that clock after each move */
    uint32_t depth;
    uint64_t nodes;
    int infinite;  /* until stopped */
    azj_move only; /* not 0: evaluate this legal move instead of choosing (searches only) */
} azj_limits;

AZJ_API_BEGIN

/* Returns NULL if there is no bot of that name, memory is short or the network is unusable;
 * `error` (may be NULL) tells which, and is AZJ_E_OK if all is well. The network is copied. */
azj_engine *azj_engine_new(const azj_engine_options *options, azj_error *error);
void azj_engine_free(azj_engine *e);

/* Sets the position to search and drops search results that no longer apply. Fails with the reason
 * of azj_validate if the position is impossible, with AZJ_E_GAME_OVER or AZJ_E_DEAL_FIRST if no
 * seat is to move, and with AZJ_E_NET_GAME if the bot uses a network and the given one is for
 * another game. A network for two seats also evaluates
 * more seats of its rule set. */
azj_error azj_engine_set(azj_engine *e, const azj_state *view);

/* Searches; the chosen move is info->line[0].move[0]. */
azj_error azj_engine_go(azj_engine *e, const azj_limits *limits, azj_info *info);

/* Makes a running search end soon. May be called from any thread. */
void azj_engine_stop(azj_engine *e);

/* azj_engine_go in a separate thread (not in a browser). azj_engine_start returns at once; exactly
 * one azj_engine_wait must follow, and in between only azj_engine_stop may be called. `progress`
 * is called in the search thread. AZJ_E_NO_MEMORY: no thread could be created. */
azj_error azj_engine_start(azj_engine *e, const azj_limits *limits);
azj_error azj_engine_wait(azj_engine *e, azj_info *info);

/* A monotonic clock for azj_engine_options.now_us, where the caller has none. */
uint64_t azj_clock_us(void *unused);

/* From now on the engine has this seed: one engine for several games in turn. The whims of a level
 * follow from the seed, so a game keeps one seed from its first move to its last, and two bots at
 * one table have different ones (docs/bots.md). */
void azj_engine_reseed(azj_engine *e, uint64_t seed);

/* Drops all search results, as in a new engine. */
void azj_engine_clear(azj_engine *e);

/* The bots by number: random, greedy, uct, strong …, then the levels, the former levels, and
 * earlier editions of levels; NULL after the last. A name always means the same bot: whatever is
 * kept of a game names its bots so, and never by their place among the levels, which may change. A
 * level that once played differently has the number of its edition in its name: ines-2. */
const char *azj_bot_name(unsigned i);
unsigned azj_bot_count(void);

/* The bot that somebody means who types this: a name of azj_bot_name, or that of a level's person,
 * `ines`, for the present edition. NULL: no bot. An engine takes such names, too. */
const char *azj_bot_find(const char *name, size_t length);
/* The bot that is meant in what is kept of a game. There a person's name alone is the first
 * edition: it was kept before there was another one. NULL: no bot. */
const char *azj_bot_kept(const char *name, size_t length);

const char *azj_level_name(unsigned level);   /* 1 .. count, easiest first; or NULL */
const char *azj_level_person(unsigned level); /* its name without the edition */
unsigned azj_level_count(void);
unsigned azj_level_of(const char *bot);     /* of its person, in all editions; 0: no level */
const char *azj_bot_title(const char *bot); /* what people read: a person's name for a level */

/* The bots that the numbers 1 .. AZJ_FORMER_LEVELS meant in games that were kept when levels were
 * still numbers. They play as they did then. */
const char *azj_former_level_name(unsigned number);

AZJ_API_END

#endif
