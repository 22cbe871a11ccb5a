/* hub_lists.c - the lobby, quick pairing, and the list of one's games. */
#include "server/hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_room(const desk *d)
{
    for (unsigned i = 0; i < d->game.options.rules.players; i++)
        if (d->game.seat[i].kind == GAME_EMPTY)
            return true;
    return false;
}

static bool somebody_here(const desk *d)
{
    const told_table t = desk_told(d);
    return t.online[0] || t.online[1] || t.online[2] || t.online[3];
}

static void begin_list(buf *b, const request *r, const char *type)
{
    buf_char(b, '{');
    fields_put_text(b, "t", type);
    if (r->id[0])
        fields_put_text(b, "id", r->id);
    fields_key(b, "tables");
    buf_char(b, '[');
}

static void add_to_list(buf *b, const desk *d, const request *r, unsigned *count)
{
    const told_table t = desk_told(d);
    if ((*count)++)
        buf_char(b, ',');
    told_summary(b, &d->game, &t, game_seat_of(&d->game, r->session->who.id));
}

/* Open tables with somebody at them, and public games to watch. */
void cmd_lobby(request *r, desk *unused)
{
    unsigned count = 0;
    buf b = hub_buffer(r->hub);
    (void)unused;
    begin_list(&b, r, "lobby");
    for (int live = 0; live < 2; live++)
        for (map_entry *e = map_first(&r->hub->desks); e && count < HUB_LIST_MAX;
             e = map_next(&r->hub->desks, e)) {
            const desk *d = e->value;
            const bool wanted =
                live ? d->game.phase == GAME_LIVE : d->game.phase == GAME_OPEN && has_room(d);
            if (wanted && d->game.options.is_public && somebody_here(d))
                add_to_list(&b, d, r, &count);
        }
    buf_text(&b, "]}");
    session_send(r->session, &b);
}

/* ---- Quick pairing ----------------------------------------------------------------------------
 */
static bool same_game(const game_options *a, const game_options *b)
{
    return a->rules.rules == b->rules.rules && a->rules.players == b->rules.players &&
           memcmp(&a->clock, &b->clock, sizeof a->clock) == 0;
}

static desk *find_partner(const request *r, const game_options *o)
{
    for (map_entry *e = map_first(&r->hub->desks); e; e = map_next(&r->hub->desks, e)) {
        desk *d = e->value;
        if (d->game.options.quick && d->game.phase == GAME_OPEN && !d->busy && has_room(d) &&
            somebody_here(d) && same_game(o, &d->game.options) &&
            game_seat_of(&d->game, r->session->who.id) == AZJ_NOBODY)
            return d;
    }
    return NULL;
}

static void join_partner(request *r, desk *d)
{
    game_batch b;
    const game_error e = game_decide_sit(&d->game, AZJ_NOBODY, r->session->who.id,
                                         r->session->who.name, hub_time(), &b);
    char room[128];
    buf out = buf_on(room, sizeof room);
    if (e != GAME_E_OK || !desk_watch(r->hub, d, r->session) || !desk_commit(r->hub, d, &b, NULL)) {
        request_refuse(r, "BUSY", "please try again");
        return;
    }
    buf_char(&out, '{');
    fields_put_text(&out, "t", "made");
    fields_put_text(&out, "id", r->id);
    fields_put_text(&out, "table", d->game.id);
    buf_char(&out, '}');
    session_send(r->session, &out);
    desk_sync(r->hub, d, r->session, 0, NULL);
}

void cmd_pair(request *r, desk *unused)
{
    desk_start start = {.options = {.rules = {AZJ_CLASSIC, 2, AZJ_NOBODY, 0}}};
    const person *p = hub_person(r->hub, r->session->who.id);
    const char *wrong = game_options_get(r->fields, 0, &start.options);
    (void)unused;
    start.options.quick = start.options.is_public = true;
    start.options.leaver = GAME_LEAVER_BOT;
    if (wrong) {
        request_refuse(r, "BAD_OPTIONS", wrong);
        return;
    }
    if (!p || p->games >= r->hub->config.games_per_person) {
        request_refuse(r, "TOO_MANY_GAMES", "finish some of your games first");
        return;
    }
    r->session->plays = true;
    desk *d = find_partner(r, &start.options);
    if (d) {
        join_partner(r, d);
        return;
    }
    start.seat[0].kind = GAME_PERSON;
    memcpy(start.seat[0].person, r->session->who.id, sizeof start.seat[0].person);
    memcpy(start.seat[0].name, r->session->who.name, sizeof start.seat[0].name);
    memcpy(start.owner, r->session->who.id, sizeof start.owner);
    if (!desk_make(r->hub, &start, r))
        request_refuse(r, "FULL", "the server is full");
}

/* ---- My games ---------------------------------------------------------------------------------
 */
typedef struct my_tables {
    char id[HUB_LIST_MAX][GAME_ID_MAX];
    unsigned count;
    size_t skip;
} my_tables;

static bool take_table(void *context, const store_row *row)
{
    my_tables *m = context;
    snprintf(m->id[m->count++], GAME_ID_MAX, "%.15s", row->key + m->skip);
    return m->count < HUB_LIST_MAX;
}

static int rank(const desk *d, const char *person_id)
{
    const unsigned seat = game_seat_of(&d->game, person_id);
    if (d->game.phase == GAME_OVER)
        return 2;
    return seat == AZJ_NOBODY || (d->game.phase == GAME_LIVE && d->game.state.head.seat != seat);
}

/* Those that wait for me first, then the running ones, then what is over. */
void cmd_mine(request *r, desk *unused)
{
    char prefix[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    my_tables m = {.count = 0};
    desk *found[HUB_LIST_MAX] = {NULL};
    unsigned count = 0;
    (void)unused;
    snprintf(prefix, sizeof prefix, "seat/%s/", r->session->who.id);
    m.skip = strlen(prefix);
    store_scan(r->hub->store, prefix, take_table, &m, error);
    for (unsigned i = 0; i < m.count; i++)
        if (desk_get(r->hub, m.id[i], &found[i]) != DESK_FOUND)
            found[i] = NULL;
    buf b = hub_buffer(r->hub);
    begin_list(&b, r, "mine");
    for (int wanted = 0; wanted < 3; wanted++)
        for (unsigned i = 0; i < m.count; i++)
            if (found[i] && rank(found[i], r->session->who.id) == wanted)
                add_to_list(&b, found[i], r, &count);
    buf_text(&b, "]}");
    session_send(r->session, &b);
}
