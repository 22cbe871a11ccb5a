/* scoring.c - the end of the game: tablets (D5, D22) and the winner (D23). Each scoring of a
 * tablet is a separate event with the spaces that caused it.
 */
#include "rules/duel/internal.h"

typedef struct tablet_run {
    azj_duel *s;
    azj_events *events;
    uint8_t seat, tablet, side;
} tablet_run;

static void hit(const tablet_run *t, int points, uint64_t cells, unsigned row, unsigned column)
{
    duel_score(t->s, t->events,
               (azj_event){.kind = AZJ_EVENT_TABLET,
                           .seat = t->seat,
                           .points = (int16_t)points,
                           .cells = cells,
                           .row = (uint8_t)row,
                           .column = (uint8_t)column,
                           .times = t->side,
                           .tablet = t->tablet});
}

static void score_rows(const tablet_run *t, const azj_duel_board *b)
{
    for (unsigned row = 1; row <= AZJ_DUEL_LINES; row++)
        if ((azj_duel_filled(b) & DUEL_ROW(row)) == DUEL_ROW(row))
            hit(t, duel_value.row, DUEL_ROW(row), row, 0);
}

static void score_colours(const tablet_run *t, const azj_duel_board *b)
{
    for (unsigned row = 1; row <= AZJ_DUEL_LINES; row++)
        if (duel_row_colours(b, row) >= 5)
            hit(t, duel_value.colours, azj_duel_filled(b) & DUEL_ROW(row), row, 0);
}

static void score_columns(const tablet_run *t, const azj_duel_board *b)
{
    for (unsigned column = 1; column <= 6; column++) {
        const uint64_t cells = DUEL_COLUMN(column);
        if ((azj_duel_filled(b) & cells) == cells)
            hit(t, duel_value.column, cells, 0, column);
    }
}

static void score_border(const tablet_run *t, const azj_duel_board *b)
{
    const uint64_t cells = azj_duel_filled(b) & DUEL_BORDER;
    if (cells != 0)
        hit(t, duel_value.border * (int)bits_count(cells), cells, 0, 0);
}

static void score_diagonals(const tablet_run *t, const azj_duel_board *b)
{
    if ((azj_duel_filled(b) & DUEL_DOWN) == DUEL_DOWN)
        hit(t, duel_value.diagonal, DUEL_DOWN, 0, 0);
    if ((azj_duel_filled(b) & DUEL_UP) == DUEL_UP)
        hit(t, duel_value.diagonal, DUEL_UP, 0, 0);
}

static void score_corners(const tablet_run *t, const azj_duel_board *b)
{
    static const uint8_t corner_slots[4] = {1, 3, 7, 9};
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t cells = DUEL_PLATE(corner_slots[i]);
        if ((azj_duel_filled(b) & cells) == cells)
            hit(t, i < 2 ? duel_value.upper_corner : duel_value.lower_corner, cells, 0, 0);
    }
}

static void score_jokers(const tablet_run *t, const azj_duel_board *b)
{
    if (b->joker != 0 && (b->joker & ~azj_duel_filled(b)) == 0)
        hit(t, duel_value.joker * (int)bits_count(b->joker), b->joker, 0, 0);
}

static void score_missing_specials(const tablet_run *t, const azj_duel_board *b)
{
    for (uint64_t cells = b->special_space & ~b->special; cells != 0; cells &= cells - 1)
        hit(t, -(int)duel_value.no_special, cells & (0 - cells), 0, 0);
}

typedef void tablet_side(const tablet_run *, const azj_duel_board *);

static tablet_side *const tablet_sides[4][2] = {
    {score_rows, score_colours},           /* a */
    {score_columns, score_border},         /* b */
    {score_diagonals, score_corners},      /* c */
    {score_jokers, score_missing_specials} /* d */
};

static void score_seat(azj_duel *s, unsigned seat, azj_events *events)
{
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = ((unsigned)s->tablets >> (2 * i)) & 3u;
        const tablet_run t = {s, events, (uint8_t)seat, (uint8_t)i, (uint8_t)side};
        if (side != 0)
            tablet_sides[i][side - 1](&t, &s->board[seat]);
    }
    duel_clamp(s, seat, events);
}

void duel_score_tablets(azj_duel *s, azj_events *events)
{
    score_seat(s, s->starter, events);
    score_seat(s, s->starter ^ 1u, events);
}

unsigned azj_duel_winners(const azj_duel *s)
{
    if (s->phase != AZJ_PHASE_OVER)
        return 0;
    if (s->board[0].score != s->board[1].score)
        return s->board[0].score > s->board[1].score ? 1 : 2;
    return s->start_tile == AZJ_NOBODY ? 3 : 1u << s->start_tile;
}
