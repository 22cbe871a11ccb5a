/* admin_remove.c - removal of a table, in steps that each fit a few commits:
 *
 *   begin   remove/ID is put; the table's row and all that leads to it go: from here on nobody
 *           finds it. remove/ID keeps what the later steps need and could not find any more: the
 *           owner and when the game ended
 *   events  (again and again) the first of them go, with the seat/… rows of those who sat down
 *   end     remove/ID goes with the last of them
 *
 * A removal that was interrupted is found by its remove/ID. Rows are dropped under the names of
 * this format and of the next one, where seat/PERSON/ID has become seat/PERSON/0/ID (unfinished),
 * seat/PERSON/1T/ID (finished; T counts down) and seat/PERSON/2/ID (left, or only made it).
 */
#include "server/admin.h"
#include "server/table_info.h"

#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS_MAX = 8, EVENT_OPS = 5 }; /* of a step; of the row of somebody who sat down */

static const uint64_t TIME_END = 9999999999999;

typedef struct removal {
    struct removal *next;
    hub *hub;
    char id[GAME_ID_MAX], owner[GAME_PERSON_MAX];
    const char *cause; /* that those who watch are told */
    uint64_t over_ms;
    uint32_t waiting; /* jobs of this step */
    bool begun, failed, last;
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

static void end(removal *r, bool good)
{
    desk *d = r->begun ? NULL : map_get(&r->hub->desks, r->id);
    if (!good)
        log_event(LOG_WARN, "removing", "table=%s cause=\"%s\"", r->id,
                  "not stored: it will be tried again");
    unlink_removal(r);
    if (d) { /* nothing happened: the table is as it was, and what waited for it goes on */
        waiting *queue = d->queue;
        d->busy = false;
        d->queue = NULL;
        d->queue_nb = 0;
        desk_run_waiting(r->hub, queue);
    }
    if (r->done)
        r->done(r->context, good);
    free(r);
}

/* ---- Jobs -------------------------------------------------------------------------------------
 */
static void next_step(removal *r);

/* Those who watch are told; commands that wait find no such table. */
static void leave_memory(removal *r)
{
    hub *h = r->hub;
    desk *d = map_get(&h->desks, r->id);
    char room[128];
    buf b = buf_on(room, sizeof room);
    if (!d)
        return;
    buf_char(&b, '{');
    fields_put_text(&b, "t", "removed");
    fields_put_text(&b, "table", r->id);
    fields_put_text(&b, "cause", r->cause);
    buf_char(&b, '}');
    for (uint32_t i = 0; i < d->watchers_nb; i++)
        session_send(d->watchers[i], &b);
    waiting *queue = d->queue;
    d->queue = NULL;
    h->live -= d->game.phase == GAME_LIVE;
    desk_free(h, d);
    desk_run_waiting(h, queue);
}

static void step_done(void *context, writer_job *job)
{
    removal *r = context;
    r->failed = r->failed || !job->stored;
    if (--r->waiting)
        return;
    if (r->failed) {
        end(r, false);
        return;
    }
    if (!r->begun) {
        r->begun = true;
        leave_memory(r);
    }
    if (r->last || r->hub->stop_ms)
        end(r, r->last);
    else
        next_step(r);
}

static bool drop(writer_job *j, const char *format, const char *one, const char *two)
{
    char key[STORE_KEY_MAX];
    snprintf(key, sizeof key, format, one, two);
    return writer_job_drop(j, key, 0);
}

/* Under all the names that the row of a person at this table may have. */
static bool drop_seats(const removal *r, writer_job *j, const char *person_id)
{
    char finished[32];
    if (!person_id[0] || strcmp(person_id, GAME_FORGOTTEN) == 0)
        return true;
    snprintf(finished, sizeof finished, "1%013llu/%s",
             (unsigned long long)(r->over_ms < TIME_END ? TIME_END - r->over_ms : 0), r->id);
    return drop(j, "seat/%s/%s", person_id, r->id) && drop(j, "seat/%s/0/%s", person_id, r->id) &&
           drop(j, "seat/%s/2/%s", person_id, r->id) && drop(j, "seat/%s/%s", person_id, finished);
}

/* ---- Events -----------------------------------------------------------------------------------
 */
typedef struct gathering {
    removal *removal;
    const char *key;
    writer_job *job[JOBS_MAX];
    uint32_t jobs;
    bool more, good;
} gathering;

/* The job at work, or the next one where it has no room for `ops` more; NULL: the step is full. */
static writer_job *job_for(gathering *g, size_t ops)
{
    writer_job *j = g->jobs ? g->job[g->jobs - 1] : NULL;
    if (j && j->count + ops <= WRITER_JOB_OPS_MAX)
        return j;
    g->more = g->jobs == JOBS_MAX;
    if (g->more)
        return NULL;
    j = writer_job_new(step_done, g->removal, "");
    g->good = j != NULL;
    if (j)
        g->job[g->jobs++] = j;
    return j;
}

static bool take_event(void *context, const store_row *row)
{
    gathering *g = context;
    char who[GAME_PERSON_MAX] = "";
    game_event e;
    if (strcmp(row->key, g->key) != 0)
        return false;
    writer_job *j = job_for(g, EVENT_OPS);
    if (!j)
        return false;
    if (row->n != GAME_TAIL && row->intact && game_event_read(&e, row->n, row->data, row->length) &&
        e.kind == GAME_SIT && strcspn(e.text, " ") < sizeof who)
        snprintf(who, sizeof who, "%.*s", (int)strcspn(e.text, " "), e.text);
    g->good = writer_job_drop(j, row->key, row->n) && drop_seats(g->removal, j, who);
    return g->good;
}

static void submit(removal *r, writer_job **jobs, uint32_t count)
{
    r->waiting = count;
    for (uint32_t i = 0; i < count; i++)
        writer_submit(r->hub->writer, jobs[i]);
}

static void next_step(removal *r)
{
    char key[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    gathering g = {.removal = r, .key = key, .good = true};
    snprintf(key, sizeof key, "event/%s", r->id);
    bool good = store_scan(r->hub->store, key, take_event, &g, error) && g.good;
    if (good && !g.more) { /* these were all */
        writer_job *j = job_for(&g, 1);
        r->last = j != NULL;
        good = g.more || (j && drop(j, "remove/%s%s", r->id, ""));
    }
    if (good) {
        submit(r, g.job, g.jobs);
        return;
    }
    for (uint32_t i = 0; i < g.jobs; i++)
        writer_job_free(g.job[i]);
    end(r, false);
}

/* ---- Beginning, and going on ------------------------------------------------------------------
 */
static removal *removal_new(hub *h, const char *id, const char *cause)
{
    removal *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->hub = h;
    r->cause = cause;
    snprintf(r->id, sizeof r->id, "%.15s", id);
    r->next = h->removals;
    h->removals = r;
    return r;
}

/* live/ID names the places of the table in the lists of what is due and what is idle. */
static bool drop_lists(const removal *r, writer_job *j)
{
    char key[STORE_KEY_MAX], text[256], time[24];
    size_t length;
    fields f;
    int64_t due, idle;
    snprintf(key, sizeof key, "live/%s", r->id);
    if (store_get(r->hub->store, key, 0, text, sizeof text, &length) != STORE_FOUND ||
        !fields_parse(&f, text, length))
        return writer_job_drop(j, key, 0);
    bool good = writer_job_drop(j, key, 0);
    if (fields_number(&f, 0, "due", 0, INT64_MAX, &due)) {
        snprintf(time, sizeof time, "%016lld", (long long)due);
        good = good && drop(j, "due/%s/%s", time, r->id);
    }
    if (fields_number(&f, 0, "idle", 0, INT64_MAX, &idle)) {
        snprintf(time, sizeof time, "%016lld", (long long)idle);
        good = good && drop(j, "idle/%s/%s", time, r->id);
    }
    return good;
}

static bool put_mark(const removal *r, writer_job *j)
{
    char key[STORE_KEY_MAX], room[128];
    buf b = buf_on(room, sizeof room);
    snprintf(key, sizeof key, "remove/%s", r->id);
    buf_char(&b, '{');
    fields_put_text(&b, "owner", r->owner);
    fields_put_number(&b, "over", (int64_t)r->over_ms);
    buf_char(&b, '}');
    return writer_job_put(j, key, 0, room, buf_end(&b));
}

static bool put_first(const removal *r, writer_job *j, const audit_entry *entry)
{
    return put_mark(r, j) && drop(j, "table/%s%s", r->id, "") && drop_lists(r, j) &&
           (!r->owner[0] || drop(j, "made/%s/%s", r->owner, r->id)) && drop_seats(r, j, r->owner) &&
           (!entry || audit_put(&r->hub->audit, j, entry, hub_wall_ms()));
}

bool table_remove(hub *h, const char *id, const char *cause, const audit_entry *entry,
                  void (*done)(void *, bool), void *context)
{
    desk *d = map_get(&h->desks, id);
    table_info t;
    if (h->stop_ms || (d && d->busy) || table_is_being_removed(h, id) ||
        !table_info_read(h->store, id, NULL, &t))
        return false;
    removal *r = removal_new(h, id, cause);
    writer_job *j = r ? writer_job_new(step_done, r, "") : NULL;
    if (j) {
        memcpy(r->owner, t.row.owner, sizeof r->owner);
        r->over_ms = t.over_ms;
        r->done = done;
        r->context = context;
    }
    if (!j || !put_first(r, j, entry)) {
        writer_job_free(j);
        if (r)
            unlink_removal(r);
        free(r);
        return false;
    }
    if (d)
        d->busy = true;
    submit(r, &j, 1);
    return true;
}

typedef struct left_over {
    const hub *hub;
    char id[GAME_ID_MAX], owner[GAME_PERSON_MAX];
    int64_t over_ms;
} left_over;

static bool take_left(void *context, const store_row *row)
{
    left_over *l = context;
    fields f;
    const char *id = row->key + strlen("remove/");
    if (table_is_being_removed(l->hub, id))
        return true;
    snprintf(l->id, sizeof l->id, "%.15s", id);
    if (row->intact && fields_parse(&f, row->data, row->length)) {
        fields_text(&f, 0, "owner", l->owner, sizeof l->owner);
        fields_number(&f, 0, "over", 0, INT64_MAX, &l->over_ms);
    }
    return false;
}

void table_remove_go_on(hub *h)
{
    char error[STORE_ERROR_MAX];
    left_over l = {.hub = h};
    if (h->stop_ms || !store_scan(h->store, "remove/", take_left, &l, error) || !l.id[0])
        return;
    removal *r = removal_new(h, l.id, "expired");
    if (!r)
        return;
    r->begun = true;
    r->over_ms = (uint64_t)l.over_ms;
    memcpy(r->owner, l.owner, sizeof r->owner);
    next_step(r);
}
