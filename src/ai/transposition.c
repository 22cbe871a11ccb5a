/* transposition.c - the transposition table: buckets of four, the shallowest entry is replaced. */
#include "ai/transposition.h"

void tt_init(tt *t, void *memory, size_t bytes, uint16_t generation)
{
    t->at = memory;
    t->buckets = 1;
    while (2 * t->buckets * TT_WAYS * sizeof(tt_entry) <= bytes)
        t->buckets *= 2;
    t->generation = generation;
}

static tt_entry *bucket(const tt *t, uint64_t hash)
{
    return &t->at[(hash & (t->buckets - 1)) * TT_WAYS];
}

const tt_entry *tt_probe(const tt *t, uint64_t hash)
{
    const tt_entry *b = bucket(t, hash);
    for (unsigned i = 0; i < TT_WAYS; i++)
        if (b[i].key == (uint32_t)(hash >> 32) && b[i].generation == t->generation &&
            b[i].bound != TT_NONE)
            return &b[i];
    return NULL;
}

/* The entry with the lowest priority is replaced. */
static int entry_priority(const tt *t, const tt_entry *e)
{
    return e->bound == TT_NONE || e->generation != t->generation ? -1 : e->depth;
}

void tt_store(tt *t, uint64_t hash, int32_t value, tt_bound bound, int depth, uint16_t move)
{
    tt_entry *b = bucket(t, hash), *into = b;
    const uint32_t key = (uint32_t)(hash >> 32);
    for (unsigned i = 0; i < TT_WAYS; i++) {
        if (b[i].key == key && b[i].generation == t->generation) {
            into = &b[i];
            break;
        }
        if (entry_priority(t, &b[i]) < entry_priority(t, into))
            into = &b[i];
    }
    *into = (tt_entry){.key = key,
                       .value = value,
                       .move = move,
                       .depth = (int8_t)depth,
                       .bound = (uint8_t)bound,
                       .generation = t->generation};
}
