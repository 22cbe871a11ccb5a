/* transport_epoll.c - the loop of the transport: accepts, reads, writes, and looks at the clock.
 *
 * What a turn wants to say is gathered and written at its end, so that an event and the answer
 * beside it leave in one call. An idle connection keeps nothing but its conn: buffers exist while
 * something is in them. Extensions of WebSocket stay off: compressing messages costs more than it
 * saves.
 */
#include "base/clock.h"
#include "server/address.h"
#include "server/conn.h"
#include "server/conn_timing.h"
#include "server/map.h"
#include "server/unix_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    TICK_MS = 50,
    READ_MAX = 16384,     /* bytes taken from one connection at a time */
    SEND_BUFFER = 131072, /* the kernel's share of what waits for a slow client */
    ACCEPT_MAX = 64,      /* in one turn */
    EVENTS_MAX = 512,
    PIECES_MAX = 16,     /* packets written in one call */
    PATIENT_SLICE = 128, /* spectators served in one turn */
    REQUEST_S = 10,      /* for a request to become whole */
    IDLE_S = 15,         /* between two requests */
    REPLY_S = 120,       /* for us to answer */
    STALL_S = 15,        /* for a reader to take anything … */
    DRAIN_S = 60,        /* … and for a socket's to take all that waits */
    DOWNLOAD_S = 300,    /* for a reply to be taken whole */
    CLOSE_S = 5,
    LINGER_S = 2,
    ADMIN_SLOTS = 8 /* for the host alone, however many others are here */
};

enum line_kind { LINE_DIRTY, LINE_PATIENT, LINE_NB };

typedef struct slot {
    conn *c;
    uint32_t generation;
    bool in_line[LINE_NB];
} slot;

typedef struct line { /* places of slots, each at most once: a ring of slots_nb + 1 */
    uint32_t *at, first, last;
} line;

struct peer { /* a machine with connections to us */
    uint32_t count;
    char address[TRANSPORT_ADDRESS_MAX];
};

_Static_assert((int)TRANSPORT_ADDRESS_MAX == (int)ADDRESS_MAX, "one kind of address");

struct transport {
    int epoll, listener, wake, admin; /* admin: the host's socket, or -1 */
    char admin_path[UNIX_SOCKET_PATH_MAX + 1];
    bool listens; /* not while we are out of files */
    uint64_t dropped;
    uint32_t now_s;
    uint32_t per_address_max;
    transport_handler handler;
    atomic_bool stopping;
    slot *slots;
    uint32_t slots_nb, slots_used;
    uint32_t *free_slots;
    uint32_t free_nb;
    line lines[LINE_NB];
    map peers;
    char buffer[READ_MAX + HTTP_HEAD_MAX + HTTP_BODY_MAX + READ_MAX];
};

static const uint64_t ID_LISTENER = UINT64_MAX, ID_WAKE = UINT64_MAX - 1, ID_ADMIN = UINT64_MAX - 2;

static uint32_t now_s(void)
{
    return (uint32_t)(clock_mono_ms() / 1000u);
}

/* ---- Lines of connections that want to be written ----------------------------------------------
 */
static void line_add(transport *t, enum line_kind kind, uint32_t place)
{
    line *l = &t->lines[kind];
    if (t->slots[place].in_line[kind])
        return;
    t->slots[place].in_line[kind] = true;
    l->at[l->last] = place;
    l->last = (l->last + 1) % (t->slots_nb + 1);
}

/* The next one's connection, NULL when it has gone meanwhile; false: the line is empty. */
static bool line_take(transport *t, enum line_kind kind, conn **c)
{
    line *l = &t->lines[kind];
    if (l->first == l->last)
        return false;
    const uint32_t place = l->at[l->first];
    l->first = (l->first + 1) % (t->slots_nb + 1);
    t->slots[place].in_line[kind] = false;
    *c = t->slots[place].c;
    return true;
}

static bool line_waits(const transport *t, enum line_kind kind)
{
    return t->lines[kind].first != t->lines[kind].last;
}

/* ---- Connections and their ids -----------------------------------------------------------------
 */
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

static void watch(conn *c, bool reads, bool writes)
{
    struct epoll_event e = {.events = (reads ? (uint32_t)EPOLLIN : 0u) |
                                      (writes ? (uint32_t)EPOLLOUT : 0u),
                            .data = {.u64 = c->id}};
    if (reads == c->reads && writes == c->writes)
        return;
    c->reads = reads;
    c->writes = writes;
    epoll_ctl(c->owner->epoll, EPOLL_CTL_MOD, c->fd, &e);
}

