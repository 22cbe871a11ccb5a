/* The readers of HTTP heads and WebSocket frames, and the bytes of ours. */
#include "check.h"

#include "server/http_head.h"
#include "server/sha1.h"
#include "server/ws_frame.h"

#include <stdio.h>
#include <string.h>

static int read_text(const char *text, http_head *head)
{
    static char bytes[3 * HTTP_HEAD_MAX];
    size_t seen = 0;
    const size_t length = strlen(text);
    memcpy(bytes, text, length);
    return http_head_read(bytes, length, &seen, head);
}

static void a_request_is_read(void **state)
{
    http_head h;
    (void)state;
    assert_int_equal(read_text("POST /api/x?a=b HTTP/1.1\r\nHOST:  here:1 \r\ncookie: a=1; b=2\r\n"
                               "Content-Length: 12\r\nX-Other: y\r\n\r\n{}",
                               &h),
                     0);
    assert_string_equal(h.method, "POST");
    assert_string_equal(h.path, "/api/x");
    assert_string_equal(h.query, "a=b");
    assert_string_equal(h.host, "here:1");
    assert_string_equal(h.cookie, "a=1; b=2");
    assert_string_equal(h.origin, "");
    assert_int_equal(h.body_length, 12);
    assert_true(h.keep_alive);
    assert_false(h.wants_socket);
    assert_int_equal(read_text("GET / HTTP/1.0\r\n\r\n", &h), 0);
    assert_false(h.keep_alive);
    assert_int_equal(read_text("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", &h), 0);
    assert_false(h.keep_alive);
    assert_int_equal(read_text("GET / HTTP/1.1\r\nHost: a\r\n", &h), HTTP_MORE);
}

#define H "Host: a\r\n"
static void what_is_not_right_is_refused(void **state)
{
    static const struct {
        int status;
        const char *text;
    } bad[] = {
        {400, "\r\n\r\n"},
        {400, "GET\r\n\r\n"},
        {400, "GET /\r\n" H "\r\n"},
        {400, " GET / HTTP/1.1\r\n" H "\r\n"},
        {400, "GET  / HTTP/1.1\r\n" H "\r\n"},
        {505, "GET / HTTP/1.1 x\r\n" H "\r\n"},
        {400, "G@T / HTTP/1.1\r\n" H "\r\n"},
        {400, "GET * HTTP/1.1\r\n" H "\r\n"},
        {400, "OPTIONS * HTTP/1.1\r\n" H "\r\n"},
        {400, "CONNECT a:80 HTTP/1.1\r\n" H "\r\n"},
        {400, "GET http:/// HTTP/1.1\r\n" H "\r\n"},
        {400, "GET http:// HTTP/1.1\r\n" H "\r\n"},
        {400, "GET http://me@a/ HTTP/1.1\r\n" H "\r\n"},
        {400, "GET http://a:b/ HTTP/1.1\r\n" H "\r\n"},
        {400, "GET http://[::1/ HTTP/1.1\r\n" H "\r\n"},
        {400, "GET http:/a HTTP/1.1\r\n" H "\r\n"},
        {400, "GET ftp://a/ HTTP/1.1\r\n" H "\r\n"},
        {400, "GET ws://a/ws HTTP/1.1\r\n" H "\r\n"},
        {400, "GET http://a/ HTTP/1.1\r\n\r\n"}, /* Host is needed all the same … */
        {400, "GET http://a/ HTTP/1.1\r\n" H H "\r\n"},
        {400, "GET http://a/ HTTP/1.1\r\nHost: a b\r\n\r\n"}, /* … and must be well formed */
        {400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: me@a\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: a:80:80\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: ::1\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: [::1%eth0]\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: \xc3\xa9\r\n\r\n"},
        {400, "GET / HTTP/1.0\r\nHost: a/b\r\n\r\n"},
        {400, "GET /\x7f HTTP/1.1\r\n" H "\r\n"},
        {400, "GET /\xc3\xa9 HTTP/1.1\r\n" H "\r\n"},
        {505, "GET / HTTP/2.0\r\n" H "\r\n"},
        {505, "GET / HTTP/1.10\r\n" H "\r\n"},
        {400, "GET / SPDY/1\r\n" H "\r\n"},
        {400, "GET / HTTP/1.1\r\n\r\n"},                    /* no host */
        {400, "GET / HTTP/1.1\r\n" H H "\r\n"},             /* two of them */
        {400, "GET / HTTP/1.1\r\n" H "Cookie : a\r\n\r\n"}, /* space before : */
        {400, "GET / HTTP/1.1\r\n" H " folded\r\n\r\n"},    /* folded line */
        {400, "GET / HTTP/1.1\r\n" H "X: a\nY: b\r\n\r\n"}, /* bare line feed */
        {400, "GET / HTTP/1.1\r\n" H "X: a\rY: b\r\n\r\n"}, /* bare return */
        {400, "GET / HTTP/1.1\r\n" H "X: \x01\r\n\r\n"},    /* control sign */
        {400, "GET / HTTP/1.1\r\n" H ": x\r\n\r\n"},        /* no name */
        {400, "GET / HTTP/1.1\r\n" H "nothing\r\n\r\n"},    /* no colon */
        {400, "POST / HTTP/1.1\r\n" H "Content-Length: -1\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\n" H "Content-Length: +1\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\n" H "Content-Length: 1, 1\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\n" H "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\n" H "Content-Length:\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\n" H "Content-Length:\r\nContent-Length: 2\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\n" H "Transfer-Encoding: \r\n\r\n"},
        {400, "POST / HTTP/1.1\r\n" H "Transfer-Encoding:\r\nTransfer-Encoding: x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost:\r\n" H "\r\n"}, /* two, the first of them empty */
        {400, "GET / HTTP/1.1\r\n" H "Cookie:\r\nCookie: a=1\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\n" H "Content-Length: 4097\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\n" H "Content-Length: 18446744073709551617\r\n\r\n"},
        {501, "POST / HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n"},
    };
    http_head h;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (read_text(bad[i].text, &h) != bad[i].status)
            fail_msg("%s: %d", bad[i].text, read_text(bad[i].text, &h));
}

/* RFC 9112, 3.2.2: the authority of the target counts, and Host does not. */
static void absolute_targets_are_read(void **state)
{
    static const struct {
        const char *target, *host, *path, *query;
    } good[] = {
        {"http://there/", "there", "/", ""},
        {"http://there:8080/a/b?c=d", "there:8080", "/a/b", "c=d"},
        {"HTTPS://There.example/a?b?c", "There.example", "/a", "b?c"},
        {"http://there", "there", "/", ""},
        {"http://there?a=b/c", "there", "/", "a=b/c"},
        {"http://[::1]:80/ws", "[::1]:80", "/ws", ""},
        {"http://there//x", "there", "//x", ""},
        {"http://t/http://u/", "t", "/http://u/", ""},
    };
    http_head h;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[256];
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n" H "\r\n", good[i].target);
        assert_int_equal(read_text(text, &h), 0);
        assert_string_equal(h.host, good[i].host);
        assert_string_equal(h.path, good[i].path);
        assert_string_equal(h.query, good[i].query);
    }
}

