/* hub.c - making the hub, the turn of the loop, and the end. */
#include "server/hub.h"
#include "server/account.h"
#include "server/bots_away.h"
#include "server/routes.h"
#include "server/session.h"

#include "base/clock.h"
#include "server/address_history.h"
#include "server/admin.h"
#include "server/log.h"
#include "server/migrate.h"
#include "server/space.h"
#include "server/store_copy.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    TICK_MS = 200,
    SECOND_MS = 1000,
    MINUTE_MS = 60000,
    HOUR_MS = 3600000,
    GOODBYE_MS = 500,
    PROBE_MS = 2000,      /* between two tries, while the store fails */
    HTTP_PER_ADDRESS = 32 /* connections beside the sockets */
};

uint64_t hub_now_ms(void)
{
    return clock_mono_ms() + 1; /* never 0, which means "not" */
}

uint64_t hub_now_us(void)
{
    return clock_mono_us();
}

uint64_t hub_wall_ms(void)
{
    return (uint64_t)clock_wall_ms();
}

/* ---- When nothing can be stored ---- */
static void probed(void *context, writer_job *job)
{
    hub *h = context;
    h->probing = false;
    if (job->stored)
        hub_store_worked(h);
}

/* Tries the store again even if nobody plays, so that the server notices when the disc works again.
 * */
static void probe_store(hub *h, uint64_t now)
{
    if (h->store_ok || h->probing || now - h->probe_ms < PROBE_MS)
        return;
    writer_job *j = writer_job_new(probed, h, "");
    h->probe_ms = now;
    h->probing = j && writer_job_put(j, "meta/probe", 0, "{}", 2);
    writer_submit_if(h->writer, j, h->probing);
}

/* ---- Opening ---- */
/* ~/.local/share/azulejo/azulejo.db by default. */
bool hub_default_path(char *path, size_t size)
{
    const char *base = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (base && base[0])
        n = snprintf(path, size, "%s", base);
    else
        n = snprintf(path, size, "%s/.local/share", home && home[0] ? home : ".");
    if (n < 0 || (size_t)n + 32 > size)
        return false;
    for (char *at = path + 1; at <= path + n; at++)
        if (*at == '/' || !*at) {
            const char kept = *at;
            *at = 0;
            mkdir(path, 0700);
            *at = kept;
        }
    snprintf(path + n, size - (size_t)n, "/azulejo");
    mkdir(path, 0700);
    snprintf(path + n, size - (size_t)n, "/azulejo/azulejo.db");
    return true;
}

static bool open_file(hub *h, const char *path, char error[CONFIG_ERROR_MAX])
{
    const store_options options = {.durable = h->config.durable,
                                   .accept_loss = h->config.accept_loss,
                                   .needs_host = &h->needs_host};
    h->store = store_open_sqlite(path, &options, error);
    return h->store != NULL;
}

/* A file of an older version is brought up to date on a copy; one of a newer version is refused. */
static bool open_format(hub *h, const char *path, char error[CONFIG_ERROR_MAX])
{
    char kept[1200] = "", real[PATH_MAX];
    const unsigned format = migrate_format(h->store);
    if (format == FORMAT_NEWEST)
        return true;
    if (format == 0)
        return migrate_begin(h->store, error);
    if (format > FORMAT_NEWEST) {
        h->needs_host = true;
        snprintf(error, CONFIG_ERROR_MAX,
                 "%.300s has format %u, which a newer azulejo made; this one reads formats 1 to %d",
                 path, format, FORMAT_NEWEST);
        return false;
    }
    if (!realpath(path, real)) /* the file itself, not a link to it */
        snprintf(real, sizeof real, "%s", path);
    log_event(LOG_INFO, "migrating", "file=\"%s\" format=%u to=%d", path, format, FORMAT_NEWEST);
    store_close(h->store);
    h->store = NULL;
    if (!migrate_file(real, kept, sizeof kept, error))
        return false;
    log_event(LOG_INFO, "migrated", "old-file=\"%s\"", kept);
    return open_file(h, path, error);
}

static bool is_complete(hub *h, char error[CONFIG_ERROR_MAX])
{
    if (!store_copy_is_partial(h->store))
        return true;
    h->needs_host = true;
    snprintf(error, CONFIG_ERROR_MAX,
             "this is a copy that is not complete: give the same `azulejo store copy` again");
    return false;
}

/* A database that other nodes use cannot be brought up to date under them: it is done on a file. */
static bool refuse_format(hub *h, unsigned format, char error[CONFIG_ERROR_MAX])
{
    h->needs_host = true;
    if (format > FORMAT_NEWEST)
        snprintf(error, CONFIG_ERROR_MAX,
                 "the database has data of format %u, which a newer azulejo made; this one reads "
                 "formats 1 to %d",
                 format, FORMAT_NEWEST);
    else
        snprintf(error, CONFIG_ERROR_MAX,
                 "the database has data of format %u; this azulejo needs %d. Stop all nodes, copy "
                 "the database to a file (azulejo store copy URL FILE), start azulejo with the "
                 "file, which brings it up to date, stop it, and copy the file to a new, empty "
                 "database (azulejo store copy FILE URL)",
                 format, FORMAT_NEWEST);
    return false;
}

