/* admin_people.c - administration of people: passwords, names, deletion, bans. */
#include "server/account.h"
#include "server/admin.h"
#include "server/session.h"

#include "server/duration.h"
#include "server/person_info.h"

#include <stdio.h>
#include <string.h>

enum { DROPS_MAX = 100 }; /* of expired bans at once */

/* ---- Finding ---- */
/* A name may be another person's id: then the host must say which of the two is meant. */
static bool find_person(admin_call *a, const char *text)
{
    switch (person_find(a->hub->store, text, &a->who)) {
    case PERSON_FOUND:
        admin_name_target(a, a->who.id);
        return true;
    case PERSON_TWO:
        admin_refuse(a, 409, "TWO",
                     "\"%s\" is the id of one person and the name of another: write id:%s or "
                     "name:%s",
                     text, text, text);
        return false;
    default:
        admin_refuse(a, 404, "NO_PERSON", "there is nobody called \"%s\" here", text);
        return false;
    }
}

/* Finds and marks the account, since only one change of an account is stored at a time. */
static bool find_account(admin_call *a, const char *key)
{
    char name[64] = "";
    fields_text(&a->fields, 0, key, name, sizeof name);
    if (!find_person(a, name))
        return false;
    if (!a->who.password[0])
        admin_refuse(a, 409, "NO_ACCOUNT", "\"%s\" is a guest and has no account", name);
    else if (!account_mark(a->hub, a->who.id))
        admin_refuse(a, 503, "BUSY", "the account is being changed; please try again");
    else
        return true;
    return false;
}

/* Stores the job of an account that find_account marked. */
static void store_account(admin_call *a, writer_job *j, bool good)
{
    hub *h = a->hub;
    char id[GAME_PERSON_MAX];
    memcpy(id, a->who.id, sizeof id);
    if (!admin_store(a, j, good))
        account_unmark(h, id);
}

static bool is_stored(admin_call *a, const writer_job *job)
{
    if (job->stored)
        return true;
    if (job->result == STORE_CONFLICT && account_name_taken(a->hub, a->who.name, a->who.id))
        admin_refuse(a, 409, "NAME_TAKEN", "somebody took that name, or one that looks so");
    else if (job->result == STORE_CONFLICT)
        admin_refuse(a, 409, "BUSY",
                     "the account was changed at the same moment; please try again");
    else
        admin_refuse(a, 503, "NOT_STORED", "the server could not store this");
    return false;
}

/* ---- Accounts ---- */
static void password_set(void *context, writer_job *job)
{
    admin_call *a = context;
    account_unmark(a->hub, a->who.id);
    if (!is_stored(a, job))
        return;
    person_drop_sockets(a->hub, a->who.id);
    admin_ok(a, "%s has a new password, and is logged in nowhere any more", a->who.name);
}

/* The caller has hashed the password: hashing takes long, and the password itself is never sent
 * here. */
void admin_password(admin_call *a)
{
    char hash[IDENTITY_HASH_MAX];
    if (!fields_text(&a->fields, 0, "hash", hash, sizeof hash) ||
        strncmp(hash, "$argon2id$", 10) != 0) {
        admin_refuse(a, 400, "BAD_PASSWORD", "that is no hash of a password");
        return;
    }
    if (!find_account(a, "target"))
        return;
    const identity was = a->who;
    memcpy(a->who.password, hash, sizeof hash);
    identity_random_id(a->who.device, sizeof a->who.device, 16);
    a->who.epoch++;
    writer_job *j = writer_job_new(password_set, a, "");
    const bool good = j && account_put_person(a->hub, j, &was, &a->who) &&
                      person_note_sockets(a->hub, j, a->who.id);
    store_account(a, j, good);
}

static void renamed(void *context, writer_job *job)
{
    admin_call *a = context;
    account_unmark(a->hub, a->who.id);
    if (!is_stored(a, job))
        return;
    person_drop_sockets(a->hub, a->who.id); /* the person reconnects with the new name */
    admin_ok(a, "the account is called %s from now on", a->who.name);
}

void admin_rename(admin_call *a)
{
    char next[GAME_NAME_MAX] = "", folded[GAME_NAME_MAX];
    fields_text(&a->fields, 0, "name", next, sizeof next);
    if (!identity_account_name_ok(next, folded)) {
        admin_refuse(a, 400, "BAD_NAME", "a name is 2 to 24 letters, digits, - or _");
        return;
    }
    if (!find_account(a, "target"))
        return;
    if (account_name_taken(a->hub, next, a->who.id)) {
        account_unmark(a->hub, a->who.id);
        admin_refuse(a, 409, "NAME_TAKEN", "somebody has the name \"%s\", or one that looks so",
                     next);
        return;
    }
    writer_job *j = writer_job_new(renamed, a, "");
    bool good = j && account_name_rows(j, &a->who, true);
    const identity was = a->who;
    memcpy(a->who.name, next, sizeof a->who.name);
    good = good && account_name_rows(j, &a->who, false) &&
           account_put_person(a->hub, j, &was, &a->who) &&
           person_note_sockets(a->hub, j, a->who.id);
    store_account(a, j, good);
}

/* ---- Deletion ---- */
static void person_deleted(void *context, bool good)
{
    admin_call *a = context;
    if (good)
        admin_ok(a, "all that was kept about %s is deleted", a->who.name);
    else
        admin_refuse(a, 503, "NOT_STORED",
                     "the server could not store all of this; it will go on when it can");
}

