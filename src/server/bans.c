/* bans.c - see bans.h. */
#include "server/bans.h"
#include "base/json_write.h"

#include "server/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PERSON[] = "ban/person/", ADDRESS[] = "ban/address/";

bool bans_init(bans *b)
{
    memset(b, 0, sizeof *b);
    return map_init(&b->persons);
}

void bans_release(bans *b)
{
    for (map_entry *e = b->persons.heads ? map_first(&b->persons) : NULL; e;
         e = map_next(&b->persons, e))
        free(e->value);
    map_release(&b->persons);
    free(b->ranges);
}

/* ---- Rows ---- */
size_t ban_row_write(const ban *what, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "until", (int64_t)what->until_ms);
    json_write_string(&w, "reason", what->reason);
    json_write_number(&w, "at", (int64_t)what->at_ms);
    json_write_object_end(&w);
    return buf_end(&b);
}

bool ban_row_read(ban *what, const char *text, size_t length)
{
    fields f;
    int64_t until, at = 0;
    memset(what, 0, sizeof *what);
    if (!fields_parse(&f, text, length) || !fields_number(&f, 0, "until", 0, INT64_MAX, &until))
        return false;
    fields_number(&f, 0, "at", 0, INT64_MAX, &at);
    fields_text(&f, 0, "reason", what->reason, sizeof what->reason);
    what->until_ms = (uint64_t)until;
    what->at_ms = (uint64_t)at;
    return true;
}

/* A damaged row counts as a permanent ban until the host looks at it. */
static bool take_row(void *context, const store_row *row)
{
    bans *b = context;
    ban what;
    cidr range;
    if (!row->intact || !ban_row_read(&what, row->data, row->length))
        what = (ban){0};
    if (strncmp(row->key, PERSON, sizeof PERSON - 1) == 0)
        bans_put_person(b, row->key + sizeof PERSON - 1, &what);
    else if (strncmp(row->key, ADDRESS, sizeof ADDRESS - 1) == 0 &&
             cidr_parse(row->key + sizeof ADDRESS - 1, &range))
        bans_put_range(b, &range, &what);
    return true;
}

bool bans_load(bans *b, store *s, char error[STORE_ERROR_MAX])
{
    return store_scan(s, "ban/", take_row, b, error);
}

/* ---- Asking ---- */
bool ban_is_over(const ban *what, uint64_t now_ms)
{
    return what->until_ms && what->until_ms <= now_ms;
}

const ban *bans_of_person(const bans *b, const char *id, uint64_t now_ms)
{
    const ban *found = b->persons.count ? map_get(&b->persons, id) : NULL;
    return found && !ban_is_over(found, now_ms) ? found : NULL;
}

const ban *bans_of_address(const bans *b, const char *address, uint64_t now_ms)
{
    cidr one;
    if (b->ranges_nb == 0 || !cidr_parse(address, &one))
        return NULL;
    for (size_t i = 0; i < b->ranges_nb; i++)
        if (cidr_contains(&b->ranges[i].range, &one) && !ban_is_over(&b->ranges[i].ban, now_ms))
            return &b->ranges[i].ban;
    return NULL;
}

/* ---- Changing ---- */
bool bans_put_person(bans *b, const char *id, const ban *what)
{
    ban *found = strlen(id) < MAP_KEY_MAX ? map_get(&b->persons, id) : NULL;
    if (found) {
        *found = *what;
        return true;
    }
    if (b->persons.count >= BANS_MAX || strlen(id) >= MAP_KEY_MAX)
        return false;
    found = malloc(sizeof *found);
    if (!found || !map_put(&b->persons, id, found)) {
        free(found);
        return false;
    }
    *found = *what;
    return true;
}

static ban_range *find_range(bans *b, const cidr *range)
{
    for (size_t i = 0; i < b->ranges_nb; i++)
        if (memcmp(&b->ranges[i].range, range, sizeof *range) == 0)
            return &b->ranges[i];
    return NULL;
}

bool bans_put_range(bans *b, const cidr *range, const ban *what)
{
    ban_range *found = find_range(b, range);
    if (!found) {
        if (b->ranges_nb == BANS_MAX)
            return false;
        if (b->ranges_nb == b->ranges_room) {
            const size_t room = 2 * b->ranges_room + 16;
            ban_range *ranges = realloc(b->ranges, room * sizeof *ranges);
            if (!ranges)
                return false;
            b->ranges = ranges;
            b->ranges_room = room;
        }
        found = &b->ranges[b->ranges_nb++];
        found->range = *range;
    }
    found->ban = *what;
    return true;
}

bool bans_drop_person(bans *b, const char *id)
{
    ban *found = map_get(&b->persons, id);
    if (!found)
        return false;
    map_drop(&b->persons, id);
    free(found);
    return true;
}

bool bans_drop_range(bans *b, const cidr *range)
{
    ban_range *found = find_range(b, range);
    if (!found)
        return false;
    *found = b->ranges[--b->ranges_nb];
    return true;
}

bool bans_take_expired(bans *b, uint64_t now_ms, char key[STORE_KEY_MAX])
{
    char text[CIDR_MAX];
    for (size_t i = 0; i < b->ranges_nb; i++)
        if (ban_is_over(&b->ranges[i].ban, now_ms)) {
            cidr_text(&b->ranges[i].range, text);
            snprintf(key, STORE_KEY_MAX, "%s%s", ADDRESS, text);
            b->ranges[i] = b->ranges[--b->ranges_nb];
            return true;
        }
    for (map_entry *e = map_first(&b->persons); e; e = map_next(&b->persons, e))
        if (ban_is_over(e->value, now_ms)) {
            snprintf(key, STORE_KEY_MAX, "%s%s", PERSON, e->key);
            free(e->value);
            map_drop(&b->persons, key + sizeof PERSON - 1);
            return true;
        }
    return false;
}
