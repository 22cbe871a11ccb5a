/* http_head.h - the head of an HTTP/1.1 request, read strictly: what is not exactly right is
 * refused, because request smuggling needs two readers who understand the same bytes differently.
 * No input or output here, so that a fuzzer can call it. */
#ifndef SERVER_HTTP_HEAD_H
#define SERVER_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HTTP_HEAD_MAX = 8192, HTTP_BODY_MAX = 4096, HTTP_FIELDS_MAX = 64 };

/* The fields that we read; all others are ignored. X(member, name in lower case) */
#define HTTP_FIELDS(X)                        \
    X(host, "host")                           \
    X(origin, "origin")                       \
    X(cookie, "cookie")                       \
    X(type, "content-type")                   \
    X(content_length, "content-length")       \
    X(transfer_encoding, "transfer-encoding") \
    X(accept_encoding, "accept-encoding")     \
    X(known_tag, "if-none-match")             \
    X(forwarded_for, "x-forwarded-for")       \
    X(expect, "expect")                       \
    X(connection, "connection")               \
    X(upgrade, "upgrade")                     \
    X(websocket_key, "sec-websocket-key")     \
    X(websocket_version, "sec-websocket-version")

#define HTTP_FIELD(member, name) const char *member;
typedef struct http_head {
    const char *method, *path, *query; /* never NULL; a missing query is "" */
    HTTP_FIELDS(HTTP_FIELD)            /* never NULL; a missing field is "" */
    const char *authority; /* NULL, or that of a target in absolute form; `host` is then the same */
    size_t length;         /* bytes of the head with its empty line */
    size_t body_length;
    bool keep_alive;
    bool wants_socket; /* a WebSocket handshake that is complete and right */
} http_head;
#undef HTTP_FIELD

/* 0: the head is whole and good; HTTP_MORE: bytes are missing; else the status of the refusal.
 * The bytes are cut into strings where they lie, but only when the answer is 0 or a refusal.
 * `seen` (0 at first) remembers how far the search for the end has come. */
enum { HTTP_MORE = -1 };
int http_head_read(char *bytes, size_t length, size_t *seen, http_head *head);

/* Does a list like "gzip, br;q=0.5" have the word, and not with q=0? */
bool http_list_has(const char *list, const char *word);

const char *http_status_text(int status);

#endif
