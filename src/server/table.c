/* table.c - tables: finding and loading them, applying their events. Storing: table_commit.c. */
#include "server/hub.h"
#include "server/session.h"

#include "server/log.h"
#include "server/person_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Persons at tables ---- */
/* A person who cannot be looked up now counts as one with an account: nothing of theirs expires
 * early. */
static bool is_account(hub *h, const char *person_id)
{
    identity who;
    if (person_read(h->store, person_id, &who))
        return who.password[0] != 0;
    return store_is_away(h->store);
}

/* Reads the store, so it cannot be done while events are being read from it. */
static void note_accounts(hub *h, live_table *table)
{
    table->has_account = false;
    for (unsigned i = 0; i < table->game.options.rules.players && !table->has_account; i++)
        table->has_account =
            table->game.seat[i].kind == GAME_PERSON && is_account(h, table->game.seat[i].person);
}

/* Applies an event, whether it was loaded or has just been stored: to the game, to the table's
 * place in the indexes, and to what follows outside the game. False: it cannot follow, or its hash
 * is another one. */
static bool apply_event(hub *h, live_table *table, const game_event *e, uint64_t game_ms)
{
    const table_index index = rows_index_after(&table->game, e, table->index);
    const uint64_t now = hub_now_ms();
    if (!game_apply(&table->game, e, game_ms))
        return false;
    table->index = index;
    switch (e->kind) {
    case GAME_SIT:
        table->away_ms[e->seat] = now;
        break;
    case GAME_START:
        h->live++;
        h->clock.timed = h->clock.timed || table->game.options.clock.kind != CLOCKS_NONE;
        break;
    case GAME_END:
        h->live--;
        break;
    default:
        break;
    }
    if (table->game.phase != GAME_OPEN || !game_is_full(&table->game))
        table->full_ms = 0;
    else if (!table->full_ms)
        table->full_ms = now;
    return true;
}

/* ---- Loading ---- */
typedef struct loading {
    hub *hub;
    live_table *table;
    const char *wrong;
    uint32_t at;
    uint32_t events; /* that the tail promises */
    bool has_tail;
} loading;

static bool load_event(void *context, const store_row *row)
{
    loading *l = context;
    game_event e;
    l->at = row->n;
    if (!row->intact)
        l->wrong = "checksum";
    else if (row->n == GAME_TAIL)
        l->has_tail = game_tail_read(&l->events, row->data, row->length);
    else if (!game_event_read(&e, row->n, row->data, row->length))
        l->wrong = "unreadable";
    else if (!apply_event(l->hub, l->table, &e, e.game_ms))
        l->wrong = e.hash ? "hash or order" : "order";
    else
        clock_raise(l->hub, e.game_ms);
    return l->wrong == NULL;
}

live_table *table_new(hub *h, const char *id, const game_row *row)
{
    live_table *table = calloc(1, sizeof *table);
    if (!table || !map_put(&h->tables, id, table)) {
        free(table);
        return NULL;
    }
    table->row = *row;
    table->touched_ms = hub_now_ms();
    game_init(&table->game, id, &row->options, row->secret);
    return table;
}

static store_found find_row(hub *h, const char *id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "table/%s", id);
    return store_get(h->store, key, 0, text, sizeof text, &length);
}

/* Another node may remove the table between two reads: then nothing is wrong with it. */
static table_found load_failed(hub *h, live_table *table, const char *id, uint32_t event,
                               const char *cause)
{
    const bool gone = h->nodes.shared && table && find_row(h, id) == STORE_NONE;
    const bool away = store_is_away(h->store) && !gone;
    if (!away && !gone) {
        log_event(LOG_ERROR, "damaged", "table=%s event=%u cause=\"%s\"", id, event, cause);
        h->count.damaged++;
    }
    if (table) {
        if (table->game.phase == GAME_LIVE)
            h->live--;
        table_free(h, table);
    }
    return gone ? TABLE_NONE : away ? TABLE_AWAY : TABLE_DAMAGED;
}

