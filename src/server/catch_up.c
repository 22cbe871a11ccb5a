/* catch_up.c - see catch_up.h. */
#include "server/catch_up.h"

#include "server/account.h"
#include "server/hub.h"
#include "server/log.h"
#include "server/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 500, /* after the store could not be read, or more was missed; twice as long … */
    RETRY_MAX_MS = 8000, /* … after each time */
    READS_A_TURN = 8,    /* of tables that have new events */
    TABLES_A_TURN = 64   /* whose persons are looked up */
};

typedef enum stage { SOCKETS, TABLES, PERSONS, DONE } stage;

typedef struct catch_up {
    stage stage;
    uint64_t retry_ms;           /* not before */
    uint32_t next;               /* the next connection or table */
    char (*tables)[GAME_ID_MAX]; /* those in memory when the stage began */
    size_t tables_nb;
    bool again;       /* more was missed meanwhile */
    uint64_t wait_ms; /* until it begins again */
} catch_up;

/* ---- Rows of several keys ---- */
typedef struct key_list {
    char text[STORE_ROWS_MAX][STORE_KEY_MAX];
    const char *at[STORE_ROWS_MAX];
    size_t count;
} key_list;

static char *next_key(key_list *k)
{
    k->at[k->count] = k->text[k->count];
    return k->text[k->count++];
}

static size_t find_key(const key_list *k, const char *key)
{
    size_t i = 0;
    while (i < k->count && strcmp(k->at[i], key) != 0)
        i++;
    return i;
}

/* ---- Sockets ---- */
typedef struct socket_check {
    conn *conn;
    session *session;
    bool is_guest, is_void;
} socket_check;

typedef struct sockets_check {
    socket_check at[STORE_ROWS_MAX];
    key_list keys;
} sockets_check;

/* As person_identify decides: a row that cannot be read makes a guest of whoever was one. Two
 * sockets may have the same person. */
static bool take_person(void *context, const store_row *row)
{
    sockets_check *s = context;
    for (size_t i = find_key(&s->keys, row->key); i < s->keys.count; i++) {
        const identity *who = &s->at[i].session->who;
        identity known;
        if (strcmp(s->keys.at[i], row->key) != 0)
            continue;
        if (row->intact && identity_row_read(&known, who->id, row->data, row->length)) {
            s->at[i].is_guest = false;
            s->at[i].is_void = known.epoch != who->epoch;
        }
    }
    return true;
}

static bool take_void(void *context, const store_row *row)
{
    sockets_check *s = context;
    for (size_t i = find_key(&s->keys, row->key); i < s->keys.count; i++)
        if (strcmp(s->keys.at[i], row->key) == 0)
            s->at[i].is_void = s->at[i].is_void || (s->at[i].is_guest && row->intact);
    return true;
}

static void gather_sockets(hub *h, catch_up *u, sockets_check *s)
{
    s->keys.count = 0;
    for (; u->next < transport_places(h->transport) && s->keys.count < STORE_ROWS_MAX; u->next++) {
        conn *c = transport_at(h->transport, u->next);
        session *who = c && conn_is_socket(c) ? conn_user(c) : NULL;
        if (!who || who->ended)
            continue;
        /* A guest has no row, or one with the epoch 0. */
        s->at[s->keys.count] = (socket_check){c, who, true, who->who.epoch != 0};
        snprintf(next_key(&s->keys), STORE_KEY_MAX, "person/%s", who->who.id);
    }
}

static bool read_sockets(hub *h, sockets_check *s)
{
    char error[STORE_ERROR_MAX];
    if (!store_get_rows(h->store, s->keys.at, s->keys.count, 0, take_person, s, error))
        return false;
    for (size_t i = 0; i < s->keys.count; i++)
        identity_void_key(h->cookie_key, s->at[i].session->who.id, s->keys.text[i], STORE_KEY_MAX);
    return store_get_rows(h->store, s->keys.at, s->keys.count, 0, take_void, s, error);
}

