/* cmd_selfplay.c - `azulejo selfplay`: games of the strong bot against itself, as data for
 * training.
 *
 * The work is divided into shards of a fixed number of games. Each of n processes takes every n-th
 * shard. A complete shard is not played again, so a stopped run continues where it was. A complete
 * shard that was made with other settings ends the run instead of being overwritten. A game
 * depends only on the seed and its number, not on the number of processes.
 */
#include "base/clock.h"
#include "cli/bots.h"
#include "cli/options.h"
#include "cli/selfplay/run.h"
#include "cli/signals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char HELP[] =
    "usage: azulejo selfplay --out FOLDER [OPTION]...\n"
    "\n"
    "Plays games of the strong bot against itself and keeps the positions between rounds, with\n"
    "what became of them, in shards of the folder. A run that was stopped goes on where it was.\n"
    "\n"
    "  --out FOLDER     where the shards go; it is made when it does not exist\n"
    "  --rules RULES    classic (default), grey, crystal1, crystal2, duel\n"
    "  --players N      2 to 4 (default 2; duel: 2)\n"
    "  --tablets LIST   duel: like a1,b2,c1 (default: random, anew for each game)\n"
    "  --games G        how many games (default 1000)\n"
    "  --shard G        games a shard, 1 to 100000 (default 250)\n"
    "  --nodes N        how much to think about a move, 1 to 1000000 (default 500)\n"
    "  --deals N        deals of the next round that are searched for the value of a position,\n"
    "                   1 to 1000 (default 4)\n"
    "  --look N         nodes of each of these searches, at most (default 5000)\n"
    "  --again FOLDER   plays nothing: takes the positions of all this seed's shards there, and\n"
    "                   looks at them again\n"
    "  --noise N        a game begins with 0 to N plies with some random ones (default 30)\n"
    "  --bot NAME       who plays (default strong)\n"
    "  --seed S         a whole number (default 1)\n"
    "  --jobs N         processes, 1 to 256 (default 1)\n"
    "  --store URL      play on all `azulejo work --store URL`, too: the shards are the same\n"
    "  --only-workers   with --store: play nothing here\n"
    "  --seconds T      begin no new shard after this time (default: play them all)\n"
    "  --help, --version\n";

/* ---- The run ---- */

typedef struct progress {
    uint64_t done, made, next_us;
} progress;

static void print_progress(const run *r, const progress *p, bool last)
{
    const double s = (double)(clock_mono_us() - r->start_us) / 1e6;
    const double rate = s > 0 ? (double)p->made / s : 0;
    double left = rate > 0 && p->done < r->games ? (double)(r->games - p->done) / rate : 0;
    if (r->seconds && left > (double)r->seconds - s)
        left = (double)r->seconds > s ? (double)r->seconds - s : 0;
    fprintf(stderr, "%s%" PRIu64 " of %" PRIu64 " games, %.1f a second, %.0f s left  %s",
            isatty(2) ? "\r" : "", p->done, r->games, rate, left, last || !isatty(2) ? "\n" : "");
}

static progress listen_to(const run *r, int pipe)
{
    progress p = {0};
    news n;
    while (read(pipe, &n, sizeof n) == (ssize_t)sizeof n) {
        p.done += n.games;
        p.made += n.made;
        const uint64_t now = clock_mono_us();
        if (now < p.next_us)
            continue;
        print_progress(r, &p, false);
        p.next_us = now + (isatty(2) ? 500000u : 10000000u);
    }
    print_progress(r, &p, true);
    return p;
}

/* Waits for all processes and reports those that a signal killed. */
static int wait_for_all(void)
{
    int status, result = CLI_OK;
    while (wait(&status) > 0) {
        if (WIFSIGNALED(status))
            fprintf(stderr, "azulejo selfplay: a process was killed by signal %d\n",
                    WTERMSIG(status));
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            result = CLI_FAILED;
    }
    return result;
}

