/* shared_limits.c - see shared_limits.h. */
#include "server/shared_limits.h"

#include "server/hub.h"
#include "server/logins.h"

#include <inttypes.h>
#include <stdio.h>

void limit_key(const hub *h, const char *text, char key[LIMIT_KEY_MAX])
{
    snprintf(key, LIMIT_KEY_MAX, "%016" PRIx64, address_hash(h, text));
}

/* With a number, because of equal notes of one commit the database keeps only one. */
void limit_used(hub *h, shared_limit which, const char *text)
{
    char key[LIMIT_KEY_MAX];
    limit_key(h, text, key);
    nodes_note(h, "u %c%u %s", which, ++h->nodes.uses, key);
}

void limit_used_elsewhere(hub *h, char which, const char *key)
{
    const config *c = &h->config;
    const uint64_t minutes = hub_now_ms() / 60;
    switch (which) {
    case SHARED_LOGINS:
        bucket_use(&address_by_key(h, key)->logins, c->logins_per_minute, minutes);
        break;
    case SHARED_TABLES:
        bucket_use(&address_by_key(h, key)->tables, c->tables_per_minute, minutes);
        break;
    case SHARED_TABLES_DAY:
        address_made_elsewhere(h, key);
        break;
    case SHARED_WRONG_NAME:
        name_tried_elsewhere(h, key);
        break;
    case SHARED_WRONG_ADDRESS:
        login_wrong_elsewhere(h, key);
        break;
    default:
        break; /* of a newer version */
    }
}
