/* store.h - where everything is kept: rows of bytes under a key and a number, in order.
 *
 * That is all the rest of the server knows; no SQL leaves its back end. Keys in use:
 *
 *     meta/format          0   the version of the data format (migrate.h)
 *     meta/cookie-key      0   the key that signs cookies
 *     meta/clock           0   the game clock (game_clock.c)
 *     table/ID             0   how a table was made (game_json.h)
 *     event/ID             n   its event n; after the last one their count (game_json.h)
 *     live/ID              0   it is not over; where it stands in the next two (rows.h)
 *     due/G/ID             0   G, 16 digits: game time at which the server must look at it
 *     idle/W/ID            0   W, 16 digits: wall time at which it may have expired
 *     seat/PERSON/0/ID     0   the person has a seat at an unfinished table …
 *     seat/PERSON/0o/ID    0   … and is out, while others play on
 *     seat/PERSON/1T/ID    0   at a finished one; T, 13 digits, counts down: the latest comes first
 *     seat/PERSON/2/ID     0   the table names the person, who left it or only made it
 *     made/PERSON/ID       0   an unfinished table that the person made
 *     person/ID            0   a person (identity.h)
 *     name/NAME/           0   whose name this is
 *     skeleton/SKELETON/   0   whose name looks like this (identity.h)
 *     link/HASH            0   a login link
 *     gone/ID              0   the person is being forgotten (account_delete.c)
 *     void/HASH            0   … and has been: the cookies are no good any more
 *     ban/person/ID, ban/address/CIDR   0   a ban (bans.h)
 *     audit/MS             n   an action of the host (audit.h)
 *     trace/DAY/PERSON/ADDRESS   0   an address that somebody played from (address_history.h)
 *     remove/ID            0   the table is being removed (table_remove.c)
 *     copy/place           0   the store is a copy that is not complete (store_copy.h)
 *     lease/ID             0   the node that acts by itself at the table (lease.h); only where the
 *     node/NAME            0   … store is shared, as a node's sign of life (nodes.h)
 *
 * A commit takes several jobs. Those that conflict with nothing are stored in one transaction,
 * which is durable when the call returns; a job that conflicts stores nothing and harms no other.
 * So a table has one history, whichever node appends to it: who knows n events puts event n + 1 as
 * new and replaces the tail that says n. Only one of two is stored, and nothing once the table is
 * removed. A guard adds a condition on another row: that a node still holds the lease in whose name
 * it writes (lease.h).
 *
 * Every row carries a checksum of its key, number and bytes; a row that fails it is handed to the
 * reader as not intact. Commits come from one thread, reads from one other.
 *
 * The events of a table, its tail and its row table/ID are removed in one commit
 * (store_op.whole_key makes that three operations): the background check reports anything else as
 * damage.
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_KEY_MAX = 96, STORE_ROW_MAX = 4096, STORE_ERROR_MAX = 512 };

typedef struct store store;

typedef struct store_op {
    char key[STORE_KEY_MAX];
    uint32_t n;
    const char *data; /* NULL: delete the row */
    size_t length;
    /* With data: the row must have these bytes, which are replaced; else the job conflicts. */
    const char *before;
    size_t before_length;
    bool is_new;    /* the row must not exist yet; if it does, the job conflicts */
    bool whole_key; /* with data NULL: delete all rows of the key, whatever their number */
    bool is_guard;  /* nothing is stored: the row must have these bytes (data NULL: it must exist),
                     * as it stood before the job; else the job conflicts */
    bool is_note;   /* nothing is stored: the key is sent to the other nodes (store_listen) */
} store_op;

/* STORED: durable. CONFLICT: a row that was to be new exists, or one that was to be replaced or
 * that a guard names is not what it was; nothing of the job was stored. FAILED: the disc or memory;
 * nothing of the job was stored. Where the store is a service (store_pg.h) and it cannot be asked
 * in time, FAILED may also be not known; then store_listen reports that something may have been
 * missed when it is there again. */
typedef enum store_result { STORE_STORED, STORE_CONFLICT, STORE_FAILED } store_result;

typedef struct store_job {
    const store_op *ops;
    size_t count;
    store_result result; /* set by the commit */
} store_job;

typedef struct store_row {
    const char *key; /* "" where it cannot be read; then the row is not intact */
    uint32_t n;
    const char *data;
    size_t length;
    bool intact;
} store_row;

/* Returns false to stop. */
typedef bool store_reader(void *context, const store_row *row);

typedef enum store_check_state {
    CHECK_NONE,
    CHECK_RUNNING,
    CHECK_GOOD,
    CHECK_DAMAGED
} store_check_state;

typedef struct store_figures {
    uint64_t data_bytes;      /* of the main file */
    uint64_t data_free_bytes; /* of the main file's pages that are free for new rows */
    uint64_t disc_bytes;      /* of the file system of the main file; 0: not known, or no file */
    uint64_t disc_free_bytes; /* of these, what the server's user can still use */
    uint64_t log_bytes;       /* of the write-ahead log */
    uint64_t log_age_ms;      /* since the oldest commit that is not in the main file yet */
    uint64_t checkpoints;     /* that moved something */
    uint64_t checkpoint_failures; /* being busy is none */
    uint64_t rows_read;           /* by scans of the loop's thread */
    store_check_state check;      /* the background check: its last result, or that it runs */
    uint64_t checked_rows;        /* by the present or the last run */
    uint64_t problems;            /* found by the present or the last run */
} store_figures;

