/* space.h - room on the disc: below the setting disc-reserve only what makes the file grow for good
 * is refused, new tables and new accounts, so that running games can be stored to their end. */
#ifndef SERVER_SPACE_H
#define SERVER_SPACE_H

#include "server/store.h"

typedef struct hub hub;

/* What the store says about its disc, and the reserve: is there too little room? Pages that are
 * free inside the file count as room while a quarter of the reserve is left on the disc for the
 * log. Once low, a tenth more is needed, so that it does not change with every table. */
bool space_is_short(const store_figures *f, uint64_t reserve, bool was_short);

void space_second(hub *h);

extern const char SPACE_REFUSAL[]; /* for people */

#endif
