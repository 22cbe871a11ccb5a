/* server.c - the server as one object: see server.h. */
#include "server/server.h"

#include "server/hub.h"
#include "server/log.h"

#include <stdlib.h>
#include <sys/resource.h>

struct server {
    hub *hub;
};

enum { OWN_FILES = 64 };

/* Raises the limit of open files as far as the system allows, because every socket is one. */
static void raise_file_limit(uint32_t sockets)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    if (limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur < sockets + OWN_FILES)
        log_event(LOG_WARN, "few-files", "limit=%llu sockets-max=%u",
                  (unsigned long long)limit.rlim_cur, sockets);
}

static void warn(const config *c)
{
    config_warning w;
    for (unsigned i = 0; config_warn(c, i, &w); i++)
        log_event(LOG_WARN, w.event, "text=\"%s\"", w.text);
}

server *server_new(const config *c, char error[CONFIG_ERROR_MAX], bool *needs_host)
{
    server *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    raise_file_limit(c->sockets_max);
    s->hub = hub_new(c, error, needs_host);
    if (s->hub && hub_listen(s->hub, error)) {
        warn(&s->hub->config);
        return s;
    }
    server_free(s);
    return NULL;
}

uint16_t server_port(const server *s)
{
    return transport_port(s->hub->transport);
}

void server_run(server *s)
{
    log_event(LOG_INFO, "listening", "host=%s port=%u", s->hub->config.host, server_port(s));
    transport_run(s->hub->transport);
}

void server_stop(server *s)
{
    atomic_store(&s->hub->stopping, true);
}

void server_free(server *s)
{
    if (!s)
        return;
    if (s->hub)
        log_event(LOG_INFO, "stopped", "%s", "");
    hub_free(s->hub);
    free(s);
}
