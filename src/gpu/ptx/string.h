/* string.h - the few functions of the C library that the rules use, for a GPU, which has none. */
#ifndef GPU_PTX_STRING_H
#define GPU_PTX_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
