/* transport.c - the loop of the transport (libuv): accepts, keeps the connections, watches the
 * clock.
 *
 * What a turn has to send is queued and written at its end, so that an event and the answer to the
 * same client leave in one call. WebSocket extensions stay off: compressing messages costs more
 * than it saves.
 *
 * Connections are accepted here and not by uv_listen, which accepts without a limit and tries again
 * for ever while the system has no file or memory for a connection. uv_poll_t only reports that
 * somebody waits.
 */
#include "server/transport.h"

#include "server/address.h"
#include "server/conn.h"
#include "server/conn_timing.h"
#include "server/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

enum {
    TICK_MS = 50,
    SEND_BUFFER = 131072,     /* bytes that the kernel holds for a slow client */
    ACCEPT_MAX = 64,          /* in one turn */
    LOW_PRIORITY_SLICE = 128, /* spectators written to in one turn */
    REQUEST_S = 10,           /* for a request to become complete */
    IDLE_S = 15,              /* between two requests */
    REPLY_S = 120,            /* for us to answer */
    STALL_S = 15,             /* for a client to read anything … */
    DRAIN_S = 60,             /* … and for a WebSocket's to read everything that waits */
    DOWNLOAD_S = 300,         /* for a reply to be read completely */
    CLOSE_S = 5,
    LINGER_S = 2,
    ADMIN_SLOTS = 8 /* slots reserved for the host */
};

_Static_assert((int)TRANSPORT_ADDRESS_MAX == (int)ADDRESS_MAX, "one kind of address");

/* ---- Rings of connections that are to be written to ---- */
static void ring_add(transport *t, enum ring_kind kind, uint32_t index)
{
    ring *r = &t->rings[kind];
    if (t->slots[index].in_ring[kind])
        return;
    t->slots[index].in_ring[kind] = true;
    r->at[r->last] = index;
    r->last = (r->last + 1) % (t->slots_nb + 1);
}

/* Gives the next connection, NULL if it has ended meanwhile. False: the ring is empty. */
static bool ring_take(transport *t, enum ring_kind kind, conn **c)
{
    ring *r = &t->rings[kind];
    if (r->first == r->last)
        return false;
    const uint32_t index = r->at[r->first];
    r->first = (r->first + 1) % (t->slots_nb + 1);
    t->slots[index].in_ring[kind] = false;
    *c = t->slots[index].c;
    return true;
}

static bool ring_is_empty(const transport *t, enum ring_kind kind)
{
    return t->rings[kind].first == t->rings[kind].last;
}

void conn_mark_writable(conn *c)
{
    ring_add(c->owner, RING_WRITABLE, (uint32_t)c->id);
}

void conn_mark_low_priority(conn *c)
{
    ring_add(c->owner, RING_LOW_PRIORITY, (uint32_t)c->id);
}

/* ---- Connections and their ids ---- */
conn *transport_find(transport *t, uint64_t id)
{
    const uint32_t i = (uint32_t)id;
    if (!t || i >= t->slots_nb || !t->slots[i].c || t->slots[i].c->id != id)
        return NULL;
    return t->slots[i].c;
}

conn *transport_at(transport *t, uint32_t place)
{
    return t && place < t->slots_used ? t->slots[place].c : NULL;
}

uint32_t transport_places(const transport *t)
{
    return t ? t->slots_used : 0;
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
    return c->peer->address;
}

void conn_set_address(conn *c, const char *address)
{
    address_group(address[0] ? address : c->peer->address, c->address);
}

void *conn_user(const conn *c)
{
    return c->user;
}

void conn_set_user(conn *c, void *user)
{
    c->user = user;
}

uint64_t transport_dropped(const transport *t)
{
    return t->dropped;
}

bool conn_is_socket(const conn *c)
{
    return c->is_socket;
}

bool conn_is_admin(const conn *c)
{
    return c->is_admin;
}

uint32_t conn_user_id(const conn *c)
{
    return c->user_id;
}

const transport_handler *conn_handler(const conn *c)
{
    return &c->owner->handler;
}

void conn_notify_closed(conn *c)
{
    if (!c->is_socket)
        return;
    c->is_socket = false;
    conn_handler(c)->closed(conn_handler(c)->context, c);
}

