/* observe.h - the observations of all seats at once, for batches. */
#ifndef RULES_OBSERVE_H
#define RULES_OBSERVE_H

#include <azulejo/rules.h>

/* What azj_observe writes for each seat, the rows `row_size` bytes apart: faster, as every board is
 * encoded once. */
void observe_seats(const azj_state *s, uint8_t *rows, size_t row_size);

#endif
