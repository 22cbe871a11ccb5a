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

/* The browser drops a cookie when it expires. The server accepts one of any age, because its own
 * clock may have been wrong, and renews it at the next visit. */
enum { COOKIE_LIFE_S = 400 * 86400, COOKIE_RENEW_S = 30 * 86400 };
static const char COOKIE[] = "azulejo=", COOKIE_SIGNED[] = "azulejo cookie ";
#define BASE64 sodium_base64_VARIANT_URLSAFE_NO_PADDING

_Static_assert(IDENTITY_HASH_MAX >= crypto_pwhash_STRBYTES, "room for an Argon2id hash");

void identity_random_id(char *out, size_t size, size_t bytes)
{
    uint8_t raw[32];
    do {
        randombytes_buf(raw, bytes);
        sodium_bin2base64(out, size, raw, bytes, BASE64);
    } while (out[0] == '-'); /* an id must not look like an option on a command line */
}

/* ---- Cookies ---- */
void identity_mac(const uint8_t key[IDENTITY_KEY_BYTES], const char *what, const char *text,
                  uint8_t mac[IDENTITY_MAC_BYTES])
{
    crypto_auth_hmacsha256_state h;
    crypto_auth_hmacsha256_init(&h, key, IDENTITY_KEY_BYTES);
    crypto_auth_hmacsha256_update(&h, (const uint8_t *)what, strlen(what));
    crypto_auth_hmacsha256_update(&h, (const uint8_t *)text, strlen(text));
    crypto_auth_hmacsha256_final(&h, mac);
}

void identity_sign(const uint8_t key[IDENTITY_KEY_BYTES], const char *what, const char *text,
                   char out[IDENTITY_SIGNATURE_MAX])
{
    uint8_t mac[IDENTITY_MAC_BYTES];
    identity_mac(key, what, text, mac);
    sodium_bin2base64(out, IDENTITY_SIGNATURE_MAX, mac, sizeof mac, BASE64);
}

/* "1.b.c.d.signature" into its parts, if what is before the last dot was signed. */
static bool open_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const char *what, char *value,
                        char *part[4])
{
    char signature[IDENTITY_SIGNATURE_MAX];
    char *end = strrchr(value, '.');
    if (!end)
        return false;
    *end++ = 0;
    identity_sign(key, what, value, signature);
    if (strlen(end) != strlen(signature) || sodium_memcmp(end, signature, strlen(end)) != 0)
        return false;
    for (int i = 0; i < 4; i++) {
        part[i] = value;
        value += strcspn(value, ".");
        if ((*value == '.') != (i < 3))
            return false;
        *value++ = 0;
    }
    return strcmp(part[0], "1") == 0;
}

bool identity_read_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *what,
                           const char *name, const char *header, identity_cookie_reader *read,
                           uint64_t now_s, void *to)
{
    const size_t skip = strlen(name);
    for (const char *at = header; *at;) {
        char value[IDENTITY_COOKIE_MAX], *part[4];
        const size_t length = strcspn(at, ";");
        if (length > skip && length - skip < sizeof value && strncmp(at, name, skip) == 0) {
            memcpy(value, at + skip, length - skip);
            value[length - skip] = 0;
            if (open_cookie(key, what, value, part) && read(part, now_s, to))
                return true;
        }
        at += length;
        at += strspn(at, "; ");
    }
    return false;
}

size_t identity_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who, uint64_t now_s,
                       bool secure, char *out, size_t size)
{
    char text[96], mac[IDENTITY_SIGNATURE_MAX];
    snprintf(text, sizeof text, "1.%s.%" PRIu32 ".%" PRIu64, who->id, who->epoch, now_s);
    identity_sign(key, COOKIE_SIGNED, text, mac);
    return (size_t)snprintf(out, size, "%s%s.%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
                            COOKIE, text, mac, COOKIE_LIFE_S, secure ? "; Secure" : "");
}

/* 1, id, epoch, made */
static bool read_session(char *const part[4], uint64_t now_s, void *to)
{
    identity *who = to;
    const uint64_t made_s = strtoull(part[3], NULL, 10);
    if (strlen(part[1]) >= GAME_PERSON_MAX)
        return false;
    *who = (identity){.epoch = (uint32_t)strtoul(part[2], NULL, 10)};
    snprintf(who->id, sizeof who->id, "%.23s", part[1]);
    who->cookie_is_old = made_s + COOKIE_RENEW_S < now_s || made_s > now_s + COOKIE_RENEW_S;
    return true;
}

bool identity_from_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *header,
                           uint64_t now_s, identity *who)
{
    return identity_read_cookies(key, COOKIE_SIGNED, COOKIE, header, read_session, now_s, who);
}

void identity_void_key(const uint8_t key[IDENTITY_KEY_BYTES], const char *id, char *out,
                       size_t size)
{
    char mac[IDENTITY_SIGNATURE_MAX];
    identity_sign(key, "azulejo void ", id, mac);
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
