/* screen.h - the full-screen client: what its files share.
 *
 *     screen.c   a frame: scene, panels, keys that work everywhere
 *     turns.c    people choose, bots think, points are counted, the game is over
 *     start.c    the start menu
 *     replay.c   a recorded game, step by step
 */
#ifndef PLAY_SCREEN_H
#define PLAY_SCREEN_H

#include "cli/play/panel.h"
#include "cli/play/play.h"
#include "cli/play/term.h"

typedef struct play_screen {
    play_setup *setup;
    play_game game;
    play_choice choice;
    size_t cursor;
    int columns;                    /* of the menu, for the arrow keys */
    azj_move hint;                  /* 0: none asked for */
    azj_state since[AZJ_SEATS_MAX]; /* what each person last saw */
    char message[WORDS_MAX];
    char farewell[4 * WORDS_MAX]; /* printed when the screen is gone */
    char save_path[64];           /* of a game that is to be kept after all */
    azj_text_fault fault;         /* of a damaged record that is shown */
    bool quit;                    /* leave the program */
    bool again;                   /* another game */
    canvas canvas;
} play_screen;

/* What the frame shows below the boards. */
typedef enum screen_mode {
    SCREEN_CHOOSE,
    SCREEN_WAIT,
    SCREEN_SCORING,
    SCREEN_OVER,
    SCREEN_REPLAY
} screen_mode;

/* The position as the present viewer may see it. */
void screen_scene(const play_screen *s, play_scene *scene);

/* Draws and shows a frame; `event` is the score event of SCREEN_SCORING. */
void screen_show(play_screen *s, screen_mode mode, const play_scene *scene, uint32_t event);

/* The message alone, with the table out of sight. */
void screen_curtain(play_screen *s);

/* The next key. Help, log and quit are dealt with here; then, and when the size changes,
 * TERM_SIZE asks to draw again. Sets `quit` when it is time to leave. */
int screen_key(play_screen *s, int timeout_ms);

/* Help ('?') or the log ('l') until it is closed. */
void screen_overlay(play_screen *s, int key);

/* ---- turns.c ------------------------------------------------------------------------------- */
void screen_pass_on(play_screen *s); /* the keyboard goes to the person to move */
void screen_person_turn(play_screen *s);
void screen_bot_turn(play_screen *s);
void screen_over(play_screen *s);

/* ---- start.c ------------------------------------------------------------------------------- */
bool screen_start_menu(play_screen *s);

#endif
