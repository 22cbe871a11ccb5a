/* transposition.c - the transposition table: buckets of four, the shallowest entry is replaced. */
#include "ai/transposition.h"

#include <string.h>

void tt_init(tt *t, void *memory, size_t bytes, uint16_t generation)
{
    t->at = memory;
    t->buckets = 1;
    while (2 * t->buckets * TT_WAYS * sizeof(tt_slot) <= bytes)
        t->buckets *= 2;
    t->generation = generation;
}

static tt_slot *bucket(const tt *t, uint64_t hash)
{
    return &t->at[(hash & (t->buckets - 1)) * TT_WAYS];
}

/* The high half of the hash and the generation, which is never 0. */
static uint64_t key_of(const tt *t, uint64_t hash)
{
    return hash >> 32 << 32 | t->generation;
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool tt_probe(const tt *t, uint64_t hash, tt_entry *entry)
{
    const tt_slot *b = bucket(t, hash);
    const uint64_t key = key_of(t, hash);
    for (unsigned i = 0; i < TT_WAYS; i++) {
        const uint64_t data = load(&b[i].data);
        if ((load(&b[i].check) ^ data) == key) {
            memcpy(entry, &data, sizeof *entry);
            return true;
        }
    }
    return false;
}

/* The entry with the lowest priority is replaced. */
static int entry_priority(const tt *t, uint64_t key, uint64_t data)
{
    tt_entry e;
    memcpy(&e, &data, sizeof e);
    return (uint16_t)key != t->generation ? -1 : e.depth;
}

void tt_store(tt *t, uint64_t hash, tt_entry entry)
{
    tt_slot *b = bucket(t, hash), *into = b;
    const uint64_t key = key_of(t, hash);
    int lowest = INT32_MAX;
    uint64_t data;
    for (unsigned i = 0; i < TT_WAYS; i++) {
        data = load(&b[i].data);
        const uint64_t at = load(&b[i].check) ^ data;
        const int priority = at == key ? INT32_MIN : entry_priority(t, at, data);
        if (priority < lowest) {
            lowest = priority;
            into = &b[i];
        }
        if (at == key)
            break;
    }
    memcpy(&data, &entry, sizeof data);
    atomic_store_explicit(&into->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&into->data, data, memory_order_relaxed);
}
