/* accounts.c - sessions and accounts over HTTP: guest, account, login, one-time link, logout,
 * export, deletion.
 *
 * Passwords are hashed on a worker's thread. Changes of accounts go one at a time (account_busy),
 * so that two requests can take neither the same name nor the same link.
 */
#include "server/hub.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINK_LIFE_S = 86400, LINK_BYTES = 24 };

/* ---- Answers ----------------------------------------------------------------------------------
 */
static void reply_person(hub *h, conn *c, const identity *who, bool with_cookie)
{
    char room[512], cookie[IDENTITY_COOKIE_MAX];
    buf b = buf_on(room, sizeof room);
    buf_char(&b, '{');
    fields_put_text(&b, "person", who->id);
    fields_put_text(&b, "name", who->name);
    fields_put_flag(&b, "account", who->password[0] != 0);
    buf_char(&b, '}');
    identity_cookie(h->cookie_key, who, hub_wall_ms() / 1000, h->config.secure_cookie, cookie,
                    sizeof cookie);
    hub_reply_json(c, 200, &b, with_cookie ? cookie : NULL);
}

static void reply_cleared(conn *c)
{
    char text[] = "{}";
    const buf b = {text, sizeof text, 2};
    hub_reply_json(c, 200, &b, "azulejo=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
}

void account_session(hub *h, conn *c, const fields *f, identity *who)
{
    (void)f;
    const bool is_new = !who->id[0];
    if (is_new) {
        *who = (identity){.name = "Guest"};
        identity_random_id(who->id, sizeof who->id, 16);
    }
    reply_person(h, c, who, is_new);
}

/* ---- Changes: stored first, answered then ------------------------------------------------------
 */
typedef struct change {
    work work; /* hashing comes first, where there is a password */
    hub *hub;
    uint64_t conn;
    identity who;
    char folded[GAME_NAME_MAX];
    char password[IDENTITY_PASSWORD_MAX + 1];
    char link[LINK_BYTES * 2];
    bool good;
    void (*answer)(struct change *g, conn *c);
} change;

static change *change_new(hub *h, conn *c, const identity *who, void (*answer)(change *, conn *))
{
    change *g = h->account_busy ? NULL : calloc(1, sizeof *g);
    if (!g) {
        hub_reply_error(c, 503, "BUSY", "please try again");
        return NULL;
    }
    g->hub = h;
    g->conn = conn_id(c);
    g->who = *who;
    g->answer = answer;
    h->account_busy = true;
    return g;
}

static void change_end(change *g)
{
    g->hub->account_busy = false;
    sodium_memzero(g->password, sizeof g->password);
    free(g);
}

static void change_stored(void *context, writer_job *job)
{
    change *g = context;
    conn *c = transport_find(g->hub->transport, g->conn);
    if (c && !job->stored)
        hub_reply_error(c, 503, "NOT_STORED", "the server could not store this");
    else if (c)
        g->answer(g, c);
    change_end(g);
}

static bool put_person(writer_job *j, const identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    snprintf(key, sizeof key, "person/%s", who->id);
    return writer_job_put(j, key, 0, text, identity_row_write(who, text, sizeof text));
}

static void change_store(change *g, writer_job *j, bool good)
{
    if (good) {
        writer_submit(g->hub->writer, j);
        return;
    }
    conn *c = transport_find(g->hub->transport, g->conn);
    if (c)
        hub_reply_error(c, 503, "BUSY", "please try again");
    writer_job_free(j);
    change_end(g);
}

static void answer_with_cookie(change *g, conn *c)
{
    reply_person(g->hub, c, &g->who, true);
}

/* ---- Making an account ------------------------------------------------------------------------
 */
static bool name_taken(hub *h, const char *folded)
{
    char key[STORE_KEY_MAX], text[64];
    size_t length;
    snprintf(key, sizeof key, "name/%s/", folded);
    return store_get(h->store, key, 0, text, sizeof text, &length);
}

static void hash(work *w, unsigned worker)
{
    change *g = (change *)w;
    (void)worker;
    g->good = identity_hash_password(g->password, g->who.password);
}

static void hashed(work *w)
{
    change *g = (change *)w;
    char key[STORE_KEY_MAX];
    writer_job *j = g->good ? writer_job_new(change_stored, g, "") : NULL;
    snprintf(key, sizeof key, "name/%s/", g->folded);
    g->who.epoch++; /* the guest's cookie ends here: nobody can have fixed it before */
    change_store(g, j,
                 j && put_person(j, &g->who) &&
                     writer_job_put(j, key, 0, g->who.id, strlen(g->who.id)));
}

static bool read_password(const fields *f, char password[IDENTITY_PASSWORD_MAX + 1])
{
    return fields_text(f, 0, "password", password, IDENTITY_PASSWORD_MAX + 1) &&
           strlen(password) >= IDENTITY_PASSWORD_MIN;
}

static void submit_or_refuse(change *g, conn *c)
{
    if (workers_submit(g->hub->workers, &g->work))
        return;
    hub_reply_error(c, 503, "BUSY", "please try again");
    change_end(g);
}

void account_make(hub *h, conn *c, const fields *f, identity *who)
{
    char name[GAME_NAME_MAX] = "", folded[GAME_NAME_MAX], password[IDENTITY_PASSWORD_MAX + 1];
    fields_text(f, 0, "name", name, sizeof name);
    if (who->password[0])
        hub_reply_error(c, 409, "HAS_ACCOUNT", "you already have an account");
    else if (!identity_account_name_ok(name, folded))
        hub_reply_error(c, 400, "BAD_NAME", "a name is 2 to 24 letters, digits, - or _");
    else if (!read_password(f, password))
        hub_reply_error(c, 400, "BAD_PASSWORD", "a password has 8 to 128 bytes");
    else if (name_taken(h, folded))
        hub_reply_error(c, 409, "NAME_TAKEN", "somebody has that name");
    else {
        change *g = change_new(h, c, who, answer_with_cookie);
        if (!g)
            return;
        g->work.run = hash;
        g->work.done = hashed;
        memcpy(g->password, password, sizeof g->password);
        memcpy(g->folded, folded, sizeof g->folded);
        memcpy(g->who.name, name, sizeof g->who.name);
        submit_or_refuse(g, c);
    }
}

/* ---- Login ------------------------------------------------------------------------------------
 */
static void check(work *w, unsigned worker)
{
    change *g = (change *)w;
    char unused[IDENTITY_HASH_MAX];
    (void)worker;
    if (g->who.password[0])
        g->good = identity_check_password(g->who.password, g->password);
    else
        identity_hash_password(g->password,
                               unused); /* no name shall be told by the time it takes */
}

static void checked(work *w)
{
    change *g = (change *)w;
    conn *c = transport_find(g->hub->transport, g->conn);
    if (c && g->good)
        reply_person(g->hub, c, &g->who, true);
    else if (c)
        hub_reply_error(c, 403, "WRONG", "name or password is wrong");
    change_end(g);
}

static bool read_person(hub *h, const char *id, identity *who)
{
    char key[STORE_KEY_MAX], text[IDENTITY_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "person/%s", id);
    return store_get(h->store, key, 0, text, sizeof text, &length) &&
           identity_row_read(who, id, text, length);
}

void account_login(hub *h, conn *c, const fields *f, identity *who)
{
    char name[GAME_NAME_MAX] = "", folded[GAME_NAME_MAX], key[STORE_KEY_MAX], id[64];
    size_t length;
    *who = (identity){0};
    fields_text(f, 0, "name", name, sizeof name);
    if (identity_account_name_ok(name, folded)) {
        snprintf(key, sizeof key, "name/%s/", folded);
        if (store_get(h->store, key, 0, id, sizeof id, &length) && !read_person(h, id, who))
            *who = (identity){0};
    }
    change *g = change_new(h, c, who, NULL);
    if (!g)
        return;
    g->work.run = check;
    g->work.done = checked;
    fields_text(f, 0, "password", g->password, sizeof g->password);
    submit_or_refuse(g, c);
}

/* ---- Logout: of an account everywhere ----------------------------------------------------------
 */
static void answer_cleared(change *g, conn *c)
{
    (void)g;
    reply_cleared(c);
}

void account_logout(hub *h, conn *c, const fields *f, identity *who)
{
    (void)f;
    if (!who->password[0]) {
        reply_cleared(c);
        return;
    }
    who->epoch++;
    change *g = change_new(h, c, who, answer_cleared);
    writer_job *j = g ? writer_job_new(change_stored, g, "") : NULL;
    if (g)
        change_store(g, j, j && put_person(j, who));
}

/* ---- One-time links ---------------------------------------------------------------------------
 */
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
    buf_char(&b, '{');
    fields_put_text(&b, "token", g->link);
    buf_char(&b, '}');
    hub_reply_json(c, 200, &b, NULL);
}

