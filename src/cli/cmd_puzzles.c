/* cmd_puzzles.c - `azulejo puzzles`: positions in which one move is clearly best.
 *
 * Each of n processes plays every n-th game that the file does not call finished. Puzzles are
 * appended as they are found, so a run may be interrupted at any moment and resumes there.
 * A game depends only on the seed and its number.
 */
#include "base/clock.h"
#include "cli/puzzles/store.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo puzzles --out FILE [OPTION]...\n"
    "       azulejo puzzles --pack [--rules RULES] [--count N] FILE...\n"
    "       azulejo puzzles --regrade < PACKED\n"
    "       azulejo puzzles --recheck < PACKED\n"
    "\n"
    "Makes puzzles from games between levels: positions of two seats in which one move is clearly\n"
    "best and is not the obvious one. They are appended to FILE as JSON Lines, graded 1 to 5 by\n"
    "the levels that find the move, with what the move gains. A run that was stopped goes on\n"
    "where it was. With --pack: prints the puzzles of the files for the page, each once.\n"
    "\n"
    "  --out FILE         where the puzzles go; it is made when it does not exist\n"
    "  --rules RULES      classic (default), grey, crystal1, crystal2, duel\n"
    "  --count N          stop when the file has N (default 1000)\n"
    "  --seed S           a whole number (default 1)\n"
    "  --nodes N          of a search; the check takes ten times as many (10000; duel 1500)\n"
    "  --gap P            how much worse every other move is, in percent (8)\n"
    "  --jobs N           processes, 1 to 256 (default 1)\n"
    "  --seconds T        stop after this time\n"
    "  --pack             print the form that the page fetches\n"
    "  --regrade          grade puzzles of that form anew, by the levels of today, a line a time\n"
    "  --recheck          search them again, ten times as long: prints those that hold as they "
    "are\n"
    "                     now, and says on standard error which do not, and why\n"
    "  --help, --version\n";

enum { NUMBER_MAX = 1000000000 };

typedef struct puzzle_run {
    puzzle_way way;
    const char *out;
    bool pack, regrade, recheck;
    uint64_t count, jobs, seconds, gap;
    puzzle_store store;
    uint64_t stop_us;  /* 0: no limit */
    int file, reports; /* reports: the pipe to which workers write */
    pid_t parent;
} puzzle_run;

/* What a worker reports: a puzzle found, or a game finished and its number of positions. */
typedef struct news {
    uint32_t puzzles, games, positions;
} news;

/* ---- One process ---- */

typedef struct worker {
    const puzzle_run *run;
    bool failed;
} worker;

static void send_news(const puzzle_run *r, news n)
{
    if (write(r->reports, &n, sizeof n) < 0)
        _exit(CLI_FAILED); /* nobody listens any more */
}

/* Asked between positions: false when the time is up or the parent has ended. */
static bool goes_on(const puzzle_run *r)
{
    return getppid() == r->parent && (r->stop_us == 0 || clock_mono_us() < r->stop_us);
}

static bool take_puzzle(void *context, const puzzle *p)
{
    worker *w = context;
    char id[STORE_ID + 1];
    if (!p)
        return goes_on(w->run);
    store_id(&p->view, id);
    if (!store_has(&w->run->store, id)) {
        if (!store_add(w->run->file, &w->run->way, p)) {
            w->failed = true;
            return false;
        }
        send_news(w->run, (news){.puzzles = 1});
    }
    return goes_on(w->run);
}

static int run_worker(const puzzle_run *r, uint64_t job)
{
    worker w = {.run = r};
    puzzle_maker *m = puzzle_maker_new(&r->way);
    if (!m) {
        fprintf(stderr, "azulejo puzzles: memory is short\n");
        return CLI_FAILED;
    }
    for (uint64_t game = job; !w.failed && goes_on(r); game += r->jobs) {
        bool whole = false;
        if (store_is_done(&r->store, game))
            continue;
        const uint32_t looked = puzzle_game(m, game, take_puzzle, &w, &whole);
        if (!whole)
            break;
        w.failed = !store_add_done(r->file, &r->way, game, looked);
        send_news(r, (news){.games = 1, .positions = looked});
    }
    puzzle_maker_free(m);
    if (w.failed)
        fprintf(stderr, "azulejo puzzles: %s could not be written: %s\n", r->out, strerror(errno));
    return w.failed ? CLI_FAILED : CLI_OK;
}

