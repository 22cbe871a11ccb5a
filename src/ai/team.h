/* team.h - several threads for one search.
 *
 * The engine that the caller has is the first member of its team. The others are its workers:
 * engines without memory of their own, which get a part of the first one's. What the members share
 * is up to the search: a transposition table (alphabeta.c), a tree (tree.h), or nothing (samples of
 * the next round). With one thread there are no workers and nothing here does anything.
 *
 *     ai_team_begin(e, bytes)           at the start of a search: workers with `bytes` bytes each
 *     ai_team_run(e, work, context)     the workers run work(worker, context); this thread goes on
 *     ai_team_stop(e)                   ends that and waits for the workers
 *     ai_team_wait(e)                   waits until the workers have ended by themselves
 *
 * Each member gets an equal part of the nodes that are left, and the same time.
 */
#ifndef AI_TEAM_H
#define AI_TEAM_H

#include "ai/internal.h"

/* Prepares as many workers as the memory allows: at most half of it becomes theirs, taken from its
 * end. e->own_bytes is what is left for the engine itself. */
void ai_team_begin(azj_engine *e, size_t bytes);

/* The number of members, 1 or more. */
static inline unsigned ai_team_size(const azj_engine *e)
{
    return 1 + e->workers;
}

/* Member i; 0 is the engine itself. */
azj_engine *ai_team_member(azj_engine *e, unsigned i);

/* Between ai_team_run and ai_team_stop or ai_team_wait, e->budget is this member's part. */
void ai_team_run(azj_engine *e, void (*work)(azj_engine *worker, void *context), void *context);
void ai_team_stop(azj_engine *e);
void ai_team_wait(azj_engine *e);

/* Nodes that all members have counted until now. */
uint64_t ai_team_nodes(const azj_engine *e);

/* Lets another thread run. */
void ai_team_yield(void);

/* Allocated and freed with the engine. False: no memory. */
bool ai_team_new(azj_engine *e);
void ai_team_free(azj_engine *e);

#endif
