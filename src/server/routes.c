/* routes.c - HTTP: the page, health, metrics, records, and the requests about accounts.
 *
 * What changes anything is a POST with a JSON body and an Origin of our own: a foreign page can
 * send neither without asking the browser first, and the browser would ask us.
 */
#include "server/routes.h"
#include "server/account.h"
#include "server/address.h"
#include "server/admin.h"
#include "server/host.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/logins.h"
#include "server/session.h"
#include "server/shared_limits.h"

#include <stdio.h>
#include <string.h>

enum {
    NEEDS_PERSON = 1,
    IS_LOGIN = 2, /* requests of an account, or that may lead to one, have the smaller limit */
    NOT_BANNED = 4,
    HASHES = 8 /* a wrong password costs a hash, so it also counts against the address */
};

/* A banned person may still manage the account: leave it, export its data, delete it. */
static const struct {
    const char *path;
    account_request *run; /* NULL: account_login, which looks at the device first */
    unsigned how;
} posts[] = {
    {"/api/session", account_session, NOT_BANNED},
    {"/api/account", account_make, NEEDS_PERSON | IS_LOGIN | NOT_BANNED},
    {"/api/login", NULL, NOT_BANNED},
    {"/api/password", account_password, NEEDS_PERSON | IS_LOGIN | HASHES},
    {"/api/logout", account_logout, NEEDS_PERSON},
    {"/api/link", account_link, NEEDS_PERSON | IS_LOGIN | NOT_BANNED},
    {"/api/login-link", account_use_link, IS_LOGIN | NOT_BANNED},
    {"/api/delete", account_delete, NEEDS_PERSON},
};

enum { POSTS_NB = sizeof posts / sizeof *posts };

void hub_reply_cookies(conn *c, int status, const buf *b, const char *cookie, const char *known)
{
    if (b->length >= b->size) {
        hub_reply_error(c, 500, "TOO_LONG", "the answer would be too long");
        return;
    }
    transport_reply(c, &(http_reply){.status = status,
                                     .type = "application/json",
                                     .body = b->at,
                                     .length = b->length,
                                     .cookie = cookie,
                                     .device = known});
}

void hub_reply_json(conn *c, int status, const buf *b, const char *cookie)
{
    hub_reply_cookies(c, status, b, cookie, NULL);
}

void hub_reply_error(conn *c, int status, const char *code, const char *text)
{
    char room[1024];
    buf b = buf_on(room, sizeof room);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "code", code);
    json_write_string(&w, "text", text);
    json_write_object_end(&w);
    hub_reply_json(c, status, &b, NULL);
}

void hub_reply_banned(conn *c, const ban *found)
{
    char room[2048], text[BAN_REASON_MAX + 64];
    buf b = buf_on(room, sizeof room);
    snprintf(text, sizeof text, "you are banned from this server%s%s", found->reason[0] ? ": " : "",
             found->reason);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "code", "BANNED");
    json_write_string(&w, "text", text);
    json_write_number(&w, "until", (int64_t)found->until_ms);
    json_write_object_end(&w);
    hub_reply_json(c, 403, &b, NULL);
}

/* Finds out who asks. False: the store cannot be read now. Without this answer a known person would
 * get a new cookie, and with it another identity. */
static bool identify(hub *h, const http_request *q, identity *who)
{
    if (!identity_from_cookies(h->cookie_key, q->cookie, hub_wall_ms() / 1000, who) ||
        !person_identify(h, who))
        memset(who, 0, sizeof *who);
    return !store_is_away(h->store);
}

static void refuse_away(conn *c)
{
    hub_reply_error(c, 503, "BUSY", "the store cannot be reached; please try again");
}

static bool take_login(hub *h, conn *c)
{
    address *a = address_get(h, c);
    if (!bucket_take(&a->logins, h->config.logins_per_minute, hub_now_ms() / 60))
        return false;
    limit_used(h, SHARED_LOGINS, conn_address(c));
    return true;
}

