/* identity.c - see identity.h. */
#include "server/identity.h"
#include "base/json_write.h"

#include "server/fields.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The browser drops a cookie after its life. The server takes one of any age, because its own
 * calendar may have been wrong, and renews it at the next visit. */
enum { COOKIE_LIFE_S = 400 * 86400, COOKIE_RENEW_S = 30 * 86400, MAC_TEXT_MAX = 48 };
static const char COOKIE[] = "azulejo=", COOKIE_SIGNED[] = "azulejo cookie ";
#define BASE64 sodium_base64_VARIANT_URLSAFE_NO_PADDING

_Static_assert(IDENTITY_HASH_MAX >= crypto_pwhash_STRBYTES, "room for an Argon2id hash");

void identity_random_id(char *out, size_t size, size_t bytes)
{
    uint8_t raw[32];
    do {
        randombytes_buf(raw, bytes);
        sodium_bin2base64(out, size, raw, bytes, BASE64);
    } while (out[0] == '-'); /* an id must not look like an option of a program */
}

/* ---- Cookies ---- */
static void sign_session(const uint8_t key[IDENTITY_KEY_BYTES], const char *what, const char *text,
                         char out[MAC_TEXT_MAX])
{
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state h;
    crypto_auth_hmacsha256_init(&h, key, IDENTITY_KEY_BYTES);
    crypto_auth_hmacsha256_update(&h, (const uint8_t *)what, strlen(what));
    crypto_auth_hmacsha256_update(&h, (const uint8_t *)text, strlen(text));
    crypto_auth_hmacsha256_final(&h, mac);
    sodium_bin2base64(out, MAC_TEXT_MAX, mac, sizeof mac, BASE64);
}

size_t identity_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who, uint64_t now_s,
                       bool secure, char *out, size_t size)
{
    char text[96], mac[MAC_TEXT_MAX];
    snprintf(text, sizeof text, "1.%s.%" PRIu32 ".%" PRIu64, who->id, who->epoch, now_s);
    sign_session(key, COOKIE_SIGNED, text, mac);
    return (size_t)snprintf(out, size, "%s%s.%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
                            COOKIE, text, mac, COOKIE_LIFE_S, secure ? "; Secure" : "");
}

/* "1.id.epoch.made.mac" into its parts; the text before the last dot was signed. */
static bool split_cookie(char *value, char *part[5])
{
    for (int i = 0; i < 5; i++) {
        part[i] = value;
        value = value ? strchr(value, '.') : NULL;
        if (i < 4 && !value)
            return false;
        if (i < 4)
            *value++ = 0;
    }
    return !strchr(part[4], '.') && strcmp(part[0], "1") == 0;
}

static bool check_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const char *value, size_t length,
                         uint64_t now_s, identity *who)
{
    char copy[IDENTITY_COOKIE_MAX], mac[MAC_TEXT_MAX], *part[5];
    if (length >= sizeof copy)
        return false;
    memcpy(copy, value, length);
    copy[length] = 0;
    char *dot = strrchr(copy, '.');
    if (!dot)
        return false;
    *dot = 0;
    sign_session(key, COOKIE_SIGNED, copy, mac);
    *dot = '.';
    if (strlen(dot + 1) != strlen(mac) || sodium_memcmp(dot + 1, mac, strlen(mac)) != 0)
        return false;
    if (!split_cookie(copy, part) || strlen(part[1]) >= GAME_PERSON_MAX)
        return false;
    const uint64_t made_s = strtoull(part[3], NULL, 10);
    *who = (identity){.epoch = (uint32_t)strtoul(part[2], NULL, 10)};
    snprintf(who->id, sizeof who->id, "%.23s", part[1]);
    who->cookie_is_old = made_s + COOKIE_RENEW_S < now_s || made_s > now_s + COOKIE_RENEW_S;
    return true;
}

bool identity_from_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *header,
                           uint64_t now_s, identity *who)
{
    const size_t name = sizeof COOKIE - 1;
    for (const char *at = header; *at;) {
        const size_t length = strcspn(at, ";");
        if (length > name && strncmp(at, COOKIE, name) == 0 &&
            check_cookie(key, at + name, length - name, now_s, who))
            return true;
        at += length;
        at += strspn(at, "; ");
    }
    return false;
}

void identity_void_key(const uint8_t key[IDENTITY_KEY_BYTES], const char *id, char *out,
                       size_t size)
{
    char mac[MAC_TEXT_MAX];
    sign_session(key, "azulejo void ", id, mac);
    snprintf(out, size, "void/%s", mac);
}

/* ---- Rows ---- */
size_t identity_row_write(const identity *who, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "name", who->name);
    json_write_number(&w, "epoch", who->epoch);
    json_write_string(&w, "password", who->password);
    if (who->device[0])
        json_write_string(&w, "device", who->device);
    json_write_object_end(&w);
    return buf_end(&b);
}

bool identity_row_read(identity *who, const char *id, const char *text, size_t length)
{
    fields f;
    int64_t epoch;
    *who = (identity){0};
    snprintf(who->id, sizeof who->id, "%.23s", id);
    if (!fields_parse(&f, text, length) ||
        !fields_text(&f, 0, "name", who->name, sizeof who->name) ||
        !fields_number(&f, 0, "epoch", 0, UINT32_MAX, &epoch) ||
        !fields_text(&f, 0, "password", who->password, sizeof who->password))
        return false;
    fields_text(&f, 0, "device", who->device, sizeof who->device);
    who->epoch = (uint32_t)epoch;
    return true;
}

/* ---- Passwords ---- */
bool identity_hash_password(const char *password, char hash[IDENTITY_HASH_MAX])
{
    return crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool identity_check_password(const char *hash, const char *password)
{
    return hash[0] && crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

/* ---- Origin ---- */
bool identity_same_origin(const char *origin, const char *host, const char *allowed)
{
    if (allowed[0])
        return strcasecmp(origin, allowed) == 0;
    const char *at = strncmp(origin, "https://", 8) == 0  ? origin + 8
                     : strncmp(origin, "http://", 7) == 0 ? origin + 7
                                                          : NULL;
    return at && host[0] && strcasecmp(at, host) == 0;
}
