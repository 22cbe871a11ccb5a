/* alphabeta.c - the strong search for two seats of the classic family.
 *
 * Principal variation search by iterative deepening inside the round. A leaf before the end of the
 * round is valued by a greedy playout to its end. So every value is that of an ended round, and the
 * search sees early who will be left with the tiles that nobody needs. Steps of a node:
 *
 *   1  the round is over: its value (round_logit)
 *   2  the depth is used up: a playout
 *   3  transposition table
 *   4  moves in the order of their gains, the table's move first
 *   5  late moves are searched less deep, and again if their value is above alpha
 *   6  store
 *
 * A value that depends on no playout is SOLVED and needs no deeper search. When the root is solved
 * the search ends and reports it (azj_info.exact). The rest of the budget, and half of a large
 * budget, goes into samples of the next round (next_round.h).
 */
#include "ai/alphabeta.h"
#include "ai/dumps.h"
#include "ai/next_round.h"
#include "ai/numbers.h"
#include "ai/round.h"
#include "ai/team.h"
#include "ai/tiling.h"
#include "ai/transposition.h"

#include <string.h>

enum {
    PLIES_MAX = 64,
    DEPTH_MAX = 48,
    REPLY_DEPTH_MIN = 5, /* plies searched to extend a line; set by hand, not measured */
    INFINITE = 1 << 24,
};

typedef struct root_move {
    round_move move;
    bool dumps; /* and has to be better than the others by a margin (ai_skill) */
    int32_t value;
    uint32_t length;
    round_move line[AZJ_LINE_MOVES_MAX];
} root_move;

typedef struct searcher {
    azj_engine *e;
    round_frame frame;
    tt table;
    uint64_t estimates; /* playouts that the present values depend on */
    uint32_t length[PLIES_MAX];
    round_move line[PLIES_MAX][AZJ_LINE_MOVES_MAX]; /* principal lines by ply */
    round_state root;
    float dump_margin; /* ai_skill, as a chance */
    unsigned moves;
    root_move move[ROUND_MOVES_MAX];
} searcher;

/* There are two sides: the seat that searches, and all others together. */
static bool ours(const searcher *s, const round_state *r)
{
    return r->seat == s->root.seat;
}

static bool is_decided(int32_t value)
{
    return value >= ROUND_WON / 2 || value <= -ROUND_WON / 2;
}

/* The value of an ended round for the side to move in `at`. */
static int32_t leaf_value(searcher *s, const round_state *end, const round_state *at)
{
    round_result v;
    round_value(&s->frame, end, &v);
    const int32_t value = round_logit(&s->frame, &v, s->root.seat);
    return ours(s, at) ? value : -value;
}

/* A game that ends in a playout is not decided yet: its value is the lead, divided by the square
 * root of the plies of the playout. A point after one ply is one unit of log odds. */
static int32_t soften_decided(int32_t final, unsigned plies)
{
    const int32_t most = 8 * ROUND_LOGIT, lead = final > 0 ? final - ROUND_WON : final + ROUND_WON;
    const float odds = (float)lead / ROUND_RANKS / numbers_sqrt((float)plies);
    const int32_t value = (int32_t)(odds * ROUND_LOGIT);
    return value > most ? most : value < -most ? -most : value;
}

static int32_t playout_value(searcher *s, const round_state *r)
{
    round_state end = *r;
    s->estimates++;
    const unsigned plies = round_play_out(&s->frame, &end);
    const int32_t value = leaf_value(s, &end, r);
    return plies && is_decided(value) ? soften_decided(value, plies) : value;
}

/* ---- Moves in order ---- */

typedef struct move_list {
    unsigned count;
    round_move move[ROUND_MOVES_MAX];
    int32_t key[ROUND_MOVES_MAX];
} move_list;

static void list_moves(searcher *s, const round_state *r, round_move first, move_list *l)
{
    l->count = round_moves(&s->frame, r, l->move);
    for (unsigned i = 0; i < l->count; i++)
        l->key[i] = l->move[i] == first ? INT32_MAX : round_gain(&s->frame, r, l->move[i]);
}

