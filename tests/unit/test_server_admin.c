/* What administration is made of: ranges of addresses, durations, bans, device cookies, the order
 * of urgent work, and the removal of a table with all its rows. */
#include "server/account.h"
#include "server/admin.h"
#include "server/cidr.h"
#include "server/device.h"
#include "server/duration.h"

#include "check.h"

#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ranges ---- */
static bool within(const char *outer, const char *inner)
{
    cidr a, b;
    assert_true(cidr_parse(outer, &a));
    assert_true(cidr_parse(inner, &b));
    return cidr_contains(&a, &b);
}

static void test_ranges(void **state)
{
    (void)state;
    assert_true(within("192.0.2.0/24", "192.0.2.255"));
    assert_false(within("192.0.2.0/24", "192.0.3.0"));
    assert_true(within("192.0.2.7", "192.0.2.7"));
    assert_false(within("192.0.2.7", "192.0.2.8"));
    assert_true(within("192.0.2.128/25", "192.0.2.200"));
    assert_false(within("192.0.2.128/25", "192.0.2.127"));
    assert_true(within("10.9.8.7/8", "10.255.0.1")); /* bits after the prefix do not matter */
    assert_true(within("2001:db8::/32", "2001:db8:1:2::/64"));
    assert_false(within("2001:db8::/32", "2001:db9::1"));
    assert_true(within("2001:db8::1", "2001:db8::/64")); /* of IPv6 the /64 is known alone */
    assert_true(within("2001:db8::1", "2001:db8::2"));
    assert_false(within("2001:db8::1", "2001:db8:0:1::1"));
    assert_true(within("::ffff:192.0.2.0/120", "192.0.2.9")); /* IPv4 in the clothes of IPv6 */
    assert_false(within("192.0.2.0/24", "192.0.0.0/16"));     /* the larger is not in the smaller */
}

static void test_families_apart(void **state)
{
    static const char *const six[] = {"::1", "::/64", "::/16", "::/0", "2001:db8::/32"};
    static const char *const four[] = {"127.0.0.1", "198.51.100.7", "0.0.0.0/0", "::ffff:1.2.3.4"};
    (void)state;
    for (size_t i = 0; i < sizeof six / sizeof *six; i++)
        for (size_t k = 0; k < sizeof four / sizeof *four; k++) {
            assert_false(within(six[i], four[k]));
            assert_false(within(four[k], six[i]));
        }
    assert_true(within("::/16", "::1"));
    assert_true(within("::ffff:0:0/96", "198.51.100.7"));
}

