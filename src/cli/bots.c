/* bots.c - bots by name for verbs that play whole games: see bots.h. */
#include "cli/bots.h"

#include <stdio.h>
#include <string.h>

bool cli_bot_read(cli_args *a, const char *text, void *name)
{
    char names[512];
    size_t length = 0;
    *(const char **)name = text;
    if (azj_bot_find(text, strlen(text)))
        return true;
    names[0] = '\0';
    for (unsigned i = 0; azj_bot_name(i) && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "",
                                   azj_bot_name(i));
    return cli_wrong(a, "--bot takes one of %s, not \"%s\"", names, text);
}

bool cli_bot_open(cli_args *a, cli_bot *bot, const char *name, uint64_t seed, uint64_t nodes)
{
    *bot = (cli_bot){.nodes = nodes};
    if (strcmp(name, "random") == 0)
        return true;
    bot->engine = azj_engine_new(&(azj_engine_options){.bot = name, .seed = seed}, NULL);
    return bot->engine || cli_failed(a, "the bot %s could not be made: out of memory", name);
}

void cli_bot_close(cli_bot *bot)
{
    if (bot->engine)
        azj_engine_free(bot->engine);
    bot->engine = NULL;
}

azj_move cli_bot_choose(cli_bot *bot, const azj_state *s, const azj_move *moves, size_t count,
                        azj_rng *rng)
{
    static azj_info info;
    if (!bot->engine)
        return moves[azj_rng_below(rng, (uint32_t)count)];
    if (azj_engine_set(bot->engine, s) != AZJ_E_OK ||
        azj_engine_go(bot->engine, &(azj_limits){.nodes = bot->nodes}, &info) != AZJ_E_OK)
        return 0; /* not a move: azj_play refuses it */
    return info.line[0].move[0];
}
