/* test_server_store.c - the laws that every back end keeps, and what a damaged file does. */
#include "check.h"
#include "server/store.h"
#include "server/writer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[256];

static void new_path(void)
{
    static int number;
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/store-%d-%d.db", folder ? folder : "/tmp", (int)getpid(),
             number++);
}

static store *open_file(void)
{
    char error[STORE_ERROR_MAX] = "";
    store *s = store_open_sqlite(path, &(store_options){.durable = true, .no_check = true}, error);
    if (!s)
        fprintf(stderr, "%s\n", error);
    return s;
}

static void put(store *s, const char *key, uint32_t n, const char *data)
{
    char error[STORE_ERROR_MAX];
    store_op op = {.n = n, .data = data, .length = data ? strlen(data) : 0};
    snprintf(op.key, sizeof op.key, "%s", key);
    assert_true(store_commit(s, &op, 1, error));
}

typedef struct listing {
    char text[4096];
    size_t length;
    unsigned damaged;
} listing;

static bool list_row(void *context, const store_row *row)
{
    listing *l = context;
    l->damaged += !row->intact;
    if (row->intact)
        l->length += (size_t)snprintf(l->text + l->length, sizeof l->text - l->length,
                                      "%s:%u=%.*s;", row->key, row->n, (int)row->length, row->data);
    return l->length < sizeof l->text - 300;
}

static void lists(store *s, const char *prefix, const char *expected)
{
    char error[STORE_ERROR_MAX];
    listing l = {.text = ""};
    assert_true(store_scan(s, prefix, list_row, &l, error));
    assert_string_equal(l.text, expected);
    assert_int_equal(l.damaged, 0);
}

static void laws(store *s)
{
    char text[16];
    size_t length;
    put(s, "event/B", 2, "b2");
    put(s, "event/A", 10, "a10");
    put(s, "event/A", 9, "a9");
    put(s, "event/AA", 1, "aa");
    put(s, "table/A", 0, "t");
    lists(s, "event/", "event/A:9=a9;event/A:10=a10;event/AA:1=aa;event/B:2=b2;");
    lists(s, "event/B", "event/B:2=b2;");
    lists(s, "none/", "");
    put(s, "event/A", 9, "new");
    assert_int_equal(store_get(s, "event/A", 9, text, sizeof text, &length), STORE_FOUND);
    assert_string_equal(text, "new");
    assert_int_equal(store_get(s, "event/A", 8, text, sizeof text, &length), STORE_NONE);
    assert_int_equal(store_get(s, "event/A", 9, text, 3, &length), STORE_DAMAGED); /* no room */
    put(s, "event/A", 9, NULL);
    put(s, "event/A", 77, NULL); /* not there: fine */
    lists(s, "event/A", "event/A:10=a10;event/AA:1=aa;");
    put(s, "empty/", 0, "");
    lists(s, "empty/", "empty/:0=;");
}

static void memory_keeps_the_laws(void **unused)
{
    (void)unused;
    store *s = store_open_memory();
    laws(s);
    store_close(s);
}

static void sqlite_keeps_the_laws_and_the_rows(void **unused)
{
    (void)unused;
    new_path();
    store *s = open_file();
    laws(s);
    store_close(s);
    s = open_file();
    lists(s, "event/A", "event/A:10=a10;event/AA:1=aa;");
    store_close(s);
}

static void one_server_a_file(void **unused)
{
    (void)unused;
    char error[STORE_ERROR_MAX];
    new_path();
    store *s = open_file();
    assert_null(
        store_open_sqlite(path, &(store_options){.durable = true, .no_check = true}, error));
    assert_non_null(strstr(error, "another server"));
    store_close(s);
    assert_null(store_open_sqlite("/nowhere/at/all.db", &(store_options){.durable = true}, error));
}

/* ---- Damage -----------------------------------------------------------------------------------
 */
enum { GAMES = 30, EVENTS = 30 };

static void fill(store *s)
{
    static char data[EVENTS][64];
    static store_op ops[EVENTS];
    char error[STORE_ERROR_MAX];
    for (int g = 0; g < GAMES; g++) {
        for (int e = 0; e < EVENTS; e++) {
            snprintf(data[e], sizeof data[e], "{\"game\":%d,\"event\":%d,\"rest\":\"abcdefgh\"}", g,
                     e + 1);
            ops[e] = (store_op){.n = (uint32_t)e + 1, .data = data[e], .length = strlen(data[e])};
            snprintf(ops[e].key, sizeof ops[e].key, "event/game%02d", g);
        }
        assert_true(store_commit(s, ops, EVENTS, error));
    }
}

