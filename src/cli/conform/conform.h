/* conform.h - the duties of a protocol engine; each function tests one.
 *
 *   talk.c      sending, reading, restarting: shared by all duties
 *   basics.c    handshake, lines, options, the end
 *   play.c      positions, thinking, reports
 *   referee.c   the questions of a runner without rules
 */
#ifndef CLI_CONFORM_CONFORM_H
#define CLI_CONFORM_CONFORM_H

#include "cli/process.h"
#include "proto/reply.h"

#include <azulejo/rules.h>

enum { CONFORM_OPTIONS_MAX = 64, CONFORM_LINES_MAX = 256, CONFORM_WHY_MAX = 300 };

typedef enum conform_verdict {
    CONFORM_KEPT,
    CONFORM_BROKEN,
    CONFORM_ABSENT /* optional, and the engine does not offer it */
} conform_verdict;

typedef struct conform_option {
    char name[64];
    char value[128]; /* its default; may be empty */
} conform_option;

typedef struct conform {
    process process;
    const char *command;
    uint64_t patience_us; /* time limit of answers without a search */
    uint64_t start_us;    /* of the handshake */
    bool show_stderr;
    bool quiet; /* no progress */
    /* progress on standard error */
    const char *duty;
    uint64_t duty_us, shown_us;
    unsigned moves; /* asked for in this duty */
    /* from the handshake */
    bool met; /* a handshake has succeeded once */
    bool greeted;
    bool thinking;                 /* a go has not been answered yet */
    char hello[CONFORM_LINES_MAX]; /* its first line */
    bool has_name, has_author;
    unsigned rules; /* a bit each */
    bool strange_rules, strange_seats;
    proto_seats seats;
    bool needs_moves;
    unsigned options;
    conform_option option[CONFORM_OPTIONS_MAX];
    /* seen while thinking */
    unsigned infos;
    char bad_info[CONFORM_WHY_MAX]; /* the first malformed report */
    uint64_t slowest_us;
    char last[100];            /* the last line of the engine, as far as it fits */
    char why[CONFORM_WHY_MAX]; /* why the engine fails the duty, or a remark */
    char out[2 * PROTO_LINE_MAX];
} conform;

typedef struct conform_duty {
    const char *text;
    conform_verdict (*check)(conform *c);
} conform_duty;

typedef struct conform_part {
    const char *title;
    const conform_duty *duty; /* ends with a NULL text */
} conform_part;

extern const conform_part conform_basics[], conform_play[], conform_referee[], conform_ending[];

/* ---- talk.c ---- */
/* Returns a verdict and stores its reason. */
conform_verdict conform_broken(conform *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
conform_verdict conform_if(conform *c, bool kept, const char *otherwise);

/* Ends a running engine, starts a new one and does the handshake. */
bool conform_start(conform *c);

/* Ensures that the engine runs and has answered everything; restarts it if necessary. */
bool conform_ready(conform *c);

bool conform_send(conform *c, const char *text); /* whole lines with LF, or a part of one */
/* The next answer within `us`; on false c->why says what came instead. */
bool conform_read(conform *c, uint64_t us, proto_reply *r);
/* Sends a line and reads the answer, which must be of that kind (and, for errors, that code). */
bool conform_ask(conform *c, const char *line, proto_reply_kind kind, proto_reply *r);
bool conform_refused(conform *c, const char *line, const char *code);
/* Begins the progress of a duty; counts a move in it, and tells now and then how far it is. */
void conform_begin_duty(conform *c, const char *text);
void conform_count_move(conform *c);
void conform_end_duty(conform *c);

/* Checks by a ping that the engine still answers. */
bool conform_alive(conform *c);

/* ---- play.c ---- */
/* Called at a decision of a game; the game ends when it returns false. */
typedef bool conform_visit(conform *c, const azj_state *s, void *context);

/* True if the engine plays the rule set with this number of seats, as its handshake says. */
bool conform_plays(const conform *c, azj_rules rules, unsigned players);

/* Walks through a game of the first kind that the engine plays. */
void conform_walk_first(conform *c, uint64_t seed, conform_visit *visit, void *context);

/* Sends the view of the seat to move, and the legal moves if the engine wants them. */
bool conform_position(conform *c, const azj_state *s);

#endif
