/* selfplay_job.c - shards of self-play as jobs: a shard is a piece, and its result is the file. */
#include "base/json_write.h"
#include "cli/selfplay/run.h"
#include "cli/work/crew.h"
#include "cli/work/gather.h"
#include "server/fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_DIGITS = 16, ENGINE_MEMORY = 8 << 20, NODES_MAX = 1000000 };

/* ---- The run as text ---- */
static void write_hex(json_writer *w, const char *key, uint64_t value)
{
    char text[SEED_DIGITS + 1];
    snprintf(text, sizeof text, "%016" PRIx64, value);
    json_write_string(w, key, text);
}

static size_t write_spec(const run *r, char *out, size_t size)
{
    const selfplay_config *config = &r->config;
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "rules", azj_rules_name(config->game.rules));
    json_write_unsigned(&w, "seats", config->game.players);
    json_write_unsigned(&w, "tablets", config->game.tablets);
    json_write_flag(&w, "random_tablets", config->game.random_tablets);
    write_hex(&w, "seed", config->seed);
    json_write_unsigned(&w, "nodes", config->nodes);
    json_write_unsigned(&w, "noise", config->noise);
    json_write_unsigned(&w, "deals", config->deals);
    json_write_unsigned(&w, "look", config->look);
    json_write_string(&w, "bot", r->bot);
    json_write_unsigned(&w, "games", r->games);
    json_write_unsigned(&w, "shard", r->shard_games);
    write_hex(&w, "config", r->config_sum);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool read_hex(const fields *f, const char *key, uint64_t *value)
{
    char text[SEED_DIGITS + 1], *end;
    if (!fields_text(f, 0, key, text, sizeof text) ||
        strspn(text, "0123456789abcdef") != SEED_DIGITS)
        return false;
    *value = strtoull(text, &end, 16);
    return true;
}

static bool read_game(const fields *f, cli_game *game)
{
    char rules[16];
    int64_t seats, tablets;
    azj_state s;
    azj_rng rng;
    if (!fields_text(f, 0, "rules", rules, sizeof rules) ||
        !fields_number(f, 0, "seats", 2, AZJ_SEATS_MAX, &seats) ||
        !fields_number(f, 0, "tablets", 0, UINT16_MAX, &tablets) ||
        !fields_flag(f, 0, "random_tablets", &game->random_tablets))
        return false;
    unsigned rule = 0;
    while (rule < AZJ_RULES_NB && strcmp(azj_rules_name((azj_rules)rule), rules) != 0)
        rule++;
    if (rule == AZJ_RULES_NB)
        return false;
    game->rules = (azj_rules)rule;
    game->players = (unsigned)seats;
    game->tablets = (unsigned)tablets;
    azj_rng_seed(&rng, 1);
    const azj_options options = cli_game_options(game, &rng);
    return azj_new(&s, &options) == AZJ_E_OK;
}

static bool read_small(const fields *f, const char *key, int64_t least, int64_t most, uint32_t *to)
{
    int64_t value;
    if (!fields_number(f, 0, key, least, most, &value))
        return false;
    *to = (uint32_t)value;
    return true;
}

/* The other process must have the same network, too. */
static bool read_spec(const job *j, run *r)
{
    char bot[32];
    uint32_t games, shard_games;
    uint64_t config_sum;
    selfplay_config *config = &r->config;
    fields f;
    if (!fields_parse(&f, j->spec, j->spec_length) || !read_game(&f, &config->game) ||
        !read_hex(&f, "seed", &config->seed) || !read_hex(&f, "config", &config_sum) ||
        !read_small(&f, "nodes", 1, NODES_MAX, &config->nodes) ||
        !read_small(&f, "noise", 0, 1000, &config->noise) ||
        !read_small(&f, "deals", 1, 1000, &config->deals) ||
        !read_small(&f, "look", 1, NODES_MAX, &config->look) ||
        !fields_text(&f, 0, "bot", bot, sizeof bot) ||
        !read_small(&f, "games", 1, 1000000000, &games) ||
        !read_small(&f, "shard", 1, SHARED_GAMES_MAX, &shard_games))
        return false;
    r->bot = azj_bot_find(bot, strlen(bot));
    r->games = games;
    r->shard_games = shard_games;
    r->reports = -1;
    if (!r->bot)
        return false;
    r->config_sum = run_sum_config(r);
    return r->config_sum == config_sum;
}

