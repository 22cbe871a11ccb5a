/* puct.c - the strong search for three and four seats of the classic family.
 *
 * Monte Carlo tree search inside the round with a value for every seat: each seat maximises its own
 * chance to win. No dice: a new leaf is valued by one greedy playout to the end of the round
 * and the evaluation of the boards there; what a move gains at once is its prior.
 *
 *   iterate:  select (PUCT) -> expand the leaf (priors) -> value it -> credit the path
 */
#include "ai/internal.h"
#include "ai/numbers.h"
#include "ai/round.h"
#include "ai/tiling.h"

#include <string.h>

typedef struct node {
    float prior;
    float wins; /* for the seat that moved here, summed over visits */
    uint32_t visits;
    uint32_t first;    /* index of the first child */
    uint16_t children; /* 0: not expanded */
    round_move move;
} node;

enum {
    PATH_PLIES = 64,
    CHILDREN_MAX = 32, /* behind the root: those that gain most */
};

#define EXPLORATION 1.0f
#define GAIN_SCALE (1.5f * EVAL_POINT) /* gains that differ by so much have priors e : 1 */
#define FIRST_PLAY 0.10f               /* a move not tried yet is expected to be so much worse */

typedef struct tree {
    azj_engine *e;
    round_frame frame;
    round_state root;
    node *at;
    uint32_t used, room;
    uint32_t path[PATH_PLIES];
    uint8_t mover[PATH_PLIES]; /* who moved into path[i] */
    uint32_t depth, deepest;
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX]; /* sums */
} tree;

/* The moves of a leaf: all, or at the root the one that is asked about. */
static unsigned list(const tree *t, const node *leaf, const round_state *r, round_move *moves)
{
    if (leaf != &t->at[0] || !t->e->only)
        return round_moves(&t->frame, r, moves);
    moves[0] = round_pack_move(r, &t->frame.root, t->e->only);
    return 1;
}

typedef struct candidate {
    int32_t gain;
    round_move move;
} candidate;

/* Sorts the moves by what they gain, most first, and keeps at most `most`. */
static unsigned sort_moves(const tree *t, const round_state *r, const round_move *moves, unsigned n,
                           unsigned most, candidate *sorted)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        const candidate c = {round_gain(&t->frame, r, moves[i]), moves[i]};
        if (kept == most && c.gain <= sorted[kept - 1].gain)
            continue;
        unsigned at = kept < most ? kept++ : kept - 1;
        for (; at > 0 && sorted[at - 1].gain < c.gain; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = c;
    }
    return kept;
}

static bool expand(tree *t, node *leaf, const round_state *r)
{
    round_move moves[ROUND_MOVES_MAX];
    candidate sorted[ROUND_MOVES_MAX];
    const unsigned most = leaf == &t->at[0] ? ROUND_MOVES_MAX : CHILDREN_MAX;
    const unsigned n = sort_moves(t, r, moves, list(t, leaf, r, moves), most, sorted);
    if (t->room - t->used < n)
        return false;
    float sum = 0;
    node *child = &t->at[t->used];
    for (unsigned i = 0; i < n; i++) {
        child[i] = (node){.move = sorted[i].move};
        child[i].prior = numbers_exp((float)(sorted[i].gain - sorted[0].gain) / GAIN_SCALE);
        sum += child[i].prior;
    }
    for (unsigned i = 0; i < n; i++)
        child[i].prior /= sum;
    leaf->first = t->used;
    leaf->children = (uint16_t)n;
    t->used += n;
    return true;
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

static void descend(tree *t, round_state *r)
{
    t->path[0] = 0;
    t->depth = 1;
    while (t->depth < PATH_PLIES && !round_is_over(r)) {
        node *n = &t->at[t->path[t->depth - 1]];
        if (n->children == 0 && (n->visits == 0 || !expand(t, n, r)))
            return; /* a leaf is expanded when it is met again: most never are */
        const uint32_t i = select_child(t, n);
        t->mover[t->depth] = r->seat;
        t->path[t->depth++] = i;
        round_apply(&t->frame, r, t->at[i].move);
    }
}

static void credit(tree *t, const round_state *end)
{
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    round_result v;
    round_value(&t->frame, end, &v);
    round_chances(&t->frame, &v, win, score);
    t->at[0].visits++;
    for (uint32_t i = 1; i < t->depth; i++) {
        node *n = &t->at[t->path[i]];
        n->visits++;
        n->wins += win[t->mover[i]];
    }
    for (unsigned p = 0; p < t->frame.players; p++) {
        t->win[p] += win[p];
        t->score[p] += score[p];
    }
    if (t->depth > t->deepest)
        t->deepest = t->depth;
}

static void iterate(tree *t)
{
    round_state r = t->root;
    descend(t, &r);
    round_play_out(&t->frame, &r);
    credit(t, &r);
}

static const node *most_visited(const tree *t, const node *n)
{
    const node *best = NULL;
    for (uint32_t i = n->first; i < n->first + n->children; i++)
        if (!best || t->at[i].visits > best->visits ||
            (t->at[i].visits == best->visits && t->at[i].wins > best->wins))
            best = &t->at[i];
    return best;
}

/* The line that begins with this child; its value is the mean of what was found below. */
static void tell_line(const tree *t, const node *n, azj_line *line)
{
    azj_classic at = t->frame.root;
    round_state r = t->root;
    round_result v;
    const unsigned seat = r.seat;
    const float mean = n->visits ? n->wins / (float)n->visits : 0;
    memset(line, 0, sizeof *line);
    for (; n && line->length < AZJ_LINE_MOVES_MAX; n = n->children ? most_visited(t, n) : NULL) {
        if (line->length && n->visits == 0)
            break;
        const azj_move m = round_unpack_move(&r, &at, n->move);
        line->move[line->length++] = m;
        azj_classic_apply(&at, m, NULL);
        round_apply(&t->frame, &r, n->move);
    }
    round_play_out(&t->frame, &r);
    round_value(&t->frame, &r, &v);
    round_chances(&t->frame, &v, line->win, line->score);
    ai_set_win(line, t->frame.players, seat, mean);
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
    tree t = {.e = e};
    if (e->root.head.phase == AZJ_PHASE_TILING) {
        tiling_go(e);
        return;
    }
    const size_t cache = round_cache_bytes(e->root.head.players);
    round_frame_begin(&t.frame, &e->root.classic, &e->net, e->memory);
    round_pack(&e->root.classic, &t.root);
    t.at = (node *)((char *)e->memory + cache);
    t.room = (uint32_t)((e->bytes - cache) / sizeof(node));
    t.at[0] = (node){0};
    t.used = 1;
    expand(&t, &t.at[0], &t.root);
    ai_depth_as_nodes(e);
    do
        iterate(&t);
    while (!ai_tree_tick(e, tell, &t));
    e->memory_of = 0;
    tell(&t);
}

const ai_search ai_puct = {"puct", go};
