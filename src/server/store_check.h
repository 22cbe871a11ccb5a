/* store_check.h - reads all rows in the background, after the start and then once a day.
 *
 * A thousand rows at a time, each in a short read transaction, with a pause between them. What is
 * found is logged by name: rows whose checksum, key or order is wrong (`event=damaged row=KIND`),
 * tables that miss something (`event=damaged table=ID`; store_names.h), pages that SQLite finds
 * wrong (files up to 256 MB).
 */
#ifndef SERVER_STORE_CHECK_H
#define SERVER_STORE_CHECK_H

#include "server/store.h"

typedef struct store_check store_check;

/* NULL: no memory, or no thread. */
store_check *check_start(const char *path);
void check_stop(store_check *c); /* at once, wherever it is; NULL is fine */

void check_figures(store_check *c, store_figures *f);
bool check_found_damage(store_check *c); /* at any time since the start */

#endif
