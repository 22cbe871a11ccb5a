/* run.h - a run of self-play: many shards, made by several processes. */
#ifndef CLI_SELFPLAY_RUN_H
#define CLI_SELFPLAY_RUN_H

#include "cli/selfplay/game.h"

typedef struct run {
    selfplay_way way;
    const char *out, *bot, *again;
    const char *only_play; /* a given option that has no meaning with --again */
    uint64_t games, shard_games, jobs, seconds;
    uint64_t start_us;
    uint64_t way_sum;
    uint32_t shards;
    uint32_t *numbers; /* of the shards to relabel; NULL: 0, 1, 2, ... */
    int told;          /* the pipe on which workers report finished games */
} run;

/* A worker's report: the complete games, and how many of them it has just made. */
typedef struct news {
    uint32_t games, made;
} news;

enum { PATH_ROOM = 4096 };

/* Prints the beginning of the names of its shards; returns the length. */
int run_prefix(const run *r, char *text, size_t room);

/* The path of shard `number` in a folder; path has PATH_ROOM bytes. */
void run_path(const run *r, const char *folder, uint32_t number, char *path);

/* A number for the settings that determine a shard's contents and have no field in its header. */
uint64_t run_sum_way(const run *r);

/* Runs process `job`: makes its shards, or finds them complete. Returns its exit code. */
int run_work(const run *r, uint32_t job);

#endif
