/* account_export.c - all that is kept about a person, as one JSON object.
 *
 * A person may have played tens of thousands of games, so the file is read on a thread of its own
 * with a connection of its own, and the loop only passes on the output. Few exports can wait, and
 * each counts as a request of the address.
 */
#include "server/account.h"
#include "server/address_history.h"
#include "server/hub.h"
#include "server/routes.h"
#include "server/store_read.h"
#include "server/table_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRY_MAX = 4096 };
static const size_t TEXT_MAX = 32 << 20; /* of an export: some 80,000 tables */

typedef struct export_work {
    work work;
    struct export_work *next; /* of those that wait or are being written */
    hub *hub;
    uint64_t conn;
    identity who;
    ban ban;
    bool is_banned;
    json_writer json; /* onto `entry` */
    buf entry;        /* the part that is being written */
    char entry_room[ENTRY_MAX];
    char *text; /* the parts before it */
    size_t length, room;
    bool good, cut; /* it got too long */
} export_work;

/* Appends what was written since the last call. */
static void append_entry(export_work *x)
{
    const size_t length = x->entry.length;
    x->entry.length = 0;
    x->cut = x->cut || length > sizeof x->entry_room || x->length + length > TEXT_MAX;
    if (x->cut)
        return;
    if (x->length + length > x->room) {
        const size_t room = 2 * x->room + length + ENTRY_MAX;
        char *more = realloc(x->text, room);
        if (!more) {
            x->cut = true;
            return;
        }
        x->text = more;
        x->room = room;
    }
    memcpy(x->text + x->length, x->entry_room, length);
    x->length += length;
}

/* ---- Tables ---- */
static void put_names(json_writer *w, const table_info *t)
{
    json_write_array(w, "names");
    for (unsigned i = 0; i < t->names_nb; i++)
        json_write_string(w, NULL, t->names[i]);
    json_write_array_end(w);
}

static void put_time(json_writer *w, const char *key, uint64_t ms)
{
    if (ms)
        json_write_number(w, key, (int64_t)ms);
}

typedef struct listing {
    export_work *export;
    store *store;
} listing;

static bool add_table(void *context, const store_row *row)
{
    const listing *l = context;
    export_work *x = l->export;
    json_writer *w = &x->json;
    const char *id = strrchr(row->key, '/') + 1;
    bool left = false, made = false;
    fields f;
    table_info t;
    if (row->intact && fields_parse(&f, row->data, row->length)) {
        fields_flag(&f, 0, "left", &left);
        fields_flag(&f, 0, "made", &made);
    }
    const bool found = table_info_read(l->store, id, x->who.id, &t);
    json_write_object(w, NULL);
    json_write_string(w, "table", id);
    if (left || made)
        json_write_flag(w, "seated", false);
    if (found) {
        put_names(w, &t);
        json_write_flag(w, "maker", strcmp(t.row.owner, x->who.id) == 0);
        json_write_string(w, "phase", game_phase_name(t.phase));
        put_time(w, "made_ms", t.row.made_ms);
        put_time(w, "begun_ms", t.begun_ms);
        put_time(w, "over_ms", t.over_ms);
        put_time(w, "last_ms", t.last_ms);
        json_write_number(w, "events", t.events);
        if (t.phase == GAME_OVER)
            json_write_string(w, "cause", game_cause_name(t.cause));
        if (t.readable)
            game_options_put(w, "options", &t.row.options);
    }
    json_write_object_end(w);
    append_entry(x);
    return !x->cut;
}