static void peer_release(transport *t, struct peer *p)
{
    if (--p->count)
        return;
    map_drop(&t->peers, p->address);
    free(p);
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* Removes the connection from the lists; libuv keeps its memory until the next turn. */
void conn_end(conn *c)
{
    transport *t = c->owner;
    const uint32_t i = (uint32_t)c->id;
    conn_notify_closed(c);
    uv_close(&c->io.handle, on_closed);
    queue_clear(&c->out);
    free(c->unread);
    free(c->partial);
    peer_release(t, c->peer);
    t->slots[i].c = NULL;
    t->free_slots[t->free_nb++] = i;
}

/* ---- Accepting ---- */
/* NULL: the machine has too many connections, or there is no memory. */
static struct peer *peer_acquire(transport *t, const char *address)
{
    struct peer *p = map_get(&t->peers, address);
    if (!p) {
        p = calloc(1, sizeof *p);
        if (!p || !map_put(&t->peers, address, p)) {
            free(p);
            return NULL;
        }
        snprintf(p->address, sizeof p->address, "%s", address);
    }
    p->count++;
    if (!t->per_address_max || p->count <= t->per_address_max)
        return p;
    peer_release(t, p);
    return NULL;
}

/* Other clients leave some slots free for the host. */
static bool has_slot(const transport *t, bool is_admin)
{
    return t->free_nb + t->slots_nb - t->slots_used > (is_admin ? 0 : ADMIN_SLOTS);
}

static conn *conn_new(transport *t, const char *address, bool is_admin)
{
    struct peer *p = has_slot(t, is_admin) ? peer_acquire(t, address) : NULL;
    conn *c = p ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        if (p)
            peer_release(t, p);
        return NULL;
    }
    const uint32_t i = t->free_nb ? t->free_slots[--t->free_nb] : t->slots_used++;
    const uint32_t now = t->now_s;
    t->slots[i].c = c;
    t->slots[i].generation = (t->slots[i].generation + 1) & 0x7fffffffu;
    *c = (conn){.owner = t,
                .id = (uint64_t)t->slots[i].generation << 32 | i,
                .heard_s = now,
                .pinged_s = now,
                .since_s = now,
                .is_admin = is_admin,
                .peer = p};
    snprintf(c->address, sizeof c->address, "%s", address);
    return c;
}

/* True: the stream owns the file from now on. */
static bool open_stream(conn *c, int fd)
{
    uv_loop_t *loop = &c->owner->loop;
    const int wrong = c->is_admin
                          ? uv_pipe_init(loop, &c->io.pipe, 0) || uv_pipe_open(&c->io.pipe, fd)
                          : uv_tcp_init(loop, &c->io.tcp) || uv_tcp_open(&c->io.tcp, fd);
    c->io.handle.data = c;
    return !wrong;
}

/* Takes ownership of the file in any case. */
static void conn_begin(transport *t, int fd, const char *address, bool is_admin, uint32_t user_id)
{
    const int one = 1, size = SEND_BUFFER;
    conn *c = conn_new(t, address, is_admin);
    if (!c) {
        close(fd);
        return;
    }
    c->user_id = user_id;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    const bool is_open = open_stream(c, fd);
    if (!is_open)
        close(fd);
    if (!is_open || !conn_start(c))
        conn_end(c);
}

static void set_watching(listener *l, uv_poll_cb on_waiting)
{
    if (l->fd >= 0 && on_waiting)
        uv_poll_start(&l->poll, UV_READABLE, on_waiting);
    else if (l->fd >= 0)
        uv_poll_stop(&l->poll);
}

static void on_waiting(uv_poll_t *poll, int status, int events);
static void on_admin_waiting(uv_poll_t *poll, int status, int events);

/* Without files or memory for a connection we do not listen until the next second. */
static void set_listening(transport *t, bool is_listening)
{
    if (is_listening != t->is_listening) {
        set_watching(&t->tcp, is_listening ? on_waiting : NULL);
        set_watching(&t->admin, is_listening ? on_admin_waiting : NULL);
    }
    t->is_listening = is_listening;
}

