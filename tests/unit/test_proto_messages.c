/* test_proto_messages.c - requests and answers: what is written is read back the same. */
#include "check.h"
#include "proto/referee.h"
#include "proto/reply.h"

#include <azulejo/text.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static proto_word line_of(const char *text)
{
    return (proto_word){text, strcspn(text, "\n")};
}

static proto_request request_of(const char *text)
{
    proto_request r;
    proto_fault fault;
    if (!proto_request_read(line_of(text), &r, &fault))
        fail_msg("%s: %s", text, fault.text);
    return r;
}

static void assert_refused(const char *text, proto_error code)
{
    proto_request r;
    proto_fault fault;
    assert_false(proto_request_read(line_of(text), &r, &fault));
    assert_int_equal(fault.code, code);
    assert_true(strlen(fault.text) > 5);
}

/* ---- Requests ---- */

static void test_go_round_trip(void **state)
{
    char text[256];
    proto_go go = {.limits = {.time_ms = 100, .increment_ms = 7, .depth = 3, .nodes = 1ull << 40},
                   .clock_ms = {60000, 1, 0, 4294967295u},
                   .clocks = 4};
    (void)state;
    buf b = buf_on(text, sizeof text);
    proto_put_go(&b, &go);
    buf_end(&b);
    assert_string_equal(
        text, "go time 100 clock 60000 1 0 4294967295 inc 7 nodes 1099511627776 depth 3\n");
    const proto_request r = request_of(text);
    assert_int_equal(r.kind, PROTO_GO);
    assert_memory_equal(&r.go.limits, &go.limits, sizeof go.limits);
    assert_memory_equal(r.go.clock_ms, go.clock_ms, sizeof go.clock_ms);
    assert_int_equal(r.go.clocks, 4);
    assert_true(request_of("go infinite").go.limits.infinite);
    assert_int_equal(request_of("go").go.clocks, 0);
    const azj_limits least = request_of("go time 0 nodes 0 depth 0 inc 0").go.limits;
    assert_true(least.time_ms == 1 && least.nodes == 1 && least.depth == 1);
    assert_int_equal(least.increment_ms, 0);
}

static void test_result_round_trip(void **state)
{
    char text[256];
    const proto_result result = {
        .players = 3, .winners = 5, .score = {12, 0, 44}, .cause = PROTO_CAUSE_STALL, .fault = 1};
    (void)state;
    buf b = buf_on(text, sizeof text);
    proto_put_result(&b, &result);
    buf_end(&b);
    assert_string_equal(text, "result winners 0 2 scores 12 0 44 cause stall fault 1\n");
    const proto_request r = request_of(text);
    assert_memory_equal(&r.result, &result, sizeof result);
    const proto_request nobody = request_of("result winners - scores 1 2 cause normal");
    assert_int_equal(nobody.result.winners, 0);
    assert_int_equal(nobody.result.fault, AZJ_NOBODY);
}

static void test_new(void **state)
{
    const proto_request r = request_of("new duel 2 starter 1 tablets a1,b2,d1 seed 9");
    (void)state;
    assert_int_equal(r.game.rules, AZJ_DUEL);
    assert_int_equal(r.game.players, 2);
    assert_int_equal(r.game.starter, 1);
    assert_int_equal(r.game.tablets, 1 | 2 << 2 | 1 << 6);
    assert_true(r.seeded && r.seed == 9);
    assert_int_equal(request_of("new grey 4").game.starter, AZJ_NOBODY);
    assert_int_equal(request_of("new solitaire 4").game.rules, AZJ_RULES_NB);
    assert_true(request_of("new duel 2 tablets random").random_tablets);
    assert_refused("new", PROTO_E_SYNTAX);
    assert_refused("new duel 2 tablets a1,b1,", PROTO_E_SYNTAX);
    assert_refused("new duel 2 tablets e1", PROTO_E_SYNTAX);
    assert_refused("new duel 2 tablets a1-b1", PROTO_E_SYNTAX);
    assert_refused("new duel 2 starter 4", PROTO_E_SYNTAX);
}

static void test_other_requests(void **state)
{
    (void)state;
    proto_request r = request_of("set style  very bold ");
    assert_true(proto_is(r.name, "style") && proto_is(r.text, "very bold"));
    r = request_of("play 3B2 seed 4");
    assert_true(proto_is(r.text, "3B2") && r.seeded && r.seed == 4);
    r = request_of("deal seed 4");
    assert_true(r.seeded && r.text.length == 0);
    r = request_of("deal BR");
    assert_true(!r.seeded && proto_is(r.text, "BR"));
    assert_int_equal(request_of("view spectator").viewer, AZJ_SPECTATOR);
    assert_int_equal(request_of("view all").viewer, AZJ_VIEW_ALL);
    assert_int_equal(request_of("view 3").viewer, 3);
    assert_int_equal(request_of("azp 1").version, 1);
    assert_int_equal(request_of("ping").kind, PROTO_PING);
}

