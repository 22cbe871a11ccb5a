/* test_server_game.c - the authority: what it decides, what it refuses, and that its log is
 * enough to make the same game again. */
#include "check.h"
#include "online.h"
#include "server/game_json.h"

#include <azulejo/engine.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const game_time T = {1000, 1000};

/* ---- The log ---- */
/* Every event goes through the store's form and into a second game, which must come out equal. */
static void replay_equals(const game *g)
{
    game again;
    game_init(&again, g->id, &g->options, g->secret);
    for (uint32_t i = 0; i < g->n; i++) {
        char text[GAME_ROW_MAX];
        game_event e;
        const size_t n = game_event_write(&g->events[i], text, sizeof text);
        assert_true(n < sizeof text);
        assert_true(game_event_read(&e, i + 1, text, n));
        assert_memory_equal(&e, &g->events[i], sizeof e);
        assert_true(game_apply(&again, &e, 5));
    }
    assert_true(azj_equal(&again.state, &g->state));
    assert_int_equal(again.ply, g->ply);
    assert_int_equal(again.phase, g->phase);
    assert_int_equal(again.winners, g->winners);
    assert_memory_equal(again.clock.left_ms, g->clock.left_ms, sizeof g->clock.left_ms);
    game_release(&again);
}

static void a_log_makes_the_same_game(void **unused)
{
    (void)unused;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            game_options o = online_options((azj_rules)rules);
            o.clock = (clocks_options){CLOCKS_TOTAL, 3600000, 1000, 0};
            game g;
            azj_rng rng;
            azj_rng_seed(&rng, seed);
            online_start(&g, &o, seed);
            while (g.phase == GAME_LIVE)
                online_move(&g, &rng, 1000 + 100 * (uint64_t)g.n);
            assert_int_equal(g.cause, GAME_NORMAL);
            assert_int_equal(g.winners, azj_winners(&g.state));
            replay_equals(&g);
            game_release(&g);
        }
}

static void a_changed_log_is_found(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_CLASSIC);
    game g, again;
    azj_rng rng;
    azj_rng_seed(&rng, 7);
    online_start(&g, &o, 7);
    for (int i = 0; i < 6; i++)
        online_move(&g, &rng, 1000);
    game_init(&again, g.id, &o, g.secret);
    for (uint32_t i = 0; i + 1 < g.n; i++)
        assert_true(game_apply(&again, &g.events[i], 1));
    game_event e = g.events[g.n - 1];
    e.hash ^= 1;
    assert_false(game_apply(&again, &e, 1));
    e = g.events[g.n - 1];
    e.n++;
    assert_false(game_apply(&again, &e, 1)); /* a gap */
    game_release(&again);
    game_release(&g);
}

static void rows_of_tables_go_both_ways(void **unused)
{
    (void)unused;
    char text[GAME_ROW_MAX];
    game_row row = {.options = online_options(AZJ_DUEL), .key = "k", .owner = "o", .made_ms = 5};
    game_row again;
    row.options.clock = (clocks_options){CLOCKS_MOVE, 86400000, 0, 0};
    row.options.leaver = GAME_LEAVER_CLAIM;
    row.options.is_public = true;
    memset(row.secret, 0xa5, sizeof row.secret);
    const size_t n = game_row_write(&row, text, sizeof text);
    assert_true(n < sizeof text);
    assert_true(game_row_read(&again, text, n));
    assert_memory_equal(&again.options.rules, &row.options.rules, sizeof row.options.rules);
    assert_memory_equal(&again.options.clock, &row.options.clock, sizeof row.options.clock);
    assert_int_equal(again.options.leaver, GAME_LEAVER_CLAIM);
    assert_true(again.options.is_public);
    assert_memory_equal(again.secret, row.secret, FAIR_BYTES);
    for (size_t cut = 0; cut < n; cut++)
        assert_false(game_row_read(&again, text, cut));
}

