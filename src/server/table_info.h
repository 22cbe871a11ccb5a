/* table_info.h - what the rows of a table say about it, read from a store without playing the game:
 * for the export of a person's data and for `azulejo admin`. */
#ifndef SERVER_TABLE_INFO_H
#define SERVER_TABLE_INFO_H

#include "server/game_json.h"
#include "server/store.h"

enum { TABLE_NAMES_MAX = 4 };

typedef struct table_info {
    char id[GAME_ID_MAX];
    bool readable; /* its own row is whole */
    bool has_row;
    bool damaged; /* some row is not whole, or … */
    bool unread;  /* … could not be read */
    game_row row;
    game_phase phase;
    uint8_t cause, winners; /* when it is over */
    uint32_t events;
    uint64_t begun_ms, last_ms, over_ms; /* wall clock; 0: not yet */
    size_t bytes;
    game_seat seat[AZJ_SEATS_MAX]; /* kind, level, out, person, name */
    /* The names under which the person that was asked for sat down here, each once. */
    char names[TABLE_NAMES_MAX][GAME_NAME_MAX];
    unsigned names_nb;
} table_info;

/* `person` may be NULL. False: there is no such table (or reading failed). */
bool table_info_read(store *s, const char *id, const char *person, table_info *t);

#endif
