/* store_laws.c - the laws that every back end of the store keeps. */
#include "store_laws.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

void put(store *s, const char *key, uint32_t n, const char *data)
{
    char error[STORE_ERROR_MAX];
    store_op op = {.n = n, .data = data, .length = data ? strlen(data) : 0};
    snprintf(op.key, sizeof op.key, "%s", key);
    assert_true(store_commit(s, &op, 1, error));
}

bool list_row(void *context, const store_row *row)
{
    listing *l = context;
    l->damaged += !row->intact;
    if (row->intact)
        l->length += (size_t)snprintf(l->text + l->length, sizeof l->text - l->length,
                                      "%s:%u=%.*s;", row->key, row->n, (int)row->length, row->data);
    return l->length < sizeof l->text - 300;
}

void lists(store *s, const char *prefix, const char *expected)
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

void set_op(store_op *op, const char *key, uint32_t n, const char *data, bool is_new)
{
    *op = (store_op){.n = n, .data = data, .length = data ? strlen(data) : 0, .is_new = is_new};
    snprintf(op->key, sizeof op->key, "%s", key);
}

/* Jobs of one commit: who comes second stores nothing, and the others are stored all the same. */
static void conflict_laws(store *s)
{
    char error[STORE_ERROR_MAX];
    store_op a[2], b[2], c[2], d[3];
    set_op(&a[0], "job/A", 1, "a1", true);
    set_op(&a[1], "job/A", 2, "a2", true);
    set_op(&b[0], "job/B", 1, "b1", false);
    set_op(&b[1], "job/A", 2, "second", true); /* A was first */
    set_op(&c[0], "job/C", 1, "c1", true);
    set_op(&c[1], "job/C", 1, "again", true); /* itself was first */
    set_op(&d[0], "job/D", 1, "d1", true);
    set_op(&d[1], "job/D", 1, NULL, false);
    set_op(&d[2], "job/D", 1, "d2", true); /* gone again: new */
    store_job jobs[] = {
        {a, 2, STORE_FAILED}, {b, 2, STORE_FAILED}, {c, 2, STORE_FAILED}, {d, 3, STORE_FAILED}};
    assert_true(store_commit_jobs(s, jobs, 4, error));
    assert_int_equal(jobs[0].result, STORE_STORED);
    assert_int_equal(jobs[1].result, STORE_CONFLICT);
    assert_int_equal(jobs[2].result, STORE_CONFLICT);
    assert_int_equal(jobs[3].result, STORE_STORED);
    lists(s, "job/", "job/A:1=a1;job/A:2=a2;job/D:1=d2;");
    assert_false(store_commit(s, b, 2, error));
    assert_non_null(strstr(error, "already"));
    set_op(&b[1], "job/A", 2, "put", false); /* without is_new it replaces */
    assert_true(store_commit(s, b, 2, error));
    lists(s, "job/", "job/A:1=a1;job/A:2=put;job/B:1=b1;job/D:1=d2;");
    set_op(&a[0], "job/A", 0, NULL, false);
    a[0].whole_key = true;
    set_op(&a[1], "job/A", 1, "new", true);
    assert_true(store_commit(s, a, 2, error));
    lists(s, "job/", "job/A:1=new;job/B:1=b1;job/D:1=d2;");
}

/* A job with a guard is stored only while the row has the bytes that it names. */
static void guard_laws(store *s)
{
    char error[STORE_ERROR_MAX];
    store_op a[3], b[2], c[2];
    put(s, "lease/A", 0, "mine");
    set_op(&a[0], "lease/A", 0, "mine", false);
    a[0].is_guard = true;
    set_op(&a[1], "held/A", 1, "a1", true);
    set_op(&a[2], "a note", 0, NULL, false);
    a[2].is_note = true;
    set_op(&b[0], "lease/A", 0, "min", false);
    b[0].is_guard = true;
    set_op(&b[1], "held/B", 1, "b1", true);
    set_op(&c[0], "lease/A", 0, NULL, false); /* whatever it holds */
    c[0].is_guard = true;
    set_op(&c[1], "held/C", 1, "c1", true);
    store_job jobs[] = {{b, 2, STORE_FAILED}, {a, 3, STORE_FAILED}, {c, 2, STORE_FAILED}};
    assert_true(store_commit_jobs(s, jobs, 3, error));
    assert_int_equal(jobs[0].result, STORE_CONFLICT);
    assert_int_equal(jobs[1].result, STORE_STORED);
    assert_int_equal(jobs[2].result, STORE_STORED);
    lists(s, "held/", "held/A:1=a1;held/C:1=c1;");
    lists(s, "lease/", "lease/A:0=mine;");
    put(s, "lease/A", 0, NULL);
    set_op(&c[1], "held/C", 2, "c2", true);
    assert_false(store_commit(s, c, 2, error)); /* it is gone */
    lists(s, "held/", "held/A:1=a1;held/C:1=c1;");
}

