/* table.c - the transposition table: buckets of four, the shallowest entry is replaced. */
#include "ai/table.h"

void table_init(table *t, void *memory, size_t bytes, uint16_t generation)
{
    t->at = memory;
    t->buckets = 1;
    while (2 * t->buckets * TABLE_WAYS * sizeof(table_entry) <= bytes)
        t->buckets *= 2;
    t->generation = generation;
}

static table_entry *bucket(const table *t, uint64_t hash)
{
    return &t->at[(hash & (t->buckets - 1)) * TABLE_WAYS];
}

const table_entry *table_find(const table *t, uint64_t hash)
{
    const table_entry *b = bucket(t, hash);
    for (unsigned i = 0; i < TABLE_WAYS; i++)
        if (b[i].key == (uint32_t)(hash >> 32) && b[i].generation == t->generation &&
            b[i].bound != TABLE_NONE)
            return &b[i];
    return NULL;
}

/* How much an entry is worth keeping. */
static int keep(const table *t, const table_entry *e)
{
    return e->bound == TABLE_NONE || e->generation != t->generation ? -1 : e->depth;
}

void table_store(table *t, uint64_t hash, int32_t value, table_bound bound, int depth,
                 uint16_t move)
{
    table_entry *b = bucket(t, hash), *into = b;
    const uint32_t key = (uint32_t)(hash >> 32);
    for (unsigned i = 0; i < TABLE_WAYS; i++) {
        if (b[i].key == key && b[i].generation == t->generation) {
            into = &b[i];
            break;
        }
        if (keep(t, &b[i]) < keep(t, into))
            into = &b[i];
    }
    *into = (table_entry){.key = key,
                          .value = value,
                          .move = move,
                          .depth = (int8_t)depth,
                          .bound = (uint8_t)bound,
                          .generation = t->generation};
}
