/* play.h - the two clients of `azulejo play`. */
#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include "cli/play/game.h"

/* `fault`: where the record to show is damaged, which is told at once; its code is AZJ_E_OK if it
 * is not. */

/* One line at a time, for pipes and screen readers. */
int line_play(cli_args *a, play_setup *setup);
int line_replay(cli_args *a, play_setup *setup, const azj_record *record,
                const azj_text_fault *fault);

/* The full screen. `menu`: ask for the game first. */
int screen_play(cli_args *a, play_setup *setup, bool menu);
int screen_replay(cli_args *a, play_setup *setup, const azj_record *record,
                  const azj_text_fault *fault);

#endif
