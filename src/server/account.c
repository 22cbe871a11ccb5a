/* account.c - sessions and accounts over HTTP: guest, account, login, another password, one-time
 * link, logout; export is in account_export.c, deletion in account_delete.c.
 *
 * Passwords are hashed on a thread of their own, those of known devices first. Only a few of one
 * address are hashed or wait at a time, so that it cannot take all places. Nothing is locked
 * meanwhile; the person is read again after the hashing. A person is marked only while a change of
 * it is being stored (account_mark), so that two changes at this node cannot start from the same
 * state; a change guards the row that it started from, so neither can two at different nodes. That
 * a name has one owner is up to the store (writer_job_add).
 */
#include "server/account.h"
#include "server/address_history.h"
#include "server/device.h"
#include "server/guest_names.h"
#include "server/hub.h"
#include "server/logins.h"
#include "server/routes.h"
#include "server/space.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINK_LIFE_S = 86400,
    LINK_BYTES = 24,
    LOGOUT_TRIES = 4,
    CHECKS_MAX = 32,       /* passwords of strangers that wait or are hashed at once … */
    KNOWN_CHECKS_MAX = 16, /* … and of known devices and sessions */
    ADDRESS_CHECKS_MAX = 2 /* of either kind from one address */
};

static const char NAME_TAKEN[] = "somebody has that name";

/* ---- Answers ---- */
static void reply_person(hub *h, conn *c, const identity *who, bool with_cookie, const char *known)
{
    char room[512], cookie[IDENTITY_COOKIE_MAX];
    buf b = buf_on(room, sizeof room);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "person", who->id);
    json_write_string(&w, "name", who->name);
    json_write_flag(&w, "account", who->password[0] != 0);
    json_write_object_end(&w);
    identity_cookie(h->cookie_key, who, hub_wall_ms() / 1000, h->config.secure_cookie, cookie,
                    sizeof cookie);
    hub_reply_cookies(c, 200, &b, with_cookie ? cookie : NULL, known);
}

/* After a login this browser is a known device. */
static void reply_logged_in(hub *h, conn *c, const identity *who, const char *device_id)
{
    char cookie[DEVICE_COOKIE_MAX];
    device_cookie(h->cookie_key, who, device_id, hub_wall_ms() / 1000, h->config.secure_cookie,
                  cookie, sizeof cookie);
    reply_person(h, c, who, true, who->password[0] ? cookie : NULL);
}

static void reply_cleared(conn *c, const char *known)
{
    char text[] = "{}";
    const buf b = {text, sizeof text, 2};
    hub_reply_cookies(c, 200, &b, "azulejo=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0", known);
}

void account_reply_cleared(conn *c)
{
    reply_cleared(c, DEVICE_COOKIE_CLEARED);
}

void account_session(hub *h, conn *c, const fields *f, identity *who)
{
    (void)f;
    const bool is_new = !who->id[0];
    if (is_new) {
        *who = (identity){0};
        identity_random_id(who->id, sizeof who->id, 16);
        snprintf(who->name, sizeof who->name, "%s", guest_name(who->id, 0));
    }
    reply_person(h, c, who, is_new || who->cookie_is_old, NULL);
}

/* ---- Changes: stored first, answered then ---- */
typedef struct change {
    work work; /* its job is the hashing, if there is a password */
    hub *hub;
    uint64_t conn;
    identity who;
    char password[IDENTITY_PASSWORD_MAX + 1];
    char next[IDENTITY_PASSWORD_MAX + 1]; /* the password from now on */
    char link[LINK_BYTES * 2];
    char address[TRANSPORT_ADDRESS_MAX];
    login_try try;                 /* of a stranger */
    char own[DEVICE_ID_MAX];       /* the device or person whose wrong password is counted */
    char device_id[DEVICE_ID_MAX]; /* of a known device; "": it has none yet */
    struct change *next_check;     /* of hub.checks */
    bool good, is_known, is_check, is_marked;
    void (*answer)(struct change *g, conn *c);
    void (*conflict)(struct change *g); /* ends the change or tries it again; NULL: refuses it */
    uint8_t tries;
} change;

