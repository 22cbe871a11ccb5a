/* ws_frame.h - WebSocket frames (RFC 6455) as bytes: reading a client's, heading our own. No input
 * or output here, so that a fuzzer can have it.
 */
#ifndef SERVER_WS_FRAME_H
#define SERVER_WS_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WS_MESSAGE_MAX = 4096, /* of a received message, in any number of frames */
    WS_CONTROL_MAX = 125,
    WS_HEAD_MAX = 14, /* of a received frame */
    WS_OUR_HEAD_MAX = 10,
    WS_ACCEPT_MAX = 29 /* the answer to a handshake's key, with its 0 */
};

enum { WS_CONTINUE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 };

/* Close codes (7.4.1). */
enum {
    WS_NORMAL = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL_ERROR = 1002,
    WS_UNSUPPORTED = 1003,
    WS_NO_CODE = 1005,
    WS_BAD_TEXT = 1007,
    WS_POLICY = 1008,
    WS_TOO_BIG = 1009
};

typedef struct ws_frame {
    uint8_t opcode;
    bool final;
    char *payload; /* unmasked in place; not terminated by 0 */
    size_t length;
    size_t whole; /* bytes of the frame with its head */
} ws_frame;

/* 0: a frame; WS_MORE: bytes are missing; else the code to close with. `begun`: a message has begun
 * and goes on. An unmasked frame, a set reserved bit, an unknown opcode, a control frame in pieces
 * or over 125 bytes, a piece out of order: all are protocol errors. */
enum { WS_MORE = -1 };
int ws_frame_read(char *bytes, size_t length, bool begun, ws_frame *frame);

/* Our frames are whole and not masked. Returns the bytes of the head. */
size_t ws_frame_head(unsigned opcode, size_t length, uint8_t head[WS_OUR_HEAD_MAX]);

bool ws_text_ok(const char *text, size_t length); /* UTF-8 */

/* The code that a close frame carries, WS_NO_CODE without one, WS_PROTOCOL_ERROR for a wrong one.
 */
uint16_t ws_close_code(const ws_frame *frame);

void ws_accept(const char *key, char accept[WS_ACCEPT_MAX]);

#endif
