/* map.h - short strings to pointers: a hash table that grows. */
#ifndef SERVER_MAP_H
#define SERVER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAP_KEY_MAX = 48 };

typedef struct map_entry {
    struct map_entry *next;
    void *value;
    char key[MAP_KEY_MAX];
} map_entry;

typedef struct map {
    map_entry **heads;
    size_t size, count;
    uint8_t secret[16]; /* the key of the hash: nobody outside can choose keys that collide */
} map;

bool map_init(map *m);
void map_release(map *m); /* the values are the caller's */
void *map_get(const map *m, const char *key);
/* The key must be new. False: there is no memory, or the key has MAP_KEY_MAX bytes or more. */
bool map_put(map *m, const char *key, void *value);
void map_drop(map *m, const char *key);
void map_clear(map *m); /* drops all */

/* for (map_entry *e = map_first(&m); e; e = map_next(&m, e)): drop nothing meanwhile. */
map_entry *map_first(const map *m);
map_entry *map_next(const map *m, const map_entry *e);

#endif
