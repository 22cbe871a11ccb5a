/* metrics.c - figures for Prometheus. */
#include "server/bots_away.h"
#include "server/hub.h"

#include <stdio.h>

static void put_metric(buf *b, const char *name, const char *type, const char *help, uint64_t value)
{
    char text[256];
    const int n =
        snprintf(text, sizeof text, "# HELP azulejo_%s %s\n# TYPE azulejo_%s %s\nazulejo_%s %llu\n",
                 name, help, name, type, name, (unsigned long long)value);
    buf_bytes(b, text, (size_t)n);
}

/* ---- Limits and latencies ---- */
static void put_limits(buf *b, const hub *h)
{
#define NAME(name, text) text,
    static const char *const names[] = {HUB_LIMITS(NAME) "slow"};
#undef NAME
    char text[128];
    buf_text(b, "# HELP azulejo_limited_total what somebody had too much of\n"
                "# TYPE azulejo_limited_total counter\n");
    for (unsigned i = 0; i <= HUB_LIMIT_NB; i++) {
        const uint64_t value =
            i < HUB_LIMIT_NB ? h->count.limited[i] : transport_dropped(h->transport);
        const int n = snprintf(text, sizeof text, "azulejo_limited_total{limit=\"%s\"} %llu\n",
                               names[i], (unsigned long long)value);
        buf_bytes(b, text, (size_t)n);
    }
}

static void put_store(buf *b, const hub *h)
{
    store_figures f;
    store_get_figures(h->store, &f);
    put_metric(b, "data_bytes", "gauge", "size of the data file", f.data_bytes);
    put_metric(b, "data_free_bytes", "gauge", "of it, free for new rows", f.data_free_bytes);
    put_metric(b, "disc_free_bytes", "gauge", "free on the disc of the data file",
               f.disc_free_bytes);
    put_metric(b, "disc_short", "gauge", "1: too few, new tables and accounts are refused",
               h->disc_is_short);
    put_metric(b, "log_bytes", "gauge", "size of its write-ahead log", f.log_bytes);
    put_metric(b, "log_age_seconds", "gauge", "age of the oldest commit that is in the log alone",
               f.log_age_ms / 1000);
    put_metric(b, "rows_read_total", "counter", "rows of the data file that requests have read",
               f.rows_read);
    put_metric(b, "checkpoints_total", "counter", "times that the log was moved into the file",
               f.checkpoints);
    put_metric(b, "checkpoint_failures_total", "counter", "times that moving it failed",
               f.checkpoint_failures);
    put_metric(b, "check_rows", "gauge", "rows that the background check has read", f.checked_rows);
    put_metric(b, "check_problems", "gauge", "problems that it found", f.problems);
}

static const uint32_t bounds_us[HISTOGRAM_NB - 1] = {
    500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000, 5000000};

static void observe(histogram *h, uint64_t us)
{
    unsigned i = 0;
    while (i < HISTOGRAM_NB - 1 && us > bounds_us[i])
        i++;
    h->count[i]++;
    h->sum_us += us;
}

static void put_histogram(buf *b, const char *name, const char *help, const histogram *h)
{
    char text[256];
    uint64_t count = 0;
    int n = snprintf(text, sizeof text, "# HELP azulejo_%s %s\n# TYPE azulejo_%s histogram\n", name,
                     help, name);
    buf_bytes(b, text, (size_t)n);
    for (unsigned i = 0; i < HISTOGRAM_NB; i++) {
        char bound[16] = "+Inf";
        count += h->count[i];
        if (i < HISTOGRAM_NB - 1)
            snprintf(bound, sizeof bound, "%g", bounds_us[i] / 1e6);
        n = snprintf(text, sizeof text, "azulejo_%s_bucket{le=\"%s\"} %llu\n", name, bound,
                     (unsigned long long)count);
        buf_bytes(b, text, (size_t)n);
    }
    n = snprintf(text, sizeof text, "azulejo_%s_sum %.6f\nazulejo_%s_count %llu\n", name,
                 (double)h->sum_us / 1e6, name, (unsigned long long)count);
    buf_bytes(b, text, (size_t)n);
}

