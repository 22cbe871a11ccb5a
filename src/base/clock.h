/* clock.h - the clocks that hosted code reads.
 *
 * For tests the environment variable AZULEJO_TEST_CLOCK_SHIFT_MS moves the monotonic and the wall
 * clock by that many milliseconds (a whole number, negative for the past). Instead it may name a
 * file by its absolute path: its first 8 bytes are the milliseconds, a number in the machine's byte
 * order, and who writes to them moves the clocks of a running program. The variable is read once,
 * at the first reading of a clock; without it, or with something else in it, nothing is moved.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>
#ifndef __wasm__ /* which has no threads */
#include <pthread.h>
#endif

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

#ifndef __wasm__
/* For pthread_cond_timedwait: makes a condition variable that waits by the monotonic clock, and
 * gives the moment in `ms` milliseconds on that clock. Neither is shifted. */
void clock_cond_init(pthread_cond_t *cond);
struct timespec clock_deadline(uint64_t ms);
#endif

#endif
