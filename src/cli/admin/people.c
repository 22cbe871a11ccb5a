/* people.c - people, person, bans, audit; and what the lists share. */
#include "cli/admin/admin.h"
#include "server/address_history.h"
#include "server/audit.h"
#include "server/bans.h"
#include "server/fields.h"
#include "server/person_info.h"
#include "server/store_read.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AUDIT_KEPT_MAX = 10000, ADDRESSES_MAX = 1000 };

/* ---- Shared ---- */
store *admin_open(admin_cli *c)
{
    char error[STORE_ERROR_MAX] = "no memory";
    const store_options options = {.durable = true};
    store *s = c->config.store[0] ? store_open_postgres(c->config.store, &options, error)
                                  : store_open_reader(c->path, error);
    if (!s)
        cli_failed(c->args, "%s", error);
    return s;
}

const char *admin_time(uint64_t ms, const char *none, char out[32])
{
    struct tm t;
    const time_t s = (time_t)(ms / 1000);
    if (ms == 0 || !gmtime_r(&s, &t))
        snprintf(out, 32, "%s", none);
    else
        strftime(out, 32, "%Y-%m-%d %H:%M:%S", &t);
    return out;
}

void admin_list_begin(const admin_cli *c, admin_list *l)
{
    l->any = false;
    if (c->json)
        printf("[");
}

void admin_list_add(admin_list *l, const buf *object)
{
    printf("%s%.*s", l->any ? ",\n " : "", (int)object->length, object->at);
    l->any = true;
}

void admin_list_end(const admin_cli *c, const admin_list *l)
{
    (void)l;
    if (c->json)
        puts("]");
}

static bool read_failed(admin_cli *c, const char *error)
{
    return cli_failed(c->args, "%s: %s", c->path, error);
}

/* ---- people ---- */
typedef struct people_listing {
    admin_cli *cli;
    store *store;
    admin_list list;
    char text[GAME_NAME_MAX]; /* that a name must contain */
    uint64_t shown;
} people_listing;

/* name/NAME/ with small letters; the row is the id. */
static bool print_account(void *context, const store_row *row)
{
    people_listing *l = context;
    char name[GAME_NAME_MAX] = "", id[GAME_PERSON_MAX];
    identity who;
    char room[256];
    buf b = buf_on(room, sizeof room);
    const char *at = row->key + strlen("name/");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "/"), at);
    if (!strstr(name, l->text) || row->length >= sizeof id)
        return true;
    snprintf(id, sizeof id, "%.*s", (int)row->length, row->data);
    const bool known = person_read(l->store, id, &who);
    if (!l->cli->json) {
        printf("%-24s  %s\n", id, known ? who.name : name);
        return ++l->shown < l->cli->limit;
    }
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "person", id);
    json_write_string(&w, "name", known ? who.name : name);
    json_write_object_end(&w);
    admin_list_add(&l->list, &b);
    return ++l->shown < l->cli->limit;
}

bool admin_people(admin_cli *c)
{
    char error[STORE_ERROR_MAX];
    store *s = admin_open(c);
    people_listing l = {.cli = c, .store = s};
    if (!s)
        return false;
    for (size_t i = 0; c->word[0] && c->word[0][i] && i + 1 < sizeof l.text; i++)
        l.text[i] = (char)(c->word[0][i] >= 'A' && c->word[0][i] <= 'Z' ? c->word[0][i] + 32
                                                                        : c->word[0][i]);
    admin_list_begin(c, &l.list);
    const bool good = store_walk(s, "name/", print_account, &l, error);
    admin_list_end(c, &l.list);
    if (good && !c->json && l.shown == c->limit)
        fprintf(stderr, "azulejo admin: the first %llu; --limit N shows more\n",
                (unsigned long long)l.shown);
    store_close(s);
    return good || read_failed(c, error);
}

/* ---- person ---- */
typedef struct seat_count {
    uint64_t unfinished, finished, other;
} seat_count;

/* seat/PERSON/ID with "over", or, in the next format, seat/PERSON/0/ID, 1T/ID, 2/ID. */
static bool count_seat(void *context, const store_row *row)
{
    seat_count *n = context;
    fields f;
    int64_t over = 0;
    bool left = false, made = false;
    const char *kind = strchr(row->key + strlen("seat/"), '/') + 1;
    if (fields_parse(&f, row->data, row->length)) {
        fields_number(&f, 0, "over", 0, INT64_MAX, &over);
        fields_flag(&f, 0, "left", &left);
        fields_flag(&f, 0, "made", &made);
    }
    if (left || made || strncmp(kind, "2/", 2) == 0)
        n->other++;
    else if (over || (kind[0] == '1' && strchr(kind, '/')))
        n->finished++;
    else
        n->unfinished++;
    return true;
}

