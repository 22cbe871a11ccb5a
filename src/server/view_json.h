/* view_json.h - a game as JSON, as a seat or a spectator may see it. Everything that leaves the
 * server about a position is written here, and written from azj_view alone. */
#ifndef SERVER_VIEW_JSON_H
#define SERVER_VIEW_JSON_H

#include "server/game_json.h"

typedef struct view_context { /* what is known about a table beside its game */
    const game_row *row;
    bool online[AZJ_SEATS_MAX];
    bool is_maker;        /* the viewer made the table */
    const char *request;  /* NULL, or the id that the answer carries */
    uint64_t expires_ms;  /* wall clock: the table is removed then; 0: not soon */
    uint64_t ready_by_ms; /* wall clock: a quick pairing must be ready by then; 0: no limit */
} view_context;

/* The move as `viewer` may know it: which plate went back under the pile is its owner's secret. */
azj_move visible_move(azj_move move, unsigned by, unsigned viewer);

/* {"t":"event",…}. With `position` the view after it and the clocks are added: right for the
 * newest event only. */
void event_json(buf *b, const game *g, const game_event *e, unsigned viewer, bool position,
                uint64_t now_ms);

/* {"t":"sync",…}: the table as it stands, and every event after number `from`. Costs as much as
 * there is to tell. */
void sync_json(buf *b, const game *g, const view_context *t, unsigned viewer, uint32_t from,
               uint64_t now_ms);

/* One line of a list: id, options, seats, phase. */
void summary_json(json_writer *w, const game *g, const view_context *t, unsigned viewer);

#endif