static void test_refused_requests(void **state)
{
    static const char *const wrong[] = {
        "azp",
        "azp x",
        "azp 1 2",
        "set",
        "set a",
        "position",
        "moves",
        "go fast",
        "go time",
        "go nodes -1",
        "go clock",
        "go clock 1 clock 2",
        "go clock 1 2 3 4 5",
        "stop it",
        "quit now",
        "legal moves",
        "seat 1",
        "play",
        "play 3B2 4",
        "play 3B2 seed",
        "deal",
        "deal B B",
        "view",
        "view 4",
        "view me",
        "result",
        "result winners",
        "result cause",
        "result winners 4",
        "result scores",
        "result fault x",
        "result winners 0 scores 1 2",
        "result winners 0 cause normal",
        "result scores 1 2 winners 0 cause normal",
        "result winners 0 scores 1 2 cause normal fault 1",
        "result winners 0 scores 1 2 cause time",
        "result winners 0 scores 1 2 cause time fault 2",
        "result winners 0 scores 1 2 cause time fault",
        "result winners 2 scores 1 2 cause normal",
        "result winners 0 scores 1 cause normal",
        "result winners 0 scores 1.5 2 cause normal",
        "result winners 0 scores 1 2 cause normal scores 1 2",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(wrong[i], PROTO_E_SYNTAX);
    assert_refused("", PROTO_E_UNKNOWN);
    assert_refused("Go", PROTO_E_UNKNOWN);
    assert_refused("gogo", PROTO_E_UNKNOWN);
    assert_refused("\xff\xfe", PROTO_E_UNKNOWN);
}

/* ---- Answers ---- */

static void test_info_round_trip(void **state)
{
    azj_info info = {.depth = 6, .lines = 2, .nodes = 1200, .time_us = 50000, .exact = 1};
    char text[1024];
    proto_reply r;
    (void)state;
    for (unsigned i = 0; i < 2; i++)
        info.line[i] =
            (azj_line){.length = 2,
                       .move = {azj_move_take(3, AZJ_BLUE, 2 + i), azj_move_take(0, 2, 0)},
                       .win = {0.61f, 0.39f},
                       .score = {43.25f, -1.5f}};
    buf b = buf_on(text, sizeof text);
    proto_put_info(&b, &info, 2);
    buf_end(&b);
    assert_string_equal(text, "info rank 1 depth 6 nodes 1200 time 50 nps 24000 win 0.6100 0.3900 "
                              "score 43.3 -1.5 exact line 3B2 cRf\n"
                              "info rank 2 depth 6 nodes 1200 time 50 nps 24000 win 0.6100 0.3900 "
                              "score 43.3 -1.5 exact line 3B3 cRf\n");
    assert_true(proto_reply_read(line_of(text), &r));
    assert_int_equal(r.kind, PROTO_R_INFO);
    assert_true(r.info.rank == 1 && r.info.depth == 6 && r.info.nodes == 1200);
    assert_true(r.info.time_ms == 50 && r.info.nps == 24000 && r.info.exact);
    assert_true(r.info.wins == 2 && r.info.win[0] == 0.61 && r.info.scores == 2);
    assert_true(r.info.score[1] == -1.5 && proto_is(r.info.line, "3B2 cRf"));
}

static void test_answers(void **state)
{
    proto_reply r;
    (void)state;
    assert_true(proto_reply_read(line_of("bestmove 3B2"), &r) && proto_is(r.key, "3B2"));
    assert_true(proto_reply_read(line_of("error move no such tile"), &r));
    assert_true(proto_is(r.key, "move") && proto_is(r.text, "no such tile"));
    assert_true(proto_reply_read(line_of("id name A Bot 1.0"), &r) &&
                proto_is(r.text, "A Bot 1.0"));
    assert_true(
        proto_reply_read(line_of("option name style type choice default a values a b c"), &r));
    assert_true(proto_is(r.option.name, "style") && proto_is(r.option.values, "a b c"));
    assert_true(proto_reply_read(line_of("option name n type number default 1 min 0 max 9"), &r));
    assert_true(r.option.bounded && r.option.max == 9 && proto_is(r.option.value, "1"));
}

static void test_no_answers(void **state)
{
    static const char *const wrong[] = {"",
                                        "hello",
                                        "bestmove",
                                        "bestmove 3B2 ponder",
                                        "ok then",
                                        "ready now",
                                        "error",
                                        "id",
                                        "info depth",
                                        "info depth x",
                                        "info win",
                                        "info speed 3",
                                        "option",
                                        "option name x",
                                        "option name x type colour",
                                        "option name x type number min",
                                        "option type number name x"};
    proto_reply r;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (proto_reply_read(line_of(wrong[i]), &r))
            fail_msg("\"%s\" was taken for an answer", wrong[i]);
}

static void test_decimals_are_rounded(void **state)
{
    static const struct {
        double value;
        unsigned digits;
        const char *text;
    } cases[] = {{0, 4, "0.0000"},   {1, 4, "1.0000"},   {0.99996, 4, "1.0000"}, {-0.04, 1, "0.0"},
                 {-0.06, 1, "-0.1"}, {43.25, 1, "43.3"}, {12.6, 0, "13"}};
    char text[32];
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        buf b = buf_on(text, sizeof text);
        proto_put_decimal(&b, cases[i].value, cases[i].digits);
        buf_end(&b);
        assert_string_equal(text, cases[i].text);
    }
}

