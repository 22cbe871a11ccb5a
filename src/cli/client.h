/* client.h - a protocol engine (docs/protocol.md) in a process of its own, from the runner's side.
 *
 * Whatever goes wrong is sorted into the causes of proto/request.h: crash, stall or protocol (time
 * and legality are the caller's to judge), with a sentence in `why`. After such a fault the process
 * is gone; client_start starts it again.
 */
#ifndef CLI_CLIENT_H
#define CLI_CLIENT_H

#include "cli/process.h"
#include "proto/reply.h"

enum { CLIENT_NAME_MAX = 128, CLIENT_WHY_MAX = 200, CLIENT_START_MS = 10000 };

typedef struct client {
    process process;
    char name[CLIENT_NAME_MAX]; /* as it calls itself */
    unsigned rules;             /* a bit for each rule set that it plays */
    bool needs_moves;
    bool quiet;        /* what it writes to standard error is not shown */
    bool has_seed;     /* has the option `seed` … */
    uint64_t seed_max; /* … up to this */
    proto_cause fault;
    char why[CLIENT_WHY_MAX];
    char out[2 * PROTO_LINE_MAX];
} client;

/* Starts it and shakes hands, by the deadline. False: c->fault and c->why. */
bool client_start(client *c, const char *command, bool quiet, uint64_t deadline_us);
bool client_runs(const client *c);

/* Sends one request whose answer is one line of the kind `wanted`. */
bool client_ask(client *c, const char *line, proto_reply_kind wanted, uint64_t deadline_us,
                proto_reply *reply);

/* An option. An engine that refuses it is a protocol fault only if it had offered it: see `why`. */
bool client_set(client *c, const char *name, const char *value, uint64_t deadline_us);

/* Sends position and go. The engine's clock runs from `sent_ns` on (clock_mono_ns). */
bool client_think(client *c, const azj_state *view, const proto_go *go, uint64_t deadline_us,
                  uint64_t *sent_ns);

/* Waits for the move of client_think; `info` (may be NULL) is its last word on its best line,
 * its slices empty. */
bool client_answer(client *c, azj_rules rules, uint64_t deadline_us, azj_move *move,
                   proto_info *info);

/* Asks it to end, then makes sure of it. */
void client_end(client *c);

/* "ended with code 3" and the like, once it has ended. */
void client_describe_end(const client *c, char *text, size_t size);

#endif