bool hub_within_limit(hub *h, conn *c, bool is_login)
{
    address *a = address_get(h, c);
    hub_limit limit = HUB_LIMIT_REQUESTS;
    if (bucket_take(&a->requests, h->config.requests_per_second, hub_now_ms())) {
        if (!is_login || take_login(h, c))
            return true;
        limit = HUB_LIMIT_LOGINS;
    }
    h->count.limited[limit]++;
    hub_reply_error(c, 429, "TOO_FAST", "too many requests");
    return false;
}

/* If an account's own session asks, the account's limit counts, so that people who share the
 * address cannot use it up. */
static bool may_log_in(hub *h, conn *c, const identity *who, bool hashes)
{
    const bool is_own = who->password[0] != 0;
    if ((!is_own || login_own_take(h, who->id)) && ((is_own && !hashes) || take_login(h, c)))
        return true;
    h->count.limited[HUB_LIMIT_LOGINS]++;
    hub_reply_error(c, 429, "TOO_FAST", "too many requests");
    return false;
}

typedef struct login_from {
    device device; /* the device that the request names */
    bool charged;  /* it was counted against the device's limit and not against the address's */
} login_from;

/* A try of a known device counts against its own limit, so that others at the same address do not
 * matter; every other login counts against the address's. */
static bool login_within_limit(hub *h, conn *c, const http_request *q, login_from *from)
{
    from->charged =
        device_from_cookies(h->cookie_key, q->cookie, hub_wall_ms() / 1000, &from->device) &&
        login_own_take(h, from->device.id);
    return from->charged || hub_within_limit(h, c, true);
}

static void run_post(hub *h, conn *c, const http_request *q, const fields *f, size_t i,
                     const login_from *from)
{
    identity who;
    if (!identify(h, q, &who)) {
        refuse_away(c);
        return;
    }
    const ban *banned = posts[i].how & NOT_BANNED ? person_ban(h, who.id, conn_address(c)) : NULL;
    if (banned)
        hub_reply_banned(c, banned);
    else if ((posts[i].how & NEEDS_PERSON) && !who.id[0])
        hub_reply_error(c, 401, "NO_SESSION", "start a session first");
    else if ((posts[i].how & IS_LOGIN) && !may_log_in(h, c, &who, (posts[i].how & HASHES) != 0))
        return;
    else if (posts[i].run)
        posts[i].run(h, c, f, &who);
    else
        account_login(h, c, f, &from->device, from->charged);
}

static void post(hub *h, conn *c, const http_request *q)
{
    fields f;
    login_from from = {0};
    size_t i = 0;
    while (i < POSTS_NB && strcmp(q->path, posts[i].path) != 0)
        i++;
    const bool is_login = i < POSTS_NB && !posts[i].run;
    if (!(is_login ? login_within_limit(h, c, q, &from) : hub_within_limit(h, c, false)))
        return;
    if (!identity_same_origin(q->origin, q->host, h->config.origin))
        hub_reply_error(c, 403, "ORIGIN", "this request came from another site");
    else if (strncmp(q->type, "application/json", 16) != 0 ||
             !fields_parse(&f, q->body, q->body_length))
        hub_reply_error(c, 400, "NOT_UNDERSTOOD", "the body must be one JSON object");
    else if (i == POSTS_NB)
        hub_reply_error(c, 404, "NOT_FOUND", "there is nothing here");
    else
        run_post(h, c, q, &f, i, &from);
}

static bool is_local(const conn *c)
{
    const char *a = conn_peer(c);
    return strncmp(a, "127.", 4) == 0 || strcmp(a, "::1") == 0;
}

