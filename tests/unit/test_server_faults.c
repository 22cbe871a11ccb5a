/* test_server_faults.c - the disc fails at every write, sync and truncation in turn, or is full, or
 * writes half: each commit then either says that it failed and changed nothing, or it holds.
 *
 * A file system of our own stands between SQLite and the real one and fails on demand. */
#include "check.h"
#include "server/store.h"

#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum fault { NO_FAULT, FAIL_WRITE, FAIL_FULL, FAIL_TORN, FAIL_SYNC } fault;

static struct {
    fault kind;
    int left; /* calls until it strikes; then it stays broken */
    bool struck;
} plan;

static sqlite3_vfs *real;

/* SQLite has one table of methods for the file and another for its log; each gets its double. */
static struct {
    sqlite3_io_methods broken;
    const sqlite3_io_methods *working;
} doubles[4];

static const sqlite3_io_methods *working(const sqlite3_file *f)
{
    for (unsigned i = 0; i < 4; i++)
        if (f->pMethods == &doubles[i].broken)
            return doubles[i].working;
    return NULL;
}

static bool strikes(bool matches)
{
    if (!matches || plan.left-- > 0)
        return false;
    plan.left = 0;
    plan.struck = true;
    return true;
}

static int on_write(sqlite3_file *f, const void *data, int n, sqlite3_int64 at)
{
    if (plan.kind == FAIL_TORN && strikes(true)) {
        working(f)->xWrite(f, data, n / 2, at);
        return SQLITE_IOERR_WRITE;
    }
    if (strikes(plan.kind == FAIL_WRITE))
        return SQLITE_IOERR_WRITE;
    if (strikes(plan.kind == FAIL_FULL))
        return SQLITE_FULL;
    return working(f)->xWrite(f, data, n, at);
}

/* A sync that works is not waited for: the test is about those that fail. */
static int on_sync(sqlite3_file *f, int flags)
{
    (void)f;
    (void)flags;
    return strikes(plan.kind == FAIL_SYNC) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int on_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    (void)v;
    const int rc = real->xOpen(real, name, f, flags, out);
    for (unsigned i = 0; rc == SQLITE_OK && f->pMethods && !working(f) && i < 4; i++) {
        if (!doubles[i].working) {
            doubles[i].working = f->pMethods;
            doubles[i].broken = *f->pMethods;
            doubles[i].broken.xWrite = on_write;
            doubles[i].broken.xSync = on_sync;
        }
        if (f->pMethods == doubles[i].working)
            f->pMethods = &doubles[i].broken;
    }
    return rc;
}

static void install(void)
{
    static sqlite3_vfs ours;
    real = sqlite3_vfs_find(NULL);
    ours = *real;
    ours.zName = "faulty";
    ours.pNext = NULL;
    ours.xOpen = on_open;
    assert_int_equal(sqlite3_vfs_register(&ours, 1), SQLITE_OK);
}

static char path[256];

static store *open_it(void)
{
    char error[STORE_ERROR_MAX];
    store *s = store_open_sqlite(path, &(store_options){.durable = true, .no_check = true}, error);
    assert_non_null(s);
    return s;
}

static void new_file(void)
{
    const char *folder = getenv("TMPDIR");
    static int number;
    snprintf(path, sizeof path, "%s/faults-%d-%d.db", folder ? folder : "/tmp", (int)getpid(),
             number++);
}

static void remove_file(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-mark"};
    for (unsigned i = 0; i < 4; i++) {
        char name[300];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static bool commit(store *s, uint32_t n)
{
    char error[STORE_ERROR_MAX];
    store_op ops[12];
    static const char data[] = "a row of some length, so that pages fill and the tree must grow";
    for (unsigned i = 0; i < 12; i++) {
        ops[i] = (store_op){.n = n, .data = data, .length = sizeof data};
        snprintf(ops[i].key, sizeof ops[i].key, "event/%02u", i);
    }
    return store_commit(s, ops, 12, error);
}

static bool count_row(void *context, const store_row *row)
{
    unsigned *count = context;
    assert_true(row->intact);
    (*count)++;
    return true;
}

static unsigned rows(store *s)
{
    char error[STORE_ERROR_MAX];
    unsigned count = 0;
    assert_true(store_scan(s, "event/", count_row, &count, error));
    return count;
}

/* True when the fault struck at all. */
static bool try_fault(fault kind, int after)
{
    new_file();
    store *s = open_it();
    for (uint32_t n = 1; n <= 20; n++)
        assert_true(commit(s, n));
    plan.kind = kind;
    plan.left = after;
    plan.struck = false;
    unsigned good = 20;
    for (uint32_t n = 21; n <= 23; n++) { /* more than one: a broken disc stays broken */
        const bool stored = commit(s, n);
        good += stored;
        assert_int_equal(rows(s), 12 * good);
        if (!stored)
            break;
    }
    const bool struck = plan.struck;
    plan.kind = NO_FAULT; /* the disc is back */
    for (uint32_t n = 100; n < 103; n++)
        good += commit(s, n);
    assert_true(good >= 23);
    assert_int_equal(rows(s), 12 * good);
    store_close(s);
    s = open_it(); /* and all of it is still there */
    assert_int_equal(rows(s), 12 * good);
    store_close(s);
    remove_file();
    return struck;
}

static void all_of(fault kind)
{
    int struck = 0;
    for (int after = 0; after < 200 && try_fault(kind, after); after++)
        struck++;
    printf("%d places\n", struck);
    assert_true(struck > 2);
}

static void a_failed_write(void **unused)
{
    (void)unused;
    all_of(FAIL_WRITE);
}

static void a_full_disc(void **unused)
{
    (void)unused;
    all_of(FAIL_FULL);
}

static void half_a_write(void **unused)
{
    (void)unused;
    all_of(FAIL_TORN);
}

static void a_failed_sync(void **unused)
{
    (void)unused;
    all_of(FAIL_SYNC);
}

/* Moving the log fails: that is counted and said, nothing is lost, and it works when the disc does.
 */
static void a_failed_checkpoint(void **unused)
{
    (void)unused;
    static const fault kinds[] = {FAIL_WRITE, FAIL_FULL, FAIL_TORN, FAIL_SYNC};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        store_figures f;
        new_file();
        store *s = open_it();
        for (uint32_t n = 1; n <= 5; n++)
            assert_true(commit(s, n));
        plan.kind = kinds[i];
        plan.left = 0;
        assert_false(store_tend(s, STORE_IDLE));
        plan.kind = NO_FAULT;
        store_get_figures(s, &f);
        assert_true(f.checkpoint_failures >= 1);
        assert_true(f.log_bytes > 0);
        assert_int_equal(rows(s), 12 * 5);
        assert_true(store_tend(s, STORE_IDLE));
        store_get_figures(s, &f);
        assert_int_equal(f.log_bytes, 0);
        assert_true(commit(s, 6));
        store_close(s);
        s = open_it();
        assert_int_equal(rows(s), 12 * 6);
        store_close(s);
        remove_file();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_write),      cmocka_unit_test(a_full_disc),
        cmocka_unit_test(half_a_write),        cmocka_unit_test(a_failed_sync),
        cmocka_unit_test(a_failed_checkpoint),
    };
    if (sodium_init() < 0)
        return 1;
    install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
