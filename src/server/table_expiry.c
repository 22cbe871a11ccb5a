/* table_expiry.c - which stored tables the server must look at: those whose clock runs out while
 * they are not in memory, and those that nobody has touched for so long that they are removed. */
#include "server/account.h"
#include "server/hub.h"

#include "server/admin.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE_MAX = 64, ANSWER_MS = 3000 /* for other nodes to say who watches there */ };
static const uint64_t SECOND_MS = 1000, HOUR_MS = 3600000, DAY_MS = 86400000,
                      WARNING_MS = 7 * 86400000u;

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- When a table expires ---- */
static uint64_t life_ms(const hub *h, const live_table *table)
{
    const config *c = &h->config;
    if (table->game.phase == GAME_OPEN)
        return c->open_days * DAY_MS;
    return (table->has_account ? c->account_days : c->guest_days) * DAY_MS;
}

static uint64_t warning_ms(const hub *h, const live_table *table)
{
    const uint64_t quarter = life_ms(h, table) / 4;
    return quarter < WARNING_MS ? quarter : WARNING_MS;
}

/* Not before the server has been up for the time of the warning: nobody could have seen it. */
uint64_t table_expiry(const hub *h, const live_table *table)
{
    uint64_t last = larger(table->row.made_ms, table->index.touched_ms);
    if (table->game.n)
        last = larger(last, table->game.events[table->game.n - 1].at_ms);
    return larger(last + life_ms(h, table), h->clock.since_ms + warning_ms(h, table));
}

uint64_t table_expiry_warning(const hub *h, const live_table *table)
{
    if (table->game.phase == GAME_OVER)
        return 0;
    const uint64_t expiry = table_expiry(h, table);
    return hub_wall_ms() + warning_ms(h, table) >= expiry ? expiry : 0;
}

void table_renew(hub *h, live_table *table)
{
    table_index index = table->index;
    if (!table_expiry_warning(h, table) || table->busy)
        return;
    index.touched_ms = hub_wall_ms();
    table_move_index(h, table, index);
}

/* ---- Reading an index by time ---- */
typedef struct due_list {
    char id[AT_ONCE_MAX][GAME_ID_MAX];
    char key[AT_ONCE_MAX][STORE_KEY_MAX];
    size_t count, skip;
    uint64_t until_ms;
} due_list;

static bool take_due(void *context, const store_row *row)
{
    due_list *l = context;
    const char *slash = strrchr(row->key, '/');
    if (l->count == AT_ONCE_MAX || strtoull(row->key + l->skip, NULL, 10) > l->until_ms)
        return false;
    snprintf(l->id[l->count], GAME_ID_MAX, "%.15s", slash ? slash + 1 : "");
    snprintf(l->key[l->count++], STORE_KEY_MAX, "%s", row->key);
    return true;
}

static void read_due(hub *h, const char *prefix, uint64_t until_ms, due_list *l)
{
    char error[STORE_ERROR_MAX];
    l->count = 0;
    l->skip = strlen(prefix);
    l->until_ms = until_ms;
    if (!store_scan(h->store, prefix, take_due, l, error) && !store_is_away(h->store))
        log_event(LOG_ERROR, "damaged", "list=%s cause=\"%s\"", prefix, error);
}

/* The table is gone or over, or cannot be loaded: the row would come up again and again. */
static void drop_row(hub *h, const char *key)
{
    writer_job *j = writer_job_new(NULL, NULL, "");
    writer_submit_if(h->writer, j, j && nodes_guard_sweep(h, j) && writer_job_drop(j, key, 0));
}

/* ---- Due by the game clock ---- */
/* A table that is in memory looks after itself; its row is moved when it leaves memory. */
static void look_at_due(hub *h, const char *id, const char *key)
{
    live_table *table = map_get(&h->tables, id);
    const table_found found = table ? TABLE_FOUND : table_get(h, id, &table);
    if (found == TABLE_FULL || found == TABLE_AWAY)
        return;
    if (found != TABLE_FOUND) {
        drop_row(h, key);
        return;
    }
    if (table->game.phase == GAME_OVER) {
        drop_row(h, key);
        return;
    }
    table_index index = table_read_index(h, table);
    const uint64_t due = table_due(h, table), now = hub_game_ms(h);
    if (h->nodes.shared && strtoull(key + strlen("due/"), NULL, 10) != index.due_ms)
        drop_row(h, key); /* left by a node that did not know the index */
    index.due_ms = due > now + SECOND_MS ? due : now + (due ? SECOND_MS : HOUR_MS);
    table_move_index(h, table, index);
    table_schedule(h, table);
}

void expiry_second(hub *h)
{
    due_list l;
    if (!h->store_ok || h->clock.halted_ms)
        return;
    read_due(h, "due/", hub_game_ms(h), &l);
    for (size_t i = 0; i < l.count; i++)
        look_at_due(h, l.id[i], l.key[i]);
}

/* ---- Expired ---- */
static bool is_expired(hub *h, live_table *table)
{
    table_read_index(h, table);
    return hub_wall_ms() >= table_expiry(h, table) && !table->watchers_nb &&
           !table_seats_elsewhere(table);
}

/* Loading it has asked the other nodes who watches there; if it was in memory, they are asked now.
 */
static void ask_before_expiry(hub *h, live_table *table)
{
    if (!table->expire_ms) {
        table->expire_ms = hub_now_ms() + ANSWER_MS;
        nodes_note(h, "q %s", table->game.id);
    }
    table_schedule(h, table);
}

void table_expire(hub *h, live_table *table)
{
    table->expire_ms = 0;
    if (table->busy || table->game.phase == GAME_OVER || !nodes_sweeps(h) || !is_expired(h, table))
        return;
    log_event(LOG_INFO, "expired", "table=%s events=%u", table->game.id, table->game.n);
    h->count.expired += table_remove_expired(h, table);
}

static void look_at_idle(hub *h, const char *id, const char *key)
{
    live_table *table = NULL;
    const uint64_t now = hub_wall_ms();
    const table_found found = table_get(h, id, &table);
    if (found == TABLE_FULL || found == TABLE_AWAY)
        return;
    if (found != TABLE_FOUND || table->game.phase == GAME_OVER) {
        drop_row(h, key);
        return;
    }
    if (table->busy)
        return;
    if (is_expired(h, table)) {
        if (h->nodes.shared)
            ask_before_expiry(h, table);
        else
            table_expire(h, table);
        return;
    }
    table_index index = table->index;
    index.idle_ms = larger(table_expiry(h, table), now + HOUR_MS);
    table_move_index(h, table, index);
    table_schedule(h, table);
}

void expiry_minute(hub *h)
{
    char first[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    due_list l;
    if (store_first(h->store, "due/", first, error))
        h->clock.timed = first[0] != 0;
    if (!h->store_ok || !nodes_sweeps(h))
        return;
    read_due(h, "idle/", hub_wall_ms(), &l);
    for (size_t i = 0; i < l.count; i++)
        look_at_idle(h, l.id[i], l.key[i]);
}
