/* table_remove.c - removal of a table with all its rows.
 *
 * The last commit drops the table's own row, its events and its place in every index at once, so no
 * half of a table is ever left. Rows of people who left the table are dropped by commits before it;
 * if one of them fails or the server ends, the table is still there and can be removed again.
 */
#include "server/admin.h"
#include "server/session.h"
#include "server/table_info.h"

#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEAT_OPS = 4, /* the most rows of a person at one table */
    PEOPLE_PER_JOB = (WRITER_JOB_OPS_MAX - 9) / SEAT_OPS, /* the last job has others, too */
    JOBS_MAX = GAME_SITS_MAX / PEOPLE_PER_JOB + 2
};

typedef struct removal {
    struct removal *next;
    hub *hub;
    char id[GAME_ID_MAX];
    const char *cause; /* broadcast to those who watch */
    uint32_t waiting;  /* jobs */
    bool failed;
    void (*done)(void *context, bool good);
    void *context;
} removal;

bool table_is_being_removed(const hub *h, const char *id)
{
    for (const removal *r = h->removals; r; r = r->next)
        if (strcmp(r->id, id) == 0)
            return true;
    return false;
}

void table_remove_end(hub *h)
{
    for (removal *r = h->removals, *next; r; r = next) {
        next = r->next;
        free(r);
    }
    h->removals = NULL;
}

static void unlink_removal(removal *r)
{
    removal **at = &r->hub->removals;
    while (*at && *at != r)
        at = &(*at)->next;
    if (*at)
        *at = r->next;
}

/* It is broadcast to those who watch; commands that wait find no such table. */
void table_removed(hub *h, const char *id, const char *cause)
{
    live_table *table = map_get(&h->tables, id);
    char room[128];
    buf b = buf_on(room, sizeof room);
    if (!table)
        return;
    json_writer w = session_begin(&b, "removed", "");
    json_write_string(&w, "table", table->game.id);
    json_write_string(&w, "cause", cause);
    json_write_object_end(&w);
    for (uint32_t i = 0; i < table->watchers_nb; i++)
        session_send(table->watchers[i], &b);
    queued_command *queue = table->queue;
    table->queue = NULL;
    h->live -= table->game.phase == GAME_LIVE;
    table_free(h, table);
    table_run_queued(h, queue);
}

static void job_done(void *context, writer_job *job)
{
    removal *r = context;
    hub *h = r->hub;
    r->failed = r->failed || !job->stored;
    if (--r->waiting)
        return;
    live_table *table = map_get(&h->tables, r->id);
    if (r->failed) {
        log_event(LOG_WARN, "removing", "table=%s cause=\"not stored\"", r->id);
        if (table) {
            table->busy = false;
            table_refresh(h, r->id);
        }
        if ((table = map_get(&h->tables, r->id)))
            table_schedule(h, table);
    } else {
        table_removed(h, r->id, r->cause);
    }
    unlink_removal(r);
    if (r->done)
        r->done(r->context, !r->failed);
    free(r);
}

/* ---- Who is named ---- */
typedef struct people {
    const char *key; /* of the events */
    char (*id)[GAME_PERSON_MAX];
    size_t count, room;
    bool good;
} people;

static void add_person(people *p, const char *id, size_t length)
{
    char name[GAME_PERSON_MAX];
    if (!length || length >= sizeof name || strncmp(id, GAME_FORGOTTEN, length) == 0)
        return;
    snprintf(name, sizeof name, "%.*s", (int)length, id);
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->id[i], name) == 0)
            return;
    if (p->count == p->room) {
        const size_t room = 2 * p->room + 8;
        void *at = realloc(p->id, room * sizeof *p->id);
        p->good = at != NULL;
        if (!at)
            return;
        p->id = at;
        p->room = room;
    }
    memcpy(p->id[p->count++], name, sizeof name);
}

static bool take_event(void *context, const store_row *row)
{
    people *p = context;
    game_event e;
    if (strcmp(row->key, p->key) != 0)
        return false;
    if (row->n != GAME_TAIL && row->intact && game_event_read(&e, row->n, row->data, row->length) &&
        e.kind == GAME_SIT)
        add_person(p, e.text, strcspn(e.text, " "));
    return p->good;
}

static bool find_people(hub *h, const table_info *t, people *p)
{
    char key[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    snprintf(key, sizeof key, "event/%s", t->id);
    *p = (people){.key = key, .good = true};
    add_person(p, t->row.owner, strlen(t->row.owner));
    store_scan(h->store, key, take_event, p, error); /* what cannot be read goes all the same */
    return p->good;
}

/* ---- The rows ---- */
static bool drop_table(hub *h, writer_job *j, const table_info *t, const audit_entry *entry)
{
    char key[STORE_KEY_MAX], text[192];
    size_t length;
    table_index index = {0};
    snprintf(key, sizeof key, "live/%s", t->id);
    if (store_get(h->store, key, 0, text, sizeof text, &length) == STORE_FOUND)
        rows_read_index(&index, text, length);
    if (!rows_drop_index(j, t->id, index))
        return false;
    snprintf(key, sizeof key, "event/%s", t->id);
    if (!writer_job_drop_all(j, key))
        return false;
    snprintf(key, sizeof key, "table/%s", t->id);
    return writer_job_drop(j, key, 0) && lease_drop(h, t->id, j) &&
           rows_drop_made(j, t->row.owner, t->id) &&
           (!entry || audit_put(&h->audit, j, entry, hub_wall_ms()));
}

/* The jobs of the removal, in the order in which they must be stored. */
static size_t make_jobs(removal *r, const table_info *t, const audit_entry *entry, const people *p,
                        writer_job *jobs[JOBS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i == 0 || i < p->count; i += PEOPLE_PER_JOB) {
        writer_job *j = count < JOBS_MAX ? writer_job_new(job_done, r, "") : NULL;
        if (!j)
            return 0;
        jobs[count++] = j;
        for (size_t k = i; k < p->count && k < i + PEOPLE_PER_JOB; k++)
            if (!rows_drop_seats(j, p->id[k], t->id, t->over_ms))
                return 0;
    }
    writer_job *last = jobs[count - 1];
    return drop_table(r->hub, last, t, entry) &&
                   nodes_note_with(r->hub, last, "x %s %s", r->id, r->cause)
               ? count
               : 0;
}

static removal *removal_new(hub *h, const char *id, const char *cause)
{
    removal *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->hub = h;
    r->cause = cause;
    snprintf(r->id, sizeof r->id, "%.15s", id);
    return r;
}

bool table_remove(hub *h, const char *id, const char *cause, const audit_entry *entry,
                  void (*done)(void *, bool), void *context)
{
    live_table *table = map_get(&h->tables, id);
    writer_job *jobs[JOBS_MAX] = {NULL};
    table_info t;
    people p;
    if (h->stop_ms || (table && table->busy) || table_is_being_removed(h, id) ||
        !table_info_read(h->store, id, NULL, &t))
        return false;
    removal *r = removal_new(h, id, cause);
    const size_t count = r && find_people(h, &t, &p) ? make_jobs(r, &t, entry, &p, jobs) : 0;
    if (r)
        free(p.id);
    if (!count) {
        for (size_t i = 0; i < JOBS_MAX; i++)
            writer_job_free(jobs[i]);
        free(r);
        return false;
    }
    r->done = done;
    r->context = context;
    r->waiting = (uint32_t)count;
    r->next = h->removals;
    h->removals = r;
    if (table)
        table->busy = true;
    for (size_t i = 0; i < count; i++)
        writer_submit(h->writer, jobs[i]);
    return true;
}
