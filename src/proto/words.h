/* words.h - a protocol line as words: slices of the line, nothing copied. */
#ifndef PROTO_WORDS_H
#define PROTO_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROTO_VERSION = 1,
    PROTO_LINE_MAX = 131072 /* bytes of a line with its LF; longer ones are refused */
};

/* A piece of a line; not ended by a 0. */
typedef struct proto_word {
    const char *at;
    size_t length;
} proto_word;

/* What is left of a line. */
typedef struct proto_words {
    const char *at, *end;
} proto_words;

static inline proto_words proto_words_of(proto_word w)
{
    return (proto_words){w.at, w.at + w.length};
}

/* The next word, or false at the end. Words are parted by blanks. */
bool proto_next(proto_words *line, proto_word *word);

/* All that is left, without blanks around it. */
proto_word proto_rest(proto_words *line);

/* Only blanks left. */
bool proto_ended(proto_words line);

bool proto_is(proto_word word, const char *text);

/* Decimal digits only, at most `max`. */
bool proto_number(proto_word word, uint64_t max, uint64_t *value);

/* Like 0.61, -3 or 43.25: no exponent, no infinity. */
bool proto_decimal(proto_word word, double *value);

/* The next word as a number. */
bool proto_next_number(proto_words *line, uint64_t max, uint64_t *value);

/* The place of a word in a list that ends in NULL, or -1. */
int proto_which(proto_word word, const char *const *names);

#endif