/* ---- Moves ---- */
static void turn_version_and_resend(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_CLASSIC);
    game g;
    azj_rng rng;
    azj_fault why;
    game_batch b;
    azj_rng_seed(&rng, 3);
    online_start(&g, &o, 3);
    const unsigned first = g.state.head.seat, other = 1 - first;
    azj_move moves[AZJ_MOVES_MAX];
    azj_moves(&g.state, moves);
    assert_int_equal(game_decide_move(&g, other, 0, "x", moves[0], T, &b, &why),
                     GAME_E_NOT_YOUR_TURN);
    assert_int_equal(game_decide_move(&g, first, 1, "x", moves[0], T, &b, &why), GAME_E_STALE);
    assert_int_equal(game_decide_move(&g, AZJ_NOBODY, 0, "x", moves[0], T, &b, &why),
                     GAME_E_NOT_SEATED);
    assert_int_equal(
        game_decide_move(&g, first, 0, "x", azj_move_take(1, AZJ_BLUE, 7), T, &b, &why),
        GAME_E_ILLEGAL);
    assert_int_equal(game_decide_move(&g, first, 0, "x", moves[0], T, &b, &why), GAME_E_OK);
    assert_int_equal(g.ply, 0); /* deciding changes nothing */
    online_apply(&g, &b, 1000);
    assert_int_equal(game_decide_move(&g, first, 0, "x", moves[0], T, &b, &why), GAME_E_AGAIN);
    assert_int_equal(game_decide_move(&g, first, 0, "y", moves[0], T, &b, &why), GAME_E_STALE);
    assert_int_equal(game_decide_move(&g, other, 0, "x", moves[0], T, &b, &why), GAME_E_STALE);
    game_release(&g);
}

