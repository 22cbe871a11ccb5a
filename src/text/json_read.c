/* json_read.c - strict reading of our JSON forms: see json_read.h. */
#include "text/json_read.h"

#include <string.h>

static unsigned fail_at(json_reader *r, size_t offset, azj_error code, const char *a, const char *b,
                        const char *c)
{
    if (json_bad(r))
        return 0;
    r->fault.code = code;
    r->fault.offset = offset;
    buf out = buf_on(r->fault.text, sizeof r->fault.text);
    buf_text(&out, a);
    buf_text(&out, b);
    buf_text(&out, c);
    buf_end(&out);
    return 0;
}

bool json_begin(json_reader *r, const char *text, size_t length, json_node *nodes, uint32_t max)
{
    r->fault = (azj_text_fault){.code = AZJ_E_OK};
    if (json_parse(&r->doc, text, length, nodes, max))
        return true;
    fail_at(r, r->doc.error_at, r->doc.no_room ? AZJ_E_TOO_LONG : AZJ_E_SYNTAX, "expected ",
            r->doc.error, "");
    return false;
}

azj_error json_end(const json_reader *r, azj_text_fault *fault)
{
    if (fault)
        *fault = r->fault;
    return r->fault.code;
}

unsigned json_fail(json_reader *r, uint32_t node, const char *expected)
{
    return fail_at(r, r->doc.nodes[node].start, AZJ_E_SYNTAX, "expected ", expected, "");
}

/* ---- Objects ---- */

/* Returns whether `key` is one of the words of `keys`. */
static bool is_listed(const char *keys, const char *key)
{
    const size_t length = strlen(key);
    for (const char *at = keys; *at;) {
        const size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, key, length) == 0)
            return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

static bool key_is(const json_reader *r, uint32_t node, const char *key)
{
    const json_node *n = &r->doc.nodes[node];
    const size_t length = n->end - n->start;
    if (!memchr(r->doc.text + n->start, '\\', length)) /* nearly always */
        return strlen(key) == length && memcmp(r->doc.text + n->start, key, length) == 0;
    char name[24];
    return json_string(&r->doc, node, name, sizeof name) >= 0 && strcmp(name, key) == 0;
}

uint32_t json_optional(json_reader *r, uint32_t object, const char *key)
{
    if (json_bad(r))
        return 0;
    uint32_t node = object + 1;
    for (unsigned i = 0; i < json_count(r, object); i++, node = json_after(r, node + 1))
        if (key_is(r, node, key))
            return node + 1;
    return 0;
}

uint32_t json_key(json_reader *r, uint32_t object, const char *key)
{
    const uint32_t node = json_optional(r, object, key);
    if (!node)
        fail_at(r, r->doc.nodes[object].start, AZJ_E_SYNTAX, "the key \"", key, "\" is missing");
    return node;
}

bool json_object(json_reader *r, uint32_t node, const char *keys)
{
    if (json_bad(r))
        return false;
    if (json_type_of(r, node) != JSON_OBJECT)
        return json_fail(r, node, "an object");
    uint32_t at = node + 1;
    for (unsigned i = 0; i < json_count(r, node); i++, at = json_after(r, at + 1)) {
        char name[24];
        const size_t offset = r->doc.nodes[at].start;
        if (json_string(&r->doc, at, name, sizeof name) < 0 || !is_listed(keys, name))
            return fail_at(r, offset, AZJ_E_SYNTAX, "expected one of these keys: ", keys, "");
        if (json_optional(r, node, name) != at + 1)
            return fail_at(r, offset, AZJ_E_SYNTAX, "the key \"", name, "\" is there twice");
    }
    return true;
}

/* ---- Values ---- */

uint32_t json_array(json_reader *r, uint32_t node, unsigned min, unsigned max)
{
    if (json_bad(r))
        return 0;
    if (json_type_of(r, node) == JSON_ARRAY && json_count(r, node) >= min &&
        json_count(r, node) <= max)
        return node + 1;
    char text[40];
    buf b = buf_on(text, sizeof text);
    buf_text(&b, "an array of ");
    buf_unsigned(&b, min);
    if (max != min) {
        buf_text(&b, " to ");
        buf_unsigned(&b, max);
    }
    buf_end(&b);
    return json_fail(r, node, text);
}

