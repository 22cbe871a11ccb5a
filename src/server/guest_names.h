/* guest_names.h - names for guests who gave none, and a name for each seat that no other has.
 *
 * A guest is called by the name of a Portuguese town, which means the same in every language. The
 * name follows from the person's id, so that nothing has to be stored.
 */
#ifndef SERVER_GUEST_NAMES_H
#define SERVER_GUEST_NAMES_H

#include "server/game.h"
#include "server/identity.h"

#include <stddef.h>

enum { GUEST_NAMES_NB = 48 };

/* The guest's own name; with `more` above 0 the next ones of the list. */
const char *guest_name(const char *id, unsigned more);

/* The `attempt`-th name to try for a person who sits down: first the own one; then, for a guest
 * without a chosen name, the next of the list, else the own one with a number after it. */
void guest_name_try(const identity *who, unsigned attempt, char name[GAME_NAME_MAX]);

/* Does somebody else at the table have this name, or one that looks like it? */
bool guest_name_at_table(const game *g, const char *person, const char *name);

#endif
