/* limits.h - how much one may do: a bucket that fills at a rate and is emptied by use. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bucket {
    uint64_t last_ms;
    uint32_t used; /* thousandths of a message; 0: full again */
} bucket;

/* One more? `rate` a second, and twice that at once. */
static inline bool bucket_take(bucket *b, uint32_t rate, uint64_t now_ms)
{
    const uint64_t freed = (now_ms - b->last_ms) * rate;
    b->last_ms = now_ms;
    b->used = freed >= b->used ? 0 : b->used - (uint32_t)freed;
    if (b->used + 1000u > 2000u * rate)
        return false;
    b->used += 1000;
    return true;
}

#endif