/* BETWEEN: between two groups. IDLE: nothing was committed for a while. TRUNCATE: what the log
 * holds must not stay in it. */
typedef enum store_tend_when { STORE_BETWEEN, STORE_IDLE, STORE_TRUNCATE } store_tend_when;

/* What another node noted with a job that is stored now; NULL: something may have been missed.
 * Called on a thread of the store. */
typedef void store_listener(void *context, const char *note);

typedef struct store_methods {
    bool (*commit)(store *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX]);
    bool (*scan)(store *s, const char *prefix, store_reader *reader, void *context,
                 char error[STORE_ERROR_MAX]);
    void (*close)(store *s);
    bool (*tend)(store *s, store_tend_when when); /* may be NULL, */
    void (*figures)(store *s, store_figures *f);  /* these too */
    bool (*is_damaged)(store *s);
    bool (*scan_key)(store *s, const char *key, uint32_t from, store_reader *reader, void *context,
                     char error[STORE_ERROR_MAX]);
    bool (*get_rows)(store *s, const char *const *keys, size_t count, uint32_t n,
                     store_reader *reader, void *context, char error[STORE_ERROR_MAX]);
    bool (*listen)(store *s, store_listener *listener, void *context); /* NULL: no other nodes */
    bool (*is_away)(store *s);
} store_methods;

struct store {
    const store_methods *methods;
};

typedef struct store_options {
    bool durable;     /* wait for the disc at every commit */
    bool accept_loss; /* open a file whose log lost confirmed commits with what is left */
    bool no_check;    /* no background check: for files that are written and closed again */
    bool *needs_host; /* NULL, or set when it is refused and opening it again would not help */
} store_options;

store *store_open_memory(void);

/* A PostgreSQL database for several nodes: store_pg.h. NULL in a program without libpq, too. */
store *store_open_postgres(const char *url, const store_options *options,
                           char error[STORE_ERROR_MAX]);

/* Looks at the file and its log before SQLite does (store_open.c): a damaged log is repaired where
 * that loses nothing; else the file is left as it is and NULL returned, unless `accept_loss`. */
store *store_open_sqlite(const char *path, const store_options *options,
                         char error[STORE_ERROR_MAX]);

/* True unless the disc or memory failed: then all jobs are FAILED. */
bool store_commit_jobs(store *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX]);

/* One job: all or nothing. False: it failed or conflicts. */
bool store_commit(store *s, const store_op *ops, size_t count, char error[STORE_ERROR_MAX]);

/* The rows whose key begins with `prefix`, by key and number. False: reading failed on the way. */
bool store_scan(store *s, const char *prefix, store_reader *reader, void *context,
                char error[STORE_ERROR_MAX]);

/* The rows of one key from a number on. */
bool store_scan_key(store *s, const char *key, uint32_t from, store_reader *reader, void *context,
                    char error[STORE_ERROR_MAX]);

/* The bytes of one row with a 0 after them. DAMAGED: unreadable, a wrong checksum or over size. */
typedef enum store_found { STORE_NONE, STORE_FOUND, STORE_DAMAGED } store_found;
store_found store_get(store *s, const char *key, uint32_t n, char *out, size_t size,
                      size_t *length);

/* Row n of each of at most STORE_ROWS_MAX keys, in any order, with one request where the store is a
 * service. Keys without that row are left out. False: reading failed on the way. */
enum { STORE_ROWS_MAX = 256 };
bool store_get_rows(store *s, const char *const *keys, size_t count, uint32_t n,
                    store_reader *reader, void *context, char error[STORE_ERROR_MAX]);

/* The first key that begins with `prefix`; "": there is none. False: reading failed. */
bool store_first(store *s, const char *prefix, char key[STORE_KEY_MAX],
                 char error[STORE_ERROR_MAX]);

/* The number of rows whose key begins with `prefix`; counting stops at `most`. */
uint32_t store_count(store *s, const char *prefix, uint32_t most);

/* Keeps the log short; from the committing thread only. False: the log still holds something and
 * the call is worth repeating. */
bool store_tend(store *s, store_tend_when when);

void store_get_figures(store *s, store_figures *f);

/* Rows are known to be missing or unreadable: a row that is not found may have been there. */
bool store_is_damaged(store *s);

/* Other nodes may write to this store, too. */
bool store_is_shared(const store *s);

/* Begins to report what other nodes note, or ends it (NULL). False: that cannot be done. */
bool store_listen(store *s, store_listener *listener, void *context);

/* A service that cannot be reached just now: what was not found or read may be there. */
bool store_is_away(store *s);

void store_close(store *s);

/* For the back ends. */
enum { STORE_SUM_BYTES = 16 };
void store_sum(const char *key, uint32_t n, const char *data, size_t length,
               uint8_t sum[STORE_SUM_BYTES]);

#endif
