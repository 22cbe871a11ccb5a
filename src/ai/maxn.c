/* maxn.c - solves the end of a round for any number of seats by max^n: each seat maximises its own
 * chance to win, and every line is followed to the end of the round. No pruning is sound with more
 * than two values, so this is for small ends of rounds; a table keeps the results. Of two moves
 * with equal chances a seat takes the one with the better score.
 */
#include "ai/internal.h"
#include "ai/round.h"
#include "ai/tiling.h"

#include <string.h>

typedef struct entry {
    uint64_t hash; /* 0: unused */
    float win[AZJ_SEATS_MAX];
    float score[AZJ_SEATS_MAX];
    round_move move;
} entry;

typedef struct maxn {
    azj_engine *e;
    round_frame frame;
    entry *at;
    size_t entries;
} maxn;

static entry *slot(const maxn *s, uint64_t hash)
{
    return &s->at[hash % s->entries];
}

static bool is_better_entry(const entry *a, const entry *b, unsigned seat)
{
    if (a->win[seat] != b->win[seat])
        return a->win[seat] > b->win[seat];
    return a->score[seat] > b->score[seat];
}

static void maxn_solve(maxn *s, const round_state *r, entry *out)
{
    round_move moves[ROUND_MOVES_MAX];
    if (round_is_over(r)) {
        round_result v;
        round_value(&s->frame, r, &v);
        round_chances(&s->frame, &v, out->win, out->score);
        return;
    }
    const uint64_t hash = round_hash(r);
    if (slot(s, hash)->hash == hash) {
        *out = *slot(s, hash);
        return;
    }
    const unsigned n = round_moves(&s->frame, r, moves);
    for (unsigned i = 0; i < n && !ai_tick(s->e); i++) {
        round_state next = *r;
        entry value = {.move = moves[i]};
        round_apply(&s->frame, &next, moves[i]);
        maxn_solve(s, &next, &value);
        value.move = moves[i];
        if (i == 0 || is_better_entry(&value, out, r->seat))
            *out = value;
    }
    out->hash = hash;
    if (!s->e->budget.over)
        *slot(s, hash) = *out;
}

/* Extends the line through solved positions. */
static void follow_line(maxn *s, round_state r, azj_classic at, round_move first, azj_line *line)
{
    entry value;
    round_move m = first;
    for (;;) {
        const azj_move move = round_unpack_move(&r, &at, m);
        line->move[line->length++] = move;
        azj_classic_apply(&at, move, NULL);
        round_apply(&s->frame, &r, m);
        if (round_is_over(&r) || line->length == AZJ_LINE_MOVES_MAX)
            return;
        maxn_solve(s, &r, &value);
        m = value.move;
    }
}

/* The budget is used up: the value after a greedy playout. */
static void estimate_line(const maxn *s, round_state next, azj_move move, azj_line *line)
{
    round_result v;
    round_play_out(&s->frame, &next);
    round_value(&s->frame, &next, &v);
    round_chances(&s->frame, &v, line->win, line->score);
    line->move[line->length++] = move;
}

static void insert_line(azj_engine *e, const azj_line *l, unsigned seat)
{
    azj_line *line = e->info.line;
    uint32_t at = e->info.lines < e->options.lines ? e->info.lines++ : e->info.lines;
    for (; at > 0 &&
           (l->win[seat] > line[at - 1].win[seat] ||
            (l->win[seat] == line[at - 1].win[seat] && l->score[seat] > line[at - 1].score[seat]));
         at--)
        if (at < e->info.lines)
            line[at] = line[at - 1];
    if (at < e->info.lines)
        line[at] = *l;
}

static void maxn_run(azj_engine *e)
{
    maxn s = {.e = e};
    round_state root;
    round_move moves[ROUND_MOVES_MAX];
    if (e->root.head.phase == AZJ_PHASE_TILING) {
        tiling_search(e);
        return;
    }
    const size_t cache = round_cache_bytes(e->root.head.players);
    memset(e->memory, 0, e->bytes);
    round_frame_begin(&s.frame, &e->root.classic, &e->net, e->memory);
    s.at = (entry *)((char *)e->memory + cache);
    s.entries = (e->bytes - cache) / sizeof(entry);
    round_pack(&e->root.classic, &root);
    const unsigned n = round_moves(&s.frame, &root, moves);
    for (unsigned i = 0; i < n; i++) {
        azj_line line = {0};
        entry value = {0};
        round_state next = root;
        if (e->only && moves[i] != round_pack_move(&root, &s.frame.root, e->only))
            continue;
        round_apply(&s.frame, &next, moves[i]);
        maxn_solve(&s, &next, &value);
        memcpy(line.win, value.win, sizeof line.win);
        memcpy(line.score, value.score, sizeof line.score);
        if (!e->budget.over)
            follow_line(&s, root, s.frame.root, moves[i], &line);
        else
            estimate_line(&s, next, round_unpack_move(&root, &s.frame.root, moves[i]), &line);
        insert_line(e, &line, root.seat);
        ai_report(e);
    }
    e->info.exact = !e->budget.over;
    e->info.depth = e->info.line[0].length;
}

const ai_search ai_maxn = {"maxn", maxn_run};
