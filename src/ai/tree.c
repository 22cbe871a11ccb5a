/* tree.c - the core of the Monte Carlo tree searches: see tree.h. */
#include "ai/tree.h"
#include "ai/numbers.h"

#include <string.h>

enum {
    CLOCK_NODES = 16,   /* iterations between two readings of the clock: each is a playout */
    REPORT_NODES = 512, /* iterations before the first report */
};

/* ---- Nodes ---- */
void tree_init(tree *t, void *memory, size_t bytes, unsigned arrays)
{
    const size_t prior = arrays & TREE_PRIORS ? sizeof *t->prior : 0;
    const size_t move = arrays & TREE_MOVES ? sizeof *t->move : 0;
    t->room = (uint32_t)(bytes / (sizeof *t->node + prior + move));
    t->node = memory;
    char *after = (char *)(t->node + t->room);
    t->prior = prior ? (float *)(void *)after : NULL;
    t->move = move ? (azj_move *)(void *)(after + prior * t->room) : NULL;
    t->node[0] = (tree_node){0};
    t->used = 1;
}

bool tree_add_children(tree *t, uint32_t leaf, const azj_move *moves, size_t n)
{
    if (t->room - t->used < n)
        return false;
    tree_node *child = &t->node[t->used];
    for (size_t i = 0; i < n; i++)
        child[i] = (tree_node){.packed = (uint16_t)moves[i]};
    if (t->move)
        memcpy(&t->move[t->used], moves, n * sizeof *moves);
    t->node[leaf].first = t->used;
    t->node[leaf].children = (uint16_t)n;
    t->used += (uint32_t)n;
    return true;
}

bool tree_add_sorted(tree *t, uint32_t leaf, const azj_move *moves, const float *gain, size_t n,
                     float scale)
{
    float *prior = &t->prior[t->used], sum = 0;
    if (!tree_add_children(t, leaf, moves, n))
        return false;
    for (size_t i = 0; i < n; i++) {
        prior[i] = numbers_exp((gain[i] - gain[0]) / scale);
        sum += prior[i];
    }
    for (size_t i = 0; i < n; i++)
        prior[i] /= sum;
    return true;
}

/* ---- Selection and backup ---- */
static uint32_t select_puct(const tree *t, const tree_node *n)
{
    const tree_node *child = &t->node[n->first];
    const float *prior = &t->prior[n->first];
    const float reach = t->exploration * numbers_sqrt((float)n->visits);
    float visits = 0, wins = 0, best = -1e9f;
    for (uint32_t i = 0; i < n->children; i++) {
        visits += (float)child[i].visits;
        wins += child[i].wins;
    }
    const float unvisited = (visits > 0 ? wins / visits : 0.5f) - t->first_play;
    uint32_t choice = 0;
    for (uint32_t i = 0; i < n->children; i++) {
        const float v = (float)child[i].visits;
        const float mean = child[i].visits ? child[i].wins / v : unvisited;
        const float value = mean + reach * prior[i] / (1 + v);
        if (value > best) {
            best = value;
            choice = i;
        }
    }
    return n->first + choice;
}

static uint32_t select_ucb1(const tree *t, const tree_node *n)
{
    const tree_node *child = &t->node[n->first];
    const float log_visits = numbers_log((float)n->visits);
    float best = -1;
    uint32_t choice = 0;
    for (uint32_t i = 0; i < n->children; i++) {
        const float v = (float)child[i].visits;
        if (child[i].visits == 0)
            return n->first + i;
        const float value = child[i].wins / v + t->exploration * numbers_sqrt(log_visits / v);
        if (value > best) {
            best = value;
            choice = i;
        }
    }
    return n->first + choice;
}

uint32_t tree_select(const tree *t, uint32_t parent)
{
    const tree_node *n = &t->node[parent];
    return t->prior ? select_puct(t, n) : select_ucb1(t, n);
}

void tree_start(tree *t)
{
    t->path[0] = 0;
    t->depth = 1;
}

void tree_push(tree *t, uint32_t i, unsigned mover)
{
    t->mover[t->depth] = (uint8_t)mover;
    t->path[t->depth++] = i;
}

void tree_backup(tree *t, const float *win)
{
    t->node[0].visits++;
    for (uint32_t i = 1; i < t->depth; i++) {
        tree_node *n = &t->node[t->path[i]];
        n->visits++;
        n->wins += win[t->mover[i]];
    }
    if (t->depth > t->deepest)
        t->deepest = t->depth;
}

/* ---- Reports ---- */
uint32_t tree_best_child(const tree *t, uint32_t parent)
{
    const tree_node *n = &t->node[parent];
    uint32_t best = 0;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        const tree_node *c = &t->node[i], *b = &t->node[best];
        if (c->visits == 0)
            continue;
        if (!best || c->visits > b->visits ||
            (t->wins_break_ties && c->visits == b->visits && c->wins > b->wins))
            best = i;
    }
    return best;
}

/* The visited children of the root, most visits first, at most as many as lines are wanted. */
static unsigned sort_visited(const tree *t, uint32_t *sorted)
{
    const tree_node *root = &t->node[0];
    unsigned lines = 0;
    for (uint32_t i = root->first; i < root->first + root->children; i++) {
        const uint32_t visits = t->node[i].visits;
        if (visits == 0)
            continue;
        unsigned at = lines < t->e->options.lines ? lines++ : lines;
        for (; at > 0 && t->node[sorted[at - 1]].visits < visits; at--)
            if (at < lines)
                sorted[at] = sorted[at - 1];
        if (at < lines)
            sorted[at] = i;
    }
    return lines;
}

void tree_report(const tree *t)
{
    azj_info *info = &t->e->info;
    uint32_t sorted[AZJ_LINES_MAX];
    info->lines = sort_visited(t, sorted);
    info->depth = t->deepest - 1;
    for (unsigned i = 0; i < info->lines; i++)
        t->line(t, sorted[i], &info->line[i]);
}

bool tree_tick(const tree *t)
{
    azj_engine *e = t->e;
    if (e->nodes % CLOCK_NODES == 0 && ai_soft_limit(e))
        e->budget.over = true;
    if (ai_tick(e))
        return true;
    if (e->options.progress && e->nodes >= REPORT_NODES && (e->nodes & (e->nodes - 1)) == 0) {
        tree_report(t);
        ai_report(e);
    }
    return false;
}
