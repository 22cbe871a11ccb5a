/* alphabeta.c - the strong search for two seats of the classic family.
 *
 * Principal variation search by iterative deepening inside the round. A leaf that is not the end of
 * the round is valued by a greedy playout to its end, so that every value is that of an
 * ended round: who is left with the tiles that nobody wants is seen from afar. Steps of a node:
 *
 *   1  the round is over: its value (round_logit)
 *   2  depth used up: playout
 *   3  transposition table
 *   4  moves, best gain first, the table's move before all
 *   5  late moves are searched less deep, and again when they surprise
 *   6  store
 *
 * A value that rests on no playout is SOLVED and needs no deeper search; when the root is
 * solved the search ends and says so (azj_info.exact). Time that is left then, and half of all time
 * where there is much of it, goes into the best moves' ends of the round (horizon.h).
 */
#include "ai/horizon.h"
#include "ai/internal.h"
#include "ai/numbers.h"
#include "ai/round.h"
#include "ai/table.h"
#include "ai/tiling.h"

#include <string.h>

enum {
    PLIES_MAX = 64,
    DEPTH_MAX = 48,
    INFINITE = 1 << 24,
};

typedef struct root_move {
    round_move move;
    int32_t value;
    uint32_t length;
    round_move line[AZJ_LINE_MOVES_MAX];
} root_move;

typedef struct searcher {
    azj_engine *e;
    round_frame frame;
    table table;
    uint64_t estimates; /* playouts that values rest on */
    uint32_t length[PLIES_MAX];
    round_move line[PLIES_MAX][AZJ_LINE_MOVES_MAX]; /* principal lines by ply */
    round_state root;
    unsigned moves;
    root_move move[ROUND_MOVES_MAX];
} searcher;

/* Two sides: the seat that searches, and all the others together (with two seats, just the other).
 */
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

/* A game that a playout ended is not won yet: the value of its lead, the less the more plies were
 * played so quickly. A point is one unit of log odds when that was one ply. */
static int32_t soften(int32_t final, unsigned plies)
{
    const int32_t most = 8 * ROUND_LOGIT, lead = final > 0 ? final - ROUND_WON : final + ROUND_WON;
    const float odds = (float)lead / ROUND_RANKS / numbers_sqrt((float)plies);
    const int32_t value = (int32_t)(odds * ROUND_LOGIT);
    return value > most ? most : value < -most ? -most : value;
}

static int32_t play_out(searcher *s, const round_state *r)
{
    round_state end = *r;
    s->estimates++;
    const unsigned plies = round_play_out(&s->frame, &end);
    const int32_t value = leaf_value(s, &end, r);
    return plies && is_decided(value) ? soften(value, plies) : value;
}

/* ---- Moves in order -----------------------------------------------------*/

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

/* Brings the best of the rest to place i. */
static round_move pick(move_list *l, unsigned i)
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

static int reduction(int depth, unsigned i)
{
    if (depth < 2 || i < 2)
        return 0;
    return i < 6 ? 1 : i < 14 ? 2 : 3;
}

/* How many moves are looked at near the leaves. */
static unsigned width(int depth)
{
    return depth == 1 ? 6 : depth == 2 ? 12 : depth == 3 ? 24 : ROUND_MOVES_MAX;
}

/* ---- The search ---------------------------------------------------------*/

static int32_t search(searcher *s, const round_state *r, int depth, int32_t alpha, int32_t beta,
                      unsigned ply);

static void keep_line(searcher *s, unsigned ply, round_move m)
{
    uint32_t n = s->length[ply + 1];
    n = n < AZJ_LINE_MOVES_MAX ? n : AZJ_LINE_MOVES_MAX - 1;
    s->line[ply][0] = m;
    memcpy(&s->line[ply][1], s->line[ply + 1], n * sizeof m);
    s->length[ply] = n + 1;
}

/* The value of `next` for who moved there from `r`. */
static int32_t look(searcher *s, const round_state *r, const round_state *next, int depth,
                    int32_t alpha, int32_t beta, unsigned ply)
{
    if (ours(s, r) == ours(s, next))
        return search(s, next, depth, alpha, beta, ply);
    return -search(s, next, depth, -beta, -alpha, ply);
}

