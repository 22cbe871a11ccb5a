/* find.h - finds puzzles in games that levels of the ladder play against each other.
 *
 * A puzzle is a position of two seats, as the seat to move sees it, in which one move is clearly
 * better than every other, and the obvious move (ai/reason.h) is another one. Everything follows
 * from the seed and the game's number: all searches are limited by nodes. */
#ifndef CLI_PUZZLES_FIND_H
#define CLI_PUZZLES_FIND_H

#include "ai/reason.h"
#include "cli/options.h"

#include <azulejo/engine.h>

enum {
    PUZZLE_MOVES_MAX = 8, /* spellings of the one right move: same_idea */
    PUZZLE_GRADES = 5,    /* 1 easy … 5 hard */
    PUZZLE_TRIES = 5, /* of each level, the number of tries in which it must find the move … */
    PUZZLE_FOUND = 3, /* … out of this number */
    PUZZLE_NODES_CLASSIC = 10000,
    PUZZLE_NODES_DUEL = 1500,
};

typedef struct puzzle {
    azj_state view;
    unsigned moves;
    azj_move move[PUZZLE_MOVES_MAX]; /* best first */
    azj_move obvious;
    float win;      /* chance after the move */
    float gap;      /* to the best other move */
    unsigned level; /* the lowest that with all above it finds the move; 0: none below the top */
    unsigned grade;
    reason_report why; /* against the obvious move */
    uint64_t game;
    uint32_t ply;
} puzzle;

typedef struct puzzle_way {
    cli_game game;
    uint64_t seed;
    uint64_t nodes; /* of a search (0: as the rules need); the check takes ten times as many */
    float gap;      /* least difference of the chances to win */
} puzzle_way;

typedef struct puzzle_maker puzzle_maker;

/* Called for each puzzle found, and between positions; false ends the game early. */
typedef bool puzzle_sink(void *context, const puzzle *found);

puzzle_maker *puzzle_maker_new(const puzzle_way *way);
void puzzle_maker_free(puzzle_maker *m);

/* Plays a game and passes on its puzzles. Returns how many positions were looked at; sets *whole if
 * the game was not ended early. */
uint32_t puzzle_game(puzzle_maker *m, uint64_t game, puzzle_sink *sink, void *context, bool *whole);

/* Judges a puzzle anew by a search ten times as long: view and first move must be there, the rest
 * is filled in. NULL if it still holds, which it does down to half of the margin; else why not. */
const char *puzzle_recheck(puzzle_maker *m, puzzle *p);

/* Lets the levels try the position: sets `level` and `grade`. View and first move must be there. */
void puzzle_try_levels(puzzle *p);

#endif