static int run_all(cli_args *a, run *r)
{
    int ends[2];
    if (pipe(ends) != 0)
        return cli_failed(a, "no pipe: %s", strerror(errno)), a->status;
    r->reports = ends[1];
    fflush(stdout);
    for (uint32_t job = 0; job < r->jobs; job++) {
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            _exit(run_work(r, job));
        }
        if (child < 0)
            return cli_failed(a, "no further process: %s", strerror(errno)), a->status;
    }
    close(ends[1]);
    const progress p = listen_to(r, ends[0]);
    const int result = wait_for_all();
    if (result == CLI_OK)
        printf("games in %s: %" PRIu64 ", %" PRIu64 " of them made now\n", r->out, p.done, p.made);
    return result;
}

/* ---- With workers of a database ---- */

static bool report_and_continue(const run *r, uint64_t done, uint64_t made)
{
    static uint64_t next_us;
    const progress p = {.done = done, .made = made};
    if (clock_mono_us() >= next_us) {
        print_progress(r, &p, false);
        next_us = clock_mono_us() + (isatty(2) ? 500000u : 10000000u);
    }
    return !signals_caught() &&
           (r->seconds == 0 || clock_mono_us() - r->start_us < r->seconds * 1000000u);
}

static int run_all_shared(cli_args *a, run *r)
{
    progress p = {.done = 0};
    signals_catch();
    r->reports = -1;
    if (!run_shared(a, r, report_and_continue, &p.done, &p.made))
        return a->status;
    print_progress(r, &p, true);
    printf("games in %s: %" PRIu64 ", %" PRIu64 " of them made now\n", r->out, p.done, p.made);
    return signals_caught() ? 128 + signals_caught() : CLI_OK; /* as in a shell */
}

static bool check_shared(cli_args *a, const run *r)
{
    if (r->only_workers && !r->store)
        return cli_wrong(a, "--only-workers wants the --store of the workers");
    if (r->store && r->again)
        return cli_wrong(a, "--again looks at files of this machine: it has no --store");
    return !r->store || r->shard_games <= SHARED_GAMES_MAX ||
           cli_wrong(a, "with --store a --shard has at most %d games", SHARED_GAMES_MAX);
}

static bool is_folder(cli_args *a, const char *path)
{
    struct stat s;
    return (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) || cli_failed(a, "%s is no folder", path);
}

/* Checks that the folder can be written before hours of play. */
static bool make_folder(cli_args *a, const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return cli_failed(a, "the folder \"%s\" cannot be made: %s", path, strerror(errno));
    return is_folder(a, path) && (access(path, W_OK) == 0 ||
                                  cli_failed(a, "%s cannot be written: %s", path, strerror(errno)));
}

/* Allows one run at a time in a folder; the lock is released when the last process ends. */
static bool lock_folder(cli_args *a, const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY);
    return folder < 0 || flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ||
           cli_failed(a, "another run is at work in %s: wait for it, or take another folder", path);
}

/* ---- The shards that --again relabels ---- */

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool add_number(run *r, uint32_t number)
{
    if ((r->shards & (r->shards - 1)) == 0) { /* a power of two: the array is full */
        uint32_t *more = realloc(r->numbers, (r->shards ? 2 * r->shards : 1) * sizeof *more);
        if (!more)
            return false;
        r->numbers = more;
    }
    r->numbers[r->shards++] = number;
    return true;
}

/* Reads the number from a shard's file name; false for other files. */
static bool read_shard_number(const char *text, uint32_t *number)
{
    uint64_t n = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && n <= UINT32_MAX; at++)
        n = 10 * n + (uint64_t)(*at - '0');
    *number = (uint32_t)n;
    return at > text && n <= UINT32_MAX && strcmp(at, ".azp") == 0;
}

