/* table_watch.c - who watches a table, and what is broadcast to them. */
#include "server/hub.h"
#include "server/session.h"

#include <stdlib.h>
#include <string.h>

enum { PRESENCE_MS = 1000 };

/* ---- Watching ---- */
view_context table_view_context(const live_table *table)
{
    view_context t = {.row = &table->row};
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++)
        t.online[i] = table->game.seat[i].kind == GAME_PERSON && table->away_ms[i] == 0;
    return t;
}

static unsigned viewer_of(const live_table *table, const session *s)
{
    const unsigned seat = game_seat_of(&table->game, s->who.id);
    return seat == AZJ_NOBODY ? AZJ_SPECTATOR : seat;
}

void table_send_sync(hub *h, live_table *table, session *s, uint32_t from, const char *id)
{
    buf b = hub_buffer(h);
    view_context t = table_view_context(table);
    t.request = id;
    t.is_maker = strcmp(table->row.owner, s->who.id) == 0;
    t.expires_ms = table_expiry_warning(h, table);
    t.ready_by_ms = table_ready_by(h, table);
    sync_json(&b, &table->game, &t, viewer_of(table, s), from, hub_game_ms(h));
    session_send(s, &b);
}

static packet *packet_of(const buf *b)
{
    return b->length < b->size ? packet_new(b->at, b->length) : NULL;
}

/* Immediately, but at most once a second: a person who reconnects all the time must not cost every
 * spectator a message each time. */
void table_broadcast_presence(hub *h, live_table *table, uint64_t now)
{
    if (!table->presence_due || now - table->presence_ms < PRESENCE_MS)
        return;
    table->presence_due = false;
    table->presence_ms = now;
    buf b = hub_buffer(h);
    json_writer w = session_begin(&b, "presence", "");
    json_write_string(&w, "table", table->game.id);
    json_write_array(&w, "online");
    for (unsigned i = 0; i < table->game.options.rules.players; i++)
        json_write_flag(&w, NULL, table->away_ms[i] == 0);
    json_write_array_end(&w);
    json_write_object_end(&w);
    packet *p = packet_of(&b);
    for (uint32_t i = 0; p && i < table->watchers_nb; i++)
        transport_send(table->watchers[i]->conn, p, true);
    packet_release(p);
}

void table_update_presence(hub *h, live_table *table)
{
    bool online[AZJ_SEATS_MAX] = {false};
    const uint64_t now = hub_now_ms();
    if (h->stop_ms)
        return;
    for (uint32_t i = 0; i < table->watchers_nb; i++) {
        const unsigned seat = game_seat_of(&table->game, table->watchers[i]->who.id);
        if (seat != AZJ_NOBODY)
            online[seat] = table->watchers[i]->plays = true;
    }
    uint8_t here = 0;
    const uint8_t elsewhere = table_seats_elsewhere(table);
    for (unsigned i = 0; i < table->game.options.rules.players; i++) {
        here |= (uint8_t)(online[i] << i);
        online[i] |= elsewhere >> i & 1;
    }
    table_tell_seats(h, table, here, false);
    for (unsigned i = 0; i < table->game.options.rules.players; i++) {
        table->presence_due |= online[i] != (table->away_ms[i] == 0);
        if (online[i])
            table->away_ms[i] = 0;
        else if (table->away_ms[i] == 0)
            table->away_ms[i] = now;
    }
    table_broadcast_presence(h, table, now);
    table_schedule(h, table);
}

bool session_may_watch_more(const session *s)
{
    unsigned used = s->making;
    for (unsigned i = 0; i < SESSION_WATCHES_MAX; i++)
        used += s->watches[i] != NULL;
    return used < SESSION_WATCHES_MAX;
}

bool table_watch(hub *h, live_table *table, session *s)
{
    unsigned place = SESSION_WATCHES_MAX;
    for (unsigned i = 0; i < SESSION_WATCHES_MAX; i++) {
        if (s->watches[i] == table)
            return true;
        if (!s->watches[i] && place == SESSION_WATCHES_MAX)
            place = i;
    }
    if (!session_may_watch_more(s) || table->watchers_nb >= h->config.watchers_per_table)
        return false;
    if (table->watchers_nb == table->watchers_room) {
        const uint32_t room = 2 * table->watchers_room + 4;
        session **watchers = realloc(table->watchers, room * sizeof *watchers);
        if (!watchers)
            return false;
        table->watchers = watchers;
        table->watchers_room = room;
    }
    table->watchers[table->watchers_nb++] = s;
    s->watches[place] = table;
    if (game_seat_of(&table->game, s->who.id) != AZJ_NOBODY)
        table_update_presence(h, table);
    else
        table_schedule(h, table);
    return true;
}

void table_unwatch(hub *h, live_table *table, session *s)
{
    for (unsigned i = 0; i < SESSION_WATCHES_MAX; i++)
        if (s->watches[i] == table)
            s->watches[i] = NULL;
    for (uint32_t i = 0; i < table->watchers_nb; i++)
        if (table->watchers[i] == s) {
            table->watchers[i] = table->watchers[--table->watchers_nb];
            break;
        }
    if (table->watchers_nb == 0) {
        free(table->watchers);
        table->watchers = NULL;
        table->watchers_room = 0;
    }
    table->touched_ms = hub_now_ms();
    if (game_seat_of(&table->game, s->who.id) != AZJ_NOBODY)
        table_update_presence(h, table);
    table_schedule(h, table);
}

/* ---- Telling ---- */
/* Players first; spectators leave in slices. One packet a viewer, made when it is needed. */
void table_broadcast(hub *h, live_table *table, const game_event *e, bool newest)
{
    packet *made[AZJ_SEATS_MAX + 1] = {NULL};
    const uint64_t now = hub_game_ms(h);
    for (uint32_t i = 0; i < table->watchers_nb; i++) {
        session *s = table->watchers[i];
        const unsigned viewer = viewer_of(table, s);
        const unsigned k = viewer == AZJ_SPECTATOR ? AZJ_SEATS_MAX : viewer;
        if (!made[k]) {
            buf b = hub_buffer(h);
            event_json(&b, &table->game, e, viewer, newest, now);
            made[k] = packet_of(&b);
        }
        transport_send(s->conn, made[k], viewer == AZJ_SPECTATOR);
    }
    for (unsigned k = 0; k <= AZJ_SEATS_MAX; k++)
        packet_release(made[k]);
}
