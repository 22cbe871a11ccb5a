/* duel_search.c - the strong search for Duel.
 *
 * Monte Carlo tree search over the acquisition of the current round. Every iteration samples the
 * hidden facts, descends by PUCT (priors: duel_policy.h), plays the rest of the round out, tiles
 * both domes by the best choices and evaluates the boards; after the last round that is the result
 * of the game. All samples share one tree: in an acquisition the legal moves depend on hidden facts
 * only after a draw from the pile and after the first plates, and there the tree ends. A tiling has
 * no opponent and is searched exhaustively instead.
 */
#include "ai/duel_endgame.h"
#include "ai/duel_policy.h"
#include "ai/duel_tiling.h"
#include "ai/dumps.h"
#include "ai/tree.h"

#include <string.h>

enum {
    CHILDREN_MAX = 48,  /* below the root: the moves with the highest gains; set by hand */
    PLAYOUT_NODES = 40, /* of a level with AI_HEURISTIC_PLAYOUT; the ratings: lab/strength.md */
};

/* Gains that differ by the scale have priors in the ratio e : 1. NET_GAIN_SCALE was measured
 * against GAIN_SCALE (61.9 % of 160 games with a network, lab/networks.md); the others are set by
 * hand, not measured. */
#define EXPLORATION 0.9f
#define FIRST_PLAY 0.06f
#define GAIN_SCALE 1.1f
#define NET_GAIN_SCALE 2.2f /* where a network evaluates: it knows more than the gains do */

typedef struct duel_searcher {
    tree tree;
    duel_marginals marginals;
    float score[2]; /* summed over all iterations */
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    float gain[AZJ_DUEL_MOVES_MAX];
} duel_searcher;

/* The constant error of a weak level about this kind of move, colour and line. It follows from the
 * engine's seed alone, so that a level prefers the same moves for the whole game. */
static float duel_move_noise(const azj_engine *e, azj_move move)
{
    const azj_move_kind kind = azj_move_kind_of(move);
    const bool tiles = kind == AZJ_SUN || kind == AZJ_MOON;
    azj_rng rng;
    azj_rng_seed(&rng, e->options.seed * 1021 + kind + (tiles ? move & 0x3f00u : 0));
    return 0.1f * e->config->skill.noise * ((float)azj_rng_below(&rng, 2001) / 1000 - 1);
}

static void duel_expand(duel_searcher *d, uint32_t leaf, const azj_duel *s)
{
    azj_engine *e = d->tree.e;
    size_t n = azj_duel_moves(s, d->moves), kept = 0;
    if (leaf == 0 && e->only) {
        d->moves[0] = e->only;
        n = 1;
    } else if (leaf == 0 && e->config->skill.tidy) {
        n = dumps_leave_out(&e->root, d->moves, n);
    }
    duel_gains(&d->marginals, s, d->moves, n, d->gain);
    if (leaf == 0 && e->config->skill.noise)
        for (size_t i = 0; i < n; i++)
            d->gain[i] += duel_move_noise(e, d->moves[i]);
    for (size_t i = 0; i < n; i++)
        kept =
            tree_insert(d->moves, d->gain, kept, leaf ? CHILDREN_MAX : n, d->moves[i], d->gain[i]);
    tree_add_sorted(&d->tree, leaf, d->moves, d->gain, kept,
                    e->net.bias ? NET_GAIN_SCALE : GAIN_SCALE);
}

/* Does the tree go on from here? After draws and first plates the next moves depend on chance. */
static bool is_in_tree(const tree *t, const azj_duel *s)
{
    if (t->depth == TREE_PATH_MAX)
        return false;
    return t->depth == 1 ||
           (s->phase == AZJ_PHASE_OFFER && t->e->root.head.phase != AZJ_PHASE_SETUP);
}

static void duel_descend(duel_searcher *d, azj_duel *s)
{
    tree *t = &d->tree;
    tree_start(t);
    while (is_in_tree(t, s)) {
        const uint32_t at = t->path[t->depth - 1];
        if (t->node[at].children == 0 && t->node[at].visits > 0)
            duel_expand(d, at, s);
        if (t->node[at].children == 0)
            return;
        const uint32_t i = tree_select(t, at);
        tree_push(t, i, s->seat);
        azj_duel_apply(s, t->move[i], NULL);
    }
}

