/* logins.h - how many passwords may be tried, and which limit an attempt counts against.
 *
 *   a browser that has logged in to the account before (device.h): a limit of its own, whatever
 *     others try with that name or from that address. After LOGIN_WRONG_MAX wrong passwords within
 *     LOGIN_WRONG_MS it counts as a stranger
 *   somebody with a session of the account: a limit of that account's own sessions
 *   everybody else: the limit of the address, and that of the name, which only wrong passwords
 *     use up. When the name's is used up, an address with fewer than LOGIN_WRONG_MAX wrong tries in
 *     the last LOGIN_WRONG_MS may still try
 */
#ifndef SERVER_LOGINS_H
#define SERVER_LOGINS_H

#include "server/hub.h"

enum { LOGIN_WRONG_MAX = 3, LOGIN_WRONG_MS = 600000, LOGIN_OWN_MAX = 16384 };

/* A try that is being checked. */
typedef struct login_try {
    char name[GAME_NAME_MAX];            /* folded; "": none that could be an account's */
    char address[TRANSPORT_ADDRESS_MAX]; /* "": taken from a measure of the device's own */
    bool took_name;
} login_try;

/* Takes a try from the limit of a device or a person; `id` is either's. */
bool login_own_take(hub *h, const char *id);

/* Counts a wrong password of a device or a person before it is checked; login_own_right takes it
 * back. False: LOGIN_WRONG_MAX is reached within LOGIN_WRONG_MS, and nothing is counted. */
bool login_own_begin(hub *h, const char *id);
void login_own_right(hub *h, const char *id);
/* Drops the entries that have nothing used up. */
void login_own_expire(hub *h, uint64_t now_ms);

/* Takes a try of a stranger from the limits of name and address. False: one of them is used up. */
bool login_try_begin(hub *h, conn *c, const char *folded, login_try *t);
/* The password was right, or none was checked: gives the try back. */
void login_try_give_back(hub *h, const login_try *t);
/* The password was wrong: other nodes count the try, too. */
void login_try_wrong(hub *h, const login_try *t);
/* A wrong password came from this address to another node. */
void login_wrong_elsewhere(hub *h, const char *key);

#endif
