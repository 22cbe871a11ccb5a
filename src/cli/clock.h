/* clock.h - the clocks that the program reads. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_read_us(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

/* Time as it passes. */
static inline uint64_t clock_now_us(void)
{
    return clock_read_us(CLOCK_MONOTONIC);
}

/* Time that this thread has worked. */
static inline uint64_t clock_cpu_us(void)
{
    return clock_read_us(CLOCK_THREAD_CPUTIME_ID);
}

static inline void clock_sleep_us(uint64_t us)
{
    const struct timespec t = {(time_t)(us / 1000000u), (long)(us % 1000000u) * 1000};
    nanosleep(&t, NULL);
}

#endif
