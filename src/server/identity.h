/* identity.h - who somebody is: a signed cookie, and perhaps an account.
 *
 * A person is an id of 128 random bits. The cookie says "id, epoch, made" under an HMAC; nothing
 * is stored for a guest. An account adds a name and a password (Argon2id); when either changes, or
 * at logout, its epoch grows and all older cookies are void.
 */
#ifndef SERVER_IDENTITY_H
#define SERVER_IDENTITY_H

#include "server/game.h"

#include <stddef.h>

enum {
    IDENTITY_KEY_BYTES = 32,
    IDENTITY_COOKIE_MAX = 256,
    IDENTITY_MAC_BYTES = 32,
    IDENTITY_SIGNATURE_MAX = 48,
    IDENTITY_HASH_MAX = 128,
    IDENTITY_ROW_MAX = 512,
    IDENTITY_DEVICE_MAX = 24,
    IDENTITY_PASSWORD_MIN = 8,
    IDENTITY_PASSWORD_MAX = 128
};

typedef struct identity {
    char id[GAME_PERSON_MAX];
    uint32_t epoch;
    char name[GAME_NAME_MAX];
    char password[IDENTITY_HASH_MAX]; /* its hash; "": a guest */
    bool cookie_is_old;               /* the browser should get a new one */
    char device[IDENTITY_DEVICE_MAX]; /* random, renewed with the password (device.h); "": old */
} identity;

void identity_random_id(char *out, size_t size, size_t bytes); /* base64url */

/* The value of Set-Cookie. */
size_t identity_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who, uint64_t now_s,
                       bool secure, char *out, size_t size);
/* Finds our cookie in a Cookie header. False: there is none, or it is forged. */
bool identity_from_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *header,
                           uint64_t now_s, identity *who);

/* HMAC-SHA-256 of `what`, which names the purpose, and `text`; and the same as base64url. */
void identity_mac(const uint8_t key[IDENTITY_KEY_BYTES], const char *what, const char *text,
                  uint8_t mac[IDENTITY_MAC_BYTES]);
void identity_sign(const uint8_t key[IDENTITY_KEY_BYTES], const char *what, const char *text,
                   char out[IDENTITY_SIGNATURE_MAX]);

/* Finds the first cookie `name` ("azulejo=") in a Cookie header that has the form
 * "1.b.c.d.signature", is signed for `what`, and whose parts `read` accepts. */
typedef bool identity_cookie_reader(char *const part[4], uint64_t now_s, void *to);
bool identity_read_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *what,
                           const char *name, const char *header, identity_cookie_reader *read,
                           uint64_t now_s, void *to);

/* The key of the row that says that this person was deleted. Without the server's own key it does
 * not tell who that was. */
void identity_void_key(const uint8_t key[IDENTITY_KEY_BYTES], const char *id, char *out,
                       size_t size);

size_t identity_row_write(const identity *who, char *out, size_t size);
bool identity_row_read(identity *who, const char *id, const char *text, size_t length);

/* A name to show: 1 to 32 bytes of UTF-8, visible characters with single spaces between them, at
 * most two marks on a letter, no < > &. */
bool identity_name_ok(const char *name);
/* A name of an account: 2 to 24 of letters, digits, - and _. `folded`: how it is looked up. */
bool identity_account_name_ok(const char *name, char folded[GAME_NAME_MAX]);
/* The skeleton of a name: how it looks without case and marks, with o and 0, l, i and 1, space, -
 * and _ and similar shapes of other scripts made equal. False: it resembles no possible account's
 * name. */
bool identity_skeleton(const char *name, char skeleton[GAME_NAME_MAX]);

/* Slow on purpose: for a worker thread. */
bool identity_hash_password(const char *password, char hash[IDENTITY_HASH_MAX]);
bool identity_check_password(const char *hash, const char *password);

/* Origin "https://host:port" and header Host "host:port", or the address in the setting `origin`.
 */
bool identity_same_origin(const char *origin, const char *host, const char *allowed);

#endif
