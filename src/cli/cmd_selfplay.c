/* cmd_selfplay.c - `azulejo selfplay`: games of the strong bot against itself, as data for
 * training.
 *
 * The work is cut into shards of so many games. Each process takes every n-th shard; a shard that
 * lies there whole is not played again, so a run that was stopped goes on where it was. Games
 * follow from the seed and their number alone: the number of processes changes nothing.
 */
#include "cli/bots.h"
#include "cli/clock.h"
#include "cli/options.h"
#include "cli/selfplay/game.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    "  --again FOLDER   plays nothing: takes the positions of this seed's shards there, and looks\n"
    "                   at them again\n"
    "  --noise N        a game begins with 0 to N plies with some random ones (default 30)\n"
    "  --bot NAME       who plays (default strong)\n"
    "  --seed S         a whole number (default 1)\n"
    "  --jobs N         processes, 1 to 256 (default 1)\n"
    "  --seconds T      begin no new shard after so long (default: play them all)\n"
    "  --help, --version\n";

typedef struct run {
    selfplay_way way;
    const char *out, *bot, *again;
    uint64_t games, shard_games, jobs, seconds;
    uint64_t start_us;
    uint32_t shards;
    int told; /* the pipe on which workers tell of finished games */
} run;

enum { TOLD = -1 }; /* an error whose message has been printed; others are errno's */

/* ---- A worker -------------------------------------------------------------------------------- */

static void shard_path(const run *r, const char *folder, uint32_t number, char *path, size_t room)
{
    snprintf(path, room, "%s/%s-%u-%" PRIu64 "-%05u.azp", folder, azj_rules_name(r->way.game.rules),
             r->way.game.players, r->way.seed, (unsigned)number);
}

static bool is_done(const run *r, shard *s, const char *path)
{
    return shard_read(s, path) == NULL && s->head.seed == r->way.seed &&
           s->head.nodes == r->way.nodes && s->head.deals == r->way.deals &&
           s->head.look == r->way.look && s->head.rules == r->way.game.rules &&
           s->head.players == r->way.game.players;
}

static void tell(const run *r, uint32_t games)
{
    if (write(r->told, &games, sizeof games) < 0)
        _exit(CLI_FAILED); /* nobody listens any more */
}

static int play_games(const run *r, azj_engine *e, uint32_t number, shard *s)
{
    const uint64_t first = number * r->shard_games;
    const uint64_t last = first + r->shard_games < r->games ? first + r->shard_games : r->games;
    shard_clear(s);
    for (uint64_t g = first; g < last; g++) {
        if (!selfplay_game(e, &r->way, g, s))
            return ENOMEM;
        tell(r, 1);
    }
    return 0;
}

/* NULL, or what is wrong with a shard that is to be looked at again. */
static const char *read_again(const run *r, const char *path, shard *s)
{
    const char *wrong = shard_read(s, path);
    if (wrong)
        return wrong;
    if (s->head.rules != r->way.game.rules || s->head.players != r->way.game.players)
        return "it is of another game";
    for (uint32_t i = 0; i < s->head.count; i++) {
        const azj_state *at = &s->sample[i].state;
        if (at->head.rules != s->head.rules || at->head.players != s->head.players ||
            at->head.phase != AZJ_PHASE_DEAL || azj_validate(at, NULL) != AZJ_E_OK)
            return "it holds a position that cannot be";
    }
    return NULL;
}

static int look_again(const run *r, azj_engine *e, uint32_t number, shard *s)
{
    char path[4096];
    azj_rng rng;
    shard_path(r, r->again, number, path, sizeof path);
    const char *wrong = read_again(r, path, s);
    if (wrong) {
        fprintf(stderr, "azulejo selfplay: %s: %s\n", path, wrong);
        return TOLD;
    }
    azj_rng_seed(&rng, r->way.seed * 0x9e3779b97f4a7c15u + number);
    for (uint32_t i = 0; i < s->head.count; i++)
        selfplay_value(e, &r->way, &s->sample[i].state, &rng, &s->sample[i].label);
    tell(r, s->head.games);
    return 0;
}

