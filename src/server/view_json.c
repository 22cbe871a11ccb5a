/* told.c - see view_json.h. */
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

static void put_seat(buf *b, const char *key, unsigned seat)
{
    if (seat < AZJ_SEATS_MAX)
        fields_put_number(b, key, seat);
    else
        fields_put_null(b, key);
}

static void put_time(buf *b, const char *key, uint64_t ms)
{
    if (ms)
        fields_put_number(b, key, (int64_t)ms);
}

static void put_position(buf *b, const game *g, unsigned viewer)
{
    char text[AZJ_POSITION_JSON_MAX];
    azj_state view;
    azj_view(&g->state, viewer, &view);
    const size_t n = azj_position_json(&view, AZJ_JSON_WHOLE, text, sizeof text);
    fields_key(b, "position");
    buf_bytes(b, text, n);
    fields_put_number(b, "ply", g->ply);
}

static void put_clock(buf *b, const game *g, uint64_t now_ms)
{
    const clocks_options *o = &g->options.clock;
    if (o->kind == CLOCKS_NONE)
        return;
    fields_key(b, "clock");
    buf_char(b, '{');
    fields_key(b, "left_ms");
    for (unsigned i = 0; i < g->options.rules.players; i++) {
        buf_char(b, i ? ',' : '[');
        buf_unsigned(b, game_left_ms(g, i, now_ms));
    }
    buf_char(b, ']');
    put_seat(b, "running", g->clock.running);
    buf_char(b, '}');
}

static void put_move(buf *b, azj_move move)
{
    char text[AZJ_MOVE_JSON_MAX];
    fields_key(b, "move");
    buf_bytes(b, text, azj_move_json(move, text, sizeof text));
    azj_move_text(move, text, sizeof text);
    fields_put_text(b, "text", text);
}

static void put_move_summary(buf *b, const game *g, const game_move_summary *summary)
{
    char text[AZJ_EVENT_JSON_MAX];
    fields_put_number(b, "round", summary->round);
    fields_put_number(b, "taken", summary->taken);
    fields_key(b, "scores");
    buf_char(b, '[');
    for (uint32_t i = 0; i < summary->count; i++) {
        const azj_event *step = &g->scores[summary->first + i];
        if (i)
            buf_char(b, ',');
        buf_bytes(b, text,
                  azj_event_json((azj_rules)g->options.rules.rules, step, text, sizeof text));
    }
    buf_char(b, ']');
}

static void put_winners(buf *b, unsigned winners)
{
    fields_key(b, "winners");
    buf_char(b, '[');
    for (unsigned i = 0, first = 1; i < AZJ_SEATS_MAX; i++)
        if (winners >> i & 1u) {
            if (!first)
                buf_char(b, ',');
            buf_unsigned(b, i);
            first = 0;
        }
    buf_char(b, ']');
}

static const char *offer_name(unsigned what)
{
    return what == GAME_OFFER_DRAW ? "draw" : "takeback";
}

/* What an event says beside its number, time and kind. Ids of persons stay here. */
static void put_details(buf *b, const game *g, const game_event *e, unsigned viewer)
{
    const char *space;
    switch (e->kind) {
    case GAME_START:
    case GAME_TAKEBACK:
    case GAME_END:
    case GAME_NEXT:
        break;
    default:
        fields_put_number(b, "seat", e->seat);
    }
    switch (e->kind) {
    case GAME_SIT:
        space = strchr(e->text, ' ');
        fields_put_text(b, "name", space ? space + 1 : "");
        break;
    case GAME_BOT:
        fields_put_number(b, "level", e->value);
        break;
    case GAME_LEAVE:
        if (e->value == GAME_REMOVED)
            fields_put_flag(b, "removed", true);
        if (e->value == GAME_LATE)
            fields_put_flag(b, "late", true);
        break;
    case GAME_READY:
        fields_put_text(b, "contribution", e->text);
        break;
    case GAME_MOVE:
        fields_put_number(b, "move_ply", e->ply);
        put_move(b, visible_move(e->move, e->seat, viewer));
        put_move_summary(b, g, &g->summaries[e->n - 1]);
        break;
    case GAME_OFFER:
        fields_put_text(b, "offer", offer_name(e->value));
        break;
    case GAME_ANSWER:
        fields_put_flag(b, "yes", e->flag);
        break;
    case GAME_TAKEBACK:
        fields_put_number(b, "to_ply", e->ply);
        break;
    case GAME_OUT:
        fields_put_text(b, "cause", game_cause_name(e->value));
        break;
    case GAME_END:
        fields_put_text(b, "cause", game_cause_name(e->value));
        put_winners(b, e->flag);
        fields_put_text(b, "secret", e->text);
        break;
    case GAME_PHRASE:
        fields_put_text(b, "phrase", game_phrase_name(e->value));
        break;
    case GAME_NEXT:
        fields_put_text(b, "next", e->text);
        break;
    default:
        break;
    }
}

