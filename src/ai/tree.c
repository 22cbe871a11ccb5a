/* tree.c - the core of the Monte Carlo tree searches: see tree.h. */
#include "ai/tree.h"
#include "ai/dumps.h"
#include "ai/numbers.h"
#include "ai/team.h"

#include <string.h>

enum {
    CLOCK_NODES = 16,   /* iterations between two readings of the clock: each is a playout */
    REPORT_NODES = 512, /* iterations before the first report */
    FEW_VISITS = 32, /* a child with fewer than this part of the best one's visits is not certain */
    SPINS = 256,     /* tries to take the lock before the thread gives way */
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
    t->first = NULL;
    t->common.used = 1;
    t->common.shared = false;
    atomic_flag_clear(&t->common.lock);
}

static tree_common *common_of(tree *t)
{
    return t->first ? &t->first->common : &t->common;
}

static bool is_shared(const tree *t)
{
    return t->first || t->common.shared;
}

void tree_share(tree *t)
{
    t->common.shared = ai_team_size(t->e) > 1;
}

void tree_join(tree *t, tree *first, azj_engine *w)
{
    t->e = w;
    t->first = first;
    t->node = first->node;
    t->prior = first->prior;
    t->move = first->move;
    t->room = first->room;
    t->exploration = first->exploration;
    t->first_play = first->first_play;
    t->wins_break_ties = first->wins_break_ties;
    t->line = first->line;
}

/* The lock is held for less than a microsecond, so waiting in a loop is cheaper than sleeping. If
 * the thread that holds it does not run, the others give way. */
void tree_lock(tree *t)
{
    unsigned tries = 0;
    if (!is_shared(t))
        return;
    while (atomic_flag_test_and_set_explicit(&common_of(t)->lock, memory_order_acquire))
        if (++tries % SPINS == 0)
            ai_team_yield();
}

void tree_unlock(tree *t)
{
    if (is_shared(t))
        atomic_flag_clear_explicit(&common_of(t)->lock, memory_order_release);
}

bool tree_add_children(tree *t, uint32_t leaf, const azj_move *moves, size_t n)
{
    const uint32_t first = common_of(t)->used;
    if (t->room - first < n)
        return false;
    tree_node *child = &t->node[first];
    for (size_t i = 0; i < n; i++)
        child[i] = (tree_node){.packed = (uint16_t)moves[i]};
    if (t->move)
        memcpy(&t->move[first], moves, n * sizeof *moves);
    t->node[leaf].first = first;
    t->node[leaf].children = (uint16_t)n;
    common_of(t)->used += (uint32_t)n;
    return true;
}