/* ---- Persons that are being changed ---- */
static char *find_mark(hub *h, const char *person_id)
{
    for (unsigned i = 0; i < HUB_CHANGES_MAX; i++)
        if (strcmp(h->changing[i], person_id) == 0)
            return h->changing[i];
    return NULL;
}

bool account_mark(hub *h, const char *person_id)
{
    char *place = find_mark(h, person_id) ? NULL : find_mark(h, "");
    if (place)
        snprintf(place, GAME_PERSON_MAX, "%s", person_id);
    return place != NULL;
}

void account_unmark(hub *h, const char *person_id)
{
    char *place = find_mark(h, person_id);
    if (place)
        place[0] = 0;
}

/* `refusal`: 0, or the status of the refusal: 409 or 429 where this person or address does too much
 * at once, 503 where all of them do. */
static change *change_room(hub *h, conn *c, const identity *who, int refusal)
{
    change *g = refusal ? NULL : calloc(1, sizeof *g);
    if (!g) {
        hub_reply_error(c, refusal ? refusal : 503, "BUSY", "please try again");
        return NULL;
    }
    g->hub = h;
    g->conn = conn_id(c);
    g->who = *who;
    snprintf(g->address, sizeof g->address, "%s", conn_address(c));
    return g;
}

/* A change that is stored without hashing. */
static change *change_new(hub *h, conn *c, const identity *who, void (*answer)(change *, conn *))
{
    const int busy = find_mark(h, who->id) ? 409 : 503;
    const bool is_free = account_mark(h, who->id);
    change *g = change_room(h, c, who, is_free ? 0 : busy);
    if (g) {
        g->answer = answer;
        g->is_marked = true;
    } else if (is_free) {
        account_unmark(h, who->id);
    }
    return g;
}

/* ---- Passwords that wait for their thread ---- */
/* 0, or the status of the refusal. */
static int refuse_check(const hub *h, const char *address_text, bool is_known)
{
    uint32_t all = 0, of_address = 0;
    for (const change *g = h->checks; g; g = g->next_check)
        if (g->is_known == is_known) {
            all++;
            of_address += strcmp(g->address, address_text) == 0;
        }
    if (of_address >= ADDRESS_CHECKS_MAX)
        return 429;
    return all < (is_known ? KNOWN_CHECKS_MAX : CHECKS_MAX) ? 0 : 503;
}

/* Strangers who try many passwords at once cannot keep a known device waiting. */
static change *check_new(hub *h, conn *c, const identity *who, bool is_known)
{
    change *g = change_room(h, c, who, refuse_check(h, conn_address(c), is_known));
    if (g) {
        g->is_known = g->work.urgent = is_known;
        g->is_check = true;
        g->next_check = h->checks;
        h->checks = g;
    }
    return g;
}

static void check_end(change *g)
{
    change **at = &g->hub->checks;
    while (g->is_check && *at != g)
        at = &(*at)->next_check;
    if (g->is_check)
        *at = g->next_check;
    g->is_check = false;
}

/* The password was not wrong: gives the try back. */
static void give_try_back(change *g)
{
    if (g->own[0])
        login_own_right(g->hub, g->own);
    login_try_give_back(g->hub, &g->try);
}

static void change_end(change *g)
{
    check_end(g);
    if (g->is_marked)
        account_unmark(g->hub, g->who.id);
    sodium_memzero(g->password, sizeof g->password);
    sodium_memzero(g->next, sizeof g->next);
    free(g);
}

static void change_refuse(change *g, int status, const char *code, const char *text)
{
    conn *c = transport_find(g->hub->transport, g->conn);
    if (c)
        hub_reply_error(c, status, code, text);
    change_end(g);
}

/* The person, read again after the hashing and marked. False: refused, and g is freed. */
static bool change_again(change *g, identity *now)
{
    *now = (identity){.epoch = g->who.epoch};
    memcpy(now->id, g->who.id, sizeof now->id);
    if (!person_identify(g->hub, now)) {
        change_refuse(g, 401, "NO_SESSION", "your session ended meanwhile");
        return false;
    }
    const int busy = find_mark(g->hub, g->who.id) ? 409 : 503;
    g->is_marked = account_mark(g->hub, g->who.id);
    if (!g->is_marked)
        change_refuse(g, busy, "BUSY", "please try again");
    return g->is_marked;
}

