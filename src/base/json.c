/* json.c - a small strict JSON reader: see json.h. */
#include "base/json.h"

#include <string.h>

typedef struct parser {
    json_doc *doc;
    size_t at;
} parser;

static bool json_expected(parser *p, const char *expected)
{
    if (!p->doc->error) {
        p->doc->error = expected;
        p->doc->error_at = p->at;
    }
    return false;
}

static int peek(const parser *p)
{
    return p->at < p->doc->length ? (unsigned char)p->doc->text[p->at] : -1;
}

static void skip_space(parser *p)
{
    for (int c; c = peek(p), c == ' ' || c == '\t' || c == '\n' || c == '\r';)
        p->at++;
}

static json_node *add_node(parser *p, json_type type)
{
    json_doc *d = p->doc;
    if (d->count == d->max) {
        d->no_room = true;
        json_expected(p, "less: the text holds too many values");
        return NULL;
    }
    json_node *n = &d->nodes[d->count++];
    *n = (json_node){(uint32_t)p->at, (uint32_t)p->at, d->count, type, 0};
    return n;
}

/* ---- Strings ---- */

size_t utf8_length(const char *at, size_t left)
{
    const unsigned char *u = (const unsigned char *)at;
    if (left == 0)
        return 0;
    if (u[0] < 0x80)
        return 1;
    const size_t n = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : 2;
    if (u[0] < 0xc2 || u[0] > 0xf4 || left < n)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates and what lies beyond U+10FFFF. */
    if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f) ||
        (u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f))
        return 0;
    return n;
}

size_t utf8_fit(const char *text, size_t length, size_t size)
{
    size_t n = 0;
    for (size_t c; (c = utf8_length(text + n, length - n)) && n + c < size;)
        n += c;
    return n;
}

