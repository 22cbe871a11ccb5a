/* wire.h - a WebSocket client, small enough to run ten thousand of them. */
#ifndef CLI_LOAD_WIRE_H
#define CLI_LOAD_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_COOKIE_MAX = 256 };

typedef struct wire {
    int fd;
    char *in; /* bytes of a message that is not whole yet */
    size_t in_length, in_room;
} wire;

/* All messages that have arrived go to `take`. False: the connection is gone. */
typedef void wire_taker(void *context, wire *w, const char *text, size_t length);

/* A new person's cookie; blocks. */
bool wire_session(uint16_t port, char cookie[WIRE_COOKIE_MAX]);
/* Opens the socket; blocks until it is open. Nothing blocks afterwards. */
bool wire_open(wire *w, uint16_t port, const char *cookie);
bool wire_read(wire *w, wire_taker *take, void *context);
bool wire_send(wire *w, const char *text, size_t length);
void wire_close(wire *w);

#endif
