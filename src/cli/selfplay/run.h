/* run.h - a run of self-play: many shards, made by several processes. */
#ifndef CLI_SELFPLAY_RUN_H
#define CLI_SELFPLAY_RUN_H

#include "cli/selfplay/game.h"

#include <stdatomic.h>

typedef struct run {
    selfplay_config config;
    const char *out, *bot, *again;
    const char *only_play; /* a given option that has no meaning with --again */
    uint64_t games, shard_games, jobs, seconds;
    uint64_t start_us;
    uint64_t config_sum;
    uint32_t shards;
    uint32_t *numbers; /* of the shards to relabel; NULL: 0, 1, 2, ... */
    int reports;       /* the pipe to which workers write when a game has ended; -1: none */
    const char *store; /* a database whose workers play, too; NULL: none */
    bool only_workers;
    const atomic_bool *stop; /* NULL, or set: give up the shard */
} run;

/* A worker's report: the complete games, and how many of them it has just made. */
typedef struct news {
    uint32_t games, made;
} news;

enum { PATH_ROOM = 4096, SHARED_GAMES_MAX = 2000 /* of a shard that goes through a database */ };

/* Prints the beginning of the names of its shards; returns the length. */
int run_prefix(const run *r, char *text, size_t room);

/* The path of shard `number` in a folder; path has PATH_ROOM bytes. */
void run_path(const run *r, const char *folder, uint32_t number, char *path);

/* A number for the settings that determine a shard's contents and have no field in its header. */
uint64_t run_sum_config(const run *r);

uint32_t run_games_of(const run *r, uint32_t number);

/* Whether the shard is there, complete and of this run. 0, or -1 after a message. */
int run_find_done(const run *r, shard *s, uint32_t number, bool *done);

/* Plays the games of a shard. False: memory is short, or r->stop is set. */
bool run_play_shard(const run *r, azj_engine *e, uint32_t number, shard *s);

/* Writes a shard that another process has played, if it is what this run wants. 0, errno, or -1
 * after a message. */
int run_keep_shard(const run *r, uint32_t number, shard *s);

/* ---- work/selfplay_job.c, or work_none.c ---- */
/* Makes all shards with the workers of r->store. False after a message. */
bool run_shared(cli_args *a, run *r,
                bool (*may_continue)(const run *r, uint64_t done, uint64_t made), uint64_t *done,
                uint64_t *made);

/* Runs process `job`: makes its shards, or finds them complete. Returns its exit code. */
int run_work(const run *r, uint32_t job);

#endif
