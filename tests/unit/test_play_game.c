/* A game at one terminal: undo, records, names, who looks. */
#include "check.h"
#include "term/autosave.h"

#include <stdio.h>
#include <string.h>

static play_game game;

static play_setup setup_of(azj_rules rules, unsigned players, unsigned people)
{
    play_setup p = {.lang = LANG_EN, .seed = 17, .time_ms = 10};
    p.game = (play_rules){.rules = rules, .players = players, .tablets = AZJ_TABLETS_FIRST_GAME};
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++) {
        p.seats[seat].bot = seat >= people;
        memcpy(p.seats[seat].level, "novice", sizeof "novice");
    }
    return p;
}

static azj_move some_move(const azj_state *s, azj_rng *rng)
{
    azj_move moves[AZJ_MOVES_MAX];
    const size_t n = azj_moves(s, moves);
    return moves[azj_rng_below(rng, (uint32_t)n)];
}

/* Plays to the end; before each move of a person, goes on and comes back by undo. */
static void play_with_undo(azj_rules rules, unsigned players)
{
    const play_setup p = setup_of(rules, players, 1);
    azj_rng rng;
    unsigned undone = 0;
    azj_rng_seed(&rng, 3);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    assert_false(play_undo(&game));
    while (play_state(&game)->head.phase != AZJ_PHASE_OVER) {
        const azj_state before = *play_state(&game);
        const size_t steps = game.step_count;
        const bool person = !play_bot_to_move(&game);
        assert_int_equal(play_make(&game, some_move(&before, &rng), NULL), AZJ_E_OK);
        if (person && azj_rng_below(&rng, 4) == 0) {
            assert_true(play_undo(&game));
            assert_true(azj_equal(play_state(&game), &before));
            assert_int_equal(game.step_count, steps);
            undone++;
        }
    }
    assert_true(undone > 3);
    assert_int_equal(azj_validate(play_state(&game), NULL), AZJ_E_OK);
    assert_true(play_close(&game, "unfinished"));
    assert_string_equal(azj_record_string(&game.record, game.record.cause), "normal");
    play_free(&game);
}

static void test_undo_brings_the_same_position_back(void **state)
{
    (void)state;
    for (int rules = 0; rules < AZJ_RULES_NB; rules++)
        play_with_undo((azj_rules)rules, rules == AZJ_DUEL ? 2 : 3);
}

static void test_a_refused_move_changes_nothing(void **state)
{
    (void)state;
    const play_setup p = setup_of(AZJ_CLASSIC, 2, 2);
    azj_fault why = {0};
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    const azj_state before = *play_state(&game);
    assert_int_equal(play_make(&game, azj_move_take(0, AZJ_BLUE, 1), &why), AZJ_E_CENTRE_LACKS);
    assert_int_equal(why.code, AZJ_E_CENTRE_LACKS);
    assert_true(azj_equal(play_state(&game), &before));
    assert_int_equal(game.step_count, 0);
    play_free(&game);
}

static void test_bots_and_hints_answer_with_legal_moves(void **state)
{
    (void)state;
    play_setup p = setup_of(AZJ_DUEL, 2, 0);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    for (int i = 0; i < 6; i++) {
        assert_true(play_bot_to_move(&game));
        assert_int_equal(play_think(&game, false), AZJ_E_OK);
        const azj_move move = play_thought(&game);
        assert_int_equal(play_make(&game, move, NULL), AZJ_E_OK);
    }
    assert_int_equal(play_think(&game, true), AZJ_E_OK);
    play_stop_thinking(&game); /* in the middle */
    assert_false(play_thinking(&game));
    assert_int_equal(play_thought(&game), 0);
    play_free(&game);
}

static void expect_name(const play_setup *p, unsigned seat, const char *wanted)
{
    char text[128];
    buf b = buf_on(text, sizeof text);
    play_full_name(&b, p, seat);
    buf_end(&b);
    assert_string_equal(text, wanted);
}

static void test_names_and_eyes(void **state)
{
    (void)state;
    play_setup p = setup_of(AZJ_CLASSIC, 3, 1);
    expect_name(&p, 0, "You");
    expect_name(&p, 1, "novice");
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    assert_int_equal(play_viewer(&game), 0); /* the only person looks on when bots move */
    play_free(&game);
    p = setup_of(AZJ_CLASSIC, 3, 2);
    expect_name(&p, 0, "Player 1");
    memcpy(p.seats[1].name, "Ann", sizeof "Ann");
    expect_name(&p, 1, "Ann");
    p = setup_of(AZJ_DUEL, 2, 0);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    assert_int_equal(play_viewer(&game), AZJ_SPECTATOR);
    play_free(&game);
}