static int make_shard(const run *r, azj_engine *e, uint32_t number, shard *s)
{
    char path[4096];
    shard_path(r, r->out, number, path, sizeof path);
    if (is_done(r, s, path)) {
        tell(r, s->head.games);
        return 0;
    }
    const int error = r->again ? look_again(r, e, number, s) : play_games(r, e, number, s);
    if (error)
        return error;
    s->head.rules = (uint8_t)r->way.game.rules;
    s->head.players = (uint8_t)r->way.game.players;
    s->head.seed = r->way.seed;
    s->head.number = number;
    s->head.nodes = r->way.nodes;
    s->head.deals = r->way.deals;
    s->head.look = r->way.look;
    return shard_write(s, path);
}

static bool time_is_left(const run *r)
{
    return r->seconds == 0 || clock_now_us() - r->start_us < r->seconds * 1000000u;
}

static int work(const run *r, uint32_t job)
{
    shard s = {0};
    int error = 0;
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = r->bot, .memory_bytes = 8 << 20, .seed = r->way.seed}, NULL);
    if (!e)
        error = ENOMEM;
    for (uint32_t i = job; i < r->shards && !error && time_is_left(r); i += (uint32_t)r->jobs)
        error = make_shard(r, e, i, &s);
    azj_engine_free(e);
    shard_free(&s);
    if (error && error != TOLD)
        fprintf(stderr, "azulejo selfplay: a shard in %s could not be written: %s\n", r->out,
                strerror(error));
    return error ? CLI_FAILED : CLI_OK;
}

/* ---- The run ----------------------------------------------------------------------------------
 */

static void progress(const run *r, uint64_t done, bool last)
{
    const double s = (double)(clock_now_us() - r->start_us) / 1e6;
    const double rate = s > 0 ? (double)done / s : 0;
    double left = rate > 0 ? (double)(r->games - done) / rate : 0;
    if (r->seconds && left > (double)r->seconds - s)
        left = (double)r->seconds > s ? (double)r->seconds - s : 0;
    fprintf(stderr, "%s%" PRIu64 " of %" PRIu64 " games, %.1f a second, %.0f s left  %s",
            isatty(2) ? "\r" : "", done, r->games, rate, left, last || !isatty(2) ? "\n" : "");
}

static uint64_t listen_to(const run *r, int pipe)
{
    uint64_t done = 0, next_us = 0;
    uint32_t games;
    while (read(pipe, &games, sizeof games) == (ssize_t)sizeof games) {
        done += games;
        const uint64_t now = clock_now_us();
        if (now < next_us)
            continue;
        progress(r, done, false);
        next_us = now + (isatty(2) ? 500000u : 10000000u);
    }
    progress(r, done, true);
    return done;
}

static int run_all(cli_args *a, run *r)
{
    int ends[2];
    if (pipe(ends) != 0)
        return cli_failed(a, "no pipe: %s", strerror(errno)), a->status;
    r->told = ends[1];
    fflush(stdout);
    for (uint32_t job = 0; job < r->jobs; job++) {
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            _exit(work(r, job));
        }
        if (child < 0)
            return cli_failed(a, "no further process: %s", strerror(errno)), a->status;
    }
    close(ends[1]);
    const uint64_t done = listen_to(r, ends[0]);
    int status, result = CLI_OK;
    while (wait(&status) > 0)
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            result = CLI_FAILED;
    if (result == CLI_OK)
        printf("games played: %" PRIu64 ", kept in %s\n", done, r->out);
    return result;
}

static bool is_folder(cli_args *a, const char *path)
{
    struct stat s;
    return (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) || cli_failed(a, "%s is no folder", path);
}

