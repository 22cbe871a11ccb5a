/* migrate.c - see migrate.h. */
#include "server/migrate.h"

#include "base/clock.h"
#include "server/disc.h"
#include "server/log.h"
#include "server/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    BATCH = WRITER_JOB_OPS_MAX - 8,
    MIGRATED_GAME_MS = 1000 /* the game time of everything that happened in format 1 */
};
static const uint64_t DAY_MS = 86400000;

/* ---- The version ---- */
static bool has_rows(store *s, const char *prefix)
{
    return store_count(s, prefix, 1) > 0;
}

/* The row may have been lost in a file that was recovered: then the keys tell. */
static unsigned guess_format(store *s)
{
    static const char *const second[] = {"idle/", "due/", "made/", "skeleton/", "meta/clock"};
    static const char *const any[] = {"meta/", "table/", "event/", "person/", "seat/", "live/"};
    for (size_t i = 0; i < sizeof second / sizeof *second; i++)
        if (has_rows(s, second[i]))
            return 2;
    for (size_t i = 0; i < sizeof any / sizeof *any; i++)
        if (has_rows(s, any[i]))
            return 1;
    return 0;
}

unsigned migrate_format(store *s)
{
    char text[128];
    size_t length;
    fields f;
    int64_t format;
    if (store_get(s, "meta/format", 0, text, sizeof text, &length) == STORE_FOUND &&
        fields_parse(&f, text, length) && fields_number(&f, 0, "format", 1, UINT32_MAX, &format))
        return (unsigned)format;
    return guess_format(s);
}

bool migrate_begin(store *s, char error[STORE_ERROR_MAX])
{
    char text[64];
    const int n = snprintf(text, sizeof text, "{\"format\":%d}", FORMAT_NEWEST);
    const store_op op = {.key = "meta/format", .data = text, .length = (size_t)n};
    return store_commit(s, &op, 1, error);
}

/* ---- Rows on their way ---- */
typedef struct migration {
    store *store;
    writer_job *job; /* a container of rows; it is committed here, not by the writer */
    uint64_t wall_ms;
    size_t tables, damaged;
    char *error;
} migration;

static bool commit_batch(migration *m)
{
    const bool good = m->job && (m->job->count == 0 ||
                                 store_commit(m->store, m->job->ops, m->job->count, m->error));
    writer_job_free(m->job);
    m->job = writer_job_new(NULL, NULL, "");
    return good && m->job;
}

static bool make_room(migration *m)
{
    return m->job->count < BATCH || commit_batch(m);
}

/* ---- Lists of keys ---- */
typedef struct key_list {
    char (*at)[STORE_KEY_MAX];
    size_t count, room;
    bool good;
} key_list;

static bool take_key(void *context, const store_row *row)
{
    key_list *l = context;
    if (l->count == l->room) {
        const size_t room = 2 * l->room + 256;
        void *at = realloc(l->at, room * sizeof *l->at);
        l->good = at != NULL;
        if (!at)
            return false;
        l->at = at;
        l->room = room;
    }
    snprintf(l->at[l->count++], STORE_KEY_MAX, "%s", row->key);
    return true;
}

static bool list_keys(migration *m, const char *prefix, key_list *l)
{
    *l = (key_list){.good = true};
    return store_scan(m->store, prefix, take_key, l, m->error) && l->good;
}

/* ---- Events of format 1 ---- */
typedef struct old_events {
    game game;
    const char *wrong;
    uint32_t events, at; /* how many there should be; the one that is read */
    bool has_tail;
} old_events;

static bool has_hash(unsigned kind)
{
    return kind == GAME_START || kind == GAME_MOVE || kind == GAME_TAKEBACK;
}

/* Checks the old hash against the position and gives the event the new one. */
static bool take_event(void *context, const store_row *row)
{
    old_events *o = context;
    game_event e;
    o->at = row->n == GAME_TAIL ? o->game.n + 1 : row->n;
    if (!row->intact)
        o->wrong = "checksum";
    else if (row->n == GAME_TAIL)
        o->has_tail = game_tail_read(&o->events, row->data, row->length);
    else if (!game_event_read(&e, row->n, row->data, row->length))
        o->wrong = "unreadable";
    else {
        const uint64_t old = e.hash;
        e.hash = 0;
        e.game_ms = MIGRATED_GAME_MS;
        if (!game_apply(&o->game, &e, e.game_ms))
            o->wrong = "order";
        else if (has_hash(e.kind) && azj_hash(&o->game.state) != old)
            o->wrong = "hash";
        else if (has_hash(e.kind))
            o->game.events[o->game.n - 1].hash = game_hash(&o->game.state);
    }
    return o->wrong == NULL;
}

