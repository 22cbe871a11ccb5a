/* store_copy.h - all rows of one store copied into another one: a data file into a database, or
 * back.
 *
 * The rows go in the order of their keys, a few hundred in a commit, and each commit moves the row
 * copy/place, which says up to where the copy is complete. A copy that was interrupted goes on
 * there. While the row is there no server opens the copy. It goes when both stores have been read
 * again and their hashes are equal. Signs of life and leases of nodes (node/, lease/) are not
 * copied.
 */
#ifndef SERVER_STORE_COPY_H
#define SERVER_STORE_COPY_H

#include "server/store.h"

enum { STORE_COPY_HASH_HEX = 2 * 32 + 1 };

typedef struct store_copied {
    uint64_t rows;  /* of the source */
    uint64_t found; /* of them were there already, from an interrupted copy */
    char hash[STORE_COPY_HASH_HEX];
} store_copied;

/* Nobody may use either store meanwhile. False: `error` says why; the source is as it was. */
bool store_copy(store *from, store *to, store_copied *done, char error[STORE_ERROR_MAX]);

/* Is the store a copy that is not complete? */
bool store_copy_is_partial(store *s);

#endif
