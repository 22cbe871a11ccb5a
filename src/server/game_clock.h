/* game_clock.h - the game clock, by which the players' clocks run. */
#ifndef SERVER_GAME_CLOCK_H
#define SERVER_GAME_CLOCK_H

#include "server/game.h"

typedef struct hub hub;

/* Milliseconds during which the server was up and could store, over the whole life of the data
 * file. It stands still while nothing can be stored, and a little longer, so that a player whose
 * move was refused can send it again; and while the process itself stands still (a frozen machine,
 * SIGSTOP), of which the first second counts. On a store that other nodes share it also stands
 * still when nothing has been stored for a while, so that a slow commit of one move is not charged
 * to the player who moves next. See game_clock.c. */
typedef struct game_clock {
    uint64_t base_ms;     /* game time minus steady time, modulo 2^64 */
    uint64_t halted_ms;   /* steady: since when it stands still; 0: it runs */
    uint64_t well_ms;     /* steady: when the store worked again */
    uint64_t seen_ms;     /* steady: the last turn of the loop */
    uint64_t good_ms;     /* steady: time of the last commit, plus the pauses since then */
    uint64_t woken_ms;    /* steady: the end of the last time that did not count */
    uint64_t compared_ms; /* steady: when it was set by those of other nodes last */
    uint64_t stored_ms;   /* steady: when it was stored last */
    uint64_t wall_ms;     /* what the wall clock showed last … */
    uint64_t noted_ms;    /* … and the steady clock then */
    uint64_t since_ms;    /* wall: since when the server has run without a gap of more than a day */
    bool timed;           /* an unfinished game with clocks exists, loaded or not */
    bool storing;
    bool may_lag; /* it stood still, while those of other nodes may have gone on */
} game_clock;

uint64_t hub_game_ms(const hub *h); /* the game clock */
game_time hub_time(const hub *h);
void hub_store_failed(hub *h, uint64_t submitted_ms);
void hub_store_worked(hub *h);
void clock_good(hub *h);                  /* something was stored just now */
void clock_open(hub *h);                  /* continues from the stored value */
void clock_turn(hub *h, uint64_t now_ms); /* first in each turn of the loop */
void clock_tick(hub *h, uint64_t now_ms);
/* An event of the store is later than the clock, whose last second was not stored: catch up. */
void clock_raise(hub *h, uint64_t game_ms);
/* True if this node has had contact with the store without a gap. Then a new event there was stored
 * a moment ago, even if it was decided earlier. */
bool clock_is_prompt(const hub *h);
/* Our clock stood still for a while, and has not been compared with those of other nodes since. */
bool clock_may_lag(const hub *h);
/* Compares the wall clock with the steady one: after a jump of more than a day the server counts as
 * newly started, so that nothing expires before people could have been warned. */
void clock_note_wall(game_clock *c, uint64_t wall_ms, uint64_t now_ms);
void clock_close(hub *h); /* stores it for the last time */

#endif
