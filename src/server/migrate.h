/* migrate.h - the format of the data file, and the way from older formats to the present one.
 *
 * A migration runs on a copy. Only when the copy is complete and on disc does it take the place of
 * the file, which is kept under another name. Whatever ends the program on the way, the file is
 * either still the old one or already the new one.
 *
 *   format 1   without a version: hashes of the struct's bytes in events, no game clock, one list
 *              of live tables, seats without order
 *   format 2   store.h
 */
#ifndef SERVER_MIGRATE_H
#define SERVER_MIGRATE_H

#include "server/store.h"

enum { FORMAT_NEWEST = 2 };

/* The format of an open store; 0: it has no rows yet. */
unsigned migrate_format(store *s);
/* Writes the format's version into an empty store. */
bool migrate_begin(store *s, char error[STORE_ERROR_MAX]);
/* Brings a file of an older format, which no program has open, up to the present one, on a copy;
 * `kept` receives the name under which the old file stays. */
bool migrate_file(const char *path, char *kept, size_t size, char error[STORE_ERROR_MAX]);

#endif
