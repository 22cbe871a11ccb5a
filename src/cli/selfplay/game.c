/* game.c - one game of self-play: see game.h.
 *
 * A game begins with a random number of noisy plies: among them every third move is a random move
 * that does not go to the floor line. This gives varied boards. From the first sample on both
 * sides play their best, so the result of the game is an unbiased label. Luck makes it noisy, so
 * the second label is the mean value of searches over several deals of the next round.
 */
#include "cli/selfplay/game.h"

#include <string.h>

enum {
    TRIES = 20,
    LOOK_DEPTH = 4,
};

typedef struct played {
    azj_state state;
    azj_rng rng;
    uint32_t ply, noisy;
    uint32_t first; /* sample of this game in the shard */
    azj_info info;
} played;

static azj_move any_move(played *g)
{
    azj_move moves[AZJ_MOVES_MAX];
    const uint32_t n = (uint32_t)azj_moves(&g->state, moves);
    azj_move m = moves[0];
    for (unsigned i = 0; i < TRIES; i++) {
        m = moves[azj_rng_below(&g->rng, n)];
        if (azj_move_kind_of(m) != AZJ_TAKE || azj_move_to(m))
            break;
    }
    return m;
}

static azj_move choose_move(played *g, azj_engine *e, uint32_t nodes)
{
    if (g->ply < g->noisy && azj_rng_below(&g->rng, 3) == 0)
        return any_move(g);
    azj_engine_set(e, &g->state);
    azj_engine_go(e, &(azj_limits){.nodes = nodes}, &g->info);
    return g->info.line[0].move[0];
}

void selfplay_value(azj_engine *e, const selfplay_config *config, const azj_state *at, azj_rng *rng,
                    shard_label *to)
{
    azj_info info;
    memset(to->value, 0, sizeof to->value);
    memset(to->score, 0, sizeof to->score);
    for (uint32_t i = 0; i < config->deals; i++) {
        azj_state s = *at;
        azj_deal(&s, rng);
        azj_engine_set(e, &s);
        azj_engine_go(e, &(azj_limits){.nodes = config->look, .depth = LOOK_DEPTH + i % 2}, &info);
        for (unsigned p = 0; p < s.head.players; p++) {
            to->value[p] += info.line[0].win[p] / (float)config->deals;
            to->score[p] += info.line[0].score[p] / (float)config->deals;
        }
    }
}

static bool take_sample(played *g, azj_engine *e, const selfplay_config *config, shard *to)
{
    shard_sample *at = shard_add(to);
    if (!at)
        return false;
    memcpy(&at->state, &g->state, azj_size(&g->state));
    selfplay_value(e, config, &g->state, &g->rng, &at->label);
    return true;
}

static void label(const played *g, shard *to)
{
    const unsigned winners = azj_winners(&g->state), players = g->state.head.players;
    unsigned shared = 0;
    for (unsigned p = 0; p < players; p++)
        shared += winners >> p & 1u;
    for (uint32_t i = g->first; i < to->head.count; i++)
        for (unsigned p = 0; p < players; p++) {
            to->sample[i].label.final[p] = (int16_t)azj_score(&g->state, p);
            to->sample[i].label.win[p] = winners >> p & 1u ? 1.0f / (float)shared : 0;
        }
}

bool selfplay_game(azj_engine *e, const selfplay_config *config, uint64_t number, shard *to)
{
    played g = {.first = to->head.count};
    azj_rng_seed(&g.rng, config->seed * 0x9e3779b97f4a7c15u + number);
    const azj_options o = cli_game_options(&config->game, &g.rng);
    g.noisy = azj_rng_below(&g.rng, config->noise + 1);
    azj_new(&g.state, &o);
    azj_deal(&g.state, &g.rng);
    for (; g.state.head.phase != AZJ_PHASE_OVER; g.ply++) {
        const azj_move m = choose_move(&g, e, config->nodes);
        azj_apply(&g.state, m, NULL);
        if (g.state.head.phase == AZJ_PHASE_DEAL && g.ply + 1 >= g.noisy &&
            !take_sample(&g, e, config, to))
            return false;
        azj_deal(&g.state, &g.rng);
    }
    label(&g, to);
    to->head.games++;
    return true;
}
