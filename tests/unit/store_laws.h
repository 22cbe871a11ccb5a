/* store_laws.h - the laws that every back end of the store keeps, and helpers of its tests. */
#ifndef TESTS_STORE_LAWS_H
#define TESTS_STORE_LAWS_H

#include "server/store.h"

void keeps_the_laws(store *s); /* an empty one */
void put(store *s, const char *key, uint32_t n, const char *data);
void lists(store *s, const char *prefix, const char *expected);
void set_op(store_op *op, const char *key, uint32_t n, const char *data, bool is_new);

typedef struct listing {
    char text[4096];
    size_t length;
    unsigned damaged;
} listing;

bool list_row(void *context, const store_row *row);

#endif