typedef struct survey {
    int game, whole;
    unsigned seen;
} survey;

/* A row that is called intact must be what was written. */
static bool survey_row(void *context, const store_row *row)
{
    survey *v = context;
    char key[32], data[64];
    if (!row->intact)
        return false;
    snprintf(key, sizeof key, "event/game%02d", v->game);
    snprintf(data, sizeof data, "{\"game\":%d,\"event\":%u,\"rest\":\"abcdefgh\"}", v->game,
             row->n);
    assert_string_equal(row->key, key);
    assert_int_equal(row->length, strlen(data));
    assert_memory_equal(row->data, data, row->length);
    v->seen++;
    return true;
}

static int whole_games(store *s)
{
    int whole = 0;
    for (int g = 0; g < GAMES; g++) {
        char key[32], error[STORE_ERROR_MAX];
        survey v = {.game = g};
        snprintf(key, sizeof key, "event/game%02d", g);
        whole += store_scan(s, key, survey_row, &v, error) && v.seen == EVENTS;
    }
    return whole;
}

static void flip(long at, int bytes)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    for (int i = 0; i < bytes; i++) {
        const int c = fgetc(f);
        fseek(f, -1, SEEK_CUR);
        fputc(c ^ (1 << (at % 8)), f);
        fseek(f, 0, SEEK_CUR);
    }
    fclose(f);
}

static long file_size(void)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    fclose(f);
    return size;
}

/* Wherever bytes of a page are flipped or zeroed, no wrong row passes, and other games live on. */
static void damage_is_found_and_the_rest_goes_on(void **unused)
{
    (void)unused;
    const int tries = getenv("AZJ_TEST_QUICK") ? 10 : 60;
    int found = 0;
    new_path();
    store *s = open_file();
    fill(s);
    store_close(s);
    char saved[300], command[700];
    snprintf(saved, sizeof saved, "%s.saved", path);
    snprintf(command, sizeof command, "cp %s %s", path, saved);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "cp %s %s", saved, path);
    const long size = file_size();
    for (int i = 0; i < tries; i++) {
        assert_int_equal(system(command), 0);
        /* page 1 holds the schema: a file without it is refused as a whole */
        const long at = 4096 + (long)randombytes_uniform((uint32_t)(size - 4096 - 64));
        flip(at, i % 3 == 0 ? 64 : 1);
        char error[STORE_ERROR_MAX];
        s = store_open_sqlite(path, &(store_options){.durable = true, .no_check = true}, error);
        assert_non_null(s);
        const int whole = whole_games(s);
        found += whole < GAMES;
        assert_true(whole >= GAMES / 2 || at < 2 * 4096); /* page 2, the root, leads to all */
        store_close(s);
    }
    assert_true(found > tries / 4); /* the rest hit room that no row uses */
    unlink(saved);
    unlink(path);
}

/* ---- Group commit -----------------------------------------------------------------------------
 */
static unsigned reported, in_order;

static void job_done(void *context, writer_job *j)
{
    (void)context;
    assert_true(j->stored);
    in_order += (unsigned)strtoul(j->owner, NULL, 10) == reported;
    reported++;
}

static void wake(void *context)
{
    (void)context;
}

static void many_jobs_few_groups(void **unused)
{
    (void)unused;
    new_path();
    store *s = open_file();
    writer *w = writer_new(s, wake, NULL);
    reported = in_order = 0;
    for (unsigned i = 0; i < 500; i++) {
        char owner[16];
        snprintf(owner, sizeof owner, "%u", i);
        writer_job *j = writer_job_new(job_done, NULL, owner);
        assert_true(writer_job_put(j, "event/X", i, owner, strlen(owner)));
        writer_submit(w, j);
    }
    while (reported < 500) {
        usleep(1000);
        writer_collect(w);
    }
    const writer_figures f = writer_count(w);
    assert_int_equal(in_order, 500);
    assert_int_equal(f.jobs, 500);
    assert_true(f.groups < 500);
    writer_free(w);
    store_close(s);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_keeps_the_laws),
        cmocka_unit_test(sqlite_keeps_the_laws_and_the_rows),
        cmocka_unit_test(one_server_a_file),
        cmocka_unit_test(damage_is_found_and_the_rest_goes_on),
        cmocka_unit_test(many_jobs_few_groups),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
