/* commands.c - the commands of a table: each reads its fields, lets the game decide, and hands
 * what was decided to the store. */
#include "server/account.h"
#include "server/guest_names.h"
#include "server/hub.h"
#include "server/session.h"
#include "server/shared_limits.h"
#include "server/space.h"

#include <azulejo/text.h>
#include <sodium.h>
#include <string.h>

enum { EVENTS_PER_MESSAGE = 64 }; /* events that are sent at the price of one message */

/* The end of every command: refuses it, or hands the events to the store. */
static void carry_out(request *r, live_table *table, game_error e, const game_batch *b)
{
    if (e != GAME_E_OK)
        request_refuse_game(r, e);
    else if (game_is_over_budget(&table->game) && b->at[0].kind != GAME_OUT)
        request_refuse_game(r, GAME_E_TOO_MUCH);
    else if (!table_commit(r->hub, table, b, r))
        request_refuse(r, "BUSY", "the server is out of memory; please try again");
}

static unsigned own_seat(const request *r, const live_table *table)
{
    return game_seat_of(&table->game, r->session->who.id);
}

/* Takes a name in the message as the one to sit down with. */
static bool take_name(request *r)
{
    char name[GAME_NAME_MAX];
    if (fields_find(r->fields, 0, "name") == FIELDS_NONE)
        return true;
    if (!fields_text(r->fields, 0, "name", name, sizeof name) || !identity_name_ok(name)) {
        request_refuse(r, "BAD_NAME", "a name has 1 to 32 bytes that can be seen, without < > &");
        return false;
    }
    if (account_name_taken(r->hub, name, r->session->who.id)) {
        request_refuse(r, "NAME_TAKEN", "that is the name of somebody's account");
        return false;
    }
    memcpy(r->session->who.name, name, sizeof name);
    return true;
}

void request_seat_name(const request *r, const game *g, char name[GAME_NAME_MAX])
{
    const identity *who = &r->session->who;
    for (unsigned attempt = 0; attempt < GUEST_NAMES_NB; attempt++) {
        guest_name_try(who, attempt, name);
        if (!account_name_taken(r->hub, name, who->id) &&
            !(g && guest_name_at_table(g, who->id, name)))
            return;
    }
}

bool request_may_make(const request *r)
{
    char prefix[STORE_KEY_MAX];
    address *a = r->session->from;
    const config *c = &r->hub->config;
    rows_made_prefix(prefix, r->session->who.id);
    if (r->hub->disc_is_short)
        request_refuse(r, "FULL", SPACE_REFUSAL);
    else if (store_count(r->hub->store, prefix, c->games_per_person) >= c->games_per_person)
        request_limit(r, HUB_LIMIT_GAMES, "TOO_MANY_GAMES", "finish some of your games first");
    else if (!address_may_make_today(r->hub, conn_address(r->session->conn)))
        request_limit(r, HUB_LIMIT_TABLES, "TOO_FAST", "too many tables today; please wait");
    else if (!bucket_take(&a->tables, c->tables_per_minute, hub_now_ms() / 60))
        request_limit(r, HUB_LIMIT_TABLES, "TOO_FAST", "too many tables; please wait a minute");
    else {
        limit_used(r->hub, SHARED_TABLES, conn_address(r->session->conn));
        limit_used(r->hub, SHARED_TABLES_DAY, conn_address(r->session->conn));
        return true;
    }
    return false;
}

bool request_may_watch(const request *r)
{
    if (session_may_watch_more(r->session))
        return true;
    request_limit(r, HUB_LIMIT_WATCHERS, "TOO_MANY",
                  "you watch too many tables: unwatch one first");
    return false;
}

bool request_may_play(const request *r)
{
    char prefix[STORE_KEY_MAX];
    const uint32_t most = r->hub->config.games_per_person;
    rows_unfinished_prefix(prefix, r->session->who.id);
    return store_count(r->hub->store, prefix, most) < most;
}

