/* tasks.c - virtual time, and the threads of the nodes as coroutines of one thread.
 *
 * The program is linked so that pthread_create, _join, _cond_wait and their like, where the
 * server's code calls them, are the functions here (mk/server.mk). A coroutine runs until it waits;
 * then the next action in time runs. Mutexes stay what they are: nobody waits while holding one.
 */
#include "sim.h"

#include "base/checksum.h"

#include <azulejo/rng.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK_BYTES = 512 << 10, GUARD_BYTES = 4096 };

/* ---- Actions in time ---- */
typedef struct moment {
    uint64_t when, order;
    sim_action *action;
    void *context;
    uint64_t value;
} moment;

static struct {
    uint64_t now, order, hash;
    moment *heap;
    size_t count, room;
    azj_rng rng;
    sim_node *node; /* whose code runs */
} sim;

struct task {
    task *next; /* of the same node */
    sim_node *node;
    void (*run)(void *);
    void *context;
    void *(*thread)(void *);
    ucontext_t here;
    char *stack;
    bool done, blocked, timed_out;
    uint64_t wait;       /* number of this wait: an older alarm does not end it */
    const void *waiting; /* condition variable */
    task *joiner;
    uint64_t thinking_us;
};

static ucontext_t loop;
static task *running;
static char *free_stacks; /* a list through their last bytes */
static task *free_tasks;  /* an old alarm may still name one, so their memory stays theirs */

static bool is_before(const moment *a, const moment *b)
{
    return a->when < b->when || (a->when == b->when && a->order < b->order);
}

void sim_at(uint64_t when, sim_action *action, void *context, uint64_t value)
{
    if (sim.count == sim.room) {
        sim.room = 2 * sim.room + 256;
        sim.heap = realloc(sim.heap, sim.room * sizeof *sim.heap);
        if (!sim.heap)
            abort();
    }
    moment m = {when > sim.now ? when : sim.now, ++sim.order, action, context, value};
    size_t at = sim.count++;
    for (; at && is_before(&m, &sim.heap[(at - 1) / 2]); at = (at - 1) / 2)
        sim.heap[at] = sim.heap[(at - 1) / 2];
    sim.heap[at] = m;
}

static moment next_moment(void)
{
    const moment first = sim.heap[0], last = sim.heap[--sim.count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < sim.count; at = child) {
        if (child + 1 < sim.count && is_before(&sim.heap[child + 1], &sim.heap[child]))
            child++;
        if (!is_before(&sim.heap[child], &last))
            break;
        sim.heap[at] = sim.heap[child];
    }
    sim.heap[at] = last;
    return first;
}

static void run_next(void)
{
    const moment m = next_moment();
    sim.now = m.when;
    m.action(m.context, m.value);
}

void sim_run_until(uint64_t when)
{
    while (sim.count && sim.heap[0].when <= when)
        run_next();
    sim.now = when;
}

void sim_drain(void)
{
    while (sim.count)
        run_next();
}

void sim_begin(uint64_t seed)
{
    sim.now = sim.order = 0;
    sim.hash = CHECKSUM_START;
    sim.node = NULL;
    azj_rng_seed(&sim.rng, seed);
}

uint64_t sim_now(void)
{
    return sim.now;
}

/* ---- Chance, and the hash of all that happens ---- */
uint64_t sim_random(uint64_t below)
{
    return azj_rng_next(&sim.rng) % below; /* the bias is too small to matter */
}

bool sim_chance(unsigned of_1000)
{
    return sim_random(1000) < of_1000;
}

uint64_t sim_between(uint64_t least, uint64_t most)
{
    return least + sim_random(most - least + 1);
}

void sim_note(const void *bytes, size_t length)
{
    sim.hash = checksum_add(sim.hash, bytes, length);
}

void sim_note_number(uint64_t value)
{
    sim_note(&value, sizeof value);
}

uint64_t sim_hash(void)
{
    return sim.hash;
}

/* ---- Coroutines ---- */
static char *stack_take(void)
{
    char *stack = free_stacks;
    if (stack) {
        memcpy(&free_stacks, stack + STACK_BYTES - sizeof(char *), sizeof(char *));
        return stack;
    }
    stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED || mprotect(stack, GUARD_BYTES, PROT_NONE) != 0)
        abort();
    return stack;
}

static void stack_give(char *stack)
{
    memcpy(stack + STACK_BYTES - sizeof(char *), &free_stacks, sizeof(char *));
    free_stacks = stack;
}

sim_node *sim_node_now(void)
{
    return sim.node;
}

void sim_set_node(sim_node *n)
{
    sim.node = n;
}

task *task_current(void)
{
    return running;
}

static void begin_task(void)
{
    task *t = running;
    if (t->thread)
        t->thread(t->context);
    else
        t->run(t->context);
    t->done = true;
    if (t->joiner)
        task_wake(t->joiner);
    swapcontext(&t->here, &loop); /* and never comes back */
}

static void unlink_task(task *t)
{
    task **at = &t->node->first_task;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
}

