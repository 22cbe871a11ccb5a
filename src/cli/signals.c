/* signals.c - how a verb ends when it is interrupted: see signals.h. */
#include "cli/signals.h"

#include <signal.h>
#include <stddef.h>

/* Globals, because a signal handler has no argument. */
static volatile sig_atomic_t caught;
static void (*stop_function)(void *context);
static void *stop_context;

static void note_stop_signal(int number)
{
    caught = number;
    if (stop_function)
        stop_function(stop_context);
}

static void handle_stop_signals(int flags)
{
    const struct sigaction action = {.sa_handler = note_stop_signal, .sa_flags = flags};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void signals_catch(void)
{
    handle_stop_signals((int)SA_RESETHAND);
}

int signals_caught(void)
{
    return caught;
}

void signals_call(void (*stop)(void *context), void *context)
{
    stop_function = stop;
    stop_context = context;
    handle_stop_signals(0);
}
