/* stats.c - statistics of match results: see stats.h. */
#include "cli/match/stats.h"

#include <math.h>
#include <string.h>

static const double Z95 = 1.959963984540054;

/* ---- Groups ---- */

void stats_groups_init(stats_groups *g)
{
    memset(g, 0, sizeof *g);
    g->values = 5;
    for (unsigned i = 0; i < 5; i++)
        g->value[i] = i / 4.0;
}

void stats_groups_add(stats_groups *g, double value)
{
    unsigned i = 0;
    while (i < g->values && fabs(g->value[i] - value) > 1e-9)
        i++;
    if (i == g->values && g->values < STATS_VALUES_MAX)
        g->value[g->values++] = value;
    else if (i == g->values) /* more different values than any match has: only the mean stays
                                right */
        i = value < 0.5 ? 0 : 4;
    g->times[i]++;
    g->count++;
}

static double mean_of(const stats_groups *g)
{
    double sum = 0;
    for (unsigned i = 0; i < g->values; i++)
        sum += g->value[i] * (double)g->times[i];
    return sum / (double)g->count;
}

static double variance_of(const stats_groups *g, double mean)
{
    double squares = 0;
    for (unsigned i = 0; i < g->values; i++)
        squares += (g->value[i] - mean) * (g->value[i] - mean) * (double)g->times[i];
    return squares / (double)g->count;
}

