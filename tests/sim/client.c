/* client.c - people who play: each has a link to some node, sometimes a second one to another node,
 * loses links and makes new ones, and plays by messages as the page does (docs/server.md). */
#include "truth.h"

#include "sim.h"

#include <azulejo/text.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_US = 120 * SIM_MS,
    PATIENCE_US = 6 * SIM_S, /* for a link to open, or to be heard of */
    PING_US = 2 * SIM_S,
    AGAIN_US = 2 * SIM_S, /* until something that got no answer is sent again */
    PLACE_TRIES = 3
};

link *client_link(client *c, unsigned place)
{
    return &c->at[place].to;
}

const char *client_address(const client *c)
{
    return c->address;
}

bool client_is_standing(const client *c, uint64_t for_us)
{
    for (unsigned i = 0; i < LINKS_NB; i++) {
        const socket_view *v = &c->at[i];
        const sim_node *n = v->to.node;
        if (v->state == LINK_OPEN && v->watching && v->standing_us + for_us < sim_now() &&
            n->life == v->to.life && n->hurt_until + for_us < sim_now())
            return true;
    }
    return false;
}

/* ---- Sending ---- */
static void say(client *c, unsigned place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(client *c, unsigned place, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    net_say(c, place, text, (size_t)n);
}

static void watch_table(client *c, unsigned place)
{
    socket_view *v = &c->at[place];
    v->watch_us = sim_now();
    v->is_bad = false;
    say(c, place, "{\"t\":\"watch\",\"table\":\"%s\",\"from\":%u,\"key\":\"%s\"}", v->table, v->n,
        c->party->key);
}

static void create_table(client *c)
{
    const party *p = c->party;
    static const char *const rules[] = {"classic", "grey", "crystal1", "crystal2", "duel"};
    char seats[64];
    size_t length = (size_t)snprintf(seats, sizeof seats, "\"me\"");
    for (unsigned i = 1; i < p->players; i++) {
        const char *open = ",\"open\"";
        char bot[16];
        snprintf(bot, sizeof bot, ",%u", p->bots[i]);
        length += (size_t)snprintf(seats + length, sizeof seats - length, "%s",
                                   i < p->people ? open : bot);
    }
    c->asking = true;
    c->at[0].asked_us = sim_now();
    say(c, 0,
        "{\"t\":\"create\",\"rules\":\"%s\",\"players\":%u,\"clock\":%s,\"leaver\":\"%s\","
        "\"public\":%s,\"seats\":[%s]}",
        rules[p->rules], p->players, p->clock, p->leaver, p->is_public ? "true" : "false", seats);
}

static void send_move(client *c, unsigned place, const pending *m)
{
    say(c, place, "{\"t\":\"move\",\"table\":\"%s\",\"ply\":%u,\"n\":%u,\"id\":\"%s\",\"move\":%s}",
        c->at[0].table, m->ply, m->n, m->id, m->move);
}

/* ---- Moves ---- */
static pending *find_pending(client *c, const char *id)
{
    for (unsigned i = 0; i < PENDING_MAX; i++)
        if (strcmp(c->sent[i].id, id) == 0)
            return &c->sent[i];
    return NULL;
}

static pending *new_pending(client *c, const socket_view *v, azj_move move)
{
    pending *m = find_pending(c, "");
    if (!m)
        return NULL;
    snprintf(m->id, sizeof m->id, "m%u.%u", c->index, c->sent_nb++);
    m->ply = v->ply;
    m->n = v->n;
    azj_move_json(move, m->move, sizeof m->move);
    return m;
}

/* Sometimes the other link says the same, and sometimes something else: then only one may win. */
static void choose_move(client *c, const socket_view *v)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t count = azj_moves(&v->position, moves);
    if (!count)
        return;
    const pending *m = new_pending(c, v, moves[sim_random(count)]);
    if (!m)
        return;
    send_move(c, 0, m);
    c->resend_us = sim_now() + AGAIN_US;
    const socket_view *other = &c->at[1];
    if (other->state != LINK_OPEN || strcmp(other->table, v->table) != 0 || !sim_chance(600))
        return;
    const pending *rival = sim_chance(500) ? m : new_pending(c, v, moves[sim_random(count)]);
    if (rival)
        send_move(c, 1, rival);
}

