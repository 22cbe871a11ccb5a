/* store_open.h - what is done to the data file before SQLite opens it.
 *
 * SQLite takes a log up to its first damaged frame, goes on after that, and so overwrites what
 * could still be saved. So the file is locked and its log compared with the mark first
 * (store_mark.h):
 *
 *   log as confirmed, or a torn end that was not  -> nothing
 *   damaged, and nothing confirmed is missing     -> a repaired file takes its place
 *   damaged, and something is missing             -> nothing is changed, the reason is given
 *                                                    (accept_loss: as above, and the loss is
 * logged)
 *
 * The files that a repaired one replaces stay beside it as FILE.damaged-DATE-TIME, …-wal and
 * …-mark.
 */
#ifndef SERVER_STORE_OPEN_H
#define SERVER_STORE_OPEN_H

#include "server/store.h"
#include "server/store_mark.h"

enum { STORE_PATH_MAX = 1024, STORE_NAME_MAX = STORE_PATH_MAX + 64 };

typedef struct store_place {
    char
        path[STORE_PATH_MAX]; /* without symbolic links, so that all names beside it are the same */
    int lock; /* an open file of the data file itself, locked. Closing it drops SQLite's own locks:
                 so only after SQLite's connections */
    int mark_file;
    mark mark;     /* as last written */
    bool has_loss; /* something confirmed was missing, and that was accepted */
} store_place;

/* False: `error` says why; nothing is left open. */
bool place_open(store_place *p, const char *path, const store_options *options,
                char error[STORE_ERROR_MAX]);
void place_close(store_place *p);

/* FILE, or a name beside it ("-wal"). */
void place_name(const store_place *p, const char *end, char out[STORE_NAME_MAX]);

#endif
