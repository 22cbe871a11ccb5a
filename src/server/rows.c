/* rows.c - see rows.h. */
#include "server/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Finished games are listed latest first: the key holds the time from their end to this moment. */
static const char MADE[] = "{\"made\":true}", LEFT[] = "{\"left\":true}";
#define LATEST_MS UINT64_C(9999999999999)

static void id_key(char key[STORE_KEY_MAX], const char *kind, const char *id)
{
    snprintf(key, STORE_KEY_MAX, "%s/%s", kind, id);
}

static void time_key(char key[STORE_KEY_MAX], const char *kind, uint64_t ms, const char *id)
{
    snprintf(key, STORE_KEY_MAX, "%s/%016" PRIu64 "/%s", kind, ms, id);
}

/* Parts of the list of a person's tables, in the order in which they are listed; finished ones
 * come between OUT and NAMED. */
#define UNFINISHED "0"
#define OUT "0o" /* unfinished, but the person is out, so it does not count against the limit */
#define NAMED "2"

static void seat_key(char key[STORE_KEY_MAX], const char *person, const char *part, const char *id)
{
    snprintf(key, STORE_KEY_MAX, "seat/%s/%s/%s", person, part, id);
}

static void finished_key(char key[STORE_KEY_MAX], const char *person, uint64_t over_ms,
                         const char *id)
{
    const uint64_t rest = over_ms < LATEST_MS ? LATEST_MS - over_ms : 0;
    snprintf(key, STORE_KEY_MAX, "seat/%s/1%013" PRIu64 "/%s", person, rest, id);
}

static void made_key(char key[STORE_KEY_MAX], const char *person, const char *id)
{
    snprintf(key, STORE_KEY_MAX, "made/%s/%s", person, id);
}

void rows_unfinished_prefix(char *key, const char *person)
{
    snprintf(key, STORE_KEY_MAX, "seat/%s/0/", person);
}

void rows_made_prefix(char *key, const char *person)
{
    snprintf(key, STORE_KEY_MAX, "made/%s/", person);
}

/* ---- The indexes by time ---- */
static bool put_live(writer_job *j, const char *id, table_index index)
{
    char key[STORE_KEY_MAX], text[160];
    buf b = buf_on(text, sizeof text);
    json_writer w = json_write_object_on(&b);
    json_write_number(&w, "due", (int64_t)index.due_ms);
    json_write_number(&w, "idle", (int64_t)index.idle_ms);
    json_write_number(&w, "touched", (int64_t)index.touched_ms);
    json_write_number(&w, "maker", (int64_t)index.maker);
    json_write_object_end(&w);
    id_key(key, "live", id);
    return writer_job_put(j, key, 0, text, buf_end(&b));
}

bool rows_read_index(table_index *index, const char *text, size_t length)
{
    fields f;
    int64_t due = 0, idle = 0, touched = 0, maker = 0;
    *index = (table_index){0};
    if (!fields_parse(&f, text, length))
        return false;
    fields_number(&f, 0, "due", 0, INT64_MAX, &due);
    fields_number(&f, 0, "idle", 0, INT64_MAX, &idle);
    fields_number(&f, 0, "touched", 0, INT64_MAX, &touched);
    fields_number(&f, 0, "maker", 0, INT64_MAX, &maker);
    *index = (table_index){(uint64_t)due, (uint64_t)idle, (uint64_t)touched, (uint64_t)maker};
    return true;
}

static bool move_time(writer_job *j, const char *kind, const char *id, uint64_t from, uint64_t to)
{
    char key[STORE_KEY_MAX];
    if (from == to)
        return true;
    if (from) {
        time_key(key, kind, from, id);
        if (!writer_job_drop(j, key, 0))
            return false;
    }
    time_key(key, kind, to, id);
    return !to || writer_job_put(j, key, 0, "{}", 2);
}

bool rows_move_index(writer_job *j, const char *id, table_index from, table_index to)
{
    return move_time(j, "due", id, from.due_ms, to.due_ms) &&
           move_time(j, "idle", id, from.idle_ms, to.idle_ms) && put_live(j, id, to);
}

bool rows_drop_index(writer_job *j, const char *id, table_index index)
{
    char key[STORE_KEY_MAX];
    id_key(key, "live", id);
    return move_time(j, "due", id, index.due_ms, 0) && move_time(j, "idle", id, index.idle_ms, 0) &&
           writer_job_drop(j, key, 0);
}

