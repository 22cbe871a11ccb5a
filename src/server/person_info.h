/* person_info.h - finding a person in a store, by the name of an account or by an id. */
#ifndef SERVER_PERSON_INFO_H
#define SERVER_PERSON_INFO_H

#include "server/identity.h"
#include "server/store.h"

/* What a person without a name is called where only the id is known. Servers of old sent it as the
 * name of every guest: web/src/online/protocol.ts. */
#define PERSON_GUEST "Guest"

typedef enum person_found {
    PERSON_NONE,
    PERSON_FOUND,
    PERSON_TWO /* the text is the id of one person and the name of another one */
} person_found;

/* `text`: a name or an id; with the prefix id: or name: only that. A guest is known by the games
 * that name the id, and is called PERSON_GUEST. With PERSON_TWO the result is the one with the id.
 */
person_found person_find(store *s, const char *text, identity *who);

/* The row person/ID. */
bool person_read(store *s, const char *id, identity *who);

#endif
