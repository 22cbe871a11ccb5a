/* screen.h - the full-screen client: what its files share.
 *
 *     screen.c         a frame: scene, panels, keys that work everywhere
 *     screen_turns.c   people choose, bots think, points are counted, the game is over
 *     screen_menu.c    the start menu
 *     screen_replay.c  a recorded game, step by step
 */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "term/advice.h"
#include "term/client.h"
#include "term/panel.h"
#include "term/terminal.h"

typedef struct play_screen {
    play_setup *setup;
    play_game game;
    play_choice choice;
    size_t cursor;
    int columns;                    /* of the menu, for the arrow keys */
    azj_move hint;                  /* 0: none asked for */
    char advice[ADVICE_MAX];        /* the rest of the hint */
    azj_state since[AZJ_SEATS_MAX]; /* what each person last saw */
    char message[DESCRIBE_MAX];
    char farewell[4 * DESCRIBE_MAX]; /* printed when the screen is gone */
    char save_path[64];              /* of a game that is to be kept after all */
    azj_text_fault fault;            /* of a damaged record that is shown */
    client_end end;
    bool replaying; /* a record is shown, nothing is played */
    bool quit;      /* leave the program */
    bool again;     /* another game */
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

/* Takes the terminal over; false: it cannot. screen_finish gives it back. */
bool screen_begin(play_screen *s, play_setup *setup);
client_end screen_finish(play_screen *s);

/* The position as the present viewer may see it. */
void screen_scene(const play_screen *s, play_scene *scene);

/* Draws and shows a frame; `event` is the score event of SCREEN_SCORING. */
void screen_show(play_screen *s, screen_mode mode, const play_scene *scene, uint32_t event);

/* The message alone; the table is hidden. */
void screen_curtain(play_screen *s);

/* The next key. Help, log and quit are dealt with here; then, and when the size changes,
 * TERM_SIZE asks to draw again. Sets `quit` when it is time to leave. */
int screen_key(play_screen *s, int timeout_ms);

/* Help ('?') or the log ('l') until it is closed. */
void screen_overlay(play_screen *s, int key);

/* ---- screen_turns.c ---- */
void screen_pass_on(play_screen *s); /* the keyboard goes to the person to move */
void screen_person_turn(play_screen *s);
void screen_bot_turn(play_screen *s);
void screen_game_over(play_screen *s);

/* ---- screen_menu.c ----
 * Whether a new game is wanted; if not, s->end may have a wish. */
bool screen_menu(play_screen *s);

#endif
