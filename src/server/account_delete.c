/* account_delete.c - deletion of all that is kept about a person.
 *
 * There may be any number of tables, so it goes in steps, each of which fits one commit:
 *
 *   begin   gone/PERSON is put; cookies, links and the name are void at once
 *   a table  (again and again) id and name leave its events and its row, then its line of the
 *            index seat/PERSON/… goes
 *   links    those that nobody has used
 *   audit    the host's log names the person no more
 *   trace/  the addresses that the person played from
 *   end     person/PERSON, a ban and gone/PERSON go: no row names the person any more; void/HASH
 * stays, without which an old cookie of a guest would be good again
 *
 * Whatever ends the server or fails on the way, gone/PERSON is found at the next start, or a
 * minute later, and the rest is done then. Games stay, with "-" where the person was.
 */
#include "server/account.h"
#include "server/hub.h"
#include "server/routes.h"

#include "server/address_history.h"
#include "server/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_OPS = 5 }; /* one event, the table's row, two lines of indexes, the note */

typedef struct forgetting {
    hub *hub;
    uint64_t conn;           /* the connection that waits for the end; 0: none */
    account_forgotten *done; /* called at the end; NULL: nothing is called */
    void *context;
    char person[GAME_PERSON_MAX];
    char seat[STORE_KEY_MAX]; /* the index row being worked on; "": none … */
    char table[GAME_ID_MAX];  /* … and its table */
    bool changed;             /* another node changed the person when it was to begin */
} forgetting;

static void next_step(forgetting *f);
static void forget_stored(void *context, writer_job *job);
static void forget_ended(void *context, writer_job *job);

static void end_forgetting(forgetting *f, bool good)
{
    hub *h = f->hub;
    conn *c = f->conn ? transport_find(h->transport, f->conn) : NULL;
    if (!good && !f->changed)
        log_event(LOG_WARN, "forgetting", "cause=\"%s\"", "not stored: it will be tried again");
    if (c && good)
        account_reply_cleared(c);
    else if (c && f->changed)
        hub_reply_error(c, 409, "BUSY",
                        "your account was changed at the same moment; please try again");
    else if (c)
        hub_reply_error(c, 503, "NOT_STORED",
                        "the server could not store this; it will go on when it can");
    account_unmark(h, f->person);
    h->forgetting[0] = 0;
    if (f->done)
        f->done(f->context, good);
    free(f);
}

static void submit_step(forgetting *f, writer_job *j, bool good)
{
    if (!writer_submit_if(f->hub->writer, j, good))
        end_forgetting(f, false);
}

/* ---- Tables ---- */
/* In memory, if the table is loaded: before any new event can name the person. */
static void forget_in_memory(hub *h, const char *id, const char *person_id)
{
    live_table *table = map_get(&h->tables, id);
    if (!table)
        return;
    for (uint32_t i = 0; i < table->game.n; i++)
        if (game_is_sitting(&table->game.events[i], person_id))
            snprintf(table->game.events[i].text, sizeof table->game.events[i].text, "- -");
    const unsigned seat = game_seat_of(&table->game, person_id);
    if (seat != AZJ_NOBODY) {
        snprintf(table->game.seat[seat].person, GAME_PERSON_MAX, GAME_FORGOTTEN);
        snprintf(table->game.seat[seat].name, GAME_NAME_MAX, GAME_FORGOTTEN);
    }
    table_forget_owner(h, table, person_id);
}

typedef struct rewriting {
    writer_job *job;
    const char *person;
    bool good, more; /* there are more rows than fit: this table is not done yet */
} rewriting;

static bool has_bytes(const store_row *row, const char *text)
{
    const size_t n = strlen(text);
    for (size_t i = 0; i + n <= row->length; i++)
        if (memcmp(row->data + i, text, n) == 0)
            return true;
    return false;
}

/* A damaged row can only be dropped, because its game is lost already. */
static bool rewrite_event(void *context, const store_row *row)
{
    rewriting *w = context;
    char text[GAME_ROW_MAX];
    game_event e;
    if (!has_bytes(row, w->person))
        return true;
    w->more = w->job->count + TABLE_OPS > WRITER_JOB_OPS_MAX;
    if (w->more)
        return false;
    if (row->intact && game_event_read(&e, row->n, row->data, row->length) &&
        game_is_sitting(&e, w->person)) {
        snprintf(e.text, sizeof e.text, "- -");
        w->good =
            writer_job_put(w->job, row->key, row->n, text, game_event_write(&e, text, sizeof text));
    } else if (!row->intact) {
        w->good = writer_job_drop(w->job, row->key, row->n);
    }
    return w->good;
}

static bool rewrite_table(void *context, const store_row *row)
{
    rewriting *w = context;
    char text[GAME_ROW_MAX];
    game_row made;
    if (!has_bytes(row, w->person))
        return true;
    if (row->intact && game_row_read(&made, row->data, row->length)) {
        made.owner[0] = 0;
        w->good =
            writer_job_put(w->job, row->key, 0, text, game_row_write(&made, text, sizeof text));
    } else {
        w->good = writer_job_drop(w->job, row->key, 0);
    }
    return w->good;
}

