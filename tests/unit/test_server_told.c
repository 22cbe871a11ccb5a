/* test_server_told.c - hidden stays hidden: what a viewer is told is the same, byte for byte, when
 * only facts that are hidden from that viewer are changed. */
#include "check.h"
#include "online.h"
#include "server/told.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 19 };

static bool quick(void)
{
    return getenv("AZJ_TEST_QUICK") != NULL;
}

/* Another plate with the same back. */
static azj_move other_return(azj_move move, azj_rng *rng)
{
    const unsigned base = azj_move_plate(move) < 9 ? 0 : 9;
    return azj_move_return(base + azj_rng_below(rng, 9));
}

/* The same game as far as `viewer` can know, with everything else drawn anew: the position's
 * hidden facts, the plates that the other one returned, and the hashes in the log. */
static void disguise(game *g, unsigned viewer, azj_rng *rng)
{
    azj_state view;
    azj_view(&g->state, viewer, &view);
    azj_determinise(&view, rng, &g->state);
    for (uint32_t i = 0; i < g->n; i++) {
        game_event *e = &g->events[i];
        e->hash = azj_rng_next(rng);
        if (e->kind == GAME_MOVE && azj_move_kind_of(e->move) == AZJ_RETURN && e->seat != viewer)
            e->move = other_return(e->move, rng);
    }
}

static game copy_of(const game *g)
{
    game c = *g;
    c.events = malloc(g->n * sizeof *c.events);
    memcpy(c.events, g->events, g->n * sizeof *c.events);
    return c;
}

static void compare(const game *g, unsigned viewer, azj_rng *rng, char *a, char *b, size_t *hidden)
{
    const told_deed none = {0};
    game other = copy_of(g);
    disguise(&other, viewer, rng);
    *hidden += !azj_equal(&other.state, &g->state);
    buf x = buf_on(a, ROOM), y = buf_on(b, ROOM);
    told_event(&x, g, &g->events[g->n - 1], viewer, &none, true, 5000);
    told_event(&y, &other, &other.events[g->n - 1], viewer, &none, true, 5000);
    assert_true(x.length < ROOM);
    assert_int_equal(x.length, y.length);
    assert_memory_equal(a, b, x.length);
    free(other.events);
}

static void events_tell_a_viewer_nothing_hidden(void **unused)
{
    (void)unused;
    char *a = malloc(ROOM), *b = malloc(ROOM);
    const game_options o = online_options(AZJ_DUEL);
    size_t hidden = 0;
    for (uint64_t seed = 1; seed <= (quick() ? 4 : 40); seed++) {
        game g;
        azj_rng rng;
        azj_rng_seed(&rng, seed);
        online_start(&g, &o, seed);
        while (g.phase == GAME_LIVE) {
            online_move(&g, &rng, 1000);
            compare(&g, 0, &rng, a, b, &hidden);
            compare(&g, 1, &rng, a, b, &hidden);
            compare(&g, AZJ_SPECTATOR, &rng, a, b, &hidden);
        }
        game_release(&g);
    }
    assert_true(hidden > 100); /* the test did change something */
    free(a);
    free(b);
}

static bool contains(const char *text, size_t length, const uint8_t *bytes, size_t count)
{
    char hex[2 * FAIR_BYTES + 1];
    sodium_bin2hex(hex, sizeof hex, bytes, count);
    for (size_t i = 0; i + 2 * count <= length; i++)
        if (memcmp(text + i, hex, 2 * count) == 0)
            return true;
    return false;
}

/* The whole table at once: no secret before the end, nobody's id, no hash; the link for players. */
static void a_sync_keeps_secrets(void **unused)
{
    (void)unused;
    char *a = malloc(ROOM);
    const game_options o = online_options(AZJ_DUEL);
    game_row row = {.options = o, .key = "THE-KEY", .owner = "p0"};
    const told_table t = {.row = &row};
    game g;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    online_start(&g, &o, 1);
    while (g.phase == GAME_LIVE) {
        for (unsigned k = 0; k < 3; k++) {
            const unsigned viewer = k < 2 ? k : AZJ_SPECTATOR;
            uint8_t hash[8];
            buf x = buf_on(a, ROOM);
            told_sync(&x, &g, &t, viewer, 0, 5000);
            assert_true(buf_end(&x) < ROOM);
            assert_false(contains(a, x.length, g.secret, FAIR_BYTES));
            assert_false(contains(a, x.length, g.seed, FAIR_BYTES));
            for (unsigned i = 0; i < 8; i++)
                hash[i] = (uint8_t)(g.events[g.n - 1].hash >> (56 - 8 * i));
            assert_false(g.events[g.n - 1].hash && contains(a, x.length, hash, 8));
            assert_null(strstr(a, "\"p0"));
            assert_int_equal(strstr(a, "THE-KEY") != NULL, viewer < 2);
        }
        online_move(&g, &rng, 1000);
    }
    buf x = buf_on(a, ROOM);
    told_sync(&x, &g, &t, AZJ_SPECTATOR, 0, 5000);
    assert_true(contains(a, buf_end(&x), g.secret, FAIR_BYTES)); /* shown at the end */
    game_release(&g);
    free(a);
}

static void a_sync_resumes_from_any_number(void **unused)
{
    (void)unused;
    char *a = malloc(ROOM);
    fields *f = malloc(sizeof *f);
    const game_options o = online_options(AZJ_CLASSIC);
    game_row row = {.options = o};
    const told_table t = {.row = &row};
    game g;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    online_start(&g, &o, 1);
    for (int i = 0; i < 5; i++)
        online_move(&g, &rng, 1000);
    for (uint32_t from = 0; from <= g.n + 1; from++) {
        buf x = buf_on(a, ROOM);
        told_sync(&x, &g, &t, 0, from, 5000);
        const char *events = strstr(a, "\"events\":[");
        uint32_t count = 0;
        assert_true(buf_end(&x) < ROOM);
        assert_non_null(events);
        for (const char *at = events; (at = strstr(at, "\"n\":")); at++)
            count++;
        assert_int_equal(count, from < g.n ? g.n - from : 0);
    }
    game_release(&g);
    free(f);
    free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_tell_a_viewer_nothing_hidden),
        cmocka_unit_test(a_sync_keeps_secrets),
        cmocka_unit_test(a_sync_resumes_from_any_number),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
