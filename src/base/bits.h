/* bits.h - bit operations that rules and searches share. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <azulejo/pieces.h>
#include <azulejo/rng.h>
#include <stdint.h>

static inline unsigned bits_first(uint64_t x) /* index of the lowest set bit; x != 0 */
{
    return (unsigned)__builtin_ctzll(x);
}

static inline unsigned bits_last(uint32_t x) /* index of the highest set bit; x != 0 */
{
    return 31u - (unsigned)__builtin_clz(x);
}

static inline unsigned bits_count(uint64_t x)
{
#if defined(__POPCNT__) || defined(__wasm__) || defined(__aarch64__) || defined(__NVPTX__)
    return (unsigned)__builtin_popcountll(x);
#else
    /* Without the instruction gcc would call its run-time library; this is quicker. */
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)((x * 0x0101010101010101u) >> 56);
#endif
}

/* The place of set bit number n, from 0 and the lowest; x has more than n bits. */
static inline unsigned bits_select(uint64_t x, unsigned n)
{
    /* Bytes of `sums` count the bits up to and with this byte. */
    uint64_t sums = x - ((x >> 1) & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u;
    const uint64_t above = (sums | 0x8080808080808080u) - (n + 1) * 0x0101010101010101u;
    const unsigned byte = bits_first(above & 0x8080808080808080u) & ~7u; /* first sum above n */
    unsigned here = (unsigned)(x >> byte) & 0xffu;
    for (n -= (unsigned)(sums << 8 >> byte) & 0xffu; n != 0; n--)
        here &= here - 1;
    return byte + bits_first(here);
}

/* The lowest place of the unbroken run of set bits around place `at` of a short row. */
static inline unsigned bits_run_start(uint32_t row, unsigned at)
{
    /* The highest clear bit below `at`, shifted up by one; a sentinel stands below place 0. */
    return bits_last(((~row << 1) | 1u) & ((2u << at) - 1u));
}

/* The place after the end of that run. */
static inline unsigned bits_run_end(uint32_t row, unsigned at)
{
    return at + bits_first(~(uint64_t)(row >> at));
}

/* The colours of a multiset as a mask, one bit per colour. */
static inline unsigned bits_colours(azj_tiles tiles)
{
    /* Bit 7 of each lane says "not empty"; the product gathers the five bits. */
    const uint64_t present = (tiles + 0x7f7f7f7f7fu) & 0x8080808080u;
    return (unsigned)((present * 0x0000000102040810u) >> 39) & 31u;
}

/* Running sums by lane: how many tiles of this colour or one before it. */
static inline uint64_t bits_sums(azj_tiles bag)
{
    return (bag * AZJ_TILES_ONE) & 0xffffffffffu;
}

/* Tile number r (from 0) of a bag with these running sums, as a multiset of one. */
static inline azj_tiles bits_pick(uint64_t sums, uint64_t r)
{
    /* Bit 7 of a lane says that its sum is above r; the lowest such lane is the tile's colour. */
    const uint64_t above = (sums + (127u - r) * AZJ_TILES_ONE) & 0x8080808080u;
    return (above & (0 - above)) >> 7;
}

/* A tile drawn uniformly from a bag that holds `total` tiles: its colour. */
static inline unsigned bits_draw(azj_tiles bag, unsigned total, azj_rng *rng)
{
    return bits_first(bits_pick(bits_sums(bag), azj_rng_below(rng, total))) >> 3;
}

/* 64-bit hash of `words` words: four independent lanes, then one strong finish. */
static inline uint64_t bits_hash(const uint64_t *word, unsigned words)
{
    uint64_t h[4] = {0x243f6a8885a308d3u, 0x13198a2e03707344u, 0xa4093822299f31d0u,
                     0x082efa98ec4e6c89u};
    for (unsigned i = 0; i < words; i++) {
        uint64_t x = (h[i & 3u] ^ word[i]) * 0x9fb21c651e98df25u;
        h[i & 3u] = x ^ (x >> 29);
    }
    uint64_t x = h[0] ^ azj_rng_rotl(h[1], 17) ^ azj_rng_rotl(h[2], 31) ^ azj_rng_rotl(h[3], 47);
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

#endif
