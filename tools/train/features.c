/* features.c - turns shards of self-play into arrays that tools/train/train.py maps into memory.
 *
 *     features OUT SHARD...
 *     features OUT -          the names of the shards come from standard input, one a line
 *
 * The features are computed by the code that the search uses. Writes, for N samples with S seats
 * and F features, OUT.x  int8  N x S x F OUT.y  float N x (3 + 5 S): bucket; seat 0's chance by the
 * hand-made evaluation and by the built-in network; then by seat: score, final score, what it won,
 * and the chance and the final score by the search OUT.txt  "N S F RULES", written last: if it is
 * missing, the others are incomplete OUT.same uint16 E x F: E exchanges of features that do not
 * change the value of a position
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

enum { PATH_ROOM = 4096 };

typedef struct outputs {
    const char *name;
    FILE *x, *y;
    size_t samples;
    unsigned rules, seats, features; /* seats 0: no shard has been seen */
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

/* Seat 0's chance; n without a bias: by the hand-made evaluation. */
static float chance(const azj_state *s, const net *n)
{
    float win[AZJ_SEATS_MAX], score[AZJ_SEATS_MAX];
    duel_estimate v;
    if (s->head.rules != AZJ_DUEL) {
        tiling_estimate(&s->classic, n, win, score);
        return win[0];
    }
    duel_evaluate(&s->duel, n, NULL, &v);
    return v.win;
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
        y[0] = (float)eval_fullest_row(&s->state.classic);
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

static void path_of(const char *name, const char *ending, char *path)
{
    snprintf(path, PATH_ROOM, "%s.%s", name, ending);
}

static FILE *out(const char *name, const char *ending)
{
    char path[PATH_ROOM];
    path_of(name, ending, path);
    FILE *f = fopen(path, "wb");
    if (!f)
        perror(path);
    return f;
}

/* Closes a file; reports it if not everything was written. */
static bool done(const char *name, const char *ending, FILE *f)
{
    char path[PATH_ROOM];
    const bool wrong = ferror(f);
    if (fclose(f) == 0 && !wrong)
        return true;
    path_of(name, ending, path);
    fprintf(stderr, "features: %s could not be written: is the disc full?\n", path);
    return false;
}

/* The exchanges of colours that do not change the value of a position; the first is the identity.
 */
static bool write_exchanges(const outputs *to)
{
    const bool duel = to->rules == AZJ_DUEL;
    FILE *f = out(to->name, "same");
    if (!f)
        return false;
    for (unsigned e = 0; e < (duel ? NET_DUEL_EXCHANGES : 1); e++)
        for (unsigned i = 0; i < to->features; i++) {
            const uint16_t at = (uint16_t)(duel ? net_duel_exchange(i, e) : i);
            fwrite(&at, sizeof at, 1, f);
        }
    return done(to->name, "same", f);
}

static bool write_text(const outputs *to)
{
    FILE *f = out(to->name, "txt");
    if (!f)
        return false;
    fprintf(f, "%zu %u %u %s\n", to->samples, to->seats, to->features, azj_rules_name(to->rules));
    return done(to->name, "txt", f);
}

static bool complain(const char *path, const char *why)
{
    fprintf(stderr, "features: %s: %s\n", path, why);
    return false;
}

static bool add_shard(outputs *to, shard *s, const char *path)
{
    const char *why;
    if (shard_read(s, path, &why) != SHARD_WHOLE)
        return complain(path, why);
    if (to->seats == 0) {
        to->rules = s->head.rules;
        to->seats = s->head.players;
        to->features = net_features(s->head.rules);
        net_built_in(&to->net, s->head.rules, s->head.players);
    }
    if (s->head.rules != to->rules || s->head.players != to->seats)
        return complain(path, "it is of another game than the first one");
    for (uint32_t k = 0; k < s->head.count; k++)
        expand(&s->sample[k], to);
    return true;
}

static bool add_named(outputs *to, shard *s, FILE *names)
{
    char path[PATH_ROOM];
    while (fgets(path, sizeof path, names)) {
        path[strcspn(path, "\n")] = '\0';
        if (!add_shard(to, s, path))
            return false;
    }
    return to->seats || complain("-", "no shard was named");
}

static bool add_all(outputs *to, shard *s, int count, char **names)
{
    if (count == 1 && strcmp(names[0], "-") == 0)
        return add_named(to, s, stdin);
    for (int i = 0; i < count; i++)
        if (!add_shard(to, s, names[i]))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    shard s = {0};
    char text[PATH_ROOM];
    if (argc < 3) {
        fprintf(stderr, "usage: features OUT SHARD...\n"
                        "       features OUT -          (names from standard input, one a line)\n");
        return 2;
    }
    outputs to = {.name = argv[1]};
    path_of(to.name, "txt", text);
    remove(text);
    if (!(to.x = out(to.name, "x")) || !(to.y = out(to.name, "y")))
        return 1;
    const bool added = add_all(&to, &s, argc - 2, argv + 2);
    shard_free(&s);
    const bool x_done = done(to.name, "x", to.x), y_done = done(to.name, "y", to.y);
    return added && x_done && y_done && write_exchanges(&to) && write_text(&to) ? 0 : 1;
}
