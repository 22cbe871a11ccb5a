/* tables.c - tables, table, remove-finished. */
#include "cli/admin/admin.h"
#include "server/admin.h"
#include "server/person_info.h"
#include "server/store_read.h"
#include "server/table_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_MAX = 10000 };

/* ---- The newest tables ---- */
typedef struct newest { /* by when they were made, the newest first; at most `size` */
    admin_cli *cli;
    store *store;
    table_info *at;
    size_t count, size;
} newest;

static bool would_enter(const newest *n, uint64_t made_ms)
{
    return n->count < n->size || made_ms > n->at[n->count - 1].row.made_ms;
}

static void enter(newest *n, const table_info *t)
{
    size_t i = n->count < n->size ? n->count++ : n->count - 1;
    for (; i > 0 && n->at[i - 1].row.made_ms < t->row.made_ms; i--)
        n->at[i] = n->at[i - 1];
    n->at[i] = *t;
}

static bool row_exists(store *s, const char *kind, const char *id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "%s/%s", kind, id);
    return store_get(s, key, 0, text, sizeof text, &length) != STORE_NONE;
}

static uint64_t made_when(store *s, const char *id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    size_t length;
    game_row row;
    snprintf(key, sizeof key, "table/%s", id);
    if (store_get(s, key, 0, text, sizeof text, &length) != STORE_FOUND ||
        !game_row_read(&row, text, length))
        return 0;
    return row.made_ms;
}

/* The events are read only of tables that are shown: there may be a million others. */
static bool consider(void *context, const store_row *found)
{
    newest *n = context;
    admin_cli *c = n->cli;
    store *s = n->store;
    const char *id = strrchr(found->key, '/') + 1;
    table_info t;
    const bool over = c->phase && strcmp(c->phase, "over") == 0;
    if (!would_enter(n, made_when(s, id)) || (over && row_exists(s, "live", id)))
        return true;
    if (table_info_read(s, id, NULL, &t) &&
        (!c->phase || strcmp(c->phase, game_phase_name(t.phase)) == 0))
        enter(n, &t);
    return true;
}

/* Unfinished tables are listed under live/. */
static bool list_prefix(admin_cli *c, store *s, char prefix[STORE_KEY_MAX])
{
    identity who;
    const bool unfinished = c->phase && strcmp(c->phase, "over") != 0;
    snprintf(prefix, STORE_KEY_MAX, "%s", unfinished ? "live/" : "table/");
    if (!c->person)
        return true;
    if (person_find(s, c->person, &who) != PERSON_FOUND)
        return cli_failed(c->args, "there is nobody (or more than one) called \"%s\" here",
                          c->person);
    snprintf(prefix, STORE_KEY_MAX, "seat/%s/", who.id);
    return true;
}