/* Another node has changed the person, too. */
static void refuse_conflict(change *g)
{
    change_refuse(g, 409, "BUSY", "your account was changed at the same moment; please try again");
}

static void change_stored(void *context, writer_job *job)
{
    change *g = context;
    conn *c = transport_find(g->hub->transport, g->conn);
    if (job->result == STORE_CONFLICT) {
        (g->conflict ? g->conflict : refuse_conflict)(g);
        return;
    }
    if (c && !job->stored)
        hub_reply_error(c, 503, "NOT_STORED", "the server could not store this");
    else if (c)
        g->answer(g, c);
    change_end(g);
}

static bool is_same(const identity *a, const identity *b)
{
    return a->epoch == b->epoch && strcmp(a->password, b->password) == 0 &&
           strcmp(a->device, b->device) == 0;
}

bool account_guard_person(hub *h, writer_job *j, const identity *was, bool *is_new)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    size_t length;
    identity now;
    snprintf(key, sizeof key, "person/%s", was->id);
    const store_found found = hub_row(h, key, text, sizeof text, &length);
    const bool is_guest = was->epoch == 0 && !was->password[0];
    *is_new = found == STORE_NONE;
    if (found == STORE_FOUND && identity_row_read(&now, was->id, text, length))
        return is_same(&now, was) && writer_job_guard(j, key, 0, text, length);
    return is_guest && !store_is_away(h->store); /* a row that cannot be read counts as none */
}

bool account_put_person(hub *h, writer_job *j, const identity *was, const identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    bool is_new;
    snprintf(key, sizeof key, "person/%s", who->id);
    const size_t length = identity_row_write(who, text, sizeof text);
    return account_guard_person(h, j, was, &is_new) &&
           (is_new ? writer_job_add : writer_job_put)(j, key, 0, text, length);
}

static void change_store(change *g, writer_job *j, bool good)
{
    if (!writer_submit_if(g->hub->writer, j, good))
        change_refuse(g, 503, "BUSY", "please try again");
}

static void answer_with_cookie(change *g, conn *c)
{
    reply_logged_in(g->hub, c, &g->who, g->device_id);
}

/* Older cookies are void now, so sockets that were opened with them end too. */
static void renewed(void *context, writer_job *job)
{
    change *g = context;
    if (job->stored)
        person_drop_sockets(g->hub, g->who.id);
    change_stored(context, job);
}

/* ---- Making an account ---- */
static bool is_of_another(hub *h, const char *kind, const char *name, const char *but_of)
{
    char key[STORE_KEY_MAX], id[64] = "";
    size_t length;
    snprintf(key, sizeof key, "%s/%s/", kind, name);
    const store_found found = hub_row(h, key, id, sizeof id, &length);
    return found != STORE_NONE && strcmp(id, but_of) != 0;
}

/* An account's name is its own: nobody else sits down with it, or with one that looks so. */
bool account_name_taken(hub *h, const char *name, const char *but_of)
{
    char folded[GAME_NAME_MAX], skeleton[GAME_NAME_MAX];
    return (identity_account_name_ok(name, folded) && is_of_another(h, "name", folded, but_of)) ||
           (identity_skeleton(name, skeleton) && is_of_another(h, "skeleton", skeleton, but_of));
}

bool account_name_rows(writer_job *j, const identity *who, bool drop)
{
    char key[STORE_KEY_MAX], name[GAME_NAME_MAX];
    const char *id = who->id;
    if (!identity_account_name_ok(who->name, name))
        return true;
    snprintf(key, sizeof key, "name/%s/", name);
    if (!(drop ? writer_job_drop(j, key, 0) : writer_job_add(j, key, 0, id, strlen(id))))
        return false;
    identity_skeleton(who->name, name);
    snprintf(key, sizeof key, "skeleton/%s/", name);
    return drop ? writer_job_drop(j, key, 0) : writer_job_add(j, key, 0, id, strlen(id));
}