/* One of the addresses in the setting proxy-from. */
static bool is_proxy_elsewhere(const hub *h, const conn *c)
{
    char list[CONFIG_TEXT_MAX], *rest = NULL;
    cidr peer, range;
    if (!h->config.proxy_from[0] || !cidr_parse(conn_peer(c), &peer))
        return false;
    snprintf(list, sizeof list, "%s", h->config.proxy_from);
    for (char *at = strtok_r(list, ", ", &rest); at; at = strtok_r(NULL, ", ", &rest))
        if (cidr_parse(at, &range) && cidr_contains(&range, &peer))
            return true;
    return false;
}

/* For each request anew, because a proxy may share a connection among its clients. */
void hub_read_forwarded_for(hub *h, conn *c, const http_request *q)
{
    if (!h->config.proxy || !(is_local(c) || is_proxy_elsewhere(h, c)))
        return;
    char from[ADDRESS_MAX];
    address_forwarded(q->forwarded_for, from);
    conn_set_address(c, from);
}

/* ---- Host ---- */
/* Monitoring on this machine asks by its address. */
static bool is_health(const char *path)
{
    return strcmp(path, "/healthz") == 0 || strcmp(path, "/readyz") == 0 ||
           strcmp(path, "/metrics") == 0;
}

/* A browser always sends Host, so HTTP/1.0 without it comes from no browser. */
bool hub_knows_host(const hub *h, const http_request *q)
{
    const bool direct = !q->host[0] || host_is_direct(q->host);
    if (!h->config.origin[0])
        return direct || host_is_private(q->host);
    return (direct && is_health(q->path)) || host_is_of_origin(q->host, h->config.origin);
}

static void refuse_host(hub *h, conn *c, const http_request *q)
{
    const bool is_api = strncmp(q->path, "/api/", 5) == 0;
    const char *end = is_api ? "" : "\n";
    char text[768];
    if (h->config.origin[0])
        snprintf(text, sizeof text, "this server is at %.255s and not at \"%.255s\"%s",
                 h->config.origin, q->host, end);
    else
        snprintf(
            text, sizeof text,
            "this server does not know the name \"%.255s\": if it is right, set --origin to the "
            "page's address, like https://azul.example%s",
            q->host, end);
    if (is_api)
        hub_reply_error(c, 421, "HOST", text);
    else
        http_text(c, 421, text);
}

static void ready(hub *h, conn *c)
{
    if (h->stop_ms || !h->store_ok || store_is_away(h->store))
        http_text(c, 503, h->stop_ms ? "stopping\n" : "the store failed\n");
    else
        http_text(c, 200, "ready\n");
}

static void api_get(hub *h, conn *c, const http_request *q)
{
    static const char tables[] = "/api/record/";
    identity who;
    const bool known = identify(h, q, &who);
    if (!hub_within_limit(h, c, false))
        return;
    if (!known)
        refuse_away(c);
    else if (strncmp(q->path, tables, sizeof tables - 1) == 0)
        record_reply(h, c, q->path + sizeof tables - 1, &who);
    else if (strcmp(q->path, "/api/export") == 0 && who.id[0])
        account_export(h, c, &who);
    else
        hub_reply_error(c, 404, "NOT_FOUND", "there is nothing here");
}

void routes_handle(void *context, conn *c, const http_request *q)
{
    hub *h = context;
    if (conn_is_admin(c)) {
        admin_http(h, c, q);
        return;
    }
    h->count.http++;
    hub_read_forwarded_for(h, c, q);
    if (!hub_knows_host(h, q))
        refuse_host(h, c, q);
    else if (strcmp(q->method, "POST") == 0)
        post(h, c, q);
    else if (strcmp(q->method, "GET") == 0 && strncmp(q->path, "/api/", 5) == 0)
        api_get(h, c, q);
    else if (strcmp(q->path, "/healthz") == 0)
        http_text(c, 200, "alive\n");
    else if (strcmp(q->path, "/readyz") == 0)
        ready(h, c);
    else if (strcmp(q->path, "/metrics") == 0 &&
             (h->config.metrics_public || (is_local(c) && !q->forwarded_for[0])))
        metrics_reply(h, c);
    else
        http_static(c, q);
}
