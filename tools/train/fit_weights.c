/* fit_weights.c - fits the weights of the hand-made evaluations to shards of `azulejo selfplay`.
 *
 *   fit_weights [-c COMMIT] [-k KEEP] SHARD... > src/ai/eval_weights.c   (classic family)
 *   fit_weights [-c COMMIT] [-k KEEP] SHARD... > src/ai/duel_weights.c   (Duel)
 *
 * Sets of weights that the shards have no games of stay as they are in the library. KEEP pulls each
 * weight of Duel to its present value as strongly as that many samples would (default 200).
 * tools/train/weights.sh plays the games and calls this.
 */
#include "fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fail(const char *path, const char *why)
{
    fprintf(stderr, "fit_weights: %s: %s\n", path, why);
    return 1;
}

static bool add_run(fit_data *d, const shard_header *h)
{
    fit_run *r = d->run;
    while (r < d->run + d->runs && !(r->rules == h->rules && r->players == h->players &&
                                     r->seed == h->seed && r->nodes == h->nodes))
        r++;
    if (r == d->run + FIT_RUNS_MAX)
        return false;
    if (r == d->run + d->runs) {
        *r = (fit_run){h->rules, h->players, h->seed, 0, h->nodes};
        d->runs++;
    }
    r->games += h->games;
    return true;
}

static bool add_samples(fit_data *d, const shard *s)
{
    if (d->room - d->count < s->head.count) {
        d->room = 2 * d->room + s->head.count;
        shard_sample *at = realloc(d->at, d->room * sizeof *at);
        if (!at)
            return false;
        d->at = at;
    }
    memcpy(d->at + d->count, s->sample, s->head.count * sizeof *s->sample);
    d->count += s->head.count;
    return true;
}

static int add_shard(fit_data *d, const char *path)
{
    shard s = {0};
    const char *why;
    int status = 0;
    if (shard_read(&s, path, &why) != SHARD_WHOLE)
        status = fail(path, why);
    else if ((d->runs && (d->run[0].rules == AZJ_DUEL) != (s.head.rules == AZJ_DUEL)))
        status = fail(path, "Duel and the classic family have weights of their own");
    else if (!add_run(d, &s.head))
        status = fail(path, "the shards come from too many runs");
    else if (!add_samples(d, &s))
        status = fail(path, "not enough memory");
    shard_free(&s);
    return status;
}

void fit_print_header(const fit_data *d, const char *file, const char *about)
{
    printf("/* clang-format off */\n/* %s - weights of the hand-made evaluation: do not edit.\n "
           "*\n%s *\n"
           " * Tool:    tools/train/weights.sh, which calls build/fit_weights\n"
           " * Commit:  %s\n"
           " * Samples: %zu positions between rounds, of `azulejo selfplay`:\n",
           file, about, d->commit, d->count);
    for (const fit_run *r = d->run; r < d->run + d->runs; r++)
        printf(" *          %s, %u seats: %llu games, %u nodes a move, seed %llu\n",
               azj_rules_name((azj_rules)r->rules), r->players, (unsigned long long)r->games,
               r->nodes, (unsigned long long)r->seed);
    printf(" */\n");
}

int main(int argc, char **argv)
{
    static fit_data d = {.commit = "unknown", .keep = 200};
    int status = 0;
    for (int c; (c = getopt(argc, argv, "c:k:")) != -1;) {
        char *end = NULL;
        if (c == 'c')
            d.commit = optarg;
        if (c == 'k')
            d.keep = strtod(optarg, &end);
        if (c == '?' || (c == 'k' && (*end || !(d.keep >= 0))))
            optind = argc;
    }
    if (optind >= argc) {
        fputs("usage: fit_weights [-c COMMIT] [-k KEEP] SHARD...\n", stderr);
        return 2;
    }
    for (int i = optind; i < argc && !status; i++)
        status = add_shard(&d, argv[i]);
    if (!status)
        (d.run[0].rules == AZJ_DUEL ? fit_duel : fit_classic)(&d);
    free(d.at);
    return status || fflush(stdout) != 0;
}
