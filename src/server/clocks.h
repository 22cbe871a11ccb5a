/* clocks.h - the players' clocks, measured by the server alone. Pure: the time comes from outside,
 * in milliseconds of a clock that never jumps. */
#ifndef SERVER_CLOCKS_H
#define SERVER_CLOCKS_H

#include <azulejo/pieces.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum clocks_kind {
    CLOCKS_NONE,
    CLOCKS_TOTAL, /* for the whole game, with an increment after or a delay before each move */
    CLOCKS_MOVE   /* for each move anew: seconds, or days */
} clocks_kind;

enum { CLOCKS_BASE_MAX_MS = 1209600000 }; /* fourteen days */

typedef struct clocks_options {
    uint32_t kind;
    uint32_t base_ms;
    uint32_t increment_ms;
    uint32_t delay_ms;
} clocks_options;

typedef struct clocks {
    uint32_t left_ms[AZJ_SEATS_MAX];
    uint64_t since_ms; /* when `running` began … */
    uint32_t spent_ms; /* … and what it had used of its turn before that: see clocks_hold */
    uint8_t running;   /* a seat or AZJ_NOBODY */
} clocks;

bool clocks_options_ok(const clocks_options *o);
void clocks_begin(clocks *c, const clocks_options *o);

/* From now on the clock of `seat` (or AZJ_NOBODY) runs. */
void clocks_run(clocks *c, unsigned seat, uint64_t now_ms);

/* A turn is interrupted or goes on: of it `spent_ms` have been used up to now. */
void clocks_hold(clocks *c, uint32_t spent_ms, uint64_t now_ms);
/* How much of its turn the running seat has used; 0: none runs. */
uint32_t clocks_spent(const clocks *c, uint64_t now_ms);

/* What the seat has left now; UINT32_MAX without clocks. */
uint32_t clocks_left(const clocks *c, const clocks_options *o, unsigned seat, uint64_t now_ms);
bool clocks_expired(const clocks *c, const clocks_options *o, uint64_t now_ms);

/* What the running seat's clock shows after a move made now, increment included. */
uint32_t clocks_after_move(const clocks *c, const clocks_options *o, uint64_t now_ms);

#endif