static void test_range_texts(void **state)
{
    static const char *const good[][2] = {
        {"192.0.2.7", "192.0.2.7"},         {"192.0.2.7/32", "192.0.2.7"},
        {"192.0.2.7/24", "192.0.2.0/24"},   {"2001:DB8:0:0::1", "2001:db8::/64"},
        {"2001:db8::/48", "2001:db8::/48"}, {"::ffff:192.0.2.7", "192.0.2.7"}};
    static const char *const bad[] = {
        "",           "zoe",         "192.0.2",     "192.0.2.7/33",
        "192.0.2.7/", "192.0.2.7/x", "2001:db8::g", "2001:db8::/129",
        "1.2.3.4/-1", "1.2.3.4/ 8",  "1.2.3.4/8 ",  "::ffff:1.2.3.4/20"};
    cidr range;
    char text[CIDR_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(cidr_parse(good[i][0], &range));
        cidr_text(&range, text);
        assert_string_equal(text, good[i][1]);
        assert_true(cidr_parse(text, &range)); /* and back */
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(cidr_parse(bad[i], &range));
    assert_true(cidr_parse("0.0.0.0/7", &range) && cidr_is_too_wide(&range));
    assert_true(cidr_parse("10.0.0.0/8", &range) && !cidr_is_too_wide(&range));
    assert_true(cidr_parse("2000::/15", &range) && cidr_is_too_wide(&range));
    assert_true(cidr_parse("2001::/16", &range) && !cidr_is_too_wide(&range));
}

/* ---- Durations ---- */
static void test_durations(void **state)
{
    static const char *const bad[] = {"",    "7",   "d",    "0d",          "-1d", "7 d",
                                      "7dd", "7D",  "1.5h", "9999999999d", "1y",  "36526d",
                                      "+1d", " 1d", "7d ",  "0x1d"};
    uint64_t ms = 0;
    (void)state;
    assert_true(duration_parse("45s", &ms) && ms == 45000);
    assert_true(duration_parse("30m", &ms) && ms == 1800000);
    assert_true(duration_parse("12h", &ms) && ms == 43200000);
    assert_true(duration_parse("7d", &ms) && ms == 604800000);
    assert_true(duration_parse("2w", &ms) && ms == 1209600000);
    assert_true(duration_parse("36525d", &ms) && ms == DURATION_MAX_MS);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(duration_parse(bad[i], &ms));
}

/* ---- Bans ---- */
static void test_bans(void **state)
{
    bans b;
    cidr range;
    char key[STORE_KEY_MAX];
    const ban soon = {.until_ms = 1000, .reason = "rude"}, always = {0};
    (void)state;
    assert_true(bans_init(&b));
    assert_true(cidr_parse("10.0.0.0/8", &range));
    assert_true(bans_put_person(&b, "anna", &soon) && bans_put_range(&b, &range, &always));
    assert_non_null(bans_of_person(&b, "anna", 999));
    assert_null(bans_of_person(&b, "anna", 1000)); /* over by itself */
    assert_null(bans_of_person(&b, "bert", 1));
    assert_non_null(bans_of_address(&b, "10.1.2.3", 99999999));
    assert_null(bans_of_address(&b, "11.1.2.3", 1));
    assert_null(bans_of_address(&b, "admin", 1)); /* the host's own socket */
    assert_null(bans_of_address(&b, "", 1));
    assert_false(bans_take_expired(&b, 999, key));
    assert_true(bans_take_expired(&b, 1000, key));
    assert_string_equal(key, "ban/person/anna");
    assert_false(bans_take_expired(&b, 1000, key));
    assert_true(bans_drop_range(&b, &range));
    assert_false(bans_drop_range(&b, &range));
    bans_release(&b);
}

/* ---- Devices ---- */
static void test_devices(void **state)
{
    const uint8_t key[IDENTITY_KEY_BYTES] = {1}, other_key[IDENTITY_KEY_BYTES] = {2};
    identity anna = {.id = "anna", .device = "one", .password = "x"}, bert = {.id = "bert"};
    char cookie[DEVICE_COOKIE_MAX], header[DEVICE_COOKIE_MAX + 32];
    device d;
    (void)state;
    device_cookie(key, &anna, "", 1000, false, cookie, sizeof cookie);
    cookie[strcspn(cookie, ";")] = 0;
    snprintf(header, sizeof header, "azulejo=1.x.y; %s; more=1", cookie);
    assert_true(device_from_cookies(key, header, 1001, &d));
    assert_true(device_knows(key, &d, &anna));
    assert_false(device_knows(key, &d, &bert));
    anna.epoch++; /* a logout */
    assert_true(device_knows(key, &d, &anna));
    snprintf(anna.device, sizeof anna.device, "two"); /* another password */
    assert_false(device_knows(key, &d, &anna));
    assert_null(strstr(cookie, "anna"));
    assert_false(device_from_cookies(other_key, header, 1001, &d));
    assert_false(device_from_cookies(key, header, 1000 + 401 * 86400, &d));
    cookie[20] ^= 1;
    assert_false(device_from_cookies(key, cookie, 1001, &d));
    assert_int_equal(d.id[0], 0);
}

/* ---- Urgent work ---- */
typedef struct numbered {
    work work;
    char name;
} numbered;

static char order[16];
static atomic_uint noted;

static void note(work *w, unsigned worker)
{
    (void)worker;
    order[atomic_load(&noted)] = ((numbered *)w)->name;
    atomic_fetch_add(&noted, 1);
}

typedef struct blocking {
    work work;
    atomic_bool busy, go;
} blocking;

static void block(work *w, unsigned worker)
{
    blocking *b = (blocking *)w;
    (void)worker;
    atomic_store(&b->busy, true);
    while (!atomic_load(&b->go))
        continue;
}

static void no_more(work *w)
{
    (void)w;
}

static void no_wake(void *context)
{
    (void)context;
}

static void test_urgent_work_first(void **state)
{
    blocking first = {.work = {.run = block, .done = no_more}};
    numbered all[8] = {{.name = 'a'}, {.name = 'b'}, {.name = 'C'}, {.name = 'd'},
                       {.name = 'E'}, {.name = 'F'}, {.name = 'G'}, {.name = 'H'}};
    workers *p = workers_new(1, no_wake, NULL);
    (void)state;
    memset(order, 0, sizeof order);
    atomic_store(&noted, 0);
    assert_true(workers_submit(p, &first.work));
    while (!atomic_load(&first.busy))
        continue; /* the one worker has it now */
    for (unsigned i = 0; i < 8; i++) {
        all[i].work.run = note;
        all[i].work.done = no_more;
        all[i].work.urgent = all[i].name < 'a';
        assert_true(workers_submit(p, &all[i].work));
    }
    atomic_store(&first.go, true);
    while (atomic_load(&noted) < 8)
        continue;
    workers_free(p);
    assert_string_equal(order, "CEFaGHbd"); /* nothing waits for ever */
}

/* ---- Removing a table ---- */
static void put(store *s, const char *key, uint32_t n, const char *text)
{
    char error[STORE_ERROR_MAX];
    store_op op = {.n = n, .data = text, .length = strlen(text)};
    snprintf(op.key, sizeof op.key, "%s", key);
    assert_true(store_commit(s, &op, 1, error));
}

/* Two nodes that write in the same millisecond keep both rows; within one, rows are in order. */
static void test_audit_of_two_nodes(void **unused)
{
    (void)unused;
    audit_clock one, other, alone;
    const audit_entry e = {.uid = 1, .user = "host", .args = "[\"ban\"]"};
    writer_job *j = writer_job_new(NULL, NULL, "");
    assert_non_null(j);
    audit_clock_init(&one, true);
    audit_clock_init(&other, true);
    audit_clock_init(&alone, false);
    assert_true(audit_put(&one, j, &e, 1000) && audit_put(&one, j, &e, 1000));
    assert_true(audit_put(&other, j, &e, 1000) && audit_put(&other, j, &e, 1001));
    assert_true(audit_put(&alone, j, &e, 1000));
    assert_string_equal(j->ops[0].key, j->ops[2].key);
    assert_int_not_equal(j->ops[0].n, j->ops[2].n);
    assert_int_equal(j->ops[0].n + 1, j->ops[1].n);
    assert_string_not_equal(j->ops[2].key, j->ops[3].key);
    assert_int_equal(j->ops[4].n, 0);
    writer_job_free(j);
}

static void put_event(store *s, const char *table, const game_event *e)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    game_event_write(e, text, sizeof text);
    snprintf(key, sizeof key, "event/%s", table);
    put(s, key, e->n, text);
}

