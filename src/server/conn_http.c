/* conn_http.c - a connection as HTTP/1.1: requests one after the other, their replies, and the
 * handshake of a WebSocket. */
#include "server/conn.h"

#include "base/buf.h"
#include "server/content_policy.h"

#include <stdio.h>
#include <string.h>

/* ---- Replies ---- */
/* A page cannot forbid by itself that others frame it: browsers ignore frame-ancestors there. */
static const char SECURITY[] =
    "content-security-policy: " CONTENT_POLICY "; frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "x-frame-options: DENY\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n"
    "permissions-policy: camera=(), microphone=(), geolocation=(), payment=()\r\n";

static void put_field(buf *b, const char *name, const char *value)
{
    if (!value)
        return;
    buf_text(b, name);
    buf_text(b, ": ");
    buf_text(b, value);
    buf_text(b, "\r\n");
}

static size_t write_head(const conn *c, const http_reply *r, char *out, size_t size)
{
    buf b = buf_on(out, size);
    buf_text(&b, "HTTP/1.1 ");
    buf_number(&b, r->status);
    buf_char(&b, ' ');
    buf_text(&b, http_status_text(r->status));
    buf_text(&b, "\r\n");
    if (r->status != 304) { /* which has no body and no fields about one */
        put_field(&b, "content-type", r->type ? r->type : "text/plain; charset=utf-8");
        buf_text(&b, "content-length: ");
        buf_unsigned(&b, r->length);
        buf_text(&b, "\r\n");
    }
    put_field(&b, "cache-control", r->cache ? r->cache : "no-store");
    put_field(&b, "content-encoding", r->encoding);
    put_field(&b, "vary", r->varies ? "accept-encoding" : NULL);
    put_field(&b, "set-cookie", r->device);
    put_field(&b, "set-cookie", r->cookie);
    put_field(&b, "etag", r->tag);
    put_field(&b, "connection", c->keep_alive ? NULL : "close");
    put_field(&b, "sec-websocket-version", r->status == 426 ? "13" : NULL);
    buf_text(&b, SECURITY);
    buf_text(&b, "\r\n");
    return b.length;
}

void transport_reply(conn *c, const http_reply *r)
{
    char head[4096];
    if (c->state != CONN_BUSY || c->replied)
        return; /* a request has one reply */
    const size_t n = write_head(c, r, head, sizeof head);
    c->replied = true;
    c->closing = !c->keep_alive;
    conn_push(c, n <= sizeof head ? packet_plain(head, n) : NULL);
    if (r->length && !c->head_only && r->status != 304)
        conn_push(c, r->lasting ? packet_lasting(r->body, r->length)
                                : packet_plain(r->body, r->length));
}

/* Answers a request that is malformed or not allowed, and closes after it. */
static void refuse_request(conn *c, int status)
{
    char text[64];
    const int n = snprintf(text, sizeof text, "%s\n", http_status_text(status));
    conn_set_state(c, CONN_BUSY);
    c->keep_alive = c->replied = c->head_only = false;
    transport_reply(c, &(http_reply){.status = status, .body = text, .length = (size_t)n});
}

/* ---- Requests ---- */
static http_request request_of(const http_head *h)
{
    return (http_request){.method = h->method,
                          .path = h->path,
                          .host = h->host,
                          .origin = h->origin,
                          .cookie = h->cookie,
                          .type = h->type,
                          .known_tag = h->known_tag,
                          .forwarded_for = h->forwarded_for,
                          .gzip = http_list_has(h->accept_encoding, "gzip"),
                          .brotli = http_list_has(h->accept_encoding, "br"),
                          .body = ""};
}

/* The handshake is the only request of a WebSocket, so origin and cookie are checked here. */
static void open_socket(conn *c, const http_head *head)
{
    const transport_handler *h = conn_handler(c);
    const http_request request = request_of(head);
    char accept[WS_ACCEPT_MAX], text[256];
    const int status = h->admit(h->context, c, &request);
    if (status) {
        refuse_request(c, status);
        return;
    }
    ws_accept(head->websocket_key, accept);
    const int n = snprintf(text, sizeof text,
                           "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                           "connection: Upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
                           accept);
    c->is_socket = true;
    conn_set_state(c, CONN_SOCKET);
    conn_push(c, packet_plain(text, (size_t)n));
    h->opened(h->context, c);
}

static void send_reply(conn *c, const http_head *head, char *body)
{
    const transport_handler *h = conn_handler(c);
    http_request request = request_of(head);
    request.body = body;
    request.body_length = head->body_length;
    c->keep_alive = head->keep_alive;
    c->replied = false;
    c->head_only = strcmp(head->method, "HEAD") == 0;
    conn_set_state(c, CONN_BUSY);
    h->http(h->context, c, &request);
}

/* Handles one complete request. The head is parsed in a copy, because parsing cuts it into strings
 * and it is parsed again if its body is not here yet. */
size_t conn_read_http(conn *c, char *bytes, size_t length)
{
    char copy[HTTP_HEAD_MAX];
    http_head head;
    size_t seen = c->unread_seen;
    const size_t n = length < sizeof copy ? length : sizeof copy;
    memcpy(copy, bytes, n);
    const int wrong = http_head_read(copy, n, &seen, &head);
    if (wrong == HTTP_MORE) {
        c->unread_seen = seen;
        return 0;
    }
    if (wrong) {
        refuse_request(c, wrong);
        return length;
    }
    if (length < head.length + head.body_length) {
        if (head.expect[0] && length == head.length)
            conn_push(c, packet_plain("HTTP/1.1 100 Continue\r\n\r\n", 25));
        return 0;
    }
    c->unread_seen = 0;
    if (head.wants_socket)
        open_socket(c, &head);
    else
        send_reply(c, &head, bytes + head.length);
    return head.length + head.body_length;
}
