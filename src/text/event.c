/* event.c - score events in JSON and in words. */
#include "text/forms.h"

typedef enum event_field { FIELD_NONE, FIELD_ROW, FIELD_COLUMN, FIELD_COLOUR } event_field;

typedef struct event_form {
    event_field field;
    const char *words;
} event_form;

#define EVENT_FORM(KIND, name, field, words) {FIELD_##field, words},
static const event_form forms[AZJ_EVENT_KIND_NB] = {AZJ_EVENT_LIST(EVENT_FORM)};

/* ---- JSON ---- */

static void put_colour(json_writer *w, unsigned colour)
{
    json_write_string_begin(w, "colour");
    buf_char(w->out, colour == AZJ_COLOUR_NB ? 'M' : azj_colour_letter(colour));
    json_write_string_end(w);
}

static void put_cells(json_writer *w, azj_rules rules, uint64_t cells)
{
    const unsigned width = rules == AZJ_DUEL ? 6 : 5;
    json_write_array(w, "cells");
    for (unsigned i = 0; i < width * width; i++) {
        if (!(cells >> i & 1u))
            continue;
        json_write_array(w, NULL);
        json_write_unsigned(w, NULL, i / width + 1);
        json_write_unsigned(w, NULL, i % width + 1);
        json_write_array_end(w);
    }
    json_write_array_end(w);
}

static void put_tablet(json_writer *w, const azj_event *e)
{
    json_write_string_begin(w, "tablet");
    buf_char(w->out, (char)('a' + e->tablet));
    buf_unsigned(w->out, e->times);
    json_write_string_end(w);
}

static void put_tile(json_writer *w, const azj_event *e)
{
    json_write_number(w, "row", e->row);
    json_write_number(w, "column", e->column);
    put_colour(w, e->colour);
    json_write_number(w, "h", e->h);
    json_write_number(w, "v", e->v);
    json_write_number(w, "times", e->times);
}

static void put_lost(json_writer *w, const azj_event *e)
{
    json_write_number(w, "line", e->row);
    put_colour(w, e->colour);
    json_write_number(w, "count", e->count);
}

/* The field that a kind without code of its own has. */
static void put_field(json_writer *w, const azj_event *e)
{
    if (forms[e->kind].field == FIELD_ROW)
        json_write_number(w, "row", e->row);
    else if (forms[e->kind].field == FIELD_COLUMN)
        json_write_number(w, "column", e->column);
    else if (forms[e->kind].field == FIELD_COLOUR)
        put_colour(w, e->colour);
}

/* The keys that only some kinds have. */
static void put_details(json_writer *w, const azj_event *e)
{
    switch (e->kind) {
    case AZJ_EVENT_TILE:
        put_tile(w, e);
        break;
    case AZJ_EVENT_SPECIAL:
        json_write_number(w, "row", e->row);
        json_write_number(w, "column", e->column);
        break;
    case AZJ_EVENT_DROPPED:
    case AZJ_EVENT_BROKEN:
        put_lost(w, e);
        break;
    case AZJ_EVENT_FLOOR:
        json_write_number(w, "count", e->count);
        put_colour(w, e->colour);
        break;
    case AZJ_EVENT_TABLET:
        put_tablet(w, e);
        break;
    default:
        put_field(w, e);
    }
}

static int has_cells(unsigned kind)
{
    return kind == AZJ_EVENT_TILE || kind == AZJ_EVENT_SPECIAL || kind >= AZJ_EVENT_FINAL;
}

size_t azj_event_json(azj_rules rules, const azj_event *event, char *out, size_t size)
{
    buf b = buf_on(out, size);
    json_writer w = json_write_on(&b);
    json_write_object(&w, NULL);
    json_write_string(&w, "kind", azj_event_name(event->kind));
    json_write_number(&w, "seat", event->seat);
    json_write_number(&w, "points", event->points);
    json_write_number(&w, "score", event->score);
    put_details(&w, event);
    if (has_cells(event->kind))
        put_cells(&w, rules, event->cells);
    json_write_object_end(&w);
    return buf_end(&b);
}

/* ---- Words ---- */

static void say_tile(buf *b, const azj_event *e)
{
    buf_text(b, azj_colour_name(e->colour));
    text_put_numbered(b, " at row ", e->row);
    text_put_numbered(b, ", column ", e->column);
    if (e->h)
        text_put_numbered(b, ": ", e->h), buf_text(b, " across");
    if (e->v)
        text_put_numbered(b, e->h ? " and " : ": ", e->v), buf_text(b, " down");
    if (!e->h && !e->v)
        buf_text(b, ": alone");
    if (e->times > 1)
        buf_text(b, ", doubled");
}

static void say_lost(buf *b, const azj_event *e, const char *why)
{
    text_put_numbered(b, "line ", e->row);
    text_put_numbered(b, " has no place left: ", e->count);
    buf_char(b, ' ');
    buf_text(b, azj_colour_name(e->colour));
    buf_text(b, why);
}

static void say_floor(buf *b, azj_rules rules, const azj_event *e)
{
    text_put_numbered(b, rules == AZJ_DUEL ? "broken tile " : "floor space ", e->count);
    buf_text(b, e->colour == AZJ_COLOUR_NB ? ": the start marker" : ": ");
    if (e->colour < AZJ_COLOUR_NB)
        buf_text(b, azj_colour_name(e->colour));
}

static void say_tablet(buf *b, const azj_event *e)
{
    static const char *const sides[4][2] = {{"a full row", "a row of five colours or more"},
                                            {"a full column", "a tile on the border"},
                                            {"a full diagonal", "a full corner plate"},
                                            {"all joker spaces filled", "an empty special space"}};
    const char name[] = {(char)('a' + e->tablet), (char)('0' + e->times), '\0'};
    buf_text(b, "tablet ");
    buf_text(b, name);
    buf_text(b, ": ");
    if (e->tablet < 4 && (e->times == 1 || e->times == 2))
        buf_text(b, sides[e->tablet][e->times - 1]);
}

/* A kind without code of its own: its words, then the value of its field. */
static void say_form(buf *b, const azj_event *e)
{
    buf_text(b, forms[e->kind].words);
    if (forms[e->kind].field == FIELD_ROW)
        buf_unsigned(b, e->row);
    else if (forms[e->kind].field == FIELD_COLUMN)
        buf_unsigned(b, e->column);
    else if (forms[e->kind].field == FIELD_COLOUR)
        buf_text(b, azj_colour_name(e->colour));
}

size_t azj_event_text(azj_rules rules, const azj_event *e, char *out, size_t size)
{
    buf b = buf_on(out, size);
    switch (e->kind) {
    case AZJ_EVENT_TILE:
        say_tile(&b, e);
        break;
    case AZJ_EVENT_SPECIAL:
        text_put_numbered(&b, "special tile at row ", e->row);
        text_put_numbered(&b, ", column ", e->column);
        break;
    case AZJ_EVENT_DROPPED:
        say_lost(&b, e, " fall to the floor");
        break;
    case AZJ_EVENT_BROKEN:
        say_lost(&b, e, " break");
        break;
    case AZJ_EVENT_FLOOR:
        say_floor(&b, rules, e);
        break;
    case AZJ_EVENT_TABLET:
        say_tablet(&b, e);
        break;
    default:
        say_form(&b, e);
    }
    return buf_end(&b);
}