static void test_a_record_is_shown_at_every_step(void **state)
{
    (void)state;
    play_setup p = setup_of(AZJ_GREY, 2, 2);
    static play_game shown;
    azj_rng rng;
    azj_rng_seed(&rng, 4);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    for (int i = 0; i < 60 && play_state(&game)->head.phase != AZJ_PHASE_OVER; i++)
        play_make(&game, some_move(play_state(&game), &rng), NULL);
    const uint32_t moves = play_record_moves(&game.record);
    assert_int_equal(moves, game.step_count);
    play_setup q = p;
    for (uint32_t at = 0; at <= moves; at++) {
        assert_int_equal(play_show_record(&shown, &q, &game.record, at), AZJ_E_OK);
        assert_int_equal(shown.step_count, at);
    }
    assert_true(azj_equal(play_state(&shown), play_state(&game)));
    play_free(&shown);
    play_free(&game);
}

/* ---- Going on with a kept game ---- */

static void play_some(play_game *g, unsigned moves, uint64_t seed)
{
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    for (unsigned i = 0; i < moves && play_state(g)->head.phase != AZJ_PHASE_OVER; i++)
        assert_int_equal(play_make(g, some_move(play_state(g), &rng), NULL), AZJ_E_OK);
}

/* By its seed a game goes on as if it had never been left: later deals and undo too. */
static void resume_by_seed(azj_rules rules)
{
    static play_game again;
    play_setup p = setup_of(rules, 2, 1), q = setup_of(AZJ_GREY, 3, 2);
    p.game.random_tablets = rules == AZJ_DUEL;
    memcpy(p.seats[0].name, "Ann", sizeof "Ann");
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    play_some(&game, 30, 1);
    autosave_read_setup(&game.record, &q);
    assert_int_equal(q.game.rules, rules);
    assert_int_equal(q.game.players, 2);
    assert_string_equal(q.seats[0].name, "Ann");
    assert_true(q.seats[1].bot && strcmp(q.seats[1].level, "novice") == 0);
    q.resume = &game.record;
    q.resume_at.before = -1;
    assert_int_equal(play_begin(&again, &q), AZJ_E_OK);
    assert_true(azj_equal(play_state(&again), play_state(&game)));
    assert_int_equal(again.step_count, game.step_count);
    play_some(&game, 40, 2);
    play_some(&again, 40, 2);
    assert_true(azj_equal(play_state(&again), play_state(&game)));
    assert_true(play_undo(&again));
    play_free(&again);
    play_free(&game);
}

/* A game that was kept when `ines` was the name of a level goes on with that edition of her. */
static void test_a_kept_game_keeps_its_edition(void **state)
{
    (void)state;
    play_setup p = setup_of(AZJ_CLASSIC, 2, 1), q = setup_of(AZJ_CLASSIC, 2, 2);
    memcpy(p.seats[1].level, "ines", sizeof "ines");
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    autosave_read_setup(&game.record, &q);
    assert_true(q.seats[1].bot);
    assert_string_equal(q.seats[1].level, "ines-1");
    play_free(&game);
    memcpy(p.seats[1].level, azj_level_name(5), strlen(azj_level_name(5)) + 1);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    autosave_read_setup(&game.record, &q);
    assert_string_equal(q.seats[1].level, azj_level_name(5));
    play_free(&game);
}

static void test_a_kept_game_goes_on(void **state)
{
    (void)state;
    for (int rules = 0; rules < AZJ_RULES_NB; rules++)
        resume_by_seed((azj_rules)rules);
}

/* A record of another program has other deals: the game goes on after it, and it stays whole. */
static void test_a_foreign_game_goes_on(void **state)
{
    (void)state;
    static play_game again;
    play_setup p = setup_of(AZJ_DUEL, 2, 2);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    play_some(&game, 25, 1);
    assert_int_equal(azj_record_note(&game.record, "comment", "well"), AZJ_E_OK);
    assert_int_equal(azj_record_tag(&game.record, "Cheese", "brie"), AZJ_E_OK);
    play_setup q = p;
    q.seed = p.seed + 1;
    q.resume = &game.record;
    q.resume_at.before = -1;
    for (int ended = 0; ended < 2; ended++) {
        assert_int_equal(play_begin(&again, &q), AZJ_E_OK);
        assert_true(azj_equal(play_state(&again), play_state(&game)));
        assert_int_equal(again.step_count, game.step_count);
        assert_false(play_undo(&again));
        play_some(&again, 1, 3);
        assert_true(play_undo(&again));
        assert_true(azj_equal(play_state(&again), play_state(&game)));
        assert_string_equal(azj_record_tag_value(&again.record, "Cheese"), "brie");
        assert_int_equal(again.record.note_count, 1);
        if (ended)
            break;
        play_free(&again);
        assert_true(play_close(&game, "unfinished"));
    }
    play_some(&again, 1000, 3);
    assert_true(play_close(&again, "unfinished"));
    assert_string_equal(azj_record_string(&again.record, again.record.cause), "normal");
    assert_int_equal(play_state(&again)->head.phase, AZJ_PHASE_OVER);
    play_free(&again);
    play_free(&game);
}

/* ---- Secrets at one screen ---- */

