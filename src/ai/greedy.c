/* greedy.c - the move that looks best at a glance, one ply deep, never minding the others.
 *
 * Classic family: the points that the mover's full lines would score now, less the floor, and for
 * started lines the share that is filled. Duel: ai/duel_greedy.c. */
#include "ai/eval_classic.h"
#include "ai/internal.h"

/* In 1/60 of a point. */
static int classic_glance(const azj_classic *before, azj_move move, azj_rng *rng)
{
    static const eval_weights no_future;
    const azj_classic_variant *v = &azj_classic_variants[before->rules];
    const unsigned seat = before->seat;
    azj_classic s = *before;
    if (s.phase == AZJ_PHASE_TILING)
        return 60 * azj_classic_tile_points(&s, seat, azj_move_line(move), azj_move_column(move));
    eval_settled e;
    azj_classic_apply(&s, move, NULL);
    if (s.phase != AZJ_PHASE_OFFER) /* the round is over: the score says it all */
        return 60 * (s.board[seat].score - before->board[seat].score);
    const azj_classic_board *b = &s.board[seat];
    eval_settle(v, &no_future, b, b->line, &e);
    const unsigned floor = azj_classic_floor_count(b) + e.dropped;
    int value = 60 * (e.points[EVAL_OVER] - v->floor_total[floor < 7 ? floor : 7]);
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++)
        if (azj_classic_line_count(b, line) < line)
            value += (int)(40 * azj_classic_line_count(b, line) / line);
    return value + (int)azj_rng_below(rng, 2); /* ties fall either way */
}

/* Tiles in lines are good, full lines better, broken tiles bad, plates and chips are worth having.
 */
static int duel_glance(const azj_duel *before, azj_move move, azj_rng *rng)
{
    static const uint8_t broken_cost[5] = {0, 1, 3, 6, 10}; /* D6 */
    const unsigned seat = before->seat;
    azj_duel s = *before;
    azj_duel_apply(&s, move, NULL);
    const azj_duel_board *b = &s.board[seat];
    int value = 60 * (b->score - broken_cost[b->broken >> 12 & 7u]) + 30 * b->taken;
    for (unsigned line = 1; line <= AZJ_DUEL_LINES; line++) {
        const unsigned have = b->line[line - 1] & 15u;
        value += (int)(have == line ? 150 : 60 * have / line);
    }
    for (unsigned slot = 0; slot < AZJ_DUEL_SLOTS; slot++)
        value += b->plate[slot] >> 2 == AZJ_NO_PLATE ? 0 : 45;
    return value + (int)azj_rng_below(rng, 8);
}

static int glance(const azj_state *s, azj_move move, azj_rng *rng)
{
    return s->head.rules == AZJ_DUEL ? duel_glance(&s->duel, move, rng)
                                     : classic_glance(&s->classic, move, rng);
}

static void go(azj_engine *e)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_line *line = &e->info.line[0];
    azj_state s;
    azj_determinise(&e->root, &e->rng, &s);
    const size_t n = azj_moves(&s, moves);
    int best = 0;
    ai_no_opinion(&e->root, line);
    for (size_t i = 0; i < n; i++) {
        const int value = glance(&s, moves[i], &e->rng);
        ai_tick(e);
        if (i == 0 || value > best) {
            best = value;
            line->move[0] = moves[i];
        }
    }
    line->length = 1;
    e->info.lines = 1;
    e->info.depth = 1;
}

const ai_search ai_greedy = {"greedy", go};
