/* Room on the disc: what disc-reserve means, and the removal of games that have been over for
 * finished-days. */
#include "server/admin.h"
#include "server/space.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t MB = CONFIG_MB, DAY_MS = 86400000;

/* ---- disc-reserve ---- */
static bool is_short(uint64_t free_mb, uint64_t in_file_mb, bool was_short)
{
    const store_figures f = {.disc_bytes = 100000 * MB,
                             .disc_free_bytes = free_mb * MB,
                             .data_free_bytes = in_file_mb * MB};
    return space_is_short(&f, 1000 * MB, was_short);
}

static void test_short(void **state)
{
    const store_figures no_file = {0};
    (void)state;
    assert_false(is_short(1000, 0, false));
    assert_true(is_short(999, 0, false));
    assert_true(is_short(1099, 0, true)); /* a tenth more */
    assert_false(is_short(1100, 0, true));
    assert_false(is_short(300, 800, false)); /* free pages of the file count … */
    assert_true(is_short(249, 800, false));  /* … while the log has room */
    assert_false(space_is_short(&no_file, 1000 * MB, false));
}

static void test_reserve(void **state)
{
    static const char *const wrong[] = {"", "5%", "-1", "1e3", "autos"};
    char error[CONFIG_ERROR_MAX];
    config c;
    (void)state;
    config_default(&c);
    assert_true(config_check(&c, error));
    assert_int_equal(config_disc_reserve(&c, 2000 * MB), 100 * MB);
    assert_int_equal(config_disc_reserve(&c, 1000000 * MB), 500 * MB);
    assert_true(config_set(&c, "disc-reserve", "0", error) && config_check(&c, error));
    assert_int_equal(config_disc_reserve(&c, 2000 * MB), 0);
    assert_true(config_set(&c, "disc-reserve", "30000", error) && config_check(&c, error));
    assert_int_equal(config_disc_reserve(&c, 2000 * MB), 30000 * MB);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_true(config_set(&c, "disc-reserve", wrong[i], error));
        assert_false(config_check(&c, error));
        assert_non_null(strstr(error, "disc-reserve"));
    }
}

/* ---- finished-days ---- */
static void put(hub *h, const char *key, uint32_t n, const char *text, size_t length)
{
    char error[STORE_ERROR_MAX];
    store_op op = {.n = n, .data = text, .length = length};
    snprintf(op.key, sizeof op.key, "%s", key);
    assert_true(store_commit(h->store, &op, 1, error));
}

static void plant(hub *h, const char *id, uint64_t made_ms, uint64_t over_ms)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    const game_row row = {.options = {.rules = {AZJ_CLASSIC, 2, AZJ_NOBODY, 0}},
                          .made_ms = made_ms};
    const game_event e = {.n = 1, .kind = over_ms ? GAME_END : GAME_PHRASE, .at_ms = over_ms};
    snprintf(key, sizeof key, "table/%s", id);
    put(h, key, 0, text, game_row_write(&row, text, sizeof text));
    snprintf(key, sizeof key, "event/%s", id);
    put(h, key, 1, text, game_event_write(&e, text, sizeof text));
    put(h, key, GAME_TAIL, "{\"n\":1}", 7);
    snprintf(key, sizeof key, "live/%s", id);
    if (!over_ms)
        put(h, key, 0, "{}", 2);
}

static bool is_there(hub *h, const char *id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    size_t length;
    snprintf(key, sizeof key, "table/%s", id);
    return store_get(h->store, key, 0, text, sizeof text, &length) != STORE_NONE;
}

static void no_wake(void *context)
{
    (void)context;
}

static hub *hub_on_file(const char *path, uint32_t days)
{
    char error[CONFIG_ERROR_MAX];
    config c;
    config_default(&c);
    c.finished_days = days;
    c.durable = 0;
    snprintf(c.data, sizeof c.data, "%s", path);
    hub *h = admin_hub_new(&c, error);
    assert_non_null(h);
    h->readers = workers_new(1, no_wake, h);
    assert_non_null(h->readers);
    return h;
}

static void sweep(hub *h)
{
    finished_begin(h);
    while (h->finished) {
        workers_collect(h->readers);
        writer_collect(h->writer);
        finished_second(h);
    }
}

/* More than one request's worth, a younger one, and one that is not over. */
static void test_finished_days(void **state)
{
    char path[64], id[GAME_ID_MAX];
    const uint64_t now = hub_wall_ms(), old = now - 31 * DAY_MS;
    (void)state;
    snprintf(path, sizeof path, "/tmp/test-space-%d.db", (int)getpid());
    hub *h = hub_on_file(path, 30);
    for (unsigned i = 0; i < ADMIN_TABLES_MAX + 5; i++) {
        snprintf(id, sizeof id, "old%09u", i);
        plant(h, id, old - 1000, old);
    }
    plant(h, "young0000000", old - 1000, now - 29 * DAY_MS);
    plant(h, "unfinished00", old - 1000, 0);
    sweep(h); /* the server was not there a week ago */
    assert_true(is_there(h, "old000000000"));
    h->clock.since_ms = now - 8 * DAY_MS;
    h->config.finished_days = 0;
    sweep(h);
    assert_true(is_there(h, "old000000000"));
    h->config.finished_days = 30;
    sweep(h);
    assert_int_equal(store_count(h->store, "table/", 1000), 2);
    assert_true(is_there(h, "young0000000") && is_there(h, "unfinished00"));
    assert_int_equal(store_count(h->store, "audit/", 10), 2); /* one a request */
    hub_free(h);
    for (const char *const *end = (const char *const[]){"", "-wal", "-shm", "-mark", NULL}; *end;
         end++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, *end);
        unlink(name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short),
        cmocka_unit_test(test_reserve),
        cmocka_unit_test(test_finished_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
