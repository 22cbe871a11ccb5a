/* game_files.h - files of records and positions, for the verbs that take any of our text forms.
 *
 *     cli_source s;
 *     if (cli_open(a, path, &s))
 *         while (cli_read_game(&s, &record, &fault)) … ;
 *     cli_close(&s);
 *
 * A file is read through a window, one game or position at a time, so its length is not limited
 * and endless input needs no more memory than one game.
 */
#ifndef CLI_GAME_FILES_H
#define CLI_GAME_FILES_H

#include "cli/options.h"
#include "text/detect.h"

#include <azulejo/text.h>
#include <stdio.h>

/* The maximal bytes of one game and of a file that is read whole, and the number of faults after
 * which reading stops. */
enum { CLI_GAME_MAX = 16 << 20, CLI_FILE_MAX = 64 << 20, CLI_FAULTS_MAX = 1000 };

typedef struct cli_source {
    cli_args *args;
    const char *path;
    FILE *file;
    text_form form; /* the form of its first entry; an empty file is a record */
    char *text;     /* the window */
    size_t room, length;
    size_t at;             /* what has been read of the window */
    uint64_t base;         /* bytes of the file before the window */
    uint64_t start;        /* the byte of the file where the last game or position begins */
    unsigned line, column; /* of that byte in the file */
    unsigned faults;       /* found so far */
    uint64_t games;        /* read so far, without lines that belong to no game */
    bool ended;            /* no more bytes after the window */
} cli_source;

/* Opens a file ("-": standard input) and detects its form; false after a message. */
bool cli_open(cli_args *a, const char *path, cli_source *s);
void cli_close(cli_source *s);

/* Reads the next game; false at the end. After a fault (fault->code) the record holds the game up
 * to the fault, and r->start.head.players is 0 if nothing could be read; the next call reads the
 * next game that begins in the file. Lines between games are reported as a fault that does not
 * change s->games.
 */
bool cli_read_game(cli_source *s, azj_record *r, azj_text_fault *fault);

/* Reads the next position: in text one per line; in JSON one per line, or one over several
 * lines. */
bool cli_read_position(cli_source *s, azj_state *state, azj_text_fault *fault);

/* Prints "azulejo VERB: FILE, line 3, column 7: …" on standard error. The verb continues and exits
 * with a failure. */
void cli_say_fault(cli_source *s, const azj_text_fault *fault);

/* A cli_reader of --to, "text" or "json": sets the int `json`. */
bool cli_read_form_option(cli_args *a, const char *text, void *json);

#endif
