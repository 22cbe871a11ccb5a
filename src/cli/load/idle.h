/* idle.h - what a server does while nobody plays, and how quickly it answers then. */
#ifndef CLI_LOAD_IDLE_H
#define CLI_LOAD_IDLE_H

#include "cli/load/load.h"

#include <sys/types.h>

typedef struct idle_figures {
    double cpu_percent; /* of one core, over a few quiet seconds */
    load_times ping;    /* from a ping to its answer */
    load_times busy;    /* the same right after a new visitor who opens a table from the store */
    double make_ms;     /* until a new visitor had a table; below 0: it was refused */
} idle_figures;

/* `games`: how many there are in the store (fill.h). False: the server could not be reached. */
bool idle_measure(uint16_t port, pid_t server, uint32_t games, idle_figures *f);

#endif
