/* buf.h - a bounded text buffer: writing never overflows and never fails.
 *
 * Like snprintf, it counts what was wanted: when `length` ends up at `size` or more, the text was
 * cut. So a caller may measure with size 0 first, and needs no check after each piece.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stddef.h>
#include <stdint.h>

typedef struct buf {
    char *at;
    size_t size;
    size_t length; /* what was written or would have been */
} buf;

static inline buf buf_on(char *out, size_t size)
{
    return (buf){out, size, 0};
}

static inline void buf_char(buf *b, char c)
{
    if (b->length < b->size)
        b->at[b->length] = c;
    b->length++;
}

void buf_bytes(buf *b, const char *bytes, size_t count);
void buf_text(buf *b, const char *text);
void buf_number(buf *b, int64_t number);
void buf_unsigned(buf *b, uint64_t number);

/* As a JSON string with its quotes. The bytes must be UTF-8. */
void buf_json_string(buf *b, const char *bytes, size_t count);

/* Ends the text with a 0 (cutting the last byte if need be) and returns `length`. */
size_t buf_end(buf *b);

#endif
