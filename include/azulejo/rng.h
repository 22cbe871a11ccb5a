/* azulejo/rng.h - the seeded generator that callers hand to the rules.
 *
 * The rules have no generator of their own: the caller passes one to deal. It is xoshiro256++, so
 * the same seed gives the same game on every platform and compiler. A seed has 64 bits, which
 * splitmix64 spreads over the state, or 256 bits, which are the state. Bounded draws are unbiased
 * (Lemire's multiply-and-reject; no modulo).
 */
#ifndef AZULEJO_RNG_H
#define AZULEJO_RNG_H

#include <azulejo/api.h>
#include <stdint.h>

typedef struct azj_rng {
    uint64_t s[4];
} azj_rng;

/* Seeds the generator; every seed is valid, including zero. */
AZJ_INLINE void azj_rng_seed(azj_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng->s[i] = z ^ (z >> 31);
    }
}

/* Seeds the generator with 256 random bits, which become its state as they are. Four zero words,
 * with which xoshiro256++ would give zeros for ever, seed it like azj_rng_seed with 0. */
AZJ_INLINE void azj_rng_seed_256(azj_rng *rng, const uint64_t words[4])
{
    for (int i = 0; i < 4; i++)
        rng->s[i] = words[i];
    if (!(words[0] | words[1] | words[2] | words[3]))
        azj_rng_seed(rng, 0);
}

AZJ_INLINE uint64_t azj_rng_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* The next 64 random bits. */
AZJ_INLINE uint64_t azj_rng_next(azj_rng *rng)
{
    uint64_t *s = rng->s;
    const uint64_t result = azj_rng_rotl(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = azj_rng_rotl(s[3], 45);
    return result;
}

/* A uniform number in 0 .. n-1; n must be at least 1. */
AZJ_INLINE uint32_t azj_rng_below(azj_rng *rng, uint32_t n)
{
    uint64_t m = (azj_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        const uint32_t floor = (0u - n) % n; /* 2^32 mod n: what must be rejected */
        while ((uint32_t)m < floor)
            m = (azj_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

#endif
