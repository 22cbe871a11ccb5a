/* cmd_loadtest.c - plays many games at once against a server of its own and prints how quick and
 * how small it was, with the machine and its disc beside the figures. */
#include "base/clock.h"
#include "cli/load/fill.h"
#include "cli/load/idle.h"
#include "cli/load/load.h"
#include "cli/load/machine.h"
#include "cli/options.h"
#include "server/disc.h"
#include "server/server.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo loadtest [OPTION]...\n"
    "\n"
    "Starts a server on a free port, opens four sockets a table (two players, two spectators), "
    "plays\n"
    "random games of all rule sets and prints the times from a move to every screen, confirmed\n"
    "moves a second, memory of an idle socket and the time of a restart.\n"
    "\n"
    "  --tables N     tables, four sockets each (100)\n"
    "  --seconds S    how long it is measured (10)\n"
    "  --think MS     mean pause before a move; 0: as fast as it goes (1000)\n"
    "  --crowd N      further spectators, all at the first table (0)\n"
    "  --durable 0|1  wait for the disc (1)\n"
    "  --restart N    also start with N unfinished games in the store: time, memory, processor "
    "time,\n"
    "                 answers to pings, and whether a stranger can make a table (0: no)\n"
    "  --data FILE    the store; must not exist (a scratch file)\n"
    "  --p99 MS       fail when the 99th percentile to the screens is above (0: no)\n";

typedef struct plan {
    uint64_t tables, seconds, think_ms, crowd, durable, restart, p99_ms;
    char path[512];
    bool own_path;
} plan;

/* ---- The server, in a process of its own ---- */
static server *running;

static void on_term(int number)
{
    (void)number;
    server_stop(running);
}

static void set_config(config *c, const char *name, uint64_t value)
{
    char text[32], error[CONFIG_ERROR_MAX];
    snprintf(text, sizeof text, "%" PRIu64, value);
    if (!config_set(c, name, text, error))
        fprintf(stderr, "azulejo loadtest: %s\n", error);
}

static void serve_child(const plan *p, int tell)
{
    config c;
    char error[CONFIG_ERROR_MAX] = "out of memory";
    struct sigaction term = {.sa_handler = on_term};
    const uint64_t sockets = 4 * p->tables + p->crowd + 64;
    config_default(&c);
    set_config(&c, "port", 0);
    set_config(&c, "sockets-max", sockets);
    set_config(&c, "sockets-per-address", sockets);
    set_config(&c, "messages-per-second", 100000);
    set_config(&c, "requests-per-second", 100000);
    set_config(&c, "tables-per-minute", 100000);
    set_config(&c, "tables-per-day", 1000000);
    set_config(&c, "durable", p->durable);
    config_set(&c, "data", p->path, error);
    running = server_new(&c, error);
    const uint16_t port = running ? server_port(running) : 0;
    if (!running)
        fprintf(stderr, "azulejo loadtest: %s\n", error);
    sigaction(SIGTERM, &term, NULL); /* before anybody knows whom to send one */
    if (write(tell, &port, sizeof port) != sizeof port || !port)
        _exit(1);
    server_run(running);
    server_free(running);
    exit(0); /* not _exit: sanitizers report at the end */
}

static pid_t start_server(const plan *p, uint16_t *port)
{
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        char log[600];
        snprintf(log, sizeof log, "%s.log", p->path);
        if (!freopen(log, "w", stderr))
            _exit(1);
        serve_child(p, ends[1]);
    }
    close(ends[1]);
    if (pid < 0 || read(ends[0], port, sizeof *port) != sizeof *port || !*port) {
        close(ends[0]);
        return -1;
    }
    close(ends[0]);
    return pid;
}

/* False: it did not end well (a sanitizer found something, say); its log tells more. */
static bool stop_server(cli_args *a, const plan *p, pid_t pid)
{
    int status = 0;
    kill(pid, SIGTERM);
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    return cli_failed(a, "the server ended with status %d; its log is %s.log", status, p->path);
}

/* ---- The test ---- */
static void print_times(const char *what, const load_times *t)
{
    printf("%s: p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, worst %.1f ms (%" PRIu64 ")\n", what,
           load_times_ms(t, 0.5), load_times_ms(t, 0.99), load_times_ms(t, 0.999),
           (double)t->max_us / 1000.0, t->count);
}

static bool measure(cli_args *a, const plan *p, load *l, pid_t pid)
{
    const uint64_t before = machine_resident_kb(pid), sockets = 4 * p->tables + p->crowd;
    const uint64_t opening = clock_mono_us();
    if (!load_open(l))
        return cli_failed(a, "%s", l->problem);
    printf("%" PRIu64 " sockets open in %.1f s; %.1f kB each when idle\n", sockets,
           (double)(clock_mono_us() - opening) / 1e6,
           (double)(machine_resident_kb(pid) - before) / (double)sockets);
    if (!load_begin(l))
        return cli_failed(a, "only %u tables came alive: %s", load_live(l), l->problem);
    load_run(l, 2); /* until all are in their stride */
    load_forget(l);
    static machine_watch watch;
    const cpu_time cpu_before = machine_cpu_of(pid);
    machine_watch_start(&watch, p->path);
    load_run(l, p->seconds);
    const cpu_time cpu = machine_cpu_of(pid);
    printf("%" PRIu64 " tables, %.0f confirmed moves a second, %" PRIu64
           " games ended, durable %s\n",
           p->tables, (double)l->moves / (double)p->seconds, l->games, p->durable ? "yes" : "no");
    print_times("from a move to every screen", &l->screen);
    print_times("from a move to its confirmation", &l->confirm);
    if (p->crowd)
        print_times("to the crowd's screens", &l->crowd_screen);
    printf("server: %.1f MB resident\n", (double)machine_resident_kb(pid) / 1024.0);
    printf("server: %.2f s of processor time (%.2f s of them in the kernel)\n",
           cpu.user_s + cpu.system_s - cpu_before.user_s - cpu_before.system_s,
           cpu.system_s - cpu_before.system_s);
    machine_watch_end(&watch);
    if (l->errors || l->lost)
        return cli_failed(a, "%" PRIu64 " refusals, %" PRIu64 " sockets lost: %s", l->errors,
                          l->lost, l->problem);
    if (p->p99_ms && load_times_ms(&l->screen, 0.99) > (double)p->p99_ms)
        return cli_failed(a, "the 99th percentile is above %" PRIu64 " ms", p->p99_ms);
    return true;
}

