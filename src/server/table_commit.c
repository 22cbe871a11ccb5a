/* table_commit.c - storing the events of tables, what follows when that is done, and making tables.
 */
#include "server/hub.h"
#include "server/session.h"

#include "server/address_history.h"
#include "server/admin.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table whose own rows cannot be written, because that part of the file is damaged, must not keep
 * the store busy with failing, and all clocks waiting for it. */
enum {
    RETRY_MS = 100,
    RETRY_DOUBLINGS = 10,
    MAKE_TRIES = 12,
    MAKE_AGAIN_MS = 1000,
    LATE_MS = 500,
    LATE_AGAIN_MS = 5000,
    DAY_MS = 86400000
};

/* What is being stored, until it is. */
typedef struct commit {
    hub *hub;
    uint64_t conn;
    char request[SESSION_REQUEST_MAX];
    char asker[GAME_PERSON_MAX]; /* "": nobody asked */
    uint64_t received_us;        /* when they did */
    uint64_t submitted_ms;
    bool made;                                /* the table is new */
    bool wants_table;                         /* see request */
    char other[GAME_ID_MAX];                  /* "", or another table that changes with it: … */
    game_event others;                        /* … the event there */
    table_plan start;                         /* how to make it, should it have to be another one */
    void (*then)(void *context, bool stored); /* NULL, or what the host waits for */
    void *context;
    bool late;             /* timed out in the writer's queue: not stored */
    queued_command *again; /* the command itself, where another node may come first */
    game_batch batch;
} commit;

/* While something of a person is being stored, the person cannot be forgotten. */
static void note_storing(hub *h, const char *person_id, bool begins)
{
    person *p = person_id[0] ? person_get(h, person_id) : NULL;
    if (!p)
        return;
    p->storing += begins ? 1u : p->storing ? UINT32_MAX : 0;
    person_release(h, person_id);
}

static void apply_and_broadcast(hub *h, live_table *table, const game_event *e, bool newest)
{
    table_apply(h, table, e, hub_game_ms(h), newest);
}

/* ---- Storing ---- */
static session *asker_of(const commit *c)
{
    conn *asker = c->conn ? transport_find(c->hub->transport, c->conn) : NULL;
    return asker ? conn_user(asker) : NULL;
}

static request answer_to(const commit *c, session *s)
{
    request r = {
        .hub = c->hub, .session = s, .wants_table = c->wants_table, .received_us = c->received_us};
    memcpy(r.id, c->request, sizeof r.id);
    return r;
}

static queued_command *queued_command_new(const request *r)
{
    queued_command *w = malloc(sizeof *w + r->length);
    if (!w)
        return NULL;
    w->next = NULL;
    w->conn = conn_id(r->session->conn);
    w->received_us = r->received_us;
    w->length = r->length;
    if (r->length) /* none: the server goes on with a request of its own */
        memcpy(w->text, r->text, r->length);
    return w;
}

/* Strangers cannot fill a table's line before its players. */
bool table_enqueue(live_table *table, const request *r)
{
    const bool seated = game_seat_of(&table->game, r->session->who.id) != AZJ_NOBODY;
    const uint32_t room = seated ? TABLE_QUEUE_MAX : TABLE_QUEUE_MAX / 2;
    queued_command **last = &table->queue;
    queued_command *w = table->queue_nb < room ? queued_command_new(r) : NULL;
    if (!w)
        return false;
    while (*last)
        last = &(*last)->next;
    *last = w;
    table->queue_nb++;
    return true;
}

static void run_waiting(hub *h, queued_command *w)
{
    conn *c = transport_find(h->transport, w->conn);
    if (c && conn_user(c))
        session_handle(h, conn_user(c), w->text, w->length, w->received_us);
    free(w);
}

