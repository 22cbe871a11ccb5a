/* process.c - another program, controlled by lines: see process.h. */
#define _GNU_SOURCE /* pipe2: an engine started at the same time must not inherit our ends */
#include "cli/process.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GLANCE_US = 50000 };

/* ---- Starting ---- */

/* In the child: only calls that are safe between fork and exec. It dies with the thread that
 * started it, also one that does not read its input and would not notice. */
static void become(const char *command, int in, int out, bool quiet, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    signal(SIGPIPE, SIG_DFL);
    if (quiet) {
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
    }
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

bool process_start(process *p, const char *command, bool quiet)
{
    int to[2], from[2];
    p->pid = 0;
    p->status = 0;
    proto_lines_init(&p->lines);
    if (pipe2(to, O_CLOEXEC))
        return false;
    if (pipe2(from, O_CLOEXEC)) {
        close_pair(to);
        return false;
    }
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(command, to[0], from[1], quiet, parent);
    if (pid < 0) {
        close_pair(to);
        close_pair(from);
        return false;
    }
    setpgid(pid, pid); /* also here, because either process may run first */
    close(to[0]);
    close(from[1]);
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    p->pid = pid;
    p->in = to[1];
    p->out = from[0];
    return true;
}

/* ---- Talking ---- */

/* Waits until the descriptor is ready; false at the deadline. */
static bool wait_for(int fd, short events, uint64_t deadline_us)
{
    for (;;) {
        const uint64_t now = clock_mono_us();
        struct pollfd ready = {.fd = fd, .events = events};
        const uint64_t left = now < deadline_us ? deadline_us - now : 0;
        const struct timespec t = {(time_t)(left / 1000000u), (long)(left % 1000000u) * 1000};
        const int n = ppoll(&ready, 1, &t, NULL);
        if (n > 0)
            return true;
        if (n == 0 || errno != EINTR)
            return false;
    }
}

bool process_send(process *p, const char *bytes, size_t length, uint64_t deadline_us)
{
    while (length > 0) {
        if (!p->pid)
            return false;
        const ssize_t n = write(p->in, bytes, length);
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        } else if (n < 0 && errno == EAGAIN) {
            if (!wait_for(p->in, POLLOUT, deadline_us))
                return false;
        } else if (n < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* Skips blank lines. */
static proto_line_kind next_line(proto_lines *lines, proto_word *line)
{
    proto_line_kind kind;
    do
        kind = proto_lines_next(lines, line);
    while (kind == PROTO_LINE && proto_ended(proto_words_of(*line)));
    return kind;
}

/* Returns whether it has ended, without reaping it. */
static bool has_ended(const process *p)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
}

/* Waits for output and checks periodically that the process still runs: a child of it may keep the
 * pipe open. */
static bool wait_for_output(process *p, uint64_t deadline_us, bool *ended)
{
    for (;;) {
        const uint64_t next = clock_mono_us() + GLANCE_US;
        const bool last = next >= deadline_us;
        if (wait_for(p->out, POLLIN, last ? deadline_us : next))
            return true;
        *ended = has_ended(p);
        if (*ended || last)
            return *ended;
    }
}

process_event process_read(process *p, uint64_t deadline_us, proto_word *line)
{
    if (!p->pid)
        return PROCESS_END;
    for (bool ended = false;;) {
        const proto_line_kind kind = next_line(&p->lines, line);
        if (kind != PROTO_LINE_NONE)
            return kind == PROTO_LINE ? PROCESS_LINE : PROCESS_LONG;
        size_t room;
        char *at = proto_lines_room(&p->lines, &room);
        const ssize_t n = read(p->out, at, room);
        if (n > 0)
            proto_lines_took(&p->lines, (size_t)n);
        else if (n == 0 || (errno != EAGAIN && errno != EINTR))
            return PROCESS_END;
        else if (ended)
            return PROCESS_END;
        else if (!wait_for_output(p, deadline_us, &ended))
            return PROCESS_LATE;
        if (n > 0 && clock_mono_us() > deadline_us + 1000000u)
            return PROCESS_LATE; /* it writes without end and never completes a line */
    }
}

void process_close_input(process *p)
{
    if (p->pid && p->in >= 0)
        close(p->in);
    p->in = -1;
}

/* ---- Ending ---- */

/* Kills the process group before reaping, while the number still belongs to it. */
static void reap(process *p)
{
    kill(-p->pid, SIGKILL);
    while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR)
        ;
    if (p->in >= 0)
        close(p->in);
    close(p->out);
    p->pid = 0;
}

bool process_wait(process *p, uint64_t deadline_us)
{
    while (p->pid) {
        if (has_ended(p))
            reap(p);
        else if (clock_mono_us() >= deadline_us)
            return false;
        else
            clock_sleep_us(1000);
    }
    return true;
}

void process_kill(process *p)
{
    if (p->pid)
        reap(p);
}
