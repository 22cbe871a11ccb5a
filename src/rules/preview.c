/* preview.c - computes the consequences of a move before it is made.
 *
 * The score at the end of the round comes from the rules themselves: all tiles but one are removed
 * from the factories and the centre, another seat takes the last one to its floor line, and the
 * usual tiling follows.
 */
#include "base/bits.h"

#include <azulejo/rules.h>
#include <stdbool.h>
#include <string.h>

static int is_duel(const azj_state *s)
{
    return s->head.rules == AZJ_DUEL;
}

/* ---- Ending the round at once ---- */

static azj_move last_classic_move(azj_classic *s)
{
    memset(s->factory, 0, sizeof s->factory);
    s->centre = azj_tiles_of(1, AZJ_BLUE);
    return azj_move_take(0, AZJ_BLUE, 0);
}

static azj_move last_duel_move(azj_duel *s)
{
    memset(s->sun, 0, sizeof s->sun);
    memset(s->moon, 0, sizeof s->moon);
    memset(s->chip, AZJ_NO_CHIP, sizeof s->chip);
    s->large_sun = 0;
    s->large_moon = azj_tiles_of(1, AZJ_BLUE);
    s->drawn_count = 0;
    s->board[0].tokens = s->board[1].tokens = 0;
    return azj_move_moon(AZJ_BLUE, 0);
}

static int tile_points(const azj_state *s, azj_move m)
{
    const unsigned seat = s->head.seat, line = azj_move_line(m), column = azj_move_column(m);
    return is_duel(s) ? azj_duel_tile_points(&s->duel, seat, line, column)
                      : azj_classic_tile_points(&s->classic, seat, line, column);
}

/* The place that scores most now, without spending chips. */
static azj_move greedy_place(const azj_state *s)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(s, moves);
    azj_move best = moves[0];
    int most = -1;
    for (size_t i = 0; i < n; i++) {
        if (azj_move_kind_of(moves[i]) == AZJ_SKIP)
            return moves[i];
        const int points = tile_points(s, moves[i]);
        if (points > most) {
            most = points;
            best = moves[i];
        }
    }
    return best;
}

static void append_events(azj_events *all, const azj_events *more, unsigned seat)
{
    for (uint32_t i = 0; i < more->count; i++)
        if (more->at[i].seat == seat)
            all->at[all->count++] = more->at[i];
}

static void tile_greedily(azj_state *s, unsigned seat, azj_events *events)
{
    azj_events step;
    while (s->head.phase == AZJ_PHASE_TILING) {
        azj_apply(s, greedy_place(s), &step);
        append_events(events, &step, seat);
    }
}

/* Ends the round without another action of `seat`; appends its events. */
static void end_round_now(azj_state *s, unsigned seat, azj_events *events)
{
    azj_events step;
    s->head.phase = AZJ_PHASE_OFFER;
    s->head.line = 0;
    s->head.seat = seat == 0;
    azj_apply(s, is_duel(s) ? last_duel_move(&s->duel) : last_classic_move(&s->classic), &step);
    append_events(events, &step, seat);
    tile_greedily(s, seat, events);
}

/* What is left of the round after a move; appends the events of `seat`. */
static void finish_round(azj_state *s, unsigned seat, azj_events *events)
{
    if (s->head.phase == AZJ_PHASE_TILING)
        tile_greedily(s, seat, events);
    else if (s->head.phase != AZJ_PHASE_DEAL && s->head.phase != AZJ_PHASE_OVER)
        end_round_now(s, seat, events);
}

/* ---- One move ---- */

unsigned azj_taken(const azj_state *s, azj_move m)
{
    const unsigned colour = azj_move_colour(m), from = azj_move_from(m);
    const azj_duel *d = &s->duel;
    switch (azj_move_kind_of(m)) {
    case AZJ_TAKE:
        return azj_tiles_count(from ? s->classic.factory[from - 1] : s->classic.centre, colour);
    case AZJ_SUN:
        return azj_tiles_count(from ? d->sun[from - 1] : d->large_sun, colour);
    case AZJ_MOON: {
        unsigned n = azj_tiles_count(d->large_moon, colour);
        for (unsigned f = 0; f < AZJ_DUEL_SMALL; f++) {
            unsigned stack = d->moon[f];
            while (stack >> 3)
                stack >>= 3;
            n += stack == colour + 1;
        }
        return n;
    }
    default:
        return 0;
    }
}

static unsigned room_for(const azj_state *s, azj_move m)
{
    const unsigned line = azj_move_to(m), seat = s->head.seat;
    const uint8_t *lines = is_duel(s) ? s->duel.board[seat].line : s->classic.board[seat].line;
    return line ? line - (lines[line - 1] & 15u) : 0;
}