/* Of an account or a guest. */
void admin_delete(admin_call *a)
{
    char name[64] = "";
    fields_text(&a->fields, 0, "target", name, sizeof name);
    if (!find_person(a, name))
        return;
    if (account_is_playing(a->hub, a->who.id))
        admin_refuse(
            a, 409, "PLAYING",
            "\"%s\" has a seat in a game that is not over: `azulejo admin tables --person` "
            "finds it, and `azulejo admin close` ends it",
            name);
    else if (!account_forget_for_host(a->hub, &a->who, &a->entry, person_deleted, a))
        admin_refuse(a, 503, "BUSY", "a person is being changed or deleted; please try again");
}

/* ---- Bans ---- */
/* The person or address of the request: an address has a dot or a colon, which no name has. */
static bool find_banned(admin_call *a, char key[STORE_KEY_MAX])
{
    char target[64] = "", text[CIDR_MAX];
    fields_text(&a->fields, 0, "target", target, sizeof target);
    const char *colon = strchr(target, ':');
    const bool prefixed = strncmp(target, "id:", 3) == 0 || strncmp(target, "name:", 5) == 0;
    a->is_range = !prefixed && (colon || strpbrk(target, "./"));
    if (!a->is_range) {
        if (!find_person(a, target))
            return false;
        snprintf(key, STORE_KEY_MAX, "ban/person/%s", a->who.id);
        return true;
    }
    if (!cidr_parse(target, &a->range)) {
        admin_refuse(a, 400, "BAD_ADDRESS",
                     "\"%s\" is no address like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32", target);
        return false;
    }
    cidr_text(&a->range, text);
    admin_name_target(a, text);
    snprintf(key, STORE_KEY_MAX, "ban/address/%s", text);
    return true;
}

static const char *banned_name(const admin_call *a, char text[CIDR_MAX])
{
    if (!a->is_range)
        return a->who.name;
    cidr_text(&a->range, text);
    return text;
}

static void banned(void *context, writer_job *job)
{
    admin_call *a = context;
    hub *h = a->hub;
    char text[CIDR_MAX];
    if (!is_stored(a, job))
        return;
    if (!(a->is_range ? bans_put_range(&h->bans, &a->range, &a->ban)
                      : bans_put_person(&h->bans, a->who.id, &a->ban))) {
        admin_refuse(a, 503, "TOO_MANY",
                     "the ban is stored, but there is no room for it in memory: there are %d",
                     BANS_MAX);
        return;
    }
    person_drop_banned(h, a->is_range ? NULL : a->who.id, &a->range);
    admin_ok(a, "%s is banned", banned_name(a, text));
}

void admin_ban(admin_call *a)
{
    char key[STORE_KEY_MAX], text[BAN_ROW_MAX];
    int64_t for_ms = 0;
    if (!find_banned(a, key))
        return;
    if (a->is_range && cidr_is_too_wide(&a->range)) {
        admin_refuse(a, 400, "TOO_WIDE",
                     "that is too much of the net: at least /8 of IPv4 or /16 of IPv6 is needed");
        return;
    }
    if (a->is_range ? a->hub->bans.ranges_nb >= BANS_MAX : a->hub->bans.persons.count >= BANS_MAX) {
        admin_refuse(a, 409, "TOO_MANY", "there are %d bans of that kind already", BANS_MAX);
        return;
    }
    fields_number(&a->fields, 0, "for_ms", 0, (int64_t)DURATION_MAX_MS, &for_ms);
    fields_text(&a->fields, 0, "reason", a->ban.reason, sizeof a->ban.reason);
    a->ban.at_ms = hub_wall_ms();
    a->ban.until_ms = for_ms ? a->ban.at_ms + (uint64_t)for_ms : 0;
    writer_job *j = writer_job_new(banned, a, "");
    const bool good = j &&
                      writer_job_put(j, key, 0, text, ban_row_write(&a->ban, text, sizeof text)) &&
                      nodes_note_with(a->hub, j, "b");
    admin_store(a, j, good);
}

static void unbanned(void *context, writer_job *job)
{
    admin_call *a = context;
    char text[CIDR_MAX];
    if (!is_stored(a, job))
        return;
    if (a->is_range)
        bans_drop_range(&a->hub->bans, &a->range);
    else
        bans_drop_person(&a->hub->bans, a->who.id);
    admin_ok(a, "%s is not banned any more", banned_name(a, text));
}

void admin_unban(admin_call *a)
{
    char key[STORE_KEY_MAX], row[BAN_ROW_MAX], text[CIDR_MAX];
    size_t length;
    if (!find_banned(a, key))
        return;
    if (store_get(a->hub->store, key, 0, row, sizeof row, &length) == STORE_NONE) {
        admin_refuse(a, 404, "NOT_BANNED", "%s is not banned; `azulejo admin bans` lists the bans",
                     banned_name(a, text));
        return;
    }
    writer_job *j = writer_job_new(unbanned, a, "");
    admin_store(a, j, j && writer_job_drop(j, key, 0) && nodes_note_with(a->hub, j, "b"));
}

/* The host may renew the ban at the same time: the row is dropped only as it was read. */
static void drop_expired_row(hub *h, const char *key)
{
    char row[BAN_ROW_MAX];
    size_t length;
    ban what;
    if (hub_row(h, key, row, sizeof row, &length) != STORE_FOUND ||
        !ban_row_read(&what, row, length) || !ban_is_over(&what, hub_wall_ms()))
        return;
    writer_job *j = writer_job_new(NULL, NULL, "");
    writer_submit_if(h->writer, j,
                     j && writer_job_guard(j, key, 0, row, length) && writer_job_drop(j, key, 0));
}

/* A row that cannot be dropped now is dropped after the next start. */
void admin_drop_old_bans(hub *h)
{
    char key[STORE_KEY_MAX];
    for (unsigned i = 0; i < DROPS_MAX && bans_take_expired(&h->bans, hub_wall_ms(), key); i++)
        drop_expired_row(h, key);
}
