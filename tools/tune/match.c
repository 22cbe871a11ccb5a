/* match.c - matches between bots, also of different builds: each side may name a shared library.
 *
 *   match [-r RULES] [-p SEATS] [-g GAMES] [-j PROCESSES] [-s SEED] A B
 *
 * A side is BOT[,LIMIT][@LIBRARY]: LIMIT like 200ms or 5000n (nodes), LIBRARY a path of a
 * libazulejo.so. Time is measured as the CPU time of the thread, so a busy machine is fair. Deals
 * are paired: every deal is played once for each seat that A can sit in; B sits in all
 * the others. The two-sided error is one standard error over the deals.
 */
#include <azulejo/engine.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct side {
    char bot[32];
    const char *library;
    azj_limits limits;
    azj_engine *(*make)(const azj_engine_options *, azj_error *);
    azj_error (*set)(azj_engine *, const azj_state *);
    azj_error (*go)(azj_engine *, const azj_limits *, azj_info *);
    azj_engine *engine[AZJ_SEATS_MAX];
} side;

typedef struct tally {
    double share;  /* of wins of A, over the seats of one deal */
    double margin; /* A's score less the best other's */
    double moves[2], time_us[2], nodes[2], depth[2], slowest_us[2];
    double rounds, score;
    int done;
} tally;

static uint64_t cpu_us(void *context)
{
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void *symbol(void *library, const char *name)
{
    void *at = dlsym(library, name);
    if (!at) {
        fprintf(stderr, "match: %s\n", dlerror());
        exit(2);
    }
    return at;
}

static void parse_side(char *text, side *to)
{
    char *library = strchr(text, '@');
    if (library)
        *library++ = 0;
    char *limit = strchr(text, ',');
    if (limit) {
        char *unit;
        *limit++ = 0;
        const unsigned long n = strtoul(limit, &unit, 10);
        if (strcmp(unit, "ms") == 0)
            to->limits.time_ms = (uint32_t)n;
        else
            to->limits.nodes = n;
    }
    snprintf(to->bot, sizeof to->bot, "%s", text);
    to->library = library;
    to->make = azj_engine_new;
    to->set = azj_engine_set;
    to->go = azj_engine_go;
    if (!library)
        return;
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        fprintf(stderr, "match: %s\n", dlerror());
        exit(2);
    }
    *(void **)&to->make = symbol(handle, "azj_engine_new");
    *(void **)&to->set = symbol(handle, "azj_engine_set");
    *(void **)&to->go = symbol(handle, "azj_engine_go");
}

static azj_engine *engine_of(side *s, unsigned seat)
{
    if (!s->engine[seat])
        s->engine[seat] = s->make(
            &(azj_engine_options){
                .bot = s->bot, .memory_bytes = 64 << 20, .seed = 7 + seat, .now_us = cpu_us},
            NULL);
    if (!s->engine[seat]) {
        fprintf(stderr, "match: there is no bot \"%s\"\n", s->bot);
        exit(2);
    }
    return s->engine[seat];
}

static void one_move(side *s, unsigned who, azj_state *state, tally *t)
{
    azj_info info;
    azj_engine *e = engine_of(s, state->head.seat);
    const uint64_t start = cpu_us(NULL);
    s->set(e, state);
    s->go(e, &s->limits, &info);
    const double used = (double)(cpu_us(NULL) - start);
    if (azj_play(state, info.line[0].move[0], NULL, NULL)) {
        fprintf(stderr, "match: illegal move by %s\n", s->bot);
        exit(1);
    }
    t->moves[who]++;
    t->time_us[who] += used;
    t->nodes[who] += (double)info.nodes;
    t->depth[who] += info.depth;
    t->slowest_us[who] = fmax(t->slowest_us[who], used);
}

static void one_game(side sides[2], azj_options o, uint64_t seed, unsigned seat_of_a, tally *t)
{
    azj_state s;
    azj_rng deals;
    azj_rng_seed(&deals, seed);
    azj_new(&s, &o);
    azj_deal(&s, &deals);
    while (s.head.phase != AZJ_PHASE_OVER) {
        const unsigned who = s.head.seat != seat_of_a, round = s.head.round;
        one_move(&sides[who], who, &s, t);
        if (s.head.phase == AZJ_PHASE_DEAL && o.rules != AZJ_DUEL)
            azj_rng_seed(&deals, seed * 64 + round); /* the bag's luck does not depend on play */
        azj_deal(&s, &deals);
    }
    const unsigned winners = azj_winners(&s);
    int best = -1000;
    for (unsigned p = 0; p < o.players; p++)
        if (p != seat_of_a && azj_score(&s, p) > best)
            best = azj_score(&s, p);
    if (winners >> seat_of_a & 1u)
        t->share += 1.0 / __builtin_popcount(winners) / o.players;
    t->margin += (double)(azj_score(&s, seat_of_a) - best) / o.players;
    t->score += (double)azj_score(&s, seat_of_a) / o.players;
    t->rounds += (double)s.head.round / o.players;
}

