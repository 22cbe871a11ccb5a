/* game.h - one game as the server plays it: the authority over position, clocks and event log.
 *
 * Pure logic, no I/O. A command is DECIDED into events without changing anything; the caller
 * stores the events durably; then they are APPLIED and broadcast. Recovery applies the same events
 * again, so a game after a crash is the game before it:
 *
 *     command --game_decide_…--> events --store--> game_apply --> views to the seats
 *                                  ^ refused: nothing has changed
 *
 * Life: OPEN (people sit down, bots are added, all say ready) -> LIVE -> OVER.
 * Times `at_ms` are the wall clock's and are only shown; `now_ms` is the game clock's (hub.h),
 * which never jumps, survives restarts and drives the players' clocks.
 */
#ifndef SERVER_GAME_H
#define SERVER_GAME_H

#include "server/clocks.h"
#include "server/fair.h"

#include <azulejo/rules.h>
#include <stdbool.h>

enum {
    GAME_ID_MAX = 16,      /* bytes of a table's id with its 0 */
    GAME_PERSON_MAX = 24,  /* of a person's id */
    GAME_NAME_MAX = 33,    /* of a name */
    GAME_MOVE_ID_MAX = 33, /* of the id that a client gives its move */
    GAME_TEXT_MAX = 72,
    GAME_BATCH_MAX = 8,
    GAME_EVENTS_MAX = 4000,      /* after the start: several times the longest game in earnest */
    GAME_CHAT_EVENTS_MAX = 3000, /* … and of these, moves and resignations alone may use the rest,
                                    so that talk cannot block a game */
    GAME_SITS_MAX = 256,         /* before the start: seats taken at one table … */
    GAME_OWN_SITS_MAX = 8,       /* … by one person … */
    GAME_LATE_MAX = 2,        /* … whose seat quick pairing has freed fewer times than this … */
    GAME_FREE_SITS_MAX = 128, /* … and by all before the rest is for invited ones */
    GAME_PHRASES_MAX = 100    /* of one seat */
};

/* Stands for the id and the name of a person whose data were deleted. */
#define GAME_FORGOTTEN "-"

typedef enum game_error {
#define GAME_ERROR(code, text) GAME_E_##code,
#include "server/protocol.def"
    GAME_ERROR_NB
} game_error;

typedef enum game_event_kind {
#define EVENT(code, name, fields, meaning) GAME_##code,
#include "server/protocol.def"
    GAME_EVENT_NB
} game_event_kind;

typedef enum game_phase { GAME_OPEN, GAME_LIVE, GAME_OVER } game_phase;
typedef enum game_offer { GAME_OFFER_NONE, GAME_OFFER_DRAW, GAME_OFFER_TAKEBACK } game_offer;
typedef enum game_leaver { GAME_LEAVER_BOT, GAME_LEAVER_CLAIM } game_leaver;
/* Why a seat became empty before the start. */
typedef enum game_leave {
    GAME_LEFT,    /* the person left */
    GAME_REMOVED, /* the table's maker freed the seat; that person cannot sit there again */
    GAME_LATE     /* quick pairing: not ready in time, or gone */
} game_leave;
typedef enum game_cause {
#define CAUSE(code, name, meaning) GAME_##code,
#include "server/protocol.def"
    GAME_CAUSE_NB
} game_cause;

typedef struct game_event {
    uint32_t n; /* from 1, without gaps */
    uint8_t kind, seat, value, flag;
    uint32_t ply;
    azj_move move;
    uint64_t at_ms;   /* wall clock */
    uint64_t game_ms; /* game clock; 0 in no stored event */
    uint64_t hash;    /* game_hash of the position after it; never sent */
    uint32_t left_ms[AZJ_SEATS_MAX];
    uint32_t spent_ms; /* of the turn by the seat whose clock runs */
    char text[GAME_TEXT_MAX];
} game_event;

