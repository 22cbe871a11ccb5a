/* test_server_view.c - hidden stays hidden: what a viewer receives is the same, byte for byte, when
 * only facts that are hidden from that viewer are changed. */
#include "check.h"
#include "online.h"
#include "server/view_json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    game other = copy_of(g);
    disguise(&other, viewer, rng);
    *hidden += !azj_equal(&other.state, &g->state);
    buf x = buf_on(a, ROOM), y = buf_on(b, ROOM);
    event_json(&x, g, &g->events[g->n - 1], viewer, true, 5000);
    event_json(&y, &other, &other.events[g->n - 1], viewer, true, 5000);
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

/* ---- A whole step, its points and its words included ---- */
/* Facts that a move makes public may differ between two worlds, and so may what it shows. */
static bool shows_new_facts(const azj_state *before, azj_move move, const azj_state *after)
{
    if (after->head.phase == AZJ_PHASE_DEAL || before->head.phase == AZJ_PHASE_SETUP)
        return true;
    if (azj_move_kind_of(move) == AZJ_DRAW || azj_move_kind_of(move) == AZJ_STOP ||
        before->head.phase == AZJ_PHASE_KEEP)
        return true; /* what was drawn is looked at */
    for (unsigned i = 0; i < AZJ_DUEL_SMALL; i++)
        if (azj_duel_face_up(&after->duel, i) && !azj_duel_face_up(&before->duel, i))
            return true;
    return false;
}

/* The same summary in the other world: the other one returns a plate with the same back. */
static azj_move move_in(const azj_state *world, const azj_state *s, azj_move move, unsigned viewer)
{
    if (azj_move_kind_of(move) != AZJ_RETURN || s->head.seat == viewer)
        return move;
    for (unsigned i = 0; i < world->duel.drawn_count; i++) {
        const unsigned plate = world->duel.drawn[i] & AZJ_PILE_PLATE;
        if (azj_duel_is_special(plate) == azj_duel_is_special(azj_move_plate(move)))
            return azj_move_return(plate);
    }
    return move;
}

static size_t tell_step(const game *g, const azj_state *s, azj_move move, unsigned viewer,
                        azj_state *after, char *out)
{
    game told = *g;
    azj_events scores;
    game_move_summary summaries[1024] = {{0}};
    const game_event e = {.n = g->n + 1,
                          .kind = GAME_MOVE,
                          .seat = s->head.seat,
                          .ply = g->ply,
                          .move = move,
                          .at_ms = 1,
                          .text = "id"};
    buf b = buf_on(out, ROOM);
    *after = *s;
    scores.count = 0;
    azj_apply(after, move, &scores);
    assert_true(g->n < 1024);
    summaries[g->n] = (game_move_summary){0, (uint16_t)scores.count, s->head.round,
                                          (uint8_t)azj_preview_move(s, move).taken};
    told.summaries = summaries;
    told.scores = scores.at;
    told.state = *after;
    told.ply++;
    event_json(&b, &told, &e, viewer, true, 5000);
    return b.length;
}

static unsigned compare_steps(const game *g, unsigned viewer, azj_move move, azj_rng *rng, char *a,
                              char *b)
{
    azj_state view, world, after, after_there;
    azj_view(&g->state, viewer, &view);
    azj_determinise(&view, rng, &world);
    const azj_move there = move_in(&world, &g->state, move, viewer);
    if (azj_legal(&world, there, NULL) != AZJ_E_OK)
        return 0; /* it needs what only its maker knows, and makes that public */
    const size_t n = tell_step(g, &g->state, move, viewer, &after, a);
    const size_t m = tell_step(g, &world, there, viewer, &after_there, b);
    if (shows_new_facts(&g->state, move, &after))
        return 0;
    assert_int_equal(n, m);
    assert_memory_equal(a, b, n);
    return !azj_equal(&world, &g->state);
}

