/* conn_stream.c - the stream of a connection: reading and writing.
 *
 * All connections share one buffer for reading: libuv asks for it before a read and returns it
 * right after. Only the bytes of what is not complete are saved with the connection, so an idle one
 * has no buffer.
 *
 * Writing is tried at once (uv_try_write). When the socket takes no more, one slice is given to
 * libuv (uv_write); the end of that write says that the socket takes bytes again.
 */
#include "server/conn.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUFFERS_MAX = 16,     /* packets written in one call */
    WAITING_SLICE = 16384 /* bytes that libuv writes when the socket takes some again */
};

/* ---- Reading ---- */
static void save_unread(conn *c, const char *bytes, size_t length)
{
    char *unread = length ? realloc(c->unread, length) : NULL;
    if (length && !unread) {
        c->broken = true;
        conn_mark_writable(c);
        return;
    }
    if (length)
        memcpy(unread, bytes, length);
    else
        free(c->unread);
    c->unread = unread;
    c->unread_length = length;
}

static void consume(conn *c, char *bytes, size_t length)
{
    size_t used = 0, n = 1;
    while (used < length && n && !c->broken) {
        if (c->state == CONN_HTTP)
            n = conn_read_http(c, bytes + used, length - used);
        else if (c->state == CONN_SOCKET)
            n = conn_read_ws(c, bytes + used, length - used);
        else
            break;
        used += n;
    }
    save_unread(c, bytes + used, length - used);
}

static void consume_unread(conn *c)
{
    const size_t length = c->unread_length;
    if (!length)
        return;
    memcpy(c->owner->buffer, c->unread, length);
    consume(c, c->owner->buffer, length);
}

/* libuv reads again and again while it can fill the buffer. An empty buffer stops it, so that one
 * connection takes no more of a turn than one buffer; the rest is reported in the next turn. */
static void on_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    conn *c = handle->data;
    transport *t = c->owner;
    (void)suggested;
    *buffer =
        (uv_buf_t){.base = t->buffer + c->unread_length, .len = t->reader == c->id ? 0 : READ_MAX};
    t->reader = c->id;
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    conn *c = stream->data;
    transport *t = c->owner;
    const size_t saved = c->unread_length;
    (void)buffer; /* the shared buffer of the transport, after the saved bytes */
    if (n == 0 || n == UV_ENOBUFS)
        return;
    if (n < 0) {
        conn_end(c);
        return;
    }
    transport_update_time(t);
    c->heard_s = t->now_s;
    if (c->state == CONN_LINGER)
        return;
    if (c->state == CONN_HTTP && saved == 0)
        c->since_s = t->now_s;
    if (saved)
        memcpy(t->buffer, c->unread, saved);
    consume(c, t->buffer, saved + (size_t)n);
    if (c->state == CONN_SOCKET && (c->unread_length || c->partial))
        c->partial_s = c->partial_s ? c->partial_s : t->now_s;
    else
        c->partial_s = 0;
}

bool conn_start(conn *c)
{
    c->is_reading = uv_read_start(&c->io.stream, on_buffer, on_read) == 0;
    return c->is_reading;
}

/* While a request is being handled nothing more is read: this bounds how much a client can make us
 * store. */
void conn_set_state(conn *c, conn_state state)
{
    c->state = (uint8_t)state;
    c->since_s = c->owner->now_s;
    if (state == CONN_BUSY && c->is_reading) {
        uv_read_stop(&c->io.stream);
        c->is_reading = false;
    } else if (state != CONN_BUSY && !c->is_reading && !conn_start(c)) {
        c->broken = true;
        conn_mark_writable(c);
    }
}

/* ---- Queueing ---- */
/* The time limit of a slow reader begins with the first packet that waits. */
static bool enqueue(conn *c, packet *p)
{
    if (c->out.count == 0)
        c->queued_s = c->moved_s = c->owner->now_s;
    return queue_push(&c->out, p);
}

void conn_push(conn *c, packet *p)
{
    const bool is_full = c->is_socket && c->out.count >= TRANSPORT_QUEUE_MAX; /* unread pongs */
    if (!p || is_full || !enqueue(c, p))
        c->broken = true;
    packet_release(p);
    conn_mark_writable(c);
}

