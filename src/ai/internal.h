/* internal.h - what the files of the bots share.
 *
 *   engine.c        the object: options, position, dispatch, results
 *   think.c         a search in a thread of its own
 *   bots.c          the bots and levels by name: const data
 *   time.c          how long to think; the one place that looks at the clock
 *   numbers.h       logarithm and logistic that are the same on every platform
 *   random.c        any legal move
 *   greedy.c        the best-looking move, one ply deep
 *   uct.c           plain Monte Carlo tree search: the yardstick
 *   net.*           a network that values boards; net_classic.c, net_duel.c: what it sees of them
 *   eval_classic.*  what a wall, its lines and its floor are worth (classic family)
 *   round.*         one round of the classic family, compact: moves, playouts, hashing
 *   table.c         transposition table
 *   horizon.*       judging moves by what the next round may bring
 *   alphabeta.c     the strong search for two seats of the classic family
 *   puct.c          the strong search for three and four seats
 *   maxn.c          exact ends of rounds for three and four seats
 *   tiling.*        choosing a column of the grey walls
 *   glance.*        judging a move one ply deep, for greedy.c; Duel's in duel_glance.c
 *   bench.*         a signature of all this, the same on every platform
 *   duel_*.c        the strong search for Duel: duel_search.c and what it rests on
 *
 * A SEARCH is a struct of function pointers (ai_search); a BOT names the search for each kind of
 * game and how well it plays (ai_skill). To add a search: write its `go`, which reads e->root,
 * calls ai_tick(e) at every node, and leaves its result in e->info. It allocates nothing: e->memory
 * is its to use. At the root it looks only at moves that ai_allows().
 */
#ifndef AI_INTERNAL_H
#define AI_INTERNAL_H

#include "ai/net.h"

#include <azulejo/engine.h>
#include <stdatomic.h>
#include <stdbool.h>

/* What a level sees. All zero: full strength. */
typedef struct ai_skill {
    uint32_t nodes; /* at most so many; 0: as the limits say */
    uint8_t sight;  /* ai_sight */
    uint8_t
        taste; /* size of the whims that colour a weak player's judgement, in tenths of a point */
    uint8_t patient; /* tries to solve for as long as the limits allow */
    uint8_t plain;   /* no network: the hand-made evaluation */
    uint8_t far;     /* looks beyond the round while there is time */
} ai_skill;

typedef enum ai_sight {
    AI_SIGHT_ALL,    /* searches */
    AI_SIGHT_TILES,  /* wants many tiles in lines and few on the floor, and looks no further */
    AI_SIGHT_POINTS, /* wants the points that this move brings at the end of the round */
    AI_SIGHT_BOARD,  /* knows what its own board is worth, but not what others want */
    AI_SIGHT_ROUND,  /* imagines how the round goes on after its move */
} ai_sight;

typedef struct ai_search {
    const char *name;
    void (*go)(azj_engine *e);
} ai_search;

/* A way to play: which search, how well. */
typedef struct ai_way {
    const ai_search *search;
    ai_skill skill;
} ai_way;

typedef struct ai_bot {
    const char *name;
    ai_way classic2; /* two seats, printed walls */
    ai_way grey2;    /* two seats, walls whose columns the player chooses */
    ai_way classic;  /* classic family, three and four seats */
    ai_way duel;
} ai_bot;

extern const ai_search ai_random, ai_greedy, ai_uct, ai_alphabeta, ai_puct, ai_maxn, ai_duel;

/* NULL when no bot has this name. */
const ai_bot *ai_find_bot(const char *name);

/* When to stop thinking. Times by the caller's clock. */
typedef struct ai_budget {
    uint64_t start_us;
    uint64_t soft_us; /* begin no new iteration after this; 0: no limit */
    uint64_t hard_us; /* stop after this; 0: no limit */
    uint64_t nodes;   /* 0: no limit */
    uint32_t depth;   /* 0: no limit */
    bool over;
} ai_budget;

