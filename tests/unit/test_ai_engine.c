/* test_ai_engine.c - the engine object: names, refusals, limits, reproducible answers, and no use
 * of hidden facts. */
#include "check.h"

#include "ai/bench.h"
#include "ai/numbers.h"

#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    uint8_t rules, players;
} games[] = {{AZJ_CLASSIC, 2}, {AZJ_CLASSIC, 3},  {AZJ_CLASSIC, 4},  {AZJ_GREY, 2},
             {AZJ_GREY, 3},    {AZJ_CRYSTAL1, 2}, {AZJ_CRYSTAL2, 4}, {AZJ_DUEL, 2}};
enum { GAMES = sizeof games / sizeof games[0] };

static void begin(azj_state *s, unsigned g, azj_rng *rng)
{
    azj_new(s, &(azj_options){
                   .rules = games[g].rules, .players = games[g].players, .starter = AZJ_NOBODY});
    azj_deal(s, rng);
}

static void play_random(azj_state *s, azj_rng *rng, unsigned plies)
{
    azj_move moves[AZJ_MOVES_MAX];
    while (plies-- && s->head.phase != AZJ_PHASE_OVER) {
        const size_t n = azj_moves(s, moves);
        azj_apply(s, moves[azj_rng_below(rng, (uint32_t)n)], NULL);
        azj_deal(s, rng);
    }
}

static azj_engine *engine(const char *bot, uint64_t seed)
{
    azj_error error = AZJ_E_OK;
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){.bot = bot, .seed = seed, .memory_bytes = 4 << 20}, &error);
    assert_non_null(e);
    return e;
}

static azj_info go(azj_engine *e, const azj_state *s, uint64_t nodes)
{
    azj_info info;
    assert_int_equal(azj_engine_set(e, s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info), AZJ_E_OK);
    return info;
}

/* Of a bot, by its name. */
static unsigned index_of(const char *name)
{
    unsigned i = 0;
    while (strcmp(azj_bot_name(i), name) != 0)
        i++;
    return i;
}

static void names(void **state)
{
    (void)state;
    unsigned bots = 0;
    assert_string_equal(azj_bot_name(0), "random");
    while (azj_bot_name(bots))
        bots++;
    assert_int_equal(bots, azj_bot_count());
    for (unsigned level = 1; level <= azj_level_count(); level++) {
        const char *name = azj_level_name(level);
        assert_ptr_equal(azj_bot_name(index_of(azj_level_name(1)) + level - 1), name);
        assert_int_equal(azj_level_of(name), level);
        assert_string_not_equal(azj_bot_title(name), name); /* a person's */
    }
    assert_null(azj_level_name(0));
    assert_null(azj_level_name(azj_level_count() + 1));
    assert_int_equal(azj_level_of("strong"), 0);
    assert_string_equal(azj_bot_title("strong"), "strong");
    assert_ptr_equal(azj_bot_find("strong!", 6), azj_bot_name(3));
    assert_null(azj_bot_find("strong!", 7));
}

/* What a caller in another language may get wrong. */
static void impossible_positions(void **state)
{
    (void)state;
    azj_error error = AZJ_E_NO_MEMORY;
    azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = "greedy"}, &error);
    azj_state s;
    azj_info info;
    assert_non_null(e);
    assert_int_equal(error, AZJ_E_OK);
    memset(&s, 0xa5, sizeof s);
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_BAD_RULES);
    memset(&s, 0, sizeof s);
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_BAD_PLAYERS);
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    begin(&s, 0, &rng);
    s.classic.factory[0] = azj_tiles_of(9, AZJ_RED);
    assert_int_not_equal(azj_engine_set(e, &s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){0}, &info), AZJ_E_NO_POSITION);
    azj_engine_free(e);
}

/* The same tiles lie on several factories; the line begins with the move that was asked about. */
static void only_this_move(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GAMES; g++) {
        azj_rng rng;
        azj_state s;
        azj_info info;
        azj_move moves[AZJ_MOVES_MAX];
        azj_rng_seed(&rng, 5);
        begin(&s, g, &rng);
        azj_engine *e = engine("strong", 1);
        const size_t n = azj_moves(&s, moves);
        for (size_t i = 0; i < n; i += 5) {
            assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
            assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = 20, .only = moves[i]}, &info),
                             AZJ_E_OK);
            assert_int_equal(info.line[0].move[0], moves[i]);
        }
        azj_engine_free(e);
    }
}

