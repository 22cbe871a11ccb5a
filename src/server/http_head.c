/* http_head.c - see http_head.h (RFC 9110, 9112). */
#include "server/http_head.h"

#include "server/host.h"

#include <string.h>
#include <strings.h>

/* The value of an absent field; compared by address, so that an empty field differs from it. */
static const char MISSING[] = "";

static bool is_token_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* The number of bytes up to the end of the empty line, or 0 without one. */
static size_t head_end(const char *bytes, size_t length, size_t *seen)
{
    for (size_t i = *seen < 3 ? 3 : *seen; i < length; i++)
        if (bytes[i] == '\n' && memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0)
            return i + 1;
    *seen = length;
    return 0;
}

/* ---- The request line ---- */
/* "http://host/path" (RFC 9112, 3.2.2): the host moves one byte to the left, where a slash was, so
 * that there is room for its end. Returns the path, or NULL. */
static char *cut_authority(char *target, http_head *head)
{
    char *from = strncasecmp(target, "http://", 7) == 0    ? target + 7
                 : strncasecmp(target, "https://", 8) == 0 ? target + 8
                                                           : NULL;
    if (!from)
        return NULL;
    const size_t n = strcspn(from, "/?");
    char *host = from - 1;
    memmove(host, from, n);
    host[n] = 0;
    head->authority = host;
    return host_is_wellformed(head->authority) ? from + n : NULL;
}

/* The asterisk form and the authority form (CONNECT) are refused: no method of ours uses them. */
static int read_target(char *target, http_head *head)
{
    for (const char *at = target; *at; at++)
        if (*at <= ' ' || *at >= 127)
            return 400;
    if (target[0] != '/')
        target = cut_authority(target, head);
    if (!target)
        return 400;
    head->path = target[0] == '/' ? target : "/";
    char *mark = strchr(target, '?');
    if (mark) {
        *mark = 0;
        head->query = mark + 1;
    }
    return 0;
}

static int read_request_line(char *line, http_head *head)
{
    char *target = strchr(line, ' ');
    char *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || target == line)
        return 400;
    *target++ = 0;
    *version++ = 0;
    for (const char *at = line; *at; at++)
        if (!is_token_char(*at))
            return 400;
    if (strcmp(version, "HTTP/1.1") == 0)
        head->keep_alive = true;
    else if (strncmp(version, "HTTP/1.", 7) != 0 || strlen(version) != 8)
        return strncmp(version, "HTTP/", 5) == 0 ? 505 : 400;
    head->method = line;
    return read_target(target, head);
}

/* ---- Fields ---- */
static char *trim_field(char *value)
{
    value += strspn(value, " \t");
    size_t n = strlen(value);
    while (n && (value[n - 1] == ' ' || value[n - 1] == '\t'))
        value[--n] = 0;
    return value;
}

/* A field that is repeated, even if empty, is refused where it could be read in two ways. */
static int keep_field(http_head *head, const char *name, const char *value)
{
#define KEEP(member, text)                                                    \
    if (strcasecmp(name, text) == 0) {                                        \
        if (head->member != MISSING && &head->member != &head->forwarded_for) \
            return 400;                                                       \
        head->member = value;                                                 \
        return 0;                                                             \
    }
    HTTP_FIELDS(KEEP)
#undef KEEP
    return 0;
}

static int read_field(char *line, http_head *head)
{
    char *colon = strchr(line, ':');
    if (!colon || colon == line)
        return 400;
    *colon = 0;
    for (const char *at = line; *at; at++) /* no space before the colon, no folded lines */
        if (!is_token_char(*at))
            return 400;
    char *value = trim_field(colon + 1);
    for (const char *at = value; *at; at++)
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 127)
            return 400;
    return keep_field(head, line, value);
}