static bool add_tables(export_work *x, store *s)
{
    char prefix[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    listing l = {x, s};
    snprintf(prefix, sizeof prefix, "seat/%s/", x->who.id);
    json_write_array(&x->json, "tables");
    const bool good = store_walk(s, prefix, add_table, &l, error);
    json_write_array_end(&x->json);
    return good;
}

/* ---- Addresses and links ---- */
static void add_address(void *context, uint32_t day, const char *from)
{
    export_work *x = context;
    json_write_object(&x->json, NULL);
    json_write_number(&x->json, "day_ms", (int64_t)day * 86400000);
    json_write_string(&x->json, "address", from);
    json_write_object_end(&x->json);
    append_entry(x);
}

static bool add_link(void *context, const store_row *row)
{
    export_work *x = context;
    fields f;
    char id[GAME_PERSON_MAX];
    int64_t until = 0;
    if (!row->intact || !fields_parse(&f, row->data, row->length) ||
        !fields_text(&f, 0, "person", id, sizeof id) || strcmp(id, x->who.id) != 0 ||
        !fields_number(&f, 0, "until", 0, INT64_MAX / 1000, &until))
        return true;
    json_write_object(&x->json, NULL);
    json_write_number(&x->json, "until_ms", until * 1000);
    json_write_object_end(&x->json);
    append_entry(x);
    return true;
}

static bool add_rest(export_work *x, store *s)
{
    char error[STORE_ERROR_MAX];
    json_write_array(&x->json, "addresses");
    if (!address_history_of_person(s, x->who.id, add_address, x))
        return false;
    json_write_array_end(&x->json);
    json_write_array(&x->json, "links");
    const bool good = store_scan(s, "link/", add_link, x, error);
    json_write_array_end(&x->json);
    return good;
}

/* ---- The whole ---- */
static void add_person(export_work *x)
{
    json_writer *w = &x->json;
    json_write_string(w, "person", x->who.id);
    json_write_string(w, "name", x->who.name);
    json_write_flag(w, "account", x->who.password[0] != 0);
    if (x->is_banned) {
        json_write_object(w, "ban");
        json_write_number(w, "until_ms", (int64_t)x->ban.until_ms);
        json_write_number(w, "at_ms", (int64_t)x->ban.at_ms);
        json_write_string(w, "reason", x->ban.reason);
        json_write_object_end(w);
    }
}

static void write_export(work *w, unsigned worker)
{
    export_work *x = (export_work *)w;
    char error[STORE_ERROR_MAX];
    (void)worker;
    /* A store in memory has a lock of its own; a file is read by another connection. */
    store *s = x->hub->data_path[0] ? store_open_reader(x->hub->data_path, error) : x->hub->store;
    if (!s)
        return;
    x->entry = buf_on(x->entry_room, sizeof x->entry_room);
    x->json = json_write_object_on(&x->entry);
    add_person(x);
    x->good = add_tables(x, s) && add_rest(x, s);
    json_write_object_end(&x->json);
    append_entry(x);
    if (x->hub->data_path[0])
        store_close(s);
}

static void take_out(export_work *x)
{
    export_work **at = &x->hub->exporting;
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    x->hub->exports--;
}

static void written(work *w)
{
    export_work *x = (export_work *)w;
    conn *c = transport_find(x->hub->transport, x->conn);
    take_out(x);
    if (c && x->good && !x->cut)
        transport_reply(c, &(http_reply){.status = 200,
                                         .type = "application/json",
                                         .body = x->text,
                                         .length = x->length});
    else if (c && x->cut)
        hub_reply_error(c, 413, "TOO_LONG", "there is more than fits one answer: ask the host");
    else if (c)
        hub_reply_error(c, store_is_away(x->hub->store) ? 503 : 500, "NOT_READ",
                        "the server could not read all of it; please try again");
    free(x->text);
    free(x);
}

/* One export at a time for each person, because it may be large. A refusal is no 503, by which
 * nginx would count the whole node as away: visitors could cause that. */
static bool may_export(const hub *h, const char *person_id)
{
    for (const export_work *x = h->exporting; x; x = x->next)
        if (strcmp(x->who.id, person_id) == 0)
            return false;
    return h->exports < HUB_EXPORTS_MAX;
}

void account_export(hub *h, conn *c, const identity *who)
{
    export_work *x = may_export(h, who->id) ? calloc(1, sizeof *x) : NULL;
    const ban *found = person_ban(h, who->id, "");
    if (!x) {
        hub_reply_error(c, 429, "BUSY", "an export is being written already; please wait");
        return;
    }
    x->work.run = write_export;
    x->work.done = written;
    x->hub = h;
    x->conn = conn_id(c);
    x->who = *who;
    x->is_banned = found != NULL;
    if (found)
        x->ban = *found;
    h->exports++;
    x->next = h->exporting;
    h->exporting = x;
    if (workers_submit(h->readers, &x->work))
        return;
    take_out(x);
    free(x);
    hub_reply_error(c, 429, "BUSY", "please try again");
}