/* What numbers meant in games that were kept before levels had names. This never changes. */
static void former_levels(void **state)
{
    (void)state;
    static const char *const names[AZJ_FORMER_LEVELS] = {"novice", "learner", "casual",  "regular",
                                                         "expert", "master",  "champion"};
    for (unsigned number = 1; number <= AZJ_FORMER_LEVELS; number++) {
        assert_string_equal(azj_former_level_name(number), names[number - 1]);
        assert_ptr_equal(azj_former_level_name(number),
                         azj_bot_name(index_of("novice") + number - 1));
        assert_int_equal(azj_level_of(names[number - 1]), 0);
    }
    assert_null(azj_former_level_name(0));
    assert_null(azj_former_level_name(AZJ_FORMER_LEVELS + 1));
}

/* The bot that is kept under this name, or that somebody means who types it. */
static const char *kept(const char *name)
{
    return azj_bot_kept(name, strlen(name));
}

static const char *typed(const char *name)
{
    return azj_bot_find(name, strlen(name));
}

/* A person's name alone: the present edition where it is typed, the first one where it was kept. */
static void level_editions(void **state)
{
    (void)state;
    char first[32];
    unsigned earlier = 0;
    for (unsigned level = 1; level <= azj_level_count(); level++) {
        const char *person = azj_level_person(level), *name = azj_level_name(level);
        assert_ptr_equal(typed(person), name);
        assert_ptr_equal(typed(name), name);
        assert_ptr_equal(kept(name), name);
        assert_int_equal(azj_level_of(person), level);
        assert_string_equal(azj_bot_title(person), azj_bot_title(name));
        snprintf(first, sizeof first, "%s-1", person);
        if (!typed(first)) { /* it always played as it does now */
            assert_string_equal(person, name);
            assert_ptr_equal(kept(person), name);
            continue;
        }
        earlier++;
        assert_string_equal(kept(person), first);
        assert_string_equal(kept(first), first);
        assert_int_equal(azj_level_of(first), level);
        assert_string_equal(azj_bot_title(first), azj_bot_title(name));
        assert_string_not_equal(first, name);
    }
    assert_true(earlier > 0);
    assert_null(azj_level_person(0));
    assert_null(azj_level_person(azj_level_count() + 1));
    assert_null(kept("ines-99"));
    assert_null(kept("nobody"));
    assert_string_equal(kept("casual"), "casual");
}

/* Games that were kept when these were the names of levels. This never changes. */
static void names_of_the_first_editions(void **state)
{
    (void)state;
    static const char *const kept_as[][2] = {
        {"bia", "bia-1"},       {"tomas", "tomas-1"},       {"rita", "rita-1"},
        {"duarte", "duarte-1"}, {"ines", "ines-1"},         {"simao", "simao-1"},
        {"leonor", "leonor-1"}, {"baltasar", "baltasar-1"}, {"amalia", "amalia-1"},
        {"gaspar", "gaspar-1"},
    };
    for (unsigned i = 0; i < sizeof kept_as / sizeof kept_as[0]; i++)
        assert_string_equal(kept(kept_as[i][0]), kept_as[i][1]);
}

static void refusals(void **state)
{
    (void)state;
    azj_error error = AZJ_E_OK;
    azj_state s;
    azj_rng rng;
    azj_info info;
    assert_null(azj_engine_new(&(azj_engine_options){.bot = "nobody"}, &error));
    assert_int_equal(error, AZJ_E_NO_BOT);
    assert_null(azj_engine_new(&(azj_engine_options){.memory_bytes = SIZE_MAX}, &error));
    assert_int_equal(error, AZJ_E_NO_MEMORY);
    azj_engine *e = engine("strong", 1);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = 1}, &info), AZJ_E_NO_POSITION);
    azj_rng_seed(&rng, 1);
    azj_new(&s, &(azj_options){.players = 2, .starter = AZJ_NOBODY});
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_DEAL_FIRST);
    azj_deal(&s, &rng);
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.time_ms = 1}, &info), AZJ_E_NO_CLOCK);
    play_random(&s, &rng, 10000);
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_GAME_OVER);
    azj_engine_free(e);
    azj_engine_free(NULL);
}

static void check_line(const azj_state *root, const azj_line *line)
{
    azj_state s = *root;
    float sum = 0;
    assert_true(line->length >= 1);
    for (uint32_t i = 0; i < line->length; i++) {
        if (s.head.rules == AZJ_DUEL && i > 0)
            break; /* later moves may depend on sampled facts */
        assert_int_equal(azj_play(&s, line->move[i], NULL, NULL), AZJ_E_OK);
    }
    for (unsigned p = 0; p < s.head.players; p++) {
        assert_true(line->win[p] >= 0 && line->win[p] <= 1.0001f);
        sum += line->win[p];
    }
    assert_true(fabsf(sum - 1) < 1e-3f);
}

