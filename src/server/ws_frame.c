/* ws_frame.c - see ws_frame.h. */
#include "server/ws_frame.h"

#include "base/json.h"
#include "server/sha1.h"

#include <sodium.h>
#include <string.h>

static bool is_control(unsigned opcode)
{
    return opcode >= WS_CLOSE;
}

static bool opcode_ok(unsigned opcode, bool begun)
{
    switch (opcode) {
    case WS_CONTINUE:
        return begun;
    case WS_TEXT:
    case WS_BINARY:
        return !begun;
    case WS_CLOSE:
    case WS_PING:
    case WS_PONG:
        return true;
    default:
        return false;
    }
}

/* The length and where it ends; false: bytes are missing. */
static bool read_length(const uint8_t *b, size_t length, uint64_t *payload, size_t *head)
{
    const unsigned small = b[1] & 127u;
    const unsigned bytes = small == 126 ? 2 : small == 127 ? 8 : 0;
    *head = 2 + bytes;
    *payload = bytes ? 0 : small;
    if (length < *head)
        return false;
    for (unsigned i = 0; i < bytes; i++)
        *payload = *payload << 8 | b[2 + i];
    return true;
}

static void unmask(uint8_t *payload, size_t length, const uint8_t mask[4])
{
    for (size_t i = 0; i < length; i++)
        payload[i] ^= mask[i & 3u];
}

int ws_frame_read(char *bytes, size_t length, bool begun, ws_frame *frame)
{
    uint8_t *b = (uint8_t *)bytes;
    uint64_t payload;
    size_t head;
    if (length < 2)
        return WS_MORE;
    frame->opcode = b[0] & 15u;
    frame->final = b[0] >> 7;
    if ((b[0] & 0x70u) || !(b[1] & 0x80u) || !opcode_ok(frame->opcode, begun))
        return WS_PROTOCOL_ERROR;
    if (is_control(frame->opcode) && (!frame->final || (b[1] & 127u) > WS_CONTROL_MAX))
        return WS_PROTOCOL_ERROR;
    if (!read_length(b, length, &payload, &head))
        return WS_MORE;
    if (payload > WS_MESSAGE_MAX)
        return WS_TOO_BIG; /* the announced length is too large: refused before its bytes arrive */
    frame->length = (size_t)payload;
    frame->whole = head + 4 + frame->length;
    if (length < frame->whole)
        return WS_MORE;
    frame->payload = bytes + head + 4;
    unmask(b + head + 4, frame->length, b + head);
    return 0;
}

size_t ws_frame_head(unsigned opcode, size_t length, uint8_t head[WS_OUR_HEAD_MAX])
{
    const unsigned bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    head[0] = (uint8_t)(0x80u | opcode);
    head[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (unsigned i = 0; i < bytes; i++)
        head[2 + i] = (uint8_t)((uint64_t)length >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

bool ws_text_ok(const char *text, size_t length)
{
    for (size_t i = 0, n; i < length; i += n) {
        n = utf8_length(text + i, length - i);
        if (n == 0)
            return false;
    }
    return true;
}

static bool code_ok(unsigned code)
{
    return (code >= 1000 && code <= 1011 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

uint16_t ws_close_code(const ws_frame *frame)
{
    const uint8_t *b = (const uint8_t *)frame->payload;
    if (frame->length == 0)
        return WS_NO_CODE;
    const unsigned code = frame->length > 1 ? (unsigned)b[0] << 8 | b[1] : 0;
    return code_ok(code) && ws_text_ok(frame->payload + 2, frame->length - 2) ? (uint16_t)code
                                                                              : WS_PROTOCOL_ERROR;
}

void ws_accept(const char *key, char accept[WS_ACCEPT_MAX])
{
    static const char salt[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    char text[24 + sizeof salt];
    uint8_t sum[SHA1_BYTES];
    memcpy(text, key, 24);
    memcpy(text + 24, salt, sizeof salt);
    sha1(text, 24 + sizeof salt - 1, sum);
    sodium_bin2base64(accept, WS_ACCEPT_MAX, sum, sizeof sum, sodium_base64_VARIANT_ORIGINAL);
}
