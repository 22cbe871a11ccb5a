/* engine.c - the engine object: see azulejo/engine.h. Only this file, team.c and thread.c allocate.
 */
#include "ai/team.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEMORY_DEFAULT = 64 << 20,
    MEMORY_MIN = 4 << 20,
    CACHE_LINE = 64,
    FORCED_US = 5000, /* for a forced move, if somebody follows the progress */
};

static azj_engine *no_engine(azj_error *error, azj_error code)
{
    if (error)
        *error = code;
    return NULL;
}

/* Copies the caller's network to aligned memory and checks it. */
static azj_error copy_net(azj_engine *e)
{
    const size_t size = e->options.net_size;
    net n;
    if (!e->options.net)
        return AZJ_E_OK;
    e->net_allocated = size <= SIZE_MAX - CACHE_LINE ? malloc(size + CACHE_LINE) : NULL;
    if (!e->net_allocated)
        return AZJ_E_NO_MEMORY;
    e->net_bytes = e->net_allocated + (CACHE_LINE - (uintptr_t)e->net_allocated % CACHE_LINE);
    memcpy(e->net_bytes, e->options.net, size);
    const azj_error error = net_open(&n, e->net_bytes, size, AZJ_RULES_NB, 0);
    return error == AZJ_E_NET_GAME ? AZJ_E_OK : error;
}

azj_engine *azj_engine_new(const azj_engine_options *options, azj_error *error)
{
    const ai_bot *bot = ai_find_bot(options->bot ? options->bot : "strong");
    if (!bot)
        return no_engine(error, AZJ_E_NO_BOT);
    azj_engine *e = calloc(1, sizeof *e);
    if (!e)
        return no_engine(error, AZJ_E_NO_MEMORY);
    e->bot = bot;
    e->options = *options;
    e->bytes = options->memory_bytes ? options->memory_bytes : MEMORY_DEFAULT;
    if (e->bytes < MEMORY_MIN)
        e->bytes = MEMORY_MIN;
    e->allocated = e->bytes <= SIZE_MAX - CACHE_LINE ? calloc(1, e->bytes + CACHE_LINE) : NULL;
    if (!e->allocated) {
        free(e);
        return no_engine(error, AZJ_E_NO_MEMORY);
    }
    if (e->options.threads > AZJ_THREADS_MAX)
        e->options.threads = AZJ_THREADS_MAX;
    azj_error wrong = copy_net(e);
    if (!wrong && !ai_team_new(e))
        wrong = AZJ_E_NO_MEMORY;
    if (wrong) {
        azj_engine_free(e);
        return no_engine(error, wrong);
    }
    e->memory = e->allocated + (CACHE_LINE - (uintptr_t)e->allocated % CACHE_LINE);
    if (e->options.lines < 1)
        e->options.lines = 1;
    if (e->options.lines > AZJ_LINES_MAX)
        e->options.lines = AZJ_LINES_MAX;
    if (error)
        *error = AZJ_E_OK;
    return e;
}

void azj_engine_free(azj_engine *e)
{
    if (!e)
        return;
    ai_team_free(e);
    free(e->allocated);
    free(e->net_allocated);
    free(e);
}

/* Opens the network that evaluates the boards of this game, if there is one. */
static azj_error choose_net(azj_engine *e)
{
    const azj_head *h = &e->root.head;
    memset(&e->net, 0, sizeof e->net);
    if (e->config->skill.no_net)
        return AZJ_E_OK;
    if (e->net_bytes)
        return net_open(&e->net, e->net_bytes, e->options.net_size, h->rules, h->players);
    net_built_in(&e->net, h->rules, h->players);
    return AZJ_E_OK;
}

static const ai_config *config_for(const ai_bot *bot, const azj_head *head)
{
    if (head->rules == AZJ_DUEL)
        return bot->duel;
    return bot->family[head->rules][head->players - 2];
}

