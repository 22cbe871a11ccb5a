/* worker.c - one process of a run of self-play: see run.h.
 *
 * A complete shard is not played again. A complete shard that was made with other settings ends
 * the run instead of being overwritten.
 */
#include "ai/net.h"
#include "base/checksum.h"
#include "base/clock.h"
#include "cli/selfplay/run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TOLD = -1 }; /* an error whose message has been printed; others are errno's */

int run_prefix(const run *r, char *text, size_t room)
{
    return snprintf(text, room, "%s-%u-%" PRIu64 "-", azj_rules_name(r->config.game.rules),
                    r->config.game.players, r->config.seed);
}

void run_path(const run *r, const char *folder, uint32_t number, char *path)
{
    char prefix[64];
    run_prefix(r, prefix, sizeof prefix);
    snprintf(path, PATH_ROOM, "%s/%s%05u.azp", folder, prefix, (unsigned)number);
}

uint64_t run_sum_config(const run *r)
{
    net n;
    net_built_in(&n, r->config.game.rules, r->config.game.players);
    const uint32_t play[] = {r->config.noise, r->config.game.tablets, r->config.game.random_tablets,
                             (uint32_t)r->shard_games};
    const uint32_t all[] = {r->again != NULL, n.generation};
    uint64_t sum = checksum_add(CHECKSUM_START, all, sizeof all);
    if (!r->again)
        sum = checksum_add(sum, play, sizeof play);
    return checksum_add(sum, r->bot, strlen(r->bot));
}

static bool is_same_config(const run *r, uint32_t number, const shard_header *h)
{
    return h->seed == r->config.seed && h->number == number && h->deals == r->config.deals &&
           h->look == r->config.look && h->way == r->config_sum &&
           h->rules == r->config.game.rules && h->players == r->config.game.players &&
           (r->again || (h->nodes == r->config.nodes && h->first == number * r->shard_games));
}

uint32_t run_games_of(const run *r, uint32_t number)
{
    const uint64_t first = number * r->shard_games;
    return (uint32_t)(r->games - first < r->shard_games ? r->games - first : r->shard_games);
}

static void report_games(const run *r, uint32_t games, uint32_t made)
{
    const news n = {games, made};
    if (r->reports >= 0 && write(r->reports, &n, sizeof n) < 0)
        _exit(CLI_FAILED); /* the parent process has ended */
}

static int complain(const char *path, const char *why)
{
    fprintf(stderr, "azulejo selfplay: %s: %s\n", path, why);
    return TOLD;
}

/* Returns whether the shard exists with at least as many games. A damaged or smaller one is made
 * again. */
static int find_done(const run *r, shard *s, uint32_t number, const char *path, bool *done)
{
    const char *why;
    const shard_state state = shard_read(s, path, &why);
    *done = false;
    if (state == SHARD_UNUSABLE)
        return complain(path, why);
    if (state != SHARD_WHOLE)
        return 0;
    if (!is_same_config(r, number, &s->head))
        return complain(path, "it was made with other options or by another network: "
                              "take another folder, or another seed");
    *done = r->again || s->head.games >= run_games_of(r, number);
    if (*done)
        report_games(r, r->again ? s->head.games : run_games_of(r, number), 0);
    return 0;
}

int run_find_done(const run *r, shard *s, uint32_t number, bool *done)
{
    char path[PATH_ROOM];
    run_path(r, r->out, number, path);
    return find_done(r, s, number, path, done);
}

static void sign_shard(const run *r, uint32_t number, shard *s)
{
    s->head.rules = (uint8_t)r->config.game.rules;
    s->head.players = (uint8_t)r->config.game.players;
    s->head.seed = r->config.seed;
    s->head.number = number;
    s->head.deals = r->config.deals;
    s->head.look = r->config.look;
    s->head.way = r->config_sum;
}

bool run_play_shard(const run *r, azj_engine *e, uint32_t number, shard *s)
{
    const uint64_t first = number * r->shard_games;
    shard_clear(s);
    for (uint32_t i = 0; i < run_games_of(r, number); i++) {
        if ((r->stop && atomic_load(r->stop)) || !selfplay_game(e, &r->config, first + i, s))
            return false;
        report_games(r, 1, 1);
    }
    s->head.nodes = r->config.nodes;
    s->head.first = first;
    sign_shard(r, number, s);
    return true;
}

int run_keep_shard(const run *r, uint32_t number, shard *s)
{
    char path[PATH_ROOM];
    run_path(r, r->out, number, path);
    if (!is_same_config(r, number, &s->head) || s->head.games != run_games_of(r, number))
        return complain(path, "a worker sent another shard");
    return shard_write(s, path);
}

static int look_again(const run *r, azj_engine *e, uint32_t number, shard *s)
{
    char path[PATH_ROOM];
    azj_rng rng;
    const char *why;
    run_path(r, r->again, number, path);
    if (shard_read(s, path, &why) != SHARD_WHOLE)
        return complain(path, why);
    if (s->head.rules != r->config.game.rules || s->head.players != r->config.game.players)
        return complain(path, "it is of another game");
    azj_rng_seed(&rng, r->config.seed * 0x9e3779b97f4a7c15u + number);
    for (uint32_t i = 0; i < s->head.count; i++) {
        selfplay_value(e, &r->config, &s->sample[i].state, &rng, &s->sample[i].label);
        report_games(r, 0, 0);
    }
    report_games(r, s->head.games, s->head.games);
    return 0;
}

static int make_shard(const run *r, azj_engine *e, uint32_t number, shard *s)
{
    char path[PATH_ROOM];
    bool done;
    run_path(r, r->out, number, path);
    int error = find_done(r, s, number, path, &done);
    if (error || done)
        return error;
    if (r->again)
        error = look_again(r, e, number, s);
    else
        error = run_play_shard(r, e, number, s) ? 0 : ENOMEM;
    if (error)
        return error;
    sign_shard(r, number, s);
    return shard_write(s, path);
}

static bool time_is_left(const run *r)
{
    return r->seconds == 0 || clock_mono_us() - r->start_us < r->seconds * 1000000u;
}

int run_work(const run *r, uint32_t job)
{
    shard s = {0};
    int error = 0;
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = r->bot, .memory_bytes = 8 << 20, .seed = r->config.seed},
        NULL);
    if (!e)
        error = ENOMEM;
    for (uint32_t i = job; i < r->shards && !error && time_is_left(r); i += (uint32_t)r->jobs)
        error = make_shard(r, e, r->numbers ? r->numbers[i] : i, &s);
    azj_engine_free(e);
    shard_free(&s);
    if (error == ENOMEM)
        fprintf(stderr, "azulejo selfplay: memory is short\n");
    else if (error && error != TOLD)
        fprintf(stderr, "azulejo selfplay: a shard in %s could not be written: %s\n", r->out,
                strerror(error));
    return error ? CLI_FAILED : CLI_OK;
}