typedef struct left {
    unsigned count;
    char names[512];
} left;

static bool take_left(void *context, const store_row *row)
{
    left *l = context;
    if (strncmp(row->key, "meta/", 5) != 0) {
        l->count++;
        snprintf(l->names + strlen(l->names), sizeof l->names - strlen(l->names), "%s ", row->key);
    }
    return true;
}

static void removed(void *context, bool good)
{
    *(int *)context = good ? 1 : -1;
}

/* A game with many events and people who came and went, with the index rows of both formats. */
static void plant(store *s, const char *id)
{
    char key[STORE_KEY_MAX], text[GAME_ROW_MAX];
    game_row row = {.options = {.rules = {AZJ_CLASSIC, 2, AZJ_NOBODY, 0}}, .made_ms = 5};
    snprintf(row.owner, sizeof row.owner, "owner");
    game_row_write(&row, text, sizeof text);
    snprintf(key, sizeof key, "table/%s", id);
    put(s, key, 0, text);
    for (uint32_t n = 1; n <= 300; n++) {
        game_event e = {.n = n,
                        .kind = n < 200    ? GAME_SIT
                                : n == 300 ? GAME_END
                                           : GAME_PHRASE,
                        .at_ms = 1000 + n};
        if (n < 200) {
            snprintf(e.text, sizeof e.text, "p%u Name", n);
            snprintf(key, sizeof key, "seat/p%u/2/%s", n, id);
            put(s, key, 0, "{\"left\":true}");
        }
        put_event(s, id, &e);
    }
    snprintf(key, sizeof key, "event/%s", id);
    put(s, key, GAME_TAIL, "{\"n\":300}");
    snprintf(key, sizeof key, "live/%s", id);
    put(s, key, 0, "{\"due\":77,\"idle\":88}");
    snprintf(key, sizeof key, "due/%016d/%s", 77, id);
    put(s, key, 0, "{}");
    snprintf(key, sizeof key, "idle/%016d/%s", 88, id);
    put(s, key, 0, "{}");
    snprintf(key, sizeof key, "made/owner/%s", id);
    put(s, key, 0, "{}");
    snprintf(key, sizeof key, "seat/p1/1%013llu/%s", 9999999999999ull - 1300, id);
    put(s, key, 0, "{}");
    snprintf(key, sizeof key, "seat/p2/0/%s", id);
    put(s, key, 0, "{}");
}

