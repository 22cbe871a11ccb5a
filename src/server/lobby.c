/* lobby.c - the lobby, quick pairing, and the list of one's games. */
#include "server/hub.h"
#include "server/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tables that are read at the price of one message. */
enum { TABLES_PER_MESSAGE = 2048, LOADS_PER_MESSAGE = 16 };

/* Charges for the tables that are searched. */
static bool may_list(request *r, size_t tables, uint32_t per_message)
{
    if (session_may(r->hub, r->session, (uint32_t)tables / per_message, HUB_LIMIT_RESYNCS))
        return true;
    request_refuse(r, "TOO_FAST", "that was a lot; please wait a second");
    return false;
}

static bool has_room(const live_table *table)
{
    for (unsigned i = 0; i < table->game.options.rules.players; i++)
        if (table->game.seat[i].kind == GAME_EMPTY)
            return true;
    return false;
}

static bool somebody_here(const live_table *table)
{
    const view_context t = table_view_context(table);
    return t.online[0] || t.online[1] || t.online[2] || t.online[3];
}

static void send_list(const request *r, json_writer *w)
{
    json_write_array_end(w);
    json_write_object_end(w);
    session_send(r->session, w->out);
}

static void add_to_list(json_writer *w, const live_table *table, const request *r)
{
    view_context t = table_view_context(table);
    t.expires_ms = table_expiry_warning(r->hub, table);
    summary_json(w, &table->game, &t, game_seat_of(&table->game, r->session->who.id));
}

/* ---- The lobby ---- */
typedef struct entry { /* a table that may be listed */
    const live_table *live_table;
    uint32_t rank; /* how many newer ones the same maker has in the list */
} entry;

static int by_maker(const void *a, const void *b)
{
    const live_table *x = ((const entry *)a)->live_table, *y = ((const entry *)b)->live_table;
    const int order = strcmp(table_maker(x), table_maker(y));
    return order ? order : (x->row.made_ms < y->row.made_ms) - (x->row.made_ms > y->row.made_ms);
}

static int by_rank(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->live_table->row.made_ms < y->live_table->row.made_ms) -
           (x->live_table->row.made_ms > y->live_table->row.made_ms);
}

/* Each maker's newest table first, then each maker's second newest, and so on. */
static void sort_fairly(entry *all, size_t count)
{
    qsort(all, count, sizeof *all, by_maker);
    for (size_t i = 1; i < count; i++)
        if (strcmp(table_maker(all[i].live_table), table_maker(all[i - 1].live_table)) == 0)
            all[i].rank = all[i - 1].rank + 1;
    qsort(all, count, sizeof *all, by_rank);
}

static bool is_listed(const live_table *table, bool live)
{
    const bool wanted =
        live ? table->game.phase == GAME_LIVE : table->game.phase == GAME_OPEN && has_room(table);
    return wanted && table->game.options.is_public && somebody_here(table);
}

static void list_phase(json_writer *w, const request *r, entry *all, bool live, unsigned *listed)
{
    size_t count = 0;
    for (map_entry *e = map_first(&r->hub->tables); e; e = map_next(&r->hub->tables, e))
        if (is_listed(e->value, live))
            all[count++] = (entry){.live_table = e->value};
    sort_fairly(all, count);
    for (size_t i = 0; i < count && *listed < SESSION_LIST_MAX; i++, ++*listed)
        add_to_list(w, all[i].live_table, r);
}

/* Open tables with somebody at them, then public games to watch. */
void cmd_lobby(request *r, live_table *unused)
{
    unsigned listed = 0;
    (void)unused;
    if (!may_list(r, r->hub->tables.count, TABLES_PER_MESSAGE))
        return;
    entry *all = calloc(r->hub->tables.count + 1, sizeof *all);
    if (!all) {
        request_refuse(r, "BUSY", "the server is out of memory; please try again");
        return;
    }
    buf b = hub_buffer(r->hub);
    json_writer w = session_begin(&b, "lobby", r->id);
    json_write_array(&w, "tables");
    list_phase(&w, r, all, false, &listed);
    list_phase(&w, r, all, true, &listed);
    free(all);
    send_list(r, &w);
}

