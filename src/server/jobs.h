/* jobs.h - work that is done by other processes, through a PostgreSQL database.
 *
 * An OWNER (a node of the server, a match, a run of self-play) keeps a BATCH: a row that says what
 * kind of work it is, with which program, and what all its jobs have in common. It puts jobs into
 * the batch, each a row with a number, and collects their results. WORKERS (`azulejo work`, or
 * threads of the owner) claim jobs one by one, with FOR UPDATE SKIP LOCKED, so none waits for
 * another.
 *
 *             jobs_put          jobs_claim          jobs_finish          jobs_collect
 *     (none) ──────────> WAITING ────────> CLAIMED ────────────> DONE ────────────────> (removed)
 *                           ^  jobs_give_back │ │                 FAILED, with the reason
 *                           └─────────────────┘ │ until has passed: the next claim takes it
 *                                    ^──────────┘
 *
 * A claim ends after a few seconds unless its worker renews it, so a worker that died loses its
 * jobs to others. Each claim has a number, higher than the one before, and a result is stored only
 * by the claim that the row has: what a worker that was stopped brings afterwards is refused. A
 * batch that its owner has not renewed is not worked on, and removed after a while. All times are
 * the database's, so the clocks of owners and workers need not agree.
 *
 * The tables are not logged by PostgreSQL. After a crash they are empty; owners put again what they
 * still want.
 *
 * A worker takes only batches of its own signature (jobs_signature): the same version with the same
 * bots. It checks everything that it reads.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "server/store.h"

enum {
    JOBS_NAME_MAX = 33,
    JOBS_KIND_MAX = 16,
    JOBS_SIGNATURE_MAX = 64,
    JOBS_TEXT_MAX = 65536, /* the specification of a batch, and the work of a job */
    JOBS_RESULT_MAX = 16 << 20,
    JOBS_LOST_MAX = 8, /* a job that this many workers have lost counts as failed */
    JOBS_SEEN_S = 5    /* a worker that was not seen for this long is gone */
};

typedef enum jobs_priority { JOBS_LIVE, JOBS_LONG } jobs_priority; /* LIVE: a player waits */

typedef struct job_link job_link; /* a connection; used by one thread */

typedef struct job_batch {
    char name[JOBS_NAME_MAX];
    char kind[JOBS_KIND_MAX];
    char signature[JOBS_SIGNATURE_MAX];
    const char *spec;
    size_t length;
} job_batch;

/* A claimed job, or a finished one. */
typedef struct job {
    char batch[JOBS_NAME_MAX];
    char kind[JOBS_KIND_MAX];
    uint64_t n;
    uint32_t claim;
    bool failed;       /* finished: `data` says why */
    char *data, *spec; /* both end with a 0 after their length; job_release frees them */
    size_t length, spec_length;
} job;

typedef enum jobs_answer { JOBS_AWAY, JOBS_NO, JOBS_YES } jobs_answer;

/* ---- jobs.c ---- */
/* The program's version and a number that stands for the choices of all its bots. Takes a third of
 * a second. */
void jobs_signature(char signature[JOBS_SIGNATURE_MAX]);
/* A new name for a batch or a worker. */
void jobs_name(char name[JOBS_NAME_MAX]);
void job_release(job *j);

/* ---- store_pg_jobs.c: of all that returns false or JOBS_AWAY, `error` says why ---- */
/* Connects, and makes the tables. NULL: `error` says why. */
job_link *jobs_open(const char *url, char error[STORE_ERROR_MAX]);
void jobs_close(job_link *l);
bool jobs_is_up(const job_link *l);
bool jobs_reconnect(job_link *l, char error[STORE_ERROR_MAX]);
/* Notes arrive from now on: about new jobs (batch NULL) or about results of a batch. */
bool jobs_listen(job_link *l, const char *batch, char error[STORE_ERROR_MAX]);
int jobs_socket(const job_link *l); /* readable when a note may have arrived; -1: away */
void jobs_drain_notes(job_link *l);

/* Of the owner. jobs_keep says YES if the batch had to be made: then its jobs are gone, too. */
jobs_answer jobs_keep(job_link *l, const job_batch *b, char error[STORE_ERROR_MAX]);
bool jobs_put(job_link *l, const char *batch, jobs_priority priority, uint64_t n, const char *work,
              size_t length, char error[STORE_ERROR_MAX]);
jobs_answer jobs_collect(job_link *l, const char *batch, job *out, char error[STORE_ERROR_MAX]);
bool jobs_remove(job_link *l, const char *batch, uint64_t n, char error[STORE_ERROR_MAX]);
bool jobs_end(job_link *l, const char *batch, char error[STORE_ERROR_MAX]);
/* The threads of all workers of a signature, or of any (NULL), that are alive. */
bool jobs_threads(job_link *l, const char *signature, uint32_t *threads,
                  char error[STORE_ERROR_MAX]);

/* Of a worker. */
bool jobs_present(job_link *l, const char *worker, const char *signature, uint32_t threads,
                  char error[STORE_ERROR_MAX]);
bool jobs_absent(job_link *l, const char *worker, char error[STORE_ERROR_MAX]);
/* A job of any batch of the signature, or of one batch. */
jobs_answer jobs_claim(job_link *l, const char *worker, const char *signature, const char *batch,
                       job *out, char error[STORE_ERROR_MAX]);
/* Keeps the worker's claims. `keep` is called for each that it still has. */
typedef void jobs_kept(void *context, const char *batch, uint64_t n, uint32_t claim);
bool jobs_renew(job_link *l, const char *worker, jobs_kept *keep, void *context,
                char error[STORE_ERROR_MAX]);
/* NO: it came too late, another claim has the job or the owner has removed it. */
jobs_answer jobs_finish(job_link *l, const char *worker, const job *j, bool failed,
                        const char *result, size_t length, char error[STORE_ERROR_MAX]);
bool jobs_give_back(job_link *l, const char *worker, const job *j, char error[STORE_ERROR_MAX]);
/* Batches of other signatures that wait: `other` is called for each. */
typedef void jobs_other(void *context, const char *kind, const char *signature);
bool jobs_foreign(job_link *l, const char *signature, jobs_other *other, void *context,
                  char error[STORE_ERROR_MAX]);
/* Removes what owners and workers left behind. */
bool jobs_tidy(job_link *l, char error[STORE_ERROR_MAX]);

#endif
