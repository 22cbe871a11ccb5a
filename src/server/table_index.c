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
        else
            hub_store_failed(m->hub, hub_now_ms());
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

void table_move_index(hub *h, live_table *table, table_index to)
{
    table_read_index(h, table);
    index_move *m = table->busy || h->stop_ms ? NULL : calloc(1, sizeof *m);
    writer_job *j = m ? writer_job_new(index_moved, m, table->game.id) : NULL;
    if (!j || !rows_move_index(j, table->game.id, table->index, to)) {
        writer_job_free(j);
        free(m);
        return;
    }
    *m = (index_move){h, to};
    table->busy = true;
    writer_submit(h->writer, j);
}