void conn_written_soon(conn *c)
{
    line_add(c->owner, LINE_DIRTY, (uint32_t)c->id);
}

/* While a request is at work nothing more is read: that bounds what one can heap up. */
void conn_set_state(conn *c, conn_state state)
{
    c->state = (uint8_t)state;
    c->since_s = c->owner->now_s;
    watch(c, state != CONN_BUSY, c->writes);
}

static void tell_closed(conn *c)
{
    if (!c->is_socket)
        return;
    c->is_socket = false;
    conn_handler(c)->closed(conn_handler(c)->context, c);
}

static void peer_leave(transport *t, struct peer *p)
{
    if (--p->count)
        return;
    map_drop(&t->peers, p->address);
    free(p);
}

static void conn_end(conn *c)
{
    transport *t = c->owner;
    const uint32_t i = (uint32_t)c->id;
    tell_closed(c);
    close(c->fd);
    queue_clear(&c->out);
    free(c->in);
    free(c->partial);
    peer_leave(t, c->peer);
    t->slots[i].c = NULL;
    t->free_slots[t->free_nb++] = i;
    free(c);
}

/* ---- Accepting ----------------------------------------------------------------------------------
 */
static struct peer *peer_come(transport *t, const char *address)
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
    peer_leave(t, p);
    return NULL;
}

static void set_up(int fd)
{
    const int one = 1, size = SEND_BUFFER;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

/* A overflow of visitors leaves room for the host. */
static bool has_slot(const transport *t, bool is_admin)
{
    return t->free_nb + t->slots_nb - t->slots_used > (is_admin ? 0 : ADMIN_SLOTS);
}

static bool conn_begin(transport *t, int fd, const char *address, bool is_admin, uint32_t user_id)
{
    struct peer *p = has_slot(t, is_admin) ? peer_come(t, address) : NULL;
    conn *c = p ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        if (p)
            peer_leave(t, p);
        return false;
    }
    const uint32_t i = t->free_nb ? t->free_slots[--t->free_nb] : t->slots_used++;
    t->slots[i].c = c;
    t->slots[i].generation = (t->slots[i].generation + 1) & 0x7fffffffu;
    *c = (conn){.owner = t,
                .id = (uint64_t)t->slots[i].generation << 32 | i,
                .fd = fd,
                .reads = true,
                .heard_s = t->now_s,
                .pinged_s = t->now_s,
                .since_s = t->now_s,
                .is_admin = is_admin,
                .user_id = user_id,
                .peer = p};
    snprintf(c->address, sizeof c->address, "%s", address);
    set_up(fd);
    struct epoll_event e = {.events = EPOLLIN, .data = {.u64 = c->id}};
    if (epoll_ctl(t->epoll, EPOLL_CTL_ADD, fd, &e) == 0)
        return true;
    c->fd = -1; /* the caller closes it */
    conn_end(c);
    return false;
}

static void listen_again(transport *t, bool listens)
{
    struct epoll_event e = {.events = listens ? EPOLLIN : 0, .data = {.u64 = ID_LISTENER}};
    if (listens != t->listens) {
        epoll_ctl(t->epoll, EPOLL_CTL_MOD, t->listener, &e);
        e.data.u64 = ID_ADMIN;
        if (t->admin >= 0)
            epoll_ctl(t->epoll, EPOLL_CTL_MOD, t->admin, &e);
    }
    t->listens = listens;
}

static bool is_out_of_files(void)
{
    return errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
}

/* The mode of the socket's file keeps others away already; who runs the server, and root, are the
 * host. */
static void accept_admin(transport *t)
{
    uint32_t user_id = 0;
    const int fd = accept(t->admin, NULL, NULL);
    if (fd < 0) {
        if (is_out_of_files())
            listen_again(t, false);
        return;
    }
    const bool known = unix_socket_peer(fd, &user_id) && (user_id == geteuid() || user_id == 0);
    if (!known || !conn_begin(t, fd, "admin", true, user_id))
        close(fd);
}

