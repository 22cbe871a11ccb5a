/* removal.c - tables that end before their games: closed by the host through some node, or left and
 * expired. Only in some seeds, so that the others keep their histories. */
#include "truth.h"

#include "server/hub.h"
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With the shortest life of a table, two such steps are longer than its life, and none is so long
 * that a node counts as newly started (game_clock.c). */
enum { STEP_HOURS = 20, STEPS_US = 12 * SIM_S, STRIKE_US = 3 * SIM_S };

static struct {
    bool on;
    uint64_t jumped_us;
    sim_node *nodes;
    unsigned nodes_nb;
} removal;

bool removal_is_on(void)
{
    return removal.on;
}

uint64_t removal_jumped_us(void)
{
    return removal.jumped_us;
}

/* ---- Time for tables to expire ---- */
static void jump(void *context, uint64_t steps)
{
    (void)context;
    if (sim_is_over())
        return;
    if (sim_now() < sim_end_us()) {
        removal.jumped_us += (uint64_t)STEP_HOURS * 3600 * SIM_S;
        sim_trace("%d hours pass", STEP_HOURS);
    }
    for (unsigned i = 0; i < removal.nodes_nb; i++)
        removal.nodes[i].sweep_at = sim_now() + sim_random(SIM_S);
    sim_at(sim_now() + STEPS_US / 2 + sim_random(STEPS_US), jump, NULL, steps + 1);
}

void removal_begin(sim_node *nodes, unsigned count, bool on)
{
    memset(&removal, 0, sizeof removal);
    removal.on = on;
    removal.nodes = nodes;
    removal.nodes_nb = count;
    if (on)
        sim_at(SIM_S * 10 + sim_random(STEPS_US), jump, NULL, 0);
}

/* ---- The host closes a table ---- */
void removal_ask(sim_node *n, const char *id)
{
    snprintf(n->remove, sizeof n->remove, "%s", id);
}

/* Half of the time something holds up the node before the removal is stored. */
static void hold_up(sim_node *n)
{
    if (sim_chance(500))
        return;
    n->paused_until = sim_now() + sim_between(10 * SIM_MS, 4 * SIM_S);
    sim_hurt(n, n->paused_until);
}

void __wrap_nodes_turn(hub *h);
void __real_nodes_turn(hub *h);

void __wrap_nodes_turn(hub *h)
{
    sim_node *n = sim_node_now();
    __real_nodes_turn(h);
    if (n->remove[0] && !n->killed) {
        char id[ID_MAX];
        memcpy(id, n->remove, sizeof id);
        n->remove[0] = 0;
        if (table_remove(h, id, "closed", NULL, NULL, NULL)) {
            sim_trace("node %u closes table %s", n->index, id);
            hold_up(n);
        }
    }
    if (n->sweep_at && sim_now() > n->sweep_at) {
        n->sweep_at = 0;
        h->minute_ms = 0;
    }
}

/* ---- Removed elsewhere while a commit fails ---- */
static const char *table_of(const store_job *jobs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < jobs[i].count; k++)
            if (jobs[i].ops[k].is_new && strncmp(jobs[i].ops[k].key, "event/", 6) == 0)
                return jobs[i].ops[k].key + 6;
    return NULL;
}

bool removal_strikes(sim_node *n, const store_job *jobs, size_t count)
{
    const char *id = n->is_doomed ? table_of(jobs, count) : NULL;
    sim_node *other = id && truth_find(id) ? sim_any_node() : NULL;
    if (!other || other == n)
        return false;
    n->is_doomed = false;
    removal_ask(other, id);
    db_cut(n, sim_between(SIM_S, STRIKE_US), true);
    sim_trace("node %u fails to store table %s, which node %u closes", n->index, id, other->index);
    return true;
}
