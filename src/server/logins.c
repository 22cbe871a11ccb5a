/* logins.c - see logins.h. */
#include "server/logins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bucket *own_bucket(hub *h, const char *id)
{
    bucket *b = map_get(&h->owners, id);
    if (b || h->owners.count >= LOGIN_OWN_MAX)
        return b;
    b = calloc(1, sizeof *b);
    if (b && !map_put(&h->owners, id, b)) {
        free(b);
        return NULL;
    }
    return b;
}

/* Ids are ours and signed: only a right password makes one, so the map cannot be filled by
 * strangers. Should it be full, the device counts as a stranger. */
bool login_own_take(hub *h, const char *id)
{
    bucket *b = own_bucket(h, id);
    return b && bucket_take(b, h->config.logins_per_minute, hub_now_ms() / 60);
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

void login_try_end(hub *h, const login_try *t, bool good)
{
    if (!good || !t->address[0])
        return;
    address *a = map_get(&h->addresses, t->address);
    bucket *b = t->took_name ? map_get(&h->names, t->name) : NULL;
    if (a && a->wrong)
        a->wrong--;
    if (b)
        b->used -= b->used < 1000 ? b->used : 1000;
}
