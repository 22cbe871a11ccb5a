/* json_out.c - JSON of the verbs: see json_out.h. */
#include "cli/json_out.h"

#include <assert.h>
#include <math.h>

void json_out_fixed(json_writer *w, const char *key, double value, int decimals)
{
    char text[64];
    json_write_raw(w, key, text, (size_t)snprintf(text, sizeof text, "%.*f", decimals, value));
}

void json_out_real(json_writer *w, const char *key, double value)
{
    char text[64];
    if (isfinite(value))
        json_write_raw(w, key, text, (size_t)snprintf(text, sizeof text, "%.6g", value));
    else
        json_write_null(w, key);
}

void json_out_print(json_writer *w, FILE *out)
{
    assert(w->out->length <= w->out->size);
    fwrite(w->out->at, 1, w->out->length, out);
    w->out->length = 0;
}