/* The mode of the socket's file already excludes other users. Only the user who runs the server and
 * root count as the host. */
static void on_admin_waiting(uv_poll_t *poll, int status, int events)
{
    transport *t = poll->data;
    uint32_t user_id = 0;
    char unused[TRANSPORT_ADDRESS_MAX];
    (void)status;
    (void)events;
    transport_update_time(t);
    const int fd = listener_accept(t->admin.fd, unused);
    if (fd < 0 && listener_out_of_files())
        set_listening(t, false);
    if (fd < 0)
        return;
    if (unix_socket_peer(fd, &user_id) && (user_id == geteuid() || user_id == 0))
        conn_begin(t, fd, "admin", true, user_id);
    else
        close(fd);
}

static void on_waiting(uv_poll_t *poll, int status, int events)
{
    transport *t = poll->data;
    (void)status;
    (void)events;
    transport_update_time(t);
    for (int i = 0; i < ACCEPT_MAX; i++) {
        char address[TRANSPORT_ADDRESS_MAX];
        const int fd = listener_accept(t->tcp.fd, address);
        if (fd < 0) {
            if (listener_out_of_files())
                set_listening(t, false);
            return;
        }
        conn_begin(t, fd, address, false, 0);
    }
}

/* ---- Time ---- */
/* True if the client reads nothing, or too slowly, even if it keeps sending. */
static bool is_stalled(const conn *c, uint32_t now)
{
    const uint32_t all_s = c->is_socket ? DRAIN_S : DOWNLOAD_S;
    return c->out.count && (now - c->moved_s >= STALL_S || now - c->queued_s >= all_s);
}

static bool is_late(const conn *c, uint32_t now)
{
    const uint32_t since = now - c->since_s;
    switch (c->state) {
    case CONN_HTTP:
        return since >= (c->unread_length ? REQUEST_S : IDLE_S);
    case CONN_BUSY:
        return since >= (c->replied ? STALL_S : REPLY_S);
    case CONN_SOCKET:
        return c->closing ? since >= CLOSE_S : c->partial_s && now - c->partial_s >= REQUEST_S;
    default:
        return since >= LINGER_S;
    }
}

/* False: nothing has been received for too long. */
static bool check_silence(conn *c, uint32_t now)
{
    if (c->state != CONN_SOCKET || c->closing)
        return true;
    const silence_action action = silence_check(now, c->heard_s, c->pinged_s);
    if (action == SILENCE_PING) {
        c->pinged_s = now;
        conn_push(c, packet_framed(WS_PING, "", 0));
    }
    return action != SILENCE_END;
}

/* Once a second. */
static void expire_idle(transport *t)
{
    const uint32_t now = t->now_s;
    for (uint32_t i = 0; i < t->slots_used; i++) {
        conn *c = t->slots[i].c;
        if (!c)
            continue;
        c->small_frames = 0;
        const bool stalled = is_stalled(c, now);
        t->dropped += stalled;
        if (stalled || is_late(c, now) || !check_silence(c, now))
            conn_end(c);
    }
}

/* ---- The loop ---- */
/* Writes to the connections that are in the ring now. One that is added meanwhile waits for the
 * next turn. */
static void write_ring(transport *t)
{
    const uint32_t end = t->rings[RING_WRITABLE].last;
    for (conn *c; t->rings[RING_WRITABLE].first != end && ring_take(t, RING_WRITABLE, &c);)
        if (c)
            conn_write(c);
}

static void promote_low_priority(transport *t)
{
    conn *c;
    for (int i = 0; i < LOW_PRIORITY_SLICE && ring_take(t, RING_LOW_PRIORITY, &c); i++)
        if (c)
            conn_mark_writable(c);
}

void transport_update_time(transport *t)
{
    t->now_s = (uint32_t)(uv_now(&t->loop) / 1000u);
}