/* A command may read the table again from the store, which may take it out of memory. */
void table_run_queue(hub *h, const char *id)
{
    char own[GAME_ID_MAX]; /* `id` may be the table's */
    live_table *table;
    snprintf(own, sizeof own, "%s", id);
    while ((table = map_get(&h->tables, own)) && table->queue && !table->busy && !h->stop_ms) {
        queued_command *w = table->queue;
        table->queue = w->next;
        table->queue_nb--;
        run_waiting(h, w);
    }
}

void table_drop_from_memory(hub *h, live_table *table)
{
    queued_command *w = table->queue;
    h->live -= table->game.phase == GAME_LIVE;
    table->queue = NULL;
    lease_give_back(h, &table->lease, table->game.id); /* else no other node could act there */
    table_free(h, table);
    table_run_queued(h, w);
}

static void finish_other(hub *h, const commit *c, store_result result)
{
    live_table *table = c->other[0] ? map_get(&h->tables, c->other) : NULL;
    if (!table)
        return;
    table->busy = false;
    if (result == STORE_STORED)
        apply_and_broadcast(h, table, &c->others, true);
    else if (result == STORE_CONFLICT)
        table_catch_up(h, c->other);
    table_refresh(h, c->other);
    table_run_queue(h, c->other);
    table = map_get(&h->tables, c->other);
    if (table)
        table_schedule(h, table);
}

void table_answer_made(hub *h, live_table *table, const char *request_id, session *s)
{
    buf b = hub_buffer(h);
    json_writer w = session_begin(&b, "made", request_id);
    json_write_string(&w, "table", table->game.id);
    json_write_string(&w, "key", table->row.key);
    json_write_object_end(&w);
    session_send(s, &b);
    table_watch(h, table, s); /* there is a place for it: request_may_watch saw to that */
    table_send_sync(h, table, s, 0, NULL);
}

static void finish_stored(hub *h, live_table *table, const char *id, const commit *c)
{
    for (unsigned i = 0; i < c->batch.count; i++)
        apply_and_broadcast(h, table, &c->batch.at[i], i + 1 == c->batch.count);
    if (c->received_us && c->batch.at[0].kind == GAME_MOVE)
        metrics_stored(h, c->received_us);
    finish_other(h, c, STORE_STORED);
    session *s = asker_of(c);
    const request r = answer_to(c, s);
    table = map_get(&h->tables, id);
    if (s && c->wants_table && table)
        table_answer_made(h, table, c->request, s);
    else if (s && c->request[0])
        request_ok(&r);
    if (table)
        table_advance(h, table);
    table_run_queue(h, id);
}

/* In a damaged file perhaps this id alone cannot be written, so another id is tried; not if the
 * write failed slowly, or every write fails. */
static bool make_again(hub *h, const commit *c, session *s)
{
    table_plan start = c->start;
    const request r = answer_to(c, s);
    if (!s || !c->made || c->other[0] || start.tries++ == MAKE_TRIES ||
        hub_now_ms() - c->submitted_ms > MAKE_AGAIN_MS)
        return false;
    return table_make(h, &start, &r) != NULL;
}

/* Another node was first, here or at the other table, or too much time has passed: what was stored
 * meanwhile is applied, and the command decided again on that. Returns false if the store holds no
 * event newer than ours. Afterwards the table may be gone, or another one of this id in memory. */
static bool follow_another(hub *h, live_table *table, const char *id, commit *c, session *s)
{
    queued_command *again = c->again;
    const bool had_lease = table->lease.held && !c->conn;
    const bool moved = h->nodes.shared && !c->made && c->other[0];
    table->lease.held =
        table->lease.held && !had_lease; /* perhaps it was the lease that was lost */
    const uint32_t news = c->made ? 0 : table_catch_up(h, id);
    table = map_get(&h->tables, id);
    const bool unread = table && table->stale; /* the store could not be read: later */
    if (c->made || (!news && !had_lease && !moved && !c->late && table && !unread))
        return false;
    if (moved)
        finish_other(h, c, STORE_CONFLICT); /* before the command runs again */
    c->other[0] = 0;
    s = asker_of(c); /* perhaps not any more */
    const request r = answer_to(c, s);
    c->again = unread ? again : NULL;
    if (again && !unread)
        run_waiting(h, again);
    else if (s)
        request_refuse(&r, "NOT_STORED", "the table has changed; please try again");
    table_run_queue(h, id);
    return true;
}

