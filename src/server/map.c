/* map.c - see map.h. */
#include "server/map.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(crypto_shorthash_KEYBYTES == 16, "the map's secret is a SipHash key");

static size_t place(const map *m, const char *key)
{
    uint64_t h;
    crypto_shorthash((unsigned char *)&h, (const unsigned char *)key, strlen(key), m->secret);
    return (size_t)h & (m->size - 1);
}

bool map_init(map *m)
{
    *m = (map){.size = 64};
    randombytes_buf(m->secret, sizeof m->secret);
    m->heads = calloc(m->size, sizeof *m->heads);
    return m->heads != NULL;
}

void map_clear(map *m)
{
    for (size_t i = 0; m->heads && i < m->size; i++) {
        for (map_entry *e = m->heads[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
        m->heads[i] = NULL;
    }
    m->count = 0;
}

void map_release(map *m)
{
    map_clear(m);
    free(m->heads);
    m->heads = NULL;
}

void *map_get(const map *m, const char *key)
{
    for (map_entry *e = m->heads[place(m, key)]; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e->value;
    return NULL;
}

static void grow_map(map *m)
{
    map bigger = *m;
    bigger.size = 2 * m->size;
    bigger.heads = calloc(bigger.size, sizeof *bigger.heads);
    if (!bigger.heads)
        return; /* longer chains work too */
    for (size_t i = 0; i < m->size; i++)
        for (map_entry *e = m->heads[i], *next; e; e = next) {
            map_entry **head = &bigger.heads[place(&bigger, e->key)];
            next = e->next;
            e->next = *head;
            *head = e;
        }
    free(m->heads);
    *m = bigger;
}

bool map_put(map *m, const char *key, void *value)
{
    map_entry *e = strlen(key) < MAP_KEY_MAX ? malloc(sizeof *e) : NULL;
    if (!e)
        return false;
    if (m->count >= m->size)
        grow_map(m);
    map_entry **head = &m->heads[place(m, key)];
    snprintf(e->key, sizeof e->key, "%s", key);
    e->value = value;
    e->next = *head;
    *head = e;
    m->count++;
    return true;
}

void map_drop(map *m, const char *key)
{
    for (map_entry **at = &m->heads[place(m, key)]; *at; at = &(*at)->next)
        if (strcmp((*at)->key, key) == 0) {
            map_entry *e = *at;
            *at = e->next;
            free(e);
            m->count--;
            return;
        }
}

static map_entry *from_head(const map *m, size_t i)
{
    for (; i < m->size; i++)
        if (m->heads[i])
            return m->heads[i];
    return NULL;
}

map_entry *map_first(const map *m)
{
    return from_head(m, 0);
}

map_entry *map_next(const map *m, const map_entry *e)
{
    return e->next ? e->next : from_head(m, place(m, e->key) + 1);
}
