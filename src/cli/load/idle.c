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
enum { VISITS = 2000, VISIT_US = 5000, OPEN_MAX = 32 }; /* 200 a second, of which some stay */

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
    const char *wanted; /* the line of the table begins with this text */
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

/* One request after the other, with pauses: the waiting time of an occasional visitor. */
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

/* A new person opens a socket and asks for a table that nobody has opened so far; a ping of
 * somebody else follows at once, so that it waits for all of that. */
static bool visit(wire *visitor, uint16_t port, wire *w, unsigned table, load_times *times)
{
    char cookie[WIRE_COOKIE_MAX], text[96];
    answer a = {.wanted = "{\"t\":\"pong\""};
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"fill%08u\",\"key\":\"k\",\"from\":0}",
             table);
    wire_close(visitor);
    if (!wire_session(port, cookie) || !wire_open(visitor, port, cookie) ||
        !wire_send(visitor, text, strlen(text)))
        return false;
    const uint64_t start = clock_mono_us();
    const bool good = send_ping(w, "{\"t\":\"ping\"}", &a) && !a.refused;
    load_times_add(times, clock_mono_us() - start);
    return good;
}

static bool visit_many(uint16_t port, wire *w, uint32_t games, load_times *times)
{
    wire visitors[OPEN_MAX];
    bool good = true;
    for (unsigned i = 0; i < OPEN_MAX; i++)
        visitors[i] = (wire){.fd = -1};
    const uint64_t start = clock_mono_us();
    for (unsigned i = 0; good && i < VISITS && i < games; i++) {
        const uint64_t due = start + (uint64_t)i * VISIT_US, now = clock_mono_us();
        if (due > now)
            clock_sleep_us(due - now);
        good =
            visit(&visitors[i % OPEN_MAX], port, w, (unsigned)((uint64_t)i * 7919u % games), times);
    }
    for (unsigned i = 0; i < OPEN_MAX; i++)
        wire_close(&visitors[i]);
    return good;
}

bool idle_measure(uint16_t port, pid_t server, uint32_t games, idle_figures *f)
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
    bool good = ping_many(&w, &f->ping) && visit_many(port, &w, games, &f->busy);
    const uint64_t start = clock_mono_us();
    good = good && send_ping(&w, "{\"t\":\"create\",\"rules\":\"classic\"}", &made);
    f->make_ms = made.found ? (double)(clock_mono_us() - start) / 1000.0 : -1;
    wire_close(&w);
    return good;
}
