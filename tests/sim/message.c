/* message.c - what a client receives, compared with the history: every event in order, as it is
 * stored, with the position as this seat may know it and nothing else. */
#define _GNU_SOURCE /* memmem */
#include "truth.h"

#include "sim.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_ROOM = 60000 };

/* ---- Reading ---- */
bool message_parse(message *m, const char *text, size_t length)
{
    static json_node nodes[NODES_ROOM];
    m->text = text;
    m->length = length;
    return json_parse(&m->doc, text, length, nodes, NODES_ROOM) &&
           m->doc.nodes[0].type == JSON_OBJECT;
}

uint32_t message_find(const message *m, uint32_t parent, const char *key)
{
    const json_node *nodes = m->doc.nodes;
    const size_t length = strlen(key);
    for (uint32_t at = parent + 1; at < nodes[parent].next; at = nodes[at + 1].next)
        if (nodes[at].end - nodes[at].start == length &&
            memcmp(m->text + nodes[at].start, key, length) == 0)
            return at + 1;
    return 0;
}

bool message_text(const message *m, uint32_t parent, const char *key, char *out, size_t size)
{
    const uint32_t node = message_find(m, parent, key);
    return node && m->doc.nodes[node].type == JSON_STRING &&
           json_string(&m->doc, node, out, size) >= 0;
}

bool message_number(const message *m, uint32_t parent, const char *key, int64_t *value)
{
    const uint32_t node = message_find(m, parent, key);
    return node && json_integer(&m->doc, node, value);
}

bool message_flag(const message *m, uint32_t parent, const char *key)
{
    const uint32_t node = message_find(m, parent, key);
    return node && m->doc.nodes[node].type == JSON_TRUE;
}

/* ---- Comparing ---- */
static unsigned viewer_of(const client *c, const truth *t)
{
    const unsigned seat = game_seat_of(&t->game, c->person);
    return seat == AZJ_NOBODY ? AZJ_SPECTATOR : seat;
}

static bool same_text(const message *m, uint32_t node, const char *text, size_t length)
{
    const json_node *n = &m->doc.nodes[node];
    return n->end - n->start == length && memcmp(m->text + n->start, text, length) == 0;
}

static void compare_move(const client *c, const message *m, uint32_t parent, const truth *t,
                         const game_event *e)
{
    char text[AZJ_MOVE_JSON_MAX];
    azj_move move = e->move;
    const uint32_t node = message_find(m, parent, "move");
    const unsigned viewer = viewer_of(c, t);
    if (azj_move_kind_of(move) == AZJ_RETURN && e->seat != viewer)
        move = azj_move_return(azj_duel_is_special(azj_move_plate(move)) ? AZJ_PLATE_UNKNOWN_S
                                                                         : AZJ_PLATE_UNKNOWN_J);
    const size_t length = azj_move_json(move, text, sizeof text);
    if (!node || !same_text(m, node, text, length))
        sim_fail("client %u: event %u of %s shows another move than its viewer may see", c->index,
                 e->n, t->id);
}

/* One event, alone or in a sync. */
static void compare_event(const client *c, const message *m, uint32_t parent, const truth *t,
                          uint32_t n)
{
    char kind[16] = "";
    int64_t at = 0, seat = -1;
    if (n == 0 || n > t->game.n) {
        sim_fail("client %u was told event %u of %s, which is not stored", c->index, n, t->id);
        return;
    }
    const game_event *e = &t->game.events[n - 1];
    message_text(m, parent, "kind", kind, sizeof kind);
    message_number(m, parent, "at", &at);
    if (strcmp(kind, game_event_name(e->kind)) != 0 || (uint64_t)at != e->at_ms ||
        (message_number(m, parent, "seat", &seat) && seat != e->seat))
        sim_fail("client %u was told another event %u of %s than is stored", c->index, n, t->id);
    if (e->kind == GAME_MOVE)
        compare_move(c, m, parent, t, e);
}

static void compare_position(client *c, socket_view *v, const message *m, truth *t, uint32_t n)
{
    int64_t ply = -1;
    const uint32_t node = message_find(m, 0, "position");
    if (!node)
        return;
    const json_node *at = &m->doc.nodes[node];
    const size_t length = at->end - at->start;
    message_number(m, 0, "ply", &ply);
    if (truth_text_hash(m->text + at->start, length) != truth_position(t, n, viewer_of(c, t)) ||
        ply != t->at[n - 1].ply) {
        sim_fail("client %u: after event %u of %s the position is not what this viewer may see",
                 c->index, n, t->id);
        return;
    }
    azj_text_fault fault;
    v->ply = (uint32_t)ply;
    v->has_position = !c->is_spectator && azj_position_parse_json(m->text + at->start, length,
                                                                  &v->position, &fault) == AZJ_E_OK;
    if (!v->has_position && !c->is_spectator)
        sim_fail("client %u cannot read the position of %s", c->index, t->id);
}