/* ---- The referee: a game by text alone is the game by the rules ---- */

typedef struct by_text {
    proto_referee referee;
    char answer[262144];
} by_text;

static const char *ask(by_text *t, const char *line)
{
    const proto_request r = request_of(line);
    buf b = buf_on(t->answer, sizeof t->answer);
    assert_true(proto_is_referee(r.kind));
    proto_referee_answer(&t->referee, &r, &b);
    assert_true(buf_end(&b) < sizeof t->answer);
    return t->answer;
}

static void play_by_text(by_text *t, azj_rules rules, unsigned players, uint64_t seed)
{
    char line[AZJ_MOVE_TEXT_MAX + 64], text[AZJ_MOVE_TEXT_MAX];
    azj_state s;
    azj_rng rng, choice;
    azj_move moves[AZJ_MOVES_MAX];
    azj_rng_seed(&choice, seed);
    azj_rng_seed(&rng, seed);
    azj_new(&s, &(azj_options){
                    .rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY});
    azj_deal(&s, &rng);
    snprintf(line, sizeof line, "new %s %u seed %llu", azj_rules_name(rules), players,
             (unsigned long long)seed);
    for (uint64_t deal = seed + 1;; deal++) {
        char wanted[AZJ_POSITION_TEXT_MAX + 16];
        buf b = buf_on(wanted, sizeof wanted);
        proto_put_position(&b, &s);
        buf_end(&b);
        assert_string_equal(ask(t, line), wanted);
        if (s.head.phase == AZJ_PHASE_OVER)
            break;
        const azj_move move = moves[azj_rng_below(&choice, (uint32_t)azj_moves(&s, moves))];
        azj_move_text(move, text, sizeof text);
        snprintf(line, sizeof line, "play %s seed %llu", text, (unsigned long long)deal);
        azj_apply(&s, move, NULL);
        azj_rng_seed(&rng, deal);
        azj_deal(&s, &rng);
    }
    assert_true(strncmp(ask(t, "over"), "over yes winners ", 17) == 0);
    assert_string_equal(ask(t, "seat"), "seat -\n");
    assert_string_equal(ask(t, "legal"), "legal\n");
}

static void test_referee_plays_by_the_rules(void **state)
{
    by_text *t = calloc(1, sizeof *t);
    (void)state;
    for (unsigned rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2u : 4u); players++)
            for (uint64_t seed = 0; seed < 5; seed++)
                play_by_text(t, (azj_rules)rules, players, seed);
    free(t);
}

/* Where a deal is pending nothing is random until somebody asks: 20 tiles out of 100. */
static void test_referee_deals_by_hand(void **state)
{
    by_text *t = calloc(1, sizeof *t);
    (void)state;
    ask(t, "new classic 2");
    assert_string_equal(ask(t, "chance"), "chance starter 0 1 1 1\n");
    ask(t, "deal 1");
    for (unsigned i = 0; i < 20; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "chance tile %s%u Y 20 R 20 K 20 T 20\n", "B ", 20 - i);
        assert_string_equal(ask(t, "chance"), wanted);
        assert_true(strncmp(ask(t, "deal B"), "position ", 9) == 0);
    }
    assert_string_equal(ask(t, "seat"), "seat 1\n");
    assert_true(strncmp(ask(t, "deal B"), "error state", 11) == 0);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_go_round_trip),
        cmocka_unit_test(test_result_round_trip),
        cmocka_unit_test(test_new),
        cmocka_unit_test(test_other_requests),
        cmocka_unit_test(test_refused_requests),
        cmocka_unit_test(test_info_round_trip),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_no_answers),
        cmocka_unit_test(test_decimals_are_rounded),
        cmocka_unit_test(test_referee_plays_by_the_rules),
        cmocka_unit_test(test_referee_deals_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