/* Step 5: the value of the i-th move for who makes it. */
static int32_t search_move(searcher *s, const round_state *r, round_move m, unsigned i, int depth,
                           int32_t alpha, int32_t beta, unsigned ply)
{
    round_state next = *r;
    round_apply(&s->frame, &next, m);
    s->length[ply + 1] = 0;
    if (i == 0)
        return look(s, r, &next, depth - 1, alpha, beta, ply + 1);
    const int reduced = reduction(depth, i);
    int32_t value = look(s, r, &next, depth - 1 - reduced, alpha, alpha + 1, ply + 1);
    if (value > alpha && reduced)
        value = look(s, r, &next, depth - 1, alpha, alpha + 1, ply + 1);
    if (value > alpha && value < beta)
        value = look(s, r, &next, depth - 1, alpha, beta, ply + 1);
    return value;
}

static bool table_answers(searcher *s, const table_entry *t, int depth, int32_t alpha, int32_t beta)
{
    if (t->depth < depth)
        return false;
    if (!(t->bound == TABLE_EXACT || (t->bound == TABLE_LOWER && t->value >= beta) ||
          (t->bound == TABLE_UPPER && t->value <= alpha)))
        return false;
    s->estimates += t->depth != TABLE_SOLVED;
    return true;
}

static int32_t search(searcher *s, const round_state *r, int depth, int32_t alpha, int32_t beta,
                      unsigned ply)
{
    s->length[ply] = 0;
    if (round_is_over(r)) /* 1 */
        return leaf_value(s, r, r);
    if (ai_tick(s->e))
        return 0;
    if (depth <= 0 || ply >= PLIES_MAX - 2) /* 2 */
        return play_out(s, r);

    const uint64_t hash = round_hash(r); /* 3 */
    const table_entry *t = table_find(&s->table, hash);
    if (t && table_answers(s, t, depth, alpha, beta))
        return t->value;

    const uint64_t estimates = s->estimates; /* 4 */
    const int32_t first_alpha = alpha;
    int32_t best = -INFINITE;
    round_move best_move = 0;
    move_list l;
    list_moves(s, r, t ? t->move : UINT16_MAX, &l);
    const unsigned most = width(depth);
    if (l.count > most)
        s->estimates++;
    for (unsigned i = 0; i < l.count && i < most; i++) {
        const round_move m = pick(&l, i);
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
    const table_bound bound = best >= beta         ? TABLE_LOWER /* 6 */
                              : best > first_alpha ? TABLE_EXACT
                                                   : TABLE_UPPER;
    table_store(&s->table, hash, best, bound, s->estimates == estimates ? TABLE_SOLVED : depth,
                best_move);
    return best;
}

/* ---- The root -----------------------------------------------------------*/

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
    const unsigned n = round_moves(&s->frame, &s->root, moves);
    const round_move only = s->e->only ? round_pack_move(&s->root, at, s->e->only) : UINT16_MAX;
    s->moves = 0;
    for (unsigned i = 0; i < n; i++) {
        round_state next = s->root;
        if (s->e->only && moves[i] != only)
            continue;
        round_apply(&s->frame, &next, moves[i]);
        const int32_t value = play_out(s, &next);
        s->move[s->moves++] = (root_move){.move = moves[i],
                                          .value = ours(s, &next) ? value : -value,
                                          .length = 1,
                                          .line = {moves[i]}};
    }
    sort_root(s, 0);
}

/* Searches the root moves from `from` on (those before are lines already reported) and brings the
 * best to the front. False when none is better than alpha, or none was found in time. */
