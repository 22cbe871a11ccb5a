/* machine.h - the machine under a load test: its hardware, and whether other work disturbed it. */
#ifndef CLI_LOAD_MACHINE_H
#define CLI_LOAD_MACHINE_H

#include "cli/load/load.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

/* The processor time of a process so far, in its own code and in the kernel. */
typedef struct cpu_time {
    double user_s, system_s;
} cpu_time;

cpu_time machine_cpu_of(pid_t pid);
uint64_t machine_resident_kb(pid_t pid);

/* Prints the machine and how long a small synchronised write takes on the disc of `path`. */
void machine_print(const char *path);

/* A thread that runs during the test. It synchronises a small file a few times a second and
 * otherwise sleeps a little at a time: the delays that it measures are the disc's and the machine's
 * share of every figure. */
typedef struct machine_watch {
    int file; /* -1: none could be made */
    atomic_bool is_ending;
    bool runs;
    pthread_t thread;
    load_times disc, wake; /* the times of synchronisations; how much too late it woke up */
} machine_watch;

void machine_watch_start(machine_watch *w, const char *path);
void machine_watch_end(machine_watch *w); /* and prints */

#endif