static bool put_events(migration *m, const game *g)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    bool good = true;
    snprintf(key, sizeof key, "event/%s", g->id);
    for (uint32_t i = 0; good && i < g->n; i++) {
        const size_t length = game_event_write(&g->events[i], text, sizeof text);
        good = make_room(m) && writer_job_put(m->job, key, g->events[i].n, text, length);
    }
    return good;
}

/* ---- Seats of format 1: seat/PERSON/ID ---- */
static bool put_seat(migration *m, const char *person, const char *id, const game_seat *seat)
{
    const bool out = seat && seat->out;
    char key[STORE_KEY_MAX], text[256];
    size_t length;
    fields f;
    int64_t over = 0;
    bool left = false, made = false;
    snprintf(key, sizeof key, "seat/%s/%s", person, id);
    if (store_get(m->store, key, 0, text, sizeof text, &length) != STORE_FOUND ||
        !fields_parse(&f, text, length))
        return true; /* converted already, or damaged: then it stays as it is */
    fields_number(&f, 0, "over", 0, INT64_MAX, &over);
    fields_flag(&f, 0, "left", &left);
    fields_flag(&f, 0, "made", &made);
    return make_room(m) && writer_job_drop(m->job, key, 0) &&
           rows_put_seat(
               m->job, person, id,
               &(seat_row){.over_ms = (uint64_t)over, .seated = !left && !made, .out = out},
               seat ? seat->name : "", made);
}

static bool put_seats(migration *m, const game *g, const game_row *row)
{
    bool good = !row->owner[0] || game_seat_of(g, row->owner) != AZJ_NOBODY ||
                put_seat(m, row->owner, g->id, NULL);
    for (unsigned i = 0; good && i < g->options.rules.players; i++)
        if (g->seat[i].kind == GAME_PERSON && strcmp(g->seat[i].person, GAME_FORGOTTEN) != 0)
            good = put_seat(m, g->seat[i].person, g->id, &g->seat[i]);
    return good;
}

/* ---- Tables ---- */
static bool put_table(migration *m, const game *g, const game_row *row)
{
    char key[STORE_KEY_MAX];
    table_index index = {.idle_ms = m->wall_ms + DAY_MS};
    const unsigned running = g->clock.running;
    if (!put_events(m, g) || !put_seats(m, g, row) || !make_room(m))
        return false;
    snprintf(key, sizeof key, "live/%s", g->id);
    if (g->phase == GAME_OVER)
        return writer_job_drop(m->job, key, 0);
    if (g->phase == GAME_LIVE && g->options.clock.kind != CLOCKS_NONE && running < AZJ_SEATS_MAX)
        index.due_ms = MIGRATED_GAME_MS + game_left_ms(g, running, MIGRATED_GAME_MS);
    return rows_put_made(m->job, row, g->id) &&
           rows_move_index(m->job, g->id, (table_index){0}, index);
}

/* A damaged table stays as it is: the fault is reported when it is loaded. */
static bool migrate_table(migration *m, const char *table_key)
{
    char text[GAME_ROW_MAX], key[STORE_KEY_MAX];
    const char *id = table_key + strlen("table/");
    size_t length;
    game_row row;
    old_events o = {.wrong = NULL};
    bool good = true;
    m->tables++;
    if (store_get(m->store, table_key, 0, text, sizeof text, &length) != STORE_FOUND ||
        !game_row_read(&row, text, length)) {
        m->damaged++;
        return true;
    }
    game_init(&o.game, id, &row.options, row.secret);
    snprintf(key, sizeof key, "event/%s", id);
    if (!store_scan(m->store, key, take_event, &o, m->error))
        o.wrong = "unreadable";
    if (!o.wrong && (!o.has_tail || o.events != o.game.n))
        o.wrong = "the last events are missing";
    if (o.wrong) {
        m->damaged++;
        log_event(LOG_ERROR, "damaged", "table=%s event=%u cause=\"%s\"", id, o.at, o.wrong);
    } else {
        good = put_table(m, &o.game, &row);
    }
    game_release(&o.game);
    return good;
}

static bool migrate_tables(migration *m)
{
    key_list l;
    bool good = list_keys(m, "table/", &l);
    for (size_t i = 0; good && i < l.count; i++)
        good = migrate_table(m, l.at[i]);
    free(l.at);
    return good && commit_batch(m);
}

/* ---- What is not of a table ---- */
/* Seats at tables that are damaged, and of people who left: seat/PERSON/ID has two slashes. */
static bool migrate_other_seats(migration *m)
{
    key_list l;
    bool good = list_keys(m, "seat/", &l);
    for (size_t i = 0; good && i < l.count; i++) {
        char *person = l.at[i] + strlen("seat/"), *slash = strchr(person, '/');
        if (!slash || strchr(slash + 1, '/'))
            continue;
        *slash = 0;
        good = put_seat(m, person, slash + 1, NULL);
    }
    free(l.at);
    return good && commit_batch(m);
}

