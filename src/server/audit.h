/* audit.h - the log of what a host did: rows audit/MS, written in the commit of the change. */
#ifndef SERVER_AUDIT_H
#define SERVER_AUDIT_H

#include "server/writer.h"

enum { AUDIT_USER_MAX = 64, AUDIT_ARGS_MAX = 1024, AUDIT_ROW_MAX = AUDIT_ARGS_MAX + 512 };

typedef struct audit_entry {
    uint32_t uid;              /* the user as the kernel reports it */
    char user[AUDIT_USER_MAX]; /* the user's name as the caller reports it */
    char args[AUDIT_ARGS_MAX]; /* a JSON list: the action and its arguments, never a password */
} audit_entry;

/* Rows of the same millisecond have numbers. Where nodes share a store, each counts from a random
 * one, so that none puts a row in place of another node's. */
typedef struct audit_clock {
    uint64_t last_ms;
    uint32_t n, first;
} audit_clock;

void audit_clock_init(audit_clock *clock, bool shared);

/* Adds the row to a job. False: the job is full or memory is short. */
bool audit_put(audit_clock *clock, writer_job *j, const audit_entry *e, uint64_t now_ms);

/* For a store without a writer. */
size_t audit_row_write(const audit_entry *e, char *out, size_t size);
bool audit_row_read(audit_entry *e, const char *text, size_t length);

#endif