static void make(const char *text)
{
    azj_move move;
    assert_int_equal(azj_move_parse(AZJ_DUEL, text, strlen(text), &move, NULL), AZJ_E_OK);
    assert_int_equal(play_make(&game, move, NULL), AZJ_E_OK);
}

static void test_others_look_away(void **state)
{
    (void)state;
    play_setup p = setup_of(AZJ_DUEL, 2, 2);
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    while (play_state(&game)->head.phase == AZJ_PHASE_SETUP) {
        assert_false(play_must_hide(&game)); /* everything is open yet */
        play_look(&game);
        assert_int_equal(play_viewer(&game), play_state(&game)->head.seat);
        play_make(&game, some_move(play_state(&game), &rng), NULL);
    }
    const unsigned drawer = play_state(&game)->head.seat;
    play_look(&game);
    make("draw");
    make("draw");
    make("stop");
    assert_int_equal(play_state(&game)->head.seat, drawer);
    assert_true(play_must_hide(&game)); /* the fronts of what was drawn */
    assert_int_equal(play_viewer(&game), AZJ_SPECTATOR);
    play_look(&game);
    assert_int_equal(play_viewer(&game), drawer);
    assert_false(play_must_hide(&game)); /* once is enough */
    while (play_state(&game)->head.seat == drawer)
        play_make(&game, some_move(play_state(&game), &rng), NULL);
    assert_int_equal(play_viewer(&game), AZJ_SPECTATOR); /* until the other one looks */
    assert_false(play_must_hide(&game));
    play_look(&game);
    make("LBx");
    assert_int_equal(play_state(&game)->head.seat, drawer);
    assert_true(play_must_hide(&game)); /* who knows what lies under the pile */
    play_free(&game);
    p = setup_of(AZJ_DUEL, 2, 1);
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    assert_false(play_must_hide(&game)); /* alone */
    play_free(&game);
}

/* A bot has a name and its level; one that is no level, the name of its search. */
static void test_names_of_bots(void **state)
{
    char last[32];
    (void)state;
    play_setup p = setup_of(AZJ_CLASSIC, 3, 1);
    for (unsigned level = 1; level <= azj_level_count(); level++) {
        snprintf(p.seats[1].level, sizeof p.seats[1].level, "%s", azj_level_name(level));
        assert_int_equal(play_level(&p.seats[1]), level);
    }
    snprintf(last, sizeof last, "Gaspar (Level %u)", azj_level_count());
    expect_name(&p, 1, last);
    p.seats[2] = p.seats[1];
    snprintf(last, sizeof last, "Gaspar 2 (Level %u)", azj_level_count());
    expect_name(&p, 2, last);
    snprintf(p.seats[2].level, sizeof p.seats[2].level, "uct");
    assert_int_equal(play_level(&p.seats[2]), 0);
    expect_name(&p, 2, "uct");
}

/* A bot's noise follows from the game's seed and its seat: the same at every move. */
static void test_noise_lasts_for_the_game(void **state)
{
    (void)state;
    play_setup p = setup_of(AZJ_CLASSIC, 2, 0);
    azj_info info;
    unsigned moves = 0;
    p.time_ms = 1000;
    for (unsigned seat = 0; seat < 2; seat++) {
        snprintf(p.seats[seat].level, sizeof p.seats[seat].level, "%s", azj_level_name(1));
    }
    assert_int_equal(play_begin(&game, &p), AZJ_E_OK);
    while (play_state(&game)->head.phase != AZJ_PHASE_OVER) {
        const unsigned seat = play_state(&game)->head.seat;
        azj_engine *same = azj_engine_new(
            &(azj_engine_options){.bot = azj_level_name(1), .seed = p.seed * AZJ_SEATS_MAX + seat},
            NULL);
        assert_int_equal(azj_engine_set(same, play_state(&game)), AZJ_E_OK);
        assert_int_equal(azj_engine_go(same, &(azj_limits){0}, &info), AZJ_E_OK);
        azj_engine_free(same);
        assert_int_equal(play_think(&game, false), AZJ_E_OK);
        const azj_move move = play_thought(&game);
        assert_int_equal(move, info.line[0].move[0]);
        assert_int_equal(play_make(&game, move, NULL), AZJ_E_OK);
        moves++;
    }
    assert_true(moves > 20);
    play_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo_brings_the_same_position_back),
        cmocka_unit_test(test_a_refused_move_changes_nothing),
        cmocka_unit_test(test_bots_and_hints_answer_with_legal_moves),
        cmocka_unit_test(test_names_and_eyes),
        cmocka_unit_test(test_a_record_is_shown_at_every_step),
        cmocka_unit_test(test_a_kept_game_goes_on),
        cmocka_unit_test(test_a_kept_game_keeps_its_edition),
        cmocka_unit_test(test_a_foreign_game_goes_on),
        cmocka_unit_test(test_others_look_away),
        cmocka_unit_test(test_names_of_bots),
        cmocka_unit_test(test_noise_lasts_for_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
