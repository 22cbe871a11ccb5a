/* checksum.h - FNV-1a with 64 bits, to detect damaged files. */
#ifndef BASE_CHECKSUM_H
#define BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#define CHECKSUM_START 0xcbf29ce484222325u

/* Adds these bytes to the checksum `sum`. */
static inline uint64_t checksum_add(uint64_t sum, const void *bytes, size_t n)
{
    for (const unsigned char *at = bytes, *end = at + n; at < end; at++)
        sum = (sum ^ *at) * 0x100000001b3u;
    return sum;
}

/* Compares two checksums, for qsort and bsearch. */
static inline int checksum_compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

#endif