static void hash(work *w, unsigned worker)
{
    change *g = (change *)w;
    (void)worker;
    g->good = identity_hash_password(g->password, g->who.password);
}

static void name_conflict(change *g)
{
    if (account_name_taken(g->hub, g->who.name, g->who.id))
        change_refuse(g, 409, "NAME_TAKEN", NAME_TAKEN);
    else
        refuse_conflict(g);
}

static void hashed(work *w)
{
    change *g = (change *)w;
    identity now;
    check_end(g);
    if (!g->good) {
        change_refuse(g, 503, "BUSY", "please try again");
        return;
    }
    if (!change_again(g, &now))
        return;
    if (now.password[0]) {
        change_refuse(g, 409, "HAS_ACCOUNT", "you already have an account");
        return;
    }
    if (account_name_taken(g->hub, g->who.name, "")) {
        change_refuse(g, 409, "NAME_TAKEN", NAME_TAKEN);
        return;
    }
    writer_job *j = writer_job_new(renewed, g, "");
    g->who.epoch++; /* the guest's older cookies become void, also one that an attacker planted */
    identity_random_id(g->who.device, sizeof g->who.device, 16);
    const bool good = j && account_put_person(g->hub, j, &now, &g->who) &&
                      account_name_rows(j, &g->who, false) &&
                      person_note_sockets(g->hub, j, g->who.id);
    if (good)
        address_history_note(g->hub, j, g->who.id, g->address);
    change_store(g, j, good);
}

static bool read_password(const fields *f, const char *name,
                          char password[IDENTITY_PASSWORD_MAX + 1])
{
    return fields_text(f, 0, name, password, IDENTITY_PASSWORD_MAX + 1) &&
           strlen(password) >= IDENTITY_PASSWORD_MIN;
}

static void submit_or_refuse(change *g)
{
    if (workers_submit(g->hub->password_workers, &g->work))
        return;
    give_try_back(g);
    change_refuse(g, 503, "BUSY", "please try again");
}

void account_make(hub *h, conn *c, const fields *f, identity *who)
{
    char name[GAME_NAME_MAX] = "", folded[GAME_NAME_MAX], password[IDENTITY_PASSWORD_MAX + 1];
    fields_text(f, 0, "name", name, sizeof name);
    if (who->password[0])
        hub_reply_error(c, 409, "HAS_ACCOUNT", "you already have an account");
    else if (!identity_account_name_ok(name, folded))
        hub_reply_error(c, 400, "BAD_NAME", "a name is 2 to 24 letters, digits, - or _");
    else if (!read_password(f, "password", password))
        hub_reply_error(c, 400, "BAD_PASSWORD", "a password has 8 to 128 bytes");
    else if (account_name_taken(h, name, ""))
        hub_reply_error(c, 409, "NAME_TAKEN", NAME_TAKEN);
    else if (h->disc_is_short)
        hub_reply_error(c, 503, "FULL", SPACE_REFUSAL);
    else {
        change *g = check_new(h, c, who, false);
        if (!g)
            return;
        g->answer = answer_with_cookie;
        g->conflict = name_conflict;
        g->work.run = hash;
        g->work.done = hashed;
        memcpy(g->password, password, sizeof g->password);
        memcpy(g->who.name, name, sizeof g->who.name);
        submit_or_refuse(g);
    }
}

/* ---- Login ---- */
static void check_password(work *w, unsigned worker)
{
    change *g = (change *)w;
    char unused[IDENTITY_HASH_MAX];
    (void)worker;
    if (g->who.password[0])
        g->good = identity_check_password(g->who.password, g->password);
    else
        identity_hash_password(
            g->password,
            unused); /* the time that it takes must not reveal whether the name exists */
}