static void accept_some(transport *t)
{
    for (int i = 0; i < ACCEPT_MAX; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        char text[TRANSPORT_ADDRESS_MAX] = "", address[ADDRESS_MAX];
        const int fd = accept(t->listener, (struct sockaddr *)&from, &size);
        if (fd < 0) {
            if (is_out_of_files())
                listen_again(t, false); /* until the next second */
            return;
        }
        getnameinfo((struct sockaddr *)&from, size, text, sizeof text, NULL, 0, NI_NUMERICHOST);
        address_group(text, address);
        if (!conn_begin(t, fd, address, false, 0))
            close(fd);
    }
}

/* ---- Reading ------------------------------------------------------------------------------------
 */
static void keep(conn *c, const char *bytes, size_t length)
{
    char *in = length ? realloc(c->in, length) : NULL;
    if (length && !in) {
        c->broken = true;
        conn_written_soon(c);
        return;
    }
    if (length)
        memcpy(in, bytes, length);
    else
        free(c->in);
    c->in = in;
    c->in_length = length;
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
    keep(c, bytes + used, length - used);
}

static void consume_kept(conn *c)
{
    const size_t length = c->in_length;
    if (!length)
        return;
    memcpy(c->owner->buffer, c->in, length);
    consume(c, c->owner->buffer, length);
}

/* False: the other side has gone. */
static bool read_some(conn *c)
{
    transport *t = c->owner;
    const size_t kept = c->in_length;
    const ssize_t n = recv(c->fd, t->buffer + kept, READ_MAX, 0);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    if (n == 0)
        return false;
    c->heard_s = t->now_s;
    if (c->state == CONN_LINGER)
        return true;
    if (c->state == CONN_HTTP && kept == 0)
        c->since_s = t->now_s;
    if (kept)
        memcpy(t->buffer, c->in, kept);
    consume(c, t->buffer, kept + (size_t)n);
    if (c->state == CONN_SOCKET && (c->in_length || c->partial))
        c->part_s = c->part_s ? c->part_s : t->now_s;
    else
        c->part_s = 0;
    return true;
}

/* ---- Writing ------------------------------------------------------------------------------------
 */
/* When the first of what waits came, the reader's time begins. */
static bool enqueue(conn *c, packet *p)
{
    if (c->out.count == 0)
        c->queued_s = c->moved_s = c->owner->now_s;
    return queue_push(&c->out, p);
}

void conn_push(conn *c, packet *p)
{
    const bool heaps_up = c->is_socket && c->out.count >= TRANSPORT_QUEUE_MAX; /* pings unread */
    if (!p || heaps_up || !enqueue(c, p))
        c->broken = true;
    packet_release(p);
    conn_written_soon(c);
}

void transport_send(conn *c, packet *p, bool patient)
{
    if (!p || c->state != CONN_SOCKET || c->closes || c->broken)
        return;
    if (c->out.count >= TRANSPORT_QUEUE_MAX ||
        (c->out.count && c->out.bytes + p->length > TRANSPORT_WAITING_MAX)) {
        c->owner->dropped++;
        transport_close(c, TRANSPORT_POLICY, "too slow");
    } else if (!enqueue(c, p))
        c->broken = true;
    line_add(c->owner, patient && !c->broken && !c->closes ? LINE_PATIENT : LINE_DIRTY,
             (uint32_t)c->id);
}

static void advance(packet_queue *q, size_t sent)
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

