/* report.h - a judged game, as text and as JSON. */
#ifndef CLI_ANALYSIS_REPORT_H
#define CLI_ANALYSIS_REPORT_H

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <stdbool.h>

typedef struct report_move {
    azj_move move;
    unsigned seat, round;
    azj_line best;   /* what the judge would have played */
    azj_line played; /* what the move leads to: chances and scores after it */
    float loss;      /* of the mover's chance to win, 0 to 1 */
    int exact;       /* the rest of the round was solved */
} report_move;

typedef struct report {
    const azj_record *record;
    const char *bot;
    uint64_t nodes;
    uint32_t moves;
    report_move *move;
    azj_state end; /* after the last move */
} report;

enum { REPORT_WORST = 3 };

/* A smaller loss is none. */
#define REPORT_LOSS 0.0005f

static inline unsigned report_players(const report *r)
{
    return r->record->start.head.players;
}

/* The indices of a seat's worst moves, worst first; returns how many lost anything. */
unsigned report_worst(const report *r, unsigned seat, uint32_t worst[REPORT_WORST]);

/* The mean loss of a seat's moves. */
double report_mean_loss(const report *r, unsigned seat);

/* The name of a seat by the record's tags, or "seat 0" …; `out` has 64 bytes. */
const char *report_name(const report *r, unsigned seat, char out[64]);

/* The moves of a line in notation, separated by spaces. */
void report_line(const azj_line *line, char *out, size_t size);

void report_text(const report *r);

/* All that is needed to draw the review of the game: for each move the chances and scores after it
 * and after the best line, what it lost and that line; for each seat its worst moves; and the end.
 */
void report_json(const report *r);

#endif