static void forget_table(forgetting *f)
{
    char key[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    rewriting w = {.person = f->person, .good = true};
    w.job = writer_job_new(forget_stored, f, "");
    if (!w.job) {
        end_forgetting(f, false);
        return;
    }
    snprintf(key, sizeof key, "event/%s", f->table);
    bool good = store_scan(f->hub->store, key, rewrite_event, &w, error) && w.good;
    snprintf(key, sizeof key, "table/%s", f->table);
    good = good && store_scan(f->hub->store, key, rewrite_table, &w, error) && w.good &&
           nodes_note_with(f->hub, w.job, "f %s %s", f->table, f->person);
    snprintf(key, sizeof key, "made/%s/%s", f->person, f->table);
    submit_step(
        f, w.job,
        good && (w.more || (writer_job_drop(w.job, key, 0) && writer_job_drop(w.job, f->seat, 0))));
}

/* A table that is being removed is not rewritten: that would bring back rows which the removal
 * drops. The removal's jobs are stored before this one, which drops only the line of the person's
 * own tables; after it the table is looked at again. */
static void await_removal(forgetting *f)
{
    char key[STORE_KEY_MAX];
    writer_job *j = writer_job_new(forget_stored, f, "");
    snprintf(key, sizeof key, "made/%s/%s", f->person, f->table);
    submit_step(f, j, j && writer_job_drop(j, key, 0));
}

/* ---- Links, the host's log, addresses, and the end ---- */
static bool drop_link(void *context, const store_row *row)
{
    rewriting *w = context;
    if (!has_bytes(row, w->person))
        return true;
    w->more = w->job->count == WRITER_JOB_OPS_MAX;
    w->good = w->more || writer_job_drop(w->job, row->key, 0);
    return w->good && !w->more;
}

/* An audit entry that names the person keeps only who acted and that it concerned a person. */
static bool rewrite_audit(void *context, const store_row *row)
{
    rewriting *w = context;
    char text[AUDIT_ROW_MAX];
    audit_entry e;
    if (!has_bytes(row, w->person))
        return true;
    w->more = w->job->count == WRITER_JOB_OPS_MAX;
    if (w->more)
        return false;
    if (row->intact && audit_row_read(&e, row->data, row->length)) {
        char *comma = strchr(e.args, ',');
        const size_t n = comma ? (size_t)(comma - e.args) : 0;
        snprintf(e.args + n, sizeof e.args - n, "%s", n ? ",\"-\"]" : "[]");
        w->good =
            writer_job_put(w->job, row->key, row->n, text, audit_row_write(&e, text, sizeof text));
    } else {
        w->good = writer_job_drop(w->job, row->key, row->n);
    }
    return w->good;
}

static bool put_end(forgetting *f, writer_job *j)
{
    static const char *const kinds[] = {"person", "gone", "ban/person"};
    char key[STORE_KEY_MAX];
    bool good = true;
    for (unsigned i = 0; i < 3; i++) {
        snprintf(key, sizeof key, "%s/%s", kinds[i], f->person);
        good = good && writer_job_drop(j, key, 0);
    }
    identity_void_key(f->hub->cookie_key, f->person, key, sizeof key);
    j->done = forget_ended;
    return good && writer_job_put(j, key, 0, "{}", 2) &&
           nodes_note_with(f->hub, j, "f * %s", f->person);
}

static void forget_rest(forgetting *f)
{
    char error[STORE_ERROR_MAX];
    rewriting w = {.person = f->person, .good = true};
    bool more = false;
    w.job = writer_job_new(forget_stored, f, "");
    bool good = w.job && store_scan(f->hub->store, "link/", drop_link, &w, error) && w.good;
    if (good && w.job->count == 0)
        good = store_scan(f->hub->store, "audit/", rewrite_audit, &w, error) && w.good;
    if (good && w.job->count == 0)
        good = address_history_drop_person(f->hub, w.job, f->person, &more);
    if (good && w.job->count == 0) {
        good = put_end(f, w.job);
        w.job->truncate_log = true; /* the log must not keep what the rows have lost */
    }
    submit_step(f, w.job, good);
}

static void forget_ended(void *context, writer_job *job)
{
    forgetting *f = context;
    if (job->stored)
        bans_drop_person(&f->hub->bans, f->person);
    end_forgetting(f, job->stored);
}

/* ---- Step after step ---- */
static const char *last_part(const char *key)
{
    const char *slash = strrchr(key, '/');
    return slash ? slash + 1 : "";
}

static void next_step(forgetting *f)
{
    char prefix[STORE_KEY_MAX], error[STORE_ERROR_MAX];
    snprintf(prefix, sizeof prefix, "seat/%s/", f->person);
    if (f->hub->stop_ms || !store_first(f->hub->store, prefix, f->seat, error)) {
        end_forgetting(f, false);
        return;
    }
    snprintf(f->table, sizeof f->table, "%.15s", last_part(f->seat));
    if (f->seat[0] && table_is_being_removed(f->hub, f->table))
        await_removal(f);
    else if (f->seat[0])
        forget_table(f);
    else
        forget_rest(f);
}

static void forget_stored(void *context, writer_job *job)
{
    forgetting *f = context;
    if (!job->stored) {
        end_forgetting(f, false);
        return;
    }
    if (f->table[0])
        forget_in_memory(f->hub, f->table, f->person);
    next_step(f);
}

/* ---- At other nodes ---- */
static bool take_seat(void *context, const store_row *row)
{
    writer_job *j = context;
    return writer_job_drop(j, row->key, 0) && j->count < WRITER_JOB_OPS_MAX;
}

/* What was on its way to the store when we heard of the deletion is stored now. While the deletion
 * goes on, it finds such rows itself. */
static void drop_late_rows(void *context, writer_job *job)
{
    hub *h = context;
    char key[STORE_KEY_MAX], text[16], error[STORE_ERROR_MAX];
    size_t length;
    snprintf(key, sizeof key, "gone/%s", job->owner);
    if (h->stop_ms || store_get(h->store, key, 0, text, sizeof text, &length) != STORE_NONE)
        return;
    snprintf(key, sizeof key, "seat/%s/", job->owner);
    writer_job *j = writer_job_new(NULL, NULL, "");
    writer_submit_if(h->writer, j, j && store_scan(h->store, key, take_seat, j, error) && j->count);
}

void account_forgotten_elsewhere(hub *h, const char *table_id, const char *person_id)
{
    if (strcmp(table_id, "*") != 0) {
        forget_in_memory(h, table_id, person_id);
        return;
    }
    for (map_entry *e = map_first(&h->tables); e; e = map_next(&h->tables, e))
        forget_in_memory(h, e->key, person_id);
    writer_job *j = writer_job_new(drop_late_rows, h, person_id); /* after all that waits */
    if (j)
        writer_submit(h->writer, j);
}

/* ---- Beginning, and going on ---- */
static forgetting *forgetting_new(hub *h, const char *person_id, uint64_t asker)
{
    if (h->forgetting[0] || !account_mark(h, person_id))
        return NULL; /* one at a time */
    forgetting *f = calloc(1, sizeof *f);
    if (!f) {
        account_unmark(h, person_id);
        return NULL;
    }
    f->hub = h;
    f->conn = asker;
    snprintf(f->person, sizeof f->person, "%s", person_id);
    snprintf(h->forgetting, sizeof h->forgetting, "%s", person_id);
    return f;
}

/* Makes everything void that can be void at once, so that no new data come while the rest is
 * deleted. */
static bool put_gone(hub *h, writer_job *j, const identity *who)
{
    char key[STORE_KEY_MAX];
    identity nobody = {.epoch = who->epoch + 1, .name = GAME_FORGOTTEN};
    memcpy(nobody.id, who->id, sizeof nobody.id);
    snprintf(key, sizeof key, "gone/%s", who->id);
    return writer_job_put(j, key, 0, "{}", 2) && account_put_person(h, j, who, &nobody) &&
           (!who->password[0] || account_name_rows(j, who, true));
}

static void begun(void *context, writer_job *job)
{
    forgetting *f = context;
    size_t count;
    seat_row *own = job->stored ? person_tables(f->hub, f->person, SIZE_MAX, &count) : NULL;
    for (size_t i = 0; own && i < count; i++)
        forget_in_memory(f->hub, own[i].table, f->person);
    free(own);
    f->changed = job->result == STORE_CONFLICT;
    forget_stored(context, job);
}

/* NULL: a change of the person is being stored, or another person is being deleted. */
static forgetting *forgetting_of(hub *h, const identity *who, uint64_t asker)
{
    const person *p = map_get(&h->persons, who->id);
    return p && p->storing ? NULL : forgetting_new(h, who->id, asker);
}

/* `note`: the entry of the audit log; NULL: none. */
static void begin_forgetting(forgetting *f, const identity *who, const audit_entry *note)
{
    hub *h = f->hub;
    person_drop_sockets(h, who->id);
    writer_job *j = writer_job_new(begun, f, "");
    submit_step(f, j,
                j && put_gone(h, j, who) &&
                    (!note || audit_put(&h->audit, j, note, hub_wall_ms())) &&
                    person_note_sockets(h, j, who->id) && nodes_note_with(h, j, "f * %s", who->id));
}

void account_forget(hub *h, conn *c, const identity *who)
{
    forgetting *f = forgetting_of(h, who, conn_id(c));
    if (f)
        begin_forgetting(f, who, NULL);
    else
        hub_reply_error(c, 503, "BUSY", "please try again");
}

bool account_forget_for_host(hub *h, const identity *who, const audit_entry *note,
                             account_forgotten *done, void *context)
{
    forgetting *f = forgetting_of(h, who, 0);
    if (!f)
        return false;
    f->done = done;
    f->context = context;
    begin_forgetting(f, who, note);
    return true;
}

void account_forget_resume(hub *h)
{
    char error[STORE_ERROR_MAX], key[STORE_KEY_MAX];
    if (h->forgetting[0] || !store_first(h->store, "gone/", key, error) || !key[0])
        return;
    forgetting *f = forgetting_new(h, last_part(key), 0);
    if (f)
        next_step(f);
}
