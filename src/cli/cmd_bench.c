/* cmd_bench.c - measures the speed of the rules and of the strong bot. The rules play uniform
 * random games in one thread and generate the whole list of legal moves at every decision; the
 * time is the processor time of the process.
 */
#include "ai/bench.h"
#include "base/clock.h"
#include "cli/bench_batch.h"
#include "cli/bench_gpu.h"
#include "cli/bench_search.h"
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "usage: azulejo bench [--rules RULES] [--players N] [--seconds S] [--json]\n"
    "       azulejo bench --batch [--rules RULES] [--players N] [--seconds S] [--json]\n"
    "       azulejo bench --gpu DEVICE [--games N] [--rules RULES] [--players N] [--seconds S] "
    "[--json]\n"
    "       azulejo bench --growth [--rules RULES] [--players N] [--json]\n"
    "       azulejo bench --signature\n"
    "\n"
    "Plays uniform random games on one thread, the whole legal list generated at every move, and\n"
    "prints moves and games a second, plies a game, branching, bytes of state and nanoseconds to\n"
    "generate, to apply and to play a game out; then the nodes that the strong bot searches in a\n"
    "second, and how often a second its network judges: boards seen anew, and boards remembered\n"
    "(0: no network). Without --rules: every rule set and player count.\n"
    "\n"
    "  --rules RULES    only this rule set: classic, grey, crystal1, crystal2, duel\n"
    "  --players N      only this number of players\n"
    "  --seconds S      time for each line, 1 to 60 (default 1)\n"
    "  --json           one JSON object a line\n"
    "  --batch          instead: steps a second of 4,096 games that are stepped together, with "
    "masks\n"
    "                   alone, the same with every state checked, with and without copies, with\n"
    "                   masks and the observation of the seat that moves, and with masks and\n"
    "                   observations of all seats (these two and the first without checks)\n"
    "  --gpu DEVICE     instead: decisions a second of games on a GPU, by its number from 0, or\n"
    "                   \"processor\": random play alone, then steps as with --batch\n"
    "  --games N        how many games at once on the GPU (default 262144)\n"
    "  --growth         instead: nodes, depth and share of solved rounds that the strong bot\n"
    "                   reaches at beginnings of rounds in 1, 10, 100 and 1000 ms\n"
    "  --signature      instead: a number made of the moves that the bots choose in fixed "
    "positions,\n"
    "                   the same with every compiler and in the browser\n";

typedef struct bench_call {
    cli_game game;
    uint64_t seconds, games;
    bool json, signature, growth, batch, failed;
    const char *device; /* of --gpu, or NULL */
    azj_gpu *gpu;
} bench_call;

typedef struct bench_result {
    azj_rules rules;
    unsigned players;
    double seconds, games, plies, moves, rounds, score;
    double generate_ns, apply_ns;
    double nodes_per_s; /* of the strong bot */
    bench_net net;
    size_t state_bytes;
} bench_result;

static double process_seconds(void)
{
    return (double)clock_process_ns() * 1e-9;
}

/* One random game of the classic family; the totals go to *r. */
static void play_classic(bench_result *r, azj_rng *rng)
{
    azj_classic s;
    azj_move moves[AZJ_CLASSIC_MOVES_MAX];
    uint64_t plies = 0, branches = 0;
    azj_classic_new(&s, r->rules, r->players, AZJ_NOBODY);
    azj_classic_deal(&s, rng);
    while (s.phase != AZJ_PHASE_OVER) {
        const size_t n = azj_classic_moves(&s, moves);
        branches += n;
        plies++;
        azj_classic_apply(&s, moves[azj_rng_below(rng, (uint32_t)n)], NULL);
        if (s.phase == AZJ_PHASE_DEAL)
            azj_classic_deal(&s, rng);
    }
    r->games++;
    r->plies += (double)plies;
    r->moves += (double)branches;
    r->rounds += s.round;
    for (unsigned p = 0; p < s.players; p++)
        r->score += s.board[p].score;
}

static void play_duel(bench_result *r, azj_rng *rng)
{
    azj_duel s;
    azj_move moves[AZJ_DUEL_MOVES_MAX];
    uint64_t plies = 0, branches = 0;
    azj_duel_new(&s, AZJ_TABLETS_FIRST_GAME, AZJ_NOBODY);
    azj_duel_deal(&s, rng);
    while (s.phase != AZJ_PHASE_OVER) {
        const size_t n = azj_duel_moves(&s, moves);
        branches += n;
        plies++;
        azj_duel_apply(&s, moves[azj_rng_below(rng, (uint32_t)n)], NULL);
        if (s.phase == AZJ_PHASE_DEAL)
            azj_duel_deal(&s, rng);
    }
    r->games++;
    r->plies += (double)plies;
    r->moves += (double)branches;
    r->rounds += s.round;
    r->score += s.board[0].score + s.board[1].score;
}