static void put_seats(json_writer *w, const table_info *t)
{
    json_write_array(w, "seats");
    for (unsigned i = 0; i < t->row.options.rules.players; i++) {
        const game_seat *seat = &t->seat[i];
        json_write_object(w, NULL);
        if (seat->kind == GAME_PERSON) {
            json_write_string(w, "person", seat->person);
            json_write_string(w, "name", seat->name);
        } else if (seat->kind == GAME_BOT_SEAT) {
            json_write_string(w, "bot", seat->bot ? seat->bot : "");
        }
        if (seat->out)
            json_write_flag(w, "out", true);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void put_table(json_writer *w, const table_info *t)
{
    json_write_object(w, NULL);
    json_write_string(w, "table", t->id);
    json_write_string(w, "phase", game_phase_name(t->phase));
    json_write_flag(w, "damaged", t->damaged);
    json_write_number(w, "events", t->events);
    json_write_number(w, "bytes", (int64_t)t->bytes);
    json_write_number(w, "made_ms", (int64_t)t->row.made_ms);
    json_write_number(w, "last_ms", (int64_t)t->last_ms);
    if (t->phase == GAME_OVER) {
        json_write_number(w, "over_ms", (int64_t)t->over_ms);
        json_write_string(w, "cause", game_cause_name(t->cause));
    }
    json_write_string(w, "maker", t->row.owner);
    if (t->readable)
        game_options_put(w, "options", &t->row.options);
    put_seats(w, t);
    json_write_object_end(w);
}

static void seat_text(const table_info *t, unsigned i, char out[64])
{
    const game_seat *seat = &t->seat[i];
    if (seat->kind == GAME_PERSON)
        snprintf(out, 64, "%s%s", seat->name, seat->out ? " (out)" : "");
    else if (seat->kind == GAME_BOT_SEAT)
        snprintf(out, 64, "bot %s", seat->bot ? seat->bot : "?");
    else
        snprintf(out, 64, "-");
}

static void print_line(admin_cli *c, admin_list *l, const table_info *t)
{
    char room[4096], when[32], seat[64];
    buf b = buf_on(room, sizeof room);
    if (c->json) {
        json_writer w = json_write_on(&b);
        put_table(&w, t);
        admin_list_add(l, &b);
        return;
    }
    printf("%-12s  %-4s  %-8s  %s  %5u events  ", t->id, game_phase_name(t->phase),
           azj_rules_name((azj_rules)t->row.options.rules.rules),
           admin_time(t->row.made_ms, "-", when), t->events);
    for (unsigned i = 0; i < t->row.options.rules.players; i++) {
        seat_text(t, i, seat);
        printf("%s%s", i ? ", " : "", seat);
    }
    printf("%s\n", t->damaged ? "  DAMAGED" : "");
}

bool admin_tables(admin_cli *c)
{
    char prefix[STORE_KEY_MAX], error[STORE_ERROR_MAX] = "";
    admin_list l;
    store *s = admin_open(c);
    newest n = {c, s, NULL, 0, c->limit < KEPT_MAX ? (size_t)c->limit : KEPT_MAX};
    n.at = s ? calloc(n.size, sizeof *n.at) : NULL;
    const bool good = n.at && list_prefix(c, s, prefix) &&
                      (store_walk(s, prefix, consider, &n, error) ||
                       cli_failed(c->args, "%s: %s", c->path, error));
    if (good) {
        admin_list_begin(c, &l);
        for (size_t i = 0; i < n.count; i++)
            print_line(c, &l, &n.at[i]);
        admin_list_end(c, &l);
    }
    free(n.at);
    store_close(s);
    return good;
}

/* ---- One table ---- */
static void print_table(const table_info *t)
{
    char options[1024], when[32];
    buf b = buf_on(options, sizeof options);
    json_writer w = json_write_object_on(&b);
    game_options_put(&w, NULL, &t->row.options);
    json_write_object_end(&w);
    buf_end(&b);
    printf("%-12s  %s%s\n", "table", t->id, t->damaged ? "  DAMAGED" : "");
    printf("%-12s  %s", "phase", game_phase_name(t->phase));
    if (t->phase == GAME_OVER)
        printf(" (%s, %s)", game_cause_name(t->cause), admin_time(t->over_ms, "-", when));
    printf("\n%-12s  %s\n", "options", t->readable ? options : "cannot be read");
    printf("%-12s  %s\n", "made", admin_time(t->row.made_ms, "-", when));
    printf("%-12s  %s\n", "made by", t->row.owner[0] ? t->row.owner : "-");
    printf("%-12s  %s\n", "last event", admin_time(t->last_ms, "-", when));
    printf("%-12s  %u, %zu bytes\n", "events", t->events, t->bytes);
    for (unsigned i = 0; i < t->row.options.rules.players; i++) {
        char seat[64];
        seat_text(t, i, seat);
        printf("seat %-7u  %-24s  %s\n", i, t->seat[i].person, seat);
    }
}

bool admin_table(admin_cli *c)
{
    char room[4096];
    buf b = buf_on(room, sizeof room);
    table_info t;
    store *s = admin_open(c);
    if (!s)
        return false;
    store_reader_begin(s);
    const bool found = table_info_read(s, c->word[0], NULL, &t);
    store_reader_end(s);
    store_close(s);
    if (!found)
        return cli_failed(c->args, "there is no table \"%s\"", c->word[0]);
    if (!c->json) {
        print_table(&t);
        return true;
    }
    json_writer w = json_write_on(&b);
    put_table(&w, &t);
    buf_end(&b);
    puts(room);
    return true;
}

/* ---- Removing finished games ---- */
typedef struct sweep {
    admin_cli *cli;
    store *store;
    bool good; /* what was sent was done */
    uint64_t before_ms, found, removed, bytes;
    char ids[ADMIN_TABLES_MAX][GAME_ID_MAX]; /* to be removed with the next request */
    size_t waiting;
} sweep;

static bool send_removals(sweep *w)
{
    const char *words[] = {"remove-finished", "--older-than", w->cli->older_text, NULL};
    char answer[ADMIN_ANSWER_MAX];
    admin_request r;
    fields f;
    int64_t removed = 0;
    if (w->waiting == 0 || w->cli->dry_run)
        return true;
    admin_begin(&r, "remove", words);
    json_write_number(&r.json, "before_ms", (int64_t)w->before_ms);
    json_write_array(&r.json, "tables");
    for (size_t i = 0; i < w->waiting; i++)
        json_write_string(&r.json, NULL, w->ids[i]);
    json_write_array_end(&r.json);
    w->waiting = 0;
    if (!admin_send(w->cli, &r, answer, sizeof answer))
        return false;
    if (fields_parse(&f, answer, strlen(answer)))
        fields_number(&f, 0, "removed", 0, INT64_MAX, &removed);
    w->removed += (uint64_t)removed;
    return true;
}

static bool sweep_one(void *context, const store_row *found)
{
    sweep *w = context;
    store *s = w->store;
    const char *id = strrchr(found->key, '/') + 1;
    table_info t;
    const uint64_t made = made_when(s, id);
    if (made == 0 || made >= w->before_ms || row_exists(s, "live", id) ||
        !table_info_read(s, id, NULL, &t) || t.phase != GAME_OVER || t.over_ms >= w->before_ms)
        return true;
    w->found++;
    w->bytes += t.bytes;
    if (!w->cli->dry_run)
        memcpy(w->ids[w->waiting++], t.id, GAME_ID_MAX);
    w->good = w->waiting < ADMIN_TABLES_MAX || send_removals(w);
    return w->good;
}

static void print_sweep(const sweep *w)
{
    char room[256];
    buf b = buf_on(room, sizeof room);
    const bool dry = w->cli->dry_run;
    if (!w->cli->json) {
        printf("%llu finished games %s\n", (unsigned long long)(dry ? w->found : w->removed),
               dry ? "would be removed" : "are removed");
        return;
    }
    json_writer json = json_write_object_on(&b);
    json_write_number(&json, "found", (int64_t)w->found);
    json_write_number(&json, "removed", (int64_t)w->removed);
    json_write_number(&json, "bytes", (int64_t)w->bytes);
    json_write_object_end(&json);
    buf_end(&b);
    puts(room);
}

/* Candidates are found here, with a connection of our own; the server removes them in small steps
 * and checks again whether each is due. An interrupted run can be started again. */
bool admin_remove_finished(admin_cli *c)
{
    char error[STORE_ERROR_MAX] = "";
    const uint64_t now = hub_wall_ms();
    store *s = admin_open(c);
    sweep *w = s ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return false;
    w->cli = c;
    w->store = s;
    w->good = true;
    w->before_ms = now > c->older_ms ? now - c->older_ms : 0;
    bool good = store_walk(s, "table/", sweep_one, w, error)
                    ? w->good
                    : cli_failed(c->args, "%s: %s", c->path, error);
    good = good && send_removals(w);
    if (good)
        print_sweep(w);
    free(w);
    store_close(s);
    return good;
}
