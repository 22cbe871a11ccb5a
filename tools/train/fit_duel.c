/* fit_duel.c - fits src/ai/duel_weights.c.
 *
 * By rounds to come, regression explains the final margin by the difference of the two boards'
 * features. Each weight is pulled to its present value (fit_data.keep). Then the scale is fitted to
 * the winners.
 */
#include "ai/duel_eval.h"
#include "fit.h"

#include <math.h>
#include <stdio.h>

enum { START = DUEL_FEATURES, WIDTH = DUEL_FEATURES + 1 };

typedef struct row {
    double x[WIDTH]; /* features of seat 0 less those of seat 1; the start */
    double margin, won;
} row;

static unsigned rounds_left(const shard_sample *s)
{
    return AZJ_DUEL_ROUNDS + 1u - s->state.head.round;
}

static row row_of(const shard_sample *s)
{
    const azj_duel *d = &s->state.duel;
    float f[2][DUEL_FEATURES];
    row r = {.margin = s->label.final[0] - s->label.final[1], .won = s->label.win[0]};
    for (unsigned p = 0; p < 2; p++)
        duel_features(&d->board[p], d->tablets, rounds_left(s), f[p]);
    for (unsigned i = 0; i < DUEL_FEATURES; i++)
        r.x[i] = f[0][i] - f[1][i];
    r.x[START] = d->starter == 0 ? 1 : -1;
    return r;
}

static double present(unsigned left, unsigned i)
{
    return i < DUEL_FEATURES ? duel_weight[left].w[i] : duel_weight[left].start;
}

static double predict(const row *r, const double *w)
{
    double m = 0;
    for (unsigned i = 0; i < WIDTH; i++)
        m += w[i] * r->x[i];
    return m;
}

/* Gauss elimination; `a` is symmetric and positive definite. */
static void solve_system(double a[WIDTH][WIDTH + 1], double *x)
{
    for (unsigned i = 0; i < WIDTH; i++)
        for (unsigned r = i + 1; r < WIDTH; r++) {
            const double f = a[r][i] / a[i][i];
            for (unsigned c = i; c <= WIDTH; c++)
                a[r][c] -= f * a[i][c];
        }
    for (unsigned i = WIDTH; i-- > 0;) {
        x[i] = a[i][WIDTH];
        for (unsigned c = i + 1; c < WIDTH; c++)
            x[i] -= a[i][c] * x[c];
        x[i] /= a[i][i];
    }
}

/* Fits the part of the margin that the present weights leave unexplained. Returns the samples. */
static unsigned fit_round(const fit_data *d, unsigned left, double *w)
{
    double a[WIDTH][WIDTH + 1] = {0}, square[WIDTH] = {0}, old[WIDTH];
    unsigned n = 0;
    for (unsigned i = 0; i < WIDTH; i++)
        old[i] = present(left, i);
    for (size_t k = 0; k < d->count; k++) {
        if (rounds_left(&d->at[k]) != left)
            continue;
        const row r = row_of(&d->at[k]);
        const double rest = r.margin - predict(&r, old);
        for (unsigned i = 0; i < WIDTH; i++) {
            for (unsigned c = 0; c < WIDTH; c++)
                a[i][c] += r.x[i] * r.x[c];
            a[i][WIDTH] += rest * r.x[i];
            square[i] += r.x[i] * r.x[i];
        }
        n++;
    }
    for (unsigned i = 0; i < WIDTH; i++)
        a[i][i] += d->keep * (square[i] / (n + 1e-9) + 0.05) + (square[i] == 0);
    solve_system(a, w);
    for (unsigned i = 0; i < WIDTH; i++)
        w[i] += old[i];
    return n;
}

/* The scale that explains the wins best, by Newton's method. */
static double fit_scale(const fit_data *d, unsigned left, const double *w)
{
    double k = 0.1;
    for (int step = 0; step < 20; step++) {
        double g = 0, h = 1e-9;
        for (size_t i = 0; i < d->count; i++) {
            if (rounds_left(&d->at[i]) != left)
                continue;
            const row r = row_of(&d->at[i]);
            const double m = predict(&r, w), p = 1 / (1 + exp(-k * m));
            g += (r.won - p) * m;
            h += p * (1 - p) * m * m;
        }
        k += g / h;
    }
    return k;
}

/* The standard deviation of the margin that the weights leave unexplained. */
static double error_of(const fit_data *d, unsigned left, const double *w)
{
    double sum = 0, n = 1e-9;
    for (size_t i = 0; i < d->count; i++)
        if (rounds_left(&d->at[i]) == left) {
            const row r = row_of(&d->at[i]);
            sum += pow(r.margin - predict(&r, w), 2);
            n++;
        }
    return sqrt(sum / n);
}

static void report_round(const fit_data *d, unsigned left, unsigned n, const double *w)
{
    const double none[WIDTH] = {0};
    double old[WIDTH];
    for (unsigned i = 0; i < WIDTH; i++)
        old[i] = present(left, i);
    fprintf(stderr, "%u to come: %u positions, error of the margin %.2f, was %.2f, without %.2f\n",
            left, n, error_of(d, left, w), error_of(d, left, old), error_of(d, left, none));
}

void fit_duel(const fit_data *d)
{
    fit_print_header(
        d, "duel_weights.c",
        " * By rounds to come: features (duel_eval.h), the start of the next round, and "
        "the log odds of a\n * point of margin. Weights were pulled to those of an "
        "earlier fit.\n");
    puts("#include \"ai/duel_eval.h\"\n\n"
         "const duel_weights duel_weight[AZJ_DUEL_ROUNDS] = {\n"
         "    {.w = {[DUEL_F_SCORE] = 1, [DUEL_F_TABLET] = 1, 1, 1, 1, 1, 1, 1, 1}, .scale = 1},");
    for (unsigned left = 1; left < AZJ_DUEL_ROUNDS; left++) {
        double w[WIDTH], scale = duel_weight[left].scale;
        const unsigned n = fit_round(d, left, w);
        if (n)
            scale = fit_scale(d, left, w);
        report_round(d, left, n, w);
        printf("    {{");
        for (unsigned i = 0; i < DUEL_FEATURES; i++)
            printf("%s%.3ff", i == 0 ? "" : i % 9 ? ", " : ",\n      ", w[i]);
        printf("},\n     %.3ff, %.4ff},\n", w[START], scale);
    }
    puts("};");
}