static void checked(work *w)
{
    change *g = (change *)w;
    hub *h = g->hub;
    conn *c = transport_find(h->transport, g->conn);
    const ban *banned = g->good ? person_ban(h, g->who.id, "") : NULL;
    if (g->good)
        give_try_back(g);
    else
        login_try_wrong(h, &g->try);
    if (g->good && !banned)
        address_history_note_alone(h, g->who.id, g->address);
    if (c && banned)
        hub_reply_banned(c, banned);
    else if (c && g->good)
        reply_logged_in(h, c, &g->who, g->device_id);
    else if (c)
        hub_reply_error(c, 403, "WRONG", "name or password is wrong");
    change_end(g);
}

static bool account_read(hub *h, const char *id, identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "person/%s", id);
    return hub_row(h, key, text, sizeof text, &length) == STORE_FOUND &&
           identity_row_read(who, id, text, length);
}

/* The account of that name; all 0 where there is none. */
static void find_account(hub *h, const char *folded, identity *who)
{
    char key[STORE_KEY_MAX], id[64];
    size_t length;
    snprintf(key, sizeof key, "name/%s/", folded);
    if (hub_row(h, key, id, sizeof id, &length) != STORE_FOUND || !account_read(h, id, who))
        *who = (identity){0};
}

/* A stranger gets the same answer for names with and without an account. */
static bool stranger_may(hub *h, conn *c, const char *folded, login_try *t)
{
    if (!folded[0] || login_try_begin(h, c, folded, t))
        return true;
    h->count.limited[HUB_LIMIT_NAMES]++;
    hub_reply_error(c, 429, "TOO_FAST", "too many logins with this name; please wait");
    return false;
}

void account_login(hub *h, conn *c, const fields *f, const device *seen, bool charged)
{
    char name[GAME_NAME_MAX] = "", folded[GAME_NAME_MAX] = "";
    identity who = {0};
    login_try t = {0};
    fields_text(f, 0, "name", name, sizeof name);
    if (identity_account_name_ok(name, folded))
        find_account(h, folded, &who);
    else
        folded[0] = 0;
    const bool known =
        charged && device_knows(h->cookie_key, seen, &who) && login_own_begin(h, seen->id);
    if (charged && !known && !hub_within_limit(h, c, true))
        return; /* the device is known for another account, or has tried too many wrong passwords */
    if (!known && !stranger_may(h, c, folded, &t))
        return;
    change *g = check_new(h, c, &who, known);
    if (!g) { /* no password was tried */
        login_try_give_back(h, &t);
        if (known)
            login_own_right(h, seen->id);
        return;
    }
    g->try = t;
    if (known)
        memcpy(g->own, seen->id, sizeof g->own);
    memcpy(g->device_id, seen->id, sizeof g->device_id);
    g->work.run = check_password;
    g->work.done = checked;
    fields_text(f, 0, "password", g->password, sizeof g->password);
    submit_or_refuse(g);
}

/* ---- Another password ---- */
static void check_and_hash(work *w, unsigned worker)
{
    change *g = (change *)w;
    (void)worker;
    g->good = identity_check_password(g->who.password, g->password) &&
              identity_hash_password(g->next, g->who.password);
}

static void checked_and_hashed(work *w)
{
    change *g = (change *)w;
    char next[IDENTITY_HASH_MAX];
    identity now;
    check_end(g);
    if (!g->good) {
        change_refuse(g, 403, "WRONG", "the present password is wrong");
        return;
    }
    give_try_back(g);
    if (!change_again(g, &now))
        return;
    memcpy(next, g->who.password, sizeof next);
    g->who = now;
    memcpy(g->who.password, next, sizeof next);
    writer_job *j = writer_job_new(renewed, g, "");
    g->who.epoch++; /* all other sessions of the account become void … */
    identity_random_id(g->who.device, sizeof g->who.device, 16); /* … and all known devices */
    change_store(g, j,
                 j && account_put_person(g->hub, j, &now, &g->who) &&
                     person_note_sockets(g->hub, j, g->who.id));
}

