/* http.h - answers to HTTP requests. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "server/transport.h"

/* A file of the page, or 404. */
void http_static(conn *c, const http_request *request);

/* A short text. */
void http_text(conn *c, int status, const char *text);

#endif