static void put_event(buf *b, const game *g, const game_event *e, unsigned viewer)
{
    fields_put_number(b, "n", e->n);
    fields_put_number(b, "at", (int64_t)e->at_ms);
    fields_put_text(b, "kind", game_event_name(e->kind));
    put_details(b, g, e, viewer);
}

void event_json(buf *b, const game *g, const game_event *e, unsigned viewer, bool position,
                uint64_t now_ms)
{
    buf_char(b, '{');
    fields_put_text(b, "t", "event");
    fields_put_text(b, "table", g->id);
    put_event(b, g, e, viewer);
    if (position && g->phase != GAME_OPEN) {
        put_position(b, g, viewer);
        put_clock(b, g, now_ms);
    }
    buf_char(b, '}');
}

/* ---- The whole table ---- */
static void put_seats(buf *b, const game *g, const view_context *t)
{
    static const char *const kinds[] = {"empty", "person", "bot"};
    fields_key(b, "seats");
    for (unsigned i = 0; i < g->options.rules.players; i++) {
        const game_seat *s = &g->seat[i];
        buf_text(b, i ? ",{" : "[{");
        fields_put_text(b, "kind", kinds[s->kind]);
        if (s->kind == GAME_BOT_SEAT) {
            fields_put_number(b, "level", s->level);
            fields_put_text(b, "name", azj_level_name(s->level) ? azj_level_name(s->level) : "");
        }
        if (s->kind == GAME_PERSON) {
            fields_put_text(b, "name", s->name);
            fields_put_flag(b, "ready", s->ready);
            fields_put_flag(b, "online", t->online[i]);
            fields_put_flag(b, "standin", s->standin);
            fields_put_flag(b, "out", s->out);
        }
        buf_char(b, '}');
    }
    buf_char(b, ']');
}

static const char *phase_name(const game *g)
{
    static const char *const names[] = {"open", "live", "over"};
    return names[g->phase];
}

static void put_events(buf *b, const game *g, unsigned viewer, uint32_t from)
{
    fields_key(b, "events");
    buf_char(b, '[');
    for (uint32_t i = from; i < g->n; i++) {
        buf_text(b, i == from ? "{" : ",{");
        put_event(b, g, &g->events[i], viewer);
        buf_char(b, '}');
    }
    buf_char(b, ']');
}

static void put_offer(buf *b, const game *g)
{
    if (g->offer == GAME_OFFER_NONE)
        return;
    fields_key(b, "offer");
    buf_char(b, '{');
    fields_put_text(b, "offer", offer_name(g->offer));
    fields_put_number(b, "seat", g->offer_seat);
    buf_char(b, '}');
}

void sync_json(buf *b, const game *g, const view_context *t, unsigned viewer, uint32_t from,
               uint64_t now_ms)
{
    uint8_t commitment[FAIR_BYTES];
    fair_commit(g->secret, commitment);
    buf_char(b, '{');
    fields_put_text(b, "t", "sync");
    if (t->request)
        fields_put_text(b, "id", t->request);
    fields_put_text(b, "table", g->id);
    fields_put_number(b, "n", g->n);
    put_seat(b, "you", viewer);
    fields_put_flag(b, "maker", t->is_maker);
    fields_put_text(b, "phase", phase_name(g));
    fields_key(b, "options");
    buf_char(b, '{');
    game_options_put(b, &g->options);
    buf_char(b, '}');
    put_seats(b, g, t);
    fields_put_hex(b, "commitment", commitment, FAIR_BYTES);
    fields_put_number(b, "shuffle", g->options.shuffle);
    if (viewer < AZJ_SEATS_MAX || t->is_maker) /* they may invite others */
        fields_put_text(b, "key", t->row->key);
    if (g->phase != GAME_OPEN) {
        put_position(b, g, viewer);
        put_clock(b, g, now_ms);
    }
    put_offer(b, g);
    put_time(b, "expires_at", t->expires_ms);
    put_time(b, "ready_by", t->ready_by_ms);
    if (g->phase == GAME_OVER) {
        fields_put_text(b, "cause", game_cause_name(g->cause));
        put_winners(b, g->winners);
        if (g->next[0])
            fields_put_text(b, "next", g->next);
    }
    put_events(b, g, viewer, from);
    buf_char(b, '}');
}

void summary_json(buf *b, const game *g, const view_context *t, unsigned viewer)
{
    buf_char(b, '{');
    fields_put_text(b, "table", g->id);
    fields_put_text(b, "phase", phase_name(g));
    put_seat(b, "you", viewer);
    fields_put_flag(b, "waits_for_you", game_waits_for(g, viewer));
    game_options_put(b, &g->options);
    put_seats(b, g, t);
    fields_put_number(b, "ply", g->ply);
    fields_put_number(b, "n", g->n);
    fields_put_number(b, "at", g->n ? (int64_t)g->events[g->n - 1].at_ms : 0);
    put_time(b, "expires_at", t->expires_ms);
    buf_char(b, '}');
}
