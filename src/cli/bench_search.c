/* bench_search.c - how fast the strong bot thinks: see bench_search.h. */
#include "cli/bench_search.h"
#include "ai/eval_classic.h"
#include "ai/net.h"
#include "base/clock.h"

#include <stdio.h>
#include <string.h>

enum { POSITIONS = 12, STEPS = 4, PLAYER_NODES = 40 };

static const uint32_t STEP_MS[STEPS] = {1, 10, 100, 1000};

/* Beginnings of rounds out of games that a bot plays against itself: the hardest positions. */
static bool collect_search_positions(azj_rules rules, unsigned players, azj_state *positions)
{
    const azj_options options = {.rules = (uint8_t)rules, .players = (uint8_t)players};
    azj_engine *e = azj_engine_new(&(azj_engine_options){.memory_bytes = 1 << 20}, NULL);
    azj_rng rng;
    azj_info info;
    azj_state s = {.head = {.phase = AZJ_PHASE_OVER}};
    unsigned round = 0, n = 0;
    azj_rng_seed(&rng, 1);
    while (e && n < POSITIONS) {
        if (s.head.phase == AZJ_PHASE_OVER && azj_new(&s, &options))
            break;
        azj_deal(&s, &rng);
        if (s.head.phase == AZJ_PHASE_OFFER && s.head.round != round) {
            round = s.head.round;
            positions[n++] = s;
        }
        if (azj_engine_set(e, &s) || azj_engine_go(e, &(azj_limits){.nodes = PLAYER_NODES}, &info))
            break;
        azj_apply(&s, info.line[0].move[0], NULL);
    }
    azj_engine_free(e);
    return n == POSITIONS;
}

static bool timed_search(azj_engine *e, const azj_state *s, uint32_t ms, azj_info *info)
{
    return azj_engine_set(e, s) == AZJ_E_OK &&
           azj_engine_go(e, &(azj_limits){.time_ms = ms}, info) == AZJ_E_OK;
}

double bench_nodes_per_s(azj_rules rules, unsigned players, double seconds)
{
    static azj_state positions[POSITIONS];
    azj_engine *e = azj_engine_new(&(azj_engine_options){.now_us = clock_engine_thread_us}, NULL);
    const uint32_t ms = (uint32_t)(seconds * 1000 / POSITIONS);
    uint64_t nodes = 0, us = 0;
    azj_info info;
    bool fine = e && collect_search_positions(rules, players, positions);
    for (unsigned i = 0; fine && i < POSITIONS; i++) {
        fine = timed_search(e, &positions[i], ms > 0 ? ms : 1, &info);
        nodes += info.nodes;
        us += info.time_us;
    }
    azj_engine_free(e);
    return fine && us > 0 ? (double)nodes / (double)us * 1e6 : 0;
}

typedef struct growth {
    double nodes, depth, solved, time_ms;
} growth;

static growth reached(azj_engine *e, const azj_state *positions, uint32_t ms)
{
    growth g = {0};
    azj_info info;
    for (unsigned i = 0; i < POSITIONS; i++) {
        azj_engine_clear(e); /* a shorter search must not help */
        if (!timed_search(e, &positions[i], ms, &info))
            return (growth){0};
        g.nodes += (double)info.nodes / POSITIONS;
        g.depth += (double)info.depth / POSITIONS;
        g.solved += (double)(info.exact != 0) / POSITIONS;
        g.time_ms += (double)info.time_us / 1000 / POSITIONS;
    }
    return g;
}

static void print_text(azj_rules rules, unsigned players, const growth *g)
{
    for (unsigned i = 0; i < STEPS; i++)
        printf("%-8s %u %9u %9.2f %10.0f %6.1f %6.0f%%\n", azj_rules_name(rules), players,
               STEP_MS[i], g[i].time_ms, g[i].nodes, g[i].depth, 100 * g[i].solved);
}

