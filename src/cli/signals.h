/* signals.h - how a verb ends when it is interrupted (SIGINT, SIGTERM). */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

/* Remembers the first signal instead of ending the program. A second one ends it at once. */
void signals_catch(void);

/* The signal that arrived, 0: none. */
int signals_caught(void);

/* Calls `stop` with `context` for every signal, in the signal handler: it may do only what
 * signal-safety(7) allows. */
void signals_call(void (*stop)(void *context), void *context);

#endif
