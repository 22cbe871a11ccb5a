/* session.c - sockets: who uses one, what it may do, which command it means. */
#include "server/session.h"

#include "server/guest_names.h"
#include "server/hub.h"
#include "server/routes.h"

#include "server/log.h"
#include "server/logins.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Persons and addresses ---- */
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

/* The value of `key`, made with zeros if need be; NULL: there is no room. */
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

address *address_get(hub *h, conn *c)
{
    address *a = found_or_made(&h->addresses, conn_address(c), sizeof *a, PERSON_ADDRESSES_MAX);
    return a ? a : &h->overflow;
}

/* Of logins and tables a bucket fills in a minute what another one fills in a second. */
bool address_is_unused(const address *a, const config *c, uint64_t now_ms)
{
    return a->sockets == 0 && bucket_used(&a->requests, c->requests_per_second, now_ms) == 0 &&
           bucket_used(&a->opened, c->requests_per_second, now_ms) == 0 &&
           bucket_used(&a->logins, c->logins_per_minute, now_ms / 60) == 0 &&
           bucket_used(&a->tables, c->tables_per_minute, now_ms / 60) == 0 &&
           (a->wrong == 0 || now_ms - a->wrong_ms >= LOGIN_WRONG_MS);
}

bool name_may_try(hub *h, const char *folded)
{
    bucket *b = found_or_made(&h->names, folded, sizeof *b, PERSON_NAMES_MAX);
    return bucket_take(b ? b : &h->overflow_names, h->config.logins_per_minute, hub_now_ms() / 60);
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

/* Only who has used nothing up is forgotten: coming back never gives anybody a new measure. */
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
    return hub_now_ms() / 86400; /* a bucket's second is a day */
}

/* Drops the addresses that made at most `tables` lately. */
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

/* When there is no room for another address, those that made the fewest tables are forgotten:
 * nobody can keep strangers out by coming from many addresses. */
bool address_may_make_today(hub *h, const char *address_text)
{
    for (uint32_t few = 1; h->makers.count >= PERSON_ADDRESSES_MAX; few *= 2)
        drop_makers(h, few);
    bucket *b = found_or_made(&h->makers, address_text, sizeof *b, PERSON_ADDRESSES_MAX);
    return !b || bucket_take(b, h->config.tables_per_day, day_units());
}

/* A damaged page of the file must not lock all guests out, so what cannot be read counts as not
 * there. Most guests have no row: only what they did at tables is kept. */