table_index rows_index_after(const game *g, const game_event *e, table_index index)
{
    const clocks_options *clock = &g->options.clock;
    if (e->kind == GAME_END)
        return (table_index){0};
    if (e->kind == GAME_START && clock->kind != CLOCKS_NONE)
        index.due_ms = e->game_ms + clock->base_ms + clock->delay_ms;
    return index;
}

/* ---- Tables ---- */
bool rows_put_made(writer_job *j, const game_row *row, const char *id)
{
    char key[STORE_KEY_MAX];
    made_key(key, row->owner, id);
    return !row->owner[0] || writer_job_put(j, key, 0, "{}", 2);
}

bool rows_drop_made(writer_job *j, const char *owner, const char *id)
{
    char key[STORE_KEY_MAX];
    made_key(key, owner, id);
    return !owner[0] || writer_job_drop(j, key, 0);
}

bool rows_put_table(writer_job *j, const char *id, const game_row *row, table_index index)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    id_key(key, "table", id);
    if (!writer_job_add(j, key, 0, text, game_row_write(row, text, sizeof text)))
        return false;
    if (row->owner[0]) {
        seat_key(key, row->owner, NAMED, id);
        if (!writer_job_put(j, key, 0, MADE, strlen(MADE)) || !rows_put_made(j, row, id))
            return false;
    }
    return rows_move_index(j, id, (table_index){0}, index);
}

bool rows_put_tail(writer_job *j, const char *id, uint32_t events)
{
    char key[STORE_KEY_MAX], text[32];
    id_key(key, "event", id);
    return writer_job_put(j, key, GAME_TAIL, text, game_tail_write(events, text, sizeof text));
}

bool rows_move_tail(writer_job *j, const char *id, uint32_t from, uint32_t to)
{
    char key[STORE_KEY_MAX], old[32], text[32];
    id_key(key, "event", id);
    return writer_job_replace(j, key, GAME_TAIL, old, game_tail_write(from, old, sizeof old), text,
                              game_tail_write(to, text, sizeof text));
}

bool rows_guard_tail(writer_job *j, const char *id, uint32_t events)
{
    char key[STORE_KEY_MAX], text[32];
    id_key(key, "event", id);
    return writer_job_guard(j, key, GAME_TAIL, text, game_tail_write(events, text, sizeof text));
}

/* ---- Events ---- */
static size_t seat_text(char *text, size_t size, const char *name, uint64_t over_ms)
{
    buf b = buf_on(text, size);
    json_writer w = json_write_object_on(&b);
    json_write_string(&w, "name", name);
    if (over_ms)
        json_write_number(&w, "over", (int64_t)over_ms);
    json_write_object_end(&w);
    return buf_end(&b);
}

/* True if the table has named the person before: then there is a row seat/PERSON/2/ID. */
static bool is_named(const game *g, const game_row *row, const char *person)
{
    if (strcmp(row->owner, person) == 0)
        return true;
    for (uint32_t i = 0; i < g->n; i++)
        if (game_is_sitting(&g->events[i], person))
            return true;
    return false;
}

static bool put_sit(writer_job *j, const game *g, const game_row *row, const game_event *e)
{
    char key[STORE_KEY_MAX], person[GAME_PERSON_MAX], text[2 * GAME_NAME_MAX + 64];
    const size_t id = strcspn(e->text, " ");
    snprintf(person, sizeof person, "%.*s", (int)id, e->text);
    if (is_named(g, row, person)) {
        seat_key(key, person, NAMED, g->id);
        if (!writer_job_drop(j, key, 0))
            return false;
    }
    seat_key(key, person, UNFINISHED, g->id);
    return writer_job_put(j, key, 0, text,
                          seat_text(text, sizeof text, e->text[id] ? e->text + id + 1 : "", 0));
}

static bool put_leave(writer_job *j, const game *g, const game_event *e)
{
    char key[STORE_KEY_MAX];
    const game_seat *s = &g->seat[e->seat];
    if (s->kind != GAME_PERSON)
        return true;
    seat_key(key, s->person, UNFINISHED, g->id);
    if (!writer_job_drop(j, key, 0))
        return false;
    seat_key(key, s->person, NAMED, g->id);
    return writer_job_put(j, key, 0, LEFT,
                          strlen(LEFT)); /* the table's events still name the person */
}

