/* bench.h - fixed searches whose results are the same on every platform: a signature of the bots.
 *
 * They cover every rule set and number of seats, in positions of a few seeded games, with a fixed
 * number of nodes. The signature changes when a search or a weight changes. It must not differ
 * between compilers, processors and WebAssembly. */
#ifndef AI_BENCH_H
#define AI_BENCH_H

#include <azulejo/engine.h>

typedef struct ai_bench_result {
    uint64_t signature; /* of the chosen moves, their chances and the nodes */
    uint64_t nodes;
    uint64_t time_us; /* 0 without a clock */
    uint32_t positions;
} ai_bench_result;

enum { AI_BENCH_NODES = 1000, AI_BENCH_NEXT_ROUND_NODES = 60000 };

/* Runs the bot on `positions` positions of a rule set. `now_us` may be NULL. */
azj_error ai_bench(const char *bot, azj_rules rules, unsigned players, uint32_t positions,
                   uint64_t nodes, uint64_t (*now_us)(void *), ai_bench_result *result);

/* The signature of the strong bot over everything: AI_BENCH_NODES nodes, four positions for each
 * rule set and number of seats; and AI_BENCH_NEXT_ROUND_NODES nodes in those of the base game for
 * two. */
azj_error ai_bench_signature(ai_bench_result *result);

#endif
