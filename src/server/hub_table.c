/* hub_table.c - tables: finding and loading them, storing their events, and what follows. */
#include "server/hub.h"

#include "server/admin.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table whose own rows cannot be written, because that part of the file is damaged, must not keep
 * the store busy with failing, and all clocks waiting for it. */
enum { RETRY_MS = 100, RETRY_DOUBLINGS = 10, MAKE_TRIES = 12, MAKE_AGAIN_MS = 1000 };

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
    desk_start start;                         /* how to make it, should it have to be another one */
    void (*then)(void *context, bool stored); /* NULL, or what the host waits for */
    void *context;
    game_batch batch;
} commit;

/* ---- Persons at tables ------------------------------------------------------------------------
 */
static void release_game(hub *h, const game_seat *s)
{
    person *p = s->kind == GAME_PERSON ? hub_person(h, s->person) : NULL;
    if (!p)
        return;
    p->games -= p->games > 0;
    hub_person_release(h, s->person);
}

/* Who is out was released then. */
static void release_games(hub *h, const desk *d)
{
    for (unsigned i = 0; i < d->game.options.rules.players; i++)
        if (!d->game.seat[i].out)
            release_game(h, &d->game.seat[i]);
}

static void count_made(hub *h, desk *d, bool counted)
{
    person *p = d->row.owner[0] ? hub_person(h, d->row.owner) : NULL;
    if (!p || d->counted == counted)
        return;
    d->counted = counted;
    p->made += counted ? 1u : UINT32_MAX;
    hub_person_release(h, d->row.owner);
}

/* While something of a person is being stored, the person cannot be forgotten. */
static void note_storing(hub *h, const char *person_id, bool begins)
{
    person *p = person_id[0] ? hub_person(h, person_id) : NULL;
    if (!p)
        return;
    p->storing += begins ? 1u : p->storing ? UINT32_MAX : 0;
    hub_person_release(h, person_id);
}

/* What an event means outside the game itself. */
static void note_event(hub *h, desk *d, const game_event *e)
{
    person *p;
    switch (e->kind) {
    case GAME_SIT:
        if ((p = hub_person(h, d->game.seat[e->seat].person)))
            p->games++;
        d->away_ms[e->seat] = hub_now_ms();
        break;
    case GAME_START:
        h->live++;
        break;
    case GAME_OUT:
        release_game(h, &d->game.seat[e->seat]);
        break;
    case GAME_END:
        h->live--;
        release_games(h, d);
        count_made(h, d, false);
        break;
    default:
        break;
    }
}

/* ---- Loading ----------------------------------------------------------------------------------
 */
typedef struct loading {
    hub *hub;
    desk *desk;
    uint64_t now_ms;
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
    else if (e.kind == GAME_LEAVE && e.seat < AZJ_SEATS_MAX &&
             l->desk->game.seat[e.seat].kind == GAME_PERSON) {
        person *p = hub_person(l->hub, l->desk->game.seat[e.seat].person);
        if (p && p->games)
            p->games--;
        if (!game_apply(&l->desk->game, &e, l->now_ms))
            l->wrong = "impossible";
    } else if (!game_apply(&l->desk->game, &e, l->now_ms))
        l->wrong = e.hash ? "hash or order" : "order";
    else
        note_event(l->hub, l->desk, &e);
    return l->wrong == NULL;
}

static desk *desk_new(hub *h, const char *id, const game_row *row)
{
    desk *d = calloc(1, sizeof *d);
    if (!d || !map_put(&h->desks, id, d)) {
        free(d);
        return NULL;
    }
    d->row = *row;
    d->touched_ms = hub_now_ms();
    game_init(&d->game, id, &row->options, row->secret);
    count_made(h, d, true);
    return d;
}

static desk_found load_failed(hub *h, desk *d, const char *id, uint32_t event, const char *cause)
{
    log_event(LOG_ERROR, "damaged", "table=%s event=%u cause=\"%s\"", id, event, cause);
    h->count.damaged++;
    if (d) {
        if (d->game.phase == GAME_LIVE)
            h->live--;
        desk_free(h, d);
    }
    return DESK_DAMAGED;
}