/* Brings the best of the remaining moves to place i. */
static round_move pick_move(move_list *l, unsigned i)
{
    unsigned best = i;
    for (unsigned j = i + 1; j < l->count; j++)
        if (l->key[j] > l->key[best])
            best = j;
    const round_move m = l->move[best];
    const int32_t k = l->key[best];
    l->move[best] = l->move[i];
    l->key[best] = l->key[i];
    l->move[i] = m;
    l->key[i] = k;
    return m;
}

/* How many plies less the i-th move is searched; the steps were chosen by matches (lab/bots.md). */
static int reduction(int depth, unsigned i)
{
    if (depth < 2 || i < 2)
        return 0;
    return i < 6 ? 1 : i < 14 ? 2 : 3;
}

/* How many moves are searched near the leaves; chosen by matches (lab/bots.md). */
static unsigned width(int depth)
{
    return depth == 1 ? 6 : depth == 2 ? 12 : depth == 3 ? 24 : ROUND_MOVES_MAX;
}

/* ---- The search ---- */

static int32_t search_node(searcher *s, const round_state *r, int depth, int32_t alpha,
                           int32_t beta, unsigned ply);

static void keep_line(searcher *s, unsigned ply, round_move m)
{
    uint32_t n = s->length[ply + 1];
    n = n < AZJ_LINE_MOVES_MAX ? n : AZJ_LINE_MOVES_MAX - 1;
    s->line[ply][0] = m;
    memcpy(&s->line[ply][1], s->line[ply + 1], n * sizeof m);
    s->length[ply] = n + 1;
}

/* The value of `next` for the side that moved there from `r`. */
static int32_t search_child(searcher *s, const round_state *r, const round_state *next, int depth,
                            int32_t alpha, int32_t beta, unsigned ply)
{
    if (ours(s, r) == ours(s, next))
        return search_node(s, next, depth, alpha, beta, ply);
    return -search_node(s, next, depth, -beta, -alpha, ply);
}

/* Step 5: the value of the i-th move for the side that makes it. */
static int32_t search_move(searcher *s, const round_state *r, round_move m, unsigned i, int depth,
                           int32_t alpha, int32_t beta, unsigned ply)
{
    round_state next = *r;
    round_apply(&s->frame, &next, m);
    s->length[ply + 1] = 0;
    if (i == 0)
        return search_child(s, r, &next, depth - 1, alpha, beta, ply + 1);
    const int reduced = reduction(depth, i);
    int32_t value = search_child(s, r, &next, depth - 1 - reduced, alpha, alpha + 1, ply + 1);
    if (value > alpha && reduced)
        value = search_child(s, r, &next, depth - 1, alpha, alpha + 1, ply + 1);
    if (value > alpha && value < beta)
        value = search_child(s, r, &next, depth - 1, alpha, beta, ply + 1);
    return value;
}

static bool entry_answers(searcher *s, const tt_entry *t, int depth, int32_t alpha, int32_t beta)
{
    if (t->depth < depth)
        return false;
    if (!(t->bound == TT_EXACT || (t->bound == TT_LOWER && t->value >= beta) ||
          (t->bound == TT_UPPER && t->value <= alpha)))
        return false;
    s->estimates += t->depth != TT_SOLVED;
    return true;
}

