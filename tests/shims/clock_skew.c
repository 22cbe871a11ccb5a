/* clock_skew.c - preloaded into a node by tests/scripts/faults.py: its clocks are not those of the
 * other nodes, as on a machine of its own.
 *
 * AZULEJO_SKEW_FILE names a file with two numbers of 8 bytes, in nanoseconds, which may change
 * while the program runs: what is added to the wall clock, and what is added to the steady one (a
 * steady clock counts from its machine's start, so it must not change). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *skew;
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_timedwait)(void *, void *, const struct timespec *);

__attribute__((constructor)) static void open_skew(void)
{
    const char *name = getenv("AZULEJO_SKEW_FILE");
    const int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, 16, PROT_READ, MAP_SHARED, fd, 0);
    real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    real_timedwait = (int (*)(void *, void *, const struct timespec *))dlsym(
        RTLD_NEXT, "pthread_cond_timedwait");
    if (fd >= 0)
        close(fd);
    if (at == MAP_FAILED)
        abort(); /* a test without its fault would prove nothing */
    skew = at;
}

static struct timespec add(struct timespec t, int64_t ns)
{
    const int64_t all = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec + ns;
    return (struct timespec){.tv_sec = all / 1000000000, .tv_nsec = all % 1000000000};
}

int clock_gettime(clockid_t id, struct timespec *t)
{
    const int result = real_clock_gettime(id, t);
    if (result == 0 && skew && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
        *t = add(*t, skew[0]);
    else if (result == 0 && skew && (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE))
        *t = add(*t, skew[1]);
    return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    struct timespec t;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &t);
    *at = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (out)
        *out = t.tv_sec;
    return t.tv_sec;
}

/* Deadlines are for the system, which knows only the real steady clock (base/clock.h uses no
 * other). */
int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    const struct timespec real = add(*until, skew ? -skew[1] : 0);
    return real_timedwait(cond, mutex, &real);
}
