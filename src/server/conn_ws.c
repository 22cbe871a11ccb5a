/* conn_ws.c - a connection as a WebSocket: frames become messages, and somebody ends it. */
#include "server/conn.h"

#include <stdlib.h>
#include <string.h>

enum { PINGS_MAX = 10 }; /* and pongs, and pieces of messages, within a second */

/* ---- Closing ----------------------------------------------------------------------------------
 */
static void say_close(conn *c, uint16_t code, const char *reason)
{
    char payload[WS_CONTROL_MAX];
    size_t n = strlen(reason);
    if (c->closes)
        return;
    n = n > sizeof payload - 2 ? sizeof payload - 2 : n;
    payload[0] = (char)(code >> 8);
    payload[1] = (char)code;
    memcpy(payload + 2, reason, n);
    conn_push(c, packet_framed(WS_CLOSE, payload, code == WS_NO_CODE ? 0 : n + 2));
    c->closes = true;
    conn_set_state(c, CONN_SOCKET); /* from now on its time is short */
}

void transport_close(conn *c, uint16_t code, const char *reason)
{
    if (c->state == CONN_SOCKET)
        say_close(c, code, reason);
}

/* ---- Messages ---------------------------------------------------------------------------------
 */
static void deliver(conn *c, const char *text, size_t length)
{
    const transport_handler *h = conn_handler(c);
    c->part_s = 0;
    if (ws_text_ok(text, length))
        h->message(h->context, c, text, length);
    else
        say_close(c, WS_BAD_TEXT, "not UTF-8");
}

/* One frame of a message. */
static void take_piece(conn *c, const ws_frame *f)
{
    if (c->partial_length + f->length > WS_MESSAGE_MAX) {
        say_close(c, WS_TOO_BIG, "message over 4096 bytes");
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

static void take_close(conn *c, const ws_frame *f)
{
    const uint16_t code = ws_close_code(f);
    say_close(c, code, "");
}

/* What costs no message of its own is counted here. */
static bool is_small_change(const ws_frame *f)
{
    return f->opcode == WS_PING || f->opcode == WS_PONG || !f->final;
}

static void take_frame(conn *c, const ws_frame *f)
{
    if (is_small_change(f) && ++c->pings > PINGS_MAX) {
        say_close(c, WS_POLICY, "too many pings or pieces");
        return;
    }
    switch (f->opcode) {
    case WS_CLOSE:
        take_close(c, f);
        break;
    case WS_PING:
        conn_push(c, packet_framed(WS_PONG, f->payload, f->length));
        break;
    case WS_PONG:
        break;
    case WS_BINARY:
        say_close(c, WS_UNSUPPORTED, "text only");
        break;
    default:
        take_piece(c, f);
    }
}

size_t conn_read_ws(conn *c, char *bytes, size_t length)
{
    size_t used = 0;
    while (!c->closes && !c->broken) {
        ws_frame f;
        const int wrong = ws_frame_read(bytes + used, length - used, c->partial != NULL, &f);
        if (wrong == WS_MORE)
            return used;
        if (wrong) {
            say_close(c, (uint16_t)wrong,
                      wrong == WS_TOO_BIG ? "message over 4096 bytes" : "not a good frame");
            break;
        }
        used += f.whole;
        take_frame(c, &f);
    }
    return length; /* of one that is told to go nothing more is read */
}
