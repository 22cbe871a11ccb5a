/* person.c - see person.h. */
#include "server/person.h"

#include "server/guest_names.h"
#include "server/hub.h"
#include "server/logins.h"
#include "server/session.h"
#include "server/shared_limits.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Persons ---- */
person *person_get(hub *h, const char *id)
{
    person *p = map_get(&h->persons, id);
    if (p)
        return p;
    p = calloc(1, sizeof *p);
    if (p && !map_put(&h->persons, id, p)) {
        free(p);
        return NULL;
    }
    return p;
}

void person_release(hub *h, const char *id)
{
    person *p = map_get(&h->persons, id);
    if (p && p->sockets == 0 && p->storing == 0) {
        map_drop(&h->persons, id);
        free(p);
    }
}

/* ---- Addresses and names ---- */
/* The entry of `key`, made with zeros if there is none; NULL: there is no room. */
static void *found_or_made(map *m, const char *key, size_t size, size_t max)
{
    void *value = map_get(m, key);
    if (value || m->count >= max)
        return value;
    value = calloc(1, size);
    if (value && !map_put(m, key, value)) {
        free(value);
        return NULL;
    }
    return value;
}

uint64_t address_hash(const hub *h, const char *address_text)
{
    uint64_t hash;
    _Static_assert(crypto_shorthash_KEYBYTES <= IDENTITY_KEY_BYTES, "the key is long enough");
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)address_text, strlen(address_text),
                     h->cookie_key);
    hash &= INT64_MAX;
    return hash ? hash : 1;
}

address *address_by_key(hub *h, const char *key)
{
    address *a = found_or_made(&h->addresses, key, sizeof *a, PERSON_ADDRESSES_MAX);
    return a ? a : &h->overflow;
}

address *address_get(hub *h, conn *c)
{
    char key[LIMIT_KEY_MAX];
    limit_key(h, conn_address(c), key);
    return address_by_key(h, key);
}

/* Logins and tables are limited by the minute, other things by the second. */
bool address_is_unused(const address *a, const config *c, uint64_t now_ms)
{
    return a->sockets == 0 && bucket_used(&a->requests, c->requests_per_second, now_ms) == 0 &&
           bucket_used(&a->opened, c->requests_per_second, now_ms) == 0 &&
           bucket_used(&a->logins, c->logins_per_minute, now_ms / 60) == 0 &&
           bucket_used(&a->tables, c->tables_per_minute, now_ms / 60) == 0 &&
           (a->wrong == 0 || now_ms - a->wrong_ms >= LOGIN_WRONG_MS);
}

static bucket *name_bucket(hub *h, const char *key)
{
    bucket *b = found_or_made(&h->names, key, sizeof *b, PERSON_NAMES_MAX);
    return b ? b : &h->overflow_names;
}

bool name_may_try(hub *h, const char *folded)
{
    char key[LIMIT_KEY_MAX];
    limit_key(h, folded, key);
    return bucket_take(name_bucket(h, key), h->config.logins_per_minute, hub_now_ms() / 60);
}

void name_tried_elsewhere(hub *h, const char *key)
{
    bucket_use(name_bucket(h, key), h->config.logins_per_minute, hub_now_ms() / 60);
}

enum { FORGET_AT_ONCE = 512 };

static void drop_all(map *m, char keys[FORGET_AT_ONCE][MAP_KEY_MAX], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        free(map_get(m, keys[i]));
        map_drop(m, keys[i]);
    }
}

static void forget_full_buckets(map *m, uint32_t rate, uint64_t now_ms)
{
    char gone[FORGET_AT_ONCE][MAP_KEY_MAX];
    unsigned count = 0;
    for (map_entry *e = map_first(m); e && count < FORGET_AT_ONCE; e = map_next(m, e))
        if (bucket_used(e->value, rate, now_ms / 60) == 0)
            memcpy(gone[count++], e->key, MAP_KEY_MAX);
    drop_all(m, gone, count);
}

/* Drops only addresses that have nothing used up, so that reconnecting never resets a limit. */
void addresses_expire(hub *h, uint64_t now_ms)
{
    char gone[FORGET_AT_ONCE][MAP_KEY_MAX];
    unsigned count = 0;
    map_entry *e = map_first(&h->addresses);
    for (; e && count < FORGET_AT_ONCE; e = map_next(&h->addresses, e))
        if (address_is_unused(e->value, &h->config, now_ms))
            memcpy(gone[count++], e->key, MAP_KEY_MAX);
    drop_all(&h->addresses, gone, count);
    forget_full_buckets(&h->names, h->config.logins_per_minute, now_ms);
    login_own_expire(h, now_ms);
}

/* ---- Tables a day ---- */
static uint64_t day_units(void)
{
    return hub_now_ms() / 86400; /* this bucket counts days instead of seconds */
}

