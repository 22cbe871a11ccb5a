/* view_json.c - see view_json.h. */
#include "server/view_json.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <string.h>

azj_move visible_move(azj_move move, unsigned by, unsigned viewer)
{
    if (azj_move_kind_of(move) != AZJ_RETURN || by == viewer)
        return move;
    return azj_move_return(azj_duel_is_special(azj_move_plate(move)) ? AZJ_PLATE_UNKNOWN_S
                                                                     : AZJ_PLATE_UNKNOWN_J);
}

static void put_seat(json_writer *w, const char *key, unsigned seat)
{
    if (seat < AZJ_SEATS_MAX)
        json_write_number(w, key, seat);
    else
        json_write_null(w, key);
}

static void put_time(json_writer *w, const char *key, uint64_t ms)
{
    if (ms)
        json_write_number(w, key, (int64_t)ms);
}

static void put_position(json_writer *w, const game *g, unsigned viewer)
{
    char text[AZJ_POSITION_JSON_MAX];
    azj_state view;
    azj_view(&g->state, viewer, &view);
    json_write_raw(w, "position", text,
                   azj_position_json(&view, AZJ_JSON_WHOLE, text, sizeof text));
    json_write_number(w, "ply", g->ply);
}

static void put_clock(json_writer *w, const game *g, uint64_t now_ms)
{
    const clocks_options *o = &g->options.clock;
    if (o->kind == CLOCKS_NONE)
        return;
    json_write_object(w, "clock");
    json_write_array(w, "left_ms");
    for (unsigned i = 0; i < g->options.rules.players; i++)
        json_write_unsigned(w, NULL, game_left_ms(g, i, now_ms));
    json_write_array_end(w);
    put_seat(w, "running", g->clock.running);
    json_write_object_end(w);
}

/* ---- Events: the values of the fields in protocol.def ---- */
/* The place of the bot's person among today's levels, 0 where there is none. */
static unsigned level_of(const char *bot)
{
    return bot ? azj_level_of(bot) : 0;
}

/* Of a person who sits down, or of a bot. Ids of persons stay here. */
static const char *name_in(const game_event *e)
{
    const char *space = strchr(e->text, ' ');
    const char *bot = e->kind == GAME_BOT ? game_event_bot(e) : NULL;
    if (e->kind == GAME_SIT)
        return space ? space + 1 : "";
    return bot ? bot : "";
}

static const game_move_summary *summary_of(const game *g, const game_event *e)
{
    return &g->summaries[e->n - 1];
}

typedef struct score_steps {
    azj_rules rules;
    const azj_event *at;
    unsigned count;
} score_steps;

static score_steps scores_of(const game *g, const game_event *e)
{
    const game_move_summary *summary = summary_of(g, e);
    return (score_steps){(azj_rules)g->options.rules.rules, g->scores + summary->first,
                         summary->count};
}

/* ---- Events: the types of the fields ---- */
static void put_count(json_writer *w, const char *key, unsigned value)
{
    json_write_unsigned(w, key, value);
}

static void put_flag(json_writer *w, const char *key, bool value)
{
    json_write_flag(w, key, value);
}

static void put_mark(json_writer *w, const char *key, bool value)
{
    if (value)
        json_write_flag(w, key, true);
}

static void put_text(json_writer *w, const char *key, const char *value)
{
    json_write_string(w, key, value);
}

static void put_move(json_writer *w, const char *key, azj_move move)
{
    char text[AZJ_MOVE_JSON_MAX];
    json_write_raw(w, key, text, azj_move_json(move, text, sizeof text));
}

static void put_notation(json_writer *w, const char *key, azj_move move)
{
    char text[AZJ_MOVE_JSON_MAX];
    azj_move_text(move, text, sizeof text);
    json_write_string(w, key, text);
}

static void put_scores(json_writer *w, const char *key, score_steps steps)
{
    char text[AZJ_EVENT_JSON_MAX];
    json_write_array(w, key);
    for (unsigned i = 0; i < steps.count; i++)
        json_write_raw(w, NULL, text, azj_event_json(steps.rules, &steps.at[i], text, sizeof text));
    json_write_array_end(w);
}

static void put_offer(json_writer *w, const char *key, unsigned what)
{
    json_write_string(w, key, what == GAME_OFFER_DRAW ? "draw" : "takeback");
}

static void put_cause(json_writer *w, const char *key, unsigned cause)
{
    json_write_string(w, key, game_cause_name(cause));
}

static void put_seats(json_writer *w, const char *key, unsigned seats)
{
    json_write_array(w, key);
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++)
        if (seats >> i & 1u)
            json_write_unsigned(w, NULL, i);
    json_write_array_end(w);
}

enum {
#define FIELD(name, type, value) FIELD_##name,
#include "server/protocol.def"
};