/* Positions of random games, to time move generation and apply separately. */
enum { SAMPLES = 2048 };

typedef struct sample {
    azj_state state;
    azj_move move;
} sample;

static void collect_samples(sample *samples, const bench_result *r, azj_rng *rng)
{
    azj_move moves[AZJ_MOVES_MAX];
    const azj_options options = {
        .rules = (uint8_t)r->rules, .players = (uint8_t)r->players, .starter = AZJ_NOBODY};
    azj_state s = {.head = {.phase = AZJ_PHASE_OVER}};
    for (unsigned i = 0; i < SAMPLES; i++) {
        if (s.head.phase == AZJ_PHASE_OVER)
            azj_new(&s, &options);
        azj_deal(&s, rng);
        const size_t n = azj_moves(&s, moves);
        samples[i].state = s;
        samples[i].move = moves[azj_rng_below(rng, (uint32_t)n)];
        azj_apply(&s, samples[i].move, NULL);
    }
}

static void time_halves(bench_result *r, azj_rng *rng, double seconds)
{
    static sample samples[SAMPLES];
    azj_move moves[AZJ_MOVES_MAX];
    double rounds = 0;
    size_t sum = 0;
    collect_samples(samples, r, rng);
    double start = process_seconds();
    for (; process_seconds() - start < seconds; rounds++)
        for (unsigned i = 0; i < SAMPLES; i++)
            sum += azj_moves(&samples[i].state, moves);
    r->generate_ns = (process_seconds() - start) / (rounds * SAMPLES) * 1e9;
    start = process_seconds();
    for (rounds = 0; process_seconds() - start < seconds; rounds++)
        for (unsigned i = 0; i < SAMPLES; i++) {
            azj_state s = samples[i].state;
            azj_apply(&s, samples[i].move, NULL);
            sum += s.head.seat;
        }
    r->apply_ns = (process_seconds() - start) / (rounds * SAMPLES) * 1e9;
    if (sum == 0) /* keeps the compiler from removing the work */
        r->apply_ns = 0;
}

static bench_result measure_rules(azj_rules rules, unsigned players, double seconds)
{
    bench_result r = {.rules = rules, .players = players};
    azj_rng rng;
    azj_rng_seed(&rng, 1);
    r.state_bytes = rules == AZJ_DUEL ? sizeof(azj_duel) : sizeof(azj_classic);
    const double start = process_seconds();
    do {
        for (int i = 0; i < 100; i++)
            (rules == AZJ_DUEL ? play_duel : play_classic)(&r, &rng);
        r.seconds = process_seconds() - start;
    } while (r.seconds < seconds * 0.6);
    time_halves(&r, &rng, seconds * 0.1);
    r.nodes_per_s = bench_nodes_per_s(rules, players, seconds * 0.2);
    r.net = bench_net_per_s(rules, players, seconds * 0.2);
    return r;
}

static void print_text(const bench_result *r)
{
    printf("%-8s %u %8.2f M %10.0f %8.2f %7.1f %7.2f %7.2f %5zu %8.1f %7.1f %8.0f %8.2f M %6.2f M "
           "%6.2f M\n",
           azj_rules_name(r->rules), r->players, r->plies / r->seconds / 1e6, r->games / r->seconds,
           r->plies / r->games, r->moves / r->plies, r->rounds / r->games,
           r->score / r->games / r->players, r->state_bytes, r->generate_ns, r->apply_ns,
           r->seconds / r->games * 1e9, r->nodes_per_s / 1e6, r->net.anew / 1e6,
           r->net.remembered / 1e6);
}

