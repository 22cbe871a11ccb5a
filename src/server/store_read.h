/* store_read.h - a data file read beside the server that writes it, or without one.
 *
 * For the export of a person's data, which has a thread of its own, and for `azulejo admin`.
 * Nothing is ever written: not even the log is moved into the file. Reads in pages, so that a long
 * look at a large file does not keep the server from shortening its log.
 */
#ifndef SERVER_STORE_READ_H
#define SERVER_STORE_READ_H

#include "server/store.h"

/* The file must exist. Commits fail. NULL: `error` says why. */
store *store_open_reader(const char *path, char error[STORE_ERROR_MAX]);

/* Where a page ends; all 0 before the first one. */
typedef struct store_cursor {
    char key[STORE_KEY_MAX];
    uint32_t n;
} store_cursor;

/* At most `rows` rows whose key begins with `prefix` ("": all rows), after *place, which moves.
 * *count: how many there were; fewer than `rows`: these were the last. Works on every store; on
 * another one than a reader it is slow. The callback must not read from the store. */
bool store_page(store *s, const char *prefix, store_cursor *place, size_t rows,
                store_reader *reader, void *context, size_t *count, char error[STORE_ERROR_MAX]);

/* All rows whose key begins with `prefix`, page by page: the callback gets copies, so it may read
 * from the store; it returns false to stop. */
bool store_walk(store *s, const char *prefix, store_reader *reader, void *context,
                char error[STORE_ERROR_MAX]);

/* Between begin and end a reader sees one state of the file. Other stores do nothing. */
void store_reader_begin(store *s);
void store_reader_end(store *s);

/* How many rows the file has, odd ones included. Readers only. */
bool store_reader_count(store *s, uint64_t *rows, char error[STORE_ERROR_MAX]);

#endif