static hub *hub_in_memory(void)
{
    char error[CONFIG_ERROR_MAX];
    config c;
    config_default(&c);
    snprintf(c.data, sizeof c.data, ":memory:");
    hub *h = admin_hub_new(&c, error);
    assert_non_null(h);
    return h;
}

static void test_removing(void **state)
{
    char error[STORE_ERROR_MAX];
    (void)state;
    hub *h = hub_in_memory();
    left l = {0};
    int done = 0;
    plant(h->store, "gone12345678");
    put(h->store, "table/stays1234567", 0, "{}");
    assert_true(table_remove(h, "gone12345678", "closed", NULL, removed, &done));
    assert_true(table_is_being_removed(h, "gone12345678"));
    assert_false(table_remove(h, "gone12345678", "closed", NULL, removed, &done));
    while (!done)
        writer_collect(h->writer);
    assert_int_equal(done, 1);
    assert_false(table_is_being_removed(h, "gone12345678"));
    for (const char *at = "abcdefghijklmnopqrstuvwxyz"; *at; at++) {
        const char prefix[] = {*at, 0};
        store_scan(h->store, prefix, take_left, &l, error);
    }
    assert_string_equal(l.names, "table/stays1234567 ");
    hub_free(h);
}

static store_methods held_methods;
static bool (*free_commit)(store *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX]);
static atomic_bool is_held;

static bool held_commit(store *s, store_job *jobs, size_t count, char error[STORE_ERROR_MAX])
{
    while (atomic_load(&is_held))
        continue;
    return free_commit(s, jobs, count, error);
}

/* A person's deletion does not bring back rows of a table that is being removed. */
static void test_removing_and_forgetting(void **state)
{
    char error[STORE_ERROR_MAX];
    (void)state;
    hub *h = hub_in_memory();
    left l = {0};
    int done = 0;
    plant(h->store, "gone12345678");
    put(h->store, "gone/p2", 0, "{}");
    held_methods = *h->store->methods;
    free_commit = held_methods.commit;
    held_methods.commit = held_commit;
    h->store->methods = &held_methods;
    atomic_store(&is_held, true);
    assert_true(table_remove(h, "gone12345678", "expired", NULL, removed, &done));
    account_forget_resume(h);
    assert_string_equal(h->forgetting, "p2");
    atomic_store(&is_held, false);
    while (!done || h->forgetting[0])
        writer_collect(h->writer);
    assert_int_equal(done, 1);
    for (const char *at = "abcdefghijklmnopqrstuvwxyz"; *at; at++) {
        const char prefix[] = {*at, 0};
        store_scan(h->store, prefix, take_left, &l, error);
    }
    assert_int_equal(l.count, 1);
    assert_int_equal(strncmp(l.names, "void/", 5), 0);
    hub_free(h);
}

