/* machine.h - the machine under a load test: what it is, and whether it was quiet meanwhile. */
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

/* Prints the machine and how long a small write that must be safe takes on the disc of `path`. */
void machine_print(const char *path);

/* A thread beside the test. It synchronises a small file a few times a second and otherwise sleeps
 * a little at a time: how long that takes is the disc's and the machine's share of every figure. */
typedef struct machine_watch {
    int file; /* -1: none could be made */
    atomic_bool is_ending;
    bool runs;
    pthread_t thread;
    load_times disc, wake; /* of a synchronisation; how much too late it woke up */
} machine_watch;

void machine_watch_start(machine_watch *w, const char *path);
void machine_watch_end(machine_watch *w); /* and prints */

#endif