/* ---- What follows from them ---- */
static int read_body_length(http_head *head)
{
    const char *at = head->content_length;
    if (head->transfer_encoding != MISSING) /* no client of ours sends chunks */
        return head->transfer_encoding[0] ? 501 : 400;
    if (strspn(at, "0123456789") != strlen(at) || (at != MISSING && !*at))
        return 400;
    for (; *at; at++) {
        head->body_length = head->body_length * 10 + (size_t)(*at - '0');
        if (head->body_length > HTTP_BODY_MAX)
            return 413;
    }
    return 0;
}

static bool key_ok(const char *key)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == 24 && strspn(key, letters) == 22 && strcmp(key + 22, "==") == 0;
}

/* RFC 6455, 4.2.1. */
static int read_upgrade(http_head *head)
{
    if (!http_list_has(head->upgrade, "websocket") || !http_list_has(head->connection, "upgrade"))
        return 0; /* a server may ignore any other upgrade */
    if (strcmp(head->method, "GET") != 0 || !key_ok(head->websocket_key) || head->body_length ||
        !head->keep_alive)
        return 400;
    if (strcmp(head->websocket_version, "13") != 0)
        return 426;
    head->wants_socket = true;
    return 0;
}

static int conclude(http_head *head)
{
    if ((head->keep_alive && !head->host[0]) || (head->host[0] && !host_is_wellformed(head->host)))
        return 400;
    if (head->authority)
        head->host = head->authority;
    int wrong = read_body_length(head);
    if (!wrong)
        wrong = read_upgrade(head);
    if (http_list_has(head->connection, "close"))
        head->keep_alive = false;
    return wrong;
}

static int read_lines(char *bytes, size_t length, http_head *head)
{
    char *line = bytes, *end = bytes + length - 2; /* the empty line's own end */
    for (unsigned number = 0; line < end; number++) {
        char *stop = memchr(line, '\r', (size_t)(end - line));
        if (!stop || stop[1] != '\n' || memchr(line, 0, (size_t)(stop - line)))
            return 400;
        *stop = 0;
        if (number > HTTP_FIELDS_MAX)
            return 431;
        const int wrong = number ? read_field(line, head) : read_request_line(line, head);
        if (wrong)
            return wrong;
        line = stop + 2;
    }
    return head->path[0] ? 0 : 400;
}

int http_head_read(char *bytes, size_t length, size_t *seen, http_head *head)
{
    const size_t whole = head_end(bytes, length, seen);
    if (whole > HTTP_HEAD_MAX || (!whole && length >= HTTP_HEAD_MAX))
        return 431;
    if (!whole)
        return HTTP_MORE;
#define EMPTY(member, name) .member = MISSING,
    *head = (http_head){.method = "", .path = "", .query = "", .length = whole, HTTP_FIELDS(EMPTY)};
#undef EMPTY
    const int wrong = read_lines(bytes, whole, head);
    return wrong ? wrong : conclude(head);
}

/* ---- Lists and words ---- */
static bool is_refused(const char *rest, size_t length)
{
    while (length && (*rest == ' ' || *rest == ';')) {
        rest++;
        length--;
    }
    return length >= 3 && strncasecmp(rest, "q=0", 3) == 0 && strspn(rest + 3, ".0 ") >= length - 3;
}

bool http_list_has(const char *list, const char *word)
{
    const size_t n = strlen(word);
    while (*list) {
        list += strspn(list, ", \t");
        const size_t item = strcspn(list, ","), name = strcspn(list, ",; \t");
        if (name == n && strncasecmp(list, word, n) == 0)
            return !is_refused(list + name, item - name);
        list += item;
    }
    return false;
}

const char *http_status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } texts[] = {{200, "OK"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {408, "Request Timeout"},
                 {409, "Conflict"},
                 {413, "Content Too Large"},
                 {421, "Misdirected Request"},
                 {426, "Upgrade Required"},
                 {429, "Too Many Requests"},
                 {431, "Request Header Fields Too Large"},
                 {500, "Internal Server Error"},
                 {501, "Not Implemented"},
                 {503, "Service Unavailable"},
                 {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].status == status)
            return texts[i].text;
    return "Unknown";
}
