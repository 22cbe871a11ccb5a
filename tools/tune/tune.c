/* tune.c - fits the weights of the classic family's evaluation to games of self-play.
 *
 *   tune init > src/ai/eval_weights.c             hand-made weights, to begin with
 *   tune play RULES SEATS GAMES NODES SEED FILE   plays games, writes the boards between rounds
 *   tune fit FILE... > src/ai/eval_weights.c      fits every set that the files have games of;
 *                                                 the others stay as they are compiled in
 *
 * The fit: for each stage, ridge regression of the difference of the points that two seats still
 * make on the difference of their features (normal equations, solved exactly); then the spread by
 * the likelihood of the winners.
 */
#include "ai/eval_classic.h"

#include <azulejo/engine.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sample {
    uint8_t rules, players, stage, starter;
    struct {
        eval_board_view board;
        int16_t score, final;
        float win;
    } seat[AZJ_SEATS_MAX];
} sample;

/* ---- Self-play ----------------------------------------------------------*/

enum { ROUNDS = 32, RANDOM_MOVES = 12 /* percent, so that all sorts of boards are seen */ };

static void take_sample(const azj_classic *s, sample *to)
{
    *to = (sample){.rules = s->rules, .players = s->players, .starter = s->starter};
    to->stage = (uint8_t)eval_stage(s);
    for (unsigned p = 0; p < s->players; p++) {
        memcpy(to->seat[p].board.wall, s->board[p].wall, sizeof s->board[p].wall);
        memcpy(to->seat[p].board.line, s->board[p].line, sizeof s->board[p].line);
        to->seat[p].score = s->board[p].score;
    }
}

static azj_move choose(azj_engine *e, const azj_state *s, azj_rng *rng, uint64_t nodes, bool whim)
{
    azj_move moves[AZJ_MOVES_MAX];
    azj_info info;
    if (whim) { /* not onto the floor, if it can be helped */
        const uint32_t n = (uint32_t)azj_moves(s, moves);
        for (unsigned i = 0; i < 20; i++) {
            const azj_move m = moves[azj_rng_below(rng, n)];
            if (azj_move_kind_of(m) != AZJ_TAKE || azj_move_to(m))
                return m;
        }
    }
    azj_engine_set(e, s);
    azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info);
    return info.line[0].move[0];
}

static void play_game(azj_engine *e, azj_options o, uint64_t seed, uint64_t nodes, FILE *to)
{
    azj_rng rng;
    azj_state s;
    sample at[ROUNDS];
    unsigned samples = 0;
    azj_rng_seed(&rng, seed);
    azj_new(&s, &o);
    azj_deal(&s, &rng);
    while (s.head.phase != AZJ_PHASE_OVER) {
        const bool whim = azj_rng_below(&rng, 100) < RANDOM_MOVES;
        azj_apply(&s, choose(e, &s, &rng, nodes, whim), NULL);
        if (s.head.phase == AZJ_PHASE_DEAL && samples < ROUNDS)
            take_sample(&s.classic, &at[samples++]);
        azj_deal(&s, &rng);
    }
    const unsigned winners = azj_winners(&s);
    for (unsigned i = 0; i < samples; i++) {
        for (unsigned p = 0; p < o.players; p++) {
            at[i].seat[p].final = s.classic.board[p].score;
            at[i].seat[p].win = winners >> p & 1u ? 1 / (float)__builtin_popcount(winners) : 0;
        }
        fwrite(&at[i], sizeof at[i], 1, to);
    }
}

static int play(char **argv)
{
    azj_options o = {.players = (uint8_t)strtoul(argv[1], NULL, 10), .starter = AZJ_NOBODY};
    const unsigned long games = strtoul(argv[2], NULL, 10), nodes = strtoul(argv[3], NULL, 10);
    const unsigned long seed = strtoul(argv[4], NULL, 10);
    for (int r = 0; r < AZJ_DUEL; r++)
        if (strcmp(argv[0], azj_rules_name((azj_rules)r)) == 0)
            o.rules = (uint8_t)r;
    FILE *to = fopen(argv[5], "ab");
    azj_engine *e =
        azj_engine_new(&(azj_engine_options){.memory_bytes = 4 << 20, .seed = seed}, NULL);
    if (!to || !e)
        return 1;
    for (unsigned long g = 0; g < games; g++)
        play_game(e, o, seed * 1000003 + g, nodes, to);
    azj_engine_free(e);
    return fclose(to) != 0;
}

/* ---- The fit ------------------------------------------------------------*/

enum { TEMPO = EVAL_FEATURES, UNKNOWNS = EVAL_FEATURES + 1 };

typedef struct fit {
    double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS], w[UNKNOWNS];
    double prior[UNKNOWNS]; /* what the ridge pulls towards */
    double rows;
} fit;

typedef struct sample_list {
    sample *at;
    size_t count;
} sample_list;