static void remove_log(const char *path)
{
    char name[600];
    snprintf(name, sizeof name, "%s.log", path);
    unlink(name);
}

static bool measure_restart(cli_args *a, const plan *p)
{
    char error[256];
    uint16_t port;
    if (!fill_store(p->path, (uint32_t)p->restart, 30, error, sizeof error))
        return cli_failed(a, "%s", error);
    const uint64_t begin = clock_mono_us();
    const pid_t pid = start_server(p, &port);
    if (pid < 0)
        return cli_failed(a, "the server did not start again");
    printf("start with %" PRIu64 " unfinished games of 30 moves: %.3f s, %.1f MB resident\n",
           p->restart, (double)(clock_mono_us() - begin) / 1e6,
           (double)machine_resident_kb(pid) / 1024.0);
    static idle_figures idle;
    const bool good = idle_measure(port, pid, &idle);
    printf("while nobody plays: %.1f %% of a core\n", idle.cpu_percent);
    print_times("from a ping to its answer", &idle.ping);
    if (good && idle.make_ms >= 0)
        printf("a stranger made a table in %.1f ms\n", idle.make_ms);
    else
        cli_failed(a, "a stranger could not make a table");
    return stop_server(a, p, pid) && good && idle.make_ms >= 0;
}

static bool run_plan(cli_args *a, const plan *p)
{
    bool good;
    uint16_t port;
    load *l = calloc(1, sizeof *l);
    machine_print(p->path);
    const pid_t pid = p->tables ? start_server(p, &port) : 0;
    if (!l || pid < 0) {
        free(l);
        return cli_failed(a, "the server did not start");
    }
    *l = (load){.port = port,
                .tables_nb = (uint32_t)p->tables,
                .crowd_nb = (uint32_t)p->crowd,
                .think_ms = (uint32_t)p->think_ms};
    good = !p->tables || measure(a, p, l, pid);
    load_close(l);
    free(l);
    if (pid > 0)
        good = stop_server(a, p, pid) && good;
    disc_remove_data(p->path);
    if (good && p->restart)
        good = measure_restart(a, p);
    disc_remove_data(p->path);
    if (good)
        remove_log(p->path);
    return good;
}

static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int cmd_loadtest(int argc, char **argv)
{
    static const struct option options[] = {{"tables", required_argument, NULL, 't'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"think", required_argument, NULL, 'm'},
                                            {"crowd", required_argument, NULL, 'c'},
                                            {"durable", required_argument, NULL, 'd'},
                                            {"restart", required_argument, NULL, 'r'},
                                            {"data", required_argument, NULL, 'f'},
                                            {"p99", required_argument, NULL, 'p'},
                                            CLI_COMMON_OPTIONS,
                                            {0}};
    cli_args a = cli_begin("loadtest", HELP, options, argc, argv);
    plan p = {.tables = 100, .seconds = 10, .think_ms = 1000, .durable = 1};
    const char *folder = getenv("TMPDIR");
    snprintf(p.path, sizeof p.path, "%s/azulejo-load-%d.db", folder ? folder : "/tmp",
             (int)getpid());
    for (int o; (o = cli_next(&a)) != CLI_END;) {
        if (o == 't')
            cli_number(&a, "--tables", optarg, 0, 50000, &p.tables);
        else if (o == 's')
            cli_number(&a, "--seconds", optarg, 1, 86400, &p.seconds);
        else if (o == 'm')
            cli_number(&a, "--think", optarg, 0, 600000, &p.think_ms);
        else if (o == 'c')
            cli_number(&a, "--crowd", optarg, 0, 100000, &p.crowd);
        else if (o == 'd')
            cli_number(&a, "--durable", optarg, 0, 1, &p.durable);
        else if (o == 'r')
            cli_number(&a, "--restart", optarg, 0, 1000000, &p.restart);
        else if (o == 'p')
            cli_number(&a, "--p99", optarg, 0, 1000000, &p.p99_ms);
        else if (o == 'f')
            snprintf(p.path, sizeof p.path, "%s", optarg);
    }
    if (a.stop || !cli_operands(&a, 0))
        return a.status;
    if (access(p.path, F_OK) == 0) {
        cli_wrong(&a, "%s exists already; name a file that does not", p.path);
        return a.status;
    }
    if (sodium_init() < 0)
        return CLI_FAILED;
    raise_file_limit();
    return run_plan(&a, &p) ? cli_flush("loadtest") : a.status;
}
