/* admin_tables.c - administration of tables: closing one, removing finished ones. */
#include "server/admin.h"
#include "server/table_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Closing ---- */
static void closed(void *context, bool stored)
{
    admin_call *a = context;
    if (stored)
        admin_ok(a, "the game at table %s is over", a->tables[0]);
    else
        admin_refuse(a, 503, "NOT_STORED", "the server could not store this");
}

static void open_removed(void *context, bool good)
{
    admin_call *a = context;
    if (good)
        admin_ok(a, "table %s had not begun and is removed", a->tables[0]);
    else
        admin_refuse(a, 503, "NOT_STORED",
                     "the server could not store all of this; it will go on when it can");
}

static bool find_table(admin_call *a, live_table **table)
{
    fields_text(&a->fields, 0, "table", a->tables[0], sizeof a->tables[0]);
    switch (table_get(a->hub, a->tables[0], table)) {
    case TABLE_FOUND:
        return true;
    case TABLE_DAMAGED:
        admin_refuse(a, 409, "DAMAGED", "the data of table %s are damaged", a->tables[0]);
        return false;
    case TABLE_FULL:
        admin_refuse(a, 503, "FULL", "the server is full");
        return false;
    case TABLE_AWAY:
        admin_refuse(a, 503, "BUSY", "the store cannot be reached; please try again");
        return false;
    default:
        admin_refuse(a, 404, "NO_TABLE", "there is no table \"%s\"", a->tables[0]);
        return false;
    }
}

void admin_close(admin_call *a)
{
    hub *h = a->hub;
    live_table *table = NULL;
    game_batch b;
    bool begun;
    if (!find_table(a, &table))
        return;
    if (table->game.phase == GAME_OVER) {
        admin_refuse(a, 409, "OVER", "the game at table %s is over already", a->tables[0]);
        return;
    }
    if (table->game.phase == GAME_OPEN)
        begun = table_remove(h, a->tables[0], "closed", &a->entry, open_removed, a);
    else
        begun = game_decide_close(&table->game, hub_time(h), &b) == GAME_E_OK &&
                table_commit_for_host(h, table, &b, &a->entry, closed, a);
    if (!begun)
        admin_refuse(a, 503, "BUSY", "the table is being stored; please try again");
}

/* ---- Removing finished games ---- */
/* Several at once share their commits; more would lengthen a turn of the loop. */
enum { REMOVE_AT_ONCE = 4 };

static void remove_more(admin_call *a);

static void one_removed(void *context, bool good)
{
    admin_call *a = context;
    a->running--;
    a->removed += good;
    a->failed = a->failed || !good;
    remove_more(a);
}

bool admin_is_finished(store *s, const char *id, uint64_t before_ms)
{
    table_info t;
    return table_info_read(s, id, NULL, &t) && t.phase == GAME_OVER && t.over_ms < before_ms;
}

static void remove_more(admin_call *a)
{
    while (a->next < a->tables_nb && a->running < REMOVE_AT_ONCE && !a->failed &&
           !a->hub->stop_ms) {
        const char *id = a->tables[a->next++];
        /* The list may be out of date. */
        if (admin_is_finished(a->hub->store, id, a->before_ms) &&
            table_remove(a->hub, id, "expired", a->noted ? NULL : &a->entry, one_removed, a)) {
            a->running++;
            a->noted = true;
        }
    }
    if (a->running)
        return;
    if (a->failed)
        admin_refuse(a, 503, "NOT_STORED",
                     "the server could not store all of this; it will go on when it can");
    else
        admin_ok(a, "%u tables are removed", a->removed);
}

/* Fields: `tables`, a list of ids, and `before_ms`, when their games must have been over. */
void admin_remove(admin_call *a)
{
    const fields *f = &a->fields;
    const uint32_t list = fields_find(f, 0, "tables");
    int64_t before = 0;
    if (list == FIELDS_NONE || f->nodes[list].type != JSON_ARRAY ||
        f->nodes[list].count > ADMIN_TABLES_MAX ||
        !fields_number(f, 0, "before_ms", 1, INT64_MAX, &before)) {
        admin_refuse(a, 400, "NOT_UNDERSTOOD", "tables and before_ms are needed");
        return;
    }
    a->before_ms = (uint64_t)before;
    for (uint32_t at = list + 1; at < f->nodes[list].next; at = f->nodes[at].next)
        if (json_string(&f->doc, at, a->tables[a->tables_nb], GAME_ID_MAX) > 0)
            a->tables_nb++;
    remove_more(a);
}

bool admin_remove_by_server(hub *h, const char *age, uint64_t before_ms,
                            const char (*ids)[GAME_ID_MAX], uint32_t count, admin_answer *answer)
{
    admin_call *a = count <= ADMIN_TABLES_MAX ? calloc(1, sizeof *a) : NULL;
    if (!a)
        return false;
    a->hub = h;
    a->answer = answer;
    a->before_ms = before_ms;
    a->tables_nb = count;
    a->entry.uid = (uint32_t)getuid();
    snprintf(a->entry.user, sizeof a->entry.user, "finished-days");
    snprintf(a->entry.args, sizeof a->entry.args, "[\"remove-finished\",\"--older-than\",\"%s\"]",
             age);
    memcpy(a->tables, ids, count * sizeof *ids);
    remove_more(a);
    return true;
}
