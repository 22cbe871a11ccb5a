/* world.c - a seed: nodes that live, fail and live again, people at tables, and what goes wrong. */
#include "truth.h"

#include "server/server.h"
#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRACE_S = 5,
    SETTLE_US = 15 * SIM_S, /* after the end, for all to catch up */
    SEEN_US = 4 * SIM_S,    /* what was stored before that, everybody has seen then */
    STANDING_US = (GRACE_S + 12) * SIM_S
};

static struct {
    sim_node node[SIM_NODES_MAX];
    client client[SIM_CLIENTS_MAX];
    party party[SIM_CLIENTS_MAX];
    unsigned nodes, clients, parties;
    uint64_t end_us, fault_us, hurt_until;
    bool over;
    char wrong[600];
} world;

sim_figures sim_count;
bool sim_verbose;

void sim_fail(const char *format, ...)
{
    va_list args;
    if (world.wrong[0])
        return;
    const int n = snprintf(world.wrong, sizeof world.wrong, "at %.3f s: ", (double)sim_now() / 1e6);
    va_start(args, format);
    vsnprintf(world.wrong + n, sizeof world.wrong - (size_t)n, format, args);
    va_end(args);
    sim_trace("%s", world.wrong);
}

bool sim_failed(void)
{
    return world.wrong[0] != 0;
}