static void heads_have_limits(void **state)
{
    static char text[3 * HTTP_HEAD_MAX];
    http_head h;
    size_t n = (size_t)snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" H);
    (void)state;
    for (int i = 0; i < HTTP_FIELDS_MAX; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "X-%d: y\r\n", i);
    snprintf(text + n, sizeof text - n, "\r\n");
    assert_int_equal(read_text(text, &h), 431);
    memset(text, 'a', sizeof text - 1);
    assert_int_equal(read_text(text, &h), 431);
    memcpy(text, "GET / HTTP/1.1\r\n" H "X: ", 28);
    text[HTTP_HEAD_MAX - 1] = 0;
    assert_int_equal(read_text(text, &h), HTTP_MORE);
}

#define UPGRADE(key, version)                                                            \
    "GET /ws HTTP/1.1\r\n" H "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n" \
    "Sec-WebSocket-Key: " key "\r\nSec-WebSocket-Version: " version "\r\n\r\n"

static void handshakes(void **state)
{
    char accept[WS_ACCEPT_MAX];
    http_head h;
    (void)state;
    assert_int_equal(read_text(UPGRADE("dGhlIHNhbXBsZSBub25jZQ==", "13"), &h), 0);
    assert_true(h.wants_socket);
    ws_accept(h.websocket_key, accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); /* RFC 6455, 1.3 */
    assert_int_equal(read_text(UPGRADE("dGhlIHNhbXBsZSBub25jZQ==", "8"), &h), 426);
    assert_int_equal(read_text(UPGRADE("short", "13"), &h), 400);
    assert_int_equal(read_text(UPGRADE("dGhlIHNhbXBsZSBub25jZQ=!", "13"), &h), 400);
}

