/* duel_search.c - the strong search for Duel.
 *
 * Monte Carlo tree search over the acquisition of the current round. Every iteration fills in what
 * is hidden, walks down the tree (PUCT, priors from what a move seems to bring), plays the rest of
 * the round out quickly, tiles both domes by the best choices and asks the evaluation; behind the
 * last round that is the result itself. The tree is one for all samples: in an acquisition the
 * legal moves depend on hidden facts only behind a draw from the pile and behind the first plates,
 * and there it ends. A tiling has no opponent and is tried out instead.
 */
#include "ai/duel_ending.h"
#include "ai/duel_policy.h"
#include "ai/duel_tiling.h"
#include "ai/internal.h"
#include "ai/numbers.h"

#include <string.h>

typedef struct node {
    azj_move move;
    float prior;
    float wins; /* for the seat that moved here, summed over visits */
    uint32_t visits;
    uint32_t first;    /* index of the first child */
    uint16_t children; /* 0: not expanded */
} node;

enum {
    PATH_PLIES = 64,
    CHILDREN_MAX = 48, /* behind the root, the most promising ones */
    ROUND_NODES = 40,  /* of a level that only imagines how the round goes on */
};

#define EXPLORATION 0.9f
#define GAIN_SCALE 1.1f  /* gains that differ by so much have priors e : 1 … */
#define NET_SCALE 2.2f   /* … and where a network judges better than these gains do */
#define FIRST_PLAY 0.06f /* a move not tried yet is expected to be so much worse */

typedef struct tree {
    azj_engine *e;
    duel_sight sight;
    node *at;
    uint32_t used, room;
    uint32_t path[PATH_PLIES];
    uint8_t mover[PATH_PLIES]; /* who moved into path[i] */
    uint32_t depth, deepest;
    duel_outlook sum; /* over all iterations */
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    float gain[AZJ_DUEL_MOVES_MAX];
} tree;

/* ---- Growing
 * ------------------------------------------------------------------------------------*/

/* Brings the `most` moves of the highest gains to the front, best first; returns how many. */
static size_t sort_best(tree *t, size_t n, size_t most)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const azj_move move = t->moves[i];
        const float gain = t->gain[i];
        size_t at = kept < most ? kept++ : kept;
        if (at == kept && t->gain[at - 1] >= gain)
            continue;
        at = at == kept ? at - 1 : at;
        for (; at > 0 && t->gain[at - 1] < gain; at--) {
            t->moves[at] = t->moves[at - 1];
            t->gain[at] = t->gain[at - 1];
        }
        t->moves[at] = move;
        t->gain[at] = gain;
    }
    return kept;
}

/* A weak player's whims: which kinds of move, colours and lines it likes. They follow from the
 * engine's seed alone and stay for the whole game, so that its mistakes have a character. */
static float whim(const azj_engine *e, azj_move move)
{
    const azj_move_kind kind = azj_move_kind_of(move);
    const bool tiles = kind == AZJ_SUN || kind == AZJ_MOON;
    azj_rng taste;
    azj_rng_seed(&taste, e->options.seed * 1021 + kind + (tiles ? move & 0x3f00u : 0));
    return 0.1f * e->way->skill.taste * ((float)azj_rng_below(&taste, 2001) / 1000 - 1);
}

static void expand(tree *t, uint32_t index, const azj_duel *s)
{
    size_t n = azj_duel_moves(s, t->moves);
    if (index == 0 && t->e->only) { /* asked about one move only */
        t->moves[0] = t->e->only;
        n = 1;
    }
    duel_gains(&t->sight, s, t->moves, n, t->gain);
    if (index == 0 && t->e->way->skill.taste)
        for (size_t i = 0; i < n; i++)
            t->gain[i] += whim(t->e, t->moves[i]);
    n = sort_best(t, n, index == 0 ? n : CHILDREN_MAX);
    if (t->room - t->used < n)
        return;
    const float scale = t->e->net.bias ? NET_SCALE : GAIN_SCALE;
    float sum = 0;
    node *child = &t->at[t->used];
    for (size_t i = 0; i < n; i++) {
        child[i] = (node){.move = t->moves[i]};
        child[i].prior = numbers_exp((t->gain[i] - t->gain[0]) / scale);
        sum += child[i].prior;
    }
    for (size_t i = 0; i < n; i++)
        child[i].prior /= sum;
    t->at[index].first = t->used;
    t->at[index].children = (uint16_t)n;
    t->used += (uint32_t)n;
}

static uint32_t select_child(const tree *t, const node *n)
{
    const float reach = EXPLORATION * numbers_sqrt((float)n->visits);
    float tried = 0, known = 0, best = -1e9f;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        tried += (float)t->at[i].visits;
        known += t->at[i].wins;
    }
    const float first_play = (tried > 0 ? known / tried : 0.5f) - FIRST_PLAY;
    uint32_t choice = n->first;
    for (uint32_t i = n->first; i < n->first + n->children; i++) {
        const node *c = &t->at[i];
        const float visits = (float)c->visits;
        const float mean = c->visits ? c->wins / visits : first_play;
        const float value = mean + reach * c->prior / (1 + visits);
        if (value > best) {
            best = value;
            choice = i;
        }
    }
    return choice;
}

/* ---- One iteration
 * ------------------------------------------------------------------------------*/

/* Does the tree go on from here? Behind draws and first plates the next moves depend on luck. */
static bool in_tree(const tree *t, const azj_duel *s)
{
    if (t->depth == PATH_PLIES)
        return false;
    return s->phase == AZJ_PHASE_OFFER ? t->depth == 1 || t->e->root.head.phase != AZJ_PHASE_SETUP
                                       : t->depth == 1;
}

