/* rows.h - which rows of the store belong to a table, and how its events change them.
 *
 * store.h lists the keys. Beside its own rows (table/, event/) a table has rows in indexes: by
 * person, by the time at which the server must look at it, by the time at which it may expire. All
 * of them are written here, in the same commit as the event that causes the change.
 */
#ifndef SERVER_ROWS_H
#define SERVER_ROWS_H

#include "server/game_json.h"
#include "server/writer.h"

/* Where an unfinished table stands in the indexes by time: the row live/ID. 0: nowhere. */
typedef struct table_index {
    uint64_t due_ms;     /* game clock: the server must look at the table then at the latest */
    uint64_t idle_ms;    /* wall clock: the server checks then whether the table has expired */
    uint64_t touched_ms; /* wall clock: when a player was last here after a warning */
    uint64_t maker;      /* a keyed hash of the address from which it was made; 0: not known */
} table_index;

/* The index after the event. */
table_index rows_index_after(const game *g, const game_event *e, table_index index);

/* A new table. Its first events follow with rows_put_event. */
bool rows_put_table(writer_job *j, const char *id, const game_row *row, table_index index);
/* The event and its effect on the indexes. `g` is the game before the batch that it belongs to. */
bool rows_put_event(writer_job *j, const game *g, const game_row *row, const game_event *e,
                    table_index index);
/* The number of events, after the last of them. */
bool rows_put_tail(writer_job *j, const char *id, uint32_t events);
/* The same after more events: a conflict unless the number is `from` until then. */
bool rows_move_tail(writer_job *j, const char *id, uint32_t from, uint32_t to);
/* Nothing is stored: a conflict unless the table has so many events. */
bool rows_guard_tail(writer_job *j, const char *id, uint32_t events);
/* Moves the table within the indexes by time. */
bool rows_move_index(writer_job *j, const char *id, table_index from, table_index to);

/* Drops the table's rows in the indexes. */
bool rows_drop_index(writer_job *j, const char *id, table_index index);

bool rows_read_index(table_index *index, const char *text, size_t length);

/* What a row seat/PERSON/… says. */
typedef struct seat_row {
    char table[GAME_ID_MAX];
    char name[GAME_NAME_MAX]; /* with which the person sat down */
    uint64_t over_ms;         /* when the game ended; 0: it has not */
    bool seated;              /* false: the person left the table, or only made it */
    bool out;                 /* resigned or lost on time; others play on */
} seat_row;
/* Writes the row of a seat; with `made`, of somebody who only made the table. */
bool rows_put_seat(writer_job *j, const char *person, const char *id, const seat_row *seat,
                   const char *name, bool made);
bool rows_put_made(writer_job *j, const game_row *row, const char *id);
bool rows_read_seat(seat_row *seat, const char *key, const char *text, size_t length);

/* Drops every row that the person can have at the table; `over_ms`: when its game ended, or 0. */
bool rows_drop_seats(writer_job *j, const char *person, const char *id, uint64_t over_ms);
bool rows_drop_made(writer_job *j, const char *owner, const char *id);

/* The prefix of all rows of a person's seats at unfinished tables. */
void rows_unfinished_prefix(char *key, const char *person);
/* … and of the unfinished tables that the person made. */
void rows_made_prefix(char *key, const char *person);

enum { ROWS_TIME_DIGITS = 16 };

#endif
