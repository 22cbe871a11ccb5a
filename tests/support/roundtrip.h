/* roundtrip.h - parse(print(x)) is x: for moves, positions, views and records, as text and as JSON.
 *
 * Used by the unit tests (a few games) and by `make roundtrip` (100,000 games a rule set).
 */
#ifndef TESTS_ROUNDTRIP_H
#define TESTS_ROUNDTRIP_H

#include <azulejo/text.h>

/* Zero it to begin with; roundtrip_free when done. */
typedef struct roundtrip {
    uint64_t games, positions, views, moves, records,
        bytes; /* what was checked; bytes of records */
    azj_record game, back;
    char *first, *second; /* a record printed twice */
    size_t first_room, second_room;
    char wrong[2 * AZJ_POSITION_JSON_MAX]; /* the last thing that came back changed */
} roundtrip;

void roundtrip_free(roundtrip *t);

/* Each returns NULL, or what is wrong. */
const char *roundtrip_move(roundtrip *t, azj_rules rules, azj_move move);
const char *roundtrip_position(roundtrip *t, const azj_state *s); /* and that it is valid */
const char *roundtrip_views(roundtrip *t, const azj_state *s);    /* and what everybody sees */
const char *roundtrip_record(roundtrip *t, const azj_record *r);

/* Plays a random game into t->game, with tags and notes, to its end or cut short, from the start or
 * from some position in the middle. With `every` all positions, views and legal moves on the way
 * are checked; then the record. */
const char *roundtrip_game(roundtrip *t, azj_rules rules, unsigned players, uint64_t seed,
                           int every);

#endif
