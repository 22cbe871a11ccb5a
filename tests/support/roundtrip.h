/* roundtrip.h - checks that parse(print(x)) equals x for moves, positions, views and records, as
 * text and as JSON.
 *
 * Used by the unit tests (a few games) and by `make roundtrip` (100,000 games a rule set).
 */
#ifndef TESTS_ROUNDTRIP_H
#define TESTS_ROUNDTRIP_H

#include <azulejo/text.h>

/* Initialise with zeros; release with roundtrip_free. */
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
const char *roundtrip_view(roundtrip *t, const azj_state *s, unsigned viewer);
const char *roundtrip_record(roundtrip *t, const azj_record *r);

/* How much of a game is checked besides its record: */
typedef enum roundtrip_depth {
    ROUNDTRIP_RECORD,   /* nothing */
    ROUNDTRIP_ONE_VIEW, /* every position, a view of it (each seat's and the spectator's in turn),
                           every legal move */
    ROUNDTRIP_ALL_VIEWS /* the same with all views of every position */
} roundtrip_depth;

/* Plays a random game into t->game, with tags and notes, complete or truncated, from the start or
 * from a position in the middle, and checks its positions and moves, then the record. */
const char *roundtrip_game(roundtrip *t, azj_rules rules, unsigned players, uint64_t seed,
                           roundtrip_depth depth);

#endif