static bool search_root(searcher *s, unsigned from, int depth, int32_t alpha)
{
    bool found = false;
    for (unsigned i = from; i < s->moves; i++) {
        const int32_t value =
            search_move(s, &s->root, s->move[i].move, i - from, depth, alpha, INFINITE, 0);
        if (s->e->budget.over)
            break;
        s->move[i].value = value > alpha ? value : -INFINITE;
        if (value <= alpha)
            continue;
        found = true;
        alpha = value;
        keep_line(s, 0, s->move[i].move);
        s->move[i].length = s->length[0];
        memcpy(s->move[i].line, s->line[0], sizeof s->line[0]);
        const root_move m = s->move[i];
        memmove(&s->move[from + 1], &s->move[from], (i - from) * sizeof m);
        s->move[from] = m;
    }
    return found;
}

static float chance_of(int32_t value)
{
    if (is_decided(value))
        return value > 0 ? 1 : 0;
    return numbers_logistic((float)value / ROUND_LOGIT);
}

/* The table's move of a position, as far as it is one. */
static round_move table_move(const searcher *s, const round_state *r)
{
    round_move moves[ROUND_MOVES_MAX];
    const table_entry *t = table_find(&s->table, round_hash(r));
    const unsigned n = t ? round_moves(&s->frame, r, moves) : 0;
    for (unsigned i = 0; i < n; i++)
        if (moves[i] == t->move)
            return t->move;
    return UINT16_MAX;
}

/* The line as the rules know it: the search's own, and where the table cut it short, the table's;
 * and what is expected at its end. */
static void tell_line(const searcher *s, const root_move *m, azj_line *line)
{
    azj_classic at = s->frame.root;
    round_state r = s->root;
    round_result v;
    line->length = 0;
    while (line->length < AZJ_LINE_MOVES_MAX && !round_is_over(&r)) {
        const uint32_t i = line->length;
        const round_move move = i < m->length ? m->line[i] : table_move(s, &r);
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

/* Lines that an unfinished iteration has not reached again stand as they were. */
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
        tell_line(s, &s->move[i], &info->line[i]);
    keep_lines(info, &old);
}

static void tell(searcher *s, unsigned lines, unsigned depth, bool exact)
{
    set_info(s, lines, depth, exact);
    ai_report(s->e);
}

/* What earlier searches left in the table helps within the same round only. */
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
    if ((uint16_t)e->generation == 0) { /* all numbers used: begin anew */
        memset(e->memory, 0, e->bytes);
        e->generation = 1;
    }
    e->memory_of = of;
    return (uint16_t)e->generation;
}

/* In memory lie what boards come to, the table, and a small table for looks beyond the round. */
enum { LOOK_BYTES = 1 << 18 };

static char *look_memory(const azj_engine *e)
{
    return (char *)e->memory + e->bytes - LOOK_BYTES;
}

static void begin(searcher *s, azj_engine *e)
{
    char *memory = (char *)e->memory + round_cache_bytes(e->root.head.players);
    s->e = e;
    round_frame_begin(&s->frame, &e->root.classic, &e->net, e->memory);
    table_init(&s->table, memory, (size_t)(look_memory(e) - memory),
               choose_generation(e, &s->frame));
    round_pack(&e->root.classic, &s->root);
    list_root(s);
}

/* Returns the depth of the last whole iteration. */
static int deepen(searcher *s)
{
    azj_engine *e = s->e;
    const unsigned lines = e->options.lines < s->moves ? e->options.lines : s->moves;
    const unsigned deepest = e->budget.depth ? e->budget.depth : DEPTH_MAX;
    int whole = 1;
    tell(s, 1, 0, false);
    for (unsigned depth = 1; depth <= deepest && depth <= DEPTH_MAX; depth++) {
        unsigned found = 0;
        s->estimates = 0;
        while (found < lines && search_root(s, found, (int)depth, -INFINITE))
            found++;
        const bool exact = s->estimates == 0 && !e->budget.over;
        if (found > 0)
            tell(s, found, depth, exact);
        if (!e->budget.over)
            whole = (int)depth;
        if (exact || ai_soft_limit(e))
            break;
    }
    return whole;
}

/* ---- Beyond the round ---------------------------------------------------*/

