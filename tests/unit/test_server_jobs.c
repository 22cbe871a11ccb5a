/* test_server_jobs.c - a bot's task as text: nothing of the view gets lost, nothing else is taken.
 */
#include "server/bot_task.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool survives(const bot_task *t)
{
    char text[BOT_TASK_TEXT_MAX];
    bot_task back;
    const size_t length = bot_task_write(t, text, sizeof text);
    memset(&back, 0, sizeof back);
    return length < sizeof text - 1 && bot_task_read(&back, text, length) && back.bot == t->bot &&
           back.seed == t->seed && back.time_ms == t->time_ms &&
           memcmp(&back.view, &t->view, azj_size(&t->view)) == 0;
}

/* In every position of a game, for the seat that is to move. */
static void play_through(azj_rules rules, unsigned players, uint64_t seed)
{
    azj_rng rng;
    azj_state s;
    azj_move moves[AZJ_MOVES_MAX];
    const azj_options o = {
        .rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY};
    azj_rng_seed(&rng, seed);
    assert_int_equal(azj_new(&s, &o), AZJ_E_OK);
    azj_deal(&s, &rng);
    while (s.head.phase != AZJ_PHASE_OVER) {
        bot_task t = {.bot = azj_bot_name((unsigned)(seed % azj_bot_count())),
                      .seed = azj_rng_next(&rng),
                      .time_ms = 1 + azj_rng_below(&rng, BOT_TASK_TIME_MAX_MS)};
        azj_view(&s, s.head.seat, &t.view);
        assert_true(survives(&t));
        const size_t n = azj_moves(&s, moves);
        azj_apply(&s, moves[azj_rng_below(&rng, (uint32_t)n)], NULL);
        azj_deal(&s, &rng);
    }
}

static void test_tasks_survive(void **state)
{
    (void)state;
    for (int rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players++)
            for (uint64_t seed = 0; seed < 4; seed++)
                play_through((azj_rules)rules, players, seed);
}

static bool is_read(const char *text)
{
    bot_task t;
    return bot_task_read(&t, text, strlen(text));
}

static void write_task(char text[BOT_TASK_TEXT_MAX], const char *bot, const char *seed,
                       const char *time, const char *view)
{
    snprintf(text, BOT_TASK_TEXT_MAX,
             "{\"bot\":\"%s\",\"seed\":\"%s\",\"time_ms\":%s,\"view\":\"%s\"}", bot, seed, time,
             view);
}

static void test_others_are_refused(void **state)
{
    static const char seed[] = "0123456789abcdef";
    char text[BOT_TASK_TEXT_MAX], view[AZJ_POSITION_TEXT_MAX], over[AZJ_POSITION_TEXT_MAX];
    azj_state s;
    azj_rng rng;
    (void)state;
    azj_rng_seed(&rng, 1);
    assert_int_equal(azj_new(&s, &(azj_options){.rules = AZJ_CLASSIC, .players = 2}), AZJ_E_OK);
    azj_position_text(&s, over, sizeof over); /* not dealt: nobody is to move */
    azj_deal(&s, &rng);
    azj_position_text(&s, view, sizeof view);
    const char *const wrong[][4] = {
        {"nobody", seed, "5", view},     {"cmd", seed, "5", view},
        {"greedy", "0123", "5", view},   {"greedy", "0123456789abcdeg", "5", view},
        {"greedy", seed, "0", view},     {"greedy", seed, "60001", view},
        {"greedy", seed, "-1", view},    {"greedy", seed, "1.5", view},
        {"greedy", seed, "5", over},     {"greedy", seed, "5", ""},
        {"greedy", seed, "5", "classic"}};
    write_task(text, "greedy", seed, "5", view);
    assert_true(is_read(text));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_task(text, wrong[i][0], wrong[i][1], wrong[i][2], wrong[i][3]);
        assert_false(is_read(text));
    }
    assert_false(is_read(""));
    assert_false(is_read("{}"));
    assert_false(is_read("[]"));
}

static void test_bots_think(void **state)
{
    azj_engine **engines = calloc(azj_bot_count(), sizeof *engines);
    azj_rng rng;
    (void)state;
    assert_non_null(engines);
    azj_rng_seed(&rng, 3);
    for (int rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned bot = 0; bot < azj_bot_count(); bot++) {
            bot_task t = {.bot = azj_bot_name(bot), .seed = bot, .time_ms = 1};
            azj_state s;
            assert_int_equal(azj_new(&s, &(azj_options){.rules = (uint8_t)rules, .players = 2}),
                             AZJ_E_OK);
            azj_deal(&s, &rng);
            azj_view(&s, s.head.seat, &t.view);
            assert_int_equal(azj_legal(&s, bot_task_think(&t, engines), NULL), AZJ_E_OK);
        }
    for (unsigned bot = 0; bot < azj_bot_count(); bot++)
        azj_engine_free(engines[bot]);
    free(engines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tasks_survive),
                                       cmocka_unit_test(test_others_are_refused),
                                       cmocka_unit_test(test_bots_think)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