static void play_deals(side sides[2], azj_options o, uint64_t seed, tally *all, unsigned first,
                       unsigned step, unsigned deals)
{
    for (unsigned d = first; d < deals; d += step) {
        o.starter = (uint8_t)(d % o.players);
        for (unsigned seat = 0; seat < o.players; seat++)
            one_game(sides, o, seed + d, seat, &all[d]);
        all[d].done = 1;
    }
}

static void print_side(const char *name, const tally *t, int who)
{
    printf("  %s: %.1f ms a move (slowest %.0f), %.0f nodes a move, depth %.1f\n", name,
           t->time_us[who] / t->moves[who] / 1e3, t->slowest_us[who] / 1e3,
           t->nodes[who] / t->moves[who], t->depth[who] / t->moves[who]);
}

static void summarise(const tally *all, unsigned deals, const side *sides, azj_options o)
{
    tally t = {0};
    double squares = 0, n = 0;
    for (unsigned d = 0; d < deals; d++) {
        if (!all[d].done)
            continue;
        n++;
        t.share += all[d].share;
        squares += all[d].share * all[d].share;
        t.margin += all[d].margin;
        t.rounds += all[d].rounds;
        t.score += all[d].score;
        for (int i = 0; i < 2; i++) {
            t.moves[i] += all[d].moves[i];
            t.time_us[i] += all[d].time_us[i];
            t.nodes[i] += all[d].nodes[i];
            t.depth[i] += all[d].depth[i];
            t.slowest_us[i] = fmax(t.slowest_us[i], all[d].slowest_us[i]);
        }
    }
    const double p = t.share / n, error = sqrt(fmax(0, squares / n - p * p) / n);
    const double fair = 1.0 / o.players;
    printf("%s %u seats, %.0f games: %s wins %.1f %% +- %.1f (fair %.1f %%)",
           azj_rules_name(o.rules), o.players, n * o.players, sides[0].bot, 100 * p, 100 * error,
           100 * fair);
    if (o.players == 2 && p > 0 && p < 1)
        printf(", Elo %+.0f", 400 * log10(p / (1 - p)));
    printf(", margin %+.1f, score %.1f, rounds %.2f\n", t.margin / n, t.score / n, t.rounds / n);
    print_side("A", &t, 0);
    print_side("B", &t, 1);
}

int main(int argc, char **argv)
{
    azj_options o = {.rules = AZJ_CLASSIC, .players = 2};
    unsigned games = 100, processes = 1;
    uint64_t seed = 1;
    side sides[2];
    memset(sides, 0, sizeof sides);
    for (int c; (c = getopt(argc, argv, "r:p:g:j:s:")) != -1;)
        switch (c) {
        case 'r':
            for (int r = 0; r < AZJ_RULES_NB; r++)
                if (strcmp(optarg, azj_rules_name((azj_rules)r)) == 0)
                    o.rules = (uint8_t)r;
            break;
        case 'p':
            o.players = (uint8_t)strtoul(optarg, NULL, 10);
            break;
        case 'g':
            games = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 'j':
            processes = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 's':
            seed = strtoull(optarg, NULL, 10);
            break;
        default:
            return 2;
        }
    if (argc - optind != 2) {
        fputs("usage: match [-r RULES] [-p SEATS] [-g GAMES] [-j PROCESSES] [-s SEED] A B\n",
              stderr);
        return 2;
    }
    parse_side(argv[optind], &sides[0]);
    parse_side(argv[optind + 1], &sides[1]);
    const unsigned deals = (games + o.players - 1) / o.players;
    tally *all =
        mmap(NULL, deals * sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (unsigned j = 0; j < processes; j++)
        if (fork() == 0) {
            play_deals(sides, o, seed, all, j, processes, deals);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    summarise(all, deals, sides, o);
    return 0;
}
