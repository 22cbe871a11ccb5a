/* store_schema.h - the one table of the SQLite file. */
#ifndef SERVER_STORE_SCHEMA_H
#define SERVER_STORE_SCHEMA_H

/* As SQLite keeps it, on the first page. */
#define STORE_TABLE "CREATE TABLE rows("

#define STORE_SCHEMA                          \
    "CREATE TABLE IF NOT EXISTS rows("        \
    "key TEXT NOT NULL, n INTEGER NOT NULL, " \
    "data BLOB NOT NULL, sum BLOB NOT NULL, PRIMARY KEY(key, n)) WITHOUT ROWID"
#define STORE_INSERT "INSERT INTO rows VALUES(?1,?2,?3,?4)"

#endif