/* Somebody else has written to the table, which cannot happen while the lock of a file holds. What
 * is in memory is out of date then: it is loaded anew. */
static void finish_conflict(hub *h, live_table *table, const char *id, commit *c)
{
    session *s = asker_of(c);
    if (follow_another(h, table, id, c, s)) {
        finish_other(h, c, STORE_CONFLICT);
        return;
    }
    s = asker_of(c); /* perhaps not any more */
    const request r = answer_to(c, s);
    table = map_get(&h->tables, id);
    log_event(LOG_ERROR, "conflict", "table=%s event=%u", id, table ? table->game.n + 1 : 0);
    h->count.errors++;
    if (s)
        request_refuse(&r, "NOT_STORED", "the table has changed; please try again");
    finish_other(h, c, STORE_CONFLICT);
    table = map_get(&h->tables, id);
    if (table)
        table_drop_from_memory(h, table);
}

static void finish_failed(hub *h, live_table *table, const char *id, const commit *c, session *s)
{
    const request r = answer_to(c, s);
    hub_store_failed(h, c->submitted_ms);
    if (table->failures < RETRY_DOUBLINGS)
        table->failures++;
    table->retry_ms = hub_now_ms() + ((uint64_t)RETRY_MS << table->failures);
    if (!make_again(h, c, s) && s)
        request_refuse(&r, "NOT_STORED", "the server could not store this; please try again");
    finish_other(h, c, STORE_FAILED);
    table = map_get(&h->tables, id);
    if (table && h->nodes.shared)
        table_mark_stale(h, table); /* the commit may have succeeded although its answer was lost */
    if (table && c->made)
        table_drop_from_memory(h, table);
    else
        table_run_queue(h, id);
}

/* After a late commit, sets our game clock by those of the other nodes and decides the command
 * again. Returns false if the nodes' clocks cannot be read. */
static bool may_decide_again(hub *h, live_table *table, commit *c, const writer_job *job)
{
    c->late = job->late;
    if (!job->late)
        return true;
    table->late_ms = hub_now_ms();
    clock_good(h);
    return !clock_may_lag(h);
}

/* The table left memory meanwhile: another node removed it, or what it stored could not be
 * followed. The client may send the command again, and it is not done twice. */
static void finish_gone(hub *h, const commit *c, const writer_job *job, session *s)
{
    const request r = answer_to(c, s);
    finish_other(h, c, job->result);
    if (s && job->stored && !c->wants_table && c->request[0])
        request_ok(&r);
    else if (s)
        request_refuse(&r, "NOT_STORED", "the table has changed; please try again");
}

static void commit_done(void *context, writer_job *job)
{
    commit *c = context;
    hub *h = c->hub;
    live_table *table = map_get(&h->tables, job->owner);
    session *s = asker_of(c);
    if (s && c->wants_table)
        s->making--;
    note_storing(h, c->asker, false);
    if (table)
        table->busy = false;
    if (table && job->stored) {
        hub_store_worked(h);
        table->failures = 0;
        finish_stored(h, table, job->owner, c);
    } else if (table && job->result == STORE_CONFLICT && may_decide_again(h, table, c, job)) {
        finish_conflict(h, table, job->owner, c);
    } else if (table) {
        finish_failed(h, table, job->owner, c, s);
    } else {
        finish_gone(h, c, job, s);
    }
    table_refresh(h, job->owner); /* it may be gone by now */
    table = map_get(&h->tables, job->owner);
    if (table)
        table_schedule(h, table);
    if (c->then)
        c->then(c->context, job->stored);
    free(c->again);
    free(c);
}

