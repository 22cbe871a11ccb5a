/* table_nodes.c - what other nodes do at tables that are in memory here (nodes.h): events that they
 * stored, who watches there, removal. */
#include "server/hub.h"
#include "server/session.h"

#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TELL_MS = 200 }; /* from the first node that asks for all tables to the answer */

/* ---- Catching up ---- */
typedef struct unread { /* events that the store has and we do not know */
    game_event *at;
    size_t count, room;
    uint32_t known; /* the last event that we know … */
    bool has_known; /* … is there */
    bool has_tail;  /* else the table is removed */
    const char *wrong;
} unread;

static game_event *room_for_event(unread *u)
{
    if (u->count == u->room) {
        const size_t room = 2 * u->room + 8;
        game_event *at = realloc(u->at, room * sizeof *at);
        if (!at)
            return NULL;
        u->at = at;
        u->room = room;
    }
    return &u->at[u->count];
}

static bool take_unread(void *context, const store_row *row)
{
    unread *u = context;
    if (row->n == GAME_TAIL) {
        u->has_tail = true;
        return true;
    }
    if (row->n <= u->known) {
        u->has_known = true;
        return true;
    }
    game_event *e = room_for_event(u);
    if (!e || !row->intact || !game_event_read(e, row->n, row->data, row->length))
        u->wrong = e ? "unreadable" : "no memory";
    else if (row->n != u->known + u->count + 1)
        u->wrong = "order";
    else
        u->count++;
    return u->wrong == NULL;
}

/* When the turn after event `e` begins. If the event has just been stored, that is when we were
 * notified of it, because nobody could see it earlier; otherwise when it was decided. */
static uint64_t turn_begin(const hub *h, const live_table *table, const game_event *e,
                           bool just_stored)
{
    const uint64_t noted = table->stale ? table->stale_ms : hub_game_ms(h);
    return just_stored && noted > e->game_ms ? noted : e->game_ms;
}

/* The position is sent with every event, because which of them one commit stored is not known. */
static bool apply_all(hub *h, live_table *table, const unread *u, bool just_stored)
{
    for (size_t i = 0; i < u->count; i++) {
        const game_event *e = &u->at[i];
        clock_raise(h, e->game_ms);
        if (!table_apply(h, table, e, turn_begin(h, table, e, just_stored && i + 1 == u->count),
                         true))
            return false;
    }
    return true;
}

void table_mark_stale(hub *h, live_table *table)
{
    if (!table->stale)
        table->stale_ms = hub_game_ms(h);
    table->stale = true;
}

/* The next request that needs the table loads it again. */
static void give_up(hub *h, live_table *table, const char *cause)
{
    log_event(LOG_WARN, "not-followed", "table=%s event=%u cause=\"%s\"", table->game.id,
              table->game.n, cause);
    table_drop_from_memory(h, table);
}

