/* store_mark.h - FILE-mark: how far the write-ahead log was confirmed.
 *
 * SQLite cannot tell a log whose end was damaged from one whose end was never written. This file
 * can: it is written after each commit is on disc and before the commit is reported, so whatever it
 * says was confirmed must be found at the next start. It is not synchronised at every commit: a
 * power cut then leaves an older one, which promises less. Two slots are used in turn, each with a
 * sequence number and a checksum, so that a torn write leaves the other.
 *
 *     EMPTY      nothing is known to be in the log (CLEAN: because the server ended in order)
 *     CONFIRMED  `frames` frames of the log with these salts were confirmed
 *     MOVING     the same, and the log may be emptied now, because all of it is going to the file
 *     LOOSE      commits are not synchronised (durable = 0): a power cut may take any of them
 *     REPLACING  the file is being replaced by the one that the mark names: a log beside that one
 *                belongs to the old file
 */
#ifndef SERVER_STORE_MARK_H
#define SERVER_STORE_MARK_H

#include "server/store_wal.h"

#include <sys/stat.h>

enum { MARK_SLOT = 512, MARK_BYTES = 2 * MARK_SLOT };

typedef enum mark_state {
    MARK_NONE,
    MARK_EMPTY,
    MARK_CLEAN,
    MARK_CONFIRMED,
    MARK_MOVING,
    MARK_LOOSE,
    MARK_REPLACING,
    MARK_STATE_NB
} mark_state;

typedef struct mark {
    mark_state state;
    uint64_t sequence;
    wal_salts salts;
    uint32_t frames;
    uint32_t moved;         /* of them, that are in the main file too */
    bool is_checkpointing;  /* the main file is being written to */
    uint64_t device, inode; /* of the main file that it belongs to */
    uint32_t pages;         /* that file had then: 0 in marks of versions that did not note it */
    uint64_t written_ns; /* when that was last modified: another program may have done so since */
} mark;

/* Binds the mark to a file. */
void mark_bind(mark *m, const struct stat *file);

/* The newest intact slot that belongs to the file; state NONE: there is none, nothing is known.
 * `damaged`: there is a mark, but no intact slot. The sequence number continues in any case. */
void mark_read(const char *path, const struct stat *file, mark *m, bool *damaged);

/* The pages that the file had when its mark was written; of an empty file without a mark of its own
 * those of the file that was in its place. 0: none, or not known. `m`: by mark_read. */
uint32_t mark_pages(const char *path, const struct stat *file, const mark *m);

/* The log that the mark speaks of is not there, and nothing is missing: it had been moved into the
 * main file, by us or by another program that has written to the file since. If we died while we
 * wrote to it ourselves, its time says nothing: then the log's index, FILE-shm, must be gone too,
 * as it is after a program has closed the file in order. */
bool mark_allows_no_log(const mark *m, const struct stat *file, const char *path);

/* Opens or makes the file (0600), never through a symbolic link; -1: errno says why. */
int mark_open(const char *path);

/* Writes the slot that is not the newest one, under the next sequence number. */
bool mark_write(int fd, mark *m, bool synchronise);

#endif