/* The token is shown once; only its hash is kept. */
void account_link(hub *h, conn *c, const fields *f, identity *who)
{
    char key[STORE_KEY_MAX], text[96];
    (void)f;
    change *g = change_new(h, c, who, answer_link);
    writer_job *j = g ? writer_job_new(change_stored, g, "") : NULL;
    if (!g)
        return;
    identity_random_id(g->link, sizeof g->link, LINK_BYTES);
    link_key(g->link, key);
    const int n = snprintf(text, sizeof text, "{\"person\":\"%s\",\"until\":%" PRIu64 "}", who->id,
                           hub_wall_ms() / 1000 + LINK_LIFE_S);
    change_store(g, j, j && put_person(j, who) && writer_job_put(j, key, 0, text, (size_t)n));
}

void account_use_link(hub *h, conn *c, const fields *f, identity *who)
{
    char token[64] = "", key[STORE_KEY_MAX], text[128], id[GAME_PERSON_MAX];
    size_t length;
    int64_t until = 0;
    fields row;
    fields_text(f, 0, "token", token, sizeof token);
    link_key(token, key);
    if (!store_get(h->store, key, 0, text, sizeof text, &length) ||
        !fields_parse(&row, text, length) || !fields_text(&row, 0, "person", id, sizeof id) ||
        !fields_number(&row, 0, "until", 0, INT64_MAX, &until) ||
        (uint64_t)until < hub_wall_ms() / 1000 || !read_person(h, id, who)) {
        hub_reply_error(c, 403, "WRONG", "this link was used already or is too old");
        return;
    }
    change *g = change_new(h, c, who, answer_with_cookie);
    writer_job *j = g ? writer_job_new(change_stored, g, "") : NULL;
    if (g)
        change_store(g, j, j && writer_job_drop(j, key, 0));
}

