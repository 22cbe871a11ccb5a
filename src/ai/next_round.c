/* next_round.c - compares moves by sampling the next round: see next_round.h. The constants were
 * fitted to 31,385 positions and chosen by matches: lab/bots.md, "The next round". */
#include "ai/next_round.h"
#include "ai/alphabeta.h"
#include "ai/numbers.h"
#include "ai/team.h"
#include "ai/tiling.h"

#include <string.h>

/* Least budgets, in nodes; a node takes about a microsecond. */
enum {
    SOLVED_NODES_MIN = 20000,
    SOLVED_US_MIN = 10000,
    UNSOLVED_NODES_MIN = 240000, /* a quarter of a second, less the time already used */
    DEEP_FIRST_NODES = 120000,   /* for each move: enough for deep samples alone */
    DEEP_LATER_NODES = 80000,    /* for each move that is left after the shallow samples */
};

enum {
    DEALS_MAX = 256,
    DEALS_SHALLOW = 32, /* before deep samples, if the budget allows those */
    DEALS_ONLY = 64,    /* if only one move is considered */
};

/* How deep each sample searches. Even and odd depths are biased towards opposite sides, so every
 * other sample is one ply deeper. */
typedef struct sampling {
    unsigned depth;
    unsigned deals_min; /* before a move may be dropped, and for a move without a rival */
    float blend;        /* weight of many samples against the network, in log odds */
} sampling;

/* A shallow sample takes 2000 nodes or more, a deep one 10,000. */
static const sampling shallow_sampling = {.depth = 4, .deals_min = 12, .blend = 0.64f};
static const sampling deep_sampling = {.depth = 6, .deals_min = 6, .blend = 0.79f};
/* Where the player chooses columns, the networks know less. */
static const sampling columns_sampling = {.depth = 4, .deals_min = 12, .blend = 0.9f};

#define UNSOLVED_BLEND 0.6f /* factor of `blend` in an unsolved round, whose end may change */
#define PRIOR_WEIGHT 2.0f   /* samples that the value before sampling counts as */
#define CUTOFF_SE 2.5f      /* standard errors by which a dropped move is worse */

typedef struct candidate {
    azj_line line;
    azj_classic end;   /* the position after the round */
    unsigned same_end; /* the first candidate with this end: itself, or an earlier one */
    bool fixed; /* not sampled: the game is decided, or the end of the round was not reached */
    bool dropped;
    float search;                    /* log odds by the search */
    float net;                       /* log odds of the end by the network */
    float before;                    /* log odds before this sampling */
    float chance;                    /* by all of these and the samples */
    float sample[DEALS_MAX];         /* by deal: the chance */
    float sum;                       /* of the samples */
    float score[AZJ_THREADS_MAX][2]; /* by member of the team, in its last deal */
} candidate;

typedef struct comparison {
    azj_engine *e;
    unsigned count;
    candidate at[AZJ_LINES_MAX];
    const sampling *sampling;
    float blend;    /* the sampling's, with UNSOLVED_BLEND where that applies */
    unsigned deals; /* of this sampling */
} comparison;

static uint64_t budget_left(const azj_engine *e)
{
    const uint64_t nodes = ai_nodes_left(e), us = ai_us_left(e);
    return nodes < us ? nodes : us;
}

static bool is_enabled(const azj_engine *e)
{
    return e->config->skill.next_round && e->net.bias && e->root.head.players == 2 &&
           !e->budget.depth;
}

bool next_round_use_rest(const azj_engine *e)
{
    return is_enabled(e) && ai_nodes_left(e) >= SOLVED_NODES_MIN && ai_us_left(e) >= SOLVED_US_MIN;
}

/* Where the player chooses columns a round takes longer to search, and samples after an unsolved
 * round gain nothing. */
bool next_round_use_half(const azj_engine *e)
{
    return is_enabled(e) && e->root.head.rules == AZJ_CLASSIC &&
           budget_left(e) >= UNSOLVED_NODES_MIN;
}

/* ---- Candidates ---- */
static float log_odds(float chance)
{
    const float least = 0.002f;
    const float c = chance < least ? least : chance > 1 - least ? 1 - least : chance;
    return numbers_log(c / (1 - c));
}

