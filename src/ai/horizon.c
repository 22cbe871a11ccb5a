/* horizon.c - judging moves of a solved round by what the next one may bring: see horizon.h. */
#include "ai/horizon.h"
#include "ai/numbers.h"
#include "ai/tiling.h"

#include <string.h>

enum {
    LEAST_NODES = 20000, /* a look takes about 2000 */
    LEAST_US = 10000,
    DEPTH = 4,       /* of every other look, and one more of the others: either flatters one side */
    DEALS = 256,     /* at most */
    DEALS_FEW = 12,  /* before a move is given up, and for one that has no rival */
    DEALS_ONLY = 64, /* for the one move that is asked about */
    TRUST = 3,       /* the network's own opinion counts as so many looks */
};

#define SURE 2.5f /* standard errors by which a move must be behind to be given up */

typedef struct prospect {
    azj_line line;
    azj_classic end; /* after the round */
    unsigned twin;   /* the first one with the same end: itself, or an earlier one */
    bool known;      /* nothing to look at: the game is over, or its end was not reached */
    bool given_up;
    float first;       /* the chance by the network */
    float chance;      /* by the network and what was seen */
    float seen[DEALS]; /* by deal: the chance */
    float score[2];    /* of the last deal */
} prospect;

bool horizon_is_worth_it(const azj_engine *e)
{
    return e->way->skill.far && e->net.bias && e->root.head.players == 2 && !e->budget.depth &&
           ai_nodes_left(e) >= LEAST_NODES && ai_us_left(e) >= LEAST_US;
}

/* The position after the line's round. */
static void play_line(const azj_engine *e, prospect *p)
{
    azj_classic *s = &p->end;
    *s = e->root.classic;
    s->viewer = AZJ_VIEW_ALL;
    for (uint32_t i = 0; i < p->line.length && s->phase == AZJ_PHASE_OFFER; i++)
        azj_classic_apply(s, p->line.move[i], NULL);
    while (s->phase == AZJ_PHASE_TILING)
        azj_classic_apply(s, tiling_choose(s, &e->net), NULL);
    p->known = s->phase != AZJ_PHASE_DEAL;
}

static void list_prospects(const azj_engine *e, prospect *p)
{
    for (unsigned i = 0; i < e->info.lines; i++) {
        prospect *n = &p[i];
        n->line = e->info.line[i];
        n->first = n->chance = n->line.win[e->root.head.seat];
        play_line(e, n);
        for (n->twin = 0; memcmp(&n->end, &p[n->twin].end, sizeof n->end) != 0;)
            n->twin++;
        n->given_up = n->twin != i;
    }
}

/* One look at this end after the deal that the generator makes. */
static void look(azj_engine *e, prospect *p, azj_rng rng, unsigned deal)
{
    azj_state s = {.classic = p->end};
    azj_line line;
    azj_deal(&s, &rng);
    alphabeta_look(e, &s.classic, DEPTH + deal % 2, &line);
    p->seen[deal] = line.win[e->root.head.seat];
    memcpy(p->score, line.score, sizeof p->score);
}

/* The mean with one more look. */
static float mean_with(float mean, float seen, unsigned deal)
{
    const float looks = (float)(TRUST + deal);
    return (mean * looks + seen) / (looks + 1);
}

static void weigh(prospect *p, unsigned deal)
{
    p->chance = mean_with(p->chance, p->seen[deal], deal);
    for (unsigned seat = 0; seat < 2; seat++)
        p->line.score[seat] = mean_with(p->line.score[seat], p->score[seat], deal);
}

static bool is_behind(const prospect *p, const prospect *best, unsigned deals)
{
    float sum = 0, squares = 0;
    for (unsigned i = 0; i < deals; i++) {
        const float more =
            (best->known ? best->first : best->seen[i]) - (p->known ? p->first : p->seen[i]);
        sum += more;
        squares += more * more;
    }
    const float n = (float)deals, mean = sum / n, variance = squares / n - mean * mean;
    return best->chance - p->chance > SURE * numbers_sqrt(variance > 0 ? variance / n : 0);
}

static const prospect *best_of(const prospect *p, unsigned count)
{
    const prospect *best = NULL;
    for (unsigned i = 0; i < count; i++)
        if (!p[i].given_up && (!best || p[i].chance > best->chance))
            best = &p[i];
    return best;
}

/* Gives up what is behind; true while several are left. */
static bool compare(prospect *p, unsigned count, unsigned deals)
{
    const prospect *best = best_of(p, count);
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++) {
        if (&p[i] != best && deals >= DEALS_FEW && is_behind(&p[i], best, deals))
            p[i].given_up = true;
        left += !p[i].given_up;
    }
    return left > 1;
}

/* The same deal for all that are left. False when time ran out, and the deal does not count. */
static bool look_at_all(azj_engine *e, prospect *p, unsigned count, unsigned deal)
{
    azj_rng rng;
    azj_rng_seed(&rng, azj_rng_next(&e->rng));
    for (unsigned i = 0; i < count && !e->budget.over; i++)
        if (!p[i].given_up && !p[i].known)
            look(e, &p[i], rng, deal);
    for (unsigned i = 0; i < count && !e->budget.over; i++)
        if (!p[i].given_up && !p[i].known)
            weigh(&p[i], deal);
    return !ai_soft_limit(e);
}

/* Best first. Those with the same end are worth the same; what was given up is no better than the
 * best, though it may have had the better luck with its few looks. */
static void sort_lines(azj_engine *e, prospect *p, unsigned count)
{
    const unsigned seat = e->root.head.seat;
    const prospect *best = best_of(p, count);
    azj_line *line = e->info.line;
    for (unsigned i = 0; i < count; i++) {
        const prospect *same = &p[p[i].twin];
        const float chance = same->chance < best->chance ? same->chance : best->chance;
        unsigned at = i;
        memcpy(p[i].line.score, same->line.score, sizeof p[i].line.score);
        ai_set_win(&p[i].line, e->root.head.players, seat, chance);
        for (; at > 0 && (&p[i] == best || line[at - 1].win[seat] < chance); at--)
            line[at] = line[at - 1];
        line[at] = p[i].line;
    }
}

void horizon_judge(azj_engine *e)
{
    prospect p[AZJ_LINES_MAX];
    const unsigned count = e->info.lines;
    list_prospects(e, p);
    for (unsigned deal = 0; deal < DEALS; deal++) {
        const bool open = compare(p, count, deal) || (e->only && deal < DEALS_ONLY);
        if ((!open && deal >= DEALS_FEW) || !look_at_all(e, p, count, deal))
            break;
    }
    sort_lines(e, p, count);
}
