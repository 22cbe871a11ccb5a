/* bench_gpu.c - see bench_gpu.h. Times are those of the clock on the wall, the queue of the device
 * empty at the beginning and at the end. */
#include "cli/bench_gpu.h"
#include "base/clock.h"

#include <stdio.h>

/* What is measured, in the order of the columns. */
typedef enum gpu_load { PLAYOUT, MASKS, MOVER, ALL_SEATS, LOADS } gpu_load;

static const unsigned arrays_of[LOADS] = {
    [PLAYOUT] = 0,
    [MASKS] = AZJ_GPU_MASKS,
    [MOVER] = AZJ_GPU_MASKS | AZJ_GPU_REWARDS | AZJ_GPU_OBSERVATIONS,
    [ALL_SEATS] = AZJ_GPU_MASKS | AZJ_GPU_REWARDS | AZJ_GPU_OBSERVATIONS};

/* One piece of work, long enough that waiting for it costs nothing; adds its decisions. */
static azj_error work_a_while(azj_gpu_batch *g, gpu_load load, uint64_t *decisions)
{
    enum { PLIES = 2000, STEPS = 50 };
    uint64_t made = 0;
    azj_error e = AZJ_E_OK;
    if (load == PLAYOUT) {
        e = azj_gpu_batch_playout(g, PLIES, &made);
        *decisions += made;
        return e;
    }
    for (int i = 0; !e && i < STEPS; i++)
        e = azj_gpu_batch_random_step(g);
    *decisions += (uint64_t)STEPS * azj_gpu_batch_view(g)->games;
    return e ? e : azj_gpu_batch_wait(g);
}

/* Decisions a second; 0: the device failed. */
static double measure_device(azj_gpu *gpu, azj_batch settings, gpu_load load, double seconds)
{
    azj_gpu_batch *g;
    uint64_t decisions = 0;
    settings.observe = load == MOVER ? AZJ_OBSERVE_MOVER : AZJ_OBSERVE_ALL;
    if (azj_gpu_batch_new(gpu, &settings, arrays_of[load], &g))
        return 0;
    azj_error e = azj_gpu_batch_reset(g, 1);
    if (!e)
        e = work_a_while(g, load, &decisions); /* spreads the games over their phases */
    decisions = 0;
    const uint64_t start = clock_mono_ns();
    uint64_t spent = 0;
    do {
        if (!e)
            e = work_a_while(g, load, &decisions);
        spent = clock_mono_ns() - start;
    } while (!e && (double)spent < seconds * 1e9);
    azj_gpu_batch_free(g);
    return e ? 0 : (double)decisions / (double)spent * 1e9;
}

void bench_gpu_head(const azj_gpu *gpu, bool json)
{
    if (json)
        return;
    printf("%s\n", azj_gpu_name(gpu));
    puts("rules    n numbering    games  playout/s    masks/s    mover/s  all seats/s   "
         "(million decisions)");
}

bool bench_gpu(azj_gpu *gpu, azj_rules rules, unsigned players, uint32_t games, double seconds,
               bool json)
{
    static const char *const names[] = {"moves", "steps"};
    for (int numbering = 0; numbering <= (rules == AZJ_DUEL); numbering++) {
        const azj_batch settings = {.games = games,
                                    .options = {.rules = (uint8_t)rules,
                                                .players = (uint8_t)players,
                                                .starter = AZJ_NOBODY},
                                    .numbering = (uint8_t)numbering,
                                    .trusted = 1};
        double rate[LOADS] = {0};
        for (int load = numbering ? MASKS : PLAYOUT; load < LOADS; load++) {
            rate[load] = measure_device(gpu, settings, (gpu_load)load, seconds / LOADS);
            if (rate[load] == 0)
                return false;
        }
        const char *form = json ? "{\"device\":\"%s\",\"rules\":\"%s\",\"players\":%u,"
                                  "\"numbering\":\"%s\",\"games\":%u,\"playout_per_s\":%.0f,"
                                  "\"masks_per_s\":%.0f,\"mover_per_s\":%.0f,"
                                  "\"all_seats_per_s\":%.0f}\n"
                                : "%.0s%-8s %u %-9s %8u %10.1f %10.1f %10.1f %12.1f\n";
        const double unit = json ? 1 : 1e-6;
        printf(form, azj_gpu_name(gpu), azj_rules_name(rules), players, names[numbering], games,
               rate[PLAYOUT] * unit, rate[MASKS] * unit, rate[MOVER] * unit,
               rate[ALL_SEATS] * unit);
        fflush(stdout);
    }
    return true;
}