/* ---- Quick pairing ---- */
static bool same_game(const game_options *a, const game_options *b)
{
    return a->rules.rules == b->rules.rules && a->rules.players == b->rules.players &&
           memcmp(&a->clock, &b->clock, sizeof a->clock) == 0;
}

/* A table where this person can sit, perhaps only after the commit that is being stored. */
static bool may_fit(const request *r, const live_table *table, const game_options *o)
{
    return table->game.options.quick && table->game.phase == GAME_OPEN &&
           same_game(o, &table->game.options) && has_room(table) &&
           (table->game.n == 0 ? table->busy : somebody_here(table)) &&
           game_seat_of(&table->game, r->session->who.id) == AZJ_NOBODY &&
           game_may_sit(&table->game, r->session->who.id, false) &&
           table_may_sit_from(r->hub, table, conn_address(r->session->conn));
}

static unsigned seats_taken(const live_table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->game.options.rules.players; i++)
        count += table->game.seat[i].kind != GAME_EMPTY;
    return count;
}

/* The table of the same game where this person waits already. */
static live_table *find_own(const request *r, const game_options *o)
{
    for (map_entry *e = map_first(&r->hub->tables); e; e = map_next(&r->hub->tables, e)) {
        live_table *table = e->value;
        if (table->game.options.quick && table->game.phase == GAME_OPEN &&
            same_game(o, &table->game.options) &&
            game_seat_of(&table->game, r->session->who.id) != AZJ_NOBODY)
            return table;
    }
    return NULL;
}

/* Prefers a table that is not being stored. A player who waits already moves only to a table with
 * at least as many people as the one that he leaves. */
static live_table *find_partner(const request *r, const game_options *o, const live_table *own)
{
    live_table *found = NULL;
    for (map_entry *e = map_first(&r->hub->tables); e; e = map_next(&r->hub->tables, e)) {
        live_table *table = e->value;
        if (!may_fit(r, table, o) || (own && seats_taken(table) < seats_taken(own)))
            continue;
        if (!table->busy)
            return table;
        if (table->queue_nb < TABLE_QUEUE_MAX / 2)
            found = table;
    }
    return found;
}

static game_error decide_join(const request *r, const live_table *table, game_batch *b)
{
    char name[GAME_NAME_MAX];
    request_seat_name(r, &table->game, name);
    return game_decide_sit(&table->game, AZJ_NOBODY, r->session->who.id, name, hub_time(r->hub), b);
}

/* `own`: where the person waits until now, or NULL. */
static void join_partner(request *r, live_table *table, live_table *own)
{
    game_batch b, leave;
    game_error e = decide_join(r, table, &b);
    if (e == GAME_E_OK && own)
        e = game_decide_leave(&own->game, game_seat_of(&own->game, r->session->who.id), GAME_LEFT,
                              hub_time(r->hub), &leave);
    if (e != GAME_E_OK)
        request_refuse_game(r, e);
    else if (own ? !table_commit_with(r->hub, table, &b, own, &leave.at[0], r)
                 : !table_commit(r->hub, table, &b, r))
        request_refuse(r, "BUSY", "please try again");
    else
        table_count_sit(r->hub, table, conn_address(r->session->conn));
}

static void make_pairing(request *r, table_plan *start)
{
    if (!request_may_make(r))
        return;
    start->seat[0].kind = GAME_PERSON;
    memcpy(start->seat[0].person, r->session->who.id, sizeof start->seat[0].person);
    request_seat_name(r, NULL, start->seat[0].name);
    memcpy(start->owner, r->session->who.id, sizeof start->owner);
    if (!table_make(r->hub, start, r))
        request_refuse(r, "FULL", "the server is full");
}