static bool list_shards(run *r, DIR *folder)
{
    char prefix[64], path[PATH_ROOM];
    const size_t n = (size_t)run_prefix(r, prefix, sizeof prefix);
    for (const struct dirent *d; (d = readdir(folder));) {
        uint32_t number;
        shard_header h;
        const char *why;
        if (strncmp(d->d_name, prefix, n) != 0 || !read_shard_number(d->d_name + n, &number))
            continue;
        if (!add_number(r, number))
            return false;
        run_path(r, r->again, number, path);
        if (shard_read_header(&h, path, &why) == SHARD_WHOLE)
            r->games += h.games;
    }
    return true;
}

static bool find_shards(cli_args *a, run *r)
{
    DIR *folder = opendir(r->again);
    if (!folder)
        return cli_failed(a, "%s cannot be read: %s", r->again, strerror(errno));
    r->games = 0;
    const bool listed = list_shards(r, folder);
    closedir(folder);
    if (!listed)
        return cli_failed(a, "memory is short");
    if (r->shards == 0)
        return cli_failed(a, "%s holds no shards of %s with %u seats and seed %" PRIu64, r->again,
                          azj_rules_name(r->config.game.rules), r->config.game.players,
                          r->config.seed);
    qsort(r->numbers, r->shards, sizeof *r->numbers, by_number);
    return true;
}

int cmd_selfplay(int argc, char **argv)
{
    run r = {.config = {.game = cli_game_default(),
                        .seed = 1,
                        .nodes = 500,
                        .noise = 30,
                        .deals = 4,
                        .look = 5000},
             .bot = "strong",
             .games = 1000,
             .shard_games = 250,
             .jobs = 1};
    cli_args a = cli_begin("selfplay", HELP, NULL, argc, argv);
    selfplay_config *w = &r.config;
    const cli_option options[] = {
        CLI_WORD("out", &r.out),
        CLI_GAME(&w->game),
        {"games", CLI_IS_NUMBER, {.number = &r.games}, 1, 1000000000, NULL, &r.only_play},
        {"shard", CLI_IS_NUMBER, {.number = &r.shard_games}, 1, 100000, NULL, &r.only_play},
        {"nodes", CLI_IS_NUMBER32, {.number32 = &w->nodes}, 1, 1000000, NULL, &r.only_play},
        {"noise", CLI_IS_NUMBER32, {.number32 = &w->noise}, 0, 1000, NULL, &r.only_play},
        CLI_NUMBER32("deals", &w->deals, 1, 1000),
        CLI_NUMBER32("look", &w->look, 1, 1000000),
        CLI_WORD("again", &r.again),
        CLI_READ("bot", cli_bot_read, &r.bot),
        CLI_SEED(&w->seed),
        CLI_NUMBER("jobs", &r.jobs, 1, 256),
        CLI_NUMBER("seconds", &r.seconds, 1, 1000000),
        CLI_WORD("store", &r.store),
        CLI_FLAG("only-workers", &r.only_workers),
        {0}};
    cli_read(&a, options);
    if (!a.stop && cli_game_check(&a, &r.config.game) && cli_operands(&a, 0) && !r.out)
        cli_wrong(&a, "--out is missing: the folder for the shards");
    if (!a.stop && r.again && r.only_play)
        cli_wrong(&a, "--%s has no meaning with --again, which plays no games", r.only_play);
    if (!a.stop)
        check_shared(&a, &r);
    if (a.stop)
        return a.status;
    if (r.config.game.rules == AZJ_DUEL && !r.config.game.tablets_given)
        r.config.game.random_tablets = true;
    r.config_sum = run_sum_config(&r);
    if (!r.again)
        r.shards = (uint32_t)((r.games + r.shard_games - 1) / r.shard_games);
    else if (!is_folder(&a, r.again) || !find_shards(&a, &r))
        return a.status;
    if (!make_folder(&a, r.out) || !lock_folder(&a, r.out))
        return a.status;
    r.start_us = clock_mono_us();
    const int status = r.store ? run_all_shared(&a, &r) : run_all(&a, &r);
    free(r.numbers);
    const int flushed = cli_flush("selfplay");
    return status ? status : flushed;
}
