/* gather.h - work in numbered pieces, done by workers and by threads of our own, with the results
 * in the order of the numbers: the owner's side of server/jobs.h. */
#ifndef CLI_WORK_GATHER_H
#define CLI_WORK_GATHER_H

#include "cli/options.h"
#include "server/jobs.h"

typedef struct gather {
    const char *store; /* postgresql://... */
    const char *kind;
    const char *spec; /* what all pieces have in common */
    size_t spec_length;
    uint64_t pieces;  /* 0 .. pieces - 1 */
    unsigned threads; /* of our own; 0: workers do everything */
    void *context;
    /* Writes a piece as a job, at most JOBS_TEXT_MAX bytes; 0: it is not wanted. */
    size_t (*write)(void *context, uint64_t piece, char *out, size_t size);
    /* Takes a result, which has not been checked. False: no further results are wanted. */
    bool (*take)(void *context, uint64_t piece, const char *result, size_t length);
    /* Called several times a second. False: the user wants to end. */
    bool (*may_continue)(void *context);
} gather;

/* False after a message. If may_continue ends it, results that are there already are still handed
 * over, with gaps between them. */
bool gather_run(cli_args *a, const gather *g);

#endif
