/* bots.c - the bots that verbs can name: see bots.h. */
#include "cli/bots.h"

#include <string.h>

typedef azj_move chooser(const azj_state *s, const azj_move *moves, size_t count, azj_rng *rng);

static azj_move choose_random(const azj_state *s, const azj_move *moves, size_t count, azj_rng *rng)
{
    (void)s;
    return moves[azj_rng_below(rng, (uint32_t)count)];
}

static const struct {
    const char *name;
    chooser *choose;
} bots[] = {{"random", choose_random}};

enum { BOT_NB = sizeof bots / sizeof *bots };

bool cli_bot_check(cli_args *a, const char *name)
{
    for (size_t i = 0; i < BOT_NB; i++)
        if (strcmp(bots[i].name, name) == 0)
            return true;
    return cli_wrong(a, "--bot takes random, not \"%s\"", name);
}

azj_move cli_bot_choose(const char *name, const azj_state *s, const azj_move *moves, size_t count,
                        azj_rng *rng)
{
    for (size_t i = 0; i < BOT_NB; i++)
        if (strcmp(bots[i].name, name) == 0)
            return bots[i].choose(s, moves, count, rng);
    return moves[0];
}
