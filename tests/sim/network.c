/* network.c - server/transport.h, between nodes and simulated clients.
 *
 * A connection is in order and takes some time; it may break at any moment, at once or so that the
 * node notices much later. What a client sent waits at the node until its loop comes to it.
 */
#include "client.h"
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNS_MAX = 1024, TURN_US = 50000, NOTICE_US = 30000000, CLOSE_US = 300000 };

typedef enum arrival { ARRIVES_POST, ARRIVES_OPEN, ARRIVES_TEXT, ARRIVES_END } arrival;

struct packet {
    uint32_t refs;
    size_t length;
    char bytes[];
};

struct conn {
    transport *owner;
    uint64_t id;
    uint32_t at; /* its place */
    client *client;
    unsigned place;
    char address[TRANSPORT_ADDRESS_MAX];
    void *user;
    bool is_socket, ending;
};

typedef struct letter { /* on its way to a node, or waiting there */
    struct letter *next;
    sim_node *node;
    uint32_t life;
    arrival what;
    client *client;
    unsigned place;
    uint64_t link;
    char cookie[256];
    size_t length;
    char text[];
} letter;

struct transport {
    sim_node *node;
    transport_handler handler;
    conn *slots[CONNS_MAX];
    uint32_t used;
    uint64_t ids;
    letter *first, **last;
    task *loop;
    bool stopping, waked, idle; /* idle: the loop waits for letters */
};

uint64_t net_slow_until;
static uint64_t links;

static uint64_t delay_us(void)
{
    if (sim_now() < net_slow_until && sim_chance(300))
        return sim_between(100 * SIM_MS, 1500 * SIM_MS);
    return sim_between(300, 20 * SIM_MS);
}

static uint64_t after(uint64_t *last)
{
    const uint64_t when = sim_now() + delay_us();
    *last = when > *last ? when : *last + 1;
    return *last;
}

packet *packet_new(const char *text, size_t length)
{
    packet *p = malloc(sizeof *p + length);
    if (!p)
        abort();
    p->refs = 1;
    p->length = length;
    memcpy(p->bytes, text, length);
    return p;
}

void packet_release(packet *p)
{
    if (p && --p->refs == 0)
        free(p);
}

/* ---- From clients to nodes ---- */
static void deliver_lost(void *context, uint64_t id)
{
    client *c = context;
    for (unsigned place = 0; place < LINKS_NB; place++) {
        link *l = client_link(c, place);
        if (l->id == id && id) {
            l->id = 0;
            client_lost(c, place);
        }
    }
}

static void letter_arrives(void *context, uint64_t unused)
{
    letter *m = context;
    sim_node *n = m->node;
    (void)unused;
    if (!n->up || n->life != m->life || n->killed || !n->net) {
        sim_at(sim_now() + delay_us(), deliver_lost, m->client, m->link);
        free(m);
        return;
    }
    m->next = NULL;
    *n->net->last = m;
    n->net->last = &m->next;
    sim_set_node(n);
    transport_wake(n->net);
    sim_set_node(NULL);
}

static void post_letter(client *c, unsigned place, arrival what, const char *text, size_t length,
                        const char *cookie, uint64_t when)
{
    link *l = client_link(c, place);
    letter *m = calloc(1, sizeof *m + length + 1);
    if (!m)
        abort();
    m->node = l->node;
    m->life = l->life;
    m->what = what;
    m->client = c;
    m->place = place;
    m->link = l->id;
    snprintf(m->cookie, sizeof m->cookie, "%s", cookie);
    m->length = length;
    memcpy(m->text, text, length);
    sim_at(when, letter_arrives, m, 0);
}

static void begin_link(client *c, unsigned place, sim_node *n)
{
    *client_link(c, place) = (link){.id = ++links, .node = n, .life = n->life};
}

void net_request(client *c, unsigned place, sim_node *n, const char *path, const char *cookie)
{
    begin_link(c, place, n);
    post_letter(c, place, ARRIVES_POST, path, strlen(path), cookie,
                after(&client_link(c, place)->up_us));
}

void net_connect(client *c, unsigned place, sim_node *n, const char *cookie)
{
    begin_link(c, place, n);
    post_letter(c, place, ARRIVES_OPEN, "/ws", 3, cookie, after(&client_link(c, place)->up_us));
}

void net_say(client *c, unsigned place, const char *text, size_t length)
{
    link *l = client_link(c, place);
    if (l->id)
        post_letter(c, place, ARRIVES_TEXT, text, length, "", after(&l->up_us));
}

