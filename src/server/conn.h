/* conn.h - one connection, shared by the files of the transport and by nobody else:
 *
 *   transport_epoll.c  the loop: accepting, reading, writing, time limits
 *   conn_http.c        bytes that came -> requests; replies -> bytes
 *   conn_ws.c          bytes that came -> messages; closing
 *   packet.c           what waits to be written
 *   conn_timing.c      when a silent WebSocket is pinged and given up
 *
 * States, and what moves a connection on:
 *
 *   HTTP --a whole request--> BUSY --the reply is written--> HTTP
 *                              |  --… and was the last---------+
 *                              +--the handshake is good--> SOCKET --close, either side--> LINGER
 * --> gone
 *
 * LINGER: our side is shut, what still comes is thrown away; closing with unread bytes would
 * take our last words from the other side.
 */
#ifndef SERVER_CONN_H
#define SERVER_CONN_H

#include "server/http_head.h"
#include "server/transport.h"
#include "server/ws_frame.h"

typedef enum conn_state { CONN_HTTP, CONN_BUSY, CONN_SOCKET, CONN_LINGER } conn_state;

struct packet {
    uint32_t refs;
    size_t length;
    const unsigned char *bytes; /* behind this struct, or of a body that lasts */
};

typedef struct packet_queue { /* a ring, allocated while something waits */
    packet **ring;
    uint16_t first, count, size;
    size_t sent;  /* bytes of the first one that have left */
    size_t bytes; /* of all, sent ones included */
} packet_queue;

struct conn {
    transport *owner;
    uint64_t id;
    void *user;
    int fd;
    uint8_t state;
    bool is_socket;        /* the handler was told of it, and will be of its end */
    bool keep_alive, bare; /* of the request at work: goes on afterwards; asked for no body */
    bool replied;
    bool closes;                /* when all is written */
    bool broken;                /* to be ended at the next look */
    bool reads, writes;         /* what epoll watches */
    bool is_admin;              /* came by the host's socket … */
    uint32_t user_id;           /* … from a process of this user */
    uint8_t pings;              /* and other small frames, within this second */
    uint32_t heard_s, pinged_s; /* the last byte from it; our last ping (conn_timing.h) */
    uint32_t since_s;           /* the state, or its last progress */
    uint32_t queued_s, moved_s; /* something waits to be written; the last of it that was */
    uint32_t part_s;            /* since when a message is not whole; 0: none is */
    char address[TRANSPORT_ADDRESS_MAX];
    struct peer *peer; /* the machine it came from */
    char *in;          /* bytes of something that is not whole yet */
    size_t in_length, in_seen;
    char *partial; /* frames of a message of which more must come */
    size_t partial_length;
    packet_queue out;
};

/* ---- packet.c ---- */
packet *packet_framed(unsigned opcode, const char *payload, size_t length);
packet *packet_plain(const char *bytes, size_t length);
packet *packet_lasting(const void *bytes, size_t length);
bool queue_push(packet_queue *q, packet *p); /* shares it; false: no memory */
void queue_pop(packet_queue *q);
void queue_clear(packet_queue *q);
static inline packet *queue_at(const packet_queue *q, uint16_t i)
{
    return q->ring[(q->first + i) % q->size];
}

/* ---- conn_http.c, conn_ws.c: take whole things out of the bytes; return how many were used ----
 */
size_t conn_read_http(conn *c, char *bytes, size_t length);
size_t conn_read_ws(conn *c, char *bytes, size_t length);

/* ---- transport_epoll.c ---- */
void conn_push(conn *c, packet *p); /* takes it over; NULL breaks the connection */
void conn_written_soon(conn *c);
void conn_set_state(conn *c, conn_state state);
const transport_handler *conn_handler(const conn *c);

#endif
