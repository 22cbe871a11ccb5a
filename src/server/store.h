/* store.h - where everything is kept: rows of bytes under a key and a number, in order.
 *
 * That is all the rest of the server knows; no SQL leaves its back end. Keys in use:
 *
 *     meta/NAME            0   the server's own secrets
 *     table/ID             0   how a table was made      (game_json.h)
 *     event/ID             n   its event n, and their count behind them (game_json.h)
 *     live/ID              0   it is not over yet
 *     seat/PERSON/ID       0   the table names the person: has a seat there, has left, or made it
 *     person/ID            0   a person                  (identity.h)
 *     name/NAME/           0   whose name this is
 *     look/LOOK/           0   whose name looks so       (identity.h)
 *     link/HASH            0   a login link
 *     gone/ID              0   the person is being forgotten (forget.c)
 *     void/HASH            0   … and has been: the cookies are no good any more
 *     remove/ID            0   the table is being removed (admin_remove.c)
 *     ban/person/ID        0   who is banned             (bans.h)
 *     ban/address/RANGE    0   which addresses are
 *     audit/MS             n   what a host did           (audit.h)
 *     trace/DAY/PERSON/ADDRESS  0  from where somebody played (trace.h)
 *
 * A commit is atomic and, when it has returned true, durable. Every row carries a checksum of
 * its key, number and bytes; a row that fails it is handed to the reader as not intact.
 * Commits come from one thread, reads from one other.
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
} store_op;

typedef struct store_row {
    const char *key;
    uint32_t n;
    const char *data;
    size_t length;
    bool intact;
} store_row;

/* Returns false to stop. */
typedef bool store_reader(void *context, const store_row *row);

typedef struct store_methods {
    bool (*commit)(store *s, const store_op *ops, size_t count, char error[STORE_ERROR_MAX]);
    bool (*scan)(store *s, const char *prefix, store_reader *reader, void *context,
                 char error[STORE_ERROR_MAX]);
    void (*close)(store *s);
} store_methods;

struct store {
    const store_methods *methods;
};

store *store_open_memory(void);
store *store_open_sqlite(const char *path, bool durable, char error[STORE_ERROR_MAX]);

/* Puts all rows of a SQLite file, however damaged, that are whole into another store. */
bool store_recover_sqlite(const char *path, store *into, size_t *rows, char error[STORE_ERROR_MAX]);

/* All or nothing. */
bool store_commit(store *s, const store_op *ops, size_t count, char error[STORE_ERROR_MAX]);

/* The rows whose key begins with `prefix`, by key and number. False: reading failed on the way. */
bool store_scan(store *s, const char *prefix, store_reader *reader, void *context,
                char error[STORE_ERROR_MAX]);

/* The bytes of one row with a 0 behind them. DAMAGED: unreadable, a wrong checksum or over size. */
typedef enum store_found { STORE_NONE, STORE_FOUND, STORE_DAMAGED } store_found;
store_found store_get(store *s, const char *key, uint32_t n, char *out, size_t size,
                      size_t *length);

void store_close(store *s);

/* For the back ends. */
enum { STORE_SUM_BYTES = 16 };
void store_sum(const char *key, uint32_t n, const char *data, size_t length,
               uint8_t sum[STORE_SUM_BYTES]);

#endif