static int32_t search_node(searcher *s, const round_state *r, int depth, int32_t alpha,
                           int32_t beta, unsigned ply)
{
    s->length[ply] = 0;
    if (round_is_over(r)) /* 1 */
        return leaf_value(s, r, r);
    if (ai_tick(s->e))
        return 0;
    if (depth <= 0 || ply >= PLIES_MAX - 2) /* 2 */
        return playout_value(s, r);

    const uint64_t hash = round_hash(r); /* 3 */
    tt_entry t;
    const bool known = tt_probe(&s->table, hash, &t);
    if (known && entry_answers(s, &t, depth, alpha, beta))
        return t.value;

    const uint64_t estimates = s->estimates; /* 4 */
    const int32_t first_alpha = alpha;
    int32_t best = -INFINITE;
    round_move best_move = 0;
    move_list l;
    list_moves(s, r, known ? t.move : UINT16_MAX, &l);
    const unsigned most = width(depth);
    if (l.count > most)
        s->estimates++;
    for (unsigned i = 0; i < l.count && i < most; i++) {
        const round_move m = pick_move(&l, i);
        const int32_t value = search_move(s, r, m, i, depth, alpha, beta, ply);
        if (s->e->budget.over)
            return 0;
        if (value <= best)
            continue;
        best = value;
        best_move = m;
        if (value > alpha) {
            alpha = value;
            keep_line(s, ply, m);
        }
        if (alpha >= beta)
            break;
    }
    const tt_bound bound = best >= beta         ? TT_LOWER /* 6 */
                           : best > first_alpha ? TT_EXACT
                                                : TT_UPPER;
    const int searched = s->estimates == estimates ? TT_SOLVED : depth;
    tt_store(
        &s->table, hash,
        (tt_entry){
            .value = best, .move = best_move, .depth = (int8_t)searched, .bound = (uint8_t)bound});
    return best;
}

/* ---- The root ---- */

static void sort_root(searcher *s, unsigned from)
{
    for (unsigned i = from + 1; i < s->moves; i++) { /* stable insertion, best first */
        const root_move m = s->move[i];
        unsigned at = i;
        for (; at > from && s->move[at - 1].value < m.value; at--)
            s->move[at] = s->move[at - 1];
        s->move[at] = m;
    }
}

static void list_root(searcher *s)
{
    round_move moves[ROUND_MOVES_MAX];
    const azj_classic *at = &s->frame.root;
    unsigned n = round_moves(&s->frame, &s->root, moves);
    if (s->e->config->skill.tidy && !s->e->only)
        n = dumps_leave_out_packed(moves, n);
    const round_move only = s->e->only ? round_pack_move(&s->root, at, s->e->only) : UINT16_MAX;
    s->moves = 0;
    for (unsigned i = 0; i < n; i++) {
        round_state next = s->root;
        if (s->e->only && moves[i] != only)
            continue;
        round_apply(&s->frame, &next, moves[i]);
        const int32_t value = playout_value(s, &next);
        s->move[s->moves++] = (root_move){.move = moves[i],
                                          .dumps = s->dump_margin > 0 && !s->e->only &&
                                                   dumps_is_packed(moves, n, moves[i]),
                                          .value = ours(s, &next) ? value : -value,
                                          .length = 1,
                                          .line = {moves[i]}};
    }
    sort_root(s, 0);
}

static float chance_of(int32_t value)
{
    if (is_decided(value))
        return value > 0 ? 1 : 0;
    return numbers_logistic((float)value / ROUND_LOGIT);
}

static int32_t value_of(float chance)
{
    return chance <= 0   ? -INFINITE
           : chance >= 1 ? INFINITE
                         : (int32_t)(numbers_log(chance / (1 - chance)) * ROUND_LOGIT);
}

/* The value of a move whose chance is higher by this. */
static int32_t shift_value(int32_t value, float by)
{
    return by == 0 || value <= -INFINITE ? value : value_of(chance_of(value) + by);
}

/* Searches the root moves from `from` on (the ones before it are lines already) and brings the best
 * to the front. A dump is better than the others only by the margin. False if none is better than
 * alpha, or none was found in time. */
static bool search_root(searcher *s, unsigned from, int depth, int32_t alpha)
{
    bool found = false;
    for (unsigned i = from; i < s->moves; i++) {
        const float margin = s->move[i].dumps ? s->dump_margin : 0;
        const int32_t least = shift_value(alpha, margin);
        const int32_t value = least >= INFINITE ? -INFINITE
                                                : search_move(s, &s->root, s->move[i].move,
                                                              i - from, depth, least, INFINITE, 0);
        if (s->e->budget.over)
            break;
        s->move[i].value = value > least ? value : -INFINITE;
        if (value <= least)
            continue;
        found = true;
        alpha = shift_value(value, -margin);
        keep_line(s, 0, s->move[i].move);
        s->move[i].length = s->length[0];
        memcpy(s->move[i].line, s->line[0], sizeof s->line[0]);
        const root_move m = s->move[i];
        memmove(&s->move[from + 1], &s->move[from], (i - from) * sizeof m);
        s->move[from] = m;
    }
    return found;
}

