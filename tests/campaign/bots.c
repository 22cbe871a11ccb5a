/* bots.c - whole games by bots of every kind, every move checked by the rules: `make
 * bots-campaign`.
 *
 *     bots PROGRESS GAMES SECONDS THREADS
 *
 * Plays the games 0 .. GAMES-1 of every rule set. The number of a game determines its seats, bots,
 * limits and deals. PROGRESS is a file with one line per rule set, written at the end, so that a
 * campaign can be run in pieces of SECONDS. Exits 1 at an illegal move.
 */
#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOTS_MAX = 32, THREADS_MAX = 64, NODES_MAX = 40, PLIES_MAX = 4000 };

typedef struct progress {
    uint64_t games[AZJ_RULES_NB], decisions[AZJ_RULES_NB];
} progress;

typedef struct campaign {
    const char *path;
    uint64_t wanted; /* games of each rule set */
    uint64_t until;  /* seconds of the clock */
    unsigned bots;
    pthread_mutex_t lock; /* guards what follows */
    progress done;        /* games handed out; all are finished when no thread is left */
    bool failed;
} campaign;

/* The data of one thread; engines are reused from game to game, as in the server. */
typedef struct worker {
    campaign *c;
    azj_engine *engine[BOTS_MAX];
} worker;

static uint64_t now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec;
}

/* ---- Progress ---- */

/* "classic 10000 games 705000 decisions" */
static void load_line(campaign *c, const char *line)
{
    for (unsigned r = 0; r < AZJ_RULES_NB; r++) {
        const char *name = azj_rules_name((azj_rules)r);
        const size_t length = strlen(name);
        char *at;
        if (strncmp(line, name, length) != 0 || line[length] != ' ')
            continue;
        c->done.games[r] = strtoull(line + length, &at, 10);
        c->done.decisions[r] = strtoull(at + strcspn(at, "0123456789"), NULL, 10);
    }
}

static void load(campaign *c)
{
    char line[128];
    FILE *f = fopen(c->path, "r");
    while (f && fgets(line, sizeof line, f))
        load_line(c, line);
    if (f)
        fclose(f);
}

static void save(const campaign *c)
{
    FILE *f = fopen(c->path, "w");
    for (unsigned r = 0; f && r < AZJ_RULES_NB; r++)
        fprintf(f, "%s %" PRIu64 " games %" PRIu64 " decisions\n", azj_rules_name((azj_rules)r),
                c->done.games[r], c->done.decisions[r]);
    if (!f || fclose(f))
        fprintf(stderr, "%s cannot be written\n", c->path);
}

/* ---- Games ---- */

static uint64_t fault(const azj_state *s, uint64_t game, const char *bot, azj_move move)
{
    char position[4096], text[64];
    azj_position_text(s, position, sizeof position);
    azj_move_text(move, text, sizeof text);
    printf("%s, game %" PRIu64 ": %s plays %s, which is not legal in\n%s\n",
           azj_rules_name((azj_rules)s->head.rules), game, bot, text, position);
    return 0;
}

/* Random limits of a short search. */
static azj_limits draw_limits(azj_rng *rng)
{
    if (azj_rng_below(rng, 8) == 0)
        return (azj_limits){.depth = 1, .nodes = 2 * NODES_MAX};
    return (azj_limits){.nodes = 1 + azj_rng_below(rng, NODES_MAX)};
}

static void begin(azj_state *s, azj_rules rules, uint64_t game, azj_rng *rng)
{
    azj_options o = {.rules = (uint8_t)rules, .players = 2, .starter = AZJ_NOBODY};
    if (rules == AZJ_DUEL)
        o.tablets = (uint8_t)azj_duel_random_tablets(rng);
    else
        o.players = (uint8_t)(2 + game % 3);
    azj_new(s, &o);
    azj_deal(s, rng);
}

/* Plays a game; returns the number of its decisions, or 0 after a fault. */
static uint64_t play(worker *w, azj_rules rules, uint64_t game)
{
    azj_rng rng;
    azj_state s;
    azj_info info;
    unsigned who[AZJ_SEATS_MAX];
    uint64_t plies = 0;
    azj_rng_seed(&rng, game * AZJ_RULES_NB + rules);
    begin(&s, rules, game, &rng);
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++)
        who[seat] = azj_rng_below(&rng, w->c->bots);
    for (; s.head.phase != AZJ_PHASE_OVER; plies++) {
        const unsigned bot = who[s.head.seat];
        const azj_limits limits = draw_limits(&rng);
        if (azj_engine_set(w->engine[bot], &s) || azj_engine_go(w->engine[bot], &limits, &info) ||
            plies == PLIES_MAX)
            return fault(&s, game, azj_bot_name(bot), 0);
        if (azj_play(&s, info.line[0].move[0], NULL, NULL))
            return fault(&s, game, azj_bot_name(bot), info.line[0].move[0]);
        azj_deal(&s, &rng);
    }
    return plies;
}

/* The next game: of the rule set with the fewest games so far. */
static bool take(campaign *c, azj_rules *rules, uint64_t *game)
{
    unsigned least = 0;
    pthread_mutex_lock(&c->lock);
    for (unsigned r = 1; r < AZJ_RULES_NB; r++)
        if (c->done.games[r] < c->done.games[least])
            least = r;
    const bool more = !c->failed && c->done.games[least] < c->wanted && now_s() < c->until;
    *rules = (azj_rules)least;
    *game = c->done.games[least];
    c->done.games[least] += more;
    pthread_mutex_unlock(&c->lock);
    return more;
}

static void hand_in(campaign *c, azj_rules rules, uint64_t decisions)
{
    pthread_mutex_lock(&c->lock);
    c->done.decisions[rules] += decisions;
    c->failed = c->failed || decisions == 0;
    pthread_mutex_unlock(&c->lock);
}

static void *work(void *context)
{
    worker w = {.c = context};
    azj_rules rules;
    uint64_t game;
    for (unsigned b = 0; b < w.c->bots; b++)
        w.engine[b] = azj_engine_new(
            &(azj_engine_options){.bot = azj_bot_name(b), .memory_bytes = 4 << 20}, NULL);
    while (take(w.c, &rules, &game))
        hand_in(w.c, rules, play(&w, rules, game));
    for (unsigned b = 0; b < w.c->bots; b++)
        azj_engine_free(w.engine[b]);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS_MAX];
    unsigned threads = 0;
    if (argc != 5) {
        fprintf(stderr, "usage: bots PROGRESS GAMES SECONDS THREADS\n");
        return 2;
    }
    const unsigned long most = strtoul(argv[4], NULL, 10);
    campaign c = {.path = argv[1],
                  .wanted = strtoull(argv[2], NULL, 10),
                  .until = now_s() + strtoull(argv[3], NULL, 10)};
    pthread_mutex_init(&c.lock, NULL);
    load(&c);
    while (azj_bot_name(c.bots) && c.bots < BOTS_MAX)
        c.bots++;
    while (threads < most && threads < THREADS_MAX &&
           pthread_create(&thread[threads], NULL, work, &c) == 0)
        threads++;
    for (unsigned i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    if (!c.failed)
        save(&c);
    for (unsigned r = 0; r < AZJ_RULES_NB; r++)
        printf("%-8s %6" PRIu64 " games, %8" PRIu64 " decisions of %u bots%s\n",
               azj_rules_name((azj_rules)r), c.done.games[r], c.done.decisions[r], c.bots,
               c.failed ? "" : ", every move legal");
    return c.failed;
}
