/* routes.h - HTTP requests: which one is meant, who asks, and how it is answered. */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include "base/buf.h"
#include "server/bans.h"
#include "server/identity.h"
#include "server/transport.h"

typedef struct hub hub;

void routes_handle(void *context, conn *c, const http_request *q);
void hub_read_forwarded_for(hub *h, conn *c, const http_request *q); /* whom it speaks for */
bool hub_knows_host(const hub *h, const http_request *q);            /* false: 421 (host.h) */
void hub_reply_json(conn *c, int status, const buf *b, const char *cookie);
void hub_reply_error(conn *c, int status, const char *code, const char *text);
void hub_reply_banned(conn *c, const ban *b);
/* With the cookie of the session and that of the device; either may be NULL. */
void hub_reply_cookies(conn *c, int status, const buf *b, const char *cookie, const char *known);

/* May this address do one thing more? If not it is answered so. */
bool hub_within_limit(hub *h, conn *c, bool is_login);

/* ---- record_reply.c ---- */
void record_reply(hub *h, conn *c, const char *id, const identity *who);

#endif