void transport_send(conn *c, packet *p, bool low_priority)
{
    if (!p || c->state != CONN_SOCKET || c->closing || c->broken)
        return;
    if (c->out.count >= TRANSPORT_QUEUE_MAX ||
        (c->out.count && c->out.bytes + p->length > TRANSPORT_WAITING_MAX)) {
        c->owner->dropped++;
        transport_close(c, TRANSPORT_POLICY, "too slow");
    } else if (!enqueue(c, p))
        c->broken = true;
    if (low_priority && !c->broken && !c->closing)
        conn_mark_low_priority(c);
    else
        conn_mark_writable(c);
}

/* ---- Writing ---- */
static void drop_sent(packet_queue *q, size_t sent)
{
    while (sent) {
        const size_t left = queue_at(q, 0)->length - q->sent;
        if (sent < left) {
            q->sent += sent;
            return;
        }
        sent -= left;
        queue_pop(q);
    }
}

/* Bytes were written: restarts the time limits. A socket that is closing has a limit of its own. */
static void note_written(conn *c, size_t sent)
{
    const uint32_t now = c->owner->now_s;
    if (!c->closing || !c->is_socket)
        c->since_s = now;
    c->moved_s = now;
    drop_sent(&c->out, sent);
}

static void on_written(uv_write_t *write, int status)
{
    conn *c = write->handle->data;
    const size_t length = (size_t)(uintptr_t)write->data;
    free(write);
    c->write = NULL;
    if (uv_is_closing(&c->io.handle))
        return; /* conn_end has released the queue and the slot */
    transport_update_time(c->owner);
    if (status == 0)
        note_written(c, length);
    else
        c->broken = true;
    conn_mark_writable(c);
}

static uv_buf_t rest_of(const packet *p, size_t skip, size_t max)
{
    const size_t left = p->length - skip;
    return (uv_buf_t){.base = (char *)(uintptr_t)(p->bytes + skip), .len = left < max ? left : max};
}

/* False: no memory, or the other side has gone. */
static bool write_later(conn *c)
{
    const uv_buf_t slice = rest_of(queue_at(&c->out, 0), c->out.sent, WAITING_SLICE);
    uv_write_t *write = malloc(sizeof *write);
    if (!write)
        return false;
    write->data = (void *)(uintptr_t)slice.len;
    if (uv_write(write, &c->io.stream, &slice, 1, on_written) != 0) {
        free(write);
        return false;
    }
    c->write = write;
    return true;
}

/* False: the other side has gone. */
static bool write_now(conn *c)
{
    while (c->out.count && !c->write) {
        uv_buf_t buffers[BUFFERS_MAX];
        unsigned n = 0;
        for (; n < c->out.count && n < BUFFERS_MAX; n++)
            buffers[n] = rest_of(queue_at(&c->out, (uint16_t)n), n ? 0 : c->out.sent, SIZE_MAX);
        const int sent = uv_try_write(&c->io.stream, buffers, n);
        if (sent == UV_EAGAIN)
            return write_later(c);
        if (sent < 0)
            return false;
        note_written(c, (size_t)sent);
    }
    return true;
}

static void on_shutdown(uv_shutdown_t *shutdown, int status)
{
    (void)status; /* the connection is ended in any case, by the other side or by the clock */
    free(shutdown);
}

/* Everything is written: continues with the next request, or closes. */
static void on_drained(conn *c)
{
    if (c->closing) {
        uv_shutdown_t *shutdown = malloc(sizeof *shutdown);
        if (!shutdown || uv_shutdown(shutdown, &c->io.stream, on_shutdown) != 0)
            free(shutdown);
        conn_notify_closed(c);
        conn_set_state(c, CONN_LINGER);
        c->closing = false;
        save_unread(c, NULL, 0);
    } else if (c->state == CONN_BUSY && c->replied) {
        c->replied = false;
        conn_set_state(c, CONN_HTTP);
        consume_unread(c);
    }
}

void conn_write(conn *c)
{
    if (c->broken || !write_now(c))
        conn_end(c);
    else if (c->out.count == 0)
        on_drained(c);
}