/* Drops the addresses that have lately made at most `tables`. */
static void drop_makers(hub *h, uint32_t tables)
{
    char gone[FORGET_AT_ONCE][MAP_KEY_MAX];
    unsigned count;
    do {
        count = 0;
        for (map_entry *e = map_first(&h->makers); e && count < FORGET_AT_ONCE;
             e = map_next(&h->makers, e))
            if (bucket_used(e->value, h->config.tables_per_day, day_units()) <= 1000u * tables)
                memcpy(gone[count++], e->key, MAP_KEY_MAX);
        drop_all(&h->makers, gone, count);
    } while (count == FORGET_AT_ONCE);
}

void makers_expire(hub *h)
{
    drop_makers(h, 0);
}

/* When there is no room for another address, those that made the fewest tables are dropped, so that
 * an attacker with many addresses cannot keep others out. */
static bucket *maker_bucket(hub *h, const char *key)
{
    for (uint32_t few = 1; h->makers.count >= PERSON_ADDRESSES_MAX; few *= 2)
        drop_makers(h, few);
    return found_or_made(&h->makers, key, sizeof(bucket), PERSON_ADDRESSES_MAX);
}

bool address_may_make_today(hub *h, const char *address_text)
{
    char key[LIMIT_KEY_MAX];
    limit_key(h, address_text, key);
    bucket *b = maker_bucket(h, key);
    return !b || bucket_take(b, h->config.tables_per_day, day_units());
}

void address_made_elsewhere(hub *h, const char *key)
{
    bucket *b = maker_bucket(h, key);
    if (b)
        bucket_use(b, h->config.tables_per_day, day_units());
}

/* ---- Who it is ---- */
/* A damaged page of the file must not lock all guests out, so a row that cannot be read counts as
 * absent. Most guests have no row: only what they did at tables is kept. */
static bool identify_guest(hub *h, identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    size_t length;
    if (who->epoch != 0)
        return false;
    identity_void_key(h->cookie_key, who->id, key, sizeof key);
    snprintf(who->name, sizeof who->name, "%s", guest_name(who->id, 0));
    return hub_row(h, key, text, sizeof text, &length) != STORE_FOUND && !store_is_away(h->store);
}

static store_found read_person(hub *h, const char *id, identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "person/%s", id);
    const store_found found = hub_row(h, key, text, sizeof text, &length);
    if (found == STORE_FOUND && !identity_row_read(who, id, text, length))
        return STORE_DAMAGED;
    return found;
}

bool person_identify(hub *h, identity *who)
{
    identity known;
    const store_found found = read_person(h, who->id, &known);
    if (found == STORE_NONE || (found == STORE_DAMAGED && who->epoch == 0))
        return identify_guest(h, who);
    if (found == STORE_DAMAGED || known.epoch != who->epoch)
        return false;
    known.cookie_is_old = who->cookie_is_old;
    *who = known;
    return true;
}

/* ---- Ending sockets ---- */
bool person_note_sockets(const hub *h, writer_job *j, const char *person_id)
{
    return nodes_note_with(h, j, "s %s", person_id);
}

void person_drop_sockets(hub *h, const char *person_id)
{
    for (uint32_t i = 0; i < transport_places(h->transport); i++) {
        conn *c = transport_at(h->transport, i);
        session *s = c && conn_is_socket(c) ? conn_user(c) : NULL;
        if (!s || strcmp(s->who.id, person_id) != 0)
            continue;
        s->ended = true;
        transport_close(c, TRANSPORT_POLICY, "logged out");
    }
}

const ban *person_ban(const hub *h, const char *person_id, const char *from)
{
    const uint64_t now = hub_wall_ms();
    const ban *found = person_id[0] ? bans_of_person(&h->bans, person_id, now) : NULL;
    return found || !from[0] ? found : bans_of_address(&h->bans, from, now);
}

static bool is_within(const conn *c, const cidr *range)
{
    cidr one;
    return cidr_parse(conn_address(c), &one) && cidr_contains(range, &one);
}

/* Another node has changed the bans. What cannot be read stays as it was. */
void person_reload_bans(hub *h)
{
    char error[STORE_ERROR_MAX];
    bans loaded;
    if (!bans_init(&loaded))
        return;
    if (!bans_load(&loaded, h->store, error)) {
        bans_release(&loaded);
        return;
    }
    bans_release(&h->bans);
    h->bans = loaded;
    for (uint32_t i = 0; i < transport_places(h->transport); i++) {
        conn *c = transport_at(h->transport, i);
        session *s = c && conn_is_socket(c) ? conn_user(c) : NULL;
        if (!s || s->ended || !person_ban(h, s->who.id, conn_address(c)))
            continue;
        s->ended = true;
        transport_close(c, TRANSPORT_POLICY, "banned");
    }
}

void person_drop_banned(hub *h, const char *person_id, const cidr *range)
{
    for (uint32_t i = 0; i < transport_places(h->transport); i++) {
        conn *c = transport_at(h->transport, i);
        session *s = c && conn_is_socket(c) ? conn_user(c) : NULL;
        if (!s || s->ended ||
            !(person_id ? strcmp(s->who.id, person_id) == 0 : is_within(c, range)))
            continue;
        s->ended = true;
        transport_close(c, TRANSPORT_POLICY, "banned");
    }
}