/* Whole games by every bot in every seat: only legal moves, sensible reports. */
static void whole_games(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 5);
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned b = 0; azj_bot_name(b); b++) {
            azj_state s;
            azj_engine *e = engine(azj_bot_name(b), b);
            begin(&s, g, &rng);
            while (s.head.phase != AZJ_PHASE_OVER) {
                const azj_info info = go(e, &s, 20);
                assert_true(info.lines >= 1);
                check_line(&s, &info.line[0]);
                assert_int_equal(azj_play(&s, info.line[0].move[0], NULL, NULL), AZJ_E_OK);
                azj_deal(&s, &rng);
                if (s.head.phase != AZJ_PHASE_OVER) /* quicker, and stranger positions */
                    play_random(&s, &rng, azj_rng_below(&rng, 4));
            }
            azj_engine_free(e);
        }
}

/* The same position, seed and nodes give the same answer, independent of earlier searches. */
static void same_answer(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 6);
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned b = 0; azj_bot_name(b); b++) {
            azj_engine *used = engine(azj_bot_name(b), 9);
            azj_state s;
            begin(&s, g, &rng);
            for (unsigned i = 0; i < 6; i++) {
                azj_engine *fresh = engine(azj_bot_name(b), 9);
                const azj_info one = go(used, &s, 150), other = go(fresh, &s, 150);
                assert_int_equal(one.nodes, other.nodes);
                assert_int_equal(one.line[0].move[0], other.line[0].move[0]);
                assert_memory_equal(one.line[0].win, other.line[0].win, sizeof one.line[0].win);
                azj_engine_free(fresh);
                play_random(&s, &rng, 3);
                if (s.head.phase == AZJ_PHASE_OVER)
                    break;
            }
            azj_engine_free(used);
        }
}

/* In two games with equal views the bot makes the same choice. Duel hides chips and plates. */
static void hidden_facts(void **state)
{
    (void)state;
    azj_rng rng;
    unsigned other_chips = 0, other_piles = 0;
    azj_rng_seed(&rng, 7);
    for (unsigned b = 0; azj_bot_name(b); b++) {
        azj_engine *e = engine(azj_bot_name(b), 3);
        azj_state s, view, other;
        begin(&s, GAMES - 1, &rng);
        for (unsigned i = 0; i < 12 && s.head.phase != AZJ_PHASE_OVER; i++) {
            azj_view(&s, s.head.seat, &view);
            azj_determinise(&view, &rng, &other);
            other_chips += memcmp(s.duel.chip, other.duel.chip, sizeof s.duel.chip) != 0;
            other_piles += memcmp(s.duel.pile, other.duel.pile, sizeof s.duel.pile) != 0;
            const azj_info one = go(e, &s, 60), two = go(e, &other, 60), three = go(e, &view, 60);
            assert_int_equal(one.line[0].move[0], two.line[0].move[0]);
            assert_int_equal(one.line[0].move[0], three.line[0].move[0]);
            assert_int_equal(one.nodes, two.nodes);
            play_random(&s, &rng, 1 + azj_rng_below(&rng, 6));
        }
        azj_engine_free(e);
    }
    assert_true(other_chips > 50 && other_piles > 100);
}

/* The least memory is enough for every search and number of seats; only a sanitizer detects a
 * violation. */
static void little_memory(void **state)
{
    (void)state;
    azj_rng rng;
    azj_rng_seed(&rng, 8);
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned b = 0; azj_bot_name(b); b++) {
            azj_state s;
            azj_engine *e = azj_engine_new(
                &(azj_engine_options){.bot = azj_bot_name(b), .memory_bytes = 1, .lines = 3}, NULL);
            begin(&s, g, &rng);
            const azj_info info = go(e, &s, 5000);
            assert_int_equal(azj_legal(&s, info.line[0].move[0], NULL), AZJ_E_OK);
            azj_engine_free(e);
        }
}

/* A clock that advances by 20 milliseconds at each reading. */
static uint64_t false_clock(void *context)
{
    return *(uint64_t *)context += 20000;
}

