/* results.c - the totals of a match: see results.h. */
#include "cli/match/results.h"

#include <stdlib.h>
#include <string.h>

bool match_results_init(match_results *r, const match_config *c, const match_schedule *s)
{
    const uint64_t groups = s->games / s->seats;
    memset(r, 0, sizeof *r);
    r->config = c;
    r->schedule = s;
    stats_groups_init(&r->pairs);
    for (unsigned i = 0; i < MATCH_PLAYERS_MAX; i++)
        stats_groups_init(&r->alone[i]);
    r->game = calloc(s->games, sizeof *r->game);
    r->done = calloc(s->games, 1);
    r->group_done = calloc(groups, 1);
    r->group_value = calloc(groups, sizeof *r->group_value);
    r->group_margin = calloc(groups, sizeof *r->group_margin);
    r->group_share = calloc(groups, sizeof *r->group_share);
    return r->game && r->done && r->group_done && r->group_value && r->group_margin &&
           r->group_share;
}

void match_results_release(match_results *r)
{
    free(r->game);
    free(r->done);
    free(r->group_done);
    free(r->group_value);
    free(r->group_margin);
    free(r->group_share);
}

static unsigned count_bits(unsigned x)
{
    return (unsigned)__builtin_popcount(x);
}

static void add_seat(match_tally *t, const match_game *g, unsigned seat)
{
    const bool winner = g->winners >> seat & 1u;
    t->games++;
    t->won += winner && count_bits(g->winners) == 1;
    t->shared += winner && count_bits(g->winners) > 1;
    t->lost += !winner;
    t->points += g->score[seat];
    t->floor += g->floor[seat];
    t->dumps += g->dumps[seat];
    t->decisions += g->decisions[seat];
    t->time_us += g->time_us[seat];
    t->nodes += g->nodes[seat];
    t->nodes_us += g->nodes_us[seat];
    if (g->slowest_us[seat] > t->slowest_us)
        t->slowest_us = g->slowest_us[seat];
    if (g->fault == seat) {
        t->faults[g->cause]++;
        memcpy(t->why, g->why, sizeof t->why);
    }
}

/* 1 if seat a placed before seat b, a half for the same place. */
static double beats(const match_game *g, unsigned a, unsigned b)
{
    return g->place[a] < g->place[b] ? 1 : g->place[a] == g->place[b] ? 0.5 : 0;
}

static void add_pair(match_results *r, const match_game *g, unsigned a, unsigned b)
{
    match_duel *d = &r->against[g->who[a]][g->who[b]];
    d->games++;
    d->score += beats(g, a, b);
    d->margin += g->score[a] - g->score[b];
}

/* Two players: the mean over all pairs of a seat of the first and a seat of the second player. */
static void add_to_group(match_results *r, const match_game *g)
{
    const uint64_t group = match_schedule_group(r->schedule, g->index);
    double value = 0, margin = 0;
    unsigned pairs = 0;
    for (unsigned a = 0; a < g->seats; a++)
        for (unsigned b = 0; b < g->seats; b++)
            if (g->who[a] == 0 && g->who[b] == 1) {
                value += beats(g, a, b);
                margin += g->score[a] - g->score[b];
                pairs++;
            }
    r->group_value[group] += pairs ? value / pairs : 0;
    r->group_margin[group] += pairs ? margin / pairs : 0;
    stats_mean_add(&r->margin_of_games, pairs ? margin / pairs : 0);
    if (r->group_done[group] == g->seats) {
        stats_groups_add(&r->pairs, r->group_value[group] / g->seats);
        stats_mean_add(&r->margin, r->group_margin[group] / g->seats);
    }
}

/* One against a table: the first player's share of the win. */
static void add_share(match_results *r, const match_game *g)
{
    const uint64_t group = match_schedule_group(r->schedule, g->index);
    unsigned table = 0;
    for (unsigned seat = 0; seat < g->seats; seat++) {
        if (g->who[seat] != 0)
            table = g->who[seat];
        else if (g->winners >> seat & 1u)
            r->group_share[group] += 1.0 / count_bits(g->winners);
    }
    if (r->group_done[group] == g->seats)
        stats_groups_add(&r->alone[table], r->group_share[group] / g->seats);
}

void match_results_add(match_results *r, const match_game *g)
{
    const uint64_t group = match_schedule_group(r->schedule, g->index);
    stats_game *kept = &r->game[g->index];
    if (r->done[g->index])
        return;
    r->done[g->index] = 1;
    r->played++;
    r->groups += ++r->group_done[group] == g->seats;
    *kept = (stats_game){.group = (uint32_t)group, .seats = (uint8_t)g->seats};
    memcpy(kept->who, g->who, sizeof kept->who);
    memcpy(kept->place, g->place, sizeof kept->place);
    for (unsigned a = 0; a < g->seats; a++) {
        add_seat(&r->tally[g->who[a]], g, a);
        for (unsigned b = 0; b < g->seats; b++)
            if (g->who[a] != g->who[b])
                add_pair(r, g, a, b);
    }
    if (r->config->count == 2)
        add_to_group(r, g);
    if (r->config->format == MATCH_ONE)
        add_share(r, g);
    r->moves += g->moves;
    r->overhead_ns += g->overhead_ns;
    r->overhead_cpu_ns += g->overhead_cpu_ns;
    r->wall_us += g->wall_us;
}

stats_interval match_results_margin(const match_results *r)
{
    return stats_mean_guarded(&r->margin, &r->margin_of_games);
}

bool match_results_rate(const match_results *r, stats_interval *rating)
{
    stats_game *games = malloc((size_t)(r->played ? r->played : 1) * sizeof *games);
    size_t n = 0;
    if (!games)
        return false;
    for (uint64_t i = 0; i < r->schedule->games; i++)
        if (r->done[i])
            games[n++] = r->game[i];
    stats_plackett_luce(games, n, r->config->count, rating);
    free(games);
    return true;
}
