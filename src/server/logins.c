/* logins.c - see logins.h. */
#include "server/logins.h"

#include "server/shared_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a device, or a person with a session, has used of its limit. */
typedef struct owner {
    bucket tries;
    uint64_t wrong_ms; /* since this time … */
    uint32_t wrong;    /* … this number of wrong passwords */
} owner;

static owner *own_get(hub *h, const char *id)
{
    owner *o = map_get(&h->owners, id);
    if (o || h->owners.count >= LOGIN_OWN_MAX)
        return o;
    o = calloc(1, sizeof *o);
    if (o && !map_put(&h->owners, id, o)) {
        free(o);
        return NULL;
    }
    return o;
}

/* Ids are ours and signed, and only a right password makes one, so strangers cannot fill the map.
 * If it is full all the same, the device counts as a stranger. */
bool login_own_take(hub *h, const char *id)
{
    owner *o = own_get(h, id);
    return o && bucket_take(&o->tries, h->config.logins_per_minute, hub_now_ms() / 60);
}

bool login_own_begin(hub *h, const char *id)
{
    owner *o = own_get(h, id);
    const uint64_t now_ms = hub_now_ms();
    if (!o)
        return false;
    if (now_ms - o->wrong_ms >= LOGIN_WRONG_MS) {
        o->wrong_ms = now_ms;
        o->wrong = 0;
    }
    if (o->wrong >= LOGIN_WRONG_MAX)
        return false;
    o->wrong++;
    return true;
}

void login_own_right(hub *h, const char *id)
{
    owner *o = map_get(&h->owners, id);
    if (o && o->wrong)
        o->wrong--;
}

void login_own_expire(hub *h, uint64_t now_ms)
{
    enum { AT_ONCE = 512 };
    char gone[AT_ONCE][MAP_KEY_MAX];
    unsigned count = 0;
    for (map_entry *e = map_first(&h->owners); e && count < AT_ONCE; e = map_next(&h->owners, e)) {
        const owner *o = e->value;
        if (bucket_used(&o->tries, h->config.logins_per_minute, now_ms / 60) == 0 &&
            (o->wrong == 0 || now_ms - o->wrong_ms >= LOGIN_WRONG_MS))
            memcpy(gone[count++], e->key, MAP_KEY_MAX);
    }
    for (unsigned i = 0; i < count; i++) {
        free(map_get(&h->owners, gone[i]));
        map_drop(&h->owners, gone[i]);
    }
}

static void age_wrong(address *a, uint64_t now_ms)
{
    if (now_ms - a->wrong_ms < LOGIN_WRONG_MS)
        return;
    a->wrong_ms = now_ms;
    a->wrong = 0;
}

bool login_try_begin(hub *h, conn *c, const char *folded, login_try *t)
{
    address *a = address_get(h, c);
    age_wrong(a, hub_now_ms());
    const bool took = name_may_try(h, folded);
    if (!took && a->wrong >= LOGIN_WRONG_MAX)
        return false;
    a->wrong++;
    *t = (login_try){.took_name = took};
    snprintf(t->name, sizeof t->name, "%s", folded);
    snprintf(t->address, sizeof t->address, "%s", conn_address(c));
    return true;
}

void login_wrong_elsewhere(hub *h, const char *key)
{
    address *a = address_by_key(h, key);
    age_wrong(a, hub_now_ms());
    a->wrong++;
}

void login_try_wrong(hub *h, const login_try *t)
{
    if (t->took_name)
        limit_used(h, SHARED_WRONG_NAME, t->name);
    if (t->address[0])
        limit_used(h, SHARED_WRONG_ADDRESS, t->address);
}

void login_try_give_back(hub *h, const login_try *t)
{
    if (!t->address[0])
        return;
    char address_key[LIMIT_KEY_MAX], name_key[LIMIT_KEY_MAX];
    limit_key(h, t->address, address_key);
    limit_key(h, t->name, name_key);
    address *a = map_get(&h->addresses, address_key);
    bucket *b = t->took_name ? map_get(&h->names, name_key) : NULL;
    if (a && a->wrong)
        a->wrong--;
    if (b)
        b->used -= b->used < 1000 ? b->used : 1000;
}
