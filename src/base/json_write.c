/* json_write.c - writes JSON: see json_write.h. */
#include "base/json_write.h"

#include <string.h>

/* Keys are short: a loop on a copy of the buffer, which stays in registers, is quicker than strlen
 * and memcpy. */
void json_write_key(json_writer *w, const char *key)
{
    buf out = *w->out;
    if (w->comma)
        buf_char(&out, ',');
    w->comma = true;
    if (key) {
        buf_char(&out, '"');
        for (; *key; key++)
            buf_char(&out, *key);
        buf_char(&out, '"');
        buf_char(&out, ':');
    }
    *w->out = out;
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

void json_write_string(json_writer *w, const char *key, const char *text)
{
    json_write_key(w, key);
    buf_json_string(w->out, text, strlen(text));
}

void json_write_number(json_writer *w, const char *key, int64_t value)
{
    json_write_key(w, key);
    buf_number(w->out, value);
}

void json_write_unsigned(json_writer *w, const char *key, uint64_t value)
{
    json_write_key(w, key);
    buf_unsigned(w->out, value);
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

void json_write_string_begin(json_writer *w, const char *key)
{
    json_write_key(w, key);
    buf_char(w->out, '"');
}

void json_write_string_end(json_writer *w)
{
    buf_char(w->out, '"');
}

void json_write_raw(json_writer *w, const char *key, const char *json, size_t length)
{
    json_write_key(w, key);
    buf_bytes(w->out, json, length);
}
