/* device.h - the cookie by which a browser shows that it has logged in to an account before.
 *
 * It grants nothing: the password is still asked for. It only decides against which limit a try
 * counts (logins.h), so that nobody can lock an owner out by guessing. It names the account by a
 * keyed hash over its id and a random value of the account (identity.device); a new password renews
 * that value and so makes all older device cookies void. A logout leaves them valid.
 */
#ifndef SERVER_DEVICE_H
#define SERVER_DEVICE_H

#include "server/identity.h"

enum { DEVICE_ID_MAX = 24, DEVICE_MARK_MAX = 24, DEVICE_COOKIE_MAX = 256 };

typedef struct device {
    char id[DEVICE_ID_MAX];     /* random, made at the first login; "": no device */
    char mark[DEVICE_MARK_MAX]; /* of the account */
} device;

/* The value of Set-Cookie. `id` "": a new one is made. */
size_t device_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who, const char *id,
                     uint64_t now_s, bool secure, char *out, size_t size);
/* False: none, forged or too old. */
bool device_from_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *header, uint64_t now_s,
                         device *d);
/* Has this browser logged in to this account, and has the password stayed the same since? */
bool device_knows(const uint8_t key[IDENTITY_KEY_BYTES], const device *d, const identity *who);

/* Set-Cookie that removes it. */
#define DEVICE_COOKIE_CLEARED \
    "azulejo-device=; Path=/api/login; HttpOnly; SameSite=Strict; Max-Age=0"

#endif
