/* fields.h - reads the fields of a JSON object by name. */
#ifndef SERVER_FIELDS_H
#define SERVER_FIELDS_H

#include "base/json.h"

enum { FIELDS_NODES_MAX = 256, FIELDS_NONE = 0 };

typedef struct fields {
    json_doc doc;
    json_node nodes[FIELDS_NODES_MAX];
} fields;

/* False: not one JSON object, or one with too much in it. */
bool fields_parse(fields *f, const char *text, size_t length);

/* The node of a key's value in the object at node `parent` (0: the whole); FIELDS_NONE: no such
 * key. */
uint32_t fields_find(const fields *f, uint32_t parent, const char *key);

/* True when the key is there and the value fits; otherwise *value is left alone. */
bool fields_text(const fields *f, uint32_t parent, const char *key, char *value, size_t size);
bool fields_number(const fields *f, uint32_t parent, const char *key, int64_t min, int64_t max,
                   int64_t *value);
bool fields_flag(const fields *f, uint32_t parent, const char *key, bool *value);
bool fields_is_text(const fields *f, uint32_t node, const char *text);

#endif
