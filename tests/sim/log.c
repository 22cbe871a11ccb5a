/* log.c - server/log.h in the simulation: some events must never be logged, because the store is
 * whole and every node knows what the others did. */
#include "server/log.h"

#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const forbidden[] = {"damaged",      "not-applied", "bot-failed",    "conflict",
                                        "not-followed", "too-long",    "too-many-nodes"};

void log_set_least(log_level level)
{
    (void)level;
}

void log_event(log_level level, const char *event, const char *format, ...)
{
    char text[400];
    va_list values;
    const sim_node *n = sim_node_now();
    (void)level;
    if (n && n->killed)
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    sim_trace("node %u: %s %s", n ? n->index : 0, event, text);
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (strcmp(event, forbidden[i]) == 0)
            sim_fail("node %u logged %s %s", n ? n->index : 0, event, text);
}