static bool may_play_more(request *r)
{
    if (request_may_play(r))
        return true;
    request_limit(r, HUB_LIMIT_GAMES, "TOO_MANY_GAMES", "finish some of your games first");
    return false;
}

/* ---- Small talk ---- */
void cmd_ping(request *r, live_table *table)
{
    char room[128];
    buf b = buf_on(room, sizeof room);
    (void)table;
    json_writer w = session_begin(&b, "pong", r->id);
    json_write_number(&w, "time", (int64_t)hub_wall_ms());
    json_write_object_end(&w);
    session_send(r->session, &b);
}

void cmd_name(request *r, live_table *table)
{
    (void)table;
    if (take_name(r))
        request_ok(r);
}

void cmd_phrase(request *r, live_table *table)
{
    char name[24] = "";
    game_batch b;
    unsigned i = 0;
    fields_text(r->fields, 0, "phrase", name, sizeof name);
    while (game_phrase_name(i) && strcmp(game_phrase_name(i), name) != 0)
        i++;
    carry_out(r, table,
              game_decide_phrase(&table->game, own_seat(r, table), i, hub_time(r->hub), &b), &b);
}

/* ---- Making and joining ---- */
/* "me", "open" or a bot's level. */
static const char *read_seat(request *r, uint32_t node, unsigned i, table_plan *start, bool *mine)
{
    int64_t level;
    game_seat *s = &start->seat[i];
    if (fields_is_text(r->fields, node, "open"))
        return NULL;
    if (fields_is_text(r->fields, node, "me") && !*mine) {
        *mine = true;
        s->kind = GAME_PERSON;
        memcpy(s->person, r->session->who.id, sizeof s->person);
        request_seat_name(r, NULL, s->name);
        return NULL;
    }
    if (r->fields->nodes[node].type == JSON_NUMBER && json_integer(&r->fields->doc, node, &level) &&
        level >= 1 && level <= azj_level_count()) {
        s->kind = GAME_BOT_SEAT;
        s->bot = azj_level_name((unsigned)level);
        return NULL;
    }
    return "a seat is \"me\" (once), \"open\" or a bot's level";
}

static const char *read_seats(request *r, table_plan *start)
{
    const uint32_t list = fields_find(r->fields, 0, "seats");
    const json_node *nodes = r->fields->nodes;
    const char *wrong = NULL;
    bool mine = false;
    unsigned i = 0;
    if (list == FIELDS_NONE) {
        start->seat[0].kind = GAME_PERSON;
        memcpy(start->seat[0].person, r->session->who.id, sizeof start->seat[0].person);
        request_seat_name(r, NULL, start->seat[0].name);
        return NULL;
    }
    if (nodes[list].type != JSON_ARRAY || nodes[list].count != start->options.rules.players)
        return "seats must list one entry a player";
    for (uint32_t at = list + 1; at < nodes[list].next && !wrong; at = nodes[at].next)
        wrong = read_seat(r, at, i++, start, &mine);
    return wrong;
}

void cmd_create(request *r, live_table *table)
{
    table_plan start = {.options = {.rules = {AZJ_CLASSIC, 2, AZJ_NOBODY, 0}}};
    const char *wrong;
    (void)table;
    if (!take_name(r) || !may_play_more(r) || !request_may_watch(r) || !request_may_make(r))
        return;
    wrong = game_options_get(r->fields, 0, &start.options);
    if (!wrong && fields_find(r->fields, 0, "leaver") == FIELDS_NONE)
        start.options.leaver =
            start.options.clock.kind == CLOCKS_NONE ? GAME_LEAVER_CLAIM : GAME_LEAVER_BOT;
    start.options.quick = false;
    r->wants_table = true;
    if (!wrong)
        wrong = read_seats(r, &start);
    memcpy(start.owner, r->session->who.id, sizeof start.owner);
    if (wrong)
        request_refuse(r, "BAD_OPTIONS", wrong);
    else if (!table_make(r->hub, &start, r))
        request_refuse(r, "FULL", "the server is full");
}

