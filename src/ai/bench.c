/* bench.c - the bots' signature: see bench.h. */
#include "ai/bench.h"

#include <string.h>

enum { PLIES_APART = 7 };

static void mix_signature(ai_bench_result *r, uint64_t value)
{
    r->signature = (r->signature ^ value) * 0x9fb21c651e98df25u;
    r->signature ^= r->signature >> 32;
}

static azj_error bench_position(azj_engine *e, const azj_state *s, uint64_t nodes,
                                ai_bench_result *r)
{
    azj_info info;
    azj_error error = azj_engine_set(e, s);
    if (!error)
        error = azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info);
    if (error)
        return error;
    uint32_t chance; /* its bits */
    memcpy(&chance, &info.line[0].win[s->head.seat], sizeof chance);
    r->nodes += info.nodes;
    mix_signature(r, info.line[0].move[0]);
    mix_signature(r, info.nodes);
    mix_signature(r, chance);
    r->positions++;
    return AZJ_E_OK;
}

/* Random moves lead from one position to the next; a finished game is followed by a new one. */
static void next_position(azj_state *s, const azj_options *o, azj_rng *rng)
{
    azj_move moves[AZJ_MOVES_MAX];
    for (unsigned i = 0; i < PLIES_APART; i++) {
        const size_t n = azj_moves(s, moves);
        azj_apply(s, moves[azj_rng_below(rng, (uint32_t)n)], NULL);
        azj_deal(s, rng);
        if (s->head.phase == AZJ_PHASE_OVER) {
            azj_new(s, o);
            azj_deal(s, rng);
        }
    }
}

azj_error ai_bench(const char *bot, azj_rules rules, unsigned players, uint32_t positions,
                   uint64_t nodes, uint64_t (*now_us)(void *), ai_bench_result *result)
{
    const azj_options o = {
        .rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY};
    azj_rng rng;
    azj_state s;
    azj_error error = AZJ_E_OK;
    azj_engine *e =
        azj_engine_new(&(azj_engine_options){.bot = bot, .memory_bytes = 16 << 20}, &error);
    if (!e)
        return error;
    const uint64_t start = now_us ? now_us(NULL) : 0;
    azj_rng_seed(&rng, 1);
    error = azj_new(&s, &o);
    azj_deal(&s, &rng);
    for (uint32_t i = 0; i < positions && !error; i++) {
        error = bench_position(e, &s, nodes, result);
        next_position(&s, &o, &rng);
    }
    result->time_us += now_us ? now_us(NULL) - start : 0;
    azj_engine_free(e);
    return error;
}

azj_error ai_bench_signature(ai_bench_result *result)
{
    *result = (ai_bench_result){0};
    azj_error error = AZJ_E_OK;
    for (int rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2 : 4); players++)
            if (!error)
                error =
                    ai_bench("strong", (azj_rules)rules, players, 4, AI_BENCH_NODES, NULL, result);
    if (!error) /* samples of the next round need more */
        error = ai_bench("strong", AZJ_CLASSIC, 2, 4, AI_BENCH_NEXT_ROUND_NODES, NULL, result);
    return error;
}
