/* tags.h - the standard tags of a record, in one list. docs/notation.md describes each;
 * tests/scripts/records.py compares the two.
 *
 * A new tag is a row below. A program that knows its value sets the field of record_tags.
 */
#ifndef TEXT_TAGS_H
#define TEXT_TAGS_H

#include "base/buf.h"

#include <azulejo/text.h>
#include <stdbool.h>

/* X(field, name, mode): tags of the whole game, written before and after those of the seats. Mode
 * REPLACE: a new value replaces the one that the record has; KEEP: a resumed record keeps its first
 * value. Rules, players, set-up and end are written by azj_record_begin and azj_record_end. */
#define TAGS_BEFORE_SEATS(X)                                                                   \
    X(event, "Event", REPLACE)                                                                 \
    X(game, "Game", REPLACE)             /* its number within the event */                     \
    X(table, "Table", REPLACE)           /* an online game: the table's id */                  \
    X(shuffle, "Shuffle", REPLACE)       /* an online game: the version of the fair shuffle */ \
    X(commitment, "Commitment", REPLACE) /* an online game: the hash of the server's secret */ \
    X(secret, "Secret", REPLACE)         /* an online game that has ended: the secret itself */

/* Tags of each seat: the name is followed by the seat's number. */
#define TAGS_OF_SEAT(X)                                                                 \
    X(seat, "Seat", KEEP)                    /* the player's name */                    \
    X(kind, "Kind", REPLACE)                 /* a person or a bot: see tags_put_kind */ \
    X(contribution, "Contribution", REPLACE) /* to the seed of the deals */

#define TAGS_AFTER_SEATS(X)                 \
    X(time_control, "TimeControl", REPLACE) \
    X(seed, "Seed", REPLACE)                \
    X(date, "Date", KEEP) /* like 2026-11-16 */

/* The values of the tags; NULL: no such tag. */
#define TAGS_FIELD(field, name, mode) const char *field;
#define TAGS_SEAT_FIELD(field, name, mode) const char *field[AZJ_SEATS_MAX];
typedef struct record_tags {
    TAGS_BEFORE_SEATS(TAGS_FIELD)
    TAGS_OF_SEAT(TAGS_SEAT_FIELD)
    TAGS_AFTER_SEATS(TAGS_FIELD)
} record_tags;
#undef TAGS_FIELD
#undef TAGS_SEAT_FIELD

/* Adds the tags that are given, in the order of the lists, seat by seat. */
azj_error tags_add(azj_record *r, const record_tags *tags);

/* The names of a seat's tags, like "Seat0", "Kind0" and "Contribution0". */
const char *tags_seat(unsigned seat);
const char *tags_kind(unsigned seat);
const char *tags_contribution(unsigned seat);

/* Writes the value of a kind tag: "bot:regular", "person:Ann", or "person" if `name` is empty. The
 * name of a bot is one of azj_bot_name, azj_level_name(level) for a level; never its number, which
 * may come to mean another bot. */
void tags_put_kind(buf *b, bool bot, const char *name);

#endif
