/* hub_table.c - tables: finding and loading them, storing their events, and what follows. */
#include "server/hub.h"

#include "server/admin.h"
#include "server/log.h"
#include "server/trace.h"

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
    DAY_MS = 86400000
};

/* What is being stored, until it is. */
typedef struct commit {
    hub *hub;
    uint64_t conn;
    char request[HUB_REQUEST_MAX];
    char asker[GAME_PERSON_MAX]; /* "": nobody asked */
    uint64_t received_us;        /* when they did */
    uint64_t submitted_ms;
    bool made;                                /* the table is new */
    bool wants_table;                         /* see request */
    char before[GAME_ID_MAX];                 /* … and the rematch of this one */
    game_event next;                          /* whose last event this is */
    table_plan start;                         /* how to make it, should it have to be another one */
    void (*then)(void *context, bool stored); /* NULL, or what the host waits for */
    void *context;
    game_batch batch;
} commit;

/* ---- Persons at tables ------------------------------------------------------------------- */
/* While something of a person is being stored, the person cannot be forgotten. */
static void note_storing(hub *h, const char *person_id, bool begins)
{
    person *p = person_id[0] ? hub_person(h, person_id) : NULL;
    if (!p)
        return;
    p->storing += begins ? 1u : p->storing ? UINT32_MAX : 0;
    hub_person_release(h, person_id);
}

static bool is_account(hub *h, const char *person_id)
{
    identity who = {0};
    snprintf(who.id, sizeof who.id, "%s", person_id);
    return hub_read_person(h, &who) && who.password[0];
}

/* Reads the store, so it cannot be done while events are being read from it. */
static void note_accounts(hub *h, live_table *d)
{
    d->has_account = false;
    for (unsigned i = 0; i < d->game.options.rules.players && !d->has_account; i++)
        d->has_account =
            d->game.seat[i].kind == GAME_PERSON && is_account(h, d->game.seat[i].person);
}

/* What an event means outside the game itself, whether it was loaded or has just been stored. */
static void note_event(hub *h, live_table *d, const game_event *e)
{
    const uint64_t now = hub_now_ms();
    switch (e->kind) {
    case GAME_SIT:
        d->away_ms[e->seat] = now;
        break;
    case GAME_START:
        h->live++;
        h->clock.timed = h->clock.timed || d->game.options.clock.kind != CLOCKS_NONE;
        break;
    case GAME_END:
        h->live--;
        break;
    default:
        break;
    }
    if (d->game.phase != GAME_OPEN || !game_is_full(&d->game))
        d->full_ms = 0;
    else if (!d->full_ms)
        d->full_ms = now;
}

/* ---- Loading ----------------------------------------------------------------------------- */
typedef struct loading {
    hub *hub;
    live_table *live_table;
    const char *wrong;
    uint32_t at;
    uint32_t events; /* that the tail promises */
    bool has_tail;
} loading;

static bool load_event(void *context, const store_row *row)
{
    loading *l = context;
    game_event e;
    l->at = row->n;
    if (!row->intact)
        l->wrong = "checksum";
    else if (row->n == GAME_TAIL)
        l->has_tail = game_tail_read(&l->events, row->data, row->length);
    else if (!game_event_read(&e, row->n, row->data, row->length))
        l->wrong = "unreadable";
    else if (!game_apply(&l->live_table->game, &e, e.game_ms))
        l->wrong = e.hash ? "hash or order" : "order";
    else {
        note_event(l->hub, l->live_table, &e);
        clock_raise(l->hub, e.game_ms);
    }
    return l->wrong == NULL;
}

static live_table *table_new(hub *h, const char *id, const game_row *row)
{
    live_table *d = calloc(1, sizeof *d);
    if (!d || !map_put(&h->tables, id, d)) {
        free(d);
        return NULL;
    }
    d->row = *row;
    d->touched_ms = hub_now_ms();
    game_init(&d->game, id, &row->options, row->secret);
    return d;
}

static table_found load_failed(hub *h, live_table *d, const char *id, uint32_t event,
                               const char *cause)
{
    log_event(LOG_ERROR, "damaged", "table=%s event=%u cause=\"%s\"", id, event, cause);
    h->count.damaged++;
    if (d) {
        if (d->game.phase == GAME_LIVE)
            h->live--;
        table_free(h, d);
    }
    return TABLE_DAMAGED;
}

typedef struct exact_key {
    const char *key;
    bool found;
} exact_key;