void sim_trace(const char *format, ...)
{
    va_list args;
    if (!sim_verbose)
        return;
    printf("# %9.3f ", (double)sim_now() / 1e6);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

uint64_t sim_end_us(void)
{
    return world.end_us;
}

bool sim_is_over(void)
{
    return world.over;
}

void sim_hurt(sim_node *n, uint64_t until)
{
    world.hurt_until = until > world.hurt_until ? until : world.hurt_until;
    if (n && until > n->hurt_until)
        n->hurt_until = until;
    for (unsigned i = 0; !n && i < world.nodes; i++)
        if (until > world.node[i].hurt_until)
            world.node[i].hurt_until = until;
}

uint64_t sim_hurt_until(void)
{
    return world.hurt_until;
}

sim_node *sim_any_node(void)
{
    for (unsigned i = 0; i < 4; i++) {
        sim_node *n = &world.node[sim_random(world.nodes)];
        if (n->up && !n->killed)
            return n;
    }
    return NULL;
}

/* ---- Nodes ---- */
static void configure(config *c)
{
    config_default(c);
    snprintf(c->store, sizeof c->store, "postgresql://simulated/");
    c->grace_s = GRACE_S;
    c->bot_time_ms = 100;
    c->bot_jobs = 0;
    c->messages_per_second = 200;
    c->requests_per_second = 200;
    c->games_per_person = 1000;
    c->tables_per_minute = 1000;
    c->watchers_per_table = 100;
    c->open_days = c->guest_days = removal_is_on() ? 1 : c->guest_days;
}

static void start_node(void *context, uint64_t unused);

static void run_node(void *context)
{
    sim_node *n = context;
    config c;
    char error[CONFIG_ERROR_MAX] = "";
    configure(&c);
    while (!n->killed && !n->server) {
        n->server = server_new(&c, error, NULL);
        if (!n->server) {
            sim_trace("node %u: %s", n->index, error);
            task_sleep(500 * SIM_MS);
        }
    }
    if (n->server) {
        n->up = true;
        server_run(n->server);
        n->up = false;
        server_free(n->server);
        n->server = NULL;
    }
    if (!world.over)
        sim_at(sim_now() + sim_between(200 * SIM_MS, 6 * SIM_S), start_node, n, 0);
}

static void start_node(void *context, uint64_t unused)
{
    sim_node *n = context;
    (void)unused;
    if (world.over)
        return;
    n->life++;
    n->killed = n->up = false;
    n->steady_us = sim_random(1000000) * 1000;
    n->rate_ppm = (int64_t)sim_random(200) - 100;
    sim_hurt(n, sim_now() + 2 * SIM_S);
    task_start(n, run_node, n);
}

static void kill_node(sim_node *n)
{
    n->killed = true;
    n->up = false;
    n->paused_until = 0;
    tasks_wake_all(n);
}

/* ---- Faults ---- */
typedef struct fault {
    const char *name;
    void (*make)(sim_node *n);
    bool is_for_all;
} fault;

static void fault_kill(sim_node *n)
{
    if (n->up)
        kill_node(n);
    sim_hurt(n, sim_now() + 4 * SIM_S);
    sim_count.kills++;
}

static void fault_stop(sim_node *n)
{
    if (n->server && n->up)
        server_stop(n->server);
    sim_hurt(n, sim_now() + 4 * SIM_S);
    sim_count.stops++;
}

static void fault_pause(sim_node *n)
{
    n->paused_until = sim_now() + sim_between(50 * SIM_MS, sim_chance(500) ? SIM_S : 12 * SIM_S);
    sim_hurt(n, n->paused_until);
    sim_count.pauses++;
}

static void fault_cut(sim_node *n)
{
    db_cut(n, sim_between(20 * SIM_MS, sim_chance(500) ? SIM_S : 15 * SIM_S), sim_chance(500));
    sim_count.cuts++;
}

static void fault_down(sim_node *n)
{
    (void)n;
    db_down(sim_between(20 * SIM_MS, sim_chance(700) ? SIM_S : 10 * SIM_S), sim_chance(500));
    sim_count.downs++;
}

static void fault_slow(sim_node *n)
{
    n->slow_until = sim_now() + sim_between(SIM_S, 6 * SIM_S);
    sim_hurt(n, n->slow_until);
    sim_count.slows++;
}

static void fault_slow_store(sim_node *n)
{
    (void)n;
    db_slow(sim_between(SIM_S, 6 * SIM_S));
    sim_count.slows++;
}

static void fault_notes(sim_node *n)
{
    (void)n;
    db_late_notes(sim_between(SIM_S, 8 * SIM_S));
    sim_hurt(NULL, sim_now() + 10 * SIM_S);
    sim_count.notes++;
}

static void fault_skew(sim_node *n)
{
    n->wall_skew_us = (int64_t)sim_random(120 * (uint64_t)SIM_S) - 60 * SIM_S;
    sim_count.skews++;
}

static void fault_links(sim_node *n)
{
    (void)n;
    net_slow_until = sim_now() + sim_between(SIM_S, 5 * SIM_S);
    sim_hurt(NULL, net_slow_until);
    sim_count.links++;
}

static const fault faults[] = {
    {"kill", fault_kill, false},   {"kill", fault_kill, false},
    {"stop", fault_stop, false},   {"pause", fault_pause, false},
    {"pause", fault_pause, false}, {"pause", fault_pause, false},
    {"cut", fault_cut, false},     {"cut", fault_cut, false},
    {"slow", fault_slow, false},   {"skew", fault_skew, false},
    {"down", fault_down, true},    {"slow store", fault_slow_store, true},
    {"notes", fault_notes, true},  {"links", fault_links, true}};

/* A table is closed, sometimes while another node fails to store an event of it. */
static void fault_close(sim_node *n)
{
    const party *p = &world.party[sim_random(world.parties)];
    if (sim_chance(500))
        n->is_doomed = true;
    else if (p->table[0])
        removal_ask(n, p->table);
}

static const fault closing = {"close", fault_close, false};

/* What hurts all nodes at once comes as often whatever their number. */
static const fault *choose_fault(void)
{
    const fault *what;
    if (removal_is_on() && sim_chance(150))
        return &closing;
    do
        what = &faults[sim_random(sizeof faults / sizeof *faults)];
    while (what->is_for_all && sim_random(world.nodes) >= 5);
    return what;
}

static void next_fault(void *context, uint64_t unused)
{
    (void)context;
    (void)unused;
    if (world.over || sim_now() + 2 * SIM_S >= world.end_us)
        return;
    const fault *what = choose_fault();
    sim_node *n = &world.node[sim_random(world.nodes)];
    sim_trace("node %u: fault %s", n->index, what->name);
    what->make(n);
    sim_count.faults++;
    sim_at(sim_now() + sim_between(world.fault_us / 4, world.fault_us * 7 / 4), next_fault, NULL,
           0);
}

/* All is well again; what began before the end may still end. */
static void heal(void)
{
    db_down(0, false);
    db_slow(0);
    db_late_notes(0);
    net_slow_until = 0;
    for (unsigned i = 0; i < world.nodes; i++) {
        sim_node *n = &world.node[i];
        n->slow_until = 0;
        n->cut_until = n->cut_until > sim_now() + SIM_S ? sim_now() + SIM_S : n->cut_until;
    }
}

/* ---- People ---- */
static client *new_client(party *p, bool is_spectator)
{
    client *c = &world.client[world.clients];
    c->index = world.clients++;
    c->party = p;
    c->is_spectator = is_spectator;
    c->at[0].you = c->at[1].you = AZJ_NOBODY;
    snprintf(c->address, sizeof c->address, "10.1.%u.%u", c->index / 250, 1 + c->index % 250);
    client_start(c, sim_random(2 * SIM_S));
    return c;
}

static void new_party(uint64_t seed)
{
    party *p = &world.party[world.parties];
    p->index = world.parties++;
    p->rules = (unsigned)((seed + p->index) % 5);
    p->players = p->rules == 4 ? 2 : 2 + (unsigned)sim_random(3) % 3;
    p->people = 1 + (unsigned)sim_random(p->players);
    for (unsigned i = 0; i < 4; i++)
        p->bots[i] = 1 + (unsigned)sim_random(2);
    p->is_public = sim_chance(500);
    p->slowness_us = sim_between(100 * SIM_MS, 1500 * SIM_MS);
    snprintf(p->leaver, sizeof p->leaver, "%s", sim_chance(700) ? "bot" : "claim");
    if (sim_chance(300))
        snprintf(p->clock, sizeof p->clock, "{\"kind\":\"none\"}");
    else
        snprintf(p->clock, sizeof p->clock,
                 "{\"kind\":\"total\",\"base_ms\":%u,\"increment_ms\":%u,\"delay_ms\":0}",
                 (unsigned)sim_between(10, 60) * 1000, (unsigned)sim_random(3) * 500);
    for (unsigned i = 0; i < p->people; i++) {
        p->member[i] = new_client(p, false);
        p->member[i]->place = i;
    }
    if (sim_chance(500))
        new_client(p, true);
}

void truth_sits_in(const truth *t, const char *person)
{
    for (unsigned i = 0; i < world.clients; i++) {
        const client *c = &world.client[i];
        if (strcmp(c->person, person) == 0 && strcmp(c->at[0].table, t->id) == 0 &&
            sim_hurt_until() + STANDING_US < sim_now() && client_is_standing(c, STANDING_US))
            sim_fail("table %s: a bot sits in for client %u, who is there", t->id, i);
    }
}

void truth_expires(const truth *t)
{
    for (unsigned i = 0; i < world.clients; i++) {
        const client *c = &world.client[i];
        if (!c->is_spectator && strcmp(c->at[0].table, t->id) == 0 &&
            game_seat_of(&t->game, c->person) != AZJ_NOBODY &&
            sim_hurt_until() + STANDING_US < sim_now() && client_is_standing(c, STANDING_US))
            sim_fail("table %s expired under client %u, who is there", t->id, i);
    }
}

/* ---- The end ---- */
static void check_seen(const client *c)
{
    const socket_view *v = &c->at[0];
    const truth *t = v->table[0] ? truth_find(v->table) : NULL;
    if (t && t->removed_us) {
        if (t->removed_us + SEEN_US < sim_now())
            sim_fail("client %u at node %u does not know that table %s is removed", c->index,
                     v->to.node ? v->to.node->index : 0, t->id);
        return;
    }
    if (v->state != LINK_OPEN || (v->table[0] && !v->watching)) {
        sim_fail("client %u cannot reach its table %s", c->index, v->table);
        return;
    }
    if (t && v->n < truth_old_events(t, SEEN_US))
        sim_fail("client %u at node %u has seen event %u of %s; %u is stored", c->index,
                 v->to.node->index, v->n, t->id, truth_old_events(t, SEEN_US));
}

static void end_all(void)
{
    world.over = true;
    for (unsigned i = 0; i < world.nodes; i++)
        kill_node(&world.node[i]);
    sim_drain();
}

static void begin_world(uint64_t seed, const sim_plan *plan)
{
    sim_begin(seed);
    memset(&world, 0, sizeof world);
    net_slow_until = 0;
    db_begin();
    removal_begin(world.node, plan->nodes, plan->removals);
    truth_begin();
    world.end_us = plan->seconds * (uint64_t)SIM_S;
    world.nodes = plan->nodes;
    world.fault_us = sim_between(300 * SIM_MS, 3 * SIM_S);
    if (plan->nodes > 10)
        world.fault_us = world.fault_us * 10 / plan->nodes;
    for (unsigned i = 0; i < world.nodes; i++) {
        sim_node *n = &world.node[i];
        n->index = i;
        n->wall_skew_us = (int64_t)sim_random(20 * SIM_S) - 10 * SIM_S;
        sim_at(sim_random(SIM_S), start_node, n, 0);
    }
    for (unsigned i = 0; i < plan->parties && world.clients + 5 < SIM_CLIENTS_MAX; i++)
        new_party(seed);
    sim_at(3 * SIM_S, next_fault, NULL, 0);
}

static void run_while_good(uint64_t until)
{
    for (uint64_t at = sim_now(); at < until && !sim_failed(); at = sim_now())
        sim_run_until(at + 100 * SIM_MS < until ? at + 100 * SIM_MS : until);
}

const char *sim_play(uint64_t seed, const sim_plan *plan, uint64_t *hash)
{
    begin_world(seed, plan);
    run_while_good(world.end_us);
    if (!sim_failed())
        heal();
    run_while_good(world.end_us + SETTLE_US);
    for (unsigned i = 0; i < world.clients; i++)
        check_seen(&world.client[i]);
    truth_compare();
    *hash = sim_hash();
    end_all();
    truth_end();
    db_end();
    return world.wrong[0] ? world.wrong : NULL;
}