void account_password(hub *h, conn *c, const fields *f, identity *who)
{
    char next[IDENTITY_PASSWORD_MAX + 1];
    if (!who->password[0])
        hub_reply_error(c, 409, "NO_ACCOUNT", "you have no account");
    else if (!read_password(f, "next", next))
        hub_reply_error(c, 400, "BAD_PASSWORD", "a password has 8 to 128 bytes");
    else {
        const bool known = login_own_begin(h, who->id);
        change *g = check_new(h, c, who, known);
        if (!g) {
            if (known)
                login_own_right(h, who->id);
            return;
        }
        if (known)
            memcpy(g->own, who->id, sizeof g->own);
        g->answer = answer_with_cookie;
        g->work.run = check_and_hash;
        g->work.done = checked_and_hashed;
        fields_text(f, 0, "password", g->password, sizeof g->password);
        memcpy(g->next, next, sizeof g->next);
        submit_or_refuse(g);
    }
}

/* ---- Logout: of an account everywhere ---- */
static void answer_cleared(change *g, conn *c)
{
    (void)g;
    reply_cleared(c, NULL);
}

static void store_logout(change *g)
{
    writer_job *j = writer_job_new(renewed, g, "");
    identity next = g->who;
    next.epoch++;
    change_store(g, j,
                 j && account_put_person(g->hub, j, &g->who, &next) &&
                     person_note_sockets(g->hub, j, g->who.id));
}

/* Another node has changed the account. If all cookies are void by that, nothing is left to do. */
static void logout_again(change *g)
{
    hub *h = g->hub;
    identity now = {.epoch = g->who.epoch};
    memcpy(now.id, g->who.id, sizeof now.id);
    if (person_identify(h, &now) && ++g->tries < LOGOUT_TRIES) {
        g->who = now;
        store_logout(g);
        return;
    }
    conn *c = transport_find(h->transport, g->conn);
    if (g->tries == LOGOUT_TRIES || store_is_away(h->store)) {
        refuse_conflict(g);
        return;
    }
    if (c)
        g->answer(g, c);
    change_end(g);
}

void account_logout(hub *h, conn *c, const fields *f, identity *who)
{
    (void)f;
    if (!who->password[0]) {
        reply_cleared(c, NULL);
        return;
    }
    change *g = change_new(h, c, who, answer_cleared);
    if (!g)
        return;
    g->conflict = logout_again;
    store_logout(g);
}

/* ---- One-time links ---- */
static void link_key(const char *token, char key[STORE_KEY_MAX])
{
    uint8_t sum[crypto_hash_sha256_BYTES];
    char hex[2 * sizeof sum + 1];
    crypto_hash_sha256(sum, (const uint8_t *)token, strlen(token));
    sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
    snprintf(key, STORE_KEY_MAX, "link/%s", hex);
}

static void answer_link(change *g, conn *c)
{
    char room[128];
    buf b = buf_on(room, sizeof room);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "token", g->link);
    json_write_object_end(&w);
    hub_reply_json(c, 200, &b, NULL);
}

/* The token is shown once; only its hash is kept. Like a cookie it is void when the epoch has
 * grown: links made before a logout no longer work. */
void account_link(hub *h, conn *c, const fields *f, identity *who)
{
    char key[STORE_KEY_MAX], text[128];
    bool is_new = false;
    (void)f;
    change *g = change_new(h, c, who, answer_link);
    writer_job *j = g ? writer_job_new(change_stored, g, "") : NULL;
    if (!g)
        return;
    identity_random_id(g->link, sizeof g->link, LINK_BYTES);
    link_key(g->link, key);
    const int n = snprintf(text, sizeof text,
                           "{\"person\":\"%s\",\"until\":%" PRIu64 ",\"epoch\":%" PRIu32 "}",
                           who->id, hub_wall_ms() / 1000 + LINK_LIFE_S, who->epoch);
    const bool good =
        j && writer_job_put(j, key, 0, text, (size_t)n) && account_guard_person(h, j, who, &is_new);
    change_store(g, j, good && (!is_new || account_put_person(h, j, who, who)));
}

/* ---- Links that nobody has used ---- */
typedef struct old_links {
    hub *hub;
    writer_job *job;
    uint64_t now_s;
} old_links;