static void limits_by_time(void **state)
{
    (void)state;
    static const azj_limits limits[] = {
        {.time_ms = 50}, {.clock_ms = 60000}, {.clock_ms = 10, .increment_ms = 5}, {0}};
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned b = 0; azj_bot_name(b); b++) {
            uint64_t time = 1;
            azj_rng rng;
            azj_state s;
            azj_info info;
            azj_rng_seed(&rng, b);
            begin(&s, g, &rng);
            azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = azj_bot_name(b),
                                                                 .memory_bytes = 4 << 20,
                                                                 .now_us = false_clock,
                                                                 .context = &time},
                                           NULL);
            assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
            assert_int_equal(azj_engine_go(e, &limits[(b + g) % 4], &info), AZJ_E_OK);
            assert_int_equal(azj_legal(&s, info.line[0].move[0], NULL), AZJ_E_OK);
            azj_engine_free(e);
        }
}

static void stop_it(void *context, const azj_info *info)
{
    if (info->nodes > 0)
        azj_engine_stop(*(azj_engine **)context);
}

static void stop(void **state)
{
    (void)state;
    azj_engine *e = NULL;
    azj_rng rng;
    azj_state s;
    azj_info info;
    azj_rng_seed(&rng, 1);
    begin(&s, 0, &rng);
    e = azj_engine_new(&(azj_engine_options){.progress = stop_it, .context = &e}, NULL);
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, &(azj_limits){.infinite = 1}, &info), AZJ_E_OK);
    assert_int_equal(azj_legal(&s, info.line[0].move[0], NULL), AZJ_E_OK);
    azj_engine_free(e);
}

/* Several lines: different first moves, best first, as many as asked for. */
static void several_lines(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 4; g++) {
        azj_rng rng;
        azj_state s;
        azj_info info;
        azj_rng_seed(&rng, 3);
        begin(&s, g, &rng);
        azj_engine *e =
            azj_engine_new(&(azj_engine_options){.lines = 5, .memory_bytes = 8 << 20}, NULL);
        assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
        assert_int_equal(azj_engine_go(e, &(azj_limits){.nodes = 20000}, &info), AZJ_E_OK);
        assert_int_equal(info.lines, 5);
        for (unsigned i = 0; i < info.lines; i++) {
            check_line(&s, &info.line[i]);
            for (unsigned j = 0; j < i; j++)
                assert_int_not_equal(info.line[i].move[0], info.line[j].move[0]);
        }
        azj_engine_free(e);
    }
}

/* Unvisited lines are not reported: three nodes make at most three lines, and none has a chance of
 * 0 because of a missing visit. */
static void few_nodes_few_lines(void **state)
{
    (void)state;
    static const char *const bots[] = {"uct", "strong", "puct"};
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned b = 0; b < 3; b++) {
            azj_rng rng;
            azj_state s;
            azj_rng_seed(&rng, 4);
            begin(&s, g, &rng);
            azj_engine *e = azj_engine_new(
                &(azj_engine_options){.bot = bots[b], .lines = 16, .memory_bytes = 8 << 20}, NULL);
            const azj_info few = go(e, &s, 3), more = go(e, &s, 500);
            assert_true(few.lines >= 1 && few.lines <= 3);
            assert_true(more.lines > 3);
            for (unsigned i = 0; i < few.lines; i++)
                check_line(&s, &few.line[i]);
            for (unsigned i = 0; i < more.lines; i++) {
                check_line(&s, &more.line[i]);
                assert_true(b == 0 || more.line[i].win[s.head.seat] > 0.001f);
            }
            azj_engine_free(e);
        }
}

/* ---- Clocks ---- */

typedef struct watcher {
    uint64_t time;
    unsigned reports;
} watcher;

/* A clock that advances by a tenth of a millisecond at each reading. */
static uint64_t fine_clock(void *context)
{
    return ((watcher *)context)->time += 100;
}

static void count_report(void *context, const azj_info *info)
{
    ((watcher *)context)->reports += info->lines > 0;
}

/* How long the strong bot thinks about a position, by that clock. */
static uint64_t thinks_us(const char *position, const azj_limits *limits)
{
    watcher w = {0};
    azj_state s;
    azj_info info;
    azj_text_fault fault;
    assert_int_equal(azj_position_parse(position, strlen(position), &s, &fault), AZJ_E_OK);
    azj_engine *e = azj_engine_new(
        &(azj_engine_options){
            .memory_bytes = 4 << 20, .now_us = fine_clock, .progress = count_report, .context = &w},
        NULL);
    assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
    assert_int_equal(azj_engine_go(e, limits, &info), AZJ_E_OK);
    azj_engine_free(e);
    return info.time_us;
}

