/* fill.h - fills a store with running games, without a server. */
#ifndef CLI_LOAD_FILL_H
#define CLI_LOAD_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Games of `plies` random moves each; false: `error` says why. */
bool fill_store(const char *path, uint32_t games, uint32_t plies, char *error, size_t size);

#endif