/* A player who waits already and asks again moves to the table of another who waits, if there is
 * one: after somebody was late, or left, two players may wait at two tables. */
void cmd_pair(request *r, live_table *unused)
{
    table_plan start = {.options = {.rules = {AZJ_CLASSIC, 2, AZJ_NOBODY, 0}}};
    const char *wrong = game_options_get(r->fields, 0, &start.options);
    (void)unused;
    start.options.quick = start.options.is_public = true;
    start.options.leaver = GAME_LEAVER_BOT;
    if (wrong) {
        request_refuse(r, "BAD_OPTIONS", wrong);
        return;
    }
    if (!may_list(r, r->hub->tables.count, TABLES_PER_MESSAGE))
        return;
    live_table *own = find_own(r, &start.options);
    if (!own && !request_may_play(r)) {
        request_limit(r, HUB_LIMIT_GAMES, "TOO_MANY_GAMES", "finish some of your games first");
        return;
    }
    if (!request_may_watch(r))
        return;
    r->wants_table = true;
    live_table *table =
        own && (own->busy || !has_room(own)) ? own : find_partner(r, &start.options, own);
    if (table && table->busy && table_enqueue(table, r))
        return; /* of two who ask at the same time, one joins the table of the other */
    if (table && !table->busy && table != own)
        join_partner(r, table, own);
    else if (own)
        table_answer_made(r->hub, own, r->id, r->session);
    else
        make_pairing(r, &start);
}

/* ---- My games ---- */
typedef struct seat_list {
    seat_row *at;
    size_t count, room, most;
} seat_list;

static bool take_seat(void *context, const store_row *row)
{
    seat_list *l = context;
    if (l->count == l->most)
        return false;
    if (l->count == l->room) {
        const size_t room = 2 * l->room + 32;
        seat_row *at = realloc(l->at, room * sizeof *at);
        if (!at)
            return false;
        l->at = at;
        l->room = room;
    }
    l->count += rows_read_seat(&l->at[l->count], row->key, row->data, row->length);
    return true;
}

/* The keys are in the order of the list: see store.h. */
seat_row *person_tables(hub *h, const char *person_id, size_t most, size_t *count)
{
    char prefix[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    seat_list l = {.most = most};
    snprintf(prefix, sizeof prefix, "seat/%s/", person_id);
    store_scan(h->store, prefix, take_seat, &l, error);
    *count = l.count;
    return l.at;
}

static int rank_for(const live_table *table, const char *person_id)
{
    if (table->game.phase == GAME_OVER)
        return 2;
    return !game_waits_for(&table->game, game_seat_of(&table->game, person_id));
}

/* How many rows must be read from the store. */
static size_t not_loaded(hub *h, const seat_row *own, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += own[i].seated && map_get(&h->tables, own[i].table) == NULL;
    return found;
}

/* Games that wait for this person first, then the running ones, then the finished ones. */
void cmd_mine(request *r, live_table *unused)
{
    live_table *found[SESSION_LIST_MAX] = {NULL};
    size_t count;
    seat_row *own = person_tables(r->hub, r->session->who.id, SESSION_LIST_MAX, &count);
    (void)unused;
    if (!may_list(r, not_loaded(r->hub, own, count), LOADS_PER_MESSAGE)) {
        free(own);
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (!own[i].seated || table_get(r->hub, own[i].table, &found[i]) != TABLE_FOUND)
            found[i] = NULL;
    buf b = hub_buffer(r->hub);
    json_writer w = session_begin(&b, "mine", r->id);
    json_write_array(&w, "tables");
    for (int wanted = 0; wanted < 3; wanted++)
        for (size_t i = 0; i < count; i++)
            if (found[i] && rank_for(found[i], r->session->who.id) == wanted)
                add_to_list(&w, found[i], r);
    free(own);
    send_list(r, &w);
}
