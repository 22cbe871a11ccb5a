/* idle.c - see idle.h. */
#include "cli/load/idle.h"

#include "base/clock.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_S = 5, PINGS = 2000, WAIT_MS = 5000 };

/* User and system time of a process, in seconds. */
static double cpu_seconds(pid_t pid)
{
    char name[64], text[1024];
    unsigned long user = 0, system = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(name, "r");
    const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    const char *at = strrchr(text, ')'); /* the name may hold spaces */
    for (unsigned field = 2; at && field < 13; field++)
        at = strchr(at + 1, ' ');
    if (at) {
        char *end;
        user = strtoul(at, &end, 10);
        system = strtoul(end, NULL, 10);
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

typedef struct answer {
    const char *wanted; /* how it begins */
    bool found, refused;
} answer;

static void take_answer(void *context, wire *w, const char *text, size_t length)
{
    answer *a = context;
    (void)w;
    a->found = a->found ||
               (length >= strlen(a->wanted) && memcmp(text, a->wanted, strlen(a->wanted)) == 0);
    a->refused = a->refused || (length > 12 && memcmp(text, "{\"t\":\"error\"", 12) == 0);
}

static bool send_ping(wire *w, const char *text, answer *a)
{
    struct pollfd p = {.fd = w->fd, .events = POLLIN};
    if (!wire_send(w, text, strlen(text)))
        return false;
    while (!a->found && !a->refused)
        if (poll(&p, 1, WAIT_MS) <= 0 || !wire_read(w, take_answer, a))
            return false;
    return true;
}

/* One after the other, with pauses: how long somebody waits who asks now and then. */
static bool ping_many(wire *w, load_times *times)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (unsigned i = 0; i < PINGS; i++) {
        answer a = {.wanted = "{\"t\":\"pong\""};
        const uint64_t start = clock_mono_us();
        if (!send_ping(w, "{\"t\":\"ping\"}", &a) || a.refused)
            return false;
        load_times_add(times, clock_mono_us() - start);
        nanosleep(&pause, NULL);
    }
    return true;
}

bool idle_measure(uint16_t port, pid_t server, idle_figures *f)
{
    char cookie[WIRE_COOKIE_MAX];
    wire w;
    answer made = {.wanted = "{\"t\":\"made\""};
    const double before = cpu_seconds(server);
    sleep(QUIET_S);
    memset(f, 0, sizeof *f);
    f->cpu_percent = 100.0 * (cpu_seconds(server) - before) / QUIET_S;
    if (!wire_session(port, cookie) || !wire_open(&w, port, cookie))
        return false;
    bool good = ping_many(&w, &f->ping);
    const uint64_t start = clock_mono_us();
    good = good && send_ping(&w, "{\"t\":\"create\",\"rules\":\"classic\"}", &made);
    f->make_ms = made.found ? (double)(clock_mono_us() - start) / 1000.0 : -1;
    wire_close(&w);
    return good;
}