static bool count_seats(store *s, const char *id, seat_count *n, char error[STORE_ERROR_MAX])
{
    char prefix[STORE_KEY_MAX];
    snprintf(prefix, sizeof prefix, "seat/%s/", id);
    return store_walk(s, prefix, count_seat, n, error);
}

typedef struct address_list {
    const admin_cli *cli;
    json_writer *w; /* for JSON */
    unsigned count;
} address_list;

static void print_address(void *context, uint32_t day, const char *from)
{
    address_list *l = context;
    char when[32];
    if (l->count == ADDRESSES_MAX)
        return;
    admin_time((uint64_t)day * 86400000 + 1, "", when);
    when[10] = 0;
    if (!l->cli->json) {
        printf("%-12s  %s  %s\n", l->count ? "" : "addresses", when, from);
    } else {
        json_write_object(l->w, NULL);
        json_write_string(l->w, "day", when);
        json_write_string(l->w, "address", from);
        json_write_object_end(l->w);
    }
    l->count++;
}

static bool read_ban(store *s, const char *id, ban *found)
{
    char key[STORE_KEY_MAX], text[BAN_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "ban/person/%s", id);
    if (store_get(s, key, 0, text, sizeof text, &length) != STORE_FOUND ||
        !ban_row_read(found, text, length))
        return false;
    return found->until_ms == 0 || found->until_ms > hub_wall_ms();
}

static void put_ban(json_writer *w, const ban *found)
{
    json_write_number(w, "until_ms", (int64_t)found->until_ms);
    json_write_number(w, "at_ms", (int64_t)found->at_ms);
    json_write_string(w, "reason", found->reason);
}

static void print_person_json(admin_cli *c, store *s, const identity *who, const seat_count *n)
{
    char *room = malloc(1 << 20);
    ban found;
    if (!room)
        return;
    buf b = buf_on(room, 1 << 20);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "person", who->id);
    json_write_string(&w, "name", who->name);
    json_write_flag(&w, "account", who->password[0] != 0);
    json_write_number(&w, "unfinished", (int64_t)n->unfinished);
    json_write_number(&w, "finished", (int64_t)n->finished);
    json_write_number(&w, "left_or_made", (int64_t)n->other);
    if (read_ban(s, who->id, &found)) {
        json_write_object(&w, "ban");
        put_ban(&w, &found);
        json_write_object_end(&w);
    }
    json_write_array(&w, "addresses");
    address_list l = {c, &w, 0};
    address_history_of_person(s, who->id, print_address, &l);
    json_write_array_end(&w);
    json_write_object_end(&w);
    buf_end(&b);
    puts(room);
    free(room);
}

static void print_person(admin_cli *c, store *s, const identity *who, const seat_count *n)
{
    ban found;
    char when[32];
    printf("%-12s  %s\n%-12s  %s\n%-12s  %s\n", "id", who->id, "name", who->name, "kind",
           who->password[0] ? "account" : "guest");
    printf("%-12s  %llu unfinished, %llu finished, %llu left or only made\n", "tables",
           (unsigned long long)n->unfinished, (unsigned long long)n->finished,
           (unsigned long long)n->other);
    if (read_ban(s, who->id, &found))
        printf("%-12s  until %s%s%s\n", "banned",
               admin_time(found.until_ms, "further notice", when), found.reason[0] ? ": " : "",
               found.reason);
    address_list l = {c, NULL, 0};
    address_history_of_person(s, who->id, print_address, &l);
}

bool admin_person(admin_cli *c)
{
    char error[STORE_ERROR_MAX];
    identity who;
    seat_count n = {0};
    store *s = admin_open(c);
    if (!s)
        return false;
    const person_found found = person_find(s, c->word[0], &who);
    bool good = found == PERSON_FOUND && count_seats(s, who.id, &n, error);
    if (found == PERSON_NONE)
        cli_failed(c->args, "there is nobody called \"%s\" here", c->word[0]);
    else if (found == PERSON_TWO)
        cli_failed(c->args, "\"%s\" is an id and a name: write id:%s or name:%s", c->word[0],
                   c->word[0], c->word[0]);
    else if (!good)
        read_failed(c, error);
    good = good && admin_enter(c, "person", who.id); /* first: it shows addresses */
    if (good && c->json)
        print_person_json(c, s, &who, &n);
    else if (good)
        print_person(c, s, &who, &n);
    store_close(s);
    return good;
}

