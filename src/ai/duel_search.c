/* duel_search.c - the strong search for Duel.
 *
 * Monte Carlo tree search over the acquisition of the current round. Every iteration samples the
 * hidden facts, descends by PUCT (priors: duel_policy.h), plays the rest of the round out, tiles
 * both domes by the best choices and evaluates the boards; after the last round that is the result
 * of the game. All samples share one tree: in an acquisition the legal moves depend on hidden facts
 * only after a draw from the pile and after the first plates. After the first plates the tree ends.
 * A draw is one edge of the tree, with the placement that follows: by the best gain, so it differs
 * from sample to sample. After it only the drawer's next placements depend on the sample, and
 * those that are impossible in it are left out. Bots without `past_draws` end the tree at a draw:
 * then nobody answers it, and it is valued too high (lab/bots-duel.md). A tiling has no opponent
 * and is searched exhaustively instead.
 */
#include "ai/duel_endgame.h"
#include "ai/duel_policy.h"
#include "ai/duel_tiling.h"
#include "ai/dumps.h"
#include "ai/team.h"
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
    float score[2]; /* summed over all iterations of this thread … */
    uint32_t count; /* … and how many these are */
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

/* True if the tree goes on from here. After the first plates the next moves depend on chance. */
static bool is_in_tree(const tree *t, const azj_duel *s)
{
    if (t->depth == TREE_PATH_MAX)
        return false;
    return t->depth == 1 ||
           (s->phase == AZJ_PHASE_OFFER && t->e->root.head.phase != AZJ_PHASE_SETUP);
}

static bool is_drawing(const azj_duel *s)
{
    return s->phase == AZJ_PHASE_DRAW || s->phase == AZJ_PHASE_KEEP || s->phase == AZJ_PHASE_RETURN;
}

/* Is the slot free that a plate would be placed in? All other moves are possible in every sample.
 */
static bool is_possible(const void *board, azj_move move)
{
    const azj_duel_board *b = board;
    return azj_move_kind_of(move) != AZJ_PLATE ||
           b->plate[azj_move_slot(move) - 1] == DUEL_EMPTY_SLOT;
}

static void duel_descend(duel_searcher *d, azj_duel *s)
{
    tree *t = &d->tree;
    bool drew[2] = {false, false};
    tree_start(t);
    while (is_in_tree(t, s)) {
        const uint32_t at = t->path[t->depth - 1];
        const unsigned seat = s->seat;
        if (t->node[at].children == 0 && t->node[at].visits > 0)
            duel_expand(d, at, s);
        if (t->node[at].children == 0)
            return;
        const uint32_t i = drew[seat] ? tree_select_allowed(t, at, is_possible, &s->board[seat])
                                      : tree_select(t, at);
        if (i == 0)
            return;
        tree_push(t, i, seat);
        azj_duel_apply(s, t->move[i], NULL);
        if (t->e->config->skill.past_draws && is_drawing(s)) {
            drew[seat] = true;
            duel_finish_draw(&d->marginals, s, &t->e->rng);
        }
    }
}

static void duel_iterate(duel_searcher *d)
{
    azj_engine *e = d->tree.e;
    azj_duel s;
    duel_estimate v;
    azj_duel_determinise(&e->root.duel, &e->rng, &s);
    tree_lock(&d->tree);
    duel_descend(d, &s);
    tree_unlock(&d->tree);
    duel_play_out(&d->marginals, &s, &e->rng);
    duel_evaluate(&s, &e->net, d->marginals.cache, &v);
    tree_lock(&d->tree);
    tree_backup(&d->tree, (const float[2]){v.utility, 1 - v.utility});
    tree_unlock(&d->tree);
    d->score[0] += v.score[0];
    d->score[1] += v.score[1];
    d->count++;
}

