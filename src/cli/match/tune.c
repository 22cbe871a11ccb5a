/* tune.c - SPSA: see tune.h. */
#include "cli/match/tune.h"

#include <azulejo/rng.h>
#include <math.h>

/* The exponents that Spall recommends for steps and gains. */
static const double GAMMA = 0.101, ALPHA = 0.602;

static double step_of(const tuning *t, unsigned option, uint64_t iteration)
{
    return t->option[option].step * pow((double)t->iterations / (double)(iteration + 1), GAMMA);
}

/* The gain falls to `rate` at the end; a tenth of the iterations keeps the first ones moderate. */
static double gain_of(const tuning *t, uint64_t iteration)
{
    const double stable = 0.1 * (double)t->iterations;
    return t->rate *
           pow((stable + (double)t->iterations) / (stable + (double)(iteration + 1)), ALPHA);
}

static double keep_inside(const tune_option *o, double value)
{
    return value < o->low ? o->low : value > o->high ? o->high : value;
}

void tune_signs(const tuning *t, uint64_t iteration, int *signs)
{
    azj_rng rng;
    azj_rng_seed(&rng, t->seed);
    azj_rng_seed(&rng, azj_rng_next(&rng) ^ iteration);
    for (unsigned i = 0; i < t->count; i++)
        signs[i] = azj_rng_below(&rng, 2) ? 1 : -1;
}

void tune_version(const tuning *t, uint64_t iteration, const int *signs, int side, int64_t *values)
{
    for (unsigned i = 0; i < t->count; i++) {
        const tune_option *o = &t->option[i];
        const double to = o->value + side * signs[i] * step_of(t, i, iteration);
        values[i] = llround(keep_inside(o, to));
    }
}

/* The step of the gradient estimate is the one that was played, so early, wide steps count for
 * less. */
void tune_learn(tuning *t, uint64_t iteration, const int *signs, double result)
{
    const double gain = gain_of(t, iteration);
    for (unsigned i = 0; i < t->count; i++) {
        tune_option *o = &t->option[i];
        const double by = gain * o->step * o->step / step_of(t, i, iteration);
        o->value = keep_inside(o, o->value + by * result * signs[i]);
    }
}
