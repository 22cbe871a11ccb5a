/* client.h - the two clients of `azulejo play`. */
#ifndef TERM_CLIENT_H
#define TERM_CLIENT_H

#include "term/game.h"
#include "term/saved.h"

/* What the start menu asked for besides a new game. */
typedef enum client_wish { WISH_NONE, WISH_RESUME, WISH_REPLAY } client_wish;

/* How a client ended. */
typedef struct client_end {
    char failure[512]; /* one sentence; empty: all went well */
    int signal;        /* that ended it; 0: none */
    client_wish wish;
    char file[SAVED_NAME_MAX]; /* of the wish: the last game of this file */
} client_end;

/* Notes a failure, unless there is one already. */
void client_fail(client_end *end, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline bool client_failed(const client_end *end)
{
    return end->failure[0] != '\0';
}

/* The replaying functions take the `fault` of a damaged record, which they show at once; its code
 * is AZJ_E_OK if there is none. */

/* One line at a time, for pipes and screen readers. */
client_end plain_play(play_setup *setup);
client_end plain_replay(play_setup *setup, const azj_record *record, const azj_text_fault *fault);

/* The full screen. `menu`: first asks which game to play. It ends with the wish to resume or replay
 * a game, too: the caller reads it and calls again. */
client_end screen_play(play_setup *setup, bool menu);
client_end screen_replay(play_setup *setup, const azj_record *record, const azj_text_fault *fault);

#endif