/* Plays the line to the end of its round. */
static void play_line(const azj_engine *e, candidate *c)
{
    azj_classic *s = &c->end;
    *s = e->root.classic;
    s->viewer = AZJ_VIEW_ALL;
    for (uint32_t i = 0; i < c->line.length && s->phase == AZJ_PHASE_OFFER; i++)
        azj_classic_apply(s, c->line.move[i], NULL);
    while (s->phase == AZJ_PHASE_TILING)
        azj_classic_apply(s, tiling_choose(s, &e->net), NULL);
    c->fixed = s->phase != AZJ_PHASE_DEAL;
}

static float net_log_odds(const azj_engine *e, const azj_classic *end)
{
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    tiling_estimate(end, &e->net, win, score);
    return log_odds(win[e->root.head.seat]);
}

static void list_candidates(comparison *h)
{
    for (unsigned i = 0; i < h->count; i++) {
        candidate *c = &h->at[i];
        c->line = h->e->info.line[i];
        c->chance = c->line.win[h->e->root.head.seat];
        c->search = log_odds(c->chance);
        play_line(h->e, c);
        c->fixed = c->fixed || c->chance == 0 || c->chance == 1;
        c->net = c->fixed ? c->search : net_log_odds(h->e, &c->end);
        for (c->same_end = 0; memcmp(&c->end, &h->at[c->same_end].end, sizeof c->end) != 0;)
            c->same_end++;
        c->dropped = c->same_end != i;
    }
}

/* ---- Samples ---- */
/* One deal for each member of the team. */
typedef struct deal_part {
    comparison *h;
    azj_rng rng[AZJ_THREADS_MAX];
} deal_part;

/* Deals the next round by this generator and searches it. */
static void sample_candidate(const comparison *h, azj_engine *e, candidate *c, unsigned deal,
                             azj_rng rng)
{
    azj_state s = {.classic = c->end};
    azj_line line;
    azj_deal(&s, &rng);
    alphabeta_shallow_search(e, &s.classic, h->sampling->depth + deal % 2, &line);
    c->sample[deal] = line.win[h->e->root.head.seat];
    memcpy(c->score[e->member], line.score, sizeof c->score[0]);
}

/* Samples this member's deal for all candidates that are left. */
static void sample_deal(azj_engine *e, void *context)
{
    deal_part *p = context;
    comparison *h = p->h;
    for (candidate *c = h->at; c < h->at + h->count && !e->budget.over; c++)
        if (!c->dropped && !c->fixed)
            sample_candidate(h, e, c, h->deals + e->member, p->rng[e->member]);
}

/* The weight of `samples` samples against the value before them. */
static float sample_weight(unsigned samples)
{
    return (float)samples / ((float)samples + PRIOR_WEIGHT);
}

/* Corrects the search's value by the difference of samples and network at the end of the line. */
static void update_candidate(const comparison *h, candidate *c, unsigned member)
{
    const unsigned samples = h->deals + 1;
    c->sum += c->sample[h->deals];
    const float now = c->search + h->blend * (log_odds(c->sum / (float)samples) - c->net);
    c->chance = numbers_logistic(c->before + sample_weight(samples) * (now - c->before));
    for (unsigned seat = 0; seat < 2; seat++)
        c->line.score[seat] +=
            (c->score[member][seat] - c->line.score[seat]) / ((float)samples + PRIOR_WEIGHT);
}

/* Samples a deal in each thread, the same one for all candidates that are left, but no more than
 * `most` deals in all. Deals from the first one on that the budget cut short are discarded. */
static void sample_deals_at_once(comparison *h, unsigned most)
{
    azj_engine *e = h->e;
    deal_part part = {.h = h};
    bool cut = false;
    const unsigned members = most - h->deals < ai_team_size(e) ? 1 : ai_team_size(e);
    for (unsigned i = 0; i < members; i++)
        azj_rng_seed(&part.rng[i], azj_rng_next(&e->rng));
    if (members > 1)
        ai_team_run(e, sample_deal, &part);
    sample_deal(e, &part);
    if (members > 1)
        ai_team_wait(e);
    for (unsigned i = 0; i < members && !cut; i++) {
        cut = ai_team_member(e, i)->budget.over;
        for (candidate *c = h->at; c < h->at + h->count && !cut; c++)
            if (!c->dropped && !c->fixed)
                update_candidate(h, c, i);
        h->deals += !cut;
    }
}

