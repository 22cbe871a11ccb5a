/* report.h - a judged game, as text and as JSON. */
#ifndef CLI_ANALYSIS_REPORT_H
#define CLI_ANALYSIS_REPORT_H

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <stdbool.h>

typedef struct report_move {
    azj_move move;
    unsigned seat, round;
    azj_state view;    /* what the mover knew before the move */
    azj_line best;     /* what the judge would have played */
    azj_line played;   /* what the move leads to: chances and scores after it */
    float loss;        /* of the mover's chance to win, 0 to 1 */
    int exact;         /* the rest of the round was solved */
    bool looked_again; /* with REPORT_AGAIN times the nodes: the worst moves that are not exact */
    float loss_again;
} report_move;

typedef struct report {
    const azj_record *record;
    const char *bot;
    uint64_t nodes;
    uint32_t moves;
    report_move *move;
    azj_state end;               /* after the last move that could be read */
    const azj_text_fault *fault; /* of a damaged record; its code is AZJ_E_OK otherwise */
} report;

enum { REPORT_WORST = 3, REPORT_AGAIN = 4, REPORT_NAME_MAX = 64 };

/* How sure it is that a move was an error. */
typedef enum report_verdict {
    REPORT_SOLVED,    /* the rest of the round was solved both times */
    REPORT_CONFIRMED, /* a longer look finds at least half of the loss, too */
    REPORT_DOUBTFUL,  /* it does not */
    REPORT_UNCHECKED  /* the move was not searched a second time */
} report_verdict;

/* A smaller loss is none. */
#define REPORT_LOSS 0.0005f

static inline unsigned report_players(const report *r)
{
    return r->record->start.head.players;
}

/* The indices of a seat's worst moves, worst first; returns how many lost anything. */
unsigned report_worst(const report *r, unsigned seat, uint32_t worst[REPORT_WORST]);

void report_text(const report *r);

/* All that is needed to draw the review of the game: for each move the chances and scores after it
 * and after the best line, what it lost and that line; for each seat its worst moves; and the end.
 */
void report_json(const report *r);

#endif