static uint32_t catch_up(hub *h, const char *id, bool just_stored)
{
    char key[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    live_table *table = map_get(&h->tables, id);
    if (!table)
        return 0;
    unread u = {.known = table->game.n};
    snprintf(key, sizeof key, "event/%s", id);
    const bool read = store_scan_key(h->store, key, u.known ? u.known : 1, take_unread, &u, error);
    const uint32_t count = (uint32_t)u.count;
    if (!read) {
        table_mark_stale(h, table);
    } else if ((u.known && !u.has_known) || (!u.wrong && !u.has_tail)) {
        table_removed(h, id, "closed");
    } else if (u.wrong) {
        give_up(h, table, u.wrong);
    } else if (!apply_all(h, table, &u, just_stored)) {
        give_up(h, table, "it does not apply");
    } else {
        table->stale = false;
        table->touched_ms = count ? hub_now_ms() : table->touched_ms;
    }
    free(u.at);
    return count;
}

uint32_t table_catch_up(hub *h, const char *id)
{
    return catch_up(h, id, clock_is_prompt(h));
}

/* What follows from events of others is for the holder of the lease. */
static void follow(hub *h, const char *id, bool just_stored)
{
    live_table *table = map_get(&h->tables, id);
    if (!table)
        return;
    if (table->busy) {
        table_mark_stale(h, table); /* read when its own commit is done */
        return;
    }
    catch_up(h, id, just_stored);
    table = map_get(&h->tables, id);
    if (table && table->lease.held)
        table_advance(h, table);
    table = map_get(&h->tables, id);
    if (table)
        table_schedule(h, table);
}

void table_refresh(hub *h, const char *id)
{
    const live_table *table = map_get(&h->tables, id);
    if (table && table->stale && !table->busy && h->store_ok)
        table_catch_up(h, id);
}

void table_lease_taken(hub *h, const char *id)
{
    follow(h, id, false);
}

/* ---- All tables ---- */
/* The ids first: a table may leave memory meanwhile. */
static char (*all_tables(const hub *h, size_t *count))[GAME_ID_MAX]
{
    char(*ids)[GAME_ID_MAX] = calloc(h->tables.count + 1, sizeof *ids);
    *count = 0;
    for (map_entry *e = ids ? map_first(&h->tables) : NULL; e; e = map_next(&h->tables, e))
        snprintf(ids[(*count)++], GAME_ID_MAX, "%.15s", e->key);
    return ids;
}

/* Whatever was missed was not stored just now, so turns go on from when they were decided. */
void tables_mark_missed(hub *h)
{
    for (map_entry *e = map_first(&h->tables); e; e = map_next(&h->tables, e)) {
        live_table *table = e->value;
        table->stale = true;
        table->stale_ms = 0;
    }
}

bool table_compare(hub *h, const char *id, const uint32_t *events)
{
    live_table *table = map_get(&h->tables, id);
    if (!table || !table->stale || table->busy) /* read meanwhile, or after its own commit */
        return false;
    if (!events || *events != table->game.n) {
        follow(h, id, false);
        return true;
    }
    table->stale = false;
    if (table->lease.held)
        table_advance(h, table);
    table = map_get(&h->tables, id);
    if (table)
        table_schedule(h, table);
    return false;
}

void tables_node_gone(hub *h, unsigned place)
{
    size_t count;
    char(*ids)[GAME_ID_MAX] = all_tables(h, &count);
    for (size_t i = 0; i < count; i++) {
        live_table *table = map_get(&h->tables, ids[i]);
        if (table && table->elsewhere[place]) {
            table->elsewhere[place] = 0;
            table_update_presence(h, table);
        }
        table = map_get(&h->tables, ids[i]);
        if (table && table->lease.retry_ms && !table->busy)
            table_advance(h, table); /* it may wait for what that node did */
    }
    free(ids);
}

/* ---- Who watches where ---- */
uint8_t table_seats_elsewhere(const live_table *table)
{
    uint8_t seats = 0;
    for (unsigned i = 0; i < NODES_MAX; i++)
        seats |= table->elsewhere[i];
    return seats;
}

static bool note_seats(const hub *h, const live_table *table, writer_job *j)
{
    return nodes_note_with(h, j, "p %s %s %u %u", table->game.id, h->nodes.name, table->sent_here,
                           table->game.options.is_public);
}

void table_tell_seats(hub *h, live_table *table, uint8_t here, bool always)
{
    if (!h->nodes.shared || !h->nodes.name[0] || !h->writer ||
        (!always && here == table->sent_here))
        return;
    table->sent_here = here;
    writer_job *j = writer_job_new(NULL, NULL, "");
    writer_submit_if(h->writer, j, j && note_seats(h, table, j));
}

/* Public tables are in the memory of every node while somebody is there: its lobby lists them. */
static void seats_noted(hub *h, const char *id, char *text)
{
    char *rest = NULL;
    const char *name = strtok_r(text, " ", &rest);
    const char *mask = strtok_r(NULL, " ", &rest), *is_public = strtok_r(NULL, " ", &rest);
    live_table *table = map_get(&h->tables, id);
    if (!is_public)
        return;
    const unsigned long seats = strtoul(mask, NULL, 10);
    if (!table && (!seats || is_public[0] != '1' || table_get(h, id, &table) != TABLE_FOUND))
        return;
    const unsigned place = node_place(h, name);
    if (place == NODES_MAX)
        return;
    table->elsewhere[place] = (uint8_t)seats;
    table_update_presence(h, table);
    table_schedule(h, table);
}

/* Many notes go in one job. */
void tables_tell_seats(hub *h)
{
    writer_job *j = NULL;
    for (map_entry *e = map_first(&h->tables); e; e = map_next(&h->tables, e)) {
        const live_table *table = e->value;
        if (!table->sent_here)
            continue;
        if (!j && !(j = writer_job_new(NULL, NULL, "")))
            return;
        note_seats(h, table, j);
        if (j->count == WRITER_JOB_OPS_MAX) {
            writer_submit(h->writer, j);
            j = NULL;
        }
    }
    if (j)
        writer_submit(h->writer, j);
}

/* Somebody has the table in memory and asks. After an outage of the database all nodes ask for all
 * tables: they get one answer together. */
static void asked_who(hub *h, const char *id)
{
    live_table *table = map_get(&h->tables, id);
    if (strcmp(id, "*") == 0)
        nodes_tell_seats(h, TELL_MS);
    else if (table && table->sent_here)
        table_tell_seats(h, table, table->sent_here, true);
}

void table_noted(hub *h, char kind, const char *id, char *rest)
{
    switch (kind) {
    case 't':
        follow(h, id, clock_is_prompt(h));
        break;
    case 'p':
        seats_noted(h, id, rest);
        break;
    case 'q':
        asked_who(h, id);
        break;
    case 'x':
        table_removed(h, id, strcmp(rest, "expired") == 0 ? "expired" : "closed");
        break;
    default:
        break; /* of a newer version */
    }
}