/* Hours of play must not end at a folder that cannot be written. */
static bool make_folder(cli_args *a, const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return cli_failed(a, "the folder \"%s\" cannot be made: %s", path, strerror(errno));
    return is_folder(a, path) && (access(path, W_OK) == 0 ||
                                  cli_failed(a, "%s cannot be written: %s", path, strerror(errno)));
}

static bool read_number(cli_args *a, run *r, int o)
{
    uint64_t n = 0;
    switch (o) {
    case 'g':
        return cli_number(a, "--games", optarg, 1, 1000000000, &r->games);
    case 'd':
        return cli_number(a, "--shard", optarg, 1, 100000, &r->shard_games);
    case 'n':
        return cli_number(a, "--nodes", optarg, 1, 1000000, &n) && (r->way.nodes = (uint32_t)n, 1);
    case 'D':
        return cli_number(a, "--deals", optarg, 1, 1000, &n) && (r->way.deals = (uint32_t)n, 1);
    case 'l':
        return cli_number(a, "--look", optarg, 1, 1000000, &n) && (r->way.look = (uint32_t)n, 1);
    case 'x':
        return cli_number(a, "--noise", optarg, 0, 1000, &n) && (r->way.noise = (uint32_t)n, 1);
    case 'j':
        return cli_number(a, "--jobs", optarg, 1, 256, &r->jobs);
    case 'T':
        return cli_number(a, "--seconds", optarg, 1, 1000000, &r->seconds);
    default:
        return cli_seed(a, optarg, &r->way.seed);
    }
}

static void read_options(cli_args *a, run *r)
{
    for (int o; (o = cli_next(a)) != CLI_END;)
        switch (o) {
        case 'o':
            r->out = optarg;
            break;
        case 'a':
            r->again = optarg;
            break;
        case 'b':
            if (cli_bot_check(a, optarg))
                r->bot = optarg;
            break;
        case 'r':
        case 'p':
        case 't':
            cli_game_option(a, &r->way.game, o, optarg);
            break;
        default:
            read_number(a, r, o);
        }
}

int cmd_selfplay(int argc, char **argv)
{
    static const struct option options[] = {{"out", required_argument, NULL, 'o'},
                                            {"rules", required_argument, NULL, 'r'},
                                            {"players", required_argument, NULL, 'p'},
                                            {"tablets", required_argument, NULL, 't'},
                                            {"games", required_argument, NULL, 'g'},
                                            {"shard", required_argument, NULL, 'd'},
                                            {"nodes", required_argument, NULL, 'n'},
                                            {"deals", required_argument, NULL, 'D'},
                                            {"look", required_argument, NULL, 'l'},
                                            {"again", required_argument, NULL, 'a'},
                                            {"noise", required_argument, NULL, 'x'},
                                            {"bot", required_argument, NULL, 'b'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"seconds", required_argument, NULL, 'T'},
                                            CLI_COMMON_OPTIONS,
                                            {0}};
    run r = {.way = {.game = cli_game_default(),
                     .seed = 1,
                     .nodes = 500,
                     .noise = 30,
                     .deals = 4,
                     .look = 5000},
             .bot = "strong",
             .games = 1000,
             .shard_games = 250,
             .jobs = 1};
    cli_args a = cli_begin("selfplay", HELP, options, argc, argv);
    read_options(&a, &r);
    if (!a.stop && cli_game_check(&a, &r.way.game) && cli_operands(&a, 0) && !r.out)
        cli_wrong(&a, "--out is missing: the folder for the shards");
    if (a.stop)
        return a.status;
    if (r.way.game.rules == AZJ_DUEL && !r.way.game.tablets_given)
        r.way.game.random_tablets = true;
    if ((r.again && !is_folder(&a, r.again)) || !make_folder(&a, r.out))
        return a.status;
    r.shards = (uint32_t)((r.games + r.shard_games - 1) / r.shard_games);
    r.start_us = clock_now_us();
    const int status = run_all(&a, &r);
    const int flushed = cli_flush("selfplay");
    return status ? status : flushed;
}
