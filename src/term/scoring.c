/* scoring.c - the end of a round, step by step.
 *
 * The rules tile, score and clear the boards in one step, and the score events say what happened in
 * which order. This file reads them backwards: what a later event takes off a line, the floor or
 * the broken space is put back there.
 */
#include "term/scene.h"

#include <string.h>

static bool is_duel(const play_scene *s)
{
    return s->view.head.rules == AZJ_DUEL;
}

static void fill_line(play_scene *s, const azj_event *e, unsigned count)
{
    const uint8_t held = (uint8_t)((unsigned)e->colour << 4 | count);
    if (is_duel(s))
        s->view.duel.board[e->seat].line[e->row - 1] = held;
    else
        s->view.classic.board[e->seat].line[e->row - 1] = held;
}

/* Pieces come in their order on the floor, so each goes after the last. */
static void drop_piece(play_scene *s, const azj_event *e)
{
    if (is_duel(s)) {
        uint16_t *broken = &s->view.duel.board[e->seat].broken;
        const unsigned n = *broken >> 12;
        *broken = (uint16_t)((*broken & 0xfffu) | (e->colour + 1u) << (3 * n) | (n + 1) << 12);
        return;
    }
    uint32_t *floor = &s->view.classic.board[e->seat].floor;
    const unsigned n = *floor >> 24;
    *floor = (*floor & 0xffffffu) | (e->colour + 1u) << (3 * n) | (n + 1) << 24;
}

/* The number after the last floor event of a seat; 0: it has none. */
static uint32_t floor_end(const play_game *g, unsigned seat)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < g->events.count; i++)
        if (g->events.at[i].kind == AZJ_EVENT_FLOOR && g->events.at[i].seat == seat)
            end = i + 1;
    return end;
}

static void take_back(play_scene *s, const azj_event *e)
{
    const unsigned width = is_duel(s) ? 6 : 5;
    switch (e->kind) {
    case AZJ_EVENT_TILE:
        fill_line(s, e, e->row); /* complete, by chips if need be */
        s->away[e->seat] |= (uint64_t)1 << (width * (e->row - 1u) + e->column - 1u);
        break;
    case AZJ_EVENT_SPECIAL:
        s->away[e->seat] |= (uint64_t)1 << (width * (e->row - 1u) + e->column - 1u);
        break;
    case AZJ_EVENT_DROPPED:
    case AZJ_EVENT_BROKEN:
        fill_line(s, e, e->count);
        break;
    default:
        break;
    }
}

/* The rules have already put the start piece, tokens and round back for the next round. */
static void keep_round(const play_game *g, play_scene *s)
{
    const unsigned phase = g->settled.head.phase;
    s->view.head.round = g->before.head.round;
    if (phase == AZJ_PHASE_OFFER)
        return;
    if (!is_duel(s)) {
        s->view.classic.marker = 0; /* the tile of this event lies on a floor */
        return;
    }
    s->view.duel.start_tile = g->before.duel.start_tile;
    s->view.duel.board[0].tokens = s->view.duel.board[1].tokens = 0;
    for (uint32_t i = 0; i < g->events.count; i++)
        if (g->events.at[i].kind == AZJ_EVENT_START_TILE)
            s->view.duel.start_tile = g->events.at[i].seat;
}

static void begin_scene(const play_game *g, play_scene *s)
{
    memset(s, 0, sizeof *s);
    s->setup = g->setup;
    azj_view(&g->settled, play_viewer(g), &s->view);
    keep_round(g, s);
    s->since = g->before;
    s->front = play_front(g);
    for (unsigned seat = 0; seat < g->before.head.players; seat++)
        s->scores[seat] = azj_score(&g->before, seat);
}

void scoring_scene(const play_game *g, play_scene *s, uint32_t now)
{
    begin_scene(g, s);
    for (uint32_t i = 0; i < g->events.count; i++) {
        const azj_event *e = &g->events.at[i];
        if (i <= now)
            s->scores[e->seat] = e->score;
        else
            take_back(s, e);
        if (e->kind == AZJ_EVENT_FLOOR && now < floor_end(g, e->seat))
            drop_piece(s, e);
    }
    s->lit[g->events.at[now].seat] = g->events.at[now].cells;
}
