/* transport_lws.c - the transport on libwebsockets 4.1, in a loop of libuv: the library's own loop
 * polls every socket in every turn, which is too slow for ten thousand.
 *
 * Per connection the library keeps one pointer for us, to a conn that lives from the request (or
 * upgrade) to its end. Extensions stay off: permessage-deflate costs more time than it saves.
 */
#include "server/transport.h"

#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum {
    TICK_MS = 50,
    CHUNK = 16384,       /* bytes of a body written at once */
    PATIENT_SLICE = 128, /* spectators served in one turn */
    PING_S = 25,         /* of silence, then we ask … */
    DEAD_S = 60          /* … and then it is gone */
};

struct packet {
    uint32_t refs;
    uint32_t length;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

typedef struct http_part { /* the strings of a request, kept until its body is complete */
    char method[8], path[256], query[512], host[256], origin[256], type[64], known_tag[64];
    char cookie[TRANSPORT_HEADER_MAX], forwarded_for[256];
    bool gzip;
    size_t length;
    char body[TRANSPORT_MESSAGE_MAX + 1];
} http_part;

struct conn {
    transport *owner;
    struct lws *wsi;
    uint64_t id;
    void *user;
    char address[TRANSPORT_ADDRESS_MAX];
    bool is_socket, waits; /* waits: in the line of patient ones */
    bool asked;            /* the handler has seen the request */
    bool ping;             /* is to be asked whether it is still there */
    uint32_t heard_s;
    uint16_t close_code;
    char close_reason[64];
    packet **queue; /* a ring, allocated while something waits */
    uint16_t first, count, size;
    char *partial; /* a message of which more must come */
    size_t partial_length;
    http_part *part;
    unsigned char *owned; /* the reply's body, when it was copied */
    const unsigned char *body;
    size_t body_length, body_sent;
};

typedef struct slot {
    conn *c;
    uint32_t generation;
} slot;

struct transport {
    uv_loop_t loop;
    uv_timer_t tick;
    struct lws_context *context;
    struct lws_protocols protocols[2];
    transport_handler handler;
    atomic_bool stopping;
    uint32_t watched_s;
    slot *slots;
    uint32_t slots_nb, slots_used;
    uint32_t *free_slots;
    uint32_t free_nb;
    uint64_t *patient; /* ids, a ring of slots_nb + 1 places */
    uint32_t patient_first, patient_last;
};

/* ---- Packets ------------------------------------------------------------------------------- */
packet *packet_new(const char *text, size_t length)
{
    packet *p = malloc(sizeof *p + LWS_PRE + length);
    if (!p)
        return NULL;
    p->refs = 1;
    p->length = (uint32_t)length;
    memcpy(p->bytes + LWS_PRE, text, length);
    return p;
}

void packet_release(packet *p)
{
    if (p && --p->refs == 0)
        free(p);
}

static uint32_t now_s(void)
{
    return (uint32_t)(lws_now_usecs() / LWS_US_PER_SEC);
}

/* ---- Connections and their ids --------------------------------------------------------------- */
static conn *conn_new(transport *t, struct lws *wsi, bool is_socket)
{
    if (t->free_nb == 0 && t->slots_used == t->slots_nb)
        return NULL;
    conn *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    const uint32_t i = t->free_nb ? t->free_slots[--t->free_nb] : t->slots_used++;
    t->slots[i].c = c;
    t->slots[i].generation++;
    c->owner = t;
    c->wsi = wsi;
    c->is_socket = is_socket;
    c->heard_s = now_s();
    c->id = (uint64_t)t->slots[i].generation << 32 | i;
    lws_get_peer_simple(wsi, c->address, sizeof c->address);
    return c;
}

static void conn_free(conn *c)
{
    transport *t = c->owner;
    const uint32_t i = (uint32_t)c->id;
    t->slots[i].c = NULL;
    t->free_slots[t->free_nb++] = i;
    for (; c->count; c->count--, c->first++)
        packet_release(c->queue[c->first % c->size]);
    free(c->queue);
    free(c->partial);
    free(c->part);
    free(c->owned);
    free(c);
}

conn *transport_find(transport *t, uint64_t id)
{
    const uint32_t i = (uint32_t)id;
    if (i >= t->slots_nb || !t->slots[i].c || t->slots[i].c->id != id)
        return NULL;
    return t->slots[i].c;
}

conn *transport_at(transport *t, uint32_t place)
{
    return place < t->slots_nb ? t->slots[place].c : NULL;
}

uint64_t conn_id(const conn *c)
{
    return c->id;
}

const char *conn_address(const conn *c)
{
    return c->address;
}

void conn_set_address(conn *c, const char *address)
{
    lws_strncpy(c->address, address, sizeof c->address);
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

/* ---- Requests -------------------------------------------------------------------------------- */
static void header_copy(struct lws *wsi, char *to, size_t size, enum lws_token_indexes token)
{
    if (lws_hdr_copy(wsi, to, (int)size, token) < 0)
        to[0] = 0;
}

static void read_method(struct lws *wsi, http_part *p)
{
    static const struct {
        enum lws_token_indexes token;
        const char *name;
    } methods[] = {
        {WSI_TOKEN_GET_URI, "GET"}, {WSI_TOKEN_HEAD_URI, "HEAD"}, {WSI_TOKEN_POST_URI, "POST"}};
    lws_strncpy(p->method, "?", sizeof p->method);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(wsi, methods[i].token) > 0) {
            lws_strncpy(p->method, methods[i].name, sizeof p->method);
            if (lws_hdr_copy(wsi, p->path, sizeof p->path, methods[i].token) < 0)
                lws_strncpy(p->path, "/too-long", sizeof p->path);
        }
}

static http_part *read_request(struct lws *wsi)
{
    http_part *p = calloc(1, sizeof *p);
    char encodings[256];
    if (!p)
        return NULL;
    read_method(wsi, p);
    header_copy(wsi, p->query, sizeof p->query, WSI_TOKEN_HTTP_URI_ARGS);
    header_copy(wsi, p->host, sizeof p->host, WSI_TOKEN_HOST);
    header_copy(wsi, p->origin, sizeof p->origin, WSI_TOKEN_ORIGIN);
    header_copy(wsi, p->cookie, sizeof p->cookie, WSI_TOKEN_HTTP_COOKIE);
    header_copy(wsi, p->type, sizeof p->type, WSI_TOKEN_HTTP_CONTENT_TYPE);
    header_copy(wsi, p->known_tag, sizeof p->known_tag, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    header_copy(wsi, p->forwarded_for, sizeof p->forwarded_for, WSI_TOKEN_X_FORWARDED_FOR);
    header_copy(wsi, encodings, sizeof encodings, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    p->gzip = strstr(encodings, "gzip") != NULL;
    return p;
}

static http_request request_of(const http_part *p)
{
    return (http_request){.method = p->method,
                          .path = p->path,
                          .query = p->query,
                          .host = p->host,
                          .origin = p->origin,
                          .cookie = p->cookie,
                          .type = p->type,
                          .known_tag = p->known_tag,
                          .forwarded_for = p->forwarded_for,
                          .gzip = p->gzip,
                          .body = p->body,
                          .body_length = p->length};
}

/* ---- Replies --------------------------------------------------------------------------------- */
/* The page runs nothing but its own files; 'wasm-unsafe-eval' is what WebAssembly needs. */
static const char *const security_headers[][2] = {
    {"content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' blob: data:; worker-src 'self'; object-src 'none'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"x-frame-options:", "DENY"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), microphone=(), geolocation=(), payment=()"},
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return !value || lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                                 (const unsigned char *)value, (int)strlen(value),
                                                 at, end) == 0;
}

static bool write_headers(conn *c, const http_reply *r)
{
    unsigned char buffer[LWS_PRE + 4096], *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer - 1;
    const char *type = r->type ? r->type : "text/plain; charset=utf-8";
    if (lws_add_http_common_headers(c->wsi, (unsigned)r->status, type, r->length, &at, end))
        return false;
    bool fits = true;
    for (size_t i = 0; i < sizeof security_headers / sizeof *security_headers; i++)
        fits &= add_header(c->wsi, security_headers[i][0], security_headers[i][1], &at, end);
    fits &= add_header(c->wsi, "cache-control:", r->cache ? r->cache : "no-store", &at, end);
    fits &= add_header(c->wsi, "content-encoding:", r->encoding, &at, end);
    fits &= add_header(c->wsi, "vary:", r->encoding ? "accept-encoding" : NULL, &at, end);
    fits &= add_header(c->wsi, "set-cookie:", r->cookie, &at, end);
    fits &= add_header(c->wsi, "etag:", r->tag, &at, end);
    return fits && lws_finalize_write_http_header(c->wsi, start, &at, end) == 0;
}

static bool keep_body(conn *c, const http_reply *r)
{
    c->body = r->body;
    c->body_length = r->length;
    if (r->lasting || r->length == 0)
        return true;
    c->owned = malloc(r->length);
    if (!c->owned)
        return false;
    memcpy(c->owned, r->body, r->length);
    c->body = c->owned;
    return true;
}

void transport_reply(conn *c, const http_reply *r)
{
    const bool bare = c->part && strcmp(c->part->method, "HEAD") == 0;
    if (!keep_body(c, r) || !write_headers(c, r)) {
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
        return;
    }
    if (bare)
        c->body_length = 0;
    lws_callback_on_writable(c->wsi);
}

/* Writes the next piece; 1: the transaction is over and the connection is to be closed. */
static int write_body(conn *c)
{
    unsigned char chunk[LWS_PRE + CHUNK];
    const size_t left = c->body_length - c->body_sent, n = left < CHUNK ? left : CHUNK;
    if (n) {
        memcpy(chunk + LWS_PRE, c->body + c->body_sent, n);
        c->body_sent += n;
        const enum lws_write_protocol how = n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
        if (lws_write(c->wsi, chunk + LWS_PRE, n, how) < 0)
            return 1;
    }
    if (c->body_sent < c->body_length) {
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    conn **place = lws_wsi_user(c->wsi);
    struct lws *wsi = c->wsi;
    *place = NULL;
    conn_free(c);
    return lws_http_transaction_completed(wsi) ? 1 : 0;
}

/* ---- Messages -------------------------------------------------------------------------------- */
static bool queue_push(conn *c, packet *p)
{
    if (c->count == TRANSPORT_QUEUE_MAX)
        return false;
    if (c->count == c->size) {
        const uint16_t size = c->size ? (uint16_t)(c->size * 2) : 4;
        packet **queue = malloc(size * sizeof *queue);
        if (!queue)
            return false;
        for (uint16_t i = 0; i < c->count; i++)
            queue[i] = c->queue[(c->first + i) % c->size];
        free(c->queue);
        c->queue = queue;
        c->size = size;
        c->first = 0;
    }
    c->queue[(c->first + c->count++) % c->size] = p;
    p->refs++;
    return true;
}

static packet *queue_pop(conn *c)
{
    packet *p = c->queue[c->first % c->size];
    c->first = (uint16_t)((c->first + 1) % c->size);
    if (--c->count == 0) { /* an idle socket keeps no memory */
        free(c->queue);
        c->queue = NULL;
        c->size = 0;
    }
    return p;
}

static void patient_wait(conn *c)
{
    transport *t = c->owner;
    if (c->waits)
        return;
    c->waits = true;
    t->patient[t->patient_last] = c->id;
    t->patient_last = (t->patient_last + 1) % (t->slots_nb + 1);
}

/* The next slice of spectators gets its turn. */
static void patient_turn(transport *t)
{
    for (int i = 0; i < PATIENT_SLICE && t->patient_first != t->patient_last; i++) {
        conn *c = transport_find(t, t->patient[t->patient_first]);
        t->patient_first = (t->patient_first + 1) % (t->slots_nb + 1);
        if (c) {
            c->waits = false;
            lws_callback_on_writable(c->wsi);
        }
    }
    if (t->patient_first != t->patient_last)
        lws_cancel_service(t->context);
}

void transport_send(conn *c, packet *p, bool patient)
{
    if (!p || c->close_code)
        return;
    if (!queue_push(c, p))
        transport_close(c, TRANSPORT_POLICY, "too slow");
    else if (patient)
        patient_wait(c);
    else
        lws_callback_on_writable(c->wsi);
}

void transport_close(conn *c, uint16_t code, const char *reason)
{
    if (!c->is_socket || c->close_code)
        return;
    c->close_code = code;
    lws_strncpy(c->close_reason, reason, sizeof c->close_reason);
    lws_callback_on_writable(c->wsi);
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, 5); /* whether it reads or not */
}

static int write_ping(conn *c)
{
    unsigned char bytes[LWS_PRE + 4] = {0};
    c->ping = false;
    if (c->count || c->close_code)
        lws_callback_on_writable(c->wsi);
    return lws_write(c->wsi, bytes + LWS_PRE, 0, LWS_WRITE_PING) < 0 ? -1 : 0;
}

static int write_message(conn *c)
{
    if (c->ping)
        return write_ping(c);
    if (c->count) {
        packet *p = queue_pop(c);
        const int n = lws_write(c->wsi, p->bytes + LWS_PRE, p->length, LWS_WRITE_TEXT);
        const int wanted = (int)p->length;
        packet_release(p);
        if (n < wanted)
            return -1;
        if (c->count || c->close_code)
            lws_callback_on_writable(c->wsi);
        return 0;
    }
    if (!c->close_code)
        return 0;
    lws_close_reason(c->wsi, c->close_code, (unsigned char *)c->close_reason,
                     strlen(c->close_reason));
    return -1;
}

static int refuse_message(conn *c, uint16_t code, const char *why)
{
    lws_close_reason(c->wsi, code, (unsigned char *)(uintptr_t)why, strlen(why));
    return -1;
}

/* A message may come in pieces: frames of a message, parts of a frame. */
static int read_message(conn *c, const char *in, size_t length)
{
    transport *t = c->owner;
    c->heard_s = now_s();
    if (c->close_code)
        return 0; /* it was told to go */
    const bool last = lws_is_final_fragment(c->wsi) && lws_remaining_packet_payload(c->wsi) == 0;
    if (lws_frame_is_binary(c->wsi))
        return refuse_message(c, TRANSPORT_UNSUPPORTED, "text only");
    if (c->partial_length + length > TRANSPORT_MESSAGE_MAX)
        return refuse_message(c, TRANSPORT_TOO_BIG, "message over 4096 bytes");
    if (last && !c->partial) {
        t->handler.message(t->handler.context, c, in, length);
        return 0;
    }
    if (!c->partial && !(c->partial = malloc(TRANSPORT_MESSAGE_MAX)))
        return -1;
    memcpy(c->partial + c->partial_length, in, length);
    c->partial_length += length;
    if (last) {
        char *whole = c->partial;
        const size_t whole_length = c->partial_length;
        c->partial = NULL;
        c->partial_length = 0;
        t->handler.message(t->handler.context, c, whole, whole_length);
        free(whole);
    }
    return 0;
}

/* ---- The library's callback ------------------------------------------------------------------ */
static int begin_http(transport *t, struct lws *wsi, conn **place)
{
    if (*place)
        conn_free(*place);
    conn *c = *place = conn_new(t, wsi, false);
    if (!c)
        return 1;
    c->part = read_request(wsi);
    if (!c->part)
        return 1;
    if (strcmp(c->part->method, "POST") == 0 &&
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0)
        return 0; /* the body comes first */
    const http_request request = request_of(c->part);
    c->asked = true;
    t->handler.http(t->handler.context, c, &request);
    return 0;
}

static int body_piece(conn *c, const char *in, size_t length)
{
    if (c && c->asked)
        return 0; /* a body that no method of ours has */
    if (!c || !c->part || c->part->length + length > TRANSPORT_MESSAGE_MAX)
        return 1;
    memcpy(c->part->body + c->part->length, in, length);
    c->part->length += length;
    return 0;
}

static int body_complete(transport *t, conn *c)
{
    if (!c || !c->part)
        return 1;
    if (c->asked)
        return 0;
    const http_request request = request_of(c->part);
    c->asked = true;
    t->handler.http(t->handler.context, c, &request);
    return 0;
}

/* The upgrade request, with its headers: the only moment to look at origin and cookie. */
static int admit(transport *t, struct lws *wsi, conn **place)
{
    http_part *part = read_request(wsi);
    conn *c = *place;
    int status = 503;
    if (!c)
        c = *place = conn_new(t, wsi, true);
    if (c && part) {
        const http_request request = request_of(part);
        c->is_socket = true;
        status = t->handler.admit(t->handler.context, c, &request);
    }
    free(part);
    if (status == 0)
        return 0;
    lws_return_http_status(wsi, (unsigned)status, NULL);
    return 1;
}

/* The library's own watch over idle sockets keeps them in one sorted list, which is slow for
 * thousands; a look at all of them every second is not. */
static void watch_over(transport *t)
{
    const uint32_t now = now_s();
    if (now == t->watched_s)
        return;
    t->watched_s = now;
    for (uint32_t i = 0; i < t->slots_used; i++) {
        conn *c = t->slots[i].c;
        if (!c || !c->is_socket || now - c->heard_s < PING_S)
            continue;
        if (now - c->heard_s >= DEAD_S)
            lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        else if ((now - c->heard_s) % PING_S == 0) {
            c->ping = true;
            lws_callback_on_writable(c->wsi);
        }
    }
}

static void end_conn(transport *t, conn **place)
{
    conn *c = place ? *place : NULL;
    if (!c)
        return;
    *place = NULL;
    if (c->is_socket)
        t->handler.closed(t->handler.context, c);
    conn_free(c);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    transport *t = lws_context_user(lws_get_context(wsi));
    conn **place = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin_http(t, wsi, place);
    case LWS_CALLBACK_HTTP_BODY:
        return body_piece(*place, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return body_complete(t, *place);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return *place && (*place)->body ? write_body(*place) : 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return admit(t, wsi, place);
    case LWS_CALLBACK_ESTABLISHED:
        if (!*place)
            return -1;
        t->handler.opened(t->handler.context, *place);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return *place ? write_message(*place) : -1;
    case LWS_CALLBACK_RECEIVE:
        return *place ? read_message(*place, in, length) : -1;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (*place)
            (*place)->heard_s = now_s();
        return 0;
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        end_conn(t, place);
        return 0;
    default:
        return 0;
    }
}

/* ---- The loop -------------------------------------------------------------------------------- */
static void on_tick(uv_timer_t *timer)
{
    (void)timer; /* it only ends the waiting */
}

static const lws_retry_bo_t no_watch = {0}; /* see watch_over */

static bool open_context(transport *t, const transport_options *o)
{
    t->protocols[0] = (struct lws_protocols){.name = "azulejo",
                                             .callback = callback,
                                             .per_session_data_size = sizeof(conn *),
                                             .rx_buffer_size = 1024};
    void *loops[] = {&t->loop};
    struct lws_context_creation_info info = {.port = o->port, .protocols = t->protocols, .user = t};
    info.iface = o->host && o->host[0] ? o->host : NULL;
    info.server_string = "azulejo";
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    info.foreign_loops = loops;
    info.pcontext = &t->context;
    info.fd_limit_per_thread = o->connections_max + 32;
    info.max_http_header_data = 4096;
    info.max_http_header_pool = 64;
    info.timeout_secs = 10;
    info.keepalive_timeout = 15;
    info.pt_serv_buf_size = 8192;
    info.retry_and_idle_policy = &no_watch;
    t->context = lws_create_context(&info);
    return t->context != NULL;
}

transport *transport_new(const transport_options *o, const transport_handler *handler)
{
    transport *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    lws_set_log_level(LLL_ERR, NULL);
    uv_loop_init(&t->loop);
    uv_timer_init(&t->loop, &t->tick);
    uv_timer_start(&t->tick, on_tick, TICK_MS, TICK_MS);
    t->handler = *handler;
    t->slots_nb = o->connections_max + 32;
    t->slots = calloc(t->slots_nb, sizeof *t->slots);
    t->free_slots = calloc(t->slots_nb, sizeof *t->free_slots);
    t->patient = calloc(t->slots_nb + 1, sizeof *t->patient);
    if (!t->slots || !t->free_slots || !t->patient || !open_context(t, o)) {
        transport_free(t);
        return NULL;
    }
    return t;
}

uint16_t transport_port(const transport *t)
{
    return (uint16_t)lws_get_vhost_listen_port(lws_get_vhost_by_name(t->context, "default"));
}

void transport_run(transport *t)
{
    while (!atomic_load(&t->stopping)) {
        uv_run(&t->loop, UV_RUN_ONCE);
        t->handler.turn(t->handler.context);
        patient_turn(t);
        watch_over(t);
    }
}

void transport_stop(transport *t)
{
    atomic_store(&t->stopping, true);
}

void transport_wake(transport *t)
{
    lws_cancel_service(t->context);
}

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* In a loop that is not its own the library ends in steps; it clears `context` after the last. */
static void close_loop(transport *t)
{
    if (t->context)
        lws_context_destroy(t->context);
    for (int i = 0; t->context && i < 1000; i++)
        uv_run(&t->loop, UV_RUN_NOWAIT);
    uv_walk(&t->loop, close_handle, NULL);
    uv_run(&t->loop, UV_RUN_DEFAULT);
    uv_loop_close(&t->loop);
}

void transport_free(transport *t)
{
    if (!t)
        return;
    close_loop(t);
    free(t->slots);
    free(t->free_slots);
    free(t->patient);
    free(t);
}
