/* main.c - the program: plays seeds, and says which one broke a law.
 *
 *     nodes-simulation [--first N] [--seeds N] [--nodes N] [--tables N] [--seconds N]
 *                      [--plant fence|conflict|catch-up|removal] [--removals] [--hashes] [--all]
 * [--verbose]
 *
 * Without --nodes and --tables most seeds have 5 nodes, every fiftieth 20, every five-hundredth
 * 100. In every fifth seed, and with --removals in all, tables are removed. --all goes on after a
 * seed that broke a law. Exit code 1: some seed broke one.
 */
#include "sim.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct order {
    uint64_t first, seeds;
    sim_plan plan;
    bool hashes, all;
} order;

/* ---- The randomness of the server ---- */
static const char *random_name(void)
{
    return "simulated";
}

static uint32_t random_word(void)
{
    return (uint32_t)sim_random(UINT64_C(1) << 32);
}

static void random_bytes(void *const out, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)sim_random(256);
}

static void set_randomness(void)
{
    static randombytes_implementation simulated = {
        .implementation_name = random_name, .random = random_word, .buf = random_bytes};
    randombytes_set_implementation(&simulated);
    if (sodium_init() < 0)
        abort();
}

/* ---- Arguments ---- */
static bool read_plant(const char *text)
{
    static const char *const names[] = {"none", "fence", "conflict", "catch-up", "removal"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            db_plant = (plant)i;
            return true;
        }
    return false;
}

static bool read_one(order *o, const char *name, const char *value)
{
    const uint64_t number = value ? strtoull(value, NULL, 10) : 0;
    if (strcmp(name, "--first") == 0)
        o->first = number;
    else if (strcmp(name, "--seeds") == 0)
        o->seeds = number;
    else if (strcmp(name, "--nodes") == 0 && number >= 1 && number <= SIM_NODES_MAX)
        o->plan.nodes = (unsigned)number;
    else if (strcmp(name, "--tables") == 0)
        o->plan.parties = (unsigned)number;
    else if (strcmp(name, "--seconds") == 0)
        o->plan.seconds = (unsigned)number;
    else
        return value && strcmp(name, "--plant") == 0 && read_plant(value);
    return value != NULL;
}

static bool read_order(order *o, int count, char **text)
{
    for (int i = 1; i < count; i++) {
        if (strcmp(text[i], "--hashes") == 0)
            o->hashes = true;
        else if (strcmp(text[i], "--all") == 0)
            o->all = true;
        else if (strcmp(text[i], "--verbose") == 0)
            sim_verbose = true;
        else if (strcmp(text[i], "--removals") == 0)
            o->plan.removals = true;
        else if (!read_one(o, text[i], i + 1 < count ? text[i + 1] : NULL))
            return false;
        else
            i++;
    }
    return true;
}

static sim_plan plan_of(const order *o, uint64_t seed)
{
    sim_plan plan = o->plan;
    const bool large = seed % 500 == 0, middle = seed % 50 == 0;
    if (!plan.nodes)
        plan.nodes = large ? 100 : middle ? 20 : 5;
    if (!plan.parties)
        plan.parties = large ? 60 : middle ? 12 : 4;
    plan.removals = plan.removals || seed % 5 == 2;
    return plan;
}

/* ---- Figures ---- */
static void print_figures(uint64_t seeds)
{
    const sim_figures *f = &sim_count;
    printf("seeds=%" PRIu64 " faults=%" PRIu64 " kills=%" PRIu64 " stops=%" PRIu64
           " pauses=%" PRIu64 " cuts=%" PRIu64 " store-down=%" PRIu64 " slow=%" PRIu64
           " late-notes=%" PRIu64 " clocks=%" PRIu64 " slow-links=%" PRIu64 "\n",
           seeds, f->faults, f->kills, f->stops, f->pauses, f->cuts, f->downs, f->slows, f->notes,
           f->skews, f->links);
    printf("games=%" PRIu64 " ended=%" PRIu64 " events=%" PRIu64 " moves=%" PRIu64
           " confirmed=%" PRIu64 " bot-moves=%" PRIu64 " standins=%" PRIu64 " times-up=%" PRIu64
           " messages=%" PRIu64 "\n",
           f->games, f->ended, f->events, f->moves, f->confirmed, f->bot_moves, f->standins,
           f->time_ends, f->messages);
    printf("conflicts=%" PRIu64 " lost-answers=%" PRIu64 " stored-late=%" PRIu64
           " lease-changes=%" PRIu64 " removals=%" PRIu64 " expired=%" PRIu64 "\n",
           f->conflicts, f->lost_answers, f->late_stores, f->leases, f->removals, f->expired);
}

int main(int count, char **text)
{
    order o = {.first = 1, .seeds = 1, .plan = {.seconds = 60}};
    if (!read_order(&o, count, text)) {
        fprintf(stderr, "usage: see tests/sim/main.c\n");
        return 2;
    }
    set_randomness();
    uint64_t broken = 0;
    for (uint64_t i = 0; i < o.seeds; i++) {
        uint64_t hash = 0;
        const sim_plan plan = plan_of(&o, o.first + i);
        const char *wrong = sim_play(o.first + i, &plan, &hash);
        if (o.hashes)
            printf("seed %" PRIu64 " %016" PRIx64 "\n", o.first + i, hash);
        if (wrong) {
            printf("seed %" PRIu64 " after %" PRIu64 " seeds: %s\n", o.first + i, i + 1, wrong);
            broken++;
            if (!o.all)
                return 1;
        }
    }
    print_figures(o.seeds);
    return broken != 0;
}
