/* store_names.c - see store_names.h. */
#include "server/store_names.h"

#include "server/game_json.h"

#include <stdio.h>
#include <string.h>

bool names_tail(const char *data, size_t length, uint32_t *events)
{
    return game_tail_read(events, data, length);
}

static bool begins(const char *key, const char *kind)
{
    return strncmp(key, kind, strlen(kind)) == 0;
}

const char *names_table(const char *key)
{
    if (begins(key, "event/") || begins(key, "table/"))
        return key + 6;
    if (begins(key, "live/"))
        return key + 5;
    return begins(key, "seat/") ? strrchr(key, '/') + 1 : NULL;
}

void names_public(const char *key, char out[STORE_KEY_MAX])
{
    const char *table = names_table(key);
    snprintf(out, STORE_KEY_MAX, "%.*s%s%s", (int)strcspn(key, "/"), key, table ? "/" : "",
             table ? table : "");
}

static void report_problem(names_check *c, const char *table, const char *format, uint32_t a,
                           uint32_t b)
{
    char cause[128], line[256];
    snprintf(cause, sizeof cause, format, a, b);
    snprintf(line, sizeof line, "table=%.40s cause=\"%s\"", table, cause);
    c->report(c->report_context, line);
}

/* `what` a row with this key is of the table. */
static void report_absent(names_check *c, const char *table, const char *key, const char *what)
{
    char cause[64];
    const store_found found = c->has_key(c->context, key);
    if (found == STORE_FOUND)
        return;
    snprintf(cause, sizeof cause, "%s %s", what,
             found == STORE_NONE ? "missing" : "not to be read");
    report_problem(c, table, cause, 0, 0);
}

void names_end(names_check *c)
{
    char key[STORE_KEY_MAX];
    if (!c->table[0])
        return;
    snprintf(key, sizeof key, "table/%.80s", c->table);
    if (c->gap_from)
        report_problem(c, c->table, "events %u to %u are missing", c->gap_from, c->gap_to);
    if (!c->has_tail)
        report_problem(c, c->table, "the row that counts its events is missing", 0, 0);
    else if (c->last < c->tail)
        report_problem(c, c->table, "events %u to %u are missing", c->last + 1, c->tail);
    else if (c->last > c->tail)
        report_problem(c, c->table, "it has %u events and counts %u", c->last, c->tail);
    report_absent(c, c->table, key, "its table row is");
    c->table[0] = 0;
}

static void feed_event(names_check *c, const char *id, uint32_t n, const char *data, size_t length)
{
    if (strcmp(id, c->table) != 0) {
        names_end(c);
        snprintf(c->table, sizeof c->table, "%s", id);
        c->last = c->gap_from = c->gap_to = c->tail = 0;
        c->has_tail = false;
    }
    if (n == NAMES_TAIL) {
        c->has_tail = names_tail(data, length, &c->tail);
        return;
    }
    if (n != c->last + 1 && !c->gap_from) {
        c->gap_from = c->last + 1;
        c->gap_to = n - 1;
    }
    c->last = n;
}

void names_feed(names_check *c, const char *key, uint32_t n, const char *data, size_t length)
{
    char other[STORE_KEY_MAX];
    const char *id = names_table(key);
    if (id && begins(key, "event/")) {
        feed_event(c, id, n, data, length);
        return;
    }
    names_end(c);
    if (!id || !id[0])
        return;
    snprintf(other, sizeof other, "%s/%.80s", begins(key, "table/") ? "event" : "table", id);
    report_absent(c, id, other, begins(key, "table/") ? "its events are" : "its table row is");
}
