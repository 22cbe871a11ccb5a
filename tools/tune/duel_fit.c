/* duel_fit.c - fits the weights of Duel's evaluation to games of the bot against itself.
 *
 *   duel_fit [-g GAMES] [-n NODES] [-s SEED] [-j PROCESSES] [-k KEEP] > src/ai/duel_weights.c
 *
 * Games have random tablets; the moves are those of the strong bot with NODES nodes (0: of its
 * quick play alone), one in eight moves is one of quick play, so that the games differ. At the end
 * of each round the difference of the two boards' features is noted, and regression explains the
 * final margin by it, round by round. KEEP pulls each weight to its present value, as strongly as
 * that many noted positions would. On standard error: how well the margin is explained, and how
 * often the empty spaces of each row were filled.
 */
#include "ai/duel_policy.h"
#include "ai/duel_tiling.h"
#include <azulejo/engine.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = AZJ_DUEL_ROUNDS, WIDTH = DUEL_FEATURES + 1 };

typedef struct sample {
    float x[WIDTH]; /* features of seat 0 less those of seat 1; who starts */
    float margin, won;
} sample;

typedef struct game_log {
    sample at[ROUNDS];
    uint64_t open[ROUNDS][2], filled[2];
} game_log;

typedef struct settings {
    unsigned games, nodes, processes;
    uint64_t seed;
    double keep;
} settings;

/* ---- Games
 * --------------------------------------------------------------------------------------*/

static void note(game_log *g, const azj_duel *s)
{
    const unsigned left = ROUNDS + 1u - s->round;
    float f[2][DUEL_FEATURES];
    for (unsigned p = 0; p < 2; p++) {
        duel_features(&s->board[p], s->tablets, left, f[p]);
        uint64_t spaces = s->board[p].joker;
        for (unsigned c = 0; c < AZJ_COLOUR_NB; c++)
            spaces |= s->board[p].space[c];
        g->open[left][p] = spaces & ~azj_duel_filled(&s->board[p]);
    }
    for (unsigned i = 0; i < DUEL_FEATURES; i++)
        g->at[left].x[i] = f[0][i] - f[1][i];
    g->at[left].x[DUEL_FEATURES] = s->starter == 0 ? 1 : -1;
}

static azj_move engine_move(azj_engine *e, const azj_state *s, unsigned nodes)
{
    azj_info info;
    azj_engine_set(e, s);
    azj_engine_go(e, &(azj_limits){.nodes = nodes}, &info);
    return info.line[0].move[0];
}

static azj_move quick(azj_state *s, azj_rng *rng)
{
    static duel_sight k;
    static uint64_t of;
    const uint64_t now =
        s->head.round * UINT64_C(0x9e3779b97f4a7c15) ^ s->duel.board[0].tile[0] ^ s->duel.bag << 20;
    azj_move choice = 0;
    if (s->head.phase == AZJ_PHASE_TILING) {
        duel_best_tiling(&s->duel, DUEL_PAY_QUICK, &choice);
        return choice;
    }
    if (of != now)
        duel_sight_begin(&k, &s->duel);
    of = now;
    return duel_quick_move(&k, &s->duel, rng);
}

static void play(const settings *o, azj_engine *e, uint64_t seed, game_log *g)
{
    azj_state s;
    azj_rng rng;
    azj_rng_seed(&rng, seed);
    azj_new(&s, &(azj_options){.rules = AZJ_DUEL,
                               .players = 2,
                               .starter = AZJ_NOBODY,
                               .tablets = (uint8_t)azj_duel_random_tablets(&rng)});
    azj_deal(&s, &rng);
    while (s.head.phase != AZJ_PHASE_OVER) {
        const bool search = o->nodes && azj_rng_below(&rng, 8) != 0;
        azj_apply(&s, search ? engine_move(e, &s, o->nodes) : quick(&s, &rng), NULL);
        if (s.head.phase == AZJ_PHASE_DEAL)
            note(g, &s.duel);
        azj_deal(&s, &rng);
    }
    const unsigned winners = azj_winners(&s);
    for (unsigned left = 1; left < ROUNDS; left++) {
        g->at[left].margin = (float)(azj_score(&s, 0) - azj_score(&s, 1));
        g->at[left].won = winners == 3 ? 0.5f : (float)(winners & 1u);
    }
    for (unsigned p = 0; p < 2; p++)
        g->filled[p] = azj_duel_filled(&s.duel.board[p]);
}