static void print_json(const bench_result *r)
{
    printf("{\"rules\":\"%s\",\"players\":%u,\"moves_per_s\":%.0f,\"games_per_s\":%.1f,"
           "\"plies_per_game\":%.2f,\"branching\":%.2f,\"state_bytes\":%zu,",
           azj_rules_name(r->rules), r->players, r->plies / r->seconds, r->games / r->seconds,
           r->plies / r->games, r->moves / r->plies, r->state_bytes);
    printf("\"rounds_per_game\":%.2f,\"mean_score\":%.2f,\"generate_ns\":%.1f,\"apply_ns\":%.1f,"
           "\"game_ns\":%.0f,\"nodes_per_s\":%.0f,\"net_anew_per_s\":%.0f,"
           "\"net_remembered_per_s\":%.0f}\n",
           r->rounds / r->games, r->score / r->games / r->players, r->generate_ns, r->apply_ns,
           r->seconds / r->games * 1e9, r->nodes_per_s, r->net.anew, r->net.remembered);
}

static void bench_speed(azj_rules rules, unsigned players, const bench_call *c)
{
    const bench_result r = measure_rules(rules, players, (double)c->seconds);
    (c->json ? print_json : print_text)(&r);
    fflush(stdout);
}

static void bench_rules(azj_rules rules, bench_call *c)
{
    const unsigned most = rules == AZJ_DUEL ? 2 : AZJ_SEATS_MAX;
    for (unsigned players = 2; players <= most; players++) {
        if (c->game.players_given && players != c->game.players)
            continue;
        if (c->growth)
            bench_growth(rules, players, c->json);
        else if (c->gpu)
            c->failed |=
                !bench_gpu(c->gpu, rules, players, (uint32_t)c->games, (double)c->seconds, c->json);
        else if (c->batch)
            bench_batch(rules, players, (double)c->seconds, c->json);
        else
            bench_speed(rules, players, c);
    }
}

static void print_head(const bench_call *c)
{
    if (c->gpu) {
        bench_gpu_head(c->gpu, c->json);
        return;
    }
    if (c->json)
        return;
    if (c->batch) {
        bench_batch_head();
        return;
    }
    puts(c->growth ? "rules    n  limit ms   time ms      nodes  depth  solved"
                   : "rules    n    moves/s    games/s plies/g  branch  rounds   score bytes   gen "
                     "ns apply ns  game ns    nodes/s    net/s  again/s");
}

static void print_signature(void)
{
    ai_bench_result b;
    if (ai_bench_signature(&b) == AZJ_E_OK)
        printf("%016llx %llu nodes in %u positions\n", (unsigned long long)b.signature,
               (unsigned long long)b.nodes, b.positions);
}

static bool read_call(cli_args *a, bench_call *c)
{
    const cli_option options[] = {CLI_RULES(&c->game),
                                  CLI_PLAYERS(&c->game),
                                  CLI_NUMBER("seconds", &c->seconds, 1, 60),
                                  CLI_FLAG("json", &c->json),
                                  CLI_FLAG("growth", &c->growth),
                                  CLI_FLAG("batch", &c->batch),
                                  CLI_WORD("gpu", &c->device),
                                  CLI_NUMBER("games", &c->games, 1, 1 << 24),
                                  CLI_FLAG("signature", &c->signature),
                                  {0}};
    return cli_read(a, options) && cli_operands(a, 0) &&
           (!c->game.rules_given || cli_game_check(a, &c->game));
}

static bool open_device(bench_call *c)
{
    char why[AZJ_GPU_TEXT] = "the device is \"processor\" or the number of a GPU, 0 or more", *end;
    const long number = strtol(c->device, &end, 10);
    if (strcmp(c->device, "processor") == 0)
        c->gpu = azj_gpu_open(AZJ_GPU_PROCESSOR, why);
    else if (end != c->device && !*end && number >= 0 && number < 1000)
        c->gpu = azj_gpu_open((int)number, why);
    if (!c->gpu)
        fprintf(stderr, "azulejo bench: --gpu %s: %s\n", c->device, why);
    return c->gpu != NULL;
}

int cmd_bench(int argc, char **argv)
{
    cli_args a = cli_begin("bench", HELP, NULL, argc, argv);
    bench_call c = {.game = cli_game_default(), .seconds = 1, .games = 1 << 18};
    if (!read_call(&a, &c))
        return a.status;
    if (c.signature) {
        print_signature();
        return cli_flush("bench");
    }
    if (c.device && !open_device(&c))
        return 1;
    print_head(&c);
    for (unsigned r = 0; r < AZJ_RULES_NB; r++)
        if (!c.game.rules_given || r == c.game.rules)
            bench_rules((azj_rules)r, &c);
    azj_gpu_close(c.gpu);
    if (c.failed)
        fputs("azulejo bench: the GPU failed or has too little memory for that many games\n",
              stderr);
    return c.failed ? 1 : cli_flush("bench");
}