static bool open_shared(hub *h, char error[CONFIG_ERROR_MAX])
{
    const store_options options = {.durable = h->config.durable};
    h->store = store_open_postgres(h->config.store, &options, error);
    if (!h->store)
        return false;
    if (!is_complete(h, error))
        return false;
    const unsigned format = migrate_format(h->store);
    if (store_is_away(h->store)) {
        snprintf(error, CONFIG_ERROR_MAX, "the store cannot be reached");
        return false;
    }
    log_event(LOG_INFO, "store", "postgresql=1 durable=%u", h->config.durable);
    if (format == FORMAT_NEWEST)
        return true;
    if (format == 0)
        return migrate_begin(h->store, error);
    return refuse_format(h, format, error);
}

static bool open_store(hub *h, char error[CONFIG_ERROR_MAX])
{
    char path[CONFIG_TEXT_MAX];
    if (h->config.store[0])
        return open_shared(h, error);
    snprintf(path, sizeof path, "%s", h->config.data);
    if (strcmp(path, ":memory:") == 0)
        h->store = store_open_memory();
    else if (path[0] || hub_default_path(path, sizeof path))
        open_file(h, path, error);
    if (h->store && strcmp(path, ":memory:") != 0)
        snprintf(h->data_path, sizeof h->data_path, "%s", path);
    if (h->store)
        log_event(LOG_INFO, "store", "file=\"%s\" durable=%u", path, h->config.durable);
    return h->store != NULL && is_complete(h, error) && open_format(h, path, error);
}

store_found hub_row(hub *h, const char *key, char *text, size_t size, size_t *length)
{
    const store_found found = store_get(h->store, key, 0, text, size, length);
    if (found == STORE_DAMAGED && !store_is_away(h->store)) {
        log_event(LOG_ERROR, "damaged", "row=%.*s", (int)strcspn(key, "/"), key);
        h->count.damaged++;
    }
    return found;
}

static bool key_from_row(hub *h)
{
    char hex[2 * IDENTITY_KEY_BYTES + 1];
    size_t length, bytes;
    return hub_row(h, "meta/cookie-key", hex, sizeof hex, &length) == STORE_FOUND &&
           sodium_hex2bin(h->cookie_key, sizeof h->cookie_key, hex, length, NULL, &bytes, NULL) ==
               0 &&
           bytes == IDENTITY_KEY_BYTES;
}

/* The key that signs cookies is made once and kept with the games. If it is damaged, all cookies
 * are void in any case; then a new key is made, and the log says so. */
static bool open_key(hub *h, char error[CONFIG_ERROR_MAX])
{
    char hex[2 * IDENTITY_KEY_BYTES + 1];
    if (key_from_row(h))
        return true;
    const bool shared = store_is_shared(h->store);
    randombytes_buf(h->cookie_key, sizeof h->cookie_key);
    sodium_bin2hex(hex, sizeof hex, h->cookie_key, sizeof h->cookie_key);
    const store_op op = {
        .key = "meta/cookie-key", .data = hex, .length = strlen(hex), .is_new = shared};
    /* Of two nodes that begin together one makes the key. */
    return store_commit(h->store, &op, 1, error) || (shared && key_from_row(h));
}

static void wake_loop(void *context)
{
    hub *h = context;
    transport_wake(h->transport);
}

hub *hub_new(const config *c, char error[CONFIG_ERROR_MAX], bool *needs_host)
{
    hub *h = sodium_init() < 0 ? NULL : calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->config = *c;
    if (!config_check(&h->config, error)) {
        free(h);
        return NULL;
    }
    h->store_ok = true;
    h->scratch = malloc(HUB_SCRATCH);
    if (h->scratch && map_init(&h->tables) && map_init(&h->persons) && map_init(&h->addresses) &&
        map_init(&h->names) && map_init(&h->owners) && map_init(&h->addresses_noted) &&
        map_init(&h->makers) && map_init(&h->bot_makers) && bans_init(&h->bans) &&
        open_store(h, error) && open_key(h, error)) {
        h->nodes.shared = store_is_shared(h->store);
        audit_clock_init(&h->audit, h->nodes.shared);
        clock_open(h);
        const bool good = bans_load(&h->bans, h->store, error);
        if (!store_is_away(h->store)) {
            if (!good)
                log_event(LOG_ERROR, "damaged", "list=ban cause=\"%s\"", error);
            return h;
        }
        h->clock.since_ms = 0; /* perhaps it was not read: it is not stored either */
        snprintf(error, CONFIG_ERROR_MAX, "the store cannot be reached");
    }
    if (needs_host)
        *needs_host = h->needs_host || (h->store && store_is_damaged(h->store));
    hub_free(h);
    return NULL;
}

