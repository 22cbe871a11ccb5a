/* device.c - see device.h. */
#include "server/device.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIFE_S = 400 * 86400, MAC_TEXT_MAX = 48, MARK_BYTES = 16 };
static const char COOKIE[] = "azulejo-device=";
#define BASE64 sodium_base64_VARIANT_URLSAFE_NO_PADDING

static void mac_of(const uint8_t key[IDENTITY_KEY_BYTES], const char *what, const char *text,
                   uint8_t mac[crypto_auth_hmacsha256_BYTES])
{
    crypto_auth_hmacsha256_state h;
    crypto_auth_hmacsha256_init(&h, key, IDENTITY_KEY_BYTES);
    crypto_auth_hmacsha256_update(&h, (const uint8_t *)what, strlen(what));
    crypto_auth_hmacsha256_update(&h, (const uint8_t *)text, strlen(text));
    crypto_auth_hmacsha256_final(&h, mac);
}

static void mark_of(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who,
                    char mark[DEVICE_MARK_MAX])
{
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    char text[GAME_PERSON_MAX + IDENTITY_DEVICE_MAX + 2];
    snprintf(text, sizeof text, "%s %s", who->id, who->device);
    mac_of(key, "azulejo device account ", text, mac);
    sodium_bin2base64(mark, DEVICE_MARK_MAX, mac, MARK_BYTES, BASE64);
}

static void sign_device(const uint8_t key[IDENTITY_KEY_BYTES], const char *text,
                        char out[MAC_TEXT_MAX])
{
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    mac_of(key, "azulejo device ", text, mac);
    sodium_bin2base64(out, MAC_TEXT_MAX, mac, sizeof mac, BASE64);
}

size_t device_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who, const char *id,
                     uint64_t now_s, bool secure, char *out, size_t size)
{
    char text[96], made[DEVICE_ID_MAX], mark[DEVICE_MARK_MAX], mac[MAC_TEXT_MAX];
    snprintf(made, sizeof made, "%s", id);
    if (!made[0])
        identity_random_id(made, sizeof made, 16);
    mark_of(key, who, mark);
    snprintf(text, sizeof text, "1.%s.%s.%" PRIu64, made, mark, now_s);
    sign_device(key, text, mac);
    return (size_t)snprintf(out, size,
                            "%s%s.%s; Path=/api/login; HttpOnly; SameSite=Strict; Max-Age=%d%s",
                            COOKIE, text, mac, LIFE_S, secure ? "; Secure" : "");
}

/* The next part of "a.b.c", without its dot. */
static bool take_part(char **at, char *out, size_t size)
{
    const size_t n = strcspn(*at, ".");
    if (n == 0 || n >= size)
        return false;
    memcpy(out, *at, n);
    out[n] = 0;
    *at += n + ((*at)[n] == '.');
    return true;
}

/* "1.id.mark.made.mac"; the text before the last dot was signed. */
static bool check_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const char *value, size_t length,
                         uint64_t now_s, device *d)
{
    char copy[DEVICE_COOKIE_MAX], mac[MAC_TEXT_MAX], version[2], made[24], *at = copy;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, value, length);
    copy[length] = 0;
    char *dot = strrchr(copy, '.');
    if (!dot)
        return false;
    *dot = 0;
    sign_device(key, copy, mac);
    if (strlen(dot + 1) != strlen(mac) || sodium_memcmp(dot + 1, mac, strlen(mac)) != 0)
        return false;
    return take_part(&at, version, sizeof version) && strcmp(version, "1") == 0 &&
           take_part(&at, d->id, sizeof d->id) && take_part(&at, d->mark, sizeof d->mark) &&
           take_part(&at, made, sizeof made) && now_s < strtoull(made, NULL, 10) + LIFE_S;
}

bool device_from_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *header, uint64_t now_s,
                         device *d)
{
    const size_t name = sizeof COOKIE - 1;
    memset(d, 0, sizeof *d);
    for (const char *at = header; *at;) {
        const size_t length = strcspn(at, ";");
        if (length > name && strncmp(at, COOKIE, name) == 0 &&
            check_cookie(key, at + name, length - name, now_s, d))
            return true;
        at += length;
        at += strspn(at, "; ");
    }
    memset(d, 0, sizeof *d);
    return false;
}

bool device_knows(const uint8_t key[IDENTITY_KEY_BYTES], const device *d, const identity *who)
{
    char mark[DEVICE_MARK_MAX];
    if (!d->id[0] || !who->id[0])
        return false;
    mark_of(key, who, mark);
    return strlen(mark) == strlen(d->mark) && sodium_memcmp(mark, d->mark, strlen(mark)) == 0;
}