static int seat_points(const azj_events *events, unsigned seat)
{
    int points = 0;
    for (uint32_t i = 0; i < events->count; i++)
        if (events->at[i].seat == seat && events->at[i].kind < AZJ_EVENT_FINAL)
            points += events->at[i].points;
    return points;
}

/* The points of the tile and of a special tile that follows from it, without later lines of any
 * seat. */
static int points_of_placing(const azj_events *events, unsigned seat, unsigned line)
{
    int points = 0;
    for (uint32_t i = 0; i < events->count; i++) {
        const azj_event *e = &events->at[i];
        const int own = e->kind == AZJ_EVENT_TILE && e->seat == seat && e->row == line;
        if (!own && e->kind != AZJ_EVENT_SPECIAL)
            break;
        points += e->points;
    }
    return points;
}

static int16_t *score_of(azj_state *s, unsigned seat)
{
    return is_duel(s) ? &s->duel.board[seat].score : &s->classic.board[seat].score;
}

/* Lifts a score so far that no penalty of the round meets the limit at 0. */
static void lift_score(azj_state *s, unsigned seat)
{
    enum { FAR_ABOVE_ZERO = 500 };
    int16_t *score = score_of(s, seat);
    *score = (int16_t)(*score + FAR_ABOVE_ZERO);
}

static void note_space(azj_preview *p, const azj_events *events, unsigned line)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const azj_event *e = &events->at[i];
        if (e->kind == AZJ_EVENT_TILE && e->row == line) {
            p->row = e->row;
            p->column = e->column;
            p->run = e->cells;
            return;
        }
    }
}

/* The round with and without a move that comes before the tiling. */
static void preview_round(azj_preview *p, const azj_state *s, azj_move move)
{
    const unsigned seat = s->head.seat;
    azj_state with = *s, without = *s;
    azj_events step, events = {0}, otherwise = {0};
    const bool pays = azj_move_kind_of(move) == AZJ_DRAW; /* by its score: the real one (D10) */
    if (!pays)
        lift_score(&with, seat);
    azj_apply(&with, move, &step);
    if (pays) {
        p->points_now = seat_points(&step, seat);
        lift_score(&with, seat);
    }
    append_events(&events, &step, seat);
    finish_round(&with, seat, &events);
    lift_score(&without, seat);
    end_round_now(&without, seat, &otherwise);
    const int points = seat_points(&events, seat), score = azj_score(s, seat);
    p->points_round = points < -score ? -score : points;
    p->change = points - seat_points(&otherwise, seat);
    if (azj_move_to(move) && p->taken)
        note_space(p, &events, azj_move_to(move));
}

/* A choice of the tiling: nothing else can be done instead of it. */
static void preview_placing(azj_preview *p, const azj_state *s, azj_move move)
{
    const unsigned seat = s->head.seat;
    const bool places = azj_move_kind_of(move) != AZJ_SKIP;
    azj_state after = *s;
    azj_events step, events = {0};
    azj_apply(&after, move, &step);
    if (places) {
        p->points_now = p->change = points_of_placing(&step, seat, azj_move_line(move));
        note_space(p, &step, azj_move_line(move));
    }
    append_events(&events, &step, seat);
    finish_round(&after, seat, &events);
    p->points_round = seat_points(&events, seat);
}

azj_preview azj_preview_move(const azj_state *s, azj_move move)
{
    azj_preview p = {.taken = (int)azj_taken(s, move)};
    const int room = p.taken ? (int)room_for(s, move) : 0;
    p.overflow = p.taken > room ? p.taken - room : 0;
    if (s->head.phase == AZJ_PHASE_TILING)
        preview_placing(&p, s, move);
    else
        preview_round(&p, s, move);
    return p;
}

/* ---- Bonuses as they stand ---- */

static void clear_boards(azj_state *s)
{
    if (!is_duel(s)) {
        s->classic.round = AZJ_CLASSIC_ROUNDS_MAX; /* so that the game ends */
        for (unsigned p = 0; p < s->head.players; p++) {
            memset(s->classic.board[p].line, 0, sizeof s->classic.board[p].line);
            s->classic.board[p].floor = 0;
        }
        return;
    }
    s->duel.round = AZJ_DUEL_ROUNDS;
    s->duel.start_tile = AZJ_NOBODY;
    for (unsigned p = 0; p < 2; p++) {
        memset(s->duel.board[p].line, 0, sizeof s->duel.board[p].line);
        s->duel.board[p].broken = 0;
    }
}

void azj_standing(const azj_state *s, unsigned seat, azj_events *events)
{
    azj_state end = *s;
    clear_boards(&end);
    events->count = 0;
    end_round_now(&end, seat, events);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < events->count; i++)
        if (events->at[i].kind >= AZJ_EVENT_FINAL)
            events->at[kept++] = events->at[i];
    events->count = kept;
}
