/* cmd_loadtest.c - plays many games at once against a server of its own and prints its delays and
 * its use of memory and processor, together with the state of the machine and its disc. */
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

enum { BACK_S = 10 };

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
    "  --targets P,…  play at servers of this machine that run already, by their ports: nodes on "
    "one\n"
    "                 database. The sockets of a table are spread over them, and those of one "
    "that\n"
    "                 dies go to the next. The servers' limits must allow the load\n"
    "\n"
    "Bounds: a figure above one makes the exit code 1 (0: no bound).\n"
    "\n"
    "  --p99 MS       99th percentile from a move to every screen\n"
    "  --p999 MS      99.9th percentile of the same\n"
    "  --start MS     start with the games of --restart\n"
    "  --idle PERCENT processor time of one core while nobody plays, with these games\n"
    "  --ping MS      99th percentile from a ping to its answer, with these games: while nobody\n"
    "                 plays, and while 200 new sockets a second open one of these games each\n";

typedef struct plan {
    uint64_t tables, seconds, think_ms, crowd, durable, restart;
    uint64_t p99_ms, p999_ms, start_ms, idle_percent, ping_ms; /* bounds; 0: none */
    char path[512];
    uint16_t ports[LOAD_TARGETS_MAX]; /* of servers that run already */
    uint32_t ports_nb;
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
    running = server_new(&c, error, NULL);
    const uint16_t port = running ? server_port(running) : 0;
    if (!running)
        fprintf(stderr, "azulejo loadtest: %s\n", error);
    sigaction(SIGTERM, &term, NULL); /* before the parent learns the port */
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

/* False: it ended with an error (a sanitizer's finding, for example), which its log describes. */
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

static bool is_within(cli_args *a, const char *what, double figure, uint64_t bound,
                      const char *unit)
{
    return !bound || figure <= (double)bound ||
           cli_failed(a, "%s: %.1f %s, above the bound of %" PRIu64 " %s", what, figure, unit,
                      bound, unit);
}

static void print_sockets(const plan *p, pid_t pid, uint64_t before, uint64_t opening)
{
    const uint64_t sockets = 4 * p->tables + p->crowd;
    printf("%" PRIu64 " sockets open in %.1f s", sockets,
           (double)(clock_mono_us() - opening) / 1e6);
    if (pid)
        printf("; %.1f kB each when idle",
               (double)(machine_resident_kb(pid) - before) / (double)sockets);
    puts("");
    fflush(stdout); /* a script may wait for it */
}

static void print_server(pid_t pid, cpu_time before)
{
    const cpu_time cpu = machine_cpu_of(pid);
    printf("server: %.1f MB resident\n", (double)machine_resident_kb(pid) / 1024.0);
    printf("server: %.2f s of processor time (%.2f s of them in the kernel)\n",
           cpu.user_s + cpu.system_s - before.user_s - before.system_s,
           cpu.system_s - before.system_s);
}

/* Sockets that were lost just before the end get some time to come back. */
static void wait_for_all(load *l)
{
    for (int i = 0; i < BACK_S && l->loss.back < l->loss.sockets; i++)
        load_run(l, 1);
}

/* False: somebody is not back. */
static bool print_loss(cli_args *a, const load_loss *loss)
{
    printf("clocks: %.0f ms too fast and %.0f ms too slow at most (%" PRIu64 " comparisons)\n",
           loss->most_ms, -loss->least_ms, loss->clocks);
    if (!loss->first_us)
        return true;
    printf("%" PRIu64 " sockets lost, %" PRIu64 " back at another target; %" PRIu64
           " moves played again\n",
           loss->sockets, loss->back, loss->refused);
    print_times("from the first loss until a player or spectator saw the table again",
                &loss->back_times);
    return loss->back == loss->sockets || cli_failed(a, "not every socket is back");
}

static bool measure_load(cli_args *a, const plan *p, load *l, pid_t pid)
{
    const uint64_t before = pid ? machine_resident_kb(pid) : 0, opening = clock_mono_us();
    if (!load_open(l))
        return cli_failed(a, "%s", l->problem);
    print_sockets(p, pid, before, opening);
    if (!load_begin(l))
        return cli_failed(a, "only %u tables came alive: %s", load_live(l), l->problem);
    load_run(l, 2); /* until all games have begun */
    load_forget(l);
    static machine_watch watch;
    const cpu_time cpu_before = pid ? machine_cpu_of(pid) : (cpu_time){0};
    machine_watch_start(&watch, p->path);
    load_run(l, p->seconds);
    const uint64_t moves = l->moves;
    wait_for_all(l);
    printf("%" PRIu64 " tables, %.0f confirmed moves a second, %" PRIu64
           " games ended, durable %s\n",
           p->tables, (double)moves / (double)p->seconds, l->games, p->durable ? "yes" : "no");
    print_times("from a move to every screen", &l->screen);
    print_times("from a move to its confirmation", &l->confirm);
    if (p->crowd)
        print_times("to the crowd's screens", &l->crowd_screen);
    if (pid)
        print_server(pid, cpu_before);
    machine_watch_end(&watch);
    const bool all_back = !p->ports_nb || print_loss(a, &l->loss);
    if (l->errors || l->lost)
        return cli_failed(a, "%" PRIu64 " refusals, %" PRIu64 " sockets lost: %s", l->errors,
                          l->lost, l->problem);
    const double p99 = load_times_ms(&l->screen, 0.99), p999 = load_times_ms(&l->screen, 0.999);
    return is_within(a, "99th percentile to the screens", p99, p->p99_ms, "ms") &&
           is_within(a, "99.9th percentile to the screens", p999, p->p999_ms, "ms") && all_back;
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
    const double start_ms = (double)(clock_mono_us() - begin) / 1000.0;
    printf("start with %" PRIu64 " unfinished games of 30 moves: %.3f s, %.1f MB resident\n",
           p->restart, start_ms / 1000.0, (double)machine_resident_kb(pid) / 1024.0);
    static idle_figures idle;
    const bool good = idle_measure(port, pid, (uint32_t)p->restart, &idle);
    printf("while nobody plays: %.1f %% of a core\n", idle.cpu_percent);
    print_times("from a ping to its answer", &idle.ping);
    print_times("the same behind a new socket that opens a table", &idle.busy);
    if (good && idle.make_ms >= 0)
        printf("a stranger made a table in %.1f ms\n", idle.make_ms);
    else
        cli_failed(a, "a stranger could not make a table");
    const double ping_ms = load_times_ms(&idle.ping, 0.99);
    const double busy_ms = load_times_ms(&idle.busy, 0.99);
    return stop_server(a, p, pid) && good && idle.make_ms >= 0 &&
           is_within(a, "start", start_ms, p->start_ms, "ms") &&
           is_within(a, "while nobody plays", idle.cpu_percent, p->idle_percent, "%") &&
           is_within(a, "99th percentile to the answer of a ping", ping_ms, p->ping_ms, "ms") &&
           is_within(a, "99th percentile behind new sockets", busy_ms, p->ping_ms, "ms");
}

static bool run_plan(cli_args *a, const plan *p)
{
    bool good;
    uint16_t port;
    load *l = calloc(1, sizeof *l);
    machine_print(p->path);
    const pid_t pid = p->tables && !p->ports_nb ? start_server(p, &port) : 0;
    if (!l || pid < 0) {
        free(l);
        return cli_failed(a, "the server did not start");
    }
    *l = (load){.ports = {port},
                .ports_nb = 1,
                .tables_nb = (uint32_t)p->tables,
                .crowd_nb = (uint32_t)p->crowd,
                .think_ms = (uint32_t)p->think_ms};
    if (p->ports_nb) {
        memcpy(l->ports, p->ports, sizeof l->ports);
        l->ports_nb = p->ports_nb;
    }
    good = !p->tables || measure_load(a, p, l, pid);
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

/* 8081,8082 */
static bool read_ports(cli_args *a, plan *p, const char *text)
{
    char *end = NULL;
    for (const char *at = text; at; at = *end ? end + 1 : NULL) {
        const unsigned long port = strtoul(at, &end, 10);
        if (end == at || (*end && *end != ',') || port < 1 || port > UINT16_MAX ||
            p->ports_nb == LOAD_TARGETS_MAX) {
            cli_wrong(a, "--targets wants up to %d ports like 8081,8082, not %s", LOAD_TARGETS_MAX,
                      text);
            return false;
        }
        p->ports[p->ports_nb++] = (uint16_t)port;
    }
    return true;
}

/* A bound of something that is not measured would never fail. */
static bool bounds_fit(cli_args *a, const plan *p)
{
    const char *const of_restart = p->start_ms       ? "--start"
                                   : p->idle_percent ? "--idle"
                                   : p->ping_ms      ? "--ping"
                                                     : NULL;
    const char *const of_games = p->p99_ms ? "--p99" : p->p999_ms ? "--p999" : NULL;
    if (of_restart && !p->restart)
        return cli_wrong(a, "%s needs --restart N: it is a bound of a start with N games",
                         of_restart);
    if (of_games && !p->tables)
        return cli_wrong(a, "%s needs --tables: without tables nothing is sent to screens",
                         of_games);
    return true;
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
    cli_args a = cli_begin("loadtest", HELP, NULL, argc, argv);
    plan p = {.tables = 100, .seconds = 10, .think_ms = 1000, .durable = 1};
    const char *folder = getenv("TMPDIR"), *data = NULL, *targets = NULL;
    const cli_option options[] = {CLI_NUMBER("tables", &p.tables, 0, 50000),
                                  CLI_NUMBER("seconds", &p.seconds, 1, 86400),
                                  CLI_NUMBER("think", &p.think_ms, 0, 600000),
                                  CLI_NUMBER("crowd", &p.crowd, 0, 100000),
                                  CLI_NUMBER("durable", &p.durable, 0, 1),
                                  CLI_NUMBER("restart", &p.restart, 0, 1000000),
                                  CLI_WORD("data", &data),
                                  CLI_WORD("targets", &targets),
                                  CLI_NUMBER("p99", &p.p99_ms, 0, 1000000),
                                  CLI_NUMBER("p999", &p.p999_ms, 0, 1000000),
                                  CLI_NUMBER("start", &p.start_ms, 0, 1000000),
                                  CLI_NUMBER("idle", &p.idle_percent, 0, 100),
                                  CLI_NUMBER("ping", &p.ping_ms, 0, 1000000),
                                  {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 0) ||
        (targets && !read_ports(&a, &p, targets)) || !bounds_fit(&a, &p))
        return a.status;
    if (data)
        snprintf(p.path, sizeof p.path, "%s", data);
    else
        snprintf(p.path, sizeof p.path, "%s/azulejo-load-%d.db", folder ? folder : "/tmp",
                 (int)getpid());
    if (access(p.path, F_OK) == 0) {
        cli_wrong(&a, "%s exists already; name a file that does not", p.path);
        return a.status;
    }
    if (sodium_init() < 0)
        return CLI_FAILED;
    raise_file_limit();
    return run_plan(&a, &p) ? cli_flush("loadtest") : a.status;
}
