/* store_names.h - what the store knows of the meaning of keys, to name what is missing.
 *
 * Rows are fed by key and number. Reported is a table whose events have a gap or do not end where
 * their tail says, one without its row table/ID or without events, and one that live/ID or
 * seat/…/ID names and that is not there; and a table of which one of these rows cannot be read.
 */
#ifndef SERVER_STORE_NAMES_H
#define SERVER_STORE_NAMES_H

#include "server/store.h"

#define NAMES_TAIL UINT32_MAX /* the number of a table's tail row (GAME_TAIL) */

typedef struct names_check {
    store_found (*has_key)(void *context, const char *key); /* is there a row with this key? */
    void (*report)(void *context, const char *line);        /* "table=ID cause=\"…\"" */
    void *context, *report_context;
    /* of the table whose events are being fed */
    char table[STORE_KEY_MAX]; /* "": none */
    uint32_t last, gap_from, gap_to, tail;
    bool has_tail;
} names_check;

void names_feed(names_check *c, const char *key, uint32_t n, const char *data, size_t length);
/* After the last row, or where the rows of the present table end. */
void names_end(names_check *c);

/* The table that a key names, or NULL. */
const char *names_table(const char *key);

/* The key as a log may show it: tables by their id, everything else by its kind. */
void names_public(const char *key, char out[STORE_KEY_MAX]);

/* How many events a tail row promises. */
bool names_tail(const char *data, size_t length, uint32_t *events);

#endif