/* ---- The run ---- */

static void print_progress(const puzzle_run *r, const news *made, uint64_t start_us)
{
    const double s = (double)(clock_mono_us() - start_us) / 1e6;
    fprintf(stderr, "%zu puzzles, %u of them new, from %u games and %u positions in %.0f s\n",
            r->store.puzzles + made->puzzles, made->puzzles, made->games, made->positions, s);
}

/* Adds up the reports until all workers have ended; ends them when there are enough puzzles. */
static void listen_to(const puzzle_run *r, int pipe, const pid_t *pids, uint64_t start_us)
{
    news made = {0}, n;
    uint64_t next_us = start_us + 10000000u;
    bool ended = false;
    while (read(pipe, &n, sizeof n) == (ssize_t)sizeof n) {
        made.puzzles += n.puzzles;
        made.games += n.games;
        made.positions += n.positions;
        if (!ended && r->store.puzzles + made.puzzles >= r->count) {
            ended = true;
            for (uint64_t i = 0; i < r->jobs; i++)
                kill(pids[i], SIGTERM);
        }
        if (clock_mono_us() >= next_us) {
            next_us = clock_mono_us() + 10000000u;
            print_progress(r, &made, start_us);
        }
    }
    print_progress(r, &made, start_us);
}

static int wait_for_all(void)
{
    int status, result = CLI_OK;
    while (wait(&status) > 0)
        if ((WIFSIGNALED(status) && WTERMSIG(status) != SIGTERM) ||
            (WIFEXITED(status) && WEXITSTATUS(status) != 0))
            result = CLI_FAILED;
    return result;
}

static void run_all(cli_args *a, puzzle_run *r)
{
    pid_t pids[256];
    int ends[2];
    const uint64_t start_us = clock_mono_us();
    if (r->store.puzzles >= r->count)
        return;
    r->stop_us = r->seconds ? start_us + r->seconds * 1000000u : 0;
    r->parent = getpid();
    if (pipe(ends) != 0) {
        cli_failed(a, "no pipe: %s", strerror(errno));
        return;
    }
    r->reports = ends[1];
    for (uint64_t job = 0; job < r->jobs; job++) {
        pids[job] = fork();
        if (pids[job] == 0) {
            close(ends[0]);
            _exit(run_worker(r, job));
        }
        if (pids[job] < 0) {
            cli_failed(a, "no further process: %s", strerror(errno));
            r->jobs = job;
            break;
        }
    }
    close(ends[1]);
    listen_to(r, ends[0], pids, start_us);
    close(ends[0]);
    if (wait_for_all() != CLI_OK)
        a->status = CLI_FAILED;
}

static void make_puzzles(cli_args *a, puzzle_run *r)
{
    r->file = -1;
    if (!store_read(&r->store, r->out))
        cli_failed(a, "%s cannot be read: %s", r->out, strerror(errno));
    else if ((r->file = store_open(r->out)) < 0)
        cli_failed(a, "%s cannot be written: %s", r->out, strerror(errno));
    else
        run_all(a, r);
    if (r->file >= 0)
        close(r->file);
}

static void pack_files(cli_args *a, puzzle_run *r)
{
    for (int i = optind; i < a->argc && !a->stop; i++)
        if ((strcmp(a->argv[i], "-") != 0 && access(a->argv[i], R_OK) != 0) ||
            !store_read(&r->store, a->argv[i]))
            cli_failed(a, "%s cannot be read: %s", a->argv[i], strerror(errno));
    if (a->stop)
        return;
    const size_t n = store_pack(&r->store, r->count);
    fprintf(stderr, "%zu of %zu puzzles of %s\n", n, r->store.puzzles,
            azj_rules_name(r->store.rules));
    a->status = cli_flush(a->verb);
}

/* Calls `judge` with every line of standard input. A filter, so that parts of a file can be judged
 * at the same time: every line is one write. */