/* The move that the table has for a position, if it is legal; UINT16_MAX: none. */
static round_move table_move(const searcher *s, const round_state *r)
{
    round_move moves[ROUND_MOVES_MAX];
    tt_entry t;
    const unsigned n =
        tt_probe(&s->table, round_hash(r), &t) ? round_moves(&s->frame, r, moves) : 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i] == t.move)
            return t.move;
    return UINT16_MAX;
}

/* The i-th move of a line. Where the table cut the search's line short, its moves extend it. */
static round_move line_move(const searcher *s, const root_move *m, uint32_t i, const round_state *r)
{
    return i < m->length ? m->line[i] : table_move(s, r);
}

/* Writes a line in moves of the rules, and what is expected at its end. */
static void fill_line(const searcher *s, const root_move *m, azj_line *line)
{
    azj_classic at = s->frame.root;
    round_state r = s->root;
    round_result v;
    line->length = 0;
    while (line->length < AZJ_LINE_MOVES_MAX && !round_is_over(&r)) {
        const uint32_t i = line->length;
        const round_move move = line_move(s, m, i, &r);
        if (move == UINT16_MAX)
            break;
        line->move[line->length++] = round_unpack_move(&r, &at, move);
        azj_classic_apply(&at, line->move[i], NULL);
        round_apply(&s->frame, &r, move);
    }
    round_play_out(&s->frame, &r);
    round_value(&s->frame, &r, &v);
    round_chances(&s->frame, &v, line->win, line->score);
    ai_set_win(line, s->frame.players, s->root.seat, chance_of(m->value));
}

/* Keeps the old lines that an unfinished iteration has not reached again. */
static void keep_lines(azj_info *info, const azj_info *old)
{
    for (unsigned i = 0; i < old->lines && info->lines < old->lines; i++) {
        unsigned at = 0;
        while (at < info->lines && info->line[at].move[0] != old->line[i].move[0])
            at++;
        if (at == info->lines)
            info->line[info->lines++] = old->line[i];
    }
}

static void set_info(searcher *s, unsigned lines, unsigned depth, bool exact)
{
    azj_info *info = &s->e->info;
    const azj_info old = *info;
    info->lines = lines;
    info->depth = depth;
    info->exact = exact;
    for (unsigned i = 0; i < lines; i++)
        fill_line(s, &s->move[i], &info->line[i]);
    keep_lines(info, &old);
}

/* The values of lines come from different depths, and not all lines are sampled: none is reported
 * as better than one before it. */
static void cap_lines(azj_info *info, unsigned seat)
{
    for (unsigned i = 1; i < info->lines; i++)
        if (info->line[i].win[seat] > info->line[i - 1].win[seat])
            ai_set_win(&info->line[i], 2, seat, info->line[i - 1].win[seat]);
}

static void report_lines(searcher *s, unsigned lines, unsigned depth, bool exact)
{
    set_info(s, lines, depth, exact);
    cap_lines(&s->e->info, s->root.seat);
    ai_report(s->e);
}

/* The entries of earlier searches are valid within the same round only. */
static uint16_t choose_generation(azj_engine *e, const round_frame *f)
{
    azj_classic walls = f->root;
    memset(walls.factory, 0, sizeof walls.factory);
    walls.centre = walls.bag = walls.lid = 0;
    walls.seat = walls.marker = walls.viewer = 0;
    for (unsigned p = 0; p < f->players; p++) {
        walls.board[p].floor = 0;
        memset(walls.board[p].line, 0, sizeof walls.board[p].line);
        memset(walls.board[p].open, 0, sizeof walls.board[p].open);
    }
    const uint64_t of = azj_classic_hash(&walls);
    if (e->fresh || e->memory_of != of)
        e->generation++;
    if ((uint16_t)e->generation == 0) { /* all numbers are used: start again */
        memset(e->memory, 0, e->bytes);
        e->generation = 1;
    }
    e->memory_of = of;
    return (uint16_t)e->generation;
}

