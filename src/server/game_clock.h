/* game_clock.h - the time by which the players' clocks go. */
#ifndef SERVER_GAME_CLOCK_H
#define SERVER_GAME_CLOCK_H

#include "server/game.h"

typedef struct hub hub;

/* Milliseconds during which the server was up and could
 * store, over the whole life of the data file. It stands still while nothing can be stored, and a
 * little longer, so that whoever was refused can send the move again. See game_clock.c. */
typedef struct game_clock {
    uint64_t base_ms;   /* game time minus steady time, modulo 2^64 */
    uint64_t halted_ms; /* steady: since when it stands still; 0: it goes */
    uint64_t well_ms;   /* steady: when the store worked again */
    uint64_t stored_ms; /* steady: when it was stored last */
    uint64_t wall_ms;   /* what the wall clock showed last … */
    uint64_t noted_ms;  /* … and the steady clock then */
    uint64_t since_ms;  /* wall: since when the server has run without a gap of more than a day */
    bool timed;         /* some unfinished game has clocks, in memory or not */
    bool storing;
} game_clock;

uint64_t hub_game_ms(const hub *h); /* the game clock */
game_time hub_time(const hub *h);
void hub_store_failed(hub *h, uint64_t submitted_ms);
void hub_store_worked(hub *h);
void clock_open(hub *h); /* goes on where the store says that it was */
void clock_tick(hub *h, uint64_t now_ms);
/* An event of the store is later than the clock, whose last second was not stored: catch up. */
void clock_raise(hub *h, uint64_t game_ms);
/* Compares the wall clock with the steady one: after a jump of more than a day the server counts as
 * newly started, so that nothing expires before people could have been warned. */
void clock_note_wall(game_clock *c, uint64_t wall_ms, uint64_t now_ms);
void clock_close(hub *h); /* stores it for the last time */

#endif