static void free_task(task *t)
{
    unlink_task(t);
    stack_give(t->stack);
    t->next = free_tasks;
    free_tasks = t;
}

static void resume_task(void *context, uint64_t wait)
{
    task *t = context;
    if (t->done || t->wait != wait)
        return;
    if (t->node->paused_until > sim.now && !t->node->killed) {
        sim_at(t->node->paused_until, resume_task, t, wait);
        return;
    }
    t->wait++;
    t->blocked = false;
    running = t;
    sim.node = t->node;
    swapcontext(&loop, &t->here);
    running = NULL;
    sim.node = NULL;
    if (t->done && !t->thread)
        free_task(t); /* the others are freed by whoever joins them */
}

static uint64_t waits; /* no two tasks have a wait of the same number */

task *task_start(sim_node *n, void (*run)(void *), void *context)
{
    task *t = free_tasks ? free_tasks : malloc(sizeof *t);
    if (!t)
        abort();
    if (t == free_tasks)
        free_tasks = t->next;
    memset(t, 0, sizeof *t);
    t->node = n;
    t->run = run;
    t->context = context;
    t->stack = stack_take();
    t->wait = waits += UINT64_C(1) << 32;
    t->next = n->first_task;
    n->first_task = t;
    getcontext(&t->here);
    t->here.uc_stack.ss_sp = t->stack;
    t->here.uc_stack.ss_size = STACK_BYTES - 64;
    t->here.uc_link = NULL;
    makecontext(&t->here, begin_task, 0);
    sim_at(sim.now, resume_task, t, t->wait);
    return t;
}

void task_block(void)
{
    task *t = running;
    if (t->node->killed && !t->waiting)
        return;
    t->blocked = true;
    swapcontext(&t->here, &loop);
}

void task_wake(task *t)
{
    if (t->blocked)
        sim_at(sim.now, resume_task, t, t->wait);
}

void tasks_wake_all(sim_node *n)
{
    for (task *t = n->first_task; t; t = t->next)
        task_wake(t);
}

void task_sleep(uint64_t us)
{
    task *t = running;
    if (t->node->killed)
        return;
    sim_at(sim.now + us, resume_task, t, t->wait);
    task_block();
}

void task_think(uint64_t us)
{
    if (running)
        running->thinking_us += us;
}

uint64_t task_take_thinking(void)
{
    const uint64_t us = running ? running->thinking_us : 0;
    if (running)
        running->thinking_us = 0;
    return us;
}

/* ---- Threads: what the linker gives to the server's code instead of pthread.h ---- */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*run)(void *),
                          void *context);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t);
int __wrap_pthread_cond_signal(pthread_cond_t *c);
int __wrap_pthread_cond_broadcast(pthread_cond_t *c);
int __wrap_pthread_mutex_lock(pthread_mutex_t *m);
int __real_pthread_mutex_lock(pthread_mutex_t *m);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*run)(void *),
                          void *context)
{
    (void)a;
    task *t = task_start(sim.node, NULL, context);
    t->thread = run;
    *thread = (pthread_t)(uintptr_t)t;
    return 0;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    task *t = (task *)(uintptr_t)thread;
    (void)result;
    while (!t->done) {
        t->joiner = running;
        running->waiting = t; /* waits even in a node that was killed: the other one ends soon */
        task_block();
        running->waiting = NULL;
    }
    free_task(t);
    return 0;
}

static void wait_for(const void *condition, pthread_mutex_t *m)
{
    running->waiting = condition;
    pthread_mutex_unlock(m);
    task_block();
    __real_pthread_mutex_lock(m);
    running->waiting = NULL;
}

int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    wait_for(c, m);
    return 0;
}

static void time_out(void *context, uint64_t wait)
{
    task *t = context;
    if (t->done || t->wait != wait)
        return;
    t->timed_out = true;
    resume_task(t, wait);
}

/* clock_deadline (clocks.c) gives virtual time. */
int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *at)
{
    task *t = running;
    t->timed_out = false;
    sim_at((uint64_t)at->tv_sec * SIM_S + (uint64_t)at->tv_nsec / 1000u, time_out, t, t->wait);
    wait_for(c, m);
    return t->timed_out ? ETIMEDOUT : 0;
}

static void wake_waiting(const void *condition, bool all)
{
    for (task *t = sim.node ? sim.node->first_task : NULL; t; t = t->next)
        if (t->blocked && t->waiting == condition) {
            task_wake(t);
            if (!all)
                return;
        }
}

int __wrap_pthread_cond_signal(pthread_cond_t *c)
{
    wake_waiting(c, false);
    return 0;
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *c)
{
    wake_waiting(c, true);
    return 0;
}

/* What a thread has computed takes time, which passes here: before others see the result. */
int __wrap_pthread_mutex_lock(pthread_mutex_t *m)
{
    const uint64_t us = task_take_thinking();
    if (us)
        task_sleep(us);
    return __real_pthread_mutex_lock(m);
}
