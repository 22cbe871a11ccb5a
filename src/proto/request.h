/* request.h - the requests of a runner: a line as a struct. The manual: docs/protocol.md.
 *
 * Words point into the line that was read. Whether a request makes sense in the position (a legal
 * move, a matching view) is not checked here.
 */
#ifndef PROTO_REQUEST_H
#define PROTO_REQUEST_H

#include "base/buf.h"
#include "proto/words.h"

#include <azulejo/engine.h>

/* name, first word. In the order of the manual. */
#define PROTO_REQUESTS(X)                                                     \
    X(AZP, "azp")           /* handshake */                                   \
    X(SET, "set")           /* an option */                                   \
    X(CLEAR, "clear")       /* a new game: forget */                          \
    X(POSITION, "position") /* what to think about */                         \
    X(MOVES, "moves")       /* its legal moves, for engines that want them */ \
    X(GO, "go")                                                               \
    X(STOP, "stop")                                                           \
    X(PING, "ping")                                                           \
    X(RESULT, "result")                                                       \
    X(QUIT, "quit")                                                           \
    /* the referee's */                                                       \
    X(NEW, "new")                                                             \
    X(DEAL, "deal")                                                           \
    X(PLAY, "play")                                                           \
    X(VIEW, "view")                                                           \
    X(LEGAL, "legal")                                                         \
    X(CHANCE, "chance")                                                       \
    X(SEAT, "seat")                                                           \
    X(SCORE, "score")                                                         \
    X(OVER, "over")

#define PROTO_REQUEST_KIND(name, word) PROTO_##name,
typedef enum proto_request_kind {
    PROTO_REQUESTS(PROTO_REQUEST_KIND) PROTO_REQUEST_NB
} proto_request_kind;
#undef PROTO_REQUEST_KIND

/* Codes of `error` answers. */
#define PROTO_ERRORS(X)                                                                  \
    X(UNKNOWN, "unknown")   /* no such request */                                        \
    X(SYNTAX, "syntax")     /* its arguments cannot be read */                           \
    X(LONG, "long")         /* a line over the limit */                                  \
    X(VERSION, "version")   /* not a version that the engine speaks */                   \
    X(BUSY, "busy")         /* not while thinking */                                     \
    X(STATE, "state")       /* no position was sent yet, or the phase is wrong */        \
    X(POSITION, "position") /* unreadable or impossible */                               \
    X(MOVE, "move")         /* unreadable or illegal */                                  \
    X(OPTION, "option")     /* no such option, or not a value for it */                  \
    X(RULES, "rules")       /* a rule set or seat count that the engine does not play */ \
    X(OVER, "over")         /* the game is over */                                       \
    X(INTERNAL, "internal") /* out of memory and the like */

#define PROTO_ERROR_KIND(name, word) PROTO_E_##name,
typedef enum proto_error { PROTO_ERRORS(PROTO_ERROR_KIND) PROTO_ERROR_NB } proto_error;
#undef PROTO_ERROR_KIND

const char *proto_error_word(proto_error code);

/* How a game ended. Every cause except NORMAL is the fault of one seat. */
#define PROTO_CAUSES(X)                                               \
    X(NORMAL, "normal")                                               \
    X(ILLEGAL, "illegal")   /* a move that the rules refuse */        \
    X(CRASH, "crash")       /* the engine ended */                    \
    X(STALL, "stall")       /* no answer, even long after its time */ \
    X(TIME, "time")         /* an answer, but too late */             \
    X(PROTOCOL, "protocol") /* an answer that is none */

#define PROTO_CAUSE_KIND(name, word) PROTO_CAUSE_##name,
typedef enum proto_cause { PROTO_CAUSES(PROTO_CAUSE_KIND) PROTO_CAUSE_NB } proto_cause;
#undef PROTO_CAUSE_KIND

const char *proto_cause_word(proto_cause cause);
proto_cause proto_cause_of(proto_word word); /* PROTO_CAUSE_NB: no such word */

/* `go`: the clocks of all seats, own seat's among them. */
typedef struct proto_go {
    azj_limits limits; /* clock_ms stays 0: it depends on the seat */
    uint32_t clock_ms[AZJ_SEATS_MAX];
    unsigned clocks; /* how many clocks were given; 0: none */
} proto_go;

typedef struct proto_result {
    unsigned players;
    unsigned winners; /* a bit a seat */
    int score[AZJ_SEATS_MAX];
    proto_cause cause;
    unsigned fault; /* the seat that is to blame, or AZJ_NOBODY */
} proto_result;

typedef struct proto_request {
    proto_request_kind kind;
    uint64_t version;    /* AZP */
    proto_word name;     /* SET */
    proto_word text;     /* SET value; POSITION; MOVES; PING; PLAY move; DEAL outcome or empty */
    proto_go go;         /* GO */
    azj_options game;    /* NEW */
    bool random_tablets; /* NEW */
    bool seeded;         /* NEW, DEAL, PLAY: chance is drawn with `seed` */
    uint64_t seed;
    unsigned viewer;     /* VIEW: a seat, AZJ_SPECTATOR, AZJ_VIEW_ALL */
    proto_result result; /* RESULT */
} proto_request;

/* Why a line is not a request. */
typedef struct proto_fault {
    proto_error code;
    const char *text; /* constant: what would be right */
} proto_fault;

/* Reads a request. On false `fault` says why, and r->kind is the kind of the request,
 * PROTO_REQUEST_NB if it is unknown. The line must not be blank. */
bool proto_request_read(proto_word line, proto_request *r, proto_fault *fault);

/* Write these lines, each with its LF. */
void proto_put_set(buf *b, const char *name, const char *value);
void proto_put_position(buf *b, const azj_state *view);
void proto_put_moves(buf *b, const char *word, const azj_move *moves, size_t count);
void proto_put_go(buf *b, const proto_go *go);
void proto_put_result(buf *b, const proto_result *r);

#endif
