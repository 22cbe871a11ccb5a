/* metrics.c - figures for Prometheus. */
#include "server/hub.h"

#include <stdio.h>

static void put(buf *b, const char *name, const char *type, const char *help, uint64_t value)
{
    char text[256];
    const int n =
        snprintf(text, sizeof text, "# HELP azulejo_%s %s\n# TYPE azulejo_%s %s\nazulejo_%s %llu\n",
                 name, help, name, type, name, (unsigned long long)value);
    buf_bytes(b, text, (size_t)n);
}

void metrics_reply(hub *h, conn *c)
{
    const writer_figures w = writer_count(h->writer);
    const counters *n = &h->count;
    buf b = hub_buffer(h);
    put(&b, "sockets", "gauge", "open sockets", h->sockets);
    put(&b, "tables", "gauge", "tables in memory", h->desks.count);
    put(&b, "games_live", "gauge", "running games", h->live);
    put(&b, "persons", "gauge", "persons here or with an unfinished game", h->persons.count);
    put(&b, "store_waiting", "gauge", "jobs that wait for the disc", w.waiting);
    put(&b, "store_ok", "gauge", "1: the last commit worked", h->store_ok);
    put(&b, "store_groups_total", "counter", "transactions", w.groups);
    put(&b, "store_jobs_total", "counter", "jobs in them", w.jobs);
    put(&b, "store_failures_total", "counter", "jobs that could not be stored", w.failures);
    put(&b, "store_busy_us_total", "counter", "time spent in transactions", w.busy_us);
    put(&b, "messages_total", "counter", "messages received", n->messages);
    put(&b, "refused_total", "counter", "requests refused", n->refused);
    put(&b, "limited_total", "counter", "requests over a limit", n->limited);
    put(&b, "moves_total", "counter", "moves stored", n->moves);
    put(&b, "bot_moves_total", "counter", "moves of bots among them", n->bot_moves);
    put(&b, "games_begun_total", "counter", "games begun", n->games_begun);
    put(&b, "games_over_total", "counter", "games over", n->games_over);
    put(&b, "sockets_opened_total", "counter", "sockets opened", n->sockets_opened);
    put(&b, "http_requests_total", "counter", "HTTP requests", n->http);
    put(&b, "damaged_total", "counter", "games whose data were damaged", n->damaged);
    put(&b, "errors_total", "counter", "things that should not happen", n->errors);
    transport_reply(c, &(http_reply){.status = 200,
                                     .type = "text/plain; version=0.0.4; charset=utf-8",
                                     .body = b.at,
                                     .length = b.length});
}