static void sums(void **state)
{
    uint8_t sum[SHA1_BYTES];
    (void)state;
    sha1("abc", 3, sum); /* FIPS 180 */
    assert_memory_equal(sum,
                        "\xa9\x99\x3e\x36\x47\x06\x81\x6a\xba\x3e\x25\x71\x78\x50\xc2\x6c\x9c"
                        "\xd0\xd8\x9d",
                        SHA1_BYTES);
    sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, sum);
    assert_memory_equal(sum,
                        "\x84\x98\x3e\x44\x1c\x3b\xd2\x6e\xba\xae\x4a\xa1\xf9\x51\x29\xe5\xe5"
                        "\x46\x70\xf1",
                        SHA1_BYTES);
}

static void lists(void **state)
{
    (void)state;
    assert_true(http_list_has("gzip, deflate, br", "br"));
    assert_true(http_list_has("deflate;q=0.5,GZIP;q=1.0", "gzip"));
    assert_false(http_list_has("gzip;q=0, br", "gzip"));
    assert_false(http_list_has("gzip; q=0.000", "gzip"));
    assert_true(http_list_has("gzip;q=0.001", "gzip"));
    assert_false(http_list_has("xgzip, gzipx", "gzip"));
    assert_false(http_list_has("", "gzip"));
}

static int read_bytes(const char *bytes, size_t length, bool begun, ws_frame *f)
{
    static char room[WS_HEAD_MAX + WS_MESSAGE_MAX];
    memcpy(room, bytes, length);
    return ws_frame_read(room, length, begun, f);
}

static void good_frames(void **state)
{
    ws_frame f;
    (void)state;
    assert_int_equal(read_bytes("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11, false, &f), 0);
    assert_memory_equal(f.payload, "Hello", 5); /* RFC 6455, 5.7 */
    assert_int_equal(f.whole, 11);
    for (size_t n = 0; n < 11; n++)
        assert_int_equal(read_bytes("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", n, false, &f),
                         WS_MORE);
    assert_int_equal(read_bytes("\x80\x80\0\0\0\0", 6, true, &f), 0);
    assert_int_equal(read_bytes("\x89\x80\0\0\0\0", 6, true, &f), 0); /* between two pieces */
}

static void bad_frames(void **state)
{
    static const struct {
        const char *bytes;
        bool begun;
        int code;
    } bad[] = {
        {"\x81\x02{}", false, WS_PROTOCOL_ERROR},             /* not masked */
        {"\xc1\x80\0\0\0\0", false, WS_PROTOCOL_ERROR},       /* reserved bit */
        {"\x83\x80\0\0\0\0", false, WS_PROTOCOL_ERROR},       /* unknown opcode */
        {"\x80\x80\0\0\0\0", false, WS_PROTOCOL_ERROR},       /* goes on with nothing */
        {"\x81\x80\0\0\0\0", true, WS_PROTOCOL_ERROR},        /* begins inside another */
        {"\x09\x80\0\0\0\0", false, WS_PROTOCOL_ERROR},       /* a ping in pieces */
        {"\x89\xfe\0\x7e\0\0\0\0", false, WS_PROTOCOL_ERROR}, /* a long ping */
        {"\x81\xfe\x10\x01\0\0", false, WS_TOO_BIG},          /* 4097 bytes are announced */
        {"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", false, WS_TOO_BIG},
    };
    ws_frame f;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(read_bytes(bad[i].bytes,
                                    i == 8 ? 10
                                    : i    ? 6
                                           : 4,
                                    bad[i].begun, &f),
                         bad[i].code);
}

static uint16_t close_code(const char *payload, size_t length)
{
    char room[WS_CONTROL_MAX];
    memcpy(room, payload, length);
    return ws_close_code(&(ws_frame){.opcode = WS_CLOSE, .payload = room, .length = length});
}

static void close_codes(void **state)
{
    (void)state;
    assert_int_equal(close_code("", 0), WS_NO_CODE);
    assert_int_equal(close_code("\x03", 1), WS_PROTOCOL_ERROR);
    assert_int_equal(close_code("\x03\xe8"
                                "bye",
                                5),
                     1000);
    assert_int_equal(close_code("\x03\xe8\xff", 3), WS_PROTOCOL_ERROR);
    assert_int_equal(close_code("\x03\xed", 2), WS_PROTOCOL_ERROR); /* 1005 is never sent */
    assert_int_equal(close_code("\x0f\xa0", 2), 4000);
    assert_int_equal(close_code("\0\0", 2), WS_PROTOCOL_ERROR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_read),
        cmocka_unit_test(what_is_not_right_is_refused),
        cmocka_unit_test(absolute_targets_are_read),
        cmocka_unit_test(heads_have_limits),
        cmocka_unit_test(handshakes),
        cmocka_unit_test(sums),
        cmocka_unit_test(lists),
        cmocka_unit_test(good_frames),
        cmocka_unit_test(bad_frames),
        cmocka_unit_test(close_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
