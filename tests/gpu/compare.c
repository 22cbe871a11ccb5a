/* compare.c - plays the same games on the processor and on a GPU and compares everything.
 *
 *     compare DEVICE PLIES [GAMES]     DEVICE: the number of a GPU, or -1 for the kernels on the
 *                                      processor; GAMES: how many random play has at once
 *
 * For every rule set, number of seats and numbering: 400 random steps in batches of which all
 * arrays are compared after every step; then random play without anything in between, PLIES
 * decisions of each rule set, of which the hashes of all states are compared (lab/gpu.md has those
 * of 10^8). Prints TAP.
 */
#include <azulejo/gpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 400, PLAYOUT_PLIES = 500, SEED = 7 };

static uint32_t games = 1000, playout_games = 20000; /* fewer on the processor */
static int tests;

static void report(int good, const char *what, azj_rules rules, unsigned players, int numbering)
{
    printf("%sok %d - %s: %s, %u seats, numbering %d\n", good ? "" : "not ", ++tests, what,
           azj_rules_name(rules), players, numbering);
    fflush(stdout);
}

static void *room(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    if (!memory)
        exit(2);
    return memory;
}

/* The arrays of a batch on the processor, and room for one fetched from the device. */
typedef struct sides {
    azj_batch b;
    azj_rng *policy;
    int32_t *actions;
    void *fetched;
} sides;

static sides make_sides(azj_batch settings)
{
    sides s = {.b = settings};
    azj_batch *b = &s.b;
    azj_batch_check(b);
    const size_t n = b->games, rows = n * b->players;
    b->state = room(n * sizeof *b->state);
    b->rng = room(n * sizeof *b->rng);
    b->steps = room(n * sizeof *b->steps);
    b->done = room(n);
    b->seat = room(n);
    b->scores = room(rows * sizeof *b->scores);
    b->rewards = room(rows * sizeof *b->rewards);
    b->masks = room(n * b->mask_words * sizeof *b->masks);
    b->observations = room(rows * b->observation_size);
    b->last_observations = room(rows * b->observation_size);
    s.policy = room(n * sizeof *s.policy);
    s.actions = room(n * sizeof *s.actions);
    s.fetched = room(n * sizeof *b->state + n * b->mask_words * 8 + rows * b->observation_size);
    return s;
}

static void free_sides(sides *s)
{
    azj_batch *b = &s->b;
    void *all[] = {b->state,  b->rng,     b->steps,  b->done,         b->seat,
                   b->scores, b->rewards, b->masks,  b->observations, b->last_observations,
                   s->policy, s->actions, s->fetched};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static int same(azj_gpu_batch *g, sides *s, const void *mine, const void *theirs, size_t size)
{
    return azj_gpu_batch_fetch(g, s->fetched, theirs, size) == AZJ_E_OK &&
           memcmp(mine, s->fetched, size) == 0;
}

static int all_same(azj_gpu_batch *g, sides *s)
{
    const azj_batch *d = azj_gpu_batch_view(g), *b = &s->b;
    const size_t n = b->games, rows = n * b->players;
    return same(g, s, b->state, d->state, n * sizeof *b->state) &&
           same(g, s, b->rng, d->rng, n * sizeof *b->rng) &&
           same(g, s, b->steps, d->steps, n * sizeof *b->steps) &&
           same(g, s, b->done, d->done, n) && same(g, s, b->seat, d->seat, n) &&
           same(g, s, b->scores, d->scores, rows * sizeof *b->scores) &&
           same(g, s, b->rewards, d->rewards, rows * sizeof *b->rewards) &&
           same(g, s, b->masks, d->masks, n * b->mask_words * sizeof *b->masks) &&
           same(g, s, b->observations, d->observations, rows * b->observation_size) &&
           same(g, s, b->last_observations, d->last_observations, rows * b->observation_size);
}

static void compare_steps(azj_gpu *gpu, azj_rules rules, unsigned players, int numbering)
{
    const azj_batch settings = {
        .games = games,
        .options = {.rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY},
        .numbering = (uint8_t)numbering,
        .trusted = 1};
    const uint64_t seed = 40 + rules;
    azj_gpu_batch *g;
    sides s = make_sides(settings);
    int good = azj_gpu_batch_new(gpu, &settings, ~0u, &g) == AZJ_E_OK;
    if (good) {
        azj_batch_reset(&s.b, seed);
        for (uint32_t i = 0; i < games; i++)
            azj_rng_seed_stream(&s.policy[i], ~seed, i);
        good = azj_gpu_batch_reset(g, seed) == AZJ_E_OK;
        for (int step = 0; good && step < STEPS; step++) {
            good = all_same(g, &s);
            azj_batch_random(&s.b, s.policy, s.actions, 0, games);
            azj_batch_step(&s.b, s.actions);
            good &=
                (step % 2 ? azj_gpu_batch_random_step(g)
                          : (azj_error)(azj_gpu_batch_random(g) | azj_gpu_batch_step(g, NULL))) ==
                AZJ_E_OK;
            good &= same(g, &s, s.actions, azj_gpu_batch_actions(g), games * sizeof *s.actions);
        }
        good &= all_same(g, &s);
        azj_gpu_batch_free(g);
    }
    report(good, "every array after every step", rules, players, numbering);
    free_sides(&s);
}

/* One number made of all states, as azj_gpu_batch_hash makes it. */
static uint64_t hash_of(const azj_batch *b)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < b->games; i++)
        hash = (hash ^ azj_hash(&b->state[i])) * 0x100000001b3u;
    return hash;
}

