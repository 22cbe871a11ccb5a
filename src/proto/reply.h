/* reply.h - the answers of an engine: a line as a struct. The manual: docs/protocol.md. */
#ifndef PROTO_REPLY_H
#define PROTO_REPLY_H

#include "proto/request.h"

/* name, first word. */
#define PROTO_REPLIES(X)    \
    X(ID, "id")             \
    X(RULES, "rules")       \
    X(SEATS, "seats")       \
    X(NEEDS, "needs")       \
    X(OPTION, "option")     \
    X(READY, "ready")       \
    X(OK, "ok")             \
    X(PONG, "pong")         \
    X(INFO, "info")         \
    X(BESTMOVE, "bestmove") \
    X(ERROR, "error")       \
    /* the referee's */     \
    X(POSITION, "position") \
    X(LEGAL, "legal")       \
    X(CHANCE, "chance")     \
    X(SEAT, "seat")         \
    X(SCORE, "score")       \
    X(OVER, "over")

#define PROTO_REPLY_KIND(name, word) PROTO_R_##name,
typedef enum proto_reply_kind { PROTO_REPLIES(PROTO_REPLY_KIND) PROTO_REPLY_NB } proto_reply_kind;
#undef PROTO_REPLY_KIND

/* One `info` line. Fields that the line does not have are 0. */
typedef struct proto_info {
    uint64_t rank, depth, nodes, time_ms, nps;
    unsigned wins, scores; /* how many numbers stand in win and score */
    double win[AZJ_SEATS_MAX];
    double score[AZJ_SEATS_MAX];
    bool exact;
    proto_word line; /* the moves */
    proto_word text; /* `info text …`: free text; then all other fields are 0 */
} proto_info;

typedef struct proto_option {
    proto_word name, type, value; /* value: the default */
    proto_word values;            /* of a choice */
    uint64_t min, max;            /* of a number */
    bool bounded;
} proto_option;

typedef struct proto_reply {
    proto_reply_kind kind;
    proto_word key;      /* ID: name or author; ERROR: the code; BESTMOVE: the move */
    proto_word text;     /* the rest of the line after that */
    proto_info info;     /* INFO */
    proto_option option; /* OPTION */
} proto_reply;

/* Reads an answer; false if the line is not one. */
bool proto_reply_read(proto_word line, proto_reply *r);

/* What `seats RULES... N...` says, in the handshake: with how many seats each rule set is played, a
 * bit each (bit 2: with two). 0: not declared, so every number that the rules allow. */
typedef struct proto_seats {
    uint8_t of[AZJ_RULES_NB];
} proto_seats;

/* Adds one such line, given without its first word; false if it is none. */
bool proto_seats_read(proto_word text, proto_seats *seats);
bool proto_seats_allow(const proto_seats *seats, azj_rules rules, unsigned players);

/* ---- Writing: whole lines with their LF ---- */
void proto_put_error(buf *b, proto_error code, const char *text);
void proto_put_bestmove(buf *b, azj_move move);
void proto_put_info(buf *b, const azj_info *info, unsigned players);
void proto_put_decimal(buf *b, double value, unsigned digits);

#endif
