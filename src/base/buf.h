/* buf.h - a bounded text buffer: writing never overflows and never fails.
 *
 * Like snprintf, it counts the bytes of the whole text: if `length` ends up at `size` or more, the
 * text was truncated. So a caller can measure a text with size 0, and needs no check after each
 * piece.
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

/* Writes a JSON string with its quotes. The bytes must be UTF-8. */
void buf_json_string(buf *b, const char *bytes, size_t count);

/* Ends the text with a 0 (cutting the last byte if need be) and returns `length`. */
size_t buf_end(buf *b);

#endif
