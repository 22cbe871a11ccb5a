/* audit.c - see audit.h. */
#include "server/audit.h"
#include "base/json_write.h"

#include "server/fields.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* "audit/" and the time in 16 digits. */
static void audit_key(uint64_t now_ms, char key[STORE_KEY_MAX])
{
    snprintf(key, STORE_KEY_MAX, "audit/%016llu", (unsigned long long)now_ms);
}

size_t audit_row_write(const audit_entry *e, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "uid", e->uid);
    json_write_string(&w, "user", e->user);
    const char *args = e->args[0] ? e->args : "[]";
    json_write_raw(&w, "args", args, strlen(args));
    json_write_object_end(&w);
    return buf_end(&b);
}

bool audit_row_read(audit_entry *e, const char *text, size_t length)
{
    fields f;
    int64_t uid;
    memset(e, 0, sizeof *e);
    if (!fields_parse(&f, text, length) || !fields_number(&f, 0, "uid", 0, UINT32_MAX, &uid))
        return false;
    fields_text(&f, 0, "user", e->user, sizeof e->user);
    e->uid = (uint32_t)uid;
    const uint32_t args = fields_find(&f, 0, "args");
    if (args == FIELDS_NONE || f.nodes[args].type != JSON_ARRAY)
        return false;
    const size_t n = f.nodes[args].end - f.nodes[args].start;
    if (n >= sizeof e->args)
        return false;
    memcpy(e->args, text + f.nodes[args].start, n);
    return true;
}

void audit_clock_init(audit_clock *clock, bool shared)
{
    *clock = (audit_clock){.first = shared ? randombytes_uniform(1u << 31) : 0};
}

bool audit_put(audit_clock *clock, writer_job *j, const audit_entry *e, uint64_t now_ms)
{
    char key[STORE_KEY_MAX], text[AUDIT_ROW_MAX];
    const size_t length = audit_row_write(e, text, sizeof text);
    if (now_ms > clock->last_ms) { /* else the wall clock was put back: the last time is kept */
        clock->last_ms = now_ms;
        clock->n = clock->first;
    }
    audit_key(clock->last_ms, key);
    return length < sizeof text && writer_job_put(j, key, clock->n++, text, length);
}
