/* session.c - sockets: whose it is, its limits, and the dispatch of its requests. */
#include "server/session.h"

#include "server/hub.h"
#include "server/log.h"
#include "server/routes.h"

#include <stdlib.h>
#include <string.h>

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
        return store_is_away(h->store) ? 503 : 401;
    if (person_ban(h, who.id, conn_address(c)))
        return 403;
    if (h->stop_ms)
        return 503;
    if (strcmp(who.id, h->forgetting) == 0)
        return 409; /* 503 stands for the state of the node, and is not for visitors to cause */
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

/* A repeated request is answered like the first one. */
void request_refuse_game(const request *r, game_error e)
{
    if (e == GAME_E_AGAIN)
        request_ok(r);
    else
        request_refuse(r, game_error_name(e), game_error_text(e));
}

/* ---- Receiving ---- */
/* How a request concerns a table (protocol.def). */
enum { ANY = 0, TABLE = 1, CHANGES = TABLE | 2 };

static const struct {
    const char *name;
    command *run;
    unsigned how;
} commands[] = {
#define REQUEST(name, how, fields, answer) {#name, cmd_##name, how},
#include "server/protocol.def"
};

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
    case TABLE_AWAY:
        request_refuse(r, "BUSY", "the store cannot be reached; please try again");
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
        if ((commands[i].how & TABLE) && !find_table(r, &table))
            return;
        if (commands[i].how != CHANGES || !table->busy)
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
