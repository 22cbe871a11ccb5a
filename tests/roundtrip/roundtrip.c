/* roundtrip.c - prints every form and reads it again: `make roundtrip`.
 *
 *     roundtrip GAMES [RULES [FIRST]]    games of each rule set, divided among its player counts
 *
 * Plays random games and checks every position, a view of it, every legal move and the record of
 * the game, as text and as JSON. FIRST, the number of the first game, splits a long run into
 * pieces. Exits 1 at the first difference.
 */
#include "roundtrip.h"

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

static int run(azj_rules rules, uint64_t first, uint64_t games)
{
    static roundtrip t;
    const double start = seconds();
    const unsigned counts = rules == AZJ_DUEL ? 1 : AZJ_SEATS_MAX - 1;
    const char *bad = NULL;
    t.games = t.positions = t.views = t.moves = t.records = t.bytes = 0;
    for (uint64_t game = first; !bad && game < first + games; game++) {
        const unsigned players = 2 + (unsigned)(game % counts);
        bad = roundtrip_game(&t, rules, players, game, ROUNDTRIP_ONE_VIEW);
        if (bad)
            printf("%s, %u players, game %" PRIu64 ": %s\n", azj_rules_name(rules), players, game,
                   bad);
    }
    if (!bad)
        printf("%-8s games %" PRIu64 " to %" PRIu64 ": %" PRIu64 " positions, %" PRIu64
               " views, %" PRIu64 " moves, %" PRIu64 " records (%" PRIu64
               " MB), all came back; %.0f s\n",
               azj_rules_name(rules), first, first + games - 1, t.positions, t.views, t.moves,
               t.records, t.bytes / 1000000, seconds() - start);
    fflush(stdout);
    roundtrip_free(&t);
    memset(&t, 0, sizeof t);
    return bad != NULL;
}

int main(int argc, char **argv)
{
    const uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    int failed = 0;
    for (unsigned r = 0; r < AZJ_RULES_NB; r++)
        if (argc < 3 || strcmp(argv[2], azj_rules_name((azj_rules)r)) == 0)
            failed |= run((azj_rules)r, first, games);
    return failed;
}