void transport_run(transport *t)
{
    uint32_t expired_s = t->now_s;
    while (!atomic_load(&t->stopping)) {
        const bool waits = !ring_is_empty(t, RING_LOW_PRIORITY) || !ring_is_empty(t, RING_WRITABLE);
        t->reader = 0;
        uv_run(&t->loop, waits ? UV_RUN_NOWAIT : UV_RUN_ONCE);
        transport_update_time(t);
        t->handler.turn(t->handler.context);
        promote_low_priority(t);
        if (t->now_s != expired_s) {
            set_listening(t, true);
            expire_idle(t);
        }
        expired_s = t->now_s;
        write_ring(t);
        t->handler.written(t->handler.context);
    }
}

void transport_stop(transport *t)
{
    atomic_store(&t->stopping, true);
}

void transport_wake(transport *t)
{
    uv_async_send(&t->wake);
}

/* ---- Beginning and end ---- */
static void on_tick(uv_timer_t *timer)
{
    (void)timer; /* it only makes uv_run return */
}

static void on_wake(uv_async_t *async)
{
    (void)async;
}

static bool watch_listener(transport *t, listener *l, int fd, uv_poll_cb callback)
{
    l->fd = fd;
    l->poll.data = t;
    return fd >= 0 && uv_poll_init(&t->loop, &l->poll, fd) == 0 &&
           uv_poll_start(&l->poll, UV_READABLE, callback) == 0;
}

static bool open_loop(transport *t)
{
    if (uv_loop_init(&t->loop) != 0)
        return false;
    signal(SIGPIPE, SIG_IGN); /* libuv writes without MSG_NOSIGNAL */
    t->is_open = true;
    transport_update_time(t);
    return uv_timer_init(&t->loop, &t->tick) == 0 &&
           uv_async_init(&t->loop, &t->wake, on_wake) == 0 &&
           uv_timer_start(&t->tick, on_tick, TICK_MS, TICK_MS) == 0;
}

static bool allocate_parts(transport *t)
{
    bool good = map_init(&t->peers);
    t->slots = calloc(t->slots_nb, sizeof *t->slots);
    t->free_slots = calloc(t->slots_nb, sizeof *t->free_slots);
    for (int i = 0; i < RING_NB; i++) {
        t->rings[i].at = calloc(t->slots_nb + 1, sizeof *t->rings[i].at);
        good = good && t->rings[i].at;
    }
    return good && t->slots && t->free_slots;
}

bool transport_listen_admin(transport *t, const char *path, char *error, size_t size)
{
    if (!watch_listener(t, &t->admin, unix_socket_listen(path, error, size), on_admin_waiting))
        return false;
    snprintf(t->admin_path, sizeof t->admin_path, "%s", path);
    return true;
}

transport *transport_new(const transport_options *o, const transport_handler *handler,
                         char error[TRANSPORT_ERROR_MAX])
{
    transport *t = calloc(1, sizeof *t);
    snprintf(error, TRANSPORT_ERROR_MAX, "out of memory or of files");
    if (!t)
        return NULL;
    t->tcp.fd = t->admin.fd = -1;
    t->is_listening = true;
    t->handler = *handler;
    t->per_address_max = o->per_address_max;
    t->slots_nb = o->connections_max + 32 + ADMIN_SLOTS;
    if (allocate_parts(t) && open_loop(t) &&
        watch_listener(t, &t->tcp, listener_open(o->host, o->port, error), on_waiting))
        return t;
    transport_free(t);
    return NULL;
}

uint16_t transport_port(const transport *t)
{
    return listener_port(t->tcp.fd);
}

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void close_loop(transport *t)
{
    uv_walk(&t->loop, close_handle, NULL);
    uv_run(&t->loop, UV_RUN_DEFAULT); /* until every handle is closed and every conn is freed */
    uv_loop_close(&t->loop);
}

void transport_free(transport *t)
{
    if (!t)
        return;
    if (t->admin_path[0])
        unlink(t->admin_path);
    for (uint32_t i = 0; t->slots && i < t->slots_used; i++)
        if (t->slots[i].c)
            conn_end(t->slots[i].c);
    if (t->is_open)
        close_loop(t);
    if (t->tcp.fd >= 0)
        close(t->tcp.fd);
    if (t->admin.fd >= 0)
        close(t->admin.fd);
    for (int i = 0; i < RING_NB; i++)
        free(t->rings[i].at);
    free(t->slots);
    free(t->free_slots);
    map_release(&t->peers);
    free(t);
}