static void submit_links(old_links *o)
{
    if (o->job)
        writer_submit(o->hub->writer, o->job);
    o->job = NULL;
}

static bool take_link(void *context, const store_row *row)
{
    old_links *o = context;
    fields f;
    int64_t until = 0;
    if (row->intact && fields_parse(&f, row->data, row->length) &&
        fields_number(&f, 0, "until", 0, INT64_MAX, &until) && (uint64_t)until >= o->now_s)
        return true;
    if (!o->job)
        o->job = writer_job_new(NULL, NULL, "");
    if (o->job && writer_job_drop(o->job, row->key, 0) && o->job->count == WRITER_JOB_OPS_MAX)
        submit_links(o);
    return true;
}

void account_drop_old_links(hub *h)
{
    char error[STORE_ERROR_MAX];
    old_links o = {.hub = h, .now_s = hub_wall_ms() / 1000};
    store_scan(h->store, "link/", take_link, &o, error);
    submit_links(&o);
}

static const char LINK_WRONG[] = "this link was used already or is too old";

/* Somebody used it at another node, or it was made void there. */
static void link_conflict(change *g)
{
    change_refuse(g, 403, "WRONG", LINK_WRONG);
}

void account_use_link(hub *h, conn *c, const fields *f, identity *who)
{
    char token[64] = "", key[STORE_KEY_MAX], text[128], id[GAME_PERSON_MAX];
    bool is_new;
    size_t length;
    int64_t until = 0, epoch = -1;
    fields row;
    fields_text(f, 0, "token", token, sizeof token);
    link_key(token, key);
    if (hub_row(h, key, text, sizeof text, &length) != STORE_FOUND ||
        !fields_parse(&row, text, length) || !fields_text(&row, 0, "person", id, sizeof id) ||
        !fields_number(&row, 0, "until", 0, INT64_MAX, &until) ||
        !fields_number(&row, 0, "epoch", 0, UINT32_MAX, &epoch) ||
        (uint64_t)until < hub_wall_ms() / 1000 || !account_read(h, id, who) ||
        who->epoch != (uint32_t)epoch) {
        hub_reply_error(c, 403, "WRONG", LINK_WRONG);
        return;
    }
    const ban *banned = person_ban(h, who->id, "");
    if (banned) {
        hub_reply_banned(c, banned);
        return;
    }
    change *g = change_new(h, c, who, answer_with_cookie);
    writer_job *j = g ? writer_job_new(change_stored, g, "") : NULL;
    if (!g)
        return;
    g->conflict = link_conflict;
    const bool good = j && writer_job_guard(j, key, 0, text, length) &&
                      writer_job_drop(j, key, 0) && account_guard_person(h, j, who, &is_new);
    if (good)
        address_history_note(h, j, who->id, g->address);
    change_store(g, j, good);
}

/* ---- Deletion ---- */
/* A person who is out of a game no longer takes part in it. */
static bool plays_at(const game *g, const char *person_id)
{
    const unsigned seat = game_seat_of(g, person_id);
    return g->phase != GAME_OVER && seat != AZJ_NOBODY && !g->seat[seat].out;
}

/* Games that are not loaded count too. */
bool account_is_playing(hub *h, const char *person_id)
{
    size_t count;
    seat_row *own = person_tables(h, person_id, SIZE_MAX, &count);
    bool plays = false;
    for (size_t i = 0; i < count && !plays && own[i].seated && !own[i].over_ms; i++) {
        live_table *table;
        const table_found found = table_get(h, own[i].table, &table);
        plays = found == TABLE_FULL || found == TABLE_AWAY ||
                (found == TABLE_FOUND && plays_at(&table->game, person_id));
    }
    free(own);
    return plays;
}

void account_delete(hub *h, conn *c, const fields *f, identity *who)
{
    bool sure = false;
    fields_flag(f, 0, "sure", &sure);
    if (!sure)
        hub_reply_error(c, 400, "NOT_SURE", "say \"sure\": true");
    else if (account_is_playing(h, who->id))
        hub_reply_error(c, 409, "PLAYING", "finish or resign your games first");
    else
        account_forget(h, c, who);
}
