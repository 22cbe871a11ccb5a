/* table.h - the transposition table: what was found out about positions already searched. */
#ifndef AI_TABLE_H
#define AI_TABLE_H

#include <stddef.h>
#include <stdint.h>

typedef enum table_bound { TABLE_NONE, TABLE_UPPER, TABLE_LOWER, TABLE_EXACT } table_bound;

enum { TABLE_SOLVED = 127 }; /* as a depth: no estimate is below this value but the leaves' own */

typedef struct table_entry {
    uint32_t key; /* the high half of the hash */
    int32_t value;
    uint16_t move;
    int8_t depth;
    uint8_t bound;
    uint16_t generation;
    uint16_t pad;
} table_entry;

_Static_assert(sizeof(table_entry) == 16, "a bucket is one cache line");

typedef struct table {
    table_entry *at;
    size_t buckets; /* a power of two, of TABLE_WAYS entries */
    uint16_t generation;
} table;

enum { TABLE_WAYS = 4 };

/* A table in `bytes` bytes of zeroed memory. */
void table_init(table *t, void *memory, size_t bytes, uint16_t generation);

/* The entry of this position, or NULL. Entries of other generations are not there. */
const table_entry *table_find(const table *t, uint64_t hash);

void table_store(table *t, uint64_t hash, int32_t value, table_bound bound, int depth,
                 uint16_t move);

#endif