typedef struct game_batch {
    unsigned count;
    game_event at[GAME_BATCH_MAX];
} game_batch;

typedef struct game_options {
    azj_options rules;
    clocks_options clock;
    uint8_t leaver;  /* game_leaver */
    bool is_public;  /* in the lobby; anybody may join and watch */
    bool quick;      /* made by quick pairing */
    uint8_t shuffle; /* version of the fair shuffle, settled when the table is made */
} game_options;

typedef enum game_seat_kind { GAME_EMPTY, GAME_PERSON, GAME_BOT_SEAT } game_seat_kind;

typedef struct game_seat {
    uint8_t kind;
    bool ready, out, standin;
    const char *bot; /* of azj_bot_name: who plays here, or sits in */
    char person[GAME_PERSON_MAX];
    char name[GAME_NAME_MAX];
    uint8_t contribution[FAIR_BYTES];
} game_seat;

/* What a move did, for the words of a log. It is kept, so that a late viewer gets it
 * without the game being played again. */
typedef struct game_move_summary {
    uint32_t first; /* its score steps in game.scores … */
    uint16_t count; /* … and how many they are */
    uint8_t round;
    uint8_t taken; /* tiles */
} game_move_summary;

typedef struct game_move { /* a move that stands */
    azj_move move;
    uint32_t event; /* n of its event */
    uint8_t seat;
} game_move;

typedef struct game {
    char id[GAME_ID_MAX];
    game_options options;
    uint8_t secret[FAIR_BYTES], seed[FAIR_BYTES];
    uint8_t phase; /* game_phase */
    uint8_t cause, winners;
    uint8_t offer, offer_seat, offer_agreed; /* game_offer; a bit a seat */
    uint8_t rematch;                         /* a bit a seat */
    uint8_t phrases[AZJ_SEATS_MAX];
    uint16_t sits;  /* seats that were taken before the start */
    uint32_t begun; /* n of the start */
    uint32_t offer_ply;
    uint8_t offered[AZJ_SEATS_MAX]; /* the kinds of offer, a bit each, that a seat has made since
                                       the last move: each at most once */
    char next[GAME_ID_MAX];
    game_seat seat[AZJ_SEATS_MAX];
    azj_state state;
    uint32_t deals;
    azj_state dealt; /* the position after the last deal, from which moves are replayed … */
    uint32_t dealt_ply, dealt_deals; /* … and where in the game that was */
    clocks clock;
    game_event *events;           /* events[i].n == i + 1 */
    game_move_summary *summaries; /* parallel to `events`; all 0 where the event is no move */
    uint32_t n, events_room;
    azj_event *scores;
    uint32_t scores_nb, scores_room;
    game_move *moves;
    uint32_t ply, moves_room;
} game;

void game_init(game *g, const char *id, const game_options *options,
               const uint8_t secret[FAIR_BYTES]);
void game_release(game *g);

/* ---- Deciding: GAME_E_OK with events in the batch, or a refusal ---- */
typedef struct game_time {
    uint64_t at_ms;  /* wall clock */
    uint64_t now_ms; /* game clock */
} game_time;

/* seat AZJ_NOBODY: the first empty one. */
game_error game_decide_sit(const game *g, unsigned seat, const char *person, const char *name,
                           game_time t, game_batch *b);
game_error game_decide_leave(const game *g, unsigned seat, game_leave why, game_time t,
                             game_batch *b);
/* `bot`: of azj_bot_name; NULL: there is none. */
game_error game_decide_bot(const game *g, unsigned seat, const char *bot, game_time t,
                           game_batch *b);
game_error game_decide_ready(const game *g, unsigned seat, const uint8_t contribution[FAIR_BYTES],
                             game_time t, game_batch *b);
/* Starts a full table that has only bots. */
game_error game_decide_start(const game *g, game_time t, game_batch *b);
/* `why` is filled with ILLEGAL. TIME_UP leaves events in the batch too. */
game_error game_decide_move(const game *g, unsigned seat, uint32_t ply, const char *id,
                            azj_move move, game_time t, game_batch *b, azj_fault *why);