void alphabeta_look(azj_engine *e, const azj_classic *at, unsigned depth, azj_line *line)
{
    searcher s;
    const azj_move only = e->only;
    if (++e->looks == 0) { /* all numbers used: begin anew */
        memset(look_memory(e), 0, LOOK_BYTES);
        e->looks = 1;
    }
    e->only = 0;
    s.e = e;
    s.estimates = 1;
    round_frame_begin(&s.frame, at, &e->net, e->memory);
    table_init(&s.table, look_memory(e), LOOK_BYTES, e->looks);
    round_pack(at, &s.root);
    list_root(&s);
    for (unsigned d = 1; d <= depth && s.estimates && !e->budget.over; d++) {
        s.estimates = 0;
        search_root(&s, 0, (int)d, -INFINITE);
    }
    e->only = only;
    tell_line(&s, &s.move[0], line);
}

/* The best move by a search of so many plies, or a few: late in a round they are soon searched. */
static round_move best_reply(searcher *s, const round_state *r, int depth)
{
    const int few = 5;
    search(s, r, depth < few ? few : depth, -INFINITE, INFINITE, 1);
    return s->length[1] ? s->line[1][0] : table_move(s, r);
}

/* Where the table or the depth cut a line short: plays it on to the end of the round. */
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

/* Only moves of at least this value come into question beside the best one. */
static int32_t least_value(int32_t best, float margin)
{
    const float least = chance_of(best) - margin;
    return least > 0 ? (int32_t)(numbers_log(least / (1 - least)) * ROUND_LOGIT) : -INFINITE;
}

/* Searches the moves that are nearly as good as the best one, too; returns how many are searched.
 * The first `lines` are already. */
static unsigned find_rivals(searcher *s, unsigned lines, int depth, const horizon_width *w)
{
    if (lines == 0 && !search_root(s, 0, depth, -INFINITE))
        return 0;
    const int32_t best = s->move[0].value;
    const bool any = !is_decided(best) && !s->e->only;
    lines += lines == 0;
    while (any && lines < w->lines && lines < s->moves &&
           search_root(s, lines, depth, least_value(best, w->margin)))
        lines++;
    return lines;
}

/* Lines from `from` on were not looked at: none is told to be better than those that were. */
static void put_behind(azj_info *info, unsigned from, unsigned seat)
{
    for (unsigned i = from; i < info->lines; i++)
        if (info->line[i].win[seat] > info->line[from - 1].win[seat])
            ai_set_win(&info->line[i], 2, seat, info->line[from - 1].win[seat]);
}

/* Compares the best moves by what lies beyond the round; nobody is told of more lines than were
 * asked for. A round that is not solved is searched `depth` plies deep for it. */
static void look_beyond(searcher *s, int depth)
{
    azj_engine *e = s->e;
    const unsigned wanted = e->info.lines;
    const bool solved = e->info.exact;
    const ai_budget rest = ai_budget_half(e);
    const unsigned lines = solved ? find_rivals(s, wanted, DEPTH_MAX, &horizon_solved)
                                  : find_rivals(s, 0, depth, &horizon_open);
    e->budget = rest;
    if (lines == 0)
        return;
    for (unsigned i = 0; i < lines; i++)
        complete_line(s, &s->move[i], solved ? DEPTH_MAX : depth);
    set_info(s, lines, solved ? e->info.depth : (unsigned)depth, solved);
    e->info.lines = lines;
    horizon_judge(e);
    e->info.lines = wanted;
    put_behind(&e->info, lines, s->root.seat);
}

static void go(azj_engine *e)
{
    searcher s;
    if (e->root.head.phase == AZJ_PHASE_TILING) {
        tiling_go(e);
        return;
    }
    begin(&s, e);
    const bool half = horizon_is_worth_half(e);
    const ai_budget all = half ? ai_budget_half(e) : e->budget;
    const int depth = deepen(&s);
    e->budget = all;
    if (ai_soft_limit(e))
        return;
    if (e->info.exact ? horizon_is_worth_it(e) : half)
        look_beyond(&s, depth);
}

const ai_search ai_alphabeta = {"alphabeta", go};