static bool note_appended(const hub *h, const live_table *table, writer_job *j)
{
    char note[STORE_KEY_MAX];
    snprintf(note, sizeof note, "t %s", table->game.id);
    return !h->nodes.shared || writer_job_note(j, note);
}

/* Events without a command (timers, bots) are guarded by the lease. Notifies the other nodes. */
static bool put_for_nodes(const hub *h, const live_table *table, const commit *c, writer_job *j)
{
    const bool by_itself = !c->conn && !c->made && !c->then;
    return (!by_itself || lease_guard(h, &table->lease, table->game.id, j)) &&
           note_appended(h, table, j);
}

/* In a game with clocks a command that waited longer than LATE_MS for the database is decided
 * again, once, because otherwise the next turn would start before anybody could see it. A command
 * decided by a clock that may lag is decided again, too. */
static void put_until(const hub *h, const live_table *table, const commit *c, writer_job *j)
{
    const uint64_t now = hub_now_ms();
    if (h->nodes.shared && !c->made && !c->then && table->game.phase != GAME_OVER &&
        table->game.options.clock.kind != CLOCKS_NONE)
        j->until_ms = clock_may_lag(h)                       ? 1
                      : now - table->late_ms > LATE_AGAIN_MS ? now + LATE_MS
                                                             : 0;
}

static bool submit_commit(hub *h, live_table *table, commit *c, writer_job *j)
{
    bool good = c && j;
    for (unsigned i = 0; good && i < c->batch.count; i++)
        good = rows_put_event(j, &table->game, &table->row, &c->batch.at[i], table->index);
    const char *id = table->game.id;
    const uint32_t n = table->game.n;
    good = good && (c->made ? rows_put_tail(j, id, c->batch.count)
                            : rows_move_tail(j, id, n, n + c->batch.count));
    good = good && put_for_nodes(h, table, c, j);
    if (!good) {
        writer_job_free(j);
        if (c)
            free(c->again);
        free(c);
        return false;
    }
    session *s = asker_of(c);
    if (s && (c->made || (c->batch.count && c->batch.at[0].kind == GAME_SIT)))
        address_history_note(h, j, c->asker, conn_address(s->conn));
    put_until(h, table, c, j);
    table->busy = true;
    c->submitted_ms = table->touched_ms = hub_now_ms();
    note_storing(h, c->asker, true);
    if (s && c->wants_table)
        s->making++;
    writer_submit(h->writer, j);
    return true;
}

static commit *commit_new(hub *h, const game_batch *b, const request *r)
{
    commit *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->hub = h;
    c->batch = *b;
    if (r && r->session) {
        c->conn = conn_id(r->session->conn);
        c->wants_table = r->wants_table;
        memcpy(c->request, r->id, sizeof c->request);
        memcpy(c->asker, r->session->who.id, sizeof c->asker);
        c->received_us = r->received_us;
        c->again = queued_command_new(r);
    }
    return c;
}

bool table_commit(hub *h, live_table *table, const game_batch *b, const request *r)
{
    if (table->busy || h->stop_ms)
        return false;
    commit *c = commit_new(h, b, r);
    return submit_commit(h, table, c, writer_job_new(commit_done, c, table->game.id));
}

/* An event of another table goes with those of this one: all or none. */
static bool put_other(const hub *h, writer_job *j, commit *c, live_table *other,
                      const game_event *e)
{
    c->others = *e;
    snprintf(c->other, sizeof c->other, "%s", other->game.id);
    if (other->busy || !rows_put_event(j, &other->game, &other->row, e, other->index) ||
        !rows_move_tail(j, other->game.id, other->game.n, e->n) || !note_appended(h, other, j))
        return false;
    other->busy = true;
    return true;
}

bool table_commit_with(hub *h, live_table *table, const game_batch *b, live_table *other,
                       const game_event *e, const request *r)
{
    commit *c = table->busy || other->busy || h->stop_ms ? NULL : commit_new(h, b, r);
    writer_job *j = c ? writer_job_new(commit_done, c, table->game.id) : NULL;
    if (!j || !put_other(h, j, c, other, e)) {
        writer_job_free(j);
        if (c)
            free(c->again);
        free(c);
        return false;
    }
    if (submit_commit(h, table, c, j))
        return true;
    other->busy = false;
    return false;
}