static void set_replace(store_op *op, const char *key, uint32_t n, const char *before,
                        const char *data)
{
    set_op(op, key, n, data, false);
    op->before = before;
    op->before_length = strlen(before);
}

/* A row is replaced only while it has the bytes that the job names. So nothing is appended to what
 * somebody removed, though the appended row would be new. */
static void replace_laws(store *s)
{
    char error[STORE_ERROR_MAX];
    store_op a[3], b[2], c[2], d[2];
    put(s, "log/A", 1, "a1");
    put(s, "log/A", 9, "1 row");
    set_op(&a[0], "log/A", 2, "a2", true);
    set_replace(&a[1], "log/A", 9, "1 row", "2 rows");
    set_replace(&a[2], "log/A", 9, "2 rows", "two rows"); /* what the job did before counts */
    set_op(&b[0], "log/B", 1, "b1", true);
    set_replace(&b[1], "log/A", 9, "1 row", "other"); /* A was first */
    set_op(&c[0], "log/C", 1, "c1", true);
    set_replace(&c[1], "log/A", 9, "two row", "other"); /* not all of the bytes */
    store_job jobs[] = {{a, 3, STORE_FAILED}, {b, 2, STORE_FAILED}, {c, 2, STORE_FAILED}};
    assert_true(store_commit_jobs(s, jobs, 3, error));
    assert_int_equal(jobs[0].result, STORE_STORED);
    assert_int_equal(jobs[1].result, STORE_CONFLICT);
    assert_int_equal(jobs[2].result, STORE_CONFLICT);
    lists(s, "log/", "log/A:1=a1;log/A:2=a2;log/A:9=two rows;");
    set_op(&d[0], "log/A", 0, NULL, false);
    d[0].whole_key = true;
    set_replace(&d[1], "log/A", 9, "two rows", "other"); /* the job itself removed it */
    assert_false(store_commit(s, d, 2, error));
    assert_true(store_commit(s, d, 1, error));
    set_op(&a[0], "log/A", 3, "a3", true);
    set_replace(&a[1], "log/A", 9, "two rows", "3 rows");
    assert_false(store_commit(s, a, 2, error));
    assert_non_null(strstr(error, "changed"));
    lists(s, "log/", "");
}

static void key_laws(store *s)
{
    char error[STORE_ERROR_MAX], expected[4096];
    listing l = {.text = ""};
    size_t n = 0;
    for (uint32_t i = 1; i <= 100; i++) { /* more than a page of any back end */
        put(s, "event/P", i, "p");
        if (i >= 90)
            n += (size_t)snprintf(expected + n, sizeof expected - n, "event/P:%u=p;", i);
    }
    put(s, "event/P", UINT32_MAX, "tail");
    put(s, "event/PP", 95, "another");
    snprintf(expected + n, sizeof expected - n, "event/P:4294967295=tail;");
    assert_true(store_scan_key(s, "event/P", 90, list_row, &l, error));
    assert_string_equal(l.text, expected);
    assert_int_equal(store_count(s, "event/P", 1000), 102);
}

/* One row of several keys: only those that exist, and nothing of a key that begins alike. */
static void rows_of_keys(store *s)
{
    static const char *const keys[] = {"some/b", "some/none", "some/a\"\\,", "some"};
    char error[STORE_ERROR_MAX];
    listing l = {.length = 0};
    put(s, keys[0], 7, "b7");
    put(s, keys[0], 8, "b8");
    put(s, keys[2], 7, "a7");
    put(s, keys[3], 6, "6");
    assert_true(store_get_rows(s, keys, 4, 7, list_row, &l, error));
    assert_int_equal(l.length, strlen("some/b:7=b7;some/a\"\\,:7=a7;"));
    assert_non_null(strstr(l.text, "some/b:7=b7;"));
    assert_non_null(strstr(l.text, "some/a\"\\,:7=a7;"));
    assert_true(store_get_rows(s, keys, 0, 7, list_row, &l, error));
}

void keeps_the_laws(store *s)
{
    rows_of_keys(s);
    laws(s);
    conflict_laws(s);
    guard_laws(s);
    replace_laws(s);
    key_laws(s);
}
