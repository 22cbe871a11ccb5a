/* bench_search.h - how fast the strong bot thinks, and what more time brings it. */
#ifndef CLI_BENCH_SEARCH_H
#define CLI_BENCH_SEARCH_H

#include <azulejo/engine.h>
#include <stdbool.h>

/* Nodes a second of working time at the beginnings of rounds, measured for about `seconds`. */
double bench_nodes_per_s(azj_rules rules, unsigned players, double seconds);

/* Boards of both seats seen anew and judged by the built-in network, and only judged (boards
 * remembered), a second of working time; 0 without a network. */
typedef struct bench_net {
    double anew, remembered;
} bench_net;

bench_net bench_net_per_s(azj_rules rules, unsigned players, double seconds);

/* Prints what is reached at the beginnings of rounds in 1, 10, 100 and 1000 ms of working time. */
void bench_growth(azj_rules rules, unsigned players, bool json);

#endif