/* The 97.5 % point of Student's t: the normal one with the first terms of its expansion. */
static double student(double freedom)
{
    const double z = Z95, z3 = z * z * z;
    if (freedom < 2)
        return 12.7;
    return z + (z3 + z) / (4 * freedom) +
           (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

/* How many groups of independent games the estimates of a spread are mixed with: a few equal
 * results are not certain. */
static const double WEIGHT = 2;

/* The number of groups of independent coin tosses with the same variance. A small weight on "two
 * independent games" keeps a few equal results from looking certain. */
static double effective_size(const stats_groups *g, double mean, double variance)
{
    static const double PRIOR = 0.5;
    const double n = (double)g->count, coin = mean * (1 - mean);
    const double effect = coin > 0 ? variance / coin : PRIOR;
    return n / ((n * effect + WEIGHT * PRIOR) / (n + WEIGHT));
}

stats_interval stats_score(const stats_groups *g)
{
    if (g->count == 0)
        return (stats_interval){0.5, 0, 1};
    const double m = mean_of(g), n = effective_size(g, m, variance_of(g, m));
    const double t = student((double)g->count - 1), t2 = t * t;
    const double centre = (m + t2 / (2 * n)) / (1 + t2 / n);
    const double half = t / (1 + t2 / n) * sqrt(m * (1 - m) / n + t2 / (4 * n * n));
    const double low = m > 0 ? centre - half : 0, high = m < 1 ? centre + half : 1;
    return (stats_interval){m, low > 0 ? low : 0, high < 1 ? high : 1};
}

double stats_elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

double stats_score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

stats_interval stats_elo(const stats_groups *g)
{
    const stats_interval s = stats_score(g);
    return (stats_interval){stats_elo_of_score(s.value), stats_elo_of_score(s.low),
                            stats_elo_of_score(s.high)};
}

stats_interval stats_normalised_elo(const stats_groups *g, unsigned games_of_group)
{
    const stats_interval s = stats_score(g);
    const double unit = 800 / log(10), variance = g->count ? variance_of(g, s.value) : 0;
    const double guarded = ((double)g->count * variance + WEIGHT * 0.25 / games_of_group) /
                           ((double)g->count + WEIGHT);
    const double scale = unit / sqrt(guarded * games_of_group);
    return (stats_interval){(s.value - 0.5) * scale, (s.low - 0.5) * scale, (s.high - 0.5) * scale};
}

/* ---- SPRT ---- */

/* The frequencies, with a small amount for each value that did not occur, so that logarithms
 * exist. */
static double frequencies(const stats_groups *g, double *p)
{
    static const double TRACE = 1e-3;
    double n = 0;
    for (unsigned i = 0; i < g->values; i++)
        n += p[i] = g->times[i] ? (double)g->times[i] : TRACE;
    for (unsigned i = 0; i < g->values; i++)
        p[i] /= n;
    return n;
}

static double tilt_error(const stats_groups *g, const double *p, double score, double x)
{
    double sum = 0;
    for (unsigned i = 0; i < g->values; i++)
        sum += p[i] * (g->value[i] - score) / (1 + x * (g->value[i] - score));
    return sum;
}

/* The likeliest frequencies with mean `score` are p / (1 + x (value - score)); this finds x. The
 * error falls from +inf to -inf between the two poles, so halving finds its root. */
static double tilt(const stats_groups *g, const double *p, double score)
{
    double low = -1 / (1 - score), high = 1 / score;
    for (int i = 0; i < 60; i++) {
        const double x = (low + high) / 2;
        if (tilt_error(g, p, score, x) > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double stats_llr(const stats_groups *g, double elo0, double elo1)
{
    if (g->count == 0)
        return 0;
    double p[STATS_VALUES_MAX], llr = 0;
    const double n = frequencies(g, p);
    const double s0 = stats_score_of_elo(elo0), s1 = stats_score_of_elo(elo1);
    const double x0 = tilt(g, p, s0), x1 = tilt(g, p, s1);
    for (unsigned i = 0; i < g->values; i++)
        llr += p[i] * (log1p(x0 * (g->value[i] - s0)) - log1p(x1 * (g->value[i] - s1)));
    return n * llr;
}

double stats_lower(const stats_sprt *t)
{
    return log(t->beta / (1 - t->alpha));
}

double stats_upper(const stats_sprt *t)
{
    return log((1 - t->beta) / t->alpha);
}

stats_verdict stats_sprt_verdict(const stats_sprt *t, const stats_groups *g)
{
    const double llr = stats_llr(g, t->elo0, t->elo1);
    if (llr >= stats_upper(t))
        return STATS_H1;
    return llr <= stats_lower(t) ? STATS_H0 : STATS_OPEN;
}

/* ---- Means ---- */

void stats_mean_add(stats_mean *m, double x)
{
    m->count++;
    m->sum += x;
    m->squares += x * x;
}

stats_interval stats_mean_of(const stats_mean *m)
{
    if (m->count == 0)
        return (stats_interval){0, 0, 0};
    const double n = (double)m->count, mean = m->sum / n;
    if (m->count == 1)
        return (stats_interval){mean, -INFINITY, INFINITY};
    const double variance = (m->squares - n * mean * mean) / (n - 1);
    const double half = student(n - 1) * sqrt((variance > 0 ? variance : 0) / n);
    return (stats_interval){mean, mean - half, mean + half};
}

stats_interval stats_mean_guarded(const stats_mean *groups, const stats_mean *games)
{
    stats_interval i = stats_mean_of(groups);
    if (groups->count < 2 || games->count <= groups->count)
        return i;
    const double n = (double)groups->count, m = (double)games->count, mean = games->sum / m;
    const double alone = (games->squares - m * mean * mean) / (m - 1) * n / m; /* of a group */
    const double t = student(n - 1), spread = (i.high - i.value) / t;
    const double half = t * sqrt((n * spread * spread + WEIGHT * alone / n) / (n + WEIGHT));
    return (stats_interval){i.value, i.value - half, i.value + half};
}

/* ---- Plackett-Luce ----
 * A game is a sequence of choices: the first among all players, the second among the rest, and so
 * on. The probability of each choice is e^strength divided by the sum over the players that
 * remain. Newton's method finds the strengths; the sandwich H^-1 (sum of g g') H^-1 over groups
 * gives the spread. */

enum { N = STATS_PLAYERS_MAX };

static const double PRIOR = 0.05; /* strengths are around 0, give or take 4.5 (780 Elo) */

typedef struct pl_sums {
    unsigned players;
    double strength[N];
    double slope[N];    /* of the log-likelihood */
    double curve[N][N]; /* minus its second derivatives */
} pl_sums;

/* One choice: `chosen` out of the seats in `there`, with a weight. */
static void pl_choice(pl_sums *s, const stats_game *g, unsigned there, unsigned chosen,
                      double weight)
{
    double share[STATS_SEATS_MAX] = {0}, sum = 0;
    for (unsigned i = 0; i < g->seats; i++)
        if (there >> i & 1u)
            sum += share[i] = exp(s->strength[g->who[i]]);
    s->slope[g->who[chosen]] += weight;
    for (unsigned i = 0; i < g->seats; i++) {
        share[i] /= sum;
        s->slope[g->who[i]] -= weight * share[i];
        s->curve[g->who[i]][g->who[i]] += weight * share[i];
    }
    for (unsigned i = 0; i < g->seats; i++)
        for (unsigned j = 0; j < g->seats; j++)
            s->curve[g->who[i]][g->who[j]] -= weight * share[i] * share[j];
}

/* All orders that the places allow, from the seats in `there` on. */
static void pl_orders(pl_sums *s, const stats_game *g, unsigned there, double weight)
{
    unsigned best = UINT8_MAX, tied = 0, left = 0;
    for (unsigned i = 0; i < g->seats; i++)
        if (there >> i & 1u) {
            left++;
            if (g->place[i] < best)
                best = g->place[i], tied = 0;
            tied += g->place[i] == best;
        }
    if (left < 2)
        return;
    for (unsigned i = 0; i < g->seats; i++)
        if ((there >> i & 1u) && g->place[i] == best) {
            pl_choice(s, g, there, i, weight / tied);
            pl_orders(s, g, there & ~(1u << i), weight / tied);
        }
}

static void pl_game(pl_sums *s, const stats_game *g)
{
    pl_orders(s, g, (1u << g->seats) - 1, 1);
}

/* The inverse of a symmetric positive matrix, in place (Gauss-Jordan). */
static void invert(double a[N][N], unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        const double pivot = a[k][k];
        a[k][k] = 1;
        for (unsigned j = 0; j < n; j++)
            a[k][j] /= pivot;
        for (unsigned i = 0; i < n; i++) {
            if (i == k)
                continue;
            const double factor = a[i][k];
            a[i][k] = 0;
            for (unsigned j = 0; j < n; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
}

static void pl_derive(pl_sums *s, const stats_game *games, size_t count)
{
    memset(s->slope, 0, sizeof s->slope);
    memset(s->curve, 0, sizeof s->curve);
    for (size_t i = 0; i < count; i++)
        pl_game(s, &games[i]);
    for (unsigned i = 0; i < s->players; i++) {
        s->slope[i] -= PRIOR * s->strength[i];
        s->curve[i][i] += PRIOR;
    }
    invert(s->curve, s->players);
}

/* One Newton step, limited in size; returns the largest component before the limit. */
static double pl_step(pl_sums *s)
{
    double longest = 0, step[N];
    for (unsigned i = 0; i < s->players; i++) {
        step[i] = 0;
        for (unsigned j = 0; j < s->players; j++)
            step[i] += s->curve[i][j] * s->slope[j];
        longest = fmax(longest, fabs(step[i]));
    }
    for (unsigned i = 0; i < s->players; i++)
        s->strength[i] += step[i] * (longest > 1 ? 1 / longest : 1);
    return longest;
}

/* Adds the square of one group's influence on each strength, H^-1 g. */
static void pl_pull(const pl_sums *s, const stats_game *games, size_t count, double *square)
{
    pl_sums one = {.players = s->players};
    memcpy(one.strength, s->strength, sizeof one.strength);
    for (size_t i = 0; i < count; i++)
        pl_game(&one, &games[i]);
    for (unsigned i = 0; i < s->players; i++) {
        double pull = 0;
        for (unsigned j = 0; j < s->players; j++)
            pull += s->curve[i][j] * one.slope[j];
        square[i] += pull * pull;
    }
}

/* Adds the uncertainty of the prior around the mean of all; it matters only where there are few
 * games.
 */
static void pl_pull_prior(const pl_sums *s, double *square)
{
    for (unsigned i = 0; i < s->players; i++) {
        double sum = 0, squares = 0;
        for (unsigned j = 0; j < s->players; j++) {
            sum += s->curve[i][j];
            squares += s->curve[i][j] * s->curve[i][j];
        }
        square[i] += PRIOR * (squares - sum * sum / s->players);
    }
}

/* Mixes the squares with those of independent games, H^-1 around the mean of all, so that equal
 * results of a few groups do not look certain. */
static void pl_guard(const pl_sums *s, double groups, double *square)
{
    for (unsigned i = 0; i < s->players; i++) {
        const double alone = s->curve[i][i] - 1 / (PRIOR * s->players);
        square[i] = (groups * square[i] + WEIGHT * fmax(alone, 0)) / (groups + WEIGHT);
    }
}

void stats_plackett_luce(const stats_game *games, size_t count, unsigned players,
                         stats_interval *rating)
{
    const double elo = 400 / log(10);
    pl_sums s = {.players = players};
    double square[N] = {0};
    size_t groups = 0;
    for (int i = 0; i < 100; i++) {
        pl_derive(&s, games, count);
        if (pl_step(&s) < 1e-9)
            break;
    }
    for (size_t i = 0, end; i < count; i = end, groups++) {
        for (end = i; end < count && games[end].group == games[i].group;)
            end++;
        pl_pull(&s, games + i, end - i, square);
    }
    pl_pull_prior(&s, square);
    pl_guard(&s, (double)groups, square);
    const double t = student((double)groups - 1);
    const double correct = groups > 1 ? (double)groups / ((double)groups - 1) : 1;
    for (unsigned i = 0; i < players; i++) {
        const double half = groups > 1 ? t * sqrt(correct * square[i]) : INFINITY;
        rating[i] = (stats_interval){elo * s.strength[i], elo * (s.strength[i] - half),
                                     elo * (s.strength[i] + half)};
    }
}