/* What an event says beside its number, time and kind. */
static void put_details(json_writer *w, const game *g, const game_event *e, unsigned viewer)
{
#define HAS(field) (1u << FIELD_##field)
    static const uint32_t fields_of[] = {
#define EVENT(code, name, fields, meaning) fields,
#include "server/protocol.def"
    };
    const uint32_t present = fields_of[e->kind];
#define FIELD(name, type, value) \
    if (present & HAS(name))     \
        put_##type(w, #name, value);
#include "server/protocol.def"
#undef HAS
}

static void put_event(json_writer *w, const game *g, const game_event *e, unsigned viewer)
{
    json_write_number(w, "n", e->n);
    json_write_number(w, "at", (int64_t)e->at_ms);
    json_write_string(w, "kind", game_event_name(e->kind));
    put_details(w, g, e, viewer);
}

void event_json(buf *b, const game *g, const game_event *e, unsigned viewer, bool position,
                uint64_t now_ms)
{
    json_writer out = json_write_object_on(b), *w = &out;
    json_write_string(w, "t", "event");
    json_write_string(w, "table", g->id);
    put_event(w, g, e, viewer);
    if (position && g->phase != GAME_OPEN) {
        put_position(w, g, viewer);
        put_clock(w, g, now_ms);
    }
    json_write_object_end(w);
}

/* ---- The whole table ---- */
static void put_places(json_writer *w, const game *g, const view_context *t)
{
    static const char *const kinds[] = {"empty", "person", "bot"};
    json_write_array(w, "seats");
    for (unsigned i = 0; i < g->options.rules.players; i++) {
        const game_seat *s = &g->seat[i];
        json_write_object(w, NULL);
        json_write_string(w, "kind", kinds[s->kind]);
        if (s->kind == GAME_BOT_SEAT) {
            json_write_number(w, "level", level_of(s->bot));
            json_write_string(w, "name", s->bot ? s->bot : "");
        }
        if (s->kind == GAME_PERSON) {
            json_write_string(w, "name", s->name);
            json_write_flag(w, "ready", s->ready);
            json_write_flag(w, "online", t->online[i]);
            json_write_flag(w, "standin", s->standin);
            json_write_flag(w, "out", s->out);
        }
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void put_events(json_writer *w, const game *g, unsigned viewer, uint32_t from)
{
    json_write_array(w, "events");
    for (uint32_t i = from; i < g->n; i++) {
        json_write_object(w, NULL);
        put_event(w, g, &g->events[i], viewer);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void put_open_offer(json_writer *w, const game *g)
{
    if (g->offer == GAME_OFFER_NONE)
        return;
    json_write_object(w, "offer");
    put_offer(w, "offer", g->offer);
    json_write_number(w, "seat", g->offer_seat);
    json_write_object_end(w);
}

void sync_json(buf *b, const game *g, const view_context *t, unsigned viewer, uint32_t from,
               uint64_t now_ms)
{
    uint8_t commitment[FAIR_BYTES];
    json_writer out = json_write_object_on(b), *w = &out;
    fair_commit(g->secret, commitment);
    json_write_string(w, "t", "sync");
    if (t->request)
        json_write_string(w, "id", t->request);
    json_write_string(w, "table", g->id);
    json_write_number(w, "n", g->n);
    put_seat(w, "you", viewer);
    json_write_flag(w, "maker", t->is_maker);
    json_write_string(w, "phase", game_phase_name(g->phase));
    game_options_put(w, "options", &g->options);
    put_places(w, g, t);
    json_write_hex(w, "commitment", commitment, FAIR_BYTES);
    json_write_number(w, "shuffle", g->options.shuffle);
    if (viewer < AZJ_SEATS_MAX || t->is_maker) /* they may invite others */
        json_write_string(w, "key", t->row->key);
    if (g->phase != GAME_OPEN) {
        put_position(w, g, viewer);
        put_clock(w, g, now_ms);
    }
    put_open_offer(w, g);
    put_time(w, "expires_at", t->expires_ms);
    put_time(w, "ready_by", t->ready_by_ms);
    if (g->phase == GAME_OVER) {
        put_cause(w, "cause", g->cause);
        put_seats(w, "winners", g->winners);
        if (g->next[0])
            json_write_string(w, "next", g->next);
    }
    put_events(w, g, viewer, from);
    json_write_object_end(w);
}

void summary_json(json_writer *w, const game *g, const view_context *t, unsigned viewer)
{
    json_write_object(w, NULL);
    json_write_string(w, "table", g->id);
    json_write_string(w, "phase", game_phase_name(g->phase));
    put_seat(w, "you", viewer);
    json_write_flag(w, "waits_for_you", game_waits_for(g, viewer));
    game_options_put(w, NULL, &g->options);
    put_places(w, g, t);
    json_write_number(w, "ply", g->ply);
    json_write_number(w, "n", g->n);
    json_write_number(w, "at", g->n ? (int64_t)g->events[g->n - 1].at_ms : 0);
    put_time(w, "expires_at", t->expires_ms);
    json_write_object_end(w);
}
