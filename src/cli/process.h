/* process.h - another program, driven by lines over its standard input and output.
 *
 * Whatever it does (nothing, half a line, ten megabytes, dying), no call takes longer than its
 * deadline and no memory grows. Deadlines are times of clock_mono_us().
 */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include "proto/lines.h"

#include <sys/types.h>

typedef enum process_event {
    PROCESS_LINE, /* a line */
    PROCESS_LONG, /* a line over the limit */
    PROCESS_LATE, /* nothing until the deadline */
    PROCESS_END   /* it closed its output or ended */
} process_event;

typedef struct process {
    pid_t pid; /* 0: not running */
    int in, out;
    int status; /* as waitpid tells, once it has ended */
    proto_lines lines;
} process;

/* Runs a shell command in a process group of its own; its standard error goes nowhere when
 * `quiet`. False: it could not be started, errno says why. */
bool process_start(process *p, const char *command, bool quiet);

/* False when it did not take the bytes by the deadline, or has ended. */
bool process_send(process *p, const char *bytes, size_t length, uint64_t deadline_us);

/* The next line; valid until the next call. */
process_event process_read(process *p, uint64_t deadline_us, proto_word *line);

/* The end of its input. */
void process_close_input(process *p);

/* Waits until it ends by itself; false if it had not by the deadline. */
bool process_wait(process *p, uint64_t deadline_us);

/* Ends it and its children for sure, if it still runs. */
void process_kill(process *p);

#endif
