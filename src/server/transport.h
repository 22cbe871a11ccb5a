/* transport.h - HTTP and WebSocket: what the rest of the server sees of the network.
 *
 * One thread serves everything. All calls belong to that thread, except transport_wake and
 * transport_stop. A connection may vanish at any time, though never inside a call: code that
 * answers later keeps its id and asks transport_find.
 */
#ifndef SERVER_TRANSPORT_H
#define SERVER_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TRANSPORT_QUEUE_MAX = 256,       /* messages that wait for a slow client … */
    TRANSPORT_WAITING_MAX = 1 << 19, /* … and their bytes after the first message */
    TRANSPORT_ADDRESS_MAX = 48,
    TRANSPORT_ERROR_MAX = 200
};

/* WebSocket close codes (RFC 6455, 7.4.1). */
enum { TRANSPORT_GOING_AWAY = 1001, TRANSPORT_POLICY = 1008 };

typedef struct transport transport;
typedef struct conn conn;

/* A message for any number of connections; counted by reference, so that 5,000 spectators share
 * one.
 */
typedef struct packet packet;
packet *packet_new(const char *text, size_t length); /* NULL: out of memory */
void packet_release(packet *p);

typedef struct http_request {
    const char *method;
    const char *path;
    const char *host;
    const char *origin;
    const char *cookie;
    const char *type; /* of the body */
    const char *known_tag;
    const char *forwarded_for;
    bool gzip, brotli; /* the client understands it */
    const char *body;
    size_t body_length;
} http_request;

typedef struct http_reply {
    int status;
    const char *type;
    const void *body;
    size_t length;
    bool lasting;         /* the body outlives the connection; else it is copied */
    const char *encoding; /* NULL, "gzip" or "br" */
    bool varies;          /* another client may get another encoding */
    const char *cookie;   /* Set-Cookie */
    const char *device;   /* a second one */
    const char *cache;    /* Cache-Control; NULL: no-store */
    const char *tag;      /* ETag */
} http_reply;

typedef struct transport_handler {
    void *context;
    /* Answer with transport_reply, now or later. */
    void (*http)(void *context, conn *c, const http_request *request);
    /* 0: welcome; else the HTTP status of the refusal. */
    int (*admit)(void *context, conn *c, const http_request *request);
    void (*opened)(void *context, conn *c);
    void (*message)(void *context, conn *c, const char *text, size_t length);
    void (*closed)(void *context, conn *c);
    /* Once after every turn of the loop, and at least every 50 ms. */
    void (*turn)(void *context);
    /* Once after the packets of a turn were written. */
    void (*written)(void *context);
} transport_handler;

typedef struct transport_options {
    const char *host;
    uint16_t port; /* 0: any free one */
    uint32_t connections_max;
    uint32_t per_address_max; /* 0: as many as there are */
} transport_options;

/* NULL: `error` says why. */
transport *transport_new(const transport_options *options, const transport_handler *handler,
                         char error[TRANSPORT_ERROR_MAX]);
/* Listens for the host as well (unix_socket.h); the socket is removed at the end. False: `error`
 * says why. */
bool transport_listen_admin(transport *t, const char *path, char *error, size_t size);
uint16_t transport_port(const transport *t);
void transport_run(transport *t); /* until transport_stop */
void transport_stop(transport *t);
void transport_wake(transport *t); /* from any thread: a turn soon */
void transport_free(transport *t);

/* A hub that only administers has no transport: these three accept NULL. */
conn *transport_find(transport *t, uint64_t id);  /* NULL: gone */
conn *transport_at(transport *t, uint32_t place); /* any one of the connections, or NULL */
uint32_t transport_places(const transport *t);    /* number of connection slots, counted from 0 */
uint64_t conn_id(const conn *c);
const char *conn_address(const conn *c);
const char *conn_peer(const conn *c); /* the address of the peer, which may be a proxy */
/* The client's address as a trusted proxy reports it, else the peer's, in the form of
 * address_group. */
void conn_set_address(conn *c, const char *address);
void *conn_user(const conn *c);
void conn_set_user(conn *c, void *user);
bool conn_is_socket(const conn *c);
bool conn_is_admin(const conn *c);              /* it came through the host's socket */
uint32_t conn_user_id(const conn *c);           /* then: of the process at the other end */
uint64_t transport_dropped(const transport *t); /* connections that were too slow to be kept */

void transport_reply(conn *c, const http_reply *reply);
/* Queues a message; a client that is too slow for its queue is dropped. Messages of low priority
 * are written to a limited number of connections a turn, so that many spectators do not delay the
 * players. */
void transport_send(conn *c, packet *p, bool low_priority);
void transport_close(conn *c, uint16_t code, const char *reason);

#endif
