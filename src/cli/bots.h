/* bots.h - the bots of azulejo/engine.h by name, for verbs that play whole games.
 *
 * `random` draws from the generator that deals, uniformly over the legal moves; every other bot is
 * limited by nodes and uses no clock. So the same arguments give the same games.
 */
#ifndef CLI_BOTS_H
#define CLI_BOTS_H

#include "cli/options.h"

#include <azulejo/engine.h>

typedef struct cli_bot {
    azj_engine *engine; /* NULL: random */
    uint64_t nodes;     /* a move; 0: the bot's own default */
} cli_bot;

/* A cli_reader of --bot: refuses a name that is not a bot's; `name` is a const char *. */
bool cli_bot_read(cli_args *a, const char *text, void *name);

/* Opens and closes a bot, once per game. */
bool cli_bot_open(cli_args *a, cli_bot *bot, const char *name, uint64_t seed, uint64_t nodes);
void cli_bot_close(cli_bot *bot);

/* The bot's choice among the legal moves. */
azj_move cli_bot_choose(cli_bot *bot, const azj_state *s, const azj_move *moves, size_t count,
                        azj_rng *rng);

#endif