/* Random play by the device, and by azj_batch_playout without kernels. */
static void compare_playouts(azj_gpu *gpu, azj_rules rules, unsigned players, uint64_t plies)
{
    const azj_batch settings = {
        .games = playout_games,
        .options = {.rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY},
        .trusted = 1};
    azj_gpu_batch *g;
    int good = azj_gpu_batch_new(gpu, &settings, 0, &g) == AZJ_E_OK;
    uint64_t total = 0, hash = 0;
    if (good) {
        sides s = make_sides(settings);
        azj_gpu_batch_reset(g, SEED);
        azj_batch_reset(&s.b, SEED);
        for (uint32_t i = 0; i < playout_games; i++)
            azj_rng_seed_stream(&s.policy[i], ~(uint64_t)SEED, i);
        while (good && total < plies) {
            uint64_t made = 0, made_here = 0;
            azj_gpu_batch_playout(g, PLAYOUT_PLIES, &made);
            azj_gpu_batch_hash(g, &hash);
            for (uint32_t i = 0; i < playout_games; i++)
                made_here += azj_batch_playout(&s.b, i, &s.policy[i], PLAYOUT_PLIES);
            good = made == made_here && hash == hash_of(&s.b) && made > 0;
            total += made;
        }
        azj_gpu_batch_free(g);
        free_sides(&s);
    }
    printf("# %llu decisions in %u games, hash %016llx\n", (unsigned long long)total, playout_games,
           (unsigned long long)hash);
    report(good, "random play, equal hashes", rules, players, 0);
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: compare DEVICE PLIES [GAMES]\n");
        return 2;
    }
    char why[AZJ_GPU_TEXT];
    const int device = (int)strtol(argv[1], NULL, 10);
    azj_gpu *gpu = azj_gpu_open(device, why);
    const uint64_t plies = strtoull(argv[2], NULL, 10);
    if (device < 0)
        games = playout_games = 100;
    if (argc == 4)
        playout_games = (uint32_t)strtoul(argv[3], NULL, 10);
    if (!gpu) {
        fprintf(stderr, "compare: %s\n", why);
        return 1;
    }
    printf("# %s\n", azj_gpu_name(gpu));
    for (int rules = 0; rules < AZJ_RULES_NB; rules++)
        for (unsigned players = 2; players <= (rules == AZJ_DUEL ? 2u : 4u); players++)
            for (int numbering = 0; numbering <= (rules == AZJ_DUEL); numbering++)
                compare_steps(gpu, (azj_rules)rules, players, numbering);
    for (int rules = 0; rules < AZJ_RULES_NB; rules++)
        compare_playouts(gpu, (azj_rules)rules, 2, plies);
    printf("1..%d\n", tests);
    azj_gpu_close(gpu);
    return 0;
}
