/* packet.c - see packet.h. Packets are counted, so that all receivers share one. */
#include "server/packet.h"

#include "server/ws_frame.h"

#include <stdlib.h>
#include <string.h>

static packet *packet_room(size_t length, unsigned char **bytes)
{
    packet *p = malloc(sizeof *p + length);
    if (!p)
        return NULL;
    *bytes = (unsigned char *)(p + 1);
    *p = (packet){1, length, *bytes};
    return p;
}

packet *packet_framed(unsigned opcode, const char *payload, size_t length)
{
    uint8_t head[WS_OUR_HEAD_MAX];
    const size_t n = ws_frame_head(opcode, length, head);
    unsigned char *bytes;
    packet *p = packet_room(n + length, &bytes);
    if (!p)
        return NULL;
    memcpy(bytes, head, n);
    if (length)
        memcpy(bytes + n, payload, length);
    return p;
}

packet *packet_plain(const char *text, size_t length)
{
    unsigned char *bytes;
    packet *p = packet_room(length, &bytes);
    if (p && length)
        memcpy(bytes, text, length);
    return p;
}

packet *packet_lasting(const void *bytes, size_t length)
{
    unsigned char *unused;
    packet *p = packet_room(0, &unused);
    if (p)
        *p = (packet){1, length, bytes};
    return p;
}

packet *packet_new(const char *text, size_t length)
{
    return packet_framed(WS_TEXT, text, length);
}

void packet_release(packet *p)
{
    if (p && --p->refs == 0)
        free(p);
}

/* ---- Queues ---- */
enum { QUEUE_SIZE_MAX = 4096 }; /* far more than the transport allows to wait */

static bool grow_queue(packet_queue *q)
{
    const uint16_t size = q->size ? (uint16_t)(q->size * 2) : 4;
    packet **ring = size <= QUEUE_SIZE_MAX ? malloc(size * sizeof *ring) : NULL;
    if (!ring)
        return false;
    for (uint16_t i = 0; i < q->count; i++)
        ring[i] = queue_at(q, i);
    free(q->ring);
    q->ring = ring;
    q->size = size;
    q->first = 0;
    return true;
}

bool queue_push(packet_queue *q, packet *p)
{
    if (q->count == q->size && !grow_queue(q))
        return false;
    q->ring[(q->first + q->count++) % q->size] = p;
    q->bytes += p->length;
    p->refs++;
    return true;
}

void queue_pop(packet_queue *q)
{
    packet *p = queue_at(q, 0);
    q->bytes -= p->length;
    q->sent = 0;
    q->first = (uint16_t)((q->first + 1) % q->size);
    if (--q->count == 0) { /* an idle connection keeps no memory */
        free(q->ring);
        *q = (packet_queue){0};
    }
    packet_release(p);
}

void queue_clear(packet_queue *q)
{
    while (q->count)
        queue_pop(q);
}
