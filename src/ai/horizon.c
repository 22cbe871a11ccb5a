/* horizon.c - judging moves by what the next round may bring: see horizon.h. */
#include "ai/horizon.h"
#include "ai/numbers.h"
#include "ai/tiling.h"

#include <string.h>

/* How much time it takes, in nodes; a node takes about a microsecond. */
enum {
    LEAST_SOLVED = 20000,
    LEAST_US_SOLVED = 10000,
    LEAST_OPEN = 240000,   /* a quarter of a second, of which a little has passed */
    DEEP_AT_ONCE = 120000, /* for each move: enough for deep looks alone */
    DEEP_LATER = 80000,    /* for each move that is left after quick looks */
};

enum {
    DEALS = 256,      /* at most */
    DEALS_QUICK = 32, /* before deep looks, if there is time for them */
    DEALS_ONLY = 64,  /* for the one move that is asked about */
};

/* A manner of looking. Either depth flatters one side, so they take turns. */
typedef struct manner {
    unsigned depth; /* of every other look, and one more of the others */
    unsigned few;   /* deals before a move is given up, and for one that has no rival */
    float share;    /* of the truth: what many looks say, the rest is the network's */
} manner;

/* A look takes 2000 nodes and more, a deep one 10,000. */
static const manner quick = {.depth = 4, .few = 12, .share = 0.64f};
static const manner deep = {.depth = 6, .few = 6, .share = 0.79f};
/* Where columns are chosen, the networks know less. */
static const manner with_columns = {.depth = 4, .few = 12, .share = 0.9f};

#define OPEN_SHARE 0.6f /* of a share, while the round is open: its end may be another one */
#define BEFORE 2.0f     /* what was known before counts as so many looks */
#define SURE 2.5f       /* standard errors by which a move must be behind to be given up */

typedef struct prospect {
    azj_line line;
    azj_classic end; /* after the round */
    unsigned twin;   /* the first one with the same end: itself, or an earlier one */
    bool known;      /* nothing to look at: the game is decided, or its end was not reached */
    bool given_up;
    float search;      /* log odds, by the search */
    float net;         /* log odds of the end, by the network */
    float before;      /* log odds before this manner of looking */
    float chance;      /* by all that and what was seen */
    float seen[DEALS]; /* by deal: the chance */
    float sum;         /* of these */
    float score[2];    /* of the last deal */
} prospect;

typedef struct horizon {
    azj_engine *e;
    unsigned count;
    prospect at[AZJ_LINES_MAX];
    const manner *manner;
    float share;    /* the manner's, as far as it holds here */
    unsigned deals; /* seen in this manner */
} horizon;

static uint64_t nodes_left(const azj_engine *e)
{
    const uint64_t nodes = ai_nodes_left(e), us = ai_us_left(e);
    return nodes < us ? nodes : us;
}

static bool may_look(const azj_engine *e)
{
    return e->way->skill.far && e->net.bias && e->root.head.players == 2 && !e->budget.depth;
}

bool horizon_is_worth_it(const azj_engine *e)
{
    return may_look(e) && ai_nodes_left(e) >= LEAST_SOLVED && ai_us_left(e) >= LEAST_US_SOLVED;
}

/* Where columns are chosen a round takes longer to search, and looks beyond an open one gain
 * nothing. */
bool horizon_is_worth_half(const azj_engine *e)
{
    return may_look(e) && e->root.head.rules == AZJ_CLASSIC && nodes_left(e) >= LEAST_OPEN;
}

/* ---- The ends of the lines ----------------------------------------------*/

