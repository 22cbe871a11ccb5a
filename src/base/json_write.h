/* json_write.h - writes JSON onto a bounded buffer and inserts the commas.
 *
 *     json_writer w = json_write_object_on(&b);
 *     json_write_number(&w, "seat", 2);
 *     json_write_array(&w, "moves");
 *     json_write_string(&w, NULL, "3B2");
 *     json_write_array_end(&w);
 *     json_write_object_end(&w);          ->  {"seat":2,"moves":["3B2"]}
 *
 * A key is written as it is, so it must need no escape; it is NULL for an element of an array and
 * for the value as a whole. The buffer may be too small (or have no bytes at all, to measure), so
 * the writer stores whether a comma is due instead of reading the last byte.
 */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include "base/buf.h"

#include <stdbool.h>
#include <string.h>

typedef struct json_writer {
    buf *out;
    bool comma; /* the open container is not empty */
} json_writer;

static inline json_writer json_write_on(buf *out)
{
    return (json_writer){out, false};
}

/* Begins an object as the whole value. */
json_writer json_write_object_on(buf *out);

/* Writes the comma, if one is due, and "key": of `length` bytes; not NULL. */
void json_write_key_bytes(json_writer *w, const char *key, size_t length);

/* Writes the comma, if one is due, and "key":. The caller then writes the value. Inline, like those
 * below that are called for every field of a move, so that the length of a literal is known. */
static inline void json_write_key(json_writer *w, const char *key)
{
    if (key) {
        json_write_key_bytes(w, key, strlen(key));
        return;
    }
    if (w->comma)
        buf_char(w->out, ',');
    w->comma = true;
}

void json_write_object(json_writer *w, const char *key);
void json_write_object_end(json_writer *w);
void json_write_array(json_writer *w, const char *key);
void json_write_array_end(json_writer *w);

static inline void json_write_string(json_writer *w, const char *key, const char *text)
{
    json_write_key(w, key);
    buf_json_string(w->out, text, strlen(text));
}

static inline void json_write_unsigned(json_writer *w, const char *key, uint64_t value)
{
    json_write_key(w, key);
    buf_unsigned(w->out, value);
}

void json_write_number(json_writer *w, const char *key, int64_t value);
void json_write_flag(json_writer *w, const char *key, bool value);
void json_write_null(json_writer *w, const char *key);

/* Writes bytes as a string of hexadecimal digits. */
void json_write_hex(json_writer *w, const char *key, const uint8_t *bytes, size_t count);

/* Begins and ends a string; in between the caller writes bytes that need no escape to w->out. */
static inline void json_write_string_begin(json_writer *w, const char *key)
{
    json_write_key(w, key);
    buf_char(w->out, '"');
}

static inline void json_write_string_end(json_writer *w)
{
    buf_char(w->out, '"');
}

/* Writes a value that is already JSON. */
void json_write_raw(json_writer *w, const char *key, const char *json, size_t length);

#endif
