/* limits.h - rate limits: a bucket that fills at a rate and is emptied by use. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bucket {
    uint64_t last_ms;
    uint32_t used; /* thousandths of a message; 0: full again */
} bucket;

static inline uint32_t bucket_used(const bucket *b, uint32_t rate, uint64_t now_ms)
{
    const uint64_t freed = (now_ms - b->last_ms) * rate;
    return freed >= b->used ? 0 : b->used - (uint32_t)freed;
}

/* Takes `cost` if the bucket has it. It fills by `rate` a second and holds twice that. A larger
 * cost than a second's worth counts as a second's worth, so that it is possible at all. */
static inline bool bucket_take_many(bucket *b, uint32_t rate, uint32_t cost, uint64_t now_ms)
{
    cost = cost < rate ? cost : rate;
    b->used = bucket_used(b, rate, now_ms);
    b->last_ms = now_ms;
    if (b->used + 1000u * cost > 2000u * rate)
        return false;
    b->used += 1000u * cost;
    return true;
}

/* Takes one, whether or not the bucket has it. */
static inline void bucket_use(bucket *b, uint32_t rate, uint64_t now_ms)
{
    const uint32_t used = bucket_used(b, rate, now_ms) + 1000u;
    b->used = used < 2000u * rate ? used : 2000u * rate;
    b->last_ms = now_ms;
}

static inline bool bucket_take(bucket *b, uint32_t rate, uint64_t now_ms)
{
    return bucket_take_many(b, rate, 1, now_ms);
}

#endif