/* ---- Export and deletion ----------------------------------------------------------------------
 */
typedef struct seats {
    buf *b;
    size_t skip;
    unsigned count;
    char id[HUB_LIST_MAX][GAME_ID_MAX];
} seats;

static bool take_seat(void *context, const store_row *row)
{
    seats *s = context;
    snprintf(s->id[s->count++], GAME_ID_MAX, "%.15s", row->key + s->skip);
    return s->count < HUB_LIST_MAX;
}

static void find_seats(hub *h, const char *person_id, seats *s)
{
    char prefix[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    snprintf(prefix, sizeof prefix, "seat/%s/", person_id);
    s->skip = strlen(prefix);
    s->count = 0;
    store_scan(h->store, prefix, take_seat, s, error);
}

void account_export(hub *h, conn *c, const fields *f, identity *who)
{
    seats s = {0};
    (void)f;
    find_seats(h, who->id, &s);
    buf b = hub_buffer(h);
    buf_char(&b, '{');
    fields_put_text(&b, "person", who->id);
    fields_put_text(&b, "name", who->name);
    fields_put_flag(&b, "account", who->password[0] != 0);
    fields_key(&b, "tables");
    buf_char(&b, '[');
    for (unsigned i = 0; i < s.count; i++) {
        if (i)
            buf_char(&b, ',');
        buf_json_string(&b, s.id[i], strlen(s.id[i]));
    }
    buf_text(&b, "]}");
    hub_reply_json(c, 200, &b, NULL);
}

/* The person's id and name leave the events in which they sat down; the games stay. */
static bool forget_table(hub *h, writer_job *j, const char *id, const char *person_id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    desk *d;
    snprintf(key, sizeof key, "seat/%s/%s", person_id, id);
    if (!writer_job_drop(j, key, 0))
        return false;
    if (desk_get(h, id, &d) != DESK_FOUND)
        return true;
    snprintf(key, sizeof key, "event/%s", id);
    for (uint32_t i = 0; i < d->game.n; i++) {
        game_event *e = &d->game.events[i];
        const size_t n = strlen(person_id);
        if (e->kind != GAME_SIT || strncmp(e->text, person_id, n) != 0 || e->text[n] != ' ')
            continue;
        snprintf(e->text, sizeof e->text, "- -");
        if (!writer_job_put(j, key, e->n, text, game_event_write(e, text, sizeof text)))
            return false;
    }
    const unsigned seat = game_seat_of(&d->game, person_id);
    if (seat != AZJ_NOBODY) {
        snprintf(d->game.seat[seat].person, GAME_PERSON_MAX, "-");
        snprintf(d->game.seat[seat].name, GAME_NAME_MAX, "-");
    }
    return true;
}

static void delete_rest(change *g);

static void part_deleted(void *context, writer_job *job)
{
    change *g = context;
    if (job->stored) {
        delete_rest(g);
        return;
    }
    conn *c = transport_find(g->hub->transport, g->conn);
    if (c)
        hub_reply_error(c, 503, "NOT_STORED", "the server could not store this");
    change_end(g);
}

/* A few tables at a time; the person and the name go last, so that nothing is left behind. */
static void delete_rest(change *g)
{
    char key[STORE_KEY_MAX];
    seats s = {0};
    find_seats(g->hub, g->who.id, &s);
    const bool last = s.count <= 4;
    writer_job *j = writer_job_new(last ? change_stored : part_deleted, g, "");
    bool good = j != NULL;
    for (unsigned i = 0; good && i < s.count && i < 4; i++)
        good = forget_table(g->hub, j, s.id[i], g->who.id);
    if (good && last) {
        snprintf(key, sizeof key, "person/%s", g->who.id);
        good = writer_job_drop(j, key, 0);
        snprintf(key, sizeof key, "name/%s/", g->folded);
        good = good && (!g->folded[0] || writer_job_drop(j, key, 0));
    }
    change_store(g, j, good);
}

void account_delete(hub *h, conn *c, const fields *f, identity *who)
{
    bool sure = false;
    const person *p = map_get(&h->persons, who->id);
    fields_flag(f, 0, "sure", &sure);
    if (!sure)
        hub_reply_error(c, 400, "NOT_SURE", "say \"sure\": true");
    else if (p && p->games)
        hub_reply_error(c, 409, "PLAYING", "finish or resign your games first");
    else {
        change *g = change_new(h, c, who, answer_cleared);
        if (!g)
            return;
        if (who->password[0])
            identity_account_name_ok(who->name, g->folded);
        delete_rest(g);
    }
}