/* The secret of the shuffle is nobody's before the end. */
static void look_for_secret(const client *c, const message *m, const truth *t, uint32_t n)
{
    const bool over = t->game.phase == GAME_OVER && n && t->game.events[n - 1].kind >= GAME_END;
    if (!over && memmem(m->text, m->length, t->secret, sizeof t->secret - 1) &&
        !message_find(m, 0, "winners"))
        sim_fail("client %u was told the secret of %s", c->index, t->id);
}

/* ---- Taking ---- */
static void take_flags(client *c, socket_view *v, const message *m)
{
    const json_node *nodes = m->doc.nodes;
    const uint32_t list = message_find(m, 0, "seats");
    char kind[16] = "";
    int64_t you = AZJ_NOBODY;
    message_text(m, 0, "phase", kind, sizeof kind);
    v->phase = kind[0] == 'l' ? GAME_LIVE : kind[1] == 'v' ? GAME_OVER : GAME_OPEN;
    message_number(m, 0, "you", &you);
    v->you = (unsigned)you;
    v->offered = message_find(m, 0, "offer") != 0;
    unsigned i = 0;
    for (uint32_t at = list + 1; list && at < nodes[list].next && i < 4; at = nodes[at].next, i++) {
        v->empty[i] = message_text(m, at, "kind", kind, sizeof kind) && kind[0] == 'e';
        v->standin[i] = message_flag(m, at, "standin");
        if (i == v->you)
            v->ready = message_flag(m, at, "ready");
    }
    if (v->you != AZJ_NOBODY && c->is_spectator)
        sim_fail("client %u watches, and is told to sit", c->index);
}

static void take_sync(client *c, socket_view *v, const message *m, truth *t)
{
    const json_node *nodes = m->doc.nodes;
    const uint32_t list = message_find(m, 0, "events");
    int64_t n = 0, last = v->n;
    message_number(m, 0, "n", &n);
    if (n > t->game.n) {
        sim_fail("client %u: a sync of %s says %d events, %u are stored", c->index, t->id, (int)n,
                 t->game.n);
        return;
    }
    for (uint32_t at = list + 1; list && at < nodes[list].next; at = nodes[at].next) {
        int64_t number = 0;
        message_number(m, at, "n", &number);
        if (number > last + 1 && removal_is_on()) { /* they came back: an answer from before */
            v->is_bad = true;
            return;
        }
        if (number > last + 1)
            sim_fail("client %u: a sync of %s goes from event %d to %d", c->index, t->id, (int)last,
                     (int)number);
        last = number > last ? number : last;
        compare_event(c, m, at, t, (uint32_t)number);
    }
    if (last != n) { /* the answer to another watch than the last one, or of a node that lags */
        v->is_bad = true;
        return;
    }
    v->is_bad = false;
    v->watching = true;
    if (!v->standing_us)
        v->standing_us = sim_now();
    take_flags(c, v, m);
    if (n)
        compare_position(c, v, m, t, (uint32_t)n);
    v->n = (uint32_t)last;
    look_for_secret(c, m, t, v->n);
}

static void follow_kind(client *c, socket_view *v, const game_event *e)
{
    switch (e->kind) {
    case GAME_SIT:
        v->empty[e->seat] = false;
        if (game_is_sitting(e, c->person))
            v->you = e->seat;
        break;
    case GAME_LEAVE:
        v->empty[e->seat] = true;
        if (v->you == e->seat)
            v->you = AZJ_NOBODY;
        break;
    case GAME_READY:
        v->ready = v->ready || v->you == e->seat;
        break;
    case GAME_START:
        v->phase = GAME_LIVE;
        break;
    case GAME_END:
        v->phase = GAME_OVER;
        break;
    case GAME_STANDIN:
        v->standin[e->seat] = true;
        break;
    case GAME_BACK:
        v->standin[e->seat] = false;
        break;
    case GAME_OFFER:
        v->offered = true;
        break;
    case GAME_ANSWER:
    case GAME_MOVE:
    case GAME_TAKEBACK:
        v->offered = false;
        break;
    default:
        break;
    }
}

static void take_event(client *c, socket_view *v, const message *m, truth *t)
{
    int64_t n = 0;
    message_number(m, 0, "n", &n);
    compare_event(c, m, 0, t, (uint32_t)n);
    if (sim_failed() || (uint32_t)n <= v->n)
        return;
    if (n != v->n + 1) { /* a gap: an older answer is still on its way, or something was lost */
        v->is_bad = true;
        return;
    }
    v->n = (uint32_t)n;
    follow_kind(c, v, &t->game.events[n - 1]);
    compare_position(c, v, m, t, (uint32_t)n);
    look_for_secret(c, m, t, (uint32_t)n);
}

void message_take(client *c, socket_view *v, const message *m, const char *kind)
{
    char id[ID_MAX + 8] = "";
    message_text(m, 0, "table", id, sizeof id);
    truth *t = truth_find(id);
    if (!t) {
        sim_fail("client %u was told of table %s, which is not stored", c->index, id);
        return;
    }
    if (strcmp(id, v->table) != 0)
        return; /* of the game before */
    if (kind[0] == 's')
        take_sync(c, v, m, t);
    else
        take_event(c, v, m, t);
}
