/* json_out.h - JSON of the verbs: real numbers, and printing piece by piece. */
#ifndef CLI_JSON_OUT_H
#define CLI_JSON_OUT_H

#include "base/json_write.h"

#include <stdio.h>

/* With so many decimals. */
void json_out_fixed(json_writer *w, const char *key, double value, int decimals);

/* With six digits; null for what is no finite number. */
void json_out_real(json_writer *w, const char *key, double value);

/* Prints what the buffer holds and empties it; the writer goes on where it was. */
void json_out_print(json_writer *w, FILE *out);

#endif
