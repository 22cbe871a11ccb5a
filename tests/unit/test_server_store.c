/* test_server_store.c - every back end keeps the laws (store_laws.c); what a damaged file does. */
#include "check.h"
#include "server/store.h"
#include "server/store_copy.h"
#include "server/writer.h"
#include "store_laws.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static void memory_keeps_the_laws(void **unused)
{
    (void)unused;
    store *s = store_open_memory();
    keeps_the_laws(s);
    assert_true(store_tend(s, STORE_IDLE));
    assert_false(store_is_damaged(s));
    store_close(s);
}

static void sqlite_keeps_the_laws_and_the_rows(void **unused)
{
    (void)unused;
    new_path();
    store *s = open_file();
    keeps_the_laws(s);
    store_close(s);
    s = open_file();
    lists(s, "event/A", "event/A:10=a10;event/AA:1=aa;");
    store_close(s);
}

/* A copy that was interrupted after a while goes on where it was; a store that holds anything else
 * is left alone. */
static void a_copy_goes_on(void **unused)
{
    (void)unused;
    char error[STORE_ERROR_MAX], name[32];
    store_copied done;
    new_path();
    store *from = store_open_memory(), *to = open_file();
    for (uint32_t i = 0; i < 1200; i++) {
        snprintf(name, sizeof name, "event/%u", i / 100);
        put(from, name, i, "something");
    }
    put(from, "node/A", 0, "alive");
    put(to, "event/0", 0, "something");
    assert_false(store_copy(from, to, &done, error));
    assert_non_null(strstr(error, "empty"));
    put(to, "event/0", 1, "something");
    put(to, "copy/place", 0, "1 event/0");
    assert_true(store_copy_is_partial(to));
    assert_true(store_copy(from, to, &done, error));
    assert_int_equal(done.rows, 1200);
    assert_int_equal(done.found, 2);
    assert_false(store_copy_is_partial(to));
    assert_int_equal(store_count(to, "", 2000), 1200);
    put(to, "copy/place", 0, "1199 event/9");
    put(to, "event/5", 501, "changed");
    assert_false(store_copy(from, to, &done, error));
    assert_non_null(strstr(error, "differs"));
    store_close(from);
    store_close(to);
}

/* tests/scripts/server_nodes.py starts a database and names it. */
static void postgres_keeps_the_laws_and_the_rows(void **unused)
{
    (void)unused;
    char error[STORE_ERROR_MAX] = "";
    const store_options options = {.durable = true};
    store *s = store_open_postgres(getenv("AZULEJO_TEST_POSTGRES"), &options, error);
    assert_string_equal(s ? "" : error, "");
    assert_true(store_is_shared(s));
    keeps_the_laws(s);
    store_close(s);
    s = store_open_postgres(getenv("AZULEJO_TEST_POSTGRES"), &options, error);
    lists(s, "event/A", "event/A:10=a10;event/AA:1=aa;");
    store_close(s);
}

/* What listeners were told, one after the other. */
typedef struct told {
    pthread_mutex_t lock;
    char text[400];
} told;

static void take_note(void *context, const char *note)
{
    told *t = context;
    pthread_mutex_lock(&t->lock);
    const size_t n = strlen(t->text);
    snprintf(t->text + n, sizeof t->text - n, "%s;", note ? note : "all");
    pthread_mutex_unlock(&t->lock);
}

static bool was_told(told *t, const char *what)
{
    bool found = false;
    for (int i = 0; i < 500 && !found; i++) {
        usleep(10000);
        pthread_mutex_lock(&t->lock);
        found = strcmp(t->text, what) == 0;
        pthread_mutex_unlock(&t->lock);
    }
    return found;
}