static void resend_moves(client *c)
{
    if (sim_now() < c->resend_us)
        return;
    c->resend_us = sim_now() + AGAIN_US;
    for (unsigned i = 0; i < PENDING_MAX; i++)
        if (c->sent[i].id[0])
            send_move(c, 0, &c->sent[i]);
}

static bool has_pending(const client *c)
{
    for (unsigned i = 0; i < PENDING_MAX; i++)
        if (c->sent[i].id[0])
            return true;
    return false;
}

static void play(client *c, socket_view *v)
{
    if (has_pending(c)) {
        resend_moves(c);
        return;
    }
    if (!v->has_position || v->position.head.seat != v->you || v->standin[v->you] || v->is_bad)
        return;
    if (c->turn_ply != v->ply + 1 || !c->turn_us) {
        c->turn_ply = v->ply + 1;
        c->turn_us = sim_now() + sim_between(50 * SIM_MS, c->party->slowness_us);
    }
    if (sim_now() < c->turn_us)
        return;
    c->turn_us = 0;
    choose_move(c, v);
}

/* Things that people do beside moving. */
static void chat(client *c, const socket_view *v)
{
    const char *t = v->table;
    if (v->offered && sim_chance(300))
        say(c, 0, "{\"t\":\"answer\",\"table\":\"%s\",\"yes\":%s}", t,
            sim_chance(500) ? "true" : "false");
    else if (sim_chance(6))
        say(c, 0, "{\"t\":\"offer\",\"table\":\"%s\",\"offer\":\"takeback\"}", t);
    else if (sim_chance(4))
        say(c, 0, "{\"t\":\"phrase\",\"table\":\"%s\",\"phrase\":\"hello\"}", t);
    else if (sim_chance(1) && sim_chance(300))
        say(c, 0, "{\"t\":\"resign\",\"table\":\"%s\"}", t);
    else if (sim_chance(2))
        say(c, 0, "{\"t\":\"claim\",\"table\":\"%s\"}", t);
}

static void get_ready(client *c, socket_view *v)
{
    char hand[65];
    if (sim_now() < c->act_us)
        return;
    c->act_us = sim_now() + sim_between(300 * SIM_MS, 2 * SIM_S);
    for (unsigned i = 0; i < 64; i++)
        hand[i] = "0123456789abcdef"[sim_random(16)];
    hand[64] = 0;
    if (v->you == AZJ_NOBODY)
        say(c, 0, "{\"t\":\"join\",\"table\":\"%s\",\"key\":\"%s\"}", v->table, c->party->key);
    else if (!v->ready)
        say(c, 0, "{\"t\":\"ready\",\"table\":\"%s\",\"contribution\":\"%s\"}", v->table, hand);
}

/* People leave a game and return to it, or not. */
static void change_table(party *p)
{
    char id[ID_MAX], key[KEY_MAX];
    memcpy(id, p->left, sizeof id);
    memcpy(key, p->left_key, sizeof key);
    memcpy(p->left, p->table, sizeof p->left);
    memcpy(p->left_key, p->key, sizeof p->left_key);
    memcpy(p->table, id, sizeof p->table);
    memcpy(p->key, key, sizeof p->key);
}

static void act_at_table(client *c)
{
    socket_view *v = &c->at[0];
    party *p = c->party;
    if (removal_is_on() && c->place == 0 && v->phase != GAME_OVER && sim_chance(8)) {
        change_table(p);
        return;
    }
    if (v->phase == GAME_OPEN) {
        get_ready(c, v);
    } else if (v->phase == GAME_LIVE) {
        play(c, v);
        chat(c, v);
    } else if (c->place == 0 && sim_now() > c->act_us + 5 * SIM_S) {
        if (sim_chance(100)) { /* the next game */
            p->table[0] = 0;
            p->game++;
        }
    }
    if (v->phase != GAME_OVER)
        c->act_us = v->phase == GAME_OPEN ? c->act_us : sim_now();
}

