/* tree.h - the core of the Monte Carlo tree searches: uct.c, puct.c and duel_search.c.
 *
 * A search embeds a `tree` as its first member and supplies what depends on the game. One
 * iteration:
 *
 *     descend   tree_start(), then tree_select() and tree_push() at every ply
 *     expand    tree_add_children(), or tree_add_sorted() with priors
 *     evaluate  by the search itself: a playout and its result
 *     back up   tree_backup()
 *
 * Nodes are indices; 0 is the root and also means "none". Nodes, priors and moves are separate
 * arrays, so that a search that lacks one of them has room for more nodes.
 *
 * Several threads may search one tree (team.h), each with a `tree` of its own that has the nodes in
 * common. Then descending and backing up hold a lock, evaluating does not; and a visit counts from
 * the descent on, as a loss until its result is known, so that the threads spread over the tree.
 */
#ifndef AI_TREE_H
#define AI_TREE_H

#include "ai/internal.h"

enum { TREE_PATH_MAX = 64 }; /* more than the decisions of a round */

typedef struct tree_node {
    float wins; /* of the seat that moved here, summed over the visits */
    uint32_t visits;
    uint32_t first;    /* the first child; the others follow it */
    uint16_t children; /* 0: not expanded */
    uint16_t packed;   /* the move, if it has 16 bits */
} tree_node;

_Static_assert(sizeof(tree_node) == 16, "the number of nodes follows from the memory");

/* What all threads that search a tree have in common, beside the nodes. */
typedef struct tree_common {
    uint32_t used; /* nodes */
    bool shared;   /* by several threads */
    atomic_flag lock;
} tree_common;

typedef struct tree tree;

struct tree {
    azj_engine *e;
    tree *first;        /* the first thread's tree; NULL: this is it */
    tree_common common; /* of the first thread's tree */
    tree_node *node;
    float *prior;   /* by node; NULL: selection by UCB1 instead of PUCT */
    azj_move *move; /* by node; NULL: moves are in tree_node.packed */
    uint32_t room;
    float exploration;
    float first_play; /* PUCT: an unvisited move is expected to be worse than the others by this */
    bool wins_break_ties; /* between children with equal visits; otherwise the first one counts */
    /* Writes the line that begins with this child of the root. */
    void (*line)(const tree *t, uint32_t child, azj_line *line);
    uint32_t depth, deepest; /* nodes on the path; of the longest path so far */
    uint32_t path[TREE_PATH_MAX];
    uint8_t mover[TREE_PATH_MAX]; /* the seat that moved into path[i] */
};

typedef enum tree_arrays { TREE_PRIORS = 1, TREE_MOVES = 2 } tree_arrays;

/* Lays the arrays into `bytes` bytes at `memory` and makes the root. The other members are 0 or set
 * by the caller. */
void tree_init(tree *t, void *memory, size_t bytes, unsigned arrays);

/* Lets other threads join the search of this tree, if the engine has workers. */
void tree_share(tree *t);

/* Makes `t` the view that worker `w` has of the first thread's tree. */
void tree_join(tree *t, tree *first, azj_engine *w);

/* Around descending and backing up; nothing is done if one thread searches alone. */
void tree_lock(tree *t);
void tree_unlock(tree *t);

static inline azj_move tree_move(const tree *t, uint32_t i)
{
    return t->move ? t->move[i] : t->node[i].packed;
}

/* Gives a leaf these children, in this order. False: no memory is left. */
bool tree_add_children(tree *t, uint32_t leaf, const azj_move *moves, size_t n);

/* The same for moves sorted by gain, best first. Priors are the softmax of gain / scale. */
bool tree_add_sorted(tree *t, uint32_t leaf, const azj_move *moves, const float *gain, size_t n,
                     float scale);

/* Inserts a move into `kept` moves that are sorted by gain, best first, of which at most `most` are
 * kept. Returns how many are kept then. */
static inline size_t tree_insert(azj_move *moves, float *gain, size_t kept, size_t most,
                                 azj_move move, float g)
{
    size_t at = kept;
    if (kept < most)
        kept++;
    else if (gain[--at] >= g)
        return kept;
    for (; at > 0 && gain[at - 1] < g; at--) {
        moves[at] = moves[at - 1];
        gain[at] = gain[at - 1];
    }
    moves[at] = move;
    gain[at] = g;
    return kept;
}

/* The child to visit next. */
uint32_t tree_select(const tree *t, uint32_t parent);

/* The same by PUCT among the children whose move `may` allows; 0: it allows none. */
uint32_t tree_select_allowed(const tree *t, uint32_t parent,
                             bool (*may)(const void *context, azj_move move), const void *context);

/* Starts a path at the root; appends a node that `mover` moved into. */
void tree_start(tree *t);
void tree_push(tree *t, uint32_t i, unsigned mover);

/* Adds one visit to every node of the path, with the mover's chance to win. */
void tree_backup(tree *t, const float *win);

/* The most visited child, or 0 if none was visited. */
uint32_t tree_best_child(const tree *t, uint32_t parent);

/* Writes the most visited lines into e->info. */
void tree_report(const tree *t);

/* Counts one iteration; true when the search must end now. A tree has no iterations of deepening to
 * finish, so it ends at the soft limit. Reports each time that the nodes have doubled. */
bool tree_tick(tree *t);

#endif