static bool knows_key(const request *r, const live_table *table)
{
    char key[sizeof table->row.key] = "";
    fields_text(r->fields, 0, "key", key, sizeof key);
    return strlen(key) == strlen(table->row.key) &&
           sodium_memcmp(key, table->row.key, strlen(table->row.key)) == 0;
}

static bool is_invited(const request *r, const live_table *table)
{
    return strcmp(table->row.owner, r->session->who.id) == 0 || knows_key(r, table);
}

/* Public tables are open to all, others to players and to people with the link. */
static bool may_enter(const request *r, const live_table *table)
{
    return table->game.options.is_public || own_seat(r, table) != AZJ_NOBODY ||
           is_invited(r, table);
}

/* A message of many events costs more than one of few. */
static bool may_be_told(request *r, const live_table *table, uint32_t from)
{
    const uint32_t events = table->game.n > from ? table->game.n - from : 0;
    if (session_may(r->hub, r->session, events / EVENTS_PER_MESSAGE, HUB_LIMIT_RESYNCS))
        return true;
    request_refuse(r, "TOO_FAST", "that was a lot; please wait a second");
    return false;
}

/* A client that was at another node may know events that this node has not read yet: they are read
 * first, so that it never gets an older state. NULL: the table is gone or cannot be read now, and
 * the request is answered with an error. */
static live_table *ahead_of_us(request *r, live_table *table)
{
    char id[GAME_ID_MAX];
    memcpy(id, table->game.id, sizeof id);
    if (!r->hub->nodes.shared)
        return table;
    if (!table->busy)
        table_catch_up(r->hub, id);
    table = map_get(&r->hub->tables, id);
    if (table && (table->busy || table->stale))
        table = NULL;
    if (!table)
        request_refuse(r, "BUSY", "please try again");
    return table;
}

void cmd_watch(request *r, live_table *table)
{
    int64_t from = 0;
    fields_number(r->fields, 0, "from", 0, UINT32_MAX, &from);
    if (!may_enter(r, table)) {
        request_refuse(r, "PRIVATE", "this table needs its link");
        return;
    }
    if (!may_be_told(r, table, (uint32_t)from))
        return;
    if ((uint32_t)from > table->game.n && !(table = ahead_of_us(r, table)))
        return;
    if (!table_watch(r->hub, table, r->session)) {
        request_limit(r, HUB_LIMIT_WATCHERS, "TOO_MANY", "too many watch, or you watch too many");
        return;
    }
    table_send_sync(r->hub, table, r->session, (uint32_t)from, r->id[0] ? r->id : NULL);
    if (own_seat(r, table) != AZJ_NOBODY)
        table_renew(r->hub, table);
    table_advance(r->hub, table); /* a player who is back takes the seat again */
}

void cmd_unwatch(request *r, live_table *table)
{
    table_unwatch(r->hub, table, r->session);
    request_ok(r);
}

void cmd_join(request *r, live_table *table)
{
    int64_t seat = AZJ_NOBODY;
    char name[GAME_NAME_MAX];
    game_batch b;
    fields_number(r->fields, 0, "seat", 0, AZJ_SEATS_MAX - 1, &seat);
    if (!may_enter(r, table)) {
        request_refuse(r, "PRIVATE", "this table needs its link");
        return;
    }
    if (!take_name(r) || !may_play_more(r))
        return;
    if (!game_may_sit(&table->game, r->session->who.id, is_invited(r, table)) ||
        (!is_invited(r, table) &&
         !table_may_sit_from(r->hub, table, conn_address(r->session->conn)))) {
        r->hub->count.limited[HUB_LIMIT_SITS]++;
        request_refuse_game(r, GAME_E_TOO_MUCH);
        return;
    }
    table_count_sit(r->hub, table, conn_address(r->session->conn));
    request_seat_name(r, &table->game, name);
    carry_out(r, table,
              game_decide_sit(&table->game, (unsigned)seat, r->session->who.id, name,
                              hub_time(r->hub), &b),
              &b);
}