/* ---- Links ---- */
static void end_view(socket_view *v)
{
    v->state = LINK_NONE;
    v->watching = false;
    v->standing_us = 0;
    v->retry_us = sim_now() + sim_between(100 * SIM_MS, 1500 * SIM_MS);
}

static void leave_node(client *c, unsigned place, bool silently)
{
    net_end(c, place, silently);
    end_view(&c->at[place]);
}

static void reach_node(client *c, unsigned place)
{
    socket_view *v = &c->at[place];
    sim_node *n = sim_any_node();
    if (sim_now() < v->retry_us || !n || (place == 1 && (!c->cookie[0] || c->index % 3)))
        return;
    v->asked_us = v->heard_us = sim_now();
    v->state = c->cookie[0] ? LINK_OPENING : LINK_HELLO;
    if (c->cookie[0])
        net_connect(c, place, n, c->cookie);
    else
        net_request(c, place, n, "/api/session", "");
}

static void begin_table(client *c, socket_view *v)
{
    if (removal_is_on() && v->table[0] && v->state == LINK_OPEN)
        say(c, v == &c->at[1], "{\"t\":\"unwatch\",\"table\":\"%s\"}", v->table);
    memcpy(v->table, c->party->table, sizeof v->table);
    v->n = 0;
    v->watching = v->is_bad = v->has_position = v->ready = v->offered = false;
    v->standing_us = v->watch_us = 0;
    v->you = AZJ_NOBODY;
    v->phase = GAME_OPEN;
    memset(v->standin, 0, sizeof v->standin);
    if (v == &c->at[0])
        memset(c->sent, 0, sizeof c->sent);
}

static void keep_link(client *c, unsigned place)
{
    socket_view *v = &c->at[place];
    const bool calm = sim_now() >= sim_end_us();
    if (v->state == LINK_NONE) {
        reach_node(c, place);
        return;
    }
    if (sim_now() - v->heard_us > PATIENCE_US) {
        leave_node(c, place, true);
        return;
    }
    if (v->state != LINK_OPEN)
        return;
    if (!calm && sim_chance(3)) {
        leave_node(c, place, sim_chance(300));
        return;
    }
    if (strcmp(v->table, c->party->table) != 0)
        begin_table(c, v);
    if (v->table[0] && (!v->watching || v->is_bad) &&
        (!v->watch_us || sim_now() - v->watch_us > 400 * SIM_MS))
        watch_table(c, place);
    else if (sim_now() - v->heard_us > PING_US &&
             (sim_chance(300) || sim_now() - v->heard_us > 2 * PING_US))
        say(c, place, "{\"t\":\"ping\"}");
}

/* After the end nobody does anything; all only follow what is stored. */
static void live_on(void *context, uint64_t unused)
{
    client *c = context;
    (void)unused;
    if (sim_is_over())
        return;
    for (unsigned place = 0; place < LINKS_NB; place++)
        keep_link(c, place);
    socket_view *v = &c->at[0];
    if (sim_now() < sim_end_us() && v->state == LINK_OPEN && !c->is_spectator) {
        if (!c->party->table[0] && c->place == 0 &&
            (!c->asking || sim_now() - v->asked_us > 2 * PATIENCE_US))
            create_table(c);
        else if (v->table[0] && v->watching)
            act_at_table(c);
    }
    sim_at(sim_now() + TICK_US / 2 + sim_random(TICK_US), live_on, c, 0);
}

void client_start(client *c, uint64_t when)
{
    sim_at(when, live_on, c, 0);
}

/* ---- Receiving ---- */
void client_replied(client *c, unsigned place, int status, const char *body, const char *cookie)
{
    socket_view *v = &c->at[place];
    message m;
    sim_note_number((uint64_t)status);
    if (status == 401)
        sim_fail("client %u: its cookie is refused", c->index);
    if (v->state == LINK_HELLO && status == 200 && message_parse(&m, body, strlen(body))) {
        message_text(&m, 0, "person", c->person, sizeof c->person);
        snprintf(c->cookie, sizeof c->cookie, "%s", cookie);
        v->retry_us = 0;
        v->state = LINK_NONE;
    } else {
        end_view(v);
    }
}

