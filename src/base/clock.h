/* clock.h - the clocks that hosted code reads.
 *
 * For tests the environment variable AZULEJO_TEST_CLOCK_SHIFT_MS moves the monotonic and the wall
 * clock by that many milliseconds (a whole number, negative for the past). It is read once, at the
 * first reading of a clock; without it, or with something else in it, nothing is moved.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Monotonic time from an arbitrary start. */
uint64_t clock_mono_ns(void);
uint64_t clock_mono_us(void);
uint64_t clock_mono_ms(void);

/* Milliseconds since 1970-01-01 UTC. */
int64_t clock_wall_ms(void);

/* The processor time of this thread, and of the whole process. */
uint64_t clock_thread_ns(void);
uint64_t clock_process_ns(void);

/* For azj_engine_options.now_us: clock_mono_us, or the processor time of the thread. */
uint64_t clock_engine_us(void *unused);
uint64_t clock_engine_thread_us(void *unused);

void clock_sleep_us(uint64_t us);

#endif