static bool is_exact_key(void *context, const store_row *row)
{
    exact_key *wanted = context;
    wanted->found = strcmp(row->key, wanted->key) == 0;
    return false;
}

/* True if the store has events of a table, whose own row is missing then. */
static bool has_events(hub *h, const char *id)
{
    char key[STORE_KEY_MAX];
    char error[STORE_ERROR_MAX];
    exact_key wanted = {.key = key};
    snprintf(key, sizeof key, "event/%s", id);
    store_scan(h->store, key, is_exact_key, &wanted, error);
    return wanted.found;
}

static table_found load_missing(hub *h, const char *id)
{
    if (has_events(h, id))
        return load_failed(h, NULL, id, 0, "its own row is missing");
    return store_is_damaged(h->store) ? TABLE_DAMAGED : TABLE_NONE;
}

/* A row that is missing is no damage: it is written anew when the table moves in the indexes. */
static void load_index(hub *h, live_table *d)
{
    char key[STORE_KEY_MAX], text[128];
    size_t length;
    snprintf(key, sizeof key, "live/%s", d->game.id);
    if (d->game.phase != GAME_OVER && hub_row(h, key, text, sizeof text, &length) == STORE_FOUND)
        rows_read_index(&d->index, text, length);
}

static table_found table_load(hub *h, const char *id, live_table **out)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX], error[STORE_ERROR_MAX];
    size_t length;
    game_row row;
    snprintf(key, sizeof key, "table/%s", id);
    const store_found found = store_get(h->store, key, 0, text, sizeof text, &length);
    if (found == STORE_NONE)
        return load_missing(h, id);
    if (found == STORE_DAMAGED || !game_row_read(&row, text, length))
        return load_failed(h, NULL, id, 0, "unreadable");
    live_table *d = table_new(h, id, &row);
    if (!d)
        return TABLE_FULL;
    loading l = {.hub = h, .live_table = d};
    snprintf(key, sizeof key, "event/%s", id);
    if (!store_scan(h->store, key, load_event, &l, error))
        return load_failed(h, d, id, l.at, error);
    if (l.wrong)
        return load_failed(h, d, id, l.at, l.wrong);
    if (!l.has_tail || l.events != d->game.n)
        return load_failed(h, d, id, d->game.n + 1, "the last events are missing");
    load_index(h, d);
    note_accounts(h, d);
    table_schedule(h, d);
    *out = d;
    return TABLE_FOUND;
}

