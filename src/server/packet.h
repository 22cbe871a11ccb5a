/* packet.h - bytes on their way out, and the queue of them that each connection has. */
#ifndef SERVER_PACKET_H
#define SERVER_PACKET_H

#include "server/transport.h"

struct packet {
    uint32_t refs;
    size_t length;
    const unsigned char *bytes; /* after this struct, or of a body that outlives the connection */
};

typedef struct packet_queue { /* a ring, allocated while something waits */
    packet **ring;
    uint16_t first, count, size;
    size_t sent;  /* bytes of the first packet that have been written */
    size_t bytes; /* of all packets, with those that have been written */
} packet_queue;

/* A WebSocket frame; NULL: out of memory, as for the other two. */
packet *packet_framed(unsigned opcode, const char *payload, size_t length);
/* A copy of the bytes as they are. */
packet *packet_plain(const char *bytes, size_t length);
/* The bytes themselves, which outlive the packet. */
packet *packet_lasting(const void *bytes, size_t length);

bool queue_push(packet_queue *q, packet *p); /* shares the packet; false: no memory */
void queue_pop(packet_queue *q);
void queue_clear(packet_queue *q);
static inline packet *queue_at(const packet_queue *q, uint16_t i)
{
    return q->ring[(q->first + i) % q->size];
}

#endif
