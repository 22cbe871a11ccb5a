/* bench_batch.c - see bench_batch.h. One thread; the times are the processor time of the process.
 */
#include "cli/bench_batch.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 4096 };

/* What the batch fills in, each more work than the one before. */
typedef enum batch_load { MASKS, MASKS_COPIES, MASKS_CHECKED, MOVER, ALL_SEATS, LOADS } batch_load;

typedef struct batch_arrays {
    azj_batch batch;
    azj_rng *policy; /* one generator a game for the actions */
    int32_t *actions;
} batch_arrays;

static void release_arrays(batch_arrays *a)
{
    free(a->batch.state);
    free(a->batch.rng);
    free(a->batch.copies);
    free(a->batch.steps);
    free(a->batch.masks);
    free(a->batch.observations);
    free(a->policy);
    free(a->actions);
}

static bool make_arrays(batch_arrays *a, batch_load load)
{
    azj_batch *b = &a->batch;
    b->trusted = load != MASKS_CHECKED && load != MASKS_COPIES;
    b->observe = load == MOVER ? AZJ_OBSERVE_MOVER : AZJ_OBSERVE_ALL;
    azj_batch_check(b); /* the lengths of rows */
    const size_t rows = b->observe == AZJ_OBSERVE_MOVER ? 1 : b->players;
    b->state = calloc(GAMES, sizeof *b->state);
    b->rng = calloc(GAMES, sizeof *b->rng);
    b->steps = calloc(GAMES, sizeof *b->steps);
    b->masks = calloc((size_t)GAMES * b->mask_words, sizeof *b->masks);
    if (load == MASKS_COPIES)
        b->copies = calloc(GAMES, sizeof *b->copies);
    if (load >= MOVER)
        b->observations = calloc(GAMES * rows, b->observation_size);
    a->policy = calloc(GAMES, sizeof *a->policy);
    a->actions = calloc(GAMES, sizeof *a->actions);
    return b->state && b->rng && b->steps && b->masks && a->policy && a->actions &&
           (load != MASKS_COPIES || b->copies) && (load < MOVER || b->observations);
}

/* Steps a second, the drawing of the actions included; 0: no memory. */
static double measure_load(azj_batch batch, batch_load load, double seconds)
{
    batch_arrays a = {.batch = batch};
    double rate = 0;
    if (make_arrays(&a, load) && azj_batch_reset(&a.batch, 1) == AZJ_E_OK) {
        for (uint32_t i = 0; i < GAMES; i++)
            azj_rng_seed_stream(&a.policy[i], 2, i);
        uint64_t steps = 0, spent = 0;
        const uint64_t start = clock_process_ns();
        do {
            azj_batch_random(&a.batch, a.policy, a.actions, 0, GAMES);
            azj_batch_step(&a.batch, a.actions);
            steps += GAMES;
            spent = clock_process_ns() - start;
        } while ((double)spent < seconds * 1e9);
        rate = (double)steps / (double)spent * 1e9;
    }
    release_arrays(&a);
    return rate;
}

void bench_batch_head(void)
{
    puts("rules    n numbering    masks/s   copies/s  checked/s    mover/s  all seats/s   (million "
         "steps)");
}

bool bench_batch(azj_rules rules, unsigned players, double seconds, bool json)
{
    static const char *const names[] = {"moves", "steps"};
    for (int numbering = 0; numbering <= (rules == AZJ_DUEL); numbering++) {
        const azj_batch batch = {.games = GAMES,
                                 .options = {.rules = (uint8_t)rules,
                                             .players = (uint8_t)players,
                                             .starter = AZJ_NOBODY},
                                 .numbering = (uint8_t)numbering};
        double rate[LOADS];
        for (int load = 0; load < LOADS; load++) {
            rate[load] = measure_load(batch, (batch_load)load, seconds / LOADS);
            if (rate[load] == 0)
                return false;
        }
        const char *form = json ? "{\"rules\":\"%s\",\"players\":%u,\"numbering\":\"%s\","
                                  "\"masks_per_s\":%.0f,\"copies_per_s\":%.0f,"
                                  "\"checked_per_s\":%.0f,"
                                  "\"mover_per_s\":%.0f,\"all_seats_per_s\":%.0f}\n"
                                : "%-8s %u %-9s %10.2f %10.2f %10.2f %10.2f %12.2f\n";
        const double unit = json ? 1 : 1e-6;
        printf(form, azj_rules_name(rules), players, names[numbering], rate[MASKS] * unit,
               rate[MASKS_COPIES] * unit, rate[MASKS_CHECKED] * unit, rate[MOVER] * unit,
               rate[ALL_SEATS] * unit);
    }
    return true;
}