static void judge_lines(cli_args *a, bool (*judge)(void *context, const char *line, size_t length),
                        void *context)
{
    static char written[4 * STORE_FIELD];
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    setvbuf(stdout, written, _IOLBF, sizeof written);
    for (uint64_t n = 1; !a->stop && (length = getline(&line, &room, stdin)) >= 0; n++) {
        if (length > 0 && line[length - 1] == '\n')
            length--;
        if (!judge(context, line, (size_t)length))
            cli_wrong(a, "line %" PRIu64 " is no puzzle as --pack prints them", n);
    }
    free(line);
    if (!a->stop && ferror(stdin))
        cli_failed(a, "standard input cannot be read: %s", strerror(errno));
    if (!a->stop)
        a->status = cli_flush(a->verb);
}

static bool regrade_line(void *unused, const char *line, size_t length)
{
    (void)unused;
    return store_regrade(line, length);
}

typedef struct recheck {
    puzzle_maker *maker;
    unsigned puzzles, fallen;
} recheck;

static bool recheck_line(void *context, const char *line, size_t length)
{
    recheck *c = context;
    const char *fault = NULL;
    if (!store_recheck(c->maker, line, length, &fault))
        return false;
    c->puzzles++;
    if (fault) {
        c->fallen++;
        fprintf(stderr, "%.*s: %s\n", STORE_ID, line, fault);
    }
    return true;
}

static void recheck_lines(cli_args *a, const puzzle_way *way)
{
    recheck c = {.maker = puzzle_maker_new(way)};
    if (!c.maker) {
        cli_failed(a, "memory is short");
        return;
    }
    judge_lines(a, recheck_line, &c);
    if (!a->stop)
        fprintf(stderr, "%u of %u puzzles hold\n", c.puzzles - c.fallen, c.puzzles);
    puzzle_maker_free(c.maker);
}

/* ---- Options ---- */

int cmd_puzzles(int argc, char **argv)
{
    puzzle_run r = {
        .way = {.game = cli_game_default(), .seed = 1}, .count = 1000, .jobs = 1, .gap = 8};
    cli_args a = cli_begin("puzzles", HELP, NULL, argc, argv);
    const cli_option options[] = {CLI_WORD("out", &r.out),
                                  CLI_FLAG("pack", &r.pack),
                                  CLI_FLAG("regrade", &r.regrade),
                                  CLI_FLAG("recheck", &r.recheck),
                                  CLI_RULES(&r.way.game),
                                  CLI_NUMBER("count", &r.count, 1, NUMBER_MAX),
                                  CLI_NUMBER("nodes", &r.way.nodes, 25, NUMBER_MAX),
                                  CLI_NUMBER("gap", &r.gap, 1, 99),
                                  CLI_NUMBER("jobs", &r.jobs, 1, 256),
                                  CLI_NUMBER("seconds", &r.seconds, 1, NUMBER_MAX),
                                  CLI_SEED(&r.way.seed),
                                  {0}};
    if (!cli_read(&a, options) || !cli_operands(&a, r.pack ? argc : 0))
        return a.status;
    r.way.gap = (float)r.gap / 100;
    if (r.regrade + r.recheck + r.pack > 1 || ((r.regrade || r.recheck) && r.out))
        cli_wrong(&a, "--pack, --regrade, --recheck: one at a time, the last two without --out");
    else if (r.regrade)
        judge_lines(&a, regrade_line, NULL);
    else if (r.recheck)
        recheck_lines(&a, &r.way);
    else if (r.pack && optind == argc)
        cli_wrong(&a, "which files? `azulejo puzzles --help` says more");
    else if (!r.pack && !r.out)
        cli_wrong(&a, "--out is missing: the file for the puzzles");
    if (a.stop || r.regrade || r.recheck)
        return a.status;
    r.way.game.random_tablets = r.way.game.rules == AZJ_DUEL;
    r.store = (puzzle_store){.rules = r.way.game.rules, .seed = r.way.seed};
    (r.pack ? pack_files : make_puzzles)(&a, &r);
    store_free(&r.store);
    return a.status;
}
