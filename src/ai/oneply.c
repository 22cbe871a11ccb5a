/* oneply.c - the value of a move of the classic family one ply deep: see oneply.h. */
#include "ai/oneply.h"

/* The points of the seat's full lines if the round ended now, less its floor. */
static int32_t points_now(const azj_classic *s, unsigned seat)
{
    static const eval_weights no_future;
    azj_classic_board b = s->board[seat];
    eval_settled e;
    b.score = 100; /* so that no cost is cut off at 0 (C13) */
    eval_settle(&azj_classic_variants[s->rules], &no_future, &b, b.line,
                azj_classic_floor_count(&b), false, &e, NULL);
    return e.value[0] - 100 * EVAL_POINT;
}

/* The value of started lines: up to two thirds of a point each. */
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

static int32_t points_value(const azj_classic *before, azj_move move)
{
    const unsigned seat = before->seat;
    azj_classic s = *before;
    azj_classic_apply(&s, move, NULL);
    if (s.phase != AZJ_PHASE_OFFER) /* the round is over and scored */
        return EVAL_POINT * (s.board[seat].score - before->board[seat].score);
    return points_now(&s, seat) + started_lines(&s, seat);
}

/* A point for each tile that fits into its line, a point less for each other one, and a point for a
 * complete line. */
static int32_t tiles_value(const azj_classic *s, azj_move move)
{
    const unsigned from = azj_move_from(move), to = azj_move_to(move);
    const unsigned n =
        azj_tiles_count(from ? s->factory[from - 1] : s->centre, azj_move_colour(move));
    const unsigned room = to ? to - azj_classic_line_count(&s->board[s->seat], to) : 0;
    const unsigned fit = n < room ? n : room;
    return EVAL_POINT * ((int32_t)fit - (int32_t)(n - fit)) + (fit == room && to ? EVAL_POINT : 0);
}

/* The mover's log odds after a greedy playout; a point is about 1/8 of the unit. */
static int32_t playout_value_of(const oneply *o, round_move move)
{
    round_state r = o->round;
    round_result v;
    round_apply(&o->frame, &r, move);
    round_play_out(&o->frame, &r);
    round_value(&o->frame, &r, &v);
    return 8 * EVAL_POINT / ROUND_LOGIT * round_logit(&o->frame, &v, o->round.seat);
}

static int32_t round_value_of(const oneply *o, round_move move)
{
    const int32_t own = round_gain(&o->frame, &o->round, move);
    if (o->heuristic == AI_HEURISTIC_BOARD)
        return own;
    return playout_value_of(o, move) + (o->heuristic == AI_HEURISTIC_OUTLOOK ? 2 * own : 0);
}

static bool needs_frame(const oneply *o)
{
    return o->heuristic >= AI_HEURISTIC_BOARD && o->state->head.phase == AZJ_PHASE_OFFER &&
           o->state->head.rules != AZJ_DUEL;
}

void oneply_init(oneply *o, const azj_state *s, ai_heuristic heuristic)
{
    o->heuristic = heuristic;
    o->state = s;
    if (needs_frame(o)) {
        round_frame_begin(&o->frame, &s->classic, NULL, NULL);
        round_pack(&s->classic, &o->round);
    }
}

int32_t oneply_value(const oneply *o, azj_move move)
{
    const azj_classic *s = &o->state->classic;
    if (o->state->head.rules == AZJ_DUEL)
        return oneply_duel_value(&o->state->duel, move, o->heuristic);
    if (needs_frame(o))
        return round_value_of(o, round_pack_move(&o->round, s, move));
    if (s->phase == AZJ_PHASE_TILING)
        return EVAL_POINT *
               azj_classic_tile_points(s, s->seat, azj_move_line(move), azj_move_column(move));
    return o->heuristic == AI_HEURISTIC_TILES ? tiles_value(s, move) : points_value(s, move);
}
