/* server.h - the whole server as one object: `azulejo serve` makes one and runs it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "server/config.h"

typedef struct server server;

/* NULL: `error` says why not; `needs_host` (may be NULL): the data need the host, trying again
 * would not help. */
server *server_new(const config *c, char error[CONFIG_ERROR_MAX], bool *needs_host);
uint16_t server_port(const server *s);
void server_run(server *s);  /* until server_stop */
void server_stop(server *s); /* from a signal handler too */
void server_free(server *s);

#endif