/* Has a move been taken back after event `n`? */
bool game_taken_back_since(const game *g, uint32_t n);
game_error game_decide_resign(const game *g, unsigned seat, game_time t, game_batch *b);
game_error game_decide_time(const game *g, game_time t,
                            game_batch *b); /* the running clock has run out */
game_error game_decide_offer(const game *g, unsigned seat, game_offer what, game_time t,
                             game_batch *b);
game_error game_decide_answer(const game *g, unsigned seat, bool yes, game_time t, game_batch *b);
/* The seat has been away for longer than the grace time; the caller measured it. `by`: the seat
 * that claims the game for this, or AZJ_NOBODY. */
game_error game_decide_away(const game *g, unsigned seat, unsigned by, game_time t, game_batch *b);
game_error game_decide_back(const game *g, unsigned seat, game_time t, game_batch *b);
game_error game_decide_phrase(const game *g, unsigned seat, unsigned phrase, game_time t,
                              game_batch *b);
game_error game_decide_rematch(const game *g, unsigned seat, game_time t, game_batch *b);
game_error game_decide_next(const game *g, const char *id, game_time t, game_batch *b);
game_error game_decide_close(const game *g, game_time t, game_batch *b); /* by the host */

/* ---- Applying ---- */
/* False: the event does not fit the game, or its hash differs: the log is damaged. */
bool game_apply(game *g, const game_event *e, uint64_t now_ms);

/* ---- Asking ---- */
/* A hash of the position's text form, so that it depends on neither the compiler nor the layout of
 * the struct. Stored: a change of it is a change of the data format. */
uint64_t game_hash(const azj_state *s);
/* True if the table's maker has removed the person. */
bool game_was_removed(const game *g, const char *person);
/* True if every seat is taken. */
bool game_is_full(const game *g);
/* True if bots play in all seats: no person is left in the game, or bots sit in for all of them. */
bool game_is_bots_only(const game *g);
unsigned game_seat_of(const game *g, const char *person); /* AZJ_NOBODY: none */
/* True if this is the event in which the person sat down. */
bool game_is_sitting(const game_event *e, const char *person);
/* True if this person may sit down once more: there is a limit for those who come and go. */
bool game_may_sit(const game *g, const char *person, bool invited);
/* True if the table has reached its limit of events: only moves and resignations are still allowed.
 */
bool game_is_over_budget(const game *g);
bool game_bot_to_move(const game *g);
/* True if this seat's person has to act; false while a bot plays in the seat. */
bool game_waits_for(const game *g, unsigned seat);
/* What the seat has left now. The clock of a person stands still while a bot plays in the seat. */
uint32_t game_left_ms(const game *g, unsigned seat, uint64_t now_ms);
/* How much of its turn the seat to move has used, by the same measure. */
uint32_t game_spent_ms(const game *g, uint64_t now_ms);
/* The name of the bot to move, as azj_bot_name has it. */
const char *game_bot_name_to_move(const game *g);
/* The bot of an event BOT or STANDIN, as azj_bot_name has it; NULL: none. Events that were stored
 * before levels had names have its number in their value instead; those that have a name have such
 * a number, too, for older programs. */
const char *game_event_bot(const game_event *e);
bool game_all_would_rematch(const game *g);
/* True if everybody else has agreed already. */
bool game_is_last_for_rematch(const game *g, unsigned seat);
/* The position after the first `ply` moves that stand. */
void game_replay(const game *g, uint32_t ply, azj_state *s, uint32_t *deals);

const char *game_error_name(game_error e);
const char *game_error_text(game_error e);
const char *game_event_name(unsigned kind);
const char *game_phase_name(unsigned phase); /* open, live, over */
const char *game_cause_name(unsigned cause);
const char *game_phrase_name(unsigned phrase); /* NULL after the last */

#endif