bool tree_add_sorted(tree *t, uint32_t leaf, const azj_move *moves, const float *gain, size_t n,
                     float scale)
{
    float *prior = &t->prior[common_of(t)->used], sum = 0;
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
/* The values of `n` visited children by PUCT, without a dependency between them, so that compilers
 * use vectors. */
enum { SELECT_PART = 16 };
static void puct_values(const tree_node *child, const float *prior, float reach, unsigned n,
                        float *value)
{
    float wins[SELECT_PART], visits[SELECT_PART];
    for (unsigned i = 0; i < n; i++) {
        wins[i] = child[i].wins;
        visits[i] = (float)(int32_t)child[i].visits;
    }
    for (unsigned i = 0; i < n; i++)
        value[i] = wins[i] / visits[i] + reach * prior[i] / (1 + visits[i]);
}

/* Children are sorted by prior, so the visited ones come first, and of the others only the first
 * one can be the best. */
static uint32_t select_puct(const tree *t, const tree_node *n)
{
    const tree_node *child = &t->node[n->first];
    const float *prior = &t->prior[n->first];
    const float reach = t->exploration * numbers_sqrt((float)n->visits);
    float visits = 0, wins = 0, best = -1e9f;
    uint32_t visited = n->children, choice = 0;
    if (child[visited - 1].visits == 0)
        for (visited = 0; child[visited].visits > 0; visited++) {
            visits += (float)child[visited].visits;
            wins += child[visited].wins;
        }
    for (uint32_t i = 0; i < visited; i += SELECT_PART) {
        float value[SELECT_PART];
        const uint32_t part = visited - i < SELECT_PART ? visited - i : SELECT_PART;
        puct_values(child + i, prior + i, reach, part, value);
        for (uint32_t j = 0; j < part; j++)
            if (value[j] > best) {
                best = value[j];
                choice = i + j;
            }
    }
    if (visited < n->children) {
        const float unvisited = (visits > 0 ? wins / visits : 0.5f) - t->first_play;
        if (unvisited + reach * prior[visited] > best)
            choice = visited;
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

uint32_t tree_select_allowed(const tree *t, uint32_t parent,
                             bool (*may)(const void *context, azj_move move), const void *context)
{
    const tree_node *n = &t->node[parent];
    const float reach = t->exploration * numbers_sqrt((float)n->visits);
    float visits = 0, wins = 0, best = -1e9f;
    uint32_t choice = 0;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        visits += (float)t->node[i].visits;
        wins += t->node[i].wins;
    }
    const float unvisited = (visits > 0 ? wins / visits : 0.5f) - t->first_play;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        const float v = (float)t->node[i].visits;
        const float value =
            (v > 0 ? t->node[i].wins / v : unvisited) + reach * t->prior[i] / (1 + v);
        if (value > best && may(context, tree_move(t, i))) {
            best = value;
            choice = i;
        }
    }
    return choice;
}

void tree_start(tree *t)
{
    t->path[0] = 0;
    t->depth = 1;
    t->node[0].visits += is_shared(t);
}

void tree_push(tree *t, uint32_t i, unsigned mover)
{
    t->mover[t->depth] = (uint8_t)mover;
    t->path[t->depth++] = i;
    t->node[i].visits += is_shared(t);
}

void tree_backup(tree *t, const float *win)
{
    const bool counted = is_shared(t); /* by the descent */
    t->node[0].visits += !counted;
    for (uint32_t i = 1; i < t->depth; i++) {
        tree_node *n = &t->node[t->path[i]];
        n->visits += !counted;
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

static bool child_dumps(const tree *t, uint32_t i)
{
    azj_line line;
    t->line(t, i, &line);
    return dumps_is(&t->e->root, line.move[0]);
}

/* The most visited child that is no dump, if `dump` is better by no more than the margin; few
 * visits do not count. Otherwise `dump`. */
static uint32_t tidy_child(const tree *t, uint32_t dump, float margin)
{
    const tree_node *root = &t->node[0], *d = &t->node[dump];
    const float least = d->wins / (float)d->visits - margin;
    uint32_t best = dump;
    for (uint32_t i = root->first; i < root->first + root->children; i++) {
        const tree_node *c = &t->node[i];
        if (c->visits > d->visits / FEW_VISITS && c->wins / (float)c->visits >= least &&
            (best == dump || c->visits > t->node[best].visits) && !child_dumps(t, i))
            best = i;
    }
    return best;
}

/* Brings the tidy child to the front. */
static void sort_tidy(const tree *t, uint32_t *sorted, unsigned lines)
{
    const float margin = 0.01f * (float)t->e->config->skill.dump_margin;
    if (margin <= 0 || t->e->only || lines == 0 || !child_dumps(t, sorted[0]))
        return;
    const uint32_t tidy = tidy_child(t, sorted[0], margin);
    unsigned at = 1;
    while (at < lines && sorted[at] != tidy)
        at++;
    if (tidy == sorted[0])
        return;
    for (at = at < lines ? at : lines - 1; at > 0; at--)
        sorted[at] = sorted[at - 1];
    sorted[0] = tidy;
}

void tree_report(const tree *t)
{
    azj_info *info = &t->e->info;
    uint32_t sorted[AZJ_LINES_MAX];
    info->lines = sort_visited(t, sorted);
    sort_tidy(t, sorted, info->lines);
    info->depth = t->deepest - 1;
    for (unsigned i = 0; i < info->lines; i++)
        t->line(t, sorted[i], &info->line[i]);
}

bool tree_tick(tree *t)
{
    azj_engine *e = t->e;
    if (e->nodes % CLOCK_NODES == 0 && ai_soft_limit(e))
        e->budget.over = true;
    if (ai_tick(e))
        return true;
    if (e->options.progress && e->nodes >= REPORT_NODES && (e->nodes & (e->nodes - 1)) == 0) {
        tree_lock(t);
        tree_report(t);
        tree_unlock(t);
        ai_report(e);
    }
    return false;
}
