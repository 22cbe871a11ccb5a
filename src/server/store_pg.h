/* store_pg.h - the store in a PostgreSQL database, which several nodes may share: shared by its
 * files store_pg*.c.
 *
 * Three connections, so that none waits for another: `writer` commits groups (store_pg.c), `reader`
 * answers the loop, and `listener` waits on a thread of its own for what other nodes note and finds
 * out when a database that was away is there again (store_pg_listen.c). No call waits for the
 * database longer than a few seconds. The program has these files if libpq's header is
 * there when it is built.
 */
#ifndef SERVER_STORE_PG_H
#define SERVER_STORE_PG_H

#include "server/pq.h"
#include "server/store.h"

#include <pthread.h>
#include <stdatomic.h>

enum { PG_URL_MAX = 1024, PG_ORIGIN_MAX = 20, PG_NOTE_MAX = STORE_KEY_MAX + PG_ORIGIN_MAX };

typedef struct store_pg {
    store base;
    char url[PG_URL_MAX];
    char origin[PG_ORIGIN_MAX]; /* of our own notes, which are not for us */
    bool durable;
    PGconn *writer, *reader;
    pthread_mutex_t reading;
    atomic_bool away; /* the database could not be reached; the listener finds out when it can */
    pthread_t thread;
    bool listening;
    int wake[2]; /* a pipe: the listener is to end */
    store_listener *listener;
    void *context;
    uint64_t group; /* the number of the last one that was sent */
} store_pg;

/* ---- store_pg_link.c ---- */
/* NULL: it cannot be reached or used, and `error` says why. */
PGconn *pg_connect(store_pg *s, char error[STORE_ERROR_MAX]);
/* The next result that was asked for; NULL: there is none, or the time is over, and then the
 * connection is broken (PQstatus). */
PGresult *pg_result(PGconn *c, uint64_t deadline_ms);
/* One statement; NULL unless it succeeded, and then `error` says why. */
PGresult *pg_run(PGconn *c, const char *sql, int count, const char *const *values,
                 char error[STORE_ERROR_MAX]);
/* For a statement that may take hours: an index on a large table. */
bool pg_do_slowly(PGconn *c, const char *sql, char error[STORE_ERROR_MAX]);
bool pg_do(PGconn *c, const char *sql, char error[STORE_ERROR_MAX]);
bool pg_is_up(const PGconn *c);
void pg_drop(PGconn **c);
/* Takes the password out of what is to be logged. */
void pg_say(char error[STORE_ERROR_MAX], const char *what, const char *message);

/* ---- store_pg_schema.c ---- */
/* Is the database one that keeps what it confirmed? */
bool pg_check(PGconn *c, bool durable, char error[STORE_ERROR_MAX]);
/* Makes the tables, or brings them up to date. */
bool pg_migrate(PGconn *c, char error[STORE_ERROR_MAX]);

/* ---- store_pg_listen.c ---- */
bool pg_listen(store *base, store_listener *listener, void *context);
void pg_listen_end(store_pg *s);
/* Do notes arrive? Not through a pooler that lends connections for a transaction only. */
bool pg_check_notes(store_pg *s, char error[STORE_ERROR_MAX]);

#endif