unsigned json_number(json_reader *r, uint32_t node, unsigned min, unsigned max)
{
    int64_t value;
    if (json_bad(r))
        return 0;
    if (json_integer(&r->doc, node, &value) && value >= min && value <= max)
        return (unsigned)value;
    char text[60];
    buf b = buf_on(text, sizeof text);
    buf_text(&b, "a number from ");
    buf_unsigned(&b, min);
    buf_text(&b, " to ");
    buf_unsigned(&b, max);
    buf_end(&b);
    return json_fail(r, node, text);
}

bool json_boolean(json_reader *r, uint32_t node)
{
    if (json_bad(r))
        return false;
    const json_type type = json_type_of(r, node);
    if (type != JSON_TRUE && type != JSON_FALSE)
        json_fail(r, node, "true or false");
    return type == JSON_TRUE;
}

bool json_is(const json_reader *r, uint32_t node, const char *word)
{
    return !json_bad(r) && json_type_of(r, node) == JSON_STRING && key_is(r, node, word);
}

size_t json_word(json_reader *r, uint32_t node, char *out, size_t size, const char *what)
{
    out[0] = '\0';
    if (json_bad(r))
        return 0;
    const long length =
        json_type_of(r, node) == JSON_STRING ? json_string(&r->doc, node, out, size) : -1;
    if (length >= 0)
        return (size_t)length;
    out[0] = '\0';
    return json_fail(r, node, what);
}

/* ---- What several forms hold ---- */

unsigned json_colour(json_reader *r, uint32_t node)
{
    static const char what[] = "a colour: B, Y, R, K or T";
    char word[4];
    const size_t length = json_word(r, node, word, sizeof word, what);
    const unsigned colour = length == 1 ? text_colour(word[0]) : AZJ_COLOUR_NB;
    return colour < AZJ_COLOUR_NB ? colour : json_fail(r, node, what);
}

unsigned json_plate(json_reader *r, uint32_t node, bool unknown_too)
{
    static const char what[] = "a plate: S1 to S9 or J1 to J9";
    char word[4];
    const size_t length = json_word(r, node, word, sizeof word, what);
    const unsigned plate = text_plate(word, length);
    if (plate < AZJ_DUEL_PLATES || (unknown_too && plate <= AZJ_PLATE_UNKNOWN))
        return plate;
    return json_fail(r, node, what);
}

unsigned json_face(json_reader *r, uint32_t node)
{
    static const char what[] = "a chip's face: B, BK, BR, K, R, RT, T, Y, YK or YT";
    char word[4];
    const size_t length = json_word(r, node, word, sizeof word, what);
    const unsigned face = text_face(word, length);
    return face < AZJ_DUEL_FACES ? face : json_fail(r, node, what);
}

azj_chips json_faces(json_reader *r, uint32_t node)
{
    azj_chips chips = 0;
    unsigned last = 0;
    uint32_t at = json_array(r, node, 0, 3 * AZJ_DUEL_FACES);
    for (unsigned i = 0; !json_bad(r) && i < json_count(r, node); i++, at = json_after(r, at)) {
        const unsigned face = json_face(r, at);
        if (json_bad(r))
            break;
        if (face < last)
            json_fail(r, at, "the faces sorted");
        if (azj_chips_count(chips, face) == 3)
            json_fail(r, at, "no more than three chips of a face");
        else
            chips += 1u << (2 * face);
        last = face;
    }
    return chips;
}

uint32_t json_sequence(json_reader *r, uint32_t node, unsigned max, bool marker, unsigned *count)
{
    const char *what = marker ? "a string of tiles B Y R K T and the marker M, not that many"
                              : "a string of tiles B Y R K T, not that many";
    char word[16];
    const size_t length = json_word(r, node, word, sizeof word, what);
    uint32_t pieces = 0;
    *count = 0; /* a string that is not a sequence has no elements */
    if (length > max)
        return json_fail(r, node, what);
    for (size_t i = 0; i < length; i++) {
        const unsigned colour = text_colour(word[i]);
        const bool is_marker = marker && word[i] == 'M';
        if (colour == AZJ_COLOUR_NB && !is_marker)
            return json_fail(r, node, what);
        pieces |= (is_marker ? (unsigned)AZJ_CLASSIC_MARKER : colour + 1) << (3 * i);
    }
    *count = (unsigned)length;
    return pieces;
}