/* False: the store could not be read, and nothing was done. */
static bool check_sockets(hub *h, catch_up *u)
{
    const uint32_t first = u->next;
    sockets_check *s = malloc(sizeof *s);
    bool good = s != NULL;
    if (good) {
        gather_sockets(h, u, s);
        good = s->keys.count == 0 || read_sockets(h, s);
    }
    for (size_t i = 0; good && i < s->keys.count; i++)
        if (s->at[i].is_void) {
            s->at[i].session->ended = true;
            transport_close(s->at[i].conn, TRANSPORT_POLICY, "logged out");
        }
    free(s);
    if (!good)
        u->next = first;
    else if (u->next >= transport_places(h->transport))
        u->stage = TABLES;
    return good;
}

/* ---- Tables ---- */
typedef struct tables_check {
    size_t at[STORE_ROWS_MAX]; /* of catch_up.tables */
    uint32_t events[STORE_ROWS_MAX];
    bool is_known[STORE_ROWS_MAX];
    key_list keys;
} tables_check;

static bool take_tail(void *context, const store_row *row)
{
    tables_check *t = context;
    const size_t i = find_key(&t->keys, row->key);
    if (i < t->keys.count)
        t->is_known[i] = row->intact && game_tail_read(&t->events[i], row->data, row->length);
    return true;
}

static bool read_tails(hub *h, catch_up *u, tables_check *t)
{
    char error[STORE_ERROR_MAX];
    *t = (tables_check){.keys.count = 0};
    for (; u->next < u->tables_nb && t->keys.count < STORE_ROWS_MAX; u->next++) {
        const live_table *table = map_get(&h->tables, u->tables[u->next]);
        if (!table || !table->stale || table->busy)
            continue;
        t->at[t->keys.count] = u->next;
        snprintf(next_key(&t->keys), STORE_KEY_MAX, "event/%s", table->game.id);
    }
    return t->keys.count == 0 ||
           store_get_rows(h->store, t->keys.at, t->keys.count, GAME_TAIL, take_tail, t, error);
}

static bool check_tables(hub *h, catch_up *u)
{
    const uint32_t first = u->next;
    unsigned reads = 0;
    tables_check *t = malloc(sizeof *t);
    const bool good = t && read_tails(h, u, t);
    for (size_t i = 0; good && i < t->keys.count; i++) {
        if (reads == READS_A_TURN) { /* the rest is asked for once more */
            u->next = (uint32_t)t->at[i];
            break;
        }
        reads += table_compare(h, u->tables[t->at[i]], t->is_known[i] ? &t->events[i] : NULL);
    }
    free(t);
    if (!good)
        u->next = first;
    else if (u->next >= u->tables_nb)
        u->stage = PERSONS;
    return good;
}

/* ---- Persons whom tables name ---- */
typedef struct named {
    char (*id)[GAME_PERSON_MAX];
    size_t count, room;
    bool good;
} named;

static void add_named(named *all, const char *id, size_t length)
{
    if (!length || length >= GAME_PERSON_MAX || strncmp(id, GAME_FORGOTTEN, length) == 0)
        return;
    for (size_t i = 0; i < all->count; i++)
        if (strncmp(all->id[i], id, length) == 0 && !all->id[i][length])
            return;
    if (all->count == all->room) {
        const size_t room = 2 * all->room + 64;
        void *at = realloc(all->id, room * sizeof *all->id);
        all->good = all->good && at;
        if (!at)
            return;
        all->id = at;
        all->room = room;
    }
    snprintf(all->id[all->count++], GAME_PERSON_MAX, "%.*s", (int)length, id);
}

/* Whoever has a seat or had one sat down in one of the events. */
static void name_persons(named *all, const live_table *table)
{
    add_named(all, table->row.owner, strlen(table->row.owner));
    for (uint32_t i = 0; i < table->game.n; i++)
        if (table->game.events[i].kind == GAME_SIT)
            add_named(all, table->game.events[i].text, strcspn(table->game.events[i].text, " "));
}

typedef struct gone_check {
    hub *hub;
    key_list keys; /* two of each person */
    bool is_gone[STORE_ROWS_MAX / 2];
} gone_check;