static float odds(float chance)
{
    const float least = 0.002f;
    const float c = chance < least ? least : chance > 1 - least ? 1 - least : chance;
    return numbers_log(c / (1 - c));
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

static float odds_of_end(const azj_engine *e, const azj_classic *end)
{
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    tiling_estimate(end, &e->net, win, score);
    return odds(win[e->root.head.seat]);
}

static void list_prospects(horizon *h)
{
    for (unsigned i = 0; i < h->count; i++) {
        prospect *p = &h->at[i];
        p->line = h->e->info.line[i];
        p->chance = p->line.win[h->e->root.head.seat];
        p->search = odds(p->chance);
        play_line(h->e, p);
        p->known = p->known || p->chance == 0 || p->chance == 1;
        p->net = p->known ? p->search : odds_of_end(h->e, &p->end);
        for (p->twin = 0; memcmp(&p->end, &h->at[p->twin].end, sizeof p->end) != 0;)
            p->twin++;
        p->given_up = p->twin != i;
    }
}

/* ---- Looks --------------------------------------------------------------*/

/* One look at this end after the deal that the generator makes. */
static void look(const horizon *h, prospect *p, azj_rng rng)
{
    azj_state s = {.classic = p->end};
    azj_line line;
    azj_deal(&s, &rng);
    alphabeta_look(h->e, &s.classic, h->manner->depth + h->deals % 2, &line);
    p->seen[h->deals] = line.win[h->e->root.head.seat];
    memcpy(p->score, line.score, sizeof p->score);
}

/* How much so many looks count beside what was known before. */
static float weight(unsigned looks)
{
    return (float)looks / ((float)looks + BEFORE);
}

/* The search's value, put right by how much the looks and the network differ at the line's end. */
static void weigh(const horizon *h, prospect *p)
{
    const unsigned looks = h->deals + 1;
    p->sum += p->seen[h->deals];
    const float now = p->search + h->share * (odds(p->sum / (float)looks) - p->net);
    p->chance = numbers_logistic(p->before + weight(looks) * (now - p->before));
    for (unsigned seat = 0; seat < 2; seat++)
        p->line.score[seat] += (p->score[seat] - p->line.score[seat]) / ((float)looks + BEFORE);
}

/* The same deal for all that are left. When time runs out it does not count. */
static void look_at_all(horizon *h)
{
    azj_engine *e = h->e;
    azj_rng rng;
    azj_rng_seed(&rng, azj_rng_next(&e->rng));
    for (prospect *p = h->at; p < h->at + h->count && !e->budget.over; p++)
        if (!p->given_up && !p->known)
            look(h, p, rng);
    if (e->budget.over)
        return;
    for (prospect *p = h->at; p < h->at + h->count; p++)
        if (!p->given_up && !p->known)
            weigh(h, p);
    h->deals++;
}

/* ---- Comparing ----------------------------------------------------------*/

static bool is_behind(const horizon *h, const prospect *p, const prospect *best)
{
    float sum = 0, squares = 0;
    for (unsigned i = 0; i < h->deals; i++) {
        const float more =
            (best->known ? best->chance : best->seen[i]) - (p->known ? p->chance : p->seen[i]);
        sum += more;
        squares += more * more;
    }
    const float n = (float)h->deals, mean = sum / n, variance = squares / n - mean * mean;
    const float error = numbers_sqrt(variance > 0 ? variance / n : 0) * h->share * weight(h->deals);
    return best->chance - p->chance > SURE * error;
}

static const prospect *best_of(const horizon *h)
{
    const prospect *best = NULL;
    for (const prospect *p = h->at; p < h->at + h->count; p++)
        if (!p->given_up && (!best || p->chance > best->chance))
            best = p;
    return best;
}

static unsigned count_left(const horizon *h)
{
    unsigned left = 0;
    for (unsigned i = 0; i < h->count; i++)
        left += !h->at[i].given_up;
    return left;
}

/* True while a further deal could tell something. */
static bool is_open(horizon *h)
{
    if (h->deals < h->manner->few)
        return true;
    const prospect *best = best_of(h);
    for (prospect *p = h->at; p < h->at + h->count; p++)
        if (p != best && !p->given_up && is_behind(h, p, best))
            p->given_up = true;
    return count_left(h) > 1 || (h->e->only && h->deals < DEALS_ONLY);
}

/* Looks up to so many deals. */
static void look_on(horizon *h, unsigned deals)
{
    while (h->deals < deals && !ai_soft_limit(h->e) && is_open(h))
        look_at_all(h);
}

static void begin_manner(horizon *h, const manner *m)
{
    h->manner = m;
    h->share = m->share * (h->e->info.exact ? 1 : OPEN_SHARE);
    h->deals = 0;
    for (unsigned i = 0; i < h->count; i++) {
        h->at[i].before = odds(h->at[i].chance);
        h->at[i].sum = 0;
    }
}

/* Is there so much time for each of several moves? */
static bool have_for_each(const horizon *h, uint64_t nodes)
{
    const unsigned left = count_left(h);
    return left > 1 && nodes_left(h->e) / left >= nodes;
}

/* Best first. Those with the same end are worth the same; what was given up is no better than the
 * best, though it may have had the better luck with its few looks. */
static void sort_lines(horizon *h)
{
    azj_engine *e = h->e;
    const unsigned seat = e->root.head.seat;
    const prospect *best = best_of(h);
    azj_line *line = e->info.line;
    for (unsigned i = 0; i < h->count; i++) {
        prospect *p = &h->at[i];
        const prospect *same = &h->at[p->twin];
        const float chance = same->chance < best->chance ? same->chance : best->chance;
        unsigned at = i;
        memcpy(p->line.score, same->line.score, sizeof p->line.score);
        ai_set_win(&p->line, e->root.head.players, seat, chance);
        for (; at > 0 && (p == best || line[at - 1].win[seat] < chance); at--)
            line[at] = line[at - 1];
        line[at] = p->line;
    }
}

static const manner *first_manner(const horizon *h)
{
    if (h->e->root.head.rules != AZJ_CLASSIC)
        return &with_columns;
    return have_for_each(h, DEEP_AT_ONCE) ? &deep : &quick;
}

void horizon_judge(azj_engine *e)
{
    horizon h = {.e = e, .count = e->info.lines};
    list_prospects(&h);
    begin_manner(&h, first_manner(&h));
    if (h.manner == &quick) {
        look_on(&h, DEALS_QUICK);
        if (have_for_each(&h, DEEP_LATER))
            begin_manner(&h, &deep);
    }
    look_on(&h, DEALS);
    sort_lines(&h);
}
