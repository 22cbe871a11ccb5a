/* internal.h - what the files of src/ai share. ARCHITECTURE.md lists the files.
 *
 * A SEARCH is one function that is chosen by name (ai_search). A BOT names the search for each kind
 * of game and how well it plays (ai_skill). To add a search: write its `run`, which reads e->root,
 * calls ai_tick(e) at every node and leaves its result in e->info. It allocates nothing: e->memory
 * is free for its use. At the root it considers only moves that ai_allows().
 */
#ifndef AI_INTERNAL_H
#define AI_INTERNAL_H

#include "ai/net.h"

#include <azulejo/engine.h>
#include <stdatomic.h>
#include <stdbool.h>

/* How well a bot plays. All zero: full strength. */
typedef struct ai_skill {
    uint32_t nodes;    /* largest number of nodes; 0: no limit of its own */
    uint8_t heuristic; /* ai_heuristic */
    uint8_t noise;     /* largest constant error of a move's value, in tenths of a point */
    uint8_t notices;   /* chance in % that it sees a group of tiles or a plate; 0: sees them all */
    uint8_t looks_again; /* if the best move that it notices drops this many tiles, it sees all
                            after all */
    uint8_t tidy;        /* never puts tiles on the floor that a line takes: dumps.h */
    uint8_t dump_margin; /* such a move must be better than all others by this many hundredths of a
                            chance */
    uint8_t exhaustive;  /* solves for as long as the limits allow */
    uint8_t no_net;      /* uses the hand-made evaluation instead of a network */
    uint8_t past_draws;  /* Duel: the tree goes on after draws from the pile */
    uint8_t next_round;  /* samples the next round while there is time: next_round.h */
} ai_skill;

/* What an easy level takes into account when it values a move. */
typedef enum ai_heuristic {
    AI_HEURISTIC_NONE,    /* a full search */
    AI_HEURISTIC_TILES,   /* tiles placed in lines and on the floor, nothing else */
    AI_HEURISTIC_POINTS,  /* the points that the move scores at the end of the round */
    AI_HEURISTIC_BOARD,   /* the value of its own board, but not what the others need */
    AI_HEURISTIC_PLAYOUT, /* a greedy playout of the round after the move */
    AI_HEURISTIC_OUTLOOK, /* the playout, and twice the value of its own board */
} ai_heuristic;

typedef struct ai_search {
    const char *name;
    void (*run)(azj_engine *e);
} ai_search;

/* Which search, and how well. */
typedef struct ai_config {
    const ai_search *search;
    ai_skill skill;
} ai_config;

/* Games in which a bot may play differently: each rule set of the classic family with two, three
 * and four seats, and Duel. */
enum { AI_FAMILY = AZJ_DUEL, AI_SEATS = 3 };

typedef struct ai_bot {
    const char *name;   /* in what is kept of a game: never another bot's */
    const char *person; /* of a level, as it is typed: the name without the edition; else NULL */
    const char *title;  /* what people read; NULL: the name */
    const ai_config *family[AI_FAMILY][AI_SEATS]; /* by rule set and seats */
    const ai_config *duel;
} ai_bot;

extern const ai_search ai_random, ai_greedy, ai_uct, ai_alphabeta, ai_puct, ai_maxn, ai_duel;

/* NULL if no bot has this name. */
const ai_bot *ai_find_bot(const char *name);

/* Whether this bot evaluates the boards of such a game by a network. */
bool ai_uses_net(const char *name, const azj_head *head);

/* When to stop. Times are by the caller's clock. */
typedef struct ai_budget {
    uint64_t start_us;
    uint64_t soft_us; /* start no new iteration after this; 0: no limit */
    uint64_t hard_us; /* stop after this; 0: no limit */
    uint64_t nodes;   /* 0: no limit */
    uint32_t depth;   /* 0: no limit */
    bool over;
} ai_budget;

struct azj_engine {
    const ai_bot *bot;
    const ai_config *config; /* the bot's, for the position */
    azj_engine_options options;
    azj_state root; /* the mover's view */
    net net;        /* the evaluation of boards; without a bias: the hand-made one */
    bool is_set;
    bool fresh; /* the limits are nodes alone: results of earlier searches must not be used */
    atomic_bool stop;
    azj_rng rng; /* seeded by options.seed and the view at each go, so a go is a pure function */
    ai_budget budget;
    azj_move only; /* 0, or the only move of the root to consider */
    uint64_t nodes;
    azj_info info;
    uint32_t generation;         /* of the transposition table */
    uint16_t shallow_generation; /* of the table of alphabeta_shallow_search */
    uint64_t memory_of;          /* a hash of the position that the table in memory belongs to */
    size_t bytes;                /* of memory */
    size_t own_bytes;            /* of them, without those of the workers: team.h */
    unsigned workers;            /* of this search */
    unsigned member;             /* this engine's place in its team; 0: the caller's engine … */
    const struct azj_engine *first; /* … whose stop ends a worker, too; NULL: this is it */
    atomic_uint_least64_t counted;  /* nodes, as far as other threads may know */
    struct ai_team *team;           /* NULL: one thread */
    struct ai_thread *thread;       /* thread.c; NULL: no search is running in one */
    void *memory;                   /* begins a cache line */
    unsigned char *allocated;
    unsigned char *net_allocated;
    unsigned char *net_bytes; /* a copy of the caller's network; NULL: the built-in one is used */
};

/* Starts a search: turns limits into a budget. AZJ_E_NO_CLOCK if a time limit comes without a
 * clock. */
azj_error ai_budget_start(azj_engine *e, const azj_limits *limits);
bool ai_time_is_up(azj_engine *e);

/* The nodes or microseconds that are left; UINT64_MAX: there is no such limit. */
uint64_t ai_nodes_left(const azj_engine *e);
uint64_t ai_us_left(const azj_engine *e);

/* Halves what is left, for a part of the search. Returns the budget as it was. */
ai_budget ai_budget_half(azj_engine *e);

enum { AI_TICK = 256 }; /* nodes between two readings of the clock */

/* Counts one node; true when the search must end now. */
static inline bool ai_tick(azj_engine *e)
{
    e->nodes++;
    if (e->budget.nodes && e->nodes >= e->budget.nodes)
        e->budget.over = true;
    else if (e->nodes % AI_TICK == 0) {
        atomic_store_explicit(&e->counted, e->nodes, memory_order_relaxed);
        e->budget.over = e->budget.over || ai_time_is_up(e);
    }
    return e->budget.over;
}

/* A tree search does not deepen ply by ply. A depth limit alone becomes a node limit, so that the
 * search ends. */
static inline void ai_depth_as_nodes(azj_engine *e)
{
    if (e->budget.depth && !e->budget.nodes && !e->budget.hard_us)
        e->budget.nodes = 1000 * (uint64_t)e->budget.depth;
}

/* True if another iteration would probably not be finished. */
bool ai_soft_limit(azj_engine *e);

/* May the search consider this move of the root? */
static inline bool ai_allows(const azj_engine *e, azj_move move)
{
    return e->only == 0 || e->only == move;
}

/* Passes e->info to the caller's progress callback, with nodes and time filled in. */
void ai_report(azj_engine *e);

/* Equal chances for all seats and the present scores: the result of a bot that evaluates nothing.
 */
void ai_set_even_chances(const azj_state *s, azj_line *line);

/* Gives a seat this chance to win. The others share the rest in the same proportions as before. */
void ai_set_win(azj_line *line, unsigned players, unsigned seat, float win);

/* Win probabilities of a finished game; a shared win is divided. */
void ai_final_result(const azj_state *s, float *win, float *score);

#endif
