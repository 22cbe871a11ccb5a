/* duration.h - lengths of time as a person writes them: 45s, 30m, 12h, 7d, 2w. */
#ifndef SERVER_DURATION_H
#define SERVER_DURATION_H

#include <stdbool.h>
#include <stdint.h>

/* The longest: a hundred years, so that sums of times cannot overflow. */
#define DURATION_MAX_MS (36525ull * 86400000ull)

/* A whole number above 0 with one of the units s, m, h, d, w after it. */
bool duration_parse(const char *text, uint64_t *ms);

#endif