/* The connection was lost before the answer, and meanwhile the move was taken back. */
static void a_resend_is_not_played_twice(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_CLASSIC);
    game g;
    azj_fault why;
    game_batch b;
    azj_move moves[AZJ_MOVES_MAX];
    online_start(&g, &o, 3);
    const unsigned first = g.state.head.seat, other = 1 - first;
    azj_moves(&g.state, moves);
    assert_int_equal(game_decide_move(&g, first, 0, "x", moves[0], T, &b, &why), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(game_decide_offer(&g, first, GAME_OFFER_TAKEBACK, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(game_decide_answer(&g, other, true, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(g.ply, 0);
    assert_int_equal(game_decide_move(&g, first, 0, "x", moves[0], T, &b, &why), GAME_E_AGAIN);
    assert_int_equal(b.count, 0);
    assert_int_equal(game_decide_move(&g, first, 0, "y", moves[0], T, &b, &why), GAME_E_OK);
    online_apply(&g, &b, 1000);
    azj_moves(&g.state, moves);
    assert_int_equal(game_decide_move(&g, other, 1, "x", moves[0], T, &b, &why), GAME_E_OK);
    online_apply(&g, &b, 1000); /* an id is its seat's own */
    azj_moves(&g.state, moves);
    assert_int_equal(game_decide_move(&g, first, 2, "y", moves[0], T, &b, &why), GAME_E_STALE);
    game_release(&g);
}

static void time_runs_out_by_the_servers_clock(void **unused)
{
    (void)unused;
    game_options o = online_options(AZJ_CLASSIC);
    o.clock = (clocks_options){CLOCKS_TOTAL, 5000, 0, 0};
    game g;
    azj_fault why;
    game_batch b;
    azj_move moves[AZJ_MOVES_MAX];
    online_start(&g, &o, 3);
    const unsigned first = g.state.head.seat;
    azj_moves(&g.state, moves);
    assert_int_equal(game_decide_time(&g, (game_time){0, 5000}, &b), GAME_E_NOT_LIVE);
    assert_int_equal(game_decide_move(&g, first, 0, "x", moves[0], (game_time){0, 5001}, &b, &why),
                     GAME_E_TIME_UP);
    assert_int_equal(b.count, 2);
    online_apply(&g, &b, 5001);
    assert_int_equal(g.phase, GAME_OVER);
    assert_int_equal(g.cause, GAME_TIME);
    assert_int_equal(g.winners, 2u >> first);
    replay_equals(&g);
    game_release(&g);
}

static game_options timed(clocks_options clock, unsigned players)
{
    game_options o = online_options(AZJ_CLASSIC);
    o.clock = clock;
    o.rules.players = (uint8_t)players;
    o.rules.starter = 0;
    return o;
}

/* 0 for who lost on time; for the others, and after any other end, what they had at that moment. */
static void clocks_show_the_end(void **unused)
{
    (void)unused;
    const game_options o = timed((clocks_options){CLOCKS_TOTAL, 5000, 500, 0}, 2);
    game g;
    game_batch b;
    online_start(&g, &o, 3);
    assert_int_equal(game_decide_time(&g, (game_time){0, 6001}, &b), GAME_E_OK);
    online_apply(&g, &b, 6001);
    assert_int_equal(game_left_ms(&g, 0, 9999), 0);
    assert_int_equal(game_left_ms(&g, 1, 9999), 5000);
    replay_equals(&g);
    game_release(&g);
    for (unsigned seat = 0; seat < 2; seat++) {
        online_start(&g, &o, 3);
        assert_int_equal(game_decide_resign(&g, seat, (game_time){0, 2001}, &b), GAME_E_OK);
        online_apply(&g, &b, 2001);
        assert_int_equal(game_left_ms(&g, 0, 9999), 3000);
        assert_int_equal(game_left_ms(&g, 1, 9999), 5000);
        replay_equals(&g);
        game_release(&g);
    }
}

/* Being away for a while, and coming back before the bot has moved, gives no time back. */
static void a_bot_in_the_seat_forgives_no_time(void **unused)
{
    (void)unused;
    const clocks_options kinds[] = {
        {CLOCKS_TOTAL, 5000, 700, 0}, {CLOCKS_MOVE, 5000, 0, 0}, {CLOCKS_TOTAL, 4000, 0, 1000}};
    for (unsigned k = 0; k < 3; k++) {
        const game_options o = timed(kinds[k], 2);
        game g;
        game_batch b;
        azj_rng rng;
        uint64_t now = 1;
        azj_rng_seed(&rng, 3);
        online_start(&g, &o, 3);
        for (int i = 0; i < 2; i++) {
            now += 2000;
            assert_int_equal(game_decide_away(&g, 0, AZJ_NOBODY, (game_time){0, now}, &b),
                             GAME_E_OK);
            online_apply(&g, &b, now);
            now += 60000; /* while the bot sits there, the clock stands still */
            assert_int_equal(game_left_ms(&g, 0, now), k == 2 && i == 0 ? 3000 : 3000 - 2000 * i);
            if (i == 1)
                break;
            assert_int_equal(game_decide_back(&g, 0, (game_time){0, now}, &b), GAME_E_OK);
            online_apply(&g, &b, now);
        }
        online_move(&g, &rng, now); /* the bot's: the person neither pays nor earns */
        assert_int_equal(game_left_ms(&g, 0, now), k == 1 ? 5000 : 1000);
        replay_equals(&g);
        game_release(&g);
    }
}

/* ---- Offers ---- */
static void takeback_needs_the_other_and_no_news(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_CLASSIC);
    game g;
    azj_rng rng;
    game_batch b;
    azj_rng_seed(&rng, 9);
    online_start(&g, &o, 9);
    const unsigned first = g.state.head.seat, other = 1 - first;
    assert_int_equal(game_decide_offer(&g, first, GAME_OFFER_TAKEBACK, T, &b),
                     GAME_E_NO_TAKEBACK); /* nothing moved yet */
    const azj_state before = g.state;
    online_move(&g, &rng, 1000);
    online_move(&g, &rng, 1000);
    assert_int_equal(game_decide_answer(&g, other, true, T, &b), GAME_E_NO_OFFER);
    assert_int_equal(game_decide_offer(&g, first, GAME_OFFER_TAKEBACK, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(g.ply, 2);
    assert_int_equal(game_decide_answer(&g, first, true, T, &b), GAME_E_AGAIN);
    assert_int_equal(game_decide_answer(&g, other, true, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(g.ply, 0);
    assert_true(azj_equal(&g.state, &before));
    while (g.state.head.round == 1) /* the next round shows new tiles */
        online_move(&g, &rng, 1000);
    const unsigned last = g.moves[g.ply - 1].seat;
    assert_int_equal(game_decide_offer(&g, last, GAME_OFFER_TAKEBACK, T, &b), GAME_E_NO_TAKEBACK);
    replay_equals(&g);
    game_release(&g);
}

/* A move that was taken back has earned no increment, and time that was used stays used. */
static void takeback_pumps_no_clock(void **unused)
{
    (void)unused;
    const game_options o = timed((clocks_options){CLOCKS_TOTAL, 10000, 5000, 0}, 2);
    game g;
    game_batch b;
    azj_rng rng;
    uint64_t now = 1;
    azj_rng_seed(&rng, 3);
    online_start(&g, &o, 3);
    for (unsigned i = 1; i <= 4; i++) {
        now += 300;
        online_move(&g, &rng, now);
        assert_int_equal(game_left_ms(&g, 0, now), 15000 - 300 * i);
        now += 100;
        assert_int_equal(game_decide_offer(&g, 0, GAME_OFFER_TAKEBACK, (game_time){0, now}, &b),
                         GAME_E_OK);
        online_apply(&g, &b, now);
        assert_int_equal(game_decide_answer(&g, 1, true, (game_time){0, now}, &b), GAME_E_OK);
        online_apply(&g, &b, now);
        assert_int_equal(game_left_ms(&g, 0, now), 10000 - 300 * i);
        assert_int_equal(game_left_ms(&g, 1, now), 10000 - 100 * i);
    }
    replay_equals(&g);
    game_release(&g);
}

static void offer(game *g, unsigned seat, game_offer what)
{
    game_batch b;
    assert_int_equal(game_decide_offer(g, seat, what, T, &b), GAME_E_OK);
    online_apply(g, &b, 1000);
}

static void resign(game *g, unsigned seat)
{
    game_batch b;
    assert_int_equal(game_decide_resign(g, seat, T, &b), GAME_E_OK);
    online_apply(g, &b, 1000);
}

/* Who resigns has no vote any more, and nobody accepts what he had offered. */
static void votes_are_counted_again_when_somebody_resigns(void **unused)
{
    (void)unused;
    const game_options o = timed((clocks_options){0}, 3);
    game g;
    game_batch b;
    online_start(&g, &o, 3);
    offer(&g, 0, GAME_OFFER_DRAW);
    assert_int_equal(game_decide_answer(&g, 1, true, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    resign(&g, 2);
    assert_int_equal(g.phase, GAME_OVER);
    assert_int_equal(g.cause, GAME_AGREED);
    assert_int_equal(g.winners, 3);
    replay_equals(&g);
    game_release(&g);
    for (unsigned by = 0; by < 2; by++) {
        online_start(&g, &o, 3);
        offer(&g, by, GAME_OFFER_DRAW);
        resign(&g, by == 0 ? 0 : 2);
        assert_int_equal(g.phase, GAME_LIVE);
        assert_int_equal(game_decide_answer(&g, 1 - by, true, T, &b),
                         by == 0 ? GAME_E_NO_OFFER : GAME_E_OK);
        game_release(&g);
    }
}

/* To the other viewers the move looks the same whatever the hidden facts are. */
static void nothing_learnt(const azj_state *before, azj_move move, const azj_state *after,
                           azj_rng *rng)
{
    for (unsigned k = 0; k < 3; k++) {
        const unsigned viewer = k < 2 ? k : AZJ_SPECTATOR;
        azj_state seen, other, shown, expected;
        azj_view(before, viewer, &seen);
        azj_determinise(&seen, rng, &other);
        azj_apply(&other, move, NULL);
        azj_view(&other, viewer, &shown);
        azj_view(after, viewer, &expected);
        assert_true(azj_equal(&shown, &expected));
    }
}

/* Whatever a takeback would undo in Duel, no view may have shown anything new in between. */
static void takeback_never_crosses_a_hidden_fact(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_DUEL);
    unsigned allowed = 0, refused = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        game g;
        azj_rng rng;
        game_batch b;
        azj_rng_seed(&rng, seed);
        online_start(&g, &o, seed);
        while (g.phase == GAME_LIVE) {
            const azj_state before = g.state;
            const unsigned mover = g.state.head.seat;
            const uint32_t deals = g.deals;
            online_move(&g, &rng, 1000);
            if (g.phase != GAME_LIVE)
                break;
            const azj_move move = g.moves[g.ply - 1].move;
            const bool may = game_decide_offer(&g, mover, GAME_OFFER_TAKEBACK, T, &b) == GAME_E_OK;
            allowed += may;
            refused += !may;
            if (!may)
                continue;
            assert_int_equal(deals, g.deals);
            assert_true(azj_move_kind_of(move) != AZJ_DRAW && azj_move_kind_of(move) != AZJ_STOP &&
                        azj_move_kind_of(move) != AZJ_RETURN);
            for (unsigned i = 0; i < AZJ_DUEL_SMALL; i++)
                assert_false(!azj_duel_face_up(&before.duel, i) &&
                             azj_duel_face_up(&g.state.duel, i));
            assert_int_equal(before.duel.pile_count, g.state.duel.pile_count);
            nothing_learnt(&before, move, &g.state, &rng);
        }
        game_release(&g);
    }
    assert_true(allowed > 100 && refused > 100);
}

static void a_draw_is_for_people(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_GREY);
    game g;
    game_batch b;
    online_start(&g, &o, 4);
    assert_int_equal(game_decide_offer(&g, 0, GAME_OFFER_DRAW, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(game_decide_offer(&g, 1, GAME_OFFER_DRAW, T, &b), GAME_E_OFFERED);
    assert_int_equal(game_decide_answer(&g, 1, false, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(g.phase, GAME_LIVE);
    assert_int_equal(game_decide_offer(&g, 1, GAME_OFFER_DRAW, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(game_decide_answer(&g, 0, true, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(g.cause, GAME_AGREED);
    assert_int_equal(g.winners, 3);
    game_release(&g);
}

/* ---- Leaving ---- */
static void among_three_a_bot_plays_on(void **unused)
{
    (void)unused;
    game_options o = online_options(AZJ_CLASSIC);
    o.rules.players = 3;
    game g;
    azj_rng rng;
    game_batch b;
    azj_rng_seed(&rng, 2);
    online_start(&g, &o, 2);
    assert_int_equal(game_decide_resign(&g, 1, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(g.phase, GAME_LIVE);
    while (g.phase == GAME_LIVE) {
        assert_int_equal(game_bot_to_move(&g), g.state.head.seat == 1);
        online_move(&g, &rng, 1000);
    }
    assert_int_equal(g.winners & 2u, 0); /* who resigned cannot win */
    assert_true(g.winners != 0);
    replay_equals(&g);
    game_release(&g);
}

static void a_leaver_is_replaced_or_claimed(void **unused)
{
    (void)unused;
    game_options o = online_options(AZJ_CLASSIC);
    game g;
    game_batch b;
    o.leaver = GAME_LEAVER_BOT;
    online_start(&g, &o, 2);
    const unsigned seat = g.state.head.seat;
    assert_int_equal(game_decide_away(&g, seat, 1 - seat, T, &b), GAME_E_NO_CLAIM);
    assert_int_equal(game_decide_away(&g, seat, AZJ_NOBODY, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_true(game_bot_to_move(&g));
    assert_int_equal(game_decide_back(&g, seat, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_false(game_bot_to_move(&g));
    game_release(&g);
    o.leaver = GAME_LEAVER_CLAIM;
    online_start(&g, &o, 2);
    assert_int_equal(game_decide_away(&g, seat, AZJ_NOBODY, T, &b), GAME_E_NO_CLAIM);
    assert_int_equal(game_decide_away(&g, seat, 1 - seat, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_int_equal(g.cause, GAME_ABANDONED);
    assert_int_equal(g.winners, 2u >> seat);
    game_release(&g);
}

static void only_a_player_who_is_there_may_claim(void **unused)
{
    (void)unused;
    game_options o = timed((clocks_options){0}, 3);
    game g;
    game_batch b;
    o.leaver = GAME_LEAVER_CLAIM;
    online_start(&g, &o, 2);
    resign(&g, 2);
    assert_int_equal(game_decide_away(&g, 0, 2, T, &b), GAME_E_NOT_SEATED);
    assert_int_equal(game_decide_away(&g, 0, 0, T, &b), GAME_E_NO_CLAIM);
    assert_int_equal(game_decide_away(&g, 0, 1, T, &b), GAME_E_OK);
    game_release(&g);
}

static void a_game_waits_for_no_seat_with_a_bot(void **unused)
{
    (void)unused;
    const game_options o = timed((clocks_options){0}, 3);
    game g;
    game_batch b;
    online_start(&g, &o, 2);
    assert_true(game_waits_for(&g, 0) && !game_waits_for(&g, 1));
    assert_int_equal(game_decide_away(&g, 0, AZJ_NOBODY, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_false(game_waits_for(&g, 0));
    assert_int_equal(game_decide_back(&g, 0, T, &b), GAME_E_OK);
    online_apply(&g, &b, 1000);
    assert_true(game_waits_for(&g, 0));
    resign(&g, 0);
    assert_false(game_waits_for(&g, 0));
    game_release(&g);
}

static void seats_are_taken_once(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_CLASSIC);
    uint8_t secret[FAIR_BYTES] = {1};
    game g;
    game_batch b;
    game_init(&g, "t", &o, secret);
    assert_int_equal(game_decide_sit(&g, 0, "ann", "Ann", T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_sit(&g, 1, "ann", "Ann", T, &b), GAME_E_SEATED);
    assert_int_equal(game_decide_sit(&g, 0, "bob", "Bob", T, &b), GAME_E_SEAT_TAKEN);
    assert_int_equal(game_decide_sit(&g, 3, "bob", "Bob", T, &b), GAME_E_NO_SEAT);
    assert_int_equal(game_decide_bot(&g, 1, NULL, T, &b), GAME_E_BAD_LEVEL);
    assert_int_equal(game_decide_bot(&g, 1, azj_level_name(1), T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_sit(&g, AZJ_NOBODY, "bob", "Bob", T, &b), GAME_E_SEAT_TAKEN);
    assert_int_equal(game_decide_ready(&g, 0, secret, T, &b), GAME_E_OK);
    assert_int_equal(b.count, 2); /* the bot is always ready: the game starts */
    online_apply(&g, &b, 1);
    assert_int_equal(game_decide_leave(&g, 0, GAME_LEFT, T, &b), GAME_E_NOT_OPEN);
    game_release(&g);
}

/* Somebody comes and goes as often as he may, and so do his friends: the table stays good. */
static void coming_and_going_spoils_no_table(void **unused)
{
    (void)unused;
    const game_options o = online_options(AZJ_CLASSIC);
    uint8_t secret[FAIR_BYTES] = {1};
    game g;
    game_batch b;
    unsigned sat = 0;
    game_init(&g, "t", &o, secret);
    assert_int_equal(game_decide_sit(&g, 0, "ann", "Ann", T, &b), GAME_E_OK);
    online_apply(&g, &b, 1);
    for (unsigned i = 0; i < 4000; i++) {
        char who[16];
        snprintf(who, sizeof who, "eve%u", i / 100);
        if (!game_may_sit(&g, who, false))
            continue;
        assert_int_equal(game_decide_sit(&g, 1, who, "Eve", T, &b), GAME_E_OK);
        online_apply(&g, &b, 1);
        assert_int_equal(game_decide_leave(&g, 1, GAME_LEFT, T, &b), GAME_E_OK);
        online_apply(&g, &b, 1);
        assert_true(++sat <= GAME_OWN_SITS_MAX * (i / 100 + 1));
    }
    assert_int_equal(sat, GAME_FREE_SITS_MAX - 1);
    assert_int_equal(game_decide_sit(&g, 1, "bob", "Bob", T, &b), GAME_E_OK); /* by the link */
    online_apply(&g, &b, 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(game_decide_ready(&g, i, secret, T, &b), GAME_E_OK);
        online_apply(&g, &b, 1);
    }
    assert_int_equal(g.phase, GAME_LIVE);
    assert_false(game_is_over_budget(&g));
    replay_equals(&g);
    game_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_makes_the_same_game),
        cmocka_unit_test(a_changed_log_is_found),
        cmocka_unit_test(rows_of_tables_go_both_ways),
        cmocka_unit_test(turn_version_and_resend),
        cmocka_unit_test(a_resend_is_not_played_twice),
        cmocka_unit_test(coming_and_going_spoils_no_table),
        cmocka_unit_test(time_runs_out_by_the_servers_clock),
        cmocka_unit_test(takeback_needs_the_other_and_no_news),
        cmocka_unit_test(takeback_never_crosses_a_hidden_fact),
        cmocka_unit_test(a_draw_is_for_people),
        cmocka_unit_test(among_three_a_bot_plays_on),
        cmocka_unit_test(a_leaver_is_replaced_or_claimed),
        cmocka_unit_test(clocks_show_the_end),
        cmocka_unit_test(a_bot_in_the_seat_forgives_no_time),
        cmocka_unit_test(takeback_pumps_no_clock),
        cmocka_unit_test(votes_are_counted_again_when_somebody_resigns),
        cmocka_unit_test(only_a_player_who_is_there_may_claim),
        cmocka_unit_test(a_game_waits_for_no_seat_with_a_bot),
        cmocka_unit_test(seats_are_taken_once),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
