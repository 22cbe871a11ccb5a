/* server.c - puts the parts together and runs them. */
#include "server/server.h"

#include "server/http.h"
#include "server/log.h"
#include "server/transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

struct server {
    config config;
    transport *transport;
};

static void on_http(void *context, conn *c, const http_request *request)
{
    (void)context;
    http_static(c, request);
}

static int on_admit(void *context, conn *c, const http_request *request)
{
    (void)context, (void)c, (void)request;
    return 404;
}

static void on_nothing(void *context, conn *c)
{
    (void)context, (void)c;
}

static void on_message(void *context, conn *c, const char *text, size_t length)
{
    (void)context, (void)c, (void)text, (void)length;
}

static void on_turn(void *context)
{
    (void)context;
}

/* As many files as the system lets us have: every socket is one. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

server *server_new(const config *c, char error[CONFIG_ERROR_MAX])
{
    server *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->config = *c;
    raise_file_limit();
    const transport_handler handler = {s,          on_http,    on_admit, on_nothing,
                                       on_message, on_nothing, on_turn};
    const transport_options options = {c->host, (uint16_t)c->port, c->sockets_max};
    s->transport = transport_new(&options, &handler);
    if (!s->transport) {
        snprintf(error, CONFIG_ERROR_MAX, "cannot listen on %.63s port %u: is it taken?", c->host,
                 c->port);
        server_free(s);
        return NULL;
    }
    return s;
}

uint16_t server_port(const server *s)
{
    return transport_port(s->transport);
}

void server_run(server *s)
{
    log_event(LOG_INFO, "listening", "host=%s port=%u", s->config.host, server_port(s));
    transport_run(s->transport);
    log_event(LOG_INFO, "stopped", " ");
}

void server_stop(server *s)
{
    transport_stop(s->transport);
}

void server_free(server *s)
{
    if (!s)
        return;
    transport_free(s->transport);
    free(s);
}