static void print_json(azj_rules rules, unsigned players, const growth *g)
{
    printf("{\"rules\":\"%s\",\"players\":%u,\"positions\":%u,\"growth\":[", azj_rules_name(rules),
           players, POSITIONS);
    for (unsigned i = 0; i < STEPS; i++)
        printf("%s{\"limit_ms\":%u,\"time_ms\":%.2f,\"nodes\":%.0f,\"depth\":%.2f,"
               "\"solved\":%.3f}",
               i ? "," : "", STEP_MS[i], g[i].time_ms, g[i].nodes, g[i].depth, g[i].solved);
    puts("]}");
}

void bench_growth(azj_rules rules, unsigned players, bool json)
{
    static azj_state positions[POSITIONS];
    azj_engine *e = azj_engine_new(&(azj_engine_options){.now_us = clock_engine_thread_us}, NULL);
    growth g[STEPS] = {{0}};
    if (e && collect_search_positions(rules, players, positions))
        for (unsigned i = 0; i < STEPS; i++)
            g[i] = reached(e, positions, STEP_MS[i]);
    (json ? print_json : print_text)(rules, players, g);
    fflush(stdout);
    azj_engine_free(e);
}

/* ---- The network ---- */

/* What all boards of a position have in common: a search sees it once. */
typedef struct common {
    eval_supply supply;
    net_accumulator shared;
} common;

static void see_common(const net *n, const azj_state *s, common *c)
{
    net_inputs in;
    in.count = 0;
    if (n->rules != AZJ_DUEL) {
        net_classic_supply(&s->classic, &c->supply);
        net_classic_common(&s->classic, s->head.round, &in);
    }
    net_accumulate_shared(n, &in, &c->shared);
}

static void see_board(const net *n, const azj_state *s, unsigned p, const common *c,
                      net_accumulator *to)
{
    net_inputs in;
    in.count = 0;
    if (n->rules == AZJ_DUEL) {
        net_duel_board(&s->duel, p, 1, &in);
    } else {
        const azj_classic_board *board = &s->classic.board[p];
        eval_board_view b;
        memcpy(b.wall, board->wall, sizeof b.wall);
        memcpy(b.line, board->line, sizeof b.line);
        net_classic_board(&azj_classic_variants[n->rules], &b, &c->supply, board->score, &in);
    }
    net_accumulate(n, &c->shared, &in, to);
}

/* Judges the positions in turn for a while; returns how many a second. */
static double judge_for(const net *n, unsigned players, const azj_state *positions, double seconds,
                        bool anew)
{
    net_accumulator board[POSITIONS][AZJ_SEATS_MAX];
    common shared[POSITIONS];
    for (unsigned i = 0; i < POSITIONS; i++)
        see_common(n, &positions[i], &shared[i]);
    const uint64_t start = clock_thread_ns(), end = start + (uint64_t)(seconds * 1e9);
    const uint16_t last[AZJ_SEATS_MAX] = {0};
    net_value v[AZJ_SEATS_MAX];
    uint64_t count = 0, now = start;
    volatile int32_t sink = 0;
    for (; now < end || count < 2 * POSITIONS; count++) {
        const unsigned i = (unsigned)(count % POSITIONS);
        const net_accumulator *at[AZJ_SEATS_MAX];
        for (unsigned p = 0; p < players; p++) {
            at[p] = &board[i][p];
            if (anew || count < POSITIONS)
                see_board(n, &positions[i], p, &shared[i], &board[i][p]);
        }
        net_evaluate(n, players, 2, at, last, v);
        sink = sink + v[0].logit;
        if (count % 256 == 0)
            now = clock_thread_ns();
    }
    return (double)count / ((double)(clock_thread_ns() - start) / 1e9);
}

bench_net bench_net_per_s(azj_rules rules, unsigned players, double seconds)
{
    static azj_state positions[POSITIONS];
    bench_net b = {0};
    net n;
    net_built_in(&n, rules, players);
    if (!n.bias || !collect_search_positions(rules, players, positions))
        return b;
    b.anew = judge_for(&n, players, positions, seconds / 2, true);
    b.remembered = judge_for(&n, players, positions, seconds / 2, false);
    return b;
}
