/* json_read.h - strict reading of our JSON forms: every key must be known, occur once and have the
 * right type.
 *
 * The first fault is kept: after it every reader returns 0 and reports nothing, so a form is read
 * without checks in between and the fault is checked once at the end. Node 0 is the whole value
 * and never a part of it, so as a part it means "absent".
 */
#ifndef TEXT_JSON_READ_H
#define TEXT_JSON_READ_H

#include "base/json.h"
#include "text/forms.h"

typedef struct json_reader {
    json_doc doc;
    azj_text_fault fault;
} json_reader;

/* Parses the text; false if it is not JSON. */
bool json_begin(json_reader *r, const char *text, size_t length, json_node *nodes, uint32_t max);

/* Copies the fault, if there is one, to the caller's struct unless that is NULL; returns its
 * code. */
azj_error json_end(const json_reader *r, azj_text_fault *fault);

/* Records a fault at a node: "expected …". Always returns 0. */
unsigned json_fail(json_reader *r, uint32_t node, const char *expected);

static inline bool json_bad(const json_reader *r)
{
    return r->fault.code != AZJ_E_OK;
}

/* `node` must be an object whose keys are all among `keys` ("rules players round"), none twice. */
bool json_object(json_reader *r, uint32_t node, const char *keys);

uint32_t json_optional(json_reader *r, uint32_t object, const char *key);
uint32_t json_key(json_reader *r, uint32_t object, const char *key); /* must be there */

/* The first element of an array of min to max elements; the next one is json_after. */
uint32_t json_array(json_reader *r, uint32_t node, unsigned min, unsigned max);

static inline uint32_t json_after(const json_reader *r, uint32_t node)
{
    return r->doc.nodes[node].next;
}

static inline unsigned json_count(const json_reader *r, uint32_t node)
{
    return r->doc.nodes[node].count;
}

static inline json_type json_type_of(const json_reader *r, uint32_t node)
{
    return (json_type)r->doc.nodes[node].type;
}

unsigned json_number(json_reader *r, uint32_t node, unsigned min, unsigned max);
bool json_boolean(json_reader *r, uint32_t node);
bool json_is(const json_reader *r, uint32_t node, const char *word); /* the string `word`? */

/* Copies a string to `out`; returns its length, 0 after a fault. `what` names the expected
 * value. */
size_t json_word(json_reader *r, uint32_t node, char *out, size_t size, const char *what);

/* ---- What several forms hold ---- */
unsigned json_colour(json_reader *r, uint32_t node);
unsigned json_plate(json_reader *r, uint32_t node, bool unknown_too);
unsigned json_face(json_reader *r, uint32_t node);
azj_chips json_faces(json_reader *r, uint32_t node);
uint32_t json_sequence(json_reader *r, uint32_t node, unsigned max, bool marker, unsigned *count);
azj_move json_read_move(json_reader *r, uint32_t node, azj_rules rules);

#endif