/* False: the other side has gone. */
static bool write_some(conn *c)
{
    while (c->out.count) {
        struct iovec piece[PIECES_MAX];
        struct msghdr message = {.msg_iov = piece};
        for (uint16_t i = 0; i < c->out.count && i < PIECES_MAX; i++, message.msg_iovlen++) {
            const packet *p = queue_at(&c->out, i);
            const size_t skip = i ? 0 : c->out.sent;
            piece[i] = (struct iovec){(void *)(uintptr_t)(p->bytes + skip), p->length - skip};
        }
        const ssize_t n = sendmsg(c->fd, &message, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN;
        c->since_s = c->closes && c->is_socket ? c->since_s : c->owner->now_s;
        c->moved_s = c->owner->now_s;
        advance(&c->out, (size_t)n);
    }
    return true;
}

/* Everything was written: what comes next? */
static void go_on(conn *c)
{
    if (c->closes) {
        shutdown(c->fd, SHUT_WR);
        tell_closed(c);
        conn_set_state(c, CONN_LINGER);
        c->closes = false;
        keep(c, NULL, 0);
    } else if (c->state == CONN_BUSY && c->replied) {
        c->replied = false;
        conn_set_state(c, CONN_HTTP);
        consume_kept(c);
    }
}

static void serve_writing(conn *c)
{
    if (c->broken || !write_some(c)) {
        conn_end(c);
        return;
    }
    watch(c, c->reads, c->out.count > 0);
    if (c->out.count == 0)
        go_on(c);
}

/* Those that wait now: who gets in line meanwhile, with the next of many requests, has to wait
 * for the next turn. */
static void write_dirty(transport *t)
{
    const uint32_t end = t->lines[LINE_DIRTY].last;
    for (conn *c; t->lines[LINE_DIRTY].first != end && line_take(t, LINE_DIRTY, &c);)
        if (c)
            serve_writing(c);
}

/* The next slice of spectators gets its turn. */
static void write_patient(transport *t)
{
    conn *c;
    for (int i = 0; i < PATIENT_SLICE && line_take(t, LINE_PATIENT, &c); i++)
        if (c)
            conn_written_soon(c);
}

/* ---- Time ---------------------------------------------------------------------------------------
 */
/* One who takes nothing, or too little of it, however lively he is otherwise. */
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
        return since >= (c->in_length ? REQUEST_S : IDLE_S);
    case CONN_BUSY:
        return since >= (c->replied ? STALL_S : REPLY_S);
    case CONN_SOCKET:
        return c->closes ? since >= CLOSE_S : c->part_s && now - c->part_s >= REQUEST_S;
    default:
        return since >= LINGER_S;
    }
}

/* False: nothing has come from it for too long. */
static bool check_silence(conn *c, uint32_t now)
{
    if (c->state != CONN_SOCKET || c->closes)
        return true;
    const silence_action action = silence_check(now, c->heard_s, c->pinged_s);
    if (action == SILENCE_PING) {
        c->pinged_s = now;
        conn_push(c, packet_framed(WS_PING, "", 0));
    }
    return action != SILENCE_END;
}

static void watch_over(transport *t)
{
    listen_again(t, true);
    for (uint32_t i = 0; i < t->slots_used; i++) {
        conn *c = t->slots[i].c;
        if (!c)
            continue;
        c->pings = 0;
        const bool stalled = is_stalled(c, t->now_s);
        t->dropped += stalled;
        if (stalled || is_late(c, t->now_s) || !check_silence(c, t->now_s))
            conn_end(c);
    }
}

/* ---- The loop -----------------------------------------------------------------------------------
 */
static void serve_event(transport *t, const struct epoll_event *e)
{
    conn *c;
    uint64_t count;
    if (e->data.u64 == ID_LISTENER) {
        accept_some(t);
    } else if (e->data.u64 == ID_ADMIN) {
        accept_admin(t);
    } else if (e->data.u64 == ID_WAKE) {
        if (read(t->wake, &count, sizeof count) < 0)
            return; /* it was only a nudge */
    } else if ((c = transport_find(t, e->data.u64))) {
        const bool gone = (e->events & (EPOLLERR | EPOLLHUP)) && !(e->events & EPOLLIN);
        if (gone || ((e->events & EPOLLIN) && !read_some(c)))
            conn_end(c);
        else if (e->events & EPOLLOUT)
            conn_written_soon(c);
    }
}

void transport_run(transport *t)
{
    struct epoll_event events[EVENTS_MAX];
    uint32_t watched_s = now_s();
    while (!atomic_load(&t->stopping)) {
        const bool waits = line_waits(t, LINE_PATIENT) || line_waits(t, LINE_DIRTY);
        const int wait = waits ? 0 : TICK_MS;
        const int n = epoll_wait(t->epoll, events, EVENTS_MAX, wait);
        t->now_s = now_s();
        for (int i = 0; i < n; i++)
            serve_event(t, &events[i]);
        t->handler.turn(t->handler.context);
        write_patient(t);
        if (t->now_s != watched_s)
            watch_over(t);
        watched_s = t->now_s;
        write_dirty(t);
        t->handler.written(t->handler.context);
    }
}

void transport_stop(transport *t)
{
    atomic_store(&t->stopping, true);
}

void transport_wake(transport *t)
{
    const uint64_t one = 1;
    if (write(t->wake, &one, sizeof one) < 0)
        return; /* the counter is full: it is awake */
}

/* ---- Making and ending --------------------------------------------------------------------------
 */
