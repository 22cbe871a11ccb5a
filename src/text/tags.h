/* tags.h - the standard tags of a record (docs/notation.md), written and named in one place. */
#ifndef TEXT_TAGS_H
#define TEXT_TAGS_H

#include "base/buf.h"

#include <azulejo/text.h>
#include <stdbool.h>

/* "Seat0" … "Seat3": the name of who sits there. "Kind0" … "Kind3": who that is (tags_put_kind). */
const char *tags_seat(unsigned seat);
const char *tags_kind(unsigned seat);

/* The value of a kind tag: "bot:regular", "person:Ann", or "person" when `name` is empty. */
void tags_put_kind(buf *b, bool bot, const char *name);

/* What a program knows about a game; NULL: no such tag. Rules, players, set-up and end are the
 * record's own tags. */
typedef struct record_tags {
    const char *event, *game;
    const char *seat[AZJ_SEATS_MAX]; /* names */
    const char *kind[AZJ_SEATS_MAX];
    const char *time_control;
    const char *seed;
    const char *date; /* like 2026-11-16 */
} record_tags;

/* Adds the tags that are given, in the order of the struct, the kind of a seat after its name. One
 * that the record has already gets the new value, but name and date of a game stay as they are. */
azj_error tags_add(azj_record *r, const record_tags *tags);

#endif
