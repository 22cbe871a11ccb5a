/* json_write.h - writes JSON onto a bounded buffer and puts the commas in.
 *
 *     json_writer w = json_write_on(&b);
 *     json_write_object(&w, NULL);
 *     json_write_number(&w, "seat", 2);
 *     json_write_array(&w, "moves");
 *     json_write_string(&w, NULL, "3B2");
 *     json_write_array_end(&w);
 *     json_write_object_end(&w);          ->  {"seat":2,"moves":["3B2"]}
 *
 * A key is written as it is, so it must need no escape; it is NULL for an element of an array and
 * for the value as a whole. As the buffer may be too small (or have no bytes at all, to measure),
 * the writer remembers itself whether a comma is due, and never looks at what was written.
 */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include "base/buf.h"

#include <stdbool.h>

typedef struct json_writer {
    buf *out;
    bool comma; /* something stands before in the container that is open */
} json_writer;

static inline json_writer json_write_on(buf *out)
{
    return (json_writer){out, false};
}

/* The comma, if one is due, and "key":. The value is then up to the caller. */
void json_write_key(json_writer *w, const char *key);

void json_write_object(json_writer *w, const char *key);
void json_write_object_end(json_writer *w);
void json_write_array(json_writer *w, const char *key);
void json_write_array_end(json_writer *w);

void json_write_string(json_writer *w, const char *key, const char *text);
void json_write_number(json_writer *w, const char *key, int64_t value);
void json_write_unsigned(json_writer *w, const char *key, uint64_t value);
void json_write_flag(json_writer *w, const char *key, bool value);
void json_write_null(json_writer *w, const char *key);

/* A string of pieces that need no escape: they are put on w->out between these two. */
void json_write_string_begin(json_writer *w, const char *key);
void json_write_string_end(json_writer *w);

/* A value that is JSON already. */
void json_write_raw(json_writer *w, const char *key, const char *json, size_t length);

#endif
