/* soak.c - a long run of every rule set with all laws checked: `make soak`.
 *
 *     soak [PLIES [RULES [SEED]]]      plies of each rule set, divided among its player counts
 *
 * Prints the speed and how often each rare event occurred; exits 1 on a violated law. A long run
 * can be split: pieces with different seeds are different games.
 */
#include "laws.h"

#include <errno.h>
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

static int soak(azj_rules rules, uint64_t plies, uint64_t seed)
{
    laws_count count = {0};
    const double start = seconds();
    const unsigned most = rules == AZJ_DUEL ? 2 : AZJ_SEATS_MAX;
    for (unsigned players = 2; players <= most; players++) {
        const azj_options options = {
            .rules = (uint8_t)rules, .players = (uint8_t)players, .starter = AZJ_NOBODY};
        const char *broken = laws_run(&options, seed + players, plies / (most - 1), 64, &count);
        if (broken) {
            printf("%s, %u players, ply %" PRIu64 ": broken: %s\n", azj_rules_name(rules), players,
                   count.plies, broken);
            return 1;
        }
    }
    printf("%s, seed %" PRIu64 ": %" PRIu64 " plies, %" PRIu64
           " games, all laws hold, %.0f plies/s\n",
           azj_rules_name(rules), seed, count.plies, count.games,
           (double)count.plies / (seconds() - start));
    for (unsigned r = 0; r < LAWS_RARE_NB; r++)
        if (laws_rare_in((laws_rare)r, rules))
            printf("  %10" PRIu64 "  %s\n", count.rare[r], laws_rare_name((laws_rare)r));
    fflush(stdout);
    return 0;
}

static int usage(void)
{
    fputs("usage: soak [PLIES [RULES [SEED]]], with RULES one of all, classic, grey, crystal1, "
          "crystal2, duel\n",
          stderr);
    return 2;
}

static int read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

int main(int argc, char **argv)
{
    const char *only = argc > 2 ? argv[2] : "all";
    uint64_t plies = 1000000, seed = 1;
    unsigned done = 0;
    int failed = 0;
    if (argc > 4 || (argc > 1 && !read_number(argv[1], &plies)) ||
        (argc > 3 && !read_number(argv[3], &seed)))
        return usage();
    for (unsigned r = 0; r < AZJ_RULES_NB; r++)
        if (strcmp(only, "all") == 0 || strcmp(only, azj_rules_name((azj_rules)r)) == 0) {
            failed |= soak((azj_rules)r, plies, seed);
            done++;
        }
    return done ? failed : usage();
}