/* Before the start the maker of the table may free any seat: of a bot, of somebody who vanished, of
 * somebody who never gets ready. */
void cmd_leave(request *r, live_table *table)
{
    const unsigned own = own_seat(r, table);
    int64_t seat = own;
    game_batch b;
    fields_number(r->fields, 0, "seat", 0, AZJ_SEATS_MAX - 1, &seat);
    const bool is_own = (unsigned)seat == own;
    if (!is_own && strcmp(table->row.owner, r->session->who.id) != 0) {
        request_refuse(r, "NOT_OWNER", "only who made the table may free another seat");
        return;
    }
    carry_out(r, table,
              game_decide_leave(&table->game, (unsigned)seat, is_own ? GAME_LEFT : GAME_REMOVED,
                                hub_time(r->hub), &b),
              &b);
}

void cmd_bot(request *r, live_table *table)
{
    int64_t seat = AZJ_NOBODY, level = 0;
    game_batch b;
    fields_number(r->fields, 0, "seat", 0, AZJ_SEATS_MAX - 1, &seat);
    fields_number(r->fields, 0, "level", 0, 255, &level);
    if (strcmp(table->row.owner, r->session->who.id) != 0) {
        request_refuse(r, "NOT_OWNER", "only who made the table may add bots");
        return;
    }
    carry_out(r, table,
              game_decide_bot(&table->game, (unsigned)seat, azj_level_name((unsigned)level),
                              hub_time(r->hub), &b),
              &b);
}

void cmd_ready(request *r, live_table *table)
{
    char hex[2 * FAIR_BYTES + 1] = "";
    uint8_t bytes[FAIR_BYTES];
    size_t length = 0;
    game_batch b;
    fields_text(r->fields, 0, "contribution", hex, sizeof hex);
    if (sodium_hex2bin(bytes, FAIR_BYTES, hex, strlen(hex), NULL, &length, NULL) != 0 ||
        length != FAIR_BYTES) {
        request_refuse(r, "BAD_CONTRIBUTION", "a contribution is 64 hexadecimal digits");
        return;
    }
    carry_out(r, table,
              game_decide_ready(&table->game, own_seat(r, table), bytes, hub_time(r->hub), &b), &b);
}

/* ---- Playing ---- */
static void refuse_move(request *r, const azj_fault *why)
{
    char text[AZJ_FAULT_TEXT_MAX], json[AZJ_FAULT_JSON_MAX], room[1024];
    buf b = buf_on(room, sizeof room);
    azj_fault_text(why, text, sizeof text);
    const size_t n = azj_fault_json(why, json, sizeof json);
    r->hub->count.refused++;
    json_writer w = session_begin(&b, "error", r->id);
    json_write_string(&w, "code", "ILLEGAL");
    json_write_string(&w, "text", text);
    json_write_raw(&w, "fault", json, n);
    json_write_object_end(&w);
    session_send(r->session, &b);
}

static bool read_move(request *r, const live_table *table, azj_move *move)
{
    azj_text_fault fault;
    const uint32_t node = fields_find(r->fields, 0, "move");
    if (node == FIELDS_NONE || r->fields->nodes[node].type != JSON_OBJECT) {
        request_refuse(r, "NOT_UNDERSTOOD", "a move is a JSON object");
        return false;
    }
    const json_node *n = &r->fields->nodes[node];
    if (azj_move_parse_json((azj_rules)table->game.options.rules.rules,
                            r->fields->doc.text + n->start, n->end - n->start, move,
                            &fault) == AZJ_E_OK)
        return true;
    request_refuse(r, "NOT_UNDERSTOOD", fault.text);
    return false;
}

