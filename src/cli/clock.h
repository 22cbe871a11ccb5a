/* clock.h - the clocks that the program reads. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_read_ns(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Time as it passes. */
static inline uint64_t clock_now_ns(void)
{
    return clock_read_ns(CLOCK_MONOTONIC);
}

static inline uint64_t clock_now_us(void)
{
    return clock_now_ns() / 1000u;
}

/* Time that this thread has worked. */
static inline uint64_t clock_cpu_ns(void)
{
    return clock_read_ns(CLOCK_THREAD_CPUTIME_ID);
}

static inline void clock_sleep_us(uint64_t us)
{
    const struct timespec t = {(time_t)(us / 1000000u), (long)(us % 1000000u) * 1000};
    nanosleep(&t, NULL);
}

#endif