/* A long list of games costs as much as is shown of it. */
static void test_tables_of_a_person(void **state)
{
    hub *h = hub_in_memory();
    char key[STORE_KEY_MAX];
    size_t count = 0;
    (void)state;
    for (unsigned i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "seat/p/1%013u/over%08u", i, i);
        put(h->store, key, 0, "{\"name\":\"P\",\"over\":5}");
    }
    put(h->store, "seat/p/0/running", 0, "{\"name\":\"P\"}");
    put(h->store, "seat/p/2/left", 0, "{\"left\":true}");
    seat_row *rows = person_tables(h, "p", 100, &count);
    assert_int_equal(count, 100);
    assert_string_equal(rows[0].table, "running");
    assert_string_equal(rows[1].table, "over00000000");
    assert_string_equal(rows[99].table, "over00000098");
    free(rows);
    rows = person_tables(h, "p", SIZE_MAX, &count);
    assert_int_equal(count, 502);
    assert_string_equal(rows[501].table, "left");
    assert_false(rows[501].seated);
    free(rows);
    assert_int_equal(store_count(h->store, "seat/p/1", 7), 7);
    assert_int_equal(store_count(h->store, "seat/p/1", 1000), 500);
    hub_free(h);
}

/* ---- Expired bans ---- */
static void store_job_settled(void *context, writer_job *job)
{
    *(bool *)context = job->stored;
}

static void wait_for(hub *h, const bool *flag)
{
    while (!*flag)
        writer_collect(h->writer);
}

static size_t row_of_ban(uint64_t until_ms, char text[BAN_ROW_MAX])
{
    const ban what = {.until_ms = until_ms, .at_ms = 1, .reason = "\xc3\xa9 \"x\""};
    return ban_row_write(&what, text, BAN_ROW_MAX);
}

/* The row of an expired ban goes, but not that of a ban which is renewed at the same time. */
static void test_expired_bans(void **state)
{
    char text[BAN_ROW_MAX];
    bool renewed = false, settled = false;
    size_t length;
    (void)state;
    hub *h = hub_in_memory();
    held_methods = *h->store->methods;
    free_commit = held_methods.commit;
    held_methods.commit = held_commit;
    h->store->methods = &held_methods;
    row_of_ban(1000, text);
    put(h->store, "ban/person/old", 0, text);
    put(h->store, "ban/person/renewed", 0, text);
    put(h->store, "ban/address/192.0.2.0/24", 0, text);
    assert_true(bans_load(&h->bans, h->store, text));
    atomic_store(&is_held, true);
    writer_job *j = writer_job_new(store_job_settled, &renewed, "");
    length = row_of_ban(0, text);
    assert_true(writer_job_put(j, "ban/person/renewed", 0, text, length));
    writer_submit(h->writer, j);
    admin_drop_old_bans(h);
    atomic_store(&is_held, false);
    wait_for(h, &renewed);
    j = writer_job_new(store_job_settled, &settled, "");
    assert_true(writer_job_put(j, "meta/probe", 0, "{}", 2));
    writer_submit(h->writer, j);
    wait_for(h, &settled); /* so the jobs before it are done */
    assert_int_equal(store_get(h->store, "ban/person/old", 0, text, sizeof text, &length),
                     STORE_NONE);
    assert_int_equal(store_get(h->store, "ban/address/192.0.2.0/24", 0, text, sizeof text, &length),
                     STORE_NONE);
    assert_int_equal(store_get(h->store, "ban/person/renewed", 0, text, sizeof text, &length),
                     STORE_FOUND);
    hub_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_families_apart),
        cmocka_unit_test(test_range_texts),
        cmocka_unit_test(test_durations),
        cmocka_unit_test(test_bans),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_urgent_work_first),
        cmocka_unit_test(test_audit_of_two_nodes),
        cmocka_unit_test(test_removing),
        cmocka_unit_test(test_removing_and_forgetting),
        cmocka_unit_test(test_tables_of_a_person),
        cmocka_unit_test(test_expired_bans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
