/* json_out.h - JSON of the verbs: real numbers, and printing piece by piece. */
#ifndef CLI_JSON_OUT_H
#define CLI_JSON_OUT_H

#include "base/json_write.h"

#include <stdio.h>

/* Writes a number with `decimals` decimals. */
void json_out_fixed(json_writer *w, const char *key, double value, int decimals);

/* Writes a number with six digits, or null if it is not finite. */
void json_out_real(json_writer *w, const char *key, double value);

/* Prints the contents of the buffer and empties it; the writer stays usable. */
void json_out_print(json_writer *w, FILE *out);

#endif
