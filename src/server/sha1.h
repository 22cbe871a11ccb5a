/* sha1.h - SHA-1, which the WebSocket handshake asks for and nothing else may use: it protects
 * nothing. */
#ifndef SERVER_SHA1_H
#define SERVER_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_BYTES = 20, SHA1_TEXT_MAX = 119 }; /* two blocks are enough for a handshake */

void sha1(const char *text, size_t length, uint8_t sum[SHA1_BYTES]);

#endif
