/* uct.c - plain Monte Carlo tree search with random playouts: the reference opponent.
 *
 * Every iteration samples the hidden facts, descends by UCB1, expands one leaf and plays random
 * moves and random deals to the end of the game. The tree ends where chance begins: after a deal
 * there are only playouts. With hidden facts the legal moves of a node may differ between samples;
 * if the selected move is illegal in a sample, the iteration leaves the tree.
 */
#include "ai/tree.h"

#include <string.h>

enum { LINE_MOVES = 16 };

#define EXPLORATION 0.7f /* set by hand, not measured */

/* Results of the playouts after one move of the root, summed. */
typedef struct uct_sums {
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
} uct_sums;

typedef struct uct {
    tree tree;
    uct_sums *sums; /* by child of the root */
} uct;

/* Children are in random order, since unvisited ones are visited from the first on. */
static bool uct_expand(tree *t, uint32_t leaf, const azj_state *s)
{
    azj_move moves[AZJ_MOVES_MAX];
    uint32_t n = (uint32_t)azj_moves(s, moves);
    if (t->room - t->common.used < n)
        return false;
    if (leaf == 0 && t->e->only) {
        moves[0] = t->e->only;
        n = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t j = i + azj_rng_below(&t->e->rng, n - i);
        const azj_move move = moves[j];
        moves[j] = moves[i];
        moves[i] = move;
    }
    return tree_add_children(t, leaf, moves, n);
}

/* Descends while the position is in the tree; the state follows. */
static void uct_descend(tree *t, azj_state *s)
{
    const bool hidden = s->head.rules == AZJ_DUEL;
    tree_start(t);
    while (s->head.seat != AZJ_NOBODY && t->depth < TREE_PATH_MAX) {
        const uint32_t at = t->path[t->depth - 1];
        const tree_node *n = &t->node[at];
        if (n->children == 0 && (n->visits == 0 || !uct_expand(t, at, s)))
            return;
        const uint32_t i = tree_select(t, at);
        const azj_move move = tree_move(t, i);
        if (hidden && azj_legal(s, move, NULL))
            return;
        tree_push(t, i, s->head.seat);
        azj_apply(s, move, NULL);
    }
}

static void play_to_end(azj_engine *e, azj_state *s)
{
    azj_move moves[AZJ_MOVES_MAX];
    for (;;) {
        azj_deal(s, &e->rng);
        if (s->head.phase == AZJ_PHASE_OVER)
            return;
        const uint32_t n = (uint32_t)azj_moves(s, moves);
        azj_apply(s, moves[azj_rng_below(&e->rng, n)], NULL);
    }
}

static void uct_iterate(uct *u)
{
    tree *t = &u->tree;
    azj_state s;
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    azj_determinise(&t->e->root, &t->e->rng, &s);
    uct_descend(t, &s);
    play_to_end(t->e, &s);
    ai_final_result(&s, win, score);
    tree_backup(t, win);
    for (unsigned p = 0; t->depth > 1 && p < s.head.players; p++) {
        uct_sums *sums = &u->sums[t->path[1] - t->node[0].first];
        sums->win[p] += win[p];
        sums->score[p] += score[p];
    }
}

/* Chances and scores of a line are the means of its playouts. */
static void uct_line(const tree *t, uint32_t child, azj_line *line)
{
    const uct_sums *sums = &((const uct *)t)->sums[child - t->node[0].first];
    const float visits = (float)t->node[child].visits;
    memset(line, 0, sizeof *line);
    for (unsigned p = 0; p < t->e->root.head.players; p++) {
        line->win[p] = sums->win[p] / visits;
        line->score[p] = sums->score[p] / visits;
    }
    for (uint32_t i = child; i && line->length < LINE_MOVES; i = tree_best_child(t, i))
        line->move[line->length++] = tree_move(t, i);
}

static void uct_run(azj_engine *e)
{
    enum { SUMS_BYTES = AZJ_MOVES_MAX * sizeof(uct_sums) };
    uct u = {.tree = {.e = e, .exploration = EXPLORATION, .line = uct_line}, .sums = e->memory};
    azj_state s;
    memset(u.sums, 0, SUMS_BYTES);
    tree_init(&u.tree, (char *)e->memory + SUMS_BYTES, e->bytes - SUMS_BYTES, TREE_MOVES);
    ai_depth_as_nodes(e);
    azj_determinise(&e->root, &e->rng, &s);
    uct_expand(&u.tree, 0, &s);
    u.tree.node[0].visits = 1; /* UCB1 takes its logarithm */
    while (!e->budget.over) {
        tree_tick(&u.tree);
        uct_iterate(&u);
    }
    tree_report(&u.tree);
}

const ai_search ai_uct = {"uct", uct_run};
