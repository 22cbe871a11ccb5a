/* conn_ws.c - a connection as a WebSocket: frames become messages; closing. */
#include "server/conn.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL_FRAMES_MAX = 10 }; /* within a second */

/* ---- Closing ---- */
static void send_close(conn *c, uint16_t code, const char *reason)
{
    char payload[WS_CONTROL_MAX];
    size_t n = strlen(reason);
    if (c->closing)
        return;
    n = n > sizeof payload - 2 ? sizeof payload - 2 : n;
    payload[0] = (char)(code >> 8);
    payload[1] = (char)code;
    memcpy(payload + 2, reason, n);
    conn_push(c, packet_framed(WS_CLOSE, payload, code == WS_NO_CODE ? 0 : n + 2));
    c->closing = true;
    conn_set_state(c, CONN_SOCKET); /* its time limit is CLOSE_S from now on */
}

void transport_close(conn *c, uint16_t code, const char *reason)
{
    if (c->state == CONN_SOCKET)
        send_close(c, code, reason);
}

/* ---- Messages ---- */
static void deliver(conn *c, const char *text, size_t length)
{
    const transport_handler *h = conn_handler(c);
    c->partial_s = 0;
    if (ws_text_ok(text, length))
        h->message(h->context, c, text, length);
    else
        send_close(c, WS_BAD_TEXT, "not UTF-8");
}

/* One frame of a message; usually the only one. */
static void handle_fragment(conn *c, const ws_frame *f)
{
    if (c->partial_length + f->length > WS_MESSAGE_MAX) {
        send_close(c, WS_TOO_BIG, "message over 4096 bytes");
        return;
    }
    if (f->final && !c->partial) {
        deliver(c, f->payload, f->length);
        return;
    }
    if (!c->partial && !(c->partial = malloc(WS_MESSAGE_MAX))) {
        c->broken = true;
        return;
    }
    memcpy(c->partial + c->partial_length, f->payload, f->length);
    c->partial_length += f->length;
    if (!f->final)
        return;
    char *whole = c->partial;
    const size_t length = c->partial_length;
    c->partial = NULL;
    c->partial_length = 0;
    deliver(c, whole, length);
    free(whole);
}

static void handle_close(conn *c, const ws_frame *f)
{
    const uint16_t code = ws_close_code(f);
    send_close(c, code, "");
}

/* Control frames and fragments are no messages, so the limit of messages does not count them. */
static bool is_small_frame(const ws_frame *f)
{
    return f->opcode == WS_PING || f->opcode == WS_PONG || !f->final;
}

static void handle_frame(conn *c, const ws_frame *f)
{
    if (is_small_frame(f) && ++c->small_frames > SMALL_FRAMES_MAX) {
        send_close(c, WS_POLICY, "too many pings or pieces");
        return;
    }
    switch (f->opcode) {
    case WS_CLOSE:
        handle_close(c, f);
        break;
    case WS_PING:
        conn_push(c, packet_framed(WS_PONG, f->payload, f->length));
        break;
    case WS_PONG:
        break;
    case WS_BINARY:
        send_close(c, WS_UNSUPPORTED, "text only");
        break;
    default:
        handle_fragment(c, f);
    }
}

size_t conn_read_ws(conn *c, char *bytes, size_t length)
{
    size_t used = 0;
    while (!c->closing && !c->broken) {
        ws_frame f;
        const int wrong = ws_frame_read(bytes + used, length - used, c->partial != NULL, &f);
        if (wrong == WS_MORE)
            return used;
        if (wrong) {
            send_close(c, (uint16_t)wrong,
                       wrong == WS_TOO_BIG ? "message over 4096 bytes" : "not a good frame");
            break;
        }
        used += f.whole;
        handle_frame(c, &f);
    }
    return length; /* the rest of a connection that closes is discarded */
}
