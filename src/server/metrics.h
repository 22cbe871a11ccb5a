/* metrics.h - figures for Prometheus. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "server/transport.h"

typedef struct hub hub;

enum { HISTOGRAM_NB = 13, HUB_SENDING_MAX = 256 };

typedef struct histogram { /* of durations; the bounds are in metrics.c */
    uint64_t count[HISTOGRAM_NB];
    uint64_t sum_us;
} histogram;

/* From a move's arrival on: until it is on disc, and until it has been written to the sockets. */
typedef struct latency {
    histogram stored, sent;
    uint64_t sending_us[HUB_SENDING_MAX]; /* arrivals of those that this turn of the loop sends */
    uint32_t sending_nb;
} latency;

void metrics_reply(hub *h, conn *c);
void metrics_stored(hub *h, uint64_t received_us); /* a person's move is on disc, and broadcast */
void metrics_written(void *context);               /* what was broadcast has been written */

#endif