/* The memory holds the cache of boards, the table, and the small table of shallow searches. A
 * worker has no table of its own. */
enum { SHALLOW_BYTES = 1 << 18 };

static char *shallow_memory(const azj_engine *e)
{
    return (char *)e->memory + e->own_bytes - SHALLOW_BYTES;
}

static void start_search(searcher *s, azj_engine *e)
{
    const size_t cache = round_cache_bytes(e->root.head.players);
    char *memory = (char *)e->memory + cache;
    ai_team_begin(e, cache + SHALLOW_BYTES);
    s->e = e;
    s->dump_margin = 0.01f * (float)e->config->skill.dump_margin;
    round_frame_begin(&s->frame, &e->root.classic, &e->net, e->memory);
    tt_init(&s->table, memory, (size_t)(shallow_memory(e) - memory),
            choose_generation(e, &s->frame));
    round_pack(&e->root.classic, &s->root);
    list_root(s);
}

/* What a worker does while `context` deepens: the same, through the same table. Every other worker
 * is one ply ahead, so that members rarely search the same subtree at the same moment. */
static void help_deepen(azj_engine *w, void *context)
{
    const searcher *first = context;
    const int ahead = (int)(w->member & 1u);
    const int deepest = w->budget.depth ? (int)w->budget.depth : DEPTH_MAX;
    searcher s;
    s.e = w;
    s.dump_margin = 0;
    s.estimates = 1;
    s.table = first->table;
    round_frame_begin(&s.frame, &w->root.classic, &w->net, w->memory);
    round_pack(&w->root.classic, &s.root);
    list_root(&s);
    for (int depth = 1 + ahead; depth <= deepest && s.estimates && !w->budget.over; depth++) {
        s.estimates = 0;
        search_root(&s, 0, depth, -INFINITE);
    }
}

/* Goes on after iteration `complete`; 0: from the start. Returns the last complete iteration's
 * depth.
 */
static int deepen_alone(searcher *s, int complete)
{
    azj_engine *e = s->e;
    const unsigned lines = e->options.lines < s->moves ? e->options.lines : s->moves;
    const unsigned deepest = e->budget.depth ? e->budget.depth : DEPTH_MAX;
    if (complete == 0)
        report_lines(s, 1, 0, false);
    for (unsigned depth = (unsigned)complete + 1; depth <= deepest && depth <= DEPTH_MAX; depth++) {
        unsigned found = 0;
        s->estimates = 0;
        while (found < lines && search_root(s, found, (int)depth, -INFINITE))
            found++;
        const bool exact = s->estimates == 0 && !e->budget.over;
        if (found > 0)
            report_lines(s, found, depth, exact);
        if (!e->budget.over)
            complete = (int)depth;
        if (exact || ai_soft_limit(e))
            break;
    }
    return complete ? complete : 1;
}

static int deepen(searcher *s, int complete)
{
    ai_team_run(s->e, help_deepen, s);
    complete = deepen_alone(s, complete);
    ai_team_stop(s->e);
    return complete;
}

/* ---- The next round ---- */

void alphabeta_shallow_search(azj_engine *e, const azj_classic *at, unsigned depth, azj_line *line)
{
    searcher s;
    const azj_move only = e->only;
    if (++e->shallow_generation == 0) { /* all numbers are used: start again */
        memset(shallow_memory(e), 0, SHALLOW_BYTES);
        e->shallow_generation = 1;
    }
    e->only = 0;
    s.e = e;
    s.dump_margin = 0;
    s.estimates = 1;
    round_frame_begin(&s.frame, at, &e->net, e->memory);
    tt_init(&s.table, shallow_memory(e), SHALLOW_BYTES, e->shallow_generation);
    round_pack(at, &s.root);
    list_root(&s);
    for (unsigned d = 1; d <= depth && s.estimates && !e->budget.over; d++) {
        s.estimates = 0;
        search_root(&s, 0, (int)d, -INFINITE);
    }
    e->only = only;
    fill_line(&s, &s.move[0], line);
}

