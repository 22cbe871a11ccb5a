/* clock.c - clocks: see clock.h. */
#include "base/clock.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SHIFT_VARIABLE "AZULEJO_TEST_CLOCK_SHIFT_MS"
enum { SHIFT_UNREAD, SHIFT_READ };

/* If two threads read the variable at the same time, both store the same value. */
static int64_t shift_ns(void)
{
    static atomic_int state = SHIFT_UNREAD;
    static _Atomic int64_t shift;
    if (atomic_load(&state) == SHIFT_READ)
        return shift;
    const char *text = getenv(SHIFT_VARIABLE);
    char *end = NULL;
    errno = 0;
    const long long ms = text ? strtoll(text, &end, 10) : 0;
    const int64_t limit = INT64_MAX / 1000000;
    if (text && end != text && !*end && !errno && ms > -limit && ms < limit)
        shift = (int64_t)ms * 1000000;
    atomic_store(&state, SHIFT_READ);
    return shift;
}

static uint64_t read_ns(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t clock_mono_ns(void)
{
    return read_ns(CLOCK_MONOTONIC) + (uint64_t)shift_ns();
}

uint64_t clock_mono_us(void)
{
    return clock_mono_ns() / 1000u;
}

uint64_t clock_mono_ms(void)
{
    return clock_mono_ns() / 1000000u;
}

int64_t clock_wall_ms(void)
{
    return (int64_t)(read_ns(CLOCK_REALTIME) + (uint64_t)shift_ns()) / 1000000;
}

uint64_t clock_thread_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t clock_process_ns(void)
{
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t clock_engine_us(void *unused)
{
    (void)unused;
    return clock_mono_us();
}

uint64_t clock_engine_thread_us(void *unused)
{
    (void)unused;
    return clock_thread_ns() / 1000u;
}

void clock_sleep_us(uint64_t us)
{
    const struct timespec t = {(time_t)(us / 1000000u), (long)(us % 1000000u) * 1000};
    nanosleep(&t, NULL);
}

#ifndef __wasm__
void clock_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct timespec clock_deadline(uint64_t ms)
{
    const uint64_t ns = read_ns(CLOCK_MONOTONIC) + ms * 1000000u;
    return (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
}
#endif
