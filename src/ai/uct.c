/* uct.c - plain Monte Carlo tree search with random playouts: the yardstick.
 *
 * Every iteration samples what is hidden, walks down the tree by UCB1, adds the children of one
 * leaf, plays random moves and random deals to the end of the game, and credits each node on the
 * way to the seat that moved into it. The tree ends where chance begins: behind a deal there are
 * only playouts. With hidden facts the moves of a node may differ between samples; where they do,
 * the iteration leaves the tree.
 */
#include "ai/internal.h"
#include "ai/numbers.h"

#include <string.h>

typedef struct node {
    azj_move move;
    uint32_t first;    /* index of the first child */
    uint32_t visits;   /* of this node */
    float wins;        /* for the seat that moved here */
    uint16_t children; /* 0: not expanded */
    uint16_t seat;     /* who moved here */
} node;

enum { PATH_PLIES = 256, LINE_PLIES = 16 };
#define EXPLORATION 0.7f

/* What came of the playouts behind one move of the root, summed. */
typedef struct outcome {
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
} outcome;

typedef struct tree {
    azj_engine *e;
    outcome *behind; /* by child of the root */
    node *at;
    uint32_t used, room;
    uint32_t path[PATH_PLIES];
    uint32_t depth, deepest;
} tree;

static bool expand(tree *t, node *leaf, const azj_state *s)
{
    azj_move moves[AZJ_MOVES_MAX];
    uint32_t n = (uint32_t)azj_moves(s, moves);
    if (t->room - t->used < n)
        return false;
    if (leaf == &t->at[0] && t->e->only) {
        moves[0] = t->e->only;
        n = 1;
    }
    leaf->first = t->used;
    leaf->children = (uint16_t)n;
    for (uint32_t i = 0; i < n; i++) { /* in random order, since unvisited ones go from the left */
        const uint32_t j = i + azj_rng_below(&t->e->rng, n - i);
        t->at[t->used++] = (node){.move = moves[j], .seat = s->head.seat};
        moves[j] = moves[i];
    }
    return true;
}

static uint32_t select_child(const tree *t, const node *n)
{
    const float log_visits = numbers_log((float)n->visits);
    float best = -1;
    uint32_t choice = n->first;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        const node *c = &t->at[i];
        if (c->visits == 0)
            return i;
        const float visits = (float)c->visits;
        const float ucb = c->wins / visits + EXPLORATION * numbers_sqrt(log_visits / visits);
        if (ucb > best) {
            best = ucb;
            choice = i;
        }
    }
    return choice;
}

/* Walks down while the position is in the tree; the state follows. */
static void descend(tree *t, azj_state *s)
{
    const bool hidden = s->head.rules == AZJ_DUEL;
    t->depth = 0;
    t->path[t->depth++] = 0;
    for (;;) {
        node *n = &t->at[t->path[t->depth - 1]];
        if (s->head.seat == AZJ_NOBODY || t->depth == PATH_PLIES)
            return;
        if (n->children == 0 && (n->visits == 0 || !expand(t, n, s)))
            return;
        const uint32_t i = select_child(t, n);
        if (hidden && azj_legal(s, t->at[i].move, NULL))
            return;
        azj_apply(s, t->at[i].move, NULL);
        t->path[t->depth++] = i;
        if (t->at[i].visits == 0)
            return;
    }
}

static void play_out(azj_engine *e, azj_state *s)
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

static void credit(tree *t, const azj_state *s)
{
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    ai_final(s, win, score);
    for (uint32_t i = 0; i < t->depth; i++) {
        node *n = &t->at[t->path[i]];
        n->visits++;
        n->wins += win[n->seat];
    }
    for (unsigned p = 0; t->depth > 1 && p < s->head.players; p++) {
        outcome *o = &t->behind[t->path[1] - t->at[0].first];
        o->win[p] += win[p];
        o->score[p] += score[p];
    }
    if (t->depth > t->deepest)
        t->deepest = t->depth;
}

static const node *most_visited(const tree *t, const node *n)
{
    const node *best = NULL;
    for (uint32_t i = n->first; i < n->first + n->children; i++)
        if (!best || t->at[i].visits > best->visits)
            best = &t->at[i];
    return best;
}

/* The line that begins with this child of the root: the means of its playouts. */
static void tell_line(const tree *t, const node *n, azj_line *line)
{
    const outcome *o = &t->behind[n - &t->at[t->at[0].first]];
    memset(line, 0, sizeof *line);
    for (unsigned p = 0; p < t->e->root.head.players; p++) {
        line->win[p] = o->win[p] / (float)n->visits;
        line->score[p] = o->score[p] / (float)n->visits;
    }
    for (; n && n->visits && line->length < LINE_PLIES; n = n->children ? most_visited(t, n) : NULL)
        line->move[line->length++] = n->move;
}

static void tell(void *of)
{
    const tree *t = of;
    azj_info *info = &t->e->info;
    const node *root = &t->at[0], *child = &t->at[root->first];
    uint32_t sorted[AZJ_LINES_MAX];
    info->lines = ai_most_visited(t->e, &child->visits, sizeof *child, root->children, sorted);
    info->depth = t->deepest - 1;
    for (unsigned i = 0; i < info->lines; i++)
        tell_line(t, &child[sorted[i]], &info->line[i]);
}

static void go(azj_engine *e)
{
    enum { BEHIND = AZJ_MOVES_MAX * sizeof(outcome) };
    tree t = {.e = e, .behind = e->memory, .used = 1};
    azj_state s;
    t.at = (node *)((char *)e->memory + BEHIND);
    t.room = (uint32_t)((e->bytes - BEHIND) / sizeof(node));
    memset(t.behind, 0, BEHIND);
    ai_depth_as_nodes(e);
    t.at[0] = (node){.visits = 1};
    azj_determinise(&e->root, &e->rng, &s);
    expand(&t, &t.at[0], &s);
    while (!e->budget.over) {
        ai_tree_tick(e, tell, &t);
        azj_determinise(&e->root, &e->rng, &s);
        descend(&t, &s);
        play_out(e, &s);
        credit(&t, &s);
    }
    t.at[0].visits--;
    tell(&t);
}

const ai_search ai_uct = {"uct", go};
