/* conn.h - the transport's inner structs, shared by its files and by nobody else:
 *
 *   transport.c    the loop (libuv): accepting, connections and their ids, time limits
 *   conn_stream.c  reading from and writing to the stream of a connection
 *   conn_http.c    received bytes -> requests; replies -> packets
 *   conn_ws.c      received bytes -> messages; closing
 *   conn_timing.c  when a silent WebSocket is pinged and given up
 *   packet.c       packets that wait to be written
 *   listener.c     the socket on which connections are accepted
 *
 * States of a connection, and what changes them:
 *
 *   HTTP --a whole request--> BUSY --the reply is written--> HTTP, or LINGER after the last reply
 *                             BUSY --the handshake is good--> SOCKET --close, either side--> LINGER
 *   LINGER --the other side has closed, or LINGER_S--> ended
 *
 * LINGER: our side is shut and what is received is discarded. Closing a socket with unread bytes
 * resets the connection, and the other side may lose our last bytes.
 */
#ifndef SERVER_CONN_H
#define SERVER_CONN_H

#include "server/http_head.h"
#include "server/map.h"
#include "server/packet.h"
#include "server/transport.h"
#include "server/unix_socket.h"
#include "server/ws_frame.h"

#include <stdatomic.h>
#include <uv.h>

typedef enum conn_state { CONN_HTTP, CONN_BUSY, CONN_SOCKET, CONN_LINGER } conn_state;

struct peer { /* a machine with connections to us */
    uint32_t count;
    char address[TRANSPORT_ADDRESS_MAX];
};

struct conn {
    transport *owner;
    uint64_t id;
    void *user;
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; /* of the host's socket */
    } io;
    uv_write_t *write; /* waits until the socket takes bytes again; NULL: nothing waits */
    uint8_t state;
    bool is_socket;             /* the handler has seen `opened`, and will see `closed` */
    bool keep_alive, head_only; /* of the request in work: more may follow it; no body is wanted */
    bool replied;
    bool closing;               /* as soon as everything is written */
    bool broken;                /* to be ended when it is written to next */
    bool is_reading;            /* libuv reads from the stream */
    bool is_admin;              /* accepted on the host's socket … */
    uint32_t user_id;           /* … from a process of this user */
    uint8_t small_frames;       /* pings, pongs and fragments of this second */
    uint32_t heard_s, pinged_s; /* the last byte from it; our last ping (conn_timing.h) */
    uint32_t since_s;           /* the last change of state, or progress in it */
    uint32_t queued_s, moved_s; /* the queue began to fill; bytes of it were written last */
    uint32_t partial_s;         /* a message has been incomplete since then; 0: none is */
    char address[TRANSPORT_ADDRESS_MAX];
    struct peer *peer;
    char *unread; /* bytes of a request or frame that is not complete */
    size_t unread_length, unread_seen;
    char *partial; /* the fragments so far of a message */
    size_t partial_length;
    packet_queue out;
};

/* ---- The transport ---- */
enum ring_kind { RING_WRITABLE, RING_LOW_PRIORITY, RING_NB };

typedef struct slot {
    conn *c;
    uint32_t generation;
    bool in_ring[RING_NB];
} slot;

typedef struct ring { /* indices of slots, each at most once: a ring of slots_nb + 1 */
    uint32_t *at, first, last;
} ring;

typedef struct listener { /* the handle does not own the file */
    int fd;               /* -1: closed */
    uv_poll_t poll;
} listener;

enum { READ_MAX = 16384 }; /* bytes that are read from one connection in a turn */

struct transport {
    uv_loop_t loop;
    uv_timer_t tick;
    uv_async_t wake;
    listener tcp, admin;
    char admin_path[UNIX_SOCKET_PATH_MAX + 1];
    bool is_open;      /* the loop and its own handles are initialised */
    bool is_listening; /* false for the rest of a second when files are short */
    uint64_t dropped;
    uint32_t now_s; /* of the loop's clock, which stands still between two waits */
    uint32_t per_address_max;
    transport_handler handler;
    atomic_bool stopping;
    slot *slots;
    uint32_t slots_nb, slots_used;
    uint32_t *free_slots;
    uint32_t free_nb;
    ring rings[RING_NB];
    map peers;
    uint64_t reader; /* read from last, this turn */
    char buffer[READ_MAX + HTTP_HEAD_MAX + HTTP_BODY_MAX + READ_MAX]; /* for all connections */
};

/* ---- transport.c ---- */
void transport_update_time(transport *t); /* sets now_s; after every wait, before it is used */
void conn_mark_writable(conn *c);         /* it is written to at the end of this turn or the next */
void conn_mark_low_priority(conn *c);
void conn_notify_closed(conn *c);
void conn_end(conn *c);
const transport_handler *conn_handler(const conn *c);

/* ---- conn_stream.c ---- */
/* Begins to read. False: the stream cannot be read. */
bool conn_start(conn *c);
void conn_set_state(conn *c, conn_state state);
void conn_push(conn *c, packet *p); /* takes it over; NULL breaks the connection */
void conn_write(conn *c);           /* writes what the socket takes; ends a broken connection */

/* ---- conn_http.c, conn_ws.c: handle what is complete; return how many bytes were used ---- */
size_t conn_read_http(conn *c, char *bytes, size_t length);
size_t conn_read_ws(conn *c, char *bytes, size_t length);

#endif