/* ---- Comparison ---- */
static bool is_clearly_worse(const comparison *h, const candidate *c, const candidate *best)
{
    float sum = 0, squares = 0;
    for (unsigned i = 0; i < h->deals; i++) {
        const float lead =
            (best->fixed ? best->chance : best->sample[i]) - (c->fixed ? c->chance : c->sample[i]);
        sum += lead;
        squares += lead * lead;
    }
    const float n = (float)h->deals, mean = sum / n, variance = squares / n - mean * mean;
    const float error =
        numbers_sqrt(variance > 0 ? variance / n : 0) * h->blend * sample_weight(h->deals);
    return best->chance - c->chance > CUTOFF_SE * error;
}

static const candidate *best_candidate(const comparison *h)
{
    const candidate *best = NULL;
    for (const candidate *c = h->at; c < h->at + h->count; c++)
        if (!c->dropped && (!best || c->chance > best->chance))
            best = c;
    return best;
}

static unsigned candidates_left(const comparison *h)
{
    unsigned left = 0;
    for (unsigned i = 0; i < h->count; i++)
        left += !h->at[i].dropped;
    return left;
}

/* Drops clearly worse candidates; true if another deal could change the order. */
static bool needs_deals(comparison *h)
{
    if (h->deals < h->sampling->deals_min)
        return true;
    const candidate *best = best_candidate(h);
    for (candidate *c = h->at; c < h->at + h->count; c++)
        if (c != best && !c->dropped && is_clearly_worse(h, c, best))
            c->dropped = true;
    return candidates_left(h) > 1 || (h->e->only && h->deals < DEALS_ONLY);
}

static void sample_deals(comparison *h, unsigned most)
{
    while (h->deals < most && !ai_soft_limit(h->e) && needs_deals(h))
        sample_deals_at_once(h, most);
}

static void start_sampling(comparison *h, const sampling *s)
{
    h->sampling = s;
    h->blend = s->blend * (h->e->info.exact ? 1 : UNSOLVED_BLEND);
    h->deals = 0;
    for (unsigned i = 0; i < h->count; i++) {
        h->at[i].before = log_odds(h->at[i].chance);
        h->at[i].sum = 0;
    }
}

/* Are several candidates left, with at least `nodes` nodes for each? */
static bool has_nodes_each(const comparison *h, uint64_t nodes)
{
    const unsigned left = candidates_left(h);
    return left > 1 && budget_left(h->e) / left >= nodes;
}

/* Sorts the lines, best first. Those with the same end have the same value. A dropped candidate is
 * not listed above the best one, even if its few samples came out higher. */
static void sort_lines(comparison *h)
{
    azj_engine *e = h->e;
    const unsigned seat = e->root.head.seat;
    const candidate *best = best_candidate(h);
    azj_line *line = e->info.line;
    for (unsigned i = 0; i < h->count; i++) {
        candidate *c = &h->at[i];
        const candidate *same = &h->at[c->same_end];
        const float chance = same->chance < best->chance ? same->chance : best->chance;
        unsigned at = i;
        memcpy(c->line.score, same->line.score, sizeof c->line.score);
        ai_set_win(&c->line, e->root.head.players, seat, chance);
        for (; at > 0 && (c == best || line[at - 1].win[seat] < chance); at--)
            line[at] = line[at - 1];
        line[at] = c->line;
    }
}

static const sampling *first_sampling(const comparison *h)
{
    if (h->e->root.head.rules != AZJ_CLASSIC)
        return &columns_sampling;
    return has_nodes_each(h, DEEP_FIRST_NODES) ? &deep_sampling : &shallow_sampling;
}

void next_round_compare(azj_engine *e)
{
    comparison h = {.e = e, .count = e->info.lines};
    list_candidates(&h);
    start_sampling(&h, first_sampling(&h));
    if (h.sampling == &shallow_sampling) {
        sample_deals(&h, DEALS_SHALLOW);
        if (has_nodes_each(&h, DEEP_LATER_NODES))
            start_sampling(&h, &deep_sampling);
    }
    sample_deals(&h, DEALS_MAX);
    sort_lines(&h);
}
