/* words.h - splits a protocol line into words: slices of the line, not copies. */
#ifndef PROTO_WORDS_H
#define PROTO_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROTO_VERSION = 1,
    PROTO_LINE_MAX = 131072 /* bytes of a line with its LF; longer ones are refused */
};

/* A part of a line, without a terminating 0. */
typedef struct proto_word {
    const char *at;
    size_t length;
} proto_word;

/* The unread rest of a line. */
typedef struct proto_words {
    const char *at, *end;
} proto_words;

static inline proto_words proto_words_of(proto_word w)
{
    return (proto_words){w.at, w.at + w.length};
}

/* Reads the next word; false at the end. Blanks separate words. */
bool proto_next(proto_words *line, proto_word *word);

/* The rest of the line, without blanks around it. */
proto_word proto_rest(proto_words *line);

/* Returns whether only blanks are left. */
bool proto_ended(proto_words line);

bool proto_is(proto_word word, const char *text);

/* Reads decimal digits; the number is at most `max`. */
bool proto_number(proto_word word, uint64_t max, uint64_t *value);

/* Reads a number like 0.61, -3 or 43.25, without exponent or infinity. */
bool proto_decimal(proto_word word, double *value);

/* The next word as a number. */
bool proto_next_number(proto_words *line, uint64_t max, uint64_t *value);

/* The index of a word in a list that ends with NULL, or -1. */
int proto_which(proto_word word, const char *const *names);

#endif
