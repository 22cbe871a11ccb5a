/* sim.h - the deterministic simulation of several nodes on one store: what its files share.
 *
 *   tasks.c     virtual time, and threads that are coroutines: nothing runs at the same time
 *   clocks.c    base/clock.h on virtual time, with an error of its own for each node
 *   log.c       server/log.h: what a node may never log
 *   away.c      server/bots_away.h: no worker thinks for a node
 *   network.c   server/transport.h between nodes and simulated clients
 *   database.c  one store for all nodes, and what can go wrong on the way to it
 *   truth.c     the history of all tables as the store has it, and the laws that it must keep
 *   client.c    people who play through messages, at one node or another
 *   message.c   what clients receive, compared with the history
 *   removal.c   tables that the host closes, or that expire
 *   world.c     nodes, clients and faults of a seed
 *   main.c      the program
 *
 * A node is the server's own code (server_new, server_run): hub, tables, sessions, leases, timers,
 * and also writer and workers, whose threads become coroutines of one thread. Only what touches the
 * machine is replaced when the program is linked: clock, log, transport and the database's driver.
 * Every choice comes from one generator, so a seed has one history.
 */
#ifndef TESTS_SIM_H
#define TESTS_SIM_H

#include "server/store.h"
#include "server/transport.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIM_NODES_MAX = 100, SIM_CLIENTS_MAX = 400, SIM_MS = 1000, SIM_S = 1000000 };

/* ---- A node, which lives again after its end (world.c) ---- */
typedef struct sim_store sim_store;
typedef struct task task;

typedef struct sim_node {
    unsigned index;
    uint32_t life;         /* counts its starts */
    bool up;               /* it listens */
    bool killed;           /* its tasks end, and change nothing outside any more */
    uint64_t paused_until; /* its tasks do not run before then */
    uint64_t steady_us;    /* added to virtual time by its steady clock … */
    int64_t rate_ppm;      /* … which runs too fast by this */
    int64_t wall_skew_us;
    uint64_t cut_from, cut_until; /* it does not reach the store */
    bool cut_resets;              /* connections end at once, instead of getting no answer */
    uint64_t slow_until;          /* the store answers slowly */
    uint64_t hurt_until;          /* some fault was at work: for checks that need a healthy node */
    char remove[16];              /* the table that it closes in its next turn; "": none */
    bool is_doomed;    /* its next event is not stored, and its table removed elsewhere */
    uint64_t sweep_at; /* when it looks for expired tables; 0: by its own clock */
    struct server *server;
    transport *net;
    sim_store *store;
    task *first_task;
} sim_node;

/* ---- tasks.c ---- */
typedef void sim_action(void *context, uint64_t value);

void sim_begin(uint64_t seed);
uint64_t sim_now(void); /* µs since the begin of the simulation */
void sim_at(uint64_t when, sim_action *action, void *context, uint64_t value);
void sim_run_until(uint64_t when);
void sim_drain(void); /* runs all that is left */
uint64_t sim_random(uint64_t below);
bool sim_chance(unsigned of_1000);
uint64_t sim_between(uint64_t least, uint64_t most);
/* Everything that happens is added to one hash. */
void sim_note(const void *bytes, size_t length);
void sim_note_number(uint64_t value);
uint64_t sim_hash(void);

task *task_start(sim_node *n, void (*run)(void *), void *context);
task *task_current(void); /* NULL: none runs */
sim_node *sim_node_now(void);
void sim_set_node(sim_node *n); /* for calls into a node from outside its tasks */
void task_sleep(uint64_t us);   /* returns at once when the node was killed */
void task_block(void);          /* until task_wake, or the node was killed */
void task_wake(task *t);
void tasks_wake_all(sim_node *n);
uint64_t task_take_thinking(void);
void task_think(uint64_t us); /* time that the running task uses up at its next lock */

/* ---- network.c ---- */
typedef struct client client;

typedef struct link {
    uint64_t id; /* 0: not connected */
    sim_node *node;
    uint32_t life;
    uint64_t up_us, down_us; /* when the last thing arrives there, so that none overtakes another */
} link;

/* A request of HTTP. client_replied is called, or client_lost. */
void net_request(client *c, unsigned place, sim_node *n, const char *path, const char *cookie);
void net_connect(client *c, unsigned place, sim_node *n, const char *cookie);
void net_say(client *c, unsigned place, const char *text, size_t length);
/* Ends the link. `silently`: the node finds out much later. */
void net_end(client *c, unsigned place, bool silently);
void net_kill(sim_node *n); /* the process is gone: links break */
extern uint64_t net_slow_until;

/* ---- database.c ---- */
typedef enum plant { PLANT_NONE, PLANT_FENCE, PLANT_CONFLICT, PLANT_CATCH_UP, PLANT_REMOVAL } plant;
extern plant db_plant; /* a guard of the store that the simulation leaves out, to prove itself */

void db_begin(void);
void db_end(void);
void db_cut(sim_node *n, uint64_t us, bool resets);
void db_down(uint64_t us, bool resets); /* for all nodes */
void db_slow(uint64_t us);
void db_late_notes(uint64_t us);
/* The store itself was down or slow since then, or writers may still have been stuck. */
bool db_was_in_trouble(uint64_t since);
store *db_rows(void); /* what is stored, for the checker */

/* ---- removal.c ---- */
void removal_begin(sim_node *nodes, unsigned count, bool on);
bool removal_is_on(void);
uint64_t removal_jumped_us(void); /* what wall clocks have jumped */
void removal_ask(sim_node *n, const char *id);
/* True: this group of the node is not stored, and its table will be gone. */
bool removal_strikes(sim_node *n, const store_job *jobs, size_t count);

/* ---- world.c ---- */
typedef struct sim_figures {
    uint64_t faults, kills, stops, pauses, cuts, downs, slows, notes, skews, links; /* faults */
    uint64_t events, moves, bot_moves, confirmed, games, ended, standins;
    uint64_t removals, expired, conflicts, lost_answers, late_stores, messages, leases, time_ends;
} sim_figures;
extern sim_figures sim_count;

typedef struct sim_plan {
    unsigned nodes, parties, seconds;
    bool removals;
} sim_plan;

/* Plays one seed. NULL: no law was broken; else the first that was. */
const char *sim_play(uint64_t seed, const sim_plan *plan, uint64_t *hash);
sim_node *sim_any_node(void);
uint64_t sim_end_us(void); /* when faults and games end; then all catch up */
bool sim_is_over(void);
/* Something is wrong with a node (NULL: with all of them) until then. */
void sim_hurt(sim_node *n, uint64_t until);
uint64_t sim_hurt_until(void);

/* A law was broken. The first one counts. */
void sim_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool sim_failed(void);
extern bool sim_verbose;
void sim_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
