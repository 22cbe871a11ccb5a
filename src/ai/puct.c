/* puct.c - the strong search for three and four seats of the classic family.
 *
 * Monte Carlo tree search inside the round with a value for every seat: each seat maximises its own
 * chance to win. Nothing is random: a new leaf is valued by one greedy playout to the end of the
 * round and the evaluation of the boards there. Priors come from the immediate gain of a move.
 */
#include "ai/dumps.h"
#include "ai/round.h"
#include "ai/team.h"
#include "ai/tiling.h"
#include "ai/tree.h"

#include <string.h>

enum {
    CHILDREN_MAX = 32, /* below the root: the moves with the highest gains */
};

/* Set by hand, not measured; see tree.h. */
#define EXPLORATION 1.0f
#define GAIN_SCALE \
    (1.5f * EVAL_POINT) /* gains that differ by this have priors in the ratio e : 1 */
#define FIRST_PLAY 0.10f

typedef struct puct {
    tree tree;
    round_frame frame;
    round_state root;
} puct;

static bool puct_expand(puct *u, uint32_t leaf, const round_state *r)
{
    round_move packed[ROUND_MOVES_MAX];
    azj_move moves[ROUND_MOVES_MAX];
    float gain[ROUND_MOVES_MAX];
    const azj_move only = u->tree.e->only;
    const size_t most = leaf ? CHILDREN_MAX : ROUND_MOVES_MAX;
    size_t kept = 0;
    unsigned n = 1;
    if (leaf == 0 && only)
        packed[0] = round_pack_move(r, &u->frame.root, only);
    else
        n = round_moves(&u->frame, r, packed);
    if (leaf == 0 && !only && u->tree.e->config->skill.tidy)
        n = dumps_leave_out_packed(packed, n);
    for (unsigned i = 0; i < n; i++)
        kept = tree_insert(moves, gain, kept, most, packed[i],
                           (float)round_gain(&u->frame, r, packed[i]));
    return tree_add_sorted(&u->tree, leaf, moves, gain, kept, GAIN_SCALE);
}

static void puct_descend(puct *u, round_state *r)
{
    tree *t = &u->tree;
    tree_start(t);
    while (t->depth < TREE_PATH_MAX && !round_is_over(r)) {
        const uint32_t at = t->path[t->depth - 1];
        const tree_node *n = &t->node[at];
        if (n->children == 0 && (n->visits == 0 || !puct_expand(u, at, r)))
            return; /* a leaf is expanded at its second visit: most are never visited again */
        const uint32_t i = tree_select(t, at);
        tree_push(t, i, r->seat);
        round_apply(&u->frame, r, t->node[i].packed);
    }
}

static void puct_iterate(puct *u)
{
    round_state r = u->root;
    round_result v;
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    tree_lock(&u->tree);
    puct_descend(u, &r);
    tree_unlock(&u->tree);
    round_play_out(&u->frame, &r);
    round_value(&u->frame, &r, &v);
    round_chances(&u->frame, &v, win, score);
    tree_lock(&u->tree);
    tree_backup(&u->tree, win);
    tree_unlock(&u->tree);
}

static void puct_search(puct *u)
{
    do
        puct_iterate(u);
    while (!tree_tick(&u->tree));
}

/* A worker searches the same tree with caches of its own. */
static void puct_help(azj_engine *w, void *context)
{
    puct *first = context;
    puct u = {0};
    round_frame_begin(&u.frame, &w->root.classic, &w->net, w->memory);
    round_pack(&w->root.classic, &u.root);
    tree_join(&u.tree, &first->tree, w);
    puct_search(&u);
}

/* The mover's chance is the mean of all visits; the rest is expected at the end of the line. */
static void puct_line(const tree *t, uint32_t child, azj_line *line)
{
    const puct *u = (const puct *)t;
    azj_classic at = u->frame.root;
    round_state r = u->root;
    round_result v;
    memset(line, 0, sizeof *line);
    for (uint32_t i = child; i && line->length < AZJ_LINE_MOVES_MAX; i = tree_best_child(t, i)) {
        const azj_move m = round_unpack_move(&r, &at, t->node[i].packed);
        line->move[line->length++] = m;
        azj_classic_apply(&at, m, NULL);
        round_apply(&u->frame, &r, t->node[i].packed);
    }
    round_play_out(&u->frame, &r);
    round_value(&u->frame, &r, &v);
    round_chances(&u->frame, &v, line->win, line->score);
    ai_set_win(line, u->frame.players, u->root.seat,
               t->node[child].wins / (float)t->node[child].visits);
}

static void puct_run(azj_engine *e)
{
    puct u = {.tree = {.e = e,
                       .exploration = EXPLORATION,
                       .first_play = FIRST_PLAY,
                       .wins_break_ties = true,
                       .line = puct_line}};
    if (e->root.head.phase == AZJ_PHASE_TILING) {
        tiling_search(e);
        return;
    }
    const size_t cache = round_cache_bytes(e->root.head.players);
    ai_team_begin(e, cache);
    round_frame_begin(&u.frame, &e->root.classic, &e->net, e->memory);
    round_pack(&e->root.classic, &u.root);
    tree_init(&u.tree, (char *)e->memory + cache, e->own_bytes - cache, TREE_PRIORS);
    puct_expand(&u, 0, &u.root);
    ai_depth_as_nodes(e);
    tree_share(&u.tree);
    ai_team_run(e, puct_help, &u);
    puct_search(&u);
    ai_team_stop(e);
    e->memory_of = 0;
    tree_report(&u.tree);
}

const ai_search ai_puct = {"puct", puct_run};
