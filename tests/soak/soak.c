/* soak.c - a long run of every rule set with all laws checked: `make soak`.
 *
 *     soak PLIES [RULES]      plies for each rule set, shared by its player counts
 *
 * Prints the speed and how often each rare event was met; exits 1 on a broken law.
 */
#include "laws.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int soak(azj_rules rules, uint64_t plies)
{
    laws_count count = {0};
    const double start = seconds();
    const unsigned most = rules == AZJ_DUEL ? 2 : AZJ_SEATS_MAX;
    for (unsigned players = 2; players <= most; players++) {
        const azj_options options = {
            .rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY};
        const char *broken = laws_run(&options, players, plies / (most - 1), 64, &count);
        if (broken) {
            printf("%s, %u players, ply %" PRIu64 ": broken: %s\n", azj_rules_name(rules), players,
                   count.plies, broken);
            return 1;
        }
    }
    printf("%s: %" PRIu64 " plies, %" PRIu64 " games, all laws hold, %.0f plies/s\n",
           azj_rules_name(rules), count.plies, count.games,
           (double)count.plies / (seconds() - start));
    for (unsigned r = 0; r < LAWS_RARE_NB; r++)
        if (count.rare[r])
            printf("  %10" PRIu64 "  %s\n", count.rare[r], laws_rare_name((laws_rare)r));
    fflush(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    const uint64_t plies = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    int failed = 0;
    for (unsigned r = 0; r < AZJ_RULES_NB; r++)
        if (argc < 3 || strcmp(argv[2], azj_rules_name((azj_rules)r)) == 0)
            failed |= soak((azj_rules)r, plies);
    return failed;
}
