/* json.h - a small strict JSON reader: bytes to a flat array of nodes, no heap.
 *
 * The caller owns the text and the nodes; both are bounded. Nodes are in the order of the text: a
 * container is followed by its contents, and `next` is the node after them. In an object keys
 * (strings) and values alternate.
 *
 *     {"a":[1,2]}  ->  OBJECT next 5 | STRING a | ARRAY next 5 | NUMBER 1 | NUMBER 2
 *
 * Strict: RFC 8259, valid UTF-8, nothing but white space after the value, bounded depth.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 16, JSON_TEXT_MAX = 64 << 20 };

typedef enum json_type {
    JSON_NULL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_type;

typedef struct json_node {
    uint32_t start; /* first byte; of a string: after its quote */
    uint32_t end;   /* after the last byte; of a string: its closing quote */
    uint32_t next;  /* the node after this one and all it holds */
    uint32_t type : 8;
    uint32_t count : 24; /* elements of an array, pairs of an object */
} json_node;

typedef struct json_doc {
    const char *text;
    size_t length;
    json_node *nodes;
    uint32_t count;
    uint32_t max;
    const char *error; /* what was expected, NULL when all is well */
    size_t error_at;
    bool no_room; /* the nodes did not suffice */
} json_doc;

/* Reads a text that consists of exactly one value; false with doc->error set. After an error the
 * nodes hold everything before it: an unclosed container keeps the values that were read, and its
 * `end` is its `start`. */
bool json_parse(json_doc *doc, const char *text, size_t length, json_node *nodes, uint32_t max);

/* The string without its escapes, ended with a 0; its length, or -1 if it does not fit. */
long json_string(const json_doc *doc, uint32_t node, char *out, size_t size);

/* True for a number without fraction and exponent that fits. */
bool json_integer(const json_doc *doc, uint32_t node, int64_t *value);

/* How many bytes the UTF-8 character at `at` takes, 0 if there is none. */
size_t utf8_length(const char *at, size_t left);

/* How many bytes of a text fit into `size` with a terminating 0, without splitting a character. */
size_t utf8_fit(const char *text, size_t length, size_t size);

#endif
