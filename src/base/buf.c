/* buf.c - a bounded text buffer: see buf.h. */
#include "base/buf.h"

#include <stdbool.h>
#include <string.h>

void buf_bytes(buf *b, const char *bytes, size_t count)
{
    if (b->length < b->size) {
        const size_t room = b->size - b->length;
        memcpy(b->at + b->length, bytes, count < room ? count : room);
    }
    b->length += count;
}

void buf_text(buf *b, const char *text)
{
    buf_bytes(b, text, strlen(text));
}

void buf_unsigned(buf *b, uint64_t number)
{
    char digits[20];
    size_t n = sizeof digits;
    if (number < 10) { /* most numbers of a position */
        buf_char(b, (char)('0' + number));
        return;
    }
    do
        digits[--n] = (char)('0' + number % 10);
    while (number /= 10);
    buf_bytes(b, digits + n, sizeof digits - n);
}

void buf_number(buf *b, int64_t number)
{
    if (number < 0)
        buf_char(b, '-');
    buf_unsigned(b, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

enum { JSON_ESCAPE_MAX = 6 }; /* \u001f */

static buf json_escape(buf b, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    buf_char(&b, '\\');
    switch (c) {
    case '"':
    case '\\':
        buf_char(&b, (char)c);
        break;
    case '\n':
        buf_char(&b, 'n');
        break;
    case '\t':
        buf_char(&b, 't');
        break;
    case '\r':
        buf_char(&b, 'r');
        break;
    default:
        buf_text(&b, "u00");
        buf_char(&b, hex[c >> 4]);
        buf_char(&b, hex[c & 15]);
    }
    return b;
}

static bool needs_escape(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\' || c == 0x7f;
}

/* The same where there is room for escapes only. Returns the end. */
static char *write_json_string(char *to, const char *bytes, size_t count)
{
    *to++ = '"';
    for (size_t i = 0; i < count; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (needs_escape(c))
            to += json_escape(buf_on(to, JSON_ESCAPE_MAX), c).length;
        else
            *to++ = (char)c;
    }
    *to++ = '"';
    return to;
}

void buf_json_string(buf *b, const char *bytes, size_t count)
{
    if (b->length < b->size && (b->size - b->length) / JSON_ESCAPE_MAX > count) {
        char *to = b->at + b->length;
        b->length += (size_t)(write_json_string(to, bytes, count) - to);
        return;
    }
    buf out = *b; /* stays in registers */
    buf_char(&out, '"');
    for (size_t i = 0; i < count; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (needs_escape(c))
            out = json_escape(out, c);
        else
            buf_char(&out, (char)c);
    }
    buf_char(&out, '"');
    *b = out;
}

size_t buf_end(buf *b)
{
    if (b->size)
        b->at[b->length < b->size ? b->length : b->size - 1] = '\0';
    return b->length;
}
