/* crew.h - threads that do jobs (server/jobs.h), of `azulejo work` and of the owner of a batch.
 *
 * The caller's thread has the connection: it claims jobs for the crew's free threads and brings
 * the results back. The threads only compute. */
#ifndef CLI_WORK_CREW_H
#define CLI_WORK_CREW_H

#include "server/jobs.h"

#include <azulejo/engine.h>
#include <stdatomic.h>

enum { CREW_THREADS_MAX = 256, CREW_WHY_MAX = 200 };

/* What a thread keeps from job to job. */
typedef struct crew_engines {
    azj_engine **bots; /* of bots at tables: azj_bot_count() places */
    azj_engine *judge; /* of the last decision of an analysis; NULL: none yet */
    const char *judge_bot;
} crew_engines;

typedef struct crew_result {
    char *bytes; /* of malloc */
    size_t length;
} crew_result;

typedef enum crew_end {
    CREW_DONE,
    CREW_REFUSED, /* the job is not as it should be; `why` says how */
    CREW_STOPPED  /* `stop` was set */
} crew_end;

/* Does a job of one kind. Nothing in the job has been checked. */
typedef crew_end crew_runner(const job *j, crew_engines *engines, const atomic_bool *stop,
                             crew_result *result, char why[CREW_WHY_MAX]);

/* bot_job.c, match_job.c, selfplay_job.c, analysis_job.c */
crew_runner bot_job_run, match_job_run, selfplay_job_run, analysis_job_run;

typedef struct crew crew;

typedef struct crew_figures {
    uint64_t done, refused, late;
    unsigned busy;
} crew_figures;

/* A crew claims jobs of its signature, and of one batch only unless that is NULL. */
crew *crew_new(unsigned threads, const char *signature, const char *batch);
const char *crew_name(const crew *c);
int crew_pipe(const crew *c); /* readable when a thread is done */

/* Brings results back, renews claims and, with `claim`, claims jobs for free threads. False: the
 * database did not answer, and `error` says why. */
bool crew_turn(crew *c, job_link *l, bool claim, char error[STORE_ERROR_MAX]);
crew_figures crew_count(const crew *c);

/* Stops what is being done, brings back what is ready and gives the rest back; `l` may be NULL. A
 * thread that does not stop in time is left alone: the program must end then (false). */
bool crew_end_work(crew *c, job_link *l);

#endif
