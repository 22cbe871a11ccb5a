/* positions.c - the positions that the games of a match start from, read from a file. */
#include "base/checksum.h"
#include "cli/game_files.h"
#include "cli/match/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_MAX = 1000000 };

static bool wrong_position(const cli_source *s, unsigned line, cli_args *a, const char *why)
{
    return cli_failed(a, "%s, line %u: %s", s->path, line, why);
}

/* Refuses positions of another game than the first one or than the arguments ask for. */
static bool fits_game(cli_args *a, const cli_source *s, unsigned line, cli_game *game,
                      const azj_state *state)
{
    char why[MATCH_WHY_MAX];
    if (!game->rules_given)
        game->rules = (azj_rules)state->head.rules;
    if (!game->players_given)
        game->players = state->head.players;
    game->rules_given = game->players_given = true;
    if (state->head.phase == AZJ_PHASE_OVER)
        return wrong_position(s, line, a, "the game is over in this position");
    if (state->head.rules == game->rules && state->head.players == game->players)
        return true;
    snprintf(why, sizeof why, "this position is of %s with %u seats, the match of %s with %u",
             azj_rules_name((azj_rules)state->head.rules), state->head.players,
             azj_rules_name(game->rules), game->players);
    return wrong_position(s, line, a, why);
}

static bool keep_position(cli_args *a, match_config *c, const azj_state *state)
{
    if (c->starts == POSITIONS_MAX)
        return cli_failed(a, "%s has more than %d positions", c->positions_path, POSITIONS_MAX);
    if ((c->starts & (c->starts - 1)) == 0) { /* full: 0, 1, 2, 4, 8 … */
        azj_state *more = realloc(c->start, (c->starts ? 2 * c->starts : 1) * sizeof *more);
        if (!more)
            return cli_failed(a, "out of memory");
        c->start = more;
    }
    c->start[c->starts++] = *state;
    return true;
}

/* The checksum of the positions as text, by which a log knows that they are the same. */
static uint64_t sum_positions(const match_config *c)
{
    char text[AZJ_POSITION_TEXT_MAX];
    uint64_t sum = CHECKSUM_START;
    for (uint64_t i = 0; i < c->starts; i++) {
        const size_t length = azj_position_text(&c->start[i], text, sizeof text);
        text[length] = '\n';
        sum = checksum_add(sum, text, length + 1);
    }
    return sum;
}

bool match_positions_read(cli_args *a, match_config *c)
{
    cli_source s;
    azj_state state;
    azj_text_fault fault;
    bool fine = cli_open(a, c->positions_path, &s);
    for (unsigned line = s.line; fine && cli_read_position(&s, &state, &fault); line = s.line) {
        if (fault.code) {
            cli_say_fault(&s, &fault);
            a->stop = true;
        } else {
            fits_game(a, &s, line, &c->game, &state);
        }
        fine = !a->stop && keep_position(a, c, &state);
    }
    cli_close(&s);
    if (fine && !a->stop && c->starts == 0)
        cli_failed(a, "%s has no position; one a line is wanted, as `azulejo position` prints it",
                   c->positions_path);
    c->starts_sum = c->starts ? sum_positions(c) : 0;
    return !a->stop;
}

void match_positions_release(match_config *c)
{
    free(c->start);
    c->start = NULL;
    c->starts = 0;
}
