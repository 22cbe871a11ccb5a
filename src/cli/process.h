/* process.h - another program, controlled by lines over its standard input and output.
 *
 * Whatever the program does (writes nothing, half a line or ten megabytes, crashes), no call
 * exceeds its deadline and memory does not grow. Deadlines are times of clock_mono_us().
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

/* Runs a shell command in a new process group; with `quiet` its standard error is discarded. It is
 * killed when the calling thread ends. False if it could not be started; see errno. */
bool process_start(process *p, const char *command, bool quiet);

/* Writes bytes; false if it has not read them before the deadline, or has ended. */
bool process_send(process *p, const char *bytes, size_t length, uint64_t deadline_us);

/* The next line; valid until the next call. */
process_event process_read(process *p, uint64_t deadline_us, proto_word *line);

/* Closes its input. */
void process_close_input(process *p);

/* Waits until it ends without being killed; false at the deadline. */
bool process_wait(process *p, uint64_t deadline_us);

/* Kills it and its children if it still runs. */
void process_kill(process *p);

#endif
