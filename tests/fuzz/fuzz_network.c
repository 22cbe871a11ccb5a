/* fuzz_network.c - the first readers that meet the network: heads of HTTP requests and WebSocket
 * frames, whole and in pieces. Laws: nothing is read or written outside the bytes, a whole request
 * is read alike however it came in, and a frame that was made is read back. */
#include "server/host.h"
#include "server/http_head.h"
#include "server/ws_frame.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool law)
{
    if (!law)
        abort();
}

/* In a block of exactly its size, so that the sanitizer sees every step too far. */
static char *copy_of(const uint8_t *data, size_t size)
{
    char *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    return copy;
}

static int read_head(const uint8_t *data, size_t size, size_t *seen, size_t *length)
{
    http_head head;
    char *copy = copy_of(data, size);
    const int answer = http_head_read(copy, size, seen, &head);
    if (answer == 0) {
        check(head.length <= size && head.length <= HTTP_HEAD_MAX);
        check(head.body_length <= HTTP_BODY_MAX && head.path[0] == '/' && head.method[0]);
        check(strlen(head.path) + strlen(head.query) + strlen(head.cookie) < head.length);
        check(!head.wants_socket || strlen(head.websocket_key) == 24);
        check(!head.host[0] || host_is_wellformed(head.host));
        check(!host_is_direct(head.host) || host_is_private(head.host));
        check(!head.authority || head.host == head.authority);
        http_list_has(head.accept_encoding, "gzip");
        *length = head.length;
    }
    free(copy);
    return answer;
}

static void heads(const uint8_t *data, size_t size)
{
    size_t seen = 0, whole_length = 0, length = 0;
    const int whole = read_head(data, size, &seen, &whole_length);
    int answer = HTTP_MORE;
    seen = 0;
    for (size_t n = 1; n <= size && answer == HTTP_MORE; n += 1 + n / 8)
        answer = read_head(data, n, &seen, &length);
    if (answer == HTTP_MORE)
        answer = read_head(data, size, &seen, &length);
    check(answer == whole && length == whole_length);
}

static void frames(const uint8_t *data, size_t size)
{
    bool begun = false;
    for (size_t at = 0; at < size;) {
        ws_frame f;
        char *copy = copy_of(data + at, size - at);
        const int wrong = ws_frame_read(copy, size - at, begun, &f);
        if (wrong == 0) {
            check(f.length <= WS_MESSAGE_MAX && f.whole <= size - at && f.whole >= f.length + 6);
            ws_text_ok(f.payload, f.length);
            if (f.opcode == WS_CLOSE)
                ws_close_code(&f);
            else if (f.opcode < WS_CLOSE)
                begun = !f.final;
            at += f.whole;
        }
        free(copy);
        if (wrong)
            break;
    }
}

/* Our own head, with a mask put in, is a frame that we can read. */
static void round_trip(const uint8_t *data, size_t size)
{
    uint8_t head[WS_OUR_HEAD_MAX], bytes[WS_HEAD_MAX + WS_MESSAGE_MAX];
    ws_frame f;
    size = size > WS_MESSAGE_MAX ? WS_MESSAGE_MAX : size;
    const size_t n = ws_frame_head(WS_TEXT, size, head);
    head[1] |= 0x80;
    memcpy(bytes, head, n);
    memset(bytes + n, 0, 4);
    memcpy(bytes + n + 4, data, size);
    check(ws_frame_read((char *)bytes, n + 4 + size, false, &f) == 0);
    check(f.final && f.opcode == WS_TEXT && f.length == size && memcmp(f.payload, data, size) == 0);
    check(size == 0 || ws_frame_read((char *)bytes, n + 3 + size, false, &f) == WS_MORE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    heads(data, size);
    frames(data, size);
    round_trip(data, size);
    return 0;
}
