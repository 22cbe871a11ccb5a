/* load.h - games played against a server, or several nodes, by one thread, and all delays that it
 * measures. */
#ifndef CLI_LOAD_LOAD_H
#define CLI_LOAD_LOAD_H

#include "cli/load/wire.h"

#include <azulejo/rules.h>

enum { LOAD_SEATS = 2, LOAD_SOCKETS = 4 }; /* of a table: two players, two spectators */
enum { LOAD_TARGETS_MAX = 8 };

/* Microseconds, in steps of 100, up to 10 s. */
enum { LOAD_STEPS = 100000, LOAD_STEP_US = 100 };
typedef struct load_times {
    uint32_t step[LOAD_STEPS];
    uint64_t count, max_us;
} load_times;

void load_times_add(load_times *t, uint64_t us);
double load_times_ms(const load_times *t, double share); /* 0.99: the 99th percentile */

typedef struct load_table {
    wire wire[LOAD_SOCKETS];
    char id[24], key[32];
    char rules[12];
    uint8_t phase;
    uint8_t joined, ready;
    azj_state view; /* as seat 0 sees it */
    uint32_t ply;
    uint64_t due_us;          /* when to move next; 0: not now */
    uint64_t sent_us;         /* when the move that is under way was sent */
    uint64_t number;          /* of the move, for its id */
    uint32_t seen;            /* sockets that have not seen it yet, a bit each */
    uint8_t at[LOAD_SOCKETS]; /* the target where each socket is */
    uint32_t away;            /* sockets that were lost and are not back yet, a bit each */
    uint32_t n;               /* the last event that a player has seen */
    char cookie[LOAD_SEATS][WIRE_COOKIE_MAX];
    uint32_t left_ms[LOAD_SEATS]; /* the clocks after it … */
    uint64_t left_us;             /* … when it arrived; 0: none so far */
} load_table;

/* Several targets: what a lost one cost. Clocks are compared with what passed here between two
 * events of a table. */
typedef struct load_loss {
    uint64_t first_us;        /* when the first socket was lost; 0: none */
    uint64_t sockets, back;   /* lost, and at another target again */
    load_times back_times;    /* since first_us */
    uint64_t refused;         /* moves that were refused and played again */
    uint64_t clocks;          /* comparisons */
    double most_ms, least_ms; /* what a clock showed too much and too little of what passed */
} load_loss;

typedef struct load {
    uint16_t ports[LOAD_TARGETS_MAX];
    uint32_t ports_nb, tables_nb, crowd_nb;
    uint32_t think_ms;
    load_table *tables;
    wire *crowd;            /* all watch table 0 */
    uint32_t *lost_sockets; /* a ring: those that are to come back */
    uint32_t lost_first, lost_nb;
    int poll;
    azj_rng rng;
    load_times screen;  /* from the move to each screen */
    load_times confirm; /* from the move to its ok */
    load_times crowd_screen;
    load_loss loss;
    char watcher[WIRE_COOKIE_MAX];
    uint64_t moves, games, errors, lost;
    char problem[256]; /* the first one */
} load;

/* Opens all sockets; false: `problem` says why not. */
bool load_open(load *l);
bool load_begin(load *l); /* tables are made and games begin */
/* Plays for a time; what is measured is added up. */
void load_run(load *l, uint64_t seconds);
void load_forget(load *l); /* measures from here */
uint32_t load_live(const load *l);
void load_close(load *l);

#endif