/* ---- The turn of the loop ---- */
/* Asks every client to come back later; what waits is stored first (writer_free). */
static void say_goodbye(hub *h, uint64_t now)
{
    static const char text[] = "{\"t\":\"goodbye\",\"text\":\"the server restarts\"}";
    packet *p = packet_new(text, sizeof text - 1);
    h->stop_ms = now;
    log_event(LOG_INFO, "stopping", "sockets=%u live=%u", h->sockets, h->live);
    for (uint32_t i = 0; p && i < transport_places(h->transport); i++) {
        conn *c = transport_at(h->transport, i);
        if (c && conn_is_socket(c)) {
            transport_send(c, p, false);
            transport_close(c, TRANSPORT_GOING_AWAY, "restart");
        }
    }
    packet_release(p);
}

static void hub_turn(void *context)
{
    hub *h = context;
    const uint64_t now = hub_now_ms();
    clock_turn(h, now);
    writer_collect(h->writer);
    workers_collect(h->workers);
    away_collect(h->away);
    workers_collect(h->password_workers);
    workers_collect(h->readers);
    if (atomic_load(&h->stopping) && !h->stop_ms)
        say_goodbye(h, now);
    if (h->stop_ms && (h->sockets == 0 || now - h->stop_ms > GOODBYE_MS))
        transport_stop(h->transport);
    nodes_turn(h);
    if (h->stop_ms)
        return;
    tables_tick(h, now);
    if (now - h->tick_ms < TICK_MS)
        return;
    h->tick_ms = now;
    if (h->store_ok && store_is_away(h->store))
        hub_store_failed(h, now);
    probe_store(h, now);
    clock_tick(h, now);
    bots_tick(h);
    if (now - h->second_ms >= SECOND_MS) {
        h->second_ms = now;
        addresses_expire(h, now);
        space_second(h);
        finished_second(h);
        nodes_second(h);
        if (nodes_sweeps(h))
            expiry_second(h);
    }
    if (!h->minute_ms || now - h->minute_ms >= MINUTE_MS) {
        h->minute_ms = now;
        if (nodes_sweeps(h))
            account_forget_resume(h);
        expiry_minute(h);
    }
    if (!h->hour_ms || now - h->hour_ms >= HOUR_MS) {
        h->hour_ms = now;
        makers_expire(h);
        if (nodes_sweeps(h)) {
            account_drop_old_links(h);
            address_history_purge(h);
            admin_drop_old_bans(h);
            finished_begin(h);
        }
    }
}

bool hub_listen(hub *h, char error[CONFIG_ERROR_MAX])
{
    const transport_handler handler = {
        h,        routes_handle,  session_admit, session_opened, session_message, session_closed,
        hub_turn, metrics_written};
    const transport_options options = {
        h->config.host, (uint16_t)h->config.port, h->config.sockets_max,
        h->config.proxy ? 0 : h->config.sockets_per_address + HTTP_PER_ADDRESS};
    char why[TRANSPORT_ERROR_MAX];
    h->transport = transport_new(&options, &handler, why);
    if (!h->transport) {
        snprintf(error, CONFIG_ERROR_MAX, "cannot listen on %.63s port %u: %.200s", h->config.host,
                 h->config.port, why);
        return false;
    }
    if (!nodes_open(h, error))
        return false;
    h->writer = writer_new(h->store, wake_loop, h);
    h->password_workers = workers_new(1, wake_loop, h);
    h->readers = workers_new(1, wake_loop, h);
    if (!h->writer || !h->password_workers || !h->readers || !bots_open(h)) {
        snprintf(error, CONFIG_ERROR_MAX, "cannot start threads");
        return false;
    }
    if (!nodes_listen(h)) {
        snprintf(error, CONFIG_ERROR_MAX, "cannot listen to other nodes");
        return false;
    }
    admin_listen(h);
    space_second(h);
    return true;
}

/* ---- The end ---- */
static void free_all(map *m)
{
    for (map_entry *e = m->heads ? map_first(m) : NULL; e; e = map_next(m, e))
        free(e->value);
    map_release(m);
}

void hub_free(hub *h)
{
    if (!h)
        return;
    h->stop_ms = h->stop_ms ? h->stop_ms : hub_now_ms();
    bots_close(h);
    workers_free(h->password_workers);
    workers_free(h->readers);
    writer_free(h->writer);
    h->writer = NULL;
    nodes_deaf(h);
    transport_free(h->transport);
    for (map_entry *e = h->tables.heads ? map_first(&h->tables) : NULL, *next; e; e = next) {
        next = map_next(&h->tables, e); /* dropping one leaves the others where they are */
        table_free(h, e->value);
    }
    map_release(&h->tables);
    free_all(&h->persons);
    free_all(&h->addresses);
    free_all(&h->names);
    free_all(&h->makers);
    free_all(&h->bot_makers);
    free_all(&h->owners);
    map_release(&h->addresses_noted);
    bans_release(&h->bans);
    finished_end(h);
    table_remove_end(h);
    timers_release(&h->timers);
    clock_close(h);
    nodes_close(h);
    store_close(h->store);
    free(h->scratch);
    free(h);
}