void cmd_move(request *r, live_table *table)
{
    int64_t ply, known = UINT32_MAX;
    azj_move move;
    azj_fault why;
    game_batch b;
    if (!r->id[0] || strlen(r->id) >= GAME_MOVE_ID_MAX || strcmp(r->id, "bot") == 0 ||
        !fields_number(r->fields, 0, "ply", 0, UINT32_MAX, &ply)) {
        request_refuse(r, "NOT_UNDERSTOOD", "a move carries its ply and an id of 1 to 32 bytes");
        return;
    }
    if (fields_find(r->fields, 0, "n") != FIELDS_NONE &&
        !fields_number(r->fields, 0, "n", 0, UINT32_MAX, &known)) {
        request_refuse(r, "NOT_UNDERSTOOD", "n is the number of the last event that you know");
        return;
    }
    if (!read_move(r, table, &move))
        return;
    game_error e = game_decide_move(&table->game, own_seat(r, table), (uint32_t)ply, r->id, move,
                                    hub_time(r->hub), &b, &why);
    if ((e == GAME_E_OK || e == GAME_E_ILLEGAL) &&
        game_taken_back_since(&table->game, (uint32_t)known))
        e = GAME_E_STALE;
    if (e == GAME_E_ILLEGAL) {
        refuse_move(r, &why);
    } else if (e == GAME_E_TIME_UP) {
        request_refuse_game(r, e);
        table_commit(r->hub, table, &b, NULL);
    } else if (e == GAME_E_OK && !table_commit(r->hub, table, &b, r)) {
        request_refuse(r, "BUSY", "the server is out of memory; please try again");
    } else if (e != GAME_E_OK) {
        request_refuse_game(r, e);
    }
}

void cmd_resign(request *r, live_table *table)
{
    game_batch b;
    carry_out(r, table, game_decide_resign(&table->game, own_seat(r, table), hub_time(r->hub), &b),
              &b);
}

void cmd_offer(request *r, live_table *table)
{
    char what[16] = "";
    game_batch b;
    fields_text(r->fields, 0, "offer", what, sizeof what);
    if (strcmp(what, "draw") != 0 && strcmp(what, "takeback") != 0) {
        request_refuse(r, "NOT_UNDERSTOOD", "an offer is draw or takeback");
        return;
    }
    carry_out(r, table,
              game_decide_offer(&table->game, own_seat(r, table),
                                what[0] == 'd' ? GAME_OFFER_DRAW : GAME_OFFER_TAKEBACK,
                                hub_time(r->hub), &b),
              &b);
}

void cmd_answer(request *r, live_table *table)
{
    bool yes = false;
    game_batch b;
    fields_flag(r->fields, 0, "yes", &yes);
    carry_out(r, table,
              game_decide_answer(&table->game, own_seat(r, table), yes, hub_time(r->hub), &b), &b);
}

/* The seat to move has been away for longer than the grace time. */
void cmd_claim(request *r, live_table *table)
{
    const unsigned seat = table->game.state.head.seat;
    game_batch b;
    if (own_seat(r, table) == AZJ_NOBODY)
        request_refuse_game(r, GAME_E_NOT_SEATED);
    else if (table->game.phase != GAME_LIVE || seat >= AZJ_SEATS_MAX || !table->away_ms[seat] ||
             !game_leaving_counts(&table->game) ||
             hub_now_ms() - table->away_ms[seat] <= r->hub->config.grace_s * 1000u)
        request_refuse_game(r, GAME_E_NO_CLAIM);
    else
        carry_out(r, table,
                  game_decide_away(&table->game, seat, own_seat(r, table), hub_time(r->hub), &b),
                  &b);
}

void cmd_rematch(request *r, live_table *table)
{
    const unsigned seat = own_seat(r, table);
    game_batch b;
    const game_error e = game_decide_rematch(&table->game, seat, hub_time(r->hub), &b);
    if (e == GAME_E_OK && game_is_last_for_rematch(&table->game, seat) && !request_may_make(r))
        return; /* the new table counts like any other */
    carry_out(r, table, e, &b);
}