/* True if the line ends with this child. What follows a draw differs from sample to sample. */
static bool ends_line(const tree *t, uint32_t child)
{
    const azj_duel *root = &t->e->root.duel;
    const azj_move move = t->move[child];
    return move == AZJ_DRAW || move == AZJ_STOP || (is_drawing(root) && root->drawn_count > 2);
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
        line->score[p] = d->score[p] / (float)d->count;
    for (uint32_t i = child; i && line->length < AZJ_LINE_MOVES_MAX; i = tree_best_child(t, i)) {
        line->move[line->length++] = t->move[i];
        if (ends_line(t, i))
            break;
    }
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
    duel_tile_out(&s, DUEL_PAY_MANY, NULL);
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

/* The searcher is in the engine's memory, since the stack is small in a browser. After it come the
 * caches. Returns the bytes of all. */
enum { ALIGN = 64, HEAD = (sizeof(duel_searcher) + ALIGN - 1) / ALIGN * ALIGN };
static size_t lay_out_searcher(duel_searcher *d, const azj_engine *e)
{
    const size_t cache = e->net.bias ? DUEL_CACHE_ENTRIES * sizeof(duel_cached_board) : 0;
    const size_t tiled = DUEL_TILED_ENTRIES * sizeof(duel_tiled_board);
    if (d) {
        char *memory = (char *)d + HEAD;
        d->marginals.cache = cache ? memset(memory, 0, cache) : NULL;
        d->marginals.tiled = memset(memory + cache, 0, tiled);
    }
    return HEAD + cache + tiled;
}

static void search_tree(duel_searcher *d)
{
    do
        duel_iterate(d);
    while (!tree_tick(&d->tree));
}

static void help_search_tree(azj_engine *w, void *context)
{
    (void)context;
    search_tree(w->memory);
}

/* Gives the workers searchers with caches of their own on the same tree. */
static void prepare_workers(duel_searcher *d, azj_engine *e)
{
    for (unsigned i = 1; i < ai_team_size(e); i++) {
        azj_engine *w = ai_team_member(e, i);
        duel_searcher *of = w->memory;
        of->tree = (tree){.deepest = 1};
        of->score[0] = of->score[1] = 0;
        of->count = 0;
        of->marginals = d->marginals;
        of->marginals.net = &w->net;
        lay_out_searcher(of, w);
        tree_join(&of->tree, &d->tree, w);
    }
}

/* The scores of all threads together. */
static void add_scores(duel_searcher *d, azj_engine *e)
{
    for (unsigned i = 1; i < ai_team_size(e); i++) {
        const duel_searcher *of = ai_team_member(e, i)->memory;
        d->score[0] += of->score[0];
        d->score[1] += of->score[1];
        d->count += of->count;
    }
}

static void search_acquisition(azj_engine *e)
{
    duel_searcher *d = e->memory;
    azj_duel s;
    ai_team_begin(e, lay_out_searcher(NULL, e));
    memset(d->score, 0, sizeof d->score);
    d->count = 0;
    memset(&d->marginals, 0, offsetof(duel_marginals, lines));
    d->tree = (tree){.e = e,
                     .exploration = EXPLORATION,
                     .first_play = FIRST_PLAY,
                     .deepest = 1,
                     .line = duel_line};
    d->marginals.net = &e->net;
    const size_t used = lay_out_searcher(d, e);
    char *memory = (char *)e->memory + used;
    ai_depth_as_nodes(e);
    limit_nodes(e);
    azj_duel_determinise(&e->root.duel, &e->rng, &s);
    duel_marginals_init(&d->marginals, &s);
    if (!e->only && e->config->skill.heuristic == AI_HEURISTIC_NONE &&
        duel_endgame_solve(e, &d->marginals, memory, e->own_bytes - used))
        return;
    tree_init(&d->tree, memory, e->own_bytes - used, TREE_PRIORS | TREE_MOVES);
    duel_expand(d, 0, &s);
    tree_share(&d->tree);
    prepare_workers(d, e);
    ai_team_run(e, help_search_tree, NULL);
    search_tree(d);
    ai_team_stop(e);
    add_scores(d, e);
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
