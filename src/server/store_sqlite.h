/* store_sqlite.h - shared by the parts of the SQLite back end. */
#ifndef SERVER_STORE_SQLITE_H
#define SERVER_STORE_SQLITE_H

#include "server/store.h"

#include <sqlite3.h>

/* The row of a statement that selects key, n, data, sum; not intact where any of them is odd. */
void store_sqlite_row(sqlite3_stmt *q, store_row *row);

#endif