static int listen_on(const struct addrinfo *a)
{
    const int one = 1, fd = socket(a->ai_family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static void say_why_not(int why, uint16_t port, char error[TRANSPORT_ERROR_MAX])
{
    const char *text = strerror(why);
    if (why == EADDRINUSE)
        text = "the address is in use; another program listens there";
    else if (why == EADDRNOTAVAIL)
        text = "the address is not one of this machine";
    else if (why == EAFNOSUPPORT)
        text = "this machine has no such kind of address (IPv6 may be switched off)";
    else if ((why == EACCES || why == EPERM) && port && port < 1024)
        text = "permission denied; a port below 1024 needs root or CAP_NET_BIND_SERVICE";
    snprintf(error, TRANSPORT_ERROR_MAX, "%s", text);
}

/* A name may have several addresses: the first that works. */
static int listen_on_any(const struct addrinfo *found, uint16_t port,
                         char error[TRANSPORT_ERROR_MAX])
{
    int fd = -1, why = EADDRNOTAVAIL;
    for (const struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
        fd = listen_on(a);
        if (fd < 0 && (why == EADDRNOTAVAIL || why == EAFNOSUPPORT))
            why = errno; /* any other reason says more than these */
    }
    if (fd < 0)
        say_why_not(why, port, error);
    return fd;
}

static int open_listener(const transport_options *o, char error[TRANSPORT_ERROR_MAX])
{
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                                   .ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%u", o->port);
    const int wrong = getaddrinfo(o->host && o->host[0] ? o->host : NULL, port, &hints, &found);
    if (wrong) {
        snprintf(error, TRANSPORT_ERROR_MAX, "this is not an address, nor a name that has one (%s)",
                 gai_strerror(wrong));
        return -1;
    }
    const int fd = listen_on_any(found, o->port, error);
    freeaddrinfo(found);
    return fd;
}

static bool watch_own(transport *t, int fd, uint64_t id)
{
    struct epoll_event e = {.events = EPOLLIN, .data = {.u64 = id}};
    return fd >= 0 && epoll_ctl(t->epoll, EPOLL_CTL_ADD, fd, &e) == 0;
}

static bool open_all(transport *t, const transport_options *o, char error[TRANSPORT_ERROR_MAX])
{
    bool good = map_init(&t->peers);
    t->slots = calloc(t->slots_nb, sizeof *t->slots);
    t->free_slots = calloc(t->slots_nb, sizeof *t->free_slots);
    for (int i = 0; i < LINE_NB; i++) {
        t->lines[i].at = calloc(t->slots_nb + 1, sizeof *t->lines[i].at);
        good = good && t->lines[i].at;
    }
    t->epoll = epoll_create1(EPOLL_CLOEXEC);
    t->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    t->listener = open_listener(o, error);
    t->listens = true;
    return good && t->slots && t->free_slots && t->epoll >= 0 && watch_own(t, t->wake, ID_WAKE) &&
           watch_own(t, t->listener, ID_LISTENER);
}

bool transport_listen_admin(transport *t, const char *path, char *error, size_t size)
{
    t->admin = unix_socket_listen(path, error, size);
    if (!watch_own(t, t->admin, ID_ADMIN))
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
    t->admin = -1;
    t->handler = *handler;
    t->now_s = now_s();
    t->per_address_max = o->per_address_max;
    t->slots_nb = o->connections_max + 32 + ADMIN_SLOTS;
    if (open_all(t, o, error))
        return t;
    transport_free(t);
    return NULL;
}

uint16_t transport_port(const transport *t)
{
    struct sockaddr_storage own = {0};
    socklen_t size = sizeof own;
    char port[8] = "0";
    getsockname(t->listener, (struct sockaddr *)&own, &size);
    getnameinfo((struct sockaddr *)&own, size, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    return (uint16_t)strtoul(port, NULL, 10);
}

void transport_free(transport *t)
{
    const int own[] = {t ? t->listener : -1, t ? t->wake : -1, t ? t->epoll : -1,
                       t ? t->admin : -1};
    if (!t)
        return;
    if (t->admin_path[0])
        unlink(t->admin_path);
    for (uint32_t i = 0; t->slots && i < t->slots_used; i++)
        if (t->slots[i].c)
            conn_end(t->slots[i].c);
    for (int i = 0; i < 4; i++)
        if (own[i] >= 0)
            close(own[i]);
    for (int i = 0; i < LINE_NB; i++)
        free(t->lines[i].at);
    free(t->slots);
    free(t->free_slots);
    map_release(&t->peers);
    free(t);
}