bool ai_uses_net(const char *name, const azj_head *head)
{
    const ai_bot *bot = ai_find_bot(name);
    return bot && !config_for(bot, head)->skill.no_net;
}

uint64_t azj_clock_us(void *unused)
{
    return clock_engine_us(unused);
}

azj_error azj_engine_set(azj_engine *e, const azj_state *view)
{
    e->is_set = false;
    const azj_error impossible = azj_validate(view, NULL);
    if (impossible)
        return impossible;
    if (view->head.phase == AZJ_PHASE_OVER)
        return AZJ_E_GAME_OVER;
    if (view->head.phase == AZJ_PHASE_DEAL)
        return AZJ_E_DEAL_FIRST;
    memset(&e->root, 0, sizeof e->root);
    memcpy(&e->root, view, azj_size(view));
    if (view->head.viewer == AZJ_VIEW_ALL)
        azj_view(&e->root, view->head.seat, &e->root);
    e->config = config_for(e->bot, &e->root.head);
    const azj_error wrong = choose_net(e);
    if (wrong)
        return wrong;
    atomic_store(&e->stop, false);
    e->is_set = true;
    return AZJ_E_OK;
}

/* With a single legal move there is nothing to decide. A caller that follows the progress still
 * gets an evaluation. */
static void limit_forced(azj_engine *e)
{
    azj_move moves[AZJ_MOVES_MAX];
    const uint64_t until = e->budget.start_us + (e->options.progress ? FORCED_US : 1);
    if (azj_moves(&e->root, moves) == 1 && e->budget.hard_us > until)
        e->budget.soft_us = e->budget.hard_us = until;
}

azj_error azj_engine_go(azj_engine *e, const azj_limits *limits, azj_info *info)
{
    if (!e->is_set)
        return AZJ_E_NO_POSITION;
    azj_error error = ai_budget_start(e, limits);
    if (!error && limits->only)
        error = azj_legal(&e->root, limits->only, NULL);
    if (error)
        return error;
    e->only = limits->only;
    e->workers = 0;
    memset(&e->info, 0, sizeof e->info);
    azj_rng_seed(&e->rng, e->options.seed ^ azj_hash(&e->root));
    limit_forced(e);
    e->config->search->run(e);
    if (e->only && e->info.lines) /* the search may have named a move that is worth the same */
        e->info.line[0].move[0] = e->only;
    ai_report(e);
    atomic_store(&e->stop, false);
    *info = e->info;
    return AZJ_E_OK;
}

void azj_engine_stop(azj_engine *e)
{
    atomic_store(&e->stop, true);
}

void azj_engine_reseed(azj_engine *e, uint64_t seed)
{
    e->options.seed = seed;
}

void azj_engine_clear(azj_engine *e)
{
    memset(e->memory, 0, e->bytes);
    e->generation = 0;
    e->memory_of = 0;
    e->is_set = false;
}

void ai_set_even_chances(const azj_state *s, azj_line *line)
{
    for (unsigned p = 0; p < s->head.players; p++) {
        line->win[p] = 1.0f / (float)s->head.players;
        line->score[p] = (float)azj_score(s, p);
    }
}

void ai_set_win(azj_line *line, unsigned players, unsigned seat, float win)
{
    const float others = 1 - line->win[seat];
    for (unsigned p = 0; p < players; p++)
        if (p != seat)
            line->win[p] =
                others > 0 ? line->win[p] / others * (1 - win) : (1 - win) / (float)(players - 1);
    line->win[seat] = win;
}

void ai_final_result(const azj_state *s, float *win, float *score)
{
    const unsigned winners = azj_winners(s);
    unsigned shared = 0;
    for (unsigned p = 0; p < s->head.players; p++)
        shared += winners >> p & 1u;
    for (unsigned p = 0; p < s->head.players; p++) {
        win[p] = winners >> p & 1u ? 1.0f / (float)shared : 0;
        score[p] = (float)azj_score(s, p);
    }
}