static void a_step_tells_nothing_hidden(void **unused)
{
    (void)unused;
    char *a = malloc(ROOM), *b = malloc(ROOM);
    const game_options o = online_options(AZJ_DUEL);
    unsigned compared = 0;
    for (uint64_t seed = 1; seed <= (quick() ? 4 : 60); seed++) {
        game g;
        azj_rng rng;
        azj_rng_seed(&rng, seed);
        online_start(&g, &o, seed);
        for (; g.phase == GAME_LIVE; online_move(&g, &rng, 1000)) {
            azj_move moves[AZJ_MOVES_MAX];
            const size_t n = azj_moves(&g.state, moves);
            const azj_move move = moves[azj_rng_below(&rng, (uint32_t)n)];
            for (unsigned k = 0; k < 3; k++)
                compared += compare_steps(&g, k < 2 ? k : AZJ_SPECTATOR, move, &rng, a, b);
        }
        game_release(&g);
    }
    assert_true(compared > 200);
    free(a);
    free(b);
}

/* ---- A sync repeats the events as they were sent ---- */
enum { TOLD_MAX = 400, TOLD_ROOM = 8192 };

typedef struct diary {
    char text[3][TOLD_MAX][TOLD_ROOM]; /* by viewer and event, from "n": on */
} diary;

static unsigned viewer_at(unsigned k)
{
    return k < 2 ? k : AZJ_SPECTATOR;
}

static void write_down(diary *d, const game *g, const game_event *e)
{
    static char text[TOLD_ROOM];
    for (unsigned k = 0; k < 3; k++) {
        buf b = buf_on(text, sizeof text);
        event_json(&b, g, e, viewer_at(k), false, 5000);
        assert_true(buf_end(&b) < sizeof text);
        memcpy(d->text[k][e->n], strstr(text, "\"n\":"), strlen(strstr(text, "\"n\":")) + 1);
    }
}

/* Applies the decided events and notes what each viewer receives, as the server does. */
static void live(diary *d, game *g, const game_batch *b)
{
    for (unsigned i = 0; i < b->count; i++) {
        assert_true(game_apply(g, &b->at[i], 1));
        write_down(d, g, &b->at[i]);
    }
}

static void compare_sync(const diary *d, const game *g, uint32_t begun, uint32_t from, char *a)
{
    const game_row row = {.options = g->options};
    const view_context t = {.row = &row};
    for (unsigned k = 0; k < 3; k++) {
        buf b = buf_on(a, ROOM);
        sync_json(&b, g, &t, viewer_at(k), from, 5000);
        assert_true(buf_end(&b) < ROOM);
        const char *at = strstr(a, "\"events\":[") + 10;
        for (uint32_t n = from + 1; n <= g->n; n++) {
            const char *expected = d->text[k][n];
            at = strchr(at, '{') + 1;
            if (n > begun) {
                assert_memory_equal(at, expected, strlen(expected));
                at += strlen(expected);
            } else {
                at = strchr(at, '}');
            }
        }
    }
}

/* A game that was loaded again tells the same as the one that was played. */
static void compare_loaded(const game *g, char *a, char *b)
{
    const game_row row = {.options = g->options};
    const view_context t = {.row = &row};
    game again;
    game_init(&again, g->id, &g->options, g->secret);
    for (uint32_t i = 0; i < g->n; i++)
        assert_true(game_apply(&again, &g->events[i], 1));
    for (unsigned k = 0; k < 3; k++) {
        buf x = buf_on(a, ROOM), y = buf_on(b, ROOM);
        sync_json(&x, g, &t, viewer_at(k), 0, 5000);
        sync_json(&y, &again, &t, viewer_at(k), 0, 5000);
        assert_true(buf_end(&x) < ROOM);
        buf_end(&y);
        assert_string_equal(a, b);
    }
    game_release(&again);
}

