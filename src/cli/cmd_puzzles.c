/* cmd_puzzles.c - `azulejo puzzles`: positions in which one move is clearly best.
 *
 * Each of n processes plays every n-th game that the file does not call finished. Puzzles are
 * appended as they are found, so a run may be cut off at any moment and goes on where it was.
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
    "\n"
    "Makes puzzles from games between levels: positions of two seats in which one move is clearly\n"
    "best and is not the obvious one. They are appended to FILE as JSON Lines, graded 1 to 5 by\n"
    "the levels that find the move, with what the move gains. A run that was stopped goes on\n"
    "where it was. With --pack: prints the puzzles of the files for the page, each once.\n"
    "\n"
    "  --out FILE         where the puzzles go; it is made when it does not exist\n"
    "  --rules RULES      classic (default), grey, crystal1, crystal2, duel\n"
    "  --count N          stop when the file has so many (default 1000)\n"
    "  --seed S           a whole number (default 1)\n"
    "  --nodes N          of a search; the check takes ten times as many (10000; duel 1500)\n"
    "  --gap P            how far every other move is behind, in percent (8)\n"
    "  --jobs N           processes, 1 to 256 (default 1)\n"
    "  --seconds T        stop after so long\n"
    "  --pack             print the form that the page fetches\n"
    "  --help, --version\n";

enum { NUMBER_MAX = 1000000000 };

typedef struct puzzle_run {
    puzzle_way way;
    const char *out;
    bool pack;
    uint64_t count, jobs, seconds, gap;
    puzzle_store store;
    uint64_t stop_us; /* 0: no limit */
    int file, told;   /* told: the pipe on which workers report */
    pid_t parent;
} puzzle_run;

/* What a worker reports: a puzzle found, or a game finished with so many positions. */
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
    if (write(r->told, &n, sizeof n) < 0)
        _exit(CLI_FAILED); /* nobody listens any more */
}

/* Between positions: is there time, and is somebody waiting for the result? */
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
    r->told = ends[1];
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

/* ---- Options ---- */

static void read_option(cli_args *a, puzzle_run *r, int o)
{
    switch (o) {
    case 'o':
        r->out = optarg;
        break;
    case 'P':
        r->pack = true;
        break;
    case 'r':
        cli_game_option(a, &r->way.game, o, optarg);
        break;
    case 'c':
        cli_number(a, "--count", optarg, 1, NUMBER_MAX, &r->count);
        break;
    case 'n':
        cli_number(a, "--nodes", optarg, 25, NUMBER_MAX, &r->way.nodes);
        break;
    case 'g':
        cli_number(a, "--gap", optarg, 1, 99, &r->gap);
        break;
    case 'j':
        cli_number(a, "--jobs", optarg, 1, 256, &r->jobs);
        break;
    case 'T':
        cli_number(a, "--seconds", optarg, 1, NUMBER_MAX, &r->seconds);
        break;
    default:
        cli_seed(a, optarg, &r->way.seed);
    }
}

int cmd_puzzles(int argc, char **argv)
{
    static const struct option options[] = {{"out", required_argument, NULL, 'o'},
                                            {"pack", no_argument, NULL, 'P'},
                                            {"rules", required_argument, NULL, 'r'},
                                            {"count", required_argument, NULL, 'c'},
                                            {"nodes", required_argument, NULL, 'n'},
                                            {"gap", required_argument, NULL, 'g'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"seconds", required_argument, NULL, 'T'},
                                            {"seed", required_argument, NULL, 's'},
                                            CLI_COMMON_OPTIONS,
                                            {0}};
    puzzle_run r = {
        .way = {.game = cli_game_default(), .seed = 1}, .count = 1000, .jobs = 1, .gap = 8};
    cli_args a = cli_begin("puzzles", HELP, options, argc, argv);
    for (int o; (o = cli_next(&a)) != CLI_END;)
        read_option(&a, &r, o);
    if (a.stop || !cli_operands(&a, r.pack ? argc : 0))
        return a.status;
    if (r.pack && optind == argc)
        cli_wrong(&a, "which files? `azulejo puzzles --help` says more");
    else if (!r.pack && !r.out)
        cli_wrong(&a, "--out is missing: the file for the puzzles");
    if (a.stop)
        return a.status;
    const bool duel = r.way.game.rules == AZJ_DUEL;
    r.way.game.random_tablets = duel;
    r.way.gap = (float)r.gap / 100;
    r.store = (puzzle_store){.rules = r.way.game.rules, .seed = r.way.seed};
    if (r.way.nodes == 0)
        r.way.nodes = duel ? PUZZLE_NODES_DUEL : PUZZLE_NODES_CLASSIC;
    (r.pack ? pack_files : make_puzzles)(&a, &r);
    store_free(&r.store);
    return a.status;
}
