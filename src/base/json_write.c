/* json_write.c - writes JSON: see json_write.h. */
#include "base/json_write.h"

#include <string.h>

/* A call of memcpy takes longer for as few bytes as keys have. Pieces may overlap. */
static void copy_key(char *to, const char *key, size_t length)
{
    if (length >= 8) {
        for (size_t at = 0; at + 8 < length; at += 8)
            memcpy(to + at, key + at, 8);
        memcpy(to + length - 8, key + length - 8, 8);
    } else if (length >= 4) {
        memcpy(to, key, 4);
        memcpy(to + length - 4, key + length - 4, 4);
    } else if (length > 0) {
        to[0] = key[0];
        to[length / 2] = key[length / 2];
        to[length - 1] = key[length - 1];
    }
}

void json_write_key_bytes(json_writer *w, const char *key, size_t length)
{
    buf *out = w->out;
    const bool comma = w->comma;
    const size_t need = length + 3 + comma;
    w->comma = true;
    if (out->length < out->size && out->size - out->length >= need) {
        char *to = out->at + out->length;
        out->length += need;
        *to = ',';
        to += comma;
        *to = '"';
        copy_key(to + 1, key, length);
        to[length + 1] = '"';
        to[length + 2] = ':';
    } else if (out->length >= out->size) {
        out->length += need; /* only measured */
    } else {
        buf_bytes(out, comma ? ",\"" : "\"", 1u + comma);
        buf_bytes(out, key, length);
        buf_bytes(out, "\":", 2);
    }
}

static void open_container(json_writer *w, const char *key, char bracket)
{
    json_write_key(w, key);
    buf_char(w->out, bracket);
    w->comma = false;
}

json_writer json_write_object_on(buf *out)
{
    json_writer w = json_write_on(out);
    json_write_object(&w, NULL);
    return w;
}

/* A container that ends is an element of the one around it. */
static void close_container(json_writer *w, char bracket)
{
    buf_char(w->out, bracket);
    w->comma = true;
}

void json_write_object(json_writer *w, const char *key)
{
    open_container(w, key, '{');
}

void json_write_object_end(json_writer *w)
{
    close_container(w, '}');
}

void json_write_array(json_writer *w, const char *key)
{
    open_container(w, key, '[');
}

void json_write_array_end(json_writer *w)
{
    close_container(w, ']');
}

void json_write_number(json_writer *w, const char *key, int64_t value)
{
    json_write_key(w, key);
    buf_number(w->out, value);
}

void json_write_flag(json_writer *w, const char *key, bool value)
{
    json_write_key(w, key);
    buf_text(w->out, value ? "true" : "false");
}

void json_write_null(json_writer *w, const char *key)
{
    json_write_key(w, key);
    buf_text(w->out, "null");
}

void json_write_hex(json_writer *w, const char *key, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    json_write_string_begin(w, key);
    for (size_t i = 0; i < count; i++) {
        buf_char(w->out, digits[bytes[i] >> 4]);
        buf_char(w->out, digits[bytes[i] & 15]);
    }
    json_write_string_end(w);
}

void json_write_raw(json_writer *w, const char *key, const char *json, size_t length)
{
    json_write_key(w, key);
    buf_bytes(w->out, json, length);
}
