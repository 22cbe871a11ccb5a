/* person.h - the people and addresses that are connected, and what each may still do. */
#ifndef SERVER_PERSON_H
#define SERVER_PERSON_H

#include "server/bans.h"
#include "server/config.h"
#include "server/identity.h"
#include "server/limits.h"
#include "server/rows.h"
#include "server/transport.h"

typedef struct hub hub;

enum { PERSON_ADDRESSES_MAX = 65536, PERSON_NAMES_MAX = 16384 };

typedef struct address { /* see address.h */
    uint32_t sockets;
    bucket requests;
    bucket opened;     /* sockets */
    bucket logins;     /* bucket for requests that hash a password */
    bucket tables;     /* made this minute */
    uint64_t wrong_ms; /* since when … */
    uint32_t wrong;    /* … this number of wrong passwords came from it (logins.h) */
} address;

typedef struct person { /* how many of those are connected */
    uint32_t sockets;
    uint32_t storing; /* commands that are being stored */
} person;

person *person_get(hub *h, const char *id);
void person_release(hub *h, const char *id);
/* Fills name, epoch and password from the store; false: the cookie is void. */
bool person_identify(hub *h, identity *who);
/* A keyed hash of an address, never 0: what is kept with a table instead of the address. */
uint64_t address_hash(const hub *h, const char *address_text);
/* Never NULL: when there are too many, the new ones share one entry. */
address *address_get(hub *h, conn *c);
address *address_by_key(hub *h, const char *key); /* shared_limits.h */
/* True if all buckets are full, so dropping the entry resets no limit. */
bool address_is_unused(const address *a, const config *c, uint64_t now_ms);
/* Takes one try to log in with this (folded) name, from any address. */
bool name_may_try(hub *h, const char *folded);
void name_tried_elsewhere(hub *h, const char *key); /* at another node, with a wrong password */
void addresses_expire(hub *h, uint64_t now_ms);
/* May this address make one more table today? */
bool address_may_make_today(hub *h, const char *address_text);
void address_made_elsewhere(hub *h, const char *key); /* a table at another node */
void makers_expire(hub *h);
/* Ends the open sockets, at this node, of a person whose cookies have become void. */
void person_drop_sockets(hub *h, const char *person);
/* Adds to the job that makes the cookies void that other nodes end their sockets, too. */
bool person_note_sockets(const hub *h, writer_job *j, const char *person);
void person_reload_bans(hub *h);
/* Ends the open sockets of who was banned: a person, or (NULL) a range of addresses. */
void person_drop_banned(hub *h, const char *person, const cidr *range);
/* The ban of this person or address; NULL: none. Either may be "". */
const ban *person_ban(const hub *h, const char *person, const char *address);

/* The tables of a person, at most `most`: unfinished ones first, then the latest, then those that
 * only name the person; to be freed. NULL: none or no memory. */
seat_row *person_tables(hub *h, const char *person, size_t most, size_t *count);

#endif