static void dense(const sample *s, unsigned p, double *x)
{
    eval_features f;
    memset(x, 0, UNKNOWNS * sizeof *x);
    eval_extract(&azj_classic_variants[s->rules], &s->seat[p].board, NULL, &f, NULL, NULL);
    for (uint32_t i = 0; i < f.count; i++)
        x[f.at[i].index] += f.at[i].value;
    x[TEMPO] = s->starter == p;
}

static void add_row(fit *f, const double *x, double y)
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

static void add_sample(fit *f, const sample *s)
{
    double x[AZJ_SEATS_MAX][UNKNOWNS], d[UNKNOWNS];
    for (unsigned p = 0; p < s->players; p++)
        dense(s, p, x[p]);
    for (unsigned p = 0; p < s->players; p++)
        for (unsigned q = p + 1; q < s->players; q++) {
            for (unsigned i = 0; i < UNKNOWNS; i++)
                d[i] = x[p][i] - x[q][i];
            add_row(f, d,
                    (s->seat[p].final - s->seat[p].score) - (s->seat[q].final - s->seat[q].score));
        }
}

/* Solves (A + ridge) w = b by Cholesky's method. Features are scaled by the ridge: those
 * counted in sixtieths of a line need more of it. */
static void solve(fit *f, double ridge)
{
    for (unsigned i = 0; i < UNKNOWNS; i++)
        f->a[i][i] += i == EVAL_F_LINE_COLOUR || i == EVAL_F_LINE_COLUMN ? ridge * 1000 : ridge;
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

/* The base game for two has the most games behind it: the other sets are fitted as
 * departures from it, so that a few thousand games are enough. Returns the ridge. */
static double begin_fit(fit *f, unsigned rules, unsigned players, unsigned stage)
{
    const eval_weights *w = &eval_weights_of[AZJ_CLASSIC][0];
    memset(f, 0, sizeof *f);
    if (rules == AZJ_CLASSIC && players == 2)
        return 30;
    for (unsigned i = 0; i < EVAL_FEATURES; i++)
        f->prior[i] = w->feature[i][stage] / (double)EVAL_POINT;
    f->prior[TEMPO] = w->tempo[stage] / (double)EVAL_POINT;
    return 200;
}

static double value_of(const double *w, const sample *s, unsigned p)
{
    double x[UNKNOWNS], v = s->seat[p].score;
    dense(s, p, x);
    for (unsigned i = 0; i < UNKNOWNS; i++)
        v += w[i] * x[i];
    return v;
}

typedef struct outcome {
    double value[AZJ_SEATS_MAX], win[AZJ_SEATS_MAX];
    unsigned players;
} outcome;

static double log_likelihood(const outcome *o, size_t n, double spread)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double total = 0;
        for (unsigned p = 0; p < o[i].players; p++)
            total += exp((o[i].value[p] - o[i].value[0]) / spread);
        for (unsigned p = 0; p < o[i].players; p++)
            sum += o[i].win[p] * ((o[i].value[p] - o[i].value[0]) / spread - log(total));
    }
    return n ? sum / (double)n : 0;
}

static double best_spread(const outcome *o, size_t n)
{
    double best = 10;
    for (double t = 2; t < 40; t += 0.25)
        if (log_likelihood(o, n, t) > log_likelihood(o, n, best))
            best = t;
    return best;
}

static int16_t rounded(double x)
{
    return (int16_t)lrint(fmax(-32000, fmin(32000, x)));
}

/* Stages 0 and 1 are fitted together: stage 0 hardly ever stands at the end of a round. */
static bool of_stage(const sample *s, unsigned rules, unsigned players, unsigned stage)
{
    return s->rules == rules && s->players == players &&
           (s->stage == stage || (s->stage + stage == 1));
}

static void fit_stage(sample_list l, unsigned rules, unsigned players, unsigned stage,
                      eval_weights *w)
{
    static fit f;
    static outcome o[1 << 20];
    size_t n = 0;
    double level = 0, error = 0;
    const double ridge = begin_fit(&f, rules, players, stage);
    for (size_t i = 0; i < l.count; i++)
        if (of_stage(&l.at[i], rules, players, stage))
            add_sample(&f, &l.at[i]);
    if (f.rows < 300)
        return;
    solve(&f, ridge);
    for (size_t i = 0; i < l.count && n < 1 << 20; i++) {
        if (!of_stage(&l.at[i], rules, players, stage))
            continue;
        o[n].players = players;
        for (unsigned p = 0; p < players; p++) {
            o[n].value[p] = value_of(f.w, &l.at[i], p);
            o[n].win[p] = l.at[i].seat[p].win;
            level += l.at[i].seat[p].final - o[n].value[p];
        }
        const double miss =
            (l.at[i].seat[0].final - l.at[i].seat[1].final) - (o[n].value[0] - o[n].value[1]);
        error += miss * miss;
        n++;
    }
    for (unsigned i = 0; i < EVAL_FEATURES; i++)
        w->feature[i][stage] = rounded(f.w[i] * EVAL_POINT);
    w->tempo[stage] = rounded(f.w[TEMPO] * EVAL_POINT);
    w->spread[stage] = rounded(best_spread(o, n) * 16);
    w->level[stage] = rounded(level / (double)(n * players) * 16);
    fprintf(stderr,
            "%s %u seats, stage %u: %zu boards, error of the margin %.2f, spread %.2f, "
            "tempo %.2f, loss %.4f\n",
            azj_rules_name((azj_rules)rules), players, stage, n, sqrt(error / (double)n),
            w->spread[stage] / 16.0, f.w[TEMPO], -log_likelihood(o, n, w->spread[stage] / 16.0));
}

