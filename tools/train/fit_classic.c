/* fit_classic.c - fits src/ai/eval_weights.c.
 *
 * For each value of fullest_row: ridge regression of the difference of the points that two seats
 * still score on the difference of their features (normal equations, solved exactly), then the
 * spread by the likelihood of the winners.
 */
#include "ai/eval_classic.h"
#include "fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Set by hand, not measured. */
enum {
    RIDGE = 30,          /* of the base game for two */
    RIDGE_TO_BASE = 200, /* of the other sets, which are pulled towards the base game for two */
    RIDGE_LINES = 1000,  /* factor for features that count sixtieths of a line */
    ROWS_MIN = 300,      /* with fewer differences a column stays as it is */
};

enum { TEMPO = EVAL_FEATURES, UNKNOWNS = EVAL_FEATURES + 1 };

typedef struct regression {
    double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS], w[UNKNOWNS];
    double prior[UNKNOWNS]; /* the ridge pulls towards it */
    double rows;
} regression;

static void dense(const azj_classic *s, unsigned p, double *x)
{
    eval_features f;
    eval_board_view b;
    memcpy(b.wall, s->board[p].wall, sizeof b.wall);
    memcpy(b.line, s->board[p].line, sizeof b.line);
    memset(x, 0, UNKNOWNS * sizeof *x);
    eval_extract(&azj_classic_variants[s->rules], &b, NULL, &f, NULL, NULL);
    for (uint32_t i = 0; i < f.count; i++)
        x[f.at[i].index] += f.at[i].value;
    x[TEMPO] = s->starter == p;
}

static void add_row(regression *f, const double *x, double y)
{
    unsigned index[UNKNOWNS], n = 0;
    for (unsigned i = 0; i < UNKNOWNS; i++)
        if (x[i] != 0) {
            index[n++] = i;
            y -= x[i] * f->prior[i];
        }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++)
            f->a[index[i]][index[j]] += x[index[i]] * x[index[j]];
        f->b[index[i]] += x[index[i]] * y;
    }
    f->rows++;
}

static int points_to_come(const shard_sample *s, unsigned p)
{
    return s->label.final[p] - s->state.classic.board[p].score;
}

static void add_sample(regression *f, const shard_sample *s)
{
    double x[AZJ_SEATS_MAX][UNKNOWNS], d[UNKNOWNS];
    const unsigned players = s->state.head.players;
    for (unsigned p = 0; p < players; p++)
        dense(&s->state.classic, p, x[p]);
    for (unsigned p = 0; p < players; p++)
        for (unsigned q = p + 1; q < players; q++) {
            for (unsigned i = 0; i < UNKNOWNS; i++)
                d[i] = x[p][i] - x[q][i];
            add_row(f, d, points_to_come(s, p) - points_to_come(s, q));
        }
}

/* Solves (A + ridge) w = b by Cholesky's method. */
static void solve_regression(regression *f, double ridge)
{
    for (unsigned i = 0; i < UNKNOWNS; i++)
        f->a[i][i] +=
            i == EVAL_F_LINE_COLOUR || i == EVAL_F_LINE_COLUMN ? ridge * RIDGE_LINES : ridge;
    for (unsigned i = 0; i < UNKNOWNS; i++)
        for (unsigned j = 0; j <= i; j++) {
            double sum = f->a[i][j];
            for (unsigned k = 0; k < j; k++)
                sum -= f->a[i][k] * f->a[j][k];
            f->a[i][j] = i == j ? sqrt(sum) : sum / f->a[j][j];
        }
    for (unsigned i = 0; i < UNKNOWNS; i++) {
        f->w[i] = f->b[i];
        for (unsigned k = 0; k < i; k++)
            f->w[i] -= f->a[i][k] * f->w[k];
        f->w[i] /= f->a[i][i];
    }
    for (unsigned i = UNKNOWNS; i-- > 0;) {
        for (unsigned k = i + 1; k < UNKNOWNS; k++)
            f->w[i] -= f->a[k][i] * f->w[k];
        f->w[i] /= f->a[i][i];
    }
    for (unsigned i = 0; i < UNKNOWNS; i++)
        f->w[i] += f->prior[i];
}

/* The base game for two has the most games. The other sets are fitted as departures from it, so a
 * few thousand games are enough for them. Returns the ridge. */
static double start_regression(regression *f, unsigned rules, unsigned players, unsigned fullest)
{
    const eval_weights *w = eval_weights_of[AZJ_CLASSIC][0];
    memset(f, 0, sizeof *f);
    if (rules == AZJ_CLASSIC && players == 2)
        return RIDGE;
    for (unsigned i = 0; i < EVAL_FEATURES; i++)
        f->prior[i] = w->feature[i][fullest] / (double)EVAL_POINT;
    f->prior[TEMPO] = w->tempo[fullest] / (double)EVAL_POINT;
    return RIDGE_TO_BASE;
}

/* ---- The spread ---- */
typedef struct outcome {
    double value[AZJ_SEATS_MAX], win[AZJ_SEATS_MAX];
} outcome;

static outcome outcome_of(const double *w, const shard_sample *s)
{
    outcome o;
    double x[UNKNOWNS];
    for (unsigned p = 0; p < s->state.head.players; p++) {
        dense(&s->state.classic, p, x);
        o.win[p] = s->label.win[p];
        o.value[p] = s->state.classic.board[p].score;
        for (unsigned i = 0; i < UNKNOWNS; i++)
            o.value[p] += w[i] * x[i];
    }
    return o;
}