crew_end selfplay_job_run(const job *j, crew_engines *engines, const atomic_bool *stop,
                          crew_result *result, char why[CREW_WHY_MAX])
{
    run r = {.stop = stop};
    shard s = {0};
    uint32_t number;
    fields f;
    crew_end end = CREW_REFUSED;
    (void)engines;
    snprintf(why, CREW_WHY_MAX, "no shard of self-play");
    if (!read_spec(j, &r) || !fields_parse(&f, j->data, j->length) ||
        !read_small(&f, "shard", 0, (int64_t)((r.games - 1) / r.shard_games), &number))
        return end;
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = r.bot, .memory_bytes = ENGINE_MEMORY, .seed = r.config.seed},
        NULL);
    snprintf(why, CREW_WHY_MAX, "out of memory");
    if (e && run_play_shard(&r, e, number, &s))
        end = shard_to_bytes(&s, &result->bytes, &result->length) == 0 ? CREW_DONE : CREW_REFUSED;
    else if (atomic_load(stop))
        end = CREW_STOPPED;
    azj_engine_free(e);
    shard_free(&s);
    return end;
}

/* ---- The run ---- */
typedef struct shard_taking {
    cli_args *args;
    run *run;
    bool *done; /* by shard */
    shard shard;
    uint64_t *games, *made;
    bool (*may_continue)(const run *r, uint64_t done, uint64_t made);
} shard_taking;

static size_t write_piece(void *context, uint64_t piece, char *out, size_t size)
{
    const shard_taking *t = context;
    if (t->done[piece])
        return 0;
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_unsigned(&w, "shard", piece);
    json_write_object_end(&w);
    return buf_end(&b);
}

static bool take_shard(void *context, uint64_t piece, const char *result, size_t length)
{
    shard_taking *t = context;
    const char *why;
    if (shard_from_bytes(&t->shard, result, length, &why) != SHARD_WHOLE)
        return cli_failed(t->args, "the result of shard %" PRIu64 " cannot be used: %s", piece,
                          why);
    const int error = run_keep_shard(t->run, (uint32_t)piece, &t->shard);
    if (error > 0)
        return cli_failed(t->args, "a shard in %s could not be written: %s", t->run->out,
                          strerror(error));
    if (error) {
        t->args->stop = true;
        t->args->status = CLI_FAILED;
        return false;
    }
    t->done[piece] = true;
    *t->games += t->shard.head.games;
    *t->made += t->shard.head.games;
    return true;
}

static bool may_gather_more(void *context)
{
    const shard_taking *t = context;
    return t->may_continue(t->run, *t->games, *t->made);
}

static bool find_all_done(shard_taking *t)
{
    for (uint32_t i = 0; i < t->run->shards; i++) {
        if (run_find_done(t->run, &t->shard, i, &t->done[i]) != 0) {
            t->args->stop = true;
            t->args->status = CLI_FAILED;
            return false;
        }
        *t->games += t->done[i] ? run_games_of(t->run, i) : 0;
    }
    return true;
}

bool run_shared(cli_args *a, run *r,
                bool (*may_continue)(const run *r, uint64_t done, uint64_t made), uint64_t *done,
                uint64_t *made)
{
    char spec[1024];
    shard_taking t = {
        .args = a, .run = r, .games = done, .made = made, .may_continue = may_continue};
    t.done = calloc(r->shards, sizeof *t.done);
    if (!t.done)
        return cli_failed(a, "memory is short");
    const gather g = {.store = r->store,
                      .kind = "selfplay",
                      .spec = spec,
                      .spec_length = write_spec(r, spec, sizeof spec),
                      .pieces = r->shards,
                      .threads = r->only_workers ? 0 : (unsigned)r->jobs,
                      .context = &t,
                      .write = write_piece,
                      .take = take_shard,
                      .may_continue = may_gather_more};
    if (find_all_done(&t))
        gather_run(a, &g);
    shard_free(&t.shard);
    free(t.done);
    return !a->stop;
}
