/* glance.c - judging a move of the classic family one ply deep: see glance.h. */
#include "ai/glance.h"
#include "ai/tiling.h"

/* Points of the seat's full lines if the round ended now, less its floor. */
static int32_t points_now(const azj_classic *s, unsigned seat)
{
    static const eval_weights no_future;
    azj_classic_board b = s->board[seat];
    eval_settled e;
    b.score = 100; /* far from 0, where costs would vanish (C13) */
    eval_settle(&azj_classic_variants[s->rules], &no_future, &b, b.line,
                azj_classic_floor_count(&b), false, &e, NULL);
    return e.value[0] - 100 * EVAL_POINT;
}

/* A started line is worth up to two thirds of a point. */
static int32_t started_lines(const azj_classic *s, unsigned seat)
{
    int32_t value = 0;
    for (unsigned line = 1; line <= AZJ_CLASSIC_LINES; line++) {
        const unsigned have = azj_classic_line_count(&s->board[seat], line);
        if (have < line)
            value += (int32_t)(EVAL_POINT * 2 / 3 * have / line);
    }
    return value;
}

static int32_t see_points(const azj_classic *before, azj_move move)
{
    const unsigned seat = before->seat;
    azj_classic s = *before;
    azj_classic_apply(&s, move, NULL);
    if (s.phase != AZJ_PHASE_OFFER) /* the round is over: the score says it all */
        return EVAL_POINT * (s.board[seat].score - before->board[seat].score);
    return points_now(&s, seat) + started_lines(&s, seat);
}

/* How many tiles find a place in a line, and does that complete it? */
static int32_t see_tiles(const azj_classic *s, azj_move move)
{
    const unsigned from = azj_move_from(move), to = azj_move_to(move);
    const unsigned n =
        azj_tiles_count(from ? s->factory[from - 1] : s->centre, azj_move_colour(move));
    const unsigned room = to ? to - azj_classic_line_count(&s->board[s->seat], to) : 0;
    const unsigned fit = n < room ? n : room;
    return EVAL_POINT * ((int32_t)fit - (int32_t)(n - fit)) + (fit == room && to ? EVAL_POINT : 0);
}

/* The mover's log odds when all go on greedily; a point is worth about 1/8 of the unit. */
static int32_t see_round(const glance *g, round_move move)
{
    round_state r = g->round;
    round_result v;
    round_apply(&g->frame, &r, move);
    round_play_out(&g->frame, &r);
    round_value(&g->frame, &r, &v);
    return 8 * EVAL_POINT / ROUND_LOGIT * round_logit(&g->frame, &v, g->round.seat);
}

static bool needs_frame(const glance *g)
{
    return (g->sight == AI_SIGHT_ROUND || g->sight == AI_SIGHT_BOARD) &&
           g->state->head.phase == AZJ_PHASE_OFFER && g->state->head.rules != AZJ_DUEL;
}

void glance_begin(glance *g, const azj_state *s, ai_sight sight)
{
    g->sight = sight;
    g->state = s;
    if (needs_frame(g)) {
        round_frame_begin(&g->frame, &s->classic, NULL, NULL);
        round_pack(&s->classic, &g->round);
    }
}

int32_t glance_at(const glance *g, azj_move move)
{
    const azj_classic *s = &g->state->classic;
    if (g->state->head.rules == AZJ_DUEL)
        return glance_duel(&g->state->duel, move, g->sight);
    if (needs_frame(g)) {
        const round_move m = round_pack_move(&g->round, s, move);
        return g->sight == AI_SIGHT_ROUND ? see_round(g, m) : round_gain(&g->frame, &g->round, m);
    }
    if (s->phase == AZJ_PHASE_TILING)
        return EVAL_POINT *
               azj_classic_tile_points(s, s->seat, azj_move_line(move), azj_move_column(move));
    return g->sight == AI_SIGHT_TILES ? see_tiles(s, move) : see_points(s, move);
}
