/* clocks.c - base/clock.h on virtual time: every node's clocks are wrong in their own way. */
#include "sim.h"

#include "base/clock.h"

/* Far from 0, as on a machine that has been up for a while. */
static const uint64_t BOOT_US = 5000000000u;
static const int64_t WALL_US = 1800000000000000;

enum { ASK_US = 700, BEGIN_US = 90000 };

static uint64_t steady_us(void)
{
    const sim_node *n = sim_node_now();
    if (!n)
        return BOOT_US + sim_now();
    return BOOT_US + n->steady_us + sim_now() +
           (uint64_t)((int64_t)sim_now() * n->rate_ppm / 1000000);
}

uint64_t clock_mono_ns(void)
{
    return steady_us() * 1000u;
}

uint64_t clock_mono_us(void)
{
    return steady_us();
}

uint64_t clock_mono_ms(void)
{
    return steady_us() / 1000u;
}

int64_t clock_wall_ms(void)
{
    const sim_node *n = sim_node_now();
    return (WALL_US + (int64_t)(sim_now() + removal_jumped_us()) + (n ? n->wall_skew_us : 0)) /
           1000;
}

uint64_t clock_thread_ns(void)
{
    return steady_us() * 1000u;
}

uint64_t clock_process_ns(void)
{
    return steady_us() * 1000u;
}

/* Nothing takes time by itself here, so a bot's search takes some with every look at the clock. */
uint64_t clock_engine_us(void *unused)
{
    static uint64_t asked;
    (void)unused;
    const uint64_t before = task_take_thinking();
    task_think(before ? before + ASK_US : 1000 + sim_random(BEGIN_US));
    asked += ASK_US;
    return asked;
}

uint64_t clock_engine_thread_us(void *unused)
{
    return clock_engine_us(unused);
}

void clock_sleep_us(uint64_t us)
{
    task_sleep(us);
}

void clock_cond_init(pthread_cond_t *cond)
{
    pthread_cond_init(cond, NULL);
}

struct timespec clock_deadline(uint64_t ms)
{
    const uint64_t us = sim_now() + ms * 1000u;
    return (struct timespec){(time_t)(us / 1000000u), (long)(us % 1000000u) * 1000};
}
