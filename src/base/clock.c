/* clock.c - clocks: see clock.h. */
#include "base/clock.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef __wasm__
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#define SHIFT_VARIABLE "AZULEJO_TEST_CLOCK_SHIFT_MS"

/* A number as the whole text, small enough to be counted in nanoseconds; else 0. */
static int64_t read_shift_ms(const char *text)
{
    char *end = NULL;
    errno = 0;
    const long long ms = strtoll(text, &end, 10);
    const int64_t limit = INT64_MAX / 1000000;
    return end != text && !*end && !errno && ms > -limit && ms < limit ? (int64_t)ms : 0;
}

#ifndef __wasm__
/* The milliseconds in a file, mapped so that a later change is seen; NULL: it cannot be read. It is
 * never unmapped. */
static const _Atomic int64_t *map_shift(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat s;
    void *at = MAP_FAILED;
    if (fd < 0)
        return NULL;
    if (fstat(fd, &s) == 0 && s.st_size >= (off_t)sizeof(int64_t))
        at = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}
#endif

/* If two threads read the variable at the same time, both find the same value. */
static int64_t shift_ns(void)
{
    static _Atomic int64_t fixed_ms;
    static _Atomic(const _Atomic int64_t *) source_ms;
    const _Atomic int64_t *source = atomic_load(&source_ms);
    if (!source) {
        const char *text = getenv(SHIFT_VARIABLE);
        source = &fixed_ms;
#ifndef __wasm__
        if (text && *text == '/') {
            const _Atomic int64_t *mapped = map_shift(text);
            source = mapped ? mapped : source;
        } else
#endif
            fixed_ms = text ? read_shift_ms(text) : 0;
        atomic_store(&source_ms, source);
    }
    return *source * 1000000;
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