void metrics_stored(hub *h, uint64_t received_us)
{
    latency *l = &h->latency;
    observe(&l->stored, hub_now_us() - received_us);
    if (l->sending_nb == HUB_SENDING_MAX)
        metrics_written(h); /* ring full: the oldest wait longest, so the rest is counted early */
    l->sending_us[l->sending_nb++] = received_us;
}

void metrics_written(void *context)
{
    latency *l = &((hub *)context)->latency;
    const uint64_t now = l->sending_nb ? hub_now_us() : 0;
    for (uint32_t i = 0; i < l->sending_nb; i++)
        observe(&l->sent, now - l->sending_us[i]);
    l->sending_nb = 0;
}

void metrics_reply(hub *h, conn *c)
{
    const writer_figures w = writer_count(h->writer);
    const counters *n = &h->count;
    buf b = hub_buffer(h);
    put_metric(&b, "sockets", "gauge", "open sockets", h->sockets);
    put_metric(&b, "tables", "gauge", "tables in memory", h->tables.count);
    put_metric(&b, "games_live", "gauge", "running games", h->live);
    put_metric(&b, "persons", "gauge", "persons with an open socket", h->persons.count);
    put_metric(&b, "store_waiting", "gauge", "jobs that wait for the disc", w.waiting);
    put_metric(&b, "store_ok", "gauge", "1: the last commit worked", h->store_ok);
    put_metric(&b, "store_groups_total", "counter", "transactions", w.groups);
    put_metric(&b, "store_jobs_total", "counter", "jobs in them", w.jobs);
    put_metric(&b, "store_failures_total", "counter", "jobs that could not be stored", w.failures);
    put_metric(&b, "store_conflicts_total", "counter", "jobs that came second", w.conflicts);
    put_metric(&b, "store_busy_us_total", "counter", "time spent in transactions", w.busy_us);
    put_store(&b, h);
    put_metric(&b, "messages_total", "counter", "messages received", n->messages);
    put_metric(&b, "refused_total", "counter", "requests refused", n->refused);
    put_limits(&b, h);
    put_histogram(&b, "move_stored_seconds", "from a person's move to its being on disc",
                  &h->latency.stored);
    put_histogram(&b, "move_sent_seconds", "from a person's move to the players' sockets",
                  &h->latency.sent);
    put_metric(&b, "moves_total", "counter", "moves stored", n->moves);
    put_metric(&b, "bot_moves_total", "counter", "moves of bots among them", n->bot_moves);
    put_metric(&b, "bot_moves_away_total", "counter", "of these, thought about by workers",
               n->bot_moves_away);
    put_metric(&b, "worker_threads", "gauge", "threads of workers that are there",
               away_threads(h->away));
    put_metric(&b, "bot_thinking_us_total", "counter", "time that bots thought", n->thinking_us);
    put_metric(&b, "tables_expired_total", "counter", "untouched tables removed", n->expired);
    put_metric(&b, "games_begun_total", "counter", "games begun", n->games_begun);
    put_metric(&b, "games_over_total", "counter", "games over", n->games_over);
    put_metric(&b, "sockets_opened_total", "counter", "sockets opened", n->sockets_opened);
    put_metric(&b, "http_requests_total", "counter", "HTTP requests", n->http);
    put_metric(&b, "damaged_total", "counter", "games whose data were damaged", n->damaged);
    put_metric(&b, "errors_total", "counter", "things that should not happen", n->errors);
    transport_reply(c, &(http_reply){.status = 200,
                                     .type = "text/plain; version=0.0.4; charset=utf-8",
                                     .body = b.at,
                                     .length = b.length});
}
