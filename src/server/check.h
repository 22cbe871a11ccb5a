/* check.h - looks at every row of a store and plays every game again. */
#ifndef SERVER_CHECK_H
#define SERVER_CHECK_H

#include "server/store.h"

typedef struct check_figures {
    uint64_t rows, games, wrong; /* number of problems reported */
} check_figures;

/* Calls `wrong` with one line for each thing that is not as it should be. False: reading failed
 * altogether, and `error` says why. Reads in pages; of one game at a time all is in memory. */
bool check_rows(store *s, void (*wrong)(void *context, const char *line), void *context,
                check_figures *figures, char error[STORE_ERROR_MAX]);
bool check_games(store *s, void (*wrong)(void *context, const char *line), void *context,
                 check_figures *figures, char error[STORE_ERROR_MAX]);

#endif