struct azj_engine {
    const ai_bot *bot;
    const ai_way *way; /* the bot's, for the position */
    azj_engine_options options;
    azj_state root; /* the mover's view */
    net net;        /* the judge of boards; without a bias: the hand-made evaluation */
    bool is_set;
    bool fresh; /* limits by nodes alone: what earlier searches left must not be used */
    atomic_bool stop;
    azj_rng rng; /* seeded at each go by options.seed and the view: a go is a pure function */
    ai_budget budget;
    azj_move only; /* 0, or the one move of the root to look at */
    uint64_t nodes;
    azj_info info;
    uint32_t generation; /* of what lies in memory; see ai_forget */
    uint16_t looks;      /* beyond the round: the generation of their table */
    uint64_t memory_of;  /* which search's data that is */
    size_t bytes;
    struct thinking *thinking; /* a search in a thread of its own: think.c */
    void *memory;              /* begins a cache line */
    unsigned char *allocated;
    unsigned char *net_allocated;
    unsigned char *net_bytes; /* a network of the caller's, copied; NULL: the one built in */
};

/* Begins a search: how long may it take? AZJ_E_NO_CLOCK when time is asked for without a clock. */
azj_error ai_budget_start(azj_engine *e, const azj_limits *limits);
bool ai_time_is_up(azj_engine *e);

/* Nodes or time that are left, whichever is limited; UINT64_MAX: as much as you like. */
uint64_t ai_nodes_left(const azj_engine *e);
uint64_t ai_us_left(const azj_engine *e);

/* Halves what is left, for a part of the search; returns the budget as it was. */
ai_budget ai_budget_half(azj_engine *e);

enum { AI_TICK = 256 }; /* nodes between two looks at the clock */

/* Counts one node; true when the search must end now. */
static inline bool ai_tick(azj_engine *e)
{
    e->nodes++;
    if (e->budget.nodes && e->nodes >= e->budget.nodes)
        e->budget.over = true;
    else if (e->nodes % AI_TICK == 0)
        e->budget.over = e->budget.over || ai_time_is_up(e);
    return e->budget.over;
}

/* A tree search has no plies to count: a limit of depth alone becomes one of nodes, so that it
 * ends. */
static inline void ai_depth_as_nodes(azj_engine *e)
{
    if (e->budget.depth && !e->budget.nodes && !e->budget.hard_us)
        e->budget.nodes = 1000 * (uint64_t)e->budget.depth;
}

/* True when another iteration would hardly be finished. */
bool ai_soft_limit(azj_engine *e);

/* ai_tick for a tree, which has no iterations to finish: it ends at the soft limit, and reports
 * each time that its nodes have doubled. tell(tree): leaves what is known in e->info. */
bool ai_tree_tick(azj_engine *e, void (*tell)(void *tree), void *tree);

/* May the search look at this move of the root? */
static inline bool ai_allows(const azj_engine *e, azj_move move)
{
    return e->only == 0 || e->only == move;
}

/* Tells the caller how far the search is, with nodes and time filled in. */
void ai_report(azj_engine *e);

/* An even chance for every seat, and the scores as they stand: what a bot says that has no opinion.
 */
void ai_no_opinion(const azj_state *s, azj_line *line);

/* The children of a root by how often they were visited, most first, at most as many as lines are
 * wanted; those never visited are no lines. `visits` is the first child's count, the next one's
 * lies `stride` bytes behind. Returns how many. */
unsigned ai_most_visited(const azj_engine *e, const uint32_t *visits, size_t stride,
                         uint32_t children, uint32_t *sorted);

/* Gives a seat this chance to win; the others share the rest in the proportion that they had. */
void ai_set_win(azj_line *line, unsigned players, unsigned seat, float win);

/* Win probabilities of a finished game: shared wins shared. */
void ai_final(const azj_state *s, float *win, float *score);

#endif