void net_end(client *c, unsigned place, bool silently)
{
    link *l = client_link(c, place);
    if (!l->id)
        return;
    const uint64_t when = after(&l->up_us);
    post_letter(c, place, ARRIVES_END, "", 0, "", silently ? when + sim_random(NOTICE_US) : when);
    l->id = 0;
}

/* ---- At the node ---- */
transport *transport_new(const transport_options *options, const transport_handler *handler,
                         char error[TRANSPORT_ERROR_MAX])
{
    transport *t = calloc(1, sizeof *t);
    (void)options;
    (void)error;
    if (!t)
        return NULL;
    t->node = sim_node_now();
    t->handler = *handler;
    t->last = &t->first;
    t->node->net = t;
    return t;
}

bool transport_listen_admin(transport *t, const char *path, char *error, size_t size)
{
    (void)t;
    (void)path;
    (void)error;
    (void)size;
    return true;
}

uint16_t transport_port(const transport *t)
{
    (void)t;
    return 80;
}

void transport_stop(transport *t)
{
    t->stopping = true;
}

static void turn_comes(void *context, uint64_t unused)
{
    sim_node *n = context;
    (void)unused;
    if (n->net && n->net->idle)
        task_wake(n->net->loop);
}

void transport_wake(transport *t)
{
    if (!t)
        return;
    t->waked = true;
    if (t->idle)
        sim_at(sim_now(), turn_comes, t->node, 0);
}

static conn *conn_of(transport *t, uint64_t link_id, const client *c, unsigned place)
{
    for (uint32_t i = 0; i < t->used; i++) {
        conn *at = t->slots[i];
        if (at && at->client == c && at->place == place && at->id >> 32 == (link_id & 0x7fffffff))
            return at;
    }
    return NULL;
}

/* The id has the link's number in it, so that an answer finds the same link again. */
static conn *conn_begin(transport *t, const letter *m)
{
    uint32_t i = 0;
    while (i < CONNS_MAX && t->slots[i])
        i++;
    conn *c = i < CONNS_MAX ? calloc(1, sizeof *c) : NULL;
    if (!c)
        abort();
    t->slots[i] = c;
    t->used = i >= t->used ? i + 1 : t->used;
    *c = (conn){.owner = t,
                .id = (m->link & 0x7fffffff) << 32 | i,
                .at = i,
                .client = m->client,
                .place = m->place};
    snprintf(c->address, sizeof c->address, "%s", client_address(m->client));
    return c;
}

static void conn_finish(conn *c)
{
    transport *t = c->owner;
    if (c->is_socket) {
        c->is_socket = false;
        t->handler.closed(t->handler.context, c);
    }
    t->slots[c->at] = NULL;
    free(c);
}

static bool is_same_link(const conn *c)
{
    const link *l = client_link(c->client, c->place);
    return l->id && (l->id & 0x7fffffff) == c->id >> 32;
}

typedef struct reply { /* on its way to a client */
    client *client;
    uint64_t link;
    packet *packet;
    int status;
    bool is_open;
    char cookie[256];
} reply;

static void reply_arrives(void *context, uint64_t unused)
{
    reply *r = context;
    (void)unused;
    for (unsigned place = 0; place < LINKS_NB; place++) {
        link *l = client_link(r->client, place);
        if (!l->id || l->id != r->link)
            continue;
        if (r->is_open)
            client_opened(r->client, place);
        else if (r->status) {
            char body[512];
            snprintf(body, sizeof body, "%.*s", (int)r->packet->length, r->packet->bytes);
            l->id = 0;
            client_replied(r->client, place, r->status, body, r->cookie);
        } else {
            client_heard(r->client, place, r->packet->bytes, r->packet->length);
        }
        break;
    }
    packet_release(r->packet);
    free(r);
}

static void send_reply(conn *c, packet *p, int status, bool is_open, const char *cookie)
{
    link *l = client_link(c->client, c->place);
    if (!is_same_link(c) || c->owner->node->killed)
        return;
    reply *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    *r = (reply){c->client, l->id, p, status, is_open, ""};
    if (p)
        p->refs++;
    snprintf(r->cookie, sizeof r->cookie, "%.*s", (int)strcspn(cookie, ";"), cookie);
    sim_at(after(&l->down_us), reply_arrives, r, 0);
}

