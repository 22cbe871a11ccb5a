/* bots.h - the bots that verbs can name. */
#ifndef CLI_BOTS_H
#define CLI_BOTS_H

#include "cli/options.h"

/* Refuses a name that is no bot. */
bool cli_bot_check(cli_args *a, const char *name);

/* The bot's choice among the legal moves; `random` draws from `rng`, uniformly. */
azj_move cli_bot_choose(const char *name, const azj_state *s, const azj_move *moves, size_t count,
                        azj_rng *rng);

#endif
