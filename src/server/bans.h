/* bans.h - who may not play here: persons and ranges of addresses, for a time or for good.
 *
 * Rows ban/person/ID and ban/address/RANGE; all of them are in memory as well, because every
 * request is compared with them.
 */
#ifndef SERVER_BANS_H
#define SERVER_BANS_H

#include "server/cidr.h"
#include "server/map.h"
#include "server/store.h"

enum { BANS_MAX = 10000, BAN_REASON_MAX = 201, BAN_ROW_MAX = 1536 };

typedef struct ban {
    uint64_t until_ms; /* wall clock; 0: for good */
    uint64_t at_ms;    /* when it was made */
    char reason[BAN_REASON_MAX];
} ban;

typedef struct ban_range {
    cidr range;
    ban ban;
} ban_range;

typedef struct bans {
    map persons; /* id -> ban */
    ban_range *ranges;
    size_t ranges_nb, ranges_room;
} bans;

bool bans_init(bans *b);
void bans_release(bans *b);
bool bans_load(bans *b, store *s, char error[STORE_ERROR_MAX]);

/* NULL: not banned, or not any more. */
const ban *bans_of_person(const bans *b, const char *id, uint64_t now_ms);
const ban *bans_of_address(const bans *b, const char *address, uint64_t now_ms);

/* False: there are BANS_MAX of that kind, or memory is short. */
bool bans_put_person(bans *b, const char *id, const ban *what);
bool bans_put_range(bans *b, const cidr *range, const ban *what);
/* False: there was none. */
bool bans_drop_person(bans *b, const char *id);
bool bans_drop_range(bans *b, const cidr *range);

size_t ban_row_write(const ban *what, char *out, size_t size);
bool ban_row_read(ban *what, const char *text, size_t length);
bool ban_is_over(const ban *what, uint64_t now_ms);

/* One expired ban leaves the memory; its key, for the row. False: none has expired. */
bool bans_take_expired(bans *b, uint64_t now_ms, char key[STORE_KEY_MAX]);

#endif