static void play_all(const settings *o, game_log *games)
{
    for (unsigned j = 0; j < o->processes; j++)
        if (fork() == 0) {
            azj_engine *e = azj_engine_new(
                &(azj_engine_options){.bot = "strong", .memory_bytes = 4 << 20, .seed = o->seed},
                NULL);
            for (unsigned i = j; i < o->games; i += o->processes)
                play(o, e, o->seed * 1000003 + i, &games[i]);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
}

/* ---- Regression
 * ---------------------------------------------------------------------------------*/

static double present(unsigned left, unsigned i)
{
    return i < DUEL_FEATURES ? duel_weight[left].w[i] : duel_weight[left].start;
}

/* Gauss elimination with pivots; a is symmetric and positive. */
static void solve(double a[WIDTH][WIDTH + 1], double *x)
{
    for (unsigned i = 0; i < WIDTH; i++) {
        for (unsigned r = i + 1; r < WIDTH; r++) {
            const double f = a[r][i] / a[i][i];
            for (unsigned c = i; c <= WIDTH; c++)
                a[r][c] -= f * a[i][c];
        }
    }
    for (unsigned i = WIDTH; i-- > 0;) {
        x[i] = a[i][WIDTH];
        for (unsigned c = i + 1; c < WIDTH; c++)
            x[i] -= a[i][c] * x[c];
        x[i] /= a[i][i];
    }
}

/* Explains what the present weights leave unexplained; each change is pulled to 0. */
static void fit(const settings *o, const game_log *games, unsigned left, double *w)
{
    static double a[WIDTH][WIDTH + 1];
    double square[WIDTH] = {0};
    for (unsigned i = 0; i < WIDTH; i++)
        for (unsigned c = 0; c <= WIDTH; c++)
            a[i][c] = 0;
    for (unsigned n = 0; n < o->games; n++) {
        const sample *s = &games[n].at[left];
        double rest = s->margin;
        for (unsigned i = 0; i < WIDTH; i++)
            rest -= present(left, i) * s->x[i];
        for (unsigned i = 0; i < WIDTH; i++) {
            for (unsigned c = 0; c < WIDTH; c++)
                a[i][c] += (double)s->x[i] * s->x[c];
            a[i][WIDTH] += rest * s->x[i];
            square[i] += (double)s->x[i] * s->x[i];
        }
    }
    for (unsigned i = 0; i < WIDTH; i++)
        a[i][i] += o->keep * (square[i] / o->games + 0.05) + (square[i] == 0);
    solve(a, w);
    for (unsigned i = 0; i < WIDTH; i++)
        w[i] += present(left, i);
}

static double predict(const sample *s, const double *w)
{
    double m = 0;
    for (unsigned i = 0; i < WIDTH; i++)
        m += w[i] * s->x[i];
    return m;
}

/* The scale that explains the wins best, by Newton's method. */
static double fit_scale(const settings *o, const game_log *games, unsigned left, const double *w)
{
    double k = 0.1;
    for (int step = 0; step < 20; step++) {
        double g = 0, h = 1e-9;
        for (unsigned n = 0; n < o->games; n++) {
            const double m = predict(&games[n].at[left], w), p = 1 / (1 + exp(-k * m));
            g += (games[n].at[left].won - p) * m;
            h += p * (1 - p) * m * m;
        }
        k += g / h;
    }
    return k;
}

/* ---- Reports
 * ------------------------------------------------------------------------------------*/

static double unexplained(const settings *o, const game_log *games, unsigned left, const double *w)
{
    double sum = 0;
    for (unsigned n = 0; n < o->games; n++) {
        const double rest = games[n].at[left].margin - predict(&games[n].at[left], w);
        sum += rest * rest;
    }
    return sqrt(sum / o->games);
}

static void report(const settings *o, const game_log *games, unsigned left, const double *w)
{
    const double none[WIDTH] = {0};
    double old[WIDTH];
    for (unsigned i = 0; i < WIDTH; i++)
        old[i] = present(left, i);
    fprintf(stderr, "%u to come: error of the margin %.2f, was %.2f, without %.2f; filled:", left,
            unexplained(o, games, left, w), unexplained(o, games, left, old),
            unexplained(o, games, left, none));
    for (unsigned row = 1; row <= 6; row++) {
        unsigned open = 0, filled = 0;
        for (unsigned n = 0; n < o->games; n++)
            for (unsigned p = 0; p < 2; p++) {
                open += bits_count(games[n].open[left][p] & DUEL_ROW(row));
                filled += bits_count(games[n].open[left][p] & games[n].filled[p] & DUEL_ROW(row));
            }
        fprintf(stderr, " %.2f", (double)filled / (open + 1e-9));
    }
    fprintf(stderr, "\n");
}

static void print_weights(unsigned left, const double *w, double scale)
{
    printf("    {{");
    for (unsigned i = 0; i < DUEL_FEATURES; i++)
        printf("%s%.3ff", i ? ", " : "", w[i]);
    printf("},\n     %.3ff,\n     %.4ff},\n", w[DUEL_FEATURES], scale);
    (void)left;
}

int main(int argc, char **argv)
{
    settings o = {.games = 2000, .processes = 1, .seed = 1, .keep = 200};
    for (int c; (c = getopt(argc, argv, "g:n:s:j:k:")) != -1;) {
        const double value = c == '?' ? 0 : strtod(optarg, NULL);
        switch (c) {
        case 'g':
            o.games = (unsigned)value;
            break;
        case 'n':
            o.nodes = (unsigned)value;
            break;
        case 's':
            o.seed = (uint64_t)value;
            break;
        case 'j':
            o.processes = (unsigned)value;
            break;
        case 'k':
            o.keep = value;
            break;
        default:
            fputs("usage: duel_fit [-g GAMES] [-n NODES] [-s SEED] [-j PROCESSES] [-k KEEP]\n",
                  stderr);
            return 2;
        }
    }
    game_log *games = mmap(NULL, o.games * sizeof *games, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    play_all(&o, games);
    puts("/* duel_weights.c - the weights of Duel's evaluation, by rounds to come; printed by\n"
         " * tools/tune/duel_fit.c. */\n"
         "#include \"ai/duel_eval.h\"\n\n"
         "const duel_weights duel_weight[AZJ_DUEL_ROUNDS] = {\n"
         "    {.w = {[DUEL_F_SCORE] = 1, [DUEL_F_TABLET] = 1, 1, 1, 1, 1, 1, 1, 1}, .scale = 1},");
    for (unsigned left = 1; left < ROUNDS; left++) {
        double w[WIDTH];
        fit(&o, games, left, w);
        report(&o, games, left, w);
        print_weights(left, w, fit_scale(&o, games, left, w));
    }
    puts("};");
    return 0;
}
