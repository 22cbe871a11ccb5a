/* forms.h - files of records and positions, for the verbs that take any of our text forms.
 *
 *     cli_source s;
 *     if (cli_open(a, path, &s))
 *         while (cli_read_game(&s, &record, &fault)) … ;
 *     cli_close(&s);
 *
 * A file is read through a window, a game or a position at a time, so its length is not limited and
 * input without end costs no more memory than one game may have.
 */
#ifndef CLI_FORMS_H
#define CLI_FORMS_H

#include "cli/options.h"
#include "text/detect.h"

#include <azulejo/text.h>
#include <stdio.h>

/* Bytes of one game, and of a file that is read whole; the faults after which a file is left. */
enum { CLI_GAME_MAX = 16 << 20, CLI_FILE_MAX = 64 << 20, CLI_FAULTS_MAX = 1000 };

typedef struct cli_source {
    cli_args *args;
    const char *path;
    FILE *file;
    text_form form; /* of the first thing in it; an empty file is a record */
    char *text;     /* the window */
    size_t room, length;
    size_t at;             /* what has been read of the window */
    uint64_t base;         /* bytes of the file before the window */
    uint64_t start;        /* the byte of the file where the last game or position begins */
    unsigned line, column; /* of that byte in the file */
    unsigned faults;       /* found so far */
    uint64_t games;        /* read so far; lines that are no part of any do not count */
    bool ended;            /* no more bytes behind the window */
} cli_source;

/* Opens a file ("-": standard input) and looks at its form; false after a message. */
bool cli_open(cli_args *a, const char *path, cli_source *s);
void cli_close(cli_source *s);

/* The next game; false at the end. After a fault (its code says) the record holds the game up to
 * there, r->start.head.players is 0 if there is nothing to it, and the next game is the next one
 * that begins in the file. Lines between games come as a fault of their own, s->games then stays.
 */
bool cli_read_game(cli_source *s, azj_record *r, azj_text_fault *fault);

/* The next position of a file: text has one a line; JSON one a line, or one over many lines. */
bool cli_read_position(cli_source *s, azj_state *state, azj_text_fault *fault);

/* "azulejo VERB: FILE, line 3, column 7: …" on standard error; the verb goes on and fails at
 * its end. */
void cli_say_fault(cli_source *s, const azj_text_fault *fault);

/* Reads --to: "text" or "json". */
bool cli_read_form_option(cli_args *a, const char *text, int *json);

#endif
