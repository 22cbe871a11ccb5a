/* hub_watch.c - who watches a table, and what they are told. */
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>

enum { PRESENCE_MS = 1000 };

/* ---- Watching ---------------------------------------------------------------------------------
 */
view_context table_view_context(const live_table *d)
{
    view_context t = {.row = &d->row};
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++)
        t.online[i] = d->game.seat[i].kind == GAME_PERSON && d->away_ms[i] == 0;
    return t;
}

static unsigned viewer_of(const live_table *d, const session *s)
{
    const unsigned seat = game_seat_of(&d->game, s->who.id);
    return seat == AZJ_NOBODY ? AZJ_SPECTATOR : seat;
}

void table_send_sync(hub *h, live_table *d, session *s, uint32_t from, const char *id)
{
    buf b = hub_buffer(h);
    view_context t = table_view_context(d);
    t.request = id;
    t.expires_ms = table_expiry_warning(h, d);
    t.ready_by_ms = table_ready_by(h, d);
    sync_json(&b, &d->game, &t, viewer_of(d, s), from, hub_game_ms(h));
    session_send(s, &b);
}

static packet *packet_of(const buf *b)
{
    return b->length < b->size ? packet_new(b->at, b->length) : NULL;
}

/* At once, but not more than once a second: whoever comes and goes all the time must not cost every
 * spectator a message each time. */
void table_broadcast_presence(hub *h, live_table *d, uint64_t now)
{
    if (!d->presence_due || now - d->presence_ms < PRESENCE_MS)
        return;
    d->presence_due = false;
    d->presence_ms = now;
    buf b = hub_buffer(h);
    buf_char(&b, '{');
    fields_put_text(&b, "t", "presence");
    fields_put_text(&b, "table", d->game.id);
    fields_key(&b, "online");
    for (unsigned i = 0; i < d->game.options.rules.players; i++) {
        buf_text(&b, i ? "," : "[");
        buf_text(&b, d->away_ms[i] == 0 ? "true" : "false");
    }
    buf_text(&b, "]}");
    packet *p = packet_of(&b);
    for (uint32_t i = 0; p && i < d->watchers_nb; i++)
        transport_send(d->watchers[i]->conn, p, true);
    packet_release(p);
}

void table_update_presence(hub *h, live_table *d)
{
    bool online[AZJ_SEATS_MAX] = {false};
    const uint64_t now = hub_now_ms();
    if (h->stop_ms)
        return;
    for (uint32_t i = 0; i < d->watchers_nb; i++) {
        const unsigned seat = game_seat_of(&d->game, d->watchers[i]->who.id);
        if (seat != AZJ_NOBODY)
            online[seat] = d->watchers[i]->plays = true;
    }
    for (unsigned i = 0; i < d->game.options.rules.players; i++) {
        d->presence_due |= online[i] != (d->away_ms[i] == 0);
        if (online[i])
            d->away_ms[i] = 0;
        else if (d->away_ms[i] == 0)
            d->away_ms[i] = now;
    }
    table_broadcast_presence(h, d, now);
    table_schedule(h, d);
}

bool session_may_watch_more(const session *s)
{
    unsigned used = s->making;
    for (unsigned i = 0; i < HUB_WATCHES_MAX; i++)
        used += s->watches[i] != NULL;
    return used < HUB_WATCHES_MAX;
}

bool table_watch(hub *h, live_table *d, session *s)
{
    unsigned place = HUB_WATCHES_MAX;
    for (unsigned i = 0; i < HUB_WATCHES_MAX; i++) {
        if (s->watches[i] == d)
            return true;
        if (!s->watches[i] && place == HUB_WATCHES_MAX)
            place = i;
    }
    if (!session_may_watch_more(s) || d->watchers_nb >= h->config.watchers_per_table)
        return false;
    if (d->watchers_nb == d->watchers_room) {
        const uint32_t room = 2 * d->watchers_room + 4;
        session **watchers = realloc(d->watchers, room * sizeof *watchers);
        if (!watchers)
            return false;
        d->watchers = watchers;
        d->watchers_room = room;
    }
    d->watchers[d->watchers_nb++] = s;
    s->watches[place] = d;
    if (game_seat_of(&d->game, s->who.id) != AZJ_NOBODY)
        table_update_presence(h, d);
    else
        table_schedule(h, d);
    return true;
}

void table_unwatch(hub *h, live_table *d, session *s)
{
    for (unsigned i = 0; i < HUB_WATCHES_MAX; i++)
        if (s->watches[i] == d)
            s->watches[i] = NULL;
    for (uint32_t i = 0; i < d->watchers_nb; i++)
        if (d->watchers[i] == s) {
            d->watchers[i] = d->watchers[--d->watchers_nb];
            break;
        }
    if (d->watchers_nb == 0) {
        free(d->watchers);
        d->watchers = NULL;
        d->watchers_room = 0;
    }
    d->touched_ms = hub_now_ms();
    if (game_seat_of(&d->game, s->who.id) != AZJ_NOBODY)
        table_update_presence(h, d);
    table_schedule(h, d);
}

/* ---- Telling ----------------------------------------------------------------------------------
 */
/* Players first; spectators leave in slices. One packet a viewer, made when it is needed. */
void table_broadcast(hub *h, live_table *d, const game_event *e, bool newest)
{
    packet *made[AZJ_SEATS_MAX + 1] = {NULL};
    const uint64_t now = hub_game_ms(h);
    for (uint32_t i = 0; i < d->watchers_nb; i++) {
        session *s = d->watchers[i];
        const unsigned viewer = viewer_of(d, s);
        const unsigned k = viewer == AZJ_SPECTATOR ? AZJ_SEATS_MAX : viewer;
        if (!made[k]) {
            buf b = hub_buffer(h);
            event_json(&b, &d->game, e, viewer, newest, now);
            made[k] = packet_of(&b);
        }
        transport_send(s->conn, made[k], viewer == AZJ_SPECTATOR);
    }
    for (unsigned k = 0; k <= AZJ_SEATS_MAX; k++)
        packet_release(made[k]);
}
