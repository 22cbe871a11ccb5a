/* clocks.c - see clocks.h. */
#include "server/clocks.h"

bool clocks_options_ok(const clocks_options *o)
{
    if (o->kind == CLOCKS_NONE)
        return true;
    return o->kind <= CLOCKS_MOVE && o->base_ms >= 1000 && o->base_ms <= CLOCKS_BASE_MAX_MS &&
           o->increment_ms <= 3600000 && o->delay_ms <= 3600000;
}

void clocks_begin(clocks *c, const clocks_options *o)
{
    *c = (clocks){.running = AZJ_NOBODY};
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++)
        c->left_ms[i] = o->kind == CLOCKS_NONE ? 0 : o->base_ms;
}

void clocks_run(clocks *c, unsigned seat, uint64_t now_ms)
{
    c->running = (uint8_t)seat;
    c->since_ms = now_ms;
    c->spent_ms = 0;
}

void clocks_hold(clocks *c, uint32_t spent_ms, uint64_t now_ms)
{
    c->since_ms = now_ms;
    c->spent_ms = spent_ms;
}

uint32_t clocks_spent(const clocks *c, uint64_t now_ms)
{
    const uint64_t passed = now_ms > c->since_ms ? now_ms - c->since_ms : 0;
    const uint64_t spent = passed + c->spent_ms;
    if (c->running == AZJ_NOBODY)
        return 0;
    return spent < UINT32_MAX ? (uint32_t)spent : UINT32_MAX;
}

uint32_t clocks_left(const clocks *c, const clocks_options *o, unsigned seat, uint64_t now_ms)
{
    if (o->kind == CLOCKS_NONE)
        return UINT32_MAX;
    if (seat != c->running)
        return c->left_ms[seat];
    const uint32_t spent = clocks_spent(c, now_ms);
    const uint32_t counted = spent > o->delay_ms ? spent - o->delay_ms : 0;
    return counted >= c->left_ms[seat] ? 0 : c->left_ms[seat] - counted;
}

bool clocks_expired(const clocks *c, const clocks_options *o, uint64_t now_ms)
{
    return c->running != AZJ_NOBODY && clocks_left(c, o, c->running, now_ms) == 0;
}

uint32_t clocks_after_move(const clocks *c, const clocks_options *o, uint64_t now_ms)
{
    if (o->kind == CLOCKS_NONE || c->running == AZJ_NOBODY)
        return 0;
    if (o->kind == CLOCKS_MOVE)
        return o->base_ms;
    const uint64_t left = clocks_left(c, o, c->running, now_ms) + (uint64_t)o->increment_ms;
    return left > CLOCKS_BASE_MAX_MS ? CLOCKS_BASE_MAX_MS : (uint32_t)left;
}
