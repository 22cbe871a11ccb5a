/* transposition.h - the transposition table: results for positions already searched. Several
 * threads may use one table at the same time (team.h). */
#ifndef AI_TRANSPOSITION_H
#define AI_TRANSPOSITION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tt_bound { TT_NONE, TT_UPPER, TT_LOWER, TT_EXACT } tt_bound;

enum { TT_SOLVED = 127 }; /* as a depth: the value depends on no playout */

typedef struct tt_entry {
    int32_t value;
    uint16_t move;
    int8_t depth;
    uint8_t bound;
} tt_entry;

/* Two words without a lock. `check` is the key xor `data`, so that an entry of which two threads
 * wrote one word each matches no position. */
typedef struct tt_slot {
    _Atomic uint64_t check;
    _Atomic uint64_t data; /* a tt_entry */
} tt_slot;

_Static_assert(sizeof(tt_entry) == 8, "an entry is one word");
_Static_assert(sizeof(tt_slot) == 16, "a bucket is one cache line");

typedef struct tt {
    tt_slot *at;
    size_t buckets; /* a power of two, of TT_WAYS entries */
    uint16_t generation;
} tt;

enum { TT_WAYS = 4 };

/* A table in `bytes` bytes of zeroed memory. */
void tt_init(tt *t, void *memory, size_t bytes, uint16_t generation);

/* Copies the entry of this position in this generation; false: there is none. */
bool tt_probe(const tt *t, uint64_t hash, tt_entry *entry);

void tt_store(tt *t, uint64_t hash, tt_entry entry);

#endif