static desk_found desk_load(hub *h, const char *id, desk **out)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX], error[STORE_ERROR_MAX];
    size_t length;
    game_row row;
    snprintf(key, sizeof key, "table/%s", id);
    const store_found found = store_get(h->store, key, 0, text, sizeof text, &length);
    if (found == STORE_NONE)
        return DESK_NONE;
    if (found == STORE_DAMAGED || !game_row_read(&row, text, length))
        return load_failed(h, NULL, id, 0, "unreadable");
    desk *d = desk_new(h, id, &row);
    if (!d)
        return DESK_FULL;
    loading l = {.hub = h, .desk = d, .now_ms = hub_game_ms(h)};
    snprintf(key, sizeof key, "event/%s", id);
    if (!store_scan(h->store, key, load_event, &l, error))
        return load_failed(h, d, id, l.at, error);
    if (l.wrong)
        return load_failed(h, d, id, l.at, l.wrong);
    if (!l.has_tail || l.events != d->game.n)
        return load_failed(h, d, id, d->game.n + 1, "the last events are missing");
    *out = d;
    return DESK_FOUND;
}

static bool id_ok(const char *id)
{
    const size_t length = strlen(id);
    return length > 0 && length < GAME_ID_MAX &&
           strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

desk_found desk_get(hub *h, const char *id, desk **d)
{
    if (!id_ok(id) || table_is_being_removed(h, id))
        return DESK_NONE;
    *d = map_get(&h->desks, id);
    if (*d)
        return DESK_FOUND;
    return h->desks.count >= h->config.tables_max ? DESK_FULL : desk_load(h, id, d);
}

typedef struct id_list {
    char (*ids)[GAME_ID_MAX];
    size_t count, room;
} id_list;

static bool take_id(void *context, const store_row *row)
{
    id_list *l = context;
    if (l->count == l->room) {
        const size_t room = 2 * l->room + 64;
        void *ids = realloc(l->ids, room * sizeof *l->ids);
        if (!ids)
            return false;
        l->ids = ids;
        l->room = room;
    }
    snprintf(l->ids[l->count++], GAME_ID_MAX, "%.15s", row->key + strlen("live/"));
    return true;
}

/* One damaged game never keeps the others from going on. */
bool desk_load_live(hub *h)
{
    char error[STORE_ERROR_MAX];
    id_list l = {0};
    const uint64_t start = hub_now_ms();
    const bool whole = store_scan(h->store, "live/", take_id, &l, error);
    size_t damaged = 0;
    if (!whole)
        log_event(LOG_ERROR, "damaged", "list=live cause=\"%s\"", error);
    for (size_t i = 0; i < l.count; i++) {
        desk *d = NULL;
        const desk_found found = desk_get(h, l.ids[i], &d);
        if (found == DESK_FOUND)
            desk_after(h, d);
        else
            damaged++;
        if (found == DESK_NONE)
            load_failed(h, NULL, l.ids[i], 0, "no such table");
    }
    free(l.ids);
    log_event(LOG_INFO, "loaded", "tables=%zu live=%u damaged=%zu ms=%llu", h->desks.count, h->live,
              damaged, (unsigned long long)(hub_now_ms() - start));
    return true;
}

void desk_free(hub *h, desk *d)
{
    for (waiting *w = d->queue, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    for (uint32_t i = 0; i < d->watchers_nb; i++)
        for (unsigned k = 0; k < HUB_WATCHES_MAX; k++)
            if (d->watchers[i]->watches[k] == d)
                d->watchers[i]->watches[k] = NULL;
    if (d->game.phase != GAME_OVER)
        release_games(h, d);
    count_made(h, d, false);
    map_drop(&h->desks, d->game.id);
    game_release(&d->game);
    free(d->watchers);
    free(d);
}

void desk_forget_owner(hub *h, desk *d, const char *person_id)
{
    if (strcmp(d->row.owner, person_id) != 0)
        return;
    count_made(h, d, false);
    d->row.owner[0] = 0;
}

static void count_event(hub *h, const desk *d, const game_event *e)
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

static void apply_and_tell(hub *h, desk *d, const game_event *e, bool newest)
{
    char left[GAME_PERSON_MAX] = "";
    if (e->kind == GAME_LEAVE && d->game.seat[e->seat].kind == GAME_PERSON)
        snprintf(left, sizeof left, "%s", d->game.seat[e->seat].person);
    if (!game_apply(&d->game, e, hub_game_ms(h))) {
        log_event(LOG_ERROR, "not-applied", "table=%s event=%u", d->game.id, e->n);
        h->count.errors++;
        return;
    }
    if (left[0]) {
        person *p = hub_person(h, left);
        if (p && p->games)
            p->games--;
        hub_person_release(h, left);
    }
    note_event(h, d, e);
    count_event(h, d, e);
    desk_tell(h, d, e, newest);
    if (e->kind == GAME_SIT || e->kind == GAME_LEAVE)
        desk_presence(h, d);
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
bool desk_wait(desk *d, const request *r)
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

static void run_queue(hub *h, desk *d)
{
    while (d->queue && !d->busy && !h->stop_ms) {
        waiting *w = d->queue;
        d->queue = w->next;
        d->queue_nb--;
        run_waiting(h, w);
    }
}

/* A table that could not be made: who waited for it is answered as if it had never been. */
static void drop_unmade(hub *h, desk *d)
{
    waiting *w = d->queue;
    d->queue = NULL;
    desk_free(h, d);
    desk_run_waiting(h, w);
}

static void finish_before(hub *h, const commit *c, bool stored)
{
    desk *d = c->before[0] ? map_get(&h->desks, c->before) : NULL;
    if (!d)
        return;
    d->busy = false;
    if (stored)
        apply_and_tell(h, d, &c->next, true);
    run_queue(h, d);
}

/* The answer to create and pair. */
static void answer_table(hub *h, desk *d, const commit *c, session *s)
{
    buf b = hub_buffer(h);
    buf_char(&b, '{');
    fields_put_text(&b, "t", "made");
    fields_put_text(&b, "id", c->request);
    fields_put_text(&b, "table", d->game.id);
    fields_put_text(&b, "key", d->row.key);
    buf_char(&b, '}');
    session_send(s, &b);
    desk_watch(h, d, s); /* there is a place for it: request_may_watch saw to that */
    desk_sync(h, d, s, 0, NULL);
}

static void finish_stored(hub *h, desk *d, const commit *c, session *s)
{
    const request r = answer_to(c, s);
    for (unsigned i = 0; i < c->batch.count; i++)
        apply_and_tell(h, d, &c->batch.at[i], i + 1 == c->batch.count);
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
    desk_start start = c->start;
    const request r = answer_to(c, s);
    if (!s || !c->made || c->before[0] || start.tries++ == MAKE_TRIES ||
        hub_now_ms() - c->submitted_ms > MAKE_AGAIN_MS)
        return false;
    return desk_make(h, &start, &r) != NULL;
}

static void finish_failed(hub *h, desk *d, const commit *c, session *s)
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
        drop_unmade(h, d);
    else
        run_queue(h, d);
}

static void commit_done(void *context, writer_job *job)
{
    commit *c = context;
    hub *h = c->hub;
    desk *d = map_get(&h->desks, job->owner);
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
        desk_after(h, d);
        run_queue(h, d);
    } else if (d) {
        finish_failed(h, d, c, s);
    }
    if (c->then)
        c->then(c->context, job->stored);
    free(c);
}

/* So that the list of one's games need not load those that are over. */
static bool put_over_rows(writer_job *j, const desk *d, const game_event *e)
{
    char key[STORE_KEY_MAX], text[48];
    const int n = snprintf(text, sizeof text, "{\"over\":%llu}", (unsigned long long)e->at_ms);
    bool good = true;
    for (unsigned i = 0; i < d->game.options.rules.players; i++) {
        const game_seat *s = &d->game.seat[i];
        if (s->kind != GAME_PERSON || strcmp(s->person, GAME_FORGOTTEN) == 0)
            continue;
        snprintf(key, sizeof key, "seat/%s/%s", s->person, d->game.id);
        good = good && writer_job_put(j, key, 0, text, (size_t)n);
    }
    return good;
}

static bool put_event_row(writer_job *j, const desk *d, const game_event *e)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    snprintf(key, sizeof key, "event/%s", d->game.id);
    if (!writer_job_put(j, key, e->n, text, game_event_write(e, text, sizeof text)))
        return false;
    if (e->kind == GAME_SIT) {
        const size_t id = strcspn(e->text, " ");
        snprintf(key, sizeof key, "seat/%.*s/%s", (int)id, e->text, d->game.id);
        return writer_job_put(j, key, 0, "{}", 2);
    }
    if (e->kind == GAME_LEAVE && d->game.seat[e->seat].kind == GAME_PERSON) {
        snprintf(key, sizeof key, "seat/%s/%s", d->game.seat[e->seat].person, d->game.id);
        return writer_job_put(j, key, 0, "{\"left\":true}", 13); /* the event names them still */
    }
    snprintf(key, sizeof key, "live/%s", d->game.id);
    if (e->kind == GAME_START) /* a table that slept long has none */
        return writer_job_put(j, key, 0, "{}", 2);
    return e->kind != GAME_END || (writer_job_drop(j, key, 0) && put_over_rows(j, d, e));
}

