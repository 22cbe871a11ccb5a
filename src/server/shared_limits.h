/* shared_limits.h - limits that hold over all nodes of a store (nodes.h): what is used at one node
 * is used at the others, too, a moment later.
 *
 * Only the limits per minute and per day are shared, because somebody could use them up at every
 * node. Those per second protect the node itself and count for each one. Whoever may connect to the
 * database can listen to notes, so they name an address or a name by a keyed hash; the limits are
 * counted by it.
 */
#ifndef SERVER_SHARED_LIMITS_H
#define SERVER_SHARED_LIMITS_H

#include "server/limits.h"

typedef struct hub hub;

typedef enum shared_limit {                      /* the letter stands in the note */
                            SHARED_LOGINS = 'l', /* requests of an address that hash a password */
                            SHARED_TABLES = 't', /* tables of an address, by the minute … */
                            SHARED_TABLES_DAY = 'd', /* … and by the day */
                            SHARED_WRONG_NAME = 'n', /* a wrong password for this name (folded) … */
                            SHARED_WRONG_ADDRESS = 'w' /* … and from this address */
} shared_limit;

enum { LIMIT_KEY_MAX = 17 };
/* The keyed hash of an address or a name. */
void limit_key(const hub *h, const char *text, char key[LIMIT_KEY_MAX]);

/* Tells the other nodes that one was used of the limit of `text`, an address or a name. */
void limit_used(hub *h, shared_limit which, const char *text);
/* Another node told us so. */
void limit_used_elsewhere(hub *h, char which, const char *key);

#endif
