/* json_write.c - writes JSON: see json_write.h. */
#include "base/json_write.h"

#include <string.h>

void json_write_key(json_writer *w, const char *key)
{
    if (w->comma)
        buf_char(w->out, ',');
    w->comma = true;
    if (!key)
        return;
    buf_char(w->out, '"');
    buf_text(w->out, key);
    buf_text(w->out, "\":");
}

static void open_container(json_writer *w, const char *key, char bracket)
{
    json_write_key(w, key);
    buf_char(w->out, bracket);
    w->comma = false;
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
