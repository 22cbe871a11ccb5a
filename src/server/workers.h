/* workers.h - threads for what takes long: bots that think, passwords that are hashed. */
#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

enum { WORKERS_WAITING_MAX = 20000 };

typedef struct workers workers;

/* The first member of a larger struct, allocated by the caller and owned by the workers until
 * `done`, which runs on the thread that collects and frees it. */
typedef struct work {
    struct work *next;
    void (*run)(struct work *w, unsigned worker);
    void (*done)(struct work *w);
    bool urgent; /* runs before jobs that are not urgent, except that every fourth turn is left to
                    those */
} work;

workers *workers_new(unsigned threads, void (*wake)(void *context), void *context);
bool workers_submit(workers *p, work *w); /* false: the queue is full; the caller keeps the work */
void workers_collect(workers *p);
void workers_free(workers *p); /* work in the queue is not run, but its `done` is called */

#endif
