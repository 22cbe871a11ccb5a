/* azulejo/layout.h - how things lie in memory, for programs in other languages: the sizes of the
 * types and the fields of an observation (azulejo/batch.h). `azulejo layout` prints both as JSON;
 * `make cffi-header` writes all declarations as one file that Python's cffi reads.
 */
#ifndef AZULEJO_LAYOUT_H
#define AZULEJO_LAYOUT_H

#include <azulejo/api.h>
#include <azulejo/batch.h>
#include <stddef.h>

/* A part of an observation: rows * columns bytes from `offset` on. */
typedef struct azj_obs_field {
    const char *name;    /* "bag" … */
    const char *meaning; /* what a byte says, in English */
    int seat;            /* of a board: counted from the observer on; else -1 */
    uint32_t offset, rows, columns;
} azj_obs_field;

enum { AZJ_OBS_FIELDS_MAX = 64 };

typedef struct azj_type_size {
    const char *name; /* "azj_state" … */
    size_t size;
} azj_type_size;

AZJ_API_BEGIN

/* The fields of an observation in their order, without gaps; `fields` has AZJ_OBS_FIELDS_MAX
 * places. Returns how many; 0: there is no such rule set or numbering. */
unsigned azj_observation_fields(azj_rules rules, azj_numbering numbering, azj_obs_field *fields);

/* The public types by number, with their sizes; NULL after the last. */
const azj_type_size *azj_type_of(unsigned i);

/* The size of a type by its name; 0: there is none of that name. */
size_t azj_sizeof(const char *name);

AZJ_API_END

#endif
