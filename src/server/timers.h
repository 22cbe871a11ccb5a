/* timers.h - a binary heap of timers that their owners hold. */
#ifndef SERVER_TIMERS_H
#define SERVER_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct timer {
    uint64_t at_ms;
    size_t place; /* in the heap, from 1; 0: not set */
    void *owner;
} timer;

typedef struct timers {
    timer **at; /* at[0] is not used */
    size_t count, room;
} timers;

void timers_release(timers *t);
/* Sets the timer, or moves it if it is set. False: no memory; the timer is as before. */
bool timers_set(timers *t, timer *which, uint64_t at_ms);
void timers_clear(timers *t, timer *which);
/* The owner of the earliest timer that is due at `now_ms`, which is cleared; NULL: none is. */
void *timers_take(timers *t, uint64_t now_ms);

#endif
