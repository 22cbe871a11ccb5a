/* transposition.h - the transposition table: results for positions already searched. */
#ifndef AI_TRANSPOSITION_H
#define AI_TRANSPOSITION_H

#include <stddef.h>
#include <stdint.h>

typedef enum tt_bound { TT_NONE, TT_UPPER, TT_LOWER, TT_EXACT } tt_bound;

enum { TT_SOLVED = 127 }; /* as a depth: the value depends on no playout */

typedef struct tt_entry {
    uint32_t key; /* the high half of the hash */
    int32_t value;
    uint16_t move;
    int8_t depth;
    uint8_t bound;
    uint16_t generation;
    uint16_t pad;
} tt_entry;

_Static_assert(sizeof(tt_entry) == 16, "a bucket is one cache line");

typedef struct tt {
    tt_entry *at;
    size_t buckets; /* a power of two, of TT_WAYS entries */
    uint16_t generation;
} tt;

enum { TT_WAYS = 4 };

/* A table in `bytes` bytes of zeroed memory. */
void tt_init(tt *t, void *memory, size_t bytes, uint16_t generation);

/* The entry of this position in this generation, or NULL. */
const tt_entry *tt_probe(const tt *t, uint64_t hash);

void tt_store(tt *t, uint64_t hash, int32_t value, tt_bound bound, int depth, uint16_t move);

#endif