static double log_likelihood(const outcome *o, size_t n, unsigned players, double spread)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double total = 0;
        for (unsigned p = 0; p < players; p++)
            total += exp((o[i].value[p] - o[i].value[0]) / spread);
        for (unsigned p = 0; p < players; p++)
            sum += o[i].win[p] * ((o[i].value[p] - o[i].value[0]) / spread - log(total));
    }
    return n ? sum / (double)n : 0;
}

static double best_spread(const outcome *o, size_t n, unsigned players)
{
    double best = 10, of_best = log_likelihood(o, n, players, best);
    for (double t = 2; t < 40; t += 0.25) {
        const double of_t = log_likelihood(o, n, players, t);
        if (of_t > of_best) {
            best = t;
            of_best = of_t;
        }
    }
    return best;
}

/* ---- One column of weights ---- */
static int16_t rounded(double x)
{
    return (int16_t)lrint(fmax(-32000, fmin(32000, x)));
}

/* Columns 0 and 1 are fitted together: after a round hardly any wall has an empty fullest row. */
static bool is_of(const shard_sample *s, unsigned rules, unsigned players, unsigned fullest)
{
    if (s->state.head.rules != rules || s->state.head.players != players)
        return false;
    const unsigned f = (unsigned)eval_fullest_row(&s->state.classic);
    return f == fullest || f + fullest == 1;
}

static void fit_column(const fit_data *d, unsigned rules, unsigned players, unsigned fullest,
                       outcome *o, eval_weights *w)
{
    static regression f;
    size_t n = 0;
    double level = 0, error = 0;
    const double ridge = start_regression(&f, rules, players, fullest);
    for (size_t i = 0; i < d->count; i++)
        if (is_of(&d->at[i], rules, players, fullest))
            add_sample(&f, &d->at[i]);
    if (f.rows < ROWS_MIN)
        return;
    solve_regression(&f, ridge);
    for (size_t i = 0; i < d->count; i++) {
        const int16_t *final = d->at[i].label.final;
        if (!is_of(&d->at[i], rules, players, fullest))
            continue;
        o[n] = outcome_of(f.w, &d->at[i]);
        for (unsigned p = 0; p < players; p++)
            level += final[p] - o[n].value[p];
        error += pow((final[0] - final[1]) - (o[n].value[0] - o[n].value[1]), 2);
        n++;
    }
    for (unsigned i = 0; i < EVAL_FEATURES; i++)
        w->feature[i][fullest] = rounded(f.w[i] * EVAL_POINT);
    w->tempo[fullest] = rounded(f.w[TEMPO] * EVAL_POINT);
    w->spread[fullest] = rounded(best_spread(o, n, players) * 16);
    w->level[fullest] = rounded(level / (double)(n * players) * 16);
    fprintf(stderr,
            "%s %u seats, fullest row %u: %zu positions, error of the margin %.2f, spread %.2f, "
            "tempo %.2f, loss %.4f\n",
            azj_rules_name((azj_rules)rules), players, fullest, n, sqrt(error / (double)n),
            w->spread[fullest] / 16.0, f.w[TEMPO],
            -log_likelihood(o, n, players, w->spread[fullest] / 16.0));
}

/* ---- Weights as C ---- */
static void print_row(const int16_t *row)
{
    printf("{");
    for (unsigned s = 0; s < EVAL_FULLEST_NB; s++)
        printf("%s%d", s ? ", " : "", row[s]);
    printf("}");
}

static void print_set(const eval_weights *w, unsigned number)
{
    printf("static const eval_weights set_%u = {.feature = {", number);
    for (unsigned i = 0; i < EVAL_FEATURES; i++) {
        printf("%s", i % 4 == 0 ? "\n    " : " ");
        print_row(w->feature[i]);
        printf(",");
    }
    printf("},\n    .tempo = ");
    print_row(w->tempo);
    printf(",\n    .spread = ");
    print_row(w->spread);
    printf(",\n    .level = ");
    print_row(w->level);
    printf("};\n\n");
}

/* Prints sets that are equal once. */
static void print_sets(eval_weights w[4][3])
{
    unsigned number[12];
    printf("#include \"ai/eval_classic.h\"\n\n");
    for (unsigned i = 0; i < 12; i++) {
        unsigned same = 0;
        while (memcmp(&w[same / 3][same % 3], &w[i / 3][i % 3], sizeof w[0][0]) != 0)
            same++;
        number[i] = same;
        if (same == i)
            print_set(&w[i / 3][i % 3], i);
    }
    printf("const eval_weights *const eval_weights_of[4][3] = { /* 2, 3, 4 seats */\n");
    for (unsigned r = 0; r < 4; r++)
        printf("    {&set_%u, &set_%u, &set_%u}, /* %s */\n", number[3 * r], number[3 * r + 1],
               number[3 * r + 2], azj_rules_name((azj_rules)r));
    printf("};\n");
}

void fit_classic(const fit_data *d)
{
    static eval_weights w[4][3];
    outcome *o = malloc((d->count + 1) * sizeof *o);
    if (!o) {
        fputs("fit_weights: not enough memory\n", stderr);
        exit(1);
    }
    for (unsigned r = 0; r < 4; r++)
        for (unsigned p = 2; p <= 4; p++) {
            w[r][p - 2] = *eval_weights_of[r][p - 2];
            for (unsigned fullest = 0; fullest < EVAL_FULLEST_NB; fullest++)
                fit_column(d, r, p, fullest, o, &w[r][p - 2]);
        }
    free(o);
    fit_print_header(
        d, "eval_weights.c",
        " * Rows are features (eval_classic.h), columns are the values of fullest_row. "
        "Columns 0 and 1 are\n * equal: they are fitted together, since hardly any "
        "round ends with an empty fullest row. Sets\n * without samples below are "
        "those of an earlier fit.\n");
    print_sets(w);
}
