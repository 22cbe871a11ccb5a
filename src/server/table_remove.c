/* table_remove.c - removal of a table with all its rows.
 *
 * The last commit drops the table's own row, its events, its place in every index and the rows of
 * those who have a seat at once, so no half of a table is ever left. Rows of people who left the
 * table are dropped by commits before it; if one of them fails or the server ends, the table is
 * still there and can be removed again.
 *
 * Where nodes share the store, every commit is bound to what the removal was decided on: the number
 * of the table's events. After a conflict the host's removal is tried again, while an expiry is
 * given up: somebody has played, or has come.
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
    PEOPLE_PER_JOB = (WRITER_JOB_OPS_MAX - 12) / SEAT_OPS, /* the last job has other rows, too */
    JOBS_MAX = GAME_SITS_MAX / PEOPLE_PER_JOB + 2,
    TRIES_MAX = 20 /* while others play there */
};
_Static_assert((int)PEOPLE_PER_JOB >= (int)AZJ_SEATS_MAX, "all seats are dropped by the last job");

typedef struct removal {
    struct removal *next;
    hub *hub;
    char id[GAME_ID_MAX];
    const char *cause; /* broadcast to those who watch */
    bool is_expiry;
    game_phase phase; /* of the game when the removal was decided */
    unsigned tries;
    audit_entry entry;
    bool has_entry;
    uint32_t waiting; /* jobs */
    bool failed, conflict;
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

/* ---- Who is named ---- */
typedef struct people {
    const table_info *table;
    const char *key; /* of the events */
    char (*id)[GAME_PERSON_MAX];
    size_t count, room;
    bool good;
} people;

static bool is_seated(const table_info *t, const char *name)
{
    for (unsigned i = 0; i < AZJ_SEATS_MAX; i++)
        if (t->seat[i].kind == GAME_PERSON && strcmp(t->seat[i].person, name) == 0)
            return true;
    return false;
}

static void add_person(people *p, const char *name)
{
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
    snprintf(p->id[p->count++], GAME_PERSON_MAX, "%s", name);
}

/* Those who have a seat come last. */
static void add_who_left(people *p, const char *id, size_t length)
{
    char name[GAME_PERSON_MAX];
    if (!length || length >= sizeof name || strncmp(id, GAME_FORGOTTEN, length) == 0)
        return;
    snprintf(name, sizeof name, "%.*s", (int)length, id);
    if (!is_seated(p->table, name))
        add_person(p, name);
}

static bool take_event(void *context, const store_row *row)
{
    people *p = context;
    game_event e;
    if (strcmp(row->key, p->key) != 0)
        return false;
    if (row->n != GAME_TAIL && row->intact && game_event_read(&e, row->n, row->data, row->length) &&
        e.kind == GAME_SIT)
        add_who_left(p, e.text, strcspn(e.text, " "));
    return p->good;
}

static bool find_people(hub *h, const table_info *t, people *p)
{
    char key[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    snprintf(key, sizeof key, "event/%s", t->id);
    *p = (people){.table = t, .key = key, .good = true};
    add_who_left(p, t->row.owner, strlen(t->row.owner));
    if (!store_scan(h->store, key, take_event, p, error) && h->nodes.shared)
        return false; /* of a damaged file, what cannot be read goes all the same */
    for (unsigned i = 0; i < AZJ_SEATS_MAX && p->good; i++)
        if (t->seat[i].kind == GAME_PERSON && t->seat[i].person[0] &&
            strcmp(t->seat[i].person, GAME_FORGOTTEN) != 0)
            add_person(p, t->seat[i].person);
    return p->good;
}

/* ---- The rows ---- */
/* What the removal is decided on. Of a damaged table nothing is known that could be bound. */
static bool put_guards(removal *r, const table_info *t, writer_job *j)
{
    live_table *table = map_get(&r->hub->tables, r->id);
    if (!r->hub->nodes.shared)
        return true;
    if (r->is_expiry)
        return table && nodes_guard_sweep(r->hub, j) && table_guard_index(r->hub, table, j) &&
               hub_wall_ms() >= table_expiry(r->hub, table);
    return t->damaged || rows_guard_tail(j, r->id, t->events);
}

static bool drop_table(removal *r, writer_job *j, const table_info *t)
{
    hub *h = r->hub;
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
    if (!writer_job_drop(j, key, 0) || !lease_drop(h, t->id, j) ||
        !rows_drop_made(j, t->row.owner, t->id))
        return false;
    return nodes_note_with(h, j, "x %s %s", t->id, r->cause) &&
           (!r->has_entry || audit_put(&h->audit, j, &r->entry, hub_wall_ms()));
}

static void job_done(void *context, writer_job *job);

/* The jobs of the removal, in the order in which they must be stored. The last one is full, so that
 * it has all seats. */
static size_t make_jobs(removal *r, const table_info *t, const people *p,
                        writer_job *jobs[JOBS_MAX])
{
    size_t count = 0, done = 0;
    do {
        writer_job *j = count < JOBS_MAX ? writer_job_new(job_done, r, "") : NULL;
        const size_t rest = p->count - done;
        const size_t now = rest % PEOPLE_PER_JOB || !rest ? rest % PEOPLE_PER_JOB : PEOPLE_PER_JOB;
        if (!j)
            return 0;
        jobs[count++] = j;
        if (!put_guards(r, t, j))
            return 0;
        for (size_t k = done; k < done + now; k++)
            if (!rows_drop_seats(j, p->id[k], t->id, t->over_ms))
                return 0;
        done += now;
    } while (done < p->count);
    return drop_table(r, jobs[count - 1], t) ? count : 0;
}

/* Makes and submits the jobs. False: there is no such table, or memory is short, or it has not
 * expired. */
static bool submit_jobs(removal *r)
{
    hub *h = r->hub;
    writer_job *jobs[JOBS_MAX] = {NULL};
    table_info t;
    people p;
    if (!table_info_read(h->store, r->id, NULL, &t) || (h->nodes.shared && t.unread) ||
        (r->tries && t.phase != r->phase))
        return false;
    r->phase = t.phase;
    const size_t count = find_people(h, &t, &p) ? make_jobs(r, &t, &p, jobs) : 0;
    free(p.id);
    if (!count) {
        for (size_t i = 0; i < JOBS_MAX; i++)
            writer_job_free(jobs[i]);
        return false;
    }
    r->tries++;
    r->failed = r->conflict = false;
    r->waiting = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        writer_submit(h->writer, jobs[i]);
    return true;
}

/* ---- The end ---- */
/* It is not removed: what others have stored there is applied. */
static void give_table_back(removal *r)
{
    hub *h = r->hub;
    live_table *table = map_get(&h->tables, r->id);
    log_event(r->conflict && !r->failed ? LOG_INFO : LOG_WARN, "removing",
              "table=%s cause=\"not stored\"", r->id);
    if (table) {
        table->busy = false;
        if (h->nodes.shared)
            table_mark_stale(h, table);
        table_refresh(h, r->id);
    }
    if ((table = map_get(&h->tables, r->id)))
        table_schedule(h, table);
}

static void job_done(void *context, writer_job *job)
{
    removal *r = context;
    hub *h = r->hub;
    r->failed = r->failed || job->result == STORE_FAILED;
    r->conflict = r->conflict || job->result == STORE_CONFLICT;
    if (--r->waiting)
        return;
    const bool good = !r->failed && !r->conflict;
    if (!r->failed && r->conflict && !r->is_expiry && r->tries < TRIES_MAX && !h->stop_ms &&
        submit_jobs(r))
        return;
    if (good)
        table_removed(h, r->id, r->cause);
    unlink_removal(r);
    if (!good)
        give_table_back(r);
    if (r->done)
        r->done(r->context, good);
    free(r);
}

static bool begin_removal(hub *h, const removal *plan)
{
    live_table *table = map_get(&h->tables, plan->id);
    if (h->stop_ms || (table && table->busy) || table_is_being_removed(h, plan->id))
        return false;
    removal *r = malloc(sizeof *r);
    if (!r)
        return false;
    *r = *plan;
    r->hub = h;
    if (!submit_jobs(r)) {
        free(r);
        return false;
    }
    r->next = h->removals;
    h->removals = r;
    if (table)
        table->busy = true;
    return true;
}

bool table_remove(hub *h, const char *id, const char *cause, const audit_entry *entry,
                  void (*done)(void *, bool), void *context)
{
    removal plan = {.cause = cause, .done = done, .context = context, .has_entry = entry != NULL};
    snprintf(plan.id, sizeof plan.id, "%.15s", id);
    if (entry)
        plan.entry = *entry;
    return begin_removal(h, &plan);
}

bool table_remove_expired(hub *h, live_table *table)
{
    removal plan = {.cause = "expired", .is_expiry = true};
    snprintf(plan.id, sizeof plan.id, "%s", table->game.id);
    return begin_removal(h, &plan);
}