static void duel_iterate(duel_searcher *d)
{
    azj_engine *e = d->tree.e;
    azj_duel s;
    duel_estimate v;
    azj_duel_determinise(&e->root.duel, &e->rng, &s);
    duel_descend(d, &s);
    duel_play_out(&d->marginals, &s, &e->rng);
    duel_evaluate(&s, &e->net, d->marginals.cache, &v);
    tree_backup(&d->tree, (const float[2]){v.utility, 1 - v.utility});
    d->score[0] += v.score[0];
    d->score[1] += v.score[1];
}

/* The mover's chance is the mean of the line's visits, the scores are the means of all. */
static void duel_line(const tree *t, uint32_t child, azj_line *line)
{
    const duel_searcher *d = (const duel_searcher *)t;
    const unsigned seat = t->e->root.head.seat;
    const tree_node *n = &t->node[child];
    memset(line, 0, sizeof *line);
    line->win[seat] = n->wins / (float)n->visits;
    line->win[seat ^ 1u] = 1 - line->win[seat];
    for (unsigned p = 0; p < 2; p++)
        line->score[p] = d->score[p] / (float)t->node[0].visits;
    for (uint32_t i = child; i && line->length < AZJ_LINE_MOVES_MAX; i = tree_best_child(t, i))
        line->move[line->length++] = t->move[i];
}

static void search_tiling(azj_engine *e)
{
    azj_duel s;
    azj_line *line = &e->info.line[0];
    duel_estimate v;
    azj_duel_determinise(&e->root.duel, &e->rng, &s);
    duel_best_tiling(&s, DUEL_PAY_MANY, &line->move[0]);
    if (e->only)
        line->move[0] = e->only;
    azj_duel_apply(&s, line->move[0], NULL);
    duel_tile_out(&s, DUEL_PAY_MANY);
    duel_evaluate(&s, &e->net, NULL, &v);
    line->win[0] = v.win;
    line->win[1] = 1 - v.win;
    line->score[0] = v.score[0];
    line->score[1] = v.score[1];
    line->length = 1;
    e->info.lines = 1;
    e->info.depth = 1;
    e->info.exact = e->root.duel.round == AZJ_DUEL_ROUNDS;
    e->nodes++;
}

/* The easy levels have few iterations, or one: the move with the highest gain. */
static void limit_nodes(azj_engine *e)
{
    const uint8_t heuristic = e->config->skill.heuristic;
    const uint64_t most = heuristic == AI_HEURISTIC_NONE      ? 0
                          : heuristic == AI_HEURISTIC_PLAYOUT ? PLAYOUT_NODES
                                                              : 1;
    if (most && (e->budget.nodes == 0 || e->budget.nodes > most))
        e->budget.nodes = most;
}

/* The searcher is in the engine's memory, since the stack is small in a browser. */
static void search_acquisition(azj_engine *e)
{
    enum { ALIGN = 64, HEAD = (sizeof(duel_searcher) + ALIGN - 1) / ALIGN * ALIGN };
    const size_t cache = e->net.bias ? DUEL_CACHE_ENTRIES * sizeof(duel_cached_board) : 0;
    const size_t bytes = e->bytes - HEAD - cache;
    char *memory = (char *)e->memory + HEAD;
    duel_searcher *d = e->memory;
    azj_duel s;
    memset(d, 0, sizeof *d);
    d->tree = (tree){.e = e,
                     .exploration = EXPLORATION,
                     .first_play = FIRST_PLAY,
                     .deepest = 1,
                     .line = duel_line};
    d->marginals.net = &e->net;
    if (cache)
        d->marginals.cache = memset(memory, 0, cache);
    memory += cache;
    ai_depth_as_nodes(e);
    limit_nodes(e);
    azj_duel_determinise(&e->root.duel, &e->rng, &s);
    duel_marginals_init(&d->marginals, &s);
    if (!e->only && e->config->skill.heuristic == AI_HEURISTIC_NONE &&
        duel_endgame_solve(e, &d->marginals, memory, bytes))
        return;
    tree_init(&d->tree, memory, bytes, TREE_PRIORS | TREE_MOVES);
    duel_expand(d, 0, &s);
    do
        duel_iterate(d);
    while (!tree_tick(&d->tree));
    tree_report(&d->tree);
}

static void duel_run(azj_engine *e)
{
    e->memory_of = 0;
    if (e->root.head.phase == AZJ_PHASE_TILING)
        search_tiling(e);
    else
        search_acquisition(e);
}

const ai_search ai_duel = {"duel", duel_run};
