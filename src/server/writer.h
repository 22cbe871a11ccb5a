/* writer.h - group commit: jobs wait in a queue, and one thread writes all of them in one
 * transaction.
 *
 * While the disc is busy with one group, the next one collects, so a slow disc makes larger
 * groups and not a longer queue. Between groups, and about a second after the last one, the thread
 * keeps the store's log short (store_tend). A job's end is reported on the thread that calls
 * writer_collect.
 */
#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include "server/store.h"

enum { WRITER_GROUP_MAX = 4096, WRITER_JOB_OPS_MAX = 32 };

typedef struct writer writer;

typedef struct writer_job {
    struct writer_job *next;
    void (*done)(void *context, struct writer_job *job); /* NULL, or: frees nothing itself */
    void *context;
    store_result result;
    bool stored;       /* result is STORE_STORED */
    uint64_t until_ms; /* deadline, steady; 0: none. A job past it is not stored … */
    bool late;         /* … and then, if the store works, this is set and the result a conflict */
    bool truncate_log; /* afterwards the log keeps nothing, so no page from before a deletion */
    char owner[40];    /* for `done`: whom it was for */
    size_t count;
    store_op ops[WRITER_JOB_OPS_MAX];
} writer_job;

writer_job *writer_job_new(void (*done)(void *, writer_job *), void *context, const char *owner);
/* Copies the bytes. False: the job is full or memory is short. */
bool writer_job_put(writer_job *j, const char *key, uint32_t n, const char *data, size_t length);
/* The same for a row that must not exist yet: if it does, the whole job is a STORE_CONFLICT. */
bool writer_job_add(writer_job *j, const char *key, uint32_t n, const char *data, size_t length);
/* Replaces these bytes of a row; if it has others or is not there, the job is a STORE_CONFLICT. */
bool writer_job_replace(writer_job *j, const char *key, uint32_t n, const char *before,
                        size_t before_length, const char *data, size_t length);
/* Removes all rows of a key, whatever their number. */
bool writer_job_drop_all(writer_job *j, const char *key);
bool writer_job_drop(writer_job *j, const char *key, uint32_t n);
/* Nothing is stored: the row must have these bytes (NULL: it must exist), else the job is a
 * STORE_CONFLICT. */
bool writer_job_guard(writer_job *j, const char *key, uint32_t n, const char *data, size_t length);
/* Nothing is stored: the key is sent to the other nodes (store_listen). */
bool writer_job_note(writer_job *j, const char *note);
void writer_job_free(writer_job *j);

/* `wake` is called from the writer's thread when something can be collected. */
writer *writer_new(store *s, void (*wake)(void *context), void *context);
void writer_submit(writer *w, writer_job *job);
/* Submits the job if it is complete, else frees it. Returns `complete`. */
bool writer_submit_if(writer *w, writer_job *job, bool complete);
void writer_collect(writer *w); /* reports what is done, in order */
void writer_free(writer *w);    /* writes what waits, reports it, ends the thread */

typedef struct writer_figures {
    uint64_t groups, jobs, failures, conflicts, busy_us, waiting;
} writer_figures;
writer_figures writer_count(writer *w);

#endif