static void take_letter(transport *t, const letter *m)
{
    const http_request q = {.method = m->what == ARRIVES_POST ? "POST" : "GET",
                            .path = m->text,
                            .host = "localhost",
                            .origin = "http://localhost",
                            .cookie = m->cookie,
                            .type = "application/json",
                            .known_tag = "",
                            .forwarded_for = "",
                            .body = "{}",
                            .body_length = 2};
    conn *c = m->what == ARRIVES_POST || m->what == ARRIVES_OPEN
                  ? conn_begin(t, m)
                  : conn_of(t, m->link, m->client, m->place);
    if (!c)
        return;
    if (m->what == ARRIVES_POST) {
        t->handler.http(t->handler.context, c, &q);
    } else if (m->what == ARRIVES_OPEN) {
        const int status = t->handler.admit(t->handler.context, c, &q);
        if (status) {
            packet *p = packet_new("", 0);
            send_reply(c, p, status, false, "");
            packet_release(p);
            c->ending = true;
            return;
        }
        c->is_socket = true;
        send_reply(c, NULL, 0, true, "");
        t->handler.opened(t->handler.context, c);
    } else if (m->what == ARRIVES_TEXT) {
        if (c->is_socket && !c->ending)
            t->handler.message(t->handler.context, c, m->text, m->length);
    } else {
        c->ending = true;
    }
}

static void take_letters(transport *t)
{
    while (t->first && !t->node->killed) {
        letter *m = t->first;
        t->first = m->next;
        if (!t->first)
            t->last = &t->first;
        take_letter(t, m);
        free(m);
    }
}

static void finish_ended(transport *t)
{
    for (uint32_t i = 0; i < t->used; i++)
        if (t->slots[i] && t->slots[i]->ending)
            conn_finish(t->slots[i]);
}

void transport_run(transport *t)
{
    t->loop = task_current();
    while (!t->stopping && !t->node->killed) {
        t->waked = false;
        take_letters(t);
        finish_ended(t);
        t->handler.turn(t->handler.context);
        t->handler.written(t->handler.context);
        if (!t->waked && !t->first && !t->stopping) {
            t->idle = true;
            task_sleep(TURN_US);
            t->idle = false;
        }
    }
}

void transport_free(transport *t)
{
    if (!t)
        return;
    for (uint32_t i = 0; i < t->used; i++)
        if (t->slots[i]) {
            conn *c = t->slots[i];
            if (is_same_link(c))
                sim_at(sim_now() + delay_us(), deliver_lost, c->client,
                       client_link(c->client, c->place)->id);
            conn_finish(c);
        }
    for (letter *m = t->first, *next; m; m = next) {
        next = m->next;
        sim_at(sim_now() + delay_us(), deliver_lost, m->client, m->link);
        free(m);
    }
    t->node->net = NULL;
    free(t);
}

void net_kill(sim_node *n)
{
    turn_comes(n, 0);
}

/* ---- Connections, as the server uses them ---- */
conn *transport_find(transport *t, uint64_t id)
{
    conn *c = t && (uint32_t)id < t->used ? t->slots[(uint32_t)id] : NULL;
    return c && c->id == id ? c : NULL;
}

conn *transport_at(transport *t, uint32_t place)
{
    return t && place < t->used ? t->slots[place] : NULL;
}

uint32_t transport_places(const transport *t)
{
    return t ? t->used : 0;
}

uint64_t conn_id(const conn *c)
{
    return c->id;
}

const char *conn_address(const conn *c)
{
    return c->address;
}

const char *conn_peer(const conn *c)
{
    return c->address;
}

void conn_set_address(conn *c, const char *address)
{
    snprintf(c->address, sizeof c->address, "%s", address);
}

void *conn_user(const conn *c)
{
    return c->user;
}

void conn_set_user(conn *c, void *user)
{
    c->user = user;
}

bool conn_is_socket(const conn *c)
{
    return c->is_socket;
}

bool conn_is_admin(const conn *c)
{
    (void)c;
    return false;
}

uint32_t conn_user_id(const conn *c)
{
    (void)c;
    return 0;
}

uint64_t transport_dropped(const transport *t)
{
    (void)t;
    return 0;
}

void transport_reply(conn *c, const http_reply *r)
{
    packet *p = packet_new(r->body ? r->body : "", r->length);
    send_reply(c, p, r->status, false, r->cookie ? r->cookie : "");
    packet_release(p);
    c->ending = true;
}

void transport_send(conn *c, packet *p, bool low_priority)
{
    (void)low_priority;
    if (p && c->is_socket && !c->ending)
        send_reply(c, p, 0, false, "");
}

/* The client has a moment to read what was sent before. */
void transport_close(conn *c, uint16_t code, const char *reason)
{
    link *l = client_link(c->client, c->place);
    (void)code;
    (void)reason;
    if (is_same_link(c))
        sim_at(after(&l->down_us), deliver_lost, c->client, l->id);
    c->ending = true;
}
