/* cmd_work.c - `azulejo work`: does jobs for the nodes, matches, runs of self-play and analyses on
 * a database. It has no socket. */
#include "base/clock.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "cli/work/crew.h"
#include "server/log.h"

#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo work --store URL [--threads N]\n"
    "\n"
    "Works for others that use the same PostgreSQL database: thinks for the bots of servers\n"
    "(azulejo serve --store URL), plays games of `azulejo match --store URL` and `azulejo\n"
    "selfplay --store URL` and judges moves of `azulejo analyze --store URL`, until it is\n"
    "interrupted; then it gives back what is not done. It takes work of its own version only, and\n"
    "starts no program.\n"
    "\n"
    "  --store URL      postgresql://USER@HOST/DATABASE (default: AZULEJO_STORE)\n"
    "  --threads N      jobs at the same time, 1 to 256 (default: one for each processor)\n"
    "  --help, --version\n";

enum { RETRY_MS = 500, SECOND_MS = 1000, TIDY_MS = 10000, TURN_MS = 300, OTHERS_MAX = 16 };

typedef struct worker {
    job_link *link;
    crew *crew;
    char signature[JOBS_SIGNATURE_MAX];
    uint32_t threads;
    bool away;
    uint64_t present_ms, tidied_ms, tried_ms;
    char other[OTHERS_MAX][JOBS_SIGNATURE_MAX + JOBS_KIND_MAX]; /* that were refused */
    unsigned others;
    char error[STORE_ERROR_MAX];
} worker;

/* ---- Work of other versions ---- */
/* Said once of each. What is logged has the characters of a signature only. */
static void refuse_other(void *context, const char *kind, const char *signature)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";
    worker *w = context;
    char name[sizeof w->other[0]];
    snprintf(name, sizeof name, "%.*s %.*s", (int)strspn(kind, good), kind,
             (int)strspn(signature, good), signature);
    for (unsigned i = 0; i < w->others; i++)
        if (strcmp(w->other[i], name) == 0)
            return;
    if (w->others == OTHERS_MAX)
        return;
    memcpy(w->other[w->others++], name, sizeof name);
    log_event(LOG_WARN, "jobs-refused",
              "kind=%.*s signature=%s own=%s cause=\"another version, or "
              "other bots\"",
              (int)strcspn(name, " "), name, name + strcspn(name, " ") + 1, w->signature);
}

/* ---- The turn ---- */
static bool be_there(worker *w)
{
    const uint64_t now = clock_mono_ms();
    if (w->present_ms && now - w->present_ms < SECOND_MS)
        return true;
    w->present_ms = now;
    if (!jobs_present(w->link, crew_name(w->crew), w->signature, w->threads, w->error))
        return false;
    if (w->tidied_ms && now - w->tidied_ms < TIDY_MS)
        return true;
    w->tidied_ms = now;
    return jobs_foreign(w->link, w->signature, refuse_other, w, w->error) &&
           jobs_tidy(w->link, w->error);
}

static bool connect_again(worker *w)
{
    const uint64_t now = clock_mono_ms();
    if (jobs_is_up(w->link))
        return true;
    if (now - w->tried_ms < RETRY_MS)
        return false;
    w->tried_ms = now;
    w->present_ms = 0;
    return jobs_reconnect(w->link, w->error);
}

static void do_turn(worker *w)
{
    const bool there =
        connect_again(w) && be_there(w) && crew_turn(w->crew, w->link, true, w->error);
    if (there == !w->away)
        return;
    w->away = !there;
    if (there)
        log_event(LOG_INFO, "database", "%s", "");
    else
        log_event(LOG_WARN, "database-away", "cause=\"%s\"", w->error);
}

static void work_on(worker *w)
{
    while (!signals_caught()) {
        do_turn(w);
        struct pollfd at[2] = {{.fd = crew_pipe(w->crew), .events = POLLIN},
                               {.fd = jobs_socket(w->link), .events = POLLIN}};
        poll(at, 2, TURN_MS);
        jobs_drain_notes(w->link);
    }
}

/* False: a thread did not stop. */
static bool end_work(worker *w)
{
    const crew_figures before = crew_count(w->crew);
    char name[JOBS_NAME_MAX];
    snprintf(name, sizeof name, "%s", crew_name(w->crew));
    log_event(LOG_INFO, "stopping", "under-way=%u", before.busy);
    const bool all = crew_end_work(w->crew, w->link);
    if (jobs_is_up(w->link))
        jobs_absent(w->link, name, w->error);
    log_event(LOG_INFO, "stopped", "done=%" PRIu64 " refused=%" PRIu64 " late=%" PRIu64,
              before.done, before.refused, before.late);
    return all;
}

static void work_for(cli_args *a, const char *url, uint32_t threads)
{
    worker *w = calloc(1, sizeof *w);
    if (!w || sodium_init() < 0) {
        cli_failed(a, "out of memory");
        free(w);
        return;
    }
    w->threads = threads;
    w->link = jobs_open(url, w->error);
    if (!w->link || !jobs_listen(w->link, NULL, w->error)) {
        cli_failed(a, "%s", w->error);
    } else {
        jobs_signature(w->signature);
        w->crew = crew_new(threads, w->signature, NULL);
        if (!w->crew)
            cli_failed(a, "threads cannot be started");
    }
    if (w->crew) {
        signals_catch();
        signal(SIGPIPE, SIG_IGN);
        log_event(LOG_INFO, "working", "name=%s threads=%u signature=%s", crew_name(w->crew),
                  threads, w->signature);
        work_on(w);
        if (!end_work(w))
            _exit(CLI_OK); /* a thread is in the middle of a long thought */
    }
    jobs_close(w->link);
    free(w);
}

static uint32_t processors(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > CREW_THREADS_MAX ? CREW_THREADS_MAX : (uint32_t)n;
}

int cmd_work(int argc, char **argv)
{
    const char *url = getenv("AZULEJO_STORE");
    uint32_t threads = processors();
    cli_args a = cli_begin("work", HELP, NULL, argc, argv);
    const cli_option options[] = {
        CLI_WORD("store", &url), CLI_NUMBER32("threads", &threads, 1, CREW_THREADS_MAX), {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, 0))
        return a.status;
    if (!url || !*url)
        cli_wrong(&a, "--store is missing: the database, like postgresql://user@host/database");
    else
        work_for(&a, url, threads);
    return cli_finish(&a);
}