/* Of two stores on one database, one appends first, and only the other one is told. */
static void two_nodes_one_history(void **unused)
{
    (void)unused;
    static told heard[2] = {{PTHREAD_MUTEX_INITIALIZER, ""}, {PTHREAD_MUTEX_INITIALIZER, ""}};
    char error[STORE_ERROR_MAX];
    store *s[2];
    for (int i = 0; i < 2; i++) {
        s[i] = store_open_postgres(getenv("AZULEJO_TEST_POSTGRES"),
                                   &(store_options){.durable = true}, error);
        assert_non_null(s[i]);
        assert_true(store_listen(s[i], take_note, &heard[i]));
        assert_true(was_told(&heard[i], "all;"));
    }
    store_op a[2], b[2];
    set_op(&a[0], "two/A", 1, "first", true);
    set_op(&a[1], "appended", 0, NULL, false);
    set_op(&b[0], "two/A", 1, "second", true);
    set_op(&b[1], "lost", 0, NULL, false);
    a[1].is_note = b[1].is_note = true;
    assert_true(store_commit(s[0], a, 2, error));
    assert_false(store_commit(s[1], b, 2, error));
    lists(s[1], "two/", "two/A:1=first;");
    assert_true(was_told(&heard[1], "all;appended;"));
    assert_true(was_told(&heard[0], "all;")); /* neither its own nor what was not stored */
    assert_false(store_is_away(s[0]));
    store_close(s[0]);
    store_close(s[1]);
}

/* ---- Jobs of two nodes that wait for each other ---- */
enum { CROSSING_ROWS = 30 };

typedef struct crossing {
    store *s;
    pthread_barrier_t *start;
    bool backwards;
    store_result result;
    char error[STORE_ERROR_MAX];
} crossing;

static void *put_crossing_rows(void *argument)
{
    crossing *c = argument;
    store_op ops[CROSSING_ROWS];
    store_job job = {ops, CROSSING_ROWS, STORE_FAILED};
    for (uint32_t i = 0; i < CROSSING_ROWS; i++)
        set_op(&ops[i], "crossing", c->backwards ? CROSSING_ROWS - i : i + 1, "x", true);
    pthread_barrier_wait(c->start);
    store_commit_jobs(c->s, &job, 1, c->error);
    c->result = job.result;
    return NULL;
}

/* Both put the same rows as new, in opposite orders, so that the database ends one of them: it is
 * run again, and its answer is that somebody was first. */
static void crossing_jobs_are_no_failure(void **unused)
{
    (void)unused;
    pthread_barrier_t start;
    pthread_t thread[2];
    crossing c[2] = {{.start = &start}, {.start = &start, .backwards = true}};
    pthread_barrier_init(&start, NULL, 2);
    for (int i = 0; i < 2; i++) {
        c[i].s = store_open_postgres(getenv("AZULEJO_TEST_POSTGRES"),
                                     &(store_options){.durable = true}, c[i].error);
        assert_non_null(c[i].s);
    }
    for (int round = 0; round < 2; round++) {
        const store_op all = {.key = "crossing", .whole_key = true};
        assert_true(store_commit(c[0].s, &all, 1, c[0].error));
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, put_crossing_rows, &c[i]), 0);
        for (int i = 0; i < 2; i++)
            pthread_join(thread[i], NULL);
        assert_int_equal(c[0].result + c[1].result, STORE_STORED + STORE_CONFLICT);
        assert_true(c[0].result != STORE_FAILED && c[1].result != STORE_FAILED);
        assert_int_equal(store_count(c[0].s, "crossing", 100), CROSSING_ROWS);
    }
    for (int i = 0; i < 2; i++)
        store_close(c[i].s);
    pthread_barrier_destroy(&start);
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

/* Whatever name leads to the file, it is one file. */
static void one_server_an_inode(void **unused)
{
    (void)unused;
    char error[STORE_ERROR_MAX], other[300];
    new_path();
    store *s = open_file();
    snprintf(other, sizeof other, "%s.link", path);
    for (int hard = 0; hard < 2; hard++) {
        assert_int_equal(hard ? link(path, other) : symlink(path, other), 0);
        assert_null(store_open_sqlite(other, &(store_options){.durable = true}, error));
        assert_non_null(strstr(error, "another server"));
        unlink(other);
    }
    store_close(s);
}

