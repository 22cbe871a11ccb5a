/* team.c - several threads for one search: see team.h. */
#include "ai/team.h"

#ifndef __wasm__ /* a browser uses Workers with an instance each */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/* What one worker's thread runs. */
typedef struct ai_member {
    azj_engine engine;
    pthread_t thread;
    bool running;
    void (*work)(azj_engine *worker, void *context);
    void *context;
} ai_member;

struct ai_team {
    unsigned most; /* workers that were allocated */
    size_t bytes;  /* of each worker's memory; 0: not laid out yet */
    ai_budget whole;
    ai_member member[];
};

bool ai_team_new(azj_engine *e)
{
    const unsigned most = e->options.threads - 1;
    if (e->options.threads < 2)
        return true;
    e->team = calloc(1, sizeof *e->team + most * sizeof e->team->member[0]);
    if (!e->team)
        return false;
    e->team->most = most;
    return true;
}

void ai_team_free(azj_engine *e)
{
    free(e->team);
}

azj_engine *ai_team_member(azj_engine *e, unsigned i)
{
    return i == 0 ? e : &e->team->member[i - 1].engine;
}

/* A worker searches the same position as `e`, silently, with a generator of its own. */
static void prepare_worker(azj_engine *w, const azj_engine *e, unsigned member)
{
    w->member = member;
    w->first = e;
    w->bot = e->bot;
    w->config = e->config;
    w->options = e->options;
    w->options.progress = NULL;
    w->root = e->root;
    w->net = e->net;
    w->only = e->only;
    w->is_set = true;
    w->nodes = 0;
    memset(&w->info, 0, sizeof w->info);
    azj_rng_seed(&w->rng, e->options.seed ^ azj_hash(&e->root) ^ (uint64_t)member << 32);
}

/* What a worker's memory holds stays valid as long as it is that worker's. */
static void lay_out_worker(azj_engine *w, char *memory, size_t bytes)
{
    memset(memory, 0, bytes);
    w->memory = memory;
    w->bytes = w->own_bytes = bytes;
    w->shallow_generation = 0;
}

void ai_team_begin(azj_engine *e, size_t bytes)
{
    e->workers = 0;
    e->own_bytes = e->bytes;
    if (!e->team || e->config->skill.nodes || e->config->skill.heuristic)
        return; /* a level plays alike, however many threads there are */
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const bool same = e->memory_of && e->team->bytes == bytes;
    e->team->bytes = bytes;
    while (e->workers < e->team->most && e->own_bytes > bytes &&
           e->own_bytes - bytes >= e->bytes / 2) {
        e->own_bytes = (e->own_bytes - bytes) / ALIGNMENT * ALIGNMENT;
        azj_engine *w = ai_team_member(e, ++e->workers);
        if (!same)
            lay_out_worker(w, (char *)e->memory + e->own_bytes, bytes);
        prepare_worker(w, e, e->workers);
    }
}

static void *member_main(void *context)
{
    ai_member *m = context;
    m->work(&m->engine, m->context);
    return NULL;
}

void ai_team_run(azj_engine *e, void (*work)(azj_engine *worker, void *context), void *context)
{
    if (e->workers == 0)
        return;
    const uint64_t part = ai_nodes_left(e) / ai_team_size(e);
    e->team->whole = e->budget;
    if (e->budget.nodes)
        e->budget.nodes = e->nodes + (part ? part : 1);
    for (unsigned i = 0; i < e->workers; i++) {
        ai_member *m = &e->team->member[i];
        azj_engine *w = &m->engine;
        w->nodes = 0;
        w->budget = e->budget;
        if (w->budget.nodes)
            w->budget.nodes = part ? part : 1;
        atomic_store(&w->stop, false);
        atomic_store(&w->counted, 0);
        m->work = work;
        m->context = context;
        m->running = pthread_create(&m->thread, NULL, member_main, m) == 0;
    }
}

void ai_team_wait(azj_engine *e)
{
    if (e->workers == 0)
        return;
    const bool over = e->budget.over;
    for (unsigned i = 0; i < e->workers; i++) {
        ai_member *m = &e->team->member[i];
        if (!m->running)
            continue;
        pthread_join(m->thread, NULL);
        m->running = false;
        e->nodes += m->engine.nodes;
        m->engine.nodes = 0;
        atomic_store(&m->engine.counted, 0);
    }
    e->budget = e->team->whole;
    e->budget.over = over;
}

/* A worker that has nodes left of its part uses them, unless the search is finished without. */
void ai_team_stop(azj_engine *e)
{
    if (e->budget.nodes && e->nodes >= e->budget.nodes) {
        ai_team_wait(e);
        return;
    }
    for (unsigned i = 0; i < e->workers; i++)
        atomic_store(&e->team->member[i].engine.stop, true);
    ai_team_wait(e);
}

uint64_t ai_team_nodes(const azj_engine *e)
{
    uint64_t nodes = e->nodes;
    for (unsigned i = 0; i < e->workers; i++)
        nodes += atomic_load_explicit(&e->team->member[i].engine.counted, memory_order_relaxed);
    return nodes;
}

void ai_team_yield(void)
{
    sched_yield();
}

#else

bool ai_team_new(azj_engine *e)
{
    (void)e;
    return true;
}

void ai_team_free(azj_engine *e)
{
    (void)e;
}

azj_engine *ai_team_member(azj_engine *e, unsigned i)
{
    (void)i;
    return e;
}

void ai_team_begin(azj_engine *e, size_t bytes)
{
    (void)bytes;
    e->own_bytes = e->bytes;
}

void ai_team_run(azj_engine *e, void (*work)(azj_engine *worker, void *context), void *context)
{
    (void)e;
    (void)work;
    (void)context;
}

void ai_team_stop(azj_engine *e)
{
    (void)e;
}

void ai_team_wait(azj_engine *e)
{
    (void)e;
}

uint64_t ai_team_nodes(const azj_engine *e)
{
    return e->nodes;
}

void ai_team_yield(void)
{
}

#endif
