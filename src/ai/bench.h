/* bench.h - a fixed piece of thinking, the same on every platform: a signature of the bots.
 *
 * Every rule set and number of seats, positions of a few seeded games, a fixed number of nodes
 * each. The signature changes when any search or weight changes, and must never differ between
 * compilers, processors and WebAssembly. */
#ifndef AI_BENCH_H
#define AI_BENCH_H

#include <azulejo/engine.h>

typedef struct ai_bench_result {
    uint64_t signature; /* of all moves chosen, their chances and the nodes used */
    uint64_t nodes;
    uint64_t time_us; /* 0 without a clock */
    uint32_t positions;
} ai_bench_result;

enum { AI_BENCH_NODES = 1000, AI_BENCH_FAR = 60000 };

/* Runs the bot on `positions` positions of a rule set. `now_us` may be NULL. */
azj_error ai_bench(const char *bot, azj_rules rules, unsigned players, uint32_t positions,
                   uint64_t nodes, uint64_t (*now_us)(void *), ai_bench_result *result);

/* The signature of the strong bot over everything: AI_BENCH_NODES nodes, four positions for each
 * rule set and number of seats; and AI_BENCH_FAR nodes in those of the base game for two. */
azj_error ai_bench_signature(ai_bench_result *result);

#endif
