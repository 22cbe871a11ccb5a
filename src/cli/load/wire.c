/* wire.c - see wire.h. Requests are fixed texts, and answers are parsed no more than needed. */
#include "cli/load/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int dial(uint16_t port)
{
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t n = send(fd, bytes, length, MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN)
            continue; /* our messages are tiny, so there is soon room again */
        if (n <= 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

/* Reads up to the end of the head of an HTTP answer; what came after it stays in the buffer. */
static bool read_head(int fd, char *head, size_t size, size_t *length)
{
    *length = 0;
    while (*length + 1 < size) {
        const ssize_t n = recv(fd, head + *length, size - 1 - *length, 0);
        if (n <= 0)
            return false;
        *length += (size_t)n;
        head[*length] = 0;
        if (strstr(head, "\r\n\r\n"))
            return true;
    }
    return false;
}

bool wire_session(uint16_t port, char cookie[WIRE_COOKIE_MAX])
{
    char text[512], head[4096];
    size_t length;
    const int fd = dial(port);
    const struct linger reset = {1, 0}; /* else thousands of sockets stay in TIME_WAIT */
    if (fd < 0)
        return false;
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    const int n = snprintf(text, sizeof text,
                           "POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n"
                           "Origin: http://127.0.0.1:%u\r\nContent-Type: application/json\r\n"
                           "Content-Length: 2\r\n\r\n{}",
                           port, port);
    bool good = send_all(fd, text, (size_t)n) && read_head(fd, head, sizeof head, &length);
    const char *at = good ? strstr(head, "set-cookie: ") : NULL;
    good = at != NULL;
    if (good)
        snprintf(cookie, WIRE_COOKIE_MAX, "%.*s", (int)strcspn(at + 12, ";"), at + 12);
    close(fd);
    return good;
}

static bool keep_bytes(wire *w, const char *bytes, size_t length)
{
    if (w->in_length + length > w->in_room) {
        const size_t room = w->in_length + length + 1024;
        char *in = realloc(w->in, room);
        if (!in)
            return false;
        w->in = in;
        w->in_room = room;
    }
    memcpy(w->in + w->in_length, bytes, length);
    w->in_length += length;
    return true;
}

bool wire_open(wire *w, uint16_t port, const char *cookie)
{
    char text[1024], head[8192];
    size_t length;
    *w = (wire){.fd = dial(port)};
    if (w->fd < 0)
        return false;
    const int n =
        snprintf(text, sizeof text,
                 "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nOrigin: http://127.0.0.1:%u\r\n"
                 "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                 "Sec-WebSocket-Version: 13\r\nCookie: %s\r\n\r\n",
                 port, port, cookie);
    if (!send_all(w->fd, text, (size_t)n) || !read_head(w->fd, head, sizeof head, &length) ||
        strncmp(head, "HTTP/1.1 101", 12) != 0) {
        wire_close(w);
        return false;
    }
    const char *rest = strstr(head, "\r\n\r\n") + 4;
    fcntl(w->fd, F_SETFL, O_NONBLOCK);
    return keep_bytes(w, rest, length - (size_t)(rest - head));
}

/* The first whole frame of the buffer: its payload; false when more must come. */
static bool next_frame(const char *in, size_t length, size_t *start, size_t *size, unsigned *code)
{
    const uint8_t *b = (const uint8_t *)in;
    if (length < 2)
        return false;
    *code = b[0] & 15u;
    *size = b[1] & 127u;
    *start = *size == 126 ? 4 : *size == 127 ? 10 : 2;
    if (length < *start)
        return false;
    if (*size == 126)
        *size = (size_t)b[2] << 8 | b[3];
    else if (*size == 127)
        *size = (size_t)b[6] << 24 | (size_t)b[7] << 16 | (size_t)b[8] << 8 | b[9];
    return length - *start >= *size;
}

static bool frame(wire *w, uint8_t code, const char *text, size_t length)
{
    char bytes[2048];
    size_t head = length < 126 ? 6 : 8;
    if (length + 8 > sizeof bytes)
        return false;
    bytes[0] = (char)(0x80 | code);
    bytes[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        bytes[2] = (char)(length >> 8);
        bytes[3] = (char)length;
    }
    memset(bytes + head - 4, 0, 4); /* a mask of zeros is a valid mask that changes nothing */
    memcpy(bytes + head, text, length);
    return send_all(w->fd, bytes, head + length);
}

/* Takes whole frames out of bytes; returns how many were used. */
static size_t take_frames(wire *w, const char *bytes, size_t length, wire_taker *take,
                          void *context, bool *alive)
{
    size_t used = 0, start, size;
    unsigned code;
    while (*alive && next_frame(bytes + used, length - used, &start, &size, &code)) {
        const char *payload = bytes + used + start;
        if (code == 1)
            take(context, w, payload, size);
        else if (code == 9)
            *alive = frame(w, 10, payload, size);
        else if (code == 8)
            *alive = false;
        used += start + size;
    }
    return used;
}

bool wire_read(wire *w, wire_taker *take, void *context)
{
    static char buffer[1 << 18];
    bool alive = true;
    for (;;) {
        const size_t before = w->in_length;
        if (before)
            memcpy(buffer, w->in, before);
        const ssize_t n =
            before < sizeof buffer ? recv(w->fd, buffer + before, sizeof buffer - before, 0) : -1;
        const bool nothing = n < 0 && errno == EAGAIN;
        if (n <= 0 && !nothing)
            return false;
        const size_t length = before + (nothing ? 0 : (size_t)n);
        w->in_length = 0;
        const size_t used = take_frames(w, buffer, length, take, context, &alive);
        if (!alive || (used < length && !keep_bytes(w, buffer + used, length - used)))
            return false;
        if (w->in_length == 0) {
            free(w->in);
            w->in = NULL;
            w->in_room = 0;
        }
        if (nothing || length < sizeof buffer)
            return true;
    }
}

bool wire_send(wire *w, const char *text, size_t length)
{
    return frame(w, 1, text, length);
}

void wire_close(wire *w)
{
    if (w->fd > 0)
        close(w->fd);
    free(w->in);
    *w = (wire){.fd = -1};
}
