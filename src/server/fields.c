/* fields.c - see fields.h. */
#include "server/fields.h"

#include <string.h>

bool fields_parse(fields *f, const char *text, size_t length)
{
    return json_parse(&f->doc, text, length, f->nodes, FIELDS_NODES_MAX) &&
           f->nodes[0].type == JSON_OBJECT;
}

bool fields_is_text(const fields *f, uint32_t node, const char *text)
{
    const json_node *n = &f->nodes[node];
    const size_t length = strlen(text);
    return n->type == JSON_STRING && n->end - n->start == length &&
           memcmp(f->doc.text + n->start, text, length) == 0;
}

uint32_t fields_find(const fields *f, uint32_t parent, const char *key)
{
    if (f->nodes[parent].type != JSON_OBJECT)
        return FIELDS_NONE;
    for (uint32_t at = parent + 1; at < f->nodes[parent].next;) {
        if (fields_is_text(f, at, key))
            return at + 1;
        at = f->nodes[at + 1].next;
    }
    return FIELDS_NONE;
}

bool fields_text(const fields *f, uint32_t parent, const char *key, char *value, size_t size)
{
    const uint32_t node = fields_find(f, parent, key);
    if (node == FIELDS_NONE || f->nodes[node].type != JSON_STRING)
        return false;
    char whole[1024];
    const long length = json_string(&f->doc, node, whole, sizeof whole);
    if (length < 0 || (size_t)length >= size || strlen(whole) != (size_t)length)
        return false;
    memcpy(value, whole, (size_t)length + 1);
    return true;
}

bool fields_number(const fields *f, uint32_t parent, const char *key, int64_t min, int64_t max,
                   int64_t *value)
{
    int64_t number;
    const uint32_t node = fields_find(f, parent, key);
    if (node == FIELDS_NONE || f->nodes[node].type != JSON_NUMBER ||
        !json_integer(&f->doc, node, &number) || number < min || number > max)
        return false;
    *value = number;
    return true;
}

bool fields_flag(const fields *f, uint32_t parent, const char *key, bool *value)
{
    const uint32_t node = fields_find(f, parent, key);
    if (node == FIELDS_NONE)
        return false;
    const uint32_t type = f->nodes[node].type;
    if (type != JSON_TRUE && type != JSON_FALSE)
        return false;
    *value = type == JSON_TRUE;
    return true;
}