/* True if the store has events of a table, whose own row is missing then. */
static bool has_events(hub *h, const char *id)
{
    char key[STORE_KEY_MAX], first[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    snprintf(key, sizeof key, "event/%s", id);
    return store_first(h->store, key, first, error) && strcmp(first, key) == 0;
}

static table_found table_load(hub *h, const char *id, live_table **out);

static table_found load_missing(hub *h, const char *id, live_table **out)
{
    if (!has_events(h, id))
        return store_is_damaged(h->store) ? TABLE_DAMAGED : TABLE_NONE;
    if (h->nodes.shared && find_row(h, id) == STORE_FOUND)
        return table_load(h, id, out); /* another node has just made it */
    return load_failed(h, NULL, id, 0, "its own row is missing");
}

void table_note_maker(live_table *table)
{
    if (table->index.maker)
        snprintf(table->made_from, sizeof table->made_from, "@%016llx",
                 (unsigned long long)table->index.maker);
}

static table_found table_load(hub *h, const char *id, live_table **out)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX], error[STORE_ERROR_MAX];
    size_t length;
    game_row row;
    snprintf(key, sizeof key, "table/%s", id);
    const store_found found = store_get(h->store, key, 0, text, sizeof text, &length);
    if (found == STORE_NONE)
        return load_missing(h, id, out);
    if (found == STORE_DAMAGED || !game_row_read(&row, text, length))
        return load_failed(h, NULL, id, 0, "unreadable");
    live_table *table = table_new(h, id, &row);
    if (!table)
        return TABLE_FULL;
    loading l = {.hub = h, .table = table};
    snprintf(key, sizeof key, "event/%s", id);
    if (!store_scan(h->store, key, load_event, &l, error))
        return load_failed(h, table, id, l.at, error);
    if (l.wrong)
        return load_failed(h, table, id, l.at, l.wrong);
    if (!l.has_tail || l.events != table->game.n)
        return load_failed(h, table, id, table->game.n + 1, "the last events are missing");
    table_load_index(h, table);
    table_note_maker(table);
    note_accounts(h, table);
    table_schedule(h, table);
    nodes_note(h, "q %s", id);
    *out = table;
    return TABLE_FOUND;
}

static bool id_ok(const char *id)
{
    const size_t length = strlen(id);
    return length > 0 && length < GAME_ID_MAX &&
           strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

table_found table_get(hub *h, const char *id, live_table **table)
{
    if (!id_ok(id))
        return TABLE_NONE;
    if (table_is_being_removed(h, id)) /* among nodes it may stay all the same */
        return h->nodes.shared ? TABLE_AWAY : TABLE_NONE;
    *table = map_get(&h->tables, id);
    if (*table && (*table)->stale && !(*table)->busy) {
        table_catch_up(h, id);
        *table = map_get(&h->tables, id);
    }
    if (*table)
        return TABLE_FOUND;
    return table_load(h, id, table);
}

void table_free(hub *h, live_table *table)
{
    for (queued_command *w = table->queue, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    for (uint32_t i = 0; i < table->watchers_nb; i++)
        for (unsigned k = 0; k < SESSION_WATCHES_MAX; k++)
            if (table->watchers[i]->watches[k] == table)
                table->watchers[i]->watches[k] = NULL;
    timers_clear(&h->timers, &table->timer);
    bots_forget(h, table);
    map_drop(&h->tables, table->game.id);
    game_release(&table->game);
    free(table->watchers);
    free(table);
}

bool table_may_sit_from(const hub *h, const live_table *table, const char *from)
{
    const uint64_t hash = address_hash(h, from);
    for (unsigned i = 0; i < TABLE_SITS_FROM; i++)
        if (table->sits[i].address == hash)
            return table->sits[i].count < GAME_OWN_SITS_MAX;
    return true;
}

/* The address that was counted least gives way to a new one. */
void table_count_sit(hub *h, live_table *table, const char *from)
{
    const uint64_t hash = address_hash(h, from);
    unsigned place = 0;
    for (unsigned i = 0; i < TABLE_SITS_FROM && table->sits[place].address != hash; i++)
        if (table->sits[i].address == hash || table->sits[i].count < table->sits[place].count)
            place = i;
    if (table->sits[place].address != hash)
        table->sits[place].count = 0;
    table->sits[place].address = hash;
    table->sits[place].count++;
}

const char *table_maker(const live_table *table)
{
    return table->made_from[0] ? table->made_from : table->row.owner;
}

void table_forget_owner(hub *h, live_table *table, const char *person_id)
{
    (void)h;
    if (strcmp(table->row.owner, person_id) == 0)
        table->row.owner[0] = 0;
}

static void count_event(hub *h, const live_table *table, const game_event *e)
{
    h->count.moves += e->kind == GAME_MOVE;
    h->count.bot_moves += e->kind == GAME_MOVE && strcmp(e->text, "bot") == 0;
    h->count.games_begun += e->kind == GAME_START;
    h->count.games_over += e->kind == GAME_END;
    if (e->kind == GAME_END)
        log_event(LOG_INFO, "game-over", "table=%s rules=%s plies=%u cause=%s", table->game.id,
                  azj_rules_name((azj_rules)table->game.options.rules.rules), table->game.ply,
                  game_cause_name(e->value));
}

bool table_apply(hub *h, live_table *table, const game_event *e, uint64_t game_ms, bool newest)
{
    if (!apply_event(h, table, e, game_ms)) {
        log_event(LOG_ERROR, "not-applied", "table=%s event=%u", table->game.id, e->n);
        h->count.errors++;
        return false;
    }
    count_event(h, table, e);
    table_broadcast(h, table, e, newest);
    if (e->kind == GAME_SIT || e->kind == GAME_LEAVE) {
        note_accounts(h, table);
        table_update_presence(h, table);
    }
    return true;
}
