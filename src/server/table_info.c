/* table_info.c - see table_info.h. */
#include "server/table_info.h"

#include <stdio.h>
#include <string.h>

typedef struct reading {
    table_info *table;
    const char *key, *person;
} reading;

static void note_name(table_info *t, const char *name)
{
    for (unsigned i = 0; i < t->names_nb; i++)
        if (strcmp(t->names[i], name) == 0)
            return;
    if (t->names_nb < TABLE_NAMES_MAX)
        snprintf(t->names[t->names_nb++], GAME_NAME_MAX, "%s", name);
}

static void note_sit(reading *r, const game_event *e)
{
    game_seat *s = &r->table->seat[e->seat];
    const size_t n = strcspn(e->text, " ");
    *s = (game_seat){.kind = GAME_PERSON};
    snprintf(s->person, sizeof s->person, "%.*s", (int)(n < GAME_PERSON_MAX ? n : 0), e->text);
    snprintf(s->name, sizeof s->name, "%.32s", e->text[n] ? e->text + n + 1 : "");
    if (r->person && strcmp(s->person, r->person) == 0)
        note_name(r->table, s->name);
}

static void note_event(reading *r, const game_event *e)
{
    table_info *t = r->table;
    t->events++;
    t->last_ms = e->at_ms > t->last_ms ? e->at_ms : t->last_ms;
    switch (e->kind) {
    case GAME_SIT:
        note_sit(r, e);
        break;
    case GAME_LEAVE:
        t->seat[e->seat] = (game_seat){0};
        break;
    case GAME_BOT:
        t->seat[e->seat] = (game_seat){.kind = GAME_BOT_SEAT, .bot = game_event_bot(e)};
        break;
    case GAME_START:
        t->phase = GAME_LIVE;
        t->begun_ms = e->at_ms;
        break;
    case GAME_OUT:
        t->seat[e->seat].out = true;
        break;
    case GAME_END:
        t->phase = GAME_OVER;
        t->over_ms = e->at_ms;
        t->cause = e->value;
        t->winners = e->flag;
        break;
    default:
        break;
    }
}

static bool take_event(void *context, const store_row *row)
{
    reading *r = context;
    game_event e;
    if (strcmp(row->key, r->key) != 0)
        return false;
    r->table->bytes += strlen(row->key) + row->length;
    if (row->n == GAME_TAIL)
        return true;
    if (row->intact && game_event_read(&e, row->n, row->data, row->length) &&
        e.seat < AZJ_SEATS_MAX)
        note_event(r, &e);
    else
        r->table->damaged = true;
    return true;
}

static bool take_own_row(void *context, const store_row *row)
{
    table_info *t = context;
    t->has_row = true;
    t->readable = row->intact && game_row_read(&t->row, row->data, row->length);
    t->bytes = strlen(row->key) + row->length;
    return false;
}

bool table_info_read(store *s, const char *id, const char *person, table_info *t)
{
    char key[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    memset(t, 0, sizeof *t);
    snprintf(t->id, sizeof t->id, "%.15s", id);
    snprintf(key, sizeof key, "table/%s", t->id);
    t->unread = !store_scan_key(s, key, 0, take_own_row, t, error);
    if (!t->has_row && !t->unread)
        return false;
    t->damaged = !t->readable;
    t->last_ms = t->row.made_ms;
    snprintf(key, sizeof key, "event/%s", t->id);
    reading r = {t, key, person};
    if (!store_scan(s, key, take_event, &r, error))
        t->damaged = t->unread = true;
    return true;
}