void client_opened(client *c, unsigned place)
{
    socket_view *v = &c->at[place];
    v->state = LINK_OPEN;
    v->heard_us = sim_now();
    v->watch_us = 0;
}

void client_lost(client *c, unsigned place)
{
    if (place == 0)
        c->asking = false;
    end_view(&c->at[place]);
}

static void take_made(client *c, const message *m)
{
    party *p = c->party;
    c->asking = false;
    if (p->table[0])
        return; /* an earlier request was answered in the end, too */
    message_text(m, 0, "table", p->table, sizeof p->table);
    message_text(m, 0, "key", p->key, sizeof p->key);
    begin_table(c, &c->at[0]);
}

static void take_removed(client *c, const char *id)
{
    const truth *t = id[0] ? truth_find(id) : NULL;
    party *p = c->party;
    if (!t || !t->removed_us)
        return;
    if (strcmp(p->left, id) == 0)
        p->left[0] = 0;
    if (strcmp(p->table, id) == 0) {
        p->table[0] = 0;
        p->game++;
    }
}

static void take_ok(client *c, const char *id)
{
    pending *sent = find_pending(c, id);
    if (!id[0] || !sent)
        return;
    const truth *t = truth_find(c->at[0].table);
    const unsigned seat = t ? game_seat_of(&t->game, c->person) : AZJ_NOBODY;
    if (!t || !truth_has_move(t, seat, id))
        sim_fail("client %u: move %s at table %s is confirmed and not stored", c->index, id,
                 c->at[0].table);
    sim_count.confirmed++;
    memset(sent, 0, sizeof *sent);
}

static void take_error(client *c, const socket_view *v, const message *m, const char *id)
{
    char code[24] = "";
    pending *sent = id[0] ? find_pending(c, id) : NULL;
    message_text(m, 0, "code", code, sizeof code);
    if (strcmp(code, "DAMAGED") == 0)
        sim_fail("client %u: %.*s", c->index, (int)m->length, m->text);
    if (strcmp(code, "FULL") == 0)
        c->asking = false;
    if (strcmp(code, "NO_TABLE") == 0)
        take_removed(c, v->table);
    const bool again = strcmp(code, "NOT_STORED") == 0 || strcmp(code, "BUSY") == 0;
    if (!sent || again)
        return;
    /* A node that does not know the move yet may take the time for up; it tells the move later. The
     * second link may be at a node that does not know the position yet. */
    const truth *t = truth_find(c->at[0].table);
    if (c->index % 3 && strcmp(code, "TIME_UP") != 0 && t && !t->removed_us &&
        truth_has_move(t, c->at[0].you, id))
        sim_fail("client %u: move %s is stored and refused: %s", c->index, id, code);
    memset(sent, 0, sizeof *sent);
}

void client_heard(client *c, unsigned place, const char *text, size_t length)
{
    socket_view *v = &c->at[place];
    message m;
    char kind[16] = "", id[40] = "", table[ID_MAX] = "";
    sim_count.messages++;
    sim_note(text, length);
    v->heard_us = sim_now();
    sim_trace("client %u.%u hears from node %u: %.*s", c->index, place, v->to.node->index,
              (int)(length < 160 ? length : 160), text);
    if (!message_parse(&m, text, length)) {
        sim_fail("client %u received no JSON: %.*s", c->index, (int)length, text);
        return;
    }
    message_text(&m, 0, "t", kind, sizeof kind);
    message_text(&m, 0, "id", id, sizeof id);
    if (strcmp(kind, "sync") == 0 || strcmp(kind, "event") == 0)
        message_take(c, v, &m, kind);
    else if (strcmp(kind, "made") == 0)
        take_made(c, &m);
    else if (strcmp(kind, "ok") == 0)
        take_ok(c, id);
    else if (strcmp(kind, "error") == 0)
        take_error(c, v, &m, id);
    else if (strcmp(kind, "removed") == 0 && message_text(&m, 0, "table", table, sizeof table))
        take_removed(c, table);
    else if (strcmp(kind, "goodbye") == 0)
        leave_node(c, place, false);
}