/* ---- Weights as C -------------------------------------------------------*/

static void print_row(const int16_t *row)
{
    printf("{");
    for (unsigned s = 0; s < EVAL_STAGES; s++)
        printf("%s%d", s ? ", " : "", row[s]);
    printf("}");
}

static void print_set(const eval_weights *w)
{
    printf("     {.feature = {");
    for (unsigned i = 0; i < EVAL_FEATURES; i++) {
        printf("%s", i % 4 == 0 ? "\n      " : " ");
        print_row(w->feature[i]);
        printf(",");
    }
    printf("},\n      .tempo = ");
    print_row(w->tempo);
    printf(",\n      .spread = ");
    print_row(w->spread);
    printf(",\n      .level = ");
    print_row(w->level);
    printf("},\n");
}

static void print_weights(eval_weights w[4][3])
{
    printf(
        "/* eval_weights.c - written by tools/tune/tune.c from games of self-play: do not edit.\n"
        " * Rows are features (eval_classic.h), columns stages. */\n"
        "#include \"ai/eval_classic.h\"\n\n/* clang-format off */\n"
        "const eval_weights eval_weights_of[4][3] = {\n");
    for (unsigned r = 0; r < 4; r++) {
        printf("    { /* %s: 2, 3, 4 seats */\n", azj_rules_name((azj_rules)r));
        for (unsigned p = 0; p < 3; p++)
            print_set(&w[r][p]);
        printf("    },\n");
    }
    printf("};\n/* clang-format on */\n");
}

static void hand_made(eval_weights *w)
{
    static const double column[5] = {0.2, 0.6, 1.5, 3.5, 7}, colour[5] = {0, 0.5, 1.5, 4, 10};
    memset(w, 0, sizeof *w);
    for (unsigned s = 0; s < EVAL_STAGES; s++) {
        for (unsigned k = 0; k < 5; k++) {
            for (unsigned c = 0; c < 5; c++)
                w->feature[EVAL_F_COLUMN + 5 * c + k][s] = rounded(column[k] * EVAL_POINT);
            w->feature[EVAL_F_COLOUR + k][s] = rounded(colour[k] * EVAL_POINT);
            w->feature[EVAL_F_SUM + k][s] = rounded(0.1 * (5 - s) * EVAL_POINT / 3);
        }
        for (unsigned r = 2, i = 0; r <= 5; r++)
            for (unsigned k = 1; k < r; k++, i++) {
                w->feature[EVAL_F_LINE + i][s] = rounded(0.5 * k / r * EVAL_POINT);
                w->feature[EVAL_F_LINE_POINTS + i][s] = rounded(0.5 * k / r * EVAL_POINT);
            }
        w->feature[EVAL_F_LINE_DEAD][s] = -EVAL_POINT;
        w->tempo[s] = EVAL_POINT;
        w->spread[s] = (int16_t)(16 * (14 - 2 * s));
        w->level[s] = (int16_t)(16 * (40 - 8 * s));
    }
}

static int init(void)
{
    static eval_weights w[4][3];
    for (unsigned r = 0; r < 4; r++)
        for (unsigned p = 0; p < 3; p++)
            hand_made(&w[r][p]);
    print_weights(w);
    return 0;
}

static sample_list read_samples(int files, char **path)
{
    sample_list l = {0};
    size_t room = 0;
    for (int i = 0; i < files; i++) {
        FILE *from = fopen(path[i], "rb");
        while (from) {
            if (l.count == room) {
                room = room ? 2 * room : 1 << 16;
                l.at = realloc(l.at, room * sizeof *l.at);
            }
            if (!l.at || fread(&l.at[l.count], sizeof *l.at, 1, from) != 1)
                break;
            l.count++;
        }
        if (from)
            fclose(from);
    }
    return l;
}

static int fit_all(int files, char **path)
{
    static eval_weights w[4][3];
    memcpy(w, eval_weights_of, sizeof w);
    const sample_list l = read_samples(files, path);
    for (unsigned r = 0; r < 4; r++)
        for (unsigned p = 2; p <= 4; p++)
            for (unsigned stage = 0; stage < EVAL_STAGES; stage++)
                fit_stage(l, r, p, stage, &w[r][p - 2]);
    print_weights(w);
    free(l.at);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "init") == 0)
        return init();
    if (argc == 8 && strcmp(argv[1], "play") == 0)
        return play(argv + 2);
    if (argc > 2 && strcmp(argv[1], "fit") == 0)
        return fit_all(argc - 2, argv + 2);
    fputs("usage: tune init | play RULES SEATS GAMES NODES SEED FILE | fit FILE...\n", stderr);
    return 2;
}