static bool id_ok(const char *id)
{
    const size_t length = strlen(id);
    return length > 0 && length < GAME_ID_MAX &&
           strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

table_found table_get(hub *h, const char *id, live_table **d)
{
    if (!id_ok(id) || table_is_being_removed(h, id))
        return TABLE_NONE;
    *d = map_get(&h->tables, id);
    if (*d)
        return TABLE_FOUND;
    return table_load(h, id, d);
}

void table_free(hub *h, live_table *d)
{
    for (waiting *w = d->queue, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    for (uint32_t i = 0; i < d->watchers_nb; i++)
        for (unsigned k = 0; k < HUB_WATCHES_MAX; k++)
            if (d->watchers[i]->watches[k] == d)
                d->watchers[i]->watches[k] = NULL;
    timers_clear(&h->timers, &d->timer);
    bots_forget(h, d);
    map_drop(&h->tables, d->game.id);
    game_release(&d->game);
    free(d->watchers);
    free(d);
}

const char *table_maker(const live_table *d)
{
    return d->made_from[0] ? d->made_from : d->row.owner;
}

void table_forget_owner(hub *h, live_table *d, const char *person_id)
{
    (void)h;
    if (strcmp(d->row.owner, person_id) == 0)
        d->row.owner[0] = 0;
}

static void count_event(hub *h, const live_table *d, const game_event *e)
{
    h->count.moves += e->kind == GAME_MOVE;
    h->count.bot_moves += e->kind == GAME_MOVE && strcmp(e->text, "bot") == 0;
    h->count.games_begun += e->kind == GAME_START;
    h->count.games_over += e->kind == GAME_END;
    if (e->kind == GAME_END)
        log_event(LOG_INFO, "game-over", "table=%s rules=%s plies=%u cause=%s", d->game.id,
                  azj_rules_name((azj_rules)d->game.options.rules.rules), d->game.ply,
                  game_cause_name(e->value));
}

static void apply_and_broadcast(hub *h, live_table *d, const game_event *e, bool newest)
{
    const table_index index = rows_index_after(&d->game, e, d->index);
    if (!game_apply(&d->game, e, hub_game_ms(h))) {
        log_event(LOG_ERROR, "not-applied", "table=%s event=%u", d->game.id, e->n);
        h->count.errors++;
        return;
    }
    d->index = index;
    note_event(h, d, e);
    count_event(h, d, e);
    table_broadcast(h, d, e, newest);
    if (e->kind == GAME_SIT || e->kind == GAME_LEAVE) {
        note_accounts(h, d);
        table_update_presence(h, d);
    }
}

/* ---- Storing ----------------------------------------------------------------------------------
 */
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

/* Strangers cannot fill a table's line before its players. */
bool table_enqueue(live_table *d, const request *r)
{
    const bool seated = game_seat_of(&d->game, r->session->who.id) != AZJ_NOBODY;
    const uint32_t room = seated ? HUB_QUEUE_MAX : HUB_QUEUE_MAX / 2;
    waiting **last = &d->queue;
    waiting *w = d->queue_nb < room ? malloc(sizeof *w + r->length) : NULL;
    if (!w)
        return false;
    w->next = NULL;
    w->conn = conn_id(r->session->conn);
    w->received_us = r->received_us;
    w->length = r->length;
    memcpy(w->text, r->text, r->length);
    while (*last)
        last = &(*last)->next;
    *last = w;
    d->queue_nb++;
    return true;
}

static void run_waiting(hub *h, waiting *w)
{
    conn *c = transport_find(h->transport, w->conn);
    if (c && conn_user(c))
        session_handle(h, conn_user(c), w->text, w->length, w->received_us);
    free(w);
}

static void run_queue(hub *h, live_table *d)
{
    while (d->queue && !d->busy && !h->stop_ms) {
        waiting *w = d->queue;
        d->queue = w->next;
        d->queue_nb--;
        run_waiting(h, w);
    }
}

/* The commands that waited for the table find what the store has: perhaps nothing. */
static void drop_from_memory(hub *h, live_table *d)
{
    waiting *w = d->queue;
    d->queue = NULL;
    table_free(h, d);
    table_run_queued(h, w);
}

static void finish_before(hub *h, const commit *c, bool stored)
{
    live_table *d = c->before[0] ? map_get(&h->tables, c->before) : NULL;
    if (!d)
        return;
    d->busy = false;
    if (stored)
        apply_and_broadcast(h, d, &c->next, true);
    run_queue(h, d);
}

/* The answer to create and pair. */
static void answer_table(hub *h, live_table *d, const commit *c, session *s)
{
    buf b = hub_buffer(h);
    buf_char(&b, '{');
    fields_put_text(&b, "t", "made");
    fields_put_text(&b, "id", c->request);
    fields_put_text(&b, "table", d->game.id);
    fields_put_text(&b, "key", d->row.key);
    buf_char(&b, '}');
    session_send(s, &b);
    table_watch(h, d, s); /* there is a place for it: request_may_watch saw to that */
    table_send_sync(h, d, s, 0, NULL);
}

static void finish_stored(hub *h, live_table *d, const commit *c, session *s)
{
    const request r = answer_to(c, s);
    for (unsigned i = 0; i < c->batch.count; i++)
        apply_and_broadcast(h, d, &c->batch.at[i], i + 1 == c->batch.count);
    if (c->received_us && c->batch.at[0].kind == GAME_MOVE)
        metrics_stored(h, c->received_us);
    finish_before(h, c, true);
    if (s && c->wants_table)
        answer_table(h, d, c, s);
    else if (s && c->request[0])
        request_ok(&r);
}

/* In a damaged file it may be this id alone that has no place: another one may have. A disc that
 * took long to fail, or fails whatever is tried, is not asked again. */
static bool make_again(hub *h, const commit *c, session *s)
{
    table_plan start = c->start;
    const request r = answer_to(c, s);
    if (!s || !c->made || c->before[0] || start.tries++ == MAKE_TRIES ||
        hub_now_ms() - c->submitted_ms > MAKE_AGAIN_MS)
        return false;
    return table_make(h, &start, &r) != NULL;
}

/* Somebody else has written to the table, which cannot happen while the file's lock holds. What is
 * in memory is out of date then: it is loaded anew. */
static void finish_conflict(hub *h, live_table *d, const commit *c, session *s)
{
    const request r = answer_to(c, s);
    log_event(LOG_ERROR, "conflict", "table=%s event=%u", d->game.id, d->game.n + 1);
    h->count.errors++;
    if (s)
        request_refuse(&r, "NOT_STORED", "the table has changed; please try again");
    finish_before(h, c, false);
    h->live -= d->game.phase == GAME_LIVE;
    drop_from_memory(h, d);
}

static void finish_failed(hub *h, live_table *d, const commit *c, session *s)
{
    const request r = answer_to(c, s);
    hub_store_failed(h, c->submitted_ms);
    if (d->failures < RETRY_DOUBLINGS)
        d->failures++;
    d->retry_ms = hub_now_ms() + ((uint64_t)RETRY_MS << d->failures);
    if (!make_again(h, c, s) && s)
        request_refuse(&r, "NOT_STORED", "the server could not store this; please try again");
    finish_before(h, c, false);
    if (c->made)
        drop_from_memory(h, d);
    else
        run_queue(h, d);
}

static void commit_done(void *context, writer_job *job)
{
    commit *c = context;
    hub *h = c->hub;
    live_table *d = map_get(&h->tables, job->owner);
    session *s = asker_of(c);
    if (s && c->wants_table)
        s->making--;
    note_storing(h, c->asker, false);
    if (d)
        d->busy = false;
    if (d && job->stored) {
        hub_store_worked(h);
        d->failures = 0;
        finish_stored(h, d, c, s);
        table_advance(h, d);
        run_queue(h, d);
    } else if (d && job->result == STORE_CONFLICT) {
        finish_conflict(h, d, c, s);
    } else if (d) {
        finish_failed(h, d, c, s);
    }
    d = map_get(&h->tables, job->owner); /* it may be gone by now */
    if (d)
        table_schedule(h, d);
    if (c->then)
        c->then(c->context, job->stored);
    free(c);
}

static bool submit(hub *h, live_table *d, commit *c, writer_job *j)
{
    bool good = c && j;
    for (unsigned i = 0; good && i < c->batch.count; i++)
        good = rows_put_event(j, &d->game, &d->row, &c->batch.at[i], d->index);
    good = good && rows_put_tail(j, d->game.id, d->game.n + c->batch.count);
    if (!good) {
        writer_job_free(j);
        free(c);
        return false;
    }
    session *s = asker_of(c);
    if (s && (c->made || (c->batch.count && c->batch.at[0].kind == GAME_SIT)))
        trace_note(h, j, c->asker, conn_address(s->conn));
    d->busy = true;
    c->submitted_ms = d->touched_ms = hub_now_ms();
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
    }
    return c;
}

bool table_commit(hub *h, live_table *d, const game_batch *b, const request *r)
{
    if (d->busy || h->stop_ms)
        return false;
    commit *c = commit_new(h, b, r);
    return submit(h, d, c, writer_job_new(commit_done, c, d->game.id));
}

bool table_commit_for_host(hub *h, live_table *d, const game_batch *b, const audit_entry *entry,
                           void (*then)(void *, bool), void *context)
{
    commit *c = d->busy || h->stop_ms ? NULL : commit_new(h, b, NULL);
    writer_job *j = c ? writer_job_new(commit_done, c, d->game.id) : NULL;
    if (!j || !audit_put(&h->audit, j, entry, hub_wall_ms())) {
        writer_job_free(j);
        free(c);
        return false;
    }
    c->then = then;
    c->context = context;
    return submit(h, d, c, j);
}

void table_run_queued(hub *h, waiting *w)
{
    for (waiting *next; w; w = next) {
        next = w->next;
        run_waiting(h, w);
    }
}

/* ---- Moving within the indexes by time ---------------------------------------------------- */
typedef struct index_move {
    hub *hub;
    table_index to;
} index_move;

static void index_moved(void *context, writer_job *job)
{
    index_move *m = context;
    live_table *d = map_get(&m->hub->tables, job->owner);
    if (d) {
        d->busy = false;
        if (job->stored)
            d->index = m->to;
        else
            hub_store_failed(m->hub, hub_now_ms());
        run_queue(m->hub, d);
        table_advance(m->hub, d);
    }
    d = map_get(&m->hub->tables, job->owner);
    if (d)
        table_schedule(m->hub, d);
    free(m);
}

void table_move_index(hub *h, live_table *d, table_index to)
{
    index_move *m = d->busy || h->stop_ms ? NULL : calloc(1, sizeof *m);
    writer_job *j = m ? writer_job_new(index_moved, m, d->game.id) : NULL;
    if (!j || !rows_move_index(j, d->game.id, d->index, to)) {
        writer_job_free(j);
        free(m);
        return;
    }
    *m = (index_move){h, to};
    d->busy = true;
    writer_submit(h->writer, j);
}

/* ---- Making -----------------------------------------------------------------------------------
 */
/* The first events are decided one after the other on the new, empty game. */
static bool seat_all(hub *h, live_table *d, const table_plan *start, game_batch *all)
{
    game scratch;
    bool good = true;
    game_init(&scratch, d->game.id, &d->row.options, d->row.secret);
    all->count = 0;
    for (unsigned i = 0; good && i < start->options.rules.players; i++) {
        const game_seat *s = &start->seat[i];
        game_batch one = {0};
        if (s->kind == GAME_PERSON)
            good = game_decide_sit(&scratch, i, s->person, s->name, hub_time(h), &one) == GAME_E_OK;
        else if (s->kind == GAME_BOT_SEAT)
            good = game_decide_bot(&scratch, i, s->level, hub_time(h), &one) == GAME_E_OK;
        if (good && one.count) {
            all->at[all->count++] = one.at[0];
            game_apply(&scratch, &one.at[0], 0);
        }
    }
    game_release(&scratch);
    return good;
}

/* The old table's last event goes with the new table: both or neither. */
static bool put_before(hub *h, writer_job *j, commit *c, live_table *before, const live_table *d)
{
    game_batch b;
    if (game_decide_next(&before->game, d->game.id, hub_time(h), &b) != GAME_E_OK || before->busy)
        return false;
    c->next = b.at[0];
    snprintf(c->before, sizeof c->before, "%s", before->game.id);
    if (!rows_put_event(j, &before->game, &before->row, &c->next, before->index) ||
        !rows_put_tail(j, before->game.id, c->next.n))
        return false;
    before->busy = true;
    return true;
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
    live_table *d = table_new(h, id, &row);
    if (!d)
        return NULL;
    commit *c = seat_all(h, d, start, &b) ? commit_new(h, &b, r) : NULL;
    writer_job *j = c ? writer_job_new(commit_done, c, id) : NULL;
    if (c) {
        c->made = true;
        c->start = *start;
    }
    d->index.idle_ms = row.made_ms + h->config.open_days * (uint64_t)DAY_MS;
    if (r && r->session)
        snprintf(d->made_from, sizeof d->made_from, "%s", conn_address(r->session->conn));
    if (j && rows_put_table(j, id, &row, d->index) &&
        (!start->before || put_before(h, j, c, start->before, d))) {
        if (submit(h, d, c, j))
            return d;
    } else {
        writer_job_free(j);
        free(c);
    }
    if (start->before)
        start->before->busy = false;
    table_free(h, d);
    return NULL;
}

/* ---- What follows by itself -------------------------------------------------------------------
 */
/* Seats rotate, so that everybody sits somewhere else next time. */
static void start_rematch(hub *h, live_table *d)
{
    table_plan start = {.options = d->game.options, .before = d};
    const unsigned players = d->game.options.rules.players;
    if (game_seat_of(&d->game, h->forgetting) != AZJ_NOBODY)
        return;
    for (unsigned i = 0; i < players; i++)
        start.seat[(i + 1) % players] = d->game.seat[i];
    snprintf(start.owner, sizeof start.owner, "%s", d->row.owner);
    if (!table_make(h, &start, NULL))
        log_event(LOG_WARN, "no-rematch", "table=%s", d->game.id);
}

/* A player who is here again takes the seat back from the bot, whatever was being stored when he
 * came. */
bool table_end_standin(hub *h, live_table *d)
{
    game_batch b;
    for (unsigned i = 0; i < d->game.options.rules.players; i++)
        if (d->game.seat[i].standin && !d->away_ms[i] &&
            game_decide_back(&d->game, i, hub_time(h), &b) == GAME_E_OK)
            return table_commit(h, d, &b, NULL);
    return false;
}

void table_advance(hub *h, live_table *d)
{
    game_batch b;
    if (d->busy || h->stop_ms || table_end_standin(h, d))
        return;
    if (game_decide_start(&d->game, hub_time(h), &b) == GAME_E_OK)
        table_commit(h, d, &b, NULL);
    else if (game_all_would_rematch(&d->game))
        start_rematch(h, d);
    else
        bots_ask(h, d);
}

bool game_leaving_counts(const game *g)
{
    return g->options.clock.kind != CLOCKS_MOVE || g->options.clock.base_ms < 3600000;
}
