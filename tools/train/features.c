/* features.c - turns shards of self-play into arrays that tools/train/train.py maps into memory.
 *
 *     features OUT SHARD...
 *
 * One truth: what the network sees is worked out by the code that the search uses. Writes, for N
 * samples with S seats and F features,
 *     OUT.x  int8  N x S x F
 *     OUT.y  float N x (3 + 5 S): stage; seat 0's chance by the hand-made evaluation and by the
 *                  network that is built in; then by seat score, final score, what it won, and
 *                  the chance and the final score that the search saw
 *     OUT.txt  "N S F"
 *     OUT.same uint16 E x F: E ways to exchange features by which a position stays worth the same
 */
#include "ai/duel_eval.h"
#include "ai/eval_classic.h"
#include "ai/net.h"
#include "ai/round.h"
#include "ai/tiling.h"
#include "cli/selfplay/shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct outputs {
    FILE *x, *y;
    size_t samples;
    unsigned seats, features;
    net net;
} outputs;

static void add(const net_inputs *in, int8_t *row)
{
    for (uint32_t i = 0; i < in->count; i++)
        row[in->at[i].index] = (int8_t)(row[in->at[i].index] + in->at[i].value);
}

static void expand_classic(const azj_classic *s, int8_t *x, unsigned features)
{
    eval_supply supply;
    net_classic_supply(s, &supply);
    for (unsigned p = 0; p < s->players; p++) {
        eval_board_view b;
        net_inputs in = {0};
        memcpy(b.wall, s->board[p].wall, sizeof b.wall);
        memcpy(b.line, s->board[p].line, sizeof b.line);
        net_classic_common(s, s->round, &in);
        net_classic_board(&azj_classic_variants[s->rules], &b, &supply, s->board[p].score, &in);
        net_put(&in, net_classic_start(p, s->starter, s->players, s->players), 1);
        add(&in, x + p * features);
    }
}

static unsigned rounds_left(const azj_duel *s)
{
    return AZJ_DUEL_ROUNDS + 1u - s->round;
}

static void expand_duel(const azj_duel *s, int8_t *x, unsigned features)
{
    for (unsigned p = 0; p < 2; p++) {
        net_inputs in = {0};
        net_duel_board(s, p, rounds_left(s), &in);
        net_put(&in, net_duel_start(p, s->starter), 1);
        add(&in, x + p * features);
    }
}

/* Seat 0's chance; n without a bias: by hand. */
static float chance(const azj_state *s, const net *n)
{
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    duel_outlook o;
    if (s->head.rules != AZJ_DUEL) {
        tiling_estimate(&s->classic, n, win, score);
        return win[0];
    }
    duel_look(&s->duel, n, NULL, &o);
    return o.win;
}

static void expand(const shard_sample *s, outputs *to)
{
    static int8_t x[AZJ_SEATS_MAX * NET_FEATURES_MAX];
    float y[3 + 5 * AZJ_SEATS_MAX];
    const unsigned seats = to->seats;
    memset(x, 0, sizeof x);
    if (s->state.head.rules == AZJ_DUEL) {
        expand_duel(&s->state.duel, x, to->features);
        y[0] = (float)(rounds_left(&s->state.duel) - 1);
    } else {
        expand_classic(&s->state.classic, x, to->features);
        y[0] = (float)eval_stage(&s->state.classic);
    }
    y[1] = chance(&s->state, NULL);
    y[2] = chance(&s->state, &to->net);
    for (unsigned p = 0; p < seats; p++) {
        float *at = &y[3 + 5 * p];
        at[0] = (float)azj_score(&s->state, p);
        at[1] = (float)s->label.final[p];
        at[2] = s->label.win[p];
        at[3] = s->label.value[p];
        at[4] = s->label.score[p];
    }
    fwrite(x, 1, seats * to->features, to->x);
    fwrite(y, sizeof *y, 3 + 5 * seats, to->y);
    to->samples++;
}

static FILE *out(const char *name, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", name, ending);
    FILE *f = fopen(path, "wb");
    if (!f)
        perror(path);
    return f;
}

/* Ways to show the same position with other colours; the first leaves everything in its place. */
static int write_exchanges(const char *name, const outputs *to, unsigned rules)
{
    FILE *f = out(name, "same");
    if (!f)
        return 1;
    for (unsigned e = 0; e < (rules == AZJ_DUEL ? NET_DUEL_EXCHANGES : 1); e++)
        for (unsigned i = 0; i < to->features; i++) {
            const uint16_t at = (uint16_t)(rules == AZJ_DUEL ? net_duel_exchange(i, e) : i);
            fwrite(&at, sizeof at, 1, f);
        }
    return fclose(f);
}

int main(int argc, char **argv)
{
    outputs to = {0};
    shard s = {0};
    if (argc < 3) {
        fprintf(stderr, "usage: features OUT SHARD...\n");
        return 2;
    }
    if (!(to.x = out(argv[1], "x")) || !(to.y = out(argv[1], "y")))
        return 1;
    for (int i = 2; i < argc; i++) {
        const char *wrong = shard_read(&s, argv[i]);
        if (wrong) {
            fprintf(stderr, "features: %s: %s\n", argv[i], wrong);
            return 1;
        }
        to.seats = s.head.players;
        to.features = net_features(s.head.rules);
        net_built_in(&to.net, s.head.rules, s.head.players);
        for (uint32_t k = 0; k < s.head.count; k++)
            expand(&s.sample[k], &to);
    }
    FILE *txt = out(argv[1], "txt");
    if (!txt)
        return 1;
    fprintf(txt, "%zu %u %u\n", to.samples, to.seats, to.features);
    if (write_exchanges(argv[1], &to, s.head.rules))
        return 1;
    shard_free(&s);
    return fclose(txt) || fclose(to.x) || fclose(to.y);
}