bool table_commit_for_host(hub *h, live_table *table, const game_batch *b, const audit_entry *entry,
                           void (*then)(void *, bool), void *context)
{
    commit *c = table->busy || h->stop_ms ? NULL : commit_new(h, b, NULL);
    writer_job *j = c ? writer_job_new(commit_done, c, table->game.id) : NULL;
    if (!j || !audit_put(&h->audit, j, entry, hub_wall_ms())) {
        writer_job_free(j);
        free(c);
        return false;
    }
    c->then = then;
    c->context = context;
    return submit_commit(h, table, c, j);
}

void table_run_queued(hub *h, queued_command *w)
{
    for (queued_command *next; w; w = next) {
        next = w->next;
        run_waiting(h, w);
    }
}

/* ---- Making ---- */
/* The first events are decided one after the other on the new, empty game. */
static bool seat_all(hub *h, live_table *table, const table_plan *start, game_batch *all)
{
    game scratch;
    bool good = true;
    game_init(&scratch, table->game.id, &table->row.options, table->row.secret);
    all->count = 0;
    for (unsigned i = 0; good && i < start->options.rules.players; i++) {
        const game_seat *s = &start->seat[i];
        game_batch one = {0};
        if (s->kind == GAME_PERSON)
            good = game_decide_sit(&scratch, i, s->person, s->name, hub_time(h), &one) == GAME_E_OK;
        else if (s->kind == GAME_BOT_SEAT)
            good = game_decide_bot(&scratch, i, s->bot, hub_time(h), &one) == GAME_E_OK;
        if (good && one.count) {
            all->at[all->count++] = one.at[0];
            game_apply(&scratch, &one.at[0], 0);
        }
    }
    game_release(&scratch);
    return good;
}

static bool put_next(const hub *h, writer_job *j, commit *c, live_table *before, const char *id)
{
    game_batch b;
    return game_decide_next(&before->game, id, hub_time(h), &b) == GAME_E_OK &&
           put_other(h, j, c, before, &b.at[0]);
}

live_table *table_make(hub *h, const table_plan *start, const request *r)
{
    game_row row = {.options = start->options, .made_ms = hub_wall_ms()};
    game_batch b;
    char id[GAME_ID_MAX];
    if (h->tables.count >= h->config.tables_max || h->stop_ms)
        return NULL;
    identity_random_id(id, sizeof id, 9);
    identity_random_id(row.key, sizeof row.key, 16);
    fair_secret(row.secret);
    row.options.shuffle = FAIR_VERSION; /* a rematch of an older table too */
    snprintf(row.owner, sizeof row.owner, "%s", start->owner);
    live_table *table = table_new(h, id, &row);
    if (!table)
        return NULL;
    commit *c = seat_all(h, table, start, &b) ? commit_new(h, &b, r) : NULL;
    writer_job *j = c ? writer_job_new(commit_done, c, id) : NULL;
    if (c) {
        c->made = true;
        c->start = *start;
    }
    table->index.idle_ms = row.made_ms + h->config.open_days * (uint64_t)DAY_MS;
    if (r && r->session)
        table->index.maker = address_hash(h, conn_address(r->session->conn));
    else if (start->before)
        table->index.maker = start->maker;
    table_note_maker(table);
    if (j && rows_put_table(j, id, &row, table->index) && lease_begin(h, &table->lease, id, j) &&
        (!start->before || put_next(h, j, c, start->before, id))) {
        if (submit_commit(h, table, c, j))
            return table;
    } else {
        writer_job_free(j);
        if (c)
            free(c->again);
        free(c);
    }
    if (start->before)
        start->before->busy = false;
    table_free(h, table);
    return NULL;
}
