/* table_index.c - a table's rows in the indexes by time (rows.h): reading and moving them. */
#include "server/hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row that is missing is no damage: it is written anew when the table moves in the indexes. */
void table_load_index(hub *h, live_table *table)
{
    char key[STORE_KEY_MAX], text[192];
    size_t length;
    snprintf(key, sizeof key, "live/%s", table->game.id);
    if (table->game.phase != GAME_OVER &&
        hub_row(h, key, text, sizeof text, &length) == STORE_FOUND)
        rows_read_index(&table->index, text, length);
}

typedef struct index_move {
    hub *hub;
    table_index to;
} index_move;

static void index_moved(void *context, writer_job *job)
{
    index_move *m = context;
    live_table *table = map_get(&m->hub->tables, job->owner);
    if (table) {
        table->busy = false;
        if (job->stored)
            table->index = m->to;
        else if (job->result == STORE_FAILED)
            hub_store_failed(m->hub, hub_now_ms());
        else
            table_mark_stale(m->hub, table); /* another node was first */
        table_refresh(m->hub, job->owner);
        table_run_queue(m->hub, job->owner);
    }
    table = map_get(&m->hub->tables, job->owner);
    if (table)
        table_advance(m->hub, table);
    table = map_get(&m->hub->tables, job->owner);
    if (table)
        table_schedule(m->hub, table);
    free(m);
}

table_index table_read_index(hub *h, live_table *table)
{
    if (h->nodes.shared)
        table_load_index(h, table);
    return table->index;
}

/* Another node may have ended or removed the table meanwhile, or have moved it as well. */
bool table_guard_index(hub *h, live_table *table, writer_job *j)
{
    char key[STORE_KEY_MAX], text[192];
    size_t length;
    if (!h->nodes.shared)
        return true;
    snprintf(key, sizeof key, "live/%s", table->game.id);
    const store_found found = store_get(h->store, key, 0, text, sizeof text, &length);
    if (found == STORE_FOUND)
        rows_read_index(&table->index, text, length);
    return rows_guard_tail(j, table->game.id, table->game.n) &&
           (found != STORE_FOUND || writer_job_guard(j, key, 0, text, length));
}

void table_move_index(hub *h, live_table *table, table_index to)
{
    index_move *m = table->busy || h->stop_ms ? NULL : calloc(1, sizeof *m);
    writer_job *j = m ? writer_job_new(index_moved, m, table->game.id) : NULL;
    if (!j || !table_guard_index(h, table, j) ||
        !rows_move_index(j, table->game.id, table->index, to)) {
        writer_job_free(j);
        free(m);
        return;
    }
    *m = (index_move){h, to};
    table->busy = true;
    writer_submit(h->writer, j);
}
