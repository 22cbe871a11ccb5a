/* game.h - a game at one terminal: seats of people and bots, its record, undo, thinking.
 *
 * The record is the authority; both clients (plain.c, screen.c) ask it for the state and show
 * nothing but the view of a seat. Undo plays the moves again from the seed, so deals come back as
 * they were.
 */
#ifndef TERM_GAME_H
#define TERM_GAME_H

#include "ai/reason.h"
#include "term/messages.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <pthread.h>
#include <stdatomic.h>

enum { PLAY_NAME_MAX = 48, PLAY_BOT_MAX = 24 };

typedef struct play_seat {
    bool bot;
    char level[PLAY_BOT_MAX]; /* of a bot: a name from azj_bot_name */
    char name[PLAY_NAME_MAX]; /* of a person; empty: "You" or "Player N" */
} play_seat;

/* Where a game stands in its file: the bytes of other games before and after it. */
typedef struct play_place {
    long before, after; /* before -1: it is not there yet */
    bool json;          /* the file has JSON records */
} play_place;

/* Which game is played. */
typedef struct play_rules {
    azj_rules rules;
    unsigned players;
    unsigned tablets;    /* as azj_duel.tablets */
    bool random_tablets; /* drawn for each game */
} play_rules;

/* What the command line or the start menu asks for. */
typedef struct play_setup {
    play_rules game;
    uint64_t seed;
    play_seat seats[AZJ_SEATS_MAX];
    msg_lang lang;
    uint32_t time_ms; /* the limit of a bot's search */
    uint32_t pace_ms; /* the least time that its move is shown */
    bool colour, unicode;
    const char *record_path;  /* NULL: not kept */
    const azj_record *resume; /* a game to resume, NULL: a new one */
    play_place resume_at;     /* where it stands in record_path */
    uint64_t resume_game;     /* its number there, as --game gave it; 0: the last one */
} play_setup;

/* One move that was made. */
typedef struct play_step {
    azj_move move;
    uint8_t seat, round;
    int8_t taken; /* tiles */
} play_step;

typedef struct play_thinker {
    azj_engine *engine;
    azj_limits limits;
    azj_info info;
    azj_error error;
    pthread_t thread;
    atomic_bool done;
    bool running;
    bool explain;   /* a hint: say why, and what else is good */
    azj_state view; /* what it thinks about */
    azj_move other; /* what the move is compared with; 0: nothing */
    reason_report why;
} play_thinker;

typedef struct play_game {
    const play_setup *setup;
    azj_record record;
    play_place place; /* the game's place in the record file */
    long end; /* the file's size at our last look: another size means that another program has
                 written there */
    azj_rng rng;
    char *given;      /* a record whose deals are not the seed's: the game continues after it */
    size_t fixed;     /* its moves, which cannot be taken back */
    unsigned looking; /* the person who may see the screen now */
    bool alone;       /* the others have been asked to look away */
    play_step *steps;
    size_t step_count, step_room;
    azj_state before;  /* the position in which the last move was made */
    azj_state settled; /* after it, before new tiles are dealt */
    azj_events events; /* of the last move */
    play_thinker thinker;
} play_game;

/* Begins the game of the setup, or resumes setup->resume: by its seed if that gives the same
 * game again, so that it can be taken back to its start; else after the record as it is. */
azj_error play_begin(play_game *g, const play_setup *setup);
void play_free(play_game *g);

/* Shows a record: the game as it stood after its first `moves` moves. Its names become the
 * setup's. Nothing can be played on. */
azj_error play_show_record(play_game *g, play_setup *setup, const azj_record *record,
                           uint32_t moves);
uint32_t play_record_moves(const azj_record *record);

static inline const azj_state *play_state(const play_game *g)
{
    return &g->record.now;
}

/* Makes a move and deals what follows. The record file, if any, then ends with this game. */
azj_error play_make(play_game *g, azj_move move, azj_fault *why);

/* Takes moves back to the last decision of a person; false when there was none. */
bool play_undo(play_game *g);

/* Ends the record ("normal" when the game is over, else `cause`) and writes it. False: no room on
 * the disc …, errno says. */
bool play_close(play_game *g, const char *cause);

/* Who may see the screen: the only person; of several the one to move, once the keyboard has been
 * passed on; else a spectator. */
unsigned play_viewer(const play_game *g);

/* Must the others look away now, because the person to move knows secrets? If so, nobody's view is
 * shown until play_look gives the screen to that person. */
bool play_must_hide(play_game *g);
void play_look(play_game *g);

/* Whose board comes first: the viewer's, else that of the person who moved last. */
unsigned play_front(const play_game *g);
unsigned play_people(const play_setup *setup);
bool play_bot_to_move(const play_game *g);

/* The number of a bot's level; 0: a bot that is no level. */
unsigned play_level(const play_seat *seat);

/* "You", "Player 2", "Tomás"; with the level of a bot: "Tomás (Bot 4)". */
void play_name(buf *b, const play_setup *setup, unsigned seat);
void play_full_name(buf *b, const play_setup *setup, unsigned seat);

/* "You have 12 points." */
void play_put_score(buf *b, const play_setup *setup, const azj_state *s, unsigned seat);

/* "You took 2 blue tiles from factory 3 → line 2." */
void play_describe_step(buf *b, const play_game *g, const play_step *step);

/* "You: row 2 is full: 2 points." */
void play_describe_event(buf *b, const play_game *g, const azj_event *event);

/* "You won the game. You have 52 points. …" */
void play_describe_result(buf *b, const play_game *g);

/* ---- Thinking, beside the screen ---- */

/* Starts a search for the seat to move, on its view: its own bot, or (hint) the strong one. */
azj_error play_think(play_game *g, bool hint);
bool play_thinking(const play_game *g); /* the search is not finished yet */
azj_move play_thought(play_game *g);    /* waits if need be; 0: it failed */
void play_stop_thinking(play_game *g);  /* and discards the answer */

#endif
