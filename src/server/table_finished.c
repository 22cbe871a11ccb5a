/* table_finished.c - the setting finished-days: games that have been over for so long are removed,
 * as `azulejo admin remove-finished` does it, and noted in the audit log like that.
 *
 * Once an hour a thread looks for them with a connection of its own; the loop removes what it found
 * and has it look on until nothing is left.
 */
#include "server/admin.h"

#include "server/log.h"
#include "server/store_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t DAY_MS = 86400000, WEEK_MS = 7 * 86400000u;

typedef struct finished_sweep {
    work work;
    hub *hub;
    store *store; /* of the thread */
    uint64_t before_ms;
    char id[ADMIN_TABLES_MAX][GAME_ID_MAX];
    uint32_t count;
    bool looking, removing;
    admin_answer answer;
} finished_sweep;

/* Most tables are younger, or not over: their events are not read. */
static bool take_table(void *context, const store_row *row)
{
    finished_sweep *f = context;
    const char *id = strrchr(row->key, '/') + 1;
    char key[STORE_KEY_MAX], text[192];
    size_t length;
    game_row made;
    if (!row->intact || !game_row_read(&made, row->data, row->length) ||
        made.made_ms >= f->before_ms)
        return !atomic_load(&f->hub->stopping);
    snprintf(key, sizeof key, "live/%.15s", id);
    if (store_get(f->store, key, 0, text, sizeof text, &length) == STORE_NONE &&
        admin_is_finished(f->store, id, f->before_ms))
        snprintf(f->id[f->count++], GAME_ID_MAX, "%.15s", id);
    return f->count < ADMIN_TABLES_MAX && !atomic_load(&f->hub->stopping);
}

static void find_finished(work *w, unsigned worker)
{
    finished_sweep *f = (finished_sweep *)w;
    char error[STORE_ERROR_MAX];
    (void)worker;
    f->count = 0;
    f->store = store_open_reader(f->hub->data_path, error);
    if (!f->store || !store_walk(f->store, "table/", take_table, f, error))
        log_event(LOG_ERROR, "finished", "cause=\"%s\"", error);
    store_close(f->store);
}

static void all_found(work *w)
{
    ((finished_sweep *)w)->looking = false;
}

static bool look_on(finished_sweep *f)
{
    f->looking = true;
    if (!workers_submit(f->hub->readers, &f->work))
        f->looking = false;
    return f->looking;
}

/* Not in the first week after the server was away for a day, or the calendar jumped: it may be
 * wrong (table_expiry.c). */
void finished_begin(hub *h)
{
    const uint64_t now = hub_wall_ms(), age = h->config.finished_days * DAY_MS;
    if (!age || !h->data_path[0] || h->finished || now < h->clock.since_ms + WEEK_MS || now <= age)
        return;
    finished_sweep *f = calloc(1, sizeof *f);
    if (!f)
        return;
    f->work.run = find_finished;
    f->work.done = all_found;
    f->hub = h;
    f->before_ms = now - age;
    if (look_on(f))
        h->finished = f;
    else
        free(f);
}

static bool remove_found(finished_sweep *f)
{
    char days[16];
    snprintf(days, sizeof days, "%ud", f->hub->config.finished_days);
    memset(&f->answer, 0, sizeof f->answer);
    f->removing = true;
    log_event(LOG_INFO, "finished", "tables=%u older-than=%s", f->count, days);
    return admin_remove_by_server(f->hub, days, f->before_ms, f->id, f->count, &f->answer);
}

/* All were removed; else another look would find the same ones again. */
static bool is_removed(const finished_sweep *f)
{
    fields answer;
    int64_t removed = 0;
    return f->answer.status == 200 &&
           fields_parse(&answer, f->answer.text, strlen(f->answer.text)) &&
           fields_number(&answer, 0, "removed", 0, INT64_MAX, &removed) && removed == f->count;
}

/* A full list may not be all; what could not be removed is tried again in an hour. */
void finished_second(hub *h)
{
    finished_sweep *f = h->finished;
    if (!f || f->looking || (f->removing && !f->answer.given))
        return;
    const bool was_full = f->count == ADMIN_TABLES_MAX;
    const bool goes_on = f->removing ? was_full && is_removed(f) && look_on(f)
                                     : f->count && h->store_ok && remove_found(f);
    if (goes_on) {
        f->removing = !f->looking;
        return;
    }
    h->finished = NULL;
    free(f);
}

void finished_end(hub *h)
{
    free(h->finished);
    h->finished = NULL;
}