/* look/LOOK/ becomes skeleton/SKELETON/. */
static bool migrate_skeletons(migration *m)
{
    key_list l;
    bool good = list_keys(m, "look/", &l);
    for (size_t i = 0; good && i < l.count; i++) {
        char key[STORE_KEY_MAX + 8], text[64];
        size_t length;
        snprintf(key, sizeof key, "skeleton/%s", l.at[i] + strlen("look/"));
        if (strlen(key) < STORE_KEY_MAX &&
            store_get(m->store, l.at[i], 0, text, sizeof text, &length) == STORE_FOUND)
            good = make_room(m) && writer_job_put(m->job, key, 0, text, length) &&
                   writer_job_drop(m->job, l.at[i], 0);
    }
    free(l.at);
    return good && commit_batch(m);
}

static bool put_clock(migration *m)
{
    char text[96];
    const int n =
        snprintf(text, sizeof text, "{\"ms\":%d,\"wall\":%" PRIu64 ",\"since\":%" PRIu64 "}",
                 MIGRATED_GAME_MS, m->wall_ms, m->wall_ms);
    return writer_job_put(m->job, "meta/clock", 0, text, (size_t)n) && commit_batch(m);
}

/* Brings a store of an older format up to the present one, in place. */
static bool migrate_store(store *s, char error[STORE_ERROR_MAX])
{
    migration m = {.store = s,
                   .job = writer_job_new(NULL, NULL, ""),
                   .wall_ms = (uint64_t)clock_wall_ms() / 1000u * 1000u,
                   .error = error};
    snprintf(error, STORE_ERROR_MAX, "no memory");
    const bool good = m.job && migrate_tables(&m) && migrate_other_seats(&m) &&
                      migrate_skeletons(&m) && put_clock(&m) && migrate_begin(s, error);
    writer_job_free(m.job);
    log_event(good ? LOG_INFO : LOG_ERROR, "migrated", "tables=%zu damaged=%zu", m.tables,
              m.damaged);
    return good;
}

/* ---- Files ---- */
static bool migration_failed(char error[STORE_ERROR_MAX], const char *what, const char *path)
{
    snprintf(error, STORE_ERROR_MAX, "cannot %s %.300s: %s", what, path, strerror(errno));
    return false;
}

/* Gives the old file a second name; an existing file is never overwritten. */
static bool keep_old(const char *path, char *kept, size_t size, char error[STORE_ERROR_MAX])
{
    for (unsigned i = 1; i < 100; i++) {
        const int n = i == 1 ? snprintf(kept, size, "%s.format-1", path)
                             : snprintf(kept, size, "%s.format-1.%u", path, i);
        if (n < 0 || (size_t)n >= size)
            break;
        if (link(path, kept) == 0)
            return true;
        if (errno != EEXIST) /* a file system without links */
            return !disc_copy(path, kept) || migration_failed(error, "copy the data file to", kept);
    }
    return migration_failed(error, "keep the old file beside", path);
}

static bool migrate_copy(const char *copy, char error[STORE_ERROR_MAX])
{
    store *s = store_open_sqlite(copy, &(store_options){.no_check = true}, error);
    char mark[1200];
    const bool good = s && migrate_store(s, error);
    store_close(s);
    snprintf(mark, sizeof mark, "%s-mark", copy);
    unlink(mark); /* the lock of the copy, which becomes the file */
    return good && (disc_sync(copy) || migration_failed(error, "write", copy));
}

/* The lock of the store (store_open.c), so that nobody else migrates or uses the file meanwhile. */
static int take_lock(const char *path, char error[STORE_ERROR_MAX])
{
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    snprintf(error, STORE_ERROR_MAX, "another program uses %.300s", path);
    return -1;
}

static bool migrate_locked(const char *path, char *kept, size_t size, char error[STORE_ERROR_MAX])
{
    char copy[1100];
    if ((size_t)snprintf(copy, sizeof copy, "%s.migrating", path) >= sizeof copy) {
        snprintf(error, STORE_ERROR_MAX, "the name of the data file is too long");
        return false;
    }
    disc_remove_data(copy); /* the copy of a migration that was interrupted */
    bool good =
        (!disc_copy(path, copy) || migration_failed(error, "copy the data file to", copy)) &&
        migrate_copy(copy, error) && keep_old(path, kept, size, error);
    if (good && rename(copy, path) != 0)
        good = migration_failed(error, "replace", path);
    if (good && !disc_sync_folder_of(path))
        good = migration_failed(error, "write the folder of", path);
    disc_remove_data(copy);
    return good;
}

bool migrate_file(const char *path, char *kept, size_t size, char error[STORE_ERROR_MAX])
{
    const int lock = take_lock(path, error);
    const bool good = lock >= 0 && migrate_locked(path, kept, size, error);
    if (lock >= 0)
        close(lock);
    return good;
}