static int hex_value(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four hexadecimal digits at `at`, or -1. */
static long read_hex4(const char *text, size_t at, size_t length)
{
    long value = 0;
    for (size_t i = at; i < at + 4; i++) {
        const int digit = i < length ? hex_value((unsigned char)text[i]) : -1;
        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* The character of a \u escape, `at` being the byte after the u, and how many bytes it takes from
 * there. */
static long read_escape(const char *text, size_t at, size_t length, size_t *bytes)
{
    const long high = read_hex4(text, at, length);
    *bytes = 4;
    if (high < 0xd800 || high > 0xdfff)
        return high;
    if (high > 0xdbff || at + 6 > length || text[at + 4] != '\\' || text[at + 5] != 'u')
        return -1;
    const long low = read_hex4(text, at + 6, length);
    *bytes = 10;
    return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00) : -1;
}

static bool skip_escape(parser *p)
{
    p->at++;
    const int c = peek(p);
    if (c == 'u') {
        size_t bytes;
        if (read_escape(p->doc->text, p->at + 1, p->doc->length, &bytes) < 0)
            return json_expected(p, "a character's number, like \\u00e9");
        p->at += 1 + bytes;
        return true;
    }
    if (c < 0 || !strchr("\"\\/bfnrt", c))
        return json_expected(p, "an escape of JSON");
    p->at++;
    return true;
}

static bool read_string(parser *p)
{
    json_node *n = add_node(p, JSON_STRING);
    if (!n)
        return false;
    n->start = (uint32_t)++p->at;
    for (;;) {
        const int c = peek(p);
        if (c == '"')
            break;
        if (c < 0x20)
            return json_expected(p, c < 0 ? "the end of the string"
                                          : "no control character in a string");
        if (c == '\\') {
            if (!skip_escape(p))
                return false;
            continue;
        }
        const size_t bytes = utf8_length(p->doc->text + p->at, p->doc->length - p->at);
        if (!bytes)
            return json_expected(p, "UTF-8");
        p->at += bytes;
    }
    n->end = (uint32_t)p->at++;
    return true;
}

static size_t put_utf8(char *out, long c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    const size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(first[n] | c);
    return n;
}

long json_string(const json_doc *doc, uint32_t node, char *out, size_t size)
{
    const json_node *n = &doc->nodes[node];
    static const char plain[] = "bfnrt", meant[] = "\b\f\n\r\t";
    size_t length = 0;
    for (size_t at = n->start; at < n->end;) {
        char bytes[4] = {doc->text[at++]};
        size_t count = 1;
        if (bytes[0] == '\\') {
            const char c = doc->text[at++];
            const char *known = strchr(plain, c);
            bytes[0] = known ? meant[known - plain] : c;
            if (c == 'u') {
                size_t taken;
                count = put_utf8(bytes, read_escape(doc->text, at, n->end, &taken));
                at += taken;
            }
        }
        if (length + count >= size)
            return -1;
        memcpy(out + length, bytes, count);
        length += count;
    }
    if (size == 0)
        return -1;
    out[length] = '\0';
    return (long)length;
}

/* ---- Numbers and words ---- */

static bool skip_digits(parser *p)
{
    if (peek(p) < '0' || peek(p) > '9')
        return json_expected(p, "a digit");
    while (peek(p) >= '0' && peek(p) <= '9')
        p->at++;
    return true;
}

static bool read_number(parser *p)
{
    json_node *n = add_node(p, JSON_NUMBER);
    if (!n)
        return false;
    if (peek(p) == '-')
        p->at++;
    if (peek(p) == '0')
        p->at++;
    else if (!skip_digits(p))
        return false;
    if (peek(p) == '.') {
        p->at++;
        if (!skip_digits(p))
            return false;
    }
    if (peek(p) == 'e' || peek(p) == 'E') {
        p->at++;
        if (peek(p) == '+' || peek(p) == '-')
            p->at++;
        if (!skip_digits(p))
            return false;
    }
    n->end = (uint32_t)p->at;
    return true;
}

bool json_integer(const json_doc *doc, uint32_t node, int64_t *value)
{
    const json_node *n = &doc->nodes[node];
    const char *at = doc->text + n->start, *end = doc->text + n->end;
    if (n->type != JSON_NUMBER || end - at > 18)
        return false;
    const bool negative = *at == '-';
    int64_t number = 0;
    for (at += negative; at < end; at++) {
        if (*at < '0' || *at > '9')
            return false;
        number = number * 10 + (*at - '0');
    }
    *value = negative ? -number : number;
    return true;
}

static bool read_word(parser *p, const char *word, json_type type)
{
    const size_t length = strlen(word);
    if (p->doc->length - p->at < length || memcmp(p->doc->text + p->at, word, length) != 0)
        return json_expected(p, "a value");
    json_node *n = add_node(p, type);
    if (!n)
        return false;
    p->at += length;
    n->end = (uint32_t)p->at;
    return true;
}

/* ---- Containers ---- */

static bool read_value(parser *p, unsigned depth);

static bool read_pair(parser *p, unsigned depth)
{
    if (peek(p) != '"')
        return json_expected(p, "a key in quotes");
    if (!read_string(p))
        return false;
    skip_space(p);
    if (peek(p) != ':')
        return json_expected(p, "a colon");
    p->at++;
    return read_value(p, depth);
}

/* Ends a container in which the text ends or is faulty: it keeps the values that were read
 * completely, and an inner container that is itself incomplete. */
static bool cut(parser *p, uint32_t self, uint32_t count, uint32_t last)
{
    const json_doc *d = p->doc;
    json_node *n = &d->nodes[self];
    const uint32_t value = last + (n->type == JSON_OBJECT);
    const bool begun = value < d->count && d->nodes[value].type >= JSON_ARRAY;
    n->next = d->count;
    n->count = (count + begun) & 0xffffff;
    return false;
}

static bool read_container(parser *p, json_type type, unsigned depth)
{
    const int close = type == JSON_ARRAY ? ']' : '}';
    const uint32_t self = p->doc->count;
    if (depth == JSON_DEPTH_MAX)
        return json_expected(p, "less depth");
    if (!add_node(p, type))
        return false;
    p->at++;
    skip_space(p);
    uint32_t count = 0;
    while (count > 0 || peek(p) != close) {
        const uint32_t last = p->doc->count;
        skip_space(p);
        if (!(type == JSON_ARRAY ? read_value(p, depth + 1) : read_pair(p, depth + 1)))
            return cut(p, self, count, last);
        count++;
        skip_space(p);
        if (peek(p) == close)
            break;
        if (peek(p) != ',') {
            json_expected(p, type == JSON_ARRAY ? "a comma or ]" : "a comma or }");
            return cut(p, self, count, p->doc->count);
        }
        p->at++;
    }
    p->at++;
    json_node *n = &p->doc->nodes[self];
    n->end = (uint32_t)p->at;
    n->next = p->doc->count;
    n->count = count & 0xffffff;
    return true;
}

static bool read_value(parser *p, unsigned depth)
{
    skip_space(p);
    switch (peek(p)) {
    case '{':
        return read_container(p, JSON_OBJECT, depth);
    case '[':
        return read_container(p, JSON_ARRAY, depth);
    case '"':
        return read_string(p);
    case 't':
        return read_word(p, "true", JSON_TRUE);
    case 'f':
        return read_word(p, "false", JSON_FALSE);
    case 'n':
        return read_word(p, "null", JSON_NULL);
    default:
        return peek(p) == '-' || (peek(p) >= '0' && peek(p) <= '9') ? read_number(p)
                                                                    : json_expected(p, "a value");
    }
}

/* Reads one value from byte `start` on; returns the byte after it, or 0 with doc->error set. White
 * space before the value is skipped. */
static size_t json_parse_one(json_doc *doc, const char *text, size_t start, size_t length,
                             json_node *nodes, uint32_t max)
{
    *doc = (json_doc){.text = text, .length = length, .nodes = nodes, .max = max};
    parser p = {doc, start};
    if (length > JSON_TEXT_MAX || max > 0xffffff)
        return json_expected(&p, "a shorter text");
    return read_value(&p, 0) ? p.at : 0;
}

bool json_parse(json_doc *doc, const char *text, size_t length, json_node *nodes, uint32_t max)
{
    parser p = {doc, json_parse_one(doc, text, 0, length, nodes, max)};
    if (doc->error)
        return false;
    skip_space(&p);
    return p.at == length || json_expected(&p, "nothing more");
}