/* The best move by a search of `depth` plies, at least REPLY_DEPTH_MIN: late in a round a few more
 * plies cost little. */
static round_move best_reply(searcher *s, const round_state *r, int depth)
{
    search_node(s, r, depth < REPLY_DEPTH_MIN ? REPLY_DEPTH_MIN : depth, -INFINITE, INFINITE, 1);
    return s->length[1] ? s->line[1][0] : table_move(s, r);
}

/* Extends a line that the table or the depth cut short to the end of the round. */
static void complete_line(searcher *s, root_move *m, int depth)
{
    round_state r = s->root;
    for (uint32_t i = 0; i < AZJ_LINE_MOVES_MAX && !round_is_over(&r); i++) {
        if (i == m->length) {
            const round_move move = best_reply(s, &r, depth - (int)i);
            if (s->e->budget.over || move == UINT16_MAX)
                return;
            m->line[m->length++] = move;
        }
        round_apply(&s->frame, &r, m->line[i]);
    }
}

/* Also searches the moves within a margin of the best one; the first `lines` are searched already.
 * Returns how many are searched then. */
static unsigned find_rivals(searcher *s, unsigned lines, int depth, const next_round_limits *w)
{
    if (lines == 0 && !search_root(s, 0, depth, -INFINITE))
        return 0;
    const int32_t best = s->move[0].value;
    const bool any = !is_decided(best) && !s->e->only;
    lines += lines == 0;
    while (any && lines < w->lines && lines < s->moves &&
           search_root(s, lines, depth, shift_value(best, -w->margin)))
        lines++;
    return lines;
}

/* Compares the best moves by samples of the next round. The number of reported lines stays the
 * same. In an unsolved round the rivals are searched `depth` plies deep. */
static void compare_next_round(searcher *s, int depth)
{
    azj_engine *e = s->e;
    const unsigned wanted = e->info.lines;
    const bool solved = e->info.exact;
    const ai_budget rest = ai_budget_half(e);
    const unsigned lines = solved ? find_rivals(s, wanted, DEPTH_MAX, &next_round_solved)
                                  : find_rivals(s, 0, depth, &next_round_unsolved);
    e->budget = rest;
    if (lines == 0)
        return;
    for (unsigned i = 0; i < lines; i++)
        complete_line(s, &s->move[i], solved ? DEPTH_MAX : depth);
    set_info(s, lines, solved ? e->info.depth : (unsigned)depth, solved);
    e->info.lines = lines;
    next_round_compare(e);
    dumps_put_back(e);
    e->info.lines = wanted;
    cap_lines(&e->info, s->root.seat);
}

/* Does the best line end the game? Then no next round follows that could be sampled, and solving
 * the round is worth more than samples of moves that go on. */
static bool ends_game(const searcher *s)
{
    round_state r = s->root;
    round_result v;
    for (uint32_t i = 0; !round_is_over(&r); i++) {
        const round_move move = line_move(s, &s->move[0], i, &r);
        if (move == UINT16_MAX)
            break;
        round_apply(&s->frame, &r, move);
    }
    round_play_out(&s->frame, &r);
    round_value(&s->frame, &r, &v);
    return v.fullest_row == EVAL_OVER;
}

static void alphabeta_run(azj_engine *e)
{
    searcher s;
    if (e->root.head.phase == AZJ_PHASE_TILING) {
        tiling_search(e);
        return;
    }
    start_search(&s, e);
    bool samples = next_round_use_half(e); /* half of the budget is for samples of the next round */
    const ai_budget whole_budget = samples ? ai_budget_half(e) : e->budget;
    int depth = deepen(&s, 0);
    e->budget = whole_budget;
    if (ai_soft_limit(e))
        return;
    if (samples && !e->info.exact && ends_game(&s)) {
        depth = deepen(&s, depth);
        samples = false;
    }
    if (e->info.exact ? next_round_use_rest(e) : samples)
        compare_next_round(&s, depth);
}

const ai_search ai_alphabeta = {"alphabeta", alphabeta_run};
