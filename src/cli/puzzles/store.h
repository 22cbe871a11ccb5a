/* store.h - puzzles as JSON Lines: written one at a time, read back, packed for the page.
 *
 *     {"id":"0a1b2c3d","rules":"classic","position":"…","moves":["3B2"],"obvious":"1R3", …}
 *     {"rules":"classic","seed":"1","done":17,"positions":42}
 *
 * A line is one write at the end of the file, so several processes may share it and a run that is
 * cut off loses at most what it was looking at. The second form says that a game is finished. */
#ifndef CLI_PUZZLES_STORE_H
#define CLI_PUZZLES_STORE_H

#include "cli/puzzles/find.h"

enum { STORE_ID = 8, STORE_FIELD = 1100 };

/* A puzzle as it was read: text, not judged again. */
typedef struct stored_puzzle {
    char id[STORE_ID + 1];
    unsigned grade;
    double gap;
    char theme[16], level[16];
    char moves[STORE_FIELD]; /* with spaces between them */
    char obvious[AZJ_LINE_MOVES_MAX * 4];
    char reasons[STORE_FIELD]; /* JSON */
    char position[STORE_FIELD];
} stored_puzzle;

typedef struct puzzle_store {
    azj_rules rules;
    uint64_t seed;
    stored_puzzle *puzzle; /* of these rules, each id once */
    size_t puzzles, puzzle_room;
    uint32_t *done; /* games of this seed */
    size_t dones, done_room;
} puzzle_store;

/* Reads the file's lines; those of other rule sets and those that are not whole are skipped. A file
 * that does not exist is empty. False: it cannot be read, or memory is short (errno). */
bool store_read(puzzle_store *s, const char *path);
void store_free(puzzle_store *s);

bool store_has(const puzzle_store *s, const char *id);
bool store_is_done(const puzzle_store *s, uint64_t game);

/* Opens the file to append to, after ending a line that was cut off; -1: errno says why. */
int store_open(const char *path);

/* Appends a line in one write. False: it could not be written. */
bool store_add(int file, const puzzle_way *way, const puzzle *p);
bool store_add_done(int file, const puzzle_way *way, uint64_t game, uint32_t positions);

/* The name of a puzzle: a checksum of its position. */
void store_id(const azj_state *view, char id[STORE_ID + 1]);

/* Prints up to `count` puzzles in the form that the page fetches (docs/puzzles.md), as evenly over
 * the grades as there are puzzles; returns how many. */
size_t store_pack(puzzle_store *s, size_t count);

/* Grades a line of that form anew, by the levels of today, and prints it. False: it is none. */
bool store_regrade(const char *line, size_t length);

/* Judges a line of that form anew by a long search, and prints it as it is now if the puzzle holds;
 * else *fault says why not. False: the line is none. */
bool store_recheck(puzzle_maker *m, const char *line, size_t length, const char **fault);

#endif