static void a_file_is_private(void **unused)
{
    (void)unused;
    struct stat st;
    char name[300];
    new_path();
    store_close(open_file());
    snprintf(name, sizeof name, "%s-mark", path);
    assert_int_equal(chmod(path, 0644) | chmod(name, 0666), 0);
    store_close(open_file());
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(stat(name, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

/* ---- The log ---- */
static store_figures figures(store *s)
{
    store_figures f;
    store_get_figures(s, &f);
    return f;
}

/* The thread moves it by itself; an idle writer empties it. */
static void the_log_reaches_the_file(void **unused)
{
    (void)unused;
    static char data[3000];
    memset(data, 'x', sizeof data - 1);
    new_path();
    store *s = open_file();
    for (uint32_t n = 0; n < 20; n++)
        put(s, "event/A", n, data);
    assert_true(figures(s).log_bytes > 20 * sizeof data);
    store_figures f = figures(s); /* a log of this millisecond has no age yet */
    for (int i = 0; i < 1000 && (f.log_age_ms || f.data_bytes <= 20 * sizeof data); i++) {
        usleep(10000);
        f = figures(s);
    }
    assert_true(f.data_bytes > 20 * sizeof data);
    assert_true(f.checkpoints >= 1);
    assert_int_equal(f.checkpoint_failures, 0);
    assert_int_equal(f.log_age_ms, 0);
    assert_true(store_tend(s, STORE_IDLE));
    assert_int_equal(figures(s).log_bytes, 0);
    put(s, "event/A", 99, "small");
    assert_true(figures(s).log_bytes > 0);
    store_close(s);
}

/* Without a pause between commits it begins again and again too, though never all of it is moved
 * while the next commit is written: when it has 32 MB the committing thread moves the rest. The
 * other thread may be moving it just then, so it may become a little longer. */
static void the_log_stays_short(void **unused)
{
    (void)unused;
    enum { ROWS = 20, COMMITS = 1200, LOG_MAX = 40 << 20 };
    static char data[4000];
    static store_op ops[ROWS];
    char error[STORE_ERROR_MAX];
    uint64_t most = 0;
    new_path();
    store *s = open_file();
    for (uint32_t n = 0; n < COMMITS; n++) {
        for (uint32_t i = 0; i < ROWS; i++)
            ops[i] = (store_op){.key = "event/A", .n = ROWS * n + i, .data = data, .length = 4000};
        assert_true(store_commit(s, ops, ROWS, error));
        store_tend(s, STORE_BETWEEN);
        const uint64_t bytes = figures(s).log_bytes;
        most = bytes > most ? bytes : most;
    }
    assert_true(most < LOG_MAX);
    assert_true(figures(s).checkpoints >= 1);
    store_close(s);
}

static store_figures checked(store *s)
{
    store_figures f = figures(s);
    for (int i = 0; i < 1000 && f.check < CHECK_GOOD; i++) {
        usleep(10000);
        f = figures(s);
    }
    return f;
}

static store *open_checked(void)
{
    char error[STORE_ERROR_MAX];
    store *s = store_open_sqlite(path, &(store_options){.durable = true}, error);
    assert_non_null(s);
    return s;
}

/* The background check: tables whose events have a gap, no tail, no table row, or a row alone. */
static void the_check_finds_what_is_missing(void **unused)
{
    (void)unused;
    static const struct {
        const char *key;
        uint32_t n;
    } gone[] = {
        {"event/good", 2}, {"event/good", UINT32_MAX}, {"table/good", 0}, {"event/good", 3}};
    for (unsigned i = 0; i < 5; i++) {
        new_path();
        store *s = open_file();
        put(s, "event/good", 1, "{}");
        put(s, "event/good", 2, "{}");
        put(s, "event/good", 3, "{}");
        put(s, "event/good", UINT32_MAX, "{\"n\":3}");
        put(s, "table/good", 0, "{}");
        put(s, "live/good", 0, "{}");
        if (i < 4)
            put(s, gone[i].key, gone[i].n, NULL);
        store_close(s);
        s = open_checked();
        const store_figures f = checked(s);
        assert_int_equal(f.check, i < 4 ? CHECK_DAMAGED : CHECK_GOOD);
        assert_int_equal(store_is_damaged(s), i < 4);
        assert_int_equal(f.checked_rows, i < 4 ? 5 : 6);
        assert_true(i == 4 ? f.problems == 0 : f.problems >= 1);
        store_close(s);
    }
}

/* It ends at once, wherever it is. */
static void the_check_is_stopped(void **unused)
{
    (void)unused;
    static char data[STORE_ROW_MAX];
    static store_op ops[500];
    char error[STORE_ERROR_MAX];
    new_path();
    store *s = open_file();
    for (uint32_t n = 0; n < 500; n++)
        ops[n] = (store_op){.key = "seat/x/", .n = n, .data = data, .length = 500};
    for (uint32_t k = 0; k < 20; k++) {
        for (uint32_t n = 0; n < 500; n++)
            snprintf(ops[n].key, sizeof ops[n].key, "person/%u", k);
        assert_true(store_commit(s, ops, 500, error));
    }
    store_close(s);
    for (unsigned i = 0; i < 20; i++) {
        s = open_checked();
        usleep(i * 1000);
        assert_false(store_is_damaged(s)); /* being stopped is no damage */
        store_close(s);
    }
}

/* ---- Damage ---- */
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

/* ---- Group commit ---- */
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
    assert_int_equal(f.conflicts, 0);
    assert_int_equal(in_order, 500);
    assert_int_equal(f.jobs, 500);
    assert_true(f.groups < 500);
    writer_free(w);
    store_close(s);
    unlink(path);
}

static store_result results[4];

static void note_result(void *context, writer_job *j)
{
    (void)context;
    results[strtoul(j->owner, NULL, 10)] = j->result;
    assert_int_equal(j->stored, j->result == STORE_STORED);
    reported++;
}

/* Each job hears its own result; the log keeps nothing after a job that asks for that. */
static void each_job_its_result(void **unused)
{
    (void)unused;
    new_path();
    store *s = open_file();
    writer *w = writer_new(s, wake, NULL);
    reported = 0;
    for (unsigned i = 0; i < 4; i++) {
        char owner[16];
        snprintf(owner, sizeof owner, "%u", i);
        writer_job *j = writer_job_new(note_result, NULL, owner);
        assert_true(i == 3 ? writer_job_drop_all(j, "event/X")
                           : writer_job_add(j, "event/X", i / 2, owner, 1));
        j->truncate_log = i == 3;
        writer_submit(w, j);
    }
    while (reported < 4) {
        usleep(1000);
        writer_collect(w);
    }
    assert_int_equal(results[0], STORE_STORED);
    assert_int_equal(results[1], STORE_CONFLICT);
    assert_int_equal(results[2], STORE_STORED);
    assert_int_equal(results[3], STORE_STORED);
    assert_int_equal(writer_count(w).conflicts, 1);
    for (int i = 0; i < 1000 && figures(s).log_bytes; i++)
        usleep(1000);
    assert_int_equal(figures(s).log_bytes, 0);
    lists(s, "event/", "");
    writer_free(w);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_keeps_the_laws),
        cmocka_unit_test(sqlite_keeps_the_laws_and_the_rows),
        cmocka_unit_test(a_copy_goes_on),
        cmocka_unit_test(one_server_a_file),
        cmocka_unit_test(one_server_an_inode),
        cmocka_unit_test(a_file_is_private),
        cmocka_unit_test(the_log_reaches_the_file),
        cmocka_unit_test(the_log_stays_short),
        cmocka_unit_test(the_check_finds_what_is_missing),
        cmocka_unit_test(the_check_is_stopped),
        cmocka_unit_test(damage_is_found_and_the_rest_goes_on),
        cmocka_unit_test(many_jobs_few_groups),
        cmocka_unit_test(each_job_its_result),
    };
    const struct CMUnitTest shared[] = {
        cmocka_unit_test(postgres_keeps_the_laws_and_the_rows),
        cmocka_unit_test(two_nodes_one_history),
        cmocka_unit_test(crossing_jobs_are_no_failure),
    };
    if (sodium_init() < 0)
        return 1;
    return getenv("AZULEJO_TEST_POSTGRES") ? cmocka_run_group_tests(shared, NULL, NULL)
                                           : cmocka_run_group_tests(tests, NULL, NULL);
}
