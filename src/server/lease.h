/* lease.h - which node acts at a table without a command: ends games by the clock, seats bots,
 * lets them think.
 *
 * Where nodes share a store (nodes.h), people's commands may be stored by any of them: of two that
 * append to the same table one comes second and tries again. Without a command a node acts
 * only while it holds the lease of the table: the row lease/ID, with the node and an epoch that
 * grows with every holder. A lease has no end of its own. It may be taken from a node that nodes.h
 * counts as dead, and is given back when the table leaves memory. Each job in its name guards
 * the row, so a node that was stopped and wakes up stores nothing after another one has taken over.
 *
 * In a store of one server every lease is held, and there are no rows.
 */
#ifndef SERVER_LEASE_H
#define SERVER_LEASE_H

#include "server/writer.h"

typedef struct hub hub;

typedef struct lease {
    bool held;
    bool asking; /* its row is being stored */
    uint32_t epoch;
    uint64_t retry_ms; /* steady: not before then is it asked for again */
} lease;

/* Is it held? If not, and nobody alive holds it, it is asked for: then lease_taken is called. */
bool lease_hold(hub *h, lease *l, const char *id);
/* Adds a guard: the job conflicts if we have lost the lease. No effect with a single server. */
bool lease_guard(const hub *h, const lease *l, const char *id, writer_job *j);
/* The lease of a new table, in the job that makes it. */
bool lease_begin(const hub *h, lease *l, const char *id, writer_job *j);
/* Starts releasing the lease; false if it is not held. The table may leave memory meanwhile. */
bool lease_give_back(hub *h, lease *l, const char *id);
bool lease_drop(const hub *h, const char *id, writer_job *j); /* with its table */

#endif
