/* saved.h - the records in the working folder, from which the start menu offers games. */
#ifndef TERM_SAVED_H
#define TERM_SAVED_H

#include <azulejo/pieces.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { SAVED_MAX = 24, SAVED_NAME_MAX = 128, SAVED_ABOUT_MAX = 160 };

/* A file of records, and its last game. */
typedef struct saved_game {
    char name[SAVED_NAME_MAX];
    char about[SAVED_ABOUT_MAX]; /* "Ann 12, Rita 20" */
    time_t changed;
    azj_rules rules;
    bool unfinished;
} saved_game;

/* Fills `list` with the files *.azr of the working folder that hold a game, the last changed one
 * first; returns how many. Files above a megabyte are left out. */
size_t saved_list(saved_game list[SAVED_MAX]);

#endif