/* ---- bans ---- */
typedef struct ban_listing {
    admin_cli *cli;
    store *store;
    admin_list list;
} ban_listing;

static bool print_ban(void *context, const store_row *row)
{
    ban_listing *l = context;
    ban found;
    if (!row->intact || !ban_row_read(&found, row->data, row->length))
        found = (ban){.reason = "(this row is damaged)"};
    if (found.until_ms && found.until_ms <= hub_wall_ms())
        return true; /* over; the server drops it */
    const char *kind = row->key + strlen("ban/"), *slash = strchr(kind, '/');
    const char *target = slash ? slash + 1 : "";
    const bool is_person = strncmp(kind, "person/", 7) == 0;
    identity who = {0};
    char room[2048], until[32], at[32];
    buf b = buf_on(room, sizeof room);
    if (is_person && !person_read(l->store, target, &who))
        snprintf(who.name, sizeof who.name, PERSON_GUEST);
    if (!l->cli->json) {
        printf("%-24s  %-24s  since %s  until %-19s  %s\n", target, who.name,
               admin_time(found.at_ms, "-", at),
               admin_time(found.until_ms, "further notice", until), found.reason);
        return true;
    }
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, is_person ? "person" : "address", target);
    if (is_person)
        json_write_string(&w, "name", who.name);
    put_ban(&w, &found);
    json_write_object_end(&w);
    admin_list_add(&l->list, &b);
    return true;
}

bool admin_bans(admin_cli *c)
{
    char error[STORE_ERROR_MAX];
    store *s = admin_open(c);
    ban_listing l = {.cli = c, .store = s};
    if (!s)
        return false;
    admin_list_begin(c, &l.list);
    const bool good = store_walk(s, "ban/", print_ban, &l, error);
    admin_list_end(c, &l.list);
    store_close(s);
    return good || read_failed(c, error);
}

/* ---- audit ---- */
typedef struct audit_line {
    uint64_t at_ms;
    audit_entry entry;
} audit_line;

typedef struct audit_ring { /* the last `size` lines */
    audit_line *at;
    size_t size, count;
} audit_ring;

static bool take_audit(void *context, const store_row *row)
{
    audit_ring *r = context;
    audit_line *line = &r->at[r->count++ % r->size];
    line->at_ms = strtoull(row->key + strlen("audit/"), NULL, 10);
    if (!row->intact || !audit_row_read(&line->entry, row->data, row->length))
        line->entry = (audit_entry){.user = "?", .args = "[\"(this row is damaged)\"]"};
    return true;
}

/* The log has ids only; the name is the present one. */
static bool name_of_target(store *s, const char *args, identity *who)
{
    json_doc doc;
    json_node nodes[16];
    char id[GAME_PERSON_MAX];
    return json_parse(&doc, args, strlen(args), nodes, 16) && nodes[0].count >= 2 &&
           json_string(&doc, 2, id, sizeof id) > 0 && person_read(s, id, who);
}

static void print_audit(admin_cli *c, store *s, admin_list *l, const audit_line *line)
{
    char room[AUDIT_ROW_MAX + 128], when[32];
    buf b = buf_on(room, sizeof room);
    identity who;
    if (!c->json) {
        const bool known = name_of_target(s, line->entry.args, &who);
        printf("%s  %u (%s)  %s%s%s\n", admin_time(line->at_ms, "-", when), line->entry.uid,
               line->entry.user, line->entry.args, known ? "  " : "", known ? who.name : "");
        return;
    }
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "at_ms", (int64_t)line->at_ms);
    json_write_number(&w, "uid", line->entry.uid);
    json_write_string(&w, "user", line->entry.user);
    json_write_raw(&w, "args", line->entry.args, strlen(line->entry.args));
    json_write_object_end(&w);
    admin_list_add(l, &b);
}

/* Oldest first, so that the newest are next to the prompt. */
bool admin_audit(admin_cli *c)
{
    char error[STORE_ERROR_MAX];
    admin_list l;
    const size_t size = c->limit < AUDIT_KEPT_MAX ? (size_t)c->limit : AUDIT_KEPT_MAX;
    store *s = admin_open(c);
    audit_ring r = {.at = s ? calloc(size, sizeof *r.at) : NULL, .size = size};
    if (!r.at)
        return false;
    const bool good = store_walk(s, "audit/", take_audit, &r, error);
    admin_list_begin(c, &l);
    for (size_t i = r.count > size ? r.count - size : 0; good && i < r.count; i++)
        print_audit(c, s, &l, &r.at[i % size]);
    admin_list_end(c, &l);
    free(r.at);
    store_close(s);
    return good || read_failed(c, error);
}