static void a_sync_tells_what_was_told(void **unused)
{
    (void)unused;
    char *a = malloc(ROOM), *again = malloc(ROOM);
    diary *d = malloc(sizeof *d);
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++) {
        const game_options o = online_options((azj_rules)rules);
        game g;
        azj_rng rng;
        game_batch b;
        azj_fault why;
        azj_move moves[AZJ_MOVES_MAX];
        azj_rng_seed(&rng, rules + 1);
        online_start(&g, &o, rules + 1);
        const uint32_t begun = g.n;
        while (g.phase == GAME_LIVE && g.n + GAME_BATCH_MAX < TOLD_MAX) {
            const size_t n = azj_moves(&g.state, moves);
            const unsigned seat = g.state.head.seat;
            char id[16];
            snprintf(id, sizeof id, "%u", g.n);
            game_decide_move(&g, seat, g.ply, id, moves[azj_rng_below(&rng, (uint32_t)n)],
                             (game_time){1, 1}, &b, &why);
            live(d, &g, &b);
            if (azj_rng_below(&rng, 4) == 0 &&
                game_decide_offer(&g, seat, GAME_OFFER_TAKEBACK, (game_time){1, 1}, &b) ==
                    GAME_E_OK) {
                live(d, &g, &b);
                game_decide_answer(&g, 1 - seat, true, (game_time){1, 1}, &b);
                live(d, &g, &b);
            }
            compare_sync(d, &g, begun, azj_rng_below(&rng, g.n), a);
        }
        compare_loaded(&g, a, again);
        game_release(&g);
    }
    free(d);
    free(again);
    free(a);
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
    const view_context t = {.row = &row};
    game g;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    online_start(&g, &o, 1);
    while (g.phase == GAME_LIVE) {
        for (unsigned k = 0; k < 3; k++) {
            const unsigned viewer = k < 2 ? k : AZJ_SPECTATOR;
            uint8_t hash[8];
            buf x = buf_on(a, ROOM);
            sync_json(&x, &g, &t, viewer, 0, 5000);
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
    sync_json(&x, &g, &t, AZJ_SPECTATOR, 0, 5000);
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
    const view_context t = {.row = &row};
    game g;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    online_start(&g, &o, 1);
    for (int i = 0; i < 5; i++)
        online_move(&g, &rng, 1000);
    for (uint32_t from = 0; from <= g.n + 1; from++) {
        buf x = buf_on(a, ROOM);
        sync_json(&x, &g, &t, 0, from, 5000);
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

/* Moves and takebacks without end, then many who come back: each costs what there is to tell. */
static void a_sync_costs_what_it_tells(void **unused)
{
    (void)unused;
    char *a = malloc(ROOM);
    const game_options o = online_options(AZJ_CLASSIC);
    game_row row = {.options = o};
    const view_context t = {.row = &row};
    game g;
    game_batch b;
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    online_start(&g, &o, 1);
    while (g.state.head.round < 4)
        online_move(&g, &rng, 1000);
    while (g.n < 3000) {
        const unsigned seat = g.state.head.seat;
        online_move(&g, &rng, 1000);
        if (game_decide_offer(&g, seat, GAME_OFFER_TAKEBACK, (game_time){1, 1}, &b) != GAME_E_OK)
            continue;
        online_apply(&g, &b, 1);
        game_decide_answer(&g, 1 - seat, true, (game_time){1, 1}, &b);
        online_apply(&g, &b, 1);
    }
    const clock_t start = clock();
    for (unsigned i = 0; i < 500; i++) {
        buf x = buf_on(a, ROOM);
        sync_json(&x, &g, &t, 0, i % 2 ? g.n : g.n - 5, 5000);
    }
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%.3f ms each\n", seconds * 2);
    assert_true(seconds < 2); /* played again, each of them took 12 ms and more */
    game_release(&g);
    free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_tells_nothing_hidden),
        cmocka_unit_test(a_sync_tells_what_was_told),
        cmocka_unit_test(events_tell_a_viewer_nothing_hidden),
        cmocka_unit_test(a_sync_keeps_secrets),
        cmocka_unit_test(a_sync_resumes_from_any_number),
        cmocka_unit_test(a_sync_costs_what_it_tells),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