static bool put_out(writer_job *j, const game *g, const game_event *e)
{
    char key[STORE_KEY_MAX], text[2 * GAME_NAME_MAX + 64];
    const game_seat *s = &g->seat[e->seat];
    if (s->kind != GAME_PERSON || strcmp(s->person, GAME_FORGOTTEN) == 0)
        return true;
    seat_key(key, s->person, UNFINISHED, g->id);
    if (!writer_job_drop(j, key, 0))
        return false;
    seat_key(key, s->person, OUT, g->id);
    return writer_job_put(j, key, 0, text, seat_text(text, sizeof text, s->name, 0));
}

static bool put_end(writer_job *j, const game *g, const game_row *row, const game_event *e,
                    table_index index)
{
    char key[STORE_KEY_MAX], text[2 * GAME_NAME_MAX + 64];
    for (unsigned i = 0; i < g->options.rules.players; i++) {
        const game_seat *s = &g->seat[i];
        if (s->kind != GAME_PERSON || strcmp(s->person, GAME_FORGOTTEN) == 0)
            continue;
        seat_key(key, s->person, UNFINISHED, g->id);
        if (!writer_job_drop(j, key, 0))
            return false;
        seat_key(key, s->person, OUT, g->id); /* the same batch may have put them */
        if (!writer_job_drop(j, key, 0))
            return false;
        finished_key(key, s->person, e->at_ms, g->id);
        if (!writer_job_put(j, key, 0, text, seat_text(text, sizeof text, s->name, e->at_ms)))
            return false;
    }
    if (!rows_drop_made(j, row->owner, g->id))
        return false;
    return rows_drop_index(j, g->id, index);
}

bool rows_put_event(writer_job *j, const game *g, const game_row *row, const game_event *e,
                    table_index index)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    id_key(key, "event", g->id);
    if (!writer_job_add(j, key, e->n, text, game_event_write(e, text, sizeof text)))
        return false;
    switch (e->kind) {
    case GAME_SIT:
        return put_sit(j, g, row, e);
    case GAME_LEAVE:
        return put_leave(j, g, e);
    case GAME_START:
        return g->options.clock.kind == CLOCKS_NONE ||
               rows_move_index(j, g->id, index, rows_index_after(g, e, index));
    case GAME_OUT:
        return put_out(j, g, e);
    case GAME_END:
        return put_end(j, g, row, e, index);
    default:
        return true;
    }
}

/* ---- Seats ---- */
bool rows_put_seat(writer_job *j, const char *person, const char *id, const seat_row *seat,
                   const char *name, bool made)
{
    char key[STORE_KEY_MAX], text[2 * GAME_NAME_MAX + 64];
    if (!seat->seated) {
        const char *why = made ? MADE : LEFT;
        seat_key(key, person, NAMED, id);
        return writer_job_put(j, key, 0, why, strlen(why));
    }
    if (seat->over_ms)
        finished_key(key, person, seat->over_ms, id);
    else
        seat_key(key, person, seat->out ? OUT : UNFINISHED, id);
    return writer_job_put(j, key, 0, text, seat_text(text, sizeof text, name, seat->over_ms));
}

bool rows_drop_seats(writer_job *j, const char *person, const char *id, uint64_t over_ms)
{
    static const char *const parts[] = {UNFINISHED, OUT, NAMED};
    char key[STORE_KEY_MAX];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        seat_key(key, person, parts[i], id);
        if (!writer_job_drop(j, key, 0))
            return false;
    }
    finished_key(key, person, over_ms, id);
    return !over_ms || writer_job_drop(j, key, 0);
}

bool rows_read_seat(seat_row *seat, const char *key, const char *text, size_t length)
{
    fields f;
    int64_t over = 0;
    const char *person = strchr(key, '/'), *part = person ? strchr(person + 1, '/') : NULL;
    const char *id = strrchr(key, '/');
    memset(seat, 0, sizeof *seat);
    if (!part || id == part || strlen(id + 1) >= sizeof seat->table)
        return false;
    snprintf(seat->table, sizeof seat->table, "%.15s", id + 1);
    seat->seated = part[1] != '2';
    if (!fields_parse(&f, text, length))
        return false;
    fields_number(&f, 0, "over", 0, INT64_MAX, &over);
    fields_text(&f, 0, "name", seat->name, sizeof seat->name);
    seat->over_ms = (uint64_t)over;
    return true;
}
