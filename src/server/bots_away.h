/* bots_away.h - a node lets workers (`azulejo work`) think for its bots: jobs.h.
 *
 * A thread of its own, with a connection of its own, puts the tasks, takes the answers and counts
 * the workers; the loop never waits for it. A task that is not answered in time comes back without
 * an answer, and the node thinks itself. Without workers it costs a look a second. */
#ifndef SERVER_BOTS_AWAY_H
#define SERVER_BOTS_AWAY_H

#include "server/bot_task.h"

typedef struct bots_away bots_away;

/* The caller's until away_send, and again from `done` on, which away_collect calls. */
typedef struct away_task {
    struct away_task *next;
    const bot_task *task;
    azj_move move; /* the answer; 0: there is none. The caller must check it. */
    uint64_t n, deadline_ms;
    void (*done)(struct away_task *t);
} away_task;

bots_away *away_new(const char *url, void (*wake)(void *context), void *context);
/* How many more tasks would find a worker's thread that is free. */
uint32_t away_room(bots_away *a);
uint32_t away_threads(bots_away *a); /* of all workers */
void away_send(bots_away *a, away_task *t);
void away_collect(bots_away *a);
void away_free(bots_away *a); /* `done` is called for what is under way, without an answer */

#endif