static bool take_gone(void *context, const store_row *row)
{
    gone_check *g = context;
    const size_t i = find_key(&g->keys, row->key);
    if (i < g->keys.count)
        g->is_gone[i / 2] = true;
    return true;
}

static bool forget_gone(hub *h, char (*id)[GAME_PERSON_MAX], size_t count, gone_check *g)
{
    char error[STORE_ERROR_MAX];
    *g = (gone_check){.hub = h};
    for (size_t i = 0; i < count; i++) {
        snprintf(next_key(&g->keys), STORE_KEY_MAX, "gone/%s", id[i]);
        identity_void_key(h->cookie_key, id[i], next_key(&g->keys), STORE_KEY_MAX);
    }
    if (!store_get_rows(h->store, g->keys.at, g->keys.count, 0, take_gone, g, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (g->is_gone[i])
            account_forgotten_elsewhere(h, "*", id[i]);
    return true;
}

static bool check_persons(hub *h, catch_up *u)
{
    const uint32_t first = u->next;
    named all = {.good = true};
    gone_check *g = malloc(sizeof *g);
    for (; u->next < u->tables_nb && u->next < first + TABLES_A_TURN; u->next++) {
        const live_table *table = map_get(&h->tables, u->tables[u->next]);
        if (table)
            name_persons(&all, table);
    }
    bool good = g && all.good;
    for (size_t i = 0; good && i < all.count; i += STORE_ROWS_MAX / 2) {
        const size_t rest = all.count - i;
        good = forget_gone(h, all.id + i, rest < STORE_ROWS_MAX / 2 ? rest : STORE_ROWS_MAX / 2, g);
    }
    free(all.id);
    free(g);
    if (!good)
        u->next = first;
    else if (u->next >= u->tables_nb)
        u->stage = DONE;
    return good;
}

/* ---- The turn of the loop ---- */
/* The ids: a table may leave memory meanwhile. */
static bool list_tables(const hub *h, catch_up *u)
{
    free(u->tables);
    u->tables = calloc(h->tables.count + 1, sizeof *u->tables);
    u->tables_nb = u->next = 0;
    for (map_entry *e = u->tables ? map_first(&h->tables) : NULL; e; e = map_next(&h->tables, e))
        snprintf(u->tables[u->tables_nb++], GAME_ID_MAX, "%.15s", e->key);
    return u->tables != NULL;
}

void catch_up_begin(hub *h)
{
    tables_mark_missed(h);
    if (h->nodes.catch_up) {
        h->nodes.catch_up->again = true;
        return;
    }
    h->nodes.catch_up = calloc(1, sizeof *h->nodes.catch_up);
    if (h->nodes.catch_up)
        h->nodes.catch_up->wait_ms = RETRY_MS;
}

static void wait_a_while(catch_up *u)
{
    u->retry_ms = hub_now_ms() + u->wait_ms;
    u->wait_ms = 2 * u->wait_ms < RETRY_MAX_MS ? 2 * u->wait_ms : RETRY_MAX_MS;
}

static void end_or_repeat(hub *h, catch_up *u)
{
    if (!u->again) {
        catch_up_end(h);
        return;
    }
    u->again = false;
    u->stage = SOCKETS;
    u->next = 0;
    wait_a_while(u);
}

static bool run_stage(hub *h, catch_up *u)
{
    switch (u->stage) {
    case SOCKETS:
        return check_sockets(h, u);
    case TABLES:
        return check_tables(h, u);
    default:
        return check_persons(h, u);
    }
}

void catch_up_end(hub *h)
{
    if (h->nodes.catch_up)
        free(h->nodes.catch_up->tables);
    free(h->nodes.catch_up);
    h->nodes.catch_up = NULL;
}

void catch_up_turn(hub *h)
{
    catch_up *u = h->nodes.catch_up;
    if (!u || hub_now_ms() < u->retry_ms)
        return;
    const stage before = u->stage;
    if (!run_stage(h, u) || (u->stage != before && u->stage != DONE && !list_tables(h, u)))
        wait_a_while(u);
    else if (u->stage == DONE)
        end_or_repeat(h, u);
    else
        transport_wake(h->transport);
}