static bool put_tail_row(writer_job *j, const desk *d, uint32_t events)
{
    char key[STORE_KEY_MAX], text[32];
    snprintf(key, sizeof key, "event/%s", d->game.id);
    return writer_job_put(j, key, GAME_TAIL, text, game_tail_write(events, text, sizeof text));
}

static bool submit(hub *h, desk *d, commit *c, writer_job *j)
{
    bool good = c && j;
    for (unsigned i = 0; good && i < c->batch.count; i++)
        good = put_event_row(j, d, &c->batch.at[i]);
    good = good && put_tail_row(j, d, d->game.n + c->batch.count);
    if (!good) {
        writer_job_free(j);
        free(c);
        return false;
    }
    d->busy = true;
    c->submitted_ms = d->touched_ms = hub_now_ms();
    note_storing(h, c->asker, true);
    session *s = c->wants_table ? asker_of(c) : NULL;
    if (s)
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

bool desk_commit(hub *h, desk *d, const game_batch *b, const request *r)
{
    if (d->busy || h->stop_ms)
        return false;
    commit *c = commit_new(h, b, r);
    return submit(h, d, c, writer_job_new(commit_done, c, d->game.id));
}

bool desk_commit_for_host(hub *h, desk *d, const game_batch *b, const audit_entry *entry,
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

void desk_run_waiting(hub *h, waiting *w)
{
    for (waiting *next; w; w = next) {
        next = w->next;
        run_waiting(h, w);
    }
}

/* ---- Making -----------------------------------------------------------------------------------
 */
/* The first events are decided one after the other on the new, empty game. */
static bool seat_all(hub *h, desk *d, const desk_start *start, game_batch *all)
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

static bool put_table_rows(writer_job *j, const desk *d)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    const size_t length = game_row_write(&d->row, text, sizeof text);
    snprintf(key, sizeof key, "table/%s", d->game.id);
    if (!writer_job_put(j, key, 0, text, length))
        return false;
    if (d->row.owner[0]) {
        snprintf(key, sizeof key, "seat/%s/%s", d->row.owner, d->game.id);
        if (!writer_job_put(j, key, 0, "{\"made\":true}", 13))
            return false;
    }
    snprintf(key, sizeof key, "live/%s", d->game.id);
    return writer_job_put(j, key, 0, "{}", 2);
}

/* The old table's last event goes with the new table: both or neither. */
static bool put_before(hub *h, writer_job *j, commit *c, desk *before, const desk *d)
{
    game_batch b;
    if (game_decide_next(&before->game, d->game.id, hub_time(h), &b) != GAME_E_OK || before->busy)
        return false;
    c->next = b.at[0];
    snprintf(c->before, sizeof c->before, "%s", before->game.id);
    if (!put_event_row(j, before, &c->next) || !put_tail_row(j, before, c->next.n))
        return false;
    before->busy = true;
    return true;
}

desk *desk_make(hub *h, const desk_start *start, const request *r)
{
    game_row row = {.options = start->options, .made_ms = hub_wall_ms()};
    game_batch b;
    char id[GAME_ID_MAX];
    if (h->desks.count >= h->config.tables_max || h->stop_ms)
        return NULL;
    identity_random_id(id, sizeof id, 9);
    identity_random_id(row.key, sizeof row.key, 16);
    fair_secret(row.secret);
    snprintf(row.owner, sizeof row.owner, "%s", start->owner);
    desk *d = desk_new(h, id, &row);
    if (!d)
        return NULL;
    commit *c = seat_all(h, d, start, &b) ? commit_new(h, &b, r) : NULL;
    writer_job *j = c ? writer_job_new(commit_done, c, id) : NULL;
    if (c) {
        c->made = true;
        c->start = *start;
    }
    if (j && put_table_rows(j, d) && (!start->before || put_before(h, j, c, start->before, d))) {
        if (submit(h, d, c, j))
            return d;
    } else {
        writer_job_free(j);
        free(c);
    }
    if (start->before)
        start->before->busy = false;
    desk_free(h, d);
    return NULL;
}

/* ---- What follows by itself -------------------------------------------------------------------
 */
/* Seats rotate, so that everybody sits somewhere else next time. */
static void start_rematch(hub *h, desk *d)
{
    desk_start start = {.options = d->game.options, .before = d};
    const unsigned players = d->game.options.rules.players;
    if (game_seat_of(&d->game, h->forgetting) != AZJ_NOBODY)
        return;
    for (unsigned i = 0; i < players; i++)
        start.seat[(i + 1) % players] = d->game.seat[i];
    snprintf(start.owner, sizeof start.owner, "%s", d->row.owner);
    if (!desk_make(h, &start, NULL))
        log_event(LOG_WARN, "no-rematch", "table=%s", d->game.id);
}

/* A player who is here again takes the seat back from the bot, whatever was being stored when he
 * came. */
static bool bring_back(hub *h, desk *d)
{
    game_batch b;
    for (unsigned i = 0; i < d->game.options.rules.players; i++)
        if (d->game.seat[i].standin && !d->away_ms[i] &&
            game_decide_back(&d->game, i, hub_time(h), &b) == GAME_E_OK)
            return desk_commit(h, d, &b, NULL);
    return false;
}

void desk_after(hub *h, desk *d)
{
    game_batch b;
    if (d->busy || h->stop_ms || bring_back(h, d))
        return;
    if (game_decide_start(&d->game, hub_time(h), &b) == GAME_E_OK)
        desk_commit(h, d, &b, NULL);
    else if (game_all_would_rematch(&d->game))
        start_rematch(h, d);
    else
        bots_ask(h, d);
}

bool game_leaving_counts(const game *g)
{
    return g->options.clock.kind != CLOCKS_MOVE || g->options.clock.base_ms < 3600000;
}

void desk_tick(hub *h, desk *d, uint64_t now_ms)
{
    const game *g = &d->game;
    const unsigned seat = g->state.head.seat;
    game_batch b;
    desk_tell_presence(h, d, now_ms);
    if (!h->store_ok || now_ms < d->retry_ms) /* what cannot be stored is held against nobody */
        return;
    if (d->busy || g->phase != GAME_LIVE || bring_back(h, d) || seat >= AZJ_SEATS_MAX)
        return;
    if (game_decide_time(g, hub_time(h), &b) == GAME_E_OK) {
        desk_commit(h, d, &b, NULL);
        return;
    }
    const uint64_t away = d->away_ms[seat];
    if (g->options.leaver == GAME_LEAVER_BOT && game_leaving_counts(g) && away &&
        now_ms - away > h->config.grace_s * 1000u &&
        game_decide_away(g, seat, AZJ_NOBODY, hub_time(h), &b) == GAME_E_OK)
        desk_commit(h, d, &b, NULL);
    else
        bots_ask(h, d);
}