static void descend(tree *t, azj_duel *s)
{
    t->path[0] = 0;
    t->depth = 1;
    while (in_tree(t, s)) {
        const uint32_t at = t->path[t->depth - 1];
        if (t->at[at].children == 0 && t->at[at].visits > 0)
            expand(t, at, s);
        if (t->at[at].children == 0)
            return;
        const uint32_t i = select_child(t, &t->at[at]);
        t->mover[t->depth] = s->seat;
        t->path[t->depth++] = i;
        azj_duel_apply(s, t->at[i].move, NULL);
    }
}

static void credit(tree *t, const azj_duel *end)
{
    duel_outlook o;
    duel_look(end, &t->e->net, t->sight.boards, &o);
    t->at[0].visits++;
    for (uint32_t i = 1; i < t->depth; i++) {
        node *n = &t->at[t->path[i]];
        n->visits++;
        n->wins += t->mover[i] == 0 ? o.worth : 1 - o.worth;
    }
    t->sum.score[0] += o.score[0];
    t->sum.score[1] += o.score[1];
    if (t->depth > t->deepest)
        t->deepest = t->depth;
}

static void iterate(tree *t)
{
    azj_duel s;
    azj_duel_determinise(&t->e->root.duel, &t->e->rng, &s);
    descend(t, &s);
    duel_play_out(&t->sight, &s, &t->e->rng);
    credit(t, &s);
}

/* ---- Results
 * ------------------------------------------------------------------------------------*/

static const node *most_visited(const tree *t, const node *n)
{
    const node *best = NULL;
    for (uint32_t i = n->first; i < n->first + n->children; i++)
        if (!best || t->at[i].visits > best->visits)
            best = &t->at[i];
    return best;
}

static void tell_line(const tree *t, const node *n, azj_line *line)
{
    const unsigned seat = t->e->root.head.seat;
    const float games = (float)t->at[0].visits;
    const float mean = n->visits ? n->wins / (float)n->visits : 0;
    memset(line, 0, sizeof *line);
    line->win[seat] = mean;
    line->win[seat ^ 1u] = 1 - mean;
    line->score[0] = t->sum.score[0] / games;
    line->score[1] = t->sum.score[1] / games;
    for (; n && line->length < AZJ_LINE_MOVES_MAX; n = n->children ? most_visited(t, n) : NULL) {
        if (line->length && n->visits == 0)
            break;
        line->move[line->length++] = n->move;
    }
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

static void tile(azj_engine *e)
{
    azj_duel s;
    azj_line *line = &e->info.line[0];
    duel_outlook o;
    azj_duel_determinise(&e->root.duel, &e->rng, &s);
    duel_best_tiling(&s, DUEL_PAY_MANY, &line->move[0]);
    if (e->only)
        line->move[0] = e->only;
    azj_duel_apply(&s, line->move[0], NULL);
    duel_tile_out(&s, DUEL_PAY_MANY);
    duel_look(&s, &e->net, NULL, &o);
    line->win[0] = o.win;
    line->win[1] = 1 - o.win;
    line->score[0] = o.score[0];
    line->score[1] = o.score[1];
    line->length = 1;
    e->info.lines = 1;
    e->info.depth = 1;
    e->info.exact = e->root.duel.round == AZJ_DUEL_ROUNDS;
    e->nodes++;
}

/* The easy levels: what looks best at once, or after a short look at how the round may go on. */
static void limit_sight(azj_engine *e)
{
    const uint8_t sight = e->way->skill.sight;
    const uint64_t most = sight == AI_SIGHT_ALL ? 0 : sight == AI_SIGHT_ROUND ? ROUND_NODES : 1;
    if (most && (e->budget.nodes == 0 || e->budget.nodes > most))
        e->budget.nodes = most;
}

/* Everything lies in the engine's memory: the stack is short in a browser. */
static void search(azj_engine *e)
{
    enum { ALIGN = 64, HEAD = (sizeof(tree) + ALIGN - 1) / ALIGN * ALIGN };
    tree *t = e->memory;
    azj_duel s;
    memset(t, 0, sizeof *t);
    t->e = e;
    const size_t seen = e->net.bias ? DUEL_SEEN * sizeof(duel_seen) : 0;
    if (seen)
        t->sight.boards = memset((char *)e->memory + HEAD, 0, seen);
    t->at = (node *)((char *)e->memory + HEAD + seen);
    t->room = (uint32_t)((e->bytes - HEAD - seen) / sizeof(node));
    t->used = 1;
    t->deepest = 1;
    t->at[0] = (node){0};
    ai_depth_as_nodes(e);
    limit_sight(e);
    azj_duel_determinise(&e->root.duel, &e->rng, &s);
    t->sight.net = &e->net;
    duel_sight_begin(&t->sight, &s);
    if (!e->only && e->way->skill.sight == AI_SIGHT_ALL &&
        duel_ending_go(e, &t->sight, t->at + 1, (t->room - 1) * sizeof(node)))
        return;
    expand(t, 0, &s);
    do
        iterate(t);
    while (!ai_tree_tick(e, tell, t));
    tell(t);
}

static void go(azj_engine *e)
{
    e->memory_of = 0;
    if (e->root.head.phase == AZJ_PHASE_TILING)
        tile(e);
    else
        search(e);
}

const ai_search ai_duel = {"duel", go};
