/* client.h - a protocol engine (docs/protocol.md) in a separate process, from the runner's side.
 *
 * Every fault is one of the causes of proto/request.h: crash, stall or protocol, with a sentence
 * in `why`. The caller checks time and legality. After such a fault the process has been ended;
 * client_start starts it again.
 */
#ifndef CLI_CLIENT_H
#define CLI_CLIENT_H

#include "cli/process.h"
#include "proto/reply.h"

enum { CLIENT_NAME_MAX = 128, CLIENT_WHY_MAX = 200 };

typedef struct client {
    process process;
    char name[CLIENT_NAME_MAX]; /* the name that it reports */
    unsigned rules;             /* a mask of the rule sets that it plays */
    proto_seats seats;          /* with how many seats */
    bool needs_moves;
    bool quiet;        /* its standard error is discarded */
    bool has_seed;     /* has the option `seed` … */
    uint64_t seed_max; /* … up to this */
    proto_cause fault;
    char why[CLIENT_WHY_MAX];
    char out[2 * PROTO_LINE_MAX];
} client;

/* Starts the process and does the handshake before the deadline. On false see c->fault and
 * c->why. */
bool client_start(client *c, const char *command, bool quiet, uint64_t deadline_us);
bool client_runs(const client *c);

/* Sends one request whose answer is one line of the kind `wanted`. */
bool client_ask(client *c, const char *line, proto_reply_kind wanted, uint64_t deadline_us,
                proto_reply *reply);

/* Sets an option. A refusal is a protocol fault only if the engine had offered the option: see
 * `why`. */
bool client_set(client *c, const char *name, const char *value, uint64_t deadline_us);

/* Sends the position, and the legal moves to an engine that needs them, and waits for their ok. */
bool client_position(client *c, const azj_state *view, uint64_t deadline_us);

/* Sends go. The engine's clock runs from `sent_ns` on (clock_mono_ns). */
bool client_go(client *c, const proto_go *go, uint64_t deadline_us, uint64_t *sent_ns);

/* Waits for the move; `info` (may be NULL) is its last report on its best line, with empty slices
 * and the highest node count of all its reports. */
bool client_answer(client *c, azj_rules rules, uint64_t deadline_us, azj_move *move,
                   proto_info *info);

/* Asks the engine to quit, then kills it if it still runs. */
void client_end(client *c);

#endif
