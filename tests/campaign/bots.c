/* bots.c - whole games by bots of every kind, every move checked by the rules: `make
 * bots-campaign`.
 *
 *     bots PROGRESS GAMES SECONDS
 *
 * Plays the games 0 .. GAMES-1 of every rule set. A game follows from its number alone: seats, who
 * sits there, limits, deals. PROGRESS is a file with a line a rule set, rewritten as games
 * are finished, so that a campaign can be run in pieces of SECONDS. Exits 1 at an illegal move.
 */
#include <azulejo/engine.h>
#include <azulejo/text.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOTS_MAX = 32, NODES_MAX = 40, PLIES_MAX = 4000, SAVE_EVERY = 20 };

typedef struct progress {
    uint64_t games[AZJ_RULES_NB], decisions[AZJ_RULES_NB];
} progress;

typedef struct campaign {
    const char *path;
    progress done;
    unsigned bots;
    azj_engine *engine[BOTS_MAX]; /* kept from game to game, as a server does */
    uint64_t until;               /* seconds of the clock */
} campaign;

static uint64_t now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec;
}

/* ---- Progress -------------------------------------------------------------------------------- */

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

/* ---- Games ----------------------------------------------------------------------------------- */

static int fault(const azj_state *s, uint64_t game, const char *bot, azj_move move)
{
    char position[4096], text[64];
    azj_position_text(s, position, sizeof position);
    azj_move_text(move, text, sizeof text);
    printf("%s, game %" PRIu64 ": %s plays %s, which is not legal in\n%s\n",
           azj_rules_name((azj_rules)s->head.rules), game, bot, text, position);
    return 1;
}

/* Any limits that end soon. */
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

static int play(campaign *c, azj_rules rules, uint64_t game)
{
    azj_rng rng;
    azj_state s;
    azj_info info;
    unsigned who[AZJ_SEATS_MAX];
    azj_rng_seed(&rng, game * AZJ_RULES_NB + rules);
    begin(&s, rules, game, &rng);
    for (unsigned seat = 0; seat < AZJ_SEATS_MAX; seat++)
        who[seat] = azj_rng_below(&rng, c->bots);
    for (unsigned ply = 0; s.head.phase != AZJ_PHASE_OVER; ply++) {
        const unsigned bot = who[s.head.seat];
        const azj_limits limits = draw_limits(&rng);
        if (azj_engine_set(c->engine[bot], &s) || azj_engine_go(c->engine[bot], &limits, &info) ||
            ply == PLIES_MAX)
            return fault(&s, game, azj_bot_name(bot), 0);
        if (azj_play(&s, info.line[0].move[0], NULL, NULL))
            return fault(&s, game, azj_bot_name(bot), info.line[0].move[0]);
        azj_deal(&s, &rng);
        c->done.decisions[rules]++;
    }
    c->done.games[rules]++;
    return 0;
}

/* The rule sets take turns, so that a piece of the campaign has something of all. */
static int run(campaign *c, uint64_t games)
{
    bool more = true;
    for (uint64_t n = 0; more && now_s() < c->until; n++) {
        more = false;
        for (unsigned r = 0; r < AZJ_RULES_NB; r++)
            if (c->done.games[r] < games) {
                more = true;
                if (play(c, (azj_rules)r, c->done.games[r]))
                    return 1;
            }
        if (n % SAVE_EVERY == 0)
            save(c);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bots PROGRESS GAMES SECONDS\n");
        return 2;
    }
    campaign c = {.path = argv[1], .until = now_s() + strtoull(argv[3], NULL, 10)};
    load(&c);
    while (azj_bot_name(c.bots) && c.bots < BOTS_MAX) {
        c.engine[c.bots] = azj_engine_new(
            &(azj_engine_options){.bot = azj_bot_name(c.bots), .memory_bytes = 4 << 20}, NULL);
        if (!c.engine[c.bots++])
            return 1;
    }
    const int failed = run(&c, strtoull(argv[2], NULL, 10));
    save(&c);
    for (unsigned r = 0; r < AZJ_RULES_NB; r++)
        printf("%-8s %6" PRIu64 " games, %8" PRIu64 " decisions of %u bots%s\n",
               azj_rules_name((azj_rules)r), c.done.games[r], c.done.decisions[r], c.bots,
               failed ? "" : ", every move legal");
    for (unsigned b = 0; b < c.bots; b++)
        azj_engine_free(c.engine[b]);
    return failed;
}