/* One move only, three seats. */
static const char FORCED[] =
    "classic 3 5 offer 0 1 1 -/-/-/-/-/-/- T B2YR4K3T5 B6Y4R9K2T6 "
    "5:Y/B/K/K3/Y3:B1RKT/3RK/5/R4/5:TTT 0:R/Y2/B/B2/B:BY2T/1B1R1/K4/5/5:MBBBYY "
    "0:T/-/K2/Y2/Y3:BY1K1/T4/1T3/5/5:RKKKKKR";

/* Round 5, but all walls are empty: at least five rounds are to come. */
static const char EMPTY_WALLS[] =
    "classic 4 5 offer 1 2 1 -/-/-/-/-/-/-/-/- Y3 B15Y12R11K13T13 BR3K3 "
    "0:-/-/-/-/-:5/5/5/5/5:YRRRKKK 0:-/-/-/-/-:5/5/5/5/5:MBYYBBB "
    "0:-/-/-/-/-:5/5/5/5/5:YTTYRRR 0:-/-/-/-/-:5/5/5/5/5:TTKTTT";

static void clocks(void **state)
{
    (void)state;
    assert_true(thinks_us(FORCED, &(azj_limits){.time_ms = 2000}) < 20000);
    assert_true(thinks_us(FORCED, &(azj_limits){.clock_ms = 60000}) < 20000);
    assert_true(thinks_us(EMPTY_WALLS, &(azj_limits){.clock_ms = 6000}) < 300000);
    const azj_limits large = {.clock_ms = 500, .increment_ms = 1431655766}; /* beyond 32 bits */
    assert_true(thinks_us(EMPTY_WALLS, &large) > 100000);
}

/* Every search reports its progress. */
static void progress(void **state)
{
    (void)state;
    static const char *const searches[] = {"strong", "uct"};
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned b = 0; b < 2; b++) {
            watcher w = {0};
            azj_rng rng;
            azj_state s;
            azj_rng_seed(&rng, g);
            begin(&s, g, &rng);
            azj_engine *e = azj_engine_new(&(azj_engine_options){.bot = searches[b],
                                                                 .memory_bytes = 4 << 20,
                                                                 .progress = count_report,
                                                                 .context = &w},
                                           NULL);
            go(e, &s, 3000);
            assert_true(w.reports >= 3);
            azj_engine_free(e);
        }
}

/* A search in a separate thread runs until it is stopped. */
static void background(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GAMES; g++) {
        azj_rng rng;
        azj_state s;
        azj_info info;
        azj_rng_seed(&rng, g);
        begin(&s, g, &rng);
        azj_engine *e = engine("strong", 1);
        assert_int_equal(azj_engine_wait(e, &info), AZJ_E_NO_POSITION); /* nothing started */
        assert_int_equal(azj_engine_start(e, &(azj_limits){.infinite = 1}), AZJ_E_OK);
        assert_int_equal(azj_engine_wait(e, &info), AZJ_E_NO_POSITION); /* nothing set */
        assert_int_equal(azj_engine_set(e, &s), AZJ_E_OK);
        assert_int_equal(azj_engine_start(e, &(azj_limits){.infinite = 1}), AZJ_E_OK);
        azj_engine_stop(e);
        assert_int_equal(azj_engine_wait(e, &info), AZJ_E_OK);
        assert_int_equal(azj_legal(&s, info.line[0].move[0], NULL), AZJ_E_OK);
        azj_engine_free(e);
    }
}

static void mathematics(void **state)
{
    (void)state;
    for (double x = -20; x < 20; x += 0.037) {
        assert_true(fabs(numbers_exp((float)x) / exp((float)x) - 1) < 1e-5);
        assert_true(fabs(numbers_logistic((float)x) - 1 / (1 + exp(-x))) < 1e-5);
    }
    for (double x = 1e-3; x < 1e6; x *= 1.13)
        assert_true(fabs(numbers_log((float)x) - log((float)x)) < 2e-5 * (1 + fabs(log(x))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(impossible_positions),
        cmocka_unit_test(only_this_move),
        cmocka_unit_test(former_levels),
        cmocka_unit_test(level_editions),
        cmocka_unit_test(names_of_the_first_editions),
        cmocka_unit_test(refusals),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(same_answer),
        cmocka_unit_test(hidden_facts),
        cmocka_unit_test(limits_by_time),
        cmocka_unit_test(stop),
        cmocka_unit_test(clocks),
        cmocka_unit_test(progress),
        cmocka_unit_test(background),
        cmocka_unit_test(several_lines),
        cmocka_unit_test(mathematics),
        cmocka_unit_test(little_memory),
        cmocka_unit_test(few_nodes_few_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
