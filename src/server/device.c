/* device.c - see device.h. */
#include "server/device.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIFE_S = 400 * 86400, MARK_BYTES = 16 };
static const char COOKIE[] = "azulejo-device=", COOKIE_SIGNED[] = "azulejo device ";
#define BASE64 sodium_base64_VARIANT_URLSAFE_NO_PADDING

static void mark_of(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who,
                    char mark[DEVICE_MARK_MAX])
{
    uint8_t mac[IDENTITY_MAC_BYTES];
    char text[GAME_PERSON_MAX + IDENTITY_DEVICE_MAX + 2];
    snprintf(text, sizeof text, "%s %s", who->id, who->device);
    identity_mac(key, "azulejo device account ", text, mac);
    sodium_bin2base64(mark, DEVICE_MARK_MAX, mac, MARK_BYTES, BASE64);
}

size_t device_cookie(const uint8_t key[IDENTITY_KEY_BYTES], const identity *who, const char *id,
                     uint64_t now_s, bool secure, char *out, size_t size)
{
    char text[96], made[DEVICE_ID_MAX], mark[DEVICE_MARK_MAX], mac[IDENTITY_SIGNATURE_MAX];
    snprintf(made, sizeof made, "%s", id);
    if (!made[0])
        identity_random_id(made, sizeof made, 16);
    mark_of(key, who, mark);
    snprintf(text, sizeof text, "1.%s.%s.%" PRIu64, made, mark, now_s);
    identity_sign(key, COOKIE_SIGNED, text, mac);
    return (size_t)snprintf(out, size,
                            "%s%s.%s; Path=/api/login; HttpOnly; SameSite=Strict; Max-Age=%d%s",
                            COOKIE, text, mac, LIFE_S, secure ? "; Secure" : "");
}

/* 1, id, mark, made */
static bool read_device(char *const part[4], uint64_t now_s, void *to)
{
    device *d = to;
    if (!part[1][0] || strlen(part[1]) >= sizeof d->id || strlen(part[2]) >= sizeof d->mark ||
        now_s >= strtoull(part[3], NULL, 10) + LIFE_S)
        return false;
    snprintf(d->id, sizeof d->id, "%s", part[1]);
    snprintf(d->mark, sizeof d->mark, "%s", part[2]);
    return true;
}

bool device_from_cookies(const uint8_t key[IDENTITY_KEY_BYTES], const char *header, uint64_t now_s,
                         device *d)
{
    memset(d, 0, sizeof *d);
    return identity_read_cookies(key, COOKIE_SIGNED, COOKIE, header, read_device, now_s, d);
}

bool device_knows(const uint8_t key[IDENTITY_KEY_BYTES], const device *d, const identity *who)
{
    char mark[DEVICE_MARK_MAX];
    if (!d->id[0] || !who->id[0])
        return false;
    mark_of(key, who, mark);
    return strlen(mark) == strlen(d->mark) && sodium_memcmp(mark, d->mark, strlen(mark)) == 0;
}