static bool identify_guest(hub *h, identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    size_t length;
    if (who->epoch != 0)
        return false;
    identity_void_key(h->cookie_key, who->id, key, sizeof key);
    snprintf(who->name, sizeof who->name, "%s", guest_name(who->id, 0));
    return hub_row(h, key, text, sizeof text, &length) != STORE_FOUND;
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

void hub_drop_sockets(hub *h, const char *person_id)
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

const ban *hub_ban(const hub *h, const char *person_id, const char *from)
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

void hub_drop_banned(hub *h, const char *person_id, const cidr *range)
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

/* ---- Opening and closing ---- */
int session_admit(void *context, conn *c, const http_request *q)
{
    hub *h = context;
    identity who;
    hub_read_forwarded_for(h, c, q);
    if (strcmp(q->path, "/ws") != 0 || conn_is_admin(c))
        return 404;
    if (!hub_knows_host(h, q))
        return 421;
    if (!identity_same_origin(q->origin, q->host, h->config.origin))
        return 403;
    address *a = address_get(h, c);
    if (!bucket_take(&a->opened, h->config.requests_per_second, hub_now_ms())) {
        h->count.limited[HUB_LIMIT_SOCKETS]++;
        return 429;
    }
    if (!identity_from_cookies(h->cookie_key, q->cookie, hub_wall_ms() / 1000, &who) ||
        !person_identify(h, &who))
        return 401;
    if (hub_ban(h, who.id, conn_address(c)))
        return 403;
    if (h->stop_ms || strcmp(who.id, h->forgetting) == 0)
        return 503;
    if (a->sockets >= h->config.sockets_per_address || h->sockets >= h->config.sockets_max) {
        h->count.limited[HUB_LIMIT_SOCKETS]++;
        return 429;
    }
    session *s = calloc(1, sizeof *s);
    person *p = s ? person_get(h, who.id) : NULL;
    if (!p) {
        free(s);
        return 503;
    }
    a->sockets++;
    p->sockets++;
    h->sockets++;
    h->count.sockets_opened++;
    s->conn = c;
    s->from = a;
    s->who = who;
    memset(s->who.password, 0, sizeof s->who.password);
    conn_set_user(c, s);
    return 0;
}

json_writer session_begin(buf *b, const char *type, const char *id)
{
    json_writer w = json_write_object_on(b);
    json_write_string(&w, "t", type);
    if (id[0])
        json_write_string(&w, "id", id);
    return w;
}

void session_opened(void *context, conn *c)
{
    hub *h = context;
    session *s = conn_user(c);
    buf b = hub_buffer(h);
    json_writer w = session_begin(&b, "welcome", "");
    json_write_number(&w, "protocol", 1);
    json_write_string(&w, "version", azj_version());
    json_write_string(&w, "person", s->who.id);
    json_write_string(&w, "name", s->who.name);
    json_write_number(&w, "time", (int64_t)hub_wall_ms());
    json_write_number(&w, "grace_s", h->config.grace_s);
    json_write_array(&w, "levels");
    for (unsigned i = 1; i <= azj_level_count(); i++)
        json_write_string(&w, NULL, azj_level_name(i));
    json_write_array_end(&w);
    json_write_array(&w, "phrases");
    for (unsigned i = 0; game_phrase_name(i); i++)
        json_write_string(&w, NULL, game_phrase_name(i));
    json_write_array_end(&w);
    json_write_object_end(&w);
    session_send(s, &b);
}

void session_closed(void *context, conn *c)
{
    hub *h = context;
    session *s = conn_user(c);
    if (!s)
        return;
    for (unsigned i = 0; i < SESSION_WATCHES_MAX; i++)
        if (s->watches[i])
            table_unwatch(h, s->watches[i], s);
    s->from->sockets--;
    person *p = map_get(&h->persons, s->who.id);
    if (p)
        p->sockets--;
    person_release(h, s->who.id);
    h->sockets--;
    conn_set_user(c, NULL);
    free(s);
}

/* ---- Sending ---- */
buf hub_buffer(hub *h)
{
    return buf_on(h->scratch, HUB_SCRATCH);
}

void session_send(session *s, const buf *b)
{
    if (b->length >= b->size) { /* cannot happen: GAME_EVENTS_MAX bounds a game */
        log_event(LOG_ERROR, "too-long", "bytes=%zu", b->length);
        return;
    }
    packet *p = packet_new(b->at, b->length);
    transport_send(s->conn, p, false);
    packet_release(p);
}

static void send_answer(const request *r, const char *type, const char *code, const char *text)
{
    char room[1024];
    buf b = buf_on(room, sizeof room);
    json_writer w = session_begin(&b, type, r->id);
    if (code)
        json_write_string(&w, "code", code);
    if (text)
        json_write_string(&w, "text", text);
    json_write_object_end(&w);
    session_send(r->session, &b);
}

void request_ok(const request *r)
{
    send_answer(r, "ok", NULL, NULL);
}

void request_refuse(const request *r, const char *code, const char *text)
{
    r->hub->count.refused++;
    send_answer(r, "error", code, text);
}

void request_limit(const request *r, hub_limit limit, const char *code, const char *text)
{
    r->hub->count.limited[limit]++;
    request_refuse(r, code, text);
}

/* A resend is as good as the first time. */
void request_refuse_game(const request *r, game_error e)
{
    if (e == GAME_E_AGAIN)
        request_ok(r);
    else
        request_refuse(r, game_error_name(e), game_error_text(e));
}

/* ---- Receiving ---- */
#define COMMAND(name, how) {#name, cmd_##name, how},
static const struct {
    const char *name;
    command *run;
    unsigned how;
} commands[] = {PROTOCOL_REQUESTS(COMMAND)};
#undef COMMAND

static bool find_table(request *r, live_table **table)
{
    char id[GAME_ID_MAX] = "";
    if (!fields_text(r->fields, 0, "table", id, sizeof id)) {
        request_refuse(r, "NO_TABLE", "this message needs a table");
        return false;
    }
    switch (table_get(r->hub, id, table)) {
    case TABLE_FOUND:
        return true;
    case TABLE_DAMAGED:
        request_refuse(r, "DAMAGED", "this game's data are damaged");
        return false;
    case TABLE_FULL:
        request_refuse(r, "FULL", "the server is full");
        return false;
    default:
        request_refuse(r, "NO_TABLE", "there is no such table");
        return false;
    }
}

static void dispatch(request *r)
{
    char name[16] = "";
    live_table *table = NULL;
    fields_text(r->fields, 0, "t", name, sizeof name);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if ((commands[i].how & REQUEST_TABLE) && !find_table(r, &table))
            return;
        if (commands[i].how != REQUEST_CHANGES || !table->busy)
            commands[i].run(r, table);
        else if (!table_enqueue(table, r))
            request_limit(r, HUB_LIMIT_WAITING, "BUSY", "the table is busy; please try again");
        return;
    }
    request_refuse(r, "NOT_UNDERSTOOD", "there is no such message");
}

void session_handle(hub *h, session *s, const char *text, size_t length, uint64_t received_us)
{
    fields f;
    request r = {.hub = h,
                 .session = s,
                 .fields = &f,
                 .text = text,
                 .length = length,
                 .received_us = received_us};
    if (s->ended)
        return;
    if (!fields_parse(&f, text, length)) {
        request_refuse(&r, "NOT_UNDERSTOOD", "a message is one JSON object");
        return;
    }
    fields_text(&f, 0, "id", r.id, sizeof r.id);
    dispatch(&r);
}

bool session_may(hub *h, session *s, uint32_t cost, hub_limit limit)
{
    const uint32_t rate = h->config.messages_per_second;
    if (bucket_take_many(&s->rate, s->plays || rate < 4 ? rate : rate / 4 + 1, cost, hub_now_ms()))
        return true;
    h->count.limited[limit]++;
    return false;
}

void session_message(void *context, conn *c, const char *text, size_t length)
{
    hub *h = context;
    session *s = conn_user(c);
    if (!s)
        return;
    h->count.messages++;
    if (!session_may(h, s, 1, HUB_LIMIT_MESSAGES)) {
        transport_close(c, TRANSPORT_POLICY, "too many messages");
        return;
    }
    session_handle(h, s, text, length, hub_now_us());
}
